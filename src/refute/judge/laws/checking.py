"""The laws that every Python object obeys, on live objects: `LawKeeper`.

Which laws are checked when, and what it means that one is broken: who is blamed, and how sure that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from refute.judge.arguments import Arguments, Live
from refute.judge.exceptions.gathering import evidence_of
from refute.judge.exceptions.passed_in import passed_in
from refute.judge.exceptions.rules import judge_exception
from refute.judge.laws.registry import (
    LAWS,
    MOST_TUPLES,
    Checked,
    ClassLaws,
    check_pairs,
    check_triples,
    laws_for,
)
from refute.judge.laws.remedies import CUSTOMS, remedy_for
from refute.look.kinds import Kinds
from refute.model.evidence import Evidence
from refute.model.execution import Interruption
from refute.model.roles import Breach, Law
from refute.model.sequence import Call, Sequence, Step
from refute.model.subject import Subject
from refute.model.typeform import TypeForm
from refute.model.verdict import Blame, Severity, Violation

# A law, how it is broken, and the positions of the values it speaks of.
Broken = tuple[Law, Breach, tuple[int, ...]]

# Laws that a class may break with good reason: persistent structures share, some lengths are no counts,
# tasks may be sorted by priority and told apart by name; of intervals, <= may mean before, and an empty one is nowhere.
_ON_PURPOSE = frozenset(
    {"deepcopy-independent", "len-iter", "eval-repr", "bool-len", "lt-eq", "le-agrees"}
)
_STUMBLES = "the interpreter raised it, on an operand of a class that == does not expect"
_REFUSES = (
    "it is raised on purpose, but whoever shows, compares or asks an object does not expect it"
)
# Laws of plugins are about a class, not about one of its methods.
_BUILT_IN = frozenset(law.name for law in LAWS)

# When a sequence is run again, pairs and triples of its objects are tried up to this number.
_ALL_TUPLES = 500


class LawKeeper:
    """Checks the laws of live objects."""

    def __init__(
        self,
        subject: Subject,
        kinds: Kinds,
        live: Live,
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
    ) -> Iterator[tuple[int, Broken]]:
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
                    yield kinds[position], (law, breach, (position,))
        most = _ALL_TUPLES if thorough else MOST_TUPLES
        yield from self._laws_broken_together(objects, thorough or bool(fresh), most)

    def _laws_broken_together(
        self, objects: list[int], wanted: bool, most: int
    ) -> Iterator[tuple[int, Broken]]:
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
            pairs, triples = self._wanted(laws.pairs), self._wanted(laws.triples)
            for broken in (
                check_pairs(together, pairs, most),
                check_triples(together, triples, most),
            ):
                for law, breach, which in _contained(broken):
                    places = tuple(positions[i] for i in which)
                    yield kinds[places[0]], (law, breach, places)

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
        return self._is_subject(getattr(cls, "__module__", "") or "")

    # ---- what it means ------------------------------------------------------------------------------------

    def violation(self, broken: Broken, steps: list[Step], kind: int) -> Violation:
        """Return what it means that objects of a kind break a law."""
        law, breach, which = broken
        if law.name == "eq-symmetric" and "x == y is False" in breach.message:
            # Who says yes to the other is named, so that one that does so to many is one finding.
            kind = self._live.value_kinds[which[1]]
        cls = self._kinds.classes[kind]
        name = self._kinds.forms[kind].name
        method = _method_behind(law.name) if law.name in _BUILT_IN else ""
        owner = next((b for b in cls.__mro__ if method in vars(b) and self._is_mine(b)), cls)
        target = f"{name}.{method}" if method else name
        position = len(steps) - 1
        if breach.exception is not None and not _is_wrong_answer(breach.exception):
            violation = self._raising(law, breach, target, steps, which)
        else:
            violation = None
        function = vars(owner).get(method) if method else getattr(cls, "__init__", None)
        code = getattr(function, "__code__", None)
        by_nature = "every Python object obeys this law"
        if not method:
            by_nature = f"{type(law).__name__} says so"
        elif law.name in _ON_PURPOSE or breach.by_custom:
            by_nature = CUSTOMS[law.name]
        return Violation(
            rule=law.name,
            step=position,
            blame=violation.blame if violation else Blame.CODE,
            message=breach.message,
            operation=target,
            signature=violation.signature if violation else (law.name, self._kinds.name(owner)),
            severity=violation.severity if violation else self._severity(broken, steps),
            exception=type(breach.exception).__name__ if breach.exception else None,
            file=(violation.file if violation else None) or getattr(code, "co_filename", None),
            line=(violation.line if violation else None) or getattr(code, "co_firstlineno", None),
            reason=violation.reason if violation else by_nature,
            remedy=remedy_for(law.name, breach.exception),
            subjects=which,
            assertion=breach.assertion,
        )

    def _severity(self, broken: Broken, steps: list[Step]) -> Severity:
        """Return how sure a broken law is: where nothing is annotated, the object may hold what it was never meant to."""
        law, breach, which = broken
        if self._kinds.forms[self._live.value_kinds[which[0]]].name in self._subject.hidden:
            return Severity.ROBUSTNESS
        contract = self._fit(Sequence.trusted(tuple(steps)), *which)
        if law.name in _ON_PURPOSE or breach.by_custom or contract != "yes":
            return Severity.LIKELY
        return Severity.ERROR

    def _raising(
        self, law: Law, breach: Breach, target: str, steps: list[Step], which: tuple[int, ...]
    ) -> Violation:
        assert breach.exception is not None
        sequence = Sequence.trusted(tuple(steps))
        places = sequence.influence(*which, last=len(sequence) - 1)
        # The method's own name would excuse what its protocol allows; a law forbids raising altogether.
        evidence = evidence_of(
            breach.exception,
            Call(target.replace(".__", ":law__"), (), TypeForm("any")),
            is_subject=self._is_subject,
            passed=passed_in(self._live.values, steps, places, _put_into(sequence, places, which)),
            contract=self._fit(sequence, *which) == "yes",
            learned=True,  # what we put into the object may be to blame; an experiment will show
            internal=self._kinds.forms[self._live.value_kinds[which[0]]].name
            in self._subject.hidden,
        )
        judged = judge_exception(evidence, len(steps) - 1)
        if judged.blame is Blame.TEST and law.name == "eq-foreign" and _is_plain_accident(evidence):
            # The operand is the law's own doing; whether contents matter, an experiment will show.
            return replace(judged, blame=Blame.CODE, severity=Severity.LIKELY, reason=_STUMBLES)
        refuses = judged.blame is Blame.TEST and evidence.on_purpose and law.name in _BUILT_IN
        if refuses and evidence.contract and not evidence.internal:
            return replace(judged, blame=Blame.CODE, severity=Severity.LIKELY, reason=_REFUSES)
        return judged

    def _fit(self, sequence: Sequence, *positions: int) -> str:
        last = len(sequence) - 1
        return self._arguments.holds(sequence, self._live, *positions, last=last)


def _asked(law: Law, value: object) -> Breach | None:
    """Return how a value breaks a law; an object that would leave the process when it is asked breaks none."""
    try:
        return law.broken(value)
    except (Exception, Interruption):
        raise
    except BaseException:
        return None


def _contained(broken: Iterator[Checked]) -> Iterator[Checked]:
    """Yield what is broken until an object would leave the process when it is asked."""
    while True:
        try:
            one = next(broken, None)
        except (Exception, Interruption):
            raise
        except BaseException:
            return
        if one is None:
            return
        yield one


def _put_into(sequence: Sequence, places: list[int], which: tuple[int, ...]) -> set[int]:
    """Return the positions of what was passed to the calls that had a part in these objects."""
    return {source for place in places for source in sequence.sources(place)} - set(which)


def _is_plain_accident(evidence: Evidence) -> bool:
    """Return whether `==` itself stumbled: not what it compares, and not by a `raise`."""
    compares = bool(evidence.frames) and evidence.frames[-1].function.endswith(("__eq__", "__ne__"))
    return compares and not evidence.on_purpose and not evidence.internal


def _is_wrong_answer(raised: BaseException) -> bool:
    """Return whether Python complains about what a method returned: `__str__` a None, `__repr__` half a text."""
    return isinstance(raised, SyntaxError) or (
        isinstance(raised, TypeError) and " returned non-" in str(raised)
    )


def _method_behind(law: str) -> str:
    first = law.partition("-")[0]
    return {
        "pickle": "__reduce_ex__",
        "eval": "__repr__",
        "deepcopy": "__deepcopy__",
        "reversed": "__reversed__",
        "index": "index",
        "count": "count",
    }.get(first, f"__{first}__")
