"""Every structure within bounds that satisfies a predicate (Korat): candidates, backtracking, isomorphism, work shared
between processes, and the steps that build a structure.  Where the bounds come from belongs in `discover/bounding/`."""
