//! The parts of an object that an initialiser sets, in order, with their expressions.

use crate::lowerer::Lowerer;
use crate::lowerer::values::Lvalue;
use crate::types::{Qualified, Ty};
use crate::{ObjectId, Place, Value, ValueKind};
use c::syntax::expressions::listed;
use integer::IntType;
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;
use std::rc::Rc;
use std::sync::Arc;

/// A step from an object to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Step {
    /// Consecutive elements of an array: the first one and their number.
    Elements(u64, u64),
    /// A member of a record.
    Member(usize),
}

/// What a part is set to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'e> {
    Expression(&'e Node<Expression>),
    /// A character of a string.
    Byte(u8),
}

/// A part that is set.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'e> {
    pub(super) path: Vec<Step>,
    pub(super) ty: Qualified,
    pub(super) source: Source<'e>,
}

/// The parts that an initialiser sets.
#[derive(Default)]
pub(super) struct Leaves<'e> {
    pub(super) all: Vec<Leaf<'e>>,
    /// Whether designators may set a part twice.
    pub(super) has_designators: bool,
}

/// Why an initialiser has no form, as a noun phrase.
pub(super) type Problem = &'static str;

const TOO_MANY: Problem = "an initialiser with too many values";
const BAD_DESIGNATOR: Problem = "a designator that is not understood";

