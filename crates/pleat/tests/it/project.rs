//! A small project of C files, and commands in its folder: `pleat cc` and others.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The header of both sources.
pub(crate) const HEADER: &str =
    "#define STEP 2.5\nstatic inline const char *header(void) { return __FILE__; }\n";

/// `t` becomes a scalar; a `_Static_assert` before it shifts the lines after it.
pub(crate) const KERNEL: &str = r#"#include "own.h"
#include <stdio.h>
#ifndef N
#define N 40
#endif
void f(double *o) {
    double t[N];
    for (int i = 0; i < N; i++) {
        t[i] = i * STEP;
        o[i] = t[i];
    }
}
const char *where(void) { return __FILE__; }
int line(void) { return __LINE__; }
int main(void) {
    double o[N], s = 0;
    f(o);
    for (int i = 0; i < N; i++)
        s += o[i];
    printf("%g %s %s %s %d\n", s, where(), header(), __BASE_FILE__, line());
    return 0;
}
"#;

/// A folder with `k.c`, `src/k.c` and their header.
pub(crate) fn project() -> tempfile::TempDir {
    let work = tempfile::tempdir().unwrap();
    fs::create_dir(work.path().join("src")).unwrap();
    fs::create_dir(work.path().join("o")).unwrap();
    for folder in [work.path(), &work.path().join("src")] {
        fs::write(folder.join("k.c"), KERNEL).unwrap();
        fs::write(folder.join("own.h"), HEADER).unwrap();
    }
    work
}

/// `pleat cc` with further words.
pub(crate) fn pleat(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
    command.arg("cc").args(words).current_dir(folder);
    command.env_remove("PLEAT_VERBOSE");
    command
}

/// A command without Pleat.
pub(crate) fn alone(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder);
    command
}

/// Runs a command without standard input.
pub(crate) fn run(mut command: Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}
