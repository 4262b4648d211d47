//! The inputs that a command line names: files, and standard input as `-`.

use source::SourceFile;
use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

/// Standard input on the command line.
const STDIN: &str = "-";

/// Standard input in messages.
const STDIN_NAME: &str = "<stdin>";

/// Whether the path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> Cow<'_, str> {
    match is_stdin(path) {
        true => STDIN_NAME.into(),
        false => path.to_string_lossy(),
    }
}

/// Reads an input. `#include "..."` of standard input searches the current folder.
pub(crate) fn read(path: &Path) -> Result<SourceFile, String> {
    Ok(SourceFile::new(name(path).as_ref(), bytes(path)?))
}

/// Reads standard input as if it were the content of another file.
pub(crate) fn stdin_as(path: &Path) -> Result<SourceFile, String> {
    Ok(SourceFile::new(path.to_path_buf(), bytes(STDIN.as_ref())?))
}

/// The bytes of an input.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let read = match is_stdin(path) {
        true => all_of_stdin(),
        false => std::fs::read(path),
    };
    read.map_err(|e| format!("cannot read {}: {e}", name(path)))
}

fn all_of_stdin() -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}
