//! The report and the remarks on a file, from the decisions about its arrays. Knows nothing of how
//! they were found.

mod assumptions;
mod coverage;
mod detail;
mod entry;
mod live_bound;

use crate::advice::Change;
use crate::decide::Outcome;
use crate::functions::{Decided, FunctionFolds};
use crate::options::Options;
use crate::reason::Reason;
use coverage::coverage;
use entry::{decided_entry, kept_entry};
use front::Extraction;
use report::{ArrayEntry, Report, VERSION, remark};
use scop::AccessKind;
use source::{Diagnostic, Label, Severity, Span, Unit};

/// The report and the remarks on a file.
pub(crate) struct Summary {
    /// How many regions were analysed.
    pub(crate) regions: usize,
    pub(crate) report: Report,
    /// One for each array of the report.
    pub(crate) asides: Vec<Aside>,
    /// In the order of the file.
    pub(crate) remarks: Vec<Diagnostic>,
    /// Remarks that only `-v` shows.
    pub(crate) details: Vec<Diagnostic>,
    /// The file itself is wrong, for example an unterminated `#pragma scop`.
    pub(crate) invalid: bool,
}

/// What belongs to the entry of an array.
#[derive(Debug)]
pub(crate) struct Aside {
    /// The place of its remark, if it is among those that are always shown.
    pub(crate) remark: Option<usize>,
    /// What may help it.
    pub(crate) changes: Vec<Change>,
}

/// The same for a part of a file.
#[derive(Default)]
pub(crate) struct Part {
    arrays: Vec<Told>,
    details: Vec<Diagnostic>,
    notes: Vec<front::Note>,
    regions: usize,
}

/// What is told of an array.
struct Told {
    /// Where it is declared.
    at: Option<Span>,
    entry: ArrayEntry,
    remark: Diagnostic,
    /// What may help it.
    changes: Vec<Change>,
    /// Only `-v` shows the remark.
    is_silent: bool,
}

/// The arrays of one function.
pub(crate) fn of_function(unit: &Unit, folds: &FunctionFolds, options: &Options) -> Part {
    let mut part = of_file(unit, folds.extraction());
    let decided = folds.decided().map(|decided| {
        let entry = decided_entry(unit, &decided, options);
        let name_span = Some(decided.candidate.name_span);
        let remark = remark(&entry, name_span, None);
        Told {
            at: name_span,
            entry,
            remark,
            changes: match &decided.decision.outcome {
                Outcome::Kept(reason) => Change::of_reason(reason),
                Outcome::Folded(_) => Vec::new(),
            },
            is_silent: is_silent(&decided),
        }
    });
    part.arrays.extend(decided);
    let folded = folds.decided().filter(|d| d.decision.outcome.is_folded());
    let assumed = folded.filter_map(|d| assumptions::detail(d.candidate));
    part.details.extend(assumed);
    part
}

/// Whether nobody can do anything about an array: it saves too little, or is a table of constants.
fn is_silent(decided: &Decided<'_>) -> bool {
    let scop = decided.region.scop_of(decided.candidate);
    let mut accesses = { decided.candidate.arrays() }.flat_map(|array| scop.accesses_to(array));
    match &decided.decision.outcome {
        Outcome::Kept(Reason::SavesTooLittle { .. }) => true,
        Outcome::Kept(Reason::InitialiserRead) => accesses.all(|a| a.kind == AccessKind::Read),
        Outcome::Kept(_) | Outcome::Folded(_) => false,
    }
}

/// The arrays that are kept without a decision.
pub(crate) fn of_file(unit: &Unit, extraction: &Extraction) -> Part {
    let kept = extraction.kept.iter().map(|k| {
        let entry = kept_entry(unit, k);
        let cause = k.at.map(|at| (at, String::new()));
        let remark = remark(&entry, k.declared, cause);
        Told {
            at: k.declared,
            entry,
            remark,
            changes: Change::of_refusal(&k.reason),
            is_silent: k.is_constant,
        }
    });
    Part {
        arrays: kept.collect(),
        details: extraction
            .coverage
            .iter()
            .map(|s| coverage(unit, s))
            .collect(),
        notes: extraction.notes.clone(),
        regions: extraction.regions.len(),
    }
}

/// One entry and one remark per array, in the order of their declarations.
pub(crate) fn all(parts: Vec<Part>) -> Summary {
    let mut all = Part::default();
    for part in parts {
        all.arrays.extend(part.arrays);
        all.details.extend(part.details);
        all.notes.extend(part.notes);
        all.regions += part.regions;
    }
    if all.arrays.is_empty() {
        let message = "no function of the file declares an array";
        all.notes.push(front::Note::new(None, message));
    }
    all.arrays
        .sort_by_key(|told| (told.at.map(|s| s.start), told.entry.name.clone()));
    let (mut arrays, mut remarks, mut asides) = (Vec::new(), Vec::new(), Vec::new());
    let mut details = all.details;
    for told in all.arrays {
        arrays.push(told.entry);
        asides.push(Aside {
            remark: (!told.is_silent).then_some(remarks.len()),
            changes: told.changes,
        });
        match told.is_silent {
            true => details.push(told.remark),
            false => remarks.push(told.remark),
        }
    }
    for note in &all.notes {
        let diagnostic = note_diagnostic(note);
        match note.span {
            Some(_) => remarks.push(diagnostic),
            None => details.push(diagnostic),
        }
    }
    Summary {
        regions: all.regions,
        report: Report {
            version: VERSION,
            arrays,
            fusion: None,
            sharing: None,
            notes: all.notes.iter().map(|n| n.message.clone()).collect(),
        },
        asides,
        invalid: all.notes.iter().any(|n| n.severity == Severity::Error),
        remarks,
        details,
    }
}

fn note_diagnostic(note: &front::Note) -> Diagnostic {
    let label = |span| Label {
        span,
        message: String::new(),
        primary: true,
    };
    Diagnostic {
        severity: note.severity,
        code: None,
        message: note.message.clone(),
        labels: note.span.map(label).into_iter().collect(),
        notes: Vec::new(),
    }
}
