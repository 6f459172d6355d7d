"""Who is to blame for an exception: the facts, gathered from the traceback, the source and the values passed in, and the
rules that weigh them.  What a law or a contract says about an exception belongs in `laws/` or `promises/`."""
