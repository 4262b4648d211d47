//! Decisions as report entries and remarks.

use crate::assumed;
use crate::decide::{Decision, Outcome, mode_name};
use crate::live::bounded;
use crate::map::coefficients;
use crate::spelled::{Spelled, index};
use crate::work::{Work, Written};
use crate::{Options, Reason};
use emit::Storage;
use front::{Candidate, Extraction, Home, Region, Survey};
use poly::Expr;
use report::{ArrayEntry, Report, Status, StrategyEntry, VERSION, remark};
use source::{Diagnostic, Label, Severity, Span, Unit};
use std::collections::BTreeMap;
use storage::{Attempt, Choice, Tried};

/// Pieces of code that are not followed are listed up to this number per region.
const MOST_SHOWN: usize = 8;

/// What there is to say about a file.
pub(crate) struct Summary {
    pub(crate) regions: usize,
    pub(crate) report: Report,
    pub(crate) remarks: Vec<Diagnostic>,
    pub(crate) details: Vec<Diagnostic>,
    pub(crate) invalid: bool,
}

/// What there is to say about a part of a file.
#[derive(Default)]
pub(crate) struct Part {
    /// Where each array is declared, its entry and its remark.
    arrays: Vec<(Option<Span>, ArrayEntry, Diagnostic)>,
    details: Vec<Diagnostic>,
    notes: Vec<front::Note>,
    regions: usize,
}

/// A candidate and all that became of it.
struct Decided<'w> {
    region: &'w Region,
    candidate: &'w Candidate,
    decision: &'w Decision,
    written: Option<&'w Written>,
}

impl Decided<'_> {
    /// The array's name in the folded text.
    fn new_name(&self) -> &str {
        self.written
            .map_or(&self.candidate.spelling, |written| &written.name)
    }
}

/// The arrays of one function.
pub(crate) fn of_function(unit: &Unit, work: &Work, options: &Options) -> Part {
    let mut part = of_file(unit, &work.extraction);
    let all = work.decided().zip(work.written());
    let decided = all.map(|((region, candidate, decision), written)| {
        let decided = Decided {
            region,
            candidate,
            decision,
            written,
        };
        let entry = decided_entry(unit, &decided, options);
        let remark = remark(&entry, Some(candidate.name_span), None);
        (Some(candidate.name_span), entry, remark)
    });
    part.arrays.extend(decided);
    let folded = work.decided().filter(|(_, _, d)| d.outcome.is_folded());
    let assumed = folded.filter_map(|(_, candidate, _)| assumed::detail(candidate));
    part.details.extend(assumed);
    part
}

/// What is kept without a decision.
pub(crate) fn of_file(unit: &Unit, extraction: &Extraction) -> Part {
    let kept = extraction.kept.iter().map(|k| {
        let entry = kept_entry(unit, k);
        let cause = k.at.map(|at| (at, String::new()));
        let remark = remark(&entry, k.declared, cause);
        (k.declared, entry, remark)
    });
    Part {
        arrays: kept.collect(),
        details: extraction
            .surveys
            .iter()
            .map(|s| surveyed(unit, s))
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
        .sort_by_key(|(span, entry, _)| (span.map(|s| s.start), entry.name.clone()));
    let (mut arrays, mut remarks) = (Vec::new(), Vec::new());
    for (_, entry, remark) in all.arrays {
        arrays.push(entry);
        remarks.push(remark);
    }
    let mut details = all.details;
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
            notes: all.notes.iter().map(|n| n.message.clone()).collect(),
        },
        invalid: all.notes.iter().any(|n| n.severity == Severity::Error),
        remarks,
        details,
    }
}

/// ``region in `f`, lines 3 to 20: 7 statements, arrays `t` and `u` ``, and what it passes over.
fn surveyed(unit: &Unit, survey: &Survey) -> Diagnostic {
    let lines = |span: Span| {
        let last = span.end.max(span.start + 1) - 1;
        (
            unit.file.line_col(span.start).line,
            unit.file.line_col(last).line,
        )
    };
    let (first, last) = lines(survey.span);
    let place = match &survey.within {
        Some(what) => format!("body of {what} in `{}`", survey.function),
        None => format!("region in `{}`", survey.function),
    };
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let arrays: Vec<String> = survey.arrays.iter().map(|a| format!("`{a}`")).collect();
    let message = format!(
        "{place}, lines {first} to {last}: {}, {} {}",
        count(survey.statements, "statement"),
        if arrays.len() == 1 { "array" } else { "arrays" },
        arrays.join(", ")
    );
    let mut diagnostic = Diagnostic::new(Severity::Note, message);
    let shown = survey.unfollowed.iter().take(MOST_SHOWN);
    diagnostic.labels.extend(shown.map(|(span, what)| Label {
        span: first_line(unit, *span),
        message: format!("not followed: {what}"),
        primary: true,
    }));
    if survey.unfollowed.len() > MOST_SHOWN {
        let more = survey.unfollowed.len() - MOST_SHOWN;
        diagnostic.notes.push(format!("{more} more are not shown"));
    }
    diagnostic
}

