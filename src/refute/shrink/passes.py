"""One kind of shrinking attempt each, in the order in which they run: `PASSES`.

Every pass goes backwards: later steps depend on earlier ones, so a step near the end is the likelier to be
removable, and removing it may free its arguments.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from refute.model.built_steps import beginning_with, root_of
from refute.model.sequence import Allocate, Call, Display, Literal, Sequence, Step, is_probe
from refute.model.typeform import ANY, TypeForm
from refute.shrink.shrinker import Attempt, Context, Pass, borrowed, literal_key

# Pairs of steps are tried in sequences of at most so many: above, there are too many pairs.
_SHORT = 40
# So many replacements from the pool are tried for one value: equal ones and short ones come first.
_MOST_MAKERS = 40
# So many literals are tried in place of what a call returned.
_FEW_LITERALS = 6
# So many methods are tried in place of a probe, each called so often.
_MOST_OTHERS = 20
_TIMES = (1, 2, 3)


def begin_smaller(attempt: Attempt, context: Context) -> None:
    """Begin with a smaller object, where the sequence begins with one that was built field by field."""
    root = root_of(attempt.sequence)
    operation = None if root is None else attempt.sequence.steps[root].operation
    if isinstance(operation, Allocate):
        for start, made in context.starts(operation.target):
            if attempt.beginning_anew(beginning_with(attempt.sequence, start, made)):
                break


def drop_chunks(attempt: Attempt, context: Context) -> None:
    """Drop half of the sequence, a quarter, an eighth…: long sequences get short quickly."""
    size = len(attempt.sequence) // 2
    while size >= 4:
        end = len(attempt.sequence)
        while end > 0:
            start = max(0, end - size)
            attempt(_without_users(attempt.sequence, range(start, end)))
            end = min(start, len(attempt.sequence))
        size //= 2


def slice_for_end(attempt: Attempt, context: Context) -> None:
    """Keep only what the last call is made of, or what may have had a part in it."""
    sequence = attempt.sequence
    last = len(sequence) - 1
    if last > 0:
        if attempt(sequence.slice_for(last)):
            return
        attempt(sequence.keeping(sequence.influence(last)))


def drop(attempt: Attempt, context: Context) -> None:
    """Drop one step at a time, with the steps that only it needed; failing that, with those that need it."""
    for position in _backwards(attempt):
        sequence = attempt.sequence
        # What only it needed may still matter, to a law.
        if not (attempt(_without(sequence, position)) or attempt(sequence.without(position))):
            attempt(_without_users(sequence, [position]))


def drop_pairs(attempt: Attempt, context: Context) -> None:
    """Drop two steps at a time, where the sequence is short: `lock(); lock()` goes as a pair or not at all."""
    for first in _backwards(attempt) if len(attempt.sequence) <= _SHORT else ():
        for second in reversed(range(first)):
            if attempt(_without_users(attempt.sequence, [second, first])):
                break


def do_without_probes(attempt: Attempt, context: Context) -> None:
    """Make other calls in the place of a probe, which no user of the class makes: one, or the same a few times."""
    for position in _backwards(attempt):
        sequence = attempt.sequence
        probe = sequence.steps[position].operation
        if not isinstance(probe, Call) or not is_probe(probe) or sequence.users(position):
            continue
        for times, call in itertools.product(_TIMES, context.others(probe)[:_MOST_OTHERS]):
            literals = [context.literals(form)[:1] for form in call.inputs[1:]]
            given = tuple(itertools.chain(*literals))
            if len(given) == len(literals) and attempt(
                _instead(sequence, position, call, given, times)
            ):
                break


def reuse(attempt: Attempt, context: Context) -> None:
    """Use another value in place of one that was made for the purpose."""
    for position in _backwards(attempt):
        users = attempt.sequence.users(position)
        # Also one made later, as long as nobody has asked for it yet: what `take()` returned, not a Connection(1).
        for other in range(users[0] if users else 0):
            if (
                other != position
                and _usable(attempt, context, position, other)
                and attempt(_redirect(attempt.sequence, position, other))
            ):
                break


def replace(attempt: Attempt, context: Context) -> None:
    """Make a value by a shorter sub-sequence from the pool, or write it as a literal (thesis 6.1)."""
    for position in _backwards(attempt):
        for maker, made in _replacements(attempt, context, position):
            spliced = attempt.sequence.splice(position, maker, made)
            if attempt(_tidy(spliced, attempt.sequence, position, len(maker))):
                break


def replace_together(attempt: Attempt, context: Context) -> None:
    """Make all values anew that one call on literals makes: each alone may not shorten anything, together they may."""
    sequence = attempt.sequence
    position = len(sequence) - 1
    while position >= 0:
        operation = sequence.steps[position].operation
        value = attempt.values[position] if position < len(attempt.values) else None
        if value is not None and isinstance(operation, Call) and sequence.users(position):
            maker = context.simplest(value)
            if maker is not None and maker.steps[-1].operation != operation:
                sequence = _in_place(sequence, position, maker)
        position -= 1
    while sequence != attempt.sequence and (smaller := _without_idle_makers(sequence)):
        sequence = smaller
    attempt(sequence)


def shorten_displays(attempt: Attempt, context: Context) -> None:
    """Take one element out of a list, tuple, set or dict."""
    for position in _backwards(attempt):
        _shorten_display(attempt, position)


def drop_arguments(attempt: Attempt, context: Context) -> None:
    """Leave out an argument of a call: where it is optional, the call goes on as before."""
    for position in _backwards(attempt):
        for candidate in _with_fewer_arguments(attempt.sequence, position):
            if attempt(candidate):
                break


def simplify_literals(attempt: Attempt, context: Context) -> None:
    """Write a simpler literal: 0 rather than 7, '' rather than 'hello'."""
    attempt(attempt.sequence.with_own_literals())  # sequences of the pool share theirs
    for position in reversed(range(len(attempt.sequence))):
        operation = attempt.sequence.steps[position].operation
        if not isinstance(operation, Literal):
            continue
        simpler = [
            literal
            for literal in (
                *context.literals(operation.type),
                *_of_any_type(attempt.sequence, position, context),
            )
            if literal_key(literal) < literal_key(operation)
        ]
        for literal in sorted(simpler, key=literal_key):
            if attempt(attempt.sequence.replace(position, literal, ())):
                break


def simplify_together(attempt: Attempt, context: Context) -> None:
    """Write something simpler for equal literals at once, where they must stay equal: `put('b'); get('b')`.

    What is offered for a type may not do: then texts and numbers are made smaller themselves.
    """
    for operation in dict.fromkeys(step.operation for step in attempt.sequence.steps):
        if not isinstance(operation, Literal):
            continue
        literal = operation
        while smaller := next(_replaced_by_simpler(attempt, context, literal), None):
            literal = smaller


def _replaced_by_simpler(attempt: Attempt, context: Context, literal: Literal) -> Iterator[Literal]:
    """Yield what was put in place of a literal, wherever it stands, and taken over."""
    places = [p for p, step in enumerate(attempt.sequence.steps) if step.operation == literal]
    offered = context.literals(literal.type) if len(places) > 1 else []
    for simpler in (*sorted(offered, key=literal_key), *smaller_literals(literal)):
        if literal_key(simpler) >= literal_key(literal):
            continue
        candidate = attempt.sequence
        for place in places:
            candidate = candidate.replace(place, simpler, ())
        if attempt(candidate):
            yield simpler


def smaller_literals(literal: Literal) -> Iterator[Literal]:
    """Yield texts with less in them, without their first or second half first, and numbers that are smaller.

    >>> from refute.model.typeform import STR
    >>> [one.source for one in smaller_literals(Literal("'abc'", STR))]
    ["'bc'", "'a'", "'ac'", "'ab'"]
    """
    try:
        value = ast.literal_eval(literal.source)
    except ValueError:  # `'a' * 1000`
        return
    if type(value) not in (str, bytes, int):
        return
    if isinstance(value, int):
        found = [value // 2, value - 1] if value > 0 else [-value]
    else:
        half = len(value) // 2
        cuts = [(0, half), (half, len(value)), *[(n, n + 1) for n in range(len(value))]]
        found = [value[:start] + value[end:] for start, end in cuts]
    for source in dict.fromkeys(map(repr, found)):
        yield Literal(source, literal.type)


def exchange_literals(attempt: Attempt, context: Context) -> None:
    """Let the simpler of two literals come first: `insert(0); insert(1)` where either alone cannot change."""
    steps = attempt.sequence.steps
    places = [p for p, step in enumerate(steps) if isinstance(step.operation, Literal)]
    for n, first in enumerate(places) if len(steps) <= _SHORT else ():
        for second in places[n + 1 :]:
            sequence = attempt.sequence
            one, other = sequence.steps[first].operation, sequence.steps[second].operation
            if one.type == other.type:  # type: ignore[union-attr]
                attempt(sequence.replace(first, other, ()).replace(second, one, ()))


def write_out(attempt: Attempt, context: Context) -> None:
    """Write a literal where a value from elsewhere is passed on, though it need not be: `put(0)`, not `put(cache)`."""
    for position in _backwards(attempt):
        sequence = attempt.sequence
        for index in borrowed(sequence, position):
            literals = _literals_for(attempt, context, position, index)
            if any(attempt(_with_literal(sequence, position, index, one)) for one in literals):
                break  # what else it borrows comes next time


PASSES: tuple[Pass, ...] = (
    slice_for_end,
    begin_smaller,
    drop_chunks,
    drop,
    drop_pairs,
    do_without_probes,
    reuse,
    replace,
    replace_together,
    shorten_displays,
    drop_arguments,
    write_out,
    simplify_literals,
    simplify_together,
    exchange_literals,
)


def _backwards(attempt: Attempt) -> Iterator[int]:
    """Yield positions from the last to the first, of whatever is the smallest sequence by then."""
    position = len(attempt.sequence)
    while position > 0:
        position = min(position, len(attempt.sequence)) - 1
        yield position


# ---- candidates -----------------------------------------------------------------------------------------------


def _without(sequence: Sequence, position: int) -> Sequence | None:
    """Return the sequence without a step that nothing uses, and without what only it used."""
    if sequence.users(position):
        return None
    return _dropping(sequence, [position])


def _without_users(
    sequence: Sequence, positions: Iterator[int] | range | list[int]
) -> Sequence | None:
    """Return the sequence without these steps and all that need them; None when nothing would be left."""
    gone = set(positions)
    for position in range(len(sequence)):
        if not gone.isdisjoint(sequence.sources(position)):
            gone.add(position)
    if len(gone) == len(sequence):
        return None
    return _dropping(sequence, sorted(gone))


def _dropping(sequence: Sequence, gone: list[int]) -> Sequence | None:
    """Return the sequence without the steps `gone` and without the values that nothing else used.

    Steps whose value was unused before stay: they may matter for what they change.
    """
    removed = set(gone)
    used = {s for p in range(len(sequence)) for s in sequence.sources(p)}
    still = {s for p in range(len(sequence)) if p not in removed for s in sequence.sources(p)}
    for position in reversed(range(len(sequence))):
        if position in removed or position not in used or position in still:
            continue
        removed.add(position)
        still = {s for p in range(len(sequence)) if p not in removed for s in sequence.sources(p)}
    return sequence.without(*removed) if len(removed) < len(sequence) else None


def _redirect(sequence: Sequence, position: int, earlier: int) -> Sequence | None:
    """Return the sequence in which the users of `position` use `earlier`, and `position` is gone."""
    users = sequence.users(position)
    for user in users:
        sources = [earlier if s == position else s for s in sequence.sources(user)]
        sequence = sequence.rewire(user, sources)
    return _dropping(sequence, [position])


def _literals_for(
    attempt: Attempt, context: Context, position: int, index: int
) -> Iterator[Literal]:
    """Yield simple literals for one argument: first what it is now, then what is asked for."""
    source = attempt.sequence.sources(position)[index]
    if source < len(attempt.values):
        yield from context.literals(attempt.values[source].form)[:1]
    yield from sorted(context.literals(_asked(attempt.sequence, position, index)), key=literal_key)[
        :_FEW_LITERALS
    ]


def _with_literal(sequence: Sequence, position: int, index: int, literal: Literal) -> Sequence:
    """Return the sequence in which a literal of its own stands for one argument of a step."""
    steps = [*sequence.steps[:position], Step(literal, ())]
    for old in range(position, len(sequence)):
        here = len(steps)
        sources = [s + (s >= position) for s in sequence.sources(old)]
        if old == position:
            sources[index] = position
        steps.append(Step(sequence.steps[old].operation, tuple(here - s for s in sources)))
    return Sequence(tuple(steps))


def _usable(attempt: Attempt, context: Context, position: int, earlier: int) -> bool:
    if earlier >= len(attempt.values):
        return False  # of a call that never returned nothing is known
    wanted = wanted_forms(attempt.sequence, position)
    have = attempt.values[earlier].form
    is_written = isinstance(attempt.sequence.steps[position].operation, Literal | Display)
    if is_written and not context.across_types and attempt.values[position].form != have:
        return False
    return bool(wanted) and all(context.fits(have, form) for form in wanted)


def wanted_forms(sequence: Sequence, position: int) -> list[TypeForm]:
    """Return what the users of a value ask for."""
    wanted = []
    for user in sequence.users(position):
        for index, source in enumerate(sequence.sources(user)):
            if source == position:
                wanted.append(_asked(sequence, user, index))
    return wanted


def _of_any_type(sequence: Sequence, position: int, context: Context) -> list[Literal]:
    """Return simple literals of several types, where nobody says what a value has to be, and its type need not stay."""
    wanted = wanted_forms(sequence, position)
    is_free = context.across_types and bool(wanted) and all(form == ANY for form in wanted)
    return context.literals(ANY) if is_free else []


def _asked(sequence: Sequence, position: int, index: int) -> TypeForm:
    """Return what a step asks for as one of its arguments."""
    operation = sequence.steps[position].operation
    inputs = operation.inputs if isinstance(operation, Call | Display) else ()
    return inputs[index] if index < len(inputs) else ANY


def _replacements(
    attempt: Attempt, context: Context, position: int
) -> Iterator[tuple[Sequence, int]]:
    sequence = attempt.sequence
    operation = sequence.steps[position].operation
    wanted = wanted_forms(sequence, position)
    if isinstance(operation, Literal) or not wanted or position >= len(attempt.values):
        return
    value = attempt.values[position]
    offers = _of_any_type(sequence, position, context) if isinstance(operation, Display) else []
    for literal in (*offers, *context.literals(value.form)[:3]):
        yield Sequence((Step(literal, ()),)), 0
    limit = len(sequence.slice_for(position))
    for maker, made in context.makers(value)[:_MOST_MAKERS]:
        if len(maker) <= limit:
            yield maker, made


def _instead(
    sequence: Sequence, position: int, call: Call, literals: tuple[Literal, ...], times: int
) -> Sequence:
    """Return the sequence with another call on the same object, a few times, in the place of one nobody needs."""
    receiver, steps = sequence.sources(position)[0], list(sequence.steps[:position])
    for _ in range(times):
        steps += [Step(one, ()) for one in literals]
        here = len(steps)
        given = range(len(literals), 0, -1)
        steps.append(Step(call, (here - receiver, *given)))
    grown = len(steps) - position - 1
    for old in range(position + 1, len(sequence)):
        sources = [s + grown if s > position else s for s in sequence.sources(old)]
        here = old + grown
        steps.append(Step(sequence.steps[old].operation, tuple(here - s for s in sources)))
    return Sequence(tuple(steps))


def _in_place(sequence: Sequence, position: int, maker: Sequence) -> Sequence:
    """Return the sequence with the maker's steps in the place of one step."""
    before = Sequence(sequence.steps[:position]).concatenate(maker)
    grown = len(maker) - 1
    steps = list(before.steps)
    for old in range(position + 1, len(sequence)):
        here = old + grown
        sources = [s + grown if s >= position else s for s in sequence.sources(old)]
        steps.append(Step(sequence.steps[old].operation, tuple(here - s for s in sources)))
    return Sequence(tuple(steps))


