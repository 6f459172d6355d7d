"""Names for addresses of web pages."""

import re
import unicodedata


def slugify(title: str, separator: str = "-") -> str:
    """Return the title in lower case, with one separator between the words."""
    text = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    text = text.lower()
    return re.sub(r"[^a-z0-9]+", separator, text).strip(separator)


def unique_slug(title: str, taken: set[str]) -> str:
    """Return a name that is not taken yet."""
    slug, number = slugify(title), 2
    while slug in taken:
        slug = f"{slugify(title)}-{number}"
        number += 1
    return slug
