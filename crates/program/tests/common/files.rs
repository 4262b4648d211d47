//! The files of the corpus, with the flags that they are compiled with.

use source::Flags;
use std::fs;
use std::path::{Path, PathBuf};

/// All C files, sorted.
pub(crate) fn corpus() -> Vec<PathBuf> {
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

/// The flags of a file.
pub(crate) fn flags(path: &Path) -> Flags {
    Flags {
        folder: path.parent().map(Path::to_path_buf),
        ..Flags::default()
    }
}
