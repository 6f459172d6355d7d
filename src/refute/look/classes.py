"""What can be read off a class without calling it: who wrote a method, where it stands, what its code plainly does.

Laws ask these once per class.  Where a class says on purpose "this law is not for me" (identity equality, a
tolerance, iteration that empties the object), it says so here.
"""

from __future__ import annotations

import dis
import inspect
import sys
import weakref
from enum import Enum
from itertools import pairwise
from types import CodeType, FunctionType, MappingProxyType
from typing import Any

from refute.look.homes import home_of
from refute.look.written_code import as_written
from refute.model.subject import Subject, definer

# So many decorators may stand around a function.
_LAYERS = 8

_HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE: not one of the interpreter's own static types

_WEAK = (weakref.WeakSet, weakref.WeakKeyDictionary, weakref.WeakValueDictionary)

_IDENTITY_NAMES = {"id", "type", "isinstance", "NotImplemented", "object", "super", "bool"}
_IDENTITY_NAMES |= {"__class__", "__eq__"}

_TOLERANT_PARTS = ("isclose", "is_close", "allclose", "approx", "almost", "toler", "epsilon")
_TOLERANT_NAMES = {"abs", "round", "eps"}

_DRAINING_NAMES = {"pop", "popleft", "popitem", "dequeue", "get_nowait", "read", "readline", "recv"}
_RANDOM_PARTS = ("random", "shuffle", "sample", "choice", "perm", "rng")


# What everybody asks of a class, as `type` answers it: of what kind the answer is.
_ANSWERS: dict[str, type] = {
    **dict.fromkeys(("__name__", "__qualname__", "__module__"), str),
    "__mro__": tuple,
    "__dict__": MappingProxyType,
    "__flags__": int,
}


def unusable(cls: type) -> str:
    """Return what keeps everybody from working with a class, "" for nearly all of them.

    A metaclass can answer for its classes what `type` answers otherwise, and be wrong, or raise.

    >>> unusable(int)
    ''
    """
    try:
        for name, kind in _ANSWERS.items():
            if type(getattr(cls, name)) is not kind:
                return f"its {name} is no {kind.__name__}"
        if type.__dict__["__mro__"].__get__(cls) != cls.__mro__:
            return "its __mro__ is not its bases"
        hash(cls), bool(cls), getattr(cls, "refute", None)
        return "" if {cls: cls}[cls] is cls and cls == cls else "it does not equal itself"
    except Exception as raised:
        return f"to look at it raises {type(raised).__name__}"


def derives(cls: type, base: type) -> bool:
    """Return whether a class derives from another; some protocols do not answer that for what does not name them."""
    try:
        return issubclass(cls, base)
    except TypeError:
        return base in cls.__mro__


def supports(cls: type, name: str) -> bool:
    """Return whether the class, or a base other than `object`, defines the method and did not set it to None."""
    where = definer(cls, name)
    return where is not None and where is not object and where.__dict__[name] is not None


def authored(cls: type, *names: str) -> bool:
    """Return whether one of the methods comes from code that can be wrong: not the interpreter's own types."""
    return any(supports(cls, name) and not is_built_in(definer(cls, name)) for name in names)


def is_built_in(cls: type | None) -> bool:
    """Return whether the class is one of the interpreter's own static types, taken to be right."""
    return cls is None or not cls.__flags__ & _HEAP


def code_of(cls: type, name: str) -> CodeType | None:
    """Return the code of a method written in Python, beneath decorators that say what they wrap."""
    where = definer(cls, name)
    method = where.__dict__[name] if where is not None else None
    while (inner := getattr(method, "__wrapped__", None)) is not None:
        method = inner
    return as_written(method.__code__) if isinstance(method, FunctionType) else None


def has_value_equality(cls: type) -> bool:
    """Return whether `==` means more than `is`, as far as can be read."""
    return supports(cls, "__eq__") and not issubclass(cls, Enum) and not _compares_identity(cls)


def _compares_identity(cls: type) -> bool:
    # "return self is other", with or without isinstance before it.
    code = code_of(cls, "__eq__")
    if code is None:
        return False
    allowed = _IDENTITY_NAMES.union(k.__name__ for k in cls.__mro__)
    return allowed.issuperset(code.co_names) and (
        "id" in code.co_names or "IS_OP" in _opcodes(code)
    )


def compares_fields_by_identity(cls: type) -> bool:
    """Return whether `==` asks of a field that it *is* the other's, as no deep copy's is."""
    code = code_of(cls, "__eq__")
    steps = list(dis.get_instructions(code)) if code else []
    pairs = pairwise(steps)
    return any(
        step.opname == "IS_OP" and before.opname == "LOAD_ATTR" and before.argval != "__class__"
        for before, step in pairs
    )


def is_constant(cls: type, name: str) -> bool:
    """Return whether the method returns the same thing whatever the object holds."""
    code = code_of(cls, name)
    if code is None:
        return False
    return _opcodes(code) <= {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}


