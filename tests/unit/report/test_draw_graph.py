"""The parameter graph as Graphviz and SVG."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

from refute.report.draw_graph import MOST_LINES, Box, dot, shortened, svg

BOXES = [
    Box("test paper", 0, [("f(A, int)", ["A", "int"])]),
    Box("A", 4, [("None", []), ("A(B)", ["B"]), ('B.m("<int>")', ["B", "int"])]),
    Box("B", 5, [("None", []), ("B()", [])]),
    Box("int", 6, [("-1, 0, 1", [])]),
    Box("Clock", 1, [("nothing public returns one", [])], is_missing=True),
]


def test_graphviz_has_a_record_for_each_box_and_an_arrow_for_each_need():
    text = dot(BOXES)

    assert text.count("[label=") == 5
    assert text.count("->") == 5
    assert r"B.m(\"\<int\>\")" in text
    assert "color=red" in text


def test_svg_is_xml_with_everything_in_it():
    root = ElementTree.fromstring(svg(BOXES, "paper: 1 operation"))
    texts = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]

    assert {"paper: 1 operation", "f(A, int)", 'B.m("<int>")', "B()", "-1, 0, 1"} <= set(texts)
    assert len([p for p in root.iter("{http://www.w3.org/2000/svg}path") if p.get("d")]) == 5 + 1


def test_boxes_of_one_column_do_not_cover_each_other():
    boxes = [Box("test", 0, [("f", ["T0", "T1", "T2"])])]
    boxes += [Box(f"T{i}", 1, [("x", []), ("y", [])]) for i in range(3)]
    root = ElementTree.fromstring(svg(boxes))
    rects = [r for r in root.iter("{http://www.w3.org/2000/svg}rect") if r.get("rx")]
    places = sorted((float(r.get("y")), float(r.get("height"))) for r in rects[1:])

    assert all(y + height < below for (y, height), (below, _) in itertools.pairwise(places))


def test_an_arrow_to_the_left_goes_around():
    boxes = [Box("A", 1, [("A(B)", ["B"])]), Box("B", 2, [("B(A)", ["A", "B"])])]

    assert svg(boxes).count('class="back"') == 2


def test_long_boxes_are_cut_and_what_many_lines_need_is_drawn_once():
    box = Box("many", 0, [(f"line {i}", ["int"]) for i in range(30)])
    needs, lines = shortened(box)

    assert len(lines) == MOST_LINES
    assert lines[-1] == ("… 19 more", [])
    assert needs == ["int"]


def test_long_lines_are_cut_and_shown_in_full_under_the_pointer():
    long = "f(" + ", ".join(["int"] * 30) + ")"
    text = svg([Box("test", 0, [(long, [])])])

    assert f"<title>{long}</title>" in text
    assert "…" in text
