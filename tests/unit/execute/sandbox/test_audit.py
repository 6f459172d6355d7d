from __future__ import annotations

import pickle

from refute.model.execution import RefusedEffect

REFUSED = ["RefusedEffect", 1]

SETTING = """
import pathlib, shutil, socket, sqlite3, subprocess, signal, logging, ctypes, mmap, resource, time, urllib.request
precious = outside / "precious"
def as_link():
    Path("link").symlink_to(precious)
    return "link"
folder = os.open(outside, os.O_RDONLY)
reading = os.open(precious, os.O_RDONLY)
"""

FILES = [
    "open(precious, 'w')",
    "open(precious, 'a')",
    "open(precious, 'r+')",
    "open(outside / 'new', 'x')",
    "open(os.fsencode(precious), 'w')",
    "open(os.path.relpath(precious), 'w')",
    "open(as_link(), 'w')",
    "open(f'/proc/self/fd/{reading}', 'w')",
    "open('/proc/self/mem', 'r+b')",
    "os.open(precious, os.O_RDONLY | os.O_TRUNC)",
    "os.open(outside / 'new', os.O_RDONLY | os.O_CREAT)",
    "os.open(outside, os.O_TMPFILE | os.O_WRONLY)",
    "os.open('new', os.O_WRONLY | os.O_CREAT, dir_fd=folder)",
    "os.open('precious', os.O_WRONLY, dir_fd=folder)",
    "os.remove(precious)",
    "os.unlink('precious', dir_fd=folder)",
    "os.rename(precious, 'mine')",
    "os.rename('precious', 'mine', src_dir_fd=folder)",
    "os.replace(precious, outside / 'other')",
    "os.link(precious, 'mine')",
    "os.link(as_link(), 'mine')",
    "os.symlink('/', outside / 'new')",
    "os.mkdir(outside / 'new')",
    "os.rmdir(outside)",
    "os.truncate(precious, 0)",
    "os.chmod(precious, 0)",
    "os.chmod(as_link(), 0)",
    "os.fchmod(reading, 0)",
    "os.chown(precious, 0, 0)",
    "os.lchown(precious, 0, 0)",
    "os.fchown(reading, 0, 0)",
    "os.utime(precious, (0, 0))",
    "os.utime(reading, (0, 0))",
    "os.utime('precious', (0, 0), dir_fd=folder)",
    "os.setxattr(precious, 'user.x', b'1')",
    "os.removexattr(precious, 'user.x')",
    "os.mkfifo(outside / 'new')",
    "os.mknod('new', dir_fd=folder)",
    "shutil.rmtree(outside, ignore_errors=True)",
    "shutil.move(precious, 'mine')",
    "shutil.copy(__file__ if '__file__' in globals() else os.__file__, outside)",
    "shutil.copytree('.', outside / 'new')",
    "shutil.make_archive(outside / 'new', 'zip', '.')",
    "precious.write_text('x')",
    "(outside / 'new').touch()",
    "logging.FileHandler(outside / 'new')",
    "sqlite3.connect(outside / 'new')",
    "sqlite3.connect(f'file:{outside}/new?mode=rwc', uri=True)",
    "ctypes.CDLL(None).chmod",
    "socket.socket(socket.AF_UNIX).bind(str(outside / 'new'))",
]

PROCESSES = [
    "subprocess.run(['true'])",
    "os.system('true')",
    "os.popen('true')",
    "os.fork()",
    "os.forkpty()",
    "os.execv('/bin/true', ['true'])",
    "os.posix_spawn('/bin/true', ['true'], {})",
    "os.spawnv(os.P_WAIT, '/bin/true', ['true'])",
    "os.kill(os.getppid(), 0)",
    "os.kill(os.getpid(), signal.SIGTERM)",
    "os.kill(-1, signal.SIGTERM)",
    "os.killpg(0, signal.SIGTERM)",
    "signal.raise_signal(signal.SIGTERM)",
    "signal.pidfd_send_signal(0, signal.SIGTERM)",
    "resource.setrlimit(resource.RLIMIT_CORE, (1, 1))",
    "os.setuid(0)",
    "os.nice(1)",
    "os.chroot('.')",
    "time.clock_settime(time.CLOCK_REALTIME, 0)",
    "__import__('multiprocessing').get_context('spawn').Process(target=int).start()",
]

NETWORK = [
    "socket.socket().connect(('127.0.0.1', 9))",
    "socket.socket().connect_ex(('127.0.0.1', 9))",
    "socket.socket().bind(('127.0.0.1', 0))",
    "socket.socket(socket.AF_UNIX).connect('/run/docker.sock')",
    "socket.socket(type=socket.SOCK_DGRAM).sendto(b'', ('127.0.0.1', 9))",
    "socket.socket(type=socket.SOCK_DGRAM).sendmsg([b''], [], 0, ('127.0.0.1', 9))",
    "socket.getaddrinfo('localhost.invalid', 80)",
    "socket.gethostbyname('localhost.invalid')",
    "urllib.request.urlopen('http://127.0.0.1:9/')",
]

