"""The methods asked of it tell that a path is taken.

Shortest sequence:  hidden(pathlib.Path('a.txt'))    NameError
"""


def hidden(x):
    if x.with_suffix("").name.startswith("."):
        return True
    return x.suffix in suffixes  # the fault: there is no `suffixes`
