//! One attempt to fuse the loops of a file: the texts from the user's file to the fused one.

use super::plans::{Known, Plan, Wanted, plans};
use super::request::Request;
use super::{Apart, Fused, Past, faults, lines};
use crate::text::{Emitted, read_again};
use crate::timings::{FusionTimings, timed};
use front::Program;
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Loops that were fused are fused with others at most so often.
const ROUNDS: usize = 3;
/// Stages may consist of stages, so many levels deep.
const LEVELS: usize = 4;

/// What an attempt leaves as it is.
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
        }
    }

    fn keeps(&self, function: &str) -> bool {
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
    /// The fused loops, by their place in the new text.
    pub(super) places: Vec<Span>,
    /// From the user's file to the new text, one after the other.
    steps: Vec<Edits>,
    /// What is apart in functions.
    apart: BTreeMap<String, Vec<Apart>>,
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
            places: Vec::new(),
            steps: Vec::new(),
            apart: BTreeMap::new(),
            past,
        };
        attempt.pass(|t| &mut t.inline, |attempt| attempt.inline(without))?;
        attempt.pass(|t| &mut t.prepare, |attempt| attempt.prepare(without))?;
        attempt.pass(|t| &mut t.plan, |attempt| attempt.fuse_all(without))?;
        Ok(attempt)
    }

    /// Joins inner loops of fused loops, and removes what nothing needs any more.
    pub(super) fn finish(&mut self, without: &Without) -> Result<(), PreprocessError> {
        self.pass(|t| &mut t.join, |attempt| attempt.join(without))?;
        self.pass(|t| &mut t.tidy, Attempt::remove_stages)
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
        request: &Request,
    ) -> Result<Vec<(String, String)>, PreprocessError> {
        if self.functions.is_empty() {
            return Ok(Vec::new());
        }
        let text = self.text()?;
        let prove = |attempt: &mut Self| {
            let texts = (&**attempt.original, &*text);
            faults(texts, attempt.flags, request, &mut attempt.functions)
        };
        Ok(self.pass(|t| &mut t.prove, prove))
    }

    /// Notes statements in another form that are in no fused loop, and functions with inlined
    /// stages in which nothing is fused. Returns whether there are any.
    pub(super) fn leaves_useless(&self, without: &mut Without) -> bool {
        let (unused, idle) = (self.unused(), self.idle());
        let leaves = !unused.is_empty() || !idle.is_empty();
        without.prepared.extend(unused);
        without.calls.extend(idle);
        leaves
    }

    /// Leaves out the last thing that was done to a function whose proof failed. Returns the
    /// function if that is all of it.
    pub(super) fn blame(&mut self, function: String, without: &mut Without) -> Option<String> {
        if self.joined.contains(&function) {
            without.inner.insert(function);
        } else if self.is_usual(&function, without) {
            without.usual.insert(function);
        } else if let Some(spans) = self.prepared.remove(&function) {
            without.prepared.extend(spans);
        } else {
            without.functions.insert(function.clone());
            return Some(function);
        }
        None
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

    /// The functions with inlined stages in which nothing is fused.
    fn idle(&self) -> Vec<String> {
        let is_fused = |name: &&String| self.functions.contains_key(*name);
        let idle = self.inlined.iter().filter(|name| !is_fused(name));
        idle.cloned().collect()
    }

    /// The file with fused loops, and its text.
    pub(super) fn fused(
        mut self,
        unproved: Vec<(String, String)>,
    ) -> Result<(Fused, Arc<Emitted>), PreprocessError> {
        let text = self.text()?;
        let fused = Fused {
            file: self.original.unit().file.clone(),
            bytes: self.bytes,
            steps: self.steps,
            loops: self.functions.into_values().flat_map(|f| f.loops).collect(),
            apart: self.apart.into_values().flatten().collect(),
            unproved,
            times: self.past.times,
        };
        Ok((fused, text))
    }

    fn file(&self) -> SourceFile {
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
        Ok(())
    }

    /// The edits that replace calls of stages by the bodies of these.
    fn inlined_calls(&mut self, front: &Program<'_>, without: &Without) -> Edits {
        let mut edits = Edits::default();
        for name in front.functions() {
            let stays = without.keeps(name) || without.calls.contains(name);
            // `main` sets inputs and prints results: its stages are whole programs.
            if stays || name == "main" {
                continue;
            }
            let inlined = fuse::stages_inlined(front.contents(), name);
            if !inlined.calls.is_empty() && edits.merge(inlined.edits).is_ok() {
                self.inlined.insert(name.to_string());
                let stages = inlined.calls.into_iter().map(|call| call.function);
                self.stages.extend(stages);
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
            for prepared in fuse::prepared(front.unit(), function) {
                let at = original_span(&self.steps, prepared.at);
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
            if changed.is_empty() {
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
            if plan.loops.is_empty() || edits.merge(plan.edits).is_err() {
                continue;
            }
            for nest in plan.loops.iter_mut().flat_map(|l| &mut l.nests) {
                *nest = place(*nest);
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
