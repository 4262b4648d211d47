//! What shares storage and what does not, as remarks and in reports.

use super::Shared;
use super::plan::{Group, Plan};
use crate::folded::Folded;
use crate::text::Version;
use crate::text::listed;
use front::Program;
use report::{Attention, NotSharedEntry, Remark, Sharing, StorageEntry};
use source::{Diagnostic, Label, Severity, Span};

/// Why arrays keep storage of their own, if nothing else is known.
const ALIVE: &str = "of each two, both are alive at once, or one does not fit into the storage of the \
                     other: its type, its size, `sizeof` or an initialiser differs";

impl Shared {
    /// Adds the new text, the remarks and the report to a folded file.
    pub(super) fn add_to(self, folded: &mut Folded, original: &Version) {
        let path = folded.file.path.display().to_string();
        let mut report = Sharing::default();
        let mut remarks = Vec::new();
        for (function, plan) in &self.plans {
            let place = |array: &str| declared_at(original.program(), function, array);
            for group in &plan.groups {
                let entry = group.entry(&path, function, &plan.assumed.all);
                remarks.push(Remark {
                    line: Some(line(group, &entry)),
                    ..Remark::new(shared(plan, group, &place), Attention::Folded)
                });
                report.storages.push(entry);
            }
            let is_alone = plan.groups.is_empty() && plan.arrays.len() > 1;
            let reason = plan.reason.as_deref();
            if is_alone && reason.is_none() {
                let remark = not_shared(function, plan, ALIVE, &place);
                folded.details.push(remark);
            }
            if let Some(reason) = reason.filter(|_| is_alone) {
                report.not_shared.push(NotSharedEntry {
                    function: function.clone(),
                    file: path.clone(),
                    arrays: plan.arrays.clone(),
                    reason: reason.to_string(),
                });
                let remark = not_shared(function, plan, reason, &place);
                // `main` fills and prints its arrays.
                let attention = match function.as_str() {
                    "main" => Attention::Other,
                    _ => Attention::NearMiss,
                };
                remarks.push(Remark::new(remark, attention));
            }
            folded.details.extend(own(plan, &place));
        }
        folded.remarks.splice(0..0, remarks);
        let is_shared = |(_, plan): &(_, &Plan)| !plan.groups.is_empty();
        for (function, plan) in self.plans.iter().filter(is_shared) {
            folded.note_apart(function, &plan.assumed);
        }
        folded.report.sharing = Some(report);
        folded.bytes = self.bytes;
    }
}

/// Where the user declares an array.
fn declared_at(front: &Program<'_>, function: &str, array: &str) -> Option<Span> {
    let mut functions = front.contents().file.functions.iter();
    let symbols = &functions.find(|f| f.name == function)?.symbols;
    let at = symbols.variable(symbols.ranked(array, 0)?).at.clone();
    front.unit().nearest_span(at)
}

/// `a, b: common storage, 64 KiB instead of 128 KiB`
fn line(group: &Group, entry: &StorageEntry) -> String {
    let sizes = entry.change().instead();
    format!(
        "{}: common storage, {sizes}{}",
        group.names.join(", "),
        at(group)
    )
}

/// ` at h = 1000, w = 1000`
fn at(group: &Group) -> String {
    let params = group.params.iter().map(|(p, v)| format!("{p} = {v}"));
    let params: Vec<String> = params.collect();
    match params.is_empty() {
        true => String::new(),
        false => format!(" at {}", params.join(", ")),
    }
}

/// The remark on a storage that arrays have in common.
fn shared(plan: &Plan, group: &Group, place: &dyn Fn(&str) -> Option<Span>) -> Diagnostic {
    let [before, after] = group.bytes;
    let message = format!(
        "{} share storage: {before} -> {after} bytes{}",
        listed(&group.names),
        at(group)
    );
    let mut remark = Diagnostic::new(Severity::Note, message);
    remark.code = Some("shared".to_string());
    for (k, name) in group.names.iter().enumerate() {
        remark.labels.extend(place(name).map(|span| Label {
            span,
            message: String::new(),
            primary: k == 0,
        }));
    }
    let in_place = group.in_place.iter();
    remark
        .notes
        .extend(in_place.map(|[a, b]| {
            format!("`{a}` and `{b}` are in place: they overlap element by element")
        }));
    let assumed = plan.assumed.all.iter().map(|a| format!("assumes: {a}"));
    remark.notes.extend(assumed);
    remark
}

/// The remark on arrays that keep storage of their own.
fn not_shared(
    function: &str,
    plan: &Plan,
    reason: &str,
    place: &dyn Fn(&str) -> Option<Span>,
) -> Diagnostic {
    let message = format!("the arrays of `{function}` keep storage of their own: {reason}");
    let mut remark = Diagnostic::new(Severity::Note, message);
    let first = plan.arrays.first().and_then(|array| place(array));
    remark.labels.extend(first.map(|span| Label {
        span,
        message: String::new(),
        primary: true,
    }));
    remark
}

/// The remarks on single arrays that cannot share storage.
fn own(plan: &Plan, place: &dyn Fn(&str) -> Option<Span>) -> Vec<Diagnostic> {
    let remark = |(name, problem): &(String, share::Problem)| {
        let message = format!("`{name}` has storage of its own: {problem}");
        let mut remark = Diagnostic::new(Severity::Note, message);
        remark.labels.extend(place(name).map(|span| Label {
            span,
            message: String::new(),
            primary: true,
        }));
        remark
    };
    plan.own.iter().map(remark).collect()
}
