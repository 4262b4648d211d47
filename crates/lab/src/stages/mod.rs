//! Random programs of stages: loop nests and functions that follow each other, with a whole array
//! between two of them, as text. Every subscript is in bounds and no element is read before it is
//! written, for all sizes from 1. `surround` puts them into programs as people write them. Must not
//! know the tools that read them.

mod draft;
mod image;
mod kinds;
mod style;
mod surround;
mod text;

pub use surround::{SURROUNDINGS, Surrounded, surrounded};

use draft::Draft;

/// Rows and columns of the largest image.
pub(crate) const LARGEST: i64 = 20;

/// A random program: it prints a line for each size of its images.
pub fn program(seed: u64) -> String {
    let mut draft = Draft::new(seed);
    let most = if draft.random.one_in(6) { 7 } else { 3 };
    let count = draft.random.between(1, most);
    for _ in 0..count {
        draft.stage();
    }
    draft.last();
    draft.writer.program()
}
