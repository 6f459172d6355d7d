"""What a plugin may leave out of a law has a value all the same."""

from __future__ import annotations

from refute.model.roles import Breach, stated


class Short:
    name, arity, dear = "is-short", 1, False
    remedy = "cut it"

    def applies(self, cls: type) -> bool:
        return cls is str

    def broken(self, *values: object) -> Breach | None:
        return Breach("it is long", "assert len({0}) < 9")


def test_what_a_law_says_counts_and_what_it_leaves_out_has_its_default() -> None:
    law = Short()

    assert stated(law, "remedy") == "cut it"
    assert stated(law, "reason") == ""
    assert stated(law, "passes_own_values") is False


def test_a_breach_is_about_its_first_value_unless_it_says_another() -> None:
    breach = Short().broken("a long text")

    assert breach is not None and (breach.culprit, breach.exception) == (0, None)
