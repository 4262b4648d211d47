//! A report as SARIF 2.1.0: rules, results with places, and fixes.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

mod fixes;
mod format;
mod rules;

use crate::finding::{self, Finding};
use crate::outline::quoted;
use crate::{Attention, FailureEntry, FileText, Report, SpanEntry};
use format::{
    Artifact, ArtifactChange, ArtifactLocation, Driver, Fingerprints, Fix, FixText, Invocation,
    Location, Log, LogicalLocation, Notification, PhysicalLocation, Region, Rule, Run, SarifResult,
    Text, Tool,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeMap;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The characters of a path that a URI writes out.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~');

/// What a SARIF file says about the run that made it.
#[derive(Clone, Debug)]
pub struct SarifRun<'a> {
    /// The version of Pleat.
    pub version: &'a str,
    /// The arguments of the command line.
    pub arguments: &'a [String],
    /// The exit status.
    pub exit_code: u8,
    /// Whether arrays that deserve no attention are results, too.
    pub all: bool,
    /// Whether folds have fixes: the files were not changed by the run.
    pub fixes: bool,
}

/// The SARIF text of a report, with a line end.
pub fn sarif(report: &Report, texts: &[FileText], run: &SarifRun<'_>) -> String {
    let rules = rules::all();
    let findings = finding::all(report).into_iter();
    let findings = findings.filter(|f| run.all || f.attention != Attention::Other);
    let findings: Vec<Finding<'_>> = findings.collect();
    let fixes = match run.fixes {
        true => fixes_of(&findings, texts),
        false => BTreeMap::new(),
    };
    let mut fingerprints = BTreeMap::new();
    let results = findings.iter().map(|finding| {
        let fix = fixes.get(finding.file).filter(|_| finding.is_change());
        let fingerprint = fingerprint(finding, &mut fingerprints);
        result(finding, &rules, fingerprint, fix)
    });
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            results: results.collect(),
            artifacts: texts.iter().map(artifact).collect(),
            column_kind: "unicodeCodePoints",
            invocations: [invocation(report, run)],
            tool: Tool {
                driver: Driver {
                    name: "Pleat",
                    version: run.version.to_string(),
                    semantic_version: run.version.to_string(),
                    rules,
                },
            },
        }],
    };
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn invocation(report: &Report, run: &SarifRun<'_>) -> Invocation {
    Invocation {
        arguments: run.arguments.to_vec(),
        execution_successful: report.failures.is_empty() && run.exit_code <= 1,
        exit_code: run.exit_code,
        tool_execution_notifications: report.failures.iter().map(notification).collect(),
    }
}

fn notification(failure: &FailureEntry) -> Notification {
    Notification {
        level: "error",
        message: plain(&failure.message),
        locations: [location(
            &failure.file,
            failure.line.map(finding::start_of_line).as_ref(),
        )],
    }
}

fn artifact(text: &FileText) -> Artifact {
    Artifact {
        location: artifact_location(&text.path),
        encoding: if text.is_utf8 { "UTF-8" } else { "ISO-8859-1" },
        source_language: "c",
    }
}

fn result(
    finding: &Finding<'_>,
    rules: &[Rule],
    fingerprint: String,
    fix: Option<&Fix>,
) -> SarifResult {
    let (kind, level) = match finding.attention {
        Attention::Folded | Attention::NearMiss => ("fail", "note"),
        Attention::Other => ("informational", "none"),
    };
    SarifResult {
        rule_id: finding.code.to_string(),
        rule_index: rules.iter().position(|rule| rule.id == finding.code),
        kind,
        level,
        message: plain(&finding.message()),
        locations: [main_location(finding)],
        related_locations: finding
            .related
            .iter()
            .map(|r| related(finding, r))
            .collect(),
        partial_fingerprints: Fingerprints { array: fingerprint },
        fixes: fix.into_iter().cloned().collect(),
    }
}

/// The array and its function: the same when lines move. Equal ones are counted.
fn fingerprint(finding: &Finding<'_>, seen: &mut BTreeMap<String, usize>) -> String {
    let arrays = finding.arrays.join(",");
    let text = format!(
        "{}/{}/{arrays}",
        artifact_location(finding.file).uri,
        finding.function
    );
    let count = seen.entry(text.clone()).or_default();
    *count += 1;
    match count {
        1 => text,
        count => format!("{text}/{count}"),
    }
}

fn main_location(finding: &Finding<'_>) -> Location {
    let function = LogicalLocation {
        name: finding.function.to_string(),
        kind: "function",
    };
    let is_function = !finding.function.is_empty();
    Location {
        logical_locations: is_function.then_some(function).into_iter().collect(),
        ..location(finding.file, finding.place.as_ref())
    }
}

fn related(finding: &Finding<'_>, place: &SpanEntry) -> Location {
    let text = match place.label.is_empty() {
        true => "the place that decides",
        false => &place.label,
    };
    Location {
        message: Some(plain(text)),
        ..location(finding.file, Some(place))
    }
}

fn location(file: &str, place: Option<&SpanEntry>) -> Location {
    Location {
        physical_location: PhysicalLocation {
            artifact_location: artifact_location(file),
            region: place.map(region),
        },
        logical_locations: Vec::new(),
        message: None,
    }
}

fn region(place: &SpanEntry) -> Region {
    Region {
        start_line: place.line,
        start_column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
    }
}

/// A relative path as a relative URI, an absolute one as a `file:` URI.
fn artifact_location(path: &str) -> ArtifactLocation {
    let path = path.trim_start_matches("./");
    let escaped = utf8_percent_encode(path, ESCAPED).to_string();
    ArtifactLocation {
        uri: match path.starts_with('/') {
            true => format!("file://{escaped}"),
            false => escaped,
        },
    }
}

fn plain(text: &str) -> Text {
    Text {
        text: text.to_string(),
        markdown: None,
    }
}

/// The fix of each file that changed, by its path: all changes of the file, which are proved
/// together.
fn fixes_of<'a>(findings: &[Finding<'a>], texts: &'a [FileText]) -> BTreeMap<&'a str, Fix> {
    let changed = texts.iter().filter(|text| text.old != text.new);
    let fixes = changed.map(|text| {
        let own = findings
            .iter()
            .filter(|f| f.file == text.path && f.code == finding::FOLDED);
        let arrays: Vec<&str> = own.flat_map(|f| f.arrays.iter().copied()).collect();
        let description = match arrays.is_empty() {
            true => "Apply all changes of the file".to_string(),
            false => format!("Fold {}", quoted(&arrays)),
        };
        let change = ArtifactChange {
            artifact_location: artifact_location(&text.path),
            replacements: fixes::replacements(&text.old, &text.new),
        };
        let fix = Fix {
            description: FixText { text: description },
            artifact_changes: [change],
        };
        (text.path.as_str(), fix)
    });
    fixes.collect()
}
