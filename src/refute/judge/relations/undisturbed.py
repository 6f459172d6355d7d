"""What stays as it is while something else is done: `QUERY`, `REFUSED`, `ARGUMENT`, `KEPT`, `HASH`.

An object is looked at by another of its operations, before and after; an argument is copied first.  Which operations look is
not known beforehand, so that these relations are read off the end of a sequence: `relation_at_end`.
"""

from __future__ import annotations

import dis
import re
from types import CodeType

from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import Family, Move, Relation
from refute.model.sequence import Call, Sequence, ignores
from refute.model.typeform import ANY, INT

QUERY = Family(
    rule="query",
    says="Asking changes nothing: what `get_x`, `is_x`, `x in y`, `len`, a property or `Return …` answers, others answer as before.",
    reason="by its name or its docstring it only asks",
    remedy="work on a copy, or say in the docstring what it changes",
    test_name="changes_nothing",
    silent_when=(
        "It assigns to a field of its object, or takes something out; its docstring speaks of a change; asked twice, it "
        "answers differently; it returns an object that it has made and keeps; no other operation shows the change."
    ),
    example="samples.median() leaves samples.last() as it was",
    enough=10,
    by_contents=False,
)
REFUSED = Family(
    rule="refused",
    says="An operation that refuses with an exception leaves its object as it was.",
    reason="what was refused should be as if it had never been called",
    remedy="check first, then change",
    test_name="leaves_all_as_it_was_when_it_refuses",
    silent_when=(
        "It always leaves a trace; it was given a collection, of which a part may be dealt with; what changed counts "
        "failures or says how far a reader has come."
    ),
    example="a transfer to an unknown account leaves the balance as it was",
    enough=10,
    by_contents=False,
)
ARGUMENT = Family(
    rule="argument",
    says="A list, set or dict that is passed is not changed by what returns something else.",
    reason="its name and its docstring speak of a result, not of changing what it was given",
    remedy="work on a copy, or say in the docstring that the argument is changed",
    test_name="leaves_its_argument_alone",
    silent_when=(
        "Its name or docstring speaks of a change; it returns None; the parameter is called target, out, buffer, "
        "seen, … ."
    ),
    example="merge(defaults, overrides) leaves defaults as they were",
    enough=10,
    by_contents=False,
)
KEPT = Family(
    rule="kept",
    says="A list, set or dict of plain values that was passed to a method is not changed by calls of other methods later.",
    reason="who passed it does not expect it to change any more",
    remedy="keep a copy",
    test_name="is_not_shared_with_its_caller",
    silent_when="It was passed to the constructor; a docstring says that it is a view, or shared.",
    example="roster.add_team(name, members); roster.leave(name, who) leaves members as they were",
    enough=5,
    by_contents=False,
)
HASH = Family(
    rule="hash-over-time",
    says="`hash(x)` stays the same as long as x lives, whatever is done to it.",
    reason="Python finds nothing again in a set or a dict once its hash has changed",
    remedy="hash what never changes, or set __hash__ to None",
    test_name="stays_hashable",
    silent_when="Only a field was set from outside; `==` means `is`.",
    example="contact.rename(name) leaves hash(contact) as it was",
    enough=0,
    by_contents=False,
)

COPY = Call("copy:deepcopy", (ANY,), ANY)
HASHED = Call("builtins:hash", (ANY,), INT)

_ASKING = re.compile(
    r"__(?:len|contains|getitem|eq|ne|lt|le|gt|ge|abs|neg|pos|invert|int|float|index|add|sub|mul|and|or|xor)__|"
    r"(?:get|is|has|can|count|find|index|peek|to|as|contains|includes|lookup|look_up|search|size|length|total|sum|"
    r"min|max|mean|median|mode|average|first|last|top|head|tail|keys|values|items|names|copy|union|intersection|"
    r"difference|sorted|reversed|show|describe|summary|list|all|any|exists|equals|compare|distance|height|depth)(?:_\w+)?"
)
_CHANGING_NAME = re.compile(
    r"_?(?:pop|next|read|take|draw|remove|delete|discard|clear|set|add|append|push|insert|extend|update|put|write|"
    r"send|recv|receive|move|advance|step|start|stop|open|close|reset|sort|reverse|shuffle|fill|drain|consume|"
    r"increment|decrement|register|unregister|swap|merge_into|apply|do|run|execute|process|feed|load|save|visit|"
    r"enter|exit|acquire|release|rotate|mutate|modify|change|transform_in|inplace|enqueue|dequeue|del|pull|get_next|"
    r"get_and|get_or|getset|setdefault|find_or|find_next|tick|poll|seek|skip|expect|accept|match)(?:_\w+)?"
)
_CHANGING = re.compile(
    r"\b(?:in[- ]?place|modif|mutat|chang|updat|remov|delet|creat|insert|add(?:s|ed|ing)?\b|append|pop|clear|"
    r"reset|advance|consum|mov(?:e|es|ing)\b|begin anew|let a |counts? as|set(?:s)?\b|sort(?:s)? the|fill|take[sn]? (?:out|it|every)|"
    r"drain|empt(?:y|ies) |store[sd]?\b|record|remember|cach|regist|swap|increment|next\b|side effect|into the)"
)
_SHARED = re.compile(r"\b(?:view|wrap|prox|shar|alias|reference|live|same list|itself|keep)")
_FOR_CHANGES = re.compile(
    r"_?(?:out|output|dst|dest|destination|target|buf|buffer|acc|accumulator|result|results|seen|visited|memo|cache|"
    r"into|stack|heap|queue|state|ctx|context|env|registry|self|cells|lst|array|arr|path)\w*"
)
# What counts calls, hits or attempts, or says how far one has come, is meant to move.
_PROGRESS = re.compile(
    r"\w*(?:pos|position|offset|cursor|index|line|column|fail|error|attempt|tries|retr|count|log|history|journal|"
    r"stat|calls|hits|miss|token|peek|remaining|current|locked)\w*"
)
_TAKING = frozenset(
    ["pop", "popleft", "popitem", "move_to_end", "remove", "clear", "next", "heappop"]
)


