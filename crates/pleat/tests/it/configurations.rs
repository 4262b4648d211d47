//! Macros of included files that may be pragmas under other configurations.

use crate::common::{self, fold_with};

const HEADER: &str = "
#ifdef _OPENMP
#define EACH _Pragma(\"omp parallel for\")
#define OMP(directive) _Pragma(#directive)
#else
#define EACH
#define OMP(directive)
#endif
#define UNROLL _Pragma(\"GCC unroll 4\")
#define NOTE(text)
";

/// The reason why `t` stays if this text precedes the loop of its uses.
fn reason(above: &str, flags: &[&str]) -> Option<String> {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("parallel.h"), HEADER).unwrap();
    let path = work.path().join("kernel.c");
    let text = format!(
        "#include \"parallel.h\"\nvoid kernel(int n, const double a[n], double out[n])\n{{\n    double t[n];\n    {above}\n    for (int i = 0; i < n; i++) {{\n        t[i] = 2.0 * a[i];\n        out[i] = t[i];\n    }}\n}}\n"
    );
    std::fs::write(&path, text).unwrap();
    let folded = fold_with(&path, flags);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let entry = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    entry.reason.clone()
}

#[test]
fn empty_macros_of_headers_above_loops() {
    let other = Some("other-macro".to_string());
    assert_eq!(reason("EACH", &[]), other);
    assert_eq!(reason("OMP(omp parallel for)", &[]), other);
    assert_eq!(reason("UNROLL", &[]), None);
    assert_eq!(reason("NOTE(\"t\");", &[]), None);
}

#[test]
fn with_the_flags_of_the_configuration() {
    let parallel = Some("no-smaller-mapping".to_string());
    assert_eq!(reason("EACH", &["-fopenmp"]), parallel);
    assert_eq!(reason("OMP(omp parallel for)", &["-fopenmp"]), parallel);
}

/// Ways to compile `in_each_configuration.c`.
const WAYS: [&[&str]; 7] = [
    &[],
    &["-DLOG"],
    &["-DMIRRORED"],
    &["-DLOG", "-DMIRRORED"],
    &["-DWEIGHTS=1"],
    &["-DWEIGHTS=3", "-DDUMP"],
    &["-DPAIRS", "-DLOG"],
];

/// The folds of one configuration are those of all: every way to compile the file prints the same
/// as before, without new warnings.
#[test]
fn arrays_fold_alike_in_all_configurations() {
    let path = common::root().join("corpus/idioms/in_each_configuration.c");
    let before = std::fs::read(&path).unwrap();
    for way in WAYS {
        let folded = fold_with(&path, way);
        assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
        let arrays = folded.report.arrays.iter();
        let kept = arrays.filter(|a| a.status == report::Status::Kept);
        let kept: Vec<&str> = kept.map(|a| a.name.as_str()).collect();
        assert_eq!(kept, ["dumped", "grown"], "{way:?}");
        for other in WAYS {
            let checks = [
                "-Wall",
                "-Wextra",
                "-Werror",
                "-fsanitize=address,undefined",
            ];
            let flags = [other, &checks].concat();
            let run = |text: &[u8]| common::run(text, "gcc", &flags).unwrap();
            assert_eq!(run(&before), run(&folded.bytes), "{way:?} {other:?}");
        }
    }
}

/// The reason of the array `t` of a function with these lines.
fn kept_because(lines: &str, flags: &[&str]) -> Option<String> {
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("kernel.c");
    let text = format!(
        "#include <stdio.h>\nvoid kernel(int n, const double *restrict a, double *restrict out)\n{{\n    double t[n];\n{lines}\n}}\n"
    );
    std::fs::write(&path, text).unwrap();
    let folded = fold_with(&path, flags);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let entry = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    entry.reason.clone()
}

const LOOP: &str = "for (int i = 0; i < n; i++) {\nt[i] = 2 * a[i];\n";

#[test]
fn conditions_that_no_flag_decides_keep_arrays() {
    let with = |condition: &str| {
        let lines = format!("{LOOP}{condition}\nout[0] += t[i];\n#endif\nout[i] = t[i];\n}}");
        kept_because(&lines, &[])
    };
    assert_eq!(with("#ifdef DEBUG"), None);
    assert_eq!(with("#if DEBUG > 1 && !defined(QUIET)"), None);
    let kept = Some("in-skipped-lines".to_string());
    // Reserved names and sums of macros are not tried.
    assert_eq!(with("#ifdef __DEBUG__"), kept);
    assert_eq!(with("#if DEBUG + LEVEL > 1"), kept);
    // The file decides the condition by itself.
    assert_eq!(with("#undef DEBUG\n#ifdef DEBUG"), kept);
}

#[test]
fn macros_with_values_in_the_code_keep_arrays() {
    let lines =
        format!("{LOOP}#ifdef LIMIT\nif (t[i] > LIMIT) t[i] = LIMIT;\n#endif\nout[i] = t[i];\n}}");
    assert_eq!(
        kept_because(&lines, &[]),
        Some("in-skipped-lines".to_string())
    );
}

#[test]
fn the_last_value_may_be_needed_in_one_configuration() {
    let lines = format!(
        "{LOOP}out[i] = t[i];\n}}\n#ifndef SMALL\nfor (int i = 0; i < n; i++)\nout[i] += t[n - 1 - i];\n#endif"
    );
    assert_eq!(
        kept_because(&lines, &["-DSMALL"]),
        Some("in-skipped-lines".to_string())
    );
    assert_eq!(
        kept_because(&lines, &[]),
        Some("no-smaller-mapping".to_string())
    );
}

#[test]
fn configurations_that_the_file_rejects_do_not_count() {
    let lines = format!(
        "#if KIND == 1\n{LOOP}out[i] = t[i];\n}}\n#elif KIND == 2\n{LOOP}out[i] = -t[i];\n}}\n#else\n#error \"unknown kind\"\n#endif"
    );
    assert_eq!(kept_because(&lines, &["-DKIND=1"]), None);
}

/// Whether `t` folds in a text with lines for another configuration.
fn folds(one_configuration: bool) -> bool {
    let text = "void kernel(int n, const double a[n], double out[n])\n{\n    double t[n];\n    \
                for (int i = 0; i < n; i++) {\n        t[i] = 2.0 * a[i];\n#ifdef __DEBUG__\n        \
                print(t[i]);\n#endif\n        out[i] = t[i];\n    }\n}\n";
    let file = source::SourceFile::new("kernel.c", text.as_bytes().to_vec());
    let flags = source::Flags {
        one_configuration,
        ..source::Flags::default()
    };
    let options = pleat::Options::default();
    let folded = common::on_big_stack(|| pleat::fold(file, &flags, &options).unwrap());
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    folded.bytes != text.as_bytes()
}

#[test]
fn lines_of_other_configurations() {
    assert!(!folds(false));
    assert!(folds(true));
}
