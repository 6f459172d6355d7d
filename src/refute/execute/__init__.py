"""Sequence → execution: the machine that performs steps, the journal that outlives a crash, the branches that were
taken, the clean slate and the sandbox.  What an outcome means belongs in `judge/`; who performs what, and when, in
`search/`."""
