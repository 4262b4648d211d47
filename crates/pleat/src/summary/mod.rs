//! The report and the remarks on a file, from the decisions about its arrays. Knows nothing of how
//! they were found.

mod assumptions;
mod attention;
mod coverage;
mod detail;
mod entry;
mod evidence;
mod live_bound;
mod words;

pub(crate) use evidence::relocate;

use crate::decide::Outcome;
use crate::functions::FunctionFolds;
use crate::options::Options;
use crate::reason::{Change, Lacking};
use coverage::coverage;
use entry::{decided_entry, kept_entry};
use front::{Extraction, KeptArray, Refusal};
use report::{ArrayEntry, Attention, Evidence, Remark, Report};
use source::{Diagnostic, Label, Severity, Span, Unit};

/// The report and the remarks on a file.
pub(crate) struct Summary {
    /// How many regions were analysed.
    pub(crate) regions: usize,
    pub(crate) report: Report,
    /// What may help each array of the report.
    pub(crate) changes: Vec<Vec<Change>>,
    /// In the order of the file: one for each array of the report, then others.
    pub(crate) remarks: Vec<Remark>,
    /// Further remarks that only `-v` shows.
    pub(crate) details: Vec<Diagnostic>,
    /// Arrays that stay for lack of facts.
    pub(crate) lacking: Vec<Lacking>,
    /// Checks that contradict what is known before them.
    pub(crate) contradictions: Vec<Span>,
    /// The file itself is wrong, for example an unterminated `#pragma scop`.
    pub(crate) invalid: bool,
}

/// The same for a part of a file.
#[derive(Default)]
pub(crate) struct Part {
    arrays: Vec<Told>,
    details: Vec<Diagnostic>,
    notes: Vec<front::Note>,
    regions: usize,
    lacking: Vec<Lacking>,
    contradictions: Vec<Span>,
}

/// What is told of an array.
struct Told {
    /// Where it is declared.
    at: Option<Span>,
    entry: ArrayEntry,
    remark: Remark,
    /// What may help it.
    changes: Vec<Change>,
    /// What happens to it at small sizes, if that is requested.
    evidence: Option<Evidence>,
}

/// The arrays of one function.
pub(crate) fn of_function(unit: &Unit, folds: &FunctionFolds, options: &Options) -> Part {
    let mut part = of_file(unit, folds.extraction(), options);
    let decided = folds.decided().map(|decided| {
        let entry = decided_entry(unit, &decided, options);
        let name_span = Some(decided.candidate.name_span);
        let remark = Remark::of(&entry, name_span, None);
        Told {
            at: name_span,
            entry,
            remark,
            changes: match &decided.decision.outcome {
                Outcome::Kept(reason) => Change::of_reason(reason),
                Outcome::Folded(_) if options.drop_unused => Vec::new(),
                Outcome::Folded(_) => Change::of_fold(decided.owner()),
            },
            evidence: options
                .evidence
                .then(|| evidence::of_decided(unit, &decided, options)),
        }
    });
    part.arrays.extend(decided);
    let folded = folds.decided().filter(|d| d.decision.outcome.is_folded());
    let assumed = folded.filter_map(|d| assumptions::detail(&d, options));
    part.details.extend(assumed);
    part
}

/// The arrays that are kept without a decision.
pub(crate) fn of_file(unit: &Unit, extraction: &Extraction, options: &Options) -> Part {
    let kept = extraction.kept.iter().map(|k| {
        let entry = kept_entry(unit, k);
        let cause = k.at.map(|at| (at, String::new()));
        let remark = Remark::of(&entry, k.declared, cause);
        Told {
            at: k.declared,
            entry,
            remark,
            changes: Change::of_refusal(&k.reason),
            evidence: options.evidence.then(|| evidence::of_kept(unit, k)),
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
        contradictions: extraction.contradictions.clone(),
        lacking: extraction.kept.iter().filter_map(lacking).collect(),
    }
}

fn lacking(kept: &KeptArray) -> Option<Lacking> {
    match &kept.reason {
        Refusal::MissingFact { facts, .. } => Some(Lacking {
            function: kept.function.clone()?,
            array: kept.name.clone(),
            facts: facts.clone(),
        }),
        _ => None,
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
        all.lacking.extend(part.lacking);
        all.contradictions.extend(part.contradictions);
    }
    if all.arrays.is_empty() {
        let message = "no function of the file declares an array";
        all.notes.push(front::Note::new(None, message));
    }
    all.arrays
        .sort_by_key(|told| (told.at.map(|s| s.start), told.entry.name.clone()));
    let (mut arrays, mut remarks, mut changes) = (Vec::new(), Vec::new(), Vec::new());
    let mut evidence = Vec::new();
    let mut details = all.details;
    for told in all.arrays {
        arrays.push(told.entry);
        remarks.push(told.remark);
        changes.push(told.changes);
        evidence.extend(told.evidence);
    }
    for note in &all.notes {
        let diagnostic = note_diagnostic(note);
        match note.span {
            Some(_) => remarks.push(Remark::new(diagnostic, Attention::NearMiss)),
            None => details.push(diagnostic),
        }
    }
    Summary {
        regions: all.regions,
        report: Report {
            arrays,
            notes: all.notes.iter().map(|n| n.message.clone()).collect(),
            evidence,
            ..Report::default()
        },
        lacking: all.lacking,
        changes,
        contradictions: all.contradictions,
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
