"""The attributes asked of them tell that objects of two classes of the module are taken.

Shortest sequence:  settle(Account(), Ledger())    NameError
"""


class Account:
    def __init__(self):
        self.balance_due = 0


class Ledger:
    def __init__(self):
        self.entry_lines = []


def settle(a, b):
    b.entry_lines.append(a.balance_due)
    a.balance_due = 0
    return len(b.entry_lines) + total  # the fault: there is no `total`
