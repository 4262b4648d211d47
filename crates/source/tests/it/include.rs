//! Headers, conditionals, and macros defined by the compiler's flags.

use crate::checks::{check, compilers, find, holds, kinds, main_text, origin, unit_of};
use source::{Edit, Edits, Origin, SourceFile, Span};
use std::fs;

const GUARDED: &str = "#include <stdio.h>\n#include <math.h>\n#ifndef N\n#define N 1000 /* size */\n#endif\n\
                       double y[2][N];\nvoid f(int i) { y[i][N-1] = sqrt(y[0][(N) - 2]); printf(\"%d\", N); }\n";

#[test]
fn headers_are_foreign_and_sizes_keep_their_name() {
    check(GUARDED, &[], |unit| {
        assert!(unit.tokens.len() > 1000);
        assert!(!kinds(unit).contains(['?', 'm']), "{}", main_text(unit));
        assert_eq!(origin(unit, "y [ i ] [ N - 1 ]"), "y[i][N-1]");
        assert_eq!(origin(unit, "N - 1"), "N-1");
        let size = &unit.macros["N"];
        assert_eq!(
            (size.value, &size.body[..]),
            (1000, &["1000".to_owned()][..])
        );
        assert_eq!(
            unit.file.slice(size.definition.expect("in the file")),
            "1000"
        );
        assert_eq!(unit.macros.len(), 1);
        let foreign = unit
            .tokens
            .iter()
            .find(|token| unit.token_text(token) == "_IO_FILE");
        assert!(foreign.is_none_or(|token| token.origin == Origin::Foreign && token.line == 0));
        assert_eq!(
            unit.declarations.iter().filter(|d| d.in_main_file).count(),
            2
        );
    });
}

#[test]
fn sizes_from_the_command_line() {
    check(GUARDED, &["-DN=400"], |unit| {
        assert_eq!(origin(unit, "N - 1"), "N-1");
        let size = &unit.macros["N"];
        assert_eq!((size.value, size.definition), (400, None));
        assert!(unit.skipped.contains_key("N"));
    });
}

#[test]
fn alternatives() {
    let text = "#define FAST 1\n#if FAST > 0 && defined(FAST)\nint a;\n# if 0\nint don't;\n# else\nint b;\n# endif\n\
                #elif 1\nint c;\n#else\nint d;\n#endif\n#ifdef NO\n#else\n#endif\nint e\n#if 1\n= 3\n#endif\n;\n";
    check(text, &[], |unit| {
        assert_eq!(main_text(unit), "int a ; int b ; int e = 3 ;");
        assert_eq!(kinds(unit), "===========");
        assert_eq!(
            unit.skipped.keys().collect::<Vec<_>>(),
            ["c", "d", "don", "int"]
        );
        let span = unit
            .span_of(crate::checks::range(unit, "e = 3"))
            .expect("written");
        assert!(unit.holds_directive(span));
        assert!(!unit.holds_directive(find(unit, "a")[0].spelled().expect("written")));
    });
}

#[test]
fn equal_alternatives_are_distinguished() {
    let text = "#if defined X\nint a = 1;\n#else\nint a = 1;\n#endif\n";
    for (args, line) in [(&["-DX"][..], 2), (&[], 4)] {
        check(text, args, |unit| {
            let a = find(unit, "a")[0].spelled().expect("written");
            assert_eq!(unit.file.line_col(a.start).line, line);
        });
    }
}

#[test]
fn conditionals_inside_arguments() {
    let text = "#define F(x) [x]\nint y F(1\n#ifdef Y\n + 2\n#else\n + 3\n#endif\n);\nint z;\n";
    check(text, &[], |unit| {
        assert_eq!(main_text(unit), "int y [ 1 + 3 ] ; int z ;");
        assert!(kinds(unit).ends_with("==="));
    });
}

