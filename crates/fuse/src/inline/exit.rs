//! Statements in the places of jumps out of a body.

use print::statement_ends;
use source::{SourceFile, Span, layout};

/// A jump of a body in the place of which other statements stand.
pub(super) struct Exit<'a> {
    pub(super) file: &'a SourceFile,
    /// The statement that tests whether to jump.
    pub(super) guard: Span,
    /// The jump.
    pub(super) jump: Span,
    /// What is set before it.
    pub(super) set: Option<String>,
}

impl Exit<'_> {
    /// The edit that puts a statement, or several, in the place of the jump.
    pub(super) fn edit(self, leave: Span) -> (Span, String) {
        let text = self.file.slice(leave);
        let inner = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        let lines = inner.unwrap_or(&text).lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty()).map(str::to_string);
        let lines: Vec<String> = self.set.into_iter().chain(lines).collect();
        let before = Span::new(self.guard.start, self.jump.start);
        let before = self.file.slice(before);
        let head = before.trim_end();
        let gap = u32::try_from(before.len() - head.len()).unwrap_or_default();
        let is_in_block = !head.ends_with(')');
        let starts_line = before[head.len()..].contains('\n');
        let outer = layout::indent_of(self.file, self.guard);
        let indent = match starts_line {
            true => layout::indent_of(self.file, self.jump),
            false => format!("{outer}    "),
        };
        match lines.as_slice() {
            [only] if is_in_block || statement_ends(only).len() < 2 => (self.jump, only.clone()),
            lines if is_in_block => {
                let gap = match starts_line {
                    true => format!("\n{indent}"),
                    false => " ".to_string(),
                };
                (self.jump, lines.join(&gap))
            }
            lines => {
                let lines = lines.iter().map(|line| format!("{indent}{line}\n"));
                let text = format!(" {{\n{}{outer}}}", lines.collect::<String>());
                let place = Span::new(self.jump.start - gap, self.jump.end);
                (place, text)
            }
        }
    }
}
