//! `if` and `switch`: conditions on iterators divide the domain, conditions on data guard stores.

use super::loops::JUMP;
use crate::draft::{Element, Guard, Term};
use crate::eval::strip_not;
use crate::state::{Frame, State, Walker};
use crate::stop::Result;
use crate::survey::{conjuncts, initialised, is_harmless, last, not};
use crate::values::Known;
use integer::IntType;
use poly::{PwAff, Set};
use program::{
    Arm, Lifetime, ObjectId, Place, Statement, StatementKind, Type, Value, ValueKind, same_place,
};
use std::rc::Rc;

impl Walker<'_> {
    /// Executes `if (condition) then else other`.
    pub(crate) fn branch(
        &mut self,
        condition: &Value,
        then: &[Statement],
        other: &[Statement],
    ) -> Result<()> {
        let when = self.as_data(true, |walker| walker.condition(condition))?;
        let when = match when {
            Some(when) => when,
            None => match self.end_by_data(condition, then, other)? {
                Some(when) => when,
                None => match self.known_part(condition, false)? {
                    Some((when, rest)) if other.is_empty() => {
                        let within = |w: &mut Self| w.branch(&rest, then, &[]);
                        return self.in_parts(&when, within, |_| Ok(()));
                    }
                    known => {
                        let when = known.map(|(when, _)| when);
                        let unless = self.known_part(condition, true)?.map(|(when, _)| when);
                        return self.guarded(condition, [when, unless], then, other);
                    }
                },
            },
        };
        self.in_parts(&when, |w| w.execute(then), |w| w.execute(other))
    }

    /// Executes one thing where a set holds, and another one elsewhere.
    fn in_parts(
        &mut self,
        when: &Set,
        then: impl FnOnce(&mut Self) -> Result<()>,
        other: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let here = self.state.domain.intersect(when)?.coalesce()?;
        let there = self.state.domain.subtract(when)?.coalesce()?;
        if there.is_empty()? {
            return then(self);
        }
        if here.is_empty()? {
            return other(self);
        }
        let before = self.state.clone();
        self.enter(here)?;
        then(self)?;
        let first = std::mem::replace(&mut self.state, before.clone());
        self.enter(there)?;
        other(self)?;
        let second = self.state.clone();
        self.rejoin(&before, first, second)
    }

    /// Where the terms of a conjunction hold that do not depend on data and come before all that
    /// may read arrays, and the other terms; that of a condition, or of its negation. Each term is
    /// evaluated where those before it hold.
    pub(crate) fn known_part(
        &mut self,
        condition: &Value,
        negated: bool,
    ) -> Result<Option<(Set, Value)>> {
        let mut terms = Vec::new();
        conjuncts(condition, negated, &mut terms);
        if terms.len() == 1 {
            return Ok(None);
        }
        let (mut known, mut rest): (Option<Set>, Option<Value>) = (None, None);
        for (term, negated) in terms {
            let here = known.as_ref().unwrap_or(&self.state.domain).clone();
            let holds = match rest.as_ref().is_none_or(|rest| self.is_harmless(rest)) {
                true => self.within(here.clone(), |w| w.condition(term))?,
                false => None,
            };
            let Some(holds) = holds else {
                let term = if negated { not(term) } else { term.clone() };
                rest = Some(match rest {
                    Some(first) => both(first, &term),
                    None => term,
                });
                continue;
            };
            known = Some(match negated {
                true => here.subtract(&holds)?,
                false => here.intersect(&holds)?,
            });
        }
        Ok(known.zip(rest))
    }

    /// Whether nobody sees whether a value is computed.
    fn is_harmless(&self, value: &Value) -> bool {
        let program = self.program;
        is_harmless(value, self.initialised.get_or_init(|| initialised(program)))
    }

    /// Where a condition on data holds that ends the loop around it.
    fn end_by_data(
        &mut self,
        condition: &Value,
        then: &[Statement],
        other: &[Statement],
    ) -> Result<Option<Set>> {
        let breaks = |body| matches!(last(body), Some(StatementKind::Break));
        match (breaks(then), breaks(other)) {
            (true, false) => self.counted_iterations(condition, true),
            (false, true) => self.counted_iterations(condition, false),
            _ => Ok(None),
        }
    }

    /// The state after two branches; its domain keeps its form if both reach the end.
    fn rejoin(&mut self, before: &State, first: State, second: State) -> Result<()> {
        self.state = self.joined(vec![first, second])?;
        if !self.state.is_dead && before.domain.is_subset(&self.state.domain)? {
            self.state.domain = before.domain.clone();
        }
        Ok(())
    }

    /// Executes both branches; what they store depends on the condition. Each is executed in a set
    /// at most.
    fn guarded(
        &mut self,
        condition: &Value,
        within: [Option<Set>; 2],
        then: &[Statement],
        other: &[Statement],
    ) -> Result<()> {
        let (condition, negated) = strip_not(condition);
        if let Some((place, value)) = one_assignment(condition, negated, then, other) {
            return self.assign(place, &value);
        }
        self.check_jumps(condition, [then, other])?;
        let array = self.auxiliary();
        let guard = self.new_guard(array, condition)?;
        let before = self.state.clone();
        let outer = self.block;
        // What a jump skips is the rest of a block, to which another jump may lead back.
        if !self.is_temporary(condition) {
            self.block = self.guards.len() + 1;
        }
        let branches = [(then, negated), (other, !negated)].into_iter().zip(within);
        let mut states = Vec::new();
        for ((body, negated), within) in branches {
            self.state = before.clone();
            let guard = Guard {
                array: guard,
                negated,
            };
            let under = |w: &mut Self| w.under(guard, body);
            match within {
                Some(within) => self.in_parts(&within, under, |_| Ok(()))?,
                None => under(self)?,
            }
            states.push(self.state.clone());
        }
        self.block = outer;
        self.merge_guarded(&before, &states[0], &states[1])
    }

    /// Whether a value is that of an object without a name.
    fn is_temporary(&self, value: &Value) -> bool {
        let ValueKind::Load(Place::Object(id)) = &value.kind else {
            return false;
        };
        self.object(*id).lifetime == Lifetime::Temporary
    }

    /// Stores a condition.
    fn new_guard(&mut self, array: usize, condition: &Value) -> Result<usize> {
        let term = self.truth(condition)?;
        let mut write = self.access(array, Element::At(Vec::new()));
        write.conditional = false;
        self.emit(term, write)?;
        Ok(array)
    }

    /// Executes statements that happen only if a guard holds, and all guards around it.
    fn under(&mut self, guard: Guard, body: &[Statement]) -> Result<()> {
        if body.is_empty() {
            return Ok(());
        }
        self.enter_guard(guard)?;
        let done = self.execute(body);
        self.guards.pop();
        done?;
        match self.state.is_dead {
            true => self.unknown(JUMP),
            false => Ok(()),
        }
    }

    /// What follows happens only if a guard holds, and all guards around it.
    fn enter_guard(&mut self, guard: Guard) -> Result<()> {
        let guard = match self.guards.last().copied() {
            None => guard,
            Some(outer) => self.both(outer, guard)?,
        };
        self.guards.push(guard);
        Ok(())
    }

    /// A guard that holds if two do.
    fn both(&mut self, outer: Guard, inner: Guard) -> Result<Guard> {
        let array = self.auxiliary();
        self.accesses.clear();
        let first = self.read_scalar(outer.array);
        let second = self.read_scalar(inner.array);
        let zero = Term::integer(PwAff::number(self.ctx, self.dims, 0)?);
        let second = match inner.negated {
            true => Term::apply("!", vec![second]),
            false => second,
        };
        let operands = match outer.negated {
            true => vec![first, zero, second],
            false => vec![first, second, zero],
        };
        let mut write = self.access(array, Element::At(Vec::new()));
        write.conditional = false;
        self.emit(Term::apply("choose i32", operands), write)?;
        Ok(Guard {
            array,
            negated: false,
        })
    }

    /// A fresh scalar.
    pub(crate) fn auxiliary(&mut self) -> usize {
        let at = self.arrays.add_auxiliary();
        if self.tiles.open > 0 {
            self.tiles.declared.scalars.insert(at, self.times.len());
        }
        at
    }

    /// Cells that differ after the branches of a condition on data hold data.
    fn merge_guarded(&mut self, before: &State, first: &State, second: &State) -> Result<()> {
        self.state = before.clone();
        self.state.freed = first.freed.union(&second.freed)?;
        self.state.escaped = first.escaped.union(&second.escaped).copied().collect();
        let mut cells: Vec<_> = first.env.keys().chain(second.env.keys()).copied().collect();
        cells.sort();
        cells.dedup();
        for cell in cells {
            let (Some(a), Some(b)) = (first.env.get(&cell), second.env.get(&cell)) else {
                if before.env.contains_key(&cell) || self.is_held(cell.object) {
                    self.state.env.insert(cell, Rc::new(Known::Data));
                }
                continue;
            };
            if Rc::ptr_eq(a, b) {
                self.state.env.insert(cell, a.clone());
                continue;
            }
            let (left, right) = (a.lifted_to(self.dims)?, b.lifted_to(self.dims)?);
            if left.equals(&right, &before.domain)? {
                self.state.env.insert(cell, a.clone());
            } else {
                if self.dry == 0 && !self.may_hold_data(cell.object) {
                    self.hold(cell.object);
                }
                self.state.env.insert(cell, Rc::new(Known::Data));
            }
        }
        Ok(())
    }

    /// Whether the contents of an object are in memory, or may be lost: those of an integer that
    /// nothing but its name leads to. Who reads it then makes it one that is held.
    fn may_hold_data(&self, object: ObjectId) -> bool {
        self.is_held(object)
            || self.tracked.has_only_its_name(object)
                && matches!(self.object(object).ty, Type::Integer(_))
    }

    /// Executes a `switch` on a value that does not depend on data.
    pub(crate) fn switch(&mut self, value: &Value, arms: &[Arm]) -> Result<()> {
        let number = match self.exact_integer(value)? {
            Some(number) => self.affine(&number)?,
            None => None,
        };
        let Some(number) = number else {
            return match as_branches(value, arms) {
                Some(body) => self.execute(&body),
                None => self.unknown("a `switch` on data"),
            };
        };
        let before = self.state.clone();
        self.frames.push(Frame {
            is_switch: true,
            guards: self.guards.len(),
            ..Frame::default()
        });
        self.leave()?;
        let entries = self.entries(&number, arms, &before)?;
        let mut rest = before.domain.clone();
        for (arm, entry) in arms.iter().zip(entries) {
            rest = rest.subtract(&entry)?;
            let mut entered = before.clone();
            entered.is_dead = entry.is_empty()?;
            entered.domain = entry;
            let falling = self.state.clone();
            self.state = self.joined(vec![falling, entered])?;
            self.execute(&arm.body)?;
        }
        let mut skipped = before.clone();
        skipped.is_dead = rest.is_empty()?;
        skipped.domain = rest;
        let mut states = vec![self.state.clone(), skipped];
        states.extend(self.frames.pop().map(|f| f.breaks).unwrap_or_default());
        self.state = self.joined(states)?;
        Ok(())
    }

    /// Where control enters each arm from the top.
    fn entries(&self, number: &PwAff, arms: &[Arm], before: &State) -> Result<Vec<Set>> {
        let nowhere = Set::all(self.ctx, self.dims)?.complement()?;
        let mut labelled = Vec::new();
        let mut other = before.domain.clone();
        for arm in arms {
            let mut set = nowhere.clone();
            for label in &arm.labels {
                let Ok(label) = i64::try_from(*label) else {
                    return self.unknown("a label that is too large");
                };
                let label = PwAff::number(self.ctx, self.dims, label)?;
                set = set.union(&number.eq_set(&label)?)?;
            }
            set = set.intersect(&before.domain)?;
            other = other.subtract(&set)?;
            labelled.push(set);
        }
        for (arm, set) in arms.iter().zip(&mut labelled) {
            if arm.is_default {
                *set = set.union(&other)?;
            }
        }
        Ok(labelled)
    }
}

