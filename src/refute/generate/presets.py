"""Values known without calling the subject, as literals: `Presets`.

JCrasher's well-known values (section 3.1) and T2's base domain.  We depart in what a preset is: source text that is
evaluated anew at each use, so streams, iterators and other values that change can be presets too.
"""

from __future__ import annotations

import ast
import builtins
import enum
from collections.abc import Iterable, Mapping
from itertools import chain, zip_longest

from refute.model.literals import source_of
from refute.model.roles import PresetSource
from refute.model.sequence import Literal
from refute.model.subject import Subject
from refute.model.typeform import ANY, NEVER, TypeForm, members

# In every list the simple come first: generators prefer the front, shrinking ends there.
# So many of our own come before constants found in the subject's source.
_BEFORE_CONSTANTS = 5
# Of a form built from others (a callable's results, a dict's values) so many parts are combined.
_MOST_PARTS = 3

_COMMON: dict[str, tuple[str, ...]] = {
    "None": ("None",),
    "bool": ("True", "False"),
    "int": ("0", "1", "-1", "2", "3", "5", "7", "10", "-2", "64", "100", "-10", "255", "1000"),
    "float": ("0.0", "1.0", "-1.0", "0.5", "1.5", "2.0", "100.0", "-0.5", "0.1", "1e10"),
    "complex": ("0j", "1j", "(1+0j)", "(1.5-2j)"),
    "str": (
        *("''", "'a'", "'b'", "'ab'", "'A'", "' '", "'0'", "'1'", "'abc'", "'a b'", "'-1'", "'a,b'"),
        *("'hello world'", "'Ab'", "'é'", "'a\\nb'", "'\\n'", "'1.5'", "'a=b'", "'aaaaaaaaaa'"),
    ),
    "bytes": ("b''", "b'a'", "b'b'", "b'ab'", "b'0'", "b'a b'", "b'\\x00'", "b'hello\\n'", "b'\\xff'"),
    "bytearray": ("bytearray(b'')", "bytearray(b'a')", "bytearray(b'ab')", "bytearray(3)"),
    "memoryview": ("memoryview(b'')", "memoryview(b'ab')", "memoryview(bytearray(b'abc'))"),
    "range": ("range(0)", "range(1)", "range(3)", "range(1, 10, 2)", "range(5, 0, -1)"),
    "slice": (
        *("slice(None, None, None)", "slice(0, 1, None)", "slice(1, None, None)"),
        *("slice(None, None, 2)", "slice(None, None, -1)", "slice(-1, None, None)"),
    ),
    "list": ("[]", "[0]", "[1, 2]", "['a']", "[3, 1, 2]", "[1, 1]", "['a', 'b']", "[None]", "[[]]"),
    "tuple": ("()", "(0,)", "(1, 2)", "('a',)", "('a', 1)", "(1, 2, 3)", "(None,)", "((),)"),
    "set": ("set()", "{0}", "{1, 2}", "{'a'}", "{'a', 'b'}"),
    "frozenset": ("frozenset()", "frozenset({0})", "frozenset({1, 2})", "frozenset({'a'})"),
    "dict": ("{}", "{'a': 1}", "{'a': 'b'}", "{0: 0}", "{1: 'a', 2: 'b'}", "{'a': None}", "{'a': {}}"),
    "type": ("int", "str", "list", "dict", "object", "bool", "ValueError"),
    "ellipsis": ("...",),
    "function": ("lambda *args: None", "lambda *args: args[0] if args else None"),
    "builtin_function_or_method": ("len", "abs", "repr"),
    "module": ("math",),
    "enumerate": ("enumerate(['a', 'b'])",),
    "datetime:date": (
        *("datetime.date(2024, 1, 31)", "datetime.date(2000, 1, 1)", "datetime.date(2024, 2, 29)"),
        *("datetime.date(1970, 1, 1)", "datetime.date(2023, 12, 31)"),
    ),
    "datetime:datetime": (
        *("datetime.datetime(2024, 1, 31)", "datetime.datetime(2000, 1, 1, 12, 30)"),
        *("datetime.datetime(2024, 2, 29, 23, 59, 59)", "datetime.datetime(1970, 1, 1)"),
        "datetime.datetime(2024, 1, 31, tzinfo=datetime.timezone.utc)",
        "datetime.datetime(2024, 7, 1, 0, 0, 0, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))",
    ),
    "datetime:time": (
        *("datetime.time(0, 0)", "datetime.time(12, 30)", "datetime.time(23, 59, 59, 999999)"),
        "datetime.time(8, 0, tzinfo=datetime.timezone.utc)",
    ),
    "datetime:timedelta": (
        *("datetime.timedelta(0)", "datetime.timedelta(days=1)", "datetime.timedelta(seconds=1)"),
        *("datetime.timedelta(days=-1)", "datetime.timedelta(hours=2, microseconds=1)"),
        "datetime.timedelta(days=365)",
    ),
    "datetime:timezone": (
        "datetime.timezone.utc",
        "datetime.timezone(datetime.timedelta(hours=2))",
        "datetime.timezone(datetime.timedelta(hours=-5, minutes=-30))",
    ),
    "zoneinfo:ZoneInfo": ("zoneinfo.ZoneInfo('UTC')",),
    "decimal:Decimal": tuple(
        f"decimal.Decimal('{text}')" for text in ("0", "1", "-1", "1.5", "0.1", "100", "-2.50", "1E+3")
    ),
    "fractions:Fraction": tuple(
        f"fractions.Fraction({text})" for text in ("0, 1", "1, 1", "1, 3", "-1, 2", "5, 1", "7, 4")
    ),
    "pathlib:Path": tuple(
        f"pathlib.Path('{text}')" for text in ("a.txt", ".", "a", "a/b.txt", "/", "a b.tar.gz")
    ),
    "pathlib:PurePath": tuple(
        f"pathlib.PurePath('{text}')" for text in ("a.txt", ".", "a/b.txt", "/", "..")
    ),
    "pathlib:PurePosixPath": ("pathlib.PurePosixPath('a/b.txt')", "pathlib.PurePosixPath('/')"),
    "pathlib:PureWindowsPath": ("pathlib.PureWindowsPath('a/b.txt')", "pathlib.PureWindowsPath('C:/')"),
    "re:Pattern": tuple(
        f"re.compile('{text}')" for text in ("a", "", "[0-9]+", "^a*$", "(a)(b)?", "(?P<x>.)")
    ),
    "re:Match": ("re.match('a', 'ab')", "re.search('(b)(c)?', 'ab')", "re.match('', '')"),
    "io:StringIO": ("io.StringIO('a')", "io.StringIO()", "io.StringIO('a\\nb\\n')", "io.StringIO('1,2')"),
    "io:BytesIO": ("io.BytesIO(b'a')", "io.BytesIO()", "io.BytesIO(b'a\\nb\\n')", "io.BytesIO(b'\\x00')"),
    "io:TextIOWrapper": ("io.TextIOWrapper(io.BytesIO(b'a\\n'))", "io.TextIOWrapper(io.BytesIO())"),
    "io:BufferedReader": ("io.BufferedReader(io.BytesIO(b'a\\n'))",),
    "io:BufferedWriter": ("io.BufferedWriter(io.BytesIO())",),
    "uuid:UUID": ("uuid.UUID(int=0)", "uuid.UUID('12345678-1234-5678-1234-567812345678')"),
    "ipaddress:IPv4Address": ("ipaddress.IPv4Address('127.0.0.1')", "ipaddress.IPv4Address(0)"),
    "ipaddress:IPv6Address": ("ipaddress.IPv6Address('::1')",),
    "ipaddress:IPv4Network": ("ipaddress.IPv4Network('10.0.0.0/8')",),
    "ipaddress:IPv6Network": ("ipaddress.IPv6Network('::/64')",),
    "random:Random": ("random.Random(0)", "random.Random(1)"),
    "string:Template": ("string.Template('$a')", "string.Template('')"),
    "types:SimpleNamespace": ("types.SimpleNamespace()", "types.SimpleNamespace(a=1)"),
    "types:MappingProxyType": ("types.MappingProxyType({})", "types.MappingProxyType({'a': 1})"),
    "argparse:Namespace": ("argparse.Namespace()", "argparse.Namespace(a=1)"),
    "logging:Logger": ("logging.getLogger('a')", "logging.Logger('a')"),
    "array:array": ("array.array('i')", "array.array('i', [1, 2])", "array.array('d', [0.5])"),
}  # fmt: skip

