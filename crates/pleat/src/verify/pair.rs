//! Matches the functions of two files and judges each pair.

use super::VerifyOptions;
use super::fast::{self, Fault, Version};
use super::general;
use super::outside::{Outside, words};
use super::overlap;
use super::search::search;
use super::verdict::{FunctionVerdict, Reason, Verdict, Witness};
use crate::text::{AnalysedText, front_options};
use front::{Extraction, Original, Program};
use program::Program as ProgramIr;
use source::{Edit, Edits, Span, Unit};
use std::cell::{OnceCell, RefCell};
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
        lowered: Default::default(),
        alone: RefCell::default(),
    };
    let mut functions = judge.all();
    judge.forget_helpers(&mut functions);
    judge.distrust_callers(&mut functions);
    judge.execute_main(&mut functions);
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
    /// Both files as programs over memory, once they are needed.
    lowered: [OnceCell<ProgramIr>; 2],
    /// Functions whose proofs do not rely on those of the functions that they call.
    alone: RefCell<BTreeSet<String>>,
}

/// A verdict, and whether it holds whatever is known of the functions that it calls.
struct Judged {
    verdict: Verdict,
    is_alone: bool,
}

impl Judged {
    fn fast(verdict: Verdict) -> Self {
        Judged {
            verdict,
            is_alone: false,
        }
    }

    fn alone(verdict: Verdict) -> Self {
        Judged {
            verdict,
            is_alone: true,
        }
    }
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
            (Some(_), None) => Judged::fast(Verdict::Unchanged),
            (Some(new), Some(extraction)) => self.pair((index, extraction), new),
            (None, _) => Judged::alone(self.missing(index, name)?),
        };
        if verdict.is_alone {
            self.alone.borrow_mut().insert(name.to_string());
        }
        Some(FunctionVerdict {
            name: name.to_string(),
            before: named(self.before, Some(index)),
            after: named(self.after, new),
            verdict: verdict.verdict,
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

    fn pair(&self, (index, extraction): (usize, &Extraction), new: usize) -> Judged {
        let name = &self.before.contents().file.functions[index].name;
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
            Ok(context) => Judged::fast(Verdict::Proved(context)),
            Err(Fault::Reason(reason)) => self.otherwise(name, reason),
            Err(Fault::LostCopies(copies)) => {
                self.add(&copies);
                let reason = "copies of elements to themselves are missing";
                self.otherwise(name, Reason::new(reason))
            }
        }
    }

    /// The verdict on a function that is not a fold of itself.
    fn otherwise(&self, name: &str, reason: Reason) -> Judged {
        let (before, after) = self.programs();
        let units = (self.before.unit(), self.after.unit());
        let note = format!("as a fold of itself: {}", reason.message);
        let mut reason = reason;
        let [little, much] = general::BUDGETS;
        let budgets = match self.options.operations {
            Some(operations) => vec![operations],
            None => vec![little, much],
        };
        let searches = budgets.len() > 1;
        for budget in budgets {
            match general::prove((before, after), self.outside, name, budget) {
                Ok(mut context) => {
                    let is_overlap = |text: &String| text == overlap::ASSUMPTION;
                    if context.assumptions.iter().any(is_overlap)
                        && overlap::is_called_apart(self.before, before, name)
                    {
                        context.assumptions.retain(|text| !is_overlap(text));
                    }
                    return Judged::alone(Verdict::Proved(context));
                }
                Err(found) => reason = found,
            }
            if searches && budget == little {
                let searched = search((before, units.0), (after, units.1), name);
                if let Err(witness) = searched {
                    return Judged::alone(Verdict::Refuted(witness));
                }
            }
        }
        reason.notes.push(note);
        Judged::alone(Verdict::Unknown(reason))
    }

    /// Executes both programs if `main` calls a function that is not proved. What a function does
    /// to memory that only its file sees may differ without a difference to anybody else.
    fn execute_main(&self, all: &mut [FunctionVerdict]) {
        // A `main` that was judged by itself has been executed.
        let is_executed = self.alone.borrow().contains("main");
        let is_open = |f: &&mut FunctionVerdict| {
            f.name == "main"
                && !is_executed
                && f.after.is_some()
                && matches!(f.verdict, Verdict::Unknown(_))
        };
        let is_refuted = all.iter().any(|f| matches!(f.verdict, Verdict::Refuted(_)));
        let Some(main) = all.iter_mut().find(is_open).filter(|_| !is_refuted) else {
            return;
        };
        let (before, after) = self.programs();
        let units = (self.before.unit(), self.after.unit());
        if let Err(witness) = search((before, units.0), (after, units.1), &main.name) {
            main.verdict = Verdict::Refuted(witness);
        }
    }

    /// Both files as programs over memory.
    fn programs(&self) -> (&ProgramIr, &ProgramIr) {
        let [before, after] = &self.lowered;
        (
            before.get_or_init(|| program::lower(self.before.contents())),
            after.get_or_init(|| program::lower(self.after.contents())),
        )
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

    /// Removes the verdicts on static functions that only functions proved as a whole call: what
    /// they do is a part of those proofs.
    fn forget_helpers(&self, all: &mut Vec<FunctionVerdict>) {
        let proved = all.iter().filter(|f| f.verdict.is_proved());
        let alone = self.alone.borrow();
        let whole: BTreeSet<String> = { proved.map(|f| f.name.clone()) }
            .filter(|name| alone.contains(name))
            .collect();
        let is_helper = |name: &str| {
            [self.before, self.after].iter().all(|text| {
                let file = &text.contents().file;
                let own = file.definition(name).map(|at| &file.functions[at]);
                own.is_none_or(|f| f.is_static) && callers(text, name).all(|f| whole.contains(f))
            })
        };
        all.retain(|f| f.verdict.is_proved() || !is_helper(&f.name));
    }

    /// A function computes the same only if all functions that it calls do.
    fn distrust_callers(&self, all: &mut [FunctionVerdict]) {
        loop {
            let is_open = |f: &&FunctionVerdict| !f.verdict.is_proved();
            let open: BTreeSet<String> =
                all.iter().filter(is_open).map(|f| f.name.clone()).collect();
            let mut changed = false;
            for function in all.iter_mut().filter(|f| f.verdict.is_proved()) {
                let is_alone = self.alone.borrow().contains(&function.name);
                let callee = self.callee(&function.name, &open).filter(|_| !is_alone);
                if let Some(callee) = callee {
                    let message = format!("it calls `{callee}`, which is not proved");
                    function.verdict = Verdict::Unknown(Reason::new(message));
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// One of these functions that a function of the second file names.
    fn callee(&self, name: &str, open: &BTreeSet<String>) -> Option<String> {
        let index = self.after.functions().position(|f| f == name)?;
        let words = words(self.after.unit(), self.after.range(index)?);
        let mut others = words.filter(|word| *word != name);
        others.find(|word| open.contains(*word)).map(str::to_string)
    }
}

/// The other functions of a file that name a function.
fn callers<'p>(text: &'p Program<'_>, name: &str) -> impl Iterator<Item = &'p str> {
    let functions = text.functions().enumerate();
    functions.filter_map(move |(index, caller)| {
        let mut words = words(text.unit(), text.range(index)?);
        (caller != name && words.any(|word| word == name)).then_some(caller)
    })
}

fn named(program: &Program<'_>, function: Option<usize>) -> Option<Span> {
    let at = program.contents().file.functions.get(function?)?.name_at;
    program.unit().nearest_span(at..at + 1)
}
