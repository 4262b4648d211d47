//! The edits of a file that put planned bodies in the places of calls.

use super::plan::{BlockPlan, CallPlan};
use lang_c::ast::BlockItem;
use lang_c::span::Node;
use print::Sheet;
use source::layout::{after_comment, indent_of};
use source::{Edit, Edits, SourceFile, Span, Unit};

/// What inlining changes in one function.
#[derive(Clone, Debug, Default)]
pub struct Inlined {
    /// The edits of the file.
    pub edits: Edits,
    /// The calls that are replaced, in order.
    pub calls: Vec<InlinedCall>,
    /// New names of objects, each with the text in the file: of members of structures, and of
    /// locals of stages.
    pub names: Vec<(String, String)>,
}

/// A call that is replaced by a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlinedCall {
    /// The function that it called.
    pub function: String,
    /// The call statement in the original file.
    pub at: Span,
}

/// The edits of all blocks. A block whose edits overlap those of others stays as it is.
pub(super) fn edits(unit: &Unit, plans: &[BlockPlan<'_, '_>]) -> Inlined {
    let mut result = Inlined::default();
    let style = Style::of(unit);
    for plan in plans {
        let mut edits = Edits::default();
        let written = Writer {
            unit,
            style: &style,
            plan,
        }
        .edits();
        let fits = written.into_iter().all(|edit| edits.insert(edit).is_ok());
        if fits && result.edits.merge(edits).is_ok() {
            let names = plan.calls.iter().flat_map(|call| call.renamed.clone());
            result.names.extend(names);
            result
                .calls
                .extend(plan.calls.iter().map(|call| InlinedCall {
                    function: call.name.clone(),
                    at: call.span,
                }));
        }
    }
    result.calls.sort_by_key(|call| call.at);
    result
}

/// How the file is laid out.
struct Style {
    /// That of lines at file scope.
    sheet: Sheet,
    /// Whether comments start with `//`.
    has_line_comments: bool,
}

impl Style {
    fn of(unit: &Unit) -> Self {
        let text = unit.file.text();
        let mut lines = text.lines();
        let is_code = |line: &str| line.trim().len() > 1 && !line.trim_start().starts_with('*');
        let indented = lines.find(|line| line.starts_with([' ', '\t']) && is_code(line));
        let indented = indented.unwrap_or("    x");
        let step = &indented[..indented.len() - indented.trim_start().len()];
        let step = match step.chars().all(|c| c == ' ') && step.len() > 8 {
            true => "    ",
            false => step,
        };
        let lines = text.matches("//").count();
        Style {
            sheet: Sheet::beside(&unit.file, Span::at(0)).with_step(step),
            has_line_comments: unit.dialect.is_c99() && lines > text.matches("/*").count(),
        }
    }

    fn comment(&self, text: &str) -> String {
        match self.has_line_comments {
            true => format!("// {text}"),
            false => format!("/* {text} */"),
        }
    }
}

struct Writer<'a> {
    unit: &'a Unit,
    style: &'a Style,
    plan: &'a BlockPlan<'a, 'a>,
}

