//! Mistakes of users: each gets a clear message and a documented exit status, without a panic, and
//! no file is written.

use std::path::Path;
use std::process::{Command, Output};

fn pleat(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Folds `text` as `input.c`; the file must be untouched afterwards.
fn fold_text(text: &[u8], more: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    let work = tempfile::tempdir().unwrap();
    let input = work.path().join("input.c");
    std::fs::write(&input, text).unwrap();
    let mut args = vec!["fold", "input.c"];
    args.extend(more);
    let output = pleat(&args, work.path());
    assert_eq!(
        std::fs::read(&input).unwrap(),
        text,
        "the input is untouched"
    );
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code(), output.stdout, stderr)
}

fn check(text: &[u8], code: i32, message: &str) {
    let (status, stdout, stderr) = fold_text(text, &[]);
    assert_eq!(status, Some(code), "{stderr}");
    assert!(stderr.contains(message), "{stderr}");
    if code == 0 {
        assert_eq!(stdout, text, "the input comes back byte for byte");
    }
}

#[test]
fn missing_file() {
    let work = tempfile::tempdir().unwrap();
    let output = pleat(&["fold", "nowhere.c"], work.path());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("cannot read nowhere.c"), "{stderr}");
}

#[test]
fn missing_folder_of_the_output() {
    let (status, _, stderr) = fold_text(b"int x;\n", &["-o", "nowhere/x.c"]);
    assert_eq!(status, Some(2));
    let message = "pleat: cannot write nowhere/x.c: there is no folder nowhere\n";
    assert!(stderr.ends_with(message), "{stderr}");
}

#[test]
fn unreadable_file() {
    let work = tempfile::tempdir().unwrap();
    std::fs::create_dir(work.path().join("folder.c")).unwrap();
    let output = pleat(&["fuse", "folder.c"], work.path());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("cannot read folder.c"), "{stderr}");
}

#[test]
fn settings_that_are_a_folder() {
    let work = tempfile::tempdir().unwrap();
    std::fs::create_dir(work.path().join("pleat.toml")).unwrap();
    std::fs::write(work.path().join("input.c"), "int x;\n").unwrap();
    let output = pleat(&["fold", "input.c"], work.path());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("cannot read pleat.toml"), "{stderr}");
}

#[test]
fn a_file_that_cc_rejects() {
    check(b"#include \"nowhere.h\"\nint x;\n", 4, "-- -I FOLDER");
}

/// The messages of a file that the compiler rejects.
fn rejected(text: &str, more: &[&str]) -> String {
    let (status, stdout, stderr) = fold_text(text.as_bytes(), more);
    assert_eq!(status, Some(4), "{stderr}");
    assert!(stdout.is_empty(), "nothing is written");
    stderr
}

#[test]
fn syntax_errors() {
    let text = "int f(int n) {\n    double t[n];\n    for (int i = 0; i < n; i++ {\n        \
                t[i] = i;\n    }\n    return 0;\n}\n";
    let message = rejected(text, &["--cc", "gcc"]);
    assert!(
        message.starts_with("error: syntax error: expected ')'"),
        "{message}"
    );
    assert!(message.contains("input.c:3:31"), "{message}");
    assert!(
        message.contains("    for (int i = 0; i < n; i++ {"),
        "{message}"
    );
    assert!(message.contains("1 more error"), "{message}");
    let message = rejected(text, &["--cc", "clang"]);
    assert!(
        message.starts_with("error: syntax error: expected ')'"),
        "{message}"
    );
    let tabs = "int f(void) {\n\treturn 1 +;\n}\n";
    let message = rejected(tabs, &["--cc", "gcc"]);
    assert!(message.contains("^^^^^^^^^^^"), "the whole line: {message}");
}

