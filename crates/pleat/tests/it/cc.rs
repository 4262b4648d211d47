//! `pleat cc` compared with the compiler alone: same exit status, messages, files and dependencies,
//! and the same behaviour of the program.

use crate::project;
use project::{KERNEL, alone, pleat, project, run};
use rstest::rstest;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

/// The text of each file below a folder; files with an ending of `by_name` by their names only.
fn files(folder: &Path, by_name: &[&str]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = files(&path, by_name);
            found.extend(inner.into_iter().map(|(n, t)| (format!("{name}/{n}"), t)));
            continue;
        }
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let only_name = by_name.iter().any(|ending| name.ends_with(ending));
        let words: Vec<&str> = text.split_whitespace().filter(|w| *w != "\\").collect();
        found.insert(
            name,
            if only_name {
                String::new()
            } else {
                words.join(" ")
            },
        );
    }
    found
}

/// Runs a command line alone and through `pleat cc`, in two equal folders. Asserts that both print
/// the same and leave the same files.
fn both(words: &[&str], more: &[(&str, &str)], by_name: &[&str]) -> (Output, tempfile::TempDir) {
    let (left, right) = (project(), project());
    for (name, text) in more {
        fs::write(left.path().join(name), text).unwrap();
        fs::write(right.path().join(name), text).unwrap();
    }
    let want = run(alone(words, left.path()));
    let got = run(pleat(&[&["--"], words].concat(), right.path()));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&got.stderr), text(&want.stderr), "{words:?}");
    assert_eq!(got.status.code(), want.status.code(), "{words:?}");
    assert_eq!(
        files(right.path(), by_name),
        files(left.path(), by_name),
        "{words:?}"
    );
    (got, right)
}

const BUILT: [&str; 4] = [".o", ".s", ".out", "prog"];

#[rstest]
fn outputs_and_dependencies(#[values("gcc", "clang")] cc: &str) {
    for line in [
        "-c k.c",
        "-c src/k.c",
        "-c ./src/../k.c -o o/k.o",
        "-S src/k.c",
        "src/k.c",
        "src/k.c -o prog -lm",
        "-g -O2 -MD -c src/k.c",
        "-MD -c k.c -o o/k.x.o",
        "-MMD -MP -MF o/dep -MT target -c src/k.c",
        "-MMD -MFo/dep -MQ a$b -c src/k.c",
        "-Wp,-MMD,.k.d -c src/k.c",
        "-MD src/k.c",
        "-MD src/k.c -o prog",
        "-MD -S k.c -o o/z.s",
        "-x c -c k.c -x none -o k.o",
        "-std=c99 -pedantic -Iinc -DN=7 -c src/k.c",
    ] {
        let words: Vec<&str> = [cc].into_iter().chain(line.split(' ')).collect();
        both(&words, &[], &BUILT);
    }
}

#[rstest]
fn command_lines_that_are_passed_on(#[values("gcc", "clang")] cc: &str) {
    for line in [
        "--version",
        "-E src/k.c",
        "-M src/k.c",
        "-MM k.c -MT x",
        "-fsyntax-only k.c",
        "-c a.s",
        "-x assembler -c a.s -o b.o",
        "-E -x c -",
        "-dumpmachine",
        "-c own.h -o own.pch",
        "-c nowhere.c",
        "nothing.o -o prog",
        "-c",
    ] {
        let words: Vec<&str> = [cc].into_iter().chain(line.split(' ')).collect();
        both(&words, &[("a.s", "nop\n")], &["own.pch"]);
    }
}

#[rstest]
fn the_program_is_the_same(#[values("gcc", "clang")] cc: &str) {
    for source in ["k.c", "src/k.c"] {
        let (_, folder) = both(&[cc, "-O2", source, "-o", "prog"], &[], &BUILT);
        let work = project();
        run(alone(&[cc, "-O2", source, "-o", "prog"], work.path()));
        let got = run(alone(&["./prog"], folder.path()));
        let want = run(alone(&["./prog"], work.path()));
        assert!(!want.stdout.is_empty());
        assert_eq!(got.stdout, want.stdout);
    }
}

