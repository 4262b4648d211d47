//! How much one computation may take. Knows nothing of what is computed.

use std::cell::Cell;

/// Stack of a thread that parses and analyses: deep nests of parentheses recurse in the parser.
pub const STACK_BYTES: usize = 512 << 20;

/// Elementary set operations of about a second.
const SECOND: u64 = poly::OPERATIONS_PER_SECOND;

// Elementary set operations for arrays.

/// The exact analysis of an array, and its mapping.
pub(crate) const ARRAY: u64 = 3_000_000;
/// The strategies for one array, if the user says nothing else.
pub(crate) const STRATEGIES: u64 = SECOND;
/// The live bound of one array.
pub(crate) const LIVE_BOUND: u64 = 40_000_000;
/// The live bound where it only ends a search.
pub(crate) const FLOOR: u64 = 500_000;
/// The mapping in sequential order, which only says why many values are alive.
pub(crate) const CAUSE: u64 = 750_000;
/// The evidence on one array.
pub(crate) const EVIDENCE: u64 = 3_000_000;
/// The proof of one folded array, added to [`ARRAY`] for its region.
pub(crate) const FOLD: u64 = ARRAY / 8;
/// The comparison of one statement before and after a fold.
pub(crate) const STATEMENT: u64 = 4_000;
/// The lives of two arrays that may share storage.
pub(crate) const PAIR_OF_ARRAYS: u64 = SECOND / 2;
/// The life of one static object.
pub(crate) const LIFE_OF_STATIC: u64 = SECOND / 4;

// Elementary set operations for functions.

/// A function as a system, with the distances or extents in it.
pub(crate) const SYSTEM: u64 = 2 * SECOND;
/// The same for a hint, which a fold without fusion can afford.
pub(crate) const SYSTEM_OF_HINT: u64 = SECOND / 2;
/// The proof of a text of Pleat, for one way.
pub(crate) const PROOF: u64 = 5 * SECOND;
/// All proofs that fail of texts in which the loops of one function are moved, together.
pub(crate) const PROOFS: u64 = 30 * SECOND;
/// The proof of a text that somebody else wrote: a first attempt, and a second one.
pub(crate) const VERDICTS: [u64; 2] = [2 * SECOND, 8 * SECOND];
/// All shapes of tiles together, with their proofs.
pub(crate) const TILES: u64 = 12 * SECOND;
/// The proof of tiles, which are tried in several ways.
pub(crate) const PROOF_OF_TILES: u64 = 2 * SECOND;
/// The proof of skewed tiles, and of tiles with copies of arrays.
pub(crate) const PROOF_OF_SKEWED_TILES: u64 = 8 * SECOND;
/// The halos of overlapped tiles.
pub(crate) const HALOS: u64 = 4 * SECOND;
/// The elements that tiles load and store.
pub(crate) const TRANSFERS: u64 = 2 * SECOND;

/// How many operations the next array of a region gets. Each array that takes all of them halves
/// the budget of the others, so that a region takes at most twice the time of one array.
#[derive(Debug)]
pub(crate) struct RegionBudget(Cell<u64>);

impl RegionBudget {
    pub(crate) fn new() -> Self {
        RegionBudget(Cell::new(ARRAY))
    }

    pub(crate) fn operations(&self) -> u64 {
        self.0.get()
    }

    pub(crate) fn halve(&self) {
        self.0.set((self.0.get() / 2).max(1));
    }
}
