"""A package of two modules that do not import each other."""
