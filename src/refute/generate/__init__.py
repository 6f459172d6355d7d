"""Subject → sequences: values known without calling anything, the pool of sequences that passed, one file for each
generator, and the portfolio that shares the time between them.  A generator performs its steps through `Live` and learns
from what comes of them; what a failure means belongs in `judge/`."""
