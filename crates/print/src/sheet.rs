//! Lines of new text at a place of the user's file.

use crate::words::{indented, statements};
use source::{SourceFile, Span, layout};
use std::fmt::Display;

/// How lines at a place of the user's file begin and end.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The indentation of the place.
    pub indent: String,
    /// One step of indentation.
    pub step: String,
    /// The line ending.
    pub newline: &'static str,
}

impl Sheet {
    /// The sheet at a place, with the step that its indentation suggests.
    pub fn at(file: &SourceFile, place: Span) -> Self {
        Sheet::new(layout::indent_of(file, place), layout::newline(file))
    }

    /// The same with the line ending of the place, whatever others the file has.
    pub fn beside(file: &SourceFile, place: Span) -> Self {
        let (newline, _) = layout::layout_after(&file.bytes[place.end as usize..]);
        Sheet::new(layout::indent_of(file, place), newline)
    }

    /// The sheet of the first line with text after an opening brace.
    pub fn inside(file: &SourceFile, opening: Span) -> Self {
        let (newline, indent) = layout::layout_after(&file.bytes[opening.end as usize..]);
        Sheet::new(indent, newline)
    }

    fn new(indent: String, newline: &'static str) -> Self {
        let step = match indent.contains('\t') {
            true => "\t",
            false if indent.len() == 2 => "  ",
            false => "    ",
        };
        Sheet {
            step: step.to_string(),
            indent,
            newline,
        }
    }

    /// The same with another step.
    #[must_use]
    pub fn with_step(mut self, step: &str) -> Self {
        self.step = step.to_string();
        self
    }

    /// The same with another indentation.
    #[must_use]
    pub fn indented_as(&self, indent: &str) -> Self {
        Sheet {
            indent: indent.to_string(),
            ..self.clone()
        }
    }

    /// The sheet inside of a block or under a header.
    #[must_use]
    pub fn deeper(&self) -> Self {
        self.indented_as(&format!("{}{}", self.indent, self.step))
    }

    /// The sheet around the block that contains the place.
    #[must_use]
    pub fn outer(&self) -> Self {
        let outer = self.indent.strip_suffix(&self.step);
        self.indented_as(outer.unwrap_or(&self.indent))
    }

    /// What precedes the text of a line after the first.
    pub fn line(&self) -> String {
        format!("{}{}", self.newline, self.indent)
    }

    /// A text on a line of its own.
    pub fn on_line(&self, text: impl Display) -> String {
        format!("{}{text}", self.line())
    }

    /// A block: its body is at the deeper sheet.
    pub fn braces(&self, body: &str) -> String {
        format!("{{{}{body}{}}}", self.deeper().line(), self.line())
    }

    /// A header with a block.
    pub fn block(&self, header: impl Display, body: &str) -> String {
        format!("{header} {}", self.braces(body))
    }

    /// A header with a single statement: it is at the deeper sheet.
    pub fn under(&self, header: impl Display, body: &str) -> String {
        format!("{header}{}{body}", self.deeper().line())
    }

    /// A piece of text from lines of another indentation.
    pub fn moved(&self, text: &str, from: &str) -> String {
        indented(text, from, &self.indent)
    }

    /// The user's text of another place.
    pub fn copied(&self, file: &SourceFile, place: Span) -> String {
        self.moved(&file.slice(place), &layout::indent_of(file, place))
    }

    /// The statements of a text of one line, each on a line of its own: without the braces around
    /// them, a second one on the line of an `if` looks as if it belonged to it.
    pub fn apart(&self, text: &str) -> String {
        match text.contains('\n') {
            true => text.to_string(),
            false => statements(text).join(&self.line()),
        }
    }
}

/// Lines of text at a growing indentation.
pub struct Lines {
    text: String,
    first: Sheet,
    /// The sheet of the next line.
    pub sheet: Sheet,
}

impl Lines {
    /// No lines yet. The first one has no indentation.
    pub fn new(sheet: &Sheet) -> Self {
        Lines {
            text: String::new(),
            first: sheet.clone(),
            sheet: sheet.clone(),
        }
    }

    /// Adds a line.
    pub fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push_str(&self.sheet.line());
        }
        self.text.push_str(line);
    }

    /// Adds a text whose lines have the indentation of the first line.
    pub fn push_moved(&mut self, text: &str) {
        self.push(&self.sheet.moved(text, &self.first.indent));
    }

    /// The next lines are deeper.
    pub fn enter(&mut self) {
        self.sheet = self.sheet.deeper();
    }

    /// Ends a block.
    pub fn leave(&mut self) {
        self.leave_for("}");
    }

    /// Ends a block with a line that may begin another one.
    pub fn leave_for(&mut self, line: &str) {
        self.sheet = self.sheet.outer();
        self.push(line);
    }

    /// Opens a block: the body of the loop of the last line, if there is one.
    pub fn open(&mut self) {
        match self.text.is_empty() {
            true => {
                self.push("{");
                self.enter();
            }
            false => self.text.push_str(" {"),
        }
    }

    /// The text of all lines.
    pub fn text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Sheet};
    use source::{SourceFile, Span};

    fn sheet(text: &str, at: usize) -> Sheet {
        let at = u32::try_from(at).unwrap_or_default();
        Sheet::at(&SourceFile::new("a.c", text), Span::at(at))
    }

    #[test]
    fn steps_are_those_of_the_place() {
        let text = "  a;\n\tb;\n    c;\n";
        let steps = ["a", "b", "c"].map(|name| {
            let at = text.find(name).unwrap_or_default();
            sheet(text, at).step
        });
        assert_eq!(steps, ["  ", "\t", "    "]);
    }

    #[test]
    fn blocks_are_at_the_deeper_sheet() {
        let sheet = sheet("  a;\r\n", 2);
        assert_eq!(sheet.block("if (n)", "b;"), "if (n) {\r\n    b;\r\n  }");
        assert_eq!(sheet.under("if (n)", "b;"), "if (n)\r\n    b;");
        assert_eq!(sheet.deeper().outer().indent, sheet.indent);
        assert_eq!(sheet.apart("a; b;"), "a;\r\n  b;");
    }

    #[test]
    fn lines_grow_and_end() {
        let mut lines = Lines::new(&sheet("  a;\n", 2));
        lines.push("if (n) {");
        lines.enter();
        lines.push_moved("b(\n    c);");
        lines.leave_for("} else {");
        lines.enter();
        lines.push("d;");
        lines.leave();
        let expected = "if (n) {\n    b(\n      c);\n  } else {\n    d;\n  }";
        assert_eq!(lines.text(), expected);
    }
}
