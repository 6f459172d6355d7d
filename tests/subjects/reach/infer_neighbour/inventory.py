"""The name and the attribute asked for tell that an object of a class of another module is taken.

Shortest sequence:  count_titles(Catalogue())    NameError
"""


def count_titles(catalogue):
    shelves = catalogue.titles_by_shelf
    return sum(map(len, shelfs))  # the fault: misspelt
