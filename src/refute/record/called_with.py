"""What functions of ours are called with, as part of what is recorded: `noting_calls`, `only_what_is_told`.

Each function first puts its arguments into a list of its own, which the test looks at in the end, as at any list that was passed.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from refute.model.recording import RecordedTest
from refute.model.sequence import (
    Call,
    Callback,
    Display,
    Literal,
    Parameter,
    Return,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, CALLABLE, NONE, TypeForm

_LIST = TypeForm("list")
_EMPTY = Step(Display("list", (), _LIST), ())
_APPEND = Call("builtins:list.append", (_LIST, ANY), NONE, how="method")


def noting_calls(sequence: Sequence) -> Sequence:
    """Return the sequence in which functions note what they are called with, in lists that are made first."""
    steps = [_EMPTY] * _functions_in(sequence)
    made = 0
    for step in sequence.steps:
        function = _function(step)
        if function is not None:
            steps.append(_noting(Step(function, step.arguments), len(steps) - made))
            made += 1
        else:
            steps.append(step)
    return Sequence(tuple(steps))


def only_what_is_told(test: RecordedTest, original: Sequence) -> RecordedTest:
    """Return a recorded test without the lists, unless it tells what one of them holds."""
    count = _functions_in(original)
    if any(seen.step < count for seen in test.observations):
        return test
    steps = original.steps[: len(test.sequence) - count]
    seen = tuple(replace(one, step=one.step - count) for one in test.observations)
    raises = test.raises and replace(test.raises, step=test.raises.step - count)
    return RecordedTest(Sequence(steps), seen, raises)


def _functions_in(sequence: Sequence) -> int:
    return sum(_function(step) is not None for step in sequence.steps)


def _function(step: Step) -> Callback | None:
    """Return the function that a step makes, where it takes something."""
    made = step.operation
    if isinstance(made, Literal) and made.type.name == CALLABLE and made.type.args:
        made = _written(made) or made
    return made if isinstance(made, Callback) and made.names else None


def _written(literal: Literal) -> Callback | None:
    """Return a plain lambda as a function that we make; None where it does more than give a value."""
    tree = ast.parse(literal.source, mode="eval").body
    *inputs, output = literal.type.args
    if not isinstance(tree, ast.Lambda) or tree.args.vararg or len(tree.args.args) != len(inputs):
        return None
    names = tuple(one.arg for one in tree.args.args)
    if isinstance(tree.body, ast.Name) and tree.body.id in names:
        given: Literal | Parameter = Parameter(names.index(tree.body.id))
    elif any(isinstance(node, ast.Name | ast.Call) for node in ast.walk(tree.body)):
        return None
    else:
        given = Literal(ast.unparse(tree.body), output)
    gives_nothing = given == Literal("None", output)
    body = Sequence() if gives_nothing else Sequence().extend(given).extend(Return(), [0])
    return Callback("callback", names, tuple(inputs), output, (), body)


def _noting(step: Step, back: int) -> Step:
    """Return the step that makes a function which notes its arguments in a list so many steps back."""
    function = step.operation
    assert isinstance(function, Callback)
    count = len(function.names)
    captures = (*function.captures, _LIST)
    body = [Step(Parameter(count + len(function.captures)), ())]
    body += [Step(Parameter(number), ()) for number in range(count)]
    if count > 1:
        whole = Display("tuple", function.inputs, TypeForm("tuple", function.inputs))
        body.append(Step(whole, tuple(range(count, 0, -1))))
    body.append(Step(_APPEND, (len(body), 1)))
    noting = Sequence((*body, *function.body.steps))
    return Step(replace(function, captures=captures, body=noting), (*step.arguments, back))
