"""Findings and results → a reader: terminal, JSON, JUnit, HTML, pictures.  Python source belongs in `render/`; what is
saved to be run again belongs in `keep/`."""
