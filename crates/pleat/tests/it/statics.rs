//! Arrays in static storage with threads, re-entrant calls, and functions that the linker replaces.
//! Programs of several files print the same before and after a fold.

use crate::common::on_big_stack;
use pleat::{Assumptions, Folded, Options};
use report::Status;
use source::{Flags, SourceFile};
use std::path::Path;
use std::process::Command;

/// Folds a text, preprocessed with `args`.
fn folded(text: &str, args: &[&str], options: &Options) -> Folded {
    let mut flags = Flags::default();
    flags.args.extend(args.iter().map(|arg| arg.to_string()));
    let file = SourceFile::new("part.c", text);
    let folded = on_big_stack(|| pleat::fold(file, &flags, options).unwrap());
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    folded
}

fn new_text(folded: &Folded) -> String {
    String::from_utf8(folded.bytes.clone()).unwrap()
}

/// The reason why an array stays.
fn reason(folded: &Folded, array: &str) -> Option<String> {
    let entry = folded.report.arrays.iter().find(|a| a.name == array);
    let entry = entry.unwrap();
    assert_eq!(entry.status == Status::Kept, entry.reason.is_some());
    entry.reason.clone()
}

fn compile(folder: &Path, words: &[&str]) {
    let output = Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .output();
    let output = output.unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {stderr}");
}

