//! How two sequences differ. The work is done on numbers, so that the algorithms are compiled once.

use similar::{DiffOp, capture_diff_slices};
use std::collections::BTreeMap;
use std::ops::Range;

pub use similar::Algorithm;

/// Elements that both sequences have, or that one has instead of those of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whether they are the same.
    pub is_equal: bool,
    /// Their positions in the old sequence.
    pub old: Range<usize>,
    /// Their positions in the new one.
    pub new: Range<usize>,
}

/// The parts of two sequences, in their order.
pub fn parts<T: Ord>(algorithm: Algorithm, old: &[T], new: &[T]) -> Vec<Part> {
    let mut numbers = BTreeMap::new();
    let mut number = |element| {
        let next = numbers.len();
        *numbers.entry(element).or_insert(next)
    };
    let old: Vec<usize> = old.iter().map(&mut number).collect();
    let new: Vec<usize> = new.iter().map(number).collect();
    numbered(algorithm, &old, &new)
}

fn numbered(algorithm: Algorithm, old: &[usize], new: &[usize]) -> Vec<Part> {
    let part = |op: DiffOp| Part {
        is_equal: matches!(op, DiffOp::Equal { .. }),
        old: op.old_range(),
        new: op.new_range(),
    };
    let parts = capture_diff_slices(algorithm, old, new).into_iter();
    parts.map(part).collect()
}

/// The bytes of two texts that differ, by their lines.
pub fn changed_lines(old: &str, new: &str) -> Vec<[Range<usize>; 2]> {
    let lines = |text| str::split_inclusive(text, '\n').collect();
    changed(lines(old), lines(new))
}

/// The bytes of two texts that differ, by their words and the blanks between these.
pub fn changed_words(old: &str, new: &str) -> Vec<[Range<usize>; 2]> {
    let words = |text| {
        let by_kind = |a: &u8, b: &u8| a.is_ascii_whitespace() == b.is_ascii_whitespace();
        let words = str::as_bytes(text).chunk_by(by_kind);
        words.collect()
    };
    changed(words(old), words(new))
}

/// The bytes of the pieces that differ.
fn changed<T: Ord + AsRef<[u8]>>(old: Vec<T>, new: Vec<T>) -> Vec<[Range<usize>; 2]> {
    let starts = |pieces: &[T]| {
        let ends = pieces.iter().scan(0, |at, piece| {
            *at += piece.as_ref().len();
            Some(*at)
        });
        [0].into_iter().chain(ends).collect::<Vec<usize>>()
    };
    let (old_starts, new_starts) = (starts(&old), starts(&new));
    let bytes = |starts: &[usize], range: Range<usize>| starts[range.start]..starts[range.end];
    let parts = parts(Algorithm::Myers, &old, &new).into_iter();
    let parts = parts.filter(|part| !part.is_equal);
    parts
        .map(|part| [bytes(&old_starts, part.old), bytes(&new_starts, part.new)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_lines_that_differ() {
        let (old, new) = ("a b\nc\nd e\n", "a b\nd  f\n");
        assert_eq!(changed_lines(old, new), [[4..10, 4..9]]);
        assert_eq!(changed_words("d e\n", "d  f\n"), [[1..3, 1..4]]);
        assert!(changed_lines(old, old).is_empty());
    }

    #[test]
    fn equal_and_other_parts_alternate() {
        let parts = parts(Algorithm::Patience, &["a", "b", "c"], &["a", "c", "d"]);
        let part = |is_equal, old, new| Part { is_equal, old, new };
        let expected = [
            part(true, 0..1, 0..1),
            part(false, 1..2, 1..1),
            part(true, 2..3, 1..2),
            part(false, 3..3, 2..3),
        ];
        assert_eq!(parts, expected);
    }
}
