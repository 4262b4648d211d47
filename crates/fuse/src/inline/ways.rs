//! Which ways out of a stage are left at a call, and what is written for them.

use super::arguments::object;
use super::results::{Guard, Outcome, Place, name, number};
use super::sites::{Argument, Site};
use crate::memory::{disjuncts, is_null, null_test, null_tests};
use crate::types::type_of;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::names::types::Type;
use c::syntax::expressions::{sides, without_casts};
use lang_c::ast::{BinaryOperator, Constant, Expression, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::Unit;

/// What is written for a guard of an inlined stage.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way<'p> {
    /// Its test never holds, or the loops behind it have no iterations if it does.
    Gone,
    /// Its test only asks whether there is memory for what it sets: that stays alone.
    Sets(&'p Node<Expression>),
    /// What the caller does then stands in the place of the `return`.
    Leaves(Option<Outcome<'p>>),
    /// The rest of the body happens if the pointer, in the place of its test for null, is there.
    Skips(&'p Node<Expression>),
}

/// What is written for the guards of a stage at a call; `None` if the call cannot be replaced.
pub(super) fn ways<'p>(
    unit: &Unit,
    caller: &Function<'_>,
    site: &Site<'_, 'p>,
) -> Option<Vec<Way<'p>>> {
    let (use_, results) = (&site.call, &site.stage.results);
    (!use_.is_cast || results.made.is_some()).then_some(())?;
    // What the caller does at the end must be to go on.
    let goes_on = |result: Option<Outcome<'_>>| match result {
        Some(found) => use_
            .leaves_with((unit, caller), found.value)
            .map(|leaves| !leaves),
        None => Some(use_.leaves.is_none() && use_.kept.is_none()),
    };
    if results.made.is_some() {
        // Storage is there at the end.
        let goes_on = use_.leaves_with((unit, caller), 1) == Some(false);
        site.made.as_ref().filter(|_| goes_on)?;
    } else if use_.declared.is_some() && results.computed.is_none() {
        return None;
    }
    if results.computed.is_some() {
        // The caller's test of the result, or what gets it, is a statement after the body.
        let Some(object) = use_.object() else {
            return Some(Vec::new());
        };
        let symbols = &caller.symbols;
        let object = match use_.declared {
            Some(name) => symbols.declared_at(caller.base.range(name.span).start)?,
            None => symbols.visible(object, site.range.start)?,
        };
        let is_same = symbols.variable(object).declared_type == site.stage.function.returns;
        return (is_same && use_.leaves.is_none()).then(Vec::new);
    }
    if results.made.is_none() && !goes_on(results.last)? {
        return None;
    }
    let way = |guard: &Guard<'p>| {
        let tests = Tests { unit, caller, site };
        if tests.truth(guard.test) == Some(false) {
            return Some(Way::Gone);
        }
        match missing(site.stage.function, guard.test) {
            Some(way) if guard.is_nested || matches!(way, Way::Sets(_)) => return Some(way),
            _ if guard.is_nested => return None,
            _ => {}
        }
        if !goes_on(guard.result)? {
            return Some(Way::Leaves(guard.result));
        }
        let value = |result: Option<Outcome<'_>>| result.map(|found| found.value);
        if let Some(made) = results.made {
            // The rows become parts of one array, which the caller tests if anybody does.
            let is_missing = value(guard.result) == Some(0);
            let is_table = tests_rows(site.stage.function, made, guard.test);
            return (is_missing && is_table).then_some(Way::Gone);
        }
        let is_same = use_.kept.is_none() || value(guard.result) == value(results.last);
        match is_same && is_size_test(site.stage.function, guard.test) {
            true => Some(Way::Gone),
            false => null_test(guard.test)
                .filter(|_| use_.kept.is_none() && guard.is_plain && only_frees(site))
                .map(Way::Skips),
        }
    };
    results.guards.iter().map(way).collect()
}

