//! What was fused and what was not, as remarks.

use super::apart::{Apart, Cause};
use super::{Fused, FusedLoop, Strips};
use fuse::Obstacle;
use report::{Attention, Remark};
use source::{Diagnostic, Label, Severity, Span};

impl Fused {
    /// The remarks, in the order of the file.
    pub fn remarks(&self) -> Vec<Remark> {
        let near_miss = |remark| Remark::new(remark, Attention::NearMiss);
        let loops = self.loops.iter().map(|found| Remark {
            line: Some(line(self, found)),
            ..Remark::new(remark(self, found), Attention::Folded)
        });
        let unproved = self.unproved.iter();
        let unproved = unproved.filter(|(function, _)| !self.loopless.contains(function));
        let unproved = unproved.map(|(function, reason)| {
            let message = format!("the loops of `{function}` are not fused: {reason}");
            near_miss(Diagnostic::new(Severity::Note, message))
        });
        let serial = self.serial.iter().map(|(function, reason)| {
            let message = format!("the fused loop of `{function}` stays serial: {reason}");
            near_miss(Diagnostic::new(Severity::Note, message))
        });
        let apart = self.apart.iter().filter_map(|apart| {
            let attention = match apart.is_temporary {
                true => Attention::NearMiss,
                false => Attention::Other,
            };
            Some(Remark::new(kept_apart(self, apart)?, attention))
        });
        let mut all: Vec<Remark> = loops.chain(unproved).chain(serial).chain(apart).collect();
        let assumed = self.loops.iter().map(|found| &found.assumed);
        assumed.for_each(|assumed| assumed.add_to(&mut all));
        for remark in &mut all {
            remark.map_texts(&|text| self.names.in_text(text));
        }
        all
    }
}

/// ``fused the loops at lines 27 and 33: 5 rows of `tmp` at a time``
fn line(fused: &Fused, found: &FusedLoop) -> String {
    let mut parts = at_a_time(found);
    parts.extend(found.strips.as_ref().map(in_strips));
    let headline = headline(fused, &paces(found));
    match parts.is_empty() {
        true => headline,
        false => format!("{headline}: {}", parts.join(", ")),
    }
}

/// ``5 rows of `tmp` at a time``, for each array; members of structures have one name.
fn at_a_time(found: &FusedLoop) -> Vec<String> {
    let mut all = Vec::new();
    for array in &found.arrays {
        let kept = match found.is_in_blocks {
            true => format!("{} elements", array.rows),
            false => rows(array.rows),
        };
        let text = format!("{kept} of `{}` at a time", array.name);
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

/// The nests of a fused loop, each with the rows that it runs ahead, and the rows of one iteration.
/// Several loops of one stage function have the place of its call.
fn paces(found: &FusedLoop) -> Vec<(Span, i64, i64)> {
    let mut nests: Vec<(Span, i64, i64)> = Vec::new();
    let paces = found.ahead.iter().zip(&found.rates);
    for (nest, (ahead, rate)) in found.nests.iter().zip(paces) {
        if nests.iter().all(|(known, ..)| known != nest) {
            nests.push((*nest, *ahead, *rate));
        }
    }
    nests
}

fn headline(fused: &Fused, nests: &[(Span, i64, i64)]) -> String {
    let lines = nests
        .iter()
        .map(|(span, ..)| fused.file.line_col(span.start).line.to_string());
    let mut lines: Vec<String> = lines.collect();
    // Zeros that were written have the line of the loop behind them.
    lines.dedup();
    match lines.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("fused the loops at lines {} and {last}", others.join(", "))
        }
        _ => format!("fused the loops at line {}", lines.concat()),
    }
}

