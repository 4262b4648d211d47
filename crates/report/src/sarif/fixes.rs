//! The difference between two texts as replacements. Knows nothing of findings.

use super::format::{Content, Region, Replacement};
use source::diff::{changed_lines, changed_words};
use std::ops::Range;

/// The replacements that turn a file into another one: disjoint, in the order of the text.
pub(super) fn replacements(old: &str, new: &str) -> Vec<Replacement> {
    let lines = Lines::of(old);
    let edits = edits(old, new).into_iter();
    edits
        .map(|(range, text)| Replacement {
            deleted_region: lines.region(old, range),
            inserted_content: Content { text },
        })
        .collect()
}

/// Byte ranges of the old text and their new texts: words of the lines that differ.
fn edits(old: &str, new: &str) -> Vec<(Range<usize>, String)> {
    let lines = changed_lines(old, new).into_iter();
    let words = lines.flat_map(|[from, to]| {
        let (old_part, new_part) = (&old[from.clone()], &new[to]);
        let words = changed_words(old_part, new_part).into_iter();
        words.map(move |[range, own]| {
            let range = from.start + range.start..from.start + range.end;
            (range, new_part[own].to_string())
        })
    });
    words.collect()
}

/// The offsets at which lines start.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines([0].into_iter().chain(ends).collect())
    }

    /// Line and column, from 1, columns in characters.
    fn place(&self, text: &str, offset: usize) -> (usize, usize) {
        let line = self.0.partition_point(|start| *start <= offset);
        let start = self.0[line - 1];
        (line, text[start..offset].chars().count() + 1)
    }

    fn region(&self, text: &str, range: Range<usize>) -> Region {
        let (start_line, start_column) = self.place(text, range.start);
        let (end_line, end_column) = self.place(text, range.end);
        Region {
            start_line,
            start_column,
            end_line,
            end_column,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The replacements as `line:column-line:column text`.
    fn shown(before: &str, after: &str) -> Vec<String> {
        let one = |r: Replacement| {
            let Region {
                start_line,
                start_column,
                end_line,
                end_column,
            } = r.deleted_region;
            let text = r.inserted_content.text;
            format!("{start_line}:{start_column}-{end_line}:{end_column} {text}")
        };
        replacements(before, after).into_iter().map(one).collect()
    }

    #[test]
    fn words_of_lines() {
        let before = "int a;\n/* \u{e9} */ a[i] = b[i];\nend\n";
        let after = "int a;\n/* \u{e9} */ c = b[i];\nend\n";
        assert_eq!(shown(before, after), ["2:9-2:13 c"]);
        assert_eq!(shown("a\nb\nc\n", "a\nc\n"), ["2:1-3:1 "]);
        assert_eq!(shown("a\n", "a\nb"), ["2:1-2:1 b"]);
        assert!(shown("a\n", "a\n").is_empty());
    }
}
