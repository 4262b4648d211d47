//! Directives that share the iterations of a loop among threads, as comments: loops are moved with
//! the comments before them. What is not in strips in the end gets its directive back.

use c::syntax::openmp::{self, Count, Kind, Role};
use source::{Edit, Edits, SourceFile, Span, Unit};

/// The start of such a comment.
const START: &str = "/*#pragma";
/// Its end.
const END: &str = "*/";

/// The edits that write directives as comments: those before wanted offsets of the unit's text.
pub fn marked(unit: &Unit, is_wanted: impl Fn(u32) -> bool) -> Edits {
    let mut edits = Edits::default();
    for pragma in &unit.pragmas {
        let line = unit.file.slice(pragma.span);
        let line = line.trim_end();
        let is_line = line.starts_with("#pragma") && !line.contains(['\n', '\\']);
        let has_comment = line.contains("/*") || line.contains("//");
        if is_line && !has_comment && is_shared_loop(&pragma.text) && is_wanted(pragma.at) {
            let end = pragma.span.start + line.len() as u32;
            let span = Span::new(pragma.span.start, end);
            let text = format!("/*{line}{END}");
            // Lines do not overlap.
            let _ = edits.insert(Edit { span, text });
        }
    }
    edits
}

/// Whether a directive only shares the iterations of one loop: its names are private to threads or
/// shared.
fn is_shared_loop(text: &str) -> bool {
    let directive = openmp::read(text).filter(|_| openmp::is_openmp(text));
    directive.is_some_and(|d| {
        d.kind == Kind::ParallelLoop
            && d.collapse == Count::Number(1)
            && !d.closed
            && !source::has_name(text, "ordered")
            && d.named.iter().all(|(role, name)| is_simple(*role, name))
    })
}

/// Whether a name in a clause is private to threads, shared, or a kind of schedule.
fn is_simple(role: Role, name: &str) -> bool {
    let kinds = ["static", "dynamic", "guided", "auto", "runtime"];
    match role {
        Role::Private | Role::Shared => true,
        Role::Mentioned => kinds.contains(&name),
        _ => false,
    }
}

/// The comments that stand for directives, and the text of these.
fn marks(file: &SourceFile) -> Vec<(Span, String)> {
    let text = file.text();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(START).map(|at| from + at) {
        let Some(length) = text[at..].find(END) else {
            break;
        };
        let end = at + length + END.len();
        let directive = text[at + "/*".len()..at + length].to_string();
        found.push((Span::new(at as u32, end as u32), directive));
        from = end;
    }
    found
}

/// Whether threads shared a loop, or one that became part of it.
pub fn is_marked(file: &SourceFile, place: Span) -> bool {
    let place = with_comments(file, place);
    marks(file).iter().any(|(mark, _)| place.contains(*mark))
}

/// The edits that write directives again, and remove the comments of those in some places.
pub fn restored(file: &SourceFile, gone: &[Span]) -> Edits {
    let mut edits = Edits::default();
    let gone: Vec<Span> = gone
        .iter()
        .map(|place| with_comments(file, *place))
        .collect();
    for (mark, directive) in marks(file) {
        let edit = match gone.iter().any(|place| place.contains(mark)) {
            true => Edit {
                span: line_of(file, mark),
                text: String::new(),
            },
            false => Edit {
                span: mark,
                text: directive,
            },
        };
        // Comments do not overlap.
        let _ = edits.insert(edit);
    }
    edits
}

/// A comment with its line, if it stands alone there.
fn line_of(file: &SourceFile, mark: Span) -> Span {
    let text = file.text();
    let (before, after) = (&text[..mark.start as usize], &text[mark.end as usize..]);
    let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
    let blanks = after.len() - after.trim_start_matches([' ', '\t', '\r']).len();
    let is_alone =
        before[..before.len() - indent].ends_with('\n') && after[blanks..].starts_with('\n');
    match is_alone {
        true => Span::new(mark.start - indent as u32, mark.end + blanks as u32 + 1),
        false => mark,
    }
}

/// A place with the comments directly before it.
fn with_comments(file: &SourceFile, place: Span) -> Span {
    let text = file.text();
    let mut start = place.start as usize;
    loop {
        let before = text[..start].trim_end();
        if before.ends_with(END)
            && let Some(at) = before.rfind("/*")
        {
            start = at;
            continue;
        }
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        if before[line..].trim_start().starts_with("//") {
            start = line;
            continue;
        }
        return Span::new(start as u32, place.end);
    }
}
