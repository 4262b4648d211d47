//! Default output: a line for each change, and near misses in full. Near misses of one function
//! that one change helps, or that stay for the same reason, share a note.

use crate::Attention;
use crate::remark::{Common, Remark};
use source::{Diagnostic, Label, Severity, SourceFile};

/// Default output for one file.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// ``blur.c:14: tmp: 3 rows of W, 96 KiB instead of 64 MiB``, in the order of the file.
    pub lines: Vec<String>,
    /// Near misses, warnings and errors.
    pub notes: Vec<Diagnostic>,
}

impl Outline {
    /// The default output for these remarks on a file.
    pub fn of(file: &SourceFile, remarks: &[Remark]) -> Self {
        let mut outline = Outline::default();
        let mut said: Vec<&Common> = Vec::new();
        for remark in remarks {
            match (&remark.line, remark.attention) {
                (Some(line), _) => outline.lines.push(placed(file, remark, line)),
                (None, _) if remark.severity >= Severity::Warning => {
                    outline.notes.push(remark.full.clone());
                }
                (None, Attention::Folded | Attention::NearMiss) => {
                    let Some(common) = &remark.common else {
                        outline.notes.push(remark.full.clone());
                        continue;
                    };
                    if said.iter().any(|known| known.is_same(common)) {
                        continue;
                    }
                    said.push(common);
                    outline.notes.push(together(remark, common, remarks));
                }
                (None, Attention::Other) => {}
            }
        }
        outline
    }
}

/// A line with its place.
fn placed(file: &SourceFile, remark: &Remark, line: &str) -> String {
    let path = file.path.display();
    match primary(remark) {
        Some(label) => format!("{path}:{}: {line}", file.line_col(label.span.start).line),
        None => format!("{path}: {line}"),
    }
}

fn primary(remark: &Remark) -> Option<&Label> {
    let labels = &remark.labels;
    labels.iter().find(|label| label.primary).or(labels.first())
}

/// One note for all near misses that have the reason of the first one in common.
fn together(first: &Remark, common: &Common, remarks: &[Remark]) -> Diagnostic {
    let near_misses = remarks
        .iter()
        .filter(|r| r.attention == Attention::NearMiss);
    let same: Vec<(&Remark, &Common)> = near_misses
        .filter_map(|remark| Some((remark, remark.common.as_ref()?)))
        .filter(|(_, own)| own.is_same(common))
        .collect();
    if same.len() < 2 {
        return match common.own.is_empty() {
            true => first.full.clone(),
            false => at_declaration(first),
        };
    }
    let is_same_code = same.iter().all(|(remark, _)| remark.code == first.code);
    let notes = differences(&same);
    let (message, labels) = match notes.is_empty() {
        true => (for_one_reason(&same, common), first.labels.clone()),
        false => {
            let message = format!("{}: {}", counted(same.len(), common), common.clause);
            (message, primary(first).cloned().into_iter().collect())
        }
    };
    Diagnostic {
        severity: first.severity,
        code: first.code.clone().filter(|_| is_same_code),
        message,
        labels,
        notes,
    }
}

/// A note on an array that something helps: the message names the lines that matter.
fn at_declaration(remark: &Remark) -> Diagnostic {
    Diagnostic {
        labels: primary(remark).cloned().into_iter().collect(),
        ..remark.full.clone()
    }
}

/// ``"`a` and `b`: 3 rows of w"``: what single arrays have, equal texts once.
fn differences(same: &[(&Remark, &Common)]) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (_, own) in same.iter().filter(|(_, own)| !own.own.is_empty()) {
        match groups.iter_mut().find(|(text, _)| *text == own.own) {
            Some((_, arrays)) => arrays.push(&own.array),
            None => groups.push((&own.own, vec![&own.array])),
        }
    }
    let groups = groups.iter();
    groups
        .map(|(text, arrays)| format!("{}: {text}", quoted(arrays)))
        .collect()
}

/// `` `a` and `b` stay as they are, for the same reason: ... ``
fn for_one_reason(same: &[(&Remark, &Common)], common: &Common) -> String {
    let names: Vec<&str> = same.iter().map(|(_, own)| own.array.as_str()).collect();
    format!(
        "{} stay as they are, for the same reason: {}",
        quoted(&names),
        common.clause
    )
}

/// ``5 arrays of `harris` stay as they are``
fn counted(number: usize, common: &Common) -> String {
    match common.function.as_str() {
        "" => format!("{number} arrays stay as they are"),
        function => format!("{number} arrays of `{function}` stay as they are"),
    }
}

/// `` `a`, `b` and `c` ``
pub(crate) fn quoted(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}
