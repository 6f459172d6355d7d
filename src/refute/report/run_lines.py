"""What is said about a run besides its findings: `folded`, `not_shown`, `faulty`, `untested`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from refute.model.execution import RefusedEffect
from refute.model.finding import Finding
from refute.model.ignore import unused
from refute.model.quantities import counted
from refute.model.results import FORBIDDEN, Results
from refute.model.verdict import INTERNAL, Severity
from refute.report.text import MOST_NAMES, by_place, headline, some_names

# So many lines about what was not tested are read; -v tells all.
_MOST_UNTESTED = 4
# So many modules of a package with findings are listed; -v lists all.
_MOST_MODULES = 10


def folded(results: Results, shown: list[Finding]) -> list[str]:
    """Return one line for findings that are only about robustness, another for doubtful ones."""
    left = [f for f in results.ordered() if f not in shown]
    robust = [f for f in left if f.violation.severity is Severity.ROBUSTNESS]
    doubtful = [f for f in left if f.violation.severity is Severity.DOUBTFUL]
    return _robust(robust) + _doubtful(doubtful)


def _doubtful(findings: list[Finding]) -> list[str]:
    if not findings:
        return []
    failures, such = counted(len(findings), "doubtful failure"), headline(findings[0])
    places = f" in {counted(n, 'place')}" if (n := len(by_place(findings))) < len(findings) else ""
    return [f"{failures}{places}, such as {such}; show them with --severity doubtful"]


def _robust(findings: list[Finding]) -> list[str]:
    """Return a line about findings that are only about robustness; another where internal operations are among them."""
    if not findings:
        return []
    some = some_names([f.violation.operation for f in findings])
    noun, them = ("finding", "it") if len(findings) == 1 else ("findings", "them")
    lines = [
        f"{len(findings)} {noun} of severity robustness ({some}); "
        f"show {them} with --severity robustness"
    ]
    # Others would be of the same severity where the operation is named.
    inside = [f.violation.operation for f in findings if INTERNAL.slug in f.violation.caps]
    if inside:
        are, they = ("is", "it counts") if len(inside) == 1 else ("are", "they count")
        which = "it" if len(findings) == 1 else f"{len(inside)} of them"
        lines.append(
            f"{which} {are} in what the package does not offer to others; named, {they}: "
            f"refute find {inside[0].partition(':')[0]}"
        )
    return lines


def not_shown(results: Results) -> list[str]:
    """Return lines about findings that are not shown: ignored as configured, or not to be repeated."""
    ignored = results.ignored
    lines = []
    if ignored:
        noun = "finding" if len(ignored) == 1 else "findings"
        ids = ", ".join(sorted(ignored))
        lines.append(f"{len(ignored)} {noun} ignored, as configured: {ids}")
    lines += [
        f"ignore: nothing was found that {entry} would ignore; it can go"
        for entry in unused(results.options.ignore, list(ignored.values()))
    ]
    lines += [
        f"order-dependent, not shown: {headline(finding)} ({finding.id}) needs other calls before it"
        for finding in results.order_dependent.values()
    ]
    flaky = [f for f in results.flaky.values() if f.violation.severity is not Severity.DOUBTFUL]
    return lines + [
        f"flaky, not shown: {headline(finding)} ({finding.id}) did not repeat in a fresh process"
        for finding in flaky
    ]


def learned(results: Results, verbose: bool) -> list[str]:
    """Return lines about what was learned from the user's own tests; with -v why calls could not be written."""
    found = results.learned
    if found is None:
        return []
    if found.trouble:
        return [f"nothing is learned from {', '.join(results.options.learn_from)}: {found.trouble}"]
    failed = f"; {counted(found.failed, 'test')} failed and left out" if found.failed else ""
    left = sum(found.not_written.values())
    not_written = f"; {counted(left, 'call')} could not be written" if left else ""
    more = " (-v)" if left and not verbose else ""
    lines = [
        f"learned {counted(len(found.sequences), 'sequence')} of {counted(found.calls, 'call')} "
        f"from {counted(found.passed, 'test')}{failed}{not_written}{more}"
    ]
    reasons = found.not_written.items() if verbose else ()
    return lines + [f"  not written: {count} × {why}" for why, count in reasons]


def by_module(results: Results, verbose: bool) -> list[str]:
    """Return lines about the modules of a package that was searched module by module: those with findings, or all."""
    if not results.modules:
        return []
    found = Counter(one.violation.operation.partition(":")[0] for one in results.shown())
    searched = {name: one for name, one in results.modules.items() if one.get("sequences")}
    empty = sum(one.get("empty", 0) for one in results.modules.values())
    unable = [n for n, one in results.modules.items() if not one and n in results.skipped]
    late = len(results.modules) - len(searched) - empty - len(unable)
    told = (
        (len(searched), "searched"),
        (empty, "with nothing to call"),
        (len(unable), "that could not be imported"),
        (late, "not tried in the time there was"),
    )
    parts = ", ".join(f"{number} {what}" for number, what in told if number)
    lines = [f"{counted(len(results.modules), 'module')}: {parts}"]
    ranked = sorted(searched, key=lambda name: -found[name])
    shown = ranked if verbose else [name for name in ranked if found[name]][:_MOST_MODULES]
    lines += [
        f"  {name}: {counted(found[name], 'finding')}, {searched[name]['calls']:,} calls"
        for name in shown
    ]
    named = unable if verbose else unable[:_MOST_MODULES]
    lines += [f"  {name}: {results.skipped[name]}" for name in named]
    return lines + ([f"  … and {more} more (-v)"] if (more := len(unable) - len(named)) else [])


