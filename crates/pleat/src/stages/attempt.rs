//! One attempt to fuse the loops of a file: the texts from the user's file to the fused one.

use super::asserted;
use super::plans::{Known, Plan, Wanted, plans};
use super::request::Request;
use super::strips::Unshared;
use super::{Apart, Cause, Fault, Fused, Left, Past, faults, lines};
use crate::text::{Emitted, read_again};
use crate::timings::{FusionTimings, timed};
use crate::verify::PresentValue;
use front::Program;
use fuse::{Inlined, Prepared};
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Loops that were fused are fused with others at most so often.
const ROUNDS: usize = 3;
/// Stages may consist of stages and of functions for single elements, so many levels deep.
const LEVELS: usize = 6;

/// The bodies of stages that one function gets at once have at most so many bytes.
const MOST_INLINED: usize = 1 << 18;

/// What an attempt leaves as it is, and what it does only because an earlier one failed.
#[derive(Clone)]
pub(super) struct Without {
    /// What is asked for.
    pub(super) request: Request,
    /// Functions.
    pub(super) functions: BTreeSet<String>,
    /// Statements that would be written in another form, by their place in the user's file.
    pub(super) prepared: BTreeSet<Span>,
    /// The loss of tiny sizes in plans of functions.
    pub(super) usual: BTreeSet<String>,
    /// The inner loops of fused loops in functions.
    pub(super) inner: BTreeSet<String>,
    /// Functions whose calls of stages stay.
    pub(super) calls: BTreeSet<String>,
    /// Functions whose fused loops stay serial if the user's loops are.
    pub(super) serial: BTreeSet<String>,
    /// Functions whose loops over vectors do not become blocks.
    pub(super) blocks: BTreeSet<String>,
    /// Nests whose two outermost loops change places, by their place in the user's file.
    pub(super) interchanged: BTreeSet<Span>,
    /// The statements before which nests are cut, as they are written, by function.
    pub(super) distributed: BTreeMap<String, BTreeSet<String>>,
    /// Functions whose nests are not cut.
    pub(super) undistributed: BTreeSet<String>,
    /// The macros whose present values functions assert.
    pub(super) asserted: BTreeMap<String, Vec<PresentValue>>,
}

impl Without {
    /// Only what a request excludes.
    pub(super) fn of(request: &Request) -> Self {
        Without {
            request: request.clone(),
            functions: request.except.clone(),
            prepared: BTreeSet::new(),
            usual: BTreeSet::new(),
            inner: BTreeSet::new(),
            calls: BTreeSet::new(),
            serial: request.serial.clone(),
            blocks: BTreeSet::new(),
            interchanged: BTreeSet::new(),
            distributed: BTreeMap::new(),
            undistributed: BTreeSet::new(),
            asserted: BTreeMap::new(),
        }
    }

    /// Lets the nests of functions be cut before more statements. Returns whether there are any.
    pub(super) fn distributes(&mut self, cuts: &BTreeMap<String, BTreeSet<String>>) -> bool {
        let mut is_new = false;
        for (function, statements) in cuts {
            if !self.undistributed.contains(function) {
                let known = self.distributed.entry(function.clone()).or_default();
                let count = known.len();
                known.extend(statements.iter().cloned());
                is_new |= known.len() > count;
            }
        }
        is_new
    }

    /// Lets a function assert the macros that its proof takes at their value. Returns whether that
    /// is all that its proof lacks.
    pub(super) fn asserts(&mut self, function: &str, macros: &[PresentValue]) -> bool {
        let is_new = !macros.is_empty() && !self.asserted.contains_key(function);
        if is_new {
            self.asserted.insert(function.to_string(), macros.to_vec());
        }
        is_new
    }

    pub(super) fn keeps(&self, function: &str) -> bool {
        self.functions.contains(function) || !self.request.wants(function)
    }
}

