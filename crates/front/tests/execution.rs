//! The instances of the extracted sets equal those that a compiled program executes.
//!
//! Each kernel has one access per statement, written `t[L(e)]`: the compiled program prints `e`,
//! the analysed one has plain parentheses.

mod common;

use common::found;
use front::Region;
use std::process::{Command, Stdio};

/// Kernels over `int n`, `unsigned u` (equal values) and macros `N` (7), `M` (3).
const KERNELS: [&str; 39] = [
    "for (int i = 0; i < n; i++) t[L(i)] = 1;",
    "for (int i = n; i > -3; i -= 2) t[L(i + 10)] = 1;",
    "for (int i = -n; i <= n; i += 3) for (int j = i; j < n; j++) t[L(i + j + 20)] = 1;",
    "for (int i = -9; i < 9; i++) t[L(i / 4 + 10)] = 1;",
    "for (int i = -9; i < 9; i++) t[L(i % 4 + 10)] = 1;",
    "for (int i = -9; i < 9; i++) t[L((i >> 1) + 10)] = 1;",
    "for (int i = -9; i < 9; i++) t[L((i & 3) + (i / -2) + 10)] = 1;",
    "for (int i = 0; i < n; i++) if (i % 2 == 0 || (i > 3 && i != 5)) t[L(i)] = 1; else t[L(40 + i)] = 1;",
    "for (int i = 0; i < n; i++) { t[L(i)] = 1; for (int j = n; j >= i; j--) t[L(10 + j)] = 1; t[L(30)] = 1; }",
    "for (int i = 0; i < (n < M ? n : M); i++) for (int j = i > 1 ? i : 1; j < N; j++) t[L(i * M + j)] = 1;",
    "for (unsigned i = 0; i < u; i++) t[L(i)] = 1;",
    "for (unsigned i = u + 1; i > 0; i--) t[L(i - 1)] = 1;",
    "for (unsigned i = u; i >= 2; i -= 2) t[L(i)] = 1;",
    "for (int i = 0; i < u; i++) if (i >= 1 && i < u - 0) t[L(i)] = 1;",
    "for (int i = 0; i <= n / 2; i++) { int k = 2 * i + 1; if (k < n) t[L(k)] = 1; }",
    "int i; for (i = 3; i != 8; ++i) t[L(i)] = 1; for (i = 8; 3 != i; i = i - 1) t[L(i)] = 1;",
    "for (int i = 0; i < N && i <= n; i += M) t[L(i)] = 1;",
    "for (int i = 0; i >= 0 && i < n; i++) t[L(i)] = 1;",
    "if (n > 4) return; for (int i = 0; i < n; i++) t[L(i)] = 1;",
    "const int h = n / 2; for (int i = h - 3; i < h; i++) if (!(i < 0)) t[L(i)] = 1;",
    "for (long i = 0; i < n; i++) for (int i = 0; i < 2; i++) t[L(i)] = 1;",
    "for (unsigned char i = 0; i < 40; i += 3) t[L(i)] = 1;",
    "for (short i = 20; i > 3; i--) t[L(i)] = 1;",
    "for (unsigned i = u; i-- > 0;) t[L(i)] = 1;",
    "if (n < 0) return; int i = n; while (i--) t[L(i)] = 1;",
    "int i = 2; while (i < n) { t[L(i)] = 1; i += 2; } t[L(i)] = 1;",
    "int i = 3; do { t[L(i)] = 1; i++; } while (i < n);",
    "int i; for (i = n; i > 2; i -= 3) t[L(i)] = 1; t[L(i + 20)] = 1;",
    "for (int i = 0, j = n - 1; i < j; i++, j--) { t[L(i)] = 1; t[L(j)] = 1; }",
    "int k = 1; for (int i = 0; i < n; i++) { t[L(k)] = 1; k += 2; for (int j = 0; j < M; j++) k++; } t[L(k)] = 1;",
    "int k = 40; for (int i = 9; i >= n; i--) { k--; if (i % 2) t[L(k)] = 1; k--; t[L(k)] = 1; }",
    "for (int i = 0; i < n; i++) { if (i == 4) continue; int p = i - 1; p += 3; t[L(p)] = 1; }",
    "for (int i = 0; i < n; i++) { int e = i + 3; if (e > n) e = n; for (int j = i; j < e; j++) t[L(j)] = 1; }",
    "for (int i = 0; i < n; i++) t[L(i > 2 ? i - 2 : i + 30)] = 1;",
    "for (int i = 0; i < n; i++) t[L(i % 2 ? (i > 4 ? 1 : 2) : i)] = 1;",
    "for (int i = 0; i < n; i++) switch (i) { case 1: t[L(1)] = 1; break; case 3: case 4: t[L(i)] = 1; break; default: t[L(40 + i)] = 1; }",
    "int a, b; a = b = n; a--; b *= 2; t[L(a + 1)] = 1; t[L(b)] = 1; a = b / 3; t[L(a)] = 1;",
    "for (int i = n; i >= 1; i /= 2) ; for (int i = 0; i < n; i++) { int i2 = i * 2; { int q = i2 + 1; t[L(q)] = 1; } }",
    "for (int i = 0; i < n * 3 - 1; i += 2) if (i < N != 0) t[L(i)] = 1; else if (!(i - 9)) t[L(50)] = 1;",
];

