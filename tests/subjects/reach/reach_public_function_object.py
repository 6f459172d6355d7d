"""A fault in what the module offers as a function, which is an object that can be called."""


class _Rounding:
    def __init__(self, digits):
        self._steps = [10**number for number in range(digits)]

    def __call__(self, number: int) -> int:
        width = len(str(abs(number)))
        return number // self._steps[width] * self._steps[width]


rounded = _Rounding(3)
