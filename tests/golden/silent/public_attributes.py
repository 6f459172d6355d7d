"""Public attributes that a caller may write: what a careless value does is not the class's fault."""


class Account:
    balance: int = 0
    step: int = 1

    def invariant(self) -> bool:
        return self.balance >= 0

    def deposit(self, amount: int) -> None:
        if amount < 0:
            raise ValueError("negative")
        self.balance += amount

    def steps(self) -> int:
        return self.balance // self.step


class Meter:
    """Counts up to a limit that may be changed."""

    limit: int = 10

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def tick(self) -> bool:
        if self.count >= self.limit:
            return False
        self.count += 1
        return True

    def label(self) -> str:
        return f"{self.name[0]}{self.count}" if self.name else ""

    def invariant(self) -> bool:
        return isinstance(self.count, int)
