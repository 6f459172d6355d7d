"""An option that only the body knows, by name: `indent` is used before it is given a value."""


def render(text: str, **options) -> str:
    width = options.pop("width", 10)
    if "indent" in options:
        prefix = prefix * options["indent"]  # noqa: F821
    else:
        prefix = ""
    return prefix + text[:width]
