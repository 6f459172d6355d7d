"""An index of the faults in this folder, for tests that measure whether they are found.

`FAULTS` has one entry per fault, `REGRESSIONS` the pairs of versions, `WRONG_RESULTS` the faults that raise
nothing and break no law of one object, `CORRECT` the modules without fault.  The `shows` of a fault is a sequence in Python: with rule "raises" it raises the exception,
with rule "dies" it ends the process, with any other rule it binds the names that the rule is about:
`a`, and where a rule needs them `b` and `c`, to the values of a law; `x` to the object whose
invariant no longer holds.  It contains exactly `minimal` calls.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One fault of one module, and the shortest sequence that shows it.

    `operation` is what a finding should name: the operation called last for exceptions, deaths and
    invariants, the class for laws.  `exception` is the type's name, None if the rule needs none.
    """

    module: str
    operation: str
    rule: str
    exception: str | None
    note: str
    minimal: int
    shows: str


@dataclass(frozen=True)
class Regression:
    """Two versions of a module; `shows` is true of the older and false of the newer."""

    before: str
    after: str
    note: str
    shows: str


@dataclass(frozen=True)
class WrongResult:
    """A module that raises nothing and answers wrongly; `shows` fails there, and not where it is mended.

    The mended one is in `golden/silent/relations`.
    """

    module: str
    family: str
    shows: str


