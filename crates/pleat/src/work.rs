//! What is known and decided about one function. Its sets belong to the thread that made it.

use crate::crew::timed;
use crate::decide::{BUDGET, Decision, Outcome, Patience, decide_once};
use crate::memo::Memo;
use crate::reading::Reading;
use crate::{Options, Reason, Timings};
use emit::{Care, EmitError, Fold, FoldText, Limits, Names, Storage};
use front::{Candidate, Extraction, Home, Original, Program, Region};
use scop::Order;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tidy::Changed;

/// A function with its regions and what was decided about their candidates.
pub(crate) struct Work {
    pub(crate) extraction: Extraction,
    /// How long the extraction took.
    reading: Duration,
    /// By region, then by candidate.
    decisions: Vec<Vec<Decision>>,
    /// What the folded text makes of a candidate, by its place in `decisions`.
    written: BTreeMap<(usize, usize), Written>,
    /// Parameters that must not go.
    staying: BTreeSet<(usize, usize)>,
    /// By region: whether all happens in the order of the program, and nothing speaks against windows.
    may_shift: Vec<bool>,
    /// By region: the same for names of remainders.
    may_name: Vec<bool>,
    /// How new sums are kept from overflowing, by candidate; plainly written where there is nothing.
    care: BTreeMap<(usize, usize), Care>,
    /// Whether comments say where elements are.
    comments: bool,
    /// What storage folds may use.
    limits: Limits,
}

/// What the folded text makes of an array.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// Its name there.
    pub(crate) name: String,
    /// Where it lives.
    pub(crate) storage: Storage,
    /// It moves along with a loop.
    pub(crate) is_window: bool,
    /// Remainders by a parameter have names: in front of strips, or of inner loops.
    pub(crate) names_remainders: bool,
    /// Its cells have another order than its mapping says.
    pub(crate) is_reordered: bool,
}

/// A parameter: names of function and object.
pub(crate) type Parameter = (String, String);

/// What other functions have to know of the parameters of one.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Those whose reads are all served by writes of the same call.
    pub(crate) covered: BTreeSet<Parameter>,
    /// Those that are folded, with others that get the same arrays.
    pub(crate) folded: Vec<(Place, Vec<Parameter>)>,
}

/// A candidate of a file: the function's place among the functions, the region's among the regions
/// of the function, the candidate's among those of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) function: usize,
    pub(crate) region: usize,
    pub(crate) candidate: usize,
}

/// What could not be proved in the folded text.
#[derive(Clone, Debug)]
pub(crate) struct Unproved {
    /// The function's place among the functions.
    pub(crate) function: usize,
    /// The ordinal of the region.
    pub(crate) ordinal: usize,
    /// The array by its name in C or in the scop, if it is one.
    pub(crate) array: Option<String>,
    /// New arithmetic may leave its type.
    pub(crate) overflows: bool,
    pub(crate) reason: Reason,
}

/// What later passes over the folded text are given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// The original, for reading the folded text.
    pub(crate) originals: Vec<Original>,
    /// By function, the arrays that became scalars and windows, for tidying it.
    pub(crate) changed: BTreeMap<String, Changed>,
}

impl Hints {
    /// Adds those of other functions.
    pub(crate) fn add(&mut self, other: Hints) {
        self.originals.extend(other.originals);
        self.changed.extend(other.changed);
    }

    /// Makes them the same whoever came first.
    pub(crate) fn sort(&mut self) {
        self.originals.sort();
    }
}

/// A region in which something is folded.
pub(crate) struct FoldedRegion<'w> {
    pub(crate) region: &'w Region,
    /// Each with its name in the folded text.
    pub(crate) candidates: Vec<(&'w Candidate, &'w str)>,
}

/// Why a text is not edited that holds a `__COUNTER__`.
const COUNTS: &str = "a piece to be edited uses `__COUNTER__`, and later uses would count otherwise; \
                      set a variable to it first";

/// The text of a fold, by the first of its mappings that can be written.
fn text(
    reading: &Reading,
    (region, candidate): (&Region, &Candidate),
    decision: &mut Decision,
    ([may_remove, may_shift, may_name, comment], care): ([bool; 4], Care),
    (limits, automatic): (Limits, &BTreeSet<String>),
    names: &mut Names<'_>,
) -> Option<FoldText> {
    let may_be_shared = |span: Span| reading.macro_at(span).is_some();
    while let Outcome::Folded(choice) = &decision.outcome {
        let fold = Fold {
            region,
            candidate,
            choice,
            extents: &decision.extents,
            may_remove,
            may_shift,
            may_name,
            care,
            comment,
            limits,
            automatic,
        };
        region.scop.ctx.start_budget(BUDGET);
        match emit::text_of(&reading.unit().file, &fold, &may_be_shared, names) {
            Ok(text) if reading.unit().changes_counter(&text.edits) => {
                decision.outcome.step_down(Reason::NotInC(COUNTS.into()));
            }
            Ok(text) => return Some(text),
            Err(EmitError::Shared { bytes }) => {
                let function = region.function.clone();
                let reason = Reason::SharedStatic { bytes, function };
                decision.outcome.step_down(reason);
            }
            Err(error) => decision
                .outcome
                .step_down(Reason::NotInC(error.to_string())),
        }
    }
    None
}

