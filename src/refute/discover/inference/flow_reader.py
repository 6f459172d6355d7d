"""What the statements of one function do with values: `FlowReader` notes it as evidence."""

from __future__ import annotations

import ast

from refute.discover.inference.library_uses import (
    ANY_ITEMS,
    DICT,
    GIVEN,
    LIST,
    NUMBER,
    OF_METHODS,
    OF_MODULES,
    SET,
    TUPLE,
    Forms,
    key_forms,
)
from refute.discover.inference.package_index import FunctionInfo, dotted
from refute.discover.inference.source_values import Scope, SourceValues
from refute.discover.inference.type_evidence import TypeEvidence
from refute.discover.inference.type_texts import TypeTexts
from refute.look.function_source import Function
from refute.model.typeform import CALLABLE, FLOAT, INT, STR, TypeForm

_ARITHMETIC = (ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow, ast.Add, ast.Mod)
_BITS = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_SAME = 0.9  # how much of what is known of one place holds for another that its values go to


class FlowReader(ast.NodeVisitor):
    """Reads the statements of one function, or of a module."""

    def __init__(
        self, values: SourceValues, texts: TypeTexts, evidence: TypeEvidence, scope: Scope
    ) -> None:
        self._values, self._texts, self._evidence, self._scope = values, texts, evidence, scope
        self._nested = 0

    def read(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.visit(node)

    def defaults(self, function: FunctionInfo) -> None:
        """Note the types of defaults."""
        given = function.node.args
        plain = [*given.posonlyargs, *given.args]
        pairs = list(zip(plain[::-1], given.defaults[::-1], strict=False))
        pairs += [(a, d) for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d]
        for one, default in pairs:
            weight = (
                0.9 if isinstance(default, ast.Constant) and default.value in (True, False) else 0.8
            )
            reason = f"default: {ast.unparse(default):.30}"
            for source in self._values.sources(default, self._outside()):
                self._flow(source, self._scope.variable(one.arg), weight, reason, reason)

    def _outside(self) -> Scope:
        return Scope(self._scope.module)

    # ---- small helpers ----------------------------------------------------------------------------------------

    def _place(self, node: ast.expr) -> str | None:
        return self._values.place(node, self._scope)

    def _note(self, node: ast.expr, forms: Forms, reason: str) -> None:
        place = self._place(node)
        for form, weight in forms if place is not None else ():
            self._evidence.note(place or "", form, weight, reason)

    def _flow(self, source: str | TypeForm, to: str, weight: float, there: str, back: str) -> None:
        if isinstance(source, TypeForm):
            self._evidence.note(to, source, weight, back)
        else:
            self._evidence.link(source, to, weight * _SAME, there, back)

    def _into(self, node: ast.expr | None, to: str, weight: float, there: str, back: str) -> None:
        for source in self._values.sources(node, self._scope):
            self._flow(source, to, weight, there, back)

    # ---- statements -------------------------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> None:
        """Link what is assigned with where it goes."""
        for target in node.targets:
            self._assign(target, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Link an assignment, and note its annotation."""
        place = self._place(node.target)
        if place is not None:
            form = self._texts.annotation(node.annotation, self._scope.module)
            self._evidence.note(place, form, 0.9, "assigned: to something annotated")
        if node.value is not None:
            self._assign(node.target, node.value)
            self.visit(node.value)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            parts = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            if len(parts) == len(target.elts):
                for one, part in zip(target.elts, parts, strict=True):
                    self._assign(one, part)
            else:
                self._note(value, ((TUPLE, 0.45), (LIST, 0.2)), "use: unpacked")
            return
        if isinstance(target, ast.Subscript):
            self._note(target.value, key_forms(target.slice, stored=True), "use: items set")
        if isinstance(target, ast.Attribute) and (place := self._place(target.value)) is not None:
            self._evidence.ask(place, target.attr)
        place = self._place(target)
        if place is not None:
            shown = f"assigned: {ast.unparse(value):.30}"
            self._into(value, place, 0.85, f"flow: to {ast.unparse(target):.30}", shown)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Note what something is added to."""
        self._operands(node.target, node.op, node.value)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """Link what is returned with the result."""
        if self._scope.function is not None and not self._nested:
            self._into(
                node.value, f"{self._scope.function.key}()", 0.8, "flow: returned", "returned"
            )
        self.generic_visit(node)

    def _visit_nested(self, node: Function) -> None:
        self._nested += 1
        self.generic_visit(node)
        self._nested -= 1

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_nested

    def _visit_loop(self, node: ast.For | ast.AsyncFor | ast.comprehension) -> None:
        self._iterate(node.iter, node.target)
        self.generic_visit(node)

    visit_For = visit_AsyncFor = visit_comprehension = _visit_loop

    def _iterate(self, over: ast.expr, target: ast.expr) -> None:
        match over:
            case ast.Call(ast.Name("enumerate"), [first, *_]):
                over = first
                if isinstance(target, ast.Tuple) and len(target.elts) == 2:
                    target = target.elts[1]
            case ast.Call(ast.Name("sorted" | "reversed" | "iter" | "set" | "list"), [first, *_]):
                over = first
        place, held = self._place(over), self._place(target)
        if place is None:
            return
        self._note(over, ANY_ITEMS, "use: iterated over")
        if held is not None:
            self._evidence.link(held, f"{place}[]", _SAME, "flow: an item", "flow: as an item")

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        """Note what is iterated over."""
        self._note(node.value, ANY_ITEMS, "use: iterated over")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Note what is raised."""
        if node.exc is not None:
            self._note(node.exc, ((TypeForm("Exception"), 0.7),), "use: raised")
        self.generic_visit(node)

    # ---- conditions -------------------------------------------------------------------------------------------

    def _test(self, node: ast.expr) -> None:
        place = self._place(node)
        if place is not None:
            self._evidence.tested[place] = None

    def _visit_condition(self, node: ast.If | ast.While | ast.IfExp) -> None:
        self._test(node.test)
        self.generic_visit(node)

    visit_If = visit_While = visit_IfExp = _visit_condition

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Note what is used as a condition."""
        for one in node.values[:-1] if isinstance(node.op, ast.Or) else node.values:
            self._test(one)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Note what is negated."""
        if isinstance(node.op, ast.Not):
            self._test(node.operand)
        else:
            self._note(node.operand, NUMBER, f"use: {ast.unparse(node):.30}")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Note what is compared with what."""
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                self._membership(left, right, ast.unparse(node))
            elif not isinstance(operator, ast.Is | ast.IsNot) or _is_bool(right):
                reason = f"use: {ast.unparse(node):.40}"
                self._compared(left, right, isinstance(operator, _ORDER), reason)
                self._compared(right, left, isinstance(operator, _ORDER), reason)
            left = right
        self.generic_visit(node)

    def _compared(self, node: ast.expr, other: ast.expr, ordered: bool, reason: str) -> None:
        place = self._place(node)
        if place is None:
            return
        for source in self._values.sources(other, self._scope):
            if source == INT:
                self._note(node, ((INT, 0.55), (FLOAT, 0.3 if ordered else 0.1)), reason)
            else:
                self._flow(
                    source, place, 0.7 if isinstance(source, TypeForm) else 0.5, reason, reason
                )

    def _membership(self, item: ast.expr, holder: ast.expr, shown: str) -> None:
        place = self._place(item)
        reason = f"use: {shown:.40}"
        if place is not None and isinstance(holder, ast.Tuple | ast.List | ast.Set):
            for one in holder.elts:
                self._into(one, place, 0.7, reason, reason)
        elif place is not None and isinstance(holder, ast.Constant):
            self._into(holder, place, 0.7, reason, reason)
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            self._note(holder, ((STR, 0.4), (LIST, 0.25), (DICT, 0.3)), reason)
        else:
            self._note(holder, ((LIST, 0.25), (SET, 0.2), (DICT, 0.2)), reason)

    # ---- expressions ------------------------------------------------------------------------------------------

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Note which attribute is asked for."""
        place = self._place(node.value)
        if place is not None:
            self._evidence.ask(place, node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Note what is subscribed, and by what."""
        self._note(node.value, key_forms(node.slice, stored=False), f"use: {ast.unparse(node):.30}")
        if isinstance(node.slice, ast.Slice):
            for bound in filter(None, (node.slice.lower, node.slice.upper)):
                self._note(bound, ((INT, 0.7),), f"use: {ast.unparse(node):.30}")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Note what is calculated with."""
        self._operands(node.left, node.op, node.right)
        self._operands(node.right, node.op, node.left)
        self.generic_visit(node)

    def _operands(self, node: ast.expr, operator: ast.operator, other: ast.expr) -> None:
        place = self._place(node)
        if place is None:
            return
        reason = f"use: calculated with {ast.unparse(other):.20}"
        sources = list(self._values.sources(other, self._scope))
        if isinstance(operator, _BITS):
            self._note(node, ((INT, 0.55),), reason)
        elif isinstance(operator, ast.Add):
            for source in sources:
                forms = NUMBER if source in (INT, FLOAT) else ()
                self._note(node, forms, reason)
                if not forms:
                    self._flow(source, place, 0.7, reason, reason)
        elif isinstance(operator, _ARITHMETIC) and STR not in sources:
            self._note(node, NUMBER, reason)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        """Note what is formatted: most often texts."""
        self._note(node.value, ((STR, 0.2), (INT, 0.1)), "use: formatted")
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        """Note what is unpacked into arguments."""
        self._note(node.value, ((LIST, 0.4), (TUPLE, 0.4)), "use: unpacked")
        self.generic_visit(node)

    # ---- calls ------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        """Link arguments with parameters, and note what functions that come with Python are given."""
        function, skipped, sure = self._values.callee(node, self._scope)
        if function is not None:
            self._pass(node, function, skipped, sure)
        else:
            self._given(node)
        if isinstance(node.func, ast.Name):
            self._note(node.func, ((TypeForm(CALLABLE), 0.85),), "use: called")
        for keyword in node.keywords:
            if keyword.arg is None:
                self._note(keyword.value, ((DICT, 0.8),), "use: passed with **")
        self.generic_visit(node)

    def _pass(self, call: ast.Call, function: FunctionInfo, skipped: int, sure: float) -> None:
        shown = function.key.partition(":")[2].removesuffix(".__init__")
        names = function.positional()
        plain = call.args[skipped:]
        starred = next(
            (n for n, one in enumerate(plain) if isinstance(one, ast.Starred)), len(plain)
        )
        pairs = list(zip(names, plain[:starred], strict=False))
        rest = function.node.args.vararg
        if rest is not None:
            pairs += [(rest.arg, one) for one in plain[len(names) : starred]]
        pairs += [(one.arg, one.value) for one in call.keywords if one.arg is not None]
        for name, value in pairs:
            reason = f"called with: {ast.unparse(value):.30}"
            self._into(value, function.place_of(name), 0.8 * sure, f"passed on: to {shown}", reason)

    def _given(self, call: ast.Call) -> None:
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else dotted(function)
        if name == "isinstance" and len(call.args) == 2:
            self._tested_for(*call.args)
        elif name == "join" and isinstance(call.func, ast.Attribute) and len(call.args) == 1:
            joined = (
                isinstance(call.func.value, ast.Constant) or dotted(call.func) != "os.path.join"
            )
            if joined:
                self._note(call.args[0], ((TypeForm("list", (STR,)), 0.6),), "use: joined")
            return
        for number, (argument, forms) in enumerate(
            zip(call.args, GIVEN.get(name, ()), strict=False)
        ):
            if (
                isinstance(call.func, ast.Attribute)
                and name in OF_MODULES
                and not self._is_module(call.func)
            ):
                forms = OF_METHODS.get(name, ((),))[number] if number == 0 else ()
            self._note(argument, forms, f"use: {name}()")

    def _is_module(self, function: ast.Attribute) -> bool:
        head = dotted(function.value).partition(".")[0]
        return head in (
            "re",
            "os",
            "math",
            "json",
            "struct",
            "time",
            "base64",
            "hashlib",
            "textwrap",
            "itertools",
            "functools",
            "binascii",
            "urllib",
        )

    def _tested_for(self, node: ast.expr, types: ast.expr) -> None:
        for one in types.elts if isinstance(types, ast.Tuple) else [types]:
            form = self._texts.annotation(one, self._scope.module)
            self._note(node, ((form, 0.75),), f"isinstance: {ast.unparse(one):.40}")


def _is_bool(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)
