//! Whether a fold kept the meaning of the program: two independent answers, which share no code
//! and no formula with the crates that made the fold. Knows scops; nothing of mappings, edits, C.
//!
//! **Proof.** [`same_values`] compares the scop of the user's file with the scop of the printed
//! file, for all parameter values in the context and every execution that keeps an order. It says yes
//! only if
//!
//! * both execute the same instances at the same times, shared among threads alike, and each access of
//!   the one is the access of the other with new subscripts, inside the new box;
//! * for every read `r` and every write `w` whose value `r` may find in the original,
//!   `cell(w) = cell(r)`;
//! * `{ w -> w' : w' not certainly before w, w' possibly before r, cell(w') = cell(r),
//!   element(w') != element(r) }` is empty: nothing else is stored in that cell while the value is needed.
//!
//! Together: at every read, the last write to its cell was one to its element.
//!
//! **Experiment.** [`interpret`] executes a scop at given parameter values, in the order of the program
//! or in all that an order allows, and notes which values are alive at the same time;
//! [`simulate_cells`] executes it on folded storage and notices the first wrong value.

mod brute;
mod mismatch;
pub mod random;
mod reread;

pub use brute::{
    Brute, BruteError, Clash, Conflict, Element, Mode, Moment, Race, Value, interpret,
    interpret_each, simulate_cells,
};
pub use mismatch::Mismatch;
pub use reread::{same_instances, same_reads, same_values};
