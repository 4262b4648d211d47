//! Several changed versions of a text as one: all changes of all of them, line by line. Knows no C.

use source::diff::{Algorithm, parts};
use std::collections::BTreeMap;
use std::ops::Range;

/// The original with the changes of all versions; `None` if two versions change the same lines in
/// different ways.
pub(super) fn merged(original: &[u8], versions: &[&[u8]]) -> Option<Vec<u8>> {
    let old: Vec<&[u8]> = original.split_inclusive(|byte| *byte == b'\n').collect();
    let mut changes: BTreeMap<(usize, usize), Vec<u8>> = BTreeMap::new();
    for version in versions {
        let new: Vec<&[u8]> = version.split_inclusive(|byte| *byte == b'\n').collect();
        for (lines, text) in changed(&old, &new) {
            let known = changes
                .entry((lines.start, lines.end))
                .or_insert_with(|| text.clone());
            if *known != text {
                return None;
            }
        }
    }
    let mut text = Vec::new();
    let mut next = 0;
    for ((start, end), new) in changes {
        if start < next {
            return None;
        }
        text.extend(old[next..start].concat());
        text.extend(new);
        next = end;
    }
    text.extend(old[next..].concat());
    Some(text)
}

/// The lines that are replaced, with the new ones. A replacement of as many lines is one of each.
fn changed(old: &[&[u8]], new: &[&[u8]]) -> Vec<(Range<usize>, Vec<u8>)> {
    let mut found = Vec::new();
    for part in parts(Algorithm::Patience, old, new) {
        let (before, after) = (part.old, part.new);
        if part.is_equal {
            continue;
        }
        match before.len() == after.len() {
            true => {
                let lines = before.zip(after);
                found.extend(lines.map(|(k, l)| (k..k + 1, new[l].to_vec())));
            }
            false => found.push((before, new[after].concat())),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::merged;

    fn check(original: &str, versions: &[&str], expected: Option<&str>) {
        let versions: Vec<&[u8]> = versions.iter().map(|v| v.as_bytes()).collect();
        let found = merged(original.as_bytes(), &versions);
        let found = found.map(|text| String::from_utf8_lossy(&text).into_owned());
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn changes_of_all_versions_are_made() {
        let original = "a\n#if\nb\n#else\nc\n#endif\nd\n";
        let first = "A\n#if\nB\n#else\nc\n#endif\nd\n";
        let second = "A\n#if\nb\n#else\nC\n#endif\nd\n";
        let both = "A\n#if\nB\n#else\nC\n#endif\nd\n";
        check(original, &[first, second], Some(both));
        check(original, &[original, second], Some(second));
    }

    #[test]
    fn versions_that_differ_are_not_merged() {
        check("a\nb\n", &["A\nb\n", "B\nb\n"], None);
        check("a\nb\nc\n", &["x\ny\nz\nc\n", "a\nB\nc\n"], None);
    }
}
