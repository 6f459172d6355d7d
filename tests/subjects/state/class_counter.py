"""An attribute of a class."""

_ROOM = tuple(range(300))  # more than any one sequence can use up


class Job:
    made = 0

    def __init__(self) -> None:
        Job.made += 1
        self.place = _ROOM[Job.made]
