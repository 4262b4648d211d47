//! Original and folded program, compiled and run.

use super::examine::Wrong;
use super::finding::Problem;
use super::setting::Setting;
use super::tally::Tally;
use check::random::Kernel;
use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// Seconds for a compiler or a program.
const LIMIT: &str = "120";

/// Compares what both programs print, kernel by kernel, with what the kernels compute.
pub fn execute(
    kernels: &[&Kernel],
    original: &[u8],
    folded: &[u8],
    setting: &Setting,
    tally: &mut Tally,
) -> Vec<Wrong> {
    let before = match build_and_run(original, setting, &[]) {
        Ok(lines) => lines,
        Err(what) => return vec![(None, Problem::Generator(what))],
    };
    let after = build_and_run(folded, setting, &[]);
    // Compilers have faults, too.
    let plain = LazyCell::new(|| build_and_run(original, setting, &["-O0"]).unwrap_or_default());
    let mut wrong = Vec::new();
    for (k, kernel) in kernels.iter().enumerate() {
        let expected = format!("{:08x}", kernel.hash(setting.macros));
        let found = before.get(kernel.name());
        if found != Some(&expected) {
            if plain.get(kernel.name()) == Some(&expected) {
                tally.miscompiled += 1;
                continue;
            }
            let what = format!("prints {found:?}, not {expected}");
            wrong.push((Some(k), Problem::Generator(what)));
            continue;
        }
        match &after {
            Ok(after) if after.get(kernel.name()) == Some(&expected) => tally.ran += 1,
            Ok(after) => {
                let what = format!("prints {:?}, not {expected}", after.get(kernel.name()));
                wrong.push((Some(k), Problem::Output(what)));
            }
            Err(_) => {}
        }
    }
    if let Err(what) = after {
        wrong.push((None, Problem::Compile(what)));
    }
    tally.changed += changed(kernels, original, folded);
    wrong
}

/// How many kernels have another text after folding.
fn changed(kernels: &[&Kernel], original: &[u8], folded: &[u8]) -> usize {
    let functions = |text: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(text);
        text.split("return s0;").map(str::to_string).collect()
    };
    let (before, after) = (functions(original), functions(folded));
    let pairs = before.iter().zip(&after).take(kernels.len());
    pairs.filter(|(a, b)| a != b).count()
}

/// The word behind each kernel's name, built with some flags more.
fn build_and_run(
    text: &[u8],
    setting: &Setting,
    more: &[&str],
) -> Result<BTreeMap<String, String>, String> {
    let failed = |e: std::io::Error| e.to_string();
    let work = tempfile::tempdir().map_err(failed)?;
    let (source, program) = (work.path().join("random.c"), work.path().join("random"));
    std::fs::write(&source, text).map_err(failed)?;
    let [compiler, flags @ ..] = setting.compiler else {
        return Err("no compiler".to_string());
    };
    let mut compile = limited(Path::new(compiler));
    compile
        .args(["-std=gnu17", "-w"])
        .args(flags)
        .args(more)
        .arg(&source);
    if setting.threads() {
        compile.arg("-fopenmp");
    }
    let output = compile.arg("-o").arg(&program).output().map_err(failed)?;
    if !output.status.success() {
        return Err(beginning(&output.stderr));
    }
    let output = limited(&program)
        .env("OMP_NUM_THREADS", "3")
        .output()
        .map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let lines = lines
        .map(|(name, hash)| (name.to_string(), hash.to_string()))
        .collect();
    match output.status.success() {
        true => Ok(lines),
        false => Err(format!("{}: {}", output.status, beginning(&output.stderr))),
    }
}

fn limited(program: &Path) -> Command {
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
