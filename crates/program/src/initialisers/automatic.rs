//! Initialisers of automatic objects: zeros where a list is incomplete, then assignments in order.

use super::leaves::{Leaf, Leaves, Problem, Source, place_of, single_paths};
use crate::lowerer::Lowerer;
use crate::lowerer::values::{Lvalue, Typed};
use crate::types::{Qualified, Ty};
use crate::{BinaryOp, Lifetime, Loop, StatementKind, Value};
use lang_c::ast::{Initializer, InitializerListItem};
use lang_c::span::Node;
use source::Span;

impl Lowerer<'_> {
    /// Sets an object to its initialiser.
    pub(crate) fn initialise(&mut self, to: &Lvalue, initializer: &Node<Initializer>) {
        if let Err(what) = self.try_initialise(to, initializer) {
            self.emit_unsupported(what, to.at);
        }
    }

    fn try_initialise(
        &mut self,
        to: &Lvalue,
        initializer: &Node<Initializer>,
    ) -> Result<(), Problem> {
        let is_list = matches!(initializer.node, Initializer::List(_));
        let leaves = self.leaves(&to.ty, initializer)?;
        let is_string = !is_list && matches!(to.ty.ty, Ty::Array(..));
        let is_zeroed = (is_list || is_string) && !self.covers(&to.ty, &leaves);
        if is_zeroed {
            self.zero(to, to.at);
        }
        let skips_zeros = is_zeroed && !leaves.has_designators;
        for leaf in &leaves.all {
            self.set_leaf(to, leaf, skips_zeros)?;
        }
        Ok(())
    }

    fn set_leaf(&mut self, to: &Lvalue, leaf: &Leaf<'_>, skips_zeros: bool) -> Result<(), Problem> {
        let value = self.leaf_value(leaf, to.at);
        if skips_zeros && is_zero(&value) {
            return Ok(());
        }
        let paths = single_paths(&leaf.path).ok_or("an initialiser with too many values")?;
        let value = match paths.len() {
            1 => value,
            _ => self.keep(value),
        };
        let at = value.value.at;
        for path in paths {
            let place = place_of(to, &path, at);
            self.store(&place, value.clone(), at);
        }
        Ok(())
    }

    /// The value of a part, in its type.
    pub(super) fn leaf_value(&mut self, leaf: &Leaf<'_>, at: Span) -> Typed {
        let value = match leaf.source {
            Source::Expression(e) => self.value(e),
            Source::Byte(byte) => Typed::int(i128::from(byte), at),
        };
        value.converted(&leaf.ty.ty)
    }

    /// Whether the parts are the whole object.
    fn covers(&self, ty: &Qualified, leaves: &Leaves<'_>) -> bool {
        let set = leaves.all.iter().map(|leaf| self.scalars(&leaf.ty));
        let set = set.sum::<Option<u64>>();
        !leaves.has_designators && set.is_some() && set == self.scalars(ty)
    }

    /// The number of scalars in an object; `None` if it is not constant.
    fn scalars(&self, ty: &Qualified) -> Option<u64> {
        match &ty.ty {
            Ty::Array(element, length) => self
                .scalars(element)?
                .checked_mul(self.constant_length(length)?),
            Ty::Record(record) if record.is_union => None,
            Ty::Record(record) => record.members().iter().map(|m| self.scalars(&m.ty)).sum(),
            _ => Some(1),
        }
    }

    /// Sets a place to zero.
    fn zero(&mut self, place: &Lvalue, at: Span) {
        if let Some(problem) = place.problem() {
            return self.emit_unsupported(&problem, at);
        }
        match &place.ty.ty {
            Ty::Array(_, Some(length)) => self.zero_elements(place, length, at),
            Ty::Record(record) if record.is_union => {
                let members = record.members().iter().enumerate();
                let size = |ty: &Qualified| self.constant_size(&ty.ty).unwrap_or(0);
                let widest = members
                    .max_by_key(|(_, m)| size(&m.ty))
                    .map(|(index, _)| index);
                if let Some(index) = widest {
                    self.zero(&place.member(index), at);
                }
            }
            Ty::Record(record) => {
                for index in 0..record.members().len() {
                    self.zero(&place.member(index), at);
                }
            }
            ty => {
                let zero = Typed::int(0, at).converted(ty);
                self.store(place, zero, at);
            }
        }
    }

    /// A loop over the elements of an array.
    fn zero_elements(&mut self, array: &Lvalue, length: &Value, at: Span) {
        let index = self.object("", Ty::LONG.plain(), Lifetime::Temporary, at);
        let index = super::leaves::root(index, &Ty::LONG.plain(), at);
        let length = Typed {
            value: length.clone(),
            ty: Ty::SIZE,
        };
        let length = length.converted(&Ty::LONG);
        let condition = self.combined(BinaryOp::Less, index.load(), length, at);
        let one = Typed::int(1, at).converted(&Ty::LONG);
        let next = self.combined(BinaryOp::Add, index.load(), one, at);
        let ((), body) = self.apart(|s| s.zero(&array.element(index.load()), at));
        let ((), step) = self.apart(|s| s.store(&index, next, at));
        self.store(&index, Typed::int(0, at).converted(&Ty::LONG), at);
        let kept = Loop {
            condition: Some(condition.value),
            body_first: false,
            body,
            step,
            pragmas: Vec::new(),
        };
        self.emit(StatementKind::Loop(kept), at);
    }

    /// The object of a compound literal. Outside of functions it is static.
    pub(crate) fn literal_object(
        &mut self,
        ty: Qualified,
        items: &[Node<InitializerListItem>],
        at: Span,
    ) -> Lvalue {
        let list = Node::new(
            Initializer::List(items.to_vec()),
            lang_c::span::Span::none(),
        );
        let is_static = self.current.is_none();
        let lifetime = match is_static {
            true => Lifetime::File,
            false => Lifetime::Temporary,
        };
        let id = self.object("", ty, lifetime, at);
        self.details[id.0 as usize].is_pointed_to = true;
        self.complete_array(id, &list);
        let to = super::leaves::root(id, &self.details[id.0 as usize].ty, at);
        match is_static {
            true => self.initialise_static(id, Some(&list)),
            false => self.initialise(&to, &list),
        }
        to
    }
}

fn is_zero(value: &Typed) -> bool {
    use crate::ValueKind;
    match &value.value.kind {
        ValueKind::Integer(0) => true,
        ValueKind::Real(real) => *real == 0.0 && real.is_sign_positive(),
        _ => false,
    }
}
