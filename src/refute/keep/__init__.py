"""The corpus: sequences saved with what they did, what a run adds to it, replayed, retold step by step and asked from
Python.  Tests in the user's folder belong in `record/`."""