/// The assembly does not reserve the forty times eight bytes of the array.
#[rstest]
fn it_really_folds(#[values("gcc", "clang")] cc: &str) {
    let work = project();
    let out = run(pleat(&["-v", "--", cc, "-S", "src/k.c"], work.path()));
    let remarks = String::from_utf8_lossy(&out.stderr);
    assert!(
        remarks.contains("k.c:") && remarks.contains(": t: "),
        "{remarks}"
    );
    let folded = fs::read_to_string(work.path().join("k.s")).unwrap();
    run(alone(&[cc, "-S", "src/k.c"], work.path()));
    let plain = fs::read_to_string(work.path().join("k.s")).unwrap();
    assert_ne!(folded, plain);
    assert!(
        folded.contains("\"k.c\"") && !folded.contains("pleat-"),
        "{folded}"
    );
    let verbose = pleat(&["--", cc, "-S", "src/k.c"], work.path())
        .env("PLEAT_VERBOSE", "1")
        .output();
    assert_eq!(verbose.unwrap().stderr, out.stderr);
}

/// An object with debug information names the user's files only, and the user's lines.
#[rstest]
fn debug_information(#[values("gcc", "clang")] cc: &str) {
    for source in ["k.c", "src/k.c"] {
        let (_, folder) = both(&[cc, "-g", "-c", source, "-o", "k.o"], &[], &BUILT);
        let object = fs::read(folder.path().join("k.o")).unwrap();
        let text = String::from_utf8_lossy(&object);
        assert!(text.contains(source) && !text.contains("pleat-"));
    }
}

/// Messages are about the user's text, including columns and carets.
#[rstest]
fn messages_are_those_of_the_compiler(#[values("gcc", "clang")] cc: &str) {
    let warns = KERNEL.replace(
        "int line(void)",
        "int unused(int a) { int b; return 0; }\nint line(void)",
    );
    let broken = KERNEL.replace("return 0;", "return nowhere");
    let header = KERNEL.replace("own.h", "no.h");
    let sources = [("w.c", &*warns), ("b.c", &*broken), ("h.c", &*header)];
    let (out, _) = both(&[cc, "-Wall", "-Wextra", "-c", "w.c"], &sources, &BUILT);
    assert!(String::from_utf8_lossy(&out.stderr).contains("w.c:14"));
    let (out, _) = both(
        &[cc, "-Wall", "-Wextra", "-Werror", "-c", "w.c"],
        &sources,
        &BUILT,
    );
    assert_eq!(out.status.code(), Some(1));
    both(
        &[cc, "-Wall", "-Wextra", "-MD", "-S", "-o", "-", "w.c"],
        &sources,
        &BUILT,
    );
    for source in ["b.c", "h.c"] {
        let (out, _) = both(&[cc, "-c", source], &sources, &BUILT);
        assert_eq!(out.status.code(), Some(1));
    }
    let (out, _) = both(&[cc, "k.c", "-o", "no/folder"], &sources, &BUILT);
    assert_eq!(out.status.code(), Some(1));
}

/// A line that the fold added would change `__LINE__`.
#[rstest]
fn inserted_lines_do_not_count(#[values("gcc", "clang")] cc: &str) {
    let text = "#include <stdio.h>\n#define M 6\n#if M > 3\nvoid f(double *o) {\n    double t[M][M];\n    for (int i = 0; i < M; i++)\n        for (int j = 0; j < M; j++) {\n            t[i][j] = i + j;\n            o[j] = t[i][j];\n        }\n}\n#endif\nint main(void) {\n    double o[M];\n    f(o);\n    printf(\"%d %g\\n\", __LINE__, o[1]);\n    return 0;\n}\n";
    let work = project();
    fs::write(work.path().join("l.c"), text).unwrap();
    run(pleat(&["--", cc, "l.c", "-o", "prog"], work.path()));
    let out = run(alone(&["./prog"], work.path()));
    assert_eq!(String::from_utf8_lossy(&out.stdout), "16 6\n");
}

#[rstest]
fn response_files(#[values("gcc", "clang")] cc: &str) {
    let more = [
        ("flags", "-c -DN=9 '-DX=a b'\n@more"),
        ("more", "\"src/k.c\" -o \\k.o -Wall"),
    ];
    both(&[cc, "-O1", "@flags"], &more, &BUILT);
    let long: Vec<String> = (0..4000)
        .map(|i| format!("-DLONG_NAME_OF_A_MACRO_{i}=1"))
        .collect();
    let long = format!("-c src/k.c {}", long.join("\n"));
    both(&[cc, "@long"], &[("long", &long)], &BUILT);
}

