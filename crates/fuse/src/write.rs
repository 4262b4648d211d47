//! The text of a fused loop.
//!
//! ```c
//! for (int y = -2; y < h - 2; y++) {
//!     const int y2 = y + 2;
//!     for (int x = 0; x < w; x++)
//!         t[y2][x] = ...;
//!     if (y >= 2)
//!         for (int x = 0; x < w; x++)
//!             out[y][x] = t[y - 2][x] + t[y + 2][x];
//! }
//! ```
//!
//! The last nest keeps its counter, the others run ahead. A counter that cannot be negative is that
//! of the nest that runs furthest ahead, and the others follow.

use crate::bound::{difference, moved};
use crate::nests::NestText;
use crate::text::{indented, renamed};
use poly::Expr;
use source::{Edit, SourceFile, Span, layout};
use std::collections::BTreeSet;

/// The edit that writes nests as one loop, in which each runs some rows ahead of the last one.
/// `None` if their texts do not allow it.
pub(crate) fn fused(file: &SourceFile, nests: &[NestText], ahead: &[i64]) -> Option<Edit> {
    let writer = Writer::new(file, nests, ahead)?;
    let (first, last) = (nests.first()?, nests.last()?);
    Some(Edit {
        span: first.span.to(last.span),
        text: writer.text()?,
    })
}

struct Writer<'w> {
    file: &'w SourceFile,
    nests: &'w [NestText],
    /// The counter of each nest less that of the fused loop.
    offsets: Vec<i64>,
    /// The nest that gives the fused loop its counter.
    main: usize,
    /// The first value of the fused loop's counter, and its end.
    first: Expr,
    end: Expr,
    indent: String,
    step: String,
    newline: &'static str,
    taken: BTreeSet<String>,
}

impl<'w> Writer<'w> {
    fn new(file: &'w SourceFile, nests: &'w [NestText], ahead: &[i64]) -> Option<Self> {
        let most = ahead.iter().copied().max()?;
        let (main, base) = match nests.last()?.ty.signed {
            true => (nests.len() - 1, 0),
            false => (ahead.iter().position(|a| *a == most)?, most),
        };
        let offsets: Vec<i64> = ahead.iter().map(|a| a - base).collect();
        let whole = nests.first()?.span.to(nests.last()?.span);
        let (newline, step) = step(file, nests)?;
        Some(Writer {
            file,
            nests,
            main,
            first: least(nests, &offsets, |n| &n.first, false)?,
            end: least(nests, &offsets, |n| &n.end, true)?,
            offsets,
            indent: layout::indent_of(file, whole),
            step,
            newline,
            taken: source::names(file.text()).map(str::to_string).collect(),
        })
    }

    fn text(&self) -> Option<String> {
        let main = &self.nests[self.main];
        let counter = &main.counter;
        let ty = main.declared.as_ref().map(|ty| format!("{ty} "));
        let mut lines = vec![format!(
            "for ({}{counter} = {}; {}; {counter}++) {{",
            ty.unwrap_or_default(),
            self.first,
            self.below(counter, &self.end)
        )];
        let mut declared = BTreeSet::new();
        for nest in 0..self.nests.len() {
            self.comments_before(nest, &mut lines);
            self.part(nest, &mut declared, &mut lines)?;
        }
        lines.push(format!("{}}}", self.indent));
        Some(lines.join(self.newline))
    }

    /// The comments between a nest and the one before it.
    fn comments_before(&self, nest: usize, lines: &mut Vec<String>) {
        if nest == 0 {
            return;
        }
        let between = Span::new(self.nests[nest].after, self.nests[nest].span.start);
        let text = self.file.slice(between);
        let inner = format!("{}{}", self.indent, self.step);
        let text = indented(&text, &self.indent, &inner);
        let blank = text.split('\n').filter(|l| l.trim().is_empty()).count() > 2;
        let comment = text.trim();
        // A blank line between stages stays.
        if blank {
            lines.push(String::new());
        }
        if !comment.is_empty() {
            lines.push(format!("{inner}{comment}"));
        }
    }

    /// The rows of one nest.
    fn part(
        &self,
        nest: usize,
        declared: &mut BTreeSet<String>,
        lines: &mut Vec<String>,
    ) -> Option<()> {
        let text = &self.nests[nest];
        let row = self.row_name(nest);
        let guard = self.guard(nest)?;
        let offset = self.offsets[nest];
        let needs_name = row != self.nests[self.main].counter && !declared.contains(&row);
        let declaration = format!("const {} {row} = {};", type_name(text), self.row(offset));
        let (inner, deeper) = (
            format!("{}{}", self.indent, self.step),
            format!("{}{}{}", self.indent, self.step, self.step),
        );
        let (body, is_block) = self.body(text, &row)?;
        let put = |indent: &str| indented(&body, &self.body_indent(text, is_block), indent);
        match guard {
            None => {
                if needs_name {
                    lines.push(format!("{inner}{declaration}"));
                    declared.insert(row);
                }
                match is_block && declares(&body) {
                    true => {
                        lines.push(format!("{inner}{{"));
                        lines.push(format!("{deeper}{}", put(&deeper)));
                        lines.push(format!("{inner}}}"));
                    }
                    false => lines.push(format!("{inner}{}", put(&inner))),
                }
            }
            Some(guard) => {
                let braces = is_block || needs_name;
                let brace = if braces { " {" } else { "" };
                lines.push(format!("{inner}if ({guard}){brace}"));
                if needs_name {
                    lines.push(format!("{deeper}{declaration}"));
                }
                lines.push(format!("{deeper}{}", put(&deeper)));
                if braces {
                    lines.push(format!("{inner}}}"));
                }
            }
        }
        Some(())
    }

