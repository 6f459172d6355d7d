"""The same examples in every run: a law that fails must fail again."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "refute",
    deadline=None,  # the machine may be busy
    derandomize=True,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("refute")
