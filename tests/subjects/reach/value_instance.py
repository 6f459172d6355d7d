"""An object of the module's own class, under a name."""


class Zone:
    def __init__(self, name: str) -> None:
        self.name = name


UTC = Zone("UTC")


def offset(zone: Zone) -> int:
    """Return the hours between a zone and Greenwich."""
    return {"GMT": 0}[zone.name] if zone is UTC else 1  # wrong: no such key
