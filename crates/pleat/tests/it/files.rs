//! `pleat fold` on several files, and with compile_commands.json.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A source whose array folds to a scalar under any flags.
fn plain(name: &str) -> String {
    format!(
        "void {name}(int n, double *o) {{\n    double t{name}[n];\n    for (int i = 0; i < n; i++) {{\n        t{name}[i] = i;\n        o[i] = t{name}[i];\n    }}\n}}\n"
    )
}

fn pleat(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pleat"))
        .arg("fold")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with files a.c to h.c.
fn eight() -> (tempfile::TempDir, Vec<String>) {
    let work = tempfile::tempdir().unwrap();
    let names: Vec<String> = ('a'..='h').map(|c| format!("{c}.c")).collect();
    for name in &names {
        fs::write(work.path().join(name), plain(&name[..1])).unwrap();
    }
    (work, names)
}

fn words<'a>(options: &[&'a str], names: &'a [String]) -> Vec<&'a str> {
    options
        .iter()
        .copied()
        .chain(names.iter().map(String::as_str))
        .collect()
}

#[test]
fn output_and_remarks_in_order() {
    let (work, mut names) = eight();
    names.reverse();
    let out = pleat(&words(&[], &names), work.path());
    assert_eq!(out.status.code(), Some(0));
    let alone: Vec<Output> = names.iter().map(|n| pleat(&[n], work.path())).collect();
    let stdout: String = alone.iter().map(|o| text(&o.stdout)).collect();
    assert_eq!(text(&out.stdout), stdout);
    let without_summary = |output: &Output| {
        let mut lines: Vec<String> = text(&output.stderr).lines().map(str::to_string).collect();
        let summary = lines.pop().unwrap_or_default();
        assert!(summary.contains(" folded, "), "{summary}");
        lines
    };
    let stderr: Vec<String> = alone.iter().flat_map(without_summary).collect();
    assert!(
        stdout.contains("double ta;") && stderr.iter().any(|l| l.contains(": th: one variable"))
    );
    assert_eq!(without_summary(&out), stderr);
}

#[test]
fn diff_and_check() {
    let (work, names) = eight();
    fs::write(work.path().join("c.c"), "int c;\n").unwrap();
    let out = pleat(&words(&["--diff"], &names), work.path());
    assert_eq!(out.status.code(), Some(1));
    let diff = text(&out.stdout);
    assert_eq!(diff.matches("+++ b/").count(), 7);
    assert!(diff.find("b/b.c").unwrap() < diff.find("b/d.c").unwrap());
    assert_eq!(
        pleat(&words(&["--check"], &names), work.path())
            .status
            .code(),
        Some(1)
    );
    assert_eq!(
        pleat(&["--check", "c.c"], work.path()).status.code(),
        Some(0)
    );
    assert_eq!(
        fs::read_to_string(work.path().join("a.c")).unwrap(),
        plain("a")
    );
}

#[test]
fn in_place_and_one_failure() {
    let (work, mut names) = eight();
    names.insert(3, "nowhere.c".to_string());
    fs::write(work.path().join("e.c"), "#include \"nowhere.h\"\n").unwrap();
    let out = pleat(&words(&["--in-place"], &names), work.path());
    assert_eq!(out.status.code(), Some(2));
    let stderr = text(&out.stderr);
    assert!(
        stderr.contains("cannot read nowhere.c") && stderr.contains("e.c:1"),
        "{stderr}"
    );
    for name in ["a", "h"] {
        let folded = fs::read_to_string(work.path().join(format!("{name}.c"))).unwrap();
        assert!(folded.contains(&format!("double t{name};")), "{folded}");
    }
}

#[test]
fn output_folder() {
    let (work, names) = eight();
    let out = pleat(&words(&["-o", "out"], &names), work.path());
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("existing folder"));
    fs::create_dir_all(work.path().join("out/x")).unwrap();
    assert_eq!(
        pleat(&words(&["-o", "out"], &names), work.path())
            .status
            .code(),
        Some(0)
    );
    let folded = fs::read_to_string(work.path().join("out/g.c")).unwrap();
    assert!(folded.contains("double tg;"));
    fs::write(work.path().join("out/x/a.c"), plain("a")).unwrap();
    let out = pleat(&["-o", "out", "a.c", "out/x/a.c"], work.path());
    assert_eq!(out.status.code(), Some(2));
    assert!(
        text(&out.stderr).contains("two files"),
        "{}",
        text(&out.stderr)
    );
}

