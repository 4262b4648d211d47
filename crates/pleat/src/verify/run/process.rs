//! Runs one process with limits on its time and output. Knows nothing of compilers.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Longest time of a process.
const SECONDS: u64 = 20;

/// Largest file that a process may write, in units of 512 bytes: 64 MiB.
const FILE_UNITS: u32 = 131_072;

/// Pause between two looks at a process.
const PAUSE: Duration = Duration::from_millis(2);

/// What a process leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) output: String,
    pub(super) errors: String,
    /// `None` if it was killed because its time was over.
    pub(super) status: Option<ExitStatus>,
}

impl Ended {
    pub(super) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// How it ended, as a verb phrase.
    pub(super) fn ending(&self) -> String {
        use std::os::unix::process::ExitStatusExt;
        let Some(status) = self.status else {
            return format!("does not end within {SECONDS} s");
        };
        match (status.code(), status.signal()) {
            (Some(code), _) => format!("exits with status {code}"),
            (None, Some(signal)) => format!("is ended by signal {signal}"),
            (None, None) => "ends in an unknown way".to_string(),
        }
    }
}

/// Runs a program of ours in a folder. Its output goes to files there, named after `label`.
pub(super) fn run(
    program: &Path,
    arguments: &[String],
    environment: &[(&str, String)],
    folder: &Path,
    label: &str,
) -> io::Result<Ended> {
    // The shell sets limits that the program inherits, also for processes that it starts.
    let limits =
        format!("ulimit -c 0; ulimit -f {FILE_UNITS}; ulimit -t {SECONDS}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args([OsStr::new("-c"), OsStr::new(&limits), program.as_os_str()]);
    command.args(arguments).current_dir(folder);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    wait(&mut command, folder, label)
}

/// Runs a command until it ends or its time is over.
pub(super) fn wait(command: &mut Command, folder: &Path, label: &str) -> io::Result<Ended> {
    let output = folder.join(format!("{label}.out"));
    let errors = folder.join(format!("{label}.err"));
    command.stdin(Stdio::null());
    command.stdout(File::create(&output)?);
    command.stderr(File::create(&errors)?);
    let mut child = command.spawn()?;
    let end = Instant::now() + Duration::from_secs(SECONDS);
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if Instant::now() >= end => {
                child.kill()?;
                child.wait()?;
                break None;
            }
            None => std::thread::sleep(PAUSE),
        }
    };
    Ok(Ended {
        output: text(&output)?,
        errors: text(&errors)?,
        status,
    })
}

fn text(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn shell(script: &str) -> Ended {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["-c".to_string(), script.to_string()];
        run(Path::new("sh"), &arguments, &[], folder.path(), "x").unwrap()
    }

    #[test]
    fn output_and_status() {
        let ended = shell("echo a; echo b >&2; exit 3");
        assert_eq!(
            (ended.output.as_str(), ended.errors.as_str()),
            ("a\n", "b\n")
        );
        assert_eq!(ended.ending(), "exits with status 3");
        assert!(!ended.is_success());
        assert!(shell("true").is_success());
    }

    #[test]
    fn endless_output_is_cut() {
        let ended = shell("yes");
        assert!(!ended.is_success());
        assert!(ended.output.len() <= 512 * FILE_UNITS as usize);
    }
}