#[test]
fn headers_and_names_that_the_compiler_lacks() {
    for (cc, column) in [("gcc", "1:10"), ("clang", "1:10")] {
        let message = rejected("#include \"nowhere.h\"\nint x;\n", &["--cc", cc]);
        assert!(message.contains(&format!("input.c:{column}")), "{message}");
        assert!(
            message.contains("add the folder of `nowhere.h`"),
            "{message}"
        );
        assert!(message.contains("-- -I FOLDER"), "{message}");
    }
    let message = rejected(
        "int f(void) { return Q; return 1 + * ; }\n",
        &["--cc", "gcc"],
    );
    assert!(message.starts_with("error: syntax error"), "{message}");
    let message = rejected("#error \"wrong\"\n", &["--cc", "gcc"]);
    assert!(message.contains("rejects this file: #error"), "{message}");
    let macros = "int f(void) { double t[N]; asm_ goto (x); return t[0]; }\n";
    let message = rejected(macros, &["--cc", "clang"]);
    assert!(message.contains("-DN=VALUE"), "{message}");
}

#[test]
fn other_commands_on_a_syntax_error() {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("bad.c"), "int f( { }\n").unwrap();
    std::fs::write(work.path().join("good.c"), "int f(void) { return 0; }\n").unwrap();
    let run = |args: &[&str]| {
        let output = pleat(args, work.path());
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), stderr)
    };
    let explain = &["explain", "bad.c"];
    for args in [
        &["fuse", "bad.c"][..],
        &["verify", "good.c", "bad.c"],
        explain,
    ] {
        let (status, message) = run(args);
        assert_eq!(status, Some(4), "{message}");
        assert!(message.contains("syntax error"), "{message}");
        assert!(message.contains("bad.c:1:"), "{message}");
    }
    // Other files are folded; the status is the worst one.
    let (status, message) = run(&["fold", "--check", "bad.c", "good.c"]);
    assert_eq!(status, Some(4), "{message}");
    assert_eq!(run(&["fold", "bad.c", "nowhere.c"]).0, Some(2));
    // `pleat cc` leaves the messages to the compiler.
    let (status, message) = run(&["cc", "gcc", "-c", "bad.c"]);
    assert_eq!(status, Some(1), "{message}");
    assert!(
        message.contains("error: ") && !message.contains("syntax error:"),
        "{message}"
    );
}

#[test]
fn flags_that_the_compiler_does_not_know() {
    let (status, _, stderr) = fold_text(b"int x;\n", &["--", "-fwrong"]);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains("-fwrong"), "{stderr}");
}

#[test]
fn no_loops() {
    check(b"int main(void) { return 0; }\n", 0, "no arrays to fold");
}

#[test]
fn empty_file() {
    check(b"", 0, "no arrays to fold");
}

#[test]
fn unterminated_scop() {
    check(
        b"void f(double *x) {\n    double t[9];\n#pragma scop\n    for (int i = 0; i < 9; i++)\n        x[i] = t[i] = i;\n}\n",
        2,
        "#pragma scop",
    );
}

