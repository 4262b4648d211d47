//! One remark per array, in the form of a compiler's diagnostics and, for a fold, as one line.

use crate::{ArrayEntry, Attention, Owner, Status, StrategyEntry};
use source::{Diagnostic, Label, Severity, Span};
use std::ops::{Deref, DerefMut};

/// A remark in its full and its short form.
#[derive(Clone, Debug)]
pub struct Remark {
    /// In full.
    pub full: Diagnostic,
    /// Whether default output has it.
    pub attention: Attention,
    /// In one line, for changes: ``tmp: 3 rows of W, 96 KiB instead of 64 MiB``.
    pub line: Option<String>,
    /// Further notes, which only the form with all that is known has.
    pub details: Vec<String>,
    /// The reason of an array that stays, which others of its function may have too.
    pub common: Option<Common>,
}

/// The reason of an array that stays, in a form for several arrays at once.
#[derive(Clone, Debug)]
pub struct Common {
    /// Its function; empty at file scope.
    pub function: String,
    /// The array.
    pub array: String,
    /// The part that all of them have: a clause about each.
    pub clause: String,
    /// The part that this one alone has; may be empty.
    pub own: String,
}

impl Common {
    /// Adds an advice on the array, which has this reason: ``it folds with `--objective size` ``.
    pub fn add_advice(&mut self, advice: &str, reason: &str) {
        match self.own.is_empty() {
            true => {
                self.clause = advice.replacen("it folds", "each folds", 1);
                self.own = reason.to_string();
            }
            false => self.own = format!("{}; {advice}", self.own),
        }
    }

    /// Whether both are about the same function and have the same clause.
    pub(crate) fn is_same(&self, other: &Common) -> bool {
        self.function == other.function && self.clause == other.clause
    }
}

impl Remark {
    /// A remark that is not about one array.
    pub fn new(full: Diagnostic, attention: Attention) -> Self {
        Remark {
            full,
            attention,
            line: None,
            details: Vec::new(),
            common: None,
        }
    }

    /// The remark on one array: the result at its declaration, the reason at `cause`.
    pub fn of(entry: &ArrayEntry, declared: Option<Span>, cause: Option<(Span, String)>) -> Self {
        Remark {
            full: full(entry, declared, cause),
            attention: entry.attention,
            line: (entry.status == Status::Folded).then(|| entry.line_of_fold()),
            details: details(entry),
            common: (entry.status == Status::Kept).then(|| Common {
                function: entry.function.clone(),
                array: entry.name.clone(),
                clause: entry.detail.clone(),
                own: String::new(),
            }),
        }
    }

    /// Whether it is the one on this folded array.
    pub fn is_fold_of(&self, entry: &ArrayEntry) -> bool {
        let line = self.line.as_ref().and_then(|line| line.split_once(": "));
        let place = self.full.labels.first().map(|label| label.span);
        line.is_some_and(|(name, _)| name == entry.name) && place == entry.declared
    }

    /// Says in its line what is known of a folded array now.
    pub fn set_line(&mut self, entry: &ArrayEntry) {
        self.line = Some(entry.line_of_fold());
    }

    /// Replaces the reason of an array that stays.
    pub fn set_reason(&mut self, reason: &str) {
        if let Some(common) = &mut self.common {
            self.full.message = stays(&common.array, reason);
            (common.clause, common.own) = (reason.to_string(), String::new());
        }
    }

    /// Replaces all texts.
    pub fn map_texts(&mut self, map: &dyn Fn(&str) -> String) {
        let full = &mut self.full;
        let labels = full.labels.iter_mut().map(|label| &mut label.message);
        let common = self.common.iter_mut();
        let common = common.flat_map(|c| [&mut c.array, &mut c.clause, &mut c.own]);
        let texts = labels.chain(&mut full.notes).chain(&mut self.details);
        let texts = texts.chain(&mut self.line);
        for text in texts.chain(common).chain([&mut full.message]) {
            *text = map(text);
        }
    }

    /// All that is known: the full form, with the sizes of a fold in the words of its line.
    pub fn verbose(&self) -> Diagnostic {
        let mut full = self.full.clone();
        let sizes = self.line.as_ref().and_then(|line| line.split_once(": "));
        let at = match sizes.filter(|_| full.code.as_deref() == Some("folded")) {
            Some((_, sizes)) => {
                full.notes.insert(0, sizes.to_string());
                2.min(full.notes.len())
            }
            None => 0,
        };
        full.notes.splice(at..at, self.details.iter().cloned());
        full
    }
}

impl Deref for Remark {
    type Target = Diagnostic;

    fn deref(&self) -> &Diagnostic {
        &self.full
    }
}

impl DerefMut for Remark {
    fn deref_mut(&mut self) -> &mut Diagnostic {
        &mut self.full
    }
}

impl ArrayEntry {
    /// ``tmp: 3 rows of W, 96 KiB instead of 64 MiB``
    fn line_of_fold(&self) -> String {
        format!("{}: {}", self.name, self.gain())
    }

