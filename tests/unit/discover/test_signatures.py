"""Everything that can be called becomes a routine, with what its signature says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.discover.patterns import select
from refute.model.errors import UsageError
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm, union

Found = Callable[..., Subject]


def by_name(subject: Subject) -> dict[str, Routine]:
    return {routine.target.partition(":")[2]: routine for routine in subject.routines}


def shapes(subject: Subject) -> dict[str, str]:
    return {name: f"{one.how} {one.then}".strip() for name, one in by_name(subject).items()}


def test_inputs_say_what_the_signature_says(found: Found) -> None:
    subject = found(
        """
        def buy(a: int, /, b, c: str = "x", *rest: int, d: int = None, e, f=(1, 2), **more): ...
        """
    )

    assert by_name(subject)["buy"].inputs == (
        Input("a", INT, annotated=True, nameless=True),
        Input("b", ANY),
        Input("c", STR, required=False, annotated=True, default="'x'"),
        Input("rest", INT, "rest", required=False, annotated=True),
        Input("d", union(INT, NONE), "keyword", required=False, annotated=True),
        Input("e", ANY, "keyword"),
        Input("f", ANY, "keyword", required=False, default="(1, 2)"),
        Input("more", ANY, "rest-keywords", required=False),
    )


def test_all_kinds_of_members(found: Found) -> None:
    subject = found(
        """
        import functools
        class Cart:
            limit = 3
            def __init__(self, owner: str): ...
            def add(self, item): ...
            def _hide(self): ...
            @classmethod
            def empty(cls) -> "Cart": ...
            @staticmethod
            def price(item): ...
            @property
            def size(self) -> int: ...
            @functools.cached_property
            def total(self) -> int: ...
            @functools.lru_cache
            def cached(self, x): ...
            def __len__(self): ...
            def __getitem__(self, i: int) -> str: ...
            def __enter__(self): ...
            def __exit__(self, *exc): ...
            def __hash__(self): ...
            def __repr__(self): ...
            def __getattr__(self, name): ...
            class Item:
                def __init__(self, n: int): ...
            class _Secret: ...
        """
    )

    assert shapes(subject) == {
        "Cart": "new",
        "Cart.add": "method",
        "Cart.empty": "function",
        "Cart.price": "function",
        "Cart.size": "get",
        "Cart.total": "get",
        "Cart.cached": "method",
        "Cart.__len__": "operator",
        "Cart.__getitem__": "operator",
        "Cart.__enter__": "method",
        "Cart.__exit__": "method",
        "Cart.Item": "new",
    }
    routines = by_name(subject)
    cart = TypeForm("shop:Cart")
    receiver = Input("self", cart, annotated=True)
    assert routines["Cart"].inputs == (Input("owner", STR, annotated=True),)
    assert routines["Cart"].output == routines["Cart.empty"].output == cart
    assert routines["Cart.add"].inputs == (receiver, Input("item", ANY))
    assert routines["Cart.empty"].inputs == ()
    assert routines["Cart.size"].inputs == (receiver,) and routines["Cart.size"].output == INT
    assert routines["Cart.__len__"].output == INT
    assert [one.form for one in routines["Cart.__exit__"].inputs] == [cart, NONE, NONE, NONE]
    assert {one.owner for one in subject.routines} == {"shop:Cart", "shop:Cart.Item"}


def test_what_is_done_with_results(found: Found) -> None:
    subject = found(
        """
        import contextlib, functools
        from collections.abc import Iterator, AsyncIterator
        async def fetch() -> int: ...
        def count() -> Iterator[int]: yield 1
        async def stream() -> AsyncIterator[int]: yield 1
        @contextlib.contextmanager
        def opened() -> Iterator[int]: yield 1
        def passes_on(f):
            @functools.wraps(f)
            def wrapper(*args): return f(*args)
            return wrapper
        @passes_on
        async def wrapped() -> int: ...
        class Bag:
            def __iter__(self) -> Iterator[str]: yield ""
            async def __aenter__(self): ...
        """
    )

    routines = by_name(subject)
    ints, texts = TypeForm("list", (INT,)), TypeForm("list", (STR,))
    assert (routines["fetch"].then, routines["fetch"].output) == ("await", INT)
    assert (routines["count"].then, routines["count"].output) == ("items", ints)
    assert (routines["stream"].then, routines["stream"].output) == ("async-items", ints)
    assert (routines["opened"].then, routines["opened"].output) == ("", ANY)
    assert (routines["wrapped"].then, routines["wrapped"].output) == ("await", INT)
    assert (routines["Bag.__iter__"].then, routines["Bag.__iter__"].output) == ("", texts)
    assert routines["Bag.__aenter__"].then == "await"


def test_operators_take_as_many_operands_as_they_have(found: Found) -> None:
    subject = found(
        """
        class Number:
            def __pow__(self, other, modulus=None): ...
            def __round__(self, digits=None): ...
            def __add__(self, *others): ...
            def __sub__(self): ...
            def __mul__(self, a, b): ...
            def __call__(self, a, b=1, *, c=2): ...
        """
    )

    counts = {name: len(one.inputs) for name, one in by_name(subject).items()}
    assert counts == {
        "Number": 0,
        "Number.__pow__": 2,
        "Number.__round__": 1,
        "Number.__add__": 2,
        "Number.__call__": 4,
    }
    assert set(subject.skipped) == {"shop:Number.__sub__", "shop:Number.__mul__"}


def test_inherited_methods_belong_to_the_subclass_too(found: Found) -> None:
    subject = found(
        """
        class _Hidden:
            def from_hidden(self): ...
        class Base(_Hidden):
            def shared(self): ...
            def changed(self): ...
        class Sub(Base):
            def changed(self): ...
        class Bag(dict):
            def update(self, other): ...
        """
    )

    assert set(by_name(subject)) == {
        *("Base", "Base.shared", "Base.changed", "Base.from_hidden"),
        *("Sub", "Sub.shared", "Sub.changed", "Sub.from_hidden"),
        *("Bag", "Bag.update"),
    }
    assert by_name(subject)["Sub.shared"].inputs[0].form == TypeForm("shop:Sub")


def test_what_has_no_instances_of_its_own(found: Found) -> None:
    subject = found(
        """
        import abc, enum, typing
        class Shape(abc.ABC):
            @abc.abstractmethod
            def area(self): ...
            def double(self): ...
        class Square(Shape):
            def area(self): ...
        class Alone(abc.ABC):
            @abc.abstractmethod
            def act(self): ...
        class Color(enum.Enum):
            RED = 1
            def mix(self, other: "Color") -> "Color": ...
        class Speaks(typing.Protocol):
            def speak(self): ...
        class Movie(typing.TypedDict):
            name: str
        class Plain(Exception): ...
        class Rich(Exception):
            def __init__(self, code: int): ...
        class Meta(type): ...
        class LoudMixin:
            def shout(self): ...
        class AbstractStore:
            def keep(self): ...
        class Silent(type):
            def __getattribute__(cls, name):
                if name == "__mro__":
                    raise LookupError(name)
                return super().__getattribute__(name)
        class Hidden(metaclass=Silent): ...
        """
    )

    assert set(by_name(subject)) == {
        *(
            "LoudMixin.shout",
            "AbstractStore.keep",
            "Square",
            "Square.area",
            "Square.double",
            "Alone.act",
            "Color.mix",
            "Rich",
        ),
    }
    assert "abstract" in subject.skipped["shop:Shape"]
    assert "mixin" in subject.skipped["shop:LoudMixin"]
    assert "abstract by its name" in subject.skipped["shop:AbstractStore"]
    assert subject.skipped["shop:Hidden"] == "to look at it raises LookupError"
    assert "shop:Color" not in subject.skipped  # its members are values
    assert subject.classes["shop:Color"].__name__ == "Color"


def test_generated_methods(found: Found) -> None:
    subject = found(
        """
        from __future__ import annotations
        import dataclasses, typing
        @dataclasses.dataclass(order=True)
        class Point:
            x: int
            y: int = 0
            tags: list[str] = dataclasses.field(default_factory=list)
        @dataclasses.dataclass
        class Own:
            x: int
            def __eq__(self, other): return True
        class Pair(typing.NamedTuple):
            left: int
            right: Pair | None = None
        """
    )

    routines = by_name(subject)
    assert set(routines) == {
        *("Point", "Point.__lt__", "Point.__le__", "Point.__gt__", "Point.__ge__"),
        *("Own", "Own.__eq__", "Pair"),
    }
    assert [one.form for one in routines["Point"].inputs] == [INT, INT, TypeForm("list", (STR,))]
    pair = TypeForm("shop:Pair")
    assert [one.form for one in routines["Pair"].inputs] == [INT, union(pair, NONE)]


def test_predicates_are_no_operations(found: Found) -> None:
    subject = found(
        """
        class Stack:
            def push(self, x): ...
            def push_spec(self, x):
                assert x, "PRE"
                self.push(x)
            def rep_ok(self): ...
        class Deep(Stack): ...
        class Odd:
            def _check(self, level): ...
        """
    )

    assert set(by_name(subject)) == {"Stack", "Stack.push", "Deep", "Deep.push", "Odd"}
    assert subject.invariants == {"shop:Stack": "rep_ok", "shop:Deep": "rep_ok"}


def test_private_names_when_asked(found: Found) -> None:
    source = "class Box:\n    def _open(self): ...\ndef _make(): ..."

    assert set(by_name(found(source))) == {"Box"}


def test_documentation_names_exceptions(found: Found) -> None:
    subject = found(
        '''
        class Box:
            """A box.

            Raises:
                ValueError: too small.
            """
            def __init__(self, size): ":raises TypeError: no number"
            def open(self): "Raises KeyError without a key."
        '''
    )

    assert by_name(subject)["Box"].raises == {"ValueError", "TypeError"}
    assert by_name(subject)["Box.open"].raises == {"KeyError"}


def test_signatures_that_lie_are_skipped_with_a_reason(found: Found) -> None:
    subject = found(
        """
        def fine(): ...
        def odd(): ...
        odd.__signature__ = "no signature"
        """
    )

    assert set(by_name(subject)) == {"fine"}
    assert "signature" in subject.skipped["shop:odd"]


# ---- select


ROUTINES = [
    Routine(f"shop.cart:{name}", "function", (), ANY) for name in ("Cart", "Cart.add", "buy")
]


@pytest.mark.parametrize(
    ("keep", "exclude", "expected"),
    [
        ([], [], "Cart Cart.add buy"),
        (["cart."], [], "Cart.add"),
        (["Cart*"], [], "Cart Cart.add"),
        (["ADD"], [], "Cart.add"),
        (["add,buy"], [], "Cart.add buy"),
        (["add", "buy"], [], "Cart.add buy"),
        (["not add"], [], "Cart buy"),
        (["cart and not (add or buy)"], [], "Cart"),
        (["c*.add"], [], "Cart.add"),
        ([], ["add"], "Cart buy"),
        (["cart"], ["not buy"], "buy"),
        (["nothing"], [], ""),
    ],
)
def test_patterns(keep: list[str], exclude: list[str], expected: str) -> None:
    chosen = select(ROUTINES, keep, exclude)

    assert [one.target.partition(":")[2] for one in chosen] == expected.split()


@pytest.mark.parametrize("pattern", ["and", "a and", "not", "(a", "a)", "a b", "()", "a or or b"])
def test_patterns_that_cannot_be_read(pattern: str) -> None:
    with pytest.raises(UsageError) as caught:
        select(ROUTINES, [pattern])

    assert caught.value.slug == "bad-pattern" and pattern in caught.value.message
