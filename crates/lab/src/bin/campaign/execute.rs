//! Compiles and executes the original and the folded program.

use super::problem::{Problem, Wrong};
use super::setting::Setting;
use super::storage;
use super::tally::Tally;
use lab::random::{Feature, Kernel, other_file};
use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// Time limit in seconds for a compiler or a program.
const LIMIT: &str = "120";

/// The output of a program for one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    hash: String,
    /// The bytes of its arrays, for each size; empty if they are not measured.
    bytes: Vec<u64>,
}

type Lines = BTreeMap<String, Line>;

/// Compares the outputs of both programs, kernel by kernel, with the expected results.
pub(crate) fn execute(
    kernels: &[&Kernel],
    original: &[u8],
    folded: &[u8],
    setting: &Setting,
    tally: &mut Tally,
) -> Vec<Wrong> {
    let other = other_file(kernels);
    let build = |text: &[u8], more: &[&str]| build_and_run(text, &other, setting, more);
    let before = match build(original, &[]) {
        Ok(lines) => lines,
        Err(what) => return vec![(None, Problem::Generator(what))],
    };
    let after = match setting.features.has(Feature::Lines) {
        true => build(original, &["cc"]),
        false => build(folded, &[]),
    };
    // Compilers have bugs too.
    let plain = LazyCell::new(|| build(original, &["-O0"]).unwrap_or_default());
    let mut wrong = Vec::new();
    for (k, kernel) in kernels.iter().enumerate() {
        let expected = format!("{:08x}", kernel.hash(setting.macros));
        let hash = |lines: &Lines| lines.get(kernel.name()).map(|l| l.hash.clone());
        let found = hash(&before);
        if found.as_ref() != Some(&expected) {
            if hash(&plain).as_ref() == Some(&expected) {
                tally.miscompiled += 1;
                continue;
            }
            let what = format!("prints {found:?}, not {expected}");
            wrong.push((Some(k), Problem::Generator(what)));
            continue;
        }
        let Ok(after) = &after else { continue };
        tally.ran += 1;
        let both = before.get(kernel.name()).zip(after.get(kernel.name()));
        wrong.extend(difference(both).map(|problem| (Some(k), problem)));
    }
    if let Err(what) = after {
        wrong.push((None, Problem::Compile(what)));
    }
    tally.changed += changed(kernels, original, folded);
    wrong
}

/// The size up to which a fold may replace an array of variable size by a larger one of constant
/// size.
const NEGLIGIBLE_BYTES: u64 = 256;

/// The difference between the outputs of the original and the folded kernel.
fn difference(both: Option<(&Line, &Line)>) -> Option<Problem> {
    let Some((before, after)) = both else {
        return Some(Problem::Output("prints nothing".to_string()));
    };
    if before.hash != after.hash {
        let what = format!("prints {}, not {}", after.hash, before.hash);
        return Some(Problem::Output(what));
    }
    let grows = |(a, b): (&u64, &u64)| b > a && *b > NEGLIGIBLE_BYTES;
    let is_larger = before.bytes.iter().zip(&after.bytes).any(grows);
    is_larger.then(|| Problem::Memory(format!("{:?} become {:?}", before.bytes, after.bytes)))
}

/// The number of kernels whose text changes by folding.
fn changed(kernels: &[&Kernel], original: &[u8], folded: &[u8]) -> usize {
    let functions = |text: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(text);
        text.split("return s0;").map(str::to_string).collect()
    };
    let (before, after) = (functions(original), functions(folded));
    let pairs = before.iter().zip(&after).take(kernels.len());
    pairs.filter(|(a, b)| a != b).count()
}

/// The output of a program, built with additional flags, or by `pleat cc` if the first of these is
/// `cc`.
fn build_and_run(
    text: &[u8],
    other: &str,
    setting: &Setting,
    more: &[&str],
) -> Result<Lines, String> {
    let failed = |e: std::io::Error| e.to_string();
    let work = tempfile::tempdir().map_err(failed)?;
    let sources = sources(work.path(), text, other, setting).map_err(failed)?;
    let program = work.path().join("random");
    let mut compile = compiler(setting, more)?;
    compile.current_dir(work.path()).args(&sources);
    let output = compile.arg("-o").arg(&program).output().map_err(failed)?;
    if !output.status.success() {
        return Err(beginning(&output.stderr));
    }
    let output = limited(&program)
        .env("OMP_NUM_THREADS", "4")
        .env("OMP_MAX_ACTIVE_LEVELS", "2")
        .env("OMP_WAIT_POLICY", "passive")
        .output()
        .map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(text.lines().filter_map(line).collect()),
        false => Err(format!("{}: {}", output.status, beginning(&output.stderr))),
    }
}

/// Writes the files of a program; returns their names.
fn sources(
    folder: &Path,
    text: &[u8],
    other: &str,
    setting: &Setting,
) -> std::io::Result<Vec<&'static str>> {
    let measured = setting.features.has(Feature::Memory);
    let text = match measured {
        true => Cow::Owned(storage::measured(&String::from_utf8_lossy(text)).into_bytes()),
        false => Cow::Borrowed(text),
    };
    std::fs::write(folder.join("random.c"), &text)?;
    if other.is_empty() {
        return Ok(vec!["random.c"]);
    }
    std::fs::write(folder.join("other.c"), other)?;
    Ok(vec!["random.c", "other.c"])
}

/// The compiler of a setting with its flags and additional ones.
fn compiler(setting: &Setting, more: &[&str]) -> Result<Command, String> {
    let [compiler, flags @ ..] = setting.compiler else {
        return Err("no compiler".to_string());
    };
    let (mut command, more) = match more {
        ["cc", more @ ..] => {
            let own = std::env::current_exe().map_err(|e| e.to_string())?;
            let mut pleat = limited(&own.with_file_name("pleat"));
            pleat.args(["cc", "--", compiler]);
            (pleat, more)
        }
        _ => (limited(Path::new(compiler)), more),
    };
    command.args(setting.language()).args(flags).args(more);
    // `-w` would also silence errors of strict C90.
    if !setting.features.has(Feature::C90) {
        command.arg("-w");
    }
    if setting.threads() {
        command.arg("-fopenmp");
    }
    if !setting.features.is_plain() {
        command.arg("-pthread");
    }
    Ok(command)
}

/// `k7 0123abcd 40 60`
fn line(line: &str) -> Option<(String, Line)> {
    let mut words = line.split(' ');
    let (name, hash) = (words.next()?.to_string(), words.next()?.to_string());
    let bytes = words.filter_map(|w| w.parse().ok()).collect();
    Some((name, Line { hash, bytes }))
}

/// A command with a time limit.
pub(crate) fn limited(program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command
        .args(["-s", "KILL", LIMIT])
        .arg(program)
        .stdin(Stdio::null());
    command
}

/// The first lines.
fn beginning(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    text.lines().take(4).collect::<Vec<_>>().join("; ")
}
