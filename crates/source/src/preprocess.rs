//! The pipeline: run the compiler as a preprocessor, read what it prints, align it with the file.

use crate::align::align;
use crate::align::known::{align_known, known};
use crate::compiler::complaints::complaints;
use crate::compiler::exports;
use crate::compiler::flags::Flags;
use crate::compiler::listing::Listing;
use crate::compiler::run::{self, Pass};
use crate::error::PreprocessError;
use crate::text::file::SourceFile;
use crate::tokens::layout::Layout;
use crate::tokens::symbols::Symbols;
use crate::unit::compare::same_text;
use crate::unit::{Unit, alternatives, omp_attributes};
use std::sync::Arc;

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
    unit.exports = exports::exports(&printed, flags);
    let known = known(&unit, (&layout, listing), symbols.clone(), flags);
    unit.known = known.map(Arc::new);
    Ok(finished(unit, &layout, &symbols, flags))
}

/// Preprocesses another text of the file of `unit` by what the compiler said about that one. Asks
/// the compiler if other directives, or macros that it alone knows, make this impossible.
///
/// The tokens are those that the compiler would print as far as Pleat knows its rules; before a
/// text leaves Pleat, [`is_as_read`] asks the compiler.
///
/// # Errors
/// The compiler cannot be run, or rejects the file.
pub fn preprocess_again(
    unit: &Unit,
    file: SourceFile,
    flags: &Flags,
) -> Result<Unit, PreprocessError> {
    match from_known(unit, &file, flags) {
        Some(new) => Ok(new),
        None => preprocess(file, flags),
    }
}

/// Whether the compiler reads another text of the file of `unit` as [`preprocess_again`] does.
///
/// # Errors
/// The compiler cannot be run, or rejects the file.
pub fn is_as_read(unit: &Unit, file: SourceFile, flags: &Flags) -> Result<bool, PreprocessError> {
    match from_known(unit, &file, flags) {
        Some(read) => Ok(same_text(&read, &preprocess(file, flags)?)),
        None => Ok(true),
    }
}

/// The unit of another text of a file, if the compiler need not be asked.
fn from_known(unit: &Unit, file: &SourceFile, flags: &Flags) -> Option<Unit> {
    let known = unit
        .known
        .as_ref()
        .filter(|known| known.flags.compile_as(flags))?;
    u32::try_from(file.bytes.len()).ok()?;
    let mut symbols = known.symbols.clone();
    let layout = Layout::new(file.text(), &mut symbols);
    let mut unit = align_known(file.clone(), &layout, known, &mut symbols)?;
    unit.exports = known.exports;
    unit.known = Some(Arc::clone(known));
    Some(finished(unit, &layout, &symbols, flags))
}

/// An aligned unit as the flags want it.
fn finished(mut unit: Unit, layout: &Layout, symbols: &Symbols, flags: &Flags) -> Unit {
    if !flags.enumerated.is_empty() {
        alternatives::settle(&mut unit, layout, symbols, &flags.enumerated);
    }
    omp_attributes::attach(&mut unit);
    if flags.one_configuration {
        unit.forget_other_configurations();
    }
    unit
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// A unit is the same whether the compiler is asked or not, for a file and another text of it.
    #[test]
    fn known_files_need_no_compiler() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/stages");
        let files = std::fs::read_dir(corpus).expect("the corpus is there");
        let files = files.map(|file| file.expect("it is there").path());
        let files = files.filter(|path| path.extension().is_some_and(|e| e == "c"));
        let (mut count, mut known) = (0, 0);
        for path in files.step_by(3) {
            let file = SourceFile::read(&path).expect("it is there");
            let flags = Flags::default();
            let unit = preprocess(file.clone(), &flags).expect("it is C");
            let edited = file
                .text()
                .replace(";\n", ";\n\n#pragma omp simd\n; N(1) /* */ + w;\n");
            let edited = SourceFile::new(path.clone(), edited.into_bytes());
            count += 1;
            let again = from_known(&unit, &file, &flags);
            let new = from_known(&unit, &edited, &flags);
            known += usize::from(again.is_some() && new.is_some());
            for (text, found) in [(file, again), (edited, new)] {
                let Some(found) = found else { continue };
                let asked = preprocess(text, &flags).expect("it is tokens");
                assert!(same_text(&asked, &found), "{}", path.display());
            }
        }
        assert!(10 * known >= 9 * count, "{known} of {count}");
    }
}