# Welcome now and then: they find real faults, but in every sequence they would drown all others.
_RARE: dict[str, tuple[str, ...]] = {
    "int": ("256", "-128", "2**31", "-2**31", "2**32", "2**63", "-2**63 - 1", "10**20", "10**30"),
    "float": (
        *("-0.0", "float('nan')", "float('inf')", "float('-inf')", "1e-10", "5e-324", "1e308"),
        *("0.30000000000000004", "9007199254740993.0"),
    ),
    "complex": ("complex('nan')", "complex('inf')", "-0j"),
    "str": (
        *(
            "'\\x00'",
            "'ß'",
            "'İ'",
            "'\\u200b'",
            "'😀'",
            "'e\\u0301'",
            "'²'",
            "'\\t'",
            "'\\r\\n'",
            "'%s'",
        ),
        *("'{}'", "'{0}'", "'../a'", "'/'", "'\\\\'", '"\'"', "'\"'", "'<a>'", "'nan'", "'None'"),
        *("'0x10'", "'1e5'", "'--a'", "'\\ud800'", "'a' * 100", "'ab' * 1000", "'\\U0010ffff'"),
    ),
    "bytes": ("b'\\r\\n'", "b'\\xc3\\xa9'", "b'\\xff\\xfe'", "b'a' * 100", "bytes(range(256))"),
    "range": ("range(-5, 5)", "range(10**6)"),
    "slice": ("slice(5, 2, None)", "slice(None, None, 0)", "slice(-3, 100, 3)"),
    "list": ("[float('nan')]", "[1, 'a', None]", "list(range(100))"),
    "dict": ("{float('nan'): 1}", "{None: None}", "{(): []}"),
    "tuple": ("(float('nan'),)", "(1, 'a', None)"),
    "datetime:date": ("datetime.date.min", "datetime.date.max"),
    "datetime:datetime": (
        *("datetime.datetime.min", "datetime.datetime.max"),
        "datetime.datetime(2024, 10, 27, 2, 30, fold=1)",
    ),
    "datetime:time": ("datetime.time(2, 30, fold=1)",),
    "datetime:timedelta": ("datetime.timedelta.min", "datetime.timedelta.max"),
    "decimal:Decimal": tuple(
        f"decimal.Decimal('{text}')" for text in ("NaN", "Infinity", "-0", "1E-20", "1E+30", "0E+2")
    ),
    "fractions:Fraction": ("fractions.Fraction(10**20, 3)", "fractions.Fraction(1, 10**20)"),
    "pathlib:Path": ("pathlib.Path('..')", "pathlib.Path('é')", "pathlib.Path('a' * 300)"),
    "re:Pattern": ("re.compile('(?i)a|b')", "re.compile('.', re.DOTALL)"),
}