/// A new text of a file.
pub(super) struct Attempt<'a> {
    /// The user's file.
    original: &'a Arc<Emitted>,
    flags: &'a Flags,
    pub(super) bytes: Vec<u8>,
    /// The new text as it was when it was last read.
    text: Arc<Emitted>,
    /// Whether it changed since.
    is_changed: bool,
    /// The functions with fused loops.
    pub(super) functions: BTreeMap<String, Plan>,
    /// The statements that are written in another form, by function.
    pub(super) prepared: BTreeMap<String, Vec<Span>>,
    /// The functions whose calls of stages are replaced by the bodies of these.
    pub(super) inlined: BTreeSet<String>,
    /// The stages that were inlined.
    stages: BTreeSet<String>,
    /// The functions in which inner loops of fused loops are joined.
    pub(super) joined: BTreeSet<String>,
    /// Whether directives are written as comments.
    pub(super) is_marked: bool,
    /// The functions with fused loops in strips.
    pub(super) shared: BTreeSet<String>,
    /// Fused loops without strips.
    pub(super) unshared: Vec<Unshared>,
    /// The fused loops, by their place in the new text.
    pub(super) places: Vec<Span>,
    /// From the user's file to the new text, one after the other.
    pub(super) steps: Vec<Edits>,
    /// The statements before which nests are better cut, by function.
    pub(super) cuts: BTreeMap<String, BTreeSet<String>>,
    /// What is apart in functions.
    pub(super) apart: BTreeMap<String, Vec<Apart>>,
    /// Calls that stay, and whether bodies may stand in their place.
    calls: Vec<(bool, Apart)>,
    /// The numbers that each function named before its loops were prepared.
    numbers: BTreeMap<String, BTreeSet<String>>,
    /// What earlier attempts found, and this one.
    pub(super) past: Past,
}

impl<'a> Attempt<'a> {
    /// Fuses what can be fused.
    pub(super) fn new(
        original: &'a Arc<Emitted>,
        flags: &'a Flags,
        without: &Without,
        past: Past,
    ) -> Result<Self, PreprocessError> {
        let mut attempt = Attempt {
            original,
            flags,
            bytes: original.unit().file.bytes.clone(),
            text: Arc::clone(original),
            is_changed: false,
            functions: BTreeMap::new(),
            prepared: BTreeMap::new(),
            inlined: BTreeSet::new(),
            stages: BTreeSet::new(),
            joined: BTreeSet::new(),
            is_marked: false,
            shared: BTreeSet::new(),
            unshared: Vec::new(),
            places: Vec::new(),
            steps: Vec::new(),
            cuts: BTreeMap::new(),
            apart: BTreeMap::new(),
            calls: Vec::new(),
            numbers: BTreeMap::new(),
            past,
        };
        if !without.request.is_plan_only {
            attempt.mark(without)?;
            attempt.pass(|t| &mut t.inline, |attempt| attempt.inline(without))?;
        }
        attempt.numbers = attempt.named_numbers()?;
        attempt.pass(|t| &mut t.prepare, |attempt| attempt.distribute(without))?;
        attempt.pass(|t| &mut t.prepare, |attempt| attempt.prepare(without))?;
        attempt.pass(|t| &mut t.plan, |attempt| attempt.fuse_all(without))?;
        Ok(attempt)
    }

    /// Joins inner loops of fused loops, and asserts what they rest on.
    pub(super) fn finish(&mut self, without: &Without) -> Result<(), PreprocessError> {
        self.pass(|t| &mut t.join, |attempt| attempt.join(without))?;
        self.share(without)?;
        self.pass(|t| &mut t.tidy, Attempt::remove_unused)?;
        self.assert_macros(without)
    }

    /// Runs a pass and notes how long it took, without the time to read texts.
    fn pass<T>(
        &mut self,
        total: fn(&mut FusionTimings) -> &mut Duration,
        pass: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (start, read) = (Instant::now(), self.past.times.read);
        let result = pass(self);
        let reading = self.past.times.read - read;
        *total(&mut self.past.times) += start.elapsed().saturating_sub(reading);
        result
    }

