"""A package that gives its classes its own name, as many do: `__module__` does not say where they are written."""

from reach_renamed._shelf import Shelf, shelf_of

for _public in (Shelf, shelf_of):
    _public.__module__ = __name__
