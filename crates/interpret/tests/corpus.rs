//! Every function of the corpus is executed and equals itself.
#![allow(clippy::unwrap_used)]

mod common;

use common::Text;
use interpret::{Limits, Outcome};
use source::{Flags, SourceFile};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The flags that a file asks for, and those of its suite.
fn flags(path: &Path) -> Flags {
    let folder = path.parent().unwrap();
    let utilities = folder.join("utilities");
    let include = utilities
        .is_dir()
        .then(|| format!("-I{}", utilities.display()));
    Flags {
        args: include.into_iter().collect(),
        folder: Some(folder.to_path_buf()),
        ..Flags::default()
    }
}

/// Few settings: that a function can be executed at all is what counts.
fn limits() -> Limits {
    Limits {
        steps: 3_000_000,
        total_steps: 300_000,
        ..Limits::default()
    }
}

fn outcome(text: &Text, function: &str) -> Outcome {
    match function {
        "main" => interpret::compare_main(text.version(), text.version(), &limits()),
        name => interpret::compare(text.version(), text.version(), name, &limits()),
    }
}

#[test]
fn every_function_equals_itself() {
    let (mut same, mut all) = (0, 0);
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files() {
        let file = SourceFile::read(&path).unwrap();
        let Ok(text) = Text::of(file, &flags(&path)) else {
            continue;
        };
        for function in &text.program.functions {
            let name = format!("{}: {}", path.display(), function.name);
            all += 1;
            match outcome(&text, &function.name) {
                Outcome::Same { .. } => same += 1,
                Outcome::Differ(witness) => panic!("{name}: {witness}"),
                Outcome::Inconclusive { reason, .. } => {
                    reasons.entry(reason).or_default().push(name)
                }
            }
        }
    }
    assert!(same * 100 >= all * 95, "{same} of {all}: {reasons:#?}");
    assert!(all > 500, "{all}");
}