#[test]
fn own_headers_are_found_beside_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write(
        "sizes.h",
        "#define N 8\n#define M (N * 2)\n#define ROW(i) y[i]\nextern int shared[N];\n",
    );
    write("data.inc", "1, 2,\n3\n");
    write("code.c", "int in_code(void) { return 1; }\n");
    let text = "#include \"sizes.h\"\n#include \"code.c\"\nint y[M];\nint d[] = {\n#include \"data.inc\"\n};\n\
                int z(int k) { return ROW(k) + N; }\n";
    fs::write(folder.path().join("main.c"), text).expect("written");
    for cc in compilers() {
        let file = SourceFile::read(folder.path().join("main.c")).expect("readable");
        let unit = unit_of(file, cc, &[]);
        holds(&unit);
        assert_eq!(origin(&unit, "y [ M ]"), "y[M]");
        assert_eq!(
            (unit.macros["M"].value, unit.macros["M"].definition),
            (16, None)
        );
        assert_eq!(unit.macros["M"].body, ["(", "N", "*", "2", ")"]);
        assert_eq!(unit.macros["N"].value, 8);
        assert_eq!(origin(&unit, "y [ k ]"), "ROW(k)");
        let inner = find(&unit, "k ] + N")[0].spelled();
        assert_eq!(unit.file.slice(inner.expect("an argument")), "k");
        assert_eq!(find(&unit, "in_code")[0].line, 0);
        assert!(
            find(&unit, "d [ ] = { 1 , 2 , 3 } ;")
                .iter()
                .any(|t| t.line == 0)
        );
        assert!(unit.notes.is_empty());
        let main = unit.declarations.iter().filter(|d| d.in_main_file);
        assert_eq!(main.count(), 3);
    }
}

#[test]
fn forced_includes() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = folder.path().join("forced.h");
    fs::write(&header, "#define N 5\nint forced;\n").expect("written");
    let header = header.to_string_lossy().into_owned();
    check("int y[N];\n", &["-include", &header], |unit| {
        assert_eq!(main_text(unit), "int y [ N ] ;");
        assert_eq!(unit.macros["N"].value, 5);
    });
}

#[test]
fn pragmas_keep_their_order_and_place() {
    let text = "#pragma scop\nint a;\n  #  pragma  omp \\\n parallel  for /* c */ private(a)\nint b; _Pragma(\"omp simd\") int c;\n\
                #define IVDEP _Pragma(\"GCC ivdep\")\nIVDEP int d;\n#if 0\n#pragma no\n#endif\n#pragma endscop\n";
    check(text, &["-fopenmp"], |unit| {
        let found: Vec<(&str, &str, String)> = unit
            .pragmas
            .iter()
            .map(|p| {
                let next = unit.text[p.at as usize..]
                    .replace('\n', " ")
                    .chars()
                    .take(5)
                    .collect();
                let bytes = std::str::from_utf8(unit.file.bytes_of(p.span)).expect("text");
                (p.text.as_str(), bytes, next)
            })
            .collect();
        let expected = [
            ("scop", "#pragma scop", "int a"),
            (
                "omp parallel for private(a)",
                "#  pragma  omp \\\n parallel  for /* c */ private(a)",
                "int b",
            ),
            ("omp simd", "_Pragma(\"omp simd\")", "int c"),
            ("GCC ivdep", "IVDEP", "int d"),
            ("endscop", "#pragma endscop", ""),
        ];
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!((found.0, found.1, &*found.2), expected);
        }
        assert_eq!(found.len(), expected.len());
        assert_eq!(main_text(unit), "int a ; int b ; int c ; int d ;");
    });
}

#[test]
fn edits_by_origin_keep_all_other_bytes() {
    check(GUARDED, &[], |unit| {
        let mut edits = Edits::default();
        let at = crate::checks::range(unit, "y [ i ] [ N - 1 ]");
        let span = unit.span_of(at).expect("written");
        edits
            .insert(Edit {
                span,
                text: "y1".into(),
            })
            .expect("first");
        edits
            .insert(Edit {
                span: Span::at(0),
                text: "// new\n".into(),
            })
            .expect("disjoint");
        let edited = String::from_utf8(edits.apply(&unit.file.bytes)).expect("text");
        assert_eq!(
            edited,
            format!("// new\n{}", GUARDED.replace("y[i][N-1]", "y1"))
        );
    });
}