FAULTS = [
    # After the papers.
    Fault(
        "polynomial", "Poly.add", "invariant", None,
        "a sum of zero stays in the polynomial (Randoop, fig. 2-1)", 6,
        "p = Poly(Mono(Rat(1, 1), 0))\nx = p.add(Mono(Rat(-1, 1), 0))",
    ),
    Fault(
        "pstack", "PStack.push", "invariant", None,
        "the fault sits in PStack.copy: the slots are shared (Randoop, fig. 5-2)", 4,
        "s = PStack()\nx = s.copy()\ns.push(Poly())",
    ),
    Fault(
        "unmodifiable", "UnmodifiableSet", "eq-reflexive", None,
        "a failing comparison is taken for absence (Randoop, fig. 1-2 and 6-1)", 3,
        "s = SortedSet()\ns.add(None)\na = unmodifiable(s)",
    ),
    Fault(
        "sorted_list", "SortedList.get", "raises", "IndexError",
        "the new greatest element of a list just emptied (T2, fig. 1)", 3,
        "s = SortedList()\ns.insert(0)\ns.get()",
    ),
    Fault(
        "sorted_list", "SortedList.get", "raises", "AssertionError",
        "insert remembers the least element; the postcondition of get says so (T2, fig. 1)", 4,
        "s = SortedList()\ns.insert(0)\ns.insert(1)\ns.get()",
    ),
    Fault(
        "canvas", "Canvas", "raises", "ValueError",
        "goes on after noticing a negative size (JCrasher)", 1,
        "Canvas(-1, 1)",
    ),
    Fault(
        "canvas", "Canvas.write", "raises", "IndexError",
        "the position is not checked (JCrasher)", 3,
        "c = Canvas(0, 0)\nc.write(0.0, 0, 0, Color(0.0, 0.0, 0.0))",
    ),
    Fault(
        "find_pattern", "find_pattern", "raises", "IndexError",
        "reads beyond the end (JCrasher)", 1,
        "find_pattern([0], [0])",
    ),
    Fault(
        "squares_array", "get_squares_array", "raises", "ValueError",
        "allocates before it looks at the length (JCrasher)", 1,
        "get_squares_array(-1)",
    ),
    Fault(
        "main_argv", "main", "raises", "IndexError",
        "there may be no argument (JCrasher)", 1,
        "main([])",
    ),
    Fault(
        "main_argv", "main", "raises", "ValueError",
        "the argument may not be a number (JCrasher)", 1,
        "main([''])",
    ),
    Fault(
        "bst_node", "BSTNode", "raises", "TypeError",
        "annotated for any object, works for comparable ones (JCrasher)", 1,
        "BSTNode(None)",
    ),
    Fault(
        "fault_ub_stack", "UniqueBoundedStack.push", "raises", "IndexError",
        "moves one slot too many when the stack is full (after JCrasher's UB-Stack)", 3,
        "s = UniqueBoundedStack(1)\ns.push(0)\ns.push(0)",
    ),
    # Laws.
    Fault(
        "fault_eq_empty_span", "Span", "eq-reflexive", None,
        "an empty span does not overlap itself", 1,
        "a = Span(0, 0)",
    ),
    Fault(
        "fault_eq_siblings", "Units", "eq-symmetric", None,
        "only one of two classes knows the other", 2,
        "a = Units(0)\nb = Dozens(0)",
    ),
    Fault(
        "fault_eq_subset", "Settings", "eq-symmetric", None,
        "names that only the other has are not compared", 2,
        "a = Settings({})\nb = Settings({'': 0})",
    ),
    Fault(
        "fault_eq_tolerance", "Length", "eq-transitive", None,
        "equal up to a tolerance", 3,
        "a = Length(0)\nb = Length(1)\nc = Length(2)",
    ),
    Fault(
        "fault_eq_wildcard", "Key", "eq-transitive", None,
        "None matches every number", 3,
        "a = Key(0)\nb = Key(None)\nc = Key(1)",
    ),
    Fault(
        "fault_eq_none", "Ticket", "eq-none", "AttributeError",
        "None gets past the type check", 1,
        "a = Ticket(0)",
    ),
    Fault(
        "fault_eq_foreign", "Point", "eq-foreign", "AttributeError",
        "no type check", 1,
        "a = Point(0, 0)",
    ),
    Fault(
        "fault_eq_misspelt", "Price", "eq-reflexive", "AttributeError",
        "a misspelt attribute behind the check of the class", 1,
        "a = Price(0)",
    ),
    Fault(
        "fault_repr_refuses", "Ticket", "repr-raises", "ValueError",
        "shows only tickets that have a seat", 1,
        "a = Ticket(0)",
    ),
    Fault(
        "fault_eq_converts", "Score", "eq-foreign", "TypeError",
        "converts the other to a number; ValueError with most texts", 1,
        "a = Score(0)",
    ),
    Fault(
        "fault_hash_identity", "Coin", "hash-equal", None,
        "equal by value, hash of the identity", 2,
        "a = Coin(0)\nb = Coin(0)",
    ),
    Fault(
        "fault_hash_case", "Name", "hash-equal", None,
        "equal without regard to case, hash with it", 2,
        "a = Name('a')\nb = Name('A')",
    ),
    Fault(
        "fault_hash_order", "Team", "hash-equal", None,
        "equal in any order, hash of the order", 2,
        "a = Team('a', 'b')\nb = Team('b', 'a')",
    ),
    Fault(
        "fault_hash_list", "Route", "hash-raises", "TypeError",
        "a frozen dataclass that holds a list", 1,
        "a = Route('', [])",
    ),
    Fault(
        "fault_hash_none", "Person", "hash-raises", "TypeError",
        "the hash needs what may be None", 1,
        "a = Person('')",
    ),
    Fault(
        "fault_repr_empty", "Playlist", "repr-raises", "IndexError",
        "shows the first song of none", 1,
        "a = Playlist()",
    ),
    Fault(
        "fault_repr_unset", "Job", "repr-raises", "AttributeError",
        "needs a field that only run() sets", 1,
        "a = Job('')",
    ),
    Fault(
        "fault_str_none", "Badge", "str-raises", "TypeError",
        "__str__ returns None", 1,
        "a = Badge()",
    ),
    Fault(
        "fault_str_format", "Survey", "str-raises", "TypeError",
        "formats None as a percentage", 1,
        "a = Survey()",
    ),
    Fault(
        "fault_bool_consumed", "Queue", "bool-len", None,
        "true as long as something was ever put in", 3,
        "a = Queue()\na.put(0)\na.take()",
    ),
    Fault(
        "fault_bool_capacity", "Shelf", "bool-len", None,
        "true means room, not content", 1,
        "a = Shelf()",
    ),
    Fault(
        "fault_len_duplicate", "Words", "len-iter", None,
        "counts a word again", 3,
        "a = Words()\na.add('')\na.add('')",
    ),
    Fault(
        "fault_len_remove", "WaitingList", "len-iter", None,
        "counts down for names not on the list", 3,
        "a = WaitingList()\na.join('')\na.leave('a')",
    ),
    Fault(
        "fault_contains_case", "Tags", "contains-iter", None,
        "looks up in lower case what is kept as written", 2,
        "a = Tags()\na.add('A')",
    ),
    Fault(
        "fault_contains_last", "Ticks", "contains-iter", None,
        "iteration includes the last, look-up does not", 1,
        "a = Ticks(1)",
    ),
    Fault(
        "fault_lt_reflexive", "Priority", "lt-irreflexive", None,
        "<= for <; with two equal values also lt-antisymmetric and lt-eq", 1,
        "a = Priority(0)",
    ),
    Fault(
        "fault_lt_or", "Release", "lt-antisymmetric", None,
        "or where the order should be lexicographic", 2,
        "a = Release(0, 1)\nb = Release(1, 0)",
    ),
    Fault(
        "fault_lt_any", "Hand", "lt-antisymmetric", None,
        "one smaller element is enough", 2,
        "a = Hand(0, 1)\nb = Hand(1, 0)",
    ),
    Fault(
        "fault_lt_case", "Word", "lt-eq", None,
        "equality ignores case, order does not", 2,
        "a = Word('A')\nb = Word('a')",
    ),
    Fault(
        "fault_lt_length", "Rope", "lt-eq", None,
        "order looks at a field that equality ignores", 2,
        "a = Rope(0, 'a')\nb = Rope(0, 'b')",
    ),
    Fault(
        "fault_copy_forgets", "Form", "copy-equal", None,
        "__copy__ forgets a field", 2,
        "a = Form('')\na.answer(0)",
    ),
    Fault(
        "fault_copy_default", "Tank", "copy-equal", None,
        "__copy__ takes the default for a field", 1,
        "a = Tank(0)",
    ),
    Fault(
        "fault_deepcopy_forgets", "Letter", "deepcopy-equal", None,
        "__deepcopy__ forgets a field", 1,
        "a = Letter('', '')",
    ),
    Fault(
        "fault_deepcopy_shares", "Drawing", "deepcopy-independent", None,
        "__deepcopy__ shares a list", 1,
        "a = Drawing()",
    ),
    Fault(
        "fault_deepcopy_nested", "Tree", "deepcopy-independent", None,
        "__deepcopy__ is deep for one level only", 2,
        "a = Tree(0)\na.branch(0)",
    ),
    Fault(
        "fault_getstate_loses", "Clock", "pickle-equal", None,
        "__getstate__ forgets a field", 1,
        "a = Clock(0, 1)",
    ),
    Fault(
        "fault_reduce_order", "Slice", "pickle-equal", None,
        "__reduce__ swaps the arguments", 1,
        "a = Slice(0, 1)",
    ),
    Fault(
        "fault_repr_rounds", "Angle", "eval-repr", None,
        "the representation rounds", 1,
        "a = Angle(0.001)",
    ),
    Fault(
        "fault_repr_omits", "Amount", "eval-repr", None,
        "the representation omits an argument", 1,
        "a = Amount(0, '')",
    ),
    Fault(
        "fault_repr_quotes", "Label", "eval-repr", "SyntaxError",
        "the representation does not escape quotes", 1,
        'a = Label("\'")',
    ),
    # Exceptions after one or two calls.
    Fault(
        "fault_last_of_empty", "Diary.latest", "raises", "IndexError",
        "the last of no entries", 2,
        "d = Diary()\nd.latest()",
    ),
    Fault(
        "fault_mean_of_none", "mean", "raises", "ZeroDivisionError",
        "the mean of no numbers", 1,
        "mean([])",
    ),
    Fault(
        "fault_decimal_share", "share", "raises", "DivisionByZero",
        "a bill shared among nobody", 2,
        "share(Decimal(1), 0)",
    ),
    Fault(
        "fault_no_match", "code_in", "raises", "AttributeError",
        "relies on a match", 1,
        "code_in('')",
    ),
    Fault(
        "fault_unbound", "longest", "raises", "UnboundLocalError",
        "a name set only in a loop", 1,
        "longest([])",
    ),
    Fault(
        "fault_misspelt", "kind_of", "raises", "NameError",
        "a misspelt name in the rarest branch", 1,
        "kind_of(100)",
    ),
    Fault(
        "fault_first_word", "first", "raises", "IndexError",
        "the first word of none", 1,
        'first("")',
    ),
    Fault(
        "fault_int_misspelt", "Amount.__int__", "raises", "AttributeError",
        "a misspelt attribute where a TypeError would be excused", 2,
        "a = Amount(0)\nint(a)",
    ),
    Fault(
        "fault_pop_last", "Pile.pop", "raises", "IndexError",
        "the new top of an empty pile", 3,
        "p = Pile()\np.push(0)\np.pop()",
    ),
    Fault(
        "fault_module_misspelt", "dumped", "raises", "AttributeError",
        "a misspelt name of another module", 1,
        'dumped({"": 0})',
    ),
    Fault(
        "fault_half_closed", "after", "raises", "ValueError",
        "looks for what is not in the list; the message says closed", 1,
        'after("half closed")',
    ),
    Fault(
        "fault_other_platform", "label", "raises", "IndexError",
        "the first word of none, beside a question about the machine", 1,
        'label("")',
    ),
    Fault(
        "fault_recursion", "factorial", "raises", "RecursionError",
        "no end from below", 1,
        "factorial(-1)",
    ),
    Fault(
        "fault_top_grade", "grade", "raises", "IndexError",
        "off by one at the upper bound", 1,
        "grade(100)",
    ),
    Fault(
        "fault_none_arithmetic", "Stock.deliver", "raises", "TypeError",
        "adds to None", 2,
        "s = Stock()\ns.deliver('', 0)",
    ),
    Fault(
        "fault_unhashable_key", "Adder.total", "raises", "TypeError",
        "a list as a key", 2,
        "a = Adder()\na.total([])",
    ),
    Fault(
        "fault_int_of_nothing", "Keypad.enter", "raises", "ValueError",
        "int() of its own empty text", 2,
        "k = Keypad()\nk.enter()",
    ),
    Fault(
        "fault_struct_range", "pack_header", "raises", "error",
        "struct.error: a number beyond two bytes", 1,
        "pack_header(-1)",
    ),
    Fault(
        "fault_not_ascii", "checksum", "raises", "UnicodeEncodeError",
        "takes any text for ASCII", 1,
        "checksum('é')",
    ),
    Fault(
        "fault_infinite_size", "boxes_for", "raises", "OverflowError",
        "rounds infinity; 1e999 is infinity as a literal", 1,
        "boxes_for(1e999)",
    ),
    Fault(
        "fault_stop_iteration", "first_even", "raises", "StopIteration",
        "next() without a default", 1,
        "first_even([])",
    ),
    Fault(
        "fault_max_of_none", "Thermometer.warmest", "raises", "ValueError",
        "max() of no readings", 2,
        "t = Thermometer()\nt.warmest()",
    ),
    Fault(
        "fault_sort_none", "median", "raises", "TypeError",
        "sorts None among numbers", 1,
        "median([0, None])",
    ),
    Fault(
        "fault_pages", "pages", "raises", "ZeroDivisionError",
        "checks for negative, not for zero", 1,
        "pages(0, 0)",
    ),
    Fault(
        "fault_leap_birthday", "birthday", "raises", "ValueError",
        "29 February in a common year; raised by date()", 1,
        "birthday(2, 29, 1999)",
    ),
    Fault(
        "fault_mean_of_laps", "Watch.usual", "raises", "StatisticsError",
        "a library is given a list of the code's own with nothing in it", 2,
        "watch = Watch()\nwatch.usual()",
    ),
    Fault(
        "fault_chr_range", "shifted", "raises", "ValueError",
        "the character after the last", 1,
        "shifted('\\U0010ffff')",
    ),
    Fault(
        "fault_trailing_escape", "unescaped", "raises", "IndexError",
        "a backslash at the end", 1,
        "unescaped('\\\\')",
    ),
    Fault(
        "fault_unpack", "settings", "raises", "ValueError",
        "not exactly one = in a line", 1,
        "settings('a')",
    ),
    Fault(
        "fault_math_domain", "leg", "raises", "ValueError",
        "the root of a negative number", 1,
        "leg(0, 1)",
    ),
    Fault(
        "fault_matrix_empty", "Matrix.transposed", "raises", "IndexError",
        "the width of a matrix without rows", 2,
        "m = Matrix([])\nm.transposed()",
    ),
    Fault(
        "fault_no_super", "Limited.add", "raises", "AttributeError",
        "the base class is not initialised", 2,
        "x = Limited(0)\nx.add(0)",
    ),
    Fault(
        "fault_not_started", "StopWatch.stop", "raises", "TypeError",
        "subtracts None", 2,
        "w = StopWatch()\nw.stop(0)",
    ),
    Fault(
        "fault_own_assertion", "Brackets.close", "raises", "AssertionError",
        "the code's own assertion, not about an argument", 2,
        "b = Brackets()\nb.close()",
    ),
    Fault(
        "fault_callback_never", "classes", "raises", "IndexError",
        "relies on a callback that is true for equal numbers", 1,
        "classes([0], lambda a, b: False)",
    ),
    # Exceptions and invariants that need a state.
    Fault(
        "fault_changed_while_iterating", "Cellar.clear_before", "raises", "RuntimeError",
        "deletes from the dictionary it walks over", 3,
        "c = Cellar()\nc.lay('', 0)\nc.clear_before(1)",
    ),
    Fault(
        "fault_remove_only_node", "Chain.drop", "raises", "AttributeError",
        "a list of one node", 3,
        "c = Chain()\nc.add(0)\nc.drop()",
    ),
    Fault(
        "fault_second_index", "Directory.number_of", "raises", "KeyError",
        "the fault sits in leave: one of two indexes is not cleaned", 4,
        "d = Directory()\nd.enter(0, '')\nd.leave(0)\nd.number_of('')",
    ),
    Fault(
        "fault_mutable_default", "Poll.vote", "raises", "IndexError",
        "two polls share the default list", 4,
        "p = Poll()\nq = Poll()\np.offer('')\nq.vote(0)",
    ),
    Fault(
        "fault_class_attribute", "Basket.price", "raises", "KeyError",
        "two baskets share a list of the class", 4,
        "a = Basket()\nb = Basket()\na.put('', 0)\nb.price()",
    ),
    Fault(
        "fault_stale_index", "Agenda.change", "raises", "IndexError",
        "the fault sits in take: a place is not forgotten", 4,
        "a = Agenda()\na.add('', 0)\na.take()\na.change('', 0)",
    ),
    Fault(
        "fault_state_machine", "Door.open", "raises", "KeyError",
        "a transition is missing", 4,
        "d = Door()\nd.close()\nd.lock()\nd.open()",
    ),
    Fault(
        "fault_keypad_full", "Keypad.press", "raises", "IndexError",
        "only after the right code is there no next digit", 7,
        "k = Keypad()\nk.press(3)\nk.press(1)\nk.press(3)\nk.press(2)\nk.press(1)\nk.press(0)",
    ),
    Fault(
        "fault_lru_order", "Lru.put", "raises", "IndexError",
        "the fault sits in get: the key is dropped from the order", 4,
        "c = Lru(1)\nc.put('', 0)\nc.get('')\nc.put('a', 0)",
    ),
    Fault(
        "fault_callback_reentrant", "Emitter.publish", "raises", "RuntimeError",
        "a callback that subscribes while the subscribers are called", 4,
        "e = Emitter()\ne.subscribe('a', lambda: e.subscribe('b', None))\ne.publish()",
    ),
    Fault(
        "fault_cache_eviction", "Cache.store", "raises", "KeyError",
        "a key stored twice is evicted twice", 5,
        "c = Cache(1)\nc.store(0)\nc.store(0)\nc.store(1)\nc.store(2)",
    ),
    Fault(
        "fault_ring_wraparound", "Ring.write", "raises", "IndexError",
        "the write position does not wrap", 5,
        "r = Ring()\nr.write(0)\nr.write(0)\nr.read()\nr.write(0)",
    ),
    Fault(
        "fault_removed_node", "Map.reachable", "raises", "KeyError",
        "the fault sits in flood: roads to the town stay", 6,
        "m = Map()\nm.build('')\nm.build('a')\nm.connect('', 'a')\nm.flood('a')\nm.reachable('')",
    ),
    Fault(
        "fault_deep_nesting", "Outline.label", "raises", "IndexError",
        "needs nine levels", 11,
        "o = Outline()\n" + "o.indent()\n" * 9 + "o.label()",
    ),
    Fault(
        "fault_resize", "Table.add", "raises", "StopIteration",
        "needs seventeen different keys", 18,
        "t = Table()\n" + "\n".join(f"t.add({key})" for key in range(17)),
    ),
    Fault(
        "fault_exact_capacity", "Garage.enter", "invariant", None,
        "> for >=", 2,
        "x = Garage(0)\nx.enter('')",
    ),
    Fault(
        "fault_self_transfer", "Bank.transfer", "invariant", None,
        "source and target may be the same", 3,
        "x = Bank()\nx.open(0, 1)\nx.transfer(0, 0, 1)",
    ),
    Fault(
        "fault_interval_merge", "Intervals.add", "invariant", None,
        "an interval around another is not merged", 3,
        "x = Intervals()\nx.add(1, 2)\nx.add(0, 3)",
    ),
    Fault(
        "fault_close_twice", "Pool.give", "invariant", None,
        "a connection given back twice waits twice", 4,
        "x = Pool()\nc = x.take()\nx.give(c)\nx.give(c)",
    ),
    Fault(
        "fault_undo_redo", "Editor.redo", "invariant", None,
        "the fault sits in append: what was undone is not forgotten", 5,
        "x = Editor()\nx.append('a')\nx.undo()\nx.append('a')\nx.redo()",
    ),
    Fault(
        "fault_tree_removal", "Tree.remove", "invariant", None,
        "the right subtree of the heir is lost", 6,
        "x = Tree()\nx.add(1)\nx.add(0)\nx.add(2)\nx.add(3)\nx.remove(1)",
    ),
    Fault(
        "fault_heap_sift", "Heap.pop", "invariant", None,
        "the right child is not compared", 6,
        "x = Heap()\nx.push(0)\nx.push(2)\nx.push(1)\nx.push(3)\nx.pop()",
    ),
    # Ends of the process.
    Fault(
        "fault_segfault", "text_at", "dies", None,
        "reads memory at any address", 1,
        "text_at(0)",
    ),
    Fault(
        "fault_exit", "Watchdog.tick", "dies", None,
        "os._exit(3)", 3,
        "w = Watchdog()\nw.tick()\nw.tick()",
    ),
    Fault(
        "fault_abort", "Counter.down", "dies", None,
        "os.abort()", 2,
        "c = Counter()\nc.down()",
    ),
]  # fmt: skip

