//! Loops over strips, each of which ends where one of several subscripts would reach its modulus:
//!
//! ```c
//! for (x = 0; x < n;) {
//!     const int at = (d + x) % b - x;
//!     int end = n;
//!     if (end > b - at)
//!         end = b - at;
//!     for (; x < end; x++)
//!         t[at + x] = ...;
//! }
//! ```

use crate::forms::loop_body::{LoopBody, insertion, starts_line};
use crate::forms::named::INT;
use source::{Edit, SourceFile, Span, after_comment, indent_of, layout_after};

/// The strips of one loop `for (x = a; x < e; x++)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strips {
    /// The counter: `x`.
    pub(crate) iterator: String,
    /// The place of `x++`.
    pub(crate) step: Span,
    /// Whether the condition of the loop is `x <= e`.
    pub(crate) inclusive: bool,
    /// The name of the end of a strip: `end`, or `last` if it is inclusive.
    pub(crate) end: String,
    /// The end of the last strip: `e`.
    pub(crate) bound: String,
    /// The subscripts that wrap.
    pub(crate) rows: Vec<StripRow>,
}

/// A subscript that has a name in each strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StripRow {
    /// The type of the name.
    pub(crate) ty: String,
    /// The name: `at`.
    pub(crate) name: String,
    /// Its value: `(d + x) % b - x`.
    pub(crate) value: String,
    /// The first iteration out of range: `b - at`.
    pub(crate) limit: String,
}

impl Strips {
    /// Adds the rows of the same loop that are new.
    pub(crate) fn merge(&mut self, other: &Strips) {
        for row in &other.rows {
            if !self.rows.contains(row) {
                self.rows.push(row.clone());
            }
        }
    }

    /// The edits that put a loop over strips around a body, which gets further lines at its start
    /// and end. Each strip is a loop that continues where the one before it ended.
    pub(crate) fn edits(
        &self,
        file: &SourceFile,
        body: &LoopBody,
        start: &[String],
        end: &[&str],
    ) -> Vec<Edit> {
        let at = after_comment(file, body.opening);
        let (newline, _) = layout_after(&file.bytes[at.end as usize..]);
        let outer = indent_of(file, body.whole);
        let more = body.more_indent(file);
        let is_braced = body.unbraced.is_none();
        let needs_braces = is_braced || !end.is_empty() || !start.is_empty();
        let mut head = self.head(file, &more);
        if needs_braces {
            head.last_mut().into_iter().for_each(|l| l.push_str(" {"));
        }
        let deeper = start.iter().map(|line| format!("{more}{line}"));
        let head = head.into_iter().chain(deeper);
        let head: String = { head.map(|l| format!("{newline}{outer}{more}{l}")) }.collect();
        let statements = end.iter().map(|s| format!("{more}{more}{s}"));
        let closing = needs_braces.then(|| format!("{more}}}"));
        let tail: Vec<String> = statements.chain(closing).collect();
        let mut edits = vec![self.without_step(file)];
        if !is_braced {
            edits.push(insertion(body.opening.end, " {".to_string()));
        }
        edits.push(insertion(at.end, head));
        let last = tail_edit(file, body, &tail, (newline, &outer));
        let inside = Span::new(at.end, last.span.end);
        edits.push(last);
        edits.extend(indented(file, inside, &more));
        edits
    }

    /// The lines before a strip, and its header.
    fn head(&self, file: &SourceFile, more: &str) -> Vec<String> {
        let mut rows: Vec<&StripRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| (row.name.len(), &row.name));
        let end = &self.end;
        let values = { rows.iter() }.map(|r| format!("const {} {} = {};", r.ty, r.name, r.value));
        let mut lines: Vec<String> = values.collect();
        let wide = rows.iter().map(|row| &row.ty).find(|ty| *ty != INT);
        let ty = wide.map_or(INT, String::as_str);
        lines.push(format!("{ty} {end} = {};", self.bound));
        for StripRow { limit, .. } in rows {
            lines.push(format!("if ({end} > {limit})"));
            lines.push(format!("{more}{end} = {limit};"));
        }
        let relation = match self.inclusive {
            true => "<=",
            false => "<",
        };
        let step = file.slice(self.step);
        let iterator = &self.iterator;
        lines.push(format!("for (; {iterator} {relation} {end}; {step})"));
        lines
    }

    /// `for (x = 0; x < n;)`
    fn without_step(&self, file: &SourceFile) -> Edit {
        let before = &file.bytes[..self.step.start as usize];
        let blanks = before.len() - before.trim_ascii_end().len();
        Edit {
            span: Span::new(self.step.start - blanks as u32, self.step.end),
            text: String::new(),
        }
    }
}

