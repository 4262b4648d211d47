//! Manners of the command line: colours, width, standard input, folders, names of arrays, and the
//! compiler's command line after `pleat cc`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PLEAT: &str = env!("CARGO_BIN_EXE_pleat");

/// A source whose array `t` folds to a scalar.
const PLAIN: &str = "#include \"k.h\"\nvoid f(int n, double *o) {\n    double t[n];\n    \
                     for (int i = 0; i < n; i++) {\n        t[i] = K * i;\n        o[i] = t[i];\n    }\n}\n";

/// A folder with `a.c`, its header, and more files and folders as a project has them.
fn project() -> tempfile::TempDir {
    let work = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = work.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let other = PLAIN.replace("#include \"k.h\"", "#define K 2");
    write("k.h", "#define K 3\n");
    write("a.c", PLAIN);
    write("src/b.c", &other.replace('t', "u").replace("inu", "int"));
    for skipped in ["src/build/x.c", "src/out/x.c", "src/.git/x.c", "src/.x.c"] {
        write(skipped, "this is no C");
    }
    write("src/out/CMakeCache.txt", "");
    write("src/sub/c.c", &other);
    write("empty/readme.txt", "");
    std::os::unix::fs::symlink("../empty", work.path().join("src/link")).unwrap();
    std::os::unix::fs::symlink("../a.c", work.path().join("src/link.c")).unwrap();
    work
}

/// A command in a folder, without variables that choose colours.
fn command(args: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(PLEAT);
    command.args(args).current_dir(folder);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(variable);
    }
    command
}

fn pleat(args: &[&str], folder: &Path) -> Output {
    command(args, folder).output().unwrap()
}