#[test]
fn binary_garbage() {
    let mut state = 2007_u32;
    let bytes: Vec<u8> = (0..20_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let (status, stdout, stderr) = fold_text(&bytes, &[]);
    assert!(matches!(status, Some(0 | 2 | 4)), "{stderr}");
    assert!(stdout.is_empty() || stdout == bytes);
    assert!(!stderr.is_empty());
}

#[test]
fn a_hundred_thousand_parentheses() {
    let mut text = b"int x = ".to_vec();
    text.extend(std::iter::repeat_n(b'(', 100_000));
    text.push(b'1');
    text.extend(std::iter::repeat_n(b')', 100_000));
    text.extend(b";\nvoid f(int n, double *o) { double t[n]; for (int i = 0; i < n; i++) { t[i] = i; o[i] = t[i]; } }\n");
    let (status, stdout, stderr) = fold_text(&text, &[]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("deep"), "{stderr}");
    let stdout = String::from_utf8(stdout).unwrap();
    assert!(
        stdout.contains("double t;"),
        "the rest of the file is folded"
    );
}

#[test]
fn an_array_that_escapes() {
    let text = b"void g(double *); void f(void) { double t[9]; for (int i = 0; i < 9; i++) t[i] = i; g(t); }\n";
    let (status, _, stderr) = fold_text(text, &["-v"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("it is passed to `g`"), "{stderr}");
}

#[test]
fn unknown_flag() {
    let (status, _, stderr) = fold_text(b"", &["--fold-harder"]);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("--fold-harder"), "{stderr}");
}

#[test]
fn requests_that_cannot_be_met() {
    let text = b"void f(int n, double *o) { double t[n]; for (int i = 0; i < n; i++) t[i] = i; for (int i = 0; i < n; i++) o[i] = t[i]; }\n";
    let near = |args: &[&str], message: &str| {
        let (status, _, stderr) = fold_text(text, args);
        assert_eq!(status, Some(2), "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
    };
    near(&["--array", "nowhere"], "no array of this name");
    near(&["--array", "t"], "--array t:");
    near(&["--strategy", "magic"], "invalid value 'magic'");
    near(&["--order", "random"], "invalid value 'random'");
    near(&["--lifetime", "long"], "invalid value 'long'");
    near(
        &["--report", "x.txt"],
        "the ending must be one of .json, .html, .sarif, .opt.yaml",
    );
    near(&["--param", "n"], "NAME=VALUE");
    near(
        &["--assume", "n=99999999999"],
        "--assume 'n == 99999999999': in `f`, `n` is from -2147483648 to 2147483647",
    );
    near(
        &["--assume", "o >= 4"],
        "--assume 'o >= 4': in `f`, `o` is no integer",
    );
    near(
        &["--assume", "n >= 4", "--assume", "n <= 3"],
        "--assume 'n <= 3'",
    );
}

#[test]
fn check_and_diff_never_write() {
    let text = b"void f(int n, double *o) {\n    double t[n];\n    for (int i = 0; i < n; i++) {\n        t[i] = i;\n        o[i] = t[i];\n    }\n}\n";
    let (status, stdout, _) = fold_text(text, &["--check"]);
    let table = String::from_utf8(stdout).unwrap();
    assert_eq!(status, Some(1));
    let row = "| input.c:2 | `t` | about 7.8 KiB | 8 bytes at n = 1000: one variable |\n";
    assert!(table.contains(row), "{table}");
    assert!(
        table.ends_with(
            "\nIn 1 file: 1 array folded, about 7.8 KiB -> 8 bytes at n = 1000; 1 other\n"
        ),
        "{table}"
    );
    let (status, stdout, stderr) = fold_text(text, &["--check", "-q"]);
    assert_eq!((status, stdout.len(), stderr.len()), (Some(1), 0, 0));
    let (status, stdout, _) = fold_text(text, &["--diff"]);
    assert_eq!(status, Some(1));
    let diff = String::from_utf8(stdout).unwrap();
    assert!(
        diff.contains("-    double t[n];\n+    double t;\n"),
        "{diff}"
    );
}

#[test]
fn report_and_output_files() {
    let work = tempfile::tempdir().unwrap();
    let text = "void f(int n, double *o) {\n    double t[n];\n    for (int i = 0; i < n; i++) {\n        t[i] = i;\n        o[i] = t[i];\n    }\n}\n";
    std::fs::write(work.path().join("input.c"), text).unwrap();
    let args = [
        "fold", "-o", "out.c", "--report", "out.json", "input.c", "--", "-DX=1",
    ];
    assert_eq!(pleat(&args, work.path()).status.code(), Some(0));
    let out = std::fs::read_to_string(work.path().join("out.c")).unwrap();
    assert!(out.contains("double t;"));
    let json = std::fs::read_to_string(work.path().join("out.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["version"], 1);
    let arrays = report["arrays"].as_array().unwrap();
    let t = arrays.iter().find(|a| a["name"] == "t").unwrap();
    assert_eq!(t["status"], "folded");
    assert_eq!(t["size_after"], "1");
    assert_eq!(t["proved"], true);
    let o = arrays.iter().find(|a| a["name"] == "o").unwrap();
    assert_eq!(o["reason"], "not-temporary");
}

#[test]
fn in_place_keeps_the_mode() {
    use std::os::unix::fs::PermissionsExt;
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("input.c");
    std::fs::write(&path, "void f(int n, double *o) { double t[n]; for (int i = 0; i < n; i++) { t[i] = i; o[i] = t[i]; } }\n").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    let args = ["fold", "--in-place", "input.c"];
    assert_eq!(pleat(&args, work.path()).status.code(), Some(0));
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains("double t;")
    );
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}
