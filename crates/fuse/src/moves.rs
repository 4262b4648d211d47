//! The text of a fused loop together with the statements that stood between its nests.

use crate::nests::{Item, NestText, Sequence};
use crate::write::fused;
use source::{Edit, Edits, SourceFile, Span, Unit, layout};

/// The edits that write nests of a sequence as one loop, in which each runs some rows ahead of the
/// last one. What stands between them moves before the loop, or behind it. `None` if the texts do
/// not allow it.
pub fn group(unit: &Unit, sequence: &Sequence, group: &schedule::Group) -> Option<Edits> {
    let file = &unit.file;
    let item = |at: &usize| sequence.items.get(*at);
    let nests: Option<Vec<NestText>> = group.nests.iter().map(|n| item(n)?.nest.clone()).collect();
    let mover = Mover {
        file,
        indent: layout::indent_of(file, item(group.nests.first()?)?.span),
        newline: if file.text().contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        },
    };
    let mut loop_ = fused(unit, &nests?, &group.ahead)?;
    for moved in &group.after {
        loop_.text.push_str(&mover.between());
        loop_.text.push_str(&mover.text(item(moved)?));
    }
    let mut edits = Edits::default();
    let before: Option<Vec<String>> = group
        .before
        .iter()
        .map(|m| Some(mover.text(item(m)?)))
        .collect();
    let before = before?;
    if !before.is_empty() {
        let text: String = before
            .iter()
            .map(|t| format!("{t}{}", mover.between()))
            .collect();
        let at = mover.start(item(group.nests.first()?)?);
        edits.insert(Edit { span: at, text }).ok()?;
    }
    edits.insert(loop_).ok()?;
    Some(edits)
}

struct Mover<'m> {
    file: &'m SourceFile,
    indent: String,
    newline: &'static str,
}

impl Mover<'_> {
    fn between(&self) -> String {
        format!("{}{}", self.newline, self.indent)
    }

    /// The place of an item, or of the comment before it.
    fn start(&self, item: &Item) -> Span {
        let text = self.file.slice(Span::new(item.after, item.span.start));
        let blanks = text.len() - text.trim_start().len();
        Span::at(item.after + u32::try_from(blanks).unwrap_or_default())
    }

    /// An item with the comment before it.
    fn text(&self, item: &Item) -> String {
        let whole = Span::new(self.start(item).start, item.span.end);
        self.file.slice(whole).into_owned()
    }
}
