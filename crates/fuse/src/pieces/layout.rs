//! Statements beside others in the user's layout.

use super::path::{Around, Loops};
use print::Sheet;
use source::{Edit, Edits, Span, layout};

/// Adds statements before and after one. If that is not in a block, all of them become a block.
pub(super) fn surround(
    loops: &Loops<'_>,
    around: &Around<'_>,
    edits: &mut Edits,
    [before, after]: [Option<String>; 2],
) -> Option<()> {
    let span = loops.span(around.statement.span)?;
    let file = &loops.unit.file;
    let sheet = Sheet::at(file, span);
    let line = sheet.line();
    let mut insert = |at: u32, text: String| {
        let span = Span::at(at);
        edits.insert(Edit { span, text }).ok()
    };
    let end = layout::after_comment(file, span).end;
    if around.is_item {
        if let Some(before) = before {
            insert(span.start, format!("{before}{line}"))?;
        }
        if let Some(after) = after {
            insert(end, format!("{line}{after}"))?;
        }
        return Some(());
    }
    let before = before.map(|text| format!("{text}{line}"));
    let after = after.map(|text| format!("{line}{text}"));
    let close = format!("{}{}}}", after.unwrap_or_default(), sheet.outer().line());
    match opening(loops, span) {
        Some(at) => {
            insert(at, " {".to_string())?;
            insert(span.start, before.unwrap_or_default())?;
        }
        None => insert(
            span.start,
            format!("{{{line}{}", before.unwrap_or_default()),
        )?,
    }
    insert(end, close)
}

/// The end of the line before a statement, if a brace may be put there.
fn opening(loops: &Loops<'_>, span: Span) -> Option<u32> {
    let bytes = &loops.unit.file.bytes[..span.start as usize];
    let blank = bytes.iter().rev().take_while(|b| b.is_ascii_whitespace());
    let at = bytes.len() - blank.count();
    let line = bytes[..at].rsplit(|b| *b == b'\n').next()?;
    let is_code = bytes[..at].ends_with(b")") && !line.windows(2).any(|w| w == b"//");
    let is_next_line = bytes[at..].contains(&b'\n');
    (is_code && is_next_line).then_some(at as u32)
}
