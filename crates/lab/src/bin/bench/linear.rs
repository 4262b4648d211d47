//! The time for one file as a function of its number of loop nests.
//!
//! The nests are of five kinds, each with different distances and constants: rows that are used at
//! once, rows of a few iterations before, scalars expanded over an iterator, triangles, and nests
//! without a temporary. Functions contain ten nests each, or one function contains all.

use crate::run::{run, write};
use std::fmt::Write;
use std::path::Path;

/// Prints a table for an eighth, a quarter, a half and all of `nests`.
pub(crate) fn print(pleat: &Path, nests: usize) -> Result<(), String> {
    println!(
        "{:>6} {:>10} {:>8} {:>7} {:>8} {:>9} {:>9}",
        "nests", "a function", "lines", "folded", "seconds", "ms a nest", "peak MiB"
    );
    for per_function in [10, nests] {
        for share in [8, 4, 2, 1] {
            let nests = (nests / share).max(1);
            row(pleat, nests, per_function.min(nests))?;
        }
    }
    Ok(())
}

fn row(pleat: &Path, nests: usize, per_function: usize) -> Result<(), String> {
    let text = program(nests, per_function);
    let file = write("nests.c", &text).map_err(|error| format!("target/bench: {error}"))?;
    let sample = run(pleat, &file, None).ok_or("pleat fold failed")?;
    let seconds = sample.wall / 1e3;
    println!(
        "{nests:>6} {per_function:>10} {:>8} {:>7} {seconds:>8.2} {:>9.2} {:>9.0}",
        text.lines().count(),
        sample.folded,
        sample.wall / nests as f64,
        sample.peak / 1024.0
    );
    Ok(())
}

/// A program of `nests` loop nests.
fn program(nests: usize, per_function: usize) -> String {
    let mut text =
        String::from("#include <stdio.h>\n#ifndef N\n#define N 64\n#endif\n#define M N\n\n");
    let mut calls = String::new();
    for first in (0..nests).step_by(per_function) {
        let mut declarations = String::new();
        let mut body = String::new();
        for nest in first..nests.min(first + per_function) {
            let (declaration, code) = one(nest);
            declarations.push_str(&declaration);
            body.push_str(&code);
        }
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "static void f{first}(int n, const double in[N][M], double out[N][M])\n{{\n    int i, j;\n\
             {declarations}\n{body}}}\n\n"
        );
        let _ = writeln!(calls, "    f{first}(N, a, b);");
    }
    let _ = write!(
        text,
        "int main(void)\n{{\n    static double a[N][M], b[N][M];\n{calls}    \
         printf(\"%g\\n\", b[N / 2][M / 2]);\n    return 0;\n}}\n"
    );
    text
}

/// The declaration and the code of one nest of ten lines.
fn one(k: usize) -> (String, String) {
    let (c, d) = (k % 89, k / 5 % 7 + 1);
    let rows = format!("    double t{k}[N][M];\n");
    let line = format!("    double s{k}[N];\n");
    match k % 5 {
        0 => (
            rows,
            format!(
                "    for (i = 1; i < n - 1; i++) {{\n        for (j = 0; j < M; j++) {{\n            \
                 t{k}[i][j] = in[i][j] * {c}.5\n                + in[i - 1][j];\n        }}\n        \
                 for (j = {d}; j < M; j++) {{\n            out[i][j] += t{k}[i][j - {d}];\n        }}\n    }}\n\n"
            ),
        ),
        1 => (
            rows,
            format!(
                "    for (i = 0; i < n; i++) {{\n        for (j = 0; j < M; j++) {{\n            \
                 t{k}[i][j] = in[i][j] + {c};\n            if (i >= {d}) {{\n                \
                 out[i][j] += t{k}[i - {d}][j]\n                    - t{k}[i][j];\n            }}\n        }}\n    }}\n"
            ),
        ),
        2 => (
            line,
            format!(
                "    for (i = 0; i < n; i++) {{\n        s{k}[i] = {c};\n        \
                 for (j = 0; j < M; j++) {{\n            s{k}[i] += in[i][j]\n                * in[j][i];\n        \
                 }}\n        out[i][0] = s{k}[i];\n        out[0][i] -= s{k}[i] * {d};\n    }}\n\n"
            ),
        ),
        3 => (
            line,
            format!(
                "    for (i = {d}; i < n; i++) {{\n        s{k}[i] = in[i][i];\n        \
                 for (j = 0; j <= i - {d}; j++) {{\n            s{k}[i] -= in[i][j]\n                * {c}.25;\n        \
                 }}\n        out[i][0] +=\n            s{k}[i];\n    }}\n\n"
            ),
        ),
        _ => (
            String::new(),
            format!(
                "    for (i = 0; i < n; i++) {{\n        for (j = 0; j < M; j++) {{\n            \
                 out[i][j] =\n                out[i][j] * 0.5\n                + in[i][j]\n                \
                 + in[j][i]\n                + {c};\n        }}\n    }}\n"
            ),
        ),
    }
}