    /// The new text, read.
    fn text(&mut self) -> Result<Arc<Emitted>, PreprocessError> {
        if self.is_changed {
            let (file, flags) = (self.file(), self.flags);
            let known = self.text.syntax();
            let read = timed(&mut self.past.times.read, || {
                read_again(file, flags, Vec::new(), known)
            });
            self.text = Arc::new(read?);
            self.is_changed = false;
        }
        Ok(Arc::clone(&self.text))
    }

    /// The numbers that each function names.
    fn named_numbers(&mut self) -> Result<BTreeMap<String, BTreeSet<String>>, PreprocessError> {
        self.read(|_, front| {
            let functions = front.contents().file.functions.iter();
            let named = functions.map(|f| (f.name.clone(), fuse::named_numbers(f)));
            named.collect()
        })
    }

    /// Removes the declarations of numbers that only loops in another form named.
    fn remove_unused(&mut self) -> Result<(), PreprocessError> {
        if self.prepared.is_empty() {
            return Ok(());
        }
        let edits = self.read(|attempt, front| {
            let mut edits = Edits::default();
            for function in &front.contents().file.functions {
                let is_prepared = attempt.prepared.contains_key(&function.name);
                if let Some(numbers) = attempt.numbers.get(&function.name).filter(|_| is_prepared) {
                    let unused = fuse::unused_numbers(front.unit(), function, numbers);
                    let _ = edits.merge(unused);
                }
            }
            edits
        })?;
        self.step(edits);
        Ok(())
    }

    /// Reads the new text.
    pub(super) fn read<T>(
        &mut self,
        work: impl FnOnce(&mut Self, &Program<'_>) -> T,
    ) -> Result<T, PreprocessError> {
        let text = self.text()?;
        Ok(work(self, text.program()))
    }

    /// The functions whose new text is not proved, and why.
    pub(super) fn faults(
        &mut self,
        without: &Without,
    ) -> Result<Vec<(String, Fault)>, PreprocessError> {
        if self.functions.is_empty() {
            return Ok(Vec::new());
        }
        let text = self.text()?;
        let prove = |attempt: &mut Self| {
            let texts = (&**attempt.original, &*text);
            faults(texts, attempt.flags, without, &mut attempt.functions)
        };
        Ok(self.pass(|t| &mut t.prove, prove))
    }

    /// Notes statements in another form that are in no fused loop, and functions with inlined
    /// stages in which nothing is fused. Returns whether there are any.
    pub(super) fn leaves_useless(&mut self, without: &mut Without, left: &mut Left) -> bool {
        let (unused, idle) = (self.unused(), self.idle());
        let leaves = !unused.is_empty() || !idle.is_empty();
        // What keeps the loops of the stages apart is the reason why their calls stay.
        for function in &idle {
            let apart = self.apart.remove(function).unwrap_or_default();
            left.kept.entry(function.clone()).or_insert(apart);
        }
        without.prepared.extend(unused);
        without.calls.extend(idle);
        leaves
    }

    /// Leaves out the last thing that was done to a function whose proof failed, or asserts what
    /// its proof lacks. If nothing is left to leave out, its loops stay.
    pub(super) fn blame(
        &mut self,
        function: String,
        fault: Fault,
        without: &mut Without,
        left: &mut Left,
    ) -> Result<(), PreprocessError> {
        // Nests in another form have the same iterations of the loops around them.
        let is_deep = fault.reason.contains("the relation between the iterations");
        let last = left.reasons.insert(function.clone(), fault.reason.clone());
        let is_in_vain = is_deep && last.as_ref() == Some(&fault.reason);
        if is_in_vain {
            left.failed.remove(&function);
            left.stay(without, [(function, fault.reason)]);
            return Ok(());
        }
        let may_be_serial = self.shared.contains(&function) && without.request.strips;
        if may_be_serial && without.serial.insert(function.clone()) {
            left.serial.push((function, fault.reason));
            return Ok(());
        }
        let is_blocked = |plan: &Plan| plan.loops.iter().any(|l| l.is_in_blocks);
        if self.functions.get(&function).is_some_and(is_blocked) {
            without.blocks.insert(function);
            return Ok(());
        }
        let may_assert = |_: &mut Self, front: &Program<'_>| {
            asserted::may_assert(front, &function, &fault.macros)
        };
        if self.read(may_assert)? && without.asserts(&function, &fault.macros) {
            return Ok(());
        }
        if self.joined.contains(&function) {
            without.inner.insert(function);
        } else if without.distributed.remove(&function).is_some() {
            without.undistributed.insert(function);
        } else if self.is_usual(&function, without) {
            without.usual.insert(function);
        } else if let Some(spans) = self.prepared.remove(&function) {
            without.prepared.extend(spans);
        } else if self.inlined.contains(&function) {
            // Its own loops may be fused without those of the stages.
            without.calls.insert(function.clone());
            left.failed.insert(function, fault.reason);
        } else {
            left.failed.remove(&function);
            left.stay(without, [(function, fault.reason)]);
        }
        Ok(())
    }

