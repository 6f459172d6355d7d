"""Sources written in the test, indexed without being imported."""

from __future__ import annotations

import ast
import textwrap

from refute.discover.inference.package_index import PackageIndex
from refute.look.module_source import ParsedModule


def index_of(**modules: str) -> PackageIndex:
    """Return the index of modules; `shop__cart` is `shop.cart`."""
    parsed = []
    for name, source in modules.items():
        text = textwrap.dedent(source)
        parsed.append(ParsedModule(name.replace("__", "."), text, ast.parse(text)))
    return PackageIndex(parsed)