# What an abstract type, or one never made directly, is supplied by.
_STANDS_FOR: dict[str, tuple[str, ...]] = {
    "io:TextIOBase": ("io:StringIO", "io:TextIOWrapper"),
    "io:BufferedIOBase": ("io:BytesIO", "io:BufferedReader"),
    "io:IOBase": ("io:StringIO", "io:BytesIO"),
    "os:PathLike": ("pathlib:Path",),
    "pathlib:PosixPath": ("pathlib:Path",),
    "datetime:tzinfo": ("datetime:timezone",),
    "numbers:Number": ("int", "float", "complex", "fractions:Fraction"),
    "numbers:Complex": ("int", "float", "complex"),
    "numbers:Real": ("int", "float", "fractions:Fraction"),
    "numbers:Rational": ("int", "fractions:Fraction"),
    "numbers:Integral": ("int", "bool"),
    "typing:SupportsInt": ("int", "float"),
    "typing:SupportsFloat": ("float", "int"),
    "typing:SupportsComplex": ("complex",),
    "typing:SupportsIndex": ("int", "bool"),
    "typing:SupportsAbs": ("int", "float"),
    "typing:SupportsRound": ("float", "int"),
    "typing:SupportsBytes": ("bytes",),
    "collections.abc:Hashable": ("int", "str", "tuple", "None"),
    "collections.abc:Sized": ("list", "str", "dict"),
    "collections.abc:Container": ("list", "set", "dict", "str"),
    "collections.abc:Buffer": ("bytes", "bytearray"),
    "collections.abc:ByteString": ("bytes", "bytearray"),
    "types:FunctionType": ("function",),
    "types:ModuleType": ("module",),
    "types:EllipsisType": ("ellipsis",),
    "types:NoneType": ("None",),
}

