//! The folded text, read as if the user had written it.

use super::front_options::front_options;
use front::{Original, Program, Syntax};
use source::{Flags, PreprocessError, SourceFile, Unit};

/// The folded text with its syntax trees.
pub(crate) struct EmittedText {
    unit: Unit,
    syntax: Syntax,
    options: front::Options,
}

self_cell::self_cell!(
    /// The folded text with the program that borrows from it.
    pub(crate) struct Emitted {
        owner: EmittedText,
        #[covariant]
        dependent: Program,
    }
);

impl Emitted {
    /// The program in the folded text.
    pub(crate) fn program(&self) -> &Program<'_> {
        self.borrow_dependent()
    }
}

/// Reads the folded text, knowing the regions of the original.
///
/// # Errors
/// The preprocessor rejects it.
pub(crate) fn read_again(
    file: SourceFile,
    flags: &Flags,
    originals: Vec<Original>,
) -> Result<Emitted, PreprocessError> {
    let unit = source::preprocess(file, flags)?;
    let options = front::Options {
        originals,
        ..front_options(&unit)
    };
    let text = EmittedText {
        syntax: front::Syntax::of(&unit),
        unit,
        options,
    };
    Ok(Emitted::new(text, |text| {
        Program::new(&text.unit, &text.syntax, &text.options)
    }))
}
