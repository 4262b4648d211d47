//! The snippets for builds and continuous integration, docs/examples/ci and .pre-commit-hooks.yaml:
//! each is used as its comments say.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PLEAT: &str = env!("CARGO_BIN_EXE_pleat");

const KERNEL: &str = "#include \"k.h\"\nint sum(int n) {\n    int t[n], s = 0;\n    \
                      for (int i = 0; i < n; i++) {\n        t[i] = K * i;\n        s += t[i];\n    }\n    return s;\n}\n";

const MAIN: &str = "#include <stdio.h>\nint sum(int n);\nint main(void) {\n    \
                    printf(\"%d\\n\", sum(10));\n    return 0;\n}\n";

fn snippets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/ci")
}

fn snippet(name: &str) -> String {
    fs::read_to_string(snippets().join(name)).unwrap()
}

/// A project whose `src/k.c` has an array that can get smaller.
fn project() -> tempfile::TempDir {
    let work = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("include/k.h", "#define K 2\n"),
        ("src/k.c", KERNEL),
        ("src/main.c", MAIN),
    ] {
        let path = work.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    work
}

/// Executes a line of a shell, in which `pleat` is the program under test.
fn shell(line: &str, folder: &Path) -> Output {
    let own = Path::new(PLEAT).parent().unwrap().display();
    let others = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder);
    for variable in ["CC", "CFLAGS", "MAKEFLAGS", "PLEAT_VERBOSE"] {
        shell.env_remove(variable);
    }
    let summary = folder.join("summary.md");
    let shell = shell.env("GITHUB_STEP_SUMMARY", summary);
    shell
        .env("PATH", format!("{own}:{others}"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Executes a line that succeeds. Returns both outputs.
fn done(line: &str, folder: &Path) -> String {
    let output = shell(line, folder);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{line}: {said}");
    said
}

/// Executes a line that fails. Returns both outputs.
fn fails(line: &str, folder: &Path) -> String {
    let output = shell(line, folder);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(!output.status.success(), "{line}: {said}");
    said
}

const ROW: &str = "| src/k.c:3 | `t` |";

#[test]
fn makefile() {
    let work = project();
    let makefile = "CPPFLAGS = -Iinclude\nprog: src/k.o src/main.o\n\t$(CC) $^ -o $@\n\
                    PLEAT_SOURCES = $(wildcard src/*.c)\ninclude pleat.mk\n";
    fs::write(work.path().join("Makefile"), makefile).unwrap();
    fs::write(work.path().join("pleat.mk"), snippet("pleat.mk")).unwrap();
    let said = done("make PLEAT=1 PLEAT_FLAGS=-v && ./prog", work.path());
    assert!(
        said.contains("src/k.c: changed") && said.contains("\n90\n"),
        "{said}"
    );
    assert!(fails("make pleat-check", work.path()).contains(ROW));
    assert!(done("make pleat-diff", work.path()).contains("+    int t, s = 0;"));
    done("make pleat-fold", work.path());
    done("make pleat-check", work.path());
    assert!(done("make -B && ./prog", work.path()).ends_with("90\n"));
}

#[test]
fn cmake() {
    let work = project();
    let lists = "cmake_minimum_required(VERSION 3.13)\nproject(sum C)\ninclude(Pleat.cmake)\n\
                 add_executable(prog src/k.c src/main.c)\n\
                 target_include_directories(prog PRIVATE include)\npleat_fold(prog -v)\n";
    fs::write(work.path().join("CMakeLists.txt"), lists).unwrap();
    fs::write(work.path().join("Pleat.cmake"), snippet("Pleat.cmake")).unwrap();
    done("cmake -S . -B build -G 'Unix Makefiles'", work.path());
    let said = done("cmake --build build && build/prog", work.path());
    assert!(
        said.contains("src/k.c: changed") && said.contains("\n90\n"),
        "{said}"
    );
    let said = fails("cmake --build build --target pleat-check", work.path());
    assert!(said.contains("src/k.c:3 | `t` |"), "{said}");
}

#[test]
fn github_workflow() {
    let work = project();
    let workflow = snippet("github.yml");
    let mut runs = workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- run: "));
    let run = runs.next().unwrap();
    fails(run, work.path());
    let summary = fs::read_to_string(work.path().join("summary.md")).unwrap();
    assert!(summary.starts_with("| Place | Array |"), "{summary}");
    assert!(summary.contains(ROW), "{summary}");
    done(&run.replace("--check", "--in-place"), work.path());
    fs::remove_file(work.path().join("summary.md")).unwrap();
    done(run, work.path());
    assert_eq!(
        fs::read_to_string(work.path().join("summary.md")).unwrap(),
        ""
    );
}

#[test]
fn hooks() {
    let work = project();
    let hooks = fs::read_to_string(snippets().join("../../../.pre-commit-hooks.yaml")).unwrap();
    let values = |key: &str| -> Vec<String> {
        let values = hooks
            .lines()
            .filter_map(|line| line.trim_start_matches("- ").trim().strip_prefix(key));
        values.map(|value| value.trim().to_string()).collect()
    };
    let config = snippet("pre-commit-config.yaml");
    assert!(
        values("id:")
            .iter()
            .any(|id| config.contains(&format!("id: {id}")))
    );
    let args = config
        .split("args: [")
        .nth(1)
        .unwrap()
        .split(']')
        .next()
        .unwrap();
    let [check, fold] = &values("entry:")[..] else {
        panic!("{hooks}")
    };
    let with = |entry: &str| {
        format!(
            "CPATH=include {entry} {} src/k.c src/main.c",
            args.replace(',', " ")
        )
    };
    assert!(fails(&with(check), work.path()).contains(ROW));
    let plain = |entry: &str| format!("CPATH=include {entry} src/k.c src/main.c");
    assert!(fails(&plain(check), work.path()).contains(ROW));
    done(&plain(fold), work.path());
    done(&plain(check), work.path());
}