    /// Whether the plan of a function leaves out tiny sizes.
    pub(super) fn is_usual(&self, function: &str, without: &Without) -> bool {
        self.prepared.contains_key(function) && !without.usual.contains(function)
    }

    /// The statements in another form that are in no fused loop.
    fn unused(&self) -> Vec<Span> {
        let is_used = |span: &&Span| {
            let loops = self.functions.values().flat_map(|plan| &plan.loops);
            let mut nests = loops.flat_map(|l| &l.nests);
            nests.any(|nest| nest.start < span.end && span.start < nest.end)
        };
        let all = self.prepared.values().flatten();
        all.filter(|span| !is_used(span)).copied().collect()
    }

    /// Loops that stay apart because their rows do not meet.
    pub(super) fn far_apart(&self) -> impl Iterator<Item = [Span; 2]> {
        let all = self.apart.values().flatten();
        let is_far = |apart: &&Apart| {
            matches!(
                apart.cause,
                Cause::Unbounded(..) | Cause::Bounds(_) | Cause::Other
            )
        };
        all.filter(is_far).map(|apart| [apart.first, apart.second])
    }

    /// Whether nests of the user's file are in one fused loop.
    pub(super) fn fuses(&self, nests: &[Span]) -> bool {
        let mut loops = self.functions.values().flat_map(|plan| &plan.loops);
        loops.any(|fused| nests.iter().all(|nest| fused.nests.contains(nest)))
    }

    /// The nests whose two outermost loops may change places, by their place in the user's file.
    pub(super) fn interchangeable(&self) -> BTreeSet<Span> {
        let front = self.original.program();
        let functions = front.contents().file.functions.iter();
        let nests = functions.flat_map(|f| fuse::interchanged(front.unit(), f));
        nests.map(|nest| nest.at).collect()
    }

    /// The functions with inlined stages in which nothing is fused.
    fn idle(&self) -> Vec<String> {
        let is_fused = |name: &&String| self.functions.contains_key(*name);
        let idle = self.inlined.iter().filter(|name| !is_fused(name));
        idle.cloned().collect()
    }

    /// The file with fused loops, and its text.
    pub(super) fn fused(mut self, left: Left) -> Result<(Fused, Arc<Emitted>), PreprocessError> {
        let text = self.text()?;
        let Left {
            mut unproved,
            mut serial,
            mut failed,
            kept,
            ..
        } = left;
        failed.retain(|function, _| !self.functions.contains_key(function));
        unproved.extend(failed);
        serial.append(&mut self.serial());
        let mut apart: Vec<Apart> = self.apart.into_values().flatten().collect();
        let calls = self.calls.into_iter();
        // What keeps an array alive matters where its loops are not fused.
        let calls = calls.filter(|(is_fit, c)| !is_fit || kept.contains_key(&c.function));
        let calls: Vec<Apart> = calls.map(|(_, call)| call).collect();
        for found in calls.into_iter().chain(kept.into_values().flatten()) {
            if !apart.contains(&found) {
                apart.push(found);
            }
        }
        apart.sort_by_key(|apart| (apart.second.start, apart.first.start));
        let fused = Fused {
            file: self.original.unit().file.clone(),
            bytes: self.bytes,
            steps: self.steps,
            loops: self.functions.into_values().flat_map(|f| f.loops).collect(),
            apart,
            unproved,
            serial,
            times: self.past.times,
        };
        Ok((fused, text))
    }

