//! One attempt to fuse the loops of a file: the texts from the user's file to the fused one.

mod blame;
mod inlining;
mod macros;
mod without;
mod writing;

pub(super) use without::Without;

use super::plans::Plan;
use super::strips::Unshared;
use super::{Apart, Fused, Left, Past};
use crate::text::Version;
use crate::timings::{FusionTimings, timed};
use crate::verify::PresentValue;
use front::Program;
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A new text of a file.
pub(super) struct Attempt<'a> {
    /// The user's file.
    original: &'a Arc<Version>,
    flags: &'a Flags,
    pub(super) bytes: Vec<u8>,
    /// The same before it asserted macros, if it does.
    pub(super) unasserted: Option<Vec<u8>>,
    /// The new text as it was when it was last read.
    text: Arc<Version>,
    /// Whether it changed since.
    is_changed: bool,
    /// The functions with fused loops.
    pub(super) functions: BTreeMap<String, Plan>,
    /// The statements that are written in another form, by function.
    pub(super) prepared: BTreeMap<String, Vec<Span>>,
    /// The loops in the order of others that count down, by function.
    mirrored: BTreeMap<String, Vec<Span>>,
    /// The nests whose two outermost loops may change places, by their place in the user's file.
    pub(super) interchangeable: BTreeSet<Span>,
    /// The functions in which objects that count iterations are written as sums.
    summed: BTreeSet<String>,
    /// The functions whose calls of stages are replaced by the bodies of these.
    pub(super) inlined: BTreeSet<String>,
    /// The functions with arrays that were tables of rows.
    tables: BTreeSet<String>,
    /// The functions with arrays in another form, in which they may become smaller: they were
    /// tables of rows, or all zero at first.
    rewritten: BTreeSet<String>,
    /// Functions that got pointers at file scope as objects of their own.
    with_pointers: BTreeSet<String>,
    /// The functions that consisted of stages before these were inlined.
    programs: BTreeSet<String>,
    /// The stages that were inlined.
    stages: BTreeSet<String>,
    /// The calls of stages that were replaced: by which function, of which stage, and their places
    /// in the user's file.
    bodies: Vec<(String, String, Span)>,
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
    /// The functions with shifted loops that pass single elements to each other.
    shifts_points: BTreeSet<String>,
    /// The functions with macros that are lengths of windows, and are not taken at their values.
    leaves_windows: BTreeSet<String>,
    /// The macros that plans of functions take at their values.
    taken: BTreeMap<String, Vec<PresentValue>>,
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
    /// The file as it is.
    pub(super) fn unchanged(original: &'a Arc<Version>, flags: &'a Flags, past: Past) -> Self {
        Attempt {
            original,
            flags,
            bytes: original.unit().file.bytes.clone(),
            unasserted: None,
            text: Arc::clone(original),
            is_changed: false,
            functions: BTreeMap::new(),
            prepared: BTreeMap::new(),
            mirrored: BTreeMap::new(),
            interchangeable: BTreeSet::new(),
            summed: BTreeSet::new(),
            inlined: BTreeSet::new(),
            tables: BTreeSet::new(),
            rewritten: BTreeSet::new(),
            with_pointers: BTreeSet::new(),
            programs: BTreeSet::new(),
            stages: BTreeSet::new(),
            bodies: Vec::new(),
            joined: BTreeSet::new(),
            is_marked: false,
            shared: BTreeSet::new(),
            unshared: Vec::new(),
            places: Vec::new(),
            steps: Vec::new(),
            cuts: BTreeMap::new(),
            shifts_points: BTreeSet::new(),
            leaves_windows: BTreeSet::new(),
            taken: BTreeMap::new(),
            apart: BTreeMap::new(),
            calls: Vec::new(),
            numbers: BTreeMap::new(),
            past,
        }
    }

    /// Fuses what can be fused.
    pub(super) fn new(
        original: &'a Arc<Version>,
        flags: &'a Flags,
        without: &Without,
        past: Past,
    ) -> Result<Self, PreprocessError> {
        let mut attempt = Self::unchanged(original, flags, past);
        attempt.mark(without)?;
        let with_macros = attempt.write_macros_out()?;
        attempt.pass(|t| &mut t.inline, |attempt| attempt.inline(without))?;
        attempt.numbers = attempt.named_numbers()?;
        attempt.pass(|t| &mut t.prepare, |attempt| attempt.write_sums(without))?;
        attempt.pass(|t| &mut t.prepare, |attempt| attempt.distribute(without))?;
        attempt.pass(|t| &mut t.prepare, |attempt| attempt.prepare(without))?;
        attempt.pass(|t| &mut t.plan, |attempt| attempt.fuse_all(without))?;
        attempt.restore_macros(&with_macros)?;
        attempt.keep_rewritten(without);
        Ok(attempt)
    }

    /// Arrays in another form may become smaller in loops that stay as they are.
    fn keep_rewritten(&mut self, without: &Without) {
        if without.request.is_folded && !without.request.is_plan_only {
            for function in &self.rewritten {
                self.functions.entry(function.clone()).or_default();
            }
        }
    }

    /// Joins inner loops of fused loops, and asserts what they rest on.
    pub(super) fn finish(&mut self, without: &Without) -> Result<(), PreprocessError> {
        self.pass(|t| &mut t.join, |attempt| attempt.join(without))?;
        self.share(without)?;
        self.pass(|t| &mut t.tidy, Attempt::remove_unused)?;
        self.assert_macros(without)
    }

    /// Runs a pass and notes how long it took, without the time to read texts.
    pub(super) fn pass<T>(
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
    pub(in crate::stages) fn text(&mut self) -> Result<Arc<Version>, PreprocessError> {
        if self.is_changed {
            let (bytes, flags) = (self.bytes.clone(), self.flags);
            let read = timed(&mut self.past.times.read, || self.text.again(bytes, flags));
            self.text = read?;
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

    /// The file with fused loops, and its text.
    pub(super) fn fused(mut self, left: Left) -> Result<(Fused, Arc<Version>), PreprocessError> {
        let text = self.text()?;
        let Left {
            mut unproved,
            loopless,
            mut serial,
            mut failed,
            kept,
            prepared,
            ..
        } = left;
        failed.retain(|function, _| !self.functions.contains_key(function));
        unproved.extend(failed);
        serial.append(&mut self.serial());
        let mut apart: Vec<Apart> = self.apart.into_values().flatten().collect();
        apart.iter_mut().for_each(|own| own.explain_by(&prepared));
        let calls = self.calls.into_iter();
        // What keeps an array alive matters where its loops are not fused.
        let calls = calls.filter(|(is_fit, c)| !is_fit || kept.contains_key(&c.function));
        let front = self.original.program();
        let calls = calls.map(|(_, mut call)| {
            let array = call.array.as_deref().unwrap_or_default();
            // `main` fills and prints its arrays.
            call.is_temporary = call.function != "main" && front.declares(&call.function, array);
            call
        });
        let calls: Vec<Apart> = calls.collect();
        for found in calls.into_iter().chain(kept.into_values().flatten()) {
            if !apart.contains(&found) {
                apart.push(found);
            }
        }
        apart.sort_by_key(|apart| (apart.second.start, apart.first.start));
        let fused = Fused {
            idle_stages: idle_stages(&self.bodies, &self.functions),
            without_loops: without_loops(&self.functions),
            leaves_windows: self.leaves_windows,
            file: self.original.unit().file.clone(),
            bytes: self.bytes,
            steps: self.steps,
            loops: self.functions.into_values().flat_map(|f| f.loops).collect(),
            apart,
            unproved,
            idle: BTreeSet::new(),
            loopless,
            serial,
            names: self.past.names,
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
}

/// The functions that are in another form, without fused loops.
fn without_loops(functions: &BTreeMap<String, Plan>) -> BTreeSet<String> {
    let all = functions.iter().filter(|(_, plan)| plan.loops.is_empty());
    all.map(|(name, _)| name.clone()).collect()
}

/// The stages of functions of which no body is in a fused loop.
fn idle_stages(
    bodies: &[(String, String, Span)],
    functions: &BTreeMap<String, Plan>,
) -> BTreeMap<String, BTreeSet<String>> {
    let is_used = |function: &String, call: Span| {
        let loops = functions.get(function).into_iter().flat_map(|f| &f.loops);
        let mut nests = loops.flat_map(|l| &l.nests);
        nests.any(|nest| call.contains(*nest))
    };
    let mut idle: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (function, stage, _) in bodies {
        let of = |body: &&(String, String, Span)| body.0 == *function && body.1 == *stage;
        let mut own = bodies.iter().filter(of);
        if own.all(|(_, _, call)| !is_used(function, *call)) {
            idle.entry(function.clone())
                .or_default()
                .insert(stage.clone());
        }
    }
    idle
}
