"""The numbers that tune a campaign, with their reasons.  How they were chosen: see `generate/tuning.py`."""

from __future__ import annotations

# ---- which generator ----------------------------------------------------------------------------------------------

# The search begins with so many planned steps for each operation, and no more than these: what is shallow comes within
# the first second, and nine tenths of a small budget are left for the rest.
PLANNED_EACH = 30
MOST_PLANNED = 15_000
# The share of walks around one object; where classes promise something, long lives show more.
WALKS = 0.1
WALKS_WHERE_PROMISED = 0.3
# After so many sequences the small objects of classes with a predicate join in, with this share of the sequences to
# the 1 of the others, until all have been tried: their sequences are short, so that it is a fifth of the calls or less.
STRUCTURES_JOIN_AFTER = 10
SHARE_OF_STRUCTURES = 2.0

# ---- steering -----------------------------------------------------------------------------------------------------

# Conditions that always went one way are attacked for the first time after so many sequences, then each time when
# there were so many times as many.
FIRST_ROUND, ROUNDS_LATER = 100, 2
# This share of all calls goes into it, twice as much where it was worth more than the rest of the search; and so many
# calls besides, since the first rounds flip most.
SHARE_OF_STEERING, CALLS_FOR_STEERING = 0.07, 2000
# So often a condition is attacked.
MOST_OF_STEERING = 4
# So many sequences are kept besides the first for each branch, to be run again, and none that is longer than this.
SAMPLED_WITNESSES, LONGEST_WITNESS = 60, 150
# So many readings are kept of a condition, and so many runs are made from each, by means.
ENOUGH_READINGS, READINGS = 3, 6
RUNS_BY_MEANS = {"lives": 16, "states": 6, "everywhere": 12, "odd": 30, "secant": 40}
RUNS_BY_CORRESPONDENCE = 24

# ---- what is looked at --------------------------------------------------------------------------------------------

# So many of the objects of the subject's own classes are judged at the end of a sequence, and so many of the other
# values are offered to the pool.
JUDGED_OBJECTS = 4
OFFERED_RESULTS = 2
# In longer sequences it is not worth looking for the part that makes a value.
LONGEST_OFFERED = 100
# A pool with so many entries is well filled: from then on only every eighth sequence is offered to it.
WELL_FILLED = 200
# So often a state in which a law is broken by our fault is looked at once more.
LOOKS_AGAIN = 20
# So often it is looked at, once an operation raised somewhere, whether its object is still what it should be, then less
# often.
WATCHED_AFTER_RAISING = 30
# Where it was our fault so many times in a row, weighed or plain to see, we look only now and then.  Rarer looks were
# tried, and lost a finding of docs/blame.md.
WEIGHED_OFTEN = 3
PLAIN_OFTEN = 20
# Where the code was to blame so many times in a row, with arguments of the same kinds or of any, and always for the same.
BLAMED_OFTEN = 20
BLAMED_WHATEVER = 40
# Whatever is plain to see: with arguments of so many kinds it is weighed once what it means that something raised there.
WEIGHED_KINDS = 4

# ---- what is doubtful -----------------------------------------------------------------------------------------------

# So many runs a doubtful failure is worth when it is made smaller, and this share of the time all of them together.
RUNS_FOR_DOUBTFUL = 60
SHARE_OF_DOUBTFUL = 1 / 8

# ---- when a worker is replaced ------------------------------------------------------------------------------------

# After so many sequences one whose state cannot be put back: starting another takes as long as they do.
USED_UP = 3000
# Or after so many, one after the other, that failed at their first call; each successor has twice the patience, so that
# a function that always fails does not cost a process each time.
IN_VAIN, MOST_DOUBLINGS = 10, 8

# ---- replacements and history ---------------------------------------------------------------------------------

# So many literals for each argument are tried when a value is to be made by one simple call.
LITERALS_FOR_EACH = 6
# With more steps than these, all that a worker has run could not be made small again in the time there is.
LONGEST_PAST = 200