fn pleat_with_input(args: &[&str], folder: &Path, input: &str) -> Output {
    let mut command = command(args, folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit status and the messages of a command that fails.
fn failure(args: &[&str], folder: &Path) -> (Option<i32>, String) {
    let output = pleat(args, folder);
    (output.status.code(), text(&output.stderr))
}

#[test]
fn standard_input() {
    let work = project();
    let folded = pleat_with_input(&["fold", "-"], work.path(), PLAIN);
    let stderr = text(&folded.stderr);
    assert_eq!(folded.status.code(), Some(0), "{stderr}");
    assert!(text(&folded.stdout).contains("double t;"), "{stderr}");
    assert!(stderr.contains("<stdin>:3"), "{stderr}");
    let args = ["fold", "--in-place", "-"];
    let refused = pleat_with_input(&args, work.path(), PLAIN);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("standard input cannot be written over"));
    assert!(refused.stdout.is_empty());
    let fused = pleat_with_input(&["fuse", "-"], work.path(), PLAIN);
    assert_eq!(text(&fused.stdout), PLAIN);
    assert!(text(&fused.stderr).contains("<stdin>: no loops to fuse"));
    let sets = "[N] -> { [d] : 0 < d < N }\n";
    let mapped = pleat_with_input(&["map", "-"], work.path(), sets);
    assert_eq!(mapped.status.code(), Some(0), "{}", text(&mapped.stderr));
}

#[test]
fn folders() {
    let work = project();
    let folded = pleat(&["fold", "src"], work.path());
    let stderr = text(&folded.stderr);
    assert_eq!(folded.status.code(), Some(0), "{stderr}");
    let first = "pleat: src: 2 C files (build folders are not searched: src/build, src/out)\n";
    assert!(stderr.starts_with(first), "{stderr}");
    assert!(stderr.find("src/b.c").unwrap() < stderr.find("src/sub/c.c").unwrap());
    assert!(
        stderr.contains("nothing was written: --in-place"),
        "{stderr}"
    );
    assert!(folded.stdout.is_empty());
    let checked = pleat(&["fold", "--check", "src"], work.path());
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(
        pleat(&["fold", "--in-place", "src"], work.path())
            .status
            .code(),
        Some(0)
    );
    let written = |name: &str| fs::read_to_string(work.path().join(name)).unwrap();
    assert!(
        written("src/b.c").contains("double u;") && written("src/sub/c.c").contains("double t;")
    );
    assert_eq!(written("a.c"), PLAIN, "links are not followed");
    let (status, message) = failure(&["fold", "empty"], work.path());
    assert_eq!(status, Some(2));
    assert_eq!(message, "pleat: empty: no C files below this folder\n");
}

#[test]
fn a_folder_of_a_database() {
    let work = project();
    let entry = |file: &str| {
        format!(
            "{{\"directory\": {:?}, \"file\": {file:?}, \"command\": \"cc -c {file}\"}}",
            work.path()
        )
    };
    let database = format!("[{}, {}]", entry("a.c"), entry("src/sub/c.c"));
    fs::write(work.path().join("compile_commands.json"), database).unwrap();
    let folded = pleat(&["fold", "-p", ".", "--diff", "src"], work.path());
    let diff = text(&folded.stdout);
    assert!(
        diff.starts_with("--- a/src/sub/c.c"),
        "{diff}{}",
        text(&folded.stderr)
    );
    assert_eq!(diff.matches("--- a/").count(), 1, "{diff}");
    let (status, message) = failure(&["fold", "-p", ".", "empty"], work.path());
    assert_eq!(status, Some(2));
    assert!(
        message.contains("compiles no C file below this folder"),
        "{message}"
    );
}

#[test]
fn names_of_arrays() {
    let work = project();
    let a = |args: &[&str]| failure(&[&["fold", "--check"], args].concat(), work.path());
    let (status, message) = a(&["--keep", "tt", "a.c"]);
    assert_eq!(status, Some(2));
    assert_eq!(
        message,
        "pleat: --keep tt: there is no array of this name; did you mean `t`?\n"
    );
    let (status, message) = a(&["--array", "x", "a.c"]);
    assert_eq!(status, Some(2));
    assert_eq!(
        message,
        "pleat: --array x: there is no array of this name\n"
    );
    // An array of one of the files is enough.
    assert_eq!(a(&["--keep", "u", "a.c", "src/b.c"]).0, Some(1));
    assert_eq!(
        a(&["--keep", "t", "--keep", "u", "a.c", "src/b.c"]).0,
        Some(0)
    );
    // Nothing is written.
    let (status, _) = failure(&["fold", "--in-place", "--keep", "q", "a.c"], work.path());
    assert_eq!(status, Some(2));
    assert_eq!(fs::read_to_string(work.path().join("a.c")).unwrap(), PLAIN);
    // Files of a build differ.
    let build = ["cc", "-v", "--keep", "q", "gcc", "-c", "a.c"];
    let (status, message) = failure(&build, work.path());
    assert_eq!(status, Some(0), "{message}");
    assert!(message.contains("a.c: changed"), "{message}");
}

#[test]
fn a_compiler_without_dashes() {
    let work = project();
    let cc = |args: &[&str]| failure(&[&["cc"], args].concat(), work.path());
    let (status, message) = cc(&["-v", "gcc", "-c", "a.c", "-o", "a.o"]);
    assert_eq!(status, Some(0), "{message}");
    assert!(message.contains("a.c: changed"), "{message}");
    assert!(work.path().join("a.o").is_file());
    let (status, message) = cc(&["a.c", "-c"]);
    assert_eq!(status, Some(2));
    let corrected = "pleat: `a.c` is not a compiler; name one first: pleat cc -- gcc a.c -c\n";
    assert_eq!(message, corrected);
    let (status, message) = cc(&["--", "-O2", "a.c"]);
    assert_eq!(status, Some(2));
    assert!(message.contains("pleat cc -- gcc -O2 a.c"), "{message}");
    assert_eq!(cc(&[]).0, Some(2));
}

#[test]
fn colors() {
    let work = project();
    let run = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = command(&["fold", "--diff", "a.c"], work.path());
        let output = command
            .args(args)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        let is_colored = |bytes: &[u8]| text(bytes).contains("\u{1b}[");
        (is_colored(&output.stdout), is_colored(&output.stderr))
    };
    assert_eq!(run(&[], &[]), (false, false), "no colours in pipes");
    assert_eq!(run(&["--color", "always"], &[]), (true, true));
    assert_eq!(run(&["--color=always"], &[("NO_COLOR", "1")]), (true, true));
    assert_eq!(run(&[], &[("CLICOLOR_FORCE", "1")]), (true, true));
    let dumb = [("CLICOLOR_FORCE", "1"), ("TERM", "dumb")];
    assert_eq!(run(&[], &dumb), (true, true));
    let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
    assert_eq!(run(&[], &both), (false, false));
    assert_eq!(
        run(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]),
        (false, false)
    );
    let help = pleat(&["--color", "always", "fold", "--help"], work.path());
    assert!(text(&help.stdout).contains("\u{1b}["));
    let diff = pleat(&["fold", "--diff", "--color", "always", "a.c"], work.path());
    let diff = text(&diff.stdout);
    assert!(
        diff.contains("\u{1b}[31m-    double t[n];\u{1b}[0m\n"),
        "{diff}"
    );
    assert!(
        diff.contains("\u{1b}[32m+    double t;\u{1b}[0m\n"),
        "{diff}"
    );
}

/// Runs Pleat on a pseudo terminal. Returns all that it shows there.
fn on_a_terminal(line: &str, folder: &Path, columns: u32, variables: &[(&str, &str)]) -> String {
    let line = format!("stty cols {columns} rows 24; {PLEAT} {line}");
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    script.current_dir(folder).stdin(Stdio::null());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        script.env_remove(variable);
    }
    let variables = variables.iter().copied();
    let output = script
        .env("TERM", "xterm")
        .envs(variables)
        .output()
        .unwrap();
    text(&output.stdout)
}