def refuses(cls: type, name: str) -> bool:
    """Return whether the method can do nothing but raise: the class does not want to be asked."""
    code = code_of(cls, name)
    if code is None:
        return False
    opcodes = _opcodes(code)
    return "RAISE_VARARGS" in opcodes and opcodes.isdisjoint({"RETURN_VALUE", "RETURN_CONST"})


def is_tolerant(cls: type) -> bool:
    """Return whether `==` allows for rounding: such an equality is not transitive, and is not meant to be."""
    code = code_of(cls, "__eq__")
    if code is None:
        return False
    if any(isinstance(c, float) and 0 < c < 0.1 for c in code.co_consts):
        return True
    names = [name.lower() for name in code.co_names]
    return any(n in _TOLERANT_NAMES or any(p in n for p in _TOLERANT_PARTS) for n in names)


def can_be_iterated_again(cls: type) -> bool:
    """Return whether iterating over an object should leave it as it is and mean "its items".

    Not so for iterators, weak collections, members of an Enum, classes whose `__iter__` visibly changes the
    object, draws at random, or merely supports `a, b = x`.
    """
    if not supports(cls, "__iter__") or supports(cls, "__next__"):
        return False
    if issubclass(cls, (*_WEAK, Enum)):
        return False
    code = code_of(cls, "__iter__")
    return code is None or not (_drains(code) or _draws(code) or _unpacks(code))


def _drains(code: CodeType) -> bool:
    # `self._items.pop()` or `heappop(self._heap)`; not `stack.pop()` on a local list, the way of tree walks.
    this = code.co_varnames[:1]
    if not _opcodes(code).isdisjoint({"STORE_ATTR", "DELETE_ATTR"}):
        return True
    names = _names_in_order(code)
    for before, name, after in zip(names, names[1:], names[2:], strict=False):
        of_local = before in code.co_varnames and before not in this
        if (name in _DRAINING_NAMES and not of_local) or (name == "heappop" and after in this):
            return True
    return False


def _draws(code: CodeType) -> bool:
    return any(part in name.lower() for name in code.co_names for part in _RANDOM_PARTS)


def _unpacks(code: CodeType) -> bool:
    # `yield self.start; yield self.end` or `return iter((self.start, self.end))`: a fixed number of items.
    steps = list(dis.get_instructions(code))
    if any(s.opname in ("FOR_ITER", "JUMP_BACKWARD") for s in steps):
        return False
    yields = sum(s.opname == "YIELD_VALUE" for s in steps)
    built = any(s.opname in ("BUILD_TUPLE", "BUILD_LIST") and (s.arg or 0) > 1 for s in steps)
    return built or yields > 1


def _names_in_order(code: CodeType) -> list[object]:
    steps = [step.argval for step in dis.get_instructions(code) if step.opname != "PUSH_NULL"]
    # From 3.13 on an instruction may load two names.
    return [name for arg in steps for name in (arg if isinstance(arg, tuple) else (arg,))]


def _opcodes(code: CodeType) -> set[str]:
    return {step.opname for step in dis.get_instructions(code)}


def place_of(target: str, cls: type) -> tuple[str | None, int | None]:
    """Return the file and line of an operation; of a class, or where it cannot be found, of the constructor.

    `cls` is the class of the object that is not as it should be: perhaps another than the operation's.
    """
    module, _, path = target.partition(":")
    member: Any = sys.modules.get(module)
    for name in path.rstrip("=").split("."):
        member = inspect.getattr_static(member, name, None)
    if member is None or isinstance(member, type):
        member = getattr(member or cls, "__init__", None)
    for inner in ("__func__", "fget", "func", *["__wrapped__"] * _LAYERS):
        member = getattr(member, inner, member)
    return written_at(member, cls)


def written_at(function: object, cls: type) -> tuple[str | None, int | None]:
    """Return the file and line of a function; of one that was generated, of the class that it was generated for."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return None, None
    if not code.co_filename.startswith("<"):
        return code.co_filename, code.co_firstlineno
    owner = definer(cls, code.co_name) or cls
    try:
        return inspect.getsourcefile(owner), inspect.findsource(owner)[1] + 1
    except (OSError, TypeError):
        return None, None


def definitions_of(subject: Subject) -> dict[str, str]:
    """Return by operation the module that defines it, for those that have another one in their name.

    A class may publish what a base in another module defines, and a package what its modules do: whichever of them is under
    test, it is the same code.  Only modules of the same package count: what others have defined is used as one's own.
    """
    found = {}
    for routine in subject.routines:
        module, _, path = routine.target.partition(":")
        cls = subject.classes.get(routine.owner or "")
        if isinstance(cls, type):
            base = definer(cls, path.rpartition(".")[2].rstrip("=")) or cls
            home = home_of(base)
        else:
            function = inspect.getattr_static(sys.modules.get(module), path, None)
            home = home_of(function)
        is_near = home.partition(".")[0] == module.partition(".")[0]
        if is_near and home != module:
            found[routine.target] = home
    return found
