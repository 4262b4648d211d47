//! One attempt to fuse the loops of a file: the texts from the user's file to the fused one.

use super::request::Request;
use super::{Apart, Cause, Fused, Plan, lines, plans};
use crate::text::front_options;
use crate::verify::PresentValue;
use front::{Program, Syntax};
use fuse::Prepared;
use source::{Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Loops that were fused are fused with others at most so often.
const ROUNDS: usize = 3;
/// Stages may consist of stages, so many levels deep.
const LEVELS: usize = 4;

/// The functions whose calls are replaced.
#[derive(Clone, Copy)]
enum Callees {
    Stages,
    /// Functions that read or set one element.
    Accessors,
}

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
    /// Functions whose loops over vectors do not become blocks.
    pub(super) blocks: BTreeSet<String>,
    /// Nests whose two outermost loops change places, by their place in the user's file.
    pub(super) interchanged: BTreeSet<Span>,
    /// The macros whose present values functions assert.
    pub(super) asserted: BTreeMap<String, Vec<PresentValue>>,
}

impl Without {
    /// Lets a function assert the macros that its proof takes at their value. Returns whether that
    /// is all that its proof lacks.
    pub(super) fn asserts(&mut self, function: &str, macros: &[PresentValue]) -> bool {
        let is_new = !macros.is_empty() && !self.asserted.contains_key(function);
        if is_new {
            self.asserted.insert(function.to_string(), macros.to_vec());
        }
        is_new
    }

    fn keeps(&self, function: &str) -> bool {
        self.functions.contains(function) || !self.request.wants(function)
    }
}

/// A new text of a file.
pub(super) struct Attempt<'a> {
    /// The user's file.
    original: &'a Rc<Unit>,
    flags: &'a Flags,
    pub(super) bytes: Vec<u8>,
    /// The new text, preprocessed; none if it changed since.
    unit: Option<Rc<Unit>>,
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
    pub(super) apart: BTreeMap<String, Vec<Apart>>,
    /// Calls that stay, and whether bodies may stand in their place.
    calls: Vec<(bool, Apart)>,
}

