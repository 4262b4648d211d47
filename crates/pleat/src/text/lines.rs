//! Fused loops on the lines of the nests that they replace, so that the lines after them, and
//! nearly all statements in them, keep their numbers. Knows texts alone.

use source::diff::{Algorithm, Part, parts};
use source::{Edit, Edits, SourceFile, Span};
use std::ops::Range;

/// The edits of a new text that give it the lines of the old one, as far as these start before an
/// offset. `None` if that is impossible.
pub(crate) fn keeping(old: &SourceFile, new: &SourceFile, until: u32) -> Option<Edits> {
    let (old_text, new_text) = (old.text(), new.text());
    let before: Vec<&str> = old_text.split('\n').collect();
    let after: Vec<&str> = new_text.split('\n').collect();
    let starts = |lines: &[&str]| {
        let mut at = 0;
        let mut starts = Vec::new();
        for line in lines {
            starts.push(at);
            at += line.len() + 1;
        }
        starts.push(at);
        starts
    };
    let (old_starts, new_starts) = (starts(&before), starts(&after));
    let mut edits = Edits::default();
    for (from, to) in hunks(&before, &after) {
        if old_starts[from.start] as u64 >= u64::from(until) {
            continue;
        }
        let newline = match after[to.clone()].iter().any(|line| line.ends_with('\r')) {
            true => "\r\n",
            false => "\n",
        };
        let lines = |lines: &[&str]| -> Vec<String> {
            let lines = lines.iter();
            lines
                .map(|line| line.trim_end_matches('\r').to_string())
                .collect()
        };
        let text = on_the_same_lines(&lines(&before[from]), &lines(&after[to.clone()]))?;
        let span = Span::new(
            new_starts[to.start] as u32,
            (new_starts[to.end] - 1).min(new_text.len()) as u32,
        );
        let end = if newline == "\r\n" { "\r" } else { "" };
        let text = format!("{}{end}", text.join(newline));
        edits.insert(Edit { span, text }).ok()?;
    }
    Some(edits)
}

/// The differing lines of two texts; each hunk has lines of both.
fn hunks(old: &[&str], new: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut hunks: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let others = parts(Algorithm::Patience, old, new).into_iter();
    for Part {
        old: mut from,
        new: mut to,
        ..
    } in others.filter(|part| !part.is_equal)
    {
        if from.is_empty() || to.is_empty() {
            // The line before, which both have.
            (from.start, to.start) = (from.start.saturating_sub(1), to.start.saturating_sub(1));
        }
        match hunks.last_mut() {
            Some(last) if last.0.end >= from.start || last.1.end >= to.start => {
                (last.0.end, last.1.end) = (from.end, to.end);
            }
            _ => hunks.push((from, to)),
        }
    }
    hunks
}

/// New lines in the number of the old ones: lines that occur in both, except for names, stay where
/// they are.
fn on_the_same_lines(old: &[String], new: &[String]) -> Option<Vec<String>> {
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    if old.is_empty() {
        return None;
    }
    let mut lines: Vec<String> = vec![String::new(); old.len()];
    let mut last: Option<usize> = None;
    let places = places(&old, &new);
    for (at, line) in new.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let free = last.map_or(0, |last| last + 1);
        let own = places[at].filter(|place| *place >= free);
        match (own, last) {
            (Some(place), _) => last = Some(place),
            (None, None) => last = Some(0),
            (None, Some(_)) => last = before_next(at, free, &new, &places, old.len()).or(last),
        }
        let place = last.unwrap_or(0);
        match lines[place].is_empty() {
            true => lines[place] = (*line).to_string(),
            false => lines[place] = joined(&lines[place], line)?,
        }
    }
    Some(lines)
}

