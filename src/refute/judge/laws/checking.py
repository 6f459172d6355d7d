"""The laws that every Python object obeys, on live objects: `LawChecker`.

Which laws are checked when, and what it means that one is broken: who is blamed, and how sure that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from typing import Any, NamedTuple

from refute.judge.arguments import Arguments, LiveValues
from refute.judge.exceptions.exception_blame import judge_exception
from refute.judge.exceptions.gathering import evidence_of
from refute.judge.exceptions.passed_in import passed_in
from refute.judge.laws.registry import ClassLaws, laws_for
from refute.look.classes import written_at
from refute.look.homes import home_of
from refute.look.kinds import Kinds
from refute.model.evidence import Fit
from refute.model.execution import Interruption
from refute.model.roles import Breach, Law, stated
from refute.model.sequence import Call, Sequence, Step
from refute.model.subject import Subject
from refute.model.typeform import TypeForm
from refute.model.verdict import INTERNAL, Blame, Severity, Violation, capped


class AnswerRule(NamedTuple):
    """One way to tell how sure it is that a law is broken whose answer is wrong, with nothing raised."""

    slug: str
    applies: Callable[[bool, Fit], bool]  # is it a convention, and how did the arguments fit?
    severity: Severity
    why: str


# The first that applies decides; then comes the cap for what nobody is offered.
ANSWER_RULES = (
    AnswerRule(
        "law-contradicts-annotation",
        lambda is_convention, fit: fit is Fit.CONTRADICTS,
        Severity.DOUBTFUL,
        "an annotation rules out something that the object was given",
    ),
    AnswerRule(
        "law-by-convention",
        lambda is_convention, fit: is_convention,
        Severity.LIKELY,
        "the law is a convention, which not every class keeps",
    ),
    AnswerRule(
        "law-without-fit",
        lambda is_convention, fit: fit is Fit.UNKNOWN,
        Severity.LIKELY,
        "something is not annotated: the object may hold what it was never meant to",
    ),
    AnswerRule(
        "law-despite-fit",
        lambda is_convention, fit: True,
        Severity.ERROR,
        "every argument fits its annotation",
    ),
)

# Pairs and triples of a sequence's objects that are tried: while sequences grow, and when one is run again.
MOST_TUPLES = 10
_ALL_TUPLES = 500


class BrokenLaw(NamedTuple):
    """A law that does not hold, how, and the positions of the values it speaks of: {0} is the first of these."""

    law: Law
    breach: Breach
    which: tuple[int, ...]


class LawChecker:
    """Checks the laws of live objects."""

    def __init__(
        self,
        subject: Subject,
        kinds: Kinds,
        live: LiveValues,
        laws: tuple[Law, ...],
        arguments: Arguments,
        is_subject: Callable[[str], bool],
    ) -> None:
        self.only: str | None = None  # the one law that is checked, where one is looked for
        self._subject = subject
        self._kinds = kinds
        self._live = live
        self._laws = laws
        self._arguments = arguments
        self._is_subject = is_subject
        self._class_laws: dict[int, ClassLaws | None] = {}
        self._checks: dict[int, int] = {}
        self._roots: dict[int, int] = {}
        self._rounds = 0
        self._checking: tuple[int, Law | None] | None = None

    # ---- which objects, and when --------------------------------------------------------------------------

    def broken(
        self, fresh: list[int], objects: list[int], thorough: bool
    ) -> Iterator[tuple[int, BrokenLaw]]:
        """Yield the laws that objects break, alone (the fresh ones) or together (all of them), each with its kind."""
        values, kinds = self._live.values, self._live.value_kinds
        seen: set[int] = set()
        for position in fresh:
            laws = self.laws_of(kinds[position])
            if laws is None or id(values[position]) in seen:
                continue
            seen.add(id(values[position]))
            count = self._checks[kinds[position]] = self._checks.get(kinds[position], 0) + 1
            # Once a class has passed the dear laws often, they are only sampled: they cost as much as 50 calls.
            dear = thorough or count < 100 or count % 16 == 0
            for law in (*laws.cheap, *laws.dear) if dear else laws.cheap:
                if self.only is not None and law.name != self.only:
                    continue
                self._checking = (kinds[position], law)
                breach = _asked(law, values[position])
                if breach is not None:
                    yield kinds[position], BrokenLaw(law, breach, (position,))
        most = _ALL_TUPLES if thorough else MOST_TUPLES
        yield from self._laws_broken_together(objects, thorough or bool(fresh), most)

    def _laws_broken_together(
        self, objects: list[int], wanted: bool, most: int
    ) -> Iterator[tuple[int, BrokenLaw]]:
        values, kinds = self._live.values, self._live.value_kinds
        self._rounds += 1
        if len(objects) < 2 or not (wanted or self._rounds & 7 == 0):
            return
        distinct = list({id(values[p]): p for p in objects}.values())
        groups: dict[int, list[int]] = {}
        for position in distinct:
            if self.laws_of(kinds[position]) is not None:
                # Subclasses are compared with their bases, and siblings with each other.
                groups.setdefault(self._root(kinds[position]), []).append(position)
        for positions in groups.values():
            laws = self.laws_of(kinds[positions[0]])
            if laws is None or len(positions) < 2:
                continue
            together = [values[p] for p in positions]
            self._checking = (kinds[positions[0]], None)
            for size, of_size in ((2, laws.pairs), (3, laws.triples)):
                for law, breach, which in broken_together(
                    together, size, self._wanted(of_size), most
                ):
                    places = tuple(positions[i] for i in which)
                    yield kinds[places[0]], BrokenLaw(law, breach, places)

    def _wanted(self, laws: tuple[Law, ...]) -> tuple[Law, ...]:
        return laws if self.only is None else tuple(x for x in laws if x.name == self.only)

    def _root(self, kind: int) -> int:
        """Return a kind that stands for all classes of the subject that share a base there."""
        root = self._roots.get(kind)
        if root is None:
            cls = self._kinds.classes[kind]
            mine = [base for base in cls.__mro__ if self._is_mine(base)]
            root = self._kinds.of_class(mine[-1]) if mine else kind
            if root == self._kinds.other:  # stands for anything
                root = kind
            self._roots[kind] = root
        return root

    def laws_of(self, kind: int) -> ClassLaws | None:
        """Return the laws for values of a kind; None where the class is not the subject's."""
        if kind not in self._class_laws:
            cls = self._kinds.classes[kind]
            self._class_laws[kind] = laws_for(cls, self._laws) if self._is_mine(cls) else None
        return self._class_laws[kind]

    def give_up(self) -> str:
        """Never again check the law that has just hung, for the class it hung on; return it."""
        if self._checking is None:
            return ""
        kind, law = self._checking
        laws = self.laws_of(kind) or ClassLaws()
        if law is None:
            laws = laws._replace(pairs=(), triples=())
        else:
            laws = laws._replace(
                cheap=tuple(one for one in laws.cheap if one is not law),
                dear=tuple(one for one in laws.dear if one is not law),
            )
        self._class_laws[kind] = laws
        return f"{self._kinds.forms[kind].name} ({law.name if law else 'comparing two'})"

    def _is_mine(self, cls: type) -> bool:
        return self._is_subject(home_of(cls))

    # ---- what it means ------------------------------------------------------------------------------------

    def violation(self, broken: BrokenLaw, steps: list[Step], kind: int) -> Violation:
        """Return what it means that objects of a kind break a law."""
        law, breach, which = broken
        if breach.culprit:
            kind = self._live.value_kinds[which[breach.culprit]]
        cls, method = self._kinds.classes[kind], stated(law, "method")
        owner = next((b for b in cls.__mro__ if method in vars(b) and self._is_mine(b)), cls)
        function = vars(owner).get(method) if method else getattr(cls, "__init__", None)
        file, line = written_at(function, cls)
        name = self._kinds.forms[kind].name
        violation = Violation(
            rule=law.name,
            step=len(steps) - 1,
            blame=Blame.CODE,
            message=breach.message,
            operation=f"{name}.{method}" if method else name,
            signature=(law.name, self._kinds.name(owner)),
            exception=type(breach.exception).__name__ if breach.exception else None,
            file=file,
            line=line,
            reason=_convention(broken) or stated(law, "reason") or f"{type(law).__name__} says so",
            remedy=breach.remedy or stated(law, "remedy"),
            subjects=which,
            assertion=breach.assertion,
            test_name=stated(law, "test_name"),
        )
        if breach.exception is None or _is_wrong_answer(breach.exception):
            return self._answering(violation, broken, steps)
        return self._raising(violation, broken, breach.exception, steps)

    def _answering(self, violation: Violation, broken: BrokenLaw, steps: list[Step]) -> Violation:
        """Return the violation as it counts where the answer to a law is wrong."""
        is_convention = bool(_convention(broken))
        fit = self._fit(Sequence.trusted(tuple(steps)), *broken.which)
        rule = next(rule for rule in ANSWER_RULES if rule.applies(is_convention, fit))
        violation = replace(violation, severity=rule.severity, because=rule.slug)
        if rule.severity is Severity.DOUBTFUL:
            return replace(violation, blame=Blame.TEST, reason=rule.why)
        return capped(violation, INTERNAL) if self._is_internal(broken) else violation

    def _raising(
        self, violation: Violation, broken: BrokenLaw, raised: BaseException, steps: list[Step]
    ) -> Violation:
        """Return the violation as it counts where a law that forbids raising caught an exception."""
        judged = self._judged(violation.operation, broken, raised, steps)
        return replace(
            violation,
            blame=judged.blame,
            signature=judged.signature,
            severity=judged.severity,
            file=judged.file or violation.file,
            line=judged.line or violation.line,
            reason=judged.reason,
            # The law's own says more, as long as the exception's does not speak of a cap: no docstring excuses raising here.
            remedy=judged.remedy if judged.caps or not violation.remedy else violation.remedy,
            because=judged.because,
            caps=judged.caps,
            is_guess=judged.is_guess,
        )

    def _judged(
        self, target: str, broken: BrokenLaw, raised: BaseException, steps: list[Step]
    ) -> Violation:
        law, _, which = broken
        sequence = Sequence.trusted(tuple(steps))
        places = sequence.influence(*which, last=len(sequence) - 1)
        # The method's own name would excuse what its protocol allows; a law forbids raising altogether.
        evidence = evidence_of(
            raised,
            Call(target.replace(".__", ":law__"), (), TypeForm("any")),
            is_subject=self._is_subject,
            passed=passed_in(self._live.values, steps, places, _put_into(sequence, places, which)),
            fit=self._fit(sequence, *which),
            accepted_before=True,  # what we put into the object may be to blame; an experiment will show
            internal=self._is_internal(broken),
            asked_by_law="method" if stated(law, "method") else "class",
            operand_of_law=bool(stated(law, "passes_own_values")),
        )
        return judge_exception(evidence, len(steps) - 1)

    def _is_internal(self, broken: BrokenLaw) -> bool:
        kind = self._live.value_kinds[broken.which[0]]
        return self._kinds.forms[kind].name in self._subject.hidden

    def _fit(self, sequence: Sequence, *positions: int) -> Fit:
        last = len(sequence) - 1
        if self._arguments.holds(sequence, self._live, *positions, last=last) == "yes":
            return Fit.FITS
        return self._arguments.misfit(sequence, self._live, *positions, last=last)


