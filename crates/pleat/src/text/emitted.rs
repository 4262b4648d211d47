//! A text that Pleat wrote, read as if the user had written it.

use super::front_options::front_options;
use front::{Original, Program, Syntax};
use source::{Flags, PreprocessError, SourceFile, Unit};

/// A text with its syntax trees.
pub(crate) struct EmittedText {
    unit: Unit,
    syntax: Syntax,
    options: front::Options,
}

self_cell::self_cell!(
    /// A text with the program that borrows from it.
    pub(crate) struct Emitted {
        owner: EmittedText,
        #[covariant]
        dependent: Program,
    }
);

impl Emitted {
    /// A preprocessed text.
    pub(crate) fn of(unit: Unit, syntax: Syntax, originals: Vec<Original>) -> Self {
        let options = front::Options {
            originals,
            ..front_options(&unit)
        };
        let text = EmittedText {
            syntax,
            unit,
            options,
        };
        Emitted::new(text, |text| {
            Program::new(&text.unit, &text.syntax, &text.options)
        })
    }

    /// The preprocessed text.
    pub(crate) fn unit(&self) -> &Unit {
        &self.borrow_owner().unit
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

/// Reads the folded text, knowing the regions of the original and its syntax trees.
///
/// # Errors
/// The preprocessor rejects it.
pub(crate) fn read_again(
    file: SourceFile,
    flags: &Flags,
    originals: Vec<Original>,
    known: &Syntax,
) -> Result<Emitted, PreprocessError> {
    let unit = source::preprocess(file, flags)?;
    let syntax = Syntax::like(&unit, known);
    Ok(Emitted::of(unit, syntax, originals))
}
