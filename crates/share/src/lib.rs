//! Arrays of a C function in common storage: which of them may have it, and the text that gives it
//! to them. Knows C, and nothing of sets.
//!
//! ```text
//! function --objects--> declared and allocated arrays, with their sizes
//!          --follow--> which may be in the storage of which
//!          --lives--> which are not alive at once, as far as the text shows
//!          --write--> pointers to that storage, one allocation, one release
//! ```
//!
//! The text of an array that moves into the storage of another one stays: its name becomes a
//! pointer, `float *b = a;`. The pointer of a static array is automatic: no call needs the one of
//! another call.
//!
//! Assumes: the caller knows when elements are alive, and proves the new text against the original.
//! What that proof does not see is decided here: who releases storage, what `sizeof` is asked of,
//! which lines other configurations add, and whether calls that use static storage may overlap in
//! time.

mod aliases;
mod calls;
mod follow;
mod lives;
mod objects;
mod ownership;
mod problem;
mod release;
mod size;
mod statics;
mod words;
mod write;

pub use calls::{Calls, calls_of};
pub use follow::may_follow;
pub use lives::Lives;
pub use objects::{Object, objects};
pub use problem::Problem;

pub use write::edits;

use c::Contents;
pub use c::facts::forgotten::Forgotten;
use c::facts::function::FunctionFacts;
use c::names::file::Function;
use source::Unit;

/// A function of a file.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    unit: &'a Unit,
    function: &'a Function<'a>,
    facts: &'a FunctionFacts<'a>,
}

impl<'a> Place<'a> {
    fn of(contents: &'a Contents<'a>, function: usize) -> Self {
        Place {
            unit: contents.unit,
            function: &contents.file.functions[function],
            facts: &contents.facts.functions[function],
        }
    }
}
