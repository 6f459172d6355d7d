"""Every small structure, and a method on each of them: what `refute.structures`, `inputs`, `exhaust` and `parametrize` do.
The search behind them belongs in `generate/bounded/`."""
