"""What a worker says at its end."""

from __future__ import annotations

import subprocess
import sys

import pytest

# The broker's end closes what the worker waits at, a moment before the kernel ends the worker.
WITHOUT_ITS_BROKER = """
import os, sys, time
from refute.execute.sandbox import limits
from refute.model.errors import UsageError
from refute.supervise import worker

waiting, broker_has = os.pipe()
beginning, begun = os.pipe()
job, orders = os.pipe()
os.write(orders, b"{}\\n")
if os.fork():
    os.read(beginning, 1)
    os.close(broker_has)
    time.sleep(0.05)
    os._exit(0)
os.close(broker_has)
limits.die_with_parent()

def fail(*given):
    os.write(begun, b"x")
    os.read(waiting, 1)
    raise FAILURE

worker.os.setsid = worker.from_line = lambda *given: None
worker._run = fail
worker._LAST_MOMENT = 20
worker.main(0, job, os.dup(1), 0, os.dup(2))
"""
# The same, while its parent is there.
WITH_IT = WITHOUT_ITS_BROKER.replace("time.sleep(0.05)", "os.wait()").replace("= 20", "= 0")


@pytest.mark.parametrize("failure", ["OSError(38, 'x')", "UsageError('x', 'no-worker')"])
@pytest.mark.parametrize(("lines", "says"), [(WITHOUT_ITS_BROKER, False), (WITH_IT, True)])
def test_a_worker_whose_broker_has_ended_takes_that_for_no_fault_of_ours(lines, says, failure):
    command = [sys.executable, "-c", lines.replace("FAILURE", failure)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, timeout=60)

    assert bool(ran.stdout) is says
