//! Folds a source in a separate process, so that no failure there harms the compile.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::screen::exit;
use crate::cli::screen::terminal;

/// How sources are folded.
pub(crate) struct FoldProcess {
    /// The compiler that preprocesses.
    pub(crate) compiler: OsString,
    /// Its flags.
    pub(crate) flags: Vec<String>,
    /// Options of `pleat fold`.
    pub(crate) options: Vec<OsString>,
    /// The most processor time that a source may take.
    pub(crate) limit: Duration,
    /// How much is shown: nothing, what `pleat fold` shows, what `pleat fold -v` shows.
    pub(crate) verbose: u8,
}

/// The result for one source.
pub(crate) enum Outcome {
    /// The new text.
    Folded(Vec<u8>),
    /// No array is folded, or the source is invalid and the compiler will say why.
    Unchanged,
    /// Pleat failed, for this reason.
    Failed(String),
}

impl FoldProcess {
    /// Folds one source.
    pub(crate) fn fold(&self, source: &Path) -> Outcome {
        self.try_fold(source)
            .unwrap_or_else(|error| Outcome::Failed(format!("folding could not start: {error}")))
    }

    fn try_fold(&self, source: &Path) -> std::io::Result<Outcome> {
        let Ok(original) = std::fs::read(source) else {
            return Ok(Outcome::Unchanged);
        };
        // The child's temporary files are removed with this folder, however the child ends.
        let folder = tempfile::Builder::new().prefix("pleat-").tempdir()?;
        let child = Command::new(std::env::current_exe()?)
            .args(["fold", "--keep-lines", "--one-configuration"])
            .args(["--no-hints", "--within-cc", "--no-assumptions"])
            .args(["--color", color()])
            .args((self.verbose > 1).then_some("-v"))
            .args(&self.options)
            .arg("--cc")
            .arg(&self.compiler)
            .arg(source)
            .arg("--")
            .args(&self.flags)
            .env("TMPDIR", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let Some(output) = wait(child, self.limit)? else {
            let limit = self.limit.as_secs();
            return Ok(Outcome::Failed(format!(
                "folding takes more than {limit} s (--time-limit)"
            )));
        };
        if self.verbose > 0 {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
        }
        let changed = output.stdout != original;
        if self.verbose > 0 && output.status.success() {
            let what = if changed { "changed" } else { "unchanged" };
            eprintln!("pleat: {}: {what}", source.display());
        }
        Ok(match output.status.code() {
            Some(0) if changed => Outcome::Folded(output.stdout),
            Some(0) => Outcome::Unchanged,
            Some(code) if is_users_fault(code) => Outcome::Unchanged,
            _ => Outcome::Failed("internal error".to_string()),
        })
    }
}

/// The value of `--color` for a child whose messages are passed on.
fn color() -> &'static str {
    match terminal::colors_on_stderr() {
        true => "always",
        false => "never",
    }
}

/// Whether the compiler has messages of its own about the file.
fn is_users_fault(code: i32) -> bool {
    [exit::USAGE, exit::REJECTED].map(i32::from).contains(&code)
}

/// What a child printed, and how it ended.
struct ChildOutput {
    status: ExitStatus,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Waits for a child and returns its output; kills it and returns `None` if it takes more than
/// `limit` of processor time, or much more time than that.
fn wait(mut child: Child, limit: Duration) -> std::io::Result<Option<ChildOutput>> {
    let (sender, printed) = mpsc::channel();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let err = thread::spawn(move || read_all(stderr));
    thread::spawn(move || sender.send((read_all(stdout), err.join().unwrap_or_default())));
    let start = Instant::now();
    while processor_time(&child) < limit && start.elapsed() < limit * MOST_STRETCH {
        if let Ok((stdout, stderr)) = printed.recv_timeout(INTERVAL) {
            return Ok(Some(ChildOutput {
                status: child.wait()?,
                stdout,
                stderr,
            }));
        }
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// A busy machine may stretch the time limit by this factor.
const MOST_STRETCH: u32 = 12;

/// How often the time is checked.
const INTERVAL: Duration = Duration::from_millis(100);

/// The processor time of a child on Linux: hundredths of seconds in fields 14 and 15 of its `stat`.
/// Zero if it is not known.
fn processor_time(child: &Child) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let times = after_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = times.filter_map(|t| t.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

fn read_all(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A pipe breaks only if the child fails, which its status shows.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    bytes
}
