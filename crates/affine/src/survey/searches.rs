//! Loops with a bound that data may end before as loops that run to the bound: what follows the end
//! is under a flag.
//!
//! ```text
//! for (i = 0; i < n && a[i] != x; i++) S     k = i; on = 1;
//!                                            for (; k < n; k++) {
//!                                              if (on) on = a[k] != x;
//!                                              if (on) { S; i = k + 1; }
//!                                            }
//! ```
//!
//! In `S`, `break` is `on = 0`, and the counter is `k`. A loop without others around it keeps its
//! end, the number of its iterations is a parameter: it gets one `break`, as its last statement.
//!
//! ```text
//! for (..) { A; if (c) { B; if (d) break; }     for (..) { on = 1; A; if (c) { B; if (d) on = 0; }
//!   C }                                           if (on) C  if (!on) break; }
//! ```

use super::changes::{assigned, breaks, has, last};
use crate::eval::is_comparison;
use integer::IntType;
use program::visit::{Part, change_places, nested, parts_of, statements_of};
use program::{
    BinaryOp, Lifetime, Loop, Object, ObjectId, Place, Program, Statement, StatementKind, Type,
    UnaryOp, Value, ValueKind,
};
use source::Span;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// How a loop that data ends is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It runs to its bound.
    Bound,
    /// Its last statement ends it.
    Last,
}

/// A loop that counts to a bound, and may end before.
struct Search<'l> {
    counter: ObjectId,
    /// `i < n`
    bound: &'l Value,
    /// The other terms of the condition, in order.
    terms: Vec<&'l Value>,
    /// The body without the step.
    body: &'l [Statement],
    /// `i + 1`
    next: &'l Value,
}

/// Whether a `break` of a loop is under tests.
pub(crate) fn breaks_inside(l: &Loop) -> bool {
    let is_inside = |statement: &Statement| match &statement.kind {
        StatementKind::If { then, other, .. } => [then, other]
            .iter()
            .any(|branch| breaks(branch) && !matches!(branch.as_slice(), [only] if is_break(only))),
        StatementKind::Break => false,
        _ => breaks(std::slice::from_ref(statement)),
    };
    l.body.iter().any(is_inside)
}

fn is_break(statement: &Statement) -> bool {
    matches!(
        last(std::slice::from_ref(statement)),
        Some(StatementKind::Break)
    )
}

/// The counter of a loop that counts to a bound, and may end before for another reason. The loop
/// may change certain objects.
pub(crate) fn search_counter(l: &Loop, changed: &BTreeSet<ObjectId>) -> Option<ObjectId> {
    Search::of(l, changed).map(|search| search.counter)
}

/// A program in which the loops at these places end otherwise.
pub(crate) fn with_ends<'p>(program: &'p Program, ends: &BTreeMap<Span, End>) -> Cow<'p, Program> {
    if ends.is_empty() {
        return Cow::Borrowed(program);
    }
    let mut program = program.clone();
    let mut writer = Writer {
        ends,
        used: BTreeSet::new(),
        objects: &mut program.objects,
    };
    for function in &mut program.functions {
        writer.used = loaded_outside(&function.body, ends);
        writer.rewrite(&mut function.body);
    }
    Cow::Owned(program)
}

impl<'l> Search<'l> {
    fn of(l: &'l Loop, changed: &BTreeSet<ObjectId>) -> Option<Self> {
        let condition = l.condition.as_ref().filter(|_| !l.body_first)?;
        let (step, body) = match (l.step.split_last(), l.body.split_last()) {
            (Some((step, [])), _) => (step, l.body.as_slice()),
            (None, Some((step, body))) => (step, body),
            _ => return None,
        };
        let StatementKind::Assign {
            place: Place::Object(counter),
            value: next,
        } = &step.kind
        else {
            return None;
        };
        let leaves = |kind: &StatementKind| {
            matches!(
                kind,
                StatementKind::Return(_) | StatementKind::Continue | StatementKind::Unsupported(_)
            )
        };
        if assigned_in(body).contains(counter) || has(body, &leaves) || !is_step(next, *counter) {
            return None;
        }
        let mut terms = Vec::new();
        conjuncts(condition, &mut terms);
        let at = { terms.iter() }.position(|term| is_bound(term, *counter, changed))?;
        let bound = terms.remove(at);
        // What comes before the bound is not evaluated where the bound ends the loop.
        let are_harmless = terms[..at].iter().all(|term| is_harmless(term));
        let may_end_before = !terms.is_empty() || breaks(body);
        let is_fit = are_harmless && may_end_before && terms.iter().all(|term| term.ty == int());
        is_fit.then_some(Search {
            counter: *counter,
            bound,
            terms,
            body,
            next,
        })
    }
}

/// Whether a value is a counter and a number.
fn is_step(next: &Value, counter: ObjectId) -> bool {
    let is_counter = |value: &Value| without_conversions(value) == &load(counter);
    let is_number = |value: &Value| matches!(without_conversions(value), ValueKind::Integer(_));
    match without_conversions(next) {
        ValueKind::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) => {
            is_counter(a) && is_number(b)
        }
        _ => false,
    }
}

