"""Execution → violations: who is to blame for the first thing that went wrong.  Exceptions, laws of objects and promises
of classes each have a folder; beside them stands what all ask (do the arguments fit?) and what of a passing run is worth
recording.  What runs a sequence belongs in `execute/` or `search/`."""
