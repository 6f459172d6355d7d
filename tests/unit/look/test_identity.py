import subprocess
import sys

from refute.look.identity import identity


class Alike:
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike)

    def __hash__(self) -> int:
        return 1


def test_every_live_object_has_its_own_whatever_it_says_of_itself():
    values = [Alike(), Alike(), [], [], {}, 7, "seven", None, Alike]

    assert len({identity(value) for value in values}) == len(values)
    assert [identity(value) for value in values] == [identity(value) for value in values]


def test_asking_for_it_is_not_heard():
    # In a process of its own: a hook cannot be taken away again.
    program = """
import sys
from refute.look.identity import identity

heard = []
sys.addaudithook(lambda event, arguments: heard.append(event))
identity(heard)
assert "builtins.id" not in heard, heard
id(heard)
assert "builtins.id" in heard, heard
"""
    subprocess.run([sys.executable, "-c", program], check=True)