impl Writer<'_> {
    fn edits(&self) -> Vec<Edit> {
        let objects = self.objects();
        let (place, objects) = match self.after_declarations() {
            Some(place) if !objects.is_empty() => (Some(place), objects),
            _ => (None, objects),
        };
        let mut front = self.plan.front.clone();
        let mut edits = Vec::new();
        match place {
            Some((at, indent)) => {
                let sheet = self.style.sheet.indented_as(&indent);
                let lines = objects.iter().map(|object| sheet.on_line(object));
                edits.push(Edit {
                    span: Span::at(at),
                    text: lines.collect(),
                });
            }
            None => front.splice(0..0, objects).for_each(drop),
        }
        if !front.is_empty() && self.starts_block() {
            front.push(String::new());
        }
        for call in &self.plan.calls {
            edits.push(self.call(call, std::mem::take(&mut front)));
        }
        edits
    }

    /// Whether the first call is the first item of the block.
    fn starts_block(&self) -> bool {
        let first = self.plan.block.items.first();
        let range = first.map(|item| self.plan.caller.base.range(item.span));
        let span = range.and_then(|range| self.unit.span_of(range).ok());
        span == self.plan.calls.first().map(|call| call.span)
    }

    /// `int x, y;`, one for each type.
    fn objects(&self) -> Vec<String> {
        let mut by_type: Vec<(&str, Vec<&str>)> = Vec::new();
        for (ty, name) in &self.plan.objects {
            match by_type.iter_mut().find(|(known, _)| known == ty) {
                Some((_, names)) => names.push(name),
                None => by_type.push((ty, vec![name])),
            }
        }
        let line = |(ty, names): (&str, Vec<&str>)| format!("{ty} {};", names.join(", "));
        by_type.into_iter().map(line).collect()
    }

    /// The end of the line of the last declaration at the start of the block, before any call that
    /// is an initial value, and its indentation.
    fn after_declarations(&self) -> Option<(u32, String)> {
        let range = |item: &Node<BlockItem>| self.plan.caller.base.range(item.span);
        let call = self.plan.calls.first()?.span;
        let is_before = |item: &Node<BlockItem>| {
            let span = self.unit.span_of(range(item));
            span.is_ok_and(|span| span.end <= call.start)
        };
        let items = self.plan.block.items.iter();
        let leading = items
            .take_while(|item| matches!(item.node, BlockItem::Declaration(_)) && is_before(item));
        let last = range(leading.last()?);
        let span = self.unit.span_of(last).ok()?;
        let is_plain = !self.unit.holds_directive(span);
        let at = after_comment(&self.unit.file, span).end;
        is_plain.then(|| (at, indent_of(&self.unit.file, span)))
    }

    /// The edit that replaces a call.
    fn call(&self, call: &CallPlan, front: Vec<String>) -> Edit {
        let indent = self.indent(call.span);
        let (span, note) = self.with_note(call.span);
        let mut lines = front;
        let title = match note {
            Some(note) => format!("{}: {note}", call.name),
            None => call.name.clone(),
        };
        let title = self.style.comment(&title);
        let body = call.declarations.iter().chain(&call.lines);
        if call.is_block {
            let step = &self.style.sheet.step;
            lines.extend([title, "{".to_string()]);
            lines.extend(body.map(|line| indented(line, step)));
            lines.push("}".to_string());
        } else {
            let start = lines.len();
            lines.extend(body.cloned());
            // Statements without a loop need no name.
            if let Some(at) = first_loop(&lines[start..]) {
                lines.insert(start + at, title);
            }
        }
        match self.plan.block.items {
            [] => self.in_braces(span, &lines),
            _ => self.on_lines(span, &indent, &lines),
        }
    }

    /// The edit that makes lines the body of the loop whose body was a call.
    fn in_braces(&self, span: Span, lines: &[String]) -> Edit {
        let file = &self.unit.file;
        let before = &file.bytes[..span.start as usize];
        let blanks = before.len() - before.trim_ascii_end().len();
        let start = span.start - blanks as u32;
        let sheet = Sheet::beside(file, Span::at(start)).with_step(&self.style.sheet.step);
        let inner = sheet.deeper();
        let lines = lines.iter().map(|line| indented(line, &inner.indent));
        let lines: Vec<String> = lines.collect();
        let body = lines.join(sheet.newline);
        let body = body.strip_prefix(&inner.indent).unwrap_or(&body);
        Edit {
            span: Span::new(start, span.end),
            text: format!(" {}", sheet.braces(body)),
        }
    }

    /// The indentation of statements of the block: of the call, or of another item.
    fn indent(&self, span: Span) -> String {
        let file = &self.unit.file;
        let starts_line = |span: &Span| {
            let start = line_start(file, span.start);
            file.bytes[start..span.start as usize].iter().all(is_blank)
        };
        let ranges = self
            .plan
            .block
            .items
            .iter()
            .map(|item| self.plan.caller.base.range(item.span));
        let spans = ranges.filter_map(|range| self.unit.span_of(range).ok());
        match [span].into_iter().chain(spans).find(starts_line) {
            Some(item) => indent_of(file, item),
            None => indent_of(file, span) + &self.style.sheet.step,
        }
    }

    /// The call with the comment behind it on its line, and the text of that comment.
    fn with_note(&self, span: Span) -> (Span, Option<String>) {
        let file = &self.unit.file;
        let end = after_comment(file, span);
        if end.end <= span.end {
            return (span, None);
        }
        let comment = file.slice(Span::new(span.end, end.end)).trim().to_string();
        let text = comment.trim_start_matches("//").trim_start_matches("/*");
        let text = text.trim_end_matches("*/").trim();
        let note = (!text.is_empty()).then(|| text.to_string());
        (Span::new(span.start, end.end), note)
    }

    /// The edit that puts lines in the place of a span, each on a line of its own.
    fn on_lines(&self, span: Span, indent: &str, lines: &[String]) -> Edit {
        let file = &self.unit.file;
        let sheet = self.style.sheet.indented_as(indent);
        let start = line_start(file, span.start);
        let before = &file.bytes[start..span.start as usize];
        let after = rest_of_line(file, span.end);
        let blanks_before = before.iter().rev().take_while(|b| is_blank(b)).count() as u32;
        let starts_line = blanks_before as usize == before.len();
        let blanks_after = after.iter().take_while(|b| is_blank(b)).count() as u32;
        let follows = &after[blanks_after as usize..];
        let other = self
            .plan
            .calls
            .iter()
            .any(|c| c.span.start == span.end + blanks_after);
        let mut text = lines
            .iter()
            .enumerate()
            .fold(String::new(), |mut text, (k, line)| {
                if k > 0 {
                    text.push_str(sheet.newline);
                    text.push_str(&indented(line, indent));
                } else {
                    text.push_str(line);
                }
                text
            });
        let mut replaced = span;
        if !starts_line || text.starts_with('#') {
            replaced.start -= blanks_before;
        }
        if !starts_line {
            text.insert_str(0, &sheet.line());
        }
        if !follows.trim_ascii_end().is_empty() && !other {
            replaced.end += blanks_after;
            text.push_str(&match follows.first() {
                Some(b'}') => sheet.outer().line(),
                _ => sheet.line(),
            });
        }
        Edit {
            span: replaced,
            text,
        }
    }
}

