//! The self-check over files that include real headers, and the maps from text to file.

use crate::checks::{check, compilers, holds, kinds, unit_of};
use source::{SourceFile, Unit};
use std::process::Command;

const HEADERS: [&str; 12] = [
    "assert.h",
    "ctype.h",
    "errno.h",
    "limits.h",
    "math.h",
    "stdbool.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
    "inttypes.h",
];

const KERNEL: &str = r#"
#ifndef N
# define N 256
#endif
#define ALPHA 1.5
#define IDX(i, j) ((i) * N + (j))
#define LOOP(v, from, to) for (int v = (from); v < (to); v++)
#define MAX(a, b) ({ __typeof__(a) _a = (a), _b = (b); _a > _b ? _a : _b; })
static double table[N * N];
typedef struct { double re, im; } cplx;
bool check(const double *restrict p) { assert(p != NULL && "p"); return isnan(p[0]) || errno == EINTR; }
int main(int argc, char **argv)
{
  double *heap = malloc(sizeof *heap * N * N), t[2][N] = { { 0 } };
  uint32_t mask = UINT32_C(0xff) & UINT32_MAX;
#pragma scop
  LOOP(i, 1, N - 1)
    LOOP(j, 1, N - 1) {
      t[i % 2][j] = MAX(table[IDX(i, j)], ALPHA * heap[IDX(i - 1, j)]);
      table[IDX(i, j)] += t[(i + 1) % 2][j - 1];
    }
#pragma endscop
  memset(heap, 0, sizeof table);
  fprintf(stderr, "%" PRId64 " %d\n", (int64_t)mask, toupper('x'));
  free(heap);
  return argc > 1 ? EXIT_FAILURE : EXIT_SUCCESS;
}
"#;

#[test]
fn every_header_and_a_kernel() {
    let includes: String = HEADERS
        .iter()
        .map(|header| format!("#include <{header}>\n"))
        .collect();
    for args in [
        &["-O2"][..],
        &["-O0", "-std=c11", "-DN=40"],
        &["-D_GNU_SOURCE", "-D_FORTIFY_SOURCE=2", "-O1"],
    ] {
        check(&format!("{includes}{KERNEL}"), args, |unit| {
            assert!(unit.notes.is_empty(), "{:?}", unit.notes);
            assert!(!kinds(unit).contains('?'));
            assert!(unit.macros.contains_key("N"));
            assert_eq!(unit.pragmas.len(), 2);
        });
    }
}

/// The text, after `#define`s of its kept macros, is the program that the compiler sees.
#[test]
fn the_text_is_the_same_program() {
    let includes: String = HEADERS
        .iter()
        .map(|header| format!("#include <{header}>\n"))
        .collect();
    let text = format!("{includes}{KERNEL}").replace("assert(", "(void)(");
    for cc in compilers() {
        let unit = unit_of(SourceFile::new("k.c", text.clone()), cc, &[]);
        let define =
            |m: &source::IntegerMacro| format!("#define {} {}\n", m.name, m.body.join(" "));
        let defines: String = unit.macros.values().map(define).collect();
        let again = format!("{defines}{}", unit.text);
        assert_eq!(printed(cc, &again), printed(cc, &text));
    }
}

/// The compiler's output for a text, without pragmas and white space.
fn printed(cc: &str, text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("k.c");
    std::fs::write(&file, text).expect("written");
    let output = Command::new(cc)
        .args(["-E", "-P"])
        .arg(&file)
        .output()
        .expect("it runs");
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).expect("text");
    let lines = lines.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
}

#[test]
fn each_header_alone() {
    for header in [
        "omp.h",
        "immintrin.h",
        "complex.h",
        "tgmath.h",
        "pthread.h",
        "stdatomic.h",
        "threads.h",
        "setjmp.h",
    ] {
        for cc in compilers() {
            let text =
                format!("#if __has_include(<{header}>)\n#include <{header}>\n#endif\nint last;\n");
            let unit = unit_of(SourceFile::new("h.c", text.as_bytes()), cc, &[]);
            holds(&unit);
            assert_eq!(kinds(&unit), "===");
            let main = unit.declarations.last().expect("the last one");
            assert!(main.in_main_file && main.depth == 0);
        }
    }
}

#[test]
fn the_text_is_stable() {
    for cc in compilers() {
        let first = unit_of(
            SourceFile::new(
                "k.c",
                format!("#include <stdio.h>\n#include <stdlib.h>\n{KERNEL}"),
            ),
            cc,
            &["-w"],
        );
        let again = unit_of(
            SourceFile::new("k.c", first.file.bytes.clone()),
            cc,
            &["-w"],
        );
        assert_eq!((first.text, first.tokens), (again.text, again.tokens));
    }
}

#[test]
fn units_travel_between_threads() {
    fn travels<T: Send + Sync>() {}
    travels::<Unit>();
}

#[test]
fn ranges_and_places() {
    check("int a;\nint bc;\n", &[], |unit| {
        assert_eq!(unit.tokens_in(0..3), 0..1);
        assert_eq!(unit.tokens_in(3..4), 1..1);
        assert_eq!(unit.tokens_in(2..5), 0..2);
        assert_eq!(unit.tokens_in(0..999), 0..6);
        assert_eq!(unit.tokens_in(900..999), 6..6);
        assert!(unit.span_of(900..999).is_err() && unit.nearest_span(900..999).is_none());
        let second = unit.declaration_at(8).expect("the second");
        assert_eq!(
            &unit.text[second.at.start as usize..second.at.end as usize],
            "int bc ;"
        );
        assert!(unit.declaration_at(999).is_none());
    });
}
