//! The places between which an object keeps its value.

use super::Evaluator;
use crate::values::params::{Member, MemberStep};
use c::names::library;
use c::names::symbols::{Call, Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::base::contains;
use scop::IntType;
use std::ops::Range;

/// Calls are followed at most this deep.
const DEPTH: usize = 4;

/// What may change a part of an object.
#[derive(Clone, Debug)]
struct Change {
    /// The offset of the call or store.
    at: usize,
    /// From the start to the end of the loops that repeat it.
    range: Range<usize>,
}

/// The places at which a part of an object has one value.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    between: Option<Range<usize>>,
    changes: Vec<Change>,
}

impl Evaluator<'_> {
    /// Whether the object has one value at all such places of the region, this one among them: from
    /// its last change on, or, if a pointer may change it, between two changes.
    pub fn is_settled(&mut self, var: VarId, at: usize) -> bool {
        let variable = self.symbols.variable(var);
        if variable.address_taken {
            return self.keeps_own(var) && self.change_of_object(var, at).is_none();
        }
        let in_region = self.source.region.contains(&at);
        let from = match self.settled.get(&(var, in_region)) {
            Some(known) => *known,
            None => {
                let found = self.settles_at(var, in_region);
                self.settled.insert((var, in_region), found);
                found
            }
        };
        from.is_some_and(|from| from <= at)
    }

    /// The offset after which the object does not change. Within the region, changes outside of it
    /// do not count.
    fn settles_at(&self, var: VarId, in_region: bool) -> Option<usize> {
        let variable = self.symbols.variable(var);
        let within = if in_region {
            self.source.region.clone()
        } else {
            0..usize::MAX
        };
        if variable.qualifiers.volatile || variable.qualifiers.atomic {
            return None;
        }
        let outlives =
            matches!(variable.origin, Origin::Global(_)) || variable.storage == Storage::Extern;
        if outlives && !variable.qualifiers.constant && !self.is_global_settled(var, &within) {
            return None;
        }
        let is_static = variable.storage == Storage::Static;
        if is_static && variable.origin == Origin::Local && !self.calls_are_harmless(&within) {
            return None;
        }
        let declared = matches!(variable.origin, Origin::Local).then_some(variable.at.start);
        let changes = variable
            .writes
            .iter()
            .copied()
            .chain(declared)
            .filter(|at| within.contains(at));
        // The last change decides: an earlier one ends no later.
        let last = changes.max();
        Some(last.map_or(0, |at| self.after_change(at, &within)))
    }

    /// The end of the loops and teams that contain a change.
    fn after_change(&self, at: usize, within: &Range<usize>) -> usize {
        let after_team = self.facts.threads.after_team(at, within);
        let after_loops = self.symbols.after_loops(at, within);
        after_loops.max(after_team.unwrap_or(0))
    }

    /// Whether an object whose address is taken belongs to the function, and all of that is read.
    pub(crate) fn keeps_own(&self, var: VarId) -> bool {
        let (symbols, variable) = (self.symbols, self.symbols.variable(var));
        let is_local = matches!(variable.origin, Origin::Local | Origin::Parameter);
        let is_own = matches!(variable.storage, Storage::Automatic | Storage::Register);
        let is_plain = !variable.qualifiers.volatile && !variable.qualifiers.atomic;
        let is_read = symbols.unread.is_empty() && symbols.hidden.is_empty();
        is_local && is_own && is_plain && is_read
    }

    /// The place of the change for which a part of an object does not have the value at `at` that
    /// the region takes for a parameter.
    pub(crate) fn change_around(
        &mut self,
        (part, ty): (&Member, IntType),
        at: usize,
    ) -> Option<usize> {
        let is_element = |step: &MemberStep| matches!(step, MemberStep::Element(_));
        let is_named = part.pointers == 0 && !part.steps.iter().any(is_element);
        let is_constant = self.symbols.variable(part.var).qualifiers.constant;
        match is_named || part.pointers == 0 && is_constant {
            true => None,
            false => self.change_of((part, Some(ty)), at),
        }
    }

    /// The same for an object as a whole.
    pub(crate) fn change_of_object(&mut self, var: VarId, at: usize) -> Option<usize> {
        let ty = match *self.facts.type_of(var) {
            Type::Integer(ty) => Some(ty),
            _ => None,
        };
        self.change_of((&Member::whole(var), ty), at)
    }

    fn change_of(&mut self, (part, ty): (&Member, Option<IntType>), at: usize) -> Option<usize> {
        let in_region = self.source.region.contains(&at);
        let key = (part.clone(), in_region);
        if !self.kept.contains_key(&key) {
            let within = match in_region {
                true => self.source.region.clone(),
                false => 0..usize::MAX,
            };
            let found = self.kept((part, ty), &within);
            self.kept.insert(key.clone(), found);
        }
        let kept = &self.kept[&key];
        if kept.between.as_ref().is_some_and(|kept| kept.contains(&at)) {
            return None;
        }
        let (is_around, is_later) = (
            |c: &&Change| c.range.contains(&at),
            |c: &&Change| c.range.start >= at,
        );
        let changes = &kept.changes;
        let found = changes.iter().find(is_around);
        let found = found.or_else(|| changes.iter().find(is_later));
        Some(found.or(changes.last()).map_or(at, |c| c.at))
    }

    /// Between which changes a part of an object keeps its value: calls and stores that may change
    /// it. Of several such places it is the one with the last use in a loop of the region. A part
    /// without an integer type may be changed by stores of any type.
    fn kept(&self, (part, ty): (&Member, Option<IntType>), within: &Range<usize>) -> Kept {
        let (symbols, variable) = (self.symbols, self.symbols.variable(part.var));
        let calls = symbols.calls.iter().filter(|c| self.may_store(c, DEPTH));
        let stores = symbols.stores.iter().filter(|s| match ty {
            Some(ty) => self.may_change(s, part, ty),
            None => s.from.is_none_or(|from| self.may_reach(s, from, part)),
        });
        let is_object = part.steps.is_empty();
        let declared = (variable.origin == Origin::Local).then_some(variable.at.start);
        let own = variable.writes.iter().copied().chain(declared);
        let changes = { own.filter(|_| is_object) }
            .chain(calls.map(|c| c.at))
            .chain(stores.map(|s| s.at))
            .filter(|at| within.contains(at) && !self.is_left_after(*at, variable));
        let range = |at: usize| {
            let end = self.after_change(at, within);
            symbols.before_loops(at, within)..end.max(self.end_of_statement(at))
        };
        let mut changes: Vec<Change> = changes
            .map(|at| Change {
                at,
                range: range(at),
            })
            .collect();
        changes.sort_by_key(|c| c.at);
        let between = self.last_used(variable).and_then(|anchor| {
            let (before, after): (Vec<_>, Vec<_>) =
                changes.iter().partition(|c| c.range.start <= anchor);
            let from = before.iter().map(|c| c.range.end).max().unwrap_or(0);
            let until = after.iter().map(|c| c.range.start).min();
            (from <= anchor).then_some(from..until.unwrap_or(usize::MAX))
        });
        let is_plain = changes.is_empty() || !symbols.has_tangles();
        Kept {
            between: between.filter(|_| is_plain),
            changes,
        }
    }

    /// The last mention of an object in a loop of the region, or else in the region.
    fn last_used(&self, variable: &Variable<'_>) -> Option<usize> {
        let region = &self.source.region;
        let mentions = { variable.mentions.iter().copied() }.filter(|at| region.contains(at));
        let in_loop = |at: &usize| {
            { self.symbols.loops.iter() }.any(|l| contains(region, l) && l.contains(at))
        };
        let in_loops = mentions.clone().filter(in_loop).max();
        in_loops.or_else(|| mentions.max())
    }

    /// The first semicolon behind a place: nothing that the same statement reads comes later.
    fn end_of_statement(&self, at: usize) -> usize {
        let unit = self.source.unit;
        let from = unit.tokens_in(at..usize::MAX).start;
        let mut tokens = unit.tokens[from..].iter();
        let end = tokens.find(|t| unit.token_text(t) == ";");
        end.map_or(usize::MAX, |token| token.at.start as usize)
    }

    /// Whether the block that contains a change is left by `return` after it, and does not mention
    /// the object in between.
    fn is_left_after(&self, at: usize, variable: &Variable<'_>) -> bool {
        let unit = self.source.unit;
        let from = unit.tokens_in(at..usize::MAX).start;
        let (mut depth, mut last) = (0_usize, "");
        for token in &unit.tokens[from..] {
            let text = unit.token_text(token);
            match text {
                "{" => depth += 1,
                "}" if depth == 0 => return false,
                "}" => depth -= 1,
                "return" if depth == 0 && [";", "}"].contains(&last) => {
                    let between = at..self.end_of_statement(token.at.start as usize);
                    return !variable.mentions.iter().any(|m| between.contains(m));
                }
                "break" | "continue" | "goto" | "return" => return false,
                _ => {}
            }
            last = text;
        }
        false
    }

    /// Whether a call may store behind pointers, other than its own ones and those that count as
    /// stores of the function.
    fn may_store(&self, call: &Call, depth: usize) -> bool {
        let Some(name) = call.name.as_deref() else {
            return true;
        };
        let facts = &self.source.file_facts;
        let inner = match facts.callee(self.source.file, name) {
            Some((callee, _)) => {
                let mut calls = callee.symbols.calls.iter();
                depth == 0 || calls.any(|c| self.may_store(c, depth - 1))
            }
            None => library::may_store(name),
        };
        inner || !facts.calls.keeps_globals(call)
    }

    fn is_global_settled(&self, var: VarId, within: &Range<usize>) -> bool {
        let variable = self.symbols.variable(var);
        let Origin::Global(global) = variable.origin else {
            return false;
        };
        if self.source.file_facts.unchanged.contains(&global) {
            return true;
        }
        let global = &self.source.file.globals[global];
        let private = global.storage == Storage::Static && !global.address_taken;
        let aliases = |ty: &Type| !matches!(ty, Type::Floating(_) | Type::Pointer(_));
        self.calls_are_harmless(within)
            && (private
                || !self
                    .symbols
                    .stores
                    .iter()
                    .any(|s| within.contains(&s.at) && aliases(&s.ty)))
    }

    /// Whether all calls are of functions known to touch nothing of this file.
    pub fn calls_are_harmless(&self, within: &Range<usize>) -> bool {
        let mut calls = self.symbols.calls.iter().filter(|c| within.contains(&c.at));
        calls.all(|c| self.source.file_facts.calls.keeps_globals(c))
    }
}
