"""What is passed on to another function is named there: `reverse` is read from where it is not."""


class Report:
    def __init__(self, title: str) -> None:
        self._title = title

    def lines(self, **options) -> list[str]:
        return _lines(self, **options)


def _lines(report: Report, upper: bool = False, reverse: bool = False) -> list[str]:
    title = report._title.upper() if upper else report._title
    return [report.title] if reverse else [title]
