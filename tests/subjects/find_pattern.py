"""A search for a list within a list that reads beyond the end of both.

After a student's homework in Csallner and Smaragdakis (JCrasher).

Shortest sequence:  find_pattern([0], [0])    IndexError
"""

from __future__ import annotations


def find_pattern(numbers: list[int], pattern: list[int]) -> int:
    """Return where the pattern starts in the numbers, or -1."""
    if not pattern:
        return 0
    for start in range(len(numbers)):
        matched = 0
        while numbers[start + matched] == pattern[matched]:  # the fault: looks one too far
            matched += 1
            if matched > len(pattern):
                break
        if matched == len(pattern):
            return start
    return -1
