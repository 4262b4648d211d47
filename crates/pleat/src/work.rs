//! What is known and decided about one function. Its sets belong to the thread that made it.

use crate::crew::timed;
use crate::decide::{BUDGET, Decision, Outcome, decide_once};
use crate::memo::Memo;
use crate::reading::Reading;
use crate::{Options, Reason, Timings};
use emit::{Fold, FoldText};
use front::{Candidate, Extraction, Program, Region};
use poly::Expr;
use source::Span;
use std::time::Duration;

/// A function with its regions and what was decided about their candidates.
pub(crate) struct Work {
    pub(crate) extraction: Extraction,
    /// How long the extraction took.
    reading: Duration,
    /// By region, then by candidate.
    decisions: Vec<Vec<Decision>>,
}

/// A candidate of a file: the function's place among the functions, the region's among the regions
/// of the function, the candidate's among those of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) function: usize,
    pub(crate) region: usize,
    pub(crate) candidate: usize,
}

/// What a reader of the folded text has to know of the original.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// Arrays that became scalars: function and name.
    pub(crate) scalars: Vec<(String, String)>,
    /// Where folded arrays were found: function, name, region.
    pub(crate) places: Vec<(String, String, usize)>,
    /// Macros that were taken at their value: function, region, macro.
    pub(crate) fixed_macros: Vec<(String, usize, String)>,
    /// What the declarations said of the parameters: function, region, expressions that are not
    /// negative.
    pub(crate) known: Vec<(String, usize, Vec<Expr>)>,
}

impl Hints {
    /// Adds those of other functions.
    pub(crate) fn add(&mut self, other: Hints) {
        self.scalars.extend(other.scalars);
        self.places.extend(other.places);
        self.fixed_macros.extend(other.fixed_macros);
        self.known.extend(other.known);
    }

    /// Makes them the same whoever came first.
    pub(crate) fn sort(&mut self) {
        self.scalars.sort();
        self.places.sort();
        self.places.dedup();
        self.fixed_macros.sort();
        self.fixed_macros.dedup();
        self.known.sort();
    }
}

/// A region in which something is folded.
pub(crate) struct FoldedRegion<'w> {
    pub(crate) region: &'w Region,
    pub(crate) candidates: Vec<&'w Candidate>,
}

impl Work {
    /// Extracts a function and decides about its candidates.
    pub(crate) fn new(
        program: &Program<'_>,
        function: usize,
        options: &Options,
        memo: &Memo,
    ) -> Self {
        let mut reading = Duration::ZERO;
        let extraction = timed(&mut reading, || program.extract(function));
        let all = |region: &Region| {
            let candidates = region.candidates.iter();
            candidates
                .map(|c| decide_once(region, c, options, memo))
                .collect()
        };
        Work {
            decisions: extraction.regions.iter().map(all).collect(),
            extraction,
            reading,
        }
    }

    /// How long extraction and decisions took.
    pub(crate) fn timings(&self) -> Timings {
        Timings {
            parse: self.reading,
            analysis: self.decided().map(|(_, _, d)| d.analysis).sum(),
            mapping: self.decided().map(|(_, _, d)| d.mapping).sum(),
            ..Timings::default()
        }
    }

    /// All candidates in order.
    pub(crate) fn decided(&self) -> impl Iterator<Item = (&Region, &Candidate, &Decision)> {
        let regions = self.extraction.regions.iter().zip(&self.decisions);
        regions.flat_map(|(region, decisions)| {
            let candidates = region.candidates.iter().zip(decisions);
            candidates.map(move |(candidate, decision)| (region, candidate, decision))
        })
    }

    /// The text of each fold; one that cannot be written becomes a kept array.
    pub(crate) fn texts(&mut self, reading: &Reading, function: usize) -> Vec<(Place, FoldText)> {
        let mut texts = Vec::new();
        for (r, region) in self.extraction.regions.iter().enumerate() {
            for (c, candidate) in region.candidates.iter().enumerate() {
                let outcome = &mut self.decisions[r][c].outcome;
                let Outcome::Folded(choice) = outcome else {
                    continue;
                };
                let fold = Fold {
                    region,
                    candidate,
                    choice,
                };
                let place = Place {
                    function,
                    region: r,
                    candidate: c,
                };
                region.scop.ctx.start_budget(BUDGET);
                let may_be_shared = |span: Span| reading.macro_at(span).is_some();
                match emit::text_of(&reading.unit().file, &fold, &may_be_shared) {
                    Ok(text) => texts.push((place, text)),
                    Err(error) => *outcome = Outcome::Kept(Reason::NotInC(error.to_string())),
                }
            }
        }
        texts
    }

    /// Keeps one candidate after all.
    pub(crate) fn keep(&mut self, place: Place, reason: Reason) {
        let decision = self.decisions.get_mut(place.region);
        if let Some(decision) = decision.and_then(|d| d.get_mut(place.candidate)) {
            decision.outcome = Outcome::Kept(reason);
        }
    }

    /// Keeps the arrays of a region whose folded text cannot be proved.
    pub(crate) fn keep_region(&mut self, ordinal: usize, reason: &Reason) {
        let regions = self.extraction.regions.iter().zip(&mut self.decisions);
        for (_, decisions) in regions.filter(|(region, _)| region.ordinal == ordinal) {
            for decision in decisions.iter_mut().filter(|d| d.outcome.is_folded()) {
                decision.outcome = Outcome::Kept(reason.clone());
            }
        }
    }

    /// The regions in which something is folded.
    pub(crate) fn folded(&self) -> Vec<FoldedRegion<'_>> {
        let mut found: Vec<FoldedRegion<'_>> = Vec::new();
        let folded = self.decided().filter(|(_, _, d)| d.outcome.is_folded());
        for (region, candidate, _) in folded {
            match found.last_mut() {
                Some(last) if std::ptr::eq(last.region, region) => last.candidates.push(candidate),
                _ => found.push(FoldedRegion {
                    region,
                    candidates: vec![candidate],
                }),
            }
        }
        found
    }

    /// What a reader of the folded text has to know.
    pub(crate) fn hints(&self) -> Hints {
        let mut hints = Hints::default();
        for (region, candidate, decision) in self.decided() {
            let Outcome::Folded(choice) = &decision.outcome else {
                continue;
            };
            let place = |name: &String| (region.function.clone(), region.ordinal, name.clone());
            let macros = region.fixed_macros.iter().map(|m| place(&m.name));
            hints.fixed_macros.extend(macros);
            let name = candidate.spelling.clone();
            let place = (region.function.clone(), name.clone(), region.ordinal);
            hints.places.push(place);
            if choice.mapping.rows.is_empty() {
                hints.scalars.push((region.function.clone(), name));
            }
        }
        let regions = self.extraction.regions.iter();
        let known = regions.map(|r| (r.function.clone(), r.ordinal, r.known.clone()));
        hints.known = known.collect();
        hints
    }
}
