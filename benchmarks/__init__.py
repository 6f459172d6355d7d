"""What the numbers in the documentation come from; each module prints its figures."""
