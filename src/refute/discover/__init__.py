"""Code under test → `Subject`: modules, signatures, annotations, docstrings, contracts, constants, and what the
project's own settings say about them.  What makes calls of what is found belongs in `generate/`."""
