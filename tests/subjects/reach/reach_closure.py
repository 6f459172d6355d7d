"""A function returns a function: the returned one fails at its third call."""


def make_ticket_machine(first: int):
    rolls = [[first], [first + 1]]

    def next_ticket() -> int:
        roll = rolls[0]
        if not roll:
            rolls.pop(0)
        return rolls[0].pop()

    return next_ticket
