"""One function for each thing that is another one on another machine, for another user or a moment later.

What a suite or a walk asserts of these would fail elsewhere: nothing of it may be recorded.
"""

import datetime
import gc
import getpass
import glob
import grp
import locale
import logging
import mmap
import os
import platform
import pwd
import random
import resource
import secrets
import shutil
import signal
import site
import socket
import sqlite3
import sys
import sysconfig
import tempfile
import threading
import time
import unicodedata
import uuid
import warnings
import zlib
from os import getuid
from pathlib import Path
from sys import version_info

_STARTED = time.time()
_HOST = socket.gethostname()
_LOGGED_IN = os.environ.get("USER")
_USER = os.getuid()
_HAS_SHELL = shutil.which("sh") is not None
_ZONE = time.timezone
_DAY_OF_YEAR = time.localtime().tm_yday
_PROCESSORS = os.cpu_count() or 0
_IMPORT_FOLDERS, _MODULES = len(sys.path), len(sys.modules)
_SIZE = sys.getsizeof([])
_RELEASE, _C_LIBRARY = platform.release(), platform.libc_ver()[1]
_COMPILER = platform.python_compiler()


def user_name() -> str:
    return getpass.getuser()


def user_number() -> int:
    return os.getuid()


def user_number_imported() -> int:
    return getuid()


def is_root() -> bool:
    return os.geteuid() == 0


def group_number() -> int:
    return os.getgid()


def groups() -> int:
    return len(os.getgroups())


def home() -> str:
    return os.path.expanduser("~")


def home_of_root() -> str:
    return Path("~root").expanduser().name


def account() -> str:
    return pwd.getpwuid(os.getuid()).pw_shell


def terminal() -> str | None:
    return os.environ.get("TERM")


def language() -> str | None:
    return os.environ.get("LANG")


def message_language() -> str | None:
    return os.getenv("LC_MESSAGES")


def search_path() -> int:
    return os.environ["PATH"].count(os.pathsep)


def first_program_folder() -> str:
    return os.path.basename(os.get_exec_path()[-1])


def locale_in_use() -> str | None:
    return locale.setlocale(locale.LC_CTYPE)


def locale_encoding() -> str:
    return locale.getpreferredencoding()


def zone() -> str:
    return time.tzname[0]


def zone_offset() -> int:
    return time.timezone


def host() -> str:
    return socket.gethostname()


def host_at_import() -> str:
    return _HOST


def load() -> int:
    return int(os.getloadavg()[0])


def processors() -> int:
    return os.cpu_count() or 0


def usable_processors() -> int:
    return len(os.sched_getaffinity(0))


def free_disk() -> int:
    return shutil.disk_usage("/").free


def disk_size() -> int:
    return shutil.disk_usage("/").total // 2**30


def memory() -> int:
    return os.sysconf("SC_PHYS_PAGES")


def free_memory() -> str:
    return Path("/proc/meminfo").read_text().split()[1]


def process_number() -> int:
    return os.getpid()


def parent_number() -> int:
    return os.getppid()


def uptime() -> int:
    return int(time.monotonic())


def boot_time() -> str:
    return Path("/proc/stat").read_text().partition("btime ")[2].split()[0]


def boot_number() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def python_version() -> str:
    return platform.python_version()


def python_minor() -> int:
    return sys.version_info.minor


def python_minor_imported() -> int:
    return version_info[1]


def python_build() -> str:
    return sys.version


def python_hexversion() -> int:
    return sys.hexversion


def python_compiler() -> str:
    return platform.python_compiler()


def python_tag() -> str | None:
    return sys.implementation.cache_tag


def python_folder() -> str:
    return os.path.basename(sys.prefix)


def python_program() -> str:
    return os.path.basename(sys.executable)


def python_library() -> str:
    return os.path.basename(sysconfig.get_paths()["stdlib"])


def system_release() -> str:
    return platform.release()


def system() -> str:
    return platform.system()


def machine_kind() -> str:
    return platform.machine()


def distribution() -> str:
    return platform.freedesktop_os_release().get("ID", "")


def c_library() -> str:
    return platform.libc_ver()[1]


def now() -> int:
    return int(time.time()) // 60


def started_at_import() -> int:
    return int(_STARTED) // 3600


def year() -> int:
    return datetime.date.today().year


def month() -> int:
    return time.localtime().tm_mon


def chance() -> int:
    return random.randrange(10)


def token() -> int:
    return len(set(secrets.token_bytes(8)))


def identity() -> str:
    return str(uuid.uuid4())[0]


def network_card() -> int:
    return uuid.getnode() % 7


def interfaces() -> int:
    return len(socket.if_nameindex())