/// A `switch` without arms that fall through as `if .. else if ..`.
fn as_branches(value: &Value, arms: &[Arm]) -> Option<Vec<Statement>> {
    let mut rest = Vec::new();
    if let Some(arm) = arms.iter().find(|a| a.is_default) {
        rest = own_body(arm, arms)?;
    }
    for arm in arms.iter().rev().filter(|a| !a.is_default) {
        let then = own_body(arm, arms)?;
        let condition = equals_one_of(value, &arm.labels)?;
        rest = vec![Statement {
            kind: StatementKind::If {
                condition,
                then,
                other: rest,
            },
            at: value.at,
        }];
    }
    Some(rest)
}

/// The statements of an arm without its `break`; `None` if control goes elsewhere.
fn own_body(arm: &Arm, arms: &[Arm]) -> Option<Vec<Statement>> {
    let is_last = arms.last().is_some_and(|last| std::ptr::eq(last, arm));
    let body = match arm.body.as_slice() {
        [one] => match &one.kind {
            StatementKind::Block(inner) => inner.as_slice(),
            _ => arm.body.as_slice(),
        },
        body => body,
    };
    let body = match body.split_last() {
        Some((last, body)) if matches!(last.kind, StatementKind::Break) => body,
        _ if is_last => body,
        _ => return None,
    };
    let mut leaves = false;
    program::visit::statements_of(body, &mut |s| {
        leaves |= matches!(
            s.kind,
            StatementKind::Break | StatementKind::Continue | StatementKind::Loop(_)
        );
    });
    (!leaves).then(|| body.to_vec())
}

