//! Places: names, subscripts, members, targets of pointers, compound literals.

use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::lowerer::values::{Lvalue, Typed};
use crate::types::arithmetic::promoted;
use crate::types::{Qualified, Ty};
use crate::visit::root_object;
use crate::{Place, ValueKind};
use c::syntax::expressions::listed;
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CompoundLiteral, Expression, MemberExpression,
    MemberOperator, UnaryOperator,
};
use lang_c::span::Node;
use source::Span;

impl Lowerer<'_> {
    /// Whether an expression is a place by its form.
    pub(crate) fn is_place(&self, e: &Node<Expression>) -> bool {
        match &e.node {
            Expression::Identifier(name) => {
                matches!(self.scopes.find(&name.node.name), Some(Entity::Object(_)))
            }
            Expression::Member(_) | Expression::CompoundLiteral(_) => true,
            Expression::StringLiteral(_) => true,
            Expression::UnaryOperator(u) => u.node.operator.node == UnaryOperator::Indirection,
            Expression::BinaryOperator(b) => b.node.operator.node == BinaryOperator::Index,
            _ => false,
        }
    }

    /// The place that an expression denotes. A record that is no lvalue is kept in an object.
    pub(crate) fn place(&mut self, e: &Node<Expression>) -> Lvalue {
        let at = self.span(e.span);
        let mut place = match &e.node {
            Expression::Identifier(name) => self.named_place(&name.node.name, at),
            Expression::Member(member) => self.member_place(&member.node, at),
            Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, at),
            Expression::StringLiteral(text) => self.string_place(&text.node, at),
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                let pointer = self.value(&u.node.operand);
                self.target(pointer, at)
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.subscripted(&b.node, at)
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                Lvalue::unknown("a part of a complex number as a place", at)
            }
            _ => self.kept_place(e, at),
        };
        place.at = at;
        place
    }

    fn kept_place(&mut self, e: &Node<Expression>, at: Span) -> Lvalue {
        let value = self.value(e);
        if let Some(what) = value.unsupported() {
            return Lvalue::unknown(what, at);
        }
        if !value.ty.is_record() {
            return Lvalue::unknown("a place that C does not have", at);
        }
        let place = self.temporary(&value.ty, at);
        self.store(&place, value, at);
        place
    }

    fn named_place(&mut self, name: &str, at: Span) -> Lvalue {
        match self.scopes.find(name) {
            Some(Entity::Object(id)) => {
                let ty = self.details[id.0 as usize].ty.clone();
                Lvalue::new(Place::Object(*id), ty, at)
            }
            _ => Lvalue::unknown(&self.undeclared(name), at),
        }
    }

    pub(super) fn undeclared(&self, name: &str) -> String {
        let name = self.spelled(name);
        format!("`{name}`, whose declaration is not understood")
    }

    /// `*pointer`
    pub(crate) fn target(&mut self, pointer: Typed, at: Span) -> Lvalue {
        if let Some(what) = pointer.unsupported() {
            return Lvalue::unknown(what, at);
        }
        let Some(to) = pointer.target().cloned() else {
            return Lvalue::unknown("`*` of something that is no pointer", at);
        };
        let ty = (*to).clone();
        match pointer.value.kind {
            ValueKind::Address(place) => Lvalue::new(place, ty, at),
            _ => Lvalue::new(Place::At(Box::new(pointer.value)), ty, at),
        }
    }

    /// `a[i]` and `i[a]`
    fn subscripted(&mut self, binary: &BinaryOperatorExpression, at: Span) -> Lvalue {
        let (left, right) = (&*binary.lhs, &*binary.rhs);
        if self.is_place(left) {
            let mut array = self.place(left);
            if matches!(array.ty.ty, Ty::Array(..)) {
                let mark = self.out.len();
                let index = self.value(right);
                self.settle_place(mark, &mut array);
                return element(&array, index, at);
            }
            let pointer = self.load(&array);
            return self.offset_place(pointer, right, at);
        }
        let pointer = self.value(left);
        self.offset_place(pointer, right, at)
    }

    fn offset_place(&mut self, mut left: Typed, right: &Node<Expression>, at: Span) -> Lvalue {
        let mark = self.out.len();
        let right = self.value(right);
        self.settle(mark, &mut left);
        let pointer = match left.ty.is_pointer() {
            true => self.moved(left, right, false, at),
            false => self.moved(right, left, false, at),
        };
        self.target(pointer, at)
    }

    /// `r.m` and `p->m`
    fn member_place(&mut self, member: &MemberExpression, at: Span) -> Lvalue {
        let record = match member.operator.node {
            MemberOperator::Direct => self.place(&member.expression),
            MemberOperator::Indirect => {
                let pointer = self.value(&member.expression);
                self.target(pointer, at)
            }
        };
        self.member_of(&record, &member.identifier.node.name, at)
    }

    /// A member by its name, through anonymous records.
    pub(crate) fn member_of(&mut self, record: &Lvalue, name: &str, at: Span) -> Lvalue {
        if let Some(problem) = record.problem() {
            return Lvalue::unknown(&problem, at);
        }
        let path = match &record.ty.ty {
            Ty::Record(record) => record.path_to(name),
            _ => None,
        };
        let Some(path) = path else {
            return Lvalue::unknown(&format!("the member `{}`", self.spelled(name)), at);
        };
        let steps = path.into_iter();
        let place = steps.fold(record.clone(), |place, index| place.member(index));
        place.located(at)
    }

    /// An object without a name that gets its value here.
    fn compound_literal(&mut self, literal: &CompoundLiteral, at: Span) -> Lvalue {
        let ty = self.type_name(&literal.type_name.node);
        self.literal_object(ty, &literal.initializer_list, at)
    }

    /// `&e`
    pub(super) fn address_of(&mut self, operand: &Node<Expression>, e: &Node<Expression>) -> Typed {
        let at = self.span(e.span);
        let start = self.base.range(e.span).start;
        // The offsets of an expression include parentheses around it.
        let is_before = |c: char| c == '(' || c.is_whitespace();
        let text = self.contents.unit.text[start..].trim_start_matches(is_before);
        if !text.starts_with('&') {
            let is_real = text.starts_with("__real");
            return self.value(operand).part(is_real).at(at);
        }
        if let Some(function) = self.function_named(operand) {
            return function.at(at);
        }
        if let [only] = listed(operand)[..]
            && self.is_place(only)
        {
            let place = self.place(only);
            return place.address().at(at);
        }
        Typed::unknown("the address of a value", at)
    }

    /// The place to read or write for an access to a place, which is marked if the access is
    /// volatile and the object is not; or why the access has no form.
    pub(super) fn access(&self, place: &Lvalue) -> Result<Lvalue, &'static str> {
        if place.ty.ty.is_record() && holds_volatile(&place.ty) {
            return Err("a structure with `volatile` parts as a whole");
        }
        let root = root_object(&place.place);
        let is_marked = root.is_some_and(|id| self.program.objects[id.0 as usize].is_volatile);
        Ok(match place.ty.is_volatile && !is_marked {
            true => place.clone().volatile(),
            false => place.clone(),
        })
    }
}

/// Whether an object of this type or a part of it is volatile.
fn holds_volatile(ty: &Qualified) -> bool {
    ty.is_volatile
        || match &ty.ty {
            Ty::Array(element, _) => holds_volatile(element),
            Ty::Record(record) => record.members().iter().any(|m| holds_volatile(&m.ty)),
            _ => false,
        }
}

fn element(array: &Lvalue, index: Typed, at: Span) -> Lvalue {
    match index.unsupported() {
        Some(what) => Lvalue::unknown(what, at),
        None => {
            let ty = promoted(&index.ty);
            array.element(index.converted(&ty))
        }
    }
}