#[test]
fn colors_on_a_terminal() {
    let work = project();
    let shown = |variables: &[(&str, &str)]| {
        on_a_terminal("fold --diff a.c", work.path(), 100, variables).contains("\u{1b}[3")
    };
    assert!(shown(&[]));
    assert!(!shown(&[("NO_COLOR", "1")]));
    assert!(!shown(&[("CLICOLOR", "0")]));
    for ci in ["true", ""] {
        assert!(!shown(&[("TERM", "dumb"), ("CI", ci)]));
    }
}

#[test]
fn width_of_a_terminal() {
    let work = project();
    let line = "fold --color never -v --check a.c";
    let longest = |columns: u32| {
        let shown = on_a_terminal(line, work.path(), columns, &[]);
        let headings = shown.lines().filter(|line| line.starts_with("note["));
        headings
            .map(|l| l.trim_end().chars().count())
            .max()
            .unwrap()
    };
    assert!(longest(50) <= 50);
    assert!(longest(200) > 60);
}

#[test]
fn a_bar_on_a_terminal() {
    let work = project();
    let slow = work.path().join("slow");
    fs::create_dir(&slow).unwrap();
    fs::write(slow.join("cc"), "#!/bin/sh\nsleep 0.5\nexec cc \"$@\"\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(slow.join("cc"), mode).unwrap();
    let line = "fold --check --no-hints --cc slow/cc src";
    let bar = "2/2 files";
    let shown = on_a_terminal(line, work.path(), 100, &[]);
    assert!(shown.contains(bar), "{shown}");
    assert!(shown.contains("t: one variable"), "{shown}");
    let dumb = on_a_terminal(line, work.path(), 100, &[("TERM", "dumb")]);
    assert!(!dumb.contains(bar), "{dumb}");
    let words: Vec<&str> = line.split(' ').collect();
    let piped = text(&pleat(&words, work.path()).stderr);
    assert!(
        !piped.contains(bar) && piped.contains("t: one variable"),
        "{piped}"
    );
}

#[test]
fn versions() {
    let work = project();
    let long = text(&pleat(&["--version"], work.path()).stdout);
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines.len(), 3, "{long}");
    let own = concat!("pleat ", env!("CARGO_PKG_VERSION"));
    assert_eq!(lines[0], own);
    for (line, name) in [(lines[1], "isl "), (lines[2], "cbc ")] {
        let version = line.strip_prefix(name).unwrap();
        assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{long}");
    }
    let short = text(&pleat(&["-V"], work.path()).stdout);
    assert_eq!(short.trim_end(), own);
}

#[test]
fn completions() {
    let work = project();
    let script = |shell: &str| text(&pleat(&["completions", shell], work.path()).stdout);
    fs::write(work.path().join("script"), script("bash")).unwrap();
    let typed = "source ./script; COMP_WORDS=(pleat fo); COMP_CWORD=1; _pleat pleat fo pleat; \
                 echo ${COMPREPLY[@]}; bash -n ./script";
    let mut bash = Command::new("bash");
    let found = bash.args(["-c", typed]).current_dir(work.path()).output();
    assert_eq!(text(&found.unwrap().stdout), "fold\n");
    assert!(script("zsh").starts_with("#compdef pleat\n"));
    assert!(script("fish").contains("complete -c pleat"));
    let (status, message) = failure(&["completions", "csh"], work.path());
    assert_eq!(status, Some(2));
    assert!(message.contains("possible values"), "{message}");
}

#[test]
fn manual_pages() {
    let work = project();
    let page = |args: &[&str]| text(&pleat(&[&["man"], args].concat(), work.path()).stdout);
    assert!(page(&[]).contains(".TH pleat 1"));
    let fold = page(&["fold"]);
    assert!(fold.contains(".TH pleat-fold 1"), "{fold}");
    assert!(fold.contains("\\-\\-in\\-place"), "{fold}");
    page(&["--output", "man1"]);
    for name in ["pleat.1", "pleat-fold.1", "pleat-cc.1", "pleat-verify.1"] {
        assert!(work.path().join("man1").join(name).is_file(), "{name}");
    }
    let (status, message) = failure(&["man", "folds"], work.path());
    assert_eq!(status, Some(2));
    assert!(message.contains("there is no command `folds`"), "{message}");
}

/// Nobody reads the messages any more: the run goes on.
#[test]
fn a_closed_pipe() {
    let work = project();
    let line = format!("{PLEAT} fold -v --in-place src 2>&1 >/dev/null | head -c 1; ");
    let mut bash = Command::new("bash");
    let status = bash.args(["-c", &(line + "echo ${PIPESTATUS[0]}")]);
    let output = status.current_dir(work.path()).output().unwrap();
    assert!(
        text(&output.stdout).ends_with("0\n"),
        "{}",
        text(&output.stdout)
    );
    let written = fs::read_to_string(work.path().join("src/sub/c.c")).unwrap();
    assert!(written.contains("double t;"), "{written}");
}
