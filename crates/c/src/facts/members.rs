//! Uses of arrays and pointers that are members of structures: `c->buf[y][x]`, `tmp.px[i]`.

use crate::names::file::Function;
use crate::names::symbols::{Symbols, VarId};
use crate::syntax::base::Base;
use crate::syntax::expressions::is_assignment;
use lang_c::ast::{BinaryOperator, CallExpression, Expression, MemberOperator, UnaryOperator};
use lang_c::span::Span as Offsets;
use lang_c::visit::{self, Visit};
use std::collections::BTreeMap;

/// A member of an object, or of the structure that an object points to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemberPath {
    /// The object.
    pub var: VarId,
    /// The object points to the structure.
    pub indirect: bool,
    /// The member's name.
    pub name: String,
}

/// What a function does with the elements of a member.
#[derive(Clone, Debug, Default)]
pub struct MemberUse {
    /// The first offset.
    pub at: usize,
    /// An element is assigned.
    pub is_written: bool,
    /// An element is read.
    pub is_read: bool,
    /// A subscript is no number.
    pub is_indexed: bool,
}

/// The members of structures whose elements a function uses, and the objects whose addresses it
/// passes to functions.
#[derive(Clone, Debug, Default)]
pub struct MemberUses {
    /// By member.
    pub members: BTreeMap<MemberPath, MemberUse>,
    /// Calls `f(&object)`: the object, the function, and the position of the argument.
    pub passed: Vec<(VarId, String, usize)>,
}

impl MemberUses {
    /// The uses in a function.
    pub(crate) fn of(function: &Function<'_>) -> Self {
        let mut finder = Finder {
            base: function.base,
            symbols: &function.symbols,
            found: MemberUses::default(),
        };
        let statement = &function.definition.statement;
        finder.visit_statement(&statement.node, &statement.span);
        finder.found
    }
}

struct Finder<'f, 'p> {
    base: Base,
    symbols: &'f Symbols<'p>,
    found: MemberUses,
}

impl Finder<'_, '_> {
    fn named(&self, expression: &Expression) -> Option<VarId> {
        match expression {
            Expression::Identifier(name) => {
                self.symbols.variable_at(self.base.range(name.span).start)
            }
            _ => None,
        }
    }

    /// The member that an expression is an element of, and whether a subscript is no number.
    fn element<'e>(&self, expression: &'e Expression) -> Option<(MemberPath, bool)> {
        let mut expression: &'e Expression = expression;
        let mut is_indexed = None;
        while let Expression::BinaryOperator(b) = expression
            && b.node.operator.node == BinaryOperator::Index
        {
            let is_number = matches!(b.node.rhs.node, Expression::Constant(_));
            is_indexed = Some(is_indexed.unwrap_or(false) || !is_number);
            expression = &b.node.lhs.node;
        }
        let Expression::Member(member) = expression else {
            return None;
        };
        let path = MemberPath {
            var: self.named(&member.node.expression.node)?,
            indirect: member.node.operator.node == MemberOperator::Indirect,
            name: member.node.identifier.node.name.clone(),
        };
        Some((path, is_indexed?))
    }

    fn note(&mut self, element: &Expression, at: usize, is_written: bool) {
        if let Some((path, is_indexed)) = self.element(element) {
            let fresh = MemberUse {
                at,
                ..MemberUse::default()
            };
            let known = self.found.members.entry(path).or_insert(fresh);
            known.is_indexed |= is_indexed;
            known.is_written |= is_written;
            known.is_read |= !is_written;
        }
    }

    fn call(&mut self, call: &CallExpression) {
        let Expression::Identifier(callee) = &call.callee.node else {
            return;
        };
        for (position, argument) in call.arguments.iter().enumerate() {
            if let Expression::UnaryOperator(u) = &argument.node
                && u.node.operator.node == UnaryOperator::Address
                && let Some(object) = self.named(&u.node.operand.node)
            {
                let callee = callee.node.name.clone();
                self.found.passed.push((object, callee, position));
            }
        }
    }

    /// Visits the subscripts of an element that is assigned.
    fn subscripts(&mut self, element: &Expression) {
        if let Expression::BinaryOperator(b) = element
            && b.node.operator.node == BinaryOperator::Index
        {
            self.subscripts(&b.node.lhs.node);
            self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
        }
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let at = self.base.range(*span).start;
        match expression {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                let target = &b.node.lhs.node;
                if self.element(target).is_some() {
                    self.note(target, at, true);
                    self.subscripts(target);
                    return self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
                }
            }
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.note(&b.node.lhs.node, at, true);
            }
            Expression::BinaryOperator(_) if self.element(expression).is_some() => {
                self.note(expression, at, false);
                return self.subscripts(expression);
            }
            Expression::Call(call) => self.call(&call.node),
            _ => {}
        }
        visit::visit_expression(self, expression, span);
    }
}
