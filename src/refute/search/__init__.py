"""Joins the stages inside one process: the campaign, the examiner that runs and judges one sequence the same way
everywhere, the triage from a failure to a finding, and what a campaign gathers on the way.  What needs another process
belongs in `supervise/`."""
