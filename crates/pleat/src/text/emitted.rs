//! The folded text, read as if the user had written it.

use super::front_options::front_options;
use super::hints::Hints;
use front::{Program, Syntax};
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

/// Reads the folded text.
///
/// # Errors
/// The preprocessor rejects it.
pub(crate) fn read_again(
    file: SourceFile,
    flags: &Flags,
    hints: Hints,
) -> Result<Emitted, PreprocessError> {
    let unit = source::preprocess(file, flags)?;
    let options = front::Options {
        scalars: hints.scalars,
        windows: hints.windows,
        places: hints.places,
        fixed_in_region: hints.fixed_macros,
        facts: hints.facts,
        united: hints.united,
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
