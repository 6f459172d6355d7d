"""A room that is booked by the hour."""


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
        for one in self.bookings:
            if start < one[1] and one[0] < end:
                raise Taken(f"{start}-{end} overlaps with {one}")
        self.bookings.append((start, end))
        self.bookings.sort()

    def is_free(self, hour):
        return not any(start <= hour < end for start, end in self.bookings)