FREE = [
    "open(precious).read()",
    "open('mine', 'w').write('x')",
    "open('/dev/null', 'w').write('x')",
    "Path(os.environ['HOME'], 'a').write_text('x')",
    "__import__('tempfile').TemporaryFile().write(b'x')",
    "__import__('tempfile').NamedTemporaryFile().write(b'x')",
    "os.makedirs('a/b/c')",
    "shutil.copytree(outside, 'copied') and None",
    "shutil.rmtree('copied')",
    "sqlite3.connect('base').execute('create table t (a)') and None",
    "sqlite3.connect(':memory:').execute('create table t (a)') and None",
    "(pair := socket.socketpair())[0].send(b'x')",
    "socket.getaddrinfo('127.0.0.1', 80) and None",
    "__import__('asyncio').run(__import__('asyncio').sleep(0))",
    "os.kill(os.getpid(), 0)",
    "resource.prlimit(0, resource.RLIMIT_CORE) and None",
    "__import__('xml.dom.minidom') and None",
    "os.chdir(outside)",
    "urllib.request.urlopen('data:,x').read().decode()",
]


def attempts(expressions: list[str]) -> str:
    """Return lines that try every expression, each in a fresh scratch folder, all in one child."""
    each = (
        "answer({0!r}); answer(attempt(lambda: {0})); os.path.lexists('link') and os.unlink('link')"
    )
    return SETTING + "\n".join(each.format(expression) for expression in expressions)


def not_refused(answered: list[list[object]]) -> dict[object, object]:
    """Return what was not refused, or refused without being counted; some calls try twice."""
    pairs = zip(answered[::2], answered[1::2], strict=True)
    return {
        str(tried): result
        for tried, result in pairs
        if result not in (REFUSED, ["RefusedEffect", 2])
    }


def test_changes_of_files_outside_are_refused_and_counted(sandboxed, outside):
    answered = sandboxed(attempts(FILES))

    assert not_refused(answered) == {}
    assert len(answered) == 2 * len(FILES)
    assert [p.name for p in outside.iterdir()] == ["precious"]
    assert (outside / "precious").read_text() == "precious"


def test_processes_and_signals_are_refused_and_counted(sandboxed):
    answered = sandboxed(attempts(PROCESSES))

    assert not_refused(answered) == {}


def test_the_network_is_refused_and_counted(sandboxed):
    answered = sandboxed(attempts(NETWORK))

    assert not_refused(answered) == {}


def test_reading_the_scratch_folder_and_harmless_calls_stay_free(sandboxed):
    answered = sandboxed(attempts(FREE))
    refused = {
        tried: result
        for tried, result in zip(answered[::2], answered[1::2], strict=True)
        if result[1]
    }
    failed = [result for result in answered[1::2] if str(result[0]).endswith("Error")]

    assert refused == {} and failed == []


def test_an_allowed_effect_is_not_refused(sandboxed, outside):
    answered = sandboxed(
        """
        import subprocess
        answer(attempt((outside / "new").write_text, "x"))
        answer(attempt(lambda: subprocess.run(["true"]).returncode))
        """,
        allowed={"files", "processes"},
    )

    assert answered == [[1, 0], [0, 0]]
    assert (outside / "new").read_text() == "x"


def test_a_refusal_says_what_was_tried_and_how_to_allow_it():
    refusal = RefusedEffect("files", "delete '/home/x/a'")

    assert str(refusal) == "refute refused to delete '/home/x/a' (allow it with --allow files)"
    assert isinstance(refusal, PermissionError) and refusal.effect == "files"


def test_a_refusal_survives_pickling():
    copy = pickle.loads(pickle.dumps(RefusedEffect("network", "connect to '::1'")))

    assert (copy.effect, copy.action) == ("network", "connect to '::1'")


def test_a_swallowed_refusal_is_still_counted_with_its_first_example(sandboxed):
    answered = sandboxed(
        """
        import contextlib
        for path in ("/a", "/b"):
            with contextlib.suppress(OSError):
                os.remove(path)
        answer([guard.refused, guard.counts, guard.examples, str(guard.last)])
        """
    )

    said = "refute refused to delete '/b' (allow it with --allow files)"
    assert answered == [[2, {"files": 2}, {"files": "delete '/a'"}, said]]


def test_further_audit_hooks_are_dropped_without_a_word(sandboxed):
    answered = sandboxed(
        """
        seen = []
        answer(attempt(sys.addaudithook, lambda event, arguments: seen.append(event)))
        open(outside / "precious").close()
        answer(seen)
        """
    )

    assert answered == [[None, 0], []]


def test_a_handler_of_the_code_itself_may_be_tried_with_a_signal(sandboxed):
    answered = sandboxed(
        """
        import signal
        seen = []
        signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
        signal.raise_signal(signal.SIGUSR1)
        os.kill(os.getpid(), signal.SIGUSR1)
        answer([seen, guard.refused])
        """
    )

    assert answered == [[[1, 1], 0]]
