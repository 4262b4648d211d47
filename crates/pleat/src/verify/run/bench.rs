//! Compiles both versions side by side in a folder that is removed at the end.

use super::driver;
use super::process::{self, Ended};
use super::sanitizer::{NAME, environment};
use super::settings::MacroSetting;
use super::subject::Subject;
use source::{Flags, SourceFile, StagedPaths};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Undefined behaviour ends the program.
const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Both versions compute floating-point values as C states them. Optimised code may take values
/// that nothing has written for others.
const STRICT: [&str; 5] = ["-O0", "-g", "-w", "-ffp-contract=off", "-fno-fast-math"];

/// Values of automatic objects that nothing has written.
const PATTERN: &str = "-ftrivial-auto-var-init=pattern";
const ZERO: &str = "-ftrivial-auto-var-init=zero";

/// Where both versions are compiled.
pub(super) struct Bench<'b> {
    work: tempfile::TempDir,
    flags: &'b Flags,
    /// The files to compile, and the folders that the compiler must search.
    sides: [Side; 2],
    is_driven: bool,
}

struct Side {
    folder: PathBuf,
    input: PathBuf,
    search: Option<PathBuf>,
}

/// Why there are no two programs.
pub(super) enum Failure {
    /// Nothing can be compiled.
    NoCompiler(String),
    /// A version does not compile with these values.
    Skip(String),
}

impl<'b> Bench<'b> {
    pub(super) fn new(
        before: &SourceFile,
        after: &SourceFile,
        flags: &'b Flags,
        subject: &Subject,
    ) -> Result<Self, String> {
        let no_folder = |error: io::Error| format!("no temporary folder: {error}");
        let work = tempfile::Builder::new().prefix("pleat-run-").tempdir();
        let work = work.map_err(no_folder)?;
        let driver = match subject {
            Subject::Program => None,
            Subject::Function(signature) => Some(driver::text(signature)),
        };
        let side = |file, name: &str| {
            Side::write(file, work.path().join(name), driver.as_deref()).map_err(no_folder)
        };
        Ok(Bench {
            sides: [side(before, "before")?, side(after, "after")?],
            work,
            flags,
            is_driven: driver.is_some(),
        })
    }

    /// Compiles both versions.
    pub(super) fn compile(&self, setting: &MacroSetting) -> Result<Pair<'_>, Failure> {
        let [before, after] = &self.sides;
        let (first, second) = std::thread::scope(|scope| {
            let first = scope.spawn(|| self.build(before, setting, PATTERN, "program"));
            let second = self.build(after, setting, PATTERN, "program");
            let first = first.join();
            (
                first.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                second,
            )
        });
        first.map_err(|message| self.explained(message, setting))?;
        second.map_err(|message| match message {
            Unbuilt::Failed(line) => {
                Failure::Skip(format!("the second version does not compile: {line}"))
            }
            Unbuilt::NotStarted(reason) => Failure::NoCompiler(reason),
        })?;
        Ok(Pair {
            bench: self,
            setting: setting.clone(),
        })
    }

    /// Why the first version does not compile.
    fn explained(&self, message: Unbuilt, setting: &MacroSetting) -> Failure {
        let line = match message {
            Unbuilt::NotStarted(reason) => return Failure::NoCompiler(reason),
            Unbuilt::Failed(line) => line,
        };
        let mut plain = self.command(&self.sides[0], setting);
        plain.arg("-o").arg(self.work.path().join("plain"));
        match process::wait(&mut plain, self.work.path(), "plain") {
            Ok(ended) if ended.is_success() => {
                Failure::NoCompiler(format!("the sanitizers cannot be used: {line}"))
            }
            _ => Failure::Skip(format!("the original does not compile: {line}")),
        }
    }

    fn build(
        &self,
        side: &Side,
        setting: &MacroSetting,
        unwritten: &str,
        name: &str,
    ) -> Result<(), Unbuilt> {
        let attempt = |unwritten: Option<&str>| {
            let mut command = self.command(side, setting);
            command.args(SANITIZERS).args(unwritten);
            command.arg("-o").arg(side.folder.join(name));
            process::wait(&mut command, &side.folder, &format!("{name}.cc"))
        };
        let unstarted = |error: io::Error| {
            let cc = self.flags.cc.to_string_lossy();
            Unbuilt::NotStarted(match error.kind() {
                io::ErrorKind::NotFound => format!("the compiler `{cc}` was not found"),
                _ => format!("the compiler `{cc}` cannot be used: {error}"),
            })
        };
        let mut ended = attempt(Some(unwritten)).map_err(unstarted)?;
        if !ended.is_success() && ended.errors.contains("trivial-auto-var-init") {
            ended = attempt(None).map_err(unstarted)?;
        }
        match ended.is_success() {
            true => Ok(()),
            false => Err(Unbuilt::Failed(first_error(&ended))),
        }
    }

    /// The compiler with the user's flags and those of the experiment, without an output.
    fn command(&self, side: &Side, setting: &MacroSetting) -> Command {
        let mut command = Command::new(&self.flags.cc);
        command.args(self.flags.without_output()).args(STRICT);
        command.args(setting.flags());
        if let Some(folder) = &side.search {
            command.arg("-iquote").arg(folder);
        }
        command
            .args(["-x", "c"])
            .arg(&side.input)
            .args(["-x", "none", "-lm"]);
        command.env("LC_ALL", "C");
        if let Some(folder) = &self.flags.folder {
            command.current_dir(folder);
        }
        command
    }
}

