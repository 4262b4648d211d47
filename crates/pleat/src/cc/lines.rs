//! Line numbers of the folded text: where lines came or went, counting starts anew.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use source::Renumber;

/// Where the lines of `new` are to be counted anew, so that each line that `old` has too keeps its
/// number.
pub fn renumber(old: &[u8], new: &[u8]) -> Vec<Renumber> {
    let lines = |bytes| -> Vec<&[u8]> { <[u8]>::split(bytes, |&b| b == b'\n').collect() };
    let ops = capture_diff_slices(Algorithm::Myers, &lines(old), &lines(new));
    let mut found = Vec::new();
    let mut shift = 0;
    for op in ops {
        let DiffOp::Equal {
            old_index,
            new_index,
            ..
        } = op
        else {
            continue;
        };
        let now = new_index as i64 - old_index as i64;
        if now != shift {
            found.push(Renumber {
                line: new_index as u32 + 1,
                number: old_index as u32 + 1,
            });
            shift = now;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(old: &str, new: &str) -> Vec<(u32, u32)> {
        let found = renumber(old.as_bytes(), new.as_bytes());
        found.iter().map(|r| (r.line, r.number)).collect()
    }

    #[test]
    fn lines_that_came_and_went() {
        assert_eq!(numbers("a\nb\nc\n", "a\nB\nc\n"), []);
        assert_eq!(numbers("a\nb\nc\n", "a\nx\ny\nb\nc\n"), [(4, 2)]);
        assert_eq!(numbers("a\nb\nc\nd\n", "a\nc\nx\nd\n"), [(2, 3), (4, 4)]);
        assert_eq!(numbers("a\nb\nc\n", "x\nA\nb\nc\n"), [(3, 2)]);
    }
}