/// Checks that a program of two files prints the same with the fold of the first file.
fn check_prints(text: &str, bytes: &[u8], other: &str, flags: &[&str]) {
    let prints = |part: &[u8]| {
        let work = tempfile::tempdir().unwrap();
        std::fs::write(work.path().join("part.c"), part).unwrap();
        std::fs::write(work.path().join("other.c"), other).unwrap();
        let words = [
            &[
                "gcc", "-O1", "part.c", "other.c", "-o", "program", "-pthread",
            ],
            flags,
        ];
        compile(work.path(), &words.concat());
        let output = Command::new(work.path().join("program")).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let expected = prints(text.as_bytes());
    assert!(expected.len() > 20, "the program prints its results");
    assert_eq!(
        prints(bytes),
        expected,
        "{}",
        String::from_utf8_lossy(bytes)
    );
}

/// A program with a static array in a function that calls another function, and prints its results.
fn reporting_program(declaration: &str, call: &str) -> String {
    format!(
        "#include <stdio.h>\n{declaration}\nint in[40], out[40];\n\
         void kernel(int from, int to)\n{{\n    static int t[40];\n\
         \x20   for (int i = from; i < to; i++) {{\n        t[i] = in[i] + from;\n        {call};\n\
         \x20       out[i] += t[i];\n    }}\n}}\n\
         int main(void)\n{{\n    for (int j = 0; j < 40; j++) in[j] = j * j % 23 + 1;\n\
         \x20   kernel(0, 10);\n    for (int j = 0; j < 40; j++) printf(\"%d \", out[j]);\n\
         \x20   puts(\"\");\n    return 0;\n}}\n"
    )
}

/// The other file: a function of this name that enters `kernel` again, where elements that are read
/// later are overwritten.
fn enters(name: &str, result: &str) -> String {
    format!(
        "void kernel(int, int);\nstatic int depth;\n\
         {result} {name}(int i) {{ if (i == 5 && depth++ == 0) kernel(5, 30); }}\n"
    )
}

#[test]
fn replaced_functions_may_reenter() {
    for (declaration, other) in [
        (
            "__attribute__((weak)) void tell(int i) { (void)i; }",
            "tell",
        ),
        ("#pragma weak tell\nvoid tell(int i) { (void)i; }", "tell"),
        ("void putsl(int);\n#define tell putsl", "putsl"),
        ("void powerf(int);\n#define tell powerf", "powerf"),
        ("void lround(int);\n#define tell lround", "lround"),
        ("inline void tell(int i) { (void)i; }", "tell"),
    ] {
        let text = reporting_program(declaration, "tell(i)");
        let folded = folded(&text, &[], &Options::default());
        assert_eq!(
            reason(&folded, "t").as_deref(),
            Some("reentrant"),
            "{declaration}"
        );
        let flags = ["-fno-builtin", "-w"];
        check_prints(&text, &folded.bytes, &enters(other, "void"), &flags);
    }
}

#[test]
fn exports_of_shared_libraries_may_be_replaced() {
    let text = reporting_program("void tell(int i) { (void)i; }", "tell(i)");
    let kept = |args: &[&str]| reason(&folded(&text, args, &Options::default()), "t");
    assert_eq!(kept(&["-fPIC"]).as_deref(), Some("reentrant"));
    assert_eq!(kept(&["-fPIC", "-fno-semantic-interposition"]), None);
    assert_eq!(kept(&["-fPIC", "-fvisibility=hidden"]), None);
    assert_eq!(kept(&["-fPIE"]), None);
    assert_eq!(kept(&["-fno-pic"]), None);
}

const STREAM: &str = r#"#define _GNU_SOURCE
#include <stdio.h>
static int in[40], out[40], depth;
static void kernel(int from, int to, FILE *log);
static FILE *own;
static ssize_t written(void *cookie, const char *bytes, size_t size)
{
    (void)cookie; (void)bytes;
    if (depth++ == 0) kernel(5, 30, own);
    return size;
}
static void kernel(int from, int to, FILE *log)
{
    static int t[40];
    for (int i = from; i < to; i++) {
        t[i] = in[i] + from;
        if (i == 5) { PRINT; fflush(log); }
        out[i] += t[i];
    }
}
int main(void)
{
    for (int j = 0; j < 40; j++) in[j] = j * j % 23 + 1;
    cookie_io_functions_t io = { .write = written };
    FILE *before = stdout;
    own = fopencookie(0, "w", io);
    STANDARD;
    kernel(0, 10, own);
    stdout = before;
    for (int j = 0; j < 40; j++) printf("%d ", out[j]);
    puts("");
    return 0;
}
"#;

#[test]
fn streams_may_reenter() {
    for (print, standard) in [
        ("fputs(\"x\", log)", ""),
        ("fprintf(log, \"%d\", i)", ""),
        ("printf(\"x\"), fflush(stdout)", "stdout = own"),
    ] {
        let text = STREAM.replace("PRINT", print).replace("STANDARD", standard);
        let folded = folded(&text, &[], &Options::default());
        assert_eq!(
            reason(&folded, "t").as_deref(),
            Some("reentrant"),
            "{print}"
        );
        check_prints(&text, &folded.bytes, "int other;\n", &[]);
    }
}

/// Functions that streams call may change variables.
#[test]
fn streams_may_set_objects() {
    let text = "#include <stdio.h>\nint limit = 20;\nint out[40];\n\
        void kernel(FILE *log)\n{\n    int t[40];\n\
        \x20   for (int i = 0; i < limit; i++) t[i] = i + 1;\n    fputs(\"x\", log);\n    fflush(log);\n\
        \x20   for (int i = 0; i < limit; i++) out[i] += t[i];\n}\n\
        int run(void);\nint main(void) { return run(); }\n";
    let other = "#define _GNU_SOURCE\n#include <stdio.h>\nextern int limit, out[40];\n\
        void kernel(FILE *log);\n\
        static ssize_t w(void *c, const char *b, size_t n) { (void)c; (void)b; limit = 12; return n; }\n\
        int run(void)\n{\n    cookie_io_functions_t io = { .write = w };\n\
        \x20   kernel(fopencookie(0, \"w\", io));\n\
        \x20   for (int j = 0; j < 40; j++) printf(\"%d \", out[j]);\n    puts(\"\");\n    return 0;\n}\n";
    let folded = folded(text, &[], &Options::default());
    check_prints(text, &folded.bytes, other, &[]);
}

#[test]
fn callbacks_may_reenter() {
    for call in [
        "qsort(in, 2, sizeof *in, compare)",
        "each(again)",
        "run(&table[0])",
    ] {
        let text = format!(
            "#include <stdio.h>\n#include <stdlib.h>\nstatic int in[40], out[40], depth;\n\
             static void kernel(int from, int to);\n\
             static void again(void) {{ if (depth++ == 0) kernel(5, 30); }}\n\
             static int compare(const void *a, const void *b) {{ again(); return a < b ? -1 : a > b; }}\n\
             static void (*table[])(void) = {{ again }};\n\
             static void each(void (*f)(void)) {{ f(); }}\n\
             static void run(void (**f)(void)) {{ (*f)(); }}\n\
             static void kernel(int from, int to)\n{{\n    static int t[40];\n\
             \x20   for (int i = from; i < to; i++) {{\n        t[i] = in[i] + from;\n\
             \x20       if (i == 5) {call};\n        out[i] += t[i];\n    }}\n}}\n\
             int main(void)\n{{\n    for (int j = 0; j < 40; j++) in[j] = j + 1;\n    kernel(0, 10);\n\
             \x20   each(again); run(table); qsort(in, 2, sizeof *in, compare);\n\
             \x20   for (int j = 0; j < 40; j++) printf(\"%d \", out[j]);\n    puts(\"\");\n    return 0;\n}}\n"
        );
        let folded = folded(&text, &[], &Options::default());
        assert_eq!(reason(&folded, "t").as_deref(), Some("reentrant"), "{call}");
        check_prints(&text, &folded.bytes, "int other;\n", &[]);
    }
}

/// Threads on disjoint parts of a static array, at file scope or in the function.
fn parts(outside: &str, inside: &str) -> String {
    format!(
        "#include <stdio.h>\n#define N 60000\ndouble out[N];\n{outside}\
         void part(int from, int to)\n{{\n{inside}\
         \x20   for (int i = from; i < to; i++) {{\n        t[i] = i * 0.5;\n\
         \x20       for (int k = 0; k < 5; k++)\n            t[i] = t[i] * 1.25 + k;\n\
         \x20       out[i] = t[i] + 1;\n    }}\n}}\n\
         void run(int n);\n\
         int main(void)\n{{\n    run(N);\n    double s = 0;\n\
         \x20   for (int i = 0; i < N; i++)\n        s += out[i] * (i % 7);\n\
         \x20   printf(\"the sum is %.3f\\n\", s);\n    return 0;\n}}\n"
    )
}

const THREADS: &str = r#"#include <pthread.h>
void part(int from, int to);
struct range { int from, to; };
static void *go(void *p) { struct range *r = p; part(r->from, r->to); return 0; }
void run(int n)
{
    pthread_t th[4];
    struct range r[4];
    for (int i = 0; i < 4; i++) {
        r[i].from = i * (n / 4);
        r[i].to = (i + 1) * (n / 4);
        pthread_create(&th[i], 0, go, &r[i]);
    }
    for (int i = 0; i < 4; i++) pthread_join(th[i], 0);
}
"#;

const TEAM: &str = "void part(int from, int to);\nvoid run(int n)\n{\n\
    #pragma omp parallel for num_threads(4)\n    for (int i = 0; i < 8; i++)\n\
    \x20       part(i * (n / 8), (i + 1) * (n / 8));\n}\n";

/// Whether the thread sanitizer finds a race.
fn races(part: &[u8], other: &str) -> bool {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("part.c"), part).unwrap();
    std::fs::write(work.path().join("other.c"), other).unwrap();
    compile(
        work.path(),
        &[
            "gcc",
            "-g",
            "-O1",
            "-fsanitize=thread",
            "part.c",
            "other.c",
            "-o",
            "program",
        ],
    );
    // On some kernels the sanitizer starts only with a fixed layout of memory.
    let mut command = Command::new("setarch");
    let output = command.arg("-R").arg(work.path().join("program")).output();
    String::from_utf8_lossy(&output.unwrap().stderr).contains("data race")
}

