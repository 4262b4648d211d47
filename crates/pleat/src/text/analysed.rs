//! The text that is analysed: the user's own, or its twin in which the macros that hold accesses
//! are written out.

use super::front_options::front_options;
use crate::reason::Reason;
use emit::FoldText;
use front::{Original, Program, Syntax};
use source::{Depth, Diagnostic, Edits, Flags, Span, Twin, Unit, write_out};

/// The text that is analysed, with its syntax trees.
pub(crate) struct AnalysedText {
    text: Text,
    syntax: Syntax,
    keep_lines: bool,
}

enum Text {
    User(Box<Unit>),
    WrittenOut(Box<Twin>),
}

impl AnalysedText {
    /// Reads a file. If arrays come out of macros, writes these out.
    pub(crate) fn new(unit: Unit, syntax: Syntax, flags: &Flags, keep_lines: bool) -> Self {
        Self::knowing((unit, syntax), flags, keep_lines, Vec::new())
    }

    /// The same for a folded text, in which arrays of the original may be scalars.
    pub(crate) fn knowing(
        (unit, syntax): (Unit, Syntax),
        flags: &Flags,
        keep_lines: bool,
        originals: Vec<Original>,
    ) -> Self {
        let options = front::Options {
            originals,
            ..front_options(&unit)
        };
        let names = Program::new(&unit, &syntax, &options).arrays_in_macros();
        let twin = match names.is_empty() {
            true => None,
            false => write_out(&unit, &names, flags),
        };
        match twin {
            Some(twin) => AnalysedText {
                syntax: Syntax::like(&twin.unit, &syntax),
                text: Text::WrittenOut(Box::new(twin)),
                keep_lines,
            },
            None => AnalysedText {
                text: Text::User(Box::new(unit)),
                syntax,
                keep_lines,
            },
        }
    }

    /// The syntax trees of the text that is analysed.
    pub(crate) fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    /// The unit that is analysed.
    pub(crate) fn unit(&self) -> &Unit {
        match &self.text {
            Text::User(unit) => unit,
            Text::WrittenOut(twin) => &twin.unit,
        }
    }

    /// The unit of the user's file.
    pub(crate) fn user(&self) -> &Unit {
        match &self.text {
            Text::User(unit) => unit,
            Text::WrittenOut(twin) => &twin.original,
        }
    }

    /// The macro whose expansion contains a place of the analysed text.
    pub(crate) fn macro_at(&self, place: Span) -> Option<String> {
        match &self.text {
            Text::User(_) => None,
            Text::WrittenOut(twin) => twin.macro_at(place),
        }
    }

    /// Moves the places of a remark to the user's file.
    pub(crate) fn move_to_users_file(&self, remark: &mut Diagnostic) {
        if let Text::WrittenOut(twin) = &self.text {
            for label in &mut remark.labels {
                label.span = twin.original_span(label.span);
            }
        }
    }

    /// The place in the user's file of a place of the analysed text.
    pub(crate) fn users_span(&self, span: Span) -> Span {
        match &self.text {
            Text::User(_) => span,
            Text::WrittenOut(twin) => twin.original_span(span),
        }
    }

    /// Applies edits of the analysed text to the user's file. Returns its new bytes, and those of
    /// its twin if that is another text.
    ///
    /// # Errors
    /// A place of the analysed text that cannot be edited anywhere in the user's file.
    pub(crate) fn carry_back(
        &self,
        edits: &Edits,
        texts: &[FoldText],
        depth: Depth,
    ) -> Result<(Vec<u8>, Option<Vec<u8>>), Span> {
        let Text::WrittenOut(twin) = &self.text else {
            return Ok((self.edited(self.user(), edits), None));
        };
        let sites = texts.iter().flat_map(|text| text.sites.iter().cloned());
        let sites: Vec<source::Site> = sites.collect();
        let carried = twin.carry_back(edits, &sites, depth)?;
        let twin_bytes = self.edited(&twin.unit, &carried.twin);
        Ok((
            self.edited(&twin.original, &carried.users),
            Some(twin_bytes),
        ))
    }

    /// Applies edits to the file of a unit. Lines keep their numbers as far as the program uses
    /// them, or everywhere.
    pub(crate) fn edited(&self, unit: &Unit, edits: &Edits) -> Vec<u8> {
        let until = match self.keep_lines {
            true => u32::MAX,
            false => unit.last_line_use(),
        };
        let edits = edits.keeping_lines(&unit.file, until);
        edits.apply(&unit.file.bytes)
    }

    /// The folds that need the impossible edit of `place`, each with the reason to keep its array;
    /// all folds if none is found there.
    pub(crate) fn blocked(&self, texts: &[FoldText], place: Span) -> Vec<(usize, Reason)> {
        let meets =
            |span: Span| span.start < place.end.max(place.start + 1) && place.start < span.end;
        let holds = |text: &FoldText| places(text).any(meets);
        let any = texts.iter().any(holds);
        let reason = Reason::InMacro(self.macro_at(place).unwrap_or_default());
        let blocked = texts.iter().enumerate().filter(|(_, t)| !any || holds(t));
        blocked.map(|(k, _)| (k, reason.clone())).collect()
    }

    /// The folds that edit the expansion of a macro, each with the reason to keep its array.
    pub(crate) fn in_macros(&self, texts: &[FoldText]) -> Vec<(usize, Reason)> {
        let name = |text: &FoldText| places(text).find_map(|place| self.macro_at(place));
        let named = texts
            .iter()
            .enumerate()
            .filter_map(|(k, text)| Some((k, name(text)?)));
        named.map(|(k, name)| (k, Reason::InMacro(name))).collect()
    }
}

/// The places that a fold edits.
fn places(text: &FoldText) -> impl Iterator<Item = Span> {
    let edits = text.edits.iter().map(|edit| edit.span);
    edits.chain(text.sites.iter().map(|site| site.frame))
}