/// The first line of the first loop among some statements, or of the comment above it: what stands
/// before a loop may move away from it.
fn first_loop(lines: &[String]) -> Option<usize> {
    let is_loop = |line: &String| {
        let header = line.strip_prefix("for");
        header.is_some_and(|header| header.trim_start().starts_with('('))
    };
    let has_loop = |line: &String| {
        let mut words = line.trim_start().split(|c: char| !c.is_alphanumeric());
        let first = words.next();
        first.is_some_and(|first| ["for", "while", "do"].contains(&first))
    };
    lines.iter().any(has_loop).then_some(())?;
    let mut at = lines.iter().position(is_loop).unwrap_or(0);
    let is_comment = |line: &str| {
        let line = line.trim_start();
        let directive = line.strip_prefix('#').unwrap_or_default().trim_start();
        let is_pragma = directive.starts_with("pragma");
        line.starts_with("/*") || line.starts_with("//") || line.starts_with('*') || is_pragma
    };
    while at > 0 && is_comment(&lines[at - 1]) {
        at -= 1;
    }
    Some(at)
}

/// A line with more indentation; directives and empty lines as they are.
fn indented(line: &str, indent: &str) -> String {
    match line.is_empty() || line.starts_with('#') {
        true => line.to_string(),
        false => format!("{indent}{line}"),
    }
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn line_start(file: &SourceFile, at: u32) -> usize {
    let before = &file.bytes[..at as usize];
    before
        .iter()
        .rposition(|b| *b == b'\n')
        .map_or(0, |k| k + 1)
}

fn rest_of_line(file: &SourceFile, at: u32) -> &[u8] {
    let rest = &file.bytes[at as usize..];
    rest.split(|b| *b == b'\n').next().unwrap_or_default()
}
