//! The text of each fold of a function, by the first of its mappings that can be written.

use super::candidate::{CandidateId, Position, WrittenArray};
use super::function_folds::FunctionFolds;
use crate::budget::BUDGET;
use crate::decide::{Decision, Outcome};
use crate::reason::Reason;
use crate::text::AnalysedText;
use emit::{Care, EmitError, Fold, FoldText, Limits, Names};
use front::{Candidate, Region};
use source::Span;
use std::collections::BTreeSet;
use storage::Choice;

/// Why an edit that holds a `__COUNTER__` is not made.
const COUNTS: &str =
    "a piece to be edited uses `__COUNTER__`, and later uses would count otherwise";

/// How the fold of one array may be written.
struct TextOptions<'a> {
    may_remove: bool,
    may_shift: bool,
    may_name: bool,
    care: Care,
    comment: bool,
    limits: Limits,
    automatic: &'a BTreeSet<String>,
}

impl<'a> TextOptions<'a> {
    fn fold(
        &self,
        (region, candidate): (&'a Region, &'a Candidate),
        (choice, extents): (&'a Choice, &'a [poly::Expr]),
    ) -> Fold<'a> {
        Fold {
            region,
            candidate,
            choice,
            extents,
            may_remove: self.may_remove,
            may_shift: self.may_shift,
            may_name: self.may_name,
            care: self.care,
            comment: self.comment,
            limits: self.limits,
            automatic: self.automatic,
        }
    }
}

/// The text of a fold. A mapping that cannot be written is replaced by a plainer one; without any
/// the array is kept.
fn text(
    analysed: &AnalysedText,
    (region, candidate): (&Region, &Candidate),
    decision: &mut Decision,
    options: &TextOptions<'_>,
    names: &mut Names<'_>,
) -> Option<FoldText> {
    let may_be_shared = |span: Span| analysed.macro_at(span).is_some();
    while let Outcome::Folded(choice) = &decision.outcome {
        let fold = options.fold((region, candidate), (choice, &decision.extents));
        region.scop.ctx.start_budget(BUDGET);
        let reason = match emit::text_of(&analysed.unit().file, &fold, &may_be_shared, names) {
            Ok(text) if analysed.unit().changes_counter(&text.edits) => {
                Reason::NotInC(COUNTS.into())
            }
            Ok(text) => return Some(text),
            Err(EmitError::Shared { bytes }) => Reason::SharedStatic {
                bytes,
                function: region.function.clone(),
            },
            Err(error) => Reason::NotInC(error.to_string()),
        };
        decision.outcome.fall_back(reason);
    }
    None
}

impl FunctionFolds {
    /// The text of each fold. An array whose fold cannot be written is kept.
    pub(super) fn texts(
        &mut self,
        analysed: &AnalysedText,
        function: usize,
    ) -> Vec<(CandidateId, FoldText)> {
        loop {
            let automatic = self.automatic();
            let mut names = Names::new(analysed.unit());
            let texts = self.texts_with(&mut names, &automatic, analysed, function);
            let texts = match names.for_all() {
                Some(mut names) => self.texts_with(&mut names, &automatic, analysed, function),
                None => texts,
            };
            // An array that could not be written may share a declaration with others.
            if self.automatic() == automatic {
                return texts;
            }
        }
    }

    /// The arrays in static storage that become automatic.
    fn automatic(&self) -> BTreeSet<String> {
        let none = BTreeSet::new();
        let options = TextOptions {
            may_remove: false,
            may_shift: false,
            may_name: false,
            care: Care::Plain,
            comment: false,
            limits: self.limits,
            automatic: &none,
        };
        let folds = self.decided().filter_map(|d| match &d.decision.outcome {
            Outcome::Folded(choice) => {
                Some(options.fold((d.region, d.candidate), (choice, &d.decision.extents)))
            }
            Outcome::Kept(_) => None,
        });
        let automatic = folds.filter(emit::becomes_automatic);
        automatic.map(|f| f.candidate.spelling.clone()).collect()
    }

    fn texts_with(
        &mut self,
        names: &mut Names<'_>,
        automatic: &BTreeSet<String>,
        analysed: &AnalysedText,
        function: usize,
    ) -> Vec<(CandidateId, FoldText)> {
        let mut texts = Vec::new();
        for (r, region) in self.extraction.regions.iter().enumerate() {
            for (c, candidate) in region.candidates.iter().enumerate() {
                let position = Position {
                    region: r,
                    candidate: c,
                };
                let options = self.text_options(position, automatic);
                let decision = &mut self.decisions[r][c];
                let found = text(analysed, (region, candidate), decision, &options, names);
                let Some(text) = found else {
                    continue;
                };
                let written = WrittenArray {
                    name: text.name.clone(),
                    storage: text.storage,
                    is_window: text.is_window,
                    names_remainders: text.names_remainders,
                    is_reordered: text.is_reordered,
                };
                self.written.insert(position, written);
                texts.push((CandidateId { function, position }, text));
            }
        }
        texts
    }

    fn text_options<'a>(
        &self,
        position: Position,
        automatic: &'a BTreeSet<String>,
    ) -> TextOptions<'a> {
        let may_use = self.may_use[position.region];
        TextOptions {
            may_remove: !self.kept_parameters.contains(&position),
            may_shift: may_use.windows,
            may_name: may_use.remainder_names,
            care: self.care.get(&position).copied().unwrap_or_default(),
            comment: self.comments,
            limits: self.limits,
            automatic,
        }
    }
}