/// Whether a value compares a counter with what stays the same in the loop.
fn is_bound(term: &Value, counter: ObjectId, changed: &BTreeSet<ObjectId>) -> bool {
    let ValueKind::Binary(operator, a, b) = without_conversions(term) else {
        return false;
    };
    let compares = matches!(
        operator,
        BinaryOp::Less | BinaryOp::LessOrEqual | BinaryOp::Greater | BinaryOp::GreaterOrEqual
    );
    let mut others = BTreeSet::new();
    nested(term, &mut |value| {
        if let ValueKind::Load(Place::Object(object)) = &value.kind {
            others.insert(*object);
        }
    });
    let has_counter = others.remove(&counter);
    let is_integer = |value: &Value| matches!(value.ty, Type::Integer(_));
    compares
        && has_counter
        && is_integer(a)
        && is_integer(b)
        && reads_scalars(term)
        && others.is_disjoint(changed)
}

/// Whether nobody sees whether a value is computed: it compares scalars and numbers.
pub(crate) fn is_harmless(value: &Value) -> bool {
    let mut compares = reads_scalars(value);
    nested(value, &mut |value| {
        compares &= match &value.kind {
            ValueKind::Binary(operator, ..) => is_comparison(*operator),
            ValueKind::Unary(operator, _) => *operator == UnaryOp::Not,
            _ => true,
        };
    });
    compares
}

/// Whether a value reads objects by their names alone, and divides nothing.
fn reads_scalars(value: &Value) -> bool {
    let mut is_plain = true;
    nested(value, &mut |value| {
        is_plain &= match &value.kind {
            ValueKind::Load(place) => matches!(place, Place::Object(_)),
            ValueKind::Binary(operator, ..) => {
                !matches!(operator, BinaryOp::Divide | BinaryOp::Remainder)
            }
            ValueKind::Integer(_)
            | ValueKind::Real(_)
            | ValueKind::Macro(_)
            | ValueKind::Unary(..)
            | ValueKind::Convert(_)
            | ValueKind::Choose { .. } => true,
            _ => false,
        };
    });
    is_plain
}

/// The terms of a conjunction, from left to right.
fn conjuncts<'v>(condition: &'v Value, found: &mut Vec<&'v Value>) {
    match &condition.kind {
        ValueKind::Choose {
            condition: first,
            then: second,
            other,
        } if other.kind == ValueKind::Integer(0) => {
            conjuncts(first, found);
            conjuncts(second, found);
        }
        ValueKind::Binary(BinaryOp::NotEqual, of, zero)
            if zero.kind == ValueKind::Integer(0)
                && matches!(of.kind, ValueKind::Choose { .. } | ValueKind::Binary(..)) =>
        {
            conjuncts(of, found);
        }
        _ => found.push(condition),
    }
}

fn int() -> Type {
    Type::Integer(IntType::INT)
}

fn load(object: ObjectId) -> ValueKind {
    ValueKind::Load(Place::Object(object))
}

fn without_conversions(value: &Value) -> &ValueKind {
    match &value.kind {
        ValueKind::Convert(inner) => without_conversions(inner),
        kind => kind,
    }
}

fn assigned_in(body: &[Statement]) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    statements_of(body, &mut |statement| {
        parts_of(statement, &mut |part| {
            if let Part::Written(Place::Object(object)) = part {
                found.insert(*object);
            }
        });
    });
    found
}

/// The objects that are read, or whose addresses are taken, outside of loops that run to their
/// bounds.
fn loaded_outside(body: &[Statement], ends: &BTreeMap<Span, End>) -> BTreeSet<ObjectId> {
    let bounded: Vec<_> = { ends.iter() }
        .filter(|(_, end)| **end == End::Bound)
        .collect();
    let mut found = BTreeSet::new();
    statements_of(body, &mut |statement| {
        let inside = bounded.iter().any(|(at, _)| at.contains(statement.at));
        parts_of(statement, &mut |part| {
            if let (Part::Value(value), false) = (part, inside) {
                nested(value, &mut |value| match &value.kind {
                    ValueKind::Load(Place::Object(object))
                    | ValueKind::Address(Place::Object(object)) => {
                        found.insert(*object);
                    }
                    _ => {}
                });
            }
        });
    });
    found
}

/// Writes loops that end otherwise.
struct Writer<'w> {
    ends: &'w BTreeMap<Span, End>,
    /// The objects that are read outside of loops that run to their bounds.
    used: BTreeSet<ObjectId>,
    objects: &'w mut Vec<Object>,
}

