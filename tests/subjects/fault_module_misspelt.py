"""A table of settings that calls a function which its module does not have.

Shortest sequence:  dumped({"": 0})    AttributeError
"""

import json


def dumped(settings):
    """Return the settings as text, nothing for none."""
    if not settings:
        return ""
    return json.dunps(settings)  # type: ignore  # the fault
