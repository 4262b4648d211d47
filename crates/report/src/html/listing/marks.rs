//! The parts of a text that belong to folded arrays, and the tokens that changed in a line.

use source::diff::{Algorithm, parts};
use source::{Word, words};
use std::collections::BTreeMap;
use std::ops::Range;

/// A folded array, as the listing needs it.
pub(super) struct Folded<'a> {
    /// Its number on the page.
    pub(super) index: usize,
    pub(super) name: &'a str,
    /// The line of its declaration, from 0.
    pub(super) declared: usize,
    /// It has no subscripts in the result.
    pub(super) is_scalar: bool,
}

/// Which of the two texts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Side {
    Old,
    New,
}

/// A part of a line that belongs to a folded array, in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) bytes: Range<usize>,
    pub(super) array: usize,
}

/// The words in which an array can be named, the array, and the line of its declaration.
type Scope<'a> = (Range<usize>, &'a Folded<'a>, usize);

/// The marks of each line of a text. `declared` maps the line of a declaration in the original to
/// the one in this text.
pub(super) fn marks(
    text: &str,
    side: Side,
    arrays: &[Folded],
    declared: impl Fn(usize) -> Option<usize>,
) -> BTreeMap<usize, Vec<Mark>> {
    let lines = Lines::of(text);
    let words = words(text);
    let depths = depths(&words);
    let mut scopes: BTreeMap<&str, Vec<Scope>> = BTreeMap::new();
    for array in arrays {
        if let Some(first) = declared(array.declared) {
            let scope = scope(&words, &depths, &lines, first);
            let all = scopes.entry(array.name).or_default();
            all.push((scope, array, first));
        }
    }
    let mut marks: BTreeMap<usize, Vec<Mark>> = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        let mut named = scopes.get(word.text.as_str()).into_iter().flatten();
        // The innermost of several is declared last.
        let own = named.rfind(|(scope, ..)| scope.contains(&at));
        let Some((_, array, first)) = own.filter(|_| !is_member(&words, at)) else {
            continue;
        };
        let (line, start) = lines.place(word.span.start as usize);
        let end = subscripts_end(&words, at);
        let is_bare = side == Side::New && array.is_scalar;
        if end == at && line != *first && !is_bare {
            continue;
        }
        let until = (words[end].span.end as usize).min(lines.end(line));
        let bytes = start..start + until.saturating_sub(word.span.start as usize);
        marks.entry(line).or_default().push(Mark {
            bytes,
            array: array.index,
        });
    }
    for found in marks.values_mut() {
        found.sort_by_key(|mark| (mark.bytes.start, std::cmp::Reverse(mark.bytes.end)));
    }
    marks
}

/// The words from the line of a declaration to the end of its scope: of its block, of the function
/// whose parameter it is, or of the text if it is at file scope.
fn scope(words: &[Word], depths: &[i32], lines: &Lines, declared: usize) -> Range<usize> {
    let start = lines.starts.get(declared).copied().unwrap_or(lines.length);
    let first = words.partition_point(|word| (word.span.start as usize) < start);
    let is_outside = depths[first] == 0;
    let mut depth = 0;
    for (k, word) in words.iter().enumerate().skip(first) {
        let in_head = is_outside && depth == 0;
        match word.text.as_str() {
            // The object or prototype ends before any body begins.
            ";" | "=" if in_head => return first..words.len(),
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if word.text == "}" && (depth < 0 || (is_outside && depth == 0)) {
            return first..k;
        }
    }
    first..words.len()
}

/// How many braces are open before each word, and after the last one.
fn depths(words: &[Word]) -> Vec<i32> {
    let mut depth = 0;
    let after = words.iter().map(|word| {
        depth += i32::from(word.text == "{") - i32::from(word.text == "}");
        depth
    });
    [0].into_iter().chain(after).collect()
}

fn is_member(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).map(|k| words[k].text.as_str());
    matches!(before, Some("." | "->"))
}

