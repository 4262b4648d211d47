//! Why a file cannot be read or preprocessed. It knows neither files nor compilers.

use std::io;
use std::path::PathBuf;

/// Why a file could not be read or preprocessed.
#[derive(Debug, thiserror::Error)]
pub enum PreprocessError {
    /// The compiler does not exist.
    #[error("the compiler `{cc}` was not found; name another one with CC=...")]
    CompilerNotFound {
        /// The program.
        cc: String,
    },
    /// The compiler could not be started, or its output could not be read.
    #[error("the compiler `{cc}` could not be run: {error}")]
    CompilerUnusable {
        /// The program.
        cc: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The compiler rejects the file.
    #[error("`{cc} {pass}` failed{}:\n{}", exit_text(*code), stderr.trim_end())]
    CompilerFailed {
        /// The program.
        cc: String,
        /// The flag that stands for what it was asked to do.
        pass: &'static str,
        /// Its exit code; `None` if a signal ended it.
        code: Option<i32>,
        /// Its messages, with the path of the user's file.
        stderr: String,
    },
    /// The staged text of the file could not be written.
    #[error("cannot write a temporary file: {error}")]
    NoTemporary {
        /// The error of the system.
        error: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is too large for 32-bit offsets.
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
