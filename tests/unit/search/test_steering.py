"""What a campaign is told about branches."""

from __future__ import annotations

import contextlib
import sys
import textwrap

TEXT = """
    class Shelf:
        def __init__(self) -> None:
            self.things: list[int] = []

        def add(self, thing: int) -> bool:
            if len(self.things) > 3:
                return False
            self.things.append(thing)
            return True
"""


def test_branches_taken_for_the_first_time_are_noted_with_the_sequence(bench):
    one = bench(TEXT)
    fresh = []
    for _ in range(200):
        one.campaign.one()
        fresh += one.campaign.last.new_branches if one.campaign.last else []

    assert len(fresh) == len(set(fresh)) == len(one.campaign.steering.marks.seen)
    assert not one.campaign.steering.marks.frontier()


def test_code_that_was_marked_is_not_taken_for_changed(bench):
    one = bench(TEXT)
    one.run(50)
    add = sys.modules[one.module].Shelf.add
    code = add.__code__
    one.campaign.slate.restore(thorough=True)

    assert add.__code__ is code


READER = """
    def first(text: str) -> str:
        if not text.startswith("set "):
            raise ValueError("no setting")
        if "=" not in text:
            raise ValueError("no value")
        return text
"""


def test_files_beside_tell_that_something_led_further_and_are_none_of_the_frontier(bench, tmp_path):
    (tmp_path / "reading_beside.py").write_text(textwrap.dedent(READER))
    one = bench(
        """
        import reading_beside

        def size(text: str) -> int:
            return len(reading_beside.first(text))
        """
    )
    steering, file = one.campaign.steering, str(tmp_path / "reading_beside.py")
    steering.marks.add([file])
    steering.begin()
    with contextlib.suppress(ValueError):
        sys.modules[one.module].size("")
    steering.noticed()

    assert steering.leads_further
    steering.begin()
    with contextlib.suppress(ValueError):
        sys.modules[one.module].size("set ")
    assert steering.noticed() == []  # no branch of the subject itself
    assert steering.leads_further
    assert file not in {site.file for site, _ in steering.marks.frontier()}
    steering.begin()
    with contextlib.suppress(ValueError):
        sys.modules[one.module].size("set ")
    steering.noticed()
    assert not steering.leads_further
    steering.end()
    sys.modules.pop("reading_beside")


def test_what_refuses_most_texts_is_given_such_as_led_further(bench):
    one = bench(
        """
        SIGNS = ("==", "<=")

        def read(text: str) -> str:
            if not text.startswith("size"):
                raise ValueError("no name")
            if not text.removeprefix("size").startswith(SIGNS):
                raise ValueError("no sign")
            if not text.endswith("!"):
                raise ValueError("no end")
            return text
        """
    )
    one.run(1500)
    (known,) = one.campaign.knowledge.routines

    assert one.campaign.knowledge.makes_texts
    assert one.campaign.steering.watches_beside
    assert known.passed > 0
