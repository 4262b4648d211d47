//! Arrays of which one is used only after the last use of the other, as the text shows. Nothing has
//! to be known of subscripts, loops or functions, except that these forget the address.
//!
//! The life of an array is the part of the text from the full expression of its first use to that
//! of its last one. If a use is in a loop that does not contain the declaration or allocation, the
//! loop belongs to the life. What an array contains before its first use is not defined, unless it
//! has an initialiser: then its life starts there.

use crate::Place;
use crate::objects::{Object, Source};
use crate::words::word;
use c::Contents;
use c::facts::forgotten::Forgotten;
use c::syntax::full_expressions::full_expressions;
use c::syntax::openmp::{self, Kind};
use std::ops::Range;

/// The arrays of a function by the parts of the text in which they are alive.
pub struct Lives<'l> {
    function: usize,
    forgotten: &'l Forgotten<'l>,
    place: Place<'l>,
    /// Whether the order of the text is that of the execution, but for loops.
    is_ordered: bool,
    /// In the order of the text.
    full_expressions: Vec<Range<usize>>,
}

impl<'l> Lives<'l> {
    /// The lives of the arrays of a function.
    pub fn of(contents: &'l Contents<'l>, function: usize, forgotten: &'l Forgotten<'l>) -> Self {
        let place = Place::of(contents, function);
        let (body, base) = (&place.function.definition.statement, place.function.base);
        Lives {
            full_expressions: full_expressions(body, base),
            function,
            forgotten,
            is_ordered: is_ordered(place),
            place,
        }
    }

    /// Whether all uses of one array precede those of the other.
    pub fn are_apart(&self, [first, second]: [&Object; 2]) -> bool {
        let is_known = |object: &Object| self.forgotten.contains(self.function, object.id);
        if !self.is_ordered || !is_known(first) || !is_known(second) {
            return false;
        }
        match (self.life(first), self.life(second)) {
            (Some(a), Some(b)) => a.end <= b.start || b.end <= a.start,
            _ => true,
        }
    }

    fn life(&self, object: &Object) -> Option<Range<usize>> {
        let loops = &self.place.function.symbols.loops;
        let part = |at: usize| {
            let mut outer = loops.iter();
            let around = outer.find(|l| l.contains(&at) && !l.contains(&object.start));
            let own = || self.full_expressions.iter().find(|e| e.contains(&at));
            let whole = || self.place.function.range();
            around.or_else(own).cloned().unwrap_or_else(whole)
        };
        let starts_with_values = match &object.origin {
            Source::Declared { is_fixed, .. } => *is_fixed,
            Source::Heap(heap) => heap.is_special,
        };
        let start = starts_with_values.then_some(object.start);
        let uses = object.uses.iter().copied().chain(start);
        let parts = uses.map(part);
        parts.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
    }
}

/// Whether a function has only jumps that the list of its loops contains, and threads that share
/// single loops.
fn is_ordered(place: Place<'_>) -> bool {
    let (unit, range) = (place.unit, place.function.range());
    let here = unit.pragmas.iter();
    let mut here = here.filter(|p| range.contains(&(p.at as usize)));
    let is_loop = |text: &str| {
        let kind = openmp::read(text).map(|directive| directive.kind);
        matches!(kind, Some(Kind::ParallelLoop | Kind::Simd))
    };
    let pragmas = here.all(|p| !openmp::is_openmp(&p.text) || is_loop(&p.text));
    let tokens = unit.tokens_in(range.clone());
    let mut tokens = tokens.into_iter();
    let is_late = |text: &str| text.contains("task") || text.contains("target");
    let mut all = unit.pragmas.iter();
    let is_late = all.any(|p| openmp::is_openmp(&p.text) && is_late(&p.text));
    let attributes = !tokens.any(|at| word(unit, at) == "omp" && word(unit, at + 1) == "::");
    let symbols = &place.function.symbols;
    pragmas && !is_late && attributes && symbols.jumps.is_empty() && symbols.unread.is_empty()
}
