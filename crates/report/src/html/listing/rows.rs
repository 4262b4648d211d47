//! Lines of the original and of the result, side by side. Knows texts alone.

use source::diff::{Algorithm, Part, parts};
use std::ops::Range;

/// Products of line counts beyond this are paired in order, not by likeness.
const MOST_PAIRS: usize = 40_000;

/// A row of the listing: lines from 0; one of them may be missing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) old: Option<usize>,
    pub(super) new: Option<usize>,
    pub(super) changed: bool,
}

/// The rows for two texts.
pub(super) fn rows(old: &[&str], new: &[&str]) -> Vec<Row> {
    let mut rows = Vec::new();
    for block in blocks(old, new) {
        match block {
            (true, from, to) => rows.extend(from.zip(to).map(|(a, b)| row(old, new, a, b))),
            (false, from, to) => rows.extend(paired(old, new, from, to)),
        }
    }
    rows
}

fn row(old: &[&str], new: &[&str], a: usize, b: usize) -> Row {
    Row {
        old: Some(a),
        new: Some(b),
        changed: old[a] != new[b],
    }
}

/// Blocks of equal and of replaced lines. Few short lines that are equal by chance, such as braces
/// between replaced ones, are parts of these.
fn blocks(old: &[&str], new: &[&str]) -> Vec<(bool, Range<usize>, Range<usize>)> {
    let all = parts(Algorithm::Patience, old, new);
    let mut blocks: Vec<(bool, Range<usize>, Range<usize>)> = Vec::new();
    let count = all.len();
    for (k, part) in all.into_iter().enumerate() {
        let Part {
            is_equal,
            old: from,
            new: to,
        } = part;
        let is_weak = |line: &&str| source::words(line).len() <= 2;
        let is_between = k > 0 && k + 1 < count && from.len() <= 2;
        let by_chance = is_between && old[from.clone()].iter().all(is_weak);
        let equal = is_equal && !by_chance;
        match blocks.last_mut() {
            Some((false, old, new)) if !equal => (old.end, new.end) = (from.end, to.end),
            _ => blocks.push((equal, from, to)),
        }
    }
    blocks
}

/// The rows of lines that are replaced: lines that resemble each other are beside each other.
fn paired(old: &[&str], new: &[&str], from: Range<usize>, to: Range<usize>) -> Vec<Row> {
    let pairs = match from.len().saturating_mul(to.len()) <= MOST_PAIRS {
        true => alike(&old[from.clone()], &new[to.clone()]),
        false => (0..from.len().min(to.len())).map(|k| (k, k)).collect(),
    };
    let single = |old, new| Row {
        old,
        new,
        changed: true,
    };
    let (mut rows, mut next) = (Vec::new(), [from.start, to.start]);
    let ends = (from.len(), to.len());
    for (a, b) in pairs.into_iter().chain([ends]) {
        let [a, b] = [from.start + a, to.start + b];
        rows.extend((next[0]..a).map(|old| single(Some(old), None)));
        rows.extend((next[1]..b).map(|new| single(None, Some(new))));
        if a < from.end && b < to.end {
            rows.push(row(old, new, a, b));
        }
        next = [a + 1, b + 1];
    }
    rows
}

/// Pairs of lines in the order of both with the greatest likeness in total.
fn alike(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let [old_words, new_words] = [old, new].map(|lines| {
        let lines = lines.iter().map(|line| words(line));
        lines.collect::<Vec<_>>()
    });
    let wide = new.len() + 1;
    let mut best = vec![0_u32; (old.len() + 1) * wide];
    let mut likeness = vec![0_u32; old.len() * new.len()];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            let is_same = u32::from(old[a] == new[b]);
            let own = common(&old_words[a], &new_words[b]).max(is_same);
            likeness[a * new.len() + b] = own;
            let paired = match own {
                0 => 0,
                own => own + best[(a + 1) * wide + b + 1],
            };
            let skipped = best[(a + 1) * wide + b].max(best[a * wide + b + 1]);
            best[a * wide + b] = paired.max(skipped);
        }
    }
    let (mut pairs, mut a, mut b) = (Vec::new(), 0, 0);
    while a < old.len() && b < new.len() {
        let own = likeness[a * new.len() + b];
        let total = best[a * wide + b];
        if own > 0 && total == own + best[(a + 1) * wide + b + 1] {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if total == best[(a + 1) * wide + b] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = source::words(line).into_iter().map(|w| w.text).collect();
    words.sort_unstable();
    words
}

/// How alike two lines are, by their sorted words: 0 if they have less than half in common, and not
/// most of one of them.
fn common(a: &[String], b: &[String]) -> u32 {
    let (mut i, mut j, mut same) = (0, 0, 0_usize);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, same) = (i + 1, j + 1, same + 1),
        }
    }
    let all = a.len() + b.len();
    let most_of_one = same > 2 && 3 * same >= 2 * a.len().min(b.len());
    match (4 * same >= all && same > 0) || most_of_one {
        // Squared, so that one good pair is better than two bad ones; long lines count more.
        true => ((same * (20 * same / all.max(1)).pow(2)) as u32).max(1),
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, rows};

    #[test]
    fn lines_that_resemble_each_other_are_beside_each_other() {
        let old = ["for (k)", "b[k] = b[k - 1] * a;", "s[k] = r[k];", "}"];
        let new = [
            "for (k)",
            "const int cur = k % 2;",
            "b = b * a;",
            "s = r[k];",
            "}",
        ];
        let row = |old, new, changed| Row { old, new, changed };
        let expected = [
            row(Some(0), Some(0), false),
            row(None, Some(1), true),
            row(Some(1), Some(2), true),
            row(Some(2), Some(3), true),
            row(Some(3), Some(4), false),
        ];
        assert_eq!(rows(&old, &new), expected);
    }

    #[test]
    fn every_line_is_in_one_row() {
        let old: Vec<String> = (0..300).map(|k| format!("x{k} = {k};")).collect();
        let new: Vec<String> = (0..170).map(|k| format!("y{k} = x{};", k * 2)).collect();
        let [old, new] = [&old, &new].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
        let rows = rows(&old, &new);
        let olds = rows.iter().filter_map(|row| row.old);
        assert!(olds.eq(0..300));
        assert!(rows.iter().filter_map(|row| row.new).eq(0..170));
    }
}
