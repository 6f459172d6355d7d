"""What is written about methods and classes is read, wherever it is written; with the real libraries."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.discover.contracts import contract_of, mismatch, promise_of, spec_of
from refute.model.subject import Subject

Found = Callable[..., Subject]


def asked(function, *arguments: object, owner: type | None = None) -> list[bool]:
    return [bool(one.function(*arguments)) for one in contract_of(owner, function).requires]


def test_nothing_written_is_no_contract() -> None:
    assert contract_of(None, len).requires == ()


def test_specifications_stand_in_for_their_methods(found: Found) -> None:
    subject = found(
        """
        class Stack:
            def push(self, x: int) -> None: ...
            def push_spec(self, x: int) -> None:
                assert x > 0, "PRE"
                self.push(x)
            def pop(self) -> int: ...
            def pop_spec(self, x) -> int:
                assert x
                return self.pop()
            def probe_full(self): ...
            def probe1_spec(self): ...
            def appmodel(self, last): return True
        class Deep(Stack):
            def push(self, x: int) -> None: ...
        """
    )
    routines = {one.target.partition(":")[2]: one for one in subject.routines}

    assert routines["Stack.push"].call((0, 1)).target == "shop:Stack.push_spec"
    assert routines["Deep.push"].call((0, 1)).target == "shop:Deep.push_spec"
    assert routines["Stack.pop"].stand_in is None
    assert subject.faulty["Stack.pop_spec"].startswith(
        "Stack.pop_spec takes (self, x), but pop takes (self)"
    )
    assert {one.partition(":")[2] for one in subject.probes} >= {
        "Stack.probe_full",
        "Stack.probe1_spec",
    }
    assert subject.promises["shop:Stack"].wants_last


def test_what_is_no_method_has_specifications_too(found: Found) -> None:
    subject = found(
        """
        import functools
        class Stack:
            @property
            def top(self) -> int: return 1
            def top_spec(self) -> int:
                assert self, "PRE"
                return self.top
            @functools.cached_property
            def size(self) -> int: return 1
            def size_spec(self) -> int:
                found = self.size
                assert found
                return found
            @staticmethod
            def add(a: int) -> int: return a
            @staticmethod
            def add_spec(a: int) -> int:
                assert a > 0, "PRE"
                return Stack.add(a)
            @classmethod
            def of(cls, n: int) -> "Stack": return cls()
            @classmethod
            def of_spec(cls, n: int) -> "Stack":
                assert n > cls.least(), "PRE"
                return cls.of(n)
            @classmethod
            def least(cls) -> int: return 3
            def swap(self): ...
            def swap_spec(self):
                assert self
                return type(self).swap(self)
        class Deep(Stack): ...
        def half(n: int) -> int: return n // 2
        def half_spec(n: int) -> int:
            assert n % 2 == 0, f"PRE: {n} is odd"
            return half(n)
        """
    )
    routines = {one.target.partition(":")[2]: one for one in subject.routines}
    calls = {name: one.call(tuple(range(len(one.inputs)))) for name, one in routines.items()}

    assert not [name for name in routines if name.endswith("_spec")]
    assert {name: (one.target.partition(":")[2], one.how) for name, one in calls.items()} == {
        "Stack": ("Stack", "new"),
        "Stack.top": ("Stack.top_spec", "method"),
        "Stack.size": ("Stack.size_spec", "method"),
        "Stack.add": ("Stack.add_spec", "function"),
        "Stack.of": ("Stack.of_spec", "function"),
        "Stack.least": ("Stack.least", "function"),
        "Stack.swap": ("Stack.swap_spec", "method"),
        "Deep": ("Deep", "new"),
        "Deep.top": ("Deep.top_spec", "method"),
        "Deep.size": ("Deep.size_spec", "method"),
        "Deep.add": ("Deep.add_spec", "function"),
        "Deep.of": ("Deep.of_spec", "function"),
        "Deep.least": ("Deep.least", "function"),
        "Deep.swap": ("Deep.swap_spec", "method"),
        "half": ("half_spec", "function"),
    }
    (asked,) = subject.contracts["shop:Stack.of"].requires
    assert [asked.function(n) for n in (3, 4)] == [False, True]
    assert subject.contracts["shop:half"].spec.asserts[0][1:] == ("requires", "n % 2 == 0")
    assert subject.faulty == {}


def test_what_says_pre_or_post_is_never_an_operation(found: Found) -> None:
    subject = found(
        """
        import functools
        def noting(function):
            @functools.wraps(function)
            def noted(*args): return function(*args)
            return noted
        class A:
            def f(self): ...
            def f_spec(self):
                assert self, "PRE"
                return 1
            def gone_spec(self):
                assert self, "POST"
            @staticmethod
            def g(x): ...
            def g_spec(self, x):
                assert x, "PRE"
                return self.g(x)
            def h(self): ...
            @staticmethod
            def h_spec(self):
                assert self, "PRE"
                return A.h(self)
            def i(self): ...
            async def i_spec(self):
                assert self, "PRE"
                return self.i()
            def l(self): ...
            @noting
            def l_spec(self):
                assert self, "PRE"
                return self.l()
            def probe_spec(self):
                assert self, "PRE"
        def k(): ...
        def k_spec():
            assert k, "precondition"
        """
    )
    names = {one.target.partition(":")[2]: one.stand_in for one in subject.routines}

    assert names == dict.fromkeys(
        ["noting", "A", "A.f", "A.g", "A.h", "A.i", "A.l", "A.probe_spec", "k"]
    )
    assert {name: said.partition(" ")[2] for name, said in subject.faulty.items()} == {
        "A.f_spec": "asserts PRE or POST, but never calls f, and is not used. Let it call f in between.  [spec-calls]",
        "A.gone_spec": "asserts PRE or POST, but there is no gone, and is not used. Name it after what it specifies.  "
        "[spec-calls]",
        "A.g_spec": "is called on the object, but g on the class, and is not used. Make both alike.  [spec-parameters]",
        "A.h_spec": "is called on the class, but h on the object, and is not used. Make both alike.  [spec-parameters]",
        "A.l_spec": "is decorated, so that its assertions cannot be told apart, and is not used. Leave the decorators "
        "off.  [spec-parameters]",
        "A.i_spec": "is async, but i is not, and is not used. Make both alike.  [spec-parameters]",
        "k_spec": "asserts PRE or POST, but never calls k, and is not used. Let it call k in between.  [spec-calls]",
    }


def test_what_only_has_the_name_of_a_specification_is_an_operation(found: Found) -> None:
    subject = found(
        """
        def load(text): ...
        def load_spec(text):
            assert isinstance(text, str)
            return text.split()[0]
        class Package:
            def version(self): ...
            def version_spec(self, op):
                assert isinstance(op, str), "a text"
                return op.split()[0]
        """
    )
    names = {one.target.partition(":")[2] for one in subject.routines}

    assert names == {"load", "load_spec", "Package", "Package.version", "Package.version_spec"}
    assert subject.faulty == {}


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("", ["requires", "ensures"]),
        (", 'prefix'", ["requires", "ensures"]),
        (", 'posted'", ["requires", "ensures"]),
        (", 'post-mortem'", ["requires", "ensures"]),
        (", x", ["requires", "ensures"]),
        (", 'pre'", ["requires", "requires"]),
        (", 'Precondition: x'", ["requires", "requires"]),
        (", f'POST {x}'", ["ensures", "ensures"]),
    ],
)
def test_a_message_says_what_an_assertion_is_about_or_else_its_place(
    found: Found, message: str, kinds: list[str]
) -> None:
    subject = found(
        f"""
        class A:
            def f(self, x): ...
            def f_spec(self, x):
                assert x > 1{message}
                self.f(x)
                assert x > 2{message}
        """
    )
    spec = subject.contracts["shop:A.f"].spec

    assert spec is not None
    assert [kind for _, kind, _ in spec.asserts] == kinds


def test_probes_are_left_out_when_asked_to(found: Found) -> None:
    text = "class A:\n    def probe_x(self): ...\n    def f(self): ...\n"

    assert {one.target for one in found(text, probing=False).routines} == {"shop:A", "shop:A.f"}


def test_what_the_code_may_raise_is_read_from_its_contract(found: Found) -> None:
    subject = found("import deal\n@deal.raises(KeyError)\ndef f(x: int): ...\n")

    assert subject.routines[0].raises == {"KeyError"}


class Shy:
    def f(self, x, y=1): ...

    def f_spec(self, x, y):
        assert x
        return self.f(x, y)

    def g(self, *rest): ...

    def g_spec(self, *rest):
        assert rest
        return self.g(*rest)

    def h(self): ...

    def h_spec(self):
        return "neither calls nor asserts"

    def appmodel(self, one, two): ...


@pytest.mark.parametrize(("name", "fits"), [("f", False), ("g", True)])
def test_a_specification_must_take_every_call_of_its_method(name: str, fits: bool) -> None:
    spec = spec_of(Shy, name)
    assert spec is not None

    assert (mismatch(spec.function, getattr(Shy, name)) == "") is fits


def test_what_only_looks_like_a_specification_is_none() -> None:
    assert spec_of(Shy, "h") is None
    assert spec_of(Shy, "") is None
    assert promise_of(Shy) is None
    assert promise_of(int) is None
