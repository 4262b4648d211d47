//! The text of a fused loop together with the statements that stood between its nests.

use crate::nests::{Item, NestText, Sequence};
use crate::write::{Form, Order, fused};
use print::Sheet;
use source::{Edit, Edits, SourceFile, Span, Unit};

/// The edits that write nests of a sequence as one loop, in which each runs some rows ahead of the
/// last one. What stands between them moves before the loop, or behind it. `None` if the texts do
/// not allow it.
pub fn group(
    unit: &Unit,
    sequence: &Sequence,
    group: &schedule::Group,
    form: &Form,
) -> Option<Edits> {
    let file = &unit.file;
    let item = |at: &usize| sequence.items.get(*at);
    let nests: Option<Vec<NestText>> = group.nests.iter().map(|n| item(n)?.nest.clone()).collect();
    let mover = Mover {
        file,
        sheet: Sheet::at(file, item(group.nests.first()?)?.span),
    };
    let order = Order {
        rates: &group.rates,
        ahead: &group.ahead,
    };
    let mut loop_ = fused(unit, &nests?, &order, form)?;
    let mut edits = Edits::default();
    for moved in &group.after {
        let item = item(moved)?;
        loop_.text.push_str(&mover.between(item));
        edits.note_moved(loop_.span, length(&loop_.text), mover.whole(item));
        loop_.text.push_str(&mover.text(item, &[]));
    }
    let first = item(group.nests.first()?)?;
    let (mut text, into) = (String::new(), mover.start(first));
    for (at, moved) in group.before.iter().enumerate() {
        // What is freed behind the loop now was freed already where this one leaves.
        let freed = group.after.iter().filter(|f| *f < moved).filter_map(item);
        let freed: Vec<&Item> = freed.filter(|item| item.is_free).collect();
        let item = item(moved)?;
        if at > 0 {
            text.push_str(&mover.between(item));
        }
        if freed.is_empty() {
            edits.note_moved(into, length(&text), mover.whole(item));
        }
        text.push_str(&mover.text(item, &freed));
    }
    if !text.is_empty() {
        text.push_str(&mover.between(first));
        edits.insert(Edit { span: into, text }).ok()?;
    }
    edits.insert(loop_).ok()?;
    Some(edits)
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

struct Mover<'m> {
    file: &'m SourceFile,
    sheet: Sheet,
}

impl Mover<'_> {
    /// A new line, with a blank one before it if the item had one.
    fn between(&self, item: &Item) -> String {
        let before = self
            .file
            .slice(Span::new(item.after, self.start(item).start));
        let blank = before.matches('\n').count() > 1;
        let blank = if blank { self.sheet.newline } else { "" };
        format!("{blank}{}", self.sheet.line())
    }

    /// The place of an item, or of the comment before it.
    fn start(&self, item: &Item) -> Span {
        let text = self.file.slice(Span::new(item.after, item.span.start));
        let blanks = text.len() - text.trim_start().len();
        Span::at(item.after + u32::try_from(blanks).unwrap_or_default())
    }

    /// The place of an item with the comment before it.
    fn whole(&self, item: &Item) -> Span {
        Span::new(self.start(item).start, item.span.end)
    }

    /// An item with the comment before it; where it leaves, others are freed.
    fn text(&self, item: &Item, freed: &[&Item]) -> String {
        let text = |from, to| self.file.slice(Span::new(from, to)).into_owned();
        let (start, end) = (self.start(item).start, item.span.end);
        let Some(exit) = item.exit.filter(|_| !freed.is_empty()) else {
            return text(start, end);
        };
        let step = match self.sheet.indent.contains('\t') {
            true => "\t",
            false => "    ",
        };
        let sheet = self.sheet.clone().with_step(step);
        let inner = sheet.deeper();
        let line = |item: &&Item| inner.on_line(text(item.span.start, item.span.end));
        let frees: String = freed.iter().map(line).collect();
        let body = text(exit.start, exit.end);
        let rest = text(exit.end, end);
        match body.strip_prefix('{') {
            Some(body) => format!("{}{{{frees}{body}{rest}", text(start, exit.start)),
            None => format!(
                "{} {{{frees}{}{}}}{rest}",
                text(start, exit.start).trim_end(),
                inner.on_line(body),
                sheet.line()
            ),
        }
    }
}
