"""Results that come wrapped: what a function gives that is a generator, waits, or makes a context manager: `inside`, `way_to_give`."""

from __future__ import annotations

from refute.model.typeform import ANY, TypeForm

ITERABLE = "collections.abc:Iterable"
AWAITABLE = "collections.abc:Awaitable"
CONTEXT_MANAGER = "contextlib:AbstractContextManager"
ASYNC_ITERABLE = "collections.abc:AsyncIterable"
ASYNC_CONTEXT_MANAGER = "contextlib:AbstractAsyncContextManager"

# By name: how a function of ours gives such a thing (see `Callback.then`), and which argument says what is in it.
_WRAPPED = {
    "collections.abc:Iterator": ("items", 0),
    "collections.abc:Generator": ("items", 0),
    ITERABLE: ("items", 0),
    AWAITABLE: ("await", 0),
    "collections.abc:Coroutine": ("await", 2),
    CONTEXT_MANAGER: ("with", 0),
    "collections.abc:AsyncIterator": ("async-items", 0),
    "collections.abc:AsyncGenerator": ("async-items", 0),
    ASYNC_ITERABLE: ("async-items", 0),
    ASYNC_CONTEXT_MANAGER: ("async-with", 0),
}


def way_to_give(form: TypeForm) -> str:
    """Return how a function gives a result of a form: "" as it is, or as `Callback.then` says.

    >>> way_to_give(TypeForm("collections.abc:Iterator"))
    'items'
    """
    return _WRAPPED.get(form.name, ("", 0))[0]


def inside(form: TypeForm, way: str) -> TypeForm:
    """Return the form of what a result of this form holds, where it is given in that way; else the form itself."""
    how, place = _WRAPPED.get(form.name, ("", 0))
    if not way or how != way:
        return form
    return form.args[place] if place < len(form.args) else ANY