#[test]
fn threads_of_another_file_have_their_own() {
    for (outside, inside) in [
        ("static double t[N];\n", ""),
        ("", "    static double t[N];\n"),
        ("static double t[N], unused[3];\n", ""),
    ] {
        let text = parts(outside, inside);
        let folded = folded(&text, &[], &Options::default());
        assert_eq!(reason(&folded, "t"), None);
        let new = new_text(&folded);
        assert!(
            new.contains("\n    double t;\n") && !new.contains("static double t"),
            "{new}"
        );
        check_prints(&text, &folded.bytes, THREADS, &[]);
        check_prints(&text, &folded.bytes, TEAM, &["-fopenmp"]);
        assert!(!races(text.as_bytes(), THREADS));
        assert!(!races(&folded.bytes, THREADS), "{new}");
        // The sanitizer finds the race of the static array.
        let wrong = new.replace("\n    double t;\n", "\n    static double t;\n");
        assert!(races(wrong.as_bytes(), THREADS));
    }
}

/// A static array that needs two rows of 9,000 numbers.
const ROWS: &str = "static double t[40][9000];\n\
    LINKAGE void kernel(const double *in, double *out)\n{\n    for (int i = 0; i < 40; i++) {\n\
    \x20       for (int j = 0; j < 9000; j++)\n            t[i][j] = in[j] * i;\n\
    \x20       for (int j = 0; j < 9000; j++)\n\
    \x20           out[j] += t[i][8999 - j] + (i > 0 ? t[i - 1][j] : 0);\n    }\n}\n\
    void tell(void);\nint main(void)\n{\n    static double in[9000], out[9000];\n\
    \x20   kernel(in, out);\n    tell();\n    return (int)out[0];\n}\n";

