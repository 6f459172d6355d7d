"""Everything about processes: the worker and its two modes, the parent that starts, watches and replaces workers, the
fresh process in which every answer starts from a clean state, and confirmation there.  What is done inside one process
belongs in `search/`."""
