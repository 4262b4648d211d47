//! The entry of each array in the report.

use super::live_bound::with_live_bound;
use super::{assumptions, attention, detail, words};
use crate::decide::{Decision, Outcome};
use crate::display::{ArrayDisplay, coefficients};
use crate::functions::Decided;
use crate::options::Options;
use crate::reason::Reason;
use front::Candidate;
use lifetime::Mode;
use poly::Expr;
use report::{ArrayEntry, Attention, Owner, Status, StrategyEntry};
use source::{Label, Span, Unit};
use std::collections::BTreeMap;
use storage::{Attempt, Choice, Tried};

fn line(unit: &Unit, span: Option<Span>) -> Option<usize> {
    span.map(|s| unit.file.line_col(s.start).line as usize)
}

fn cause(span: Span) -> Label {
    Label {
        span,
        message: String::new(),
        primary: false,
    }
}

fn path(unit: &Unit) -> String {
    unit.file.path.display().to_string()
}

pub(super) fn kept_entry(unit: &Unit, kept: &front::KeptArray) -> ArrayEntry {
    ArrayEntry {
        attention: attention::of_refusal(kept),
        line: line(unit, kept.declared),
        declared: kept.declared,
        causes: kept.at.map(cause).into_iter().collect(),
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
        column: None,
        end_column: None,
        places: Vec::new(),
        declared: None,
        causes: Vec::new(),
        status: Status::Kept,
        attention: Attention::Other,
        reason: None,
        detail: String::new(),
        advice: Vec::new(),
        advised_bytes: None,
        shape: Vec::new(),
        matrix: Vec::new(),
        moduli: Vec::new(),
        cases: Vec::new(),
        size_before: None,
        size_after: None,
        size_words: None,
        params: BTreeMap::new(),
        sampled: Vec::new(),
        elements_before: None,
        elements_after: None,
        bytes_before: None,
        bytes_after: None,
        owner: Owner::Function,
        params_guessed: false,
        guessed: [false; 2],
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

pub(super) fn decided_entry(unit: &Unit, decided: &Decided<'_>, options: &Options) -> ArrayEntry {
    let (region, candidate) = (decided.region, decided.candidate);
    let scop = region.scop_of(candidate);
    let display = ArrayDisplay::new(region, candidate, options);
    let extents = &decided.decision.extents;
    let declared = display.declared(extents);
    let entry = ArrayEntry {
        line: line(unit, Some(candidate.name_span)),
        declared: Some(candidate.name_span),
        shape: display.extents(&declared),
        size_before: Some(display.product_of_all(&as_product(&declared, extents))),
        elements_before: display.count(&declared),
        bytes_before: bytes(candidate, display.count(&declared)),
        guessed: [display.guesses(declared.iter()), false],
        params: display.values_in(declared.iter()),
        sampled: display.sampled(declared.iter()),
        lifetime: Some(mode_name(options.lifetime).to_string()),
        order: Some(options.order_of(scop).name().to_string()),
        strategies: strategies(decided.decision, &display, options),
        ..blank_entry(unit, &candidate.spelling, &region.function)
    };
    let slices = display.opaque_extents();
    let bound = |entry| with_live_bound(entry, region, candidate, &slices, &display, options);
    let kept = |reason| ArrayEntry {
        attention: attention::of_reason(decided, reason),
        ..kept_by(entry.clone(), reason)
    };
    match &decided.decision.outcome {
        Outcome::Kept(reason @ (Reason::NoSmallerMapping { .. } | Reason::NotFaster { .. })) => {
            bound(kept(reason))
        }
        Outcome::Kept(reason) => kept(reason),
        Outcome::Folded(choice) => {
            let entry = folded_by(entry, (decided, choice), &display);
            bound(ArrayEntry {
                assumes: assumptions::texts(unit, decided, options),
                ..entry
            })
        }
    }
}

/// Declared sizes as people write them: the extents of a flat array's dimensions, if their product
/// is the declared size.
fn as_product(declared: &[Expr], extents: &[Expr]) -> Vec<Expr> {
    let count = |sizes: &[Expr]| {
        let mut sizes = sizes.iter();
        sizes.try_fold(Expr::constant(1), |all, size| all.checked_mul(size))
    };
    let is_sum = |size: &Expr| size.without_products().is_none();
    let is_same = || count(declared).is_some_and(|all| count(extents) == Some(all));
    match declared.iter().any(is_sum) && is_same() {
        true => extents.to_vec(),
        false => declared.to_vec(),
    }
}

/// The result of every strategy, if it is requested.
fn strategies(
    decision: &Decision,
    display: &ArrayDisplay,
    options: &Options,
) -> Vec<StrategyEntry> {
    let listed = decision.tried.iter().filter(|_| options.strategies_listed);
    let entry = |tried: &Tried| {
        let mapping = tried.attempt.mapping();
        StrategyEntry {
            name: tried.strategy.name().to_string(),
            mapping: mapping.map(|m| display.cell(m, &decision.extents).concat()),
            size: mapping.map(|m| display.cells(m)),
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
        bytes_after: entry.bytes_before,
        ..entry
    }
}

fn folded_by(
    entry: ArrayEntry,
    (decided, choice): (&Decided<'_>, &Choice),
    display: &ArrayDisplay,
) -> ArrayEntry {
    let extents = &decided.decision.extents;
    let rows = &choice.mapping.rows;
    let moduli: Vec<Expr> = rows.iter().map(|r| r.modulus.clone()).collect();
    let opaque = display.opaque_extents();
    let known: Vec<Expr> = opaque.iter().filter_map(Expr::without_products).collect();
    let of_mapping = display.count_with(&moduli);
    let written = decided.written.map(|written| &written.sizes);
    // A limit that is not reached at the samples is no news.
    let written = written.filter(|sizes| display.count_with(sizes) != of_mapping);
    let sizes = written.unwrap_or(&moduli).iter().cloned().chain(opaque);
    let sizes: Vec<Expr> = sizes.collect();
    let declared = display.declared(extents);
    let owner = decided.owner();
    let new = bytes(decided.candidate, display.count(&sizes));
    let bytes_after = new.and_then(|new| owner.after(entry.bytes_before.unwrap_or(0), new));
    let all = { extents.iter() }
        .chain(&sizes)
        .chain(&known)
        .chain(&declared);
    ArrayEntry {
        status: Status::Folded,
        attention: Attention::Folded,
        detail: detail::folded(decided, choice, display),
        matrix: rows.iter().map(coefficients).collect(),
        moduli: moduli.iter().map(|m| display.text(m)).collect(),
        size_after: Some(display.product(&sizes)),
        elements_after: display.count(&sizes),
        bytes_after,
        owner,
        guessed: [entry.guessed[0], display.guesses(sizes.iter())],
        params_guessed: display.guesses(extents.iter().chain(&sizes).chain(&known)),
        params: display.values_in(all.clone()),
        sampled: display.sampled(all),
        size_words: Some(words::of_fold(decided, choice, display, &sizes)),
        strategy: Some(choice.strategy.name().to_string()),
        proved: true,
        ..entry
    }
}

/// The bytes of some elements.
fn bytes(candidate: &Candidate, elements: Option<i64>) -> Option<i64> {
    let element = i64::try_from(candidate.element_bytes?).ok()?;
    elements?.checked_mul(element)
}

/// The name of a lifetime mode in reports.
fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Value => "value",
        Mode::Element => "element",
    }
}
