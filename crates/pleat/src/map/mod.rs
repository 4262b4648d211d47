//! `pleat map`: the mapping engine alone, on conflicts that a file describes.
//!
//! ```text
//! text -> input::items -> problem::read -> engine::run -> show (text, table) or entry (JSON)
//! ```
//!
//! A fold uses one mapping for all sizes. `pleat map` also prints a mapping for each residue of a
//! parameter, if these are smaller; together the cases cover the whole context. Without a context in
//! the file, small sizes may have a mapping of their own. It may print rows
//! with parametric strides and polynomial sizes, which folds do not use.

mod array;
mod conflicts;
mod engine;
mod entry;
mod enumerate;
mod fault;
mod input;
mod problem;
mod show;
mod vectors;

pub use engine::{Answer, Outcome, Run, answer, best_of, run};
pub use entry::entry;
pub use enumerate::{Checked, check_at};
pub use fault::Fault;
pub use problem::{Input, read};
pub use show::{aligned, mapping_text, outcome_cells, table};
