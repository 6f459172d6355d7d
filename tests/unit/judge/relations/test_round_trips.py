"""Which operations seem to undo each other."""

from __future__ import annotations

from refute.judge.relations.round_trips import inverses

PAIR = "def {0}(x{2}): return x\ndef {1}(x{3}): return x\n"
CLASS = """
class Money:
    def __init__(self, cents: int): self.cents = cents
    def __eq__(self, other): return isinstance(other, Money) and self.cents == other.cents
    {0}
"""


def pairs(module, *names: str) -> list[tuple[str, ...]]:
    return module(PAIR.format(*names, "", "")).relations("round-trip")


def test_pairs_go_by_their_names(module):
    for names in (
        *(("encode", "decode"), ("dumps", "loads"), ("to_json", "from_json")),
        *(
            ("format_row", "parse_row"),
            ("b64encode", "b64decode"),
            ("int_to_roman", "roman_to_int"),
        ),
    ):
        assert names in pairs(module, *names)

    assert pairs(module, "encode", "parse") == []


def test_both_directions_of_what_is_converted_to_each_other(module):
    assert len(pairs(module, "a_to_b", "b_to_a")) == 2


def test_what_else_is_passed_must_be_the_same(module):
    def made(one: str, other: str) -> int:
        return len(module(PAIR.format("encode", "decode", one, other)).relations("round-trip"))

    assert made(", key", ", key") == made(", key=1", ", key=1") == 1
    assert made(", key", ", width") == made(", key", "") == 0


def test_a_method_writes_and_a_class_method_reads(module):
    both = """def to_text(self): return str(self.cents)
    @classmethod
    def from_text(cls, text): return cls(int(text))"""

    assert module(CLASS.format(both)).relations("round-trip") == [
        ("Money.to_text", "Money.from_text")
    ]


def test_two_methods_of_an_object_do_not_undo_each_other(module):
    both = "def encode(self): return 1\n    def decode(self): return 1"

    assert module(CLASS.format(both)).relations("round-trip") == []


def test_nothing_is_expected_of_what_says_that_it_loses_something(module):
    text = 'def format_size(n):\n    """Return it, rounded."""\ndef parse_size(t): return 1\n'

    assert module(text).relations("round-trip") == []


def test_what_is_told_what_to_keep_does_not_keep_all(module):
    kept = PAIR.format("flatten", "unflatten", ", keep_empty=False", "")

    assert module(kept).relations("round-trip") == []


def test_what_must_be_passed_besides_was_not_written(module):
    both = """def as_int(self): return self.cents
    @classmethod
    def from_int(cls, number, width=8): return cls(number)"""
    text = CLASS.format(both)

    assert module(text).relations("round-trip") == [("Money.as_int", "Money.from_int")]
    wider = text.replace("cents: int)", "cents: int, width=8)")
    assert module(wider).relations("round-trip") == []


WRITTEN = "def __str__(self): return str(self.cents)\n    @classmethod\n    def parse(cls, text: str): return cls(int(text))"


def test_what_parses_reads_what_str_writes(module):
    assert module(CLASS.format(WRITTEN)).relations("round-trip") == [
        ("Money.__str__", "Money.parse")
    ]


def test_functions_and_constructors_read_too(module):
    function = CLASS.format("def __str__(self): return ''") + (
        "\ndef parse(text: str) -> Money | None: return Money(1)\n"
    )
    constructor = CLASS.replace("cents: int", "cents: str").format("def __str__(self): return ''")

    assert module(function).relations("round-trip") == [("Money.__str__", "parse")]
    assert module(constructor).relations("round-trip") == [("Money.__str__", "Money")]


def test_not_so_of_what_reads_numbers_or_nothing_or_is_lossy_or_equals_only_itself(module):
    for change in (
        ("text: str", "text: int"),
        ("text: str", "text, more"),
        ("def parse(cls", "def make(cls"),
        ("def __str__", "def show"),
        ("return cls(int(text))", "'''Read it, which loses cents.'''"),
        ("def __eq__", "def equals"),
    ):
        text = CLASS.format(WRITTEN).replace(*change)
        assert module(text).relations("round-trip") == [], change


def test_a_function_that_parses_something_else_reads_no_object(module):
    assert module("def parse(text: str) -> int: return 1\n").relations("round-trip") == []


def test_who_undoes_whom(module):
    one = module("def encode(t): return t\ndef decode(t): return t\ndef other(t): return t\n")

    assert inverses(one.subject) == {f"{one.name}:decode": frozenset([f"{one.name}:encode"])}
