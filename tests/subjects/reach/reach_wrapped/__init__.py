"""A package whose decorators put an object and a function of their own between users and its functions."""

from reach_wrapped._graph import Graph

__all__ = ["Graph"]
