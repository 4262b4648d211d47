//! The pipeline: run the compiler as a preprocessor, read what it prints, align it with the file.

use crate::align::align;
use crate::compiler::complaints::complaints;
use crate::compiler::exports;
use crate::compiler::flags::Flags;
use crate::compiler::listing::Listing;
use crate::compiler::run::{self, Pass};
use crate::error::PreprocessError;
use crate::text::file::SourceFile;
use crate::tokens::layout::Layout;
use crate::tokens::symbols::Symbols;
use crate::unit::{Unit, alternatives, omp_attributes};

/// Preprocesses `file` with the user's own compiler and finds where every token comes from.
///
/// The compiler is given the bytes of `file`, whatever is on disk under its path; the path's folder
/// is where `#include "..."` looks.
///
/// # Errors
/// The compiler cannot be run, or rejects the file.
pub fn preprocess(file: SourceFile, flags: &Flags) -> Result<Unit, PreprocessError> {
    if u32::try_from(file.bytes.len()).is_err() {
        return Err(PreprocessError::TooLarge { path: file.path });
    }
    let mut symbols = Symbols::default();
    let layout = Layout::new(file.text(), &mut symbols);
    let printed = run::run(&file, (&layout, &symbols), flags, Pass::Preprocess)?;
    let listing = Listing::new(&printed, &mut symbols);
    let mut unit = align(file, &layout, &listing, &mut symbols);
    if !flags.enumerated.is_empty() {
        alternatives::settle(&mut unit, &layout, &symbols, &flags.enumerated);
    }
    unit.exports = exports::exports(&printed, flags);
    omp_attributes::attach(&mut unit);
    if flags.one_configuration {
        unit.forget_other_configurations();
    }
    Ok(unit)
}

/// Asks the compiler whether `file` is valid C.
///
/// # Errors
/// The compiler reports errors.
pub fn check(file: &SourceFile, flags: &Flags) -> Result<(), PreprocessError> {
    let mut symbols = Symbols::default();
    let layout = Layout::new(file.text(), &mut symbols);
    match run::run(file, (&layout, &symbols), flags, Pass::Check) {
        Err(PreprocessError::CompilerFailed { stderr, .. }) if complaints(&stderr).is_empty() => {
            Ok(())
        }
        other => other.map(|_| ()),
    }
}
