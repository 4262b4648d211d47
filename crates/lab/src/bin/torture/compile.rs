//! The compiler and the programs it builds, with time limits.

use super::dejagnu::Test;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Limit of processor seconds for a step.
pub(crate) const LIMIT: u32 = 10;

/// The end of a program, and its output.
pub(crate) type Run = (ExitStatus, Vec<u8>);

/// The result of compiling a file.
pub(crate) struct Diagnostics {
    /// Whether the compiler writes an object file.
    pub is_accepted: bool,
    /// Errors and warnings, without places.
    pub messages: BTreeSet<String>,
}

/// How a test becomes a program.
pub(crate) struct Program<'t> {
    /// The directives of the test.
    pub test: &'t Test,
    /// The flags with which the compiler accepts it.
    pub flags: &'t [String],
    /// A folder for temporary files.
    pub work: &'t Path,
}

impl Program<'_> {
    /// Builds and runs the program; `None` if it cannot be linked.
    pub(crate) fn run(&self, source: &Path) -> Option<Run> {
        let program = self.work.join("program");
        let mut gcc = limited(Path::new("gcc"), LIMIT);
        gcc.args(["-w", "-O2", "-ffp-contract=off"])
            .args(self.flags)
            .arg(source)
            .args(&self.test.sources);
        gcc.stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let status = gcc.arg("-o").arg(&program).arg("-lm").status();
        if !status.is_ok_and(|status| status.success()) {
            return None;
        }
        let mut run = limited(&program, LIMIT);
        let variables = self
            .test
            .environment
            .iter()
            .map(|(name, value)| (name, value));
        let run = run.envs(variables).stdin(Stdio::null());
        let output = run.current_dir(self.work).output().ok()?;
        Some((output.status, output.stdout))
    }
}

/// Compiles a file.
pub(crate) fn diagnostics(source: &Path, flags: &[String], work: &Path) -> Diagnostics {
    let mut gcc = limited(Path::new("gcc"), LIMIT);
    gcc.env("LC_ALL", "C").arg("-c").args(flags).arg(source);
    let output = gcc.arg("-o").arg(work.join("out.o")).output();
    let text = output.as_ref().map(|o| o.stderr.as_slice()).unwrap_or(&[]);
    let text = String::from_utf8_lossy(text);
    let message = |line: &str| {
        let start = ["error: ", "warning: "].into_iter();
        start
            .filter_map(|kind| line.find(kind))
            .min()
            .map(|at| line[at..].to_string())
    };
    Diagnostics {
        is_accepted: output.as_ref().is_ok_and(|o| o.status.success()),
        messages: text.lines().filter_map(message).collect(),
    }
}

/// The command with a limit of processor time: some tests make gcc itself run forever.
pub(crate) fn limited(program: &Path, seconds: u32) -> Command {
    let mut command = Command::new("timeout");
    let script = format!("ulimit -t {seconds}; exec \"$0\" \"$@\"");
    command
        .args(["-s", "KILL", "300", "bash", "-c", &script])
        .arg(program);
    command
}
