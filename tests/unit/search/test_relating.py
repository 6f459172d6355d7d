"""Relations tried at the end of sequences: what is found, what is left alone, and what it costs."""

from __future__ import annotations

CODEC = """
def encode(text: str) -> str:
    return text[::-1]

def decode(text: str) -> str:
    return text[::-1]{0}
"""


def rules(bench, text: str, sequences: int = 300, **options) -> list[str]:
    found = bench(text, **options).run(sequences)
    return [one.violation.rule for one in found]


def test_what_held_on_most_inputs_and_fails_on_one_is_found(bench):
    (finding,) = bench(CODEC.format(".replace('!', '')")).run(600)

    assert finding.violation.rule == "round-trip"
    assert "; it held on " in finding.violation.reason
    assert finding.sequence.calls() == 2


def test_what_holds_or_half_the_time_does_not_is_silent(bench):
    assert rules(bench, CODEC.format("")) == []
    assert rules(bench, CODEC.format(".translate(dict.fromkeys(map(ord, 'aeiou')))")) == []


def test_the_search_goes_the_same_way_with_and_without(bench):
    one, other = bench(CODEC.format("")), bench(CODEC.format(""))
    other.campaign._relating.tried = lambda execution: None
    one.run(200), other.run(200)

    assert one.campaign._relating.tries > 0
    assert one.campaign.calls == other.campaign.calls
    assert one.campaign.tally == other.campaign.tally


def test_only_so_much_is_tried(bench):
    one = bench(CODEC.format(""))
    one.run(400)

    relating = one.campaign._relating
    # What was begun is done: the tries at the end of one sequence, each with its calls.
    assert 0 < relating.spent <= 2000 + one.campaign.calls / 10 + 4 * 20


def test_where_there_is_nothing_to_relate_no_call_is_made(bench):
    one = bench("def double(n: int) -> int:\n    return 2 * n\n")
    one.run(50)

    assert one.campaign._relating._tries == {}


def test_what_does_not_return_is_not_tried_again(bench):
    one = bench(CODEC.format(""))
    relating = one.campaign._relating
    relating._further.stopped.add(f"{one.module}:decode")
    one.run(100)

    assert relating._support._known == {}


NOTES = """
class Note:
    def __init__(self, text):
        self.text = text

    def serialize(self):
        return {"text": self.text, "tags": []}

    @classmethod
    def deserialize(cls, data):
        {0}

def decode(text: str) -> str:
    raise ValueError

def encode(text: str) -> str:
    return text
"""


def test_what_cannot_read_what_its_counterpart_has_written_is_found(bench):
    (finding,) = bench(NOTES.replace("{0}", "return cls(**data)")).run(200)
    mended = bench(NOTES.replace("{0}", "return cls(data['text'])")).run(200)

    assert (finding.violation.because, finding.violation.exception) == (
        "refuses-inverse",
        "TypeError",
    )
    assert finding.sequence.calls() == 3
    assert mended == []


INHERITED = """
class Animal:
    def __init__(self, name: str) -> None:
        self._name = name

    def rename(self, name: str) -> None:
        self._name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Animal) and self._name == other._name

    def __hash__(self) -> int:
        return hash(self._name)

class Cat(Animal): ...

class Dog(Animal): ...
"""


def test_what_several_classes_inherit_is_told_once(bench):
    found = bench(INHERITED).run(300)

    assert [one.violation.rule for one in found] == ["hash-over-time"]
