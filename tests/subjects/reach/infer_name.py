"""The names tell that a recipe is taken, and a list of them.

Shortest sequence:  menu([Recipe()])    NameError
"""


class Recipe:
    def __init__(self):
        self.steps = []

    def __iter__(self):
        return iter(self.steps)


def menu(recipes):
    if not recipes or any(type(one) is not Recipe for one in recipes):
        return ""
    return ", ".join(title for _ in recipes)  # the fault: there is no `title`
