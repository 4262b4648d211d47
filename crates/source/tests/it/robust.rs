//! Hostile and unusual input: no panic, no long run.

use crate::checks::{check, check_bytes, compilers, holds, kinds, main_text, unit_of};
use proptest::prelude::*;
use source::{Flags, PreprocessError, SourceFile, preprocess};
use std::time::{Duration, Instant};

fn try_bytes(bytes: &[u8]) {
    for cc in compilers() {
        let flags = Flags {
            cc: cc.into(),
            args: vec![],
            ..Flags::default()
        };
        if let Ok(unit) = preprocess(SourceFile::new("x.c", bytes), &flags) {
            holds(&unit);
        }
    }
}

#[test]
fn almost_empty_files() {
    for bytes in [
        &b""[..],
        b"\n",
        b"\0",
        b"/*",
        b"\\",
        b"#",
        b"#\n",
        b"\"",
        b"\xef\xbb\xbfint a;",
        b"\xff\xfe\x00",
        b"#pragma",
    ] {
        try_bytes(bytes);
    }
    check("", &[], |unit| {
        assert!(unit.text.is_empty() && unit.declarations.is_empty())
    });
}

#[test]
fn bytes_that_are_not_utf_8() {
    check_bytes(
        b"char *s = \"caf\xe9\"; /* \xe9 */ int a;\r\nint b\0;",
        &[],
        |unit| {
            assert_eq!(main_text(unit), "char * s = \"caf?\" ; int a ; int b ;");
            assert!(!kinds(unit).contains('?'));
        },
    );
}

#[test]
fn deep_nests() {
    let text = format!(
        "int a = {}1{};\nint b;\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    check(&text, &[], |unit| {
        assert_eq!(unit.declarations[0].depth, 100_000);
        assert_eq!(unit.declarations.len(), 2);
    });
}

#[test]
fn deeply_nested_invocations() {
    let text = format!(
        "#define F(x) x\nint a = {}1{};\nint b;\n",
        "F(".repeat(300),
        ")".repeat(300)
    );
    check(&text, &[], |unit| {
        assert_eq!(main_text(unit), "int a = 1 ; int b ;")
    });
}

#[test]
fn macro_bombs_that_the_compiler_does_not_expand() {
    let bomb: String = (1..40)
        .map(|i| format!("#define B{i} (B{0}+B{0})\n", i - 1))
        .collect();
    let text = format!(
        "#define B0 1\n{bomb}#define DROP(x)\n#define NAME(x) #x\nint a DROP(B39); char *s = NAME(B39);\n"
    );
    check(&text, &[], |unit| {
        assert_eq!(main_text(unit), "int a ; char * s = \"B39\" ;")
    });
}

#[test]
fn long_files_are_quick() {
    let line = "  y[i][(j) + N] = MAX(x[i], z[i - 1]); /* c */ // d\n";
    let header = "#define N 10\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\nvoid g(void) {\n";
    let text = format!("{header}{}}}\n", line.repeat(50_000));
    let started = Instant::now();
    let unit = unit_of(
        SourceFile::new("long.c", text.as_bytes()),
        compilers()[0],
        &[],
    );
    assert!(unit.notes.is_empty());
    assert!(
        started.elapsed() < Duration::from_secs(60),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn large_output_does_not_deadlock() {
    let text = "int a = 1 + 2 + 3; // some text to print again\n".repeat(20_000);
    check(&text, &[], |unit| {
        assert_eq!(unit.declarations.len(), 20_000)
    });
}

#[test]
fn failures_say_why() {
    let fail = |cc: &str, text: &str| {
        let flags = Flags {
            cc: cc.into(),
            args: vec![],
            ..Flags::default()
        };
        preprocess(SourceFile::new("dir/kernel.c", text.as_bytes()), &flags).expect_err("a failure")
    };
    assert!(matches!(
        fail("no-such-compiler", ""),
        PreprocessError::CompilerNotFound { .. }
    ));
    let message = fail(compilers()[0], "int a;\n#include \"none.h\"\n").to_string();
    assert!(
        message.contains("exit code 1") && message.contains("dir/kernel.c:2"),
        "{message}"
    );
    assert!(matches!(
        fail("/", ""),
        PreprocessError::CompilerUnusable { .. }
    ));
    let long = "int a;\n".repeat(200_000);
    assert!(matches!(
        fail("false", &long),
        PreprocessError::CompilerFailed { code: Some(1), .. }
    ));
    assert!(matches!(
        SourceFile::read("/no/such/file.c"),
        Err(PreprocessError::Unreadable { .. })
    ));
}

fn snippet() -> impl Strategy<Value = String> {
    let pieces = [
        "a",
        "b",
        "N",
        "F",
        "G",
        "(",
        ")",
        ",",
        ";",
        "{",
        "}",
        "\n",
        "\n",
        " ",
        "\\\n",
        "\r\n",
        "1",
        "\"s\"",
        "'",
        "/*",
        "*/",
        "//",
        "\n#define N 3\n",
        "\n#define N (4)\n",
        "\n#undef N\n",
        "\n#define F(x) [x N]\n",
        "\n#define G(x, ...) x##1 #x F(x) __VA_ARGS__\n",
        "\n#define F G\n",
        "\n#if N\n",
        "\n#ifdef F\n",
        "\n#else\n",
        "\n#endif\n",
        "\n#pragma scop\n",
        "_Pragma(\"x\")",
        "__LINE__",
        "##",
        "#",
        "\u{e9}",
        "F(a)",
        "G(b, c)",
        "F(G(N, N))",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn soup_of_pieces(text in snippet()) {
        try_bytes(text.as_bytes());
    }

    #[test]
    fn garbage(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        try_bytes(&bytes);
    }
}
