//! A text of the user's file with everything that is known of it: the file itself, or what Pleat
//! made of it, read as if the user had written it.

use super::front_options::front_options;
use crate::timings::timed;
use front::{Original, Program, Syntax};
use source::{Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::sync::Arc;
use std::time::Duration;

/// A preprocessed text with its syntax trees.
pub(crate) struct VersionText {
    unit: Unit,
    syntax: Syntax,
    options: front::Options,
    /// How long the preprocessor took.
    preprocessing: Duration,
}

self_cell::self_cell!(
    /// A text with the program that borrows from it.
    pub(crate) struct Version {
        owner: VersionText,
        #[covariant]
        dependent: Program,
    }
);

impl Version {
    /// The user's file, preprocessed by the compiler.
    ///
    /// # Errors
    /// The preprocessor rejects it.
    pub(crate) fn read(file: SourceFile, flags: &Flags) -> Result<Arc<Self>, PreprocessError> {
        let mut time = Duration::ZERO;
        let unit = timed(&mut time, || source::preprocess(file, flags))?;
        let syntax = Syntax::of(&unit);
        Ok(Arc::new(Self::timed(unit, syntax, Vec::new(), time)))
    }

    /// The same text; the compiler is asked about every other text of the file.
    pub(crate) fn asking(&self) -> Self {
        let mut unit = self.unit().clone();
        unit.forget_listing();
        let syntax = Syntax::like(&unit, self.syntax());
        Self::of(unit, syntax, Vec::new())
    }

    /// A preprocessed text, knowing the regions of the original.
    pub(crate) fn of(unit: Unit, syntax: Syntax, originals: Vec<Original>) -> Self {
        Self::timed(unit, syntax, originals, Duration::ZERO)
    }

    fn timed(
        unit: Unit,
        syntax: Syntax,
        originals: Vec<Original>,
        preprocessing: Duration,
    ) -> Self {
        let options = front::Options {
            originals,
            ..front_options(&unit)
        };
        let text = VersionText {
            syntax,
            unit,
            options,
            preprocessing,
        };
        Version::new(text, |text| {
            Program::new(&text.unit, &text.syntax, &text.options)
        })
    }

    /// Another text of the file. Declarations that are the same keep their trees.
    ///
    /// # Errors
    /// The preprocessor rejects it.
    pub(crate) fn again(
        &self,
        bytes: Vec<u8>,
        flags: &Flags,
    ) -> Result<Arc<Self>, PreprocessError> {
        let file = SourceFile::new(self.unit().file.path.clone(), bytes);
        let mut time = Duration::ZERO;
        let again = || source::preprocess_again(self.unit(), file, flags);
        let unit = timed(&mut time, again)?;
        let syntax = Syntax::like(&unit, self.syntax());
        Ok(Arc::new(Self::timed(unit, syntax, Vec::new(), time)))
    }

    /// The text after some edits.
    ///
    /// # Errors
    /// The preprocessor rejects it.
    pub(crate) fn edited(
        &self,
        edits: &Edits,
        flags: &Flags,
    ) -> Result<Arc<Self>, PreprocessError> {
        self.again(edits.apply(&self.unit().file.bytes), flags)
    }

    /// The preprocessed text.
    pub(crate) fn unit(&self) -> &Unit {
        &self.borrow_owner().unit
    }

    /// How long the preprocessor took.
    pub(crate) fn preprocessing(&self) -> Duration {
        self.borrow_owner().preprocessing
    }

    /// Its syntax trees.
    pub(crate) fn syntax(&self) -> &Syntax {
        &self.borrow_owner().syntax
    }

    /// The program in the text.
    pub(crate) fn program(&self) -> &Program<'_> {
        self.borrow_dependent()
    }
}

/// The place before some edits of a place after them.
pub(crate) fn original_span(steps: &[Edits], span: Span) -> Span {
    let steps = steps.iter().rev();
    steps.fold(span, |span, edits| edits.original_span(span))
}
