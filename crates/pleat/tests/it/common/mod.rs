//! Folding, for the corpus tests; `programs` compiles and runs.
#![allow(dead_code, unused_imports)]

mod programs;

pub(crate) use programs::{
    Program, SANITIZED, assert_same_at_sizes, run, run_at_sizes, run_with, run_within,
};

use pleat::{Folded, Options, STACK_BYTES};
use source::{Flags, SourceFile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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
    let mut flags = folder_flags(&file);
    flags.args.splice(0..0, args.iter().map(|a| a.to_string()));
    on_big_stack(|| pleat::fold(file, &flags, options).unwrap())
}

/// Flags under which `#include "..."` searches the folder of a file.
pub(crate) fn folder_flags(file: &SourceFile) -> Flags {
    let folder = file.path.parent().unwrap_or(Path::new("."));
    let mut flags = Flags::default();
    flags.args.push(format!("-I../../{}", folder.display()));
    flags
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