/// The lines after a strip.
fn tail_edit(
    file: &SourceFile,
    body: &LoopBody,
    tail: &[String],
    (newline, outer): (&str, &str),
) -> Edit {
    if let Some(unbraced) = body.unbraced {
        let end = after_comment(file, unbraced);
        let lines = tail.iter().map(String::as_str).chain(["}"]);
        let lines = lines.map(|l| format!("{newline}{outer}{l}"));
        return insertion(end.end, lines.collect());
    }
    let brace = body.brace();
    let text: String = match starts_line(file, brace) {
        true => { tail.iter() }
            .map(|l| format!("{l}{newline}{outer}"))
            .collect(),
        false => format!("{}{newline}{outer}", tail.concat().trim_start()),
    };
    insertion(brace, text)
}

/// More blanks before all lines that start in a span.
fn indented(file: &SourceFile, span: Span, more: &str) -> Vec<Edit> {
    let bytes = &file.bytes;
    let starts = (span.start..span.end).filter(|at| bytes[*at as usize] == b'\n');
    let has_text = |start: &u32| {
        let line = bytes[*start as usize..].split(|b| *b == b'\n').next();
        let is_last = starts_line(file, span.end)
            && bytes[*start as usize..span.end as usize]
                .trim_ascii()
                .is_empty();
        line.is_some_and(|l| !l.trim_ascii().is_empty()) && !is_last
    };
    let starts = starts.map(|at| at + 1).filter(has_text);
    let is_continued = |start: &u32| bytes[..*start as usize].ends_with(b"\\\n");
    let starts = starts.filter(|start| !is_continued(start));
    let indent = |start: u32| insertion(start, more.to_string());
    starts.map(indent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Edits;

    fn check(text: &str, unbraced: Option<&str>, expected: &str) {
        let file = SourceFile::new("a.c", text);
        let place = |part: &str| {
            let start = text.find(part).expect("a part of the loop") as u32;
            Span::new(start, start + part.len() as u32)
        };
        let opening = match unbraced {
            Some(_) => ")",
            None => "{",
        };
        let body = LoopBody {
            opening: place(opening),
            whole: place(text.trim()),
            unbraced: unbraced.map(place),
        };
        let strips = Strips {
            iterator: "x".to_string(),
            step: place("x++"),
            inclusive: false,
            end: "end".to_string(),
            bound: "n".to_string(),
            rows: vec![StripRow {
                ty: INT.to_string(),
                name: "at".to_string(),
                value: "(d + x) % b - x".to_string(),
                limit: "b - at".to_string(),
            }],
        };
        let mut edits = Edits::default();
        for edit in strips.edits(&file, &body, &[], &[]) {
            edits.insert(edit).expect("disjoint edits");
        }
        let applied = edits.apply(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&applied), expected);
    }

    #[test]
    fn a_loop_over_strips_is_put_around_the_body() {
        check(
            "for (x = 0; x < n; x++) {\n    f(x);\n}\n",
            None,
            "for (x = 0; x < n;) {\n    const int at = (d + x) % b - x;\n    int end = n;\n    \
             if (end > b - at)\n        end = b - at;\n    for (; x < end; x++) {\n        f(x);\n    }\n}\n",
        );
        check(
            "for (x = 0; x < n; x++)\n    f(x);\n",
            Some("f(x);"),
            "for (x = 0; x < n;) {\n    const int at = (d + x) % b - x;\n    int end = n;\n    \
             if (end > b - at)\n        end = b - at;\n    for (; x < end; x++)\n        f(x);\n}\n",
        );
    }
}
