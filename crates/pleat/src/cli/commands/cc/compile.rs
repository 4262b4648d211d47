//! Compiles the staged sources. The result counts only if it has no messages; otherwise the
//! original command is run for its own messages.

use super::dependencies::Dependencies;
use super::staging::StagedSource;
use crate::cli::compiler::invocation::Invocation;
use crate::cli::compiler::response;
use crate::cli::screen::output::complain;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Output, Stdio};

/// A longer command line is written to a response file.
const LONGEST: usize = 100_000;

/// Compiles the staged sources in place of the original ones. Returns the exit status.
///
/// # Errors
/// The compiler cannot be run, or a file cannot be written: the original must be compiled.
pub(crate) fn compile(
    original: &[OsString],
    invocation: &Invocation,
    staged: &[StagedSource],
) -> Result<u8, String> {
    let folded = FoldedCommand::new(invocation, staged).map_err(cannot_run)?;
    let dependencies = Dependencies::before(invocation, staged);
    let quiet = folded.run()?;
    if !quiet.status.success() {
        return compile_original(original, staged);
    }
    let output = match quiet.stderr.is_empty() {
        true => quiet,
        false => {
            let status = original_messages(original)?;
            if !status.success() {
                return Ok(code(status));
            }
            folded.run()?
        }
    };
    if let Some(dependencies) = dependencies {
        dependencies.correct(staged)?;
    }
    print(&output.stdout);
    Ok(code(output.status))
}

/// Compiles the original, because the folded text does not compile. If the original does, the fault
/// is in Pleat.
fn compile_original(original: &[OsString], staged: &[StagedSource]) -> Result<u8, String> {
    let status = command(original).and_then(|mut c| c.status());
    let status = status.map_err(cannot_run)?;
    if status.success() {
        let names: Vec<String> = staged
            .iter()
            .map(|s| s.path.display().to_string())
            .collect();
        complain(&format!(
            "{}: the folded text does not compile",
            names.join(", ")
        ));
    }
    Ok(code(status))
}

/// Compiles the original for its messages alone; standard output is that of the folded text.
fn original_messages(original: &[OsString]) -> Result<ExitStatus, String> {
    let status = command(original).and_then(|mut c| c.stdout(Stdio::null()).status());
    status.map_err(cannot_run)
}

fn command(words: &[OsString]) -> io::Result<Command> {
    let (program, args) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(args);
    Ok(command)
}

/// The command line with the staged sources.
struct FoldedCommand {
    words: Vec<OsString>,
    /// The response file, as long as it is needed.
    _response: Option<tempfile::NamedTempFile>,
}

impl FoldedCommand {
    fn new(invocation: &Invocation, staged: &[StagedSource]) -> io::Result<FoldedCommand> {
        let mut args = invocation.args.clone();
        for source in staged {
            args[source.at] = source.text().into_os_string();
        }
        args.extend(staged.iter().flat_map(|s| prefix_maps(invocation, s)));
        let length: usize = args.iter().map(|arg| arg.len() + 1).sum();
        let mut response = None;
        if length > LONGEST {
            let mut file = tempfile::Builder::new().prefix("pleat-").tempfile()?;
            file.write_all(&response::join(&args))?;
            args = vec![format!("@{}", file.path().display()).into()];
            response = Some(file);
        }
        Ok(FoldedCommand {
            words: [invocation.program.clone(), args].concat(),
            _response: response,
        })
    }

    fn run(&self) -> Result<Output, String> {
        let output = command(&self.words).and_then(|mut c| c.stdin(Stdio::null()).output());
        output.map_err(cannot_run)
    }
}

/// Flags that restore the user's names in `__FILE__`, `__BASE_FILE__` and debug information.
fn prefix_maps(invocation: &Invocation, source: &StagedSource) -> Vec<OsString> {
    let shown = source.shown_folder();
    let headers = match shown.is_empty() && is_clang(&invocation.compiler()) {
        true => "./",
        false => &shown,
    };
    let mut flags = Vec::new();
    let folders = [
        (&source.text_folder, shown.as_str()),
        (&source.header_folder, headers),
    ];
    for kind in ["macro", "debug"] {
        for (folder, shown) in folders {
            let name = invocation.mapped(kind, shown);
            flags.push(format!("-f{kind}-prefix-map={}/={name}", folder.display()).into());
        }
    }
    flags
}

/// Whether the compiler names headers of the current folder `./x.h` in `__FILE__`.
fn is_clang(compiler: &OsString) -> bool {
    let version = Command::new(compiler).arg("--version").output();
    version.is_ok_and(|v| String::from_utf8_lossy(&v.stdout).contains("clang"))
}

/// Prints to standard output; a closed pipe is not an error.
fn print(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn cannot_run(error: io::Error) -> String {
    format!("the folded text could not be compiled: {error}")
}

/// The exit code as a shell gives it: 128 more than the signal.
fn code(status: ExitStatus) -> u8 {
    let signal = || status.signal().map_or(1, |s| 128 + s);
    u8::try_from(status.code().unwrap_or_else(signal)).unwrap_or(1)
}