REGRESSIONS = [
    Regression(
        "bitset_v1", "bitset_v2",
        "clone trims its receiver (Randoop, fig. 1-2)",
        "b = BitSet()\nb.clone()\nassert b.size() == 64",
    ),
]  # fmt: skip

# No law of one object speaks of these: only what operations have to do with each other.
WRONG_RESULTS = [
    WrongResult("relation_csv_row", "round trip", "assert parse_row(format_row(['\"a'])) == ['\"a']"),
    WrongResult(
        "relation_duration", "round trip", "assert Duration.parse(str(Duration(3600))) == Duration(3600)"
    ),
    WrongResult("relation_run_length", "round trip", "assert decode(encode('1')) == '1'"),
    WrongResult("relation_slug", "idempotence", "assert slugify(slugify('a!')) == slugify('a!')"),
    WrongResult("relation_tags", "idempotence", "assert normalize_tags(['a', 'A']) == ['a']"),
    WrongResult(
        "relation_stock", "twins", "a = Stock({'a': 1})\nb = a + a\na += a\nassert a == b"
    ),
    WrongResult("relation_scale", "twins", "v = Vector(0, 0, 1)\nw = v.scaled(2)\nv.scale(2)\nassert v == w"),
    WrongResult(
        "relation_transfer", "failed operation",
        "b = Bank()\nb.open('a', 1)\n"
        "try:\n    b.transfer('a', 'b', 1)\nexcept UnknownAccount:\n    assert b.balance('a') == 1",
    ),
    WrongResult(
        "relation_rooms", "failed operation",
        "r = Room()\nr.book(0, 1)\n"
        "try:\n    r.book(0, 2)\nexcept Taken:\n    assert r.is_free(1)",
    ),
    WrongResult(
        "relation_median", "query", "s = Samples([1, 0])\ns.median()\nassert s.last() == 0"
    ),
    WrongResult("relation_settings", "query", "s = Settings()\ns.get('a')\nassert 'a' not in s"),
    WrongResult("relation_merge", "argument", "d = {}\nmerge(d, {'a': 1})\nassert d == {}"),
    WrongResult(
        "relation_roster", "argument",
        "m = ['a']\nr = Roster()\nr.add_team('t', m)\nr.leave('t', 'a')\nassert m == ['a']",
    ),
    WrongResult("relation_ring", "views", "r = Ring()\nr.push(1)\nassert r[-1] == list(r)[-1]"),
    WrongResult(
        "relation_phone_book", "views",
        "b = PhoneBook()\nb.add('b', 1)\nb.add('a', 2)\n"
        "assert list(zip(b.keys(), b.values())) == list(b.items())",
    ),
    WrongResult("relation_chunks", "parts", "assert flatten(chunks([1, 2, 3], 2)) == [1, 2, 3]"),
    WrongResult("relation_halves", "parts", "a, b = split([1, 2], 0.5)\nassert a + b == [1, 2]"),
    WrongResult(
        "relation_span", "algebra", "a, b = Span(0, 5), Span(0, 2)\nassert a & b == b & a"
    ),
    WrongResult("relation_mask", "algebra", "assert ~~Mask(0, 4) == Mask(0, 4)"),
    WrongResult(
        "relation_contact", "hash", "c = Contact('a')\ns = {c}\ngetattr(c, 'rename', c.name.join)('b')\nassert c in s"
    ),
]

CORRECT = [
    "binary_tree",
    "binomial_heap",
    "bitset_v1",
    "bitset_v2",
    "bst",
    "fibonacci_heap",
    "heap_array",
    "int_stack",
    "linked_list",
    "tree_map",
    "ub_stack",
]
