//! Random C programs from a fixed seed through all of Pleat. `scripts/fuzz` runs more of them.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

/// Runs a part of a campaign; returns its output.
fn campaign(arguments: &[&str]) -> String {
    let campaign = Path::new(env!("CARGO_BIN_EXE_campaign"));
    let pleat = campaign.with_file_name("pleat");
    assert!(pleat.exists(), "build it first: cargo build --bin pleat");
    let output = Command::new(campaign).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    text
}

/// The number on a line of the summary.
fn number(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|l| l.trim().strip_prefix(name));
    line.unwrap().trim().parse().unwrap()
}

#[test]
fn sequential_programs() {
    let text = campaign(&["--programs", "150", "--run", "50"]);
    assert!(number(&text, "compiled and run") == 50, "{text}");
    assert!(number(&text, "programs") >= 110, "{text}");
    assert!(number(&text, "mappings tried") >= 150, "{text}");
    assert!(number(&text, "refused") >= 40, "{text}");
}

#[test]
fn programs_with_threads() {
    let text = campaign(&["--programs", "50", "--run", "50", "--parallel"]);
    assert!(number(&text, "compiled and run") == 50, "{text}");
}

/// Constructs beyond plain loops: the names of features.
#[rustfmt::skip]
const FEATURES: &[&str] = &[
    "expressions",
    "callbacks",
    "directives",
    "default-none",
    "directive-macros",
    "threads",
    "other-threads",
    "weak",
    "library-names",
    "streams",
    "counters",
    "products",
    "memory",
    "constants",
    "questions",
    "assertions",
    "bounds",
    "exits",
    "twice",
    "lines",
    "c90",
    "warnings",
];

#[test]
fn programs_with_features() {
    let features = FEATURES.join(",");
    let text = campaign(&["--programs", "50", "--features", &features]);
    assert!(number(&text, "compiled and run") == 50, "{text}");
}
