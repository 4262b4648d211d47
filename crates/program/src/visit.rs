//! Visits the statements, values and places below others: what passes over programs share.

use crate::ir::{Callee, ObjectId, Place, Statement, StatementKind, Type, Value, ValueKind};

/// Calls `f` on every statement, outer ones first.
pub fn statements_of<'p>(body: &'p [Statement], f: &mut dyn FnMut(&'p Statement)) {
    for statement in body {
        f(statement);
        match &statement.kind {
            StatementKind::If { then, other, .. } => {
                statements_of(then, f);
                statements_of(other, f);
            }
            StatementKind::Loop(inner) => {
                statements_of(&inner.body, f);
                statements_of(&inner.step, f);
            }
            StatementKind::Switch { arms, .. } => {
                arms.iter().for_each(|arm| statements_of(&arm.body, f));
            }
            StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                statements_of(inner, f);
            }
            _ => {}
        }
    }
}

/// A part of a statement.
#[derive(Clone, Copy)]
pub enum Part<'p> {
    /// A value that is computed.
    Value(&'p Value),
    /// A place that is written.
    Written(&'p Place),
}

/// Calls `f` on the values and written places of one statement, not of those inside it.
pub fn parts_of<'p>(statement: &'p Statement, f: &mut dyn FnMut(Part<'p>)) {
    match &statement.kind {
        StatementKind::Assign { place, value } => {
            f(Part::Value(value));
            f(Part::Written(place));
        }
        StatementKind::Call {
            result,
            callee,
            arguments,
        } => {
            arguments.iter().for_each(|v| f(Part::Value(v)));
            if let Callee::Pointer(value) = callee {
                f(Part::Value(value));
            }
            result.iter().for_each(|place| f(Part::Written(place)));
        }
        StatementKind::If { condition, .. } => f(Part::Value(condition)),
        StatementKind::Switch { value, .. } => f(Part::Value(value)),
        StatementKind::Loop(l) => l.condition.iter().for_each(|v| f(Part::Value(v))),
        StatementKind::Return(value) => value.iter().for_each(|v| f(Part::Value(v))),
        StatementKind::Declare(_)
        | StatementKind::Block(_)
        | StatementKind::Pragma { .. }
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Unsupported(_) => {}
    }
}

/// Calls `f` on a value and the values inside it.
pub fn nested<'p>(value: &'p Value, f: &mut dyn FnMut(&'p Value)) {
    f(value);
    match &value.kind {
        ValueKind::Load(place) | ValueKind::Address(place) => values_in(place, f),
        ValueKind::Unary(_, inner) | ValueKind::Convert(inner) => nested(inner, f),
        ValueKind::Binary(_, a, b) | ValueKind::Distance(a, b) | ValueKind::Complex(a, b) => {
            nested(a, f);
            nested(b, f);
        }
        ValueKind::Offset { pointer, by } => {
            nested(pointer, f);
            nested(by, f);
        }
        ValueKind::Choose {
            condition,
            then,
            other,
        } => [condition, then, other]
            .into_iter()
            .for_each(|v| nested(v, f)),
        ValueKind::Pure { arguments, .. } => arguments.iter().for_each(|v| nested(v, f)),
        _ => {}
    }
}

/// Calls `f` on the values in a place.
pub fn values_in<'p>(place: &'p Place, f: &mut dyn FnMut(&'p Value)) {
    match place {
        Place::Object(_) => {}
        Place::At(value) => nested(value, f),
        Place::Element { array, index, .. } => {
            values_in(array, f);
            nested(index, f);
        }
        Place::Member { record: inner, .. } | Place::Volatile(inner) => values_in(inner, f),
    }
}

/// The object that a place is part of, if it is named there.
pub fn root_object(place: &Place) -> Option<ObjectId> {
    match place {
        Place::Object(id) => Some(*id),
        Place::At(_) => None,
        Place::Element { array, .. } => root_object(array),
        Place::Member { record: inner, .. } | Place::Volatile(inner) => root_object(inner),
    }
}

/// Calls `f` on the lengths in a type.
pub fn lengths_of<'p>(ty: &'p Type, f: &mut dyn FnMut(&'p Value)) {
    match ty {
        Type::Array { element, length } => {
            length.iter().for_each(|v| nested(v, f));
            lengths_of(element, f);
        }
        Type::Pointer(target) => lengths_of(target, f),
        _ => {}
    }
}

/// A part of a statement that may change.
pub enum PartMut<'p> {
    /// A value that is computed, before those inside it.
    Value(&'p mut Value),
    /// A place as a whole: one that is written, or that a value loads or takes the address of.
    Place(&'p mut Place),
}

/// Calls `f` on the places in statements.
pub fn change_places(body: &mut [Statement], f: &mut dyn FnMut(&mut Place)) {
    change_parts(body, &mut |part| match part {
        PartMut::Place(place) => f(place),
        PartMut::Value(_) => {}
    });
}

/// Calls `f` on the values and places in statements.
pub fn change_parts(body: &mut [Statement], f: &mut dyn FnMut(PartMut<'_>)) {
    for statement in body {
        match &mut statement.kind {
            StatementKind::Assign { place, value } => {
                change_value(value, f);
                in_place(place, f);
            }
            StatementKind::Call {
                result,
                callee,
                arguments,
            } => {
                arguments.iter_mut().for_each(|v| change_value(v, f));
                if let Callee::Pointer(value) = callee {
                    change_value(value, f);
                }
                result.iter_mut().for_each(|place| in_place(place, f));
            }
            StatementKind::If {
                condition,
                then,
                other,
            } => {
                change_value(condition, f);
                change_parts(then, f);
                change_parts(other, f);
            }
            StatementKind::Loop(l) => {
                l.condition.iter_mut().for_each(|v| change_value(v, f));
                change_parts(&mut l.body, f);
                change_parts(&mut l.step, f);
            }
            StatementKind::Switch { value, arms } => {
                change_value(value, f);
                let bodies = arms.iter_mut().map(|arm| &mut arm.body);
                bodies.for_each(|body| change_parts(body, f));
            }
            StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                change_parts(inner, f);
            }
            StatementKind::Return(value) => value.iter_mut().for_each(|v| change_value(v, f)),
            StatementKind::Declare(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Unsupported(_) => {}
        }
    }
}

fn in_place(place: &mut Place, f: &mut dyn FnMut(PartMut<'_>)) {
    f(PartMut::Place(place));
    in_subscripts(place, f);
}

fn in_subscripts(place: &mut Place, f: &mut dyn FnMut(PartMut<'_>)) {
    match place {
        Place::Object(_) => {}
        Place::At(value) => change_value(value, f),
        Place::Element { array, index, .. } => {
            in_subscripts(array, f);
            change_value(index, f);
        }
        Place::Member { record: inner, .. } | Place::Volatile(inner) => in_subscripts(inner, f),
    }
}

/// Calls `f` on a value, and on the values and places in it.
pub fn change_value(value: &mut Value, f: &mut dyn FnMut(PartMut<'_>)) {
    f(PartMut::Value(value));
    match &mut value.kind {
        ValueKind::Load(place) | ValueKind::Address(place) => in_place(place, f),
        ValueKind::Unary(_, inner) | ValueKind::Convert(inner) => change_value(inner, f),
        ValueKind::Binary(_, a, b) | ValueKind::Distance(a, b) | ValueKind::Complex(a, b) => {
            change_value(a, f);
            change_value(b, f);
        }
        ValueKind::Offset { pointer, by } => {
            change_value(pointer, f);
            change_value(by, f);
        }
        ValueKind::Choose {
            condition,
            then,
            other,
        } => [condition, then, other]
            .into_iter()
            .for_each(|v| change_value(v, f)),
        ValueKind::Pure { arguments, .. } => arguments.iter_mut().for_each(|v| change_value(v, f)),
        _ => {}
    }
}
