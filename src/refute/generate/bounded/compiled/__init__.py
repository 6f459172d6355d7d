"""The same search with the predicate compiled, so that it goes on where two candidates part instead of from its
beginning: source → blocks → resumable code.  What both paths share belongs in `generate/bounded/`."""
