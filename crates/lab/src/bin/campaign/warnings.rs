//! Compiler warnings before and after a fold.

use super::execute::limited;
use super::problem::{Problem, Wrong};
use super::setting::Setting;
use lab::random::Kernel;
use std::collections::BTreeMap;
use std::path::Path;

/// The warnings that people enable.
const ASKED: [&str; 6] = [
    "-fsyntax-only",
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wconversion",
    "-Wsign-conversion",
];

/// The number of warnings by kind.
type Kinds = BTreeMap<String, usize>;

/// Kernels for which a compiler prints a new kind of warning, or more of a kind.
pub(crate) fn compare(
    kernels: &[&Kernel],
    original: &[u8],
    folded: &[u8],
    setting: &Setting,
) -> Vec<Wrong> {
    let both = warnings(original, setting).zip(warnings(folded, setting));
    let Some((before, after)) = both else {
        let what = "the compiler cannot be started".to_string();
        return vec![(None, Problem::Generator(what))];
    };
    let none = Kinds::new();
    let mut wrong = Vec::new();
    for (k, kernel) in kernels.iter().enumerate() {
        let [old, new] = [&before, &after].map(|all| all.get(kernel.name()).unwrap_or(&none));
        let more = |(kind, count): &(&String, &usize)| old.get(*kind).unwrap_or(&0) < *count;
        let more: Vec<&str> = new
            .iter()
            .filter(more)
            .map(|(kind, _)| kind.as_str())
            .collect();
        if !more.is_empty() {
            wrong.push((Some(k), Problem::Warning(more.join(" "))));
        }
    }
    wrong
}

/// The warnings in each function; `None` if there is no compiler.
fn warnings(text: &[u8], setting: &Setting) -> Option<BTreeMap<String, Kinds>> {
    let work = tempfile::tempdir().ok()?;
    let source = work.path().join("random.c");
    std::fs::write(&source, text).ok()?;
    let mut gcc = limited(Path::new("gcc"));
    gcc.env("LC_ALL", "C").args(setting.language()).args(ASKED);
    let output = gcc.arg("-fopenmp").arg(&source).output().ok()?;
    let mut all: BTreeMap<String, Kinds> = BTreeMap::new();
    let mut function = String::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        if let Some((_, name)) = line.split_once("In function '") {
            function = name
                .trim_end_matches("':")
                .trim_end_matches("_body")
                .to_string();
        } else if let Some((_, kind)) = line.rsplit_once("[-W") {
            let kinds = all.entry(function.clone()).or_default();
            *kinds
                .entry(format!("-W{}", kind.trim_end_matches(']')))
                .or_default() += 1;
        }
    }
    Some(all)
}
