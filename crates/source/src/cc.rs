//! Running the user's compiler as a preprocessor.

use crate::file::{SourceFile, same_length_text};
use crate::layout::Layout;
use crate::stage::{Disguise, own_folder, staged};
use crate::symbols::Symbols;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The user's compiler and flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flags {
    /// The program.
    pub cc: OsString,
    /// The user's flags: `-I`, `-D`, `-std` and so on. Flags that say what to produce (`-c`,
    /// `-o x`, `-MD`) are ignored; input files must not be among them.
    pub args: Vec<String>,
    /// The folder in which the compiler runs; Pleat's own if `None`.
    pub folder: Option<PathBuf>,
}

impl Default for Flags {
    /// `$CC`, which may carry flags of its own, or `cc`.
    fn default() -> Flags {
        let wanted = std::env::var("CC").unwrap_or_default();
        let mut words = wanted.split_whitespace().map(String::from);
        let cc = words.next().unwrap_or_else(|| "cc".into()).into();
        Flags {
            cc,
            args: words.collect(),
            folder: None,
        }
    }
}

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

/// The name of the main file in the compiler's output.
const SHOWN: &str = "<stdin>";

/// What `cc -E -dD` prints for the content of `file`, without its `#line` directives.
pub(crate) fn run(
    file: &SourceFile,
    layout: &Layout,
    symbols: &Symbols,
    flags: &Flags,
) -> Result<String, PreprocessError> {
    let cc = flags.cc.to_string_lossy().into_owned();
    let no_temporary = |error| PreprocessError::NoTemporary { error };
    let input = Input::write(file, layout, symbols).map_err(no_temporary)?;
    let spoken = input.command(flags).output();
    let spoken = spoken.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => PreprocessError::CompilerNotFound { cc: cc.clone() },
        _ => PreprocessError::CompilerUnusable {
            cc: cc.clone(),
            error,
        },
    })?;
    let success = spoken.status.success();
    if success && u32::try_from(spoken.stdout.len()).is_err() {
        return Err(PreprocessError::TooLarge {
            path: file.path.clone(),
        });
    }
    if success {
        return Ok(same_length_text(&spoken.stdout));
    }
    Err(PreprocessError::CompilerFailed {
        cc,
        code: spoken.status.code(),
        stderr: input.in_users_words(&String::from_utf8_lossy(&spoken.stderr), file),
    })
}

/// The main file, staged in a folder of its own: nothing else is found there.
struct Input {
    work: tempfile::TempDir,
    /// The absolute path of the main file's folder.
    folder: PathBuf,
    /// Whether `folder` must be searched by the compiler.
    search: bool,
}

impl Input {
    fn write(file: &SourceFile, layout: &Layout, symbols: &Symbols) -> io::Result<Input> {
        let folder = std::path::absolute(own_folder(&file.path))?;
        let work = tempfile::Builder::new().prefix("pleat-").tempdir()?;
        let disguise = Disguise {
            name: SHOWN,
            folder: &folder,
        };
        let plain = layout.without_line_directives(&file.bytes);
        let staged = staged(file, layout, &plain, disguise, symbols);
        let staged = staged.ok_or_else(|| io::Error::other("the file cannot be staged"))?;
        std::fs::write(work.path().join(STAGED), staged.bytes)?;
        Ok(Input {
            work,
            folder,
            search: !staged.exact,
        })
    }

    fn command(&self, flags: &Flags) -> Command {
        let mut command = Command::new(&flags.cc);
        command.args(preprocessing_flags(&flags.args));
        command.args(["-E", "-dD"]);
        if self.search {
            command.arg("-iquote").arg(&self.folder);
        }
        command
            .args(["-x", "c"])
            .arg(self.work.path().join(STAGED))
            .env("LC_ALL", "C")
            // They make the compiler write dependencies for everything that it reads.
            .env_remove("DEPENDENCIES_OUTPUT")
            .env_remove("SUNPRO_DEPENDENCIES")
            .stdin(Stdio::null());
        if let Some(folder) = &flags.folder {
            command.current_dir(folder);
        }
        command
    }

    /// The compiler's messages with the names that the user knows.
    fn in_users_words(&self, stderr: &str, file: &SourceFile) -> String {
        let staged = self.work.path().join(STAGED);
        let path = file.path.display().to_string();
        let staged = stderr.replace(&staged.display().to_string(), SHOWN);
        staged.replace(SHOWN, &path)
    }
}

/// The name of the staged file.
const STAGED: &str = "main.c";

/// The flags without those that choose another kind of output.
fn preprocessing_flags(args: &[String]) -> Vec<&str> {
    let mut kept = Vec::with_capacity(args.len());
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        match arg {
            "-o" | "-MF" | "-MT" | "-MQ" | "-MJ" | "-x" => drop(args.next()),
            // Their value may look like any other flag.
            "-I" | "-D" | "-U" | "-include" | "-imacros" | "-isystem" | "-iquote"
            | "-idirafter" => {
                kept.push(arg);
                kept.extend(args.next());
            }
            _ if chooses_output(arg) => {}
            _ => kept.push(arg),
        }
    }
    kept
}

fn chooses_output(arg: &str) -> bool {
    const WHOLE: [&str; 20] = [
        "-c",
        "-S",
        "-E",
        "-P",
        "-C",
        "-CC",
        "-M",
        "-MM",
        "-MD",
        "-MMD",
        "-MG",
        "-MP",
        "-dM",
        "-dD",
        "-dN",
        "-dI",
        "-dU",
        "-fdirectives-only",
        "-fsyntax-only",
        "-fpreprocessed",
    ];
    const STARTS: [&str; 8] = [
        "-o",
        "-MF",
        "-MT",
        "-MQ",
        "-MJ",
        "-x",
        "-save-temps",
        "-Wp,-M",
    ];
    WHOLE.contains(&arg) || STARTS.iter().any(|start| arg.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(args: &[&str]) -> String {
        let args: Vec<String> = args.iter().map(|&a| a.into()).collect();
        preprocessing_flags(&args).join(" ")
    }

    #[test]
    fn output_flags_are_dropped() {
        assert_eq!(
            kept(&[
                "-c", "-O3", "-o", "x.o", "-DN=4", "-MD", "-MF", "x.d", "-ox", "-P"
            ]),
            "-O3 -DN=4"
        );
        assert_eq!(
            kept(&["-I", "-o", "-D", "c", "-std=c99", "-fopenmp"]),
            "-I -o -D c -std=c99 -fopenmp"
        );
    }
}
