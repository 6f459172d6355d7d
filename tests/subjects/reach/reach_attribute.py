"""What is wrong is done to an object that is an attribute of another: headers that are set cannot be serialized."""


class Headers:
    def __init__(self, owner: str) -> None:
        self._pairs: list[tuple[str, ...]] = []
        self._owner = owner

    def set(self, name: str, value: str) -> None:
        self._pairs.append((name,))

    def __len__(self) -> int:
        return len(self._pairs)


class Message:
    def __init__(self, text: str) -> None:
        self.headers = Headers("message")
        self.text = text

    def serialize(self) -> str:
        lines = [f"{name}: {value}" for name, value in self.headers._pairs]
        return "\n".join([*lines, "", self.text])
