"""Types of parameters that have no annotation, guessed from the package's source: defaults, stubs, docstrings, names, uses and
calls.  A guess says what to pass, never whom to blame; what a guess is passed by belongs in `generate/`."""
