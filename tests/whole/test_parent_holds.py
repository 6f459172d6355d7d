"""Whatever a child does to its parent, through the pipe, the shared memory or the scratch folder: the parent tells what was found."""

from __future__ import annotations

import textwrap

import pytest

from refute.supervise import sandboxed

# The code under test runs in the worker's process, and so can reach whatever the worker has.
REACHES = """
import ctypes, gc, json, os, time
from refute.execute import journal
from refute.supervise import channel

def _tell(data: bytes) -> None:
    for one in gc.get_objects():
        if type(one) is channel.Channel:
            one.send_line(data)

def _lie(change) -> None:
    real = channel.to_line
    def lying(message):
        data = json.loads(real(message))
        change(data)
        return json.dumps(data).encode() + b"\\n"
    channel.to_line = lying

def odd(n: int) -> None:
"""
TILL = """
class Till:
    def __init__(self) -> None:
        self.coins: list[int] = []

    def mean(self) -> float:
        return sum(self.coins) / len(self.coins)
"""
IN_PLACE_OF_FILES = """
    for folder, _, files in os.walk(os.environ["HOME"] + "/.."):
        for name in files:
            os.remove(os.path.join(folder, name))
            {put}(os.path.join(folder, name))
    os._exit(1)
"""
ATTEMPTS = {
    "garbage": "_tell(b'garbage\\n')",
    "nested": "_tell(b'[' * 200_000 + b'\\n')",
    "a large number": """_tell(b'{"is": "Importing", "module": ' + b'9' * 100_000 + b'}\\n')""",
    "an answer": """_tell(b'{"is": "Answer", "answer": 1}\\n')""",
    "trouble": """_tell(b'{"is": "Trouble", "message": "x", "slug": "y", "nothing_to_test": false}\\n')""",
    "less memory": """
        for number in range(3, 2000):
            ctypes.CDLL(None).ftruncate(number, 0)
        os._exit(1)
    """,
    "a pipe in place of a file": IN_PLACE_OF_FILES.format(put="os.mkfifo"),
    "a device in place of a file": IN_PLACE_OF_FILES.format(
        put="(lambda at: os.symlink('/dev/zero', at))"
    ),
    "folders in folders": """
        for _ in range(2000):
            os.mkdir("d")
            os.chdir("d")
        os._exit(1)
    """,
    "silence": """
        for one in gc.get_objects():
            if type(one) is channel.Channel:
                one.close()
        while True:
            time.sleep(1)
    """,
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_the_parent_holds(project, name):
    does = textwrap.indent(textwrap.dedent(ATTEMPTS[name]).strip("\n"), "    ")
    project.write("odd.py", REACHES + does + "\n" + TILL)
    # In a process of its own: what the parent must survive would end the tests.
    process = project.start(
        *("find", "odd", "-n", "1", "--sequences", "30", "--call-timeout", "0.5")
    )
    try:
        out, err = process.communicate(timeout=100)
    finally:
        process.kill()

    assert process.returncode == 1, err
    assert "Till.mean raises ZeroDivisionError" in out


@pytest.mark.parametrize(
    "change",
    [
        "data['finding']['violation'].update(step=10**9)",
        "data['finding']['violation'].update(subjects=[99, -5])",
        "data['finding']['violation'].update(assertion='(((')",
        "data['finding']['violation'].update(test_name='no name!')",
        "data['finding'].update(sequence=[])",
        "data['finding']['sequence'].insert(0, dict(do='literal', source='((', type='int', arguments=[]))",
    ],
)
def test_a_lie_about_a_finding_is_no_finding(project, change):
    does = f"    _lie(lambda data: data['is'] == 'Found' and {change})\n"
    project.write("odd.py", REACHES + does + TILL)
    done = project.refute("find", "odd", "-n", "1", "--sequences", "30")

    assert done.code in (0, 1), done.err
    assert "[given-up]" in done.out


@pytest.mark.parametrize("command", ["structures slow:Tree", "exhaust slow:Tree.add", "plan slow"])
def test_an_import_that_does_not_end_is_said_by_every_verb(project, monkeypatch, command):
    monkeypatch.setattr(sandboxed, "LONGEST_IMPORT", 0.5)
    project.write("slow.py", "while True: pass")
    done = project.refute(*command.split())

    assert (done.code, done.slug) == (4, "import-hangs")
