"""Where operations are defined that a class has inherited: `homes_of`."""

from __future__ import annotations

from refute.model.subject import Subject


def homes_of(subject: Subject) -> dict[str, str]:
    """Return by operation the module that defines it, for those that a class has from a base in another module.

    Only modules under test count: a fault in what others have defined belongs to the class that inherits it.
    """
    names = {cls: name for name, cls in subject.classes.items() if isinstance(cls, type)}
    found = {}
    for routine in subject.routines:
        cls = subject.classes.get(routine.owner or "")
        if not isinstance(cls, type):
            continue
        name = routine.target.rpartition(".")[2].rstrip("=")
        definer = next((base for base in cls.__mro__ if name in vars(base)), cls)
        module = names.get(definer, f"{definer.__module__}:").partition(":")[0]
        # Not where the class itself is merely published by another module than its own.
        is_elsewhere = definer is not cls and module != routine.target.partition(":")[0]
        if is_elsewhere and module in subject.modules:
            found[routine.target] = module
    return found
