//! What folds add to the bodies of loops: names at the start, shifts of windows at the end, and the braces
//! that these need.

use crate::layout::{behind_comment, ends_line, indent_of, layout_after};
use crate::naming::{INT, Name};
use front::{LoopPlace, StripPlace};
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
    Name(Name),
    /// Statements at the end.
    Shifts(Vec<String>),
    /// A strip ends where a subscript wraps.
    Strip(Strip),
}

/// A subscript in the strips of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strip {
    /// The header of the loop.
    pub(crate) at: StripPlace,
    /// The type of what is in front of it.
    pub(crate) ty: String,
    /// `at`
    pub(crate) row: String,
    /// `(d + x) % b - x`
    pub(crate) value: String,
    /// `end`
    pub(crate) end: String,
    /// What that is without subscripts.
    pub(crate) bound: String,
    /// `b - at`: what it is at most.
    pub(crate) limit: String,
}

/// All that is added to one body.
struct Body<'a> {
    file: &'a SourceFile,
    place: &'a LoopPlace,
    /// By type.
    names: BTreeMap<&'a str, Vec<&'a Name>>,
    shifts: Vec<&'a str>,
    strips: Vec<&'a Strip>,
}

/// The edits of all additions, each once.
pub(crate) fn edits(file: &SourceFile, additions: &[Addition]) -> Vec<Edit> {
    let mut bodies: BTreeMap<Span, Body<'_>> = BTreeMap::new();
    for addition in additions {
        let place = &addition.place;
        let body = bodies.entry(place.opening).or_insert_with(|| Body {
            file,
            place,
            names: BTreeMap::new(),
            shifts: Vec::new(),
            strips: Vec::new(),
        });
        match &addition.what {
            Added::Name(name) => {
                let names = body.names.entry(&name.ty).or_default();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            Added::Strip(strip) if body.strips.contains(&strip) => {}
            Added::Strip(strip) => body.strips.push(strip),
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
        if let Some(first) = self.strips.first() {
            return self.in_strips(first);
        }
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
    fn names(&self) -> impl Iterator<Item = String> {
        self.names.iter().map(|(ty, names)| {
            let mut names = names.clone();
            names.sort_by_key(|name| (name.step.abs(), -name.step));
            let names: Vec<String> = names.iter().map(|name| name.set(&names)).collect();
            format!("const {ty} {};", names.join(", "))
        })
    }

    /// Lines of their own in front of a `}` that starts a line, else on its line.
    fn shifts_before_brace(&self, newline: &str, indent: &str) -> Option<Edit> {
        let brace = self.place.whole.end - 1;
        let outer = indent_of(self.file, Span::at(brace));
        let starts_line = self.starts_line(brace);
        let more = indent.strip_prefix(&outer).filter(|more| !more.is_empty());
        let more = more.unwrap_or(INDENT);
        let line = |shift: &&str| match starts_line {
            true => format!("{more}{shift}{newline}{outer}"),
            false => format!("{shift} "),
        };
        let text: String = self.shifts.iter().map(line).collect();
        (!text.is_empty()).then(|| insertion(brace, text))
    }

    /// The loop around its strips, each a loop of its own that goes on where the one before ended.
    fn in_strips(&self, first: &Strip) -> Vec<Edit> {
        let opening = self.place.opening;
        let at = behind_comment(self.file, opening);
        let (newline, _) = layout_after(&self.file.bytes[at.end as usize..]);
        let outer = indent_of(self.file, self.place.whole);
        let more = self.more_indent(at, &outer);
        let is_braced = self.place.unbraced.is_none();
        let needs_braces = is_braced || !self.shifts.is_empty() || !self.names.is_empty();
        let mut head = self.strip_head(first, &more);
        if needs_braces {
            head.last_mut().into_iter().for_each(|l| l.push_str(" {"));
        }
        let deeper = self.names().map(|names| format!("{more}{names}"));
        let head = head.into_iter().chain(deeper);
        let head: String = { head.map(|l| format!("{newline}{outer}{more}{l}")) }.collect();
        let shifts = self.shifts.iter().map(|s| format!("{more}{more}{s}"));
        let closing = needs_braces.then(|| format!("{more}}}"));
        let tail: Vec<String> = shifts.chain(closing).collect();
        let mut edits = vec![self.without_step(first)];
        if !is_braced {
            edits.push(insertion(opening.end, " {".to_string()));
        }
        edits.push(insertion(at.end, head));
        let end = match self.place.unbraced {
            Some(body) => {
                let end = behind_comment(self.file, body);
                let lines = tail.into_iter().chain(["}".to_string()]);
                let lines = lines.map(|l| format!("{newline}{outer}{l}"));
                edits.push(insertion(end.end, lines.collect()));
                end.end
            }
            None => {
                let brace = self.place.whole.end - 1;
                let text: String = match self.starts_line(brace) {
                    true => { tail.iter() }
                        .map(|l| format!("{l}{newline}{outer}"))
                        .collect(),
                    false => format!("{}{newline}{outer}", tail.concat().trim_start()),
                };
                edits.push(insertion(brace, text));
                brace
            }
        };
        edits.extend(self.indented(Span::new(at.end, end), &more));
        edits
    }

    /// One step of indentation, as the body shows it.
    fn more_indent(&self, at: Span, outer: &str) -> String {
        let (_, indent) = layout_after(&self.file.bytes[at.end as usize..]);
        let more = indent.strip_prefix(outer).filter(|more| !more.is_empty());
        let is_shown = ends_line(self.file, at);
        more.filter(|_| is_shown).unwrap_or(INDENT).to_string()
    }

    /// What stands in front of a strip, and its own header.
    fn strip_head(&self, first: &Strip, more: &str) -> Vec<String> {
        let mut rows = self.strips.clone();
        rows.sort_by_key(|strip| (strip.row.len(), &strip.row));
        let Strip { end, bound, at, .. } = first;
        let values = rows
            .iter()
            .map(|s| format!("const {} {} = {};", s.ty, s.row, s.value));
        let mut lines: Vec<String> = values.collect();
        let wide = rows.iter().find(|strip| strip.ty != INT);
        let ty = &wide.copied().unwrap_or(first).ty;
        lines.push(format!("{ty} {end} = {bound};"));
        for Strip { limit, .. } in rows {
            lines.push(format!("if ({end} > {limit})"));
            lines.push(format!("{more}{end} = {limit};"));
        }
        let relation = match at.inclusive {
            true => "<=",
            false => "<",
        };
        let step = String::from_utf8_lossy(&self.file.bytes[at.step.range()]);
        let iterator = &self.place.iterator;
        lines.push(format!("for (; {iterator} {relation} {end}; {step})"));
        lines
    }

    /// `for (x = 0; x < n;)`
    fn without_step(&self, first: &Strip) -> Edit {
        let step = first.at.step;
        let before = &self.file.bytes[..step.start as usize];
        let blanks = before.len() - before.trim_ascii_end().len();
        Edit {
            span: Span::new(step.start - blanks as u32, step.end),
            text: String::new(),
        }
    }

    fn starts_line(&self, at: u32) -> bool {
        let before = &self.file.bytes[..at as usize];
        let line = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
        line.iter().all(|b| matches!(b, b' ' | b'\t'))
    }

    /// More blanks in front of all lines that start in a span.
    fn indented(&self, span: Span, more: &str) -> Vec<Edit> {
        let bytes = &self.file.bytes;
        let starts = (span.start..span.end).filter(|at| bytes[*at as usize] == b'\n');
        let has_text = |start: &u32| {
            let line = bytes[*start as usize..].split(|b| *b == b'\n').next();
            let is_last = self.starts_line(span.end)
                && bytes[*start as usize..span.end as usize]
                    .trim_ascii()
                    .is_empty();
            line.is_some_and(|l| !l.trim_ascii().is_empty()) && !is_last
        };
        let starts = starts.map(|at| at + 1).filter(has_text);
        let is_continued = |start: &u32| bytes[..*start as usize].ends_with(b"\\\n");
        let starts = starts.filter(|start| !is_continued(start));
        starts
            .map(|start| insertion(start, more.to_string()))
            .collect()
    }
}