impl<'a> Attempt<'a> {
    /// Fuses what can be fused.
    pub(super) fn new(
        original: &'a Rc<Unit>,
        flags: &'a Flags,
        without: &Without,
    ) -> Result<Self, PreprocessError> {
        let mut attempt = Attempt {
            original,
            flags,
            bytes: original.file.bytes.clone(),
            unit: Some(Rc::clone(original)),
            functions: BTreeMap::new(),
            prepared: BTreeMap::new(),
            inlined: BTreeSet::new(),
            stages: BTreeSet::new(),
            joined: BTreeSet::new(),
            places: Vec::new(),
            steps: Vec::new(),
            apart: BTreeMap::new(),
            calls: Vec::new(),
        };
        attempt.note_calls(without)?;
        attempt.inline(without)?;
        // What only stages used belongs to their callers now.
        attempt.remove_stages()?;
        let numbers = attempt.named_numbers()?;
        attempt.prepare(without)?;
        let is_kept = |name: &str| !without.keeps(name);
        let mut changed = attempt.fuse(without, &is_kept)?;
        for _ in 1..ROUNDS {
            if changed.is_empty() {
                break;
            }
            changed = attempt.fuse(without, &|name| changed.contains(name))?;
        }
        attempt.join(without)?;
        attempt.remove_unused(&numbers)?;
        Ok(attempt)
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
    fn remove_unused(
        &mut self,
        numbers: &BTreeMap<String, BTreeSet<String>>,
    ) -> Result<(), PreprocessError> {
        if self.prepared.is_empty() {
            return Ok(());
        }
        let edits = self.read(|attempt, front| {
            let mut edits = Edits::default();
            for function in &front.contents().file.functions {
                let is_prepared = attempt.prepared.contains_key(&function.name);
                if let Some(numbers) = numbers.get(&function.name).filter(|_| is_prepared) {
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
        let unit = match self.unit.take() {
            Some(unit) => unit,
            None => Rc::new(source::preprocess(self.text(), self.flags)?),
        };
        self.unit = Some(Rc::clone(&unit));
        let syntax = Syntax::of(&unit);
        let options = front_options(&unit);
        Ok(work(self, &Program::new(&unit, &syntax, &options)))
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

    /// Loops that stay apart because their rows do not meet.
    pub(super) fn far_apart(&self) -> impl Iterator<Item = [Span; 2]> {
        let all = self.apart.values().flatten();
        let is_far = |apart: &&Apart| {
            matches!(
                apart.cause,
                Cause::Unbounded(..) | Cause::Bounds | Cause::Other
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
        let original = self.original;
        let syntax = Syntax::of(original);
        let options = front_options(original);
        let front = Program::new(original, &syntax, &options);
        let functions = front.contents().file.functions.iter();
        let nests = functions.flat_map(|f| fuse::interchanged(original, f));
        nests.map(|nest| nest.at).collect()
    }

    /// The functions with inlined stages in which nothing is fused.
    pub(super) fn idle(&self) -> Vec<String> {
        let is_fused = |name: &&String| self.functions.contains_key(*name);
        let idle = self.inlined.iter().filter(|name| !is_fused(name));
        idle.cloned().collect()
    }

    /// The file with fused loops.
    pub(super) fn fused(
        self,
        unproved: Vec<(String, String)>,
        kept: BTreeMap<String, Vec<Apart>>,
    ) -> Fused {
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
        Fused {
            file: self.original.file.clone(),
            bytes: self.bytes,
            steps: self.steps,
            loops: self.functions.into_values().flat_map(|f| f.loops).collect(),
            apart,
            unproved,
        }
    }

    pub(super) fn text(&self) -> SourceFile {
        SourceFile::new(self.original.file.path.clone(), self.bytes.clone())
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
        self.unit = None;
        self.steps.push(edits);
        true
    }

    /// Replaces calls of stages by the bodies of these, and the calls in those bodies.
    fn inline(&mut self, without: &Without) -> Result<(), PreprocessError> {
        for callees in [Callees::Stages, Callees::Accessors] {
            for _ in 0..LEVELS {
                let edits =
                    self.read(|attempt, front| attempt.inlined_calls(front, without, callees))?;
                if !self.step(edits) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Notes the calls that stay because their functions are not understood.
    fn note_calls(&mut self, without: &Without) -> Result<(), PreprocessError> {
        self.calls = self.read(|_, front| {
            let wanted = front.functions().filter(|name| !without.keeps(name));
            let calls = wanted.flat_map(|name| {
                let kept = fuse::kept_calls(front.contents(), name);
                kept.into_iter()
                    .map(move |call| (call.is_fit, Apart::call(name, call)))
            });
            calls.collect()
        })?;
        Ok(())
    }

    /// The edits that replace calls of stages by the bodies of these, or other calls.
    fn inlined_calls(&mut self, front: &Program<'_>, without: &Without, callees: Callees) -> Edits {
        let mut edits = Edits::default();
        for name in front.functions() {
            let stays = without.keeps(name) || without.calls.contains(name);
            if stays {
                continue;
            }
            let inlined = match callees {
                Callees::Stages => fuse::stages_inlined(front.contents(), name),
                Callees::Accessors => fuse::accessors_inlined(front.contents(), name),
            };
            if !inlined.calls.is_empty() && edits.merge(inlined.edits).is_ok() {
                self.inlined.insert(name.to_string());
                let stages = inlined.calls.into_iter().map(|call| call.function);
                self.stages.extend(stages);
            }
        }
        edits
    }

    /// Whether macros are defined before a function.
    pub(super) fn may_assert(
        &mut self,
        function: &str,
        macros: &[PresentValue],
    ) -> Result<bool, PreprocessError> {
        self.read(|_, front| {
            let (unit, contents) = (front.unit(), front.contents());
            let mut functions = contents.file.functions.iter();
            let start = functions
                .find(|f| f.name == function)
                .and_then(|f| unit.span_of(f.range()).ok());
            let is_early = |m: &PresentValue| {
                let found = unit.macros.get(&m.name);
                let ends = found.map(|m| m.definition.map_or(0, |d| d.end));
                ends.zip(start).is_some_and(|(end, f)| end <= f.start)
            };
            macros.iter().all(is_early)
        })
    }

    /// Asserts the macros whose present values the fused loops of functions rest on.
    pub(super) fn assert_macros(&mut self, without: &Without) -> Result<(), PreprocessError> {
        if without.asserted.is_empty() {
            return Ok(());
        }
        let edits = self.read(|attempt, front| attempt.assertions(front, without))?;
        self.step(edits);
        Ok(())
    }

    fn assertions(&self, front: &Program<'_>, without: &Without) -> Edits {
        let mut edits = Edits::default();
        let unit = front.unit();
        for function in &front.contents().file.functions {
            let macros = without.asserted.get(&function.name);
            let Some(macros) = macros.filter(|_| self.functions.contains_key(&function.name))
            else {
                continue;
            };
            let body = function.base.range(function.definition.statement.span);
            let own = macros.iter().filter(|m| !follows(unit, m, macros));
            let conditions = own.map(|m| format!("{} == {}", m.name, m.value));
            let conditions: Vec<String> = conditions.collect();
            if let Ok(body) = unit.span_of(body) {
                let open = Span::new(body.start, body.start + 1);
                let _ = edits.insert(emit::assertions(
                    unit,
                    open,
                    "loops below are fused",
                    &conditions,
                ));
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
            false => self.original.last_line_use(),
        };
        let Some(edits) = lines::keeping(&self.original.file, &self.text(), until) else {
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

    /// Fuses loops of some functions. Returns those that changed.
    fn fuse(
        &mut self,
        without: &Without,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<BTreeSet<String>, PreprocessError> {
        let (edits, changed) =
            self.read(|attempt, front| attempt.fused_loops(front, without, is_wanted))?;
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
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> (Edits, BTreeSet<String>) {
        let mut edits = Edits::default();
        let mut changed = BTreeSet::new();
        let place = |span| original_span(&self.steps, span);
        let is_usual = |name: &str| self.is_usual(name, without);
        let is_blocked = |name: &str| !without.blocks.contains(name);
        let kinds: [&dyn Fn(&str) -> bool; 2] = [&is_usual, &is_blocked];
        let plans = plans(front, &without.request, is_wanted, kinds, &place);
        for (name, mut plan) in plans {
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
        (edits, changed)
    }
}

/// The place before some edits of a place after them.
pub(super) fn original_span(steps: &[Edits], span: Span) -> Span {
    let steps = steps.iter().rev();
    steps.fold(span, |span, edits| edits.original_span(span))
}

/// Whether the value of a macro is that of an expression of others.
fn follows(unit: &Unit, value: &PresentValue, others: &[PresentValue]) -> bool {
    let body = unit.macros.get(&value.name).map(|m| m.body.as_slice());
    let names = { body.unwrap_or_default().iter() }.flat_map(|token| source::names(token));
    let mut names = names
        .filter(|name| unit.macros.contains_key(*name))
        .peekable();
    names.peek().is_some() && names.all(|name| others.iter().any(|m| m.name == name))
}