impl Writer<'_> {
    fn rewrite(&mut self, body: &mut [Statement]) {
        for statement in body {
            let at = statement.at;
            match &mut statement.kind {
                StatementKind::If { then, other, .. } => {
                    self.rewrite(then);
                    self.rewrite(other);
                }
                StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                    self.rewrite(inner);
                }
                StatementKind::Switch { arms, .. } => {
                    arms.iter_mut().for_each(|arm| self.rewrite(&mut arm.body));
                }
                StatementKind::Loop(l) => {
                    self.rewrite(&mut l.body);
                    match self.ends.get(&at) {
                        Some(End::Last) => self.ending_last(l, at),
                        Some(End::Bound) => {
                            if let Some(counter) = search_counter(l, &assigned(l)) {
                                let block = self.to_bound(statement, counter);
                                statement.kind = StatementKind::Block(block);
                            }
                        }
                        None => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// See the file.
    fn to_bound(&mut self, search: &Statement, counter: ObjectId) -> Vec<Statement> {
        let at = search.at;
        let ty = self.objects[counter.0 as usize].ty.clone();
        let (own, on) = (self.object(ty.clone(), at), self.object(int(), at));
        let number = |number| value(int(), ValueKind::Integer(number), at);
        let first = set(own, value(ty, load(counter), at));
        let mut all = vec![first, set(on, number(1))];
        let mut renamed = vec![search.clone()];
        change_places(&mut renamed, &mut |place| {
            if *place == Place::Object(counter) {
                *place = Place::Object(own);
            }
        });
        for statement in &mut renamed {
            let StatementKind::Loop(l) = &mut statement.kind else {
                continue;
            };
            let changed = assigned(l);
            let Some(search) = Search::of(l, &changed) else {
                continue;
            };
            let flag = value(int(), load(on), at);
            let test = |term: &&Value| if_so(flag.clone(), vec![set(on, (*term).clone())]);
            let mut body: Vec<_> = search.terms.iter().map(test).collect();
            body.push(if_so(flag.clone(), without_breaks(search.body, &flag, on)));
            if self.used.contains(&counter) {
                body.push(if_so(flag, vec![set(counter, search.next.clone())]));
            }
            let step = vec![set(own, search.next.clone())];
            let condition = Some(search.bound.clone());
            (l.condition, l.body, l.step) = (condition, body, step);
        }
        all.extend(renamed);
        all
    }

    /// See the file.
    fn ending_last(&mut self, l: &mut Loop, at: Span) {
        let on = self.object(int(), at);
        let flag = value(int(), load(on), at);
        let one = value(int(), ValueKind::Integer(1), at);
        let end = Statement {
            kind: StatementKind::Break,
            at,
        };
        let mut body = vec![set(on, one)];
        body.extend(without_breaks(&l.body, &flag, on));
        body.push(Statement {
            kind: StatementKind::If {
                condition: flag,
                then: Vec::new(),
                other: vec![end],
            },
            at,
        });
        l.body = body;
    }

    fn object(&mut self, ty: Type, at: Span) -> ObjectId {
        // There are fewer objects than bytes of the text.
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(Object {
            id,
            name: String::new(),
            ty,
            lifetime: Lifetime::Temporary,
            initial: None,
            is_volatile: false,
            is_constant: false,
            is_restrict: false,
            at,
        });
        id
    }
}

fn value(ty: Type, kind: ValueKind, at: Span) -> Value {
    Value { ty, kind, at }
}

fn set(object: ObjectId, value: Value) -> Statement {
    let at = value.at;
    let place = Place::Object(object);
    Statement {
        kind: StatementKind::Assign { place, value },
        at,
    }
}

fn if_so(condition: Value, then: Vec<Statement>) -> Statement {
    let at = condition.at;
    Statement {
        kind: StatementKind::If {
            condition,
            then,
            other: Vec::new(),
        },
        at,
    }
}

/// Statements that clear a flag instead of a `break`: what follows it in the loop is executed where
/// it is set.
fn without_breaks(body: &[Statement], flag: &Value, on: ObjectId) -> Vec<Statement> {
    let is_last = |body: &[Statement]| matches!(last(body), Some(StatementKind::Break));
    let own = |body: &[Statement]| without_breaks(body, flag, on);
    let Some(at) = { body.iter() }.position(|s| breaks(std::slice::from_ref(s))) else {
        return body.to_vec();
    };
    let (before, rest) = body.split_at(at);
    let Some((leaving, rest)) = rest.split_first() else {
        return before.to_vec();
    };
    let mut all = before.to_vec();
    let mut leaving = leaving.clone();
    let mut rest = own(rest);
    match &mut leaving.kind {
        StatementKind::If { then, other, .. } => {
            let stays = [!breaks(then), !breaks(other)];
            let ends = [is_last(then), is_last(other)];
            (*then, *other) = (own(then), own(other));
            match (ends, stays) {
                ([true, _], [_, true]) => other.append(&mut rest),
                ([_, true], [true, _]) => then.append(&mut rest),
                _ => {}
            }
        }
        StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
            *inner = own(inner);
        }
        _ => {
            let zero = value(flag.ty.clone(), ValueKind::Integer(0), flag.at);
            all.push(set(on, zero));
            return all;
        }
    }
    all.push(leaving);
    if !rest.is_empty() {
        all.push(if_so(flag.clone(), rest));
    }
    all
}
