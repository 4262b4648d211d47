//! Calls: their callees, their effect on control flow, and the operands that they evaluate.

use super::resolver::Resolver;
use crate::names::library;
use crate::names::symbols::{Call, Passed};
use crate::syntax::expressions::{leaves_unevaluated, without_casts};
use lang_c::ast::{CallExpression, Expression, UnaryOperator};
use lang_c::span::Node;
use lang_c::visit::Visit;

impl<'a> Resolver<'a, '_> {
    /// Handles a name of a function: a call, or its address.
    pub(super) fn function_named(&mut self, name: &str, at: usize) {
        let name = self.aliases.name(name);
        if self.attributes.returns_twice(name) {
            self.symbols.jumps.push((name.to_string(), at));
        }
    }

    pub(super) fn call(&mut self, call: &'a CallExpression, at: usize) {
        let is_pointer = self.named(&call.callee.node).is_some();
        let name = match &call.callee.node {
            Expression::Identifier(name) if !is_pointer => {
                Some(self.aliases.name(&name.node.name).to_string())
            }
            _ => None,
        };
        let spelled = name.as_deref().unwrap_or("");
        let scans = matches!(
            spelled,
            "scanf"
                | "sscanf"
                | "fscanf"
                | "__isoc99_scanf"
                | "__isoc99_sscanf"
                | "__isoc99_fscanf"
        );
        if name.is_none()
            && let Some(saver) = self.attributes.returns_twice_by_pointer()
        {
            self.symbols.jumps.push((saver.to_string(), at));
        }
        let is_unevaluated = leaves_unevaluated(spelled);
        let stream = self.stream(spelled, call);
        if !is_unevaluated {
            self.fills(spelled, call, at);
            let passed = self.passed(spelled, call);
            self.symbols.calls.push(Call {
                name,
                at,
                stream,
                passed,
            });
        }
        self.visit_expression(&call.callee.node, &call.callee.span);
        self.unevaluated += usize::from(is_unevaluated);
        for argument in &call.arguments {
            match scans.then(|| address_operand(&argument.node)).flatten() {
                Some(operand) => {
                    self.written(&operand.node, at);
                    self.visit_expression(&operand.node, &operand.span);
                }
                None => self.visit_expression(&argument.node, &argument.span),
            }
        }
        self.unevaluated -= usize::from(is_unevaluated);
    }

    /// The function that the library's function of this name calls, as it is passed.
    fn passed(&mut self, name: &str, call: &CallExpression) -> Option<Passed> {
        let Some(argument) = call.arguments.get(library::called(name)?) else {
            return Some(None);
        };
        let mut function = without_casts(&argument.node);
        if let Some(operand) = address_operand(function) {
            function = &operand.node;
        }
        Some(match function {
            Expression::Identifier(name) if self.named(function).is_none() => {
                Some(self.aliases.name(&name.node.name).to_string())
            }
            _ => None,
        })
    }

    /// Notes the store of a library function, to objects of the type that its argument points to.
    fn fills(&mut self, name: &str, call: &'a CallExpression, at: usize) {
        if library::fills(name)
            && let Some(destination) = call.arguments.first()
        {
            self.stored_through(&destination.node, at);
        }
    }
}

fn address_operand(expression: &Expression) -> Option<&Node<Expression>> {
    match expression {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
            Some(&u.node.operand)
        }
        _ => None,
    }
}

/// Whether operands of an expression may be unevaluated.
pub(super) fn is_unevaluated(expression: &Expression) -> bool {
    matches!(
        expression,
        Expression::AlignOf(_)
            | Expression::GenericSelection(_)
            | Expression::OffsetOf(_)
            | Expression::SizeOfTy(_)
            | Expression::SizeOfVal(_)
    )
}
