//! Lines of text at a growing indentation.

use source::{Span, Unit, layout};

/// Lines of text at a growing indentation.
pub(super) struct Lines {
    pub(super) text: String,
    /// The indentation of the first line.
    pub(super) indent: String,
    pub(super) step: String,
    pub(super) depth: usize,
    pub(super) newline: &'static str,
}

impl Lines {
    pub(super) fn new(unit: &Unit, place: Span, step: &str) -> Self {
        Lines {
            text: String::new(),
            indent: layout::indent_of(&unit.file, place),
            step: step.to_string(),
            depth: 0,
            newline: layout::newline(&unit.file),
        }
    }

    /// The present indentation.
    pub(super) fn inner(&self) -> String {
        format!("{}{}", self.indent, self.step.repeat(self.depth))
    }

    pub(super) fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push_str(self.newline);
            let inner = self.inner();
            self.text.push_str(&inner);
        }
        self.text.push_str(line);
    }

    pub(super) fn enter(&mut self) {
        self.depth += 1;
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
        self.push("}");
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    /// Opens a block: the body of the loop of the last line, if there is one.
    pub(super) fn open(&mut self) {
        match self.text.is_empty() {
            true => {
                self.push("{");
                self.enter();
            }
            false => self.text.push_str(" {"),
        }
    }
}
