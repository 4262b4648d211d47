//! The inner loops of fused loops as fewer loops: those that only need each other at the same
//! point as they stand, all of them moved if the user asks for that.

use super::attempt::{Attempt, Without};
use super::plans::nests;
use crate::options::Depth;
use crate::systems::system;
use affine::{Fixed, Whole};
use c::names::file::Function;
use front::Program;
use fuse::{Form, Sequence, sequences};
use poly::Allowance;
use schedule::Group;
use source::{Edits, PreprocessError, Span, Unit};

/// No loops are joined deeper inside each other.
const MOST_LEVELS: usize = 4;

impl Attempt<'_> {
    /// Joins inner loops of the fused loops.
    pub(super) fn join(&mut self, without: &Without) -> Result<(), PreprocessError> {
        let is_outer = without.request.depth == Depth::Outer;
        if is_outer || self.functions.keys().all(|f| without.inner.contains(f)) {
            return Ok(());
        }
        for _ in 0..MOST_LEVELS {
            let edits = self.read(|attempt, front| attempt.joined_loops(front, without))?;
            if !self.step(edits) {
                break;
            }
        }
        Ok(())
    }

    /// The edits that join loops of one level.
    fn joined_loops(&mut self, front: &Program<'_>, without: &Without) -> Edits {
        let mut edits = Edits::default();
        let (unit, contents) = (front.unit(), front.contents());
        let mut program = None;
        for function in &contents.file.functions {
            let name = &function.name;
            if !self.functions.contains_key(name) || without.inner.contains(name) {
                continue;
            }
            let (mut sequences, _) = sequences(unit, function);
            sequences.retain(|sequence| is_inside(sequence, &self.places));
            if sequences.is_empty() {
                continue;
            }
            let program = program.get_or_insert_with(|| program::lower(contents));
            let asserted = without.asserted.get(name).into_iter().flatten();
            let fixed = Fixed::Named(asserted.map(|m| m.name.clone()).collect());
            let allowance = Allowance::new(without.request.operations);
            let Ok(whole) = system(program, name, &fixed, &allowance) else {
                continue;
            };
            for sequence in &sequences {
                for group in groups(&whole, sequence, without.request.depth) {
                    let found = join(unit, function, (sequence, &group));
                    // What meets another edit may be joined at the next level.
                    if found.is_some_and(|found| edits.merge(found).is_ok()) {
                        self.joined.insert(name.clone());
                    }
                }
            }
        }
        edits
    }
}

/// The edits that join nests; those that leave no `continue` before statements of others, if there
/// is any: the next level joins them.
fn join(
    unit: &Unit,
    function: &Function<'_>,
    (sequence, group): (&Sequence, &Group),
) -> Option<Edits> {
    let (_, before) = group.nests.split_last()?;
    let places = before.iter().map(|at| sequence.items[*at].nest_span());
    let places: Vec<Span> = places.collect();
    let continued = fuse::without_continue(unit, function, &places)?;
    match continued.is_empty() {
        true => fuse::group(unit, sequence, group, &Form::Peeled),
        false => Some(continued),
    }
}

/// Whether a sequence is in one of these fused loops.
fn is_inside(sequence: &Sequence, fused: &[Span]) -> bool {
    let is_in = |place: &Span| sequence.items.iter().all(|item| place.contains(item.span));
    sequence.depth > 0 && fused.iter().any(is_in)
}

/// The nests of a sequence that become one loop.
pub(super) fn groups(whole: &Whole, sequence: &Sequence, depth: Depth) -> Vec<Group> {
    let nests = nests(whole, sequence);
    if depth == Depth::Full {
        let plan = schedule::plan(&whole.system, &nests, sequence.depth);
        return plan.map(|plan| plan.groups).unwrap_or_default();
    }
    let mut all = Vec::new();
    for run in sequence.of_same_bounds() {
        let groups = schedule::pointwise(&whole.system, &nests[run.clone()], sequence.depth);
        for mut group in groups.unwrap_or_default() {
            group.nests.iter_mut().for_each(|nest| *nest += run.start);
            all.push(group);
        }
    }
    all
}
