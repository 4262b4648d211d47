//! A fold under the facts that the user states, and advice on facts that would help.
//!
//! Functions without a fold lose the tests of facts again.

mod advice;

use crate::engine::{Judgement, Name, New, Next, Pass, State};
use crate::fact::Fact;
use crate::facts::{FactError, Stated, state, test};
use crate::folded::Folded;
use crate::text::Version;
use report::{ArrayEntry, Attention, Remark, Status};
use source::{Diagnostic, PreprocessError, Severity, SourceFile};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes the pass.
pub(crate) const FACTS: New = || Box::new(Facts::default());

/// States the facts of [`crate::Assumptions::facts`], or says which ones would help. Facts that are
/// not about the file make the result [`Folded::invalid`].
#[derive(Default)]
struct Facts {
    /// The functions that test facts, if not all do that need them.
    only: Option<BTreeSet<String>>,
    /// The present text, if there are facts.
    stated: Option<Stated>,
}

impl Pass for Facts {
    fn name(&self) -> Name {
        Name::Facts
    }

    fn last(&self) -> Name {
        Name::Share
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let assume = &state.options.assume;
        if assume.facts.is_empty() {
            return Ok(Next::Continue);
        }
        let which = (self.only.as_ref(), assume.other_files);
        match self::state(&state.text, state.flags, &assume.facts, which) {
            Ok(stated) => {
                state.options.fixed_macros.clone_from(&stated.macros);
                state.text = Arc::clone(&stated.text);
                self.stated = Some(stated);
                Ok(Next::Continue)
            }
            Err(FactError::Preprocess(error)) => Err(error),
            Err(wrong) => {
                refuse(&mut state.folded, &wrong.to_string());
                Ok(Next::Stop)
            }
        }
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        let trials = state.trials();
        let folded = &mut state.folded;
        let Some(stated) = self.stated.take() else {
            advice::add(folded, before, trials, &state.options);
            folded.locate();
            return Ok(Judgement::Accepted);
        };
        let file = &before.unit().file;
        if let Some(wrong) = contradiction(folded, &state.options.assume.facts) {
            *folded = Folded::unchanged(file.clone());
            refuse(folded, &wrong);
            return Ok(Judgement::Accepted);
        }
        let useful: BTreeSet<String> = changed_functions(folded);
        let all_useful = stated.functions.keys().all(|f| useful.contains(f));
        if all_useful || self.only.is_some() || useful.is_empty() {
            put_in_users_file(folded, &stated, file, state.options.keep_lines);
            folded.locate();
            return Ok(Judgement::Accepted);
        }
        self.only = Some(useful);
        Ok(Judgement::Again)
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

/// Makes a fold of the file with tests one of the user's file.
fn put_in_users_file(folded: &mut Folded, stated: &Stated, file: &SourceFile, keep_lines: bool) {
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
    let is_idle = changed_functions(folded).is_empty();
    folded.bytes = match is_idle || folded.unsound.is_some() {
        true => file.bytes.clone(),
        false if keep_lines => return folded.file.clone_from(file),
        false => stated.on_own_lines(std::mem::take(&mut folded.bytes)),
    };
    folded.file = file.clone();
}

/// Leaves the file as it is, with an error.
fn refuse(folded: &mut Folded, message: &str) {
    let error = Diagnostic::new(Severity::Error, message.to_string());
    folded.remarks.push(Remark::new(error, Attention::NearMiss));
    folded.invalid = true;
}
