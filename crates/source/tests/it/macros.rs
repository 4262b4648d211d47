//! Macros that keep their names, and the facts recorded about them.

use crate::checks::{check, kinds, main_text};

/// Checks the text of a file, and its kept macros with their values.
fn kept(text: &str, expected: &str, macros: &[(&str, i64)]) {
    check(text, &[], |unit| {
        assert_eq!(main_text(unit), expected);
        let found: Vec<(&str, i64)> = unit
            .macros
            .iter()
            .map(|(name, m)| (&name[..], m.value))
            .collect();
        assert_eq!(found, macros);
        assert!(unit.notes.is_empty(), "{:?}", unit.notes);
        assert!(!kinds(unit).contains('?'));
    });
}

#[test]
fn constants_are_kept() {
    kept(
        "#define N 1000\n#define M N\n#define K (2*M - 1)\n#define H (K > 3 ? 0x10UL : 7)\nint a[N][M][K], b = H;\n",
        "int a [ N ] [ M ] [ K ] , b = H ;",
        &[("H", 16), ("K", 1999), ("M", 1000), ("N", 1000)],
    );
}

#[test]
fn other_macros_are_not() {
    kept(
        "#define A 2+3\n#define B -1\n#define C (n)\n#define D 1.5\n#define E\n#define F (1)(2)\n#define G (int)3\n\
         #define H 'x'\n#define I (4/0)\n#define J (\nA B C D E F G H I J;\n",
        "2 + 3 - 1 ( n ) 1.5 ( 1 ) ( 2 ) ( int ) 3 'x' ( 4 / 0 ) ( ;",
        &[],
    );
}

#[test]
fn names_in_arguments_are_kept() {
    kept(
        "#define N 10\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\nint x = MIN(N, i + N);\n",
        "int x = ( ( N ) < ( i + N ) ? ( N ) : ( i + N ) ) ;",
        &[("N", 10)],
    );
}

#[test]
fn glued_and_stringised_names_follow_the_rules() {
    kept(
        "#define N 10\n#define M (N)\n#define S(x) #x\n#define XS(x) S(x)\n#define P(a, b) a##b\n#define XP(a, b) P(a, b)\n\
         S(N) XS(N) XS(M) P(v, N) XP(v, N) P(N,) XP(N, 1);\n",
        "\"N\" \"10\" \"(10)\" vN v10 N 101 ;",
        &[("M", 10), ("N", 10)],
    );
}

#[test]
fn a_change_after_use_forbids_keeping() {
    kept(
        "#define N 1\nint a = N;\n#undef N\n#define N 2\nint b = N;\n",
        "int a = 1 ; int b = 2 ;",
        &[],
    );
    kept(
        "#define N 1\n#define M (N)\nint a = M;\n#undef N\nint b;\n",
        "int a = ( 1 ) ; int b ;",
        &[],
    );
    kept(
        "#define N 1\n#undef N\n#define N 2\nint b = N;\n#define N 2\n",
        "int b = N ;",
        &[("N", 2)],
    );
    kept(
        "#define C n\nint a = C;\n#undef C\n#define C 2\nint b = C;\n",
        "int a = n ; int b = 2 ;",
        &[],
    );
}

#[test]
fn a_change_of_a_name_below_forbids_keeping() {
    kept(
        "#define K 1\n#define N (K + F(2))\n#define F(x) (x)\nint a = N;\n#undef F\n#define F(x) 3\nint b = N;\n",
        "int a = ( K + ( 2 ) ) ; int b = ( K + 3 ) ;",
        &[("K", 1)],
    );
}

#[test]
fn a_name_that_is_also_a_variable_is_not_kept() {
    kept(
        "int N;\n#define N 3\nint b = N;\n",
        "int N ; int b = 3 ;",
        &[],
    );
    kept(
        "#define N 3\n#define F(N) N\nint b = F(N);\n",
        "int b = N ;",
        &[("N", 3)],
    );
}

#[test]
fn system_macros_are_expanded() {
    check(
        "#include <limits.h>\n#include <stdio.h>\nint a = EOF, b = INT_MAX; char c[BUFSIZ];\n",
        &[],
        |unit| {
            assert!(unit.macros.is_empty());
            assert!(!kinds(unit).contains('?'));
            assert_eq!(crate::checks::origin(unit, "c [ 8192 ]"), "c[BUFSIZ]");
        },
    );
}

#[test]
fn self_reference_ends() {
    kept(
        "#define N N\n#define A (B)\n#define B (A)\nint N = A + B;\n",
        "int N = ( ( A ) ) + ( ( B ) ) ;",
        &[],
    );
}

#[test]
fn long_chains_end() {
    let chain: String = (1..3000)
        .map(|i| format!("#define N{i} N{}\n", i - 1))
        .collect();
    check(
        &format!("#define N0 7\n{chain}int a = N2999; int b = N5;\n"),
        &[],
        |unit| {
            assert!(main_text(unit).starts_with("int a = "));
            assert!(unit.notes.is_empty());
        },
    );
}
