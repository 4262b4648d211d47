//! Answers as diagnostics: folds as information, near misses as hints.

use super::answer::{Array, Kind};
use super::document::Answered;
use super::positions::Lines;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
    Uri,
};
use std::ops;

/// The name of this program among the sources of diagnostics.
const SOURCE: &str = "pleat";

/// The diagnostics of a text.
pub(super) fn all(uri: &Uri, answered: &Answered) -> Vec<Diagnostic> {
    let lines = Lines::new(&answered.text);
    let answer = &answered.answer;
    if let Some((problem, place)) = &answer.problem {
        return vec![plain(
            DiagnosticSeverity::INFORMATION,
            lines.range(place),
            format!("not analysed: {problem}"),
        )];
    }
    let arrays = { answer.arrays.iter() }.filter_map(|array| of_array(uri, &lines, array));
    let warnings = answer.warnings.iter().map(|(message, place)| {
        let range = lines.range(place);
        plain(DiagnosticSeverity::WARNING, range, message.clone())
    });
    arrays.chain(warnings).collect()
}

/// The diagnostic of an array; none for arrays that need no attention.
pub(super) fn of_array(uri: &Uri, lines: &Lines<'_>, array: &Array) -> Option<Diagnostic> {
    let severity = match array.kind {
        Kind::Folds => DiagnosticSeverity::INFORMATION,
        Kind::NearMiss => DiagnosticSeverity::HINT,
        Kind::Other => return None,
    };
    let related = |(message, place): &(String, ops::Range<usize>)| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), lines.range(place)),
        message: message.clone(),
    };
    let related: Vec<_> = array.related.iter().map(related).collect();
    Some(Diagnostic {
        code: Some(NumberOrString::String(array.code.clone())),
        related_information: (!related.is_empty()).then_some(related),
        ..plain(severity, lines.range(&array.place), message(array))
    })
}

fn message(array: &Array) -> String {
    let name = &array.name;
    match array.kind {
        Kind::Folds => format!("`{name}` folds: {}", array.summary),
        _ => [format!("`{name}` stays as it is: {}", array.summary)]
            .into_iter()
            .chain(array.notes.iter().cloned())
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

fn plain(severity: DiagnosticSeverity, range: Range, message: String) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        source: Some(SOURCE.to_string()),
        message,
        ..Diagnostic::default()
    }
}
