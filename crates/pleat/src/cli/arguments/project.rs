//! The folders of a project, seen from one of its files.

use std::path::{Path, PathBuf};

/// Entries of a folder that make it the root of a repository.
const ROOTS: [&str; 3] = [".git", ".hg", ".jj"];

/// The folder of a file and those above it, up to the root of the repository. The folder itself
/// instead of a file is allowed.
pub(crate) fn folders(path: &Path) -> Vec<PathBuf> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let above = path.ancestors().skip(usize::from(!path.is_dir()));
    let mut folders = Vec::new();
    for folder in above {
        folders.push(folder.to_path_buf());
        if ROOTS.iter().any(|root| folder.join(root).exists()) {
            break;
        }
    }
    folders
}
