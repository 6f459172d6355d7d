"""Looks for calls that break Python code."""
