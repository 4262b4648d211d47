//! Every named reason has a file in corpus/refused: the input is returned byte for byte, and the
//! first line of the file names the array that stays and the reason.

use crate::common::{fold_by, root};
use crate::names;
use crate::snapshot;
use pleat::Options;
use report::Status;
use rstest::rstest;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// `// kept: t address-escapes` as name and reason.
fn expectation(text: &str) -> (String, String) {
    let line = text.lines().next().unwrap();
    let rest = line
        .strip_prefix("// kept: ")
        .expect("a first line `// kept: NAME REASON`");
    let (name, reason) = rest.trim().split_once(' ').unwrap();
    (name.to_string(), reason.to_string())
}

#[rstest]
fn comes_back_unchanged(#[files("../../corpus/refused/*.c")] path: PathBuf) {
    let hints = Options {
        hints: true,
        ..Options::default()
    };
    let folded = fold_by(&path, &[], &hints);
    let text = std::fs::read_to_string(&path).unwrap();
    let (name, reason) = expectation(&text);
    assert_eq!(folded.bytes, text.as_bytes());
    let entry = folded
        .report
        .arrays
        .iter()
        .find(|a| a.name == name)
        .unwrap();
    assert_eq!(entry.status, Status::Kept);
    assert_eq!(entry.reason.as_deref(), Some(reason.as_str()));
    assert!(!entry.detail.is_empty());
    names::check(&folded);
    let remarks: String = folded
        .remarks
        .iter()
        .map(|r| source::render(&folded.file, r, false))
        .collect();
    snapshot::settings("refused").bind(|| insta::assert_snapshot!(snapshot::stem(&path), remarks));
}

/// The kebab-case names in `code()` of a reason type.
fn codes(file: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let arms = text.lines().filter_map(|line| line.split_once("=> \""));
    arms.filter_map(|(_, rest)| rest.split_once('"'))
        .map(|(code, _)| code.to_string())
        .filter(|code| !code.contains(' '))
        .collect()
}

/// Reasons that no file can cause, or that need a flag.
const WITHOUT_FIXTURE: [&str; 2] = ["analysis-failed", "excluded"];

/// All codes.
fn all_codes() -> BTreeSet<String> {
    let mut all = codes(&root().join("crates/c/src/facts/refusal.rs"));
    all.extend(codes(&root().join("crates/pleat/src/reason/mod.rs")));
    assert!(all.len() > 50, "{all:?}");
    all
}

#[test]
fn every_reason_is_documented() {
    let pages: BTreeSet<String> = report::reasons::codes().map(String::from).collect();
    assert_eq!(pages, all_codes(), "docs/reasons has a page for each code");
}

#[test]
fn every_reason_has_a_fixture() {
    let all = all_codes();
    let mut seen = BTreeSet::new();
    let files = std::fs::read_dir(root().join("corpus/refused")).unwrap();
    let paths = files.map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|e| e == "c")) {
        seen.insert(expectation(&std::fs::read_to_string(path).unwrap()).1);
    }
    let missing: Vec<_> = all
        .iter()
        .filter(|code| !seen.contains(*code) && !WITHOUT_FIXTURE.contains(&code.as_str()))
        .collect();
    assert!(missing.is_empty(), "no fixture for {missing:?}");
}
