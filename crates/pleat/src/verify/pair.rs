//! Matches the functions of two files, and proves those that are folds of each other.

use super::VerifyOptions;
use super::fast::{self, Fault, Version};
use super::heads::Heads;
use super::outside::{Outside, words};
use super::verdict::{Context, FunctionVerdict, Reason, Verdict, Witness};
use crate::text::{AnalysedText, front_options};
use front::{Extraction, Original, Program};
use source::{Edit, Edits, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The functions of the first file.
pub(super) struct Old<'o> {
    program: &'o Program<'o>,
    outside: Outside,
    /// The regions of its functions, unless their text and all that it names is in the second file
    /// too.
    open: BTreeMap<String, Extraction>,
}

/// Why functions are not folds of themselves, by name.
pub(super) type Reasons = BTreeMap<String, Reason>;

/// The verdicts on all functions, as far as folds go.
#[derive(Default)]
pub(super) struct Round {
    pub(super) functions: Vec<FunctionVerdict>,
    /// Those that are not proved.
    pub(super) open: Reasons,
    /// Those that are proved with [`Round::edits`] alone.
    pub(super) copied: Reasons,
    /// The edits of the second text that add copies which it lacks.
    pub(super) edits: Edits,
}

impl<'o> Old<'o> {
    /// Reads the functions of the first file that need a proof.
    pub(super) fn read(program: &'o Program<'o>, after: &Unit, options: &VerifyOptions) -> Self {
        let unit = program.unit();
        let outside = Outside::compare(unit, after);
        let known = functions_by_text(after);
        let is_unchanged = |range: Range<usize>| {
            known.contains(&text_of(unit, range.clone()))
                && outside.differing(words(unit, range)).is_none()
        };
        let mut open = BTreeMap::new();
        for (index, name) in program.functions().enumerate() {
            let is_open = program
                .range(index)
                .is_none_or(|range| !is_unchanged(range));
            if options.wants(name) && is_open {
                let extraction = match options.is_moved {
                    true => Extraction::default(),
                    false => program.extract(index),
                };
                open.insert(name.to_string(), extraction);
            }
        }
        Old {
            program,
            outside,
            open,
        }
    }

    /// What the reader of the second file has to know of the first.
    pub(super) fn originals(&self, after: &Unit) -> Vec<Original> {
        let tokens = after.tokens.iter();
        let present: BTreeSet<&str> = tokens.map(|token| after.token_text(token)).collect();
        let regions = self
            .open
            .values()
            .flat_map(|extraction| &extraction.regions);
        let known = regions.map(|region| {
            let name = |k: usize| fast::new_name(region.candidates.get(k)?, &present);
            region.original(name)
        });
        let mut all: Vec<Original> = known.collect();
        all.sort();
        all
    }
}

/// How the second file is read.
pub(super) fn second_options(second: &AnalysedText, originals: Vec<Original>) -> front::Options {
    front::Options {
        originals,
        only_accesses: true,
        ..front_options(second.unit())
    }
}

/// The texts of all functions of a file.
fn functions_by_text(unit: &Unit) -> BTreeSet<Vec<String>> {
    let functions = unit.declarations.iter().filter(|d| d.is_function);
    let ranges = functions.map(|d| d.at.start as usize..d.at.end as usize);
    ranges.map(|range| text_of(unit, range)).collect()
}

/// The tokens of a range, and the pragmas among them with their positions.
fn text_of(unit: &Unit, range: Range<usize>) -> Vec<String> {
    let first = unit.tokens_in(range.clone()).start;
    let place = |at: u32| unit.tokens.partition_point(|t| t.at.start < at) - first;
    let here = unit
        .pragmas
        .iter()
        .filter(|p| range.contains(&(p.at as usize)));
    let pragmas = here.map(|p| format!("#pragma {} {}", place(p.at), p.text));
    words(unit, range.clone())
        .map(str::to_string)
        .chain(pragmas)
        .collect()
}

/// The functions of both files.
pub(super) struct Pairs<'j> {
    pub(super) old: &'j Old<'j>,
    pub(super) after: &'j Program<'j>,
    pub(super) heads: &'j Heads<'j>,
    pub(super) options: &'j VerifyOptions,
    /// Whether the compiler obeys directives of OpenMP.
    pub(super) has_openmp: bool,
}

