//! The user's file: its bytes, its lines, and lines and columns for messages. It does not know C.

use crate::error::PreprocessError;
use crate::text::span::Span;
use std::borrow::Cow;
use std::path::PathBuf;

/// A file of the user, or an edited text that is not on disk.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path that messages show; its folder is searched for `#include "..."`.
    pub path: PathBuf,
    /// The content. It must not change: the line table is made from it.
    pub bytes: Vec<u8>,
    /// `bytes` with each byte that is not UTF-8 replaced by one `?`, so that offsets are the same.
    text: String,
    line_starts: Vec<u32>,
}

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCol {
    /// Line number.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl SourceFile {
    /// A file with this content.
    pub fn new(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> SourceFile {
        let bytes = bytes.into();
        let newlines = bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n');
        let line_starts = [0].into_iter().chain(newlines.map(|(at, _)| at as u32 + 1));
        SourceFile {
            path: path.into(),
            line_starts: line_starts.collect(),
            text: same_length_text(&bytes),
            bytes,
        }
    }

    /// Reads a file from disk.
    ///
    /// # Errors
    /// [`PreprocessError::Unreadable`] or [`PreprocessError::TooLarge`].
    pub fn read(path: impl Into<PathBuf>) -> Result<SourceFile, PreprocessError> {
        let path = path.into();
        match std::fs::read(&path) {
            Ok(bytes) if u32::try_from(bytes.len()).is_err() => {
                Err(PreprocessError::TooLarge { path })
            }
            Ok(bytes) => Ok(SourceFile::new(path, bytes)),
            Err(error) => Err(PreprocessError::Unreadable { path, error }),
        }
    }

    /// The content as text; each byte that is not UTF-8 is a `?`, so that offsets are the same.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte offset; offsets after the end count as the end.
    pub fn line_col(&self, offset: u32) -> LineCol {
        let line = self.line_index(offset);
        let start = self.line_starts[line] as usize;
        let end = (offset as usize).clamp(start, self.bytes.len());
        let column = String::from_utf8_lossy(&self.bytes[start..end])
            .chars()
            .count();
        LineCol {
            line: line as u32 + 1,
            column: column as u32 + 1,
        }
    }

    /// The bytes of `span` with bad UTF-8 replaced; bytes after the end of the file are left out.
    pub fn slice(&self, span: Span) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes_of(span))
    }

    /// The bytes of `span`; bytes after the end of the file are left out.
    pub fn bytes_of(&self, span: Span) -> &[u8] {
        let end = span.range().end.min(self.bytes.len());
        &self.bytes[span.range().start.min(end)..end]
    }

    /// The number of blanks directly before `offset`, if they follow a word or a bracket on the
    /// same line: they are deleted with the text after them.
    pub fn blanks_before(&self, offset: u32) -> u32 {
        let before = &self.bytes[..(offset as usize).min(self.bytes.len())];
        let blanks = before
            .iter()
            .rev()
            .take_while(|b| matches!(b, b' ' | b'\t'));
        let blanks = blanks.count();
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b')' | b']');
        match before[..before.len() - blanks].last().is_some_and(is_word) {
            true => blanks as u32,
            false => 0,
        }
    }

    /// The span extended to whole lines, with their last line break, if these lines contain nothing
    /// else but a comment after it; else the span itself.
    pub fn whole_lines(&self, span: Span) -> Span {
        let bytes = &self.bytes;
        let (start, end) = (span.start as usize, span.end as usize);
        let is_blank = |b: &&u8| matches!(**b, b' ' | b'\t');
        let before = bytes[..start].iter().rev().take_while(is_blank).count();
        let starts_line = start == before || bytes[start - before - 1] == b'\n';
        let line = bytes[end..].split(|b| *b == b'\n').next().unwrap_or(&[]);
        let comment = line.trim_ascii();
        let is_comment = comment.is_empty()
            || (comment.starts_with(b"//") && !comment.ends_with(b"\\"))
            || (comment.starts_with(b"/*")
                && comment.ends_with(b"*/")
                && comment.windows(2).filter(|w| *w == b"*/").count() == 1);
        if !(starts_line && is_comment && end + line.len() < bytes.len()) {
            return span;
        }
        Span {
            start: (start - before) as u32,
            end: (end + line.len() + 1) as u32,
        }
    }

    /// The span of a line, counted from 1, without its line break; `None` after the last line.
    pub fn line_span(&self, line: u32) -> Option<Span> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let next = self
            .line_starts
            .get(index + 1)
            .map_or(self.bytes.len(), |&s| s as usize);
        let ended = self.bytes[start as usize..next].trim_ascii_end().len();
        Some(Span::new(start, start + ended as u32))
    }

    /// The index, from 0, of the line that contains `offset`.
    pub(crate) fn line_index(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }

    /// The start offsets of the lines.
    pub(crate) fn line_starts(&self) -> &[u32] {
        &self.line_starts
    }
}

/// A text of exactly as many bytes: each byte that is not UTF-8 becomes `?`.
pub(crate) fn same_length_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_bytes_keep_offsets() {
        let file = SourceFile::new("a.c", b"a\xff\xc3(\nb\xe2\x82".to_vec());
        assert_eq!(file.text(), "a??(\nb??");
        assert_eq!(file.text().len(), file.bytes.len());
    }

    #[test]
    fn lines_and_columns() {
        let file = SourceFile::new("a.c", "x\r\n/* \u{e9} */ y\n");
        assert_eq!(file.line_col(0), LineCol { line: 1, column: 1 });
        assert_eq!(file.line_col(12), LineCol { line: 2, column: 9 });
        assert_eq!(file.line_col(999), LineCol { line: 3, column: 1 });
        assert_eq!(file.line_span(1), Some(Span::new(0, 1)));
        assert_eq!(file.line_span(2), Some(Span::new(3, 13)));
        assert_eq!(file.line_span(4), None);
        assert_eq!(file.slice(Span::new(3, 5)), "/*");
        assert_eq!(file.slice(Span::new(90, 95)), "");
    }
}