# How a collection of elements is written, and of which; "{}" takes the elements, "{:}" key and value pairs.
_OF_ELEMENTS: dict[str, tuple[str, ...]] = {
    "list": ("[{}]",),
    "set": ("{{{}}}",),
    "frozenset": ("frozenset([{}])",),
    "tuple": ("({})",),
    "collections.abc:Iterable": ("[{}]", "({})", "iter([{}])"),
    "collections.abc:Collection": ("[{}]", "({})", "frozenset([{}])"),
    "collections.abc:Reversible": ("[{}]", "({})"),
    "collections.abc:Sequence": ("[{}]", "({})"),
    "collections.abc:MutableSequence": ("[{}]",),
    "collections.abc:Set": ("set([{}])", "frozenset([{}])"),
    "collections.abc:MutableSet": ("set([{}])",),
    "collections.abc:Iterator": ("iter([{}])", "iter(({}))"),
    "collections.abc:Generator": ("(x for x in [{}])",),
    "collections.abc:KeysView": ("dict.fromkeys([{}]).keys()",),
    "collections.abc:ValuesView": ("dict(enumerate([{}])).values()",),
    "collections:deque": ("collections.deque([{}])",),
    "collections:Counter": ("collections.Counter([{}])",),
    "collections:UserList": ("collections.UserList([{}])",),
}
_OF_PAIRS: dict[str, tuple[str, ...]] = {
    "dict": ("{{{}}}",),
    "collections.abc:Mapping": ("{{{}}}", "types.MappingProxyType({{{}}})"),
    "collections.abc:MutableMapping": ("{{{}}}", "collections.OrderedDict({{{}}})"),
    "collections.abc:ItemsView": ("{{{}}}.items()",),
    "collections:OrderedDict": ("collections.OrderedDict({{{}}})",),
    "collections:defaultdict": ("collections.defaultdict(None, {{{}}})",),
    "collections:ChainMap": ("collections.ChainMap({{{}}})",),
    "collections:UserDict": ("collections.UserDict({{{}}})",),
}
# Made step by step where their elements are known, so that each element can be anything.
_DISPLAYS = frozenset({"list", "set", "frozenset", "tuple", "dict"})

_CALLABLE = "collections.abc:Callable"
_ANY_CALLABLES = (
    *("lambda *args: None", "lambda *args: args[0] if args else None", "len", "str", "bool"),
    *("abs", "repr", "lambda *args: True", "lambda *args: 0", "int", "list"),
)
_EXCEPTIONS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type)
    and issubclass(value, BaseException)
    and not issubclass(value, UnicodeError)  # takes five arguments
    and not issubclass(value, BaseExceptionGroup)
)

# What is offered where nothing is annotated, beyond the common: text that is not ASCII, the last character, a
# quote; infinity.
_UNUSUAL = {"str": ("'é'", "'\\U0010ffff'", '"\'"'), "float": ("float('inf')",)}
_FAMILIES = ("int", "str", "float", "tuple", "list", "dict", "bytes")


