//! The place after which an object keeps its value.

use super::Evaluator;
use c::names::symbols::{Origin, VarId};
use c::names::types::{Storage, Type};
use std::ops::Range;

impl Evaluator<'_> {
    /// Whether the object keeps one value from the mention at `at` to the end of the region.
    pub fn is_settled(&mut self, var: VarId, at: usize) -> bool {
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
        if variable.address_taken || variable.qualifiers.volatile || variable.qualifiers.atomic {
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
        Some(last.map_or(0, |at| {
            let after_team = self.facts.threads.after_team(at, &within);
            let after_loops = self.symbols.after_loops(at, &within);
            after_loops.max(after_team.unwrap_or(0))
        }))
    }

    fn is_global_settled(&self, var: VarId, within: &Range<usize>) -> bool {
        let variable = self.symbols.variable(var);
        let Origin::Global(global) = variable.origin else {
            return false;
        };
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
