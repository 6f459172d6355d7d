"""The process and the folder the code under test runs in: what it may not do, and who refuses it (an audit hook, stand-ins,
Landlock, seccomp, a broker, limits).  What is restored inside the process belongs in `execute/clean_slate/`."""
