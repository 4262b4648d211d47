//! The pairs of corpus/verify: two versions of a program, and what is to be said of them.

use crate::common::root;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Two versions of a program.
pub(crate) struct Pair {
    pub(crate) before: PathBuf,
    pub(crate) after: PathBuf,
    /// `proved`, `refuted` or `unknown`.
    pub(crate) verdict: String,
}

impl Pair {
    /// The pairs of a folder of corpus/verify, given its `before.c`.
    pub(crate) fn of(before: &Path) -> Vec<Pair> {
        let folder = before.parent().unwrap();
        let files = std::fs::read_dir(folder).unwrap();
        let files = files.map(|entry| entry.unwrap().path());
        let mut files: Vec<PathBuf> = files.filter(|path| path != before).collect();
        files.sort();
        let pair = |after: PathBuf| Pair {
            verdict: stated_verdict(&after),
            before: before.to_path_buf(),
            after,
        };
        files.into_iter().map(pair).collect()
    }

    /// `box_rows/after_ring`
    pub(crate) fn name(&self) -> String {
        let stem = self.after.file_stem().unwrap().to_string_lossy();
        let folder = self.after.parent().unwrap().file_name().unwrap();
        format!("{}/{stem}", folder.to_string_lossy())
    }
}

/// The first line of a file says `/* verify: proved`.
fn stated_verdict(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let first = text.lines().next().unwrap();
    let verdict = first.strip_prefix("/* verify: ").unwrap_or_default();
    let known = ["proved", "refuted", "unknown"].contains(&verdict);
    assert!(known, "{}: {first}", path.display());
    verdict.to_string()
}

/// The macros that `-D` sets.
pub(crate) fn sizes(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines
        .filter_map(|line| line.strip_prefix("#ifndef "))
        .collect()
}

/// Runs `pleat verify` in the folder of the workspace.
pub(crate) fn verify(args: &[&str]) -> Output {
    verify_in(&root(), args)
}

/// Runs `pleat verify` in a folder.
pub(crate) fn verify_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
    let output = command
        .arg("verify")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    output
}

/// The path of a file of corpus/verify, as a user in the folder of the workspace would name it.
pub(crate) fn corpus_path(path: &Path) -> String {
    let root = root().canonicalize().unwrap();
    let path = path.canonicalize().unwrap();
    path.strip_prefix(root).unwrap().display().to_string()
}