    pub(super) fn file(&self) -> SourceFile {
        SourceFile::new(self.original.unit().file.path.clone(), self.bytes.clone())
    }

    /// Applies edits of the new text. Returns whether there are any.
    pub(super) fn step(&mut self, edits: Edits) -> bool {
        if edits.is_empty() {
            return false;
        }
        for place in &mut self.places {
            *place = edits.new_span(*place);
        }
        self.bytes = edits.apply(&self.bytes);
        self.is_changed = true;
        self.steps.push(edits);
        true
    }

    /// Replaces calls of stages by the bodies of these, and the calls in those bodies.
    fn inline(&mut self, without: &Without) -> Result<(), PreprocessError> {
        for _ in 0..LEVELS {
            let edits = self.read(|attempt, front| attempt.inlined_calls(front, without))?;
            if !self.step(edits) {
                break;
            }
        }
        self.rewrite(without, |front, name| {
            fuse::constructors_inlined(front.contents(), name)
        })?;
        // What only stages used belongs to their callers now.
        self.remove_stages()?;
        self.rewrite(without, |front, name| {
            fuse::members_as_objects(front.contents(), name)
        })
    }

    /// Rewrites functions whose calls of stages may be replaced.
    fn rewrite(
        &mut self,
        without: &Without,
        rewritten: impl Fn(&Program<'_>, &str) -> Inlined,
    ) -> Result<(), PreprocessError> {
        let edits = self.read(|attempt, front| {
            let contents = front.contents();
            let mut edits = Edits::default();
            for function in &contents.file.functions {
                let name = function.name.as_str();
                let may_change = !without.keeps(name) && !without.calls.contains(name);
                let own = match may_change {
                    true => rewritten(front, name),
                    false => Inlined::default(),
                };
                if !own.edits.is_empty() && edits.merge(own.edits).is_ok() {
                    attempt.inlined.insert(name.to_string());
                    let callees = own.calls.into_iter().map(|call| call.function);
                    attempt.stages.extend(callees);
                }
            }
            edits
        })?;
        self.step(edits);
        Ok(())
    }

    /// The edits that replace calls of stages by the bodies of these; in functions without such
    /// calls, those of functions that read or set one element. Notes the calls that stay because
    /// their functions are not understood.
    fn inlined_calls(&mut self, front: &Program<'_>, without: &Without) -> Edits {
        let contents = front.contents();
        let stages = fuse::Stages::of(contents);
        let mut edits = Edits::default();
        for name in front.functions().filter(|name| !without.keeps(name)) {
            if self.steps.len() == usize::from(self.is_marked) {
                let kept = fuse::kept_calls(contents, &stages, name).into_iter();
                let kept = kept.map(|call| (call.is_fit, Apart::call(name, call)));
                self.calls.extend(kept);
            }
            if without.calls.contains(name) {
                continue;
            }
            let mut inlined = fuse::stages_inlined(contents, &stages, name);
            if inlined.calls.is_empty() {
                inlined = fuse::accessors_inlined(contents, name);
            }
            let size: usize = inlined.edits.iter().map(|edit| edit.text.len()).sum();
            let is_small = size <= MOST_INLINED;
            if !inlined.calls.is_empty() && is_small && edits.merge(inlined.edits).is_ok() {
                self.inlined.insert(name.to_string());
                let stages = inlined.calls.into_iter().map(|call| call.function);
                self.stages.extend(stages);
            }
        }
        edits
    }

    /// Asserts the macros whose present values the fused loops of functions rest on.
    fn assert_macros(&mut self, without: &Without) -> Result<(), PreprocessError> {
        if without.asserted.is_empty() {
            return Ok(());
        }
        let edits = self.read(|attempt, front| attempt.assertions(front, without))?;
        self.step(edits);
        Ok(())
    }

    fn assertions(&self, front: &Program<'_>, without: &Without) -> Edits {
        let mut edits = Edits::default();
        for (function, macros) in &without.asserted {
            if self.functions.contains_key(function) {
                let below = "loops below are fused";
                asserted::assert(&mut edits, front, (function, macros), below);
            }
        }
        edits
    }

    /// Moves the new text to the lines of the old one: all of it, or what is before the last use
    /// of a line number. Returns the functions for which that is impossible.
    pub(super) fn keep_lines(&mut self, all: bool) -> BTreeSet<String> {
        if self.functions.is_empty() {
            return BTreeSet::new();
        }
        let until = match all {
            true => u32::MAX,
            false => self.original.unit().last_line_use(),
        };
        let Some(edits) = lines::keeping(&self.original.unit().file, &self.file(), until) else {
            return self.functions.keys().cloned().collect();
        };
        self.step(edits);
        BTreeSet::new()
    }

    /// Removes the stages that nothing calls any more.
    fn remove_stages(&mut self) -> Result<(), PreprocessError> {
        if !self.stages.is_empty() {
            let edits =
                self.read(|attempt, front| fuse::removable(front.contents(), &attempt.stages))?;
            self.step(edits);
        }
        Ok(())
    }

    /// Cuts nests before some statements.
    fn distribute(&mut self, without: &Without) -> Result<(), PreprocessError> {
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
    fn prepare(&mut self, without: &Without) -> Result<(), PreprocessError> {
        let edits = self.read(|attempt, front| attempt.prepared_statements(front, without))?;
        self.step(edits);
        Ok(())
    }

    /// The edits that write statements in the form of the loops around them.
    fn prepared_statements(&mut self, front: &Program<'_>, without: &Without) -> Edits {
        let mut edits = Edits::default();
        for function in &front.contents().file.functions {
            if without.keeps(&function.name) {
                continue;
            }
            let zeroed = without.request.zeroed.get(&function.name);
            let zeroed: Vec<String> = zeroed.into_iter().flatten().cloned().collect();
            let wanted = fuse::prepared(front.unit(), function, &zeroed);
            let place = |prepared: &Prepared| original_span(&self.steps, prepared.at);
            let mut exchanged = match without.interchanged.is_empty() {
                true => Vec::new(),
                false => fuse::interchanged(front.unit(), function),
            };
            exchanged.retain(|prepared| without.interchanged.contains(&place(prepared)));
            for prepared in wanted.into_iter().chain(exchanged) {
                let at = place(&prepared);
                if !without.prepared.contains(&at) && edits.merge(prepared.edits).is_ok() {
                    let known = self.prepared.entry(function.name.clone()).or_default();
                    known.push(at);
                }
            }
        }
        edits
    }

    /// Fuses loops, and the fused ones again with others.
    fn fuse_all(&mut self, without: &Without) -> Result<(), PreprocessError> {
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
            place: &place,
            round,
        };
        for (name, mut plan) in plans(front, &wanted, &mut known) {
            for apart in &mut plan.apart {
                apart.map(place);
            }
            // What was fused before has one place.
            plan.apart
                .retain(|apart| apart.first.end <= apart.second.start);
            self.apart
                .insert(name.clone(), std::mem::take(&mut plan.apart));
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
            changed.insert(name.clone());
            let known = self.functions.entry(name).or_default();
            known.loops.extend(plan.loops);
        }
        self.past.known = known;
        (edits, changed)
    }
}

/// The place before some edits of a place after them.
pub(super) fn original_span(steps: &[Edits], span: Span) -> Span {
    let steps = steps.iter().rev();
    steps.fold(span, |span, edits| edits.original_span(span))
}
