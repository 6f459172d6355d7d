"""What was typed: verbs, their arguments and output on the terminal, exit codes.  What a verb does once its arguments are
read belongs in the room that serves it."""
