"""Smaller sequences that passes try: what they look like once steps are gone, replaced or given other values.

Nothing here runs: a pass decides what to try, and in which order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from refute.model.sequence import Call, Callback, Derive, Display, Literal, Return, Sequence, Step
from refute.model.typeform import ANY, TypeForm
from refute.shrink.shrinker import Attempt, Context, literal_key

# So many replacements from the pool are tried for one value: equal ones and short ones come first.
_MOST_MAKERS = 40
# So many literals are tried in place of what a call returned.
_FEW_LITERALS = 6


def backwards(attempt: Attempt) -> Iterator[int]:
    """Yield positions from the last to the first, of whatever is the smallest sequence by then."""
    position = len(attempt.sequence)
    while position > 0:
        position = min(position, len(attempt.sequence)) - 1
        yield position


def without(sequence: Sequence, position: int) -> Sequence | None:
    """Return the sequence without a step that nothing uses, and without what only it used."""
    if sequence.users(position):
        return None
    return dropping(sequence, [position])


def without_users(sequence: Sequence, positions: Iterable[int]) -> Sequence | None:
    """Return the sequence without these steps and all that need them; None when nothing would be left."""
    gone = set(positions)
    for position, (_, arguments) in enumerate(sequence.steps):
        if any(position - back in gone for back in arguments):
            gone.add(position)
    if len(gone) == len(sequence):
        return None
    return dropping(sequence, sorted(gone))


def dropping(sequence: Sequence, gone: list[int]) -> Sequence | None:
    """Return the sequence without the steps `gone` and without the values that nothing else used.

    Steps whose value was unused before stay: they may matter for what they change.
    """
    removed = set(gone)
    steps = sequence.steps
    users = [0] * len(steps)  # of each value, how many of its uses stay
    was_used = [False] * len(steps)
    for position, (_, arguments) in enumerate(steps):
        for back in arguments:
            was_used[position - back] = True
            users[position - back] += position not in removed
    for position in reversed(range(len(steps))):
        if was_used[position] and not users[position] and position not in removed:
            removed.add(position)
            for back in steps[position].arguments:
                users[position - back] -= 1
    return sequence.without(*removed) if len(removed) < len(sequence) else None


def redirect(sequence: Sequence, position: int, earlier: int) -> Sequence | None:
    """Return the sequence in which the users of `position` use `earlier`, and `position` is gone."""
    users = sequence.users(position)
    for user in users:
        sources = [earlier if s == position else s for s in sequence.sources(user)]
        sequence = sequence.rewire(user, sources)
    return dropping(sequence, [position])


def literals_for(
    attempt: Attempt, context: Context, position: int, index: int
) -> Iterator[Literal]:
    """Yield simple literals for one argument: first what it is now, then what is asked for."""
    source = attempt.sequence.sources(position)[index]
    if source < len(attempt.values):
        yield from context.literals(attempt.values[source].form)[:1]
    form = asked(attempt.sequence, position, index, attempt.result)
    yield from sorted(context.literals(form), key=literal_key)[:_FEW_LITERALS]


def with_literal(sequence: Sequence, position: int, index: int, literal: Literal) -> Sequence:
    """Return the sequence in which a literal of its own stands for one argument of a step."""
    steps = [*sequence.steps[:position], Step(literal, ())]
    for old in range(position, len(sequence)):
        here = len(steps)
        sources = [s + (s >= position) for s in sequence.sources(old)]
        if old == position:
            sources[index] = position
        steps.append(Step(sequence.steps[old].operation, tuple(here - s for s in sources)))
    return Sequence(tuple(steps))


def usable(attempt: Attempt, context: Context, position: int, earlier: int) -> bool:
    """Return whether the users of a value can do with another one."""
    if max(position, earlier) >= len(attempt.values):
        return False  # of what is not made any more, after a call that never returned, nothing is known
    if isinstance(attempt.sequence.steps[earlier].operation, Derive):
        return False  # a class of ours is there for its objects
    wanted = wanted_forms(attempt.sequence, position, attempt.result)
    have = attempt.values[earlier].form
    is_written = isinstance(attempt.sequence.steps[position].operation, Literal | Display)
    if is_written and not context.across_types and attempt.values[position].form != have:
        return False
    return bool(wanted) and all(context.fits(have, form) for form in wanted)


def wanted_forms(sequence: Sequence, position: int, result: TypeForm = ANY) -> list[TypeForm]:
    """Return what the users of a value ask for; in the body of a function, `result` is what that has to give."""
    wanted = []
    for user in sequence.users(position):
        for index, source in enumerate(sequence.sources(user)):
            if source == position:
                wanted.append(asked(sequence, user, index, result))
    return wanted


def of_any_type(attempt: Attempt, position: int, context: Context) -> list[Literal]:
    """Return simple literals of several types, where nobody says what a value has to be, and its type need not stay."""
    wanted = wanted_forms(attempt.sequence, position, attempt.result)
    is_free = context.across_types and bool(wanted) and all(form == ANY for form in wanted)
    return context.literals(ANY) if is_free else []


def asked(sequence: Sequence, position: int, index: int, result: TypeForm = ANY) -> TypeForm:
    """Return what a step asks for as one of its arguments."""
    inputs: tuple[TypeForm, ...] = ()
    match sequence.steps[position].operation:
        case Call(inputs=inputs) | Display(inputs=inputs) | Callback(captures=inputs):
            pass
        case Derive(_, methods):
            inputs = tuple(form for _, method in methods for form in method.captures)
        case Return():
            inputs = (result,)
    return inputs[index] if index < len(inputs) else ANY


def replacements(
    attempt: Attempt, context: Context, position: int
) -> Iterator[tuple[Sequence, int]]:
    """Yield what can make a value, and where in it: literals, then what the pool has."""
    sequence = attempt.sequence
    operation = sequence.steps[position].operation
    wanted = wanted_forms(sequence, position, attempt.result)
    if isinstance(operation, Literal) or not wanted or position >= len(attempt.values):
        return
    value = attempt.values[position]
    offers = of_any_type(attempt, position, context) if isinstance(operation, Display) else []
    for literal in (*offers, *context.literals(value.form)[:3]):
        yield Sequence((Step(literal, ()),)), 0
    limit = len(sequence.slice_for(position))
    for maker, made in context.makers(value)[:_MOST_MAKERS]:
        if len(maker) <= limit:
            yield maker, made


def instead(
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


def in_place(sequence: Sequence, position: int, maker: Sequence) -> Sequence:
    """Return the sequence with the maker's steps in the place of one step."""
    before = Sequence(sequence.steps[:position]).concatenate(maker)
    grown = len(maker) - 1
    steps = list(before.steps)
    for old in range(position + 1, len(sequence)):
        here = old + grown
        sources = [s + grown if s >= position else s for s in sequence.sources(old)]
        steps.append(Step(sequence.steps[old].operation, tuple(here - s for s in sources)))
    return Sequence(tuple(steps))


