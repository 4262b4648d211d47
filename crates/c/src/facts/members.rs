//! Uses of arrays and pointers that are members of structures: `c->buf[y][x]`, `tmp.px[i]`.

use crate::names::file::Function;
use crate::names::symbols::{Symbols, VarId};
use crate::syntax::base::Base;
use crate::syntax::expressions::is_assignment;
use lang_c::ast::{
    BinaryOperator, CallExpression, Expression, InitDeclarator, Initializer, MemberExpression,
    MemberOperator, UnaryOperator,
};
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
    /// The member's name, or the way to it: `chorus->buf`.
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
    /// A subscript is no number, or its address goes elsewhere.
    pub is_indexed: bool,
    /// Where the function uses it as a pointer: `row = im.px + y * im.w`, `f(im.px)`.
    pub as_pointer: Option<usize>,
}

/// The members of structures whose elements a function uses, and the objects whose addresses it
/// passes to functions.
#[derive(Clone, Debug, Default)]
pub struct MemberUses {
    /// By member.
    pub members: BTreeMap<MemberPath, MemberUse>,
    /// Calls `f(&object)`: the object, the function, and the position of the argument.
    pub passed: Vec<Passed>,
    /// Calls `f(object->member)`: the member, the function, and the position of the argument.
    pub handed: Vec<(MemberPath, String, usize)>,
    /// The objects that are set to what a call returns, with the function.
    pub made: BTreeMap<VarId, String>,
}

/// An object that is passed to a function by its address, or a pointer.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The object, or the pointer.
    pub object: VarId,
    /// `f(p)` of a pointer, not `f(&object)`.
    pub is_pointer: bool,
    /// The function.
    pub callee: String,
    /// The position of the argument.
    pub position: usize,
    /// The place of the argument.
    pub at: usize,
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
    fn element(&self, expression: &Expression) -> Option<(MemberPath, bool)> {
        let (object, is_indexed) = without_subscripts(expression);
        let Expression::Member(member) = object else {
            return None;
        };
        Some((self.path(&member.node)?, is_indexed?))
    }

    /// The way from an object to a member.
    fn path(&self, member: &MemberExpression) -> Option<MemberPath> {
        let is_arrow = member.operator.node == MemberOperator::Indirect;
        let name = &member.identifier.node.name;
        let of = |object: &Expression, indirect| {
            Some(MemberPath {
                var: self.named(object)?,
                indirect,
                name: name.clone(),
            })
        };
        match &member.expression.node {
            Expression::Member(outer) => {
                let outer = self.path(&outer.node)?;
                let operator = if is_arrow { "->" } else { "." };
                Some(MemberPath {
                    name: format!("{}{operator}{name}", outer.name),
                    ..outer
                })
            }
            Expression::UnaryOperator(u) => match (&u.node.operator.node, is_arrow) {
                (UnaryOperator::Address, true) => of(&u.node.operand.node, false),
                (UnaryOperator::Indirection, false) => of(&u.node.operand.node, true),
                _ => None,
            },
            object => of(object, is_arrow),
        }
    }

    /// Notes the members whose addresses an expression is made of; whether elements are written
    /// through it.
    fn address(&mut self, expression: &Expression, is_written: bool) {
        match expression {
            Expression::Cast(cast) => self.address(&cast.node.expression.node, is_written),
            Expression::BinaryOperator(b)
                if [BinaryOperator::Plus, BinaryOperator::Minus]
                    .contains(&b.node.operator.node) =>
            {
                self.address(&b.node.lhs.node, is_written);
                self.address(&b.node.rhs.node, is_written);
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                let (object, is_indexed) = without_subscripts(&u.node.operand.node);
                if is_indexed.is_some() {
                    self.address(object, is_written);
                }
            }
            _ => {
                let Expression::Member(member) = without_subscripts(expression).0 else {
                    return;
                };
                let at = self.base.range(member.span).start;
                if let Some(path) = self.path(&member.node) {
                    let known = self.found.members.entry(path).or_insert(MemberUse {
                        at,
                        ..MemberUse::default()
                    });
                    known.is_indexed = true;
                    known.is_written |= is_written;
                    known.is_read = true;
                    known.as_pointer.get_or_insert(at);
                }
            }
        }
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
        let callee = &callee.node.name;
        for (position, argument) in call.arguments.iter().enumerate() {
            let object = match &argument.node {
                Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                    self.named(&u.node.operand.node)
                        .map(|object| (object, false))
                }
                plain => self.named(plain).map(|object| (object, true)),
            };
            if let Some((object, is_pointer)) = object {
                self.found.passed.push(Passed {
                    object,
                    is_pointer,
                    callee: callee.clone(),
                    position,
                    at: self.base.range(argument.span).start,
                });
            }
            if let Expression::Member(member) = &argument.node
                && let Some(path) = self.path(&member.node)
            {
                self.found.handed.push((path, callee.clone(), position));
            }
        }
    }

    /// Notes an object that is set to a value.
    fn set(&mut self, object: VarId, value: &Expression) {
        if let Expression::Call(call) = value
            && let Expression::Identifier(callee) = &call.node.callee.node
        {
            self.found.made.insert(object, callee.node.name.clone());
        }
        let is_read_only = self.symbols.variable(object).qualifiers.constant;
        self.address(value, !is_read_only);
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

/// An expression without the subscripts behind it, and whether one of these is no number; `None` if
/// there are none.
fn without_subscripts(expression: &Expression) -> (&Expression, Option<bool>) {
    let (mut expression, mut is_indexed) = (expression, None);
    while let Expression::BinaryOperator(b) = expression
        && b.node.operator.node == BinaryOperator::Index
    {
        let is_number = matches!(b.node.rhs.node, Expression::Constant(_));
        is_indexed = Some(is_indexed.unwrap_or(false) || !is_number);
        expression = &b.node.lhs.node;
    }
    (expression, is_indexed)
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_init_declarator(&mut self, declarator: &'a InitDeclarator, span: &'a Offsets) {
        let at = self.base.range(*span);
        let mut variables = self.symbols.variables.iter();
        let object = variables.find(|v| at.contains(&v.at.start));
        if let (Some(object), Some(value)) = (object, &declarator.initializer)
            && let Initializer::Expression(value) = &value.node
        {
            self.set(object.id, &value.node);
        }
        visit::visit_init_declarator(self, declarator, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let at = self.base.range(*span).start;
        match expression {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                let target = &b.node.lhs.node;
                if let Some(object) = self.named(target) {
                    self.set(object, &b.node.rhs.node);
                }
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
