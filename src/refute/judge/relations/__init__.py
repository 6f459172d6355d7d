"""Laws between operations, for code without any specification: what is encoded and decoded again is what it was, a query
changes nothing.  Candidates are found by names, signatures and docstrings; whether one is a law of this code, what was seen
says.  One file for each family of relations; what one object obeys by itself belongs in `judge/laws/`."""
