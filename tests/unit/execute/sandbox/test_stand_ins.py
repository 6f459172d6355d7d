"""Functions that have an effect but no audit event are replaced by others that refuse."""

from __future__ import annotations


def test_descriptors_of_ours_cannot_be_closed_read_written_or_mapped(sandboxed):
    answered = sandboxed(
        """
        import mmap
        answer(attempt(os.close, answers)[0])
        answer(attempt(os.write, answers, b"x")[0])
        answer(attempt(os.read, answers, 1)[0])
        answer(attempt(os.dup2, 1, answers)[0])
        answer(attempt(open, answers, "w")[0])
        answer(attempt(mmap.mmap, answers, 10)[0])
        answer(attempt(os.closerange, 3, 100_000)[0])
        answer(attempt(os.closerange, 3, -1)[0])
        answer("still here")
        """
    )

    assert answered == ["RefusedEffect"] * 6 + [None, None, "still here"]


def test_stand_ins_look_like_the_originals(sandboxed):
    answered = sandboxed(
        """
        import inspect, posix
        answer([os.setuid.__name__, os.setuid.__module__, str(inspect.signature(os.setuid)), posix.setuid is os.setuid])
        answer(os.open in os.supports_dir_fd)
        """
    )

    assert answered == [["setuid", "posix", "(uid, /)", True], True]
