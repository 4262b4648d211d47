//! `pleat cc` as the compiler of build systems and caches.

use crate::project;
use project::{HEADER, alone, pleat, project, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Two builds of one file at the same time share the staged text.
#[test]
fn at_the_same_time() {
    let work = project();
    let children: Vec<_> = (0..6)
        .map(|i| {
            let out = format!("o/k{i}.o");
            pleat(&["--", "gcc", "-g", "-c", "k.c", "-o", &out], work.path())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for child in children {
        let out = child.wait_with_output().unwrap();
        assert!(out.status.success() && out.stderr.is_empty());
    }
    let first = fs::read(work.path().join("o/k0.o")).unwrap();
    for i in 1..6 {
        assert_eq!(
            fs::read(work.path().join(format!("o/k{i}.o"))).unwrap(),
            first
        );
    }
}

#[test]
fn make() {
    let work = project();
    let makefile = "OBJ = k.o d.o\nprog: $(OBJ)\n\t$(CC) $(OBJ) -o $@\n%.o: %.c\n\t$(CC) -MMD -c $< -o $@\n-include $(OBJ:.o=.d)\n";
    fs::write(work.path().join("Makefile"), makefile).unwrap();
    fs::write(work.path().join("d.c"), "int d;\n").unwrap();
    let cc = format!("CC={} cc -- gcc", env!("CARGO_BIN_EXE_pleat"));
    let make = || {
        let out = run(alone(&["make", "-j2", &cc], work.path()));
        assert!(
            out.status.success(),
            "{}",
            String::from_utf8_lossy(&out.stderr)
        );
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    assert!(make().contains("-c k.c"));
    assert!(make().contains("up to date"));
    std::thread::sleep(std::time::Duration::from_millis(20));
    fs::write(work.path().join("own.h"), HEADER.replace("2.5", "3.5")).unwrap();
    let again = make();
    assert!(
        again.contains("-c k.c") && !again.contains("-c d.c"),
        "{again}"
    );
    let out = run(alone(&["./prog"], work.path()));
    assert!(String::from_utf8_lossy(&out.stdout).starts_with("2730 k.c own.h k.c 14"));
}

/// Before ccache, `pleat cc` makes the cache store the folded text, and find it in the second
/// build.
#[test]
fn ccache() {
    let work = project();
    let room = tempfile::tempdir().unwrap();
    let build = || {
        let words = [
            "--", "ccache", "gcc", "-g", "-MD", "-c", "src/k.c", "-o", "o/k.o",
        ];
        let out = run_in(pleat(&words, work.path()), room.path());
        assert!(out.status.success() && out.stderr.is_empty());
        let object = fs::read(work.path().join("o/k.o")).unwrap();
        let rule = fs::read_to_string(work.path().join("o/k.d")).unwrap();
        assert!(rule.starts_with("o/k.o: src/k.c"), "{rule}");
        object
    };
    assert_eq!(build(), build());
    let stats = run_in(
        alone(&["ccache", "--print-stats"], work.path()),
        room.path(),
    );
    let stats = String::from_utf8_lossy(&stats.stdout).into_owned();
    let hit = |kind: &str| stats.contains(&format!("{kind}_cache_hit\t1\n"));
    assert!(hit("direct") || hit("preprocessed"), "{stats}");
}

fn run_in(mut command: Command, cache: &Path) -> Output {
    command.env("CCACHE_DIR", cache);
    run(command)
}

#[test]
fn cmake_and_ninja() {
    let work = project();
    let lists = "cmake_minimum_required(VERSION 3.13)\nproject(p C)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\nadd_executable(prog src/k.c)\n";
    fs::write(work.path().join("CMakeLists.txt"), lists).unwrap();
    let done = |mut command: Command| {
        command.env("CC", format!("{} cc -- gcc", env!("CARGO_BIN_EXE_pleat")));
        let out = run(command);
        assert!(
            out.status.success(),
            "{}",
            String::from_utf8_lossy(&out.stderr)
        );
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let ninja = || done(alone(&["ninja", "-C", "build", "-v"], work.path()));
    done(alone(
        &["cmake", "-S", ".", "-B", "build", "-G", "Ninja"],
        work.path(),
    ));
    assert!(ninja().contains("k.c.o"));
    assert!(ninja().contains("no work to do"));
    let printed = done(alone(&["build/prog"], work.path()));
    let source = work.path().join("src/k.c").canonicalize().unwrap();
    assert!(printed.contains(&format!(" {} ", source.display())));
    std::thread::sleep(std::time::Duration::from_millis(20));
    fs::write(work.path().join("src/own.h"), HEADER.replace("2.5", "3.5")).unwrap();
    ninja();
    assert!(done(alone(&["build/prog"], work.path())).starts_with("2730 "));
    let mut fold = Command::new(env!("CARGO_BIN_EXE_pleat"));
    fold.args(["fold", "-p", "build"]).current_dir(work.path());
    assert!(done(fold).contains("double t;"));
}
