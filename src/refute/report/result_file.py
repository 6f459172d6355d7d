"""The result as one JSON object, documented in docs/json.md: `JsonResult`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from refute.model.codec import sequence_to_json
from refute.model.confidence import confidence_of
from refute.model.finding import Finding
from refute.model.results import FinishedRun
from refute.report.run_lines import faulty

FORMAT = 1
_VERDICTS = ("pass", "fail", "invalid", "stopped")
_CAUSES = ("seen", "findings", "merged", "flaky", "refusals", "stopped", "lost")


class JsonResult:
    """Everything, for programs; keys are only ever added while `format` stays."""

    help = "write everything as JSON"

    def text(self, run: FinishedRun) -> str:
        """Return the result of a run as JSON."""
        return json.dumps(result_to_json(run), indent=1) + "\n"


def result_to_json(run: FinishedRun) -> dict[str, Any]:
    """Return the whole result of a run."""
    results = run.results

    def listed(findings: Iterable[Finding]) -> list[dict[str, Any]]:
        return [finding_json(finding, run.program(finding)) for finding in findings]

    return {
        "format": FORMAT,
        "refute": run.version,
        "python": sys.version.split()[0],
        "seed": results.options.seed,
        "targets": results.targets,
        "seconds": round(results.seconds, 3),
        "sequences": results.sequences,
        "calls": results.calls,
        "calls_per_second": round(results.calls / results.seconds) if results.seconds else 0,
        "operations": {target: _operation(n) for target, n in sorted(results.operations.items())},
        "verdicts": {name: results.verdicts[name] for name in _VERDICTS},
        "causes": {name: results.causes[name] for name in _CAUSES},
        "findings": listed(results.ordered()),
        "flaky": listed(results.flaky.values()),
        "order_dependent": listed(results.order_dependent.values()),
        "stopped": results.stopped_operations(),
        "out_of_memory": results.out_of_memory(),
        "restarts": results.restarts,
        "files_written": run.files_written,
        "chance_of_more": results.chance,
        "never_called": dict(sorted(results.unreached.items())),
        "skipped": dict(sorted(results.skipped.items())),
        "modules": dict(sorted(results.modules.items())),
        "structures": dict(sorted(results.structures.items())),
        "faulty": dict(sorted(faulty(results).items())),
        "refused": dict(sorted(results.refused.items())),
    }


def _operation(numbers: dict[str, Any]) -> dict[str, Any]:
    calls, passed, failed = (numbers.get(name, 0) for name in ("calls", "passed", "failed"))
    raised = numbers.get("raised", {})
    nobodys = raised.get("stopped", 0) + raised.get("MemoryError", 0)
    return {
        "calls": calls,
        "passed": passed,
        "invalid": max(0, calls - passed - failed - nobodys),
        "failed": failed,
        "raised": raised,
        "refusals": numbers.get("refusals", {}),
    }


def finding_json(finding: Finding, source: str) -> dict[str, Any]:
    """Return one finding as the result file holds it."""
    violation = finding.violation
    return {
        "id": finding.id,
        "cause": list(violation.signature),
        "rule": violation.rule,
        "because": violation.because,
        "is_guess": violation.is_guess,
        "caps": list(violation.caps),
        "severity": violation.severity.value,
        "confidence": confidence_of(violation),
        "blame": violation.blame.value,
        "operation": violation.operation,
        "exception": violation.exception,
        "message": violation.message,
        "file": violation.file,
        "line": violation.line,
        "reason": violation.reason,
        "remedy": violation.remedy,
        "steps": finding.sequence.calls(),
        "steps_before_shrinking": finding.first_seen.calls(),
        "seen": finding.seen,
        "stable": finding.stable,
        "by_calls": not finding.sequence.is_built(),
        "found_by": finding.found_by,
        "seed": finding.seed,
        "worker": finding.worker + 1,
        "number": finding.number,
        "seconds_to_find": finding.seconds_to_find,
        "source": source,
        "sequence": sequence_to_json(finding.sequence),
    }
