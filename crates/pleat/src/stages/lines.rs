//! Fused loops on the lines of the nests that they replace, so that the lines after them, and
//! nearly all statements in them, keep their numbers. Knows texts alone.

use super::Plan;
use similar::{ChangeTag, TextDiff};
use source::{Edit, Edits, SourceFile, Span, Unit};
use std::collections::BTreeMap;

/// The edits with as many lines as they replace, everywhere or up to the last place where the
/// program uses a line number; and the places where that cannot be done.
pub(super) fn keeping(unit: &Unit, edits: &Edits, keep_lines: bool) -> (Edits, Vec<Span>) {
    let until = match keep_lines {
        true => u32::MAX,
        false => unit.last_line_use(),
    };
    let (mut kept, mut moved) = (Edits::default(), Vec::new());
    for edit in edits.iter() {
        let text = match edit.span.start < until {
            true => on_the_same_lines(&unit.file, edit),
            false => Some(edit.text.clone()),
        };
        match text {
            Some(text) => {
                // The edits were disjoint before.
                let _ = kept.insert(Edit {
                    span: edit.span,
                    text,
                });
            }
            None => moved.push(edit.span),
        }
    }
    (kept, moved)
}

/// The functions with edits at these places, and the reason to leave them.
pub(super) fn faults(moved: &[Span], functions: &BTreeMap<String, Plan>) -> Vec<(String, String)> {
    let is_moved = |plan: &Plan| plan.edits.iter().any(|edit| moved.contains(&edit.span));
    let names = functions.iter().filter(|(_, plan)| is_moved(plan));
    let reason = "the lines after them would get other numbers";
    names
        .map(|(name, _)| (name.clone(), reason.to_string()))
        .collect()
}

/// The text of an edit with as many line breaks as the text that it replaces: lines that occur in
/// both, except for names, stay where they are.
fn on_the_same_lines(file: &SourceFile, edit: &Edit) -> Option<String> {
    let old = file.slice(edit.span);
    let newline = match edit.text.contains("\r\n") {
        true => "\r\n",
        false => "\n",
    };
    let old: Vec<&str> = old.split('\n').collect();
    let new: Vec<&str> = edit.text.split(newline).collect();
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
    Some(lines.join(newline))
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
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    let mut places = vec![None; new.len()];
    for change in TextDiff::from_slices(&old, &new).iter_all_changes() {
        if let (ChangeTag::Equal, Some(from), Some(to)) =
            (change.tag(), change.old_index(), change.new_index())
            && !new[to].is_empty()
        {
            places[to] = Some(from);
        }
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
        let file = SourceFile::new("k.c", old.as_bytes().to_vec());
        let edit = Edit {
            span: Span::new(0, old.len() as u32),
            text: new.to_string(),
        };
        on_the_same_lines(&file, &edit)
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