#[test]
fn extraction_equals_execution() {
    for kernel in KERNELS {
        let analysed = format!(
            "#define N 7\n#define M 3\nvoid kernel(int n, unsigned u)\n{{\nint t[64];\n{}\n}}\n",
            kernel.replace("L(", "(")
        );
        let found = found(&analysed);
        let printed = run(kernel);
        for n in 0..10 {
            assert_eq!(
                printed[n as usize],
                executed(found.region(), n),
                "{kernel}\nn = {n}"
            );
        }
    }
}

/// The elements that the scop touches, in order.
fn executed(region: &Region, n: i64) -> Vec<i64> {
    let mut all: Vec<Vec<i64>> = Vec::new();
    for access in &region.scop.accesses {
        let schedule = &region.scop.statement(access.statement).schedule;
        let timed = access
            .relation
            .apply_domain(schedule)
            .expect("isl")
            .wrap()
            .expect("isl");
        let fixed = timed
            .fix_params([("n", n), ("u", n), ("N", 7), ("M", 3)])
            .expect("isl");
        all.extend(fixed.points(10_000).expect("isl").expect("few points"));
    }
    all.sort();
    all.iter().map(|point| point[point.len() - 1]).collect()
}

/// The output of the compiled kernel for n = 0, 1, ..., 9.
fn run(kernel: &str) -> Vec<Vec<i64>> {
    let text = format!(
        "#include <stdio.h>
#define N 7
#define M 3
static long L(long e) {{ printf(\" %ld\", e); return e; }}
static void kernel(int n, unsigned u) {{ int t[64]; {kernel} (void)t; (void)u; }}
int main(void) {{ for (int n = 0; n < 10; n++) {{ kernel(n, n); puts(\"\"); }} return 0; }}
"
    );
    let folder = tempfile::tempdir().expect("a folder for the program");
    let program = folder.path().join("kernel");
    let mut compiler = Command::new("cc")
        .args(["-w", "-x", "c", "-o"])
        .arg(&program)
        .arg("-")
        .stdin(Stdio::piped())
        .spawn()
        .expect("cc runs");
    std::io::Write::write_all(&mut compiler.stdin.take().expect("piped"), text.as_bytes())
        .expect("cc reads");
    assert!(compiler.wait().expect("cc ends").success(), "{kernel}");
    let output = Command::new(&program).output().expect("the kernel runs");
    let lines = String::from_utf8(output.stdout).expect("digits");
    let numbers = |line: &str| {
        line.split_whitespace()
            .map(|w| w.parse().expect("a number"))
            .collect()
    };
    lines.lines().map(numbers).collect()
}
