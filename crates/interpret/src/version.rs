//! A program with its text.

use program::Program;
use source::SourceFile;

/// One version of a file.
#[derive(Clone, Copy, Debug)]
pub struct Version<'a> {
    /// Its functions.
    pub program: &'a Program,
    /// The text to which the places in the program refer.
    pub text: &'a SourceFile,
}
