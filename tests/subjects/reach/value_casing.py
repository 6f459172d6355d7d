"""Letters that become longer in capitals."""


def marked(word: str) -> str:
    """Return a word with a mark under each letter."""
    loud = word.upper()
    return "".join(word[place] + "_" for place in range(len(loud)))  # wrong: capitals may be more
