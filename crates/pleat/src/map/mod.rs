//! `pleat map`: the mapping engine alone, on conflicts that a file describes.
//!
//! ```text
//! text -> input::items -> problem::read -> engine::run -> show (text, table) or entry (JSON)
//! ```

mod engine;
mod entry;
mod enumerate;
mod input;
mod problem;
mod show;
mod vectors;

pub use engine::{Outcome, Run, best_of, run};
pub use entry::entry;
pub use enumerate::{Checked, check_at};
pub use problem::{Input, read};
pub use show::{aligned, mapping_text, outcome_cells, table};

use std::fmt;

/// What is wrong with a file of conflicts, or with what was said about it on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line of the file, from 1.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl Fault {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Fault {
            line: Some(line),
            message: message.into(),
        }
    }

    pub(crate) fn of_whole(message: impl Into<String>) -> Self {
        Fault {
            line: None,
            message: message.into(),
        }
    }

    /// `file:line: message`
    pub fn in_file(&self, file: &str) -> String {
        match self.line {
            Some(line) => format!("{file}:{line}: {}", self.message),
            None => format!("{file}: {}", self.message),
        }
    }
}

impl From<poly::PolyError> for Fault {
    fn from(error: poly::PolyError) -> Self {
        Fault::of_whole(error.to_string())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}
