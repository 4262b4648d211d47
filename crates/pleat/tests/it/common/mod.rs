//! Folding, compiling and running, for the corpus tests.
#![allow(dead_code)]

use pleat::{Folded, LeastSaving, Options, STACK_BYTES};
use report::{ArrayEntry, Owner, Status};
use source::{Flags, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use storage::Objective;

/// Flags under which every compiler computes the same values.
const STRICT: [&str; 3] = ["-std=gnu11", "-ffp-contract=off", "-Wno-unknown-pragmas"];

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file with a path relative to the workspace, as a user in that folder would name it.
pub(crate) fn source(path: &Path) -> SourceFile {
    let path = path.canonicalize().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let root = root().canonicalize().unwrap();
    let name = path.strip_prefix(&root).unwrap_or(&path).to_path_buf();
    SourceFile::new(name, bytes)
}

/// Runs `f` on a thread with the stack that the driver needs.
pub(crate) fn on_big_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, f)
            .unwrap()
            .join()
            .unwrap()
    })
}

/// Folds with the default options. Tests run in the folder of their crate; `#include "..."`
/// searches the folder of the file.
pub(crate) fn fold(path: &Path) -> Folded {
    fold_with(path, &[])
}

/// Folds with the default options, preprocessed with `args`.
pub(crate) fn fold_with(path: &Path, args: &[&str]) -> Folded {
    fold_by(path, args, &Options::default())
}

/// Folds, preprocessed with `args`.
pub(crate) fn fold_by(path: &Path, args: &[&str], options: &Options) -> Folded {
    let file = source(path);
    let mut flags = folder_flags(&file);
    flags.args.splice(0..0, args.iter().map(|a| a.to_string()));
    on_big_stack(|| pleat::fold(file, &flags, options).unwrap())
}

/// Flags under which `#include "..."` searches the folder of a file.
pub(crate) fn folder_flags(file: &SourceFile) -> Flags {
    let folder = file.path.parent().unwrap_or(Path::new("."));
    let mut flags = Flags::default();
    flags.args.push(format!("-I../../{}", folder.display()));
    flags
}

/// The distinct results of some options, each proved.
pub(crate) fn results(
    path: &Path,
    options: impl IntoIterator<Item = Options>,
) -> BTreeSet<Vec<u8>> {
    let by = |options: Options| {
        let folded = fold_by(path, &[], &options);
        assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
        folded.bytes
    };
    options.into_iter().map(by).collect()
}

/// The distinct results of all objectives, each proved. Asserts that `size` never takes more cells
/// than `balanced`, and that every fold saves enough.
pub(crate) fn results_for_objectives(path: &Path) -> BTreeSet<Vec<u8>> {
    let fold = |objective| {
        let options = Options {
            objective,
            ..Options::default()
        };
        let folded = fold_by(path, &[], &options);
        assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
        for array in &folded.report.arrays {
            saves_enough(array, &format!("{}: {}", objective.name(), array.name));
        }
        folded
    };
    let all = Objective::ALL.map(fold);
    let [size, balanced, _] = &all;
    for (size, balanced) in size.report.arrays.iter().zip(&balanced.report.arrays) {
        assert_eq!(size.name, balanced.name);
        let cells = |array: &ArrayEntry| array.elements_after.unwrap_or(0);
        let text = format!("{}: {} {}", size.name, size.detail, balanced.detail);
        assert!(cells(size) <= cells(balanced), "{text}");
    }
    all.into_iter().map(|folded| folded.bytes).collect()
}

/// Asserts that an array that is folded gets fewer cells, by at least the least saving.
fn saves_enough(array: &ArrayEntry, what: &str) {
    let (Some(before), Some(after)) = (array.elements_before, array.elements_after) else {
        return;
    };
    if array.status == Status::Kept {
        assert_eq!(before, after, "{what}");
        return;
    }
    assert!(after < before, "{what}: {before} -> {after}");
    let least = LeastSaving::default();
    let bytes = array.bytes_before.zip(array.bytes_after);
    let is_replaced = array.owner != Owner::Caller;
    if let Some((before, after)) = bytes.filter(|_| after > 1 && is_replaced) {
        let saved = before - after;
        assert!(saved >= least.bytes as i64, "{what}: {before} -> {after}");
        let part = saved as f64 * 100.0 / before as f64;
        assert!(part >= least.percent, "{what}: {before} -> {after}");
    }
}

/// Compiles a text with a compiler and flags, runs it, and returns its output.
pub(crate) fn run(text: &[u8], compiler: &str, flags: &[&str]) -> Result<String, String> {
    run_with(text, compiler, flags, &[])
}

/// As [`run`], for at most so many seconds of processor time.
pub(crate) fn run_within(
    seconds: u32,
    text: &[u8],
    compiler: &str,
    flags: &[&str],
) -> Result<String, String> {
    run_limited(text, compiler, flags, &[], &format!("ulimit -t {seconds};"))
}

