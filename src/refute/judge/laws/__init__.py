"""What every Python object obeys without a specification: `==`, `hash`, order, `repr`, iteration, copies.  One file for
each family of laws; the registry lists them, `checking` asks them of live objects.  What only one class promises belongs in
`judge/promises/`."""
