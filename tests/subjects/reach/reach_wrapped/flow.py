"""A function that takes a graph, behind two decorators: without edges it divides by zero."""

import reach_wrapped as rw
from reach_wrapped._dispatch import dispatchable

__all__ = ["loops"]


@dispatchable
def loops(G):
    """Return which part of the edges of G are loops."""
    if not G.is_directed() or not isinstance(G, rw.Graph):
        raise ValueError("not directed")
    return sum(start == end for start, end in G.edges) / len(G.edges)
