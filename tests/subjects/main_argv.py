"""A main function that takes its first argument for granted.

After a student's homework in Csallner and Smaragdakis (JCrasher).  Two faults in one line: there
may be no argument, and it may not be a number.

Shortest sequences:
    main([])      IndexError
    main([""])    ValueError: invalid literal for int()
"""

from __future__ import annotations


def main(argv: list[str]) -> int:
    """Run as many checks as the first argument says; return the exit status."""
    checks = int(argv[0])  # the fault: neither the length nor the text is checked
    return 0 if checks >= 0 else 2
