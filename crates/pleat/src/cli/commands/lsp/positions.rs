//! Places in a text: bytes here, lines and UTF-16 units in the protocol.

use lsp_types::{Position, Range, TextEdit};
use source::diff::changed_lines;
use std::ops;

/// A text with the starts of its lines.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Lines<'t> {
        let bytes = text.as_bytes();
        let ends_line = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = (0..bytes.len()).filter(ends_line).map(|at| at + 1);
        Lines {
            text,
            starts: [0].into_iter().chain(starts).collect(),
        }
    }

    /// The position of a byte; bytes after the end count as the end.
    pub(super) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = &self.text[self.starts[line]..offset];
        let character = before.encode_utf16().count();
        Position::new(line as u32, character as u32)
    }

    /// The byte at a position; positions after the end of a line count as its end.
    pub(super) fn offset(&self, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else {
            return self.text.len();
        };
        let line = self.text[start..].split(['\n', '\r']).next();
        let line = line.unwrap_or_default();
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units >= position.character {
                return start + at;
            }
            units += c.len_utf16() as u32;
        }
        start + line.len()
    }

    pub(super) fn range(&self, bytes: &ops::Range<usize>) -> Range {
        Range::new(self.position(bytes.start), self.position(bytes.end))
    }
}

/// The edits that change one text into another: changed lines, without what their ends have in
/// common.
pub(super) fn edits(old: &str, new: &str) -> Vec<TextEdit> {
    let lines = Lines::new(old);
    let edit = |[from, to]: [ops::Range<usize>; 2]| {
        let (head, tail) = in_common(&old[from.clone()], &new[to.clone()]);
        TextEdit {
            range: lines.range(&(from.start + head..from.end - tail)),
            new_text: new[to.start + head..to.end - tail].to_string(),
        }
    };
    changed_lines(old, new).into_iter().map(edit).collect()
}

/// The lengths of the longest common start and, after it, the longest common end. Neither ends
/// inside of a line break, where no position is.
fn in_common(old: &str, new: &str) -> (usize, usize) {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
    let mut head: usize = same.map(|(c, _)| c.len_utf8()).sum();
    if splits_break(old, head) {
        head -= 1;
    }
    let (old, new) = (&old[head..], &new[head..]);
    let same = { old.chars().rev().zip(new.chars().rev()) }.take_while(|(a, b)| a == b);
    let mut tail: usize = same.map(|(c, _)| c.len_utf8()).sum();
    if splits_break(old, old.len() - tail) {
        tail -= 1;
    }
    (head, tail)
}

fn splits_break(text: &str, at: usize) -> bool {
    text[..at].ends_with('\r') && text[at..].starts_with('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16() {
        let text = "a\u{e9}\u{1f600}b\r\n\nlast";
        let lines = Lines::new(text);
        for (offset, line, character) in [
            (0, 0, 0),
            (1, 0, 1),
            (3, 0, 2),
            (7, 0, 4),
            (8, 0, 5),
            (10, 1, 0),
            (15, 2, 4),
        ] {
            assert_eq!(lines.position(offset), Position::new(line, character));
            assert_eq!(lines.offset(Position::new(line, character)), offset);
        }
        assert_eq!(lines.position(99), Position::new(2, 4));
        assert_eq!(lines.offset(Position::new(0, 99)), 8);
        assert_eq!(lines.offset(Position::new(9, 0)), text.len());
    }

    #[test]
    fn edits_make_the_new_text() {
        let texts = [
            "",
            "a\n",
            "a",
            "a\nb\nc\n",
            "a\nxb\nc",
            "\u{e9}\u{1f600}\r\nb\r\n",
            "\u{e9}\u{1f601}\r\n\r\nb",
            "a\nb\nb\nc\n",
            "x\rb\nc\n",
        ];
        for old in texts {
            for new in texts {
                let lines = Lines::new(old);
                let mut text = old.to_string();
                for edit in edits(old, new).iter().rev() {
                    let start = lines.offset(edit.range.start);
                    text.replace_range(start..lines.offset(edit.range.end), &edit.new_text);
                }
                assert_eq!(text, new, "{old:?}");
            }
        }
    }

    #[test]
    fn edits_are_small() {
        let edits = edits("int a;\nint t[9];\nint b;\n", "int a;\nint t[3];\nint b;\n");
        assert_eq!(edits.len(), 1);
        assert_eq!(edits[0].new_text, "3");
    }
}
