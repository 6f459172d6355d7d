"""A filter on system calls: the kernel refuses what Landlock does not know.

Sockets, new processes, signals, modes and times of files, queues and keys of the machine, priorities of others, the clock.
The filter sees numbers, never what a pointer leads to: it cannot tell one path from another.  So modes, owners, times and
attributes are refused for every file, and the `broker` changes those of the scratch folder.  Nor can it tell one address from
another: without network there are only local sockets, and pairs of them are all that can be connected.

Written as plain BPF because the interpreter must start workers with the standard library only.  Known for x86-64
and 64-bit ARM; elsewhere `restrict` returns False and the audit hook stands alone.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Collection, Iterable

from refute.execute.sandbox.landlock import no_new_privileges

# Name → number on x86-64 and on 64-bit ARM, which has only the newer of several calls that do the same.
_Numbers = dict[str, tuple[int, int | None]]

# fmt: off
_NETWORK: _Numbers = {
    "connect": (42, 203), "sendmsg": (46, 211), "sendmmsg": (307, 269), "bind": (49, 200), "listen": (50, 201),
    "accept": (43, 202), "accept4": (288, 242),
}
_PROCESSES: _Numbers = {
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424),
    # A process that leaves its group is not ended with it.
    "setsid": (112, 157), "setpgid": (109, 154),
    # Queues, semaphores and memory that stay when the process has ended, and that others use.
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181),
}
_FILES: _Numbers = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    # Watches count against a limit that all processes of the user share.
    "inotify_init": (253, None), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27),
}
# Of the whole machine, into other processes, or a way around the filter (io_uring): refused whatever is allowed.
_NEVER: _Numbers = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272),
    "migrate_pages": (256, 238), "move_pages": (279, 239),
    "io_uring_setup": (425, 425), "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "unshare": (272, 97), "setns": (308, 268),
    "setuid": (105, 146), "setgid": (106, 144), "setreuid": (113, 145), "setregid": (114, 143), "setgroups": (116, 159),
    "setresuid": (117, 147), "setresgid": (119, 149), "setfsuid": (122, 151), "setfsgid": (123, 152),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "open_tree_attr": (467, 467), "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262), "fanotify_mark": (301, 263), "quotactl": (179, 60), "quotactl_fd": (443, 443),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "acct": (163, 89), "syslog": (103, 116), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "vhangup": (153, 58), "iopl": (172, None),
    "ioperm": (173, None), "sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171), "setrlimit": (160, 164),
}
# Refused or not, depending on the arguments.
_LOOKED_AT: _Numbers = {
    "socket": (41, 198), "socketpair": (53, 199), "sendto": (44, 206), "clone": (56, 220), "clone3": (435, 435),
    "kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261), "ioctl": (16, 29), "fcntl": (72, 25),
    "prctl": (157, 167), "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
}
# fmt: on
_SECCOMP = (317, 277)
_ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK = 1, 2, 10, 16
# Questions to a terminal, a pipe or a file, and the ways Python makes a descriptor blocking or inheritable: TCGETS,
# TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FIOQSIZE, FS_IOC_GETFLAGS; FICLONE, which writes to an
# open file as `write` does.
_IOCTLS = (
    *(0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x5460, 0x80086601),
    0x40049409,
)
# Copies of descriptors, their flags, locks, questions, the size of a pipe, seals.  Not: who gets signals about a file, leases,
# which hold up others, and hints that stay with a file.
_FCNTLS = (*range(8), 9, 11, 16, 36, 37, 38, 1025, 1027, 1028, *range(1029, 1036), 1037)
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _SIGKILL = 1, 4, 9
_PRIO_PROCESS, _IOPRIO_WHO_PROCESS = 0, 1

_LOAD, _JUMP, _JUMP_EQUAL, _JUMP_ABOVE, _JUMP_SET, _RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE, _ASK = 0x7FFF0000, 0x00050000, 0x7FC00000
_NO = _REFUSE | errno.EPERM  # the lower half of a refusal is the error number
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_CLONE_FILES, _CLONE_THREAD = 0x00000400, 0x00010000
_PR_SET_SECCOMP, _FILTER_MODE = 22, 2
_SET_MODE_FILTER, _NEW_LISTENER = 1, 8

_Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


class _Statement(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint16),
        ("jt", ctypes.c_uint8),
        ("jf", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    ]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("filter", ctypes.POINTER(_Statement))]


def is_available() -> bool:
    """Return whether this kernel takes a filter, and we know how to write one for it."""
    if _machine() is None:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, None, 0, 0)  # a filter at no address
    return ctypes.get_errno() == errno.EFAULT


def restrict(allowed: Collection[str], *, asks: bool = False) -> bool:
    """Refuse, for this thread and all it starts, what is not allowed; false where the kernel cannot.

    `asks` leaves forks and signals to who answers for the filter of `ask_about_forks`.
    """
    machine = _machine()
    if machine is None:
        return False
    packed = _packed(machine, _restricting(machine[1], allowed, os.getpid(), asks))
    try:
        no_new_privileges()
        libc = ctypes.CDLL(None, use_errno=True)
        return bool(libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, ctypes.byref(packed), 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def ask_about_forks() -> int | None:
    """Let new processes and signals wait for leave from whoever has the descriptor that is returned; None where not."""
    machine = _machine()
    if machine is None:
        return None
    table = {name: _LOOKED_AT[name][machine[1]] for name in ("clone", "kill", "tgkill")}
    body = _unless(table.pop("clone"), _STARTS_THREAD, _ASK)
    body += [step for number in table.values() for step in _unless(number, [], _ASK)]
    packed = _packed(machine, body)
    try:
        no_new_privileges()
        libc = ctypes.CDLL(None, use_errno=True)
        number = ctypes.c_long(_SECCOMP[machine[1]])
        listener = libc.syscall(number, _SET_MODE_FILTER, _NEW_LISTENER, ctypes.byref(packed))
    except (OSError, AttributeError):
        return None
    return int(listener) if listener >= 0 else None


def number_of(name: str) -> int | None:
    """Return the number by which this machine knows one of the system calls that are looked at."""
    machine = _machine()
    return None if machine is None else _LOOKED_AT[name][machine[1]]


def _machine() -> tuple[int, int] | None:
    """Return how the kernel calls this machine, and the column of its numbers."""
    if sys.platform != "linux" or sys.maxsize < 2**32 or sys.byteorder != "little":
        return None
    return _ARCHITECTURES.get(platform.machine())


def _packed(machine: tuple[int, int], body: list[_Instruction]) -> _Program:
    program: list[_Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, machine[0]),
        (_RETURN, 0, 0, _NO),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_ABOVE, 0, 1, 0x40000000),  # the x32 numbering: the same calls under other numbers
        (_RETURN, 0, 0, _REFUSE | errno.ENOSYS),
        *body,
        (_RETURN, 0, 0, _ALLOW),
    ]
    statements = (_Statement * len(program))(*(_Statement(*instruction) for instruction in program))
    return _Program(len(program), statements)


def _restricting(column: int, allowed: Collection[str], own: int, asks: bool) -> list[_Instruction]:
    """Return what refuses: one block for each system call, every block ends with its number loaded again."""
    refused = dict(_NEVER)
    conditions = {
        "socketpair": _one_of(0, (_AF_UNIX,)),
        "prlimit64": _zero(2),  # asking for a limit, not setting it
        "prctl": _PRCTL,
        "setpriority": _first_and_one_of(_PRIO_PROCESS, (0, own)),
        "ioprio_set": _first_and_one_of(_IOPRIO_WHO_PROCESS, (0, own)),
    }
    for name in ("sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr"):
        conditions[name] = _one_of(0, (0, own))
    if "files" not in allowed:
        refused |= _FILES
        conditions["fcntl"] = _one_of(1, _FCNTLS)
    if "network" in allowed:
        conditions["socket"] = _one_of(0, (_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK))
    else:
        refused |= _NETWORK
        conditions["socket"] = _one_of(0, (_AF_UNIX,))
        conditions["sendto"] = _zero(4)  # send() is sendto() without an address
    body: list[_Instruction] = []
    if (
        "files" not in allowed
    ):  # the error says what is true of most descriptors: they do not know the request
        ioctl = _LOOKED_AT["ioctl"][column]
        body += _unless(ioctl, _one_of(1, _IOCTLS), _REFUSE | errno.ENOTTY)
    if "processes" not in allowed:
        refused |= _PROCESSES
        # clone3 hides its flags behind a pointer; told that it does not exist, libc falls back to clone.
        body += _unless(_LOOKED_AT["clone3"][column], [], _REFUSE | errno.ENOSYS)
        if not asks:
            conditions["clone"] = _STARTS_THREAD
            conditions |= dict.fromkeys(("kill", "tgkill"), _one_of(0, (own,)))
    for name, condition in conditions.items():
        body += _unless(_LOOKED_AT[name][column], condition)
    return body + _all_refused(numbers[column] for numbers in refused.values())


def _all_refused(numbers: Iterable[int | None]) -> list[_Instruction]:
    """Return the block that refuses system calls whatever their arguments."""
    known = sorted(number for number in numbers if number is not None)
    last = len(known)  # jumps lead at most 255 further
    block = [(_JUMP_EQUAL, last - i, 0, number) for i, number in enumerate(known)]
    return [*block, (_JUMP, 0, 0, 1), (_RETURN, 0, 0, _NO)]


def _unless(
    number: int | None, condition: list[_Instruction], otherwise: int = _NO
) -> list[_Instruction]:
    """Return the block that refuses one system call unless `condition` jumps over the next instruction."""
    if number is None:
        return []
    block = [*condition, (_RETURN, 0, 0, otherwise), (_LOAD, 0, 0, _NUMBER)]
    return [(_JUMP_EQUAL, 0, len(block), number), *block]


def _zero(argument: int) -> list[_Instruction]:
    """Return the condition that both halves of an argument are zero."""
    return [
        (_LOAD, 0, 0, _low(argument)),
        (_JUMP_EQUAL, 0, 2, 0),
        (_LOAD, 0, 0, _low(argument) + 4),
        (_JUMP_EQUAL, 1, 0, 0),
    ]


def _one_of(argument: int, values: Collection[int]) -> list[_Instruction]:
    """Return the condition that an argument, a number of 32 bits, is one of some."""
    count = len(values)
    tests = [(_JUMP_EQUAL, count - i, 0, value) for i, value in enumerate(values)]
    return [(_LOAD, 0, 0, _low(argument)), *tests]


def _first_and_one_of(first: int, values: tuple[int, int]) -> list[_Instruction]:
    """Return the condition that the first argument has a value, and the second one of two."""
    return [(_LOAD, 0, 0, _low(0)), (_JUMP_EQUAL, 0, 3, first), *_one_of(1, values)]


def _low(argument: int) -> int:
    return _ARGUMENTS + 8 * argument


# A thread with descriptors of its own could hide files from the quota.
_STARTS_THREAD: list[_Instruction] = [
    (_LOAD, 0, 0, _low(0)),
    (_JUMP_SET, 0, 1, _CLONE_FILES),
    (_JUMP_SET, 1, 0, _CLONE_THREAD),
]
# The signal at the parent's death may be set to the one it has, in a fork; and only who can be looked at has a quota.
_PRCTL: list[_Instruction] = [
    (_LOAD, 0, 0, _low(0)),
    (_JUMP_EQUAL, 3, 0, _PR_SET_DUMPABLE),
    (_JUMP_EQUAL, 0, 3, _PR_SET_PDEATHSIG),
    (_LOAD, 0, 0, _low(1)),
    (_JUMP_EQUAL, 1, 0, _SIGKILL),
]