impl Lowerer<'_> {
    /// The parts that an initialiser sets in an object of a type.
    pub(super) fn leaves<'e>(
        &mut self,
        ty: &Qualified,
        initializer: &'e Node<Initializer>,
    ) -> Result<Leaves<'e>, Problem> {
        let mut leaves = Leaves::default();
        self.whole(ty, &initializer.node, &[], &mut leaves)?;
        Ok(leaves)
    }

    /// Gives an array of unknown length the length of its initialiser.
    pub(crate) fn complete_array(&mut self, id: ObjectId, initializer: &Node<Initializer>) {
        let ty = self.details[id.0 as usize].ty.clone();
        let Ty::Array(element, None) = &ty.ty else {
            return;
        };
        let Ok(leaves) = self.leaves(&ty, initializer) else {
            return;
        };
        let ends = leaves
            .all
            .iter()
            .filter_map(|leaf| match leaf.path.first() {
                Some(Step::Elements(first, count)) => Some(first + count),
                _ => None,
            });
        let count = ends.max().unwrap_or(0);
        let length = Value {
            ty: Ty::SIZE.ir(),
            kind: ValueKind::Integer(i128::from(count)),
            at: source::Span::at(0),
        };
        let complete = Qualified {
            ty: Ty::Array(element.clone(), Some(Arc::new(length))),
            ..ty
        };
        self.retype(id, complete);
    }

    /// The parts of an initialiser for all of an object.
    fn whole<'e>(
        &mut self,
        ty: &Qualified,
        initializer: &'e Initializer,
        path: &[Step],
        leaves: &mut Leaves<'e>,
    ) -> Result<(), Problem> {
        match initializer {
            Initializer::Expression(e) => match text(&ty.ty, e) {
                Some(bytes) => self.bytes_leaves(ty, &bytes, path, leaves),
                None if matches!(ty.ty, Ty::Array(..)) => {
                    return Err("an array as the value of another");
                }
                None => leaves.push(path.to_vec(), ty, Source::Expression(e)),
            },
            Initializer::List(items) => return self.braces(ty, items, path, leaves),
        }
        Ok(())
    }

    fn braces<'e>(
        &mut self,
        ty: &Qualified,
        items: &'e [Node<InitializerListItem>],
        path: &[Step],
        leaves: &mut Leaves<'e>,
    ) -> Result<(), Problem> {
        let only = match items {
            [only] if only.node.designation.is_empty() => Some(&only.node.initializer.node),
            _ => None,
        };
        match (&ty.ty, only) {
            (Ty::Array(..), Some(Initializer::Expression(e))) if text(&ty.ty, e).is_some() => {
                let bytes = text(&ty.ty, e).unwrap_or_default();
                self.bytes_leaves(ty, &bytes, path, leaves);
                Ok(())
            }
            (Ty::Array(..) | Ty::Record(_), _) => self.list(ty, items, path, leaves),
            (_, Some(inner)) => self.whole(ty, inner, path, leaves),
            _ if items.is_empty() => Ok(()),
            _ => Err(TOO_MANY),
        }
    }

    fn list<'e>(
        &mut self,
        ty: &Qualified,
        items: &'e [Node<InitializerListItem>],
        path: &[Step],
        leaves: &mut Leaves<'e>,
    ) -> Result<(), Problem> {
        let mut position: Vec<Step> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let designation = &item.node.designation;
            position = match (designation.is_empty(), index) {
                (false, _) => {
                    leaves.has_designators = true;
                    self.designated(ty, designation)?
                }
                (true, 0) => vec![self.first(ty).ok_or(TOO_MANY)?],
                (true, _) => self.next(ty, position).ok_or(TOO_MANY)?,
            };
            let target = self.at_path(ty, &position).ok_or(BAD_DESIGNATOR)?;
            match &item.node.initializer.node {
                Initializer::Expression(e) => {
                    let target = self.descend(target, e, &mut position)?;
                    let whole = [path, &position].concat();
                    match text(&target.ty, e) {
                        Some(bytes) => self.bytes_leaves(&target, &bytes, &whole, leaves),
                        None => leaves.push(whole, &target, Source::Expression(e)),
                    }
                }
                inner => {
                    let whole = [path, &position].concat();
                    self.whole(&target, inner, &whole, leaves)?;
                }
            }
        }
        Ok(())
    }

    /// Goes to the first part that an expression without braces sets.
    fn descend(
        &mut self,
        mut target: Qualified,
        e: &Node<Expression>,
        position: &mut Vec<Step>,
    ) -> Result<Qualified, Problem> {
        let mut own: Option<Ty> = None;
        loop {
            match &target.ty {
                Ty::Array(..) if text(&target.ty, e).is_some() => return Ok(target),
                Ty::Array(..) => {}
                Ty::Record(record) => {
                    let own =
                        own.get_or_insert_with(|| self.unevaluated(|s| s.type_of_expression(e)).ty);
                    if matches!(own, Ty::Record(other) if Rc::ptr_eq(other, record)) {
                        return Ok(target);
                    }
                }
                _ => return Ok(target),
            }
            let step = self.first(&target).ok_or(TOO_MANY)?;
            target = self.at_path(&target, &[step]).ok_or(BAD_DESIGNATOR)?;
            position.push(step);
        }
    }

    fn bytes_leaves(
        &mut self,
        ty: &Qualified,
        bytes: &[u8],
        path: &[Step],
        leaves: &mut Leaves<'_>,
    ) {
        let Ty::Array(element, length) = &ty.ty else {
            return;
        };
        let room = self.constant_length(length).unwrap_or(u64::MAX);
        for (index, byte) in (0..room).zip(bytes) {
            let path = [path, &[Step::Elements(index, 1)]].concat();
            leaves.push(path, element, Source::Byte(*byte));
        }
    }

    /// The first part of an array or record.
    fn first(&self, ty: &Qualified) -> Option<Step> {
        match &ty.ty {
            Ty::Array(_, None) => Some(Step::Elements(0, 1)),
            Ty::Array(_, length) => {
                let length = self.constant_length(length)?;
                (length > 0).then_some(Step::Elements(0, 1))
            }
            Ty::Record(record) => {
                let first = record.members().iter().position(|m| m.is_set())?;
                Some(Step::Member(first))
            }
            _ => None,
        }
    }

    /// The part after a part.
    fn next(&self, ty: &Qualified, mut position: Vec<Step>) -> Option<Vec<Step>> {
        while let Some(last) = position.pop() {
            let parent = self.at_path(ty, &position)?;
            let next = match (last, &parent.ty) {
                (Step::Elements(first, count), Ty::Array(_, length)) => {
                    let next = first + count;
                    let is_inside = length.is_none() || next < self.constant_length(length)?;
                    is_inside.then_some(Step::Elements(next, 1))
                }
                (Step::Member(member), Ty::Record(record)) if !record.is_union => {
                    let members = record.members().iter().enumerate().skip(member + 1);
                    { members }
                        .find(|(_, m)| m.is_set())
                        .map(|(index, _)| Step::Member(index))
                }
                _ => None,
            };
            if let Some(next) = next {
                position.push(next);
                return Some(position);
            }
        }
        None
    }

    fn at_path(&self, ty: &Qualified, path: &[Step]) -> Option<Qualified> {
        let mut ty = ty.clone();
        for step in path {
            ty = match (step, &ty.ty) {
                (Step::Elements(..), Ty::Array(element, _)) => (**element).clone(),
                (Step::Member(index), Ty::Record(record)) => {
                    record.members().get(*index)?.ty.clone()
                }
                _ => return None,
            };
        }
        Some(ty)
    }

    fn designated(
        &mut self,
        ty: &Qualified,
        designation: &[Node<Designator>],
    ) -> Result<Vec<Step>, Problem> {
        let mut position = Vec::new();
        for designator in designation {
            let here = self.at_path(ty, &position).ok_or(BAD_DESIGNATOR)?;
            match &designator.node {
                Designator::Index(e) => {
                    let index = self.index(e).ok_or(BAD_DESIGNATOR)?;
                    position.push(Step::Elements(index, 1));
                }
                Designator::Range(range) => {
                    let from = self.index(&range.node.from).ok_or(BAD_DESIGNATOR)?;
                    let to = self.index(&range.node.to).ok_or(BAD_DESIGNATOR)?;
                    let count = (to + 1).checked_sub(from).ok_or(BAD_DESIGNATOR)?;
                    position.push(Step::Elements(from, count));
                }
                Designator::Member(name) => {
                    let Ty::Record(record) = &here.ty else {
                        return Err(BAD_DESIGNATOR);
                    };
                    let path = record.path_to(&name.node.name).ok_or(BAD_DESIGNATOR)?;
                    position.extend(path.into_iter().map(Step::Member));
                }
            }
        }
        Ok(position)
    }

    fn index(&mut self, e: &Node<Expression>) -> Option<u64> {
        let value = self.unevaluated(|s| s.value(e));
        let index = self.constant(&value.value)?;
        u64::try_from(index).ok().filter(|index| *index < 1 << 40)
    }
}

