//! A report as LLVM optimization remarks, for `opt-viewer`, `opt-stats` and editors that read
//! `*.opt.yaml`.
//!
//! <https://llvm.org/docs/Remarks.html#yaml-remarks>

use crate::finding::{self, Finding, chance};
use crate::{ArrayEntry, Attention, Report, SpanEntry};
use serde::Serialize;
use std::collections::BTreeMap;

/// The name of the pass.
const PASS: &str = "pleat";

/// The function of remarks on objects at file scope: viewers expect a name.
const FILE_SCOPE: &str = "(file scope)";

#[derive(Serialize)]
enum Remark<'a> {
    Passed(Body<'a>),
    Missed(Body<'a>),
    Analysis(Body<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Body<'a> {
    pass: &'static str,
    name: &'a str,
    debug_loc: DebugLoc<'a>,
    function: &'a str,
    args: Vec<Arg<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct DebugLoc<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

/// A part of the message: viewers show the values one after the other.
#[derive(Serialize)]
struct Arg<'a> {
    #[serde(flatten)]
    value: BTreeMap<&'static str, String>,
    #[serde(rename = "DebugLoc", skip_serializing_if = "Option::is_none")]
    place: Option<DebugLoc<'a>>,
}

impl Arg<'_> {
    fn new(key: &'static str, value: &str) -> Self {
        Arg {
            value: BTreeMap::from([(key, value.to_string())]),
            place: None,
        }
    }
}

/// The remarks of a report: `Passed` for changes, `Missed` for near misses, and with `all`
/// `Analysis` for everything else.
pub fn opt_yaml(report: &Report, all: bool) -> String {
    let findings = finding::all(report);
    let wanted = findings
        .iter()
        .filter(|f| all || f.attention != Attention::Other);
    wanted.map(document).collect()
}

fn document(finding: &Finding<'_>) -> String {
    let body = Body {
        pass: PASS,
        name: finding.code,
        debug_loc: debug_loc(finding.file, finding.place.as_ref()),
        function: match finding.function {
            "" => FILE_SCOPE,
            function => function,
        },
        args: args(finding),
    };
    let remark = match finding.attention {
        Attention::Folded => Remark::Passed(body),
        Attention::NearMiss => Remark::Missed(body),
        Attention::Other => Remark::Analysis(body),
    };
    let text = serde_yaml_ng::to_string(&remark).unwrap_or_default();
    format!("--- {text}...\n")
}

fn debug_loc<'a>(file: &'a str, place: Option<&SpanEntry>) -> DebugLoc<'a> {
    DebugLoc {
        file,
        line: place.map_or(0, |place| place.line),
        column: place.map_or(0, |place| place.column),
    }
}

fn args<'a>(finding: &Finding<'a>) -> Vec<Arg<'a>> {
    let decides = finding.related.first();
    let decides = decides.map(|place| debug_loc(finding.file, Some(place)));
    let name = Arg::new("Array", &finding.arrays.join(", "));
    let content = match finding.entry.filter(|_| finding.is_change()) {
        Some(entry) => sizes(entry),
        None => vec![Arg {
            place: decides,
            ..Arg::new("String", &format!(" {}", finding.text))
        }],
    };
    let notes = finding.notes.iter();
    let notes = notes.map(|note| Arg::new("String", &format!(". {note}")));
    let args = [name].into_iter().chain(content);
    args.chain(notes).collect()
}

/// ` can be smaller: 2 rows of N, 1152 -> 192 bytes`, with an argument per number.
fn sizes<'a>(entry: &ArrayEntry) -> Vec<Arg<'a>> {
    let words = |text: &str| Arg::new("String", text);
    let storage = entry.size_words.as_deref().unwrap_or("a part of it");
    let chance = format!(" {}: ", chance(entry));
    let mut args = vec![words(&chance), Arg::new("Storage", storage)];
    if let Some((before, after)) = entry.bytes_before.zip(entry.bytes_after) {
        args.extend([
            words(", "),
            Arg::new("BytesBefore", &before.to_string()),
            words(" -> "),
            Arg::new("BytesAfter", &after.to_string()),
            words(" bytes"),
        ]);
    }
    let samples = entry.at_samples();
    args.extend((!samples.is_empty()).then(|| words(&samples)));
    args
}
