//! Running the user's compiler as a preprocessor.

use crate::file::{SourceFile, same_length_text};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

/// The user's compiler and flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flags {
    /// The program.
    pub cc: OsString,
    /// The user's flags: `-I`, `-D`, `-std` and so on. Flags that say what to produce (`-c`,
    /// `-o x`, `-MD`) are ignored; input files must not be among them.
    pub args: Vec<String>,
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

/// What `cc -E -dD` prints for `input`, which stands for the content of `file`.
pub(crate) fn run(
    file: &SourceFile,
    input: &[u8],
    flags: &Flags,
) -> Result<String, PreprocessError> {
    let cc = flags.cc.to_string_lossy().into_owned();
    let child = command(&file.path, flags)
        .spawn()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => PreprocessError::CompilerNotFound { cc: cc.clone() },
            _ => PreprocessError::CompilerUnusable {
                cc: cc.clone(),
                error,
            },
        })?;
    let spoken = converse(child, input).map_err(|error| PreprocessError::CompilerUnusable {
        cc: cc.clone(),
        error,
    })?;
    if spoken.success && u32::try_from(spoken.stdout.len()).is_err() {
        return Err(PreprocessError::TooLarge {
            path: file.path.clone(),
        });
    }
    if spoken.success {
        return Ok(same_length_text(&spoken.stdout));
    }
    let stderr = String::from_utf8_lossy(&spoken.stderr);
    let stderr = stderr.replace("<stdin>", &file.path.display().to_string());
    Err(PreprocessError::CompilerFailed {
        cc,
        code: spoken.code,
        stderr,
    })
}

fn command(path: &Path, flags: &Flags) -> Command {
    let folder = path
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut command = Command::new(&flags.cc);
    command
        .args(preprocessing_flags(&flags.args))
        .args(["-E", "-dD", "-iquote"])
        .arg(folder)
        .args(["-x", "c", "-"])
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

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

struct Spoken {
    success: bool,
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Feeds `input` while reading both outputs, so that no full pipe can stop either side.
fn converse(mut child: Child, input: &[u8]) -> io::Result<Spoken> {
    let stdin = child.stdin.take();
    let stderr = child.stderr.take();
    let stdout = child.stdout.take();
    let (out, err) = thread::scope(|scope| {
        scope.spawn(move || {
            // A compiler that fails early closes its input: its exit code says why.
            let _ = stdin.map(|mut pipe| pipe.write_all(input));
        });
        let err = scope.spawn(move || read_all(stderr));
        (
            read_all(stdout),
            err.join().unwrap_or_else(|_| Ok(Vec::new())),
        )
    });
    let status = child.wait()?;
    Ok(Spoken {
        success: status.success(),
        code: status.code(),
        stdout: out?,
        stderr: err?,
    })
}

fn read_all(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
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