impl<'e> Leaves<'e> {
    fn push(&mut self, path: Vec<Step>, ty: &Qualified, source: Source<'e>) {
        self.all.push(Leaf {
            path,
            ty: ty.clone(),
            source,
        });
    }
}

/// The bytes of a string literal that initialises an array of characters.
fn text(ty: &Ty, e: &Node<Expression>) -> Option<Vec<u8>> {
    let Ty::Array(element, _) = ty else {
        return None;
    };
    let is_char = matches!(element.ty, Ty::Integer(IntType { bits: 8, .. }));
    let [only] = listed(e)[..] else {
        return None;
    };
    match &only.node {
        Expression::StringLiteral(parts) if is_char => crate::literal::bytes_of(&parts.node),
        _ => None,
    }
}

/// The place of a part; of the first one if it is a range.
pub(super) fn place_of(whole: &Lvalue, path: &[Step], at: source::Span) -> Lvalue {
    let steps = path.iter();
    let place = steps.fold(whole.clone(), |place, step| match step {
        Step::Member(index) => place.member(*index),
        Step::Elements(index, _) => {
            let index = crate::lowerer::values::Typed::int(i128::from(*index), at);
            place.element(index)
        }
    });
    place.located(at)
}

/// The paths of single parts that a path with ranges stands for; `None` if there are too many.
pub(super) fn single_paths(path: &[Step]) -> Option<Vec<Vec<Step>>> {
    /// The largest number of parts that one initialiser sets.
    const MOST: usize = 1 << 16;
    let mut paths = vec![Vec::new()];
    for step in path {
        let steps: Vec<Step> = match step {
            Step::Elements(first, count) => {
                let count = (*count).min(MOST as u64 + 1);
                (0..count).map(|k| Step::Elements(first + k, 1)).collect()
            }
            member => vec![*member],
        };
        if paths.len().saturating_mul(steps.len()) > MOST {
            return None;
        }
        let longer = |path: &Vec<Step>, step: &Step| [path.as_slice(), &[*step]].concat();
        let all = paths
            .iter()
            .flat_map(|path| steps.iter().map(move |s| longer(path, s)));
        paths = all.collect();
    }
    Some(paths)
}

/// The root of places in an object.
pub(super) fn root(id: ObjectId, ty: &Qualified, at: source::Span) -> Lvalue {
    Lvalue::new(Place::Object(id), ty.clone(), at)
}
