"""State of the subject's modules and of the interpreter, put back after every sequence: where state lives, how it is
compared, how it is restored.  State outside the process belongs in `execute/sandbox/`."""
