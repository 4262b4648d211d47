//! A fold under the facts that the user states, and advice on facts that would help.
//!
//! Functions without a fold lose the tests of facts again.

mod advice;

use crate::facts::{Fact, FactError, Stated, state, test};
use crate::fold::Folded;
use crate::options::Options;
use crate::sharing;
use crate::text::Version;
use report::{ArrayEntry, Attention, Remark, Status};
use source::{Diagnostic, Flags, PreprocessError, Severity, SourceFile};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Folds every array of a file that can be folded; with [`Options::fuse`], after the loops of
/// stages are fused. [`crate::Assumptions::facts`] that are not about the file make the result
/// [`Folded::invalid`].
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub(crate) fn fold(
    original: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Folded, PreprocessError> {
    let file = &original.unit().file;
    if options.assume.facts.is_empty() {
        let mut folded = sharing::fold(original, flags, options)?;
        advice::add(&mut folded, original, flags, options);
        return Ok(folded.located());
    }
    let mut only: Option<BTreeSet<String>> = None;
    loop {
        let facts = &options.assume.facts;
        let which = (only.as_ref(), options.assume.other_files);
        let stated = match state(original, flags, facts, which) {
            Ok(stated) => stated,
            Err(FactError::Preprocess(error)) => return Err(error),
            Err(wrong) => return Ok(refused(file.clone(), &wrong.to_string())),
        };
        let options = Options {
            fixed_macros: stated.macros.clone(),
            ..options.clone()
        };
        let folded = sharing::fold(&stated.text, flags, &options)?;
        if let Some(wrong) = contradiction(&folded, facts) {
            return Ok(refused(file.clone(), &wrong));
        }
        let useful: BTreeSet<String> = changed_functions(&folded);
        let all_useful = stated.functions.keys().all(|f| useful.contains(f));
        if all_useful || only.is_some() || useful.is_empty() {
            return Ok(in_users_file(folded, &stated, file.clone(), options.keep_lines).located());
        }
        only = Some(useful);
    }
}

/// The error of a fact that contradicts the code.
fn contradiction(folded: &Folded, facts: &[Fact]) -> Option<String> {
    let mut checks = folded.contradictions.iter();
    checks.find_map(|span| {
        let text = folded.file.slice(*span);
        let fact = facts.iter().find(|fact| text == test(fact))?;
        let line = folded.file.line_col(span.start).line;
        let fact = fact.text();
        Some(format!(
            "--assume '{fact}': the code from line {line} on contradicts it"
        ))
    })
}

/// The functions in which an array is folded, or shares its storage.
fn changed_functions(folded: &Folded) -> BTreeSet<String> {
    let arrays = folded.report.arrays.iter();
    let folds = arrays.filter(|a| a.status == Status::Folded);
    let sharing = folded.report.sharing.iter().flat_map(|s| &s.storages);
    let folds = folds.map(|a| a.function.clone());
    folds.chain(sharing.map(|s| s.function.clone())).collect()
}

/// A fold of the file with tests, as one of the user's file.
fn in_users_file(
    mut folded: Folded,
    stated: &Stated,
    file: SourceFile,
    keep_lines: bool,
) -> Folded {
    let remarks = folded.remarks.iter_mut().map(|remark| &mut remark.full);
    for remark in remarks.chain(&mut folded.details) {
        for label in &mut remark.labels {
            label.span = stated.edits.original_span(label.span);
        }
    }
    for array in &mut folded.report.arrays {
        array.map_spans(|span| stated.edits.original_span(span));
    }
    let is_folded = |a: &&mut ArrayEntry| a.status == Status::Folded;
    for array in folded.report.arrays.iter_mut().filter(is_folded) {
        let facts = stated.functions.get(&array.function).into_iter().flatten();
        let stated = facts.map(|fact| format!("{fact}: stated by --assume"));
        array.assumes.extend(stated);
    }
    for (function, facts) in &stated.functions {
        let facts = facts.join(", ");
        let message = format!("`{function}` tests {facts}, as --assume states");
        let detail = Diagnostic::new(Severity::Note, message);
        folded.details.push(detail);
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
        remarks: vec![Remark::new(
            Diagnostic::new(Severity::Error, message.to_string()),
            Attention::NearMiss,
        )],
        invalid: true,
        ..Folded::unchanged(file)
    }
}
