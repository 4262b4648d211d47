//! Compiles and runs a text, with limits. Knows no mutants.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

/// How a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Build {
    /// Without optimisation; what is not initialised has a pattern.
    Plain,
    /// With detectors of undefined behaviour and of accesses outside of objects.
    Sanitized,
    /// Optimised, with the same detectors; a warning is an error.
    Strict,
    /// Without optimisation; what is not initialised is zero.
    Zeroed,
    /// With four threads.
    Threads,
    /// Optimised as far as it goes.
    Optimised,
    /// The same without vectors.
    Scalar,
    /// The same by another compiler.
    Clang,
}

/// What a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Behaviour {
    /// It is no program: the compiler's first error.
    Rejected(String),
    /// It ends by a signal, by a detector, or by a limit: the first line of its errors.
    Failed(String),
    /// It ends by itself.
    Ended { status: i32, output: Vec<u8> },
}

/// Flags under which every compiler computes the same values.
const SAME_VALUES: [&str; 3] = ["-std=gnu11", "-ffp-contract=off", "-fno-builtin-malloc"];
const COMPILER: &str = "gcc";
const PATTERN: &str = "-ftrivial-auto-var-init=pattern";
/// Limits of a run: seconds of processor time, blocks of output.
const LIMITS: &str = "ulimit -t 10 -f 40000; exec \"$@\"";

impl Build {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Build::Plain => &["-O0", PATTERN],
            Build::Sanitized => &[
                "-O0",
                PATTERN,
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
            ],
            Build::Strict => &[
                "-O1",
                PATTERN,
                "-Wall",
                "-Wextra",
                "-Werror",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
            ],
            Build::Zeroed => &["-O0", "-ftrivial-auto-var-init=zero"],
            Build::Threads => &["-O1", "-fopenmp", PATTERN],
            Build::Optimised | Build::Clang => &["-O3", PATTERN],
            Build::Scalar => &["-O3", "-fno-tree-vectorize", PATTERN],
        }
    }

    fn compiler(self) -> &'static str {
        match self {
            Build::Clang => "clang",
            _ => COMPILER,
        }
    }
}

/// Compiles and runs a text.
pub(crate) fn behaviour(
    text: &str,
    build: Build,
    flags: &[String],
    work: &Path,
) -> Result<Behaviour, String> {
    let failed = |e: std::io::Error| format!("{COMPILER}: {e}");
    let (file, program) = (work.join("trial.c"), work.join("trial"));
    std::fs::write(&file, text).map_err(failed)?;
    let mut compile = limited(Path::new(build.compiler()));
    compile.args(SAME_VALUES).args(build.flags()).args(flags);
    if build != Build::Strict {
        compile.arg("-w");
    }
    compile.arg("-o").arg(&program).arg(&file).arg("-lm");
    let compiled = compile.output().map_err(failed)?;
    if !compiled.status.success() {
        return Ok(Behaviour::Rejected(first_error(&compiled.stderr)));
    }
    execute(&program, build, work).map_err(failed)
}

/// Compiles a text that other programs are linked with. Returns the place of the object file.
pub(crate) fn object(text: &str, work: &Path) -> Result<String, String> {
    let failed = |e: std::io::Error| format!("{COMPILER}: {e}");
    let (file, object) = (work.join("beside.c"), work.join("beside.o"));
    std::fs::write(&file, text).map_err(failed)?;
    let mut compile = limited(Path::new(COMPILER));
    compile
        .args(SAME_VALUES)
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-c", "-o"]);
    let done = compile.arg(&object).arg(&file).output().map_err(failed)?;
    match done.status.success() {
        true => Ok(object.display().to_string()),
        false => Err(format!("beside: {}", first_error(&done.stderr))),
    }
}

/// Warnings that a result must not add.
const WARNINGS: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wmisleading-indentation",
];

/// The warnings of a text, by kind.
pub(crate) fn warnings(
    text: &str,
    flags: &[String],
    work: &Path,
) -> Result<BTreeMap<String, Vec<String>>, String> {
    let file = work.join("warned.c");
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    let mut compile = limited(Path::new(COMPILER));
    compile.args(SAME_VALUES).args(WARNINGS).args(flags);
    compile.args(["-O1", "-S", "-o", "/dev/null"]).arg(&file);
    let done = compile.output().map_err(|e| e.to_string())?;
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&done.stderr).lines() {
        let Some((_, message)) = line.split_once(" warning: ") else {
            continue;
        };
        let kind = message.rsplit_once(" [").map_or(message, |(_, kind)| kind);
        kinds
            .entry(kind.to_string())
            .or_default()
            .push(message.to_string());
    }
    Ok(kinds)
}

fn execute(program: &Path, build: Build, work: &Path) -> std::io::Result<Behaviour> {
    let printed = work.join("trial.out");
    let mut run = limited(program);
    if build != Build::Zeroed {
        run.env("MALLOC_PERTURB_", "165");
    }
    run.env(
        "ASAN_OPTIONS",
        "detect_leaks=0:detect_stack_use_after_return=1",
    )
    .env("OMP_NUM_THREADS", "4")
    .env("OMP_WAIT_POLICY", "passive")
    .stdout(File::create(&printed)?)
    .stderr(Stdio::piped());
    let done = run.output()?;
    let errors = String::from_utf8_lossy(&done.stderr);
    let is_detected = ["ERROR: AddressSanitizer", "runtime error:"];
    let detected = is_detected.iter().any(|sign| errors.contains(sign));
    match done.status.code().filter(|code| *code < 128 && !detected) {
        Some(status) => Ok(Behaviour::Ended {
            status,
            output: std::fs::read(&printed)?,
        }),
        None => Ok(Behaviour::Failed(match detected {
            true => first_detected(&errors),
            false => done.status.to_string(),
        })),
    }
}

/// A command with limits of time and output.
pub(crate) fn limited(program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.args(["-s", "KILL", "60", "bash", "-c", LIMITS, "trial"]);
    command.arg(program).stdin(Stdio::null()).env("LC_ALL", "C");
    command
}

fn first_error(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let error = text.lines().find(|line| line.contains("error"));
    error
        .or(text.lines().next())
        .unwrap_or_default()
        .to_string()
}

fn first_detected(text: &str) -> String {
    let is_sign = |line: &&str| line.contains("Sanitizer:") || line.contains("runtime error:");
    let line = text.lines().find(is_sign).unwrap_or_default();
    let end = line.find("Sanitizer:").or(line.find("runtime error:"));
    line[end.unwrap_or(0)..].chars().take(100).collect()
}
