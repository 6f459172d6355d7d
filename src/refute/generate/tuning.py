"""The numbers that tune the generators, with their reasons.

Those of the thesis are named as such.  The others were chosen on the zoo (`python -m benchmarks.directed`, most with four
to eight seeds); differences of less than a twentieth there are noise, so a number without a comment of its own is a plain
guess that no better one was found for.  What bounds memory stands with what it bounds.
"""

from __future__ import annotations

# ---- which operation ----------------------------------------------------------------------------------------------

# How often the next call is made on an object that the sequence has already.
ON_AN_OBJECT = 0.6
# How often, once they are known to return, these are made when their turn comes: reading a property or an attribute once
# more seldom shows anything, and few callers write to attributes.
SELDOM = {"get": 0.2, "field": 0.2, "set": 0.4}
# What mostly raises ends sequences: it is called as often as it is likely to return, and this much more.
ALL_THE_SAME = 0.03
# How often an operation that no `__all__` lists is chosen, where there are others.
UNLISTED = 0.2
# How often an iterator is held, to be gone on with while what it goes through changes, instead of its items being taken.
HELD = 0.1
# A call that did not return counts like so many that raised.
STOPPED_COUNTS = 400
# An operation that did not return, or killed the worker, is not called for so many sequences, the next time four times
# as many: each time costs as much as a hundred thousand calls.
REST = 10_000
# Where the documentation has examples, so many sequences go on from one.
FROM_EXAMPLE = 0.1
# Classes that promise something are walked around so many times as often as those that do not.
PROMISING = 4

# ---- how long -----------------------------------------------------------------------------------------------------

# As many short sequences as long ones, on a logarithmic scale: the longest to the power of this and more.
SHORTEST_POWER = 0.35
# Sequences may be longer by a step after every so many: what is shallow is found before long.  2, 3, 6 and 12 were tried.
SLOWLY = 3
# A walk takes at least this share of the longest: what short lives show is found by others.
SHORTEST_WALK = 0.25
# After so many calls in a row that were refused the sequence is given up.
REFUSED_IN_A_ROW = 12
# Sequences of more calls are not kept: running them again would cost more than the calls they are run for.
LONGEST_ENTRY = 15

# ---- which argument -----------------------------------------------------------------------------------------------

# Where a type is asked for: a preset up to this draw, unless a live value was taken; below and above these the pool.
PRESETS_UP_TO = 0.9
POOL_BELOW, POOL_ABOVE = 0.35, 0.95
# Where nothing is asked for: a live value of the family, any live value, a preset, another family, the pool.
FAMILY_BELOW, LIVE_BELOW, PRESET_BELOW = 0.3, 0.4, 0.75
OTHER_FAMILY_ABOVE, ANY_ENTRY_ABOVE = 0.93, 0.98
# An object of the subject is seldom meant where nothing says so, and easily ends up inside itself.
OBJECT_ANYWHERE = 0.1
# Most sequences use one of the first two families of plain values, and few presets for each type: equal keys, and a number
# that meets its negative, are where containers go wrong, and among many presets no two are equal.
FIRST_FAMILIES = 0.7
WITH_FEW_PRESETS = 0.7
FEW_PRESETS = 4
# How often a preset is one that few callers pass: huge, infinite, odd.
RARE = 0.05
# How often a list or dictionary that may hold anything holds itself.
HOLDS_ITSELF = 0.005
# How often what an object is compared with is of another type than the annotation says: it may be asked about anything.
FOREIGN = 0.05
# How often a text is put together from what the source names and what was accepted, where any such is known; and where
# most texts are refused.
MADE_TEXT, MADE_FOR_GRAMMAR = 0.1, 0.5
# Of the presets of a number, so many are small.
SMALL_NUMBERS = 5
# A call that has left something too large more often than this is given small numbers only.
MOST_BLOATS = 2
# An argument that was a larger number than this each time is given no larger one any more: the others need not suffer.
LARGEST_MODERATE = 1000
# How deep producers may be called to make one argument: 4 reaches Poly(Mono(Rat(1, 2), 3)) from nothing.
DEEPEST_MAKING = 4
# Of the calls with optional arguments, where there are more than two, so many pass one or two of them.
ONE_OR_TWO = 0.5
# How many elements a collection made for an argument has at the most.
LONGEST_DISPLAY = 3

# ---- plans --------------------------------------------------------------------------------------------------------

# Planned sequences per second and core, for estimates; `benchmarks/plan.py` measures it.
RATE = 20_000
# What needs one call more in its longest chain is tried so many times less often, until the others are used up.
LESS_WHERE_LONGER = 4
# So many combinations in a row that need an operation which did not return are passed over.
PASSED_OVER = 100

# ---- small structures ---------------------------------------------------------------------------------------------

# So many values are tried for one argument, and so many combinations of them for one call.
FEW_VALUES = 4
FEW_CALLS = 16
# Objects that are larger than those listed are gone on from, too, but not from more than this: the shortest way to a
# small object may lead over one, and where a predicate says little only the smallest can be listed.
FEW_OTHERS = 100

# ---- files

# So often an input for which no file was found is given one with contents.
WITH_CONTENTS = 0.5

# ---- functions that the sequence makes (generate/growing_bodies.py)

# Of the functions and objects that can be made with a body so many are; the rest are presets and the subject's own.
WITH_BODY = 0.25
# Klein, Flatt and Findler 5.3: so many of the calls in bodies are such as change something.
IMPERATIVE = 0.8
# So many, where the code has functions beside its classes, are calls of these.
FUNCTION_IN_BODY = 0.2
# So many bodies raise.
BODY_RAISES = 0.1
# Of the numbers that functions give so many are made of one that they were given.
COMPUTED = 0.25
# Of the functions that have to give something so many do only that.
ONLY_A_RESULT = 0.5
# So many of the functions that give what can be gone through are generators; the others give a collection.
AS_GENERATOR = 0.25
# So often, where a call has returned a function, that is called next.
ON_A_FUNCTION = 0.3
# So often a body that was given a function calls that.
GIVEN_FUNCTION = 0.5
# Calls in a body, at most; in one inside another, half as many.
MOST_IN_BODY = 3
DEEPEST_BODY = 2
# So many functions that are passed to a constructor use the object that it makes.
LATE_CAPTURE = 0.5
# So many objects of the sequence a body may use.
MOST_CAPTURES = 4
