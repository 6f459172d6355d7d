"""A filter on system calls: the kernel refuses what Landlock does not know: UDP, local sockets, new processes, the clock.

The filter sees numbers, never what a pointer leads to.  So it cannot tell one path from another (Landlock does that),
nor one address from another: without network *every* connection is refused, also to a socket in the scratch folder.
Written as plain BPF because the interpreter must start workers with the standard library only.  Known for x86-64
and 64-bit ARM; elsewhere `restrict` returns False and the audit hook stands alone.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys

from refute.execute.sandbox.landlock import no_new_privileges

# fmt: off
# Name → number.  x86-64 has its own numbering, 64-bit ARM the common one of newer architectures.
_X86_64 = {
    "connect": 42, "sendto": 44, "sendmsg": 46, "sendmmsg": 307,
    "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "clone3": 435,
    "kill": 62, "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297,
    "pidfd_send_signal": 424, "ptrace": 101, "process_vm_writev": 311, "pidfd_getfd": 438,
    "setuid": 105, "setgid": 106, "setreuid": 113, "setregid": 114, "setgroups": 116, "setresuid": 117,
    "setresgid": 119, "setfsuid": 122, "setfsgid": 123, "setrlimit": 160, "prlimit64": 302,
    "syslog": 103, "pivot_root": 155, "adjtimex": 159, "chroot": 161, "acct": 163, "settimeofday": 164,
    "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "sethostname": 170,
    "setdomainname": 171, "init_module": 175, "delete_module": 176, "quotactl": 179, "clock_settime": 227,
    "kexec_load": 246, "unshare": 272, "clock_adjtime": 305, "setns": 308, "finit_module": 313,
    "kexec_file_load": 320, "bpf": 321, "io_uring_setup": 425, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "mount_setattr": 442, "vhangup": 153, "iopl": 172, "ioperm": 173,
}
_AARCH64 = {
    "connect": 203, "sendto": 206, "sendmsg": 211, "sendmmsg": 269,
    "clone": 220, "execve": 221, "execveat": 281, "clone3": 435,
    "kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240,
    "pidfd_send_signal": 424, "ptrace": 117, "process_vm_writev": 271, "pidfd_getfd": 438,
    "setuid": 146, "setgid": 144, "setreuid": 145, "setregid": 143, "setgroups": 159, "setresuid": 147,
    "setresgid": 149, "setfsuid": 151, "setfsgid": 152, "setrlimit": 164, "prlimit64": 261,
    "syslog": 116, "pivot_root": 41, "adjtimex": 171, "chroot": 51, "acct": 89, "settimeofday": 170,
    "mount": 40, "umount2": 39, "swapon": 224, "swapoff": 225, "reboot": 142, "sethostname": 161,
    "setdomainname": 162, "init_module": 105, "delete_module": 106, "quotactl": 60, "clock_settime": 112,
    "kexec_load": 104, "unshare": 97, "clock_adjtime": 266, "setns": 268, "finit_module": 273,
    "kexec_file_load": 294, "bpf": 280, "io_uring_setup": 425, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "mount_setattr": 442,
}
# fmt: on
_ARCHITECTURES = {"x86_64": (0xC000003E, _X86_64), "aarch64": (0xC00000B7, _AARCH64)}

_NETWORK = ("connect", "sendmsg", "sendmmsg")
_PROCESSES = ("fork", "vfork", "execve", "execveat", "tkill", "pidfd_send_signal")
# Of the whole machine, or a way around the filter (io_uring): refused whatever is allowed.
_NEVER = (
    *("ptrace", "process_vm_writev", "pidfd_getfd", "io_uring_setup", "bpf", "unshare", "setns"),
    *(
        *("setuid", "setgid", "setreuid", "setregid", "setgroups", "setresuid", "setresgid"),
        *("setfsuid", "setfsgid"),
    ),
    *(
        *("mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen"),
        "mount_setattr",
    ),
    *("swapon", "swapoff", "reboot", "kexec_load", "kexec_file_load", "acct", "quotactl", "syslog"),
    *("init_module", "finit_module", "delete_module", "vhangup", "iopl", "ioperm"),
    *(
        *("sethostname", "setdomainname", "settimeofday", "clock_settime", "clock_adjtime"),
        *("adjtimex", "setrlimit"),
    ),
)
_TO_A_PROCESS = (
    "kill",
    "tgkill",
    "rt_sigqueueinfo",
    "rt_tgsigqueueinfo",
)  # the first argument is the process

_LOAD, _JUMP_EQUAL, _JUMP_ABOVE, _JUMP_SET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000  # the lower half of a refusal is the error number
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_CLONE_THREAD = 0x00010000
_PR_SET_SECCOMP, _FILTER_MODE = 22, 2

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


def restrict(network: bool, processes: bool) -> bool:
    """Refuse, for this thread and all it starts, what is not allowed; false where the kernel cannot."""
    machine = platform.machine() if sys.platform.startswith("linux") else ""
    if machine not in _ARCHITECTURES or sys.maxsize < 2**32 or sys.byteorder != "little":
        return False
    architecture, numbers = _ARCHITECTURES[machine]
    program = _program(architecture, numbers, network, processes, os.getpid())
    statements = (_Statement * len(program))(*(_Statement(*instruction) for instruction in program))
    try:
        no_new_privileges()
        libc = ctypes.CDLL(None, use_errno=True)
        packed = _Program(len(program), statements)
        return bool(libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, ctypes.byref(packed), 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _program(
    architecture: int, numbers: dict[str, int], network: bool, processes: bool, own: int
) -> list[_Instruction]:
    """Return the filter: one block for each system call, every block ends with its number loaded again."""
    refused = [*_NEVER, *(() if network else _NETWORK), *(() if processes else _PROCESSES)]
    program: list[_Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _REFUSE | errno.EPERM),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_ABOVE, 0, 1, 0x40000000),  # the x32 numbering: the same calls under other numbers
        (_RETURN, 0, 0, _REFUSE | errno.ENOSYS),
    ]
    for name in refused:
        if name in numbers:
            program += [(_JUMP_EQUAL, 0, 1, numbers[name]), (_RETURN, 0, 0, _REFUSE | errno.EPERM)]
    if not network:  # send() is sendto() without an address
        program += _unless(numbers["sendto"], _zero(4))
    if not processes:
        # clone3 hides its flags behind a pointer; told that it does not exist, libc falls back to clone.
        program += [(_JUMP_EQUAL, 0, 1, numbers["clone3"]), (_RETURN, 0, 0, _REFUSE | errno.ENOSYS)]
        program += _unless(
            numbers["clone"], [(_LOAD, 0, 0, _low(0)), (_JUMP_SET, 1, 0, _CLONE_THREAD)]
        )
        for name in _TO_A_PROCESS:
            program += _unless(numbers[name], [(_LOAD, 0, 0, _low(0)), (_JUMP_EQUAL, 1, 0, own)])
    program += _unless(numbers["prlimit64"], _zero(2))  # asking for a limit, not setting it
    return [*program, (_RETURN, 0, 0, _ALLOW)]


def _unless(number: int, condition: list[_Instruction]) -> list[_Instruction]:
    """Return the block that refuses one system call unless `condition` jumps over the next instruction."""
    block = [*condition, (_RETURN, 0, 0, _REFUSE | errno.EPERM), (_LOAD, 0, 0, _NUMBER)]
    return [(_JUMP_EQUAL, 0, len(block), number), *block]


def _zero(argument: int) -> list[_Instruction]:
    """Return the condition that both halves of an argument are zero."""
    return [
        (_LOAD, 0, 0, _low(argument)),
        (_JUMP_EQUAL, 0, 2, 0),
        (_LOAD, 0, 0, _low(argument) + 4),
        (_JUMP_EQUAL, 1, 0, 0),
    ]


def _low(argument: int) -> int:
    return _ARGUMENTS + 8 * argument