#[rstest]
fn several_sources(#[values("gcc", "clang")] cc: &str) {
    let b = "#include \"own.h\"\nvoid g(int n, double *o) {\n    double t[n];\n    for (int i = 0; i < n; i++) {\n        t[i] = STEP;\n        o[i] = t[i];\n    }\n}\n";
    let sources = [("b.c", b), ("src/c.c", b), ("d.c", "int d;\n")];
    for line in [
        "-c b.c d.c src/k.c",
        "-MD -c b.c d.c src/k.c",
        "-MMD -MF x -c b.c d.c",
        "b.c src/k.c d.c -o prog",
    ] {
        let words: Vec<&str> = [cc].into_iter().chain(line.split(' ')).collect();
        both(&words, &sources, &[".o", "prog", ".gcno"]);
    }
    let (_, folder) = both(&[cc, "b.c", "src/k.c"], &sources, &BUILT);
    let out = run(alone(&["./a.out"], folder.path()));
    assert!(String::from_utf8_lossy(&out.stdout).starts_with("1950 src/k.c src/own.h"));
}

/// A header of another folder must not find the headers of the source's own folder.
#[rstest]
fn headers_are_found_as_by_the_compiler(#[values("gcc", "clang")] cc: &str) {
    let work = project();
    let write = |name: &str, text: &str| fs::write(work.path().join(name), text).unwrap();
    fs::create_dir(work.path().join("inc")).unwrap();
    fs::create_dir(work.path().join("gen")).unwrap();
    write("inc/h.h", "#include \"conf.h\"\n");
    write("gen/conf.h", "#define CONF 1\n");
    write("src/conf.h", "#define CONF 2\n");
    write("conf.h", "#define CONF 3\n");
    let kernel = KERNEL.replace("own.h\"", "h.h\"\n#define STEP CONF\n#define header where");
    write("src/m.c", &kernel);
    let args = ["--", cc, "-Iinc", "-Igen", "src/m.c", "-o", "prog"];
    let out = run(pleat(&args, work.path()));
    assert!(
        out.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let out = run(alone(&["./prog"], work.path()));
    assert!(String::from_utf8_lossy(&out.stdout).starts_with("780 "));
}

/// Input that can be read only once is left to the compiler.
#[test]
fn standard_input() {
    for words in [
        "gcc -x c -c - -o k.o",
        "gcc -x c -c /dev/stdin -o k.o",
        "gcc -c -include /dev/stdin src/k.c -o k.o -Dmain=f2",
    ] {
        let work = project();
        let words: Vec<&str> = ["--"].into_iter().chain(words.split(' ')).collect();
        let mut child = pleat(&words, work.path())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let text = b"#define N 40\nint in;\n";
        let mut pipe = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut pipe, text).unwrap();
        drop(pipe);
        assert!(child.wait().unwrap().success(), "{words:?}");
        let names = run(alone(&["nm", "k.o"], work.path()));
        let names = String::from_utf8_lossy(&names.stdout).into_owned();
        assert!(names.contains("in\n"), "{words:?}: {names}");
    }
}

/// Runs a command with a named pipe `pipe` in its folder, into which a thread writes a text once.
fn with_pipe(words: &[&str], text: &str, folder: &Path) -> Output {
    let pipe = folder.join("pipe");
    assert!(run(alone(&["mkfifo", "pipe"], folder)).status.success());
    let text = text.to_string();
    // A second reader of the pipe waits forever.
    let writer = std::thread::spawn(move || fs::write(pipe, text));
    let out = run(pleat(&[&["--"], words].concat(), folder));
    writer.join().unwrap().unwrap();
    out
}

/// Special files are passed to the compiler as they are, however they are named.
#[rstest]
#[case("gcc -x c pipe -c -o k.o", "int in;\n")]
#[case("clang -c -x c pipe -x none -o k.o", "int in;\n")]
#[case("timeout 60 gcc -c -include pipe src/k.c -o k.o", "int in;\n")]
#[case("gcc -c -includepipe src/k.c -o k.o", "int in;\n")]
#[case(
    "gcc -c -imacros pipe -Din=in src/k.c -o k.o -DN=NUMBER",
    "#define NUMBER 40\nint in;\n"
)]
fn named_pipes(#[case] words: &str, #[case] text: &str) {
    let work = project();
    let words: Vec<&str> = words.split(' ').collect();
    let out = with_pipe(&words, text, work.path());
    let stderr = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success() && stderr.is_empty(), "{stderr}");
    assert!(work.path().join("k.o").is_file());
}

