"""Sets of frozen objects."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Tag:
    """A label; its colour does not count when tags are compared."""

    label: str
    colour: str = field(default="grey", compare=False)


@dataclass(frozen=True)
class Article:
    """A title with tags."""

    title: str
    tags: frozenset[Tag] = frozenset()

    def tagged(self, tag: Tag) -> Article:
        return Article(self.title, self.tags | {tag})

    def shares_tag_with(self, other: Article) -> bool:
        return not self.tags.isdisjoint(other.tags)


def all_tags(articles: list[Article]) -> list[Tag]:
    """Return every tag once, in order."""
    return sorted(set[Tag]().union(*(article.tags for article in articles)))


def with_all(articles: list[Article], wanted: frozenset[Tag]) -> set[Article]:
    """Return the articles that have all wanted tags."""
    return {article for article in articles if wanted <= article.tags}