class Presets:
    """Literals by form.  Lists are simple first and the same in every run.

    `extra` holds the user's own, by form name, which come before ours; `sources` are plugins' offers.
    """

    def __init__(
        self,
        subject: Subject,
        extra: Mapping[str, Iterable[str]] | None = None,
        sources: Iterable[PresetSource] = (),
    ) -> None:
        self._subject = subject
        self._instead = subject.given
        self._extra = {name: tuple(texts) for name, texts in (extra or {}).items()}
        self._sources = tuple(sources)
        self._known: dict[TypeForm, list[Literal]] = {}

    def for_form(self, form: TypeForm) -> list[Literal]:
        """Return what may be passed where the form is asked for; nothing for ANY, see `families`."""
        found = self._known.get(form)
        if found is None:
            self._known[form] = []  # what a recursive form finds on its second visit
            found = self._known[form] = list(dict.fromkeys(self._offered(form)))
        return found

    def rare_for(self, form: TypeForm) -> list[Literal]:
        """Return what is worth a try now and then; where elements have a type, the rare ones say nothing of it."""
        return [
            Literal(source, TypeForm(name))
            for part in members(form)
            if not part.args and part.name not in self._instead
            for name in _suppliers(_public(part.name))
            for source in _RARE.get(name, ())
        ]

    def like(self, source: str) -> list[Literal]:
        """Return values of the type of a default, the default itself first."""
        form = self._form_of_source(source)
        default = Literal(source, form)
        return [default, *(one for one in self.for_form(form) if one.source != source)]

    def families(self) -> list[list[Literal]]:
        """Return values of the common types, one list per type: one type per sequence goes together better."""
        families = [[*self._named(name)[:14], *self._unusual(name)] for name in _FAMILIES]
        families.append([*self._named("None"), *self._named("bool")])
        families += [found for name in self._enums() if (found := self._named(name))]
        return families

    def _unusual(self, name: str) -> list[Literal]:
        return [Literal(source, TypeForm(name)) for source in _UNUSUAL.get(name, ())]

    # ------------------------------------------------------------ by kind of form

    def _offered(self, form: TypeForm) -> list[Literal]:
        name = _public(form.name)
        if form.name in self._instead:
            return [Literal(text, form) for text in self._instead[form.name]]
        plugins = [one for source in self._sources for one in source.presets(form)]
        mine = [Literal(text, form) for text in self._extra.get(form.name, ())]
        return [*mine, *plugins, *self._ours(name, form)]

    def _ours(self, name: str, form: TypeForm) -> list[Literal]:
        if name == "union":
            return _in_turn([self.for_form(part) for part in form.args])
        if name == "literal":
            return [Literal(one.name, self._form_of_source(one.name)) for one in form.args]
        if form in (ANY, NEVER):
            return []
        if name == _CALLABLE:
            return self._callables(form)
        if name == "type":
            return self._types(form)
        if name in _DISPLAYS and form.args:
            return self._empty(name, form)
        if name in _OF_ELEMENTS and name not in _DISPLAYS:
            return self._collections(name, form, self._elements(form))
        if name in _OF_PAIRS and name not in _DISPLAYS:
            return self._collections(name, form, self._pairs(form))
        if name == "re:Pattern" and TypeForm("bytes") in form.args:
            return [Literal(f"re.compile(b'{text}')", form) for text in ("a", "", "[0-9]+")]
        if name in self._subject.typed_dicts:
            return self._typed_dicts(name, form)
        return _in_turn([self._named(one) for one in _suppliers(name)])

    def _named(self, name: str) -> list[Literal]:
        """Return the literals of one class, with the subject's constants after the first few."""
        form = TypeForm(name)
        if name in self._instead:
            return [Literal(text, form) for text in self._instead[name]]
        if name in _EXCEPTIONS:
            return [Literal(f"{name}({text})", form) for text in ("'a'", "")]
        cls = self._subject.classes.get(name)
        if cls is not None and issubclass(cls, enum.Enum):
            texts = [source_of(member) for member in cls]
            return [Literal(text, form) for text in texts if text is not None]
        ours = _COMMON.get(name, ())
        constants = self._subject.constants.get(name, ())
        texts = [*ours[:_BEFORE_CONSTANTS], *constants, *ours[_BEFORE_CONSTANTS:]]
        return [Literal(text, form) for text in dict.fromkeys(filter(None, texts))]

    def _enums(self) -> list[str]:
        return [name for name, cls in self._subject.classes.items() if issubclass(cls, enum.Enum)]

    def _empty(self, name: str, form: TypeForm) -> list[Literal]:
        fixed = name == "tuple" and form.args[-1].name != "..."
        return [] if fixed else [Literal(_COMMON[name][0], TypeForm(name, (NEVER,)))]

    def _collections(self, name: str, form: TypeForm, contents: list[list[str]]) -> list[Literal]:
        shapes = _OF_ELEMENTS.get(name) or _OF_PAIRS[name]
        return [Literal(_filled(shape, items), form) for items in contents for shape in shapes]

    def _elements(self, form: TypeForm) -> list[list[str]]:
        """Return what can stand between the brackets: nothing, one element, several."""
        texts = [one.source for one in self._parts(form.args[0] if form.args else ANY)]
        return [[], *([one] for one in texts[:2]), *([texts] if len(texts) > 1 else [])]

    def _pairs(self, form: TypeForm) -> list[list[str]]:
        keys, values = form.args if len(form.args) == 2 else (ANY, ANY)
        pairs = [
            f"{key.source}: {value.source}"
            for key, value in zip(self._parts(keys), self._parts(values), strict=False)
        ]
        return [[], *([one] for one in pairs[:1]), *([pairs] if len(pairs) > 1 else [])]

    def _parts(self, form: TypeForm) -> list[Literal]:
        return (self._named("int") if form == ANY else self.for_form(form))[:_MOST_PARTS]

    def _typed_dicts(self, name: str, form: TypeForm) -> list[Literal]:
        """Return dict displays with all keys, and with those that are required."""
        fields = self._subject.typed_dicts[name]
        found: list[Literal] = []
        for number in range(_MOST_PARTS):
            items = []
            for one in fields:
                offers = self._parts(one.form)
                if offers and (one.required or number):
                    items.append(f"{one.name!r}: {offers[min(number, len(offers) - 1)].source}")
                elif one.required:
                    return []  # a value that only the subject can make
            found.append(Literal("{" + ", ".join(items) + "}", form))
        return found

    def _callables(self, form: TypeForm) -> list[Literal]:
        plain = TypeForm(_CALLABLE)
        if not form.args:
            return [Literal(text, plain) for text in _ANY_CALLABLES]
        *given, result = form.args
        names = ["*args"] if given == [TypeForm("...")] else [f"x{i}" for i in range(len(given))]
        head = f"lambda {', '.join(names)}:" if names else "lambda:"
        bodies = [one.source for one in self._parts(result)]
        if result == ANY:
            bodies = ["None", "0", "True"]
        same = [name for name, one in zip(names, given, strict=True) if result in (one, ANY)]
        if names != ["*args"]:
            bodies = [*same[:1], *bodies]
        return [Literal(f"{head} {body}", plain) for body in bodies]

    def _types(self, form: TypeForm) -> list[Literal]:
        if not form.args:
            return [Literal(text, TypeForm("type")) for text in _COMMON["type"]]
        found: list[str] = []
        for part in members(form.args[0]):
            cls = self._subject.classes.get(part.name) or getattr(builtins, part.name, None)
            if isinstance(cls, type):
                usual = (bool, ValueError, KeyError, RuntimeError)
                related = [*self._subject.classes.values(), *usual]
                derived = [one for one in related if issubclass(one, cls)]
                found += filter(None, map(source_of, [cls, *derived]))
        return [Literal(text, form) for text in dict.fromkeys(found)]

    def _form_of_source(self, source: str) -> TypeForm:
        """Return the form of a literal or of an enumeration's member; ANY where only a run can tell."""
        try:
            value = ast.literal_eval(source)
        except (ValueError, SyntaxError):
            return self._form_of_call(source)
        return TypeForm("None" if value is None else type(value).__name__)

    def _form_of_call(self, source: str) -> TypeForm:
        head = source.partition("(")[0]
        if head in _COMMON:  # float('inf'), frozenset({1})
            return TypeForm(head)
        for name in self._enums():
            if head.rpartition(".")[0] == name.replace(":", "."):
                return TypeForm(name)
        for name in _COMMON:
            if name.replace(":", ".") == head:
                return TypeForm(name)
        return ANY


def _public(name: str) -> str:
    """Return a standard class's name as users write it: StringIO is made in `_io`, Path in `pathlib._local`."""
    module, colon, rest = name.partition(":")
    if module == "_io":
        return f"io:{rest}"
    return f"pathlib:{rest}" if module.startswith("pathlib.") and colon else name


def _suppliers(name: str) -> tuple[str, ...]:
    return _STANDS_FOR.get(name, (name,))


def _filled(shape: str, items: list[str]) -> str:
    alone = "({})" in shape and len(items) == 1  # of one element, a comma makes the tuple
    return shape.format(f"{items[0]}," if alone else ", ".join(items))


def _in_turn(lists: list[list[Literal]]) -> list[Literal]:
    return [one for one in chain.from_iterable(zip_longest(*lists)) if one is not None]
