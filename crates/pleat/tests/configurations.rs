//! Macros of included files that may be pragmas under other configurations.
#![allow(clippy::unwrap_used)]

mod common;

use common::fold_with;

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

/// Whether `t` folds in a text with lines for another configuration.
fn folds(one_configuration: bool) -> bool {
    let text = "void kernel(int n, const double a[n], double out[n])\n{\n    double t[n];\n    \
                for (int i = 0; i < n; i++) {\n        t[i] = 2.0 * a[i];\n#ifdef DEBUG\n        \
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