def _asked(law: Law, value: object) -> Breach | None:
    """Return how a value breaks a law; an object that would leave the process when it is asked breaks none."""
    try:
        return law.broken(value)
    except (Exception, Interruption):
        raise
    except BaseException:
        return None


def broken_together(
    values: list[Any], size: int, laws: tuple[Law, ...], most: int = MOST_TUPLES
) -> Iterator[BrokenLaw]:
    """Yield the laws that two or three of the values break; the last values are tried first.

    The order of the chosen does not matter: a law tries every order.  It ends where an object would leave the
    process when it is asked.
    """
    if not laws:
        return
    for which in islice(combinations(reversed(range(len(values))), size), most):
        chosen = [values[place] for place in which]
        for law in laws:
            try:
                breach = law.broken(*chosen)
            except (Exception, Interruption):
                raise
            except BaseException:
                return
            if breach is not None:
                yield BrokenLaw(law, breach, which)


def _convention(broken: BrokenLaw) -> str:
    return broken.breach.convention or stated(broken.law, "convention")


def _put_into(sequence: Sequence, places: list[int], which: tuple[int, ...]) -> set[int]:
    """Return the positions of what was passed to the calls that had a part in these objects."""
    return {source for place in places for source in sequence.sources(place)} - set(which)


def _is_wrong_answer(raised: BaseException) -> bool:
    """Return whether Python complains about what a method returned: `__str__` a None, `__repr__` half a text."""
    return isinstance(raised, SyntaxError) or (
        isinstance(raised, TypeError) and " returned non-" in str(raised)
    )
