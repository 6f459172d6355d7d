"""Everything that can be called becomes a routine, with what its signature says."""

from __future__ import annotations

from collections.abc import Callable

from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm, union

Found = Callable[..., Subject]


def by_name(subject: Subject) -> dict[str, Routine]:
    return {routine.target.partition(":")[2]: routine for routine in subject.routines}


def shapes(subject: Subject) -> dict[str, str]:
    return {name: f"{one.how} {one.then}".strip() for name, one in by_name(subject).items()}


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

    assert set(by_name(subject)) - {"_Hidden.from_hidden"} == {
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
        *("Point.tags", "Own", "Own.__eq__", "Pair"),
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


def test_what_laws_and_invariants_ask_is_called_for_suites_alone(found: Found) -> None:
    source = """
        import dataclasses
        class Cart:
            def __repr__(self): ...
            def __getstate__(self): ...
            def __replace__(self, /, **changes): ...
            def invariant(self): ...
        @dataclasses.dataclass
        class Item:
            price: int
        """
    special = {"Cart.__repr__": "operator", "Cart.__getstate__": "operator"}
    special |= {"Cart.invariant": "method"}
    always = {"Cart": "new", "Cart.__replace__": "method", "Item": "new"}

    assert shapes(found(source)) == always
    assert shapes(found(source, for_suite=True)) == always | special