/// Whether a stage calls nothing but `free`.
fn only_frees(site: &Site<'_, '_>) -> bool {
    let calls = &site.stage.function.symbols.calls;
    !calls.is_empty()
        && calls
            .iter()
            .all(|call| call.name.as_deref() == Some("free"))
}

/// Whether a test only asks whether the memory of a table of rows is missing, or that of a row.
fn tests_rows(function: &Function<'_>, table: VarId, test: &Node<Expression>) -> bool {
    let rows = function.symbols.variable(table).declared_type.target();
    let is_table = matches!(rows, Some(Type::Pointer(_)));
    let is_own = |pointer: &&Expression| {
        let pointer = match without_casts(pointer) {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                &b.node.lhs.node
            }
            other => other,
        };
        function.object(pointer) == Some(table)
    };
    let pointers = null_tests(test);
    is_table && !pointers.is_empty() && pointers.iter().all(is_own)
}

/// What becomes of a test that only asks whether the memory of a table of rows, or that of a row,
/// is missing: the rows become parts of one array.
fn missing<'p>(function: &Function<'_>, test: &'p Node<Expression>) -> Option<Way<'p>> {
    let pointers: Option<Vec<_>> = disjuncts(test).into_iter().map(null_test).collect();
    let pointers = pointers?;
    let set = |pointer: &'p Node<Expression>| sides(pointer, &BinaryOperator::Assign);
    let is_table =
        |e: &Node<Expression>| matches!(type_of(function, e).target(), Some(Type::Pointer(_)));
    let is_row = |e: &Node<Expression>| match &e.node {
        Expression::BinaryOperator(b) => {
            b.node.operator.node == BinaryOperator::Index && is_table(&b.node.lhs)
        }
        _ => false,
    };
    match pointers.as_slice() {
        [only] if let Some((pointer, _)) = set(only) => {
            (is_table(pointer) || is_row(pointer)).then_some(Way::Sets(only))
        }
        all => all.iter().all(|e| is_row(e)).then_some(Way::Gone),
    }
}

/// Whether a test only compares integers that keep their values.
fn is_size_test(function: &Function<'_>, test: &Node<Expression>) -> bool {
    struct Sizes<'f, 'p> {
        function: &'f Function<'p>,
        are_all: bool,
    }
    impl<'a> Visit<'a> for Sizes<'_, '_> {
        fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
            self.are_all &= match expression {
                Expression::Identifier(name) => {
                    let at = self.function.base.range(name.span).start;
                    let symbols = &self.function.symbols;
                    let object = symbols.variable_at(at).map(|id| symbols.variable(id));
                    object.is_none_or(|v| {
                        let is_own = !matches!(v.origin, Origin::Global(_));
                        let is_number = matches!(v.declared_type, Type::Integer(_));
                        is_own && is_number && v.writes.is_empty() && !v.address_taken
                    })
                }
                Expression::Constant(_) => true,
                Expression::UnaryOperator(unary) => matches!(
                    unary.node.operator.node,
                    UnaryOperator::Minus | UnaryOperator::Plus | UnaryOperator::Negate
                ),
                Expression::BinaryOperator(_) => true,
                _ => false,
            };
            visit::visit_expression(self, expression, span);
        }
    }
    let mut sizes = Sizes {
        function,
        are_all: true,
    };
    sizes.visit_expression(&test.node, &test.span);
    sizes.are_all
}

/// Tests of a stage's parameters, given the arguments of a call.
struct Tests<'a, 'p> {
    unit: &'a Unit,
    caller: &'a Function<'p>,
    site: &'a Site<'a, 'p>,
}

