//! One attempt to fuse the loops of a file: the texts from the user's file to the fused one.

use super::request::Request;
use super::{Apart, Fused, Plan, lines, plans};
use crate::text::front_options;
use front::{Program, Syntax};
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};

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
    fn keeps(&self, function: &str) -> bool {
        self.functions.contains(function) || !self.request.wants(function)
    }
}

/// A new text of a file.
pub(super) struct Attempt {
    pub(super) bytes: Vec<u8>,
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
}

impl Attempt {
    /// Fuses what can be fused.
    pub(super) fn new(
        file: &SourceFile,
        flags: &Flags,
        without: &Without,
    ) -> Result<Self, PreprocessError> {
        let depth = without.request.depth;
        let mut attempt = Attempt {
            bytes: file.bytes.clone(),
            functions: BTreeMap::new(),
            prepared: BTreeMap::new(),
            inlined: BTreeSet::new(),
            stages: BTreeSet::new(),
            joined: BTreeSet::new(),
            places: Vec::new(),
            steps: Vec::new(),
            apart: BTreeMap::new(),
        };
        attempt.inline(file, flags, without)?;
        attempt.prepare(file, flags, without)?;
        let is_kept = |name: &str| !without.keeps(name);
        let mut changed = attempt.fuse(file, flags, without, &is_kept)?;
        for _ in 1..ROUNDS {
            if changed.is_empty() {
                break;
            }
            changed = attempt.fuse(file, flags, without, &|name| changed.contains(name))?;
        }
        attempt.join(file, flags, depth, without)?;
        attempt.remove_stages(file, flags)?;
        Ok(attempt)
    }

    /// Whether the plan of a function leaves out tiny sizes.
    pub(super) fn is_usual(&self, function: &str, without: &Without) -> bool {
        self.prepared.contains_key(function) && !without.usual.contains(function)
    }

    /// The statements in another form that are in no fused loop.
    pub(super) fn unused(&self) -> Vec<Span> {
        let is_used = |span: &&Span| {
            let loops = self.functions.values().flat_map(|plan| &plan.loops);
            let mut nests = loops.flat_map(|l| &l.nests);
            nests.any(|nest| nest.start < span.end && span.start < nest.end)
        };
        let all = self.prepared.values().flatten();
        all.filter(|span| !is_used(span)).copied().collect()
    }

    /// The functions with inlined stages in which nothing is fused.
    pub(super) fn idle(&self) -> Vec<String> {
        let is_fused = |name: &&String| self.functions.contains_key(*name);
        let idle = self.inlined.iter().filter(|name| !is_fused(name));
        idle.cloned().collect()
    }

    /// The file with fused loops.
    pub(super) fn fused(self, file: SourceFile, unproved: Vec<(String, String)>) -> Fused {
        Fused {
            file,
            bytes: self.bytes,
            steps: self.steps,
            loops: self.functions.into_values().flat_map(|f| f.loops).collect(),
            apart: self.apart.into_values().flatten().collect(),
            unproved,
        }
    }

    pub(super) fn text(&self, file: &SourceFile) -> SourceFile {
        SourceFile::new(file.path.clone(), self.bytes.clone())
    }

    pub(super) fn step(&mut self, edits: Edits) {
        for place in &mut self.places {
            *place = edits.new_span(*place);
        }
        self.bytes = edits.apply(&self.bytes);
        self.steps.push(edits);
    }

    /// Replaces calls of stages by the bodies of these, and the calls in those bodies.
    fn inline(
        &mut self,
        file: &SourceFile,
        flags: &Flags,
        without: &Without,
    ) -> Result<(), PreprocessError> {
        for _ in 0..LEVELS {
            let unit = source::preprocess(self.text(file), flags)?;
            let syntax = Syntax::of(&unit);
            let options = front_options(&unit);
            let front = Program::new(&unit, &syntax, &options);
            let mut edits = Edits::default();
            for function in &front.contents().file.functions {
                let name = &function.name;
                let stays = without.keeps(name) || without.calls.contains(name);
                // `main` sets inputs and prints results: its stages are whole programs.
                if stays || name == "main" {
                    continue;
                }
                let inlined = fuse::stages_inlined(front.contents(), name);
                if !inlined.calls.is_empty() && edits.merge(inlined.edits).is_ok() {
                    self.inlined.insert(name.clone());
                    let stages = inlined.calls.into_iter().map(|call| call.function);
                    self.stages.extend(stages);
                }
            }
            if edits.is_empty() {
                break;
            }
            self.step(edits);
        }
        Ok(())
    }