def _without_idle_makers(sequence: Sequence) -> Sequence | None:
    """Return the sequence without a step before the last that makes something nobody uses; None when there is none."""
    for position in reversed(range(len(sequence) - 1)):
        operation = sequence.steps[position].operation
        makes = isinstance(operation, Literal | Display) or (
            isinstance(operation, Call) and operation.how in ("new", "function")
        )
        if not sequence.users(position) and (makes or _only_uses_idle(sequence, position)):
            return sequence.without(position)
    return None


def _only_uses_idle(sequence: Sequence, position: int) -> bool:
    """Return whether nothing else uses what a step uses: what it may change is not looked at again."""
    return all(sequence.users(s) == [position] for s in sequence.sources(position))


def _tidy(spliced: Sequence, before: Sequence, position: int, offset: int) -> Sequence | None:
    """Return the spliced sequence without the steps that only the replaced one needed."""
    # Positions of the old steps have moved by the maker's length, those after `position` by one less.
    moved = {old: old + offset - (old > position) for old in range(len(before)) if old != position}
    needed = {s for p in range(len(spliced)) for s in spliced.sources(p)}
    removed: set[int] = set()
    for source in sorted(_feeders(before, position), reverse=True):
        new = moved[source]
        if new not in needed:
            removed.add(new)
            needed = {
                s for p in range(len(spliced)) if p not in removed for s in spliced.sources(p)
            }
    return spliced.without(*removed) if removed else spliced