def file_name_encoding() -> str:
    return sys.getfilesystemencoding()


def folder() -> str:
    return os.path.basename(os.getcwd())


def own_file_time() -> int:
    return int(os.path.getmtime(__file__))


def own_owner() -> str:
    return Path(__file__).owner()


def temporary_folder() -> str:
    return tempfile.gettempdir()


def terminal_width() -> int:
    return shutil.get_terminal_size().columns


def optimized() -> int:
    return sys.flags.optimize


def deepest() -> int:
    return sys.getrecursionlimit()


def address() -> int:
    return id(object())


def text_hash() -> int:
    return hash("text")


def thread_number() -> int:
    return threading.get_ident()


def native_thread() -> int:
    return threading.get_native_id()


def largest_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def open_files_allowed() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def used_time() -> float:
    return os.times().user


def processor_time() -> float:
    return time.process_time()


def collections_done() -> int:
    return gc.get_count()[0]


def size_of_object() -> int:
    return sys.getsizeof([])


def references() -> int:
    return sys.getrefcount(_HOST)


def modules_loaded() -> int:
    return len(sys.modules)


def import_folders() -> int:
    return len(sys.path)


def is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def umask() -> int:
    before = os.umask(0o22)
    os.umask(before)
    return before


def variables() -> int:
    return len(os.environ)


def logged_in_at_import() -> str | None:
    return _LOGGED_IN


def continuous_integration() -> bool:
    return "CI" in os.environ


def editor() -> str:
    return os.environ.get("EDITOR", "vi")


def process_group() -> int:
    return os.getpgrp()


def niceness() -> int:
    return os.nice(0)


def user_number_at_import() -> int:
    return _USER


def has_shell_at_import() -> bool:
    return _HAS_SHELL


def zone_at_import() -> int:
    return _ZONE


def day_at_import() -> int:
    return _DAY_OF_YEAR


def processors_at_import() -> int:
    return _PROCESSORS


def import_folders_at_import() -> int:
    return _IMPORT_FOLDERS


def modules_at_import() -> int:
    return _MODULES


def size_at_import() -> int:
    return _SIZE


def release_at_import() -> str:
    return _RELEASE


def c_library_at_import() -> str:
    return _C_LIBRARY


def compiler_at_import() -> str:
    return _COMPILER


def users() -> int:
    return len(pwd.getpwall())


def second_user() -> str:
    return pwd.getpwall()[1].pw_name


def all_groups() -> int:
    return len(grp.getgrall())


def settings() -> list[str]:
    return sorted(os.listdir("/etc"))[:2]


def top_folders() -> int:
    return len(list(os.scandir("/")))


def walked() -> list[str]:
    return sorted(next(os.walk("/"))[1])[:2]


def matching() -> int:
    return len(glob.glob("/usr/*"))


def has_docker() -> bool:
    return os.path.exists("/var/run/docker.sock")


def has_accounts() -> bool:
    return Path("/etc/passwd").is_file()


def size_of_accounts() -> int:
    return os.path.getsize("/etc/passwd")


def mode_of_accounts() -> int:
    return os.stat("/etc/passwd").st_mode


def may_change_settings() -> bool:
    return os.access("/etc", os.W_OK)


def shell() -> bool:
    return shutil.which("sh") is not None


def namespace() -> str:
    return os.readlink("/proc/self/ns/pid")


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def next_descriptor() -> int:
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.close(descriptor)
    return descriptor


def in_working_folder() -> list[str]:
    return os.listdir()


def in_home() -> int:
    return len(os.listdir(os.path.expanduser("~")))


def is_configured() -> bool:
    return os.path.exists(os.path.expanduser("~/.config"))


def missing_settings() -> str:
    try:
        return Path("/etc/machine_facts.conf").read_text()
    except FileNotFoundError:
        return "as delivered"


def own_packages() -> str:
    return site.getusersitepackages()


def own_place() -> list[str]:
    return list(Path(__file__).parts)


def port() -> int:
    return socket.getservbyname("http")


def page_size() -> int:
    return mmap.PAGESIZE


def database_version() -> str:
    return sqlite3.sqlite_version


def compression_version() -> str:
    return zlib.ZLIB_RUNTIME_VERSION


def characters_version() -> str:
    return unicodedata.unidata_version


def interrupt_handler() -> str:
    return str(signal.getsignal(signal.SIGINT))


def log_handlers() -> int:
    return len(logging.getLogger().handlers)


def warning_filters() -> int:
    return len(warnings.filters)


def asserted(n: int) -> int:
    assert n != n, "python -O does not get here"
    return 1


def twice(n: int) -> int:
    """Not of the machine: this one is recorded."""
    return 2 * n
