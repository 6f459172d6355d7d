"""Values of a sequence that passed, offered to later ones."""

from __future__ import annotations

from refute.model.sequence import Call

CART = """
    class Cart:
        def __init__(self) -> None:
            self.prices: list[int] = []

        def add(self, price: int) -> None:
            self.prices.append(price)

        def average(self) -> float:
            return sum(self.prices) / len(self.prices)
"""


def test_values_that_are_new_are_kept_and_reused(bench):
    one = bench(CART)
    one.run(150)
    pool = one.campaign.knowledge.pool

    assert len(pool) > 3
    for kind in pool.kinds():
        for entry in pool.entries(kind):
            assert isinstance(entry.steps[entry.position].operation, Call)


def test_equal_values_are_offered_once_whatever_is_inside(bench):
    one = bench(
        """
        import itertools

        _numbers = itertools.count()

        class Label:
            def __init__(self, flag: bool) -> None:
                self.flag = flag
                self.number = next(_numbers)

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Label) and other.flag == self.flag

            def __hash__(self) -> int:
                return hash(self.flag)
        """
    )
    one.run(300)
    campaign = one.campaign
    label = campaign.kinds.of_class(campaign.examiner.subject.classes[f"{one.module}:Label"])

    assert len(campaign.knowledge.pool.entries(label)) == 2 * 2


def test_what_functions_return_is_kept_too(bench):
    one = bench(
        """
        def pair(n: int) -> list[int]:
            return [n, n + 1]

        def total(numbers: list[int]) -> int:
            return sum(numbers)

        def nothing(n: int) -> None:
            return None

        def huge(n: int) -> int:
            return 10**30
        """
    )
    one.run(200)
    campaign = one.campaign
    kept = {str(campaign.kinds.forms[kind]) for kind in campaign.knowledge.pool.kinds()}

    assert kept == {"list[int]", "int"}