impl<'j> Pairs<'j> {
    pub(super) fn before(&self) -> &'j Program<'j> {
        self.old.program
    }

    pub(super) fn outside(&self) -> &'j Outside {
        &self.old.outside
    }

    /// Proves the functions that are folds of themselves.
    pub(super) fn folds(&self) -> Round {
        let mut round = Round::default();
        for (index, name) in self.before().functions().enumerate() {
            let new = self.after.functions().position(|f| f == name);
            let found = self.options.wants(name).then(|| match new {
                Some(new) => Some(self.fold(index, new, &mut round)),
                None => self.missing(index, name),
            });
            round
                .functions
                .extend(found.flatten().map(|verdict| FunctionVerdict {
                    name: name.to_string(),
                    before: named(self.before(), Some(index)),
                    after: named(self.after, new),
                    verdict,
                }));
        }
        round
    }

    /// Proves the open functions of a round if they are folds of themselves in this second text,
    /// which has the copies that the round's lacks.
    pub(super) fn folds_with_copies(&self, round: &mut Round) {
        for function in &mut round.functions {
            let name = function.name.as_str();
            let is_same = |f: &str| f == name;
            let old = self.before().functions().position(is_same);
            let new = self.after.functions().position(is_same);
            if let (Some(old), Some(new), Some(reason)) = (old, new, round.open.get(name))
                && let Some(Ok(context)) = self.prove(old, new)
            {
                round.copied.insert(name.to_string(), reason.clone());
                round.open.remove(name);
                function.verdict = Verdict::Proved(context);
            }
        }
    }

    /// The verdict on a function that both files have.
    fn fold(&self, index: usize, new: usize, round: &mut Round) -> Verdict {
        let reason = match self.prove(index, new) {
            None => return Verdict::Unchanged,
            Some(Ok(context)) => return Verdict::Proved(context),
            Some(Err(Fault::Reason(reason))) => reason,
            Some(Err(Fault::LostCopies(copies))) => {
                self.add(&copies, &mut round.edits);
                Reason::new("copies of elements to themselves are missing")
            }
        };
        let name = &self.before().contents().file.functions[index].name;
        round.open.insert(name.clone(), reason.clone());
        Verdict::Unknown(reason)
    }

    /// The proof of a fold; `None` if nothing changed.
    fn prove(&self, index: usize, new: usize) -> Option<Result<Context, Fault>> {
        let name = &self.before().contents().file.functions[index].name;
        if let Some(reason) = self.heads.objection(name) {
            return Some(Err(reason.into()));
        }
        let extraction = self.old.open.get(name)?;
        if self.options.is_moved {
            return Some(Err(Reason::new("its loops were moved").into()));
        }
        let emitted = self.after.extract(new);
        let old = Version {
            program: self.before(),
            function: index,
            extraction,
        };
        let new = Version {
            program: self.after,
            function: new,
            extraction: &emitted,
        };
        Some(fast::prove((old, new), self.outside(), self.options))
    }

    /// The verdict on a function that the second file does not have; `None` for a helper that it
    /// does not need.
    fn missing(&self, index: usize, name: &str) -> Option<Verdict> {
        let unit = self.after.unit();
        let is_read = |word: &str| word == name;
        if unit
            .tokens
            .iter()
            .any(|token| is_read(unit.token_text(token)))
        {
            let reason = Reason::new("the second file names it but its definition is not read");
            return Some(Verdict::Unknown(reason));
        }
        let is_own = self.before().contents().file.functions[index].is_static;
        (!is_own).then(|| {
            Verdict::Refuted(Witness {
                message: "the second file does not define it".to_string(),
                ..Witness::default()
            })
        })
    }

    /// Adds copies to the second text.
    fn add(&self, copies: &[(String, usize)], edits: &mut Edits) {
        let unit = self.after.unit();
        for (name, before) in copies {
            if let Some(span) = unit.nearest_span(*before..before + 1) {
                // Several copies at one place are not added; the function stays unknown.
                let _ = edits.insert(Edit {
                    span: Span::at(span.start),
                    text: format!(" {name} = {name}; "),
                });
            }
        }
    }
}

fn named(program: &Program<'_>, function: Option<usize>) -> Option<Span> {
    let at = program.contents().file.functions.get(function?)?.name_at;
    program.unit().nearest_span(at..at + 1)
}