def _feeders(sequence: Sequence, position: int) -> set[int]:
    found: set[int] = set()
    rest = list(sequence.sources(position))
    while rest:
        source = rest.pop()
        if source not in found:
            found.add(source)
            rest.extend(sequence.sources(source))
    return found


def _shorten_display(attempt: Attempt, position: int) -> None:
    operation = attempt.sequence.steps[position].operation
    if not isinstance(operation, Display):
        return
    width = 2 if operation.kind in ("dict", "OrderedDict") else 1
    index = len(operation.inputs) - width
    while index >= 0:
        sequence = attempt.sequence
        sources = sequence.sources(position)
        inputs = operation.inputs[:index] + operation.inputs[index + width :]
        kept = sources[:index] + sources[index + width :]
        display = Display(operation.kind, inputs, operation.output)
        shorter = sequence.replace(position, display, kept)
        taken = [s for s in sources[index : index + width] if not shorter.users(s)]
        smaller = _dropping(shorter, taken) if taken else shorter
        if attempt(smaller):
            operation = display
            position -= len(shorter) - len(attempt.sequence)
        index -= width


def _with_fewer_arguments(sequence: Sequence, position: int) -> Iterator[Sequence | None]:
    call = sequence.steps[position].operation
    if not isinstance(call, Call):
        return
    sources = sequence.sources(position)
    plain = len(sources) - len(call.keywords)
    if call.how in ("set", "field", "check", "checker"):
        return
    first = 1 if call.how in ("method", "get", "operator") else 0
    for index in reversed(range(first, len(sources))):
        keyword = index - plain
        keywords = call.keywords
        if keyword >= 0:
            keywords = keywords[:keyword] + keywords[keyword + 1 :]
        inputs = call.inputs[:index] + call.inputs[index + 1 :]
        fewer = sequence.replace(
            position,
            Call(call.target, inputs, call.output, keywords, call.how, call.then),
            sources[:index] + sources[index + 1 :],
        )
        unused = [] if fewer.users(sources[index]) else [sources[index]]
        yield _dropping(fewer, unused)