    /// Moves the new text to the lines of the old one, all of it or what is before the last use of a
    /// line number. Returns the functions for which that is impossible.
    pub(super) fn keep_lines(
        &mut self,
        file: &SourceFile,
        flags: &Flags,
        all: bool,
    ) -> Result<BTreeSet<String>, PreprocessError> {
        let until = match (self.functions.is_empty(), all) {
            (true, _) => return Ok(BTreeSet::new()),
            (false, true) => u32::MAX,
            (false, false) => source::preprocess(file.clone(), flags)?.last_line_use(),
        };
        let Some(edits) = lines::keeping(file, &self.text(file), until) else {
            return Ok(self.functions.keys().cloned().collect());
        };
        if !edits.is_empty() {
            self.step(edits);
        }
        Ok(BTreeSet::new())
    }

    /// Removes the stages that nothing calls any more.
    fn remove_stages(&mut self, file: &SourceFile, flags: &Flags) -> Result<(), PreprocessError> {
        if self.stages.is_empty() {
            return Ok(());
        }
        let unit = source::preprocess(self.text(file), flags)?;
        let syntax = Syntax::of(&unit);
        let options = front_options(&unit);
        let front = Program::new(&unit, &syntax, &options);
        let edits = fuse::removable(front.contents(), &self.stages);
        if !edits.is_empty() {
            self.step(edits);
        }
        Ok(())
    }

    /// Writes statements in the form of the loops around them.
    fn prepare(
        &mut self,
        file: &SourceFile,
        flags: &Flags,
        without: &Without,
    ) -> Result<(), PreprocessError> {
        let unit = source::preprocess(file.clone(), flags)?;
        let syntax = Syntax::of(&unit);
        let options = front_options(&unit);
        let front = Program::new(&unit, &syntax, &options);
        let mut edits = Edits::default();
        for function in &front.contents().file.functions {
            if without.keeps(&function.name) {
                continue;
            }
            for prepared in fuse::prepared(&unit, function) {
                let is_kept = without.prepared.contains(&prepared.at);
                if !is_kept && edits.merge(prepared.edits).is_ok() {
                    let known = self.prepared.entry(function.name.clone()).or_default();
                    known.push(prepared.at);
                }
            }
        }
        if !edits.is_empty() {
            self.step(edits);
        }
        Ok(())
    }

    /// Fuses loops of some functions. Returns those that changed.
    fn fuse(
        &mut self,
        file: &SourceFile,
        flags: &Flags,
        without: &Without,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<BTreeSet<String>, PreprocessError> {
        let unit = source::preprocess(self.text(file), flags)?;
        let mut edits = Edits::default();
        let mut changed = BTreeSet::new();
        let steps = self.steps.clone();
        let place = |span| original_span(&steps, span);
        let usual: BTreeSet<String> = self.prepared.keys().cloned().collect();
        let usual = &usual - &without.usual;
        let is_usual = |name: &str| usual.contains(name);
        for (name, mut plan) in plans(&unit, &without.request, is_wanted, &is_usual, &place) {
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
        if !edits.is_empty() {
            let written = edits.written();
            self.step(edits);
            self.places.extend(written);
        }
        Ok(changed)
    }
}

/// The place before some edits of a place after them.
pub(super) fn original_span(steps: &[Edits], span: Span) -> Span {
    let steps = steps.iter().rev();
    steps.fold(span, |span, edits| edits.original_span(span))
}
