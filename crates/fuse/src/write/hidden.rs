//! Nests whose counter cannot get another name: macros mention it in their bodies, or the nest
//! declares the other name itself.

use super::body::declared_names;
use crate::nests::NestText;
use source::{MacroText, SourceFile, Unit};
use std::collections::BTreeSet;

/// Whether a macro in a nest's body mentions the nest's counter.
pub(super) fn mentions(unit: &Unit, nest: &NestText) -> bool {
    let text = unit.file.slice(nest.body);
    let mut open: Vec<String> = source::names(&text).map(str::to_string).collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        let found = unit
            .macro_texts
            .iter()
            .filter(|m| m.name == name && !m.in_header);
        for text in found.filter(|_| seen.insert(name.clone())) {
            let words = words(text);
            if words.contains(&nest.counter) {
                return true;
            }
            open.extend(words);
        }
    }
    false
}

/// Whether a nest's body declares a name.
pub(super) fn declares(file: &SourceFile, nest: &NestText, name: &str) -> bool {
    let names = declared_names(&file.slice(nest.body), true);
    names.iter().any(|own| own == name)
}

/// The words of a macro's replacement that are none of its parameters.
fn words(text: &MacroText) -> Vec<String> {
    let (params, body) = text.body.split_at(params(&text.body));
    let words = body.iter().filter(|w| !params.contains(w));
    words.cloned().collect()
}

/// The number of words in the list of parameters.
fn params(body: &[String]) -> usize {
    let is_list = |words: &[String]| {
        let mut names = words.iter().step_by(2);
        let mut commas = words.iter().skip(1).step_by(2);
        commas.all(|w| w == ",")
            && names.all(|w| w.starts_with(|c: char| !c.is_ascii_punctuation() || "_.".contains(c)))
    };
    let close = body.iter().position(|w| w == ")");
    match close {
        Some(close) if body[0] == "(" && close + 1 < body.len() && is_list(&body[1..close]) => {
            close + 1
        }
        _ => 0,
    }
}
