//! What an editor shows for the name of an array: sizes and mapping, or the reason and advice.

use super::answer::{Array, Kind};
use super::document::Answered;
use super::positions::Lines;
use super::scope::array_at;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

/// The text for a position, if an array is named there.
pub(super) fn at(answered: &Answered, position: Position) -> Option<Hover> {
    let offset = Lines::new(&answered.text).offset(position);
    let array = array_at(&answered.text, offset, &answered.answer.arrays)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::PlainText,
            value: text(array),
        }),
        range: None,
    })
}

fn text(array: &Array) -> String {
    let (name, summary) = (&array.name, &array.summary);
    let mut text = match array.kind {
        Kind::Folds => format!("`{name}` folds: {summary}\n"),
        _ => format!("`{name}` stays as it is: {summary} ({})\n", array.code),
    };
    let assumes = array.assumes.iter().map(|fact| format!("assumes {fact}"));
    for note in array.notes.iter().cloned().chain(assumes) {
        text.push_str(&format!("\n* {}", note.replace('\n', "\n  ")));
    }
    text
}
