"""Sequences, findings and recordings → Python source: expressions, imports, names, whole pytest modules, and files on
disk that keep what was changed by hand.  What a person reads on a screen or a machine reads as JSON belongs in `report/`."""
