//! Which objects a loop changes, and how.

use super::opaque::function;
use c::names::library;
use program::callbacks;
use program::visit::{Part, nested, parts_of, root_object, statements_of, values_in};
use program::{Callee, Loop, ObjectId, Place, Program, Statement, StatementKind, Value, ValueKind};
use std::collections::{BTreeMap, BTreeSet};

/// The objects that a loop assigns by their names and that exist before it.
pub(crate) fn assigned(l: &Loop) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    let mut declared = BTreeSet::new();
    for body in [&l.body, &l.step] {
        statements_of(body, &mut |statement| {
            if let StatementKind::Declare(object) = statement.kind {
                declared.insert(object);
            }
            parts_of(statement, &mut |part| {
                if let Part::Written(place) = part {
                    found.extend(root_object(place));
                }
            });
        });
    }
    found.retain(|object| !declared.contains(object));
    found
}

/// The bodies of a loop and of the functions of the file that it enters, and whether it calls
/// others, which may call any of them.
pub(super) fn bodies<'p>(program: &'p Program, l: &'p Loop) -> (Vec<&'p [Statement]>, bool) {
    let mut names = BTreeSet::new();
    let mut is_open = false;
    let mut found: Vec<&[Statement]> = vec![&l.body, &l.step];
    let mut next = 0;
    while let Some(body) = found.get(next).copied() {
        next += 1;
        let mut calls = BTreeSet::new();
        statements_of(body, &mut |statement| match &statement.kind {
            StatementKind::Call {
                callee: Callee::Named(name),
                arguments,
                ..
            } => {
                is_open |= callbacks::is_unseen(program, name, arguments);
                calls.insert(name.as_str());
            }
            StatementKind::Call { .. } => is_open = true,
            _ => {}
        });
        for name in calls {
            if let Some(own) = function(program, name)
                && names.insert(name)
            {
                found.push(&own.body);
            }
        }
    }
    (found, is_open)
}

/// The objects that outlive a loop and that functions of the file assign which the loop enters, and
/// whether other functions are called, which may call any of them.
pub(crate) fn assigned_by_calls(program: &Program, l: &Loop) -> (BTreeSet<ObjectId>, bool) {
    let (bodies, is_open) = bodies(program, l);
    let mut found = BTreeSet::new();
    for body in bodies.into_iter().skip(2) {
        statements_of(body, &mut |statement| {
            parts_of(statement, &mut |part| {
                if let Part::Written(place) = part {
                    found.extend(root_object(place));
                }
            });
        });
    }
    (found, is_open)
}

/// Whether a loop takes the address of an object.
pub(crate) fn takes_address(l: &Loop, object: ObjectId) -> bool {
    let mut found = false;
    let mut look = |value: &Value| {
        nested(value, &mut |v| {
            found |=
                matches!(&v.kind, ValueKind::Address(place) if root_object(place) == Some(object));
        });
    };
    for body in [&l.body, &l.step] {
        statements_of(body, &mut |statement| {
            parts_of(statement, &mut |part| match part {
                Part::Value(value) => look(value),
                Part::Written(place) => values_in(place, &mut look),
            });
        });
    }
    found
}

/// The value of the only assignment to an object in a loop, if each iteration certainly executes
/// it once, or leaves the loop before.
pub(crate) fn single_assignment(l: &Loop, object: ObjectId) -> Option<&Value> {
    let mut count = 0;
    for body in [&l.body, &l.step] {
        staying(body, true, &mut |statement| {
            parts_of(statement, &mut |part| {
                if let Part::Written(place) = part {
                    count += usize::from(root_object(place) == Some(object));
                }
            });
        });
    }
    let no_continue = !has(&l.body, &|kind| matches!(kind, StatementKind::Continue));
    let body: &[Statement] = match no_continue {
        true => &l.body,
        false => &[],
    };
    let mut top = l.step.iter().chain(body);
    let value = top.find_map(|s| match &s.kind {
        StatementKind::Assign {
            place: Place::Object(written),
            value,
        } if *written == object => Some(value),
        _ => None,
    });
    value.filter(|_| count == 1)
}

/// Calls `f` on the statements of a loop but those of branches at whose end the loop is left.
/// `is_own`: a `break` there leaves it.
fn staying<'p>(body: &'p [Statement], is_own: bool, f: &mut dyn FnMut(&'p Statement)) {
    let leaves = |branch: &[Statement]| match last(branch) {
        _ if has(branch, &|kind| matches!(kind, StatementKind::Continue)) => false,
        Some(StatementKind::Return(_)) => true,
        Some(StatementKind::Break) => is_own,
        kind => kind.is_some_and(ends_program),
    };
    for statement in body {
        f(statement);
        match &statement.kind {
            StatementKind::If { then, other, .. } => {
                let branches = [then, other].into_iter();
                let branches = branches.filter(|branch| !leaves(branch));
                branches.for_each(|branch| staying(branch, is_own, f));
            }
            StatementKind::Loop(inner) => {
                staying(&inner.body, false, f);
                staying(&inner.step, false, f);
            }
            StatementKind::Switch { arms, .. } => {
                arms.iter().for_each(|arm| staying(&arm.body, false, f));
            }
            StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                staying(inner, is_own, f);
            }
            _ => {}
        }
    }
}

/// The objects that have the value of another one at the end of an iteration which that had at its
/// start, as far as statements that only copy show.
pub(crate) fn copies(l: &Loop) -> BTreeMap<ObjectId, ObjectId> {
    let mut now = BTreeMap::new();
    copy(&l.body, &mut now);
    copy(&l.step, &mut now);
    now.into_iter()
        .filter_map(|(object, from)| Some((object, from?)))
        .collect()
}

