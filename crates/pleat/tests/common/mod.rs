//! Folding, compiling and running, for the corpus tests.
#![allow(dead_code, clippy::unwrap_used)]

use pleat::{Folded, Options, STACK_BYTES};
use source::{Flags, SourceFile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use storage::Objective;

/// Flags under which every compiler computes the same values.
const STRICT: [&str; 3] = ["-std=gnu11", "-ffp-contract=off", "-Wno-unknown-pragmas"];

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file with a path relative to the workspace, as a user in that folder would name it.
pub(crate) fn source(path: &Path) -> SourceFile {
    let path = path.canonicalize().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let root = root().canonicalize().unwrap();
    let name = path.strip_prefix(&root).unwrap_or(&path).to_path_buf();
    SourceFile::new(name, bytes)
}

/// Runs `f` on a thread with the stack that the driver needs.
pub(crate) fn on_big_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, f)
            .unwrap()
            .join()
            .unwrap()
    })
}

/// Folds with the default options. Tests run in the folder of their crate; `#include "..."`
/// searches the folder of the file.
pub(crate) fn fold(path: &Path) -> Folded {
    fold_with(path, &[])
}

/// Folds with the default options, preprocessed with `args`.
pub(crate) fn fold_with(path: &Path, args: &[&str]) -> Folded {
    fold_by(path, args, &Options::default())
}

/// Folds, preprocessed with `args`.
pub(crate) fn fold_by(path: &Path, args: &[&str], options: &Options) -> Folded {
    let file = source(path);
    let mut flags = Flags::default();
    flags.args.extend(args.iter().map(|a| a.to_string()));
    let folder = file.path.parent().unwrap_or(Path::new("."));
    flags.args.push(format!("-I../../{}", folder.display()));
    on_big_stack(|| pleat::fold(file, &flags, options).unwrap())
}

/// The distinct results of some options, each proved.
pub(crate) fn results(
    path: &Path,
    options: impl IntoIterator<Item = Options>,
) -> BTreeSet<Vec<u8>> {
    let by = |options: Options| {
        let folded = fold_by(path, &[], &options);
        assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
        folded.bytes
    };
    options.into_iter().map(by).collect()
}

/// The distinct results of all objectives.
pub(crate) fn results_for_objectives(path: &Path) -> BTreeSet<Vec<u8>> {
    let of = |objective| Options {
        objective,
        ..Options::default()
    };
    results(path, Objective::ALL.map(of))
}

/// Compiles a text with a compiler and flags, runs it, and returns its output.
pub(crate) fn run(text: &[u8], compiler: &str, flags: &[&str]) -> Result<String, String> {
    run_with(text, compiler, flags, &[])
}

/// As [`run`], for at most so many seconds of processor time.
pub(crate) fn run_within(
    seconds: u32,
    text: &[u8],
    compiler: &str,
    flags: &[&str],
) -> Result<String, String> {
    run_limited(text, compiler, flags, &[], &format!("ulimit -t {seconds};"))
}

/// As [`run`], with variables in the program's environment.
pub(crate) fn run_with(
    text: &[u8],
    compiler: &str,
    flags: &[&str],
    variables: &[(&str, &str)],
) -> Result<String, String> {
    run_limited(text, compiler, flags, variables, "")
}

/// As [`run_with`]; the shell sets limits first.
fn run_limited(
    text: &[u8],
    compiler: &str,
    flags: &[&str],
    variables: &[(&str, &str)],
    limits: &str,
) -> Result<String, String> {
    let work = tempfile::tempdir().unwrap();
    let c = work.path().join("program.c");
    let program = work.path().join("program");
    std::fs::write(&c, text).unwrap();
    let output = Command::new(compiler)
        .args(STRICT)
        .args(flags)
        .arg("-o")
        .arg(&program)
        .arg(&c)
        .arg("-lm")
        .output()
        .unwrap();
    if !output.status.success() {
        return Err(format!(
            "{compiler} {flags:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limits} exec \"$0\""));
    command.arg(&program);
    let output = command.envs(variables.iter().copied()).output().unwrap();
    if !output.status.success() {
        return Err(format!(
            "{compiler} {flags:?}: the program failed: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