#[test]
fn one_report() {
    let (work, names) = eight();
    assert_eq!(
        pleat(
            &words(&["--report", "r.json", "--check"], &names),
            work.path()
        )
        .status
        .code(),
        Some(1)
    );
    let report = fs::read_to_string(work.path().join("r.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let arrays = report["arrays"].as_array().unwrap();
    let files: Vec<&str> = arrays.iter().map(|a| a["file"].as_str().unwrap()).collect();
    assert!(files.is_sorted());
    let folded = arrays.iter().filter(|a| a["status"] == "folded").count();
    assert_eq!(folded, 8);
}

#[test]
fn requests_count_over_all_files() {
    let (work, names) = eight();
    let code = |array| {
        pleat(&words(&["--check", "--array", array], &names), work.path())
            .status
            .code()
    };
    assert_eq!(code("tc"), Some(1));
    assert_eq!(code("nowhere"), Some(2));
}

#[test]
fn a_file_listed_twice_is_one_file() {
    let (work, _) = eight();
    let out = pleat(&["a.c", "./a.c"], work.path());
    assert_eq!(text(&out.stdout).matches("double ta;").count(), 1);
}

/// Writes a database with `entries` below `build/`.
fn database(work: &Path, entries: &str) {
    fs::create_dir_all(work.join("build")).unwrap();
    let folder = work.display();
    let entries = entries.replace("DIR", &folder.to_string());
    fs::write(
        work.join("build/compile_commands.json"),
        format!("[{entries}]"),
    )
    .unwrap();
}

#[test]
fn flags_of_each_file() {
    let (work, _) = eight();
    let with = |name: &str| plain(name).replace("int n", "int n, double d[NUMBER]");
    fs::write(work.path().join("a.c"), with("a")).unwrap();
    fs::write(
        work.path().join("b.c"),
        format!("#include \"num ber.h\"\n{}", with("b")),
    )
    .unwrap();
    fs::create_dir(work.path().join("inc")).unwrap();
    fs::write(work.path().join("inc/num ber.h"), "#define NUMBER 5\n").unwrap();
    database(
        work.path(),
        r#"{"directory":"DIR/build","file":"../a.c","arguments":["gcc","-DNUMBER=4","-c","../a.c","-o","a.o"]},
           {"directory":"DIR/inc","file":"../b.c","command":"clang -I. '-include' \"num ber.h\" -I../inc -Werror -c ../b.c -o b.o -lm"},
           {"directory":"DIR","file":"x.cpp","command":"g++ -c x.cpp"},
           {"directory":"DIR","file":"y.s","command":"gcc -c y.s"}"#,
    );
    for path in ["build", "build/compile_commands.json"] {
        let out = pleat(&["-p", path], work.path());
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let stdout = text(&out.stdout);
        assert!(
            stdout.contains("double ta;") && stdout.contains("double tb;"),
            "{stdout}"
        );
    }
    let out = pleat(&["-p", "build", "--diff", "b.c"], work.path());
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stdout).contains("+++ b/b.c"));
}

#[test]
fn files_that_no_command_compiles() {
    let (work, _) = eight();
    database(
        work.path(),
        r#"{"directory":"DIR","file":"a.c","command":"gcc -c a.c"}"#,
    );
    for file in ["b.c", "inc/x.h"] {
        let out = pleat(&["-p", "build", file], work.path());
        assert_eq!(out.status.code(), Some(2));
        let stderr = text(&out.stderr);
        assert!(
            stderr.contains(file) && stderr.contains("header"),
            "{stderr}"
        );
    }
    let out = pleat(&["-p", "nowhere"], work.path());
    assert_eq!(out.status.code(), Some(2));
    fs::write(work.path().join("bad.json"), "[{}]").unwrap();
    let out = pleat(&["-p", "bad.json"], work.path());
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("bad.json"));
}

/// A response file that is gone is named, as an input that cannot be read; other files are folded.
#[test]
fn response_files_that_are_missing() {
    let (work, _) = eight();
    database(
        work.path(),
        r#"{"directory":"DIR/build","file":"../a.c","command":"gcc -c @gone.rsp ../a.c"},
           {"directory":"DIR","file":"b.c","command":"gcc -c b.c"}"#,
    );
    let out = pleat(&["-p", "build"], work.path());
    assert_eq!(out.status.code(), Some(2));
    let stderr = text(&out.stderr);
    assert!(
        stderr.contains("the command of ../a.c: cannot read ") && stderr.contains("gone.rsp"),
        "{stderr}"
    );
    assert!(text(&out.stdout).contains("double tb;"));
    let out = pleat(&["-p", "build", "b.c"], work.path());
    assert_eq!(out.status.code(), Some(0));
    fs::write(work.path().join("build/gone.rsp"), "-DX").unwrap();
    let out = pleat(&["-p", "build"], work.path());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    fs::write(work.path().join("none.json"), "[]").unwrap();
    let out = pleat(&["-p", "none.json"], work.path());
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("it compiles no C files"));
}

/// Two commands for one file: equal results are used once; different results leave the file
/// unchanged.
#[test]
fn two_commands_for_one_file() {
    let (work, _) = eight();
    let switched = plain("s").replace("double ts", "TYPE ts");
    fs::write(work.path().join("s.c"), &switched).unwrap();
    let agree = r#"{"directory":"DIR","file":"a.c","command":"gcc -c a.c"},
                   {"directory":"DIR","file":"DIR/a.c","command":"gcc -fPIC -O2 -c a.c -o a.lo"}"#;
    database(work.path(), agree);
    let out = pleat(&["-p", "build"], work.path());
    assert_eq!(text(&out.stdout).matches("double ta;").count(), 1);
    let one = r#"{"directory":"DIR","file":"s.c","command":"gcc -DTYPE=double -c s.c"}"#;
    database(work.path(), one);
    let out = pleat(&["-p", "build", "--check"], work.path());
    assert_eq!(out.status.code(), Some(1));
    let other = one.replace("=double", "='volatile double'");
    database(work.path(), &format!("{one},{other}"));
    let out = pleat(
        &["-p", "build", "--in-place", "--report", "r.json"],
        work.path(),
    );
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stderr).contains("2 compile commands lead to different results"));
    assert_eq!(
        fs::read_to_string(work.path().join("s.c")).unwrap(),
        switched
    );
    let report = fs::read_to_string(work.path().join("r.json")).unwrap();
    assert!(report.contains("commands-differ") && !report.contains("\"folded\""));
}
