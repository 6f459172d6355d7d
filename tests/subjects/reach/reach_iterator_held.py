"""An iterator that has ended is asked again after something was added: it has forgotten where it was."""


class _Jobs:
    def __init__(self, queue: "Queue") -> None:
        self._queue = queue
        self._place = 0

    def __iter__(self) -> "_Jobs":
        return self

    def __next__(self) -> str:
        if self._queue._jobs[self._place :]:
            self._place += 1
            return self._queue._jobs[self._place - 1]
        self._place = "the end"
        raise StopIteration


class Queue:
    def __init__(self) -> None:
        self._jobs: list[str] = []

    def add(self, job: str) -> None:
        self._jobs.append(job)

    def __iter__(self):
        return _Jobs(self)