/// What of a span stands on its first line.
fn first_line(unit: &Unit, span: Span) -> Span {
    let line = unit.file.line_col(span.start).line;
    let end = unit.file.line_span(line).map_or(span.end, |line| {
        let text = unit.file.slice(line);
        let blanks = text.len() - text.trim_end().len();
        line.end.saturating_sub(blanks.try_into().unwrap_or(0))
    });
    Span {
        start: span.start,
        end: span.end.min(end).max(span.start),
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

fn line(unit: &Unit, span: Option<Span>) -> Option<usize> {
    span.map(|s| unit.file.line_col(s.start).line as usize)
}

fn path(unit: &Unit) -> String {
    unit.file.path.display().to_string()
}

fn kept_entry(unit: &Unit, kept: &front::KeptArray) -> ArrayEntry {
    ArrayEntry {
        line: line(unit, kept.declared),
        reason: Some(kept.reason.code().to_string()),
        detail: kept.reason.to_string(),
        shape: kept.shape.clone(),
        ..blank_entry(
            unit,
            &kept.name,
            kept.function.as_deref().unwrap_or_default(),
        )
    }
}

fn blank_entry(unit: &Unit, name: &str, function: &str) -> ArrayEntry {
    ArrayEntry {
        name: name.to_string(),
        function: function.to_string(),
        file: path(unit),
        line: None,
        status: Status::Kept,
        reason: None,
        detail: String::new(),
        shape: Vec::new(),
        matrix: Vec::new(),
        moduli: Vec::new(),
        cases: Vec::new(),
        size_before: None,
        size_after: None,
        params: BTreeMap::new(),
        elements_before: None,
        elements_after: None,
        live_bound: None,
        live_bound_exact: None,
        live_bound_form: None,
        ratio: None,
        strategy: None,
        strategies: Vec::new(),
        assumes: Vec::new(),
        lifetime: None,
        order: None,
        proved: false,
    }
}

fn decided_entry(unit: &Unit, decided: &Decided<'_>, options: &Options) -> ArrayEntry {
    let (region, candidate) = (decided.region, decided.candidate);
    let scop = region.scop_of(candidate);
    let spelled = Spelled::new(region, candidate, options);
    let declared = match candidate.declares_all() {
        true => candidate.declared.clone(),
        false => decided.decision.extents.clone(),
    };
    let entry = ArrayEntry {
        line: line(unit, Some(candidate.name_span)),
        shape: spelled.declared(&declared, false),
        size_before: {
            let factors = as_product(&declared, &decided.decision.extents);
            Some(spelled.declared(&factors, true).join("*"))
        },
        elements_before: spelled.declared_count(&declared),
        lifetime: Some(mode_name(options.lifetime).to_string()),
        order: Some(options.order_of(scop).name().to_string()),
        strategies: strategies(decided.decision, &spelled),
        ..blank_entry(unit, &candidate.spelling, &region.function)
    };
    let slices = opaque_extents(candidate);
    let bound = |entry| bounded(entry, region, candidate, &slices, &spelled);
    match &decided.decision.outcome {
        Outcome::Kept(reason @ (Reason::NoSmallerMapping { .. } | Reason::NotFaster { .. })) => {
            bound(kept_by(entry, reason))
        }
        Outcome::Kept(reason) => kept_by(entry, reason),
        Outcome::Folded(choice) => bound(folded_by(unit, entry, (decided, choice), &spelled)),
    }
}

/// Declared sizes as people write them: those of the digits of linear subscripts, where all elements are used.
fn as_product(declared: &[Expr], extents: &[Expr]) -> Vec<Expr> {
    let count = |sizes: &[Expr]| {
        let one = Expr::constant(1);
        sizes
            .iter()
            .try_fold(one, |all, size| all.checked_mul(size))
    };
    let is_sum = |size: &Expr| size.without_products().is_none();
    let is_same = || count(declared).is_some_and(|all| count(extents) == Some(all));
    match declared.iter().any(is_sum) && is_same() {
        true => extents.to_vec(),
        false => declared.to_vec(),
    }
}

/// What every strategy came to, where that is asked for.
fn strategies(decision: &Decision, spelled: &Spelled) -> Vec<StrategyEntry> {
    let options = spelled.options;
    let listed = decision.tried.iter().filter(|_| options.strategies_listed);
    let entry = |tried: &Tried| {
        let mapping = tried.attempt.mapping();
        StrategyEntry {
            name: tried.strategy.name().to_string(),
            mapping: mapping.map(|m| spelled.cell(m, &decision.extents).concat()),
            size: mapping.map(|m| spelled.cells(m)),
            proved: matches!(tried.attempt, Attempt::Proved(_)),
            reason: tried.attempt.reason(),
            milliseconds: options.timings.then_some(tried.time.as_secs_f64() * 1e3),
        }
    };
    listed.map(entry).collect()
}

fn kept_by(entry: ArrayEntry, reason: &Reason) -> ArrayEntry {
    ArrayEntry {
        reason: Some(reason.code().to_string()),
        detail: reason.to_string(),
        size_after: entry.size_before.clone(),
        elements_after: entry.elements_before,
        ..entry
    }
}

fn folded_by(
    unit: &Unit,
    entry: ArrayEntry,
    (decided, choice): (&Decided<'_>, &Choice),
    spelled: &Spelled,
) -> ArrayEntry {
    let extents = &decided.decision.extents;
    let rows = &choice.mapping.rows;
    let moduli: Vec<Expr> = rows.iter().map(|r| r.modulus.clone()).collect();
    let opaque = opaque_extents(decided.candidate);
    let known: Vec<Expr> = opaque.iter().filter_map(Expr::without_products).collect();
    let sizes = moduli.iter().cloned().chain(opaque);
    let sizes: Vec<Expr> = sizes.collect();
    ArrayEntry {
        status: Status::Folded,
        detail: detail(decided, choice, spelled),
        matrix: rows.iter().map(coefficients).collect(),
        moduli: moduli.iter().map(|m| spelled.text(m)).collect(),
        size_after: Some(spelled.product(&sizes)),
        elements_after: spelled.declared_count(&sizes),
        params: spelled.values(extents.iter().chain(&moduli).chain(&known)),
        strategy: Some(choice.strategy.name().to_string()),
        assumes: assumed::texts(unit, decided.candidate),
        proved: true,
        ..entry
    }
}

/// The sizes of the dimensions that have no place in the scop.
fn opaque_extents(candidate: &Candidate) -> Vec<Expr> {
    let followed = candidate.followed();
    let declared = candidate.declared.iter().enumerate();
    let opaque = declared.filter(|(dim, _)| !followed.contains(dim));
    opaque.map(|(_, extent)| extent.clone()).collect()
}

/// `[i][...]`: one text per followed dimension, or other texts in the place of the first of them.
fn with_opaque(candidate: &Candidate, texts: &[String]) -> String {
    let followed = candidate.followed();
    if candidate.opaque.is_empty() {
        return texts.concat();
    }
    let one_each = followed.len() == texts.len();
    let text = |dim: usize| match followed.iter().position(|d| *d == dim) {
        None => "[...]".to_string(),
        Some(at) if one_each => texts[at].clone(),
        Some(0) => texts.concat(),
        Some(_) => String::new(),
    };
    (0..candidate.declared.len()).map(text).collect()
}

/// ``element y[i][j] lives in y[j mod 2][i]``
fn detail(decided: &Decided<'_>, choice: &Choice, spelled: &Spelled) -> String {
    let candidate = decided.candidate;
    let (name, new_name) = (&candidate.spelling, decided.new_name());
    let extents = &decided.decision.extents;
    let rows = &choice.mapping.rows;
    let precision = match decided.decision.coarse {
        true => " (by coarser lifetimes: the exact ones exceed the budget)",
        false => "",
    };
    let place = format!("{}{precision}", place(decided));
    let is_scalar = candidate.opaque.is_empty();
    if rows.is_empty() && is_scalar {
        return format!("no two of its values are alive at once: one variable is enough{place}");
    }
    if decided.written.is_some_and(|w| w.is_window) {
        return format!(
            "{new_name}[0] is the element of {name} that is new in an iteration, {new_name}[1] that of the one before{place}"
        );
    }
    let old = (0..choice.mapping.dims).map(|d| format!("[{}]", index(d)));
    let old = with_opaque(candidate, &old.collect::<Vec<_>>());
    let new = with_opaque(candidate, &spelled.cell(&choice.mapping, extents));
    let order = match decided.written.is_some_and(|w| w.is_reordered) {
        true => ", its cells in the order in which innermost loops use them",
        false => "",
    };
    format!("element {name}{old} lives in {new_name}{new}{order}{place}")
}

/// Where a parameter lives now, and why it could not go.
fn place(decided: &Decided<'_>) -> String {
    let Home::Parameter(home) = &decided.candidate.home else {
        return match decided.written.map(|w| w.storage) {
            Some(Storage::Automatic) => "; it is automatic now".to_string(),
            _ => String::new(),
        };
    };
    let name = decided.new_name();
    let text = match decided.written.map(|w| w.storage) {
        Some(Storage::Callers) => ", in the storage of the caller".to_string(),
        Some(Storage::Beside) => format!("; `{name}` is local, the parameter is no longer used"),
        Some(Storage::Instead) => format!("; `{name}` is local, the parameter is gone"),
        Some(Storage::Declared | Storage::Automatic) | None => String::new(),
    };
    match &home.removal {
        Some(Err(hindrance)) => format!("{text}; the parameter stays: {hindrance}"),
        _ => text,
    }
}
