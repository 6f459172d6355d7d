"""A finding as one HTML page that needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from refute.model.execution import Frame
from refute.model.story import Explained
from refute.report.page import page
from refute.report.scenes import Row, Scene

SCENES = [
    Scene(["cart = Cart()"], [], "→ Cart(items=[])", objects=[[Row("+", "cart.items", "[]")]]),
    Scene(["cart.pop()"], [("cart", "Cart(items=[])")], "raises IndexError", failed=True),
]
FRAME = Frame("/x/shop.py", 3, "Cart.pop")


class Checked(HTMLParser):
    """Notes what is open, what is linked and what ids there are."""

    VOID = frozenset(["meta", "br", "hr", "img", "input", "link"])

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [v for k, v in attrs if k in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "script" not in self.open and "style" not in self.open:
            self.text += data


def test_the_page_stands_alone_and_is_well_formed() -> None:
    hostile = Scene(["f('</script><script>alert(1)</script>')"], [("x", "<b>")], "→ '&'", True)
    clause = Explained("shop.py:9", "assert a < b", (("a < b", "False"),))
    text = page(
        "a <title>",
        ["about"],
        [*SCENES, hostile],
        [clause],
        [(FRAME, "shop.py", "x < 1")],
    )
    checked = Checked()
    checked.feed(text)
    checked.close()

    assert checked.open == []
    assert checked.links == [f"#{one}" for one in checked.ids]
    assert len(checked.ids) == len(SCENES) + 1
    assert "<script>alert" not in text and "f('</script>" in checked.text
    assert not re.search(r"https?://|@import|url\(", text)
    assert text.count("<script>") == 1


def test_without_frames_and_clauses_the_page_speaks_of_neither() -> None:
    text = page("title", [], SCENES, [], [])

    assert "Traceback" not in text
    assert text.count("<section") == len(SCENES)


def test_a_row_is_marked_by_what_became_of_it() -> None:
    text = page("title", [], SCENES, [], [])

    assert '<tr class="new"><td class="mark">+</td><td class="path">cart.items</td>' in text


def test_a_step_that_failed_is_marked_in_the_list_and_in_its_details() -> None:
    assert page("title", [], SCENES, [], []).count('<pre class="bad">') == 2


def test_what_was_called_back_stands_in_the_step_that_led_there() -> None:
    scene = Scene(["run(slot)"], [], "→ None", inside=[(1, "cart.add('<b>')", "→ 1")])

    text = page("run", [], [scene], [], [])

    assert "    cart.add(&#x27;&lt;b&gt;&#x27;)    → 1</pre>" in text