def may_ask(one: Offer) -> bool:
    """Return whether nothing in the name, the docstring and the code of an operation says that it changes its object."""
    if one.routine.how not in ("get", "method", "operator") or not one.codes:
        return False
    if _CHANGING_NAME.fullmatch(one.name) or one.says(_CHANGING):
        return False
    return not any(map(_changes_on_purpose, one.codes))


def asks(one: Offer) -> bool:
    """Return whether an operation only asks: its name or its docstring says so, and nothing speaks against it."""
    says_so = re.match(r"(?:return|the |whether|how many|get |tell|say)", one.doc) is not None
    is_named_so = one.routine.how == "get" or _ASKING.fullmatch(one.name) is not None
    return (says_so or is_named_so) and may_ask(one)


def _changes_on_purpose(code: CodeType) -> bool:
    """Return whether code assigns to attributes, or takes something out: then its author knows that it changes something."""
    if any(
        step.opname in ("STORE_ATTR", "DELETE_ATTR", "STORE_SUBSCR", "DELETE_SUBSCR")
        for step in dis.get_instructions(code)
    ):
        return True
    return not _TAKING.isdisjoint(code.co_names)


def leaves_arguments(one: Offer) -> bool:
    """Return whether nothing says that an operation changes what it is given."""
    return not (_CHANGING_NAME.fullmatch(one.name) or one.says(_CHANGING))


def may_be_changed(parameter: str) -> bool:
    """Return whether a parameter has the name of something that is passed to be changed."""
    return _FOR_CHANGES.fullmatch(parameter) is not None


def may_move(name: str) -> bool:
    """Return whether something counts, or tells how far one has come."""
    return _PROGRESS.fullmatch(name) is not None


def may_share(doc: str) -> bool:
    """Return whether a docstring says that something is shared."""
    return _SHARED.search(doc) is not None


# ---- read off the end of a sequence -------------------------------------------------------------------------------


def relation_at_end(sequence: Sequence, wanted: tuple[str, ...]) -> Relation | None:
    """Return the relation with this signature that the last calls of a sequence speak of."""
    calls = [step.operation for step in sequence.steps if isinstance(step.operation, Call)]
    match wanted, calls:
        case (("query" | "refused" | "hash-over-time") as rule, target), [*_, before, call, look]:
            is_refused = rule == REFUSED.rule
            if call.target == target and ignores(call) is is_refused:
                return looked_at(_LOOKED_AT[rule], call, look, before == COPY)
        case ("argument", target, number), [*_, call] if call.target == target:
            return unchanged_argument(call, int(number))
        case ("kept", target, number), [*_, keeping, _, changing] if keeping.target == target:
            return kept_argument(keeping, int(number), changing)
    return None


def looked_at(family: Family, operation: Call, look: Call, copied: bool) -> Relation:
    """Return the relation that an operation leaves what another one tells of its object as it was."""
    looks = tuple(range(1, len(look.inputs)))
    given = tuple(range(len(look.inputs), len(look.inputs) + len(operation.inputs) - 1))
    inputs = 1 + len(looks) + len(given)
    moves = [Move(look, (0, *looks)), *([Move(COPY, (inputs,))] if copied else [])]
    moves += [Move(operation, (0, *given)), Move(look, (0, *looks))]
    shown = look.target.rpartition(".")[2]
    return Relation(
        family,
        (operation.target,),
        inputs,
        tuple(moves),
        (inputs + copied, inputs + len(moves) - 1),
        "assert {1} == {0}",
        f"{operation.target.rpartition(':')[2]} changes {_SHOWN.get(shown, shown)}",
        changes=True,
    )


_LOOKED_AT = {family.rule: family for family in (QUERY, REFUSED, HASH)}
_SHOWN = {
    "__len__": "the length",
    "__contains__": "what is in it",
    "__iter__": "the items",
    HASHED.target: "the hash",
}


def unchanged_argument(operation: Call, number: int) -> Relation:
    """Return the relation that an operation leaves the argument with this number as it was."""
    count = len(operation.inputs)
    return Relation(
        ARGUMENT,
        (operation.target,),
        count,
        (Move(COPY, (number,)), Move(operation, tuple(range(count)))),
        (count, number),
        "assert {1} == {0}",
        f"{operation.target.rpartition(':')[2]} changes what it was given",
        changes=True,
        variant=str(number),
    )


def kept_argument(keeping: Call, number: int, changing: Call) -> Relation:
    """Return the relation that what was passed to one method is left alone by another one."""
    count, more = len(keeping.inputs), len(changing.inputs) - 1
    inputs = count + more
    name = changing.target.rpartition(".")[2]
    return Relation(
        KEPT,
        (keeping.target,),
        inputs,
        (
            Move(keeping, tuple(range(count))),
            Move(COPY, (number,)),
            Move(changing, (0, *range(count, inputs))),
        ),
        (inputs + 1, number),
        "assert {1} == {0}",
        f"{keeping.target.rpartition(':')[2]} keeps what it was given, and {name} changes it",
        changes=True,
        variant=str(number),
    )