    /// The body of a nest without its braces, and whether it had some.
    fn body(&self, nest: &NestText, row: &str) -> Option<(String, bool)> {
        let text = renamed(&self.file.slice(nest.body), &nest.counter, row);
        match text.strip_prefix('{') {
            Some(inside) => Some((inside.strip_suffix('}')?.trim().to_string(), true)),
            None => Some((text, false)),
        }
    }

    /// The indentation of the lines of a body.
    fn body_indent(&self, nest: &NestText, is_block: bool) -> String {
        let own = layout::indent_of(self.file, nest.body);
        let starts_line = layout::indent_of(self.file, nest.span);
        match is_block || own == starts_line {
            true => format!("{starts_line}{}", self.step),
            false => own,
        }
    }

    /// The counter of a nest in terms of that of the fused loop.
    fn row(&self, offset: i64) -> String {
        let counter = &self.nests[self.main].counter;
        match offset {
            0 => counter.clone(),
            ahead if ahead > 0 => format!("{counter} + {ahead}"),
            behind => format!("{counter} - {}", -behind),
        }
    }

    /// The name of a nest's counter.
    fn row_name(&self, nest: usize) -> String {
        let counter = &self.nests[self.main].counter;
        match self.offsets[nest] {
            0 => counter.clone(),
            offset => {
                let mut name = format!("{counter}{}", offset.abs());
                while self.taken.contains(&name) {
                    name.push('_');
                }
                name
            }
        }
    }

    /// `counter < end`, where nothing becomes negative if the type does not allow that.
    fn below(&self, counter: &str, end: &Expr) -> String {
        match end.constant_part() {
            less if less < 0 && !self.nests[self.main].ty.signed => {
                format!("{counter} + {} < {}", -less, moved(end, -less))
            }
            _ => format!("{counter} < {end}"),
        }
    }

    /// The condition under which a nest has a row at the fused loop's counter; none if it always
    /// has.
    fn guard(&self, nest: usize) -> Option<Option<String>> {
        let (text, offset) = (&self.nests[nest], self.offsets[nest]);
        if text.is_single {
            return Some(None);
        }
        let counter = &self.nests[self.main].counter;
        let starts = moved(&text.first, -offset);
        let ends = moved(&text.end, -offset);
        let mut conditions = Vec::new();
        if difference(&starts, &self.first)? > 0 {
            conditions.push(format!("{counter} >= {starts}"));
        }
        if difference(&self.end, &ends)? > 0 {
            let condition = match offset {
                0 => self.below(counter, &text.end),
                _ if text.ty.signed => format!("{} < {}", self.row(offset), text.end),
                _ => self.below(counter, &ends),
            };
            conditions.push(condition);
        }
        Some((!conditions.is_empty()).then(|| conditions.join(" && ")))
    }
}

/// The least or greatest of some bounds in terms of the fused loop's counter.
fn least(
    nests: &[NestText],
    offsets: &[i64],
    bound: impl Fn(&NestText) -> &Expr,
    greatest: bool,
) -> Option<Expr> {
    let mut bounds = nests.iter().zip(offsets).map(|(n, o)| moved(bound(n), -o));
    let mut best = bounds.next()?;
    for other in bounds {
        let more = difference(&other, &best)?;
        if (greatest && more > 0) || (!greatest && more < 0) {
            best = other;
        }
    }
    Some(best)
}

/// Whether a block starts with a declaration: its names end with it.
fn declares(body: &str) -> bool {
    let words = source::words(body);
    let mut depth = 0i32;
    let mut starts = true;
    for pair in words.windows(2) {
        let is_name = |k: usize| pair[k].kind == source::TokenKind::Identifier;
        let is_jump = matches!(pair[0].text.as_str(), "else" | "return" | "goto" | "do");
        if depth == 0 && starts && is_name(0) && is_name(1) && !is_jump {
            return true;
        }
        match pair[0].text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        starts = matches!(pair[0].text.as_str(), ";" | "}" | "{") && depth == 0;
    }
    false
}

/// The line ending and one step of indentation.
fn step(file: &SourceFile, nests: &[NestText]) -> Option<(&'static str, String)> {
    let newline = match file.text().contains("\r\n") {
        true => "\r\n",
        false => "\n",
    };
    let deeper = nests.iter().find_map(|nest| {
        let own = layout::indent_of(file, nest.span);
        let text = file.slice(nest.span);
        let line = text.split('\n').nth(1)?;
        let blanks = line.len() - line.trim_start().len();
        let inner = line[..blanks].strip_prefix(own.as_str())?;
        (!inner.is_empty()).then(|| inner.to_string())
    });
    Some((newline, deeper.unwrap_or_else(|| "    ".to_string())))
}

/// The type of a nest's counter.
fn type_name(nest: &NestText) -> String {
    match (&nest.declared, nest.ty.bits, nest.ty.signed) {
        (Some(ty), ..) => ty.clone(),
        (None, 64, true) => "long".to_string(),
        (None, 64, false) => "unsigned long".to_string(),
        (None, _, true) => "int".to_string(),
        (None, _, false) => "unsigned".to_string(),
    }
}
