"""A room that is booked by the hour; a booking that is refused is kept.

Wrong result:  after a refused book(), is_free() says that the hours are taken
"""


class Taken(Exception):
    pass


class Room:
    def __init__(self, name="", seats=4):
        self.name = name
        self.seats = seats
        self.bookings = []

    def book(self, start, end):
        """Reserve the hours from start up to end."""
        if not 0 <= start < end <= 24:
            raise ValueError("a day has 24 hours")
        self.bookings.append((start, end))
        self.bookings.sort()
        # the fault: it is in the list by now
        for one, other in zip(self.bookings, self.bookings[1:]):
            if other[0] < one[1]:
                raise Taken(f"{start}-{end} overlaps with {one}")

    def is_free(self, hour):
        return not any(start <= hour < end for start, end in self.bookings)
