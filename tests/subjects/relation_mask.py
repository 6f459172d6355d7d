"""Masks of bits; the opposite of one has always eight bits.

Wrong result:  ~~Mask(0, 4)  is not  Mask(0, 4)
"""


class Mask:
    def __init__(self, bits=0, width=8):
        if not 0 < width <= 64:
            raise ValueError("a mask has between 1 and 64 bits")
        self.width = width
        self.bits = bits & ((1 << width) - 1)

    def __invert__(self):
        return Mask(~self.bits)  # the fault: of the same width

    def __and__(self, other):
        return Mask(self.bits & other.bits, max(self.width, other.width))

    def __or__(self, other):
        return Mask(self.bits | other.bits, max(self.width, other.width))

    def __eq__(self, other):
        if not isinstance(other, Mask):
            return NotImplemented
        return (self.bits, self.width) == (other.bits, other.width)

    def __hash__(self):
        return hash((self.bits, self.width))

    def __repr__(self):
        return f"Mask({self.bits}, {self.width})"
