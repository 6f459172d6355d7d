"""The builder pattern: an incomplete query cannot be built."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Query:
    """A query, as text."""

    text: str


class IncompleteQuery(Exception):
    """Something is missing."""


@dataclass(frozen=True)
class QueryBuilder:
    """What is known of a query so far."""

    table: str = ""
    columns: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    limit: int | None = None

    def select(self, *columns: str) -> QueryBuilder:
        return replace(self, columns=self.columns + columns)

    def source(self, table: str) -> QueryBuilder:
        if not table.isidentifier():
            raise ValueError(f"{table!r} is not the name of a table")
        return replace(self, table=table)

    def where(self, condition: str) -> QueryBuilder:
        return replace(self, conditions=(*self.conditions, condition))

    def first(self, limit: int) -> QueryBuilder:
        if limit <= 0:
            raise ValueError("the limit is not positive")
        return replace(self, limit=limit)

    def build(self) -> Query:
        if not self.table:
            raise IncompleteQuery("there is no table")
        parts = [f"SELECT {', '.join(self.columns) or '*'} FROM {self.table}"]
        if self.conditions:
            parts.append("WHERE " + " AND ".join(self.conditions))
        if self.limit is not None:
            parts.append(f"LIMIT {self.limit}")
        return Query(" ".join(parts))
