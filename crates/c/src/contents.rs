//! The contents of a C file: its text, its names, and the facts about its functions.

use crate::facts::{FileFacts, Wanted};
use crate::names::file::{self, File};
use crate::syntax::Syntax;
use crate::syntax::notes::Note;
use source::Unit;

/// The contents of a C file. They may be shared among threads.
#[derive(Debug)]
pub struct Contents<'a> {
    /// The preprocessed text.
    pub unit: &'a Unit,
    /// What it declares.
    pub file: File<'a>,
    /// What its functions do with their objects.
    pub facts: FileFacts<'a>,
}

impl<'a> Contents<'a> {
    /// Resolves the names of a file and computes the facts about it. Adds remarks to `notes`.
    pub fn of(
        unit: &'a Unit,
        syntax: &'a Syntax,
        wanted: Wanted<'_>,
        notes: &mut Vec<Note>,
    ) -> Self {
        let file = file::read(syntax, &unit.macros);
        let facts = FileFacts::of(unit, &file, wanted, notes);
        Contents { unit, file, facts }
    }
}
