"""`python -m refute` is `refute`."""

from refute.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
