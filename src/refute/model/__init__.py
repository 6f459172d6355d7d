"""What crosses a room, as data: operations and sequences, types, outcomes, violations, findings, options, results,
messages, and their JSON.  Nothing here runs, reads source or looks into live objects of the code under test; what does
belongs in `look/` or in a stage.  Imports nothing but itself and the standard library."""
