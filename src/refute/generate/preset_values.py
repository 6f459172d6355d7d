"""The well-known values of each type, as source, the simple first: generators prefer the front, shrinking ends there."""

from __future__ import annotations

COMMON: dict[str, tuple[str, ...]] = {
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
RARE: dict[str, tuple[str, ...]] = {
    "int": (
        *("256", "-128", "2**31", "-2**31", "2**32", "2**63", "-2**63 - 1", "10**20", "10**30"),
        *(
            "127",
            "128",
            "1024",
            "65535",
            "65536",
            "2**31 - 1",
            "2**53 + 1",
            "4",
            "8",
            "17",
        ),
    ),
    "float": (
        *("-0.0", "float('nan')", "float('inf')", "float('-inf')", "1e-10", "5e-324", "1e308"),
        *("0.30000000000000004", "9007199254740993.0", "1e16", "-1e-07", "0.9999999999999999"),
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
        *("'a\\x00b'", "'ﬁ'", "'ŉa'", "'٣'", "'a/b'", "'a//b'", "'a.b'", "'2024-01-31'", "'12:30'"),
        *("'1.0.0'", "'http://a.b/c?d=e#f'", "'{\"a\": [1]}'", "'a@b.c'", "',,'", "',a'", "'a,'"),
        *("'%d'", "'{a}'", "'1_000'", "' a '", "'1/2'", "'#'", "'a-b_c'", "'-0'", "'a\\n\\nb'"),
        # Addresses that are read in parts, some of them wrong; and of each common format a little.
        *("'http://a.b:80/c'", "'http://a.b:99999'", "'http://ł:c@a.b'", "'http://['"),
        *("'[a]\\nb = c\\n'", "'a: 1\\nb: [2]'", "'a,b\\n1,2\\n'", "'<a b=\"c\">d</a>'"),
        *("'1' * 50", "'0.1'", "'-1.5e-7'"),
        *("'0x10'", "'1e5'", "'--a'", "'\\ud800'", "'a' * 100", "'ab' * 1000", "'\\U0010ffff'"),
    ),
    "bytes": ("b'\\r\\n'", "b'\\xc3\\xa9'", "b'\\xff\\xfe'", "b'a' * 100", "bytes(range(256))"),
    "range": ("range(-5, 5)", "range(10**6)"),
    "slice": ("slice(5, 2, None)", "slice(None, None, 0)", "slice(-3, 100, 3)"),
    "list": (
        *("[float('nan')]", "[1, 'a', None]", "list(range(100))", "[0, 0, 0]", "[3, 2, 1]"),
        *("list(range(8))", "list(range(17))", "[[1, 2], [3, 4]]", "[('a', 1), ('b', 2)]"),
        *("['', 'a']", "['b', 'a', 'a']", "[-1, -2]", "[0, 0.0, False]", "[{}, {'a': 1}]"),
    ),
    "dict": (
        *("{float('nan'): 1}", "{None: None}", "{(): []}", "{-1: 'a', -2: 'b'}", "{'a': [1, 2]}"),
        *("{'a': {'b': 1}, 'c': {'b': 2}}", "{0: 'a', '0': 'b'}", "dict.fromkeys(range(17), 0)"),
    ),
    "tuple": (
        *("(float('nan'),)", "(1, 'a', None)", "(-1, -2)", "((1, 2), (3, 4))", "(0, 0.0, False)"),
        "tuple(range(17))",
    ),
    "set": ("{-1, -2}", "set(range(17))", "{0, '0', None}"),
    "frozenset": ("frozenset({-1, -2})", "frozenset(range(17))"),
    "collections.abc:Iterable": ("range(3)", "{'a': 1}", "iter(())", "(x for x in ())", "'ab'"),
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
STANDS_FOR: dict[str, tuple[str, ...]] = {
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
OF_ELEMENTS: dict[str, tuple[str, ...]] = {
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


OF_PAIRS: dict[str, tuple[str, ...]] = {
    "dict": ("{{{}}}",),
    "collections.abc:Mapping": ("{{{}}}", "types.MappingProxyType({{{}}})"),
    "collections.abc:MutableMapping": ("{{{}}}", "collections.OrderedDict({{{}}})"),
    "collections.abc:ItemsView": ("{{{}}}.items()",),
    "collections:OrderedDict": ("collections.OrderedDict({{{}}})",),
    "collections:defaultdict": ("collections.defaultdict(None, {{{}}})",),
    "collections:ChainMap": ("collections.ChainMap({{{}}})",),
    "collections:UserDict": ("collections.UserDict({{{}}})",),
}


ANY_CALLABLES = (
    *("lambda *args: None", "lambda *args: args[0] if args else None", "len", "str", "bool"),
    *("abs", "repr", "lambda *args: True", "lambda *args: 0", "int", "list"),
)


# What is offered where nothing is annotated, beyond the common: text that is not ASCII, the last character, a
# quote; infinity.
UNUSUAL = {"str": ("'é'", "'\\U0010ffff'", '"\'"'), "float": ("float('inf')",)}
