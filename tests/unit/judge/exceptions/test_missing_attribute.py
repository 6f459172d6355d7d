"""An attribute that is not there: whose object lacks it."""

from __future__ import annotations

import pytest

from refute.look.made_classes import note_base


def test_an_attribute_that_its_own_object_or_module_lacks(gathered):
    own = "class C:\n    def g(self):\n        return self.size\ndef f():\n    return C().g()"
    module = "import sys\ndef f():\n    return sys.modules[__name__].size"
    dynamic = own.replace(
        "class C:\n", "class C:\n    def __getattr__(self, n):\n        raise AttributeError(n)\n"
    )

    assert gathered(own).missing_attribute == "self"
    assert gathered(dynamic).on_purpose
    assert gathered(module).exception == "KeyError"  # not loaded here


def test_a_class_that_lacks_an_attribute_is_no_trouble(gathered):
    assert (
        gathered("def f(cls):\n    return type(cls).nothing", int).missing_attribute != "declared"
    )


def test_a_sibling_that_sets_an_attribute_is_no_excuse(gathered):
    text = """
        class Base:
            pass
        class Sibling(Base):
            def mark(self):
                self.total = 1
        class Mine(Base):
            def read(self):
                return self.total
        def f():
            Mine().read()
        """

    assert gathered(text).missing_attribute == "self"


def test_an_object_that_was_passed_to_its_own_method_is_the_callers(gathered):
    assert gathered("def f(self):\n    return self.x", object()).missing_attribute == ""


def test_a_function_that_calls_its_parameter_self_speaks_for_the_class(gathered):
    text = "class C: ...\ndef g(self):\n    return self.x\ndef f():\n    g(C())"

    assert gathered(text).missing_attribute == "self"


@pytest.mark.parametrize(("is_ours", "whose"), [(True, "declared"), (False, "unset")])
def test_what_other_subclasses_set_one_of_ours_need_not_have(gathered, is_ours, whose):
    text = """
        class Base:
            def read(self):
                return self.total
        class Other(Base):
            def mark(self):
                self.total = 1
        class Derived(Base):
            pass
        def f(note):
            note(Derived, Base)
            Derived().read()
        """
    note = note_base if is_ours else lambda cls, base: None

    assert gathered(text, note).missing_attribute == whose
