"""One kind of shrinking attempt each, in the order in which they run: `PASSES`.

Every pass goes backwards: later steps depend on earlier ones, so a step near the end is the likelier to be
removable, and removing it may free its arguments.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from refute.model.bodies import everywhere
from refute.model.built_steps import beginning_with, root_of
from refute.model.sequence import (
    Allocate,
    Call,
    Display,
    Literal,
    Operation,
    is_probe,
)
from refute.model.typeform import INT
from refute.shrink.body_passes import shrink_bodies
from refute.shrink.candidates import (
    backwards,
    dropping,
    in_place,
    instead,
    literals_for,
    of_any_type,
    redirect,
    replacements,
    tidy,
    usable,
    wanted_forms,
    with_fewer_arguments,
    with_literal,
    without,
    without_idle_makers,
    without_users,
)
from refute.shrink.shrinker import Attempt, Context, Pass, borrowed, literal_key
from refute.shrink.smaller_literals import smaller_literals

# Pairs of steps are tried in sequences of at most so many: above, there are too many pairs.
_SHORT = 40
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
            attempt(without_users(attempt.sequence, range(start, end)))
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
    for position in backwards(attempt):
        sequence = attempt.sequence
        # What only it needed may still matter, to a law.
        if not (attempt(without(sequence, position)) or attempt(sequence.without(position))):
            attempt(without_users(sequence, [position]))


def drop_pairs(attempt: Attempt, context: Context) -> None:
    """Drop two steps at a time, where the sequence is short: `lock(); lock()` goes as a pair or not at all."""
    for first in backwards(attempt) if len(attempt.sequence) <= _SHORT else ():
        for second in reversed(range(first)):
            if attempt(without_users(attempt.sequence, [second, first])):
                break


def do_without_probes(attempt: Attempt, context: Context) -> None:
    """Make other calls in the place of a probe, which no user of the class makes: one, or the same a few times."""
    for position in backwards(attempt):
        sequence = attempt.sequence
        probe = sequence.steps[position].operation
        if not isinstance(probe, Call) or not is_probe(probe) or sequence.users(position):
            continue
        for times, call in itertools.product(_TIMES, context.others(probe)[:_MOST_OTHERS]):
            literals = [context.literals(form)[:1] for form in call.inputs[1:]]
            given = tuple(itertools.chain(*literals))
            if len(given) == len(literals) and attempt(
                instead(sequence, position, call, given, times)
            ):
                break


def reuse(attempt: Attempt, context: Context) -> None:
    """Use another value in place of one that was made for the purpose."""
    for position in backwards(attempt):
        users = attempt.sequence.users(position)
        # Also one made later, as long as nobody has asked for it yet: what `take()` returned, not a Connection(1).
        for other in range(users[0] if users else 0):
            if (
                other != position
                and usable(attempt, context, position, other)
                and attempt(redirect(attempt.sequence, position, other))
            ):
                break


def replace(attempt: Attempt, context: Context) -> None:
    """Make a value by a shorter sub-sequence from the pool, or write it as a literal (thesis 6.1)."""
    for position in backwards(attempt):
        for maker, made in replacements(attempt, context, position):
            spliced = attempt.sequence.splice(position, maker, made)
            if attempt(tidy(spliced, attempt.sequence, position, len(maker))):
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
                sequence = in_place(sequence, position, maker)
        position -= 1
    while sequence != attempt.sequence and (smaller := without_idle_makers(sequence)):
        sequence = smaller
    attempt(sequence)


def shorten_displays(attempt: Attempt, context: Context) -> None:
    """Take one element out of a list, tuple, set or dict."""
    for position in backwards(attempt):
        _shorten_display(attempt, position)


def drop_arguments(attempt: Attempt, context: Context) -> None:
    """Leave out an argument of a call: where it is optional, the call goes on as before."""
    for position in backwards(attempt):
        for candidate in with_fewer_arguments(attempt.sequence, position):
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
                *_of_same_type(attempt, position, context, operation),
                *of_any_type(attempt, position, context),
            )
            if literal_key(literal) < literal_key(operation)
        ]
        for literal in sorted(simpler, key=literal_key):
            if attempt(attempt.sequence.replace(position, literal, ())):
                break


def _of_same_type(
    attempt: Attempt, position: int, context: Context, literal: Literal
) -> list[Literal]:
    """Return literals in place of one: of a function and of a truth that stands for a number, such as are asked for.

    The type of a function that is written down does not say what it takes.
    """
    wanted = set(wanted_forms(attempt.sequence, position, attempt.result))
    form = wanted.pop() if len(wanted) == 1 else literal.type
    is_function = literal.type.name == "collections.abc:Callable" and bool(form.args)
    is_number = literal.type.name == "bool" and form == INT
    return context.literals(form if is_function or is_number else literal.type)


def simplify_together(attempt: Attempt, context: Context) -> None:
    """Write something simpler for equal literals at once, where they must stay equal: `put('b'); get('b')`.

    What is offered for a type may not do: then texts, numbers and collections are made smaller themselves.
    """
    everything = [step.operation for one in attempt.sequence.nested() for step in one.steps]
    for operation in dict.fromkeys(everything):
        if not isinstance(operation, Literal):
            continue
        literal = operation
        while smaller := next(_replaced_by_simpler(attempt, context, literal), None):
            literal = smaller


def _replaced_by_simpler(attempt: Attempt, context: Context, literal: Literal) -> Iterator[Literal]:
    """Yield what was put in place of a literal, wherever it stands, and taken over."""
    everything = [step.operation for one in attempt.sequence.nested() for step in one.steps]
    offered = context.literals(literal.type) if everything.count(literal) > 1 else []
    for simpler in (*sorted(offered, key=literal_key), *smaller_literals(literal)):
        if literal_key(simpler) >= literal_key(literal):
            continue
        if attempt(everywhere(attempt.sequence, _exchanged(literal, simpler))):
            yield simpler


def _exchanged(literal: Literal, simpler: Literal) -> Callable[[Operation], Operation]:
    return lambda operation: simpler if operation == literal else operation


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
    for position in backwards(attempt):
        sequence = attempt.sequence
        for index in borrowed(sequence, position):
            literals = literals_for(attempt, context, position, index)
            if any(attempt(with_literal(sequence, position, index, one)) for one in literals):
                break  # what else it borrows comes next time


# Neither what the pool has nor small objects: what a body works on, it is given.
_IN_BODIES = shrink_bodies(
    drop, drop_pairs, reuse, shorten_displays, drop_arguments, write_out, simplify_literals
)
PASSES: tuple[Pass, ...] = (
    slice_for_end,
    begin_smaller,
    drop_chunks,
    drop,
    _IN_BODIES,
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
        smaller = dropping(shorter, taken) if taken else shorter
        if attempt(smaller):
            operation = display
            position -= len(shorter) - len(attempt.sequence)
        index -= width
