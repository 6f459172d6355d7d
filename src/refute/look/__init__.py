"""Looks at objects, classes, tracebacks and source, and runs nothing of the subject: what an object holds, what state
it is in, what kind it is of, how a function is written.  What calls the subject belongs in `execute/`; what decides
anything from what is seen belongs in `judge/`."""
