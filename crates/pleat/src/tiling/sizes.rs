//! Sizes of tiles, and a text in which sizes with names are known to be positive.

use super::TileError;
use crate::fact::Fact;
use crate::facts::{self, Stated};
use crate::options::TileSize;
use crate::text::Version;
use source::{Edits, Flags, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A file in which sizes are known to be positive.
pub(super) struct Sized {
    pub(super) text: Arc<Version>,
    /// The tests of variables.
    stated: Option<Stated>,
    /// From the user's file to the text, one after the other.
    steps: Vec<Edits>,
}

impl Sized {
    /// Tests the sizes that are variables, and asserts those that are macros in the functions with
    /// loops to tile.
    ///
    /// # Errors
    /// The file cannot be preprocessed, or a name is neither.
    pub(super) fn new(
        text: &Arc<Version>,
        flags: &Flags,
        sizes: &[TileSize],
        has_loops: &dyn Fn(&Version) -> BTreeSet<String>,
    ) -> Result<Self, TileError> {
        let mut sized = Sized {
            text: Arc::clone(text),
            stated: None,
            steps: Vec::new(),
        };
        let names = sizes.iter().filter_map(|size| match size {
            TileSize::Name(name) => Some(name.clone()),
            _ => None,
        });
        let names: BTreeSet<String> = names.collect();
        let (macros, variables): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| !sized.declares(name));
        if !variables.is_empty() {
            sized.state(flags, &variables)?;
        }
        if !macros.is_empty() {
            let functions = has_loops(&sized.text);
            sized.assert(flags, &macros, &functions)?;
        }
        Ok(sized)
    }

    /// Whether a variable of the file has a name.
    fn declares(&self, name: &str) -> bool {
        let file = &self.text.program().contents().file;
        let mut variables = file.functions.iter().flat_map(|f| &f.symbols.variables);
        let mut globals = file.globals.iter();
        variables.any(|v| v.name == name) || globals.any(|g| g.name == name)
    }

    fn state(&mut self, flags: &Flags, variables: &[String]) -> Result<(), TileError> {
        let facts: Vec<Fact> = { variables.iter() }
            .filter_map(|name| format!("{name} >= 1").parse().ok())
            .collect();
        let stated = facts::state(&self.text, flags, &facts, (None, false))?;
        self.text = Arc::clone(&stated.text);
        self.steps.push(stated.edits.clone());
        self.stated = Some(stated);
        Ok(())
    }

    fn assert(
        &mut self,
        flags: &Flags,
        macros: &[String],
        functions: &BTreeSet<String>,
    ) -> Result<(), TileError> {
        let conditions: Vec<String> = macros.iter().map(|name| format!("{name} >= 1")).collect();
        let mut edits = Edits::default();
        let unit = self.text.unit();
        for function in &self.text.program().contents().file.functions {
            let body = function.base.range(function.definition.statement.span);
            if let (true, Ok(body)) = (functions.contains(&function.name), unit.span_of(body)) {
                let open = Span::new(body.start, body.start + 1);
                let edit = emit::assertions(unit, open, "loops below are tiled", &conditions);
                // Functions do not overlap.
                let _ = edits.insert(edit);
            }
        }
        if edits.is_empty() {
            return Ok(());
        }
        let text = self.text.edited(&edits, flags)?;
        if let Some(name) = macros.iter().find(|m| !text.unit().macros.contains_key(*m)) {
            return Err(TileError::Unknown(name.clone()));
        }
        self.text = text;
        self.steps.push(edits);
        Ok(())
    }

    /// The place in the user's file of a place in the text.
    pub(super) fn original_span(&self, span: Span) -> Span {
        let steps = self.steps.iter().rev();
        steps.fold(span, |span, edits| edits.original_span(span))
    }

    /// A text with the tests of variables on lines of their own.
    pub(super) fn finished(&self, bytes: Vec<u8>) -> Vec<u8> {
        match &self.stated {
            Some(stated) => stated.on_own_lines(bytes),
            None => bytes,
        }
    }
}
