//! The text that is analysed: the user's own, or its twin in which the macros that hold accesses
//! are written out.

use super::front_options::front_options;
use super::version::Version;
use crate::reason::Reason;
use emit::FoldText;
use front::{Original, Program, Syntax};
use source::{
    Depth, Diagnostic, Edits, Flags, PreprocessError, SourceFile, Span, Twin, Unit, write_out,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The text that is analysed, with its syntax trees.
pub(crate) struct AnalysedText {
    user: Arc<Version>,
    /// The text in which macros are written out, if it is another one.
    twin: Option<Box<(Twin, Syntax)>>,
    keep_lines: bool,
}

impl AnalysedText {
    /// The text to analyse of a version. If arrays come out of macros, writes these out.
    pub(crate) fn new(user: Arc<Version>, flags: &Flags, keep_lines: bool) -> Self {
        let names = user.program().arrays_in_macros();
        Self::without(user, &names, flags, keep_lines)
    }

    /// The same for a folded text, in which arrays of the original may be scalars.
    pub(crate) fn knowing(user: Arc<Version>, flags: &Flags, originals: Vec<Original>) -> Self {
        let options = front::Options {
            originals,
            ..front_options(user.unit())
        };
        let program = Program::new(user.unit(), user.syntax(), &options);
        let names = program.arrays_in_macros();
        Self::without(user, &names, flags, false)
    }

    /// The text without the macros from which these names come.
    fn without(
        user: Arc<Version>,
        names: &BTreeSet<String>,
        flags: &Flags,
        keep_lines: bool,
    ) -> Self {
        let twin = match names.is_empty() {
            true => None,
            false => write_out(user.unit(), names, flags),
        };
        let twin = twin.map(|twin| {
            let syntax = Syntax::like(&twin.unit, user.syntax());
            Box::new((twin, syntax))
        });
        AnalysedText {
            user,
            twin,
            keep_lines,
        }
    }

    /// The syntax trees of the text that is analysed.
    pub(crate) fn syntax(&self) -> &Syntax {
        match &self.twin {
            None => self.user.syntax(),
            Some(twin) => &twin.1,
        }
    }

    /// The unit that is analysed.
    pub(crate) fn unit(&self) -> &Unit {
        match self.twin() {
            None => self.user.unit(),
            Some(twin) => &twin.unit,
        }
    }

    /// The unit of the user's file.
    pub(crate) fn user(&self) -> &Unit {
        self.user.unit()
    }

    /// The version of the user's file that is analysed.
    pub(crate) fn version(&self) -> &Arc<Version> {
        &self.user
    }

    /// Reads a folded text, knowing the regions of the original and its syntax trees.
    ///
    /// # Errors
    /// The preprocessor rejects it.
    pub(crate) fn again(
        &self,
        bytes: Vec<u8>,
        flags: &Flags,
        originals: Vec<Original>,
    ) -> Result<Version, PreprocessError> {
        let unit = self.unit_again(bytes, flags)?;
        let syntax = Syntax::like(&unit, self.syntax());
        Ok(Version::of(unit, syntax, originals))
    }

    /// Preprocesses another text of the user's file.
    ///
    /// # Errors
    /// The preprocessor rejects it.
    pub(crate) fn unit_again(
        &self,
        bytes: Vec<u8>,
        flags: &Flags,
    ) -> Result<Unit, PreprocessError> {
        let file = SourceFile::new(self.user().file.path.clone(), bytes);
        source::preprocess_again(self.user(), file, flags)
    }

    fn twin(&self) -> Option<&Twin> {
        self.twin.as_ref().map(|twin| &twin.0)
    }

    /// The macro whose expansion contains a place of the analysed text.
    pub(crate) fn macro_at(&self, place: Span) -> Option<String> {
        self.twin()?.macro_at(place)
    }

    /// Moves the places of a remark to the user's file.
    pub(crate) fn move_to_users_file(&self, remark: &mut Diagnostic) {
        if let Some(twin) = self.twin() {
            for label in &mut remark.labels {
                label.span = twin.original_span(label.span);
            }
        }
    }

    /// The place in the user's file of a place of the analysed text.
    pub(crate) fn users_span(&self, span: Span) -> Span {
        self.twin().map_or(span, |twin| twin.original_span(span))
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
        let Some(twin) = self.twin() else {
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