/// Whether an array is the one that could not be proved.
fn is_named(unproved: &Unproved, region: &Region, candidate: &Candidate) -> bool {
    let name = unproved.array.as_deref();
    name == Some(candidate.spelling.as_str())
        || name == Some(region.scop.array(candidate.array).name.as_str())
}

/// Finds the loops of a region that may be tiled; where that takes too long, only the stated ones are.
fn mark_bands(region: &mut Region) {
    region.scop.ctx.start_budget(BUDGET);
    // Without marks more is kept in order, as the program has it.
    for scop in std::iter::once(&mut region.scop).chain(&mut region.narrowed) {
        let _ = lifetime::mark_bands(scop);
    }
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
        let mut extraction = timed(&mut reading, || program.extract(function));
        if options.order == Some(Order::Tilable) {
            extraction.regions.iter_mut().for_each(mark_bands);
        }
        let all = |region: &Region| {
            let patience = Patience::new();
            let candidates = region.candidates.iter();
            candidates
                .map(|c| decide_once(region, c, options, memo, &patience))
                .collect()
        };
        let regions = extraction.regions.iter();
        let orders = regions.map(|r| options.order_of(&r.scop) == Order::Sequential);
        let orders: Vec<bool> = orders.collect();
        Work {
            care: BTreeMap::new(),
            may_name: orders.clone(),
            may_shift: orders,
            comments: options.comments,
            limits: options.limits(),
            decisions: extraction.regions.iter().map(all).collect(),
            extraction,
            reading,
            written: BTreeMap::new(),
            staying: BTreeSet::new(),
        }
    }

    /// Stops the clocks of its sets: they may now lie idle for long.
    pub(crate) fn rest(&self) {
        for region in &self.extraction.regions {
            region.scop.ctx.start_budget(0);
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
        self.placed()
            .map(|(_, region, candidate, decision)| (region, candidate, decision))
    }

    /// All candidates in order, with their places in `decisions`.
    fn placed(&self) -> impl Iterator<Item = ((usize, usize), &Region, &Candidate, &Decision)> {
        let regions = self.extraction.regions.iter().zip(&self.decisions);
        regions.enumerate().flat_map(|(r, (region, decisions))| {
            let candidates = region.candidates.iter().zip(decisions).enumerate();
            candidates.map(move |(c, (candidate, decision))| ((r, c), region, candidate, decision))
        })
    }

    /// What the folded text makes of each candidate, in the order of [`Work::decided`].
    pub(crate) fn written(&self) -> impl Iterator<Item = Option<&Written>> {
        self.placed().map(|(at, _, _, _)| self.written.get(&at))
    }

    /// What other functions have to know of its parameters.
    pub(crate) fn shared(&self, function: usize) -> Shared {
        let mut shared = Shared::default();
        for ((region, candidate), of, array, decision) in self.placed() {
            let Home::Parameter(home) = &array.home else {
                continue;
            };
            if decision.covered {
                let name = array.spelling.clone();
                shared.covered.insert((of.function.clone(), name));
            }
            let place = Place {
                function,
                region,
                candidate,
            };
            if decision.outcome.is_folded() {
                shared.folded.push((place, home.shared.clone()));
            }
        }
        shared
    }

    /// Lets a parameter stay whose arguments cannot be taken away.
    pub(crate) fn let_stay(&mut self, place: Place) {
        self.staying.insert((place.region, place.candidate));
    }

    /// The text of each fold; one that cannot be written becomes a kept array.
    pub(crate) fn texts(&mut self, reading: &Reading, function: usize) -> Vec<(Place, FoldText)> {
        loop {
            let automatic = self.automatic();
            let mut names = Names::new(reading.unit());
            let texts = self.texts_with((&mut names, &automatic), reading, function);
            let texts = match names.for_all() {
                Some(mut names) => self.texts_with((&mut names, &automatic), reading, function),
                None => texts,
            };
            // One that could not be written stays beside others in its declaration.
            if self.automatic() == automatic {
                return texts;
            }
        }
    }

    /// The arrays in static storage that become automatic.
    fn automatic(&self) -> BTreeSet<String> {
        let none = BTreeSet::new();
        let folds = self
            .placed()
            .filter_map(|(_, region, candidate, decision)| {
                let Outcome::Folded(choice) = &decision.outcome else {
                    return None;
                };
                Some(Fold {
                    region,
                    candidate,
                    choice,
                    extents: &decision.extents,
                    may_remove: false,
                    may_shift: false,
                    may_name: false,
                    care: Care::Plain,
                    comment: false,
                    limits: self.limits,
                    automatic: &none,
                })
            });
        let automatic = folds.filter(emit::becomes_automatic);
        automatic.map(|f| f.candidate.spelling.clone()).collect()
    }

    fn texts_with(
        &mut self,
        (names, automatic): (&mut Names<'_>, &BTreeSet<String>),
        reading: &Reading,
        function: usize,
    ) -> Vec<(Place, FoldText)> {
        let mut texts = Vec::new();
        for (r, region) in self.extraction.regions.iter().enumerate() {
            for (c, candidate) in region.candidates.iter().enumerate() {
                let stays = self.staying.contains(&(r, c));
                let may = [!stays, self.may_shift[r], self.may_name[r], self.comments];
                let care = self.care.get(&(r, c)).copied().unwrap_or_default();
                let how = (may, care);
                let decision = &mut self.decisions[r][c];
                let storage = (self.limits, automatic);
                let found = text(reading, (region, candidate), decision, how, storage, names);
                let Some(text) = found else {
                    continue;
                };
                let written = Written {
                    name: text.name.clone(),
                    storage: text.storage,
                    is_window: text.is_window,
                    names_remainders: text.names_remainders,
                    is_reordered: text.is_reordered,
                };
                self.written.insert((r, c), written);
                let place = Place {
                    function,
                    region: r,
                    candidate: c,
                };
                texts.push((place, text));
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

    /// Keeps the array that cannot be proved; all of its region if it is not known which. A region with
    /// names of remainders is written without them first, then without windows.
    pub(crate) fn keep_unproved(&mut self, unproved: &Unproved) {
        if unproved.overflows && self.write_carefully(unproved) {
            return;
        }
        if self.write_plainly(unproved.ordinal) {
            return;
        }
        let regions = self.extraction.regions.iter().zip(&mut self.decisions);
        for (region, decisions) in regions.filter(|(r, _)| r.ordinal == unproved.ordinal) {
            let is_it = |candidate: &Candidate| is_named(unproved, region, candidate);
            let mut folded: Vec<(&Candidate, &mut Decision)> = region
                .candidates
                .iter()
                .zip(decisions)
                .filter(|(_, d)| d.outcome.is_folded())
                .collect();
            let any = folded.iter().any(|(candidate, _)| is_it(candidate));
            for (candidate, decision) in &mut folded {
                if !any || is_it(candidate) {
                    decision.outcome.step_down(unproved.reason.clone());
                }
            }
        }
    }

    /// Whether the array, or any of the region where it is not known which, can be written with more care: it will be.
    fn write_carefully(&mut self, unproved: &Unproved) -> bool {
        let placed = self.placed();
        let here =
            placed.filter(|(_, r, _, d)| r.ordinal == unproved.ordinal && d.outcome.is_folded());
        let here: Vec<_> = here
            .map(|(at, r, c, _)| (at, is_named(unproved, r, c)))
            .collect();
        let is_known = here.iter().any(|(_, is_it)| *is_it);
        let mut found = false;
        for (at, _) in here.into_iter().filter(|(_, is_it)| *is_it || !is_known) {
            let care = self.care.entry(at).or_default();
            if let Some(more) = care.more() {
                *care = more;
                found = true;
            }
        }
        found
    }

    /// Whether the region had names of remainders, or windows: it will have none.
    fn write_plainly(&mut self, ordinal: usize) -> bool {
        let mut regions = self.extraction.regions.iter();
        let Some(region) = regions.position(|r| r.ordinal == ordinal) else {
            return false;
        };
        let had = |what: fn(&Written) -> bool| {
            let mut written = self.written.iter();
            written.any(|((r, _), w)| *r == region && what(w))
        };
        let (named, windows) = (had(|w| w.names_remainders), had(|w| w.is_window));
        let may = match named && self.may_name[region] {
            true => &mut self.may_name[region],
            false if windows => &mut self.may_shift[region],
            false => return false,
        };
        std::mem::replace(may, false)
    }

    /// The regions in which something is folded.
    pub(crate) fn folded(&self) -> Vec<FoldedRegion<'_>> {
        let mut found: Vec<FoldedRegion<'_>> = Vec::new();
        let folded = self.placed().filter(|(_, _, _, d)| d.outcome.is_folded());
        for (at, region, array, _) in folded {
            let written = self.written.get(&at);
            let name = written.map_or(array.spelling.as_str(), |w| w.name.as_str());
            let candidate = (array, name);
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

    /// A region, by the names that its arrays have in the folded text.
    fn original(&self, at: usize, region: &Region) -> Original {
        region.original(|place| self.written.get(&(at, place)).map(|w| w.name.clone()))
    }

    /// What later passes over the folded text are given.
    pub(crate) fn hints(&self) -> Hints {
        let mut hints = Hints::default();
        for (at, region, candidate, decision) in self.placed() {
            let Outcome::Folded(choice) = &decision.outcome else {
                continue;
            };
            let written = self.written.get(&at);
            let name = written.map_or(&candidate.spelling, |w| &w.name);
            let changed = hints.changed.entry(region.function.clone()).or_default();
            if written.is_some_and(|w| w.is_window) {
                changed.windows.insert(name.clone());
            }
            if choice.mapping.rows.is_empty() {
                changed.scalars.insert(name.clone());
            }
        }
        let regions = self.extraction.regions.iter().enumerate();
        hints.originals = regions.map(|(at, r)| self.original(at, r)).collect();
        hints
    }
}
