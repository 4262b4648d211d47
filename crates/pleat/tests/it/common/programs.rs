//! C programs, compiled and run.

use std::collections::BTreeMap;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Flags under which every compiler computes the same values. The linker need not look for symbols
/// in the libraries of libraries, which takes most of its time for those of the sanitizers.
const STRICT: [&str; 4] = [
    "-std=gnu11",
    "-ffp-contract=off",
    "-Wno-unknown-pragmas",
    "-Wl,--allow-shlib-undefined",
];

/// Flags under which a program ends at its first undefined operation. Without optimisation each
/// operation of the text is executed, and compiled in half the time.
pub(crate) const SANITIZED: [&str; 3] = [
    "-O0",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// The sizes of [`run_at_sizes`]: shorter than most windows and shifts, and longer ones. Programs
/// that assert three rows have three of them.
const SIZES: [u32; 5] = [1, 2, 3, 5, 9];

/// A compiled program.
pub(crate) struct Program {
    folder: TempDir,
    /// Compiler and flags, for messages.
    setting: String,
}

impl Program {
    /// Compiles a text with a compiler and flags.
    pub(crate) fn new(text: &[u8], compiler: &str, flags: &[&str]) -> Result<Program, String> {
        let folder = tempfile::tempdir().unwrap();
        let setting = format!("{compiler} {flags:?}");
        std::fs::write(folder.path().join("program.c"), text).unwrap();
        let output = Command::new(compiler)
            .current_dir(&folder)
            .args(STRICT)
            .args(flags)
            .args(["-o", "program", "program.c", "-lm"])
            .output();
        succeeded(output.unwrap(), &setting)?;
        Ok(Program { folder, setting })
    }

    /// Runs it with variables in its environment, and returns its output.
    pub(crate) fn run(&self, variables: &[(&str, &str)]) -> Result<String, String> {
        let mut command = Command::new(self.folder.path().join("program"));
        let output = command.envs(variables.iter().copied()).output();
        succeeded(output.unwrap(), &self.setting)
    }

    /// Runs it for at most so many seconds of processor time.
    fn run_within(&self, seconds: u32) -> Result<String, String> {
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(format!("ulimit -t {seconds}; exec \"$0\""));
        let output = command.arg(self.folder.path().join("program")).output();
        succeeded(output.unwrap(), &self.setting)
    }
}

/// Compiles a text with a compiler and flags, runs it, and returns its output.
pub(crate) fn run(text: &[u8], compiler: &str, flags: &[&str]) -> Result<String, String> {
    run_with(text, compiler, flags, &[])
}

/// As [`run`], with variables in the program's environment.
pub(crate) fn run_with(
    text: &[u8],
    compiler: &str,
    flags: &[&str],
    variables: &[(&str, &str)],
) -> Result<String, String> {
    Program::new(text, compiler, flags)?.run(variables)
}

/// As [`run`], for at most so many seconds of processor time.
pub(crate) fn run_within(
    seconds: u32,
    text: &[u8],
    compiler: &str,
    flags: &[&str],
) -> Result<String, String> {
    Program::new(text, compiler, flags)?.run_within(seconds)
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

/// Asserts that a changed program does the same as the original at small sizes, as far as the
/// original is defined there, and that the sanitizers find nothing in it.
pub(crate) fn assert_same_at_sizes(original: &[u8], changed: &[u8]) {
    let found = run_at_sizes(changed, &SANITIZED).unwrap();
    let expected = run_at_sizes(original, &["-O0"]).unwrap();
    assert!(expected.len() > 2, "{:?}", expected.keys());
    let is_same = |size: &u32, output: &Result<String, String>| {
        output.is_ok() && expected.get(size) == Some(output)
    };
    let mut others = found.clone();
    others.retain(|size, output| !is_same(size, output));
    if others.is_empty() {
        return;
    }
    // Some programs are undefined for a single row.
    let mut defined = run_at_sizes(original, &SANITIZED).unwrap();
    defined.retain(|_, output| output.is_ok());
    assert!(defined.len() > 2, "{:?}", defined.keys());
    for (size, output) in others {
        if let Some(expected) = defined.get(&size) {
            assert_eq!(output, *expected, "size {size}");
        }
    }
}

/// What a program does at small sizes, with gcc: `N` and `H` from 1 to 9, `W` from 9 to 1. The
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
    for size in SIZES {
        write(&format!("at_{size}.c"), copy_at(size).as_bytes());
    }
    let sources = SIZES.map(|size| format!("at_{size}.c"));
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    match gcc(&[&STRICT[..], &["-w", "-c"], &sources].concat()) {
        Err(why) if !why.contains("static assertion failed") => return Err(why),
        _ => {}
    }
    let mut main = "int main(int argc, char **argv)\n{\n".to_string();
    let mut objects = Vec::new();
    let made = |size: &u32| work.path().join(format!("at_{size}.o")).exists();
    let sizes: Vec<u32> = SIZES.into_iter().filter(made).collect();
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
    let link = [&STRICT[..], &["-w", "-o", "program", "main.c"], &objects].concat();
    gcc(&[&link[..], &["-lm"]].concat())?;
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
