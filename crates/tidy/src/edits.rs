//! The edits that remove the leftovers of a fold from the folded text.

use crate::leftovers::{Idle, Leftovers, Unread, Unset};
use print::Sheet;
use source::{Edit, Edits, SourceFile, Span};

/// The edits that remove the leftovers of a fold.
pub(crate) fn of(file: &SourceFile, left: &Leftovers) -> Edits {
    let idle = left.idle.iter().map(|idle| without(file, idle));
    let unset = left.unset.iter().map(initial_value);
    let unread = left.unread.iter().map(|unread| mention(file, unread));
    let mut edits = Edits::default();
    for edit in idle.chain(unset).chain(unread) {
        // One place may be found twice; text with overlapping edits stays as it is.
        let _ = edits.insert(edit);
    }
    edits
}

/// The edit that removes text without an effect, with its lines.
fn without(file: &SourceFile, idle: &Idle) -> Edit {
    if idle.is_body {
        return Edit {
            span: idle.span,
            text: "{ }".to_string(),
        };
    }
    let mut span = file.whole_lines(idle.span);
    if span == idle.span {
        let rest = &file.bytes[span.end as usize..];
        let blanks = rest.iter().take_while(|b| **b == b' ').count();
        span.end += blanks as u32;
    }
    Edit {
        span,
        text: String::new(),
    }
}

/// `double t = 0;`, `double t[2] = {0};`
fn initial_value(unset: &Unset) -> Edit {
    let text = match unset.is_list {
        true => " = {0}",
        false => " = 0",
    };
    Edit {
        span: Span::at(unset.at),
        text: text.to_string(),
    }
}

/// `(void)n;`
fn mention(file: &SourceFile, unread: &Unread) -> Edit {
    let Unread { name, beside, .. } = unread;
    let sheet = Sheet::beside(file, *beside);
    let line_start = beside.start as usize - sheet.indent.len();
    let starts_line = line_start == 0 || file.bytes[line_start - 1] == b'\n';
    let (at, text) = match (unread.is_behind, starts_line) {
        (true, true) => (beside.end, sheet.on_line(format!("(void){name};"))),
        (true, false) => (beside.end, format!(" (void){name};")),
        (false, true) => (beside.start, format!("(void){name};{}", sheet.line())),
        (false, false) => (beside.start, format!("(void){name}; ")),
    };
    Edit {
        span: Span::at(at),
        text,
    }
}
