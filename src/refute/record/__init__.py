"""Suites: today's behaviour recorded in several fresh processes, what does not repeat left out, the user's folder of tests
written.  Which observations are worth recording belongs in `judge/observations`, how a test is
written in `render/`."""
