"""Classes and predicates → bounds: which fields a class has, which values they may take, which predicate says that an
object is good.  The search within bounds belongs in `generate/bounded/`."""
