//! A process that answers a question, and can be ended before it does.

use super::answer::{Answer, Question};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;
use tempfile::TempDir;

/// A process that works on a question. It ends with this value.
pub(super) struct Process {
    child: Child,
    pub(super) started: Instant,
    // Temporary files are removed however the process ends.
    _temporary: TempDir,
}

impl Process {
    /// Starts a process with these words; its output is passed to `done`.
    pub(super) fn start(
        words: &[OsString],
        question: &Question,
        done: impl FnOnce(Answer) + Send + 'static,
    ) -> io::Result<Process> {
        let temporary = tempfile::Builder::new().prefix("pleat-").tempdir()?;
        let text = serde_json::to_vec(question)?;
        let mut child = Command::new(std::env::current_exe()?)
            .args(words)
            .env("TMPDIR", temporary.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let work = move || {
            // If the process has ended, its output says so.
            let _ = stdin.map(|mut stdin| stdin.write_all(&text));
            let mut bytes = Vec::new();
            let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut bytes));
            done(serde_json::from_slice(&bytes).unwrap_or_else(|_| failed()));
        };
        thread::Builder::new().spawn(work)?;
        Ok(Process {
            child,
            started: Instant::now(),
            _temporary: temporary,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer of a process that ended without one.
fn failed() -> Answer {
    Answer::problem("internal error. Please report it with the file.".to_string())
}