/// `value == a || value == b ..`
fn equals_one_of(value: &Value, labels: &[i128]) -> Option<Value> {
    let int = |kind| Value {
        ty: Type::Integer(IntType::INT),
        kind,
        at: value.at,
    };
    let is = |label: i128| {
        let label = Value {
            ty: value.ty.clone(),
            kind: ValueKind::Integer(label),
            at: value.at,
        };
        let (a, b) = (Box::new(value.clone()), Box::new(label));
        int(ValueKind::Binary(program::BinaryOp::Equal, a, b))
    };
    let (first, others) = labels.split_first()?;
    Some(others.iter().fold(is(*first), |all, label| {
        int(ValueKind::Choose {
            condition: Box::new(all),
            then: Box::new(int(ValueKind::Integer(1))),
            other: Box::new(is(*label)),
        })
    }))
}

/// `if (c) p = a; else p = b;` as `p = c ? a : b`.
fn one_assignment<'s>(
    condition: &Value,
    negated: bool,
    then: &'s [Statement],
    other: &'s [Statement],
) -> Option<(&'s Place, Value)> {
    let (place, a) = only_assignment(then)?;
    let (second, b) = only_assignment(other)?;
    if !same_place(place, second) || a.ty != b.ty {
        return None;
    }
    let (a, b) = if negated { (b, a) } else { (a, b) };
    let kind = ValueKind::Choose {
        condition: Box::new(condition.clone()),
        then: Box::new(a.clone()),
        other: Box::new(b.clone()),
    };
    Some((
        place,
        Value {
            ty: a.ty.clone(),
            kind,
            at: a.at,
        },
    ))
}

fn only_assignment(body: &[Statement]) -> Option<(&Place, &Value)> {
    match body {
        [one] => match &one.kind {
            StatementKind::Assign { place, value } => Some((place, value)),
            StatementKind::Block(inner) => only_assignment(inner),
            _ => None,
        },
        _ => None,
    }
}

/// `first && second`.
fn both(first: Value, second: &Value) -> Value {
    let (ty, at) = (Type::Integer(IntType::INT), first.at);
    let zero = Value {
        ty: ty.clone(),
        kind: ValueKind::Integer(0),
        at,
    };
    let kind = ValueKind::Choose {
        condition: Box::new(first),
        then: Box::new(second.clone()),
        other: Box::new(zero),
    };
    Value { ty, kind, at }
}
