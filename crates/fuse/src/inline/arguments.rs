//! What evaluating an argument needs and how tightly its text binds.

use super::sites::Argument;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::syntax::expressions::{is_assignment, is_step};
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::inside_parentheses;

/// How tightly the operators of a text bind, from the loosest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Binding {
    Loose,
    Sum,
    Product,
    Sign,
    Operand,
}

/// What an argument does when it is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Effect {
    /// It computes with numbers and names of objects.
    Computes,
    /// It reads memory, or calls a function.
    Reads,
    /// It changes something.
    Changes,
    /// Nothing is known of it.
    Unknown,
}

/// How tightly an argument binds as it is written.
pub(super) fn binding(argument: &Argument<'_>, is_macro: bool) -> Binding {
    let text = argument.text.as_str();
    if inside_parentheses(text) != text {
        return Binding::Operand;
    }
    match &argument.expression.node {
        Expression::Identifier(_)
        | Expression::Constant(_)
        | Expression::StringLiteral(_)
        | Expression::Call(_)
        | Expression::Member(_) => Binding::Operand,
        _ if is_macro => Binding::Loose,
        Expression::UnaryOperator(_) | Expression::Cast(_) => Binding::Sign,
        Expression::BinaryOperator(b) => match b.node.operator.node {
            BinaryOperator::Index => Binding::Operand,
            BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => {
                Binding::Product
            }
            BinaryOperator::Plus | BinaryOperator::Minus => Binding::Sum,
            _ => Binding::Loose,
        },
        _ => Binding::Loose,
    }
}

/// What evaluating an expression does.
pub(super) fn effect(function: &Function<'_>, expression: &Node<Expression>) -> Effect {
    let mut finder = EffectFinder {
        function,
        found: Effect::Computes,
    };
    finder.visit_expression(&expression.node, &expression.span);
    finder.found
}

struct EffectFinder<'f, 'p> {
    function: &'f Function<'p>,
    found: Effect,
}

impl<'a> Visit<'a> for EffectFinder<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        // The address of an element does not read it.
        if let Expression::UnaryOperator(u) = expression
            && u.node.operator.node == UnaryOperator::Address
            && let Expression::BinaryOperator(b) = &u.node.operand.node
            && b.node.operator.node == BinaryOperator::Index
        {
            return visit::visit_binary_operator_expression(self, &b.node, &b.span);
        }
        let own = match expression {
            Expression::UnaryOperator(u) => match &u.node.operator.node {
                operator if is_step(operator) => Effect::Changes,
                UnaryOperator::Indirection => Effect::Reads,
                _ => Effect::Computes,
            },
            Expression::BinaryOperator(b) => match &b.node.operator.node {
                operator if is_assignment(operator) => Effect::Changes,
                BinaryOperator::Index => Effect::Reads,
                _ => Effect::Computes,
            },
            Expression::Identifier(name) => {
                let at = self.function.base.range(name.span).start;
                let object = self.function.symbols.variable_at(at);
                match object.map(|id| &self.function.symbols.variable(id).qualifiers) {
                    Some(q) if q.volatile || q.atomic => Effect::Changes,
                    _ => Effect::Computes,
                }
            }
            Expression::Member(_) => Effect::Reads,
            Expression::Constant(_)
            | Expression::StringLiteral(_)
            | Expression::Cast(_)
            | Expression::Conditional(_)
            | Expression::SizeOfTy(_)
            | Expression::SizeOfVal(_) => Effect::Computes,
            Expression::Call(_) => Effect::Reads,
            _ => Effect::Unknown,
        };
        self.found = self.found.max(own);
        visit::visit_expression(self, expression, span);
    }
}

/// The objects that an argument names.
pub(super) fn objects(function: &Function<'_>, argument: &Argument<'_>) -> Vec<VarId> {
    let symbols = &function.symbols;
    let named = symbols.objects().filter(|(_, v)| {
        let mut mentions = v.mentions.iter();
        mentions.any(|at| argument.range.contains(at))
    });
    named.map(|(id, _)| id).collect()
}

/// The object that an argument consists of.
pub(super) fn object(function: &Function<'_>, argument: &Argument<'_>) -> Option<VarId> {
    match &argument.expression.node {
        Expression::Identifier(name) => {
            let at = function.base.range(name.span).start;
            function.symbols.variable_at(at)
        }
        _ => None,
    }
}

/// Whether an object keeps its value while other code is executed that does not name it.
pub(super) fn is_private(function: &Function<'_>, object: VarId) -> bool {
    let variable = function.symbols.variable(object);
    let is_array = matches!(variable.declared_type, c::names::types::Type::Array(_));
    let is_own = !matches!(variable.origin, Origin::Global(_)) && !variable.address_taken;
    // The place of an array never changes.
    is_own || is_array
}
