//! `pleat map`: the mapping engine alone, on conflicts that a file describes.
//!
//! ```text
//! text -> input::items -> problem::read -> engine::run -> show (text, table) or entry (JSON)
//! ```

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

pub use engine::{Outcome, Run, best_of, run};
pub use entry::entry;
pub use enumerate::{Checked, check_at};
pub use fault::Fault;
pub use problem::{Input, read};
pub use show::{aligned, mapping_text, outcome_cells, table};