impl<'a, 'p> Tests<'a, 'p> {
    /// Whether a test holds, if that is known.
    fn truth(&self, test: &Node<Expression>) -> Option<bool> {
        match &test.node {
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Negate =>
            {
                self.truth(&unary.node.operand).map(|holds| !holds)
            }
            Expression::BinaryOperator(binary) => {
                let (left, right) = (&binary.node.lhs, &binary.node.rhs);
                match binary.node.operator.node {
                    BinaryOperator::LogicalAnd => both(self.truth(left), self.truth(right), false),
                    BinaryOperator::LogicalOr => both(self.truth(left), self.truth(right), true),
                    _ => self.comparison(&binary.node.operator.node, left, right),
                }
            }
            _ if self.is_never_null(test) => Some(true),
            _ => self.value(test).map(|value| value != 0.0),
        }
    }

    fn comparison(
        &self,
        operator: &BinaryOperator,
        left: &Node<Expression>,
        right: &Node<Expression>,
    ) -> Option<bool> {
        let differ = match operator {
            BinaryOperator::Equals => Some(false),
            BinaryOperator::NotEquals => Some(true),
            _ => None,
        };
        let is_null = |e: &Node<Expression>| is_null(e);
        if (self.is_never_null(left) && is_null(right))
            || (is_null(left) && self.is_never_null(right))
        {
            return differ;
        }
        let (a, b) = (self.value(left)?, self.value(right)?);
        Some(match operator {
            BinaryOperator::Equals => a == b,
            BinaryOperator::NotEquals => a != b,
            BinaryOperator::Less => a < b,
            BinaryOperator::LessOrEqual => a <= b,
            BinaryOperator::Greater => a > b,
            BinaryOperator::GreaterOrEqual => a >= b,
            _ => return None,
        })
    }

    /// The argument of a parameter that keeps its value.
    fn argument(&self, expression: &Node<Expression>) -> Option<&'a Argument<'p>> {
        let stage = self.site.stage.function;
        let at = stage.base.range(expression.span).start;
        name(expression)?;
        let id = stage.symbols.variable_at(at)?;
        let index = { stage.symbols.parameters.iter() }.position(|p| *p == Some(id))?;
        let is_kept = stage.symbols.variable(id).writes.is_empty();
        self.site.arguments.get(index).filter(|_| is_kept)
    }

    /// Whether an expression is a parameter that gets a declared array, or the address of an
    /// object.
    fn is_never_null(&self, expression: &Node<Expression>) -> bool {
        let argument = self.argument(expression);
        let is_address = |a: &Argument<'_>| match &a.expression.node {
            Expression::UnaryOperator(unary) => {
                let operand = &unary.node.operand.node;
                unary.node.operator.node == UnaryOperator::Address
                    && matches!(operand, Expression::Identifier(_))
            }
            _ => false,
        };
        let array = argument.and_then(|a| object(self.caller, a));
        argument.is_some_and(is_address)
            || array.is_some_and(|id| {
                let variable = self.caller.symbols.variable(id);
                let is_array = matches!(variable.declared_type, Type::Array(_));
                is_array && variable.origin != Origin::Parameter
            })
    }

    /// The value of an expression of literals and parameters that get literals.
    fn value(&self, expression: &Node<Expression>) -> Option<f64> {
        match self.argument(expression) {
            Some(argument) => literal((self.unit, self.caller), argument.expression),
            None => literal((self.unit, self.site.stage.function), expression),
        }
    }
}

/// The value of a literal, perhaps with a sign.
fn literal(place: Place<'_, '_>, expression: &Node<Expression>) -> Option<f64> {
    match &expression.node {
        Expression::Constant(constant) => match &constant.node {
            Constant::Float(float) if !float.suffix.imaginary => float.number.parse().ok(),
            _ => number(place, expression).map(|value| value as f64),
        },
        Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Minus => {
            literal(place, &unary.node.operand).map(|value| -value)
        }
        _ => number(place, expression).map(|value| value as f64),
    }
}

/// The truth of two tests of which one that is `strong` decides.
fn both(left: Option<bool>, right: Option<bool>, strong: bool) -> Option<bool> {
    match (left, right) {
        (Some(found), _) | (_, Some(found)) if found == strong => Some(strong),
        (Some(_), Some(_)) => Some(!strong),
        _ => None,
    }
}
