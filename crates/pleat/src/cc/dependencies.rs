//! Dependency files: they must name the user's files.

use super::staging::StagedSource;
use crate::invocation::Invocation;
use std::fs;
use std::path::Path;

/// Puts the user's names into the dependency files of the staged sources.
///
/// # Errors
/// A dependency file that must be there is not found, or keeps a temporary name.
pub fn correct(invocation: &Invocation, staged: &[StagedSource]) -> Result<(), String> {
    if !invocation.writes_dependencies() {
        return Ok(());
    }
    for source in staged {
        let mut found = false;
        for file in invocation.dependency_files(&source.path) {
            found |= correct_one(&file, source)?;
        }
        if !found {
            let name = source.path.display();
            return Err(format!("{name}: its dependency file is not found"));
        }
    }
    Ok(())
}

/// Whether `file` names the staged source; then it no longer does.
fn correct_one(file: &Path, source: &StagedSource) -> Result<bool, String> {
    let Ok(text) = fs::read_to_string(file) else {
        return Ok(false);
    };
    let shown = escaped(&source.shown_folder());
    let folders = [&source.text_folder, &source.header_folder];
    let corrected = folders.iter().fold(text.clone(), |text, folder| {
        text.replace(&format!("{}/", folder.display()), &shown)
    });
    if corrected == text {
        return Ok(false);
    }
    let failed = |e: std::io::Error| format!("cannot write {}: {e}", file.display());
    fs::write(file, corrected).map_err(failed)?;
    Ok(true)
}

/// As make wants it.
fn escaped(name: &str) -> String {
    name.replace(' ', "\\ ")
        .replace('#', "\\#")
        .replace('$', "$$")
}