    /// ``3 rows of W, 96 KiB instead of 64 MiB``
    pub(crate) fn gain(&self) -> String {
        let words = self.size_words.as_deref().unwrap_or("smaller");
        let elements = self.elements_before.zip(self.elements_after);
        let sizes = match (self.change_words(), elements) {
            (Some(change), _) => format!(", {change}"),
            _ if self.owner == Owner::Caller => " beside the caller's array".to_string(),
            (None, Some((before, 1))) => format!(" instead of {before} elements"),
            (None, Some((before, _))) if words.ends_with("elements") => {
                format!(" instead of {before}")
            }
            (None, Some((before, after))) => format!(", {after} elements instead of {before}"),
            (None, None) => return words.to_string(),
        };
        match self.owner == Owner::Caller && self.advised_bytes.is_none() {
            true => format!("{words}{sizes}"),
            false => format!("{words}{sizes}{}", self.at_samples()),
        }
    }

    /// ` at h = 1000, w = 1000`: the sizes that are samples; empty if all are those of the program.
    pub fn at_samples(&self) -> String {
        let values = self.sampled.iter();
        let values = values.filter_map(|name| Some(format!("{name} = {}", self.params.get(name)?)));
        let values: Vec<String> = values.collect();
        match values.is_empty() {
            true => String::new(),
            false => format!(" at {}", values.join(", ")),
        }
    }
}

fn full(entry: &ArrayEntry, declared: Option<Span>, cause: Option<(Span, String)>) -> Diagnostic {
    let mut labels = Vec::new();
    if let Some(span) = declared {
        labels.push(Label {
            span,
            message: String::new(),
            primary: true,
        });
    }
    if let Some((span, message)) = cause {
        labels.push(Label {
            span,
            message,
            primary: declared.is_none(),
        });
    }
    Diagnostic {
        severity: Severity::Note,
        code: Some(match entry.status {
            Status::Folded => "folded".to_string(),
            Status::Kept => entry.reason.clone().unwrap_or_else(|| "kept".to_string()),
        }),
        message: headline(entry),
        labels,
        notes: match entry.status {
            Status::Folded => vec![entry.detail.clone()],
            Status::Kept => Vec::new(),
        },
    }
}

/// The live bound, and the result of each strategy.
fn details(entry: &ArrayEntry) -> Vec<String> {
    let strategies = entry.strategies.iter().map(strategy);
    live_bound(entry).into_iter().chain(strategies).collect()
}

/// `width: [(i - j) mod (2*N - 1)], 2*N - 1 elements, in 3.2 ms`
fn strategy(entry: &StrategyEntry) -> String {
    let found = match (&entry.mapping, &entry.size) {
        (Some(mapping), Some(size)) if mapping.is_empty() => format!("{size} element"),
        (Some(mapping), Some(size)) => format!("{mapping}, {size} elements"),
        _ => String::new(),
    };
    let parts = [Some(found), entry.reason.clone()].into_iter().flatten();
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let time = entry.milliseconds.map(|ms| format!(", in {ms:.1} ms"));
    format!(
        "{}: {}{}",
        entry.name,
        parts.join(": "),
        time.unwrap_or_default()
    )
}

/// `` `y` folded: N*N -> 2*N elements (144 -> 24 at N = 12) `` or `` `x` stays: ... ``
fn headline(entry: &ArrayEntry) -> String {
    let name = &entry.name;
    if entry.status == Status::Kept {
        return stays(name, &entry.detail);
    }
    let before = entry.size_before.as_deref().unwrap_or("?");
    let after = entry.size_after.as_deref().unwrap_or("?");
    let unit = match after {
        "1" => "element",
        _ => "elements",
    };
    let sizes = format!("{before} -> {after} {unit}");
    match (entry.elements_before, entry.elements_after) {
        (Some(b), Some(a)) if !entry.params.is_empty() => {
            format!("`{name}` folded: {sizes} ({b} -> {a} at {})", values(entry))
        }
        _ => format!("`{name}` folded: {sizes}"),
    }
}

fn stays(name: &str, reason: &str) -> String {
    format!("`{name}` stays as it is: {reason}")
}

/// `N = 12, M = 4`
fn values(entry: &ArrayEntry) -> String {
    let values = entry.params.iter().map(|(n, v)| format!("{n} = {v}"));
    values.collect::<Vec<_>>().join(", ")
}

/// `live bound 2*N - 3 (21 at N = 12): 1.14 times that is used`
fn live_bound(entry: &ArrayEntry) -> Option<String> {
    let bound = entry.live_bound?.to_string();
    let bound = match &entry.live_bound_form {
        Some(form) if *form != bound => format!("{form} ({bound} at {})", values(entry)),
        None if !entry.params.is_empty() => format!("{bound} at {}", values(entry)),
        _ => bound,
    };
    let ratio = entry.ratio.map(|r| format!(": {r:.2} times that is used"));
    let least = match entry.live_bound_exact {
        Some(false) => "at least ",
        _ => "",
    };
    Some(format!(
        "live bound {least}{bound}{}",
        ratio.unwrap_or_default()
    ))
}
