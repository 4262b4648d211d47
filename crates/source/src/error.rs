//! Why a file cannot be read or preprocessed. It knows neither files nor compilers.

use std::io;
use std::path::PathBuf;

/// Why a file could not be preprocessed.
#[derive(Debug, thiserror::Error)]
pub enum PreprocessError {
    /// There is no such compiler.
    #[error("the compiler `{cc}` was not found; name another one with CC=...")]
    CompilerNotFound {
        /// The program that was looked for.
        cc: String,
    },
    /// The compiler could not be started or talked to.
    #[error("the compiler `{cc}` could not be run: {error}")]
    CompilerUnusable {
        /// The program.
        cc: String,
        /// What the system said.
        error: io::Error,
    },
    /// The compiler refuses the file.
    #[error("`{cc} -E` failed{}:\n{}", exit_text(*code), stderr.trim_end())]
    CompilerFailed {
        /// The program.
        cc: String,
        /// Its exit code; none if a signal ended it.
        code: Option<i32>,
        /// Its messages, naming the user's file.
        stderr: String,
    },
    /// There is no room for the text that the compiler shall read.
    #[error("cannot write a temporary file: {error}")]
    NoTemporary {
        /// What the system said.
        error: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file does not fit 32-bit offsets.
    #[error("{} is larger than 4 GiB", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
}

fn exit_text(code: Option<i32>) -> String {
    code.map_or_else(
        || " by a signal".into(),
        |code| format!(" with exit code {code}"),
    )
}
