"""A failing sequence → a smaller one that fails in the same way: the passes, one kind of attempt each, and the loop that
runs them.  Whether a candidate still fails is asked through a function; running it belongs in `search/`."""
