//! The C files below a folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Names of folders that build systems and package managers write.
const BUILD_NAMES: [&str; 6] = [
    "build",
    "_build",
    "builddir",
    "CMakeFiles",
    "node_modules",
    "target",
];

/// Files that mark a folder as a build's or a cache.
const BUILD_MARKS: [&str; 4] = [
    "CACHEDIR.TAG",
    "CMakeCache.txt",
    "build.ninja",
    "config.status",
];

/// The C files below a folder.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Every `*.c`, in the order of their names, folder by folder.
    pub(crate) files: Vec<PathBuf>,
    /// Build folders, which are not searched.
    pub(crate) builds: Vec<PathBuf>,
}

/// Finds every `*.c` below a folder, without hidden folders, build folders and symbolic links.
///
/// # Errors
/// A folder cannot be read.
pub(crate) fn c_files(folder: &Path) -> Result<Found, String> {
    let mut found = Found::default();
    let mut walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        let entry = entry.map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
        let is_below = entry.depth() > 0;
        if entry.file_type().is_dir() && is_below && is_hidden(&entry) {
            walk.skip_current_dir();
        } else if entry.file_type().is_dir() && is_below && is_build(entry.path()) {
            found.builds.push(entry.into_path());
            walk.skip_current_dir();
        } else if entry.file_type().is_file() && is_c(&entry) {
            let path = entry.path();
            let path = path.strip_prefix(".").unwrap_or(path);
            found.files.push(path.to_path_buf());
        }
    }
    Ok(found)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_build(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default();
    let is_named = BUILD_NAMES.iter().any(|build| name == *build);
    let starts = name.as_encoded_bytes().starts_with(b"cmake-build-");
    is_named || starts || BUILD_MARKS.iter().any(|mark| folder.join(mark).is_file())
}

fn is_c(entry: &DirEntry) -> bool {
    let is_hidden = is_hidden(entry);
    !is_hidden && entry.path().extension() == Some(OsStr::new("c"))
}
