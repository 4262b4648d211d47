//! Errors with the line at which a file is wrong.

use std::fmt;

/// An error in a file of conflicts, or in what the command line says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line of the file, from 1.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl Fault {
    pub(super) fn at(line: usize, message: impl Into<String>) -> Self {
        Fault {
            line: Some(line),
            message: message.into(),
        }
    }

    pub(super) fn of_whole(message: impl Into<String>) -> Self {
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