/// The free line for a new line without an old one: as near as possible to the next one with one.
fn before_next(
    at: usize,
    free: usize,
    new: &[&str],
    places: &[Option<usize>],
    end: usize,
) -> Option<usize> {
    let next = (at..new.len()).find_map(|k| Some((k, places[k].filter(|place| *place >= free)?)));
    let (until, place) = next.unwrap_or((new.len(), end));
    let needed = new[at..until]
        .iter()
        .filter(|l| !l.trim().is_empty())
        .count();
    (free < place).then(|| free.max(place.saturating_sub(needed)))
}

/// Two lines as one; `None` if the first one must end its line or the second one begin it.
fn joined(first: &str, second: &str) -> Option<String> {
    let second = second.trim_start();
    let ends = first.contains("//") || first.trim_end().ends_with('\\');
    let is_directive = |line: &str| line.trim_start().starts_with('#');
    if ends || is_directive(first) || is_directive(second) {
        return None;
    }
    let first = first.trim_end();
    // Compilers warn of a statement behind the body of a loop on its line, except an empty one.
    let gap = match first.ends_with(';') && !second.starts_with('}') {
        true => "; ",
        false => " ",
    };
    Some(format!("{first}{gap}{second}"))
}

/// For each new line the old line that it stands for.
fn places(old: &[&str], new: &[&str]) -> Vec<Option<usize>> {
    let shapes = |lines: &[&str]| lines.iter().map(|l| shape(l)).collect::<Vec<String>>();
    let (old, new) = (shapes(old), shapes(new));
    let mut places = vec![None; new.len()];
    let same = parts(Algorithm::Myers, &old, &new).into_iter();
    for (from, to) in same
        .filter(|part| part.is_equal)
        .flat_map(|p| p.old.zip(p.new))
    {
        places[to] = (!new[to].is_empty()).then_some(from);
    }
    places
}

/// What is left of a line without its blanks, names and numbers, which fusion may change.
fn shape(line: &str) -> String {
    line.chars()
        .filter(|c| !c.is_whitespace() && !c.is_alphanumeric() && *c != '_')
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(old: &str, new: &str) -> Option<String> {
        let file = |text: &str| SourceFile::new("k.c", text.as_bytes().to_vec());
        let edits = keeping(&file(old), &file(new), u32::MAX)?;
        String::from_utf8(edits.apply(new.as_bytes())).ok()
    }

    const OLD: &str = "for (y = 0; y < h; y++)\n  for (x = 0; x < w; x++)\n    t[y][x] = f(in[y][x]);\n\nfor (y = 1; y < h; y++)\n  for (x = 0; x < w; x++)\n    out[y][x] = t[y - 1][x];";

    #[test]
    fn statements_stay_on_their_lines() {
        let new = "for (y = 0; y < h; y++) {\n  const int y1 = y + 1;\n  for (x = 0; x < w; x++)\n    t[y1][x] = f(in[y1][x]);\n\n  if (y >= 1)\n    for (x = 0; x < w; x++)\n      out[y][x] = t[y - 1][x];\n}";
        let want = "for (y = 0; y < h; y++) { const int y1 = y + 1;\n  for (x = 0; x < w; x++)\n    t[y1][x] = f(in[y1][x]);\n\n  if (y >= 1)\n    for (x = 0; x < w; x++)\n      out[y][x] = t[y - 1][x]; }";
        let found = kept(OLD, new).expect("kept");
        assert_eq!(found.matches('\n').count(), OLD.matches('\n').count());
        let line = |text: &str, of: &str| text.lines().position(|l| l.contains(of));
        assert_eq!(line(&found, "t[y1][x] ="), line(OLD, "t[y][x] ="));
        assert_eq!(line(&found, "out[y][x] ="), line(OLD, "out[y][x] ="));
        assert_eq!(found, want);
    }

    #[test]
    fn a_comment_ends_its_line() {
        let old = "a; // one\nb;";
        assert_eq!(
            kept(old, "a; // one\nb;\nc;"),
            Some("a; // one\nb;; c;".to_string())
        );
        assert_eq!(kept("a;", "a; // one\nb;"), None);
    }
}
