//! One attempt to fuse the loops of a file: the texts from the user's file to the fused one.

use crate::options::Depth;
use super::{Apart, Fused, Plan, plans};
use crate::text::front_options;
use front::{Program, Syntax};
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Loops that were fused are fused with others at most so often.
const ROUNDS: usize = 3;

/// What an attempt leaves as it is.
pub(super) struct Without {
    /// Functions.
    pub(super) functions: BTreeSet<String>,
    /// Statements that would be written in another form, by their place in the user's file.
    pub(super) prepared: BTreeSet<Span>,
    /// The inner loops of fused loops in functions.
    pub(super) inner: BTreeSet<String>,
}

/// A new text of a file.
pub(super) struct Attempt {
    pub(super) bytes: Vec<u8>,
    /// The functions with fused loops.
    pub(super) functions: BTreeMap<String, Plan>,
    /// The statements that are written in another form, by function.
    pub(super) prepared: BTreeMap<String, Vec<Span>>,
    /// The functions in which inner loops of fused loops are joined.
    pub(super) joined: BTreeSet<String>,
    /// The fused loops, by their place in the new text.
    pub(super) places: Vec<Span>,
    depth: Depth,
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
        depth: Depth,
        without: &Without,
    ) -> Result<Self, PreprocessError> {
        let mut attempt = Attempt {
            bytes: file.bytes.clone(),
            functions: BTreeMap::new(),
            prepared: BTreeMap::new(),
            joined: BTreeSet::new(),
            places: Vec::new(),
            depth,
            steps: Vec::new(),
            apart: BTreeMap::new(),
        };
        attempt.prepare(file, flags, without)?;
        let is_kept = |name: &str| !without.functions.contains(name);
        let mut changed = attempt.fuse(file, flags, &is_kept)?;
        for _ in 1..ROUNDS {
            if changed.is_empty() {
                break;
            }
            changed = attempt.fuse(file, flags, &|name| changed.contains(name))?;
        }
        attempt.join(file, flags, depth, without)?;
        Ok(attempt)
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
            if without.functions.contains(&function.name) {
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
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<BTreeSet<String>, PreprocessError> {
        let unit = source::preprocess(self.text(file), flags)?;
        let mut edits = Edits::default();
        let mut changed = BTreeSet::new();
        let steps = self.steps.clone();
        let place = |span| original_span(&steps, span);
        for (name, mut plan) in plans(&unit, self.depth, is_wanted, &place) {
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
