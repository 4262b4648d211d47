//! The passes over the text: nests are cut, written in another form and fused, macros asserted.

use super::{Attempt, Without};
use crate::engine::assert;
use crate::stages::plans::{Known, Wanted, plans};
use crate::stages::{Apart, Cause, FusedLoop};
use crate::text::{keeping, original_span};
use c::names::file::Function;
use front::Program;
use fuse::Prepared;
use source::{Edits, PreprocessError, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Loops that were fused are fused with others at most so often.
const ROUNDS: usize = 3;

impl Attempt<'_> {
    /// The numbers that each function names.
    pub(super) fn named_numbers(
        &mut self,
    ) -> Result<BTreeMap<String, BTreeSet<String>>, PreprocessError> {
        self.read(|_, front| {
            let functions = front.contents().file.functions.iter();
            let named = functions.map(|f| (f.name.clone(), fuse::named_numbers(f)));
            named.collect()
        })
    }

    /// Removes the declarations of numbers that only the loops named which are in another form or
    /// fused now.
    pub(super) fn remove_unused(&mut self) -> Result<(), PreprocessError> {
        if self.prepared.is_empty() && self.functions.is_empty() {
            return Ok(());
        }
        let edits = self.read(|attempt, front| {
            let mut edits = Edits::default();
            for function in &front.contents().file.functions {
                let name = &function.name;
                let has_changed =
                    attempt.prepared.contains_key(name) || attempt.functions.contains_key(name);
                if let Some(numbers) = attempt.numbers.get(name).filter(|_| has_changed) {
                    let user = attempt.original.unit().file.text();
                    let unused = fuse::unused_numbers(front.unit(), function, numbers, user);
                    let _ = edits.merge(unused);
                }
            }
            edits
        })?;
        self.step(edits);
        Ok(())
    }

    /// Asserts the macros whose present values the fused loops of functions rest on.
    pub(super) fn assert_macros(&mut self, without: &Without) -> Result<(), PreprocessError> {
        if without.asserted.is_empty() {
            return Ok(());
        }
        let edits = self.read(|attempt, front| attempt.assertions(front, without))?;
        let bytes = self.bytes.clone();
        self.unasserted = self.step(edits).then_some(bytes);
        Ok(())
    }

    fn assertions(&self, front: &Program<'_>, without: &Without) -> Edits {
        let mut edits = Edits::default();
        for (function, macros) in &without.asserted {
            if self.functions.contains_key(function) {
                let below = "loops below are fused";
                assert(&mut edits, front, (function, macros), below);
            }
        }
        edits
    }

    /// Moves the new text to the lines of the old one: all of it, or what is before the last use
    /// of a line number. Returns the functions for which that is impossible.
    pub(in crate::stages) fn keep_lines(&mut self, all: bool) -> BTreeSet<String> {
        if self.functions.is_empty() {
            return BTreeSet::new();
        }
        let until = match all {
            true => u32::MAX,
            false => self.original.unit().last_line_use(),
        };
        let Some(edits) = keeping(&self.original.unit().file, &self.file(), until) else {
            return self.functions.keys().cloned().collect();
        };
        self.step(edits);
        BTreeSet::new()
    }

    /// Writes objects that count the iterations of nests as sums of the counters of loops.
    pub(super) fn write_sums(&mut self, without: &Without) -> Result<(), PreprocessError> {
        let edits = self.read(|attempt, front| {
            let contents = front.contents();
            let mut edits = Edits::default();
            for Function { name, .. } in &contents.file.functions {
                if without.keeps(name) || without.sums.contains(name) {
                    continue;
                }
                let own = fuse::running_as_sums(contents, name);
                if !own.is_empty() && edits.merge(own).is_ok() {
                    attempt.summed.insert(name.clone());
                }
            }
            edits
        })?;
        self.step(edits);
        Ok(())
    }

    /// Cuts nests before some statements.
    pub(super) fn distribute(&mut self, without: &Without) -> Result<(), PreprocessError> {
        if without.distributed.is_empty() {
            return Ok(());
        }
        let edits = self.read(|_, front| {
            let unit = front.unit();
            let mut edits = Edits::default();
            for function in &front.contents().file.functions {
                let Some(statements) = without.distributed.get(&function.name) else {
                    continue;
                };
                let _ = edits.merge(fuse::distributed(unit, function, statements));
            }
            edits
        })?;
        self.step(edits);
        Ok(())
    }

    /// Writes statements in the form of the loops around them.
    pub(super) fn prepare(&mut self, without: &Without) -> Result<(), PreprocessError> {
        let (edits, open) =
            self.read(|attempt, front| attempt.prepared_statements(front, without))?;
        self.step(edits);
        if !open.is_empty() {
            let edits =
                self.read(|attempt, front| attempt.prepared_inside(front, without, &open))?;
            self.step(edits);
        }
        Ok(())
    }

    /// The edits that write statements inside of others that are in another form already.
    fn prepared_inside(&mut self, front: &Program<'_>, without: &Without, open: &[Span]) -> Edits {
        let mut edits = Edits::default();
        for function in &front.contents().file.functions {
            if without.keeps(&function.name) {
                continue;
            }
            for prepared in fuse::prepared(front.unit(), function, &BTreeMap::new()) {
                let at = original_span(&self.steps, prepared.at);
                let is_inside = open.iter().any(|own| own.contains(at) && *own != at);
                if is_inside
                    && !without.prepared.contains(&at)
                    && edits.merge(prepared.edits).is_ok()
                {
                    let known = self.prepared.entry(function.name.clone()).or_default();
                    known.push(at);
                }
            }
        }
        edits
    }

    /// The edits that write statements in the form of the loops around them, and the places in the
    /// user's file of those that are still open.
    fn prepared_statements(
        &mut self,
        front: &Program<'_>,
        without: &Without,
    ) -> (Edits, Vec<Span>) {
        let mut open = Vec::new();
        let mut edits = Edits::default();
        for function in &front.contents().file.functions {
            if without.keeps(&function.name) {
                continue;
            }
            let zeroed = without.request.zeroed.iter();
            let zeroed = zeroed.filter(|(name, _)| **name == function.name || name.is_empty());
            let zeroed = zeroed.flat_map(|(_, own)| own);
            let zeroed = zeroed.map(|(array, how)| (array.clone(), *how)).collect();
            let wanted = fuse::prepared(front.unit(), function, &zeroed);
            let place = |prepared: &Prepared| original_span(&self.steps, prepared.at);
            if without.mirrored.contains(&function.name) {
                for own in fuse::mirrored(front.unit(), function) {
                    let at = place(&own);
                    if edits.merge(own.edits).is_ok() {
                        let known = self.mirrored.entry(function.name.clone()).or_default();
                        known.push(at);
                    }
                }
            }
            let mut exchanged = fuse::interchanged(front.unit(), function);
            self.interchangeable.extend(exchanged.iter().map(place));
            exchanged.retain(|prepared| without.interchanged.contains(&place(prepared)));
            for prepared in wanted.into_iter().chain(exchanged) {
                let at = place(&prepared);
                if without.prepared.contains(&at) || edits.merge(prepared.edits).is_err() {
                    continue;
                }
                open.extend(prepared.is_open.then_some(at));
                if prepared.stays {
                    self.rewritten.insert(function.name.clone());
                } else {
                    let known = self.prepared.entry(function.name.clone()).or_default();
                    known.push(at);
                }
            }
        }
        (edits, open)
    }

    /// Fuses loops, and the fused ones again with others.
    pub(super) fn fuse_all(&mut self, without: &Without) -> Result<(), PreprocessError> {
        let mut changed = self.fuse(without, 0, &|name: &str| !without.keeps(name))?;
        for round in 1..ROUNDS {
            if changed.is_empty() || without.request.is_plan_only {
                break;
            }
            changed = self.fuse(without, round, &|name| changed.contains(name))?;
        }
        Ok(())
    }

    /// Fuses loops of some functions. Returns those that changed.
    fn fuse(
        &mut self,
        without: &Without,
        round: usize,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<BTreeSet<String>, PreprocessError> {
        let (edits, changed) =
            self.read(|attempt, front| attempt.fused_loops(front, without, (round, is_wanted)))?;
        let written = edits.written();
        if self.step(edits) {
            self.places.extend(written);
        }
        Ok(changed)
    }

    /// The edits that fuse loops of some functions, and the functions that they change.
    fn fused_loops(
        &mut self,
        front: &Program<'_>,
        without: &Without,
        (round, is_wanted): (usize, &dyn Fn(&str) -> bool),
    ) -> (Edits, BTreeSet<String>) {
        let mut edits = Edits::default();
        let mut changed = BTreeSet::new();
        let mut known: Known = std::mem::take(&mut self.past.known);
        let place = |span| original_span(&self.steps, span);
        let wanted = Wanted {
            request: &without.request,
            is_wanted,
            is_usual: &|name| self.is_usual(name, without),
            is_blocked: &|name| !without.blocks.contains(name),
            threads: &|name| without.threads.get(name).copied().unwrap_or_default(),
            may_shift_points: &|name| round == 0 && !without.points.contains(name),
            takes_distances: &|name| !without.distances.contains(name),
            has_new_objects: &|name| self.with_pointers.contains(name),
            place: &place,
            round,
        };
        for (name, mut plan) in plans(front, &wanted, &mut known) {
            for apart in &mut plan.apart {
                let array = apart.array.as_deref().unwrap_or_default();
                apart.is_temporary = front.is_temporary(&apart.function, array);
                self.put_in_original(&name, apart);
            }
            // What was fused before has one place.
            plan.apart
                .retain(|apart| apart.first.end <= apart.second.start);
            let fused = self.functions.get(&name).into_iter();
            let fused = fused.flat_map(|plan| &plan.loops).flat_map(|l| &l.nests);
            let fused: Vec<Span> = fused.copied().collect();
            let mut apart = Apart::of_one_array(std::mem::take(&mut plan.apart));
            // Loops that are no nests stay beside a fused one for the reason that they had before.
            let mut before = self.apart.remove(&name).unwrap_or_default();
            before.retain(|own| {
                let is_fused = [own.first, own.second].map(|place| fused.contains(&place));
                let is_new = { apart.iter() }
                    .all(|new| (new.second, &new.array) != (own.second, &own.array));
                is_new && is_fused[0] != is_fused[1] && matches!(own.cause, Cause::NoRows(_))
            });
            apart.extend(before);
            self.apart.insert(name.clone(), apart);
            let mut functions = front.contents().file.functions.iter();
            if !plan.cuts.is_empty()
                && let Some(function) = functions.find(|f| f.name == name)
            {
                let cuts = fuse::cuts_at(front.unit(), function, &plan.cuts);
                self.cuts.entry(name.clone()).or_default().extend(cuts);
            }
            if plan.loops.is_empty() || edits.merge(plan.edits).is_err() {
                continue;
            }
            for found in &mut plan.loops {
                for nest in &mut found.nests {
                    *nest = place(*nest);
                    found.is_interchanged |= without.interchanged.contains(nest);
                }
            }
            if let Some(taken) = plan.taken.take() {
                self.taken.insert(name.clone(), taken);
            }
            if plan.leaves_windows {
                self.leaves_windows.insert(name.clone());
            }
            if plan.shifts_points {
                self.shifts_points.insert(name.clone());
            }
            changed.insert(name.clone());
            let known = self.functions.entry(name).or_default();
            known.loops.extend(plan.loops);
        }
        self.past.known = known;
        (edits, changed)
    }

    /// Gives two loops of a function their places in the user's file. A fused loop has the place of
    /// its first nest, or of the one that touches the array.
    fn put_in_original(&self, function: &str, apart: &mut Apart) {
        let file = &self.original.unit().file;
        let array = apart.array.clone().unwrap_or_default();
        let touches = |nest: &&Span| source::has_name(&file.slice(**nest), &array);
        let fused = self.functions.get(function).into_iter();
        let fused: Vec<&FusedLoop> = fused.flat_map(|plan| &plan.loops).collect();
        apart.map(|span| {
            let own = original_span(&self.steps, span);
            let begins = |l: &&&FusedLoop| {
                let first = l.nests.first();
                first.is_some_and(|first| first.start == own.start && !own.is_empty())
            };
            let mut there = fused.iter().filter(begins);
            let touching = there.find_map(|l| l.nests.iter().find(touches));
            touching.copied().unwrap_or(own)
        });
    }
}
