"""A fault behind an option that another function looks up, which is given all options as one dictionary."""


def _checked(settings: dict) -> dict:
    width = settings.get("width", 80)
    if not isinstance(width, int) or width < 1:
        raise ValueError("width is a positive number")
    return {"times": 60 // (width - 1), "width": width}


def fill(text: str, **options) -> str:
    """Return the text, some times over."""
    return text * _checked(options)["times"]
