//! The text of each fold of a function, by the first of its mappings that can be written.

use super::candidate::{CandidateId, Position, WrittenArray, owner};
use super::function_folds::FunctionFolds;
use crate::budget::ARRAY;
use crate::decide::{Decision, Outcome};
use crate::display::ArrayDisplay;
use crate::options::Options;
use crate::reason::Reason;
use crate::text::AnalysedText;
use emit::{Care, EmitError, Fold, FoldText, Names};
use front::{Candidate, Region};
use report::Owner;
use source::Span;
use std::collections::BTreeSet;
use storage::{Choice, Objective};

/// Why an edit that holds a `__COUNTER__` is not made.
const COUNTS: &str =
    "a piece to be edited uses `__COUNTER__`, and later uses would count otherwise";

/// How the fold of one array may be written.
struct TextOptions<'a> {
    may_remove: bool,
    may_shift: bool,
    may_name: bool,
    care: Care,
    all: &'a Options,
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
            comment: self.all.comments,
            limits: self.all.limits(),
            automatic: self.automatic,
        }
    }
}

/// The text of one mapping.
///
/// # Errors
/// The reason why it cannot be written.
fn text_of<'a>(
    analysed: &AnalysedText,
    place: (&'a Region, &'a Candidate),
    mapping: (&'a Choice, &'a [poly::Expr]),
    options: &TextOptions<'a>,
    names: &mut Names<'_>,
) -> Result<FoldText, Reason> {
    let may_be_shared = |span: Span| analysed.macro_at(span).is_some();
    let (region, _) = place;
    region.scop.ctx.start_budget(ARRAY);
    let fold = options.fold(place, mapping);
    match emit::text_of(&analysed.unit().file, &fold, &may_be_shared, names) {
        Ok(text) if analysed.unit().changes_counter(&text.edits) => {
            Err(Reason::NotInC(COUNTS.into()))
        }
        Ok(text) => Ok(text),
        Err(EmitError::Shared { bytes }) => Err(Reason::SharedStatic {
            bytes,
            function: region.function.clone(),
        }),
        Err(error) => Err(Reason::NotInC(error.to_string())),
    }
}

/// A text that can be written and saves enough.
struct Attempt<'n> {
    /// Which of the mappings.
    choice: usize,
    /// Its cells at the samples.
    cells: i64,
    text: FoldText,
    names: Names<'n>,
}

/// The text of the first mapping that can be written and saves enough; if cells are the objective,
/// of the one with the fewest cells as they are written. Other mappings that were tried are
/// dropped; if none is left, the array is kept.
fn text(
    analysed: &AnalysedText,
    place: (&Region, &Candidate),
    decision: &mut Decision,
    options: &TextOptions<'_>,
    names: &mut Names<'_>,
) -> Option<FoldText> {
    let choices = decision.choices();
    let display = ArrayDisplay::new(place.0, place.1, options.all);
    let for_size = options.all.objective == Objective::Size;
    let mut best: Option<Attempt<'_>> = None;
    let (mut useless, mut dropped) = (Vec::new(), Vec::new());
    let mut reason = None;
    for (k, choice) in choices.iter().enumerate() {
        let is_beaten = |best: &Attempt<'_>| !for_size || best.cells <= choice.size;
        if best.as_ref().is_some_and(is_beaten) {
            break;
        }
        let mut names = names.clone();
        let mapping = (choice, decision.extents.as_slice());
        let text = text_of(analysed, place, mapping, options, &mut names);
        // Nothing is lost if a text cannot be written that would save too little.
        let likely = || display.likely_sizes(&choice.mapping, &decision.extents);
        let useless_as = || display.too_little(&decision.extents, &likely(), Owner::Function);
        let text = text.map_err(|why| useless_as().unwrap_or(why));
        let too_little = |text: &FoldText| {
            display.too_little(&decision.extents, &text.sizes, owner(text.storage))
        };
        match text.and_then(|text| too_little(&text).map_or(Ok(text), Err)) {
            Ok(text) => {
                let cells = display.count_with(&text.sizes).unwrap_or(choice.size);
                if best.as_ref().is_none_or(|best| cells < best.cells) {
                    best = Some(Attempt {
                        choice: k,
                        cells,
                        text,
                        names,
                    });
                }
            }
            Err(why) => {
                useless.push(k);
                dropped.push((choice.clone(), why.clone()));
                reason = Some(reason.map_or(why.clone(), |first| weightier(first, why)));
            }
        }
    }
    let Some(best) = best else {
        decision.outcome = reason.map_or(decision.outcome.clone(), Outcome::Kept);
        return None;
    };
    decision.taken_back.extend(dropped);
    useless.push(best.choice);
    let others = choices.iter().enumerate();
    let others = others.filter(|(k, _)| !useless.contains(k));
    decision.others = others.map(|(_, choice)| choice.clone()).collect();
    decision.outcome = Outcome::Folded(choices[best.choice].clone());
    *names = best.names;
    Some(best.text)
}

/// Which of two reasons to keep an array is told: the last one, but if it only saves too little.
fn weightier(first: Reason, last: Reason) -> Reason {
    match last {
        Reason::SavesTooLittle { .. } => first,
        _ => last,
    }
}

impl FunctionFolds {
    /// The text of each fold. An array whose fold cannot be written is kept.
    pub(super) fn texts(
        &mut self,
        analysed: &AnalysedText,
        function: usize,
    ) -> Vec<(CandidateId, FoldText)> {
        let all = self.options.clone();
        loop {
            let automatic = self.automatic();
            let mut names = Names::new(analysed.unit());
            let way = (&all, &automatic);
            let texts = self.texts_with(&mut names, way, analysed, function);
            let texts = match names.for_all() {
                Some(mut names) => self.texts_with(&mut names, way, analysed, function),
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
            all: &self.options,
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
        (all, automatic): (&Options, &BTreeSet<String>),
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
                let options = self.text_options(position, all, automatic);
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
                    sizes: text.sizes.clone(),
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
        all: &'a Options,
        automatic: &'a BTreeSet<String>,
    ) -> TextOptions<'a> {
        let may_use = self.may_use[position.region];
        TextOptions {
            may_remove: !self.kept_parameters.contains(&position),
            may_shift: may_use.windows,
            may_name: may_use.remainder_names,
            care: self.care.get(&position).copied().unwrap_or_default(),
            all,
            automatic,
        }
    }
}