/// As [`run`], with variables in the program's environment.
pub(crate) fn run_with(
    text: &[u8],
    compiler: &str,
    flags: &[&str],
    variables: &[(&str, &str)],
) -> Result<String, String> {
    run_limited(text, compiler, flags, variables, "")
}

/// As [`run_with`]; the shell sets limits first.
fn run_limited(
    text: &[u8],
    compiler: &str,
    flags: &[&str],
    variables: &[(&str, &str)],
    limits: &str,
) -> Result<String, String> {
    let work = tempfile::tempdir().unwrap();
    let c = work.path().join("program.c");
    let program = work.path().join("program");
    std::fs::write(&c, text).unwrap();
    let output = Command::new(compiler)
        .args(STRICT)
        .args(flags)
        .arg("-o")
        .arg(&program)
        .arg(&c)
        .arg("-lm")
        .output()
        .unwrap();
    let setting = format!("{compiler} {flags:?}");
    succeeded(output, &setting)?;
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limits} exec \"$0\""));
    command.arg(&program);
    let output = command.envs(variables.iter().copied()).output().unwrap();
    succeeded(output, &setting)
}

/// What a command printed.
fn succeeded(output: Output, setting: &str) -> Result<String, String> {
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "{setting}: {}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Asserts that a changed program does the same as the original at nine small sizes, as far as the
/// original is defined there, and that the sanitizers find nothing in it.
pub(crate) fn assert_same_at_sizes(original: &[u8], changed: &[u8]) {
    let sanitized = [
        "-O0",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    let found = run_at_sizes(changed, &sanitized).unwrap();
    let expected = run_at_sizes(original, &["-O0"]).unwrap();
    assert!(expected.len() > 6, "{:?}", expected.keys());
    let is_same = |size: &u32, output: &Result<String, String>| {
        output.is_ok() && expected.get(size) == Some(output)
    };
    let mut others = found.clone();
    others.retain(|size, output| !is_same(size, output));
    if others.is_empty() {
        return;
    }
    // Some programs are undefined for a single row.
    let mut defined = run_at_sizes(original, &sanitized).unwrap();
    defined.retain(|_, output| output.is_ok());
    assert!(defined.len() > 6, "{:?}", defined.keys());
    for (size, output) in others {
        if let Some(expected) = defined.get(&size) {
            assert_eq!(output, *expected, "size {size}");
        }
    }
}

/// What a program does at nine small sizes, with gcc: `N` and `H` from 1 to 9, `W` from 9 to 1. The
/// copies of the program for each size share one executable. Sizes that a static assertion of the
/// program excludes are left out.
pub(crate) fn run_at_sizes(
    text: &[u8],
    flags: &[&str],
) -> Result<BTreeMap<u32, Result<String, String>>, String> {
    let work = tempfile::tempdir().unwrap();
    let gcc = |args: &[&str]| {
        let mut gcc = Command::new("gcc");
        let output = gcc.current_dir(&work).args(flags).args(args).output();
        succeeded(output.unwrap(), &format!("gcc {flags:?}"))
    };
    let write = |name: &str, text: &[u8]| std::fs::write(work.path().join(name), text).unwrap();
    write("program.c", text);
    for size in 1..=9 {
        write(&format!("at_{size}.c"), copy_at(size).as_bytes());
    }
    let sources: Vec<String> = (1..=9).map(|size| format!("at_{size}.c")).collect();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    match gcc(&[&STRICT[..], &["-w", "-c"], &sources].concat()) {
        Err(why) if !why.contains("static assertion failed") => return Err(why),
        _ => {}
    }
    let mut main = "int main(int argc, char **argv)\n{\n".to_string();
    let mut objects = Vec::new();
    let made = |size: &u32| work.path().join(format!("at_{size}.o")).exists();
    let sizes: Vec<u32> = (1..=9).filter(made).collect();
    for size in &sizes {
        let object = format!("at_{size}.o");
        // Other functions and variables of the copies have equal names.
        let mut objcopy = Command::new("objcopy");
        objcopy.arg(format!("--keep-global-symbol=main_{size}"));
        let done = objcopy.arg(&object).current_dir(&work).output();
        succeeded(done.unwrap(), "objcopy")?;
        main += &format!(
            "int main_{size}(); if (argv[1][0] == '0' + {size}) return main_{size}(argc, argv);\n"
        );
        objects.push(object);
    }
    write("main.c", (main + "return 77;\n}\n").as_bytes());
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    gcc(&[&["-w", "-o", "program", "main.c"], &objects[..], &["-lm"]].concat())?;
    let run = |size: u32| {
        let mut program = Command::new(work.path().join("program"));
        let output = program.arg(size.to_string()).output().unwrap();
        (size, succeeded(output, &format!("size {size}")))
    };
    Ok(sizes.into_iter().map(run).collect())
}

/// The text of a copy of `program.c` for a size.
fn copy_at(size: u32) -> String {
    let other = 10 - size;
    format!(
        "#define N {size}\n#define H {size}\n#define W {other}\n#define main main_{size}\n\
         #include \"program.c\"\n"
    )
}