def without_idle_makers(sequence: Sequence) -> Sequence | None:
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


def tidy(spliced: Sequence, before: Sequence, position: int, offset: int) -> Sequence | None:
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


def with_fewer_arguments(sequence: Sequence, position: int) -> Iterator[Sequence | None]:
    """Yield the sequence with one argument of a call less each, the last first.

    Those behind it move up, where the parameters before theirs ask for the same.
    """
    call = sequence.steps[position].operation
    if not isinstance(call, Call):
        return
    sources = sequence.sources(position)
    plain = len(sources) - len(call.keywords)
    if call.how in ("set", "field", "check", "checker"):
        return
    first = int(call.how in ("method", "get", "operator", "call", "derived", "super"))
    for index in reversed(range(first, len(sources))):
        if not _may_move_up(call.inputs[index:plain]):
            continue
        keyword = index - plain
        keywords = call.keywords
        if keyword >= 0:
            keywords = keywords[:keyword] + keywords[keyword + 1 :]
        gone = max(index, plain - 1)
        inputs = call.inputs[:gone] + call.inputs[gone + 1 :]
        fewer = sequence.replace(
            position,
            Call(call.target, inputs, call.output, keywords, call.how, call.then),
            sources[:index] + sources[index + 1 :],
        )
        unused = [] if fewer.users(sources[index]) else [sources[index]]
        yield dropping(fewer, unused)


def _may_move_up(asked: tuple[TypeForm, ...]) -> bool:
    """Return whether what each parameter asks for is good enough for the one before it."""
    return all(before in (ANY, after) for before, after in pairwise(asked))
