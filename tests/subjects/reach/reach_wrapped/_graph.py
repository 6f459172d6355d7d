"""What the functions of the package take."""


class Graph:
    """Nodes and the edges between them."""

    def __init__(self):
        self.edges = []

    def add_edge(self, start, end):
        self.edges.append((start, end))

    def is_directed(self):
        return True