#[test]
fn large_arrays_stay_static_if_unshared() {
    let alone = folded(&ROWS.replace("LINKAGE", "static"), &[], &Options::default());
    assert!(new_text(&alone).contains("static double t[2][9000];"));
    let outer = ROWS.replace("LINKAGE ", "");
    let hints = Options {
        hints: true,
        ..Options::default()
    };
    let kept = folded(&outer, &[], &hints);
    assert_eq!(reason(&kept, "t").as_deref(), Some("shared-static"));
    let entry = kept.report.arrays.iter().find(|a| a.name == "t").unwrap();
    let mut advice = entry.advice.iter();
    assert!(
        advice.any(|a| a.contains("--max-stack 144000")),
        "{:?}",
        entry.advice
    );
    let large = Options {
        max_stack: Some(144_000),
        ..Options::default()
    };
    let large = new_text(&folded(&outer, &[], &large));
    assert!(large.contains("\n    double t[2][9000];\n"), "{large}");
    let single = Options {
        assume: Assumptions {
            single_thread: true,
            ..Assumptions::default()
        },
        ..Options::default()
    };
    let single = new_text(&folded(&outer, &[], &single));
    assert!(single.contains("static double t[2][9000];"), "{single}");
}

#[test]
fn max_stack_of_zero_refuses_automatic_arrays() {
    let none = Options {
        max_stack: Some(0),
        ..Options::default()
    };
    let text = parts("static double t[N];\n", "");
    assert_eq!(
        reason(&folded(&text, &[], &none), "t").as_deref(),
        Some("shared-static")
    );
}

fn pleat(words: &[&str], text: &str) -> (Option<i32>, String, String) {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("k.c"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
    let output = command
        .args(words)
        .current_dir(work.path())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn assumptions_on_the_command_line() {
    let text = ROWS.replace("LINKAGE ", "");
    let (code, out, _) = pleat(&["fold", "k.c", "--assume", "single-thread"], &text);
    assert_eq!(code, Some(0));
    assert!(out.contains("static double t[2][9000];"), "{out}");
    let (code, out, _) = pleat(&["fold", "k.c", "--max-stack", "200000"], &text);
    assert_eq!(code, Some(0));
    assert!(out.contains("    double t[2][9000];"), "{out}");
    let (code, _, message) = pleat(&["fold", "k.c", "--assume", "single-thread,luck"], &text);
    assert_eq!(code, Some(2));
    assert!(
        message.contains("'luck' for '--assume") && message.contains("single-thread"),
        "{message}"
    );
    let cc = [
        "cc",
        "--assume=single-thread",
        "-v",
        "--",
        "gcc",
        "-c",
        "k.c",
        "-o",
        "k.o",
    ];
    let (code, _, message) = pleat(&cc, &text);
    assert_eq!(code, Some(0));
    assert!(!message.contains("shared-static"), "{message}");
    assert!(message.contains('t'), "{message}");
}