/// Dependency files of several sources: one per source, one that the last source writes, or none.
#[rstest]
fn dependencies_of_several_sources(#[values("gcc", "clang")] cc: &str) {
    let kernel = KERNEL
        .replace("main(void)", "other(void)")
        .replace("where", "here");
    let kernel = kernel.replace("line(", "number(").replace(" f(", " g(");
    let sources = [
        ("b.c", &*kernel),
        ("src/b.c", &*kernel),
        ("d.c", "int d;\n"),
    ];
    for line in [
        "-MMD k.c b.c -o k",
        "-MD b.c k.c -o o/prog.x",
        "-MMD k.c b.c",
        "-MMD d.c k.c -o k",
        "-MMD k.c d.c -o k",
        "-MMD k.c d.c -o src/k",
        "-MMD k.c src/b.c -MP -o k",
        "-MD -MF x.d k.c b.c -o k",
        "-MMD -MT target k.c b.c -o k",
        "-c -MMD b.c src/b.c k.c",
        "-Wp,-MMD,x.d k.c b.c -o k",
    ] {
        let words: Vec<&str> = [cc].into_iter().chain(line.split(' ')).collect();
        let by_name = [".o", "k", "prog.x", "a.out"];
        let (out, folder) = both(&words, &sources, &by_name);
        assert!(out.status.success(), "{line}");
        // A second build meets the files of the first one.
        let again = run(pleat(&[&["-v", "--"], &words[..]].concat(), folder.path()));
        let remarks = String::from_utf8_lossy(&again.stderr).into_owned();
        assert!(
            remarks.contains("k.c: changed") && !remarks.contains("compiled as it is"),
            "{line}: {remarks}"
        );
    }
}

/// When Pleat fails, the original is compiled and one line says so.
#[test]
fn failures_inside() {
    let work = project();
    let out = run(pleat(
        &["--time-limit", "0", "--", "gcc", "-S", "k.c"],
        work.path(),
    ));
    let stderr = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0));
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(
        stderr.contains("k.c: folding takes more than 0 s"),
        "{stderr}"
    );
    let kept = fs::read(work.path().join("k.s")).unwrap();
    run(alone(&["gcc", "-S", "k.c"], work.path()));
    assert_eq!(kept, fs::read(work.path().join("k.s")).unwrap());
}

/// A compiler that rejects the folded text gets the original.
#[test]
fn compilers_that_refuse() {
    use std::os::unix::fs::PermissionsExt;
    let work = project();
    let script = "#!/bin/sh\nfor a; do case $a in -fmacro-prefix-map*) echo no >&2; exit 4;; esac; done\nexec gcc \"$@\"\n";
    let path = work.path().join("mycc");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let out = run(pleat(&["--", "./mycc", "-c", "k.c"], work.path()));
    assert_eq!(out.status.code(), Some(0));
    let stderr = String::from_utf8_lossy(&out.stderr);
    assert_eq!(
        stderr,
        "pleat: k.c: the folded text does not compile; compiled as it is\n"
    );
    assert!(work.path().join("k.o").is_file());
}

#[test]
fn no_compiler() {
    let work = project();
    let out = run(pleat(&["--", "no-such-cc", "-c", "k.c"], work.path()));
    assert_eq!(out.status.code(), Some(127));
    let out = run(pleat(&["--"], work.path()));
    assert_eq!(out.status.code(), Some(2));
    let out = run(pleat(
        &["--strategy", "magic", "--", "gcc", "-c", "k.c"],
        work.path(),
    ));
    assert_eq!(out.status.code(), Some(2));
}

#[test]
fn options_reach_the_fold() {
    let work = project();
    let args = ["-vv", "--keep", "t", "--", "gcc", "-S", "k.c"];
    let out = run(pleat(&args, work.path()));
    let remarks = String::from_utf8_lossy(&out.stderr);
    assert!(remarks.contains("excludes it"), "{remarks}");
}

/// No files remain in the folder for temporary files.
#[test]
fn temporary_files() {
    let work = project();
    let room = tempfile::tempdir().unwrap();
    let mut command = pleat(&["--", "gcc", "-g", "-c", "k.c"], work.path());
    assert!(
        command
            .env("TMPDIR", room.path())
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(fs::read_dir(room.path()).unwrap().count(), 0);
}
