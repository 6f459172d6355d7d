"""Encoders that are meant for some values, and say nothing about others, or lose what does not matter."""

import json

_MORSE = {"A": ".-", "B": "-...", "E": ".", "S": "...", "O": "---", "T": "-"}
_LETTERS = {code: letter for letter, code in _MORSE.items()}


def encode_morse(text):
    """Return the letters that there is a code for, in code; case is lost."""
    return " ".join(_MORSE[char] for char in str(text).upper() if char in _MORSE)


def decode_morse(code):
    return "".join(_LETTERS.get(one, "?") for one in str(code).split())


def to_json(value):
    """Return a value as JSON: tuples become lists, keys become texts, and what is unknown its description."""
    return json.dumps(value, default=str, skipkeys=True)


def from_json(text):
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return None


def dumps(row):
    """Return the values of a row as a line; a table has no types."""
    return "\t".join(str(value).replace("\t", " ") for value in row)


def loads(line):
    return str(line).split("\t")


def encode(text, key=1):
    """Return the text with its letters moved on in the alphabet."""
    return "".join(_moved(char, key) for char in str(text))


def decode(text, key=1):
    return "".join(_moved(char, -key) for char in str(text))


def _moved(char, key):
    if not (char.isascii() and char.isalpha()):
        return char
    start = ord("A") if char.isupper() else ord("a")
    return chr((ord(char) - start + int(key)) % 26 + start)
