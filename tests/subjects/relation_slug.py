"""Names for addresses of web pages; a title that ends in punctuation keeps a dash.

Wrong result:  slugify(slugify("a!"))  is not  slugify("a!")
"""

import re
import unicodedata


def slugify(title: str, separator: str = "-") -> str:
    """Return the title in lower case, with one separator between the words."""
    text = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    text = text.lower().strip(" -_")  # the fault: stripped too early
    return re.sub(r"[^a-z0-9]+", separator, text)


def unique_slug(title: str, taken: set[str]) -> str:
    """Return a name that is not taken yet."""
    slug, number = slugify(title), 2
    while slug in taken:
        slug = f"{slugify(title)}-{number}"
        number += 1
    return slug
