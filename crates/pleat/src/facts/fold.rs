//! A fold under facts.

use super::stated::{FactError, Stated, state};
use crate::fold::Folded;
use crate::options::Options;
use crate::sharing;
use report::{ArrayEntry, Status};
use source::{Diagnostic, Flags, PreprocessError, Severity, SourceFile};
use std::collections::BTreeSet;

/// Folds every array of a file that can be folded; with [`Options::fuse`], after the loops of
/// stages are fused. [`crate::Assumptions::facts`] that are not about the file make the result
/// [`Folded::invalid`].
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fold(file: SourceFile, flags: &Flags, options: &Options) -> Result<Folded, PreprocessError> {
    if options.assume.facts.is_empty() {
        return sharing::fold(file, flags, options);
    }
    let mut only: Option<BTreeSet<String>> = None;
    loop {
        let facts = &options.assume.facts;
        let which = (only.as_ref(), options.assume.other_files);
        let stated = match state(&file, flags, facts, which) {
            Ok(stated) => stated,
            Err(FactError::Preprocess(error)) => return Err(error),
            Err(wrong) => return Ok(refused(file, &wrong.to_string())),
        };
        let options = Options {
            fixed_macros: stated.macros.clone(),
            ..options.clone()
        };
        let folded = sharing::fold(stated.file.clone(), flags, &options)?;
        let useful: BTreeSet<String> = changed_functions(&folded);
        let all_useful = stated.functions.keys().all(|f| useful.contains(f));
        if all_useful || only.is_some() || useful.is_empty() {
            return Ok(in_users_file(folded, &stated, file, options.keep_lines));
        }
        only = Some(useful);
    }
}

/// The functions in which an array is folded.
fn changed_functions(folded: &Folded) -> BTreeSet<String> {
    let arrays = folded.report.arrays.iter();
    let folds = arrays.filter(|a| a.status == Status::Folded);
    folds.map(|a| a.function.clone()).collect()
}

/// A fold of the file with tests, as one of the user's file.
fn in_users_file(
    mut folded: Folded,
    stated: &Stated,
    file: SourceFile,
    keep_lines: bool,
) -> Folded {
    for remark in folded.remarks.iter_mut().chain(&mut folded.details) {
        for label in &mut remark.labels {
            label.span = stated.edits.original_span(label.span);
        }
    }
    let is_folded = |a: &&mut ArrayEntry| a.status == Status::Folded;
    for array in folded.report.arrays.iter_mut().filter(is_folded) {
        let facts = stated.functions.get(&array.function).into_iter().flatten();
        let stated = facts.map(|fact| format!("{fact}: stated by --assume"));
        array.assumes.extend(stated);
    }
    let is_idle = changed_functions(&folded).is_empty();
    folded.bytes = match is_idle || folded.unsound.is_some() {
        true => file.bytes.clone(),
        false if keep_lines => folded.bytes,
        false => stated.on_own_lines(folded.bytes),
    };
    folded.file = file;
    folded
}

/// The file as it is, with an error.
fn refused(file: SourceFile, message: &str) -> Folded {
    Folded {
        remarks: vec![Diagnostic::new(Severity::Error, message.to_string())],
        invalid: true,
        ..Folded::unchanged(file)
    }
}
