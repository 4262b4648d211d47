//! What folds add to the bodies of loops: names at the start, shifts of windows at the end, and the braces
//! that these need.

use crate::layout::{behind_comment, ends_line, indent_of, layout_after};
use front::LoopPlace;
use source::{Edit, SourceFile, Span};
use std::collections::BTreeMap;

/// One step of indentation where the file shows none.
const INDENT: &str = "    ";

/// Something that a fold adds to the body of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    pub(crate) place: LoopPlace,
    pub(crate) what: Added,
}

/// What is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// `const int name = value;`
    Name {
        name: String,
        value: String,
        /// How far what is divided lies from the iterator.
        step: i64,
    },
    /// Statements at the end.
    Shifts(Vec<String>),
}

/// All that is added to one body.
struct Body<'a> {
    file: &'a SourceFile,
    place: &'a LoopPlace,
    names: Vec<(i64, String)>,
    shifts: Vec<&'a str>,
}

/// The edits of all additions, each once.
pub(crate) fn edits(file: &SourceFile, additions: &[Addition]) -> Vec<Edit> {
    let mut bodies: BTreeMap<Span, Body<'_>> = BTreeMap::new();
    for addition in additions {
        let place = &addition.place;
        let body = bodies.entry(place.opening).or_insert_with(|| Body {
            file,
            place,
            names: Vec::new(),
            shifts: Vec::new(),
        });
        match &addition.what {
            Added::Name { name, value, step } => {
                let name = (*step, format!("{name} = {value}"));
                if !body.names.contains(&name) {
                    body.names.push(name);
                }
            }
            Added::Shifts(shifts) => body.shifts.extend(shifts.iter().map(String::as_str)),
        }
    }
    // Of two bodies that end at one place the inner one is closed first.
    bodies.values().rev().flat_map(Body::edits).collect()
}

fn insertion(at: u32, text: String) -> Edit {
    Edit {
        span: Span::at(at),
        text,
    }
}

impl Body<'_> {
    fn edits(&self) -> Vec<Edit> {
        let opening = self.place.opening;
        let at = behind_comment(self.file, opening);
        let is_short = !ends_line(self.file, at);
        let (newline, indent) = layout_after(&self.file.bytes[at.end as usize..]);
        let line = |text: &str, indent: &str| match is_short {
            true => format!(" {text}"),
            false => format!("{newline}{indent}{text}"),
        };
        let mut edits = Vec::new();
        match self.place.unbraced {
            Some(body) => {
                let end = match is_short {
                    true => body,
                    false => behind_comment(self.file, body),
                };
                let shifts = self.shifts.iter().map(|shift| line(shift, &indent));
                let closing = line("}", &indent_of(self.file, self.place.whole));
                edits.push(insertion(opening.end, " {".to_string()));
                edits.push(insertion(end.end, shifts.chain([closing]).collect()));
            }
            None => edits.extend(self.shifts_before_brace(newline, &indent)),
        }
        edits.extend(
            self.names()
                .map(|names| insertion(at.end, line(&names, &indent))),
        );
        edits
    }

    /// `const int cur = t % 2, prev = (t - 1) % 2;`
    fn names(&self) -> Option<String> {
        let mut names = self.names.clone();
        names.sort_by_key(|(step, _)| (step.abs(), -step));
        let names: Vec<String> = names.into_iter().map(|(_, text)| text).collect();
        (!names.is_empty()).then(|| format!("const int {};", names.join(", ")))
    }

    /// Lines of their own in front of a `}` that starts a line, else on its line.
    fn shifts_before_brace(&self, newline: &str, indent: &str) -> Option<Edit> {
        let brace = self.place.whole.end - 1;
        let outer = indent_of(self.file, Span::at(brace));
        let before = &self.file.bytes[..brace as usize];
        let line_end = before.len().saturating_sub(outer.len());
        let starts_line = before[line_end..] == *outer.as_bytes()
            && matches!(before[..line_end].last(), None | Some(b'\n'));
        let more = indent.strip_prefix(&outer).filter(|more| !more.is_empty());
        let more = more.unwrap_or(INDENT);
        let line = |shift: &&str| match starts_line {
            true => format!("{more}{shift}{newline}{outer}"),
            false => format!("{shift} "),
        };
        let text: String = self.shifts.iter().map(line).collect();
        (!text.is_empty()).then(|| insertion(brace, text))
    }
}