/// The last word of the subscripts that follow a name; the name itself if there are none.
fn subscripts_end(words: &[Word], at: usize) -> usize {
    let mut end = at;
    while words.get(end + 1).is_some_and(|word| word.text == "[") {
        let mut depth = 0;
        let closing = words[end + 1..].iter().position(|word| {
            depth += i32::from(word.text == "[") - i32::from(word.text == "]");
            depth == 0
        });
        match closing {
            Some(closing) => end += 1 + closing,
            None => return end,
        }
    }
    end
}

/// Where lines start.
struct Lines {
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    fn of(text: &str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            starts: [0].into_iter().chain(breaks).collect(),
            length: text.len(),
        }
    }

    /// The line of a byte, and the byte in it.
    fn place(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        (line, byte - self.starts[line])
    }

    /// The end of a line, without the line break.
    fn end(&self, line: usize) -> usize {
        let next = self.starts.get(line + 1);
        next.map_or(self.length, |next| next - 1)
    }
}

/// The bytes of the tokens that differ between two lines, in each of them.
pub(super) fn changes(old: &str, new: &str) -> [Vec<Range<usize>>; 2] {
    let [old, new] = [old, new].map(words);
    let texts = |tokens: &[Word]| tokens.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
    let mut changes = [Vec::new(), Vec::new()];
    for part in parts(Algorithm::Myers, &texts(&old), &texts(&new)) {
        if !part.is_equal {
            let bytes = |tokens: &[Word]| {
                let first = tokens.first()?.span.start as usize;
                Some(first..tokens.last()?.span.end as usize)
            };
            changes[0].extend(bytes(&old[part.old]));
            changes[1].extend(bytes(&new[part.new]));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::{Folded, Mark, Side, changes, marks};

    const TEXT: &str = "void f(int n)\n{\n    int t[n];\n    t[a[1]] = s.t[2] + /* t[0] */ t[\n \
                        n];\n    { }\n    g(t);\n}\nint t[3];\nvoid g(void) { t[1] = 0; }\n";

    #[test]
    fn accesses_of_the_array_are_marked() {
        let t = Folded {
            index: 7,
            name: "t",
            declared: 2,
            is_scalar: false,
        };
        let mark = |bytes| Mark { bytes, array: 7 };
        let found = marks(TEXT, Side::Old, &[t], Some);
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(found[&2], [mark(8..12)]);
        assert_eq!(found[&3], [mark(4..11), mark(34..36)]);
        let global = Folded {
            index: 7,
            name: "t",
            declared: 8,
            is_scalar: false,
        };
        let found = marks(TEXT, Side::Old, &[global], Some);
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), [8, 9]);
    }

    #[test]
    fn a_parameter_ends_with_its_function() {
        let text =
            "static void f(int t[9]) {\n if (x) { t[1] = 0; }\n t[2] = 1;\n}\nint g = t[3];\n";
        let t = Folded {
            index: 0,
            name: "t",
            declared: 0,
            is_scalar: true,
        };
        let lines: Vec<usize> = marks(text, Side::Old, &[t], Some).into_keys().collect();
        assert_eq!(lines, [0, 1, 2]);
    }

    #[test]
    fn scalars_have_no_subscripts_in_the_result() {
        let t = Folded {
            index: 0,
            name: "t",
            declared: 2,
            is_scalar: true,
        };
        let text = "void f()\n{\n    int t;\n    t = t + 1;\n}\n";
        let found = marks(text, Side::New, &[t], Some);
        assert_eq!(found[&3].len(), 2);
    }

    #[test]
    fn changed_tokens_are_found() {
        let [old, new] = changes("  y[i][k - 1] = 0;", "  y[prev][i] = 0;");
        assert_eq!(old, [4..5, 7..12]);
        assert_eq!(new, [4..8, 10..11]);
    }
}