enum Unbuilt {
    /// The compiler does not start.
    NotStarted(String),
    /// The first line of its messages.
    Failed(String),
}

/// The first error in a compiler's messages.
fn first_error(ended: &Ended) -> String {
    let mut lines = ended.errors.lines();
    let error = lines.find(|line| line.contains("error"));
    let line = error.or_else(|| ended.errors.lines().next());
    line.map_or_else(|| ended.ending(), str::to_string)
}

impl Side {
    fn write(file: &SourceFile, folder: PathBuf, driver: Option<&str>) -> io::Result<Side> {
        std::fs::create_dir(&folder)?;
        let parent = file.path.parent().unwrap_or(Path::new(""));
        let own = std::path::absolute(match parent.as_os_str().is_empty() {
            true => Path::new("."),
            false => parent,
        })?;
        let paths = StagedPaths {
            name: NAME,
            folder: &own,
        };
        let staged = source::stage(file, paths);
        let staged = staged.ok_or_else(|| io::Error::other("the file cannot be staged"))?;
        let mut input = folder.join(NAME);
        std::fs::write(&input, staged.bytes)?;
        if let Some(text) = driver {
            input = folder.join("driver.c");
            std::fs::write(&input, text)?;
        }
        Ok(Side {
            folder,
            input,
            search: (!staged.exact).then_some(own),
        })
    }
}

/// Both versions, compiled with the same values of macros.
pub(super) struct Pair<'b> {
    bench: &'b Bench<'b>,
    setting: MacroSetting,
}

impl Pair<'_> {
    /// Executes both versions at the same time.
    pub(super) fn run(&self, arguments: &[String]) -> (io::Result<Ended>, io::Result<Ended>) {
        let [before, after] = &self.bench.sides;
        std::thread::scope(|scope| {
            let first = scope.spawn(|| before.run("program", arguments, 0xbe));
            let second = after.run("program", arguments, 0xbe);
            let first = first.join();
            (
                first.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                second,
            )
        })
    }

    /// Whether the first version does the same if values that nothing has written are others.
    pub(super) fn is_stable(&self, arguments: &[String], expected: &Ended) -> bool {
        let side = &self.bench.sides[0];
        if self.bench.build(side, &self.setting, ZERO, "zero").is_err() {
            return false;
        }
        let again = side.run("zero", arguments, 0);
        again.is_ok_and(|again| again.output == expected.output && again.status == expected.status)
    }

    /// Whether a driver calls the function.
    pub(super) fn is_driven(&self) -> bool {
        self.bench.is_driven
    }
}

impl Side {
    fn run(&self, name: &str, arguments: &[String], fill: u8) -> io::Result<Ended> {
        let program = self.folder.join(name);
        process::run(&program, arguments, &environment(fill), &self.folder, name)
    }
}
