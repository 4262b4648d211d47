//! Macros that name members of their arguments or are headers of loops: written out before calls
//! are inlined, restored in functions that stay.

use super::Attempt;
use crate::text::Version;
use front::Program;
use source::{Edit, Edits, PreprocessError, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A text before its macros were written out, and the functions in which they were.
pub(super) struct WithMacros {
    text: Arc<Version>,
    functions: BTreeSet<String>,
}

impl Attempt<'_> {
    /// Writes out the macros that name members of an argument or are headers of loops.
    pub(super) fn write_macros_out(&mut self) -> Result<WithMacros, PreprocessError> {
        let text = self.text()?;
        let mut functions = BTreeSet::new();
        let edits = self.read(|_, front| {
            let contents = front.contents();
            let mut edits = Edits::default();
            for function in &contents.file.functions {
                for edit in fuse::macros_written_out(contents, function) {
                    if edits.insert(edit).is_ok() {
                        functions.insert(function.name.clone());
                    }
                }
            }
            edits
        })?;
        self.step(edits);
        Ok(WithMacros { text, functions })
    }

    /// Restores the macros of functions that have not changed otherwise.
    pub(super) fn restore_macros(&mut self, before: &WithMacros) -> Result<(), PreprocessError> {
        let has_changed =
            |name: &String| self.inlined.contains(name) || self.functions.contains_key(name);
        let stays = |name: &&String| !has_changed(name);
        let staying: Vec<String> = before.functions.iter().filter(stays).cloned().collect();
        if staying.is_empty() {
            return Ok(());
        }
        let program = before.text.program();
        let edits = self.read(|_, front| {
            let mut edits = Edits::default();
            for name in &staying {
                let bodies = body_span(front, name).zip(body_span(program, name));
                if let Some((span, old)) = bodies {
                    let text = program.unit().file.slice(old).into_owned();
                    let _ = edits.insert(Edit { span, text });
                }
            }
            edits
        })?;
        self.step(edits);
        Ok(())
    }
}

/// The bytes of a function's body.
fn body_span(front: &Program<'_>, name: &str) -> Option<Span> {
    let file = &front.contents().file;
    let function = &file.functions[file.definition(name)?];
    let body = function.base.range(function.definition.statement.span);
    front.unit().span_of(body).ok()
}
