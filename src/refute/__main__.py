"""`python -m refute` is `refute`."""

from refute.command.main import main

if __name__ == "__main__":
    raise SystemExit(main())
