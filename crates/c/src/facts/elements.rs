//! The arrays and pointers of a function whose elements its code writes, those whose elements it
//! reads, and those that it returns. Says nothing of code that gets their addresses.

use crate::facts::function::FunctionFacts;
use crate::facts::uses::rank;
use crate::names::file::Function;
use crate::names::symbols::{Symbols, VarId};
use crate::syntax::base::Base;
use crate::syntax::expressions::{is_assignment, is_step};
use lang_c::ast::{
    BinaryOperator, CallExpression, Expression, MemberOperator, Statement, UnaryOperator,
};
use lang_c::span::Span as Offsets;
use lang_c::visit::{self, Visit};
use std::collections::BTreeSet;

/// Library functions that write the target of their first argument and read that of their second.
const COPIES: [&str; 2] = ["memcpy", "memmove"];

/// The objects of a function by what its code does with their elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    written: BTreeSet<VarId>,
    read: BTreeSet<VarId>,
    returned: BTreeSet<VarId>,
}

impl Elements {
    /// The uses in a function. Those of a pointer to a row are uses of its array too.
    pub(crate) fn of(function: &Function<'_>) -> Self {
        let mut finder = Finder {
            base: function.base,
            symbols: &function.symbols,
            found: Elements::default(),
        };
        let statement = &function.definition.statement;
        finder.visit_statement(&statement.node, &statement.span);
        finder.found
    }

    /// Whether elements of an object are written, and elements are read, by its own name or by
    /// pointers to its rows.
    pub(crate) fn are_written_and_read(&self, id: VarId, facts: &FunctionFacts<'_>) -> bool {
        let is_of = |one: &VarId| *one == id || facts.row_of(*one) == Some(id);
        self.written.iter().any(is_of) && self.read.iter().any(is_of)
    }

    /// Whether the function returns an object, so that its caller owns the elements.
    pub(crate) fn is_returned(&self, id: VarId) -> bool {
        self.returned.contains(&id)
    }
}

struct Finder<'f, 'p> {
    base: Base,
    symbols: &'f Symbols<'p>,
    found: Elements,
}

impl Finder<'_, '_> {
    /// The object that an expression is in, and the number of dimensions that it is inside of;
    /// a cast hides dimensions.
    fn place(&self, expression: &Expression) -> Option<(VarId, Option<usize>)> {
        let inside = |expression| {
            let (id, steps) = self.place(expression)?;
            Some((id, steps.map(|steps| steps + 1)))
        };
        match expression {
            Expression::Identifier(name) => {
                let id = self.symbols.variable_at(self.base.range(name.span).start)?;
                Some((id, Some(0)))
            }
            Expression::Cast(cast) => {
                let (id, _) = self.place(&cast.node.expression.node)?;
                Some((id, None))
            }
            Expression::Member(member) => match member.node.operator.node {
                MemberOperator::Direct => self.place(&member.node.expression.node),
                MemberOperator::Indirect => inside(&member.node.expression.node),
            },
            Expression::UnaryOperator(u) => match u.node.operator.node {
                UnaryOperator::Address => self.place(&u.node.operand.node),
                UnaryOperator::Indirection => inside(&u.node.operand.node),
                _ => None,
            },
            Expression::BinaryOperator(b) => match b.node.operator.node {
                BinaryOperator::Index => inside(&b.node.lhs.node),
                BinaryOperator::Plus | BinaryOperator::Minus => self.place(&b.node.lhs.node),
                _ => None,
            },
            _ => None,
        }
    }

    /// The object that an expression is an element of, or a member of an element.
    fn element(&self, expression: &Expression) -> Option<VarId> {
        let is_inside = match expression {
            Expression::Member(_) => true,
            Expression::BinaryOperator(b) => b.node.operator.node == BinaryOperator::Index,
            Expression::UnaryOperator(u) => u.node.operator.node == UnaryOperator::Indirection,
            _ => false,
        };
        let (id, steps) = self.place(expression).filter(|_| is_inside)?;
        let rank = rank(&self.symbols.variable(id).declared_type);
        (rank > 0 && steps.is_none_or(|steps| steps >= rank)).then_some(id)
    }

    /// The object that an expression is the address of, or points into: `a`, `(T *)a`, `a + 1`.
    fn pointer(&self, expression: &Expression) -> Option<VarId> {
        let inner = match expression {
            Expression::Cast(cast) => Some(&cast.node.expression),
            Expression::BinaryOperator(b) => match b.node.operator.node {
                BinaryOperator::Plus | BinaryOperator::Minus => Some(&b.node.lhs),
                _ => None,
            },
            _ => None,
        };
        if let Some(inner) = inner {
            return self.pointer(&inner.node);
        }
        let (id, steps) = self.place(expression)?;
        let rank = rank(&self.symbols.variable(id).declared_type);
        steps.is_some_and(|steps| steps < rank).then_some(id)
    }

    /// Visits the subscripts of an element, and not the element itself.
    fn subscripts(&mut self, element: &Expression) {
        match element {
            Expression::Member(member) => self.subscripts(&member.node.expression.node),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.subscripts(&b.node.lhs.node);
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                self.subscripts(&u.node.operand.node);
            }
            Expression::BinaryOperator(b) => {
                self.subscripts(&b.node.lhs.node);
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
            }
            Expression::Identifier(_) => {}
            other => visit::visit_expression(self, other, &Offsets::none()),
        }
    }

    /// `memcpy(a, b, n)`, `memset(a, 0, n)`
    fn call(&mut self, call: &CallExpression) {
        let Expression::Identifier(callee) = &call.callee.node else {
            return;
        };
        let name = callee.node.name.as_str();
        let copies = COPIES.contains(&name);
        let roots = call.arguments.iter().map(|a| Some(self.place(&a.node)?.0));
        let roots: Vec<Option<VarId>> = roots.take(2).collect();
        if copies || name == "memset" {
            self.found.written.extend(roots.first().copied().flatten());
        }
        if copies {
            self.found.read.extend(roots.get(1).copied().flatten());
        }
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        match expression {
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                let target = &b.node.lhs.node;
                self.found.written.extend(self.element(target));
                if b.node.operator.node == BinaryOperator::Assign && self.element(target).is_some()
                {
                    self.subscripts(target);
                    return self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
                }
            }
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
                self.found
                    .written
                    .extend(self.element(&u.node.operand.node));
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                return self.subscripts(&u.node.operand.node);
            }
            Expression::SizeOfVal(_) => return,
            Expression::Call(call) => self.call(&call.node),
            other => self.found.read.extend(self.element(other)),
        }
        visit::visit_expression(self, expression, span);
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Return(Some(value)) = statement {
            self.found.returned.extend(self.pointer(&value.node));
        }
        visit::visit_statement(self, statement, span);
    }
}
