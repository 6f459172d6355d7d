"""The rows of Korat's Tables 3 and 5, and the bounds that reproduce them.

`ROWS[name][size]` is (structures, candidates, log2 of the state space) as printed in the paper.
"""

from __future__ import annotations

import refute
from refute.model.bounds import AnyOf, Array, Bounds, Objects, SetOf, Values

from korat.av_tree import AVTree
from korat.binary_tree import BinaryTree
from korat.doubly_linked_list import DoublyLinkedList
from korat.hash_set import Element, HashSet
from korat.heap_array import HeapArray
from korat.linked_list import LinkedList
from korat.search_tree import SearchTree
from korat.tree_map import TreeMap

ROWS = {
    "BinaryTree": {
        8: (1430, 54418, 53),
        9: (4862, 210444, 63),
        10: (16796, 815100, 72),
        11: (58786, 3162018, 82),
        12: (208012, 12284830, 92),
    },
    "HeapArray": {6: (13139, 64533, 20), 7: (117562, 519968, 25), 8: (1005075, 5231385, 29)},
    "LinkedList": {
        8: (4140, 5455, 91),
        9: (21147, 26635, 105),
        10: (115975, 142646, 120),
        11: (678570, 821255, 135),
        12: (4213597, 5034894, 150),
    },
    "TreeMap": {7: (35, 256763, 92), 8: (64, 2479398, 111), 9: (122, 50209400, 130)},
    "HashSet": {
        7: (2386, 193200, 119),
        8: (9355, 908568, 142),
        9: (26687, 3004597, 166),
        10: (79451, 10029045, 190),
        11: (277387, 39075006, 215),
    },
    "AVTree": {5: (598358, 1330628, 50)},
}
# CPU seconds of Java Korat 1.0 on a machine like ours.
JAVA = {
    ("BinaryTree", 12): 6.8,
    ("HeapArray", 8): 1.6,
    ("TreeMap", 8): 3.9,
    ("TreeMap", 9): 48.9,
    ("SearchTree", 8): 1.9,
    ("DoublyLinkedList", 11): 4.7,
}
# method -> (largest size, inputs) of Table 5
METHODS = {
    "BinaryTree.remove": (3, 15),
    "HeapArray.extract_max": (6, 13139),
    "LinkedList.reverse": (2, 8),
    "TreeMap.put": (8, 19912),
    "HashSet.add": (7, 13106),
    "AVTree.lookup": (4, 27734),
}

CLASSES = {
    "BinaryTree": BinaryTree,
    "HeapArray": HeapArray,
    "LinkedList": LinkedList,
    "TreeMap": TreeMap,
    "HashSet": HashSet,
    "AVTree": AVTree,
    "SearchTree": SearchTree,
    "DoublyLinkedList": DoublyLinkedList,
}


def space(name: str, n: int) -> Bounds:
    """Return the bounds of one row: every parameter is n."""
    if name == "BinaryTree":
        return refute.bounds(BinaryTree, Node=n, size=n)
    if name == "HeapArray":
        return refute.bounds(HeapArray, n)
    if name == "LinkedList":
        return linked_list(n, range(n, n + 1))
    if name == "TreeMap":
        return refute.bounds(TreeMap, Entry=n, size=n, key=range(n), value=None)
    if name == "HashSet":
        return hash_set(n)
    if name == "AVTree":
        return av_tree(n)
    if name == "SearchTree":
        return refute.bounds(SearchTree, Node=n, size=n, info=range(1, n + 1))
    return refute.bounds(DoublyLinkedList, Entry=n + 1, Element=n, size=n)


def linked_list(n: int, sizes: range) -> Bounds:
    """The header is the first entry reached; only it may be without an element."""
    header = {"Entry0.element": AnyOf((Values((None,)), Objects("Element")))}
    elements = {"Entry.element": Objects("Element")}
    return refute.bounds(LinkedList, Entry=n + 1, Element=n, size=sizes, **elements, **header)


def hash_set(n: int) -> Bounds:
    """Capacities 1 to n, hash codes below n, n entries and n elements."""
    table = Array(tuple(range(1, n + 1)), AnyOf((Values((None,)), Objects("Entry"))))
    threshold, count, codes = range(n * 3 // 4 + 1), range(n + 1), range(n)
    return refute.bounds(
        HashSet, Entry=n, Element=n, table=table, threshold=threshold, count=count, hash=codes
    )


def av_tree(n: int) -> Bounds:
    """n pairs, n strings with the wildcard among them, children as a set."""
    string = AnyOf((Values(("*",)), Objects("Name")))
    children = {"AVPair.children": SetOf(Objects("AVPair"), tuple(range(n + 1)), tuple)}
    return refute.bounds(AVTree, AVPair=n, Name=n - 1, size=n, attribute=string, value=string, **children)


def method_trial(name: str):
    """Return the arguments of `refute.exhaust` for one row of Table 5."""
    if name == "BinaryTree.remove":
        return BinaryTree.remove, space("BinaryTree", 3), {}
    if name == "HeapArray.extract_max":
        ensures = lambda old, result, error: error or result == old.self.array[0]  # noqa: E731
        return HeapArray.extract_max, space("HeapArray", 6), {"raises": ValueError, "ensures": ensures}
    if name == "LinkedList.reverse":
        bounds = refute.bounds(LinkedList, Entry=3, Element=2, size=range(3))
        ensures = lambda self, old: len(self.elements()) == len(old.self.elements())  # noqa: E731
        return LinkedList.reverse, bounds, {"ensures": ensures}
    if name == "HashSet.add":
        # None, an element of the set, or another one; which hash code that has, nobody asks before the call.
        ensures = lambda self, element: self.has(element)  # noqa: E731
        anything = lambda element: True  # noqa: E731
        options = {"element": [None, Element], "requires": anything, "ensures": ensures, "representatives": True}
        return HashSet.add, hash_set(7), options
    bounds = refute.bounds(TreeMap, Entry=8, size=range(9), key=range(8), value=None)
    ensures = lambda self, key: self.get(key) is not None  # noqa: E731
    return TreeMap.put, bounds, {"ensures": ensures, "key": range(8), "value": None}