def faulty(results: Results) -> dict[str, str]:
    """Return the specifications that are of no use as they are, by name: what is wrong and what to do."""
    unmet = {
        (
            name := target.partition(":")[2]
        ): f"{name} was called {calls} times and never got what its contract asks for. "
        "Can it be had at all? Then offer a value that fits.  [contract-unmet]"
        for target, calls in results.unmet_contracts().items()
    }
    return results.faulty | unmet


def untested(results: Results, verbose: bool) -> list[str]:
    """Return lines about what was not tested, or only in part, and why: the first few, or all."""
    blamed = {finding.violation.operation for finding in results.findings.values()}
    # Who wrote bounds down wants them used.
    lines = [
        f"bounds not used: {name}: {one['note']}"
        for name, one in sorted(results.structures.items())
        if one.get("refused")
    ]
    # First of what may be left out: the summary seems to speak of these operations, too.
    lines += _always_raised(results, verbose)
    lines += _always_refused(results)
    lines += [
        f"never called: {name}: {why}"
        for name, why in results.unreached.items()
        if name not in blamed
    ]
    lines += [
        f"stopped: {name} did not return in time"
        for name in results.stopped_operations()
        if name not in blamed
    ]
    lines += [
        f"out of memory: {name} raised MemoryError, for which nobody is blamed"
        for name in results.out_of_memory()
    ]
    lines += [f"refused: {_refused(*one)}" for one in results.refusals.items()]
    lines += _unlisted(results, verbose)
    # A module that could not be tested at all is told always, the rest with -v; `by_module` tells those of a package.
    skipped = [one for one in results.skipped.items() if results.modules.get(one[0], True)]
    lines += [f"skipped: {name}: {why}" for name, why in skipped if verbose or ":" not in name]
    if verbose:
        lines += [_small_objects(name, one) for name, one in sorted(results.structures.items())]
        return [*lines, f"in force: {results.in_force}"]
    more = len(lines) - _MOST_UNTESTED
    return [*lines[:_MOST_UNTESTED], f"… and {more} more (-v)"] if more > 0 else lines


def _unlisted(results: Results, verbose: bool) -> list[str]:
    """Return a line about names that no `__all__` lists: those with a finding, or with -v all of them."""
    blamed = [f"{one.violation.operation}." for one in results.findings.values()]
    names = [
        name
        for name in results.unlisted
        if verbose or any(one.startswith(f"{name}.") for one in blamed)
    ]
    if not names:
        return []
    shown = ", ".join(one.partition(":")[2] for one in names) if verbose else some_names(names)
    return [f"not in __all__, called less often: {shown}; leave out with --public strict"]


def _always_refused(results: Results) -> list[str]:
    names = [
        name.partition(":")[2]
        for name, numbers in results.operations.items()
        if numbers.get("raised", {}).keys() == {RefusedEffect.__name__}
        and not numbers.get("passed")
    ]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    shown = ", ".join(names[:MOST_NAMES])
    return [f"never passed: the sandbox refused every call of {shown}{more}"] if names else []


def _refused(effect: str, what: str) -> str:
    advice = "" if "belongs to refute" in what else f"; allow that with --allow {effect}"
    return f"{effect}: the code tried to {what}{advice}"


def _always_raised(results: Results, verbose: bool) -> list[str]:
    """Return lines about operations of which every call raised: one for all of them, or with -v one for each."""
    always: dict[str, str] = {}
    unmet = results.unmet_contracts()  # which `faulty` tells
    for name, calls in results.never_passed().items():
        raised = results.operations[name].get("raised", {})
        # What was only ever stopped or refused, or broke a promise, is told elsewhere.
        elsewhere = {"stopped", "MemoryError", "invariant", FORBIDDEN, RefusedEffect.__name__}
        if calls and name not in unmet and {*raised} - elsewhere:
            most = sorted(raised.items(), key=lambda item: -item[1])[:3]
            always[name] = ", ".join(f"{exception} ×{count}" for exception, count in most)
    if verbose:
        return [
            f"never passed: every call of {name} raised: {reasons}{_offer(results, [name])}"
            for name, reasons in always.items()
        ]
    some = [f"{name.partition(':')[2]} ({why})" for name, why in always.items()][:MOST_NAMES]
    more = f" and {len(always) - len(some)} more (-v)" if len(always) > len(some) else ""
    shown = f"never passed: every call raised of {', '.join(some)}{more}"
    return [shown + _offer(results, [*always][:MOST_NAMES])] if always else []


def _offer(results: Results, names: list[str]) -> str:
    """Return what to do about operations that raise whatever they are given."""
    wanted = ", ".join(filter(None, (results.unaccepted.get(name, "") for name in names)))
    shown = ", ".join(dict.fromkeys(wanted.split(", ")))
    return f"; offer values for {shown} in [tool.refute.presets]" if shown else ""


def _small_objects(target: str, one: dict[str, Any]) -> str:
    """Return a line about the small objects of a class: how many, and to how many of them calls lead."""
    if not one["objects"]:
        return f"small objects: {target}: none listed: {one['note']}"
    return f"small objects: {target}: {one['note']}; calls lead to {one['by_calls']}"
