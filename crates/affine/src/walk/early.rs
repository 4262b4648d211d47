//! Early returns as choices: `if (c) return a; return b;` returns `c ? a : b`. Locals that are set
//! on the way are replaced by their values.

use crate::state::Walker;
use crate::survey::loaded_objects;
use program::visit::nested;
use program::{
    BinaryOp, Lifetime, ObjectId, Place, Statement, StatementKind, Type, UnaryOp, Value, ValueKind,
};
use std::collections::BTreeMap;

/// The locals that were declared on the way, with the values that they have.
type Locals = BTreeMap<ObjectId, Option<Value>>;

/// At most this many values are in one that replaces a local.
const LARGEST: usize = 64;

impl Walker<'_> {
    /// What statements return that do nothing else, as one value.
    pub(super) fn returned(&self, statements: &[Statement]) -> Option<Value> {
        self.returned_with(statements, &Locals::new())
    }

    fn returned_with(&self, statements: &[Statement], locals: &Locals) -> Option<Value> {
        let (first, rest) = statements.split_first()?;
        let after = |object: ObjectId, value: Option<Value>| {
            let mut all = locals.clone();
            all.insert(object, value);
            self.returned_with(rest, &all)
        };
        match &first.kind {
            StatementKind::Return(value) => with_locals(value.as_ref()?, locals),
            StatementKind::Block(inner) if rest.is_empty() => self.returned_with(inner, locals),
            StatementKind::Declare(object) => {
                let object_of = self.object(*object);
                let is_number = matches!(object_of.ty, Type::Floating(_) | Type::Integer(_));
                let is_plain = is_number && !object_of.is_volatile;
                let is_local = is_plain && object_of.lifetime == Lifetime::Automatic;
                is_local.then(|| after(*object, None))?
            }
            StatementKind::Assign {
                place: Place::Object(object),
                value,
            } if locals.contains_key(object) => {
                let value = with_locals(value, locals)?;
                self.may_be_left_out(&value)
                    .then(|| after(*object, Some(value)))?
            }
            StatementKind::If {
                condition,
                then,
                other,
            } => {
                let condition = with_locals(condition, locals)?;
                let then = self.returned_with(then, locals)?;
                let other = match other.is_empty() {
                    true => self.returned_with(rest, locals)?,
                    false if rest.is_empty() => self.returned_with(other, locals)?,
                    false => return None,
                };
                (then.ty == other.ty).then(|| Value {
                    ty: then.ty.clone(),
                    at: first.at,
                    kind: ValueKind::Choose {
                        condition: Box::new(condition),
                        then: Box::new(then),
                        other: Box::new(other),
                    },
                })
            }
            _ => None,
        }
    }

    /// Whether a value is small and defined wherever it is computed, so that nobody sees whether it
    /// is: arithmetic of floating numbers, and of integers that stay in their types.
    fn may_be_left_out(&self, value: &Value) -> bool {
        if matches!(value.ty, Type::Integer(_)) {
            let mut count = 0;
            nested(value, &mut |_| count += 1);
            return count <= LARGEST && self.range(value).is_some();
        }
        let is_floating = |value: &Value| matches!(value.ty, Type::Floating(_));
        let (mut count, mut is_defined) = (0, true);
        nested(value, &mut |value| {
            count += 1;
            is_defined &= match &value.kind {
                ValueKind::Integer(_) | ValueKind::Real(_) | ValueKind::Macro(_) => true,
                ValueKind::Load(place) => {
                    matches!(place, Place::Object(_)) && !self.is_volatile(place)
                }
                ValueKind::Unary(_, inner) => is_floating(inner),
                ValueKind::Binary(_, a, b) => is_floating(a) && is_floating(b),
                ValueKind::Convert(_) | ValueKind::Pure { .. } => is_floating(value),
                ValueKind::Choose { .. } => true,
                _ => false,
            };
        });
        is_defined && count <= LARGEST
    }
}

impl Walker<'_> {
    /// The least and the greatest value that an integer may have by the types in it; `None` if it
    /// may be without a value.
    fn range(&self, value: &Value) -> Option<(i128, i128)> {
        let Type::Integer(ty) = value.ty else {
            return None;
        };
        let fits = |(least, most): (i128, i128)| {
            let (low, high) = ty.range();
            match low <= least && most <= high {
                true => Some((least, most)),
                // Others wrap.
                false => (!ty.signed).then_some((low, high)),
            }
        };
        match &value.kind {
            ValueKind::Integer(number) => Some((*number, *number)),
            ValueKind::Load(place @ Place::Object(_)) if !self.is_volatile(place) => {
                Some(ty.range())
            }
            ValueKind::Convert(inner) => {
                let inner = self.range(inner)?;
                Some(fits(inner).unwrap_or_else(|| ty.range()))
            }
            ValueKind::Unary(UnaryOp::Negate, inner) => {
                let (least, most) = self.range(inner)?;
                fits((-most, -least))
            }
            ValueKind::Binary(op, a, b) => {
                let ((a, b), (c, d)) = (self.range(a)?, self.range(b)?);
                match op {
                    BinaryOp::Add => fits((a + c, b + d)),
                    BinaryOp::Subtract => fits((a - d, b - c)),
                    op if op.is_comparison() => Some((0, 1)),
                    _ => None,
                }
            }
            ValueKind::Pure {
                function,
                arguments,
            } => match (function.as_str(), arguments.as_slice()) {
                ("abs" | "labs" | "llabs", [of]) => {
                    let (least, most) = self.range(of)?;
                    fits((0, most.abs().max(least.abs())))
                }
                _ => None,
            },
            ValueKind::Choose {
                condition,
                then,
                other,
            } => {
                self.range(condition)?;
                let ((a, b), (c, d)) = (self.range(then)?, self.range(other)?);
                Some((a.min(c), b.max(d)))
            }
            _ => None,
        }
    }
}

/// A value with the values of locals; `None` if it needs more of them.
fn with_locals(value: &Value, locals: &Locals) -> Option<Value> {
    let inner = |value: &Value| with_locals(value, locals).map(Box::new);
    let kind = match &value.kind {
        ValueKind::Load(Place::Object(object)) if locals.contains_key(object) => {
            return locals[object].clone();
        }
        ValueKind::Unary(op, a) => ValueKind::Unary(*op, inner(a)?),
        ValueKind::Binary(op, a, b) => ValueKind::Binary(*op, inner(a)?, inner(b)?),
        ValueKind::Convert(a) => ValueKind::Convert(inner(a)?),
        ValueKind::Choose {
            condition,
            then,
            other,
        } => ValueKind::Choose {
            condition: inner(condition)?,
            then: inner(then)?,
            other: inner(other)?,
        },
        ValueKind::Pure {
            function,
            arguments,
        } => {
            let arguments = arguments.iter().map(|a| with_locals(a, locals));
            ValueKind::Pure {
                function: function.clone(),
                arguments: arguments.collect::<Option<_>>()?,
            }
        }
        _ => {
            let mut loaded = Vec::new();
            loaded_objects(value, &mut loaded);
            let is_free = !loaded.iter().any(|object| locals.contains_key(object));
            return is_free.then(|| value.clone());
        }
    };
    let (ty, at) = (value.ty.clone(), value.at);
    Some(Value { ty, kind, at })
}