/// Follows copies; an object that gets another value has `None`.
fn copy(body: &[Statement], now: &mut BTreeMap<ObjectId, Option<ObjectId>>) {
    for statement in body {
        match &statement.kind {
            StatementKind::Block(inner) => copy(inner, now),
            StatementKind::Assign {
                place: Place::Object(to),
                value:
                    Value {
                        kind: ValueKind::Load(Place::Object(from)),
                        ..
                    },
            } => {
                let from = now.get(from).copied().unwrap_or(Some(*from));
                now.insert(*to, from);
            }
            _ => statements_of(std::slice::from_ref(statement), &mut |inner| {
                parts_of(inner, &mut |part| {
                    if let Part::Written(place) = part {
                        now.extend(root_object(place).map(|object| (object, None)));
                    }
                });
            }),
        }
    }
}

/// The variables that statements assign by their names.
pub(super) fn assigned_in(body: &[Statement]) -> BTreeSet<ObjectId> {
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

/// The variable that only the step of a loop changes.
pub(crate) fn counter(l: &Loop) -> Option<ObjectId> {
    let (step, body) = (assigned_in(&l.step), assigned_in(&l.body));
    let mut counters = step.difference(&body).copied();
    let only = counters.next()?;
    (step.len() == 1 && counters.next().is_none()).then_some(only)
}

/// Whether a loop may be left by `break`, `goto` or `return`.
pub(crate) fn has_exit(l: &Loop) -> bool {
    breaks(&l.body) || has(&l.body, &|kind| matches!(kind, StatementKind::Return(_)))
}

/// The last of some statements, in blocks too.
pub(crate) fn last(body: &[Statement]) -> Option<&StatementKind> {
    match &body.last()?.kind {
        StatementKind::Block(inner) => last(inner),
        kind => Some(kind),
    }
}

/// Whether a statement ends the program.
pub(crate) fn ends_program(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Call {
            callee: Callee::Named(name),
            ..
        } => library::ends_program(name),
        _ => false,
    }
}

/// Whether statements have one of a kind, at any depth.
pub(crate) fn has(body: &[Statement], is: &dyn Fn(&StatementKind) -> bool) -> bool {
    let mut found = false;
    statements_of(body, &mut |s| found |= is(&s.kind));
    found
}

/// Whether a `break` of statements leaves the loop around them.
pub(super) fn breaks(body: &[Statement]) -> bool {
    body.iter().any(|s| match &s.kind {
        StatementKind::Break => true,
        StatementKind::If { then, other, .. } => breaks(then) || breaks(other),
        StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => breaks(inner),
        _ => false,
    })
}

/// Whether an iteration certainly assigns a scalar before it reads it. `is_temporary`: or it does
/// neither, and nothing behind the loop reads it.
pub(crate) fn assigns_first(l: &Loop, object: ObjectId, is_temporary: bool) -> bool {
    let is_tested = { l.condition.as_ref() }.is_some_and(|c| reads_object(c, object));
    match first_use(&l.body, object) {
        Use::Assigned => l.body_first || !is_tested,
        Use::Perhaps => is_temporary && !is_tested && first_use(&l.step, object) != Use::Read,
        Use::None | Use::Read => false,
    }
}

/// How the first use on each path through some statements uses an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// No path uses it.
    None,
    /// All paths assign it first.
    Assigned,
    /// Some paths assign it first, the others do not use it.
    Perhaps,
    /// A path may read it first.
    Read,
}

fn first_use(body: &[Statement], object: ObjectId) -> Use {
    let mut found = Use::None;
    for statement in body {
        match use_in(statement, object) {
            Use::None => {}
            Use::Perhaps => found = Use::Perhaps,
            last => return last,
        }
    }
    found
}

fn use_in(statement: &Statement, object: ObjectId) -> Use {
    let mut is_read = false;
    let mut is_written = false;
    parts_of(statement, &mut |part| match part {
        Part::Value(value) => is_read |= reads_object(value, object),
        Part::Written(Place::Object(written)) => is_written |= *written == object,
        Part::Written(place) => {
            is_read |= root_object(place) == Some(object);
            values_in(place, &mut |v| is_read |= loads(v, object));
        }
    });
    match &statement.kind {
        _ if is_read => Use::Read,
        _ if is_written => Use::Assigned,
        StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
            first_use(inner, object)
        }
        StatementKind::If { then, other, .. } => {
            match (first_use(then, object), first_use(other, object)) {
                (Use::Read, _) | (_, Use::Read) => Use::Read,
                (a, b) if a == b => a,
                _ => Use::Perhaps,
            }
        }
        StatementKind::Loop(l) => in_loop(l, object),
        StatementKind::Switch { arms, .. } => {
            let unused = arms.iter().all(|a| first_use(&a.body, object) == Use::None);
            if unused { Use::None } else { Use::Read }
        }
        // What follows is not executed.
        StatementKind::Break | StatementKind::Continue => Use::Read,
        _ => Use::None,
    }
}

fn in_loop(l: &Loop, object: ObjectId) -> Use {
    let body = first_use(&l.body, object);
    match (body, first_use(&l.step, object)) {
        (Use::None, Use::None) => Use::None,
        _ => Use::Read,
    }
}

fn reads_object(value: &Value, object: ObjectId) -> bool {
    let mut found = false;
    nested(value, &mut |v| found |= loads(v, object));
    found
}

fn loads(value: &Value, object: ObjectId) -> bool {
    match &value.kind {
        ValueKind::Load(place) | ValueKind::Address(place) => root_object(place) == Some(object),
        _ => false,
    }
}
