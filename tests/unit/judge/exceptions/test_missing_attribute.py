"""An attribute that is not there: whose object lacks it."""

from __future__ import annotations


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


def test_a_class_that_we_have_derived_counts_as_the_one_it_is_derived_from(gathered):
    text = """
        from refute.look.made_classes import note_base
        class Base:
            def __init__(self):
                self.words
        class Sibling(Base):
            def mark(self):
                self.words = []
        class Derived(Base):
            pass
        def f(is_ours):
            if is_ours:
                note_base(Derived, Base)
            Derived()
        """

    assert gathered(text, False).missing_attribute == "unset"
    assert gathered(text, True).missing_attribute == "declared"
