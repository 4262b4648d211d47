//! Early returns as choices: `if (c) return a; return b;` returns `c ? a : b`. Locals that are set
//! on the way are replaced by their values. Where more is done on the way, the rest of the function
//! is the other branch: `if (c) r = a; else { s(); r = b; }`.

use crate::draft::{Element, Term};
use crate::state::{Activation, Returned, Walker};
use crate::stop::Result;
use crate::survey::{has, loaded_objects};
use poly::PwAff;
use program::visit::{nested, statements_of};
use program::{Lifetime, ObjectId, Place, Statement, StatementKind, Type, Value, ValueKind};
use std::collections::BTreeMap;

/// The locals that were declared on the way, with the values that they have.
type Locals = BTreeMap<ObjectId, Option<Value>>;

/// At most so many statements behind a test stand in both branches.
const MOST_TWICE: usize = 8;
/// At most this many values are in one that replaces a local.
const LARGEST: usize = 64;

impl Walker<'_> {
    /// What statements return that do nothing else, as one value.
    pub(super) fn returned(&self, statements: &[Statement]) -> Option<Value> {
        self.returned_with(statements, &Locals::new())
    }

    /// Executes a test on data and what is behind it, if the function that is entered returns in
    /// both, each path at its end. Returns whether it did.
    pub(super) fn return_by_data(&mut self, body: &[Statement]) -> Result<bool> {
        let Some((first, rest)) = body.split_first() else {
            return Ok(false);
        };
        let is_entered = |a: &Activation| !(a.is_outermost || a.is_by_data);
        let (StatementKind::If { condition, .. }, true) =
            (&first.kind, self.activations.last().is_some_and(is_entered))
        else {
            return Ok(false);
        };
        let is_early = has(std::slice::from_ref(first), &is_return);
        if !is_early || self.condition(condition)?.is_some() {
            return Ok(false);
        }
        let Some(whole) =
            tail_form(first, rest).filter(|s| always_returns(std::slice::from_ref(s)))
        else {
            return Ok(false);
        };
        self.accesses.clear();
        if let Some(result) = self.by_data(true) {
            let zero = Term::integer(PwAff::number(self.ctx, self.dims, 0)?);
            let write = self.access(result, Element::At(Vec::new()));
            self.store_alone(zero, write)?;
        }
        let done = self.execute(std::slice::from_ref(&whole));
        self.by_data(false);
        done?;
        let state = self.state.clone();
        if let Some(activation) = self.activations.last_mut() {
            activation.returns.push(Returned { state, value: None });
        }
        self.leave()?;
        Ok(true)
    }

    /// Returns from here on only set the result. The result.
    fn by_data(&mut self, is_by_data: bool) -> Option<usize> {
        let activation = self.activations.last_mut()?;
        activation.is_by_data = is_by_data;
        activation.result
    }

    /// Sets the result at the end of a path.
    pub(super) fn return_at_end(&mut self, value: Option<&Value>) -> Result<()> {
        let result = self.activations.last().and_then(|a| a.result);
        let Some(value) = value else { return Ok(()) };
        if !matches!(value.ty, Type::Integer(_) | Type::Floating(_)) {
            return self.unknown("a jump that depends on data");
        }
        let Some(result) = result else { return Ok(()) };
        self.accesses.clear();
        let term = self.term(value)?;
        let write = self.access(result, Element::At(Vec::new()));
        self.store_guarded(term, write, &value.ty)
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
                let is_plain = matches!(object_of.ty, Type::Floating(_)) && !object_of.is_volatile;
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
    /// is: arithmetic of floating numbers.
    fn may_be_left_out(&self, value: &Value) -> bool {
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

/// The number of statements, inner ones too.
fn count(body: &[Statement]) -> usize {
    let mut count = 0;
    statements_of(body, &mut |_| count += 1);
    count
}

fn is_return(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Return(_))
}

/// Whether statements return on each path.
fn always_returns(body: &[Statement]) -> bool {
    body.last().is_some_and(|last| match &last.kind {
        StatementKind::Return(_) => true,
        StatementKind::Block(inner) => always_returns(inner),
        StatementKind::If { then, other, .. } => always_returns(then) && always_returns(other),
        _ => false,
    })
}

/// A test with the statements behind it in the branches that do not return, so that each `return`
/// is the end of a path; `None` if another one is left.
fn tail_form(test: &Statement, rest: &[Statement]) -> Option<Statement> {
    let StatementKind::If {
        condition,
        then,
        other,
    } = &test.kind
    else {
        return None;
    };
    let is_twice = !always_returns(then) && !always_returns(other);
    if is_twice && count(rest) > MOST_TWICE {
        return None;
    }
    let branch = |body: &[Statement]| match always_returns(body) {
        true => at_ends(body),
        false => at_ends(&[body, rest].concat()),
    };
    let kind = StatementKind::If {
        condition: condition.clone(),
        then: branch(then)?,
        other: branch(other)?,
    };
    Some(Statement { kind, at: test.at })
}

/// Statements in which each `return` is the end of a path.
fn at_ends(body: &[Statement]) -> Option<Vec<Statement>> {
    let mut all = Vec::new();
    for (at, statement) in body.iter().enumerate() {
        let rest = &body[at + 1..];
        match &statement.kind {
            StatementKind::Return(_) => {
                all.push(statement.clone());
                return Some(all);
            }
            _ if !has(std::slice::from_ref(statement), &is_return) => all.push(statement.clone()),
            StatementKind::If { .. } => {
                all.push(tail_form(statement, rest)?);
                return Some(all);
            }
            StatementKind::Block(inner) if rest.is_empty() || always_returns(inner) => {
                let kind = StatementKind::Block(at_ends(inner)?);
                let at = statement.at;
                all.push(Statement { kind, at });
                return Some(all);
            }
            _ => return None,
        }
    }
    Some(all)
}
