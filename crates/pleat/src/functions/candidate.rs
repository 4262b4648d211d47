//! A candidate among all of a file, and what became of it.

use crate::decide::Decision;
use crate::reason::Reason;
use emit::Storage;
use front::{Candidate, Region};
use poly::Expr;
use report::Owner;

/// A candidate of a file, by its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CandidateId {
    /// The function, among those of the file.
    pub(crate) function: usize,
    /// The candidate, among those of the function.
    pub(super) position: Position,
}

/// A candidate of a function, by its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    /// The region, among those of the function.
    pub(super) region: usize,
    /// The candidate, among those of the region.
    pub(super) candidate: usize,
}

/// A candidate with its decision.
#[derive(Clone, Copy)]
pub(crate) struct Decided<'f> {
    pub(super) position: Position,
    pub(crate) region: &'f Region,
    pub(crate) candidate: &'f Candidate,
    pub(crate) decision: &'f Decision,
    /// What the folded text makes of it, once that is written.
    pub(crate) written: Option<&'f WrittenArray>,
}

impl<'f> Decided<'f> {
    /// The array's name in the folded text.
    pub(crate) fn new_name(&self) -> &'f str {
        self.written
            .map_or(&self.candidate.spelling, |written| &written.name)
    }

    /// The owner of the array's storage before the fold.
    pub(crate) fn owner(&self) -> Owner {
        self.written
            .map_or(Owner::Function, |written| owner(written.storage))
    }
}

/// The owner of the old storage of an array that gets this one.
pub(super) fn owner(new: Storage) -> Owner {
    match new {
        Storage::Declared | Storage::Automatic => Owner::Function,
        Storage::Beside => Owner::Caller,
        Storage::Instead => Owner::DroppedCaller,
    }
}

/// What the folded text makes of an array.
#[derive(Clone, Debug)]
pub(crate) struct WrittenArray {
    /// Its name there.
    pub(super) name: String,
    /// Where it is stored.
    pub(crate) storage: Storage,
    /// It is a window along a loop.
    pub(crate) is_window: bool,
    /// Remainders by a parameter have names, before strips or inner loops.
    pub(super) names_remainders: bool,
    /// Its cells have another order than its mapping says.
    pub(crate) is_reordered: bool,
    /// Its number of elements in each dimension that has a row.
    pub(crate) sizes: Vec<Expr>,
}

/// A fold that could not be proved in the folded text.
#[derive(Clone, Debug)]
pub(crate) struct Unproved {
    /// The function, among those of the file.
    pub(crate) function: usize,
    /// The ordinal of the region.
    pub(crate) ordinal: usize,
    /// The array by its name in C or in the scop, if it is known.
    pub(crate) array: Option<String>,
    /// New arithmetic may leave its type.
    pub(crate) overflows: bool,
    /// No further fold of the region is tried.
    pub(crate) is_last: bool,
    /// The reason to keep the array.
    pub(crate) reason: Reason,
}

impl Unproved {
    /// Whether a candidate is the array that could not be proved.
    pub(super) fn names(&self, region: &Region, candidate: &Candidate) -> bool {
        let name = self.array.as_deref();
        name == Some(candidate.spelling.as_str())
            || name == Some(region.scop.array(candidate.array).name.as_str())
    }
}
