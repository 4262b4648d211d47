//! Integers inside of other objects as parameters: `p.n`, `image->width`, `grid[1]`.
//!
//! Assumes: an object is only changed through an lvalue of its type, of a type that differs in its
//! sign, or of a character type (C11 6.5). `memset` and its relatives change objects of the type
//! that their argument points to.

use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use crate::values::params::{Member, MemberStep};
use crate::values::value::{Unsteady, Value};
use c::names::symbols::{Origin, Store, VarId, Variable};
use c::names::types::{Storage, Type, member_type};
use c::syntax::constant;
use lang_c::ast::{BinaryOperator, Expression, MemberOperator};
use lang_c::span::Node;
use scop::IntType;

/// A part of an object as an expression names it.
struct Named {
    member: Member,
    ty: Type,
    /// The offset of the object's name.
    at: usize,
}

impl Evaluator<'_> {
    /// The value of a part of an object, where the region takes it for one that stays the same.
    pub(super) fn member_value(
        &mut self,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Value> {
        if mode.is_in_macro() || mode.arguments.is_some() {
            return None;
        }
        let Named { member, ty, at } = self.named_member(expression, mode)?;
        let Type::Integer(ty) = ty else {
            return None;
        };
        if ty.bits < 32 || self.is_candidate(member.var) {
            return None;
        }
        let spelling = member.spelled(&self.symbols.variable(member.var).name);
        if !self.is_settled(member.var, at) {
            self.note_change(member.var, at, spelling);
            return None;
        }
        if let Some(changed_at) = self.change_around((&member, ty), at) {
            self.unsteady.push(Unsteady {
                at,
                spelling,
                changed_at,
            });
            return None;
        }
        Some(Value::exact(self.member_param(member, ty), ty))
    }

    /// Notes that a store through a pointer, or a call, may change an object at file scope, or one
    /// whose address is taken.
    pub(super) fn note_change(&mut self, var: VarId, at: usize, spelling: String) {
        let variable = self.symbols.variable(var);
        if variable.address_taken && self.keeps_own(var) {
            if let Some(changed_at) = self.change_of_object(var, at) {
                self.unsteady.push(Unsteady {
                    at,
                    spelling,
                    changed_at,
                });
            }
            return;
        }
        let within = &self.source.region;
        let is_written = variable.writes.iter().any(|at| within.contains(at));
        if is_written || !matches!(variable.origin, Origin::Global(_)) {
            return;
        }
        let changes = |s: &&Store| {
            within.contains(&s.at) && !matches!(s.ty, Type::Floating(_) | Type::Pointer(_))
        };
        let store = self.symbols.stores.iter().find(changes).map(|s| s.at);
        let calls = &self.source.file_facts.calls;
        let mut unknown = self.symbols.calls.iter();
        let call = unknown.find(|c| within.contains(&c.at) && !calls.keeps_globals(c));
        if let Some(changed_at) = store.or(call.map(|c| c.at)) {
            self.unsteady.push(Unsteady {
                at,
                spelling,
                changed_at,
            });
        }
    }

    /// The C spelling of the member, if the object's name means it at `at`.
    pub fn member_spelling(&self, member: &Member, at: usize) -> Option<String> {
        let object = &self.symbols.variable(member.var).name;
        let visible = self.symbols.visible(object, at) == Some(member.var);
        visible.then(|| member.spelled(object))
    }

    /// The part of an object that an expression names: `p->w`, `a[1]`.
    fn named_member(&self, expression: &Node<Expression>, mode: Mode<'_>) -> Option<Named> {
        if let Some(var) = mode.variable_named(expression) {
            return Some(Named {
                member: Member {
                    var,
                    steps: Vec::new(),
                    pointers: 0,
                },
                ty: self.facts.type_of(var).clone(),
                at: mode.base.range(expression.span).start,
            });
        }
        let (inner, step) = match &expression.node {
            Expression::Member(m) => {
                let name = m.node.identifier.node.name.clone();
                let step = match m.node.operator.node {
                    MemberOperator::Direct => MemberStep::Direct(name),
                    MemberOperator::Indirect => MemberStep::Indirect(name),
                };
                (&m.node.expression, step)
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let Expression::Constant(index) = &b.node.rhs.node else {
                    return None;
                };
                let (index, _) = constant::literal(&index.node)?;
                (&b.node.lhs, MemberStep::Element(index))
            }
            _ => return None,
        };
        let mut named = self.named_member(inner, mode)?;
        let is_pointer = named.member.steps.is_empty() && self.is_array_parameter(named.member.var);
        let (ty, leads) = match (&step, &named.ty) {
            (MemberStep::Direct(name), record) => (member_type(record, name), false),
            (MemberStep::Indirect(name), Type::Pointer(to)) => (member_type(to, name), true),
            (MemberStep::Element(_), Type::Pointer(to)) => (Type::clone(to), true),
            (MemberStep::Element(_), Type::Array(to)) => (Type::clone(to), is_pointer),
            _ => return None,
        };
        named.ty = ty;
        named.member.steps.push(step);
        named.member.pointers += usize::from(leads);
        Some(named)
    }

    fn is_array_parameter(&self, var: VarId) -> bool {
        self.symbols.variable(var).origin == Origin::Parameter
    }

    /// Whether the object is an array that may be folded.
    fn is_candidate(&self, var: VarId) -> bool {
        let is_elsewhere = self.symbols.variable(var).storage == Storage::Extern;
        self.facts.is_tracked(var) && !is_elsewhere
    }

    /// Whether a store may change a member, or a pointer on the way to it.
    pub(crate) fn may_change(&self, store: &Store, member: &Member, ty: IntType) -> bool {
        let by_type = match &store.ty {
            Type::Floating(_) => false,
            Type::Pointer(_) => member.pointers > 1,
            Type::Integer(other) => other.bits == ty.bits || other.bits <= 8,
            _ => true,
        };
        by_type
            && store
                .from
                .is_none_or(|from| self.may_reach(store, from, member))
    }

    /// Whether a store that starts at `from` may lead to a member.
    pub(crate) fn may_reach(&self, store: &Store, from: VarId, member: &Member) -> bool {
        let (root, target) = (
            self.symbols.variable(member.var),
            self.symbols.variable(from),
        );
        // Nothing that the function makes is part of an object that a caller passed.
        let is_passed = member.pointers == 1 && self.is_lasting_parameter(member.var);
        let keeps_root = member.pointers == 0 || is_passed;
        if is_passed && root.restricted && !self.is_based_on(member.var, store, from) {
            return false;
        }
        match store.pointers {
            0 if member.pointers == 0 => from == member.var,
            0 => {
                let is_made = target.origin == Origin::Local && target.storage != Storage::Static;
                let element = target.declared_type.rank().1;
                let is_number = matches!(element, Type::Integer(ty) if ty.bits > 8);
                let is_record = matches!(member.steps.first(), Some(MemberStep::Indirect(_)));
                let is_apart = is_number && is_record && member.pointers == 1;
                !(is_passed && is_made || is_apart)
            }
            1 => {
                let is_older =
                    || member.pointers == 1 && self.is_set_before(root, target, store.at);
                let is_fresh = self.facts.heap(from).is_some() && (keeps_root || is_older());
                // The caller's memory is no object of the function.
                let is_local = matches!(root.origin, Origin::Local | Origin::Parameter);
                let is_made = is_local && root.storage != Storage::Static;
                let is_apart = target.restricted || member.pointers == 0 && is_made;
                let is_own = self.is_lasting_parameter(from) && is_apart && keeps_root;
                !(is_fresh || is_own && from != member.var)
            }
            _ => true,
        }
    }

    /// Whether a local pointer has its value before memory is allocated, and that before a place.
    fn is_set_before(&self, pointer: &Variable<'_>, heap: &Variable<'_>, at: usize) -> bool {
        let sets = |variable: &Variable<'_>| {
            let declared = variable.at.start;
            variable.writes.iter().copied().chain([declared]).max()
        };
        let is_own = pointer.origin == Origin::Local && pointer.storage != Storage::Static;
        let (set, allocated) = (sets(pointer), sets(heap));
        is_own && !pointer.address_taken && set < allocated && allocated < Some(at)
    }

    /// Whether the pointer of a store may be computed from a `restrict` parameter. A pointer that
    /// is loaded is not, unless the function stores pointers.
    fn is_based_on(&self, root: VarId, store: &Store, from: VarId) -> bool {
        let is_pointer = |s: &Store| matches!(s.ty, Type::Pointer(_) | Type::Unknown);
        let is_loaded = store.pointers > 1 && !self.symbols.stores.iter().any(is_pointer);
        let is_other = from != root && store.pointers == 1;
        !(self.is_lasting_parameter(from) && (is_loaded || is_other))
    }

    /// Whether the object is a parameter that keeps the value that the caller passes.
    fn is_lasting_parameter(&self, var: VarId) -> bool {
        let variable = self.symbols.variable(var);
        let keeps = variable.writes.is_empty() && !variable.address_taken;
        variable.origin == Origin::Parameter && keeps
    }
}