/// The remark on a fused loop.
fn remark(fused: &Fused, found: &FusedLoop) -> Diagnostic {
    let nests = paces(found);
    let mut remark = Diagnostic::new(Severity::Note, headline(fused, &nests));
    for (nest, ahead, rate) in nests {
        let line = fused.file.line_col(nest.start).line;
        remark.labels.push(Label {
            span: fused.file.line_span(line).unwrap_or(nest),
            message: pace(ahead, rate),
            primary: ahead == 0,
        });
    }
    remark.notes.extend(at_a_time(found));
    if found.is_in_blocks {
        let block = format!("they run over blocks of {} elements", fuse::BLOCK);
        remark.notes.insert(0, block);
    }
    if let Some(strips) = &found.strips {
        remark.notes.push(in_strips(strips));
    }
    for assumption in &found.assumed.all {
        remark.notes.push(format!("assumes: {assumption}"));
    }
    remark
}

/// `threads share it in strips of 32 rows`
fn in_strips(strips: &Strips) -> String {
    let Strips { height, again, .. } = strips;
    match (height, again) {
        (1, _) => "threads share its rows".to_string(),
        (_, 0) => format!("threads share it in strips of {}", rows(*height)),
        _ => format!(
            "threads share it in strips of {}; each computes {} before it again",
            rows(*height),
            rows(*again)
        ),
    }
}

/// `runs 1 row ahead, 2 rows at a time`
fn pace(ahead: i64, rate: i64) -> String {
    let ahead = match ahead {
        0 => None,
        ahead if ahead > 0 => Some(format!("{} ahead", rows(ahead))),
        behind => Some(format!("{} behind", rows(-behind))),
    };
    let rate = (rate > 1).then(|| format!("{} at a time", rows(rate)));
    let parts: Vec<String> = ahead.into_iter().chain(rate).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("runs {}", parts.join(", ")),
    }
}

/// `1 row`
fn rows(count: i64) -> String {
    match count {
        1 => "1 row".to_string(),
        _ => format!("{count} rows"),
    }
}

/// The remark on two loops that stay apart; none if nothing is to be said.
fn kept_apart(fused: &Fused, apart: &Apart) -> Option<Diagnostic> {
    let line = |span: Span| fused.file.line_col(span.start).line;
    let (first, second) = (line(apart.first), line(apart.second));
    let array = apart.array.as_ref().map(|name| format!("`{name}`"));
    let array = array.unwrap_or_else(|| "an array".to_string());
    let header = |span: Span| fused.file.line_span(line(span)).unwrap_or(span);
    let why = apart.reason(&fused.file)?;
    let labels = match &apart.cause {
        Cause::Unbounded(a, b, ..) => vec![(*a, "this"), (*b, "and this")],
        Cause::AnyElement(.., Some(why)) => vec![(why.at, "here")],
        Cause::AnyElement(span, _, None) => vec![(header(apart.first), ""), (*span, "here")],
        Cause::NoRows(span) => vec![(header(*span), "not this one")],
        Cause::Bounds(_)
        | Cause::Budget
        | Cause::Points
        | Cause::Ahead
        | Cause::Threads
        | Cause::Unproved(_) => {
            vec![(header(apart.first), ""), (header(apart.second), "")]
        }
        Cause::Through(span) => vec![(header(*span), "this, and the second one needs it")],
        Cause::Parted(span) if apart.is_threaded(&fused.file) => vec![(*span, "by this")],
        Cause::Parted(span) => vec![(header(*span), "this")],
        Cause::Unknown(why) => vec![(why.at, "here")],
        Cause::Call(_, Obstacle { at, .. }) | Cause::SameMemory(_, at) => {
            let here = at.map(|at| (at, "here"));
            [Some((apart.first, "")), Some((apart.second, "")), here]
                .into_iter()
                .flatten()
                .collect()
        }
        Cause::Other => return None,
    };
    let message = format!("the loops at lines {first} and {second} share {array}, but stay: {why}");
    let mut remark = Diagnostic::new(Severity::Note, message);
    for (at, (span, text)) in labels.iter().enumerate() {
        remark.labels.push(Label {
            span: *span,
            message: (*text).to_string(),
            primary: at + 1 == labels.len(),
        });
    }
    Some(remark)
}
