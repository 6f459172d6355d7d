"""An option is only named where the keys of the options are gone through one by one."""

_KNOWN = frozenset({"left", "right", "centered"})


class Label:
    """A text with some space around it."""

    def __init__(self, text: str, **options) -> None:
        self.text = text
        self._sides: dict[str, bool] = {}
        for name, value in options.items():
            if name not in _KNOWN:
                raise TypeError(f"no such option: {name}")
            self._sides[name] = bool(value)

    def width(self) -> int:
        """Return how wide it is."""
        if self._sides.get("centered"):
            return len(self.text) // len(self._sides.keys() - _KNOWN)  # wrong: always of none
        return len(self.text)
