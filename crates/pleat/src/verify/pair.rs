//! Matches the functions of two files and judges each pair.

use super::VerifyOptions;
use super::fast::{self, Fault, Version};
use super::outside::{Outside, words};
use super::verdict::{FunctionVerdict, Reason, Verdict, Witness};
use crate::text::{AnalysedText, front_options};
use front::{Extraction, Original, Program};
use source::{Edit, Edits, Span, Unit};
use std::cell::RefCell;
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

/// The verdicts on all functions, and what was missing.
pub(super) struct Round {
    pub(super) functions: Vec<FunctionVerdict>,
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
                open.insert(name.to_string(), program.extract(index));
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

/// The verdicts on all functions.
pub(super) fn judge(
    old: &Old<'_>,
    second: &AnalysedText,
    originals: Vec<Original>,
    options: &VerifyOptions,
) -> Round {
    let after_options = front::Options {
        originals,
        only_accesses: true,
        ..front_options(second.unit())
    };
    let after = Program::new(second.unit(), second.syntax(), &after_options);
    let judge = Judge {
        before: old.program,
        after: &after,
        outside: &old.outside,
        old: &old.open,
        options,
        edits: RefCell::default(),
    };
    let functions = judge.all();
    Round {
        functions,
        edits: judge.edits.into_inner(),
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

/// The two files, while their functions are judged.
struct Judge<'j> {
    before: &'j Program<'j>,
    after: &'j Program<'j>,
    outside: &'j Outside,
    /// The regions of the first file's functions, unless their text and all that it names is in the
    /// second file too.
    old: &'j BTreeMap<String, Extraction>,
    options: &'j VerifyOptions,
    /// See [`Round::edits`].
    edits: RefCell<Edits>,
}

impl Judge<'_> {
    fn all(&self) -> Vec<FunctionVerdict> {
        let wanted = |(_, name): &(usize, &str)| self.options.wants(name);
        let functions = self.before.functions().enumerate().filter(wanted);
        functions
            .filter_map(|(index, name)| self.function(index, name))
            .collect()
    }

    /// The verdict on a function of the first file; `None` for a helper that the second file does
    /// not need.
    fn function(&self, index: usize, name: &str) -> Option<FunctionVerdict> {
        let new = self.after.functions().position(|f| f == name);
        let verdict = match (new, self.old.get(name)) {
            (Some(_), None) => Verdict::Unchanged,
            (Some(new), Some(extraction)) => self.pair((index, extraction), new),
            (None, _) => self.missing(index, name)?,
        };
        Some(FunctionVerdict {
            name: name.to_string(),
            before: named(self.before, Some(index)),
            after: named(self.after, new),
            verdict,
        })
    }

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
        let is_own = self.before.contents().file.functions[index].is_static;
        (!is_own).then(|| {
            Verdict::Refuted(Witness {
                message: "the second file does not define it".to_string(),
                ..Witness::default()
            })
        })
    }

    fn pair(&self, (index, extraction): (usize, &Extraction), new: usize) -> Verdict {
        let emitted = self.after.extract(new);
        let old = Version {
            program: self.before,
            function: index,
            extraction,
        };
        let new = Version {
            program: self.after,
            function: new,
            extraction: &emitted,
        };
        match fast::prove((old, new), self.outside, self.options) {
            Ok(context) => Verdict::Proved(context),
            Err(Fault::Reason(reason)) => Verdict::Unknown(reason),
            Err(Fault::LostCopies(copies)) => {
                self.add(&copies);
                Verdict::Unknown(Reason::new("copies of elements to themselves are missing"))
            }
        }
    }

    /// Adds copies to the second text.
    fn add(&self, copies: &[(String, usize)]) {
        let unit = self.after.unit();
        for (name, before) in copies {
            if let Some(span) = unit.nearest_span(*before..before + 1) {
                // Several copies at one place are not added; the function stays unknown.
                let _ = self.edits.borrow_mut().insert(Edit {
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
