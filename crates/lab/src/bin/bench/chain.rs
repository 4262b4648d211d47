//! The time for lifetimes in a chain of stencil stages, with one temporary each or one for all.
//!
//! The stages are nests of their own, so that every temporary is complete when the next stage reads
//! it; or they are in one nest, row by row, so that each row lives for a few rows. Stages have
//! different reading distances; otherwise temporaries would be used in the same way and decided
//! together. In a third form each stage overwrites the same temporary before it reads it.

use crate::run::{PASSES, run, write};
use std::fmt::Write;
use std::path::Path;

const STAGES: [usize; 3] = [50, 100, 200];

/// Prints a table.
pub(crate) fn print(pleat: &Path) -> Result<(), String> {
    println!(
        "{:>8} {:<14} {:>7} {:>12} {:>12} {:>9}",
        "stages", "nests", "folded", "lifetimes ms", "ms a stage", "seconds"
    );
    let lifetimes = PASSES.iter().position(|p| *p == "analysis");
    for (name, program) in [
        ("one a stage", separate as fn(usize) -> String),
        ("one for all", interleaved),
        ("one temporary", reusing),
    ] {
        for stages in STAGES {
            let file =
                write("chain.c", &program(stages)).map_err(|e| format!("target/bench: {e}"))?;
            let sample = run(pleat, &file, Some(0)).ok_or("pleat fold failed")?;
            let time = lifetimes.map_or(0.0, |at| sample.passes[at]);
            println!(
                "{stages:>8} {name:<14} {:>7} {time:>12.1} {:>12.2} {:>9.2}",
                sample.folded,
                time / stages as f64,
                sample.wall / 1e3
            );
        }
    }
    Ok(())
}

/// The offsets at which stage `k` reads the one before it: rows back, columns to both sides.
fn distances(k: usize) -> (usize, usize) {
    (k % 3 + 1, k / 3 % 25 + 1)
}

/// ``t6[i][j] = t5[i][j] + t5[i - 1][j] + t5[i][j - 3] + t5[i][j + 3]``
fn stage(k: usize, margin: usize) -> String {
    let (rows, columns) = distances(k);
    let before = k - 1;
    format!(
        "for (int j = {margin}; j < M - {margin}; j++)\n            \
         t{k}[i][j] = t{before}[i][j] + t{before}[i - {rows}][j] + t{before}[i][j - {columns}] + t{before}[i][j + {columns}];\n"
    )
}

fn around(stages: usize, body: &str) -> String {
    let temporaries: String = (0..stages)
        .map(|k| format!("    double t{k}[N][M];\n"))
        .collect();
    format!(
        "#define N 4000\n#define M 20000\nvoid chain(const double in[N][M], double out[N][M])\n{{\n{temporaries}{body}}}\n"
    )
}

fn first() -> &'static str {
    "for (int j = 0; j < M; j++)\n            t0[i][j] = in[i][j];\n"
}

/// The distance from the edges that the values of stage `k` reach.
fn margins(stages: usize) -> Vec<(usize, usize)> {
    let mut all = vec![(0, 0)];
    for k in 1..stages {
        let (rows, columns) = distances(k);
        let (top, side) = all[k - 1];
        all.push((top + rows, side + columns));
    }
    all
}

fn separate(stages: usize) -> String {
    let margins = margins(stages);
    let mut body = format!("    for (int i = 0; i < N; i++)\n        {}", first());
    for (k, (top, side)) in margins.iter().enumerate().skip(1) {
        // Writing to a string cannot fail.
        let _ = write!(
            body,
            "    for (int i = {top}; i < N; i++)\n        {}",
            stage(k, *side)
        );
    }
    body.push_str(&last(&margins, false));
    around(stages, &body)
}

fn interleaved(stages: usize) -> String {
    let margins = margins(stages);
    let mut body = format!("    for (int i = 0; i < N; i++) {{\n        {}", first());
    for (k, (top, side)) in margins.iter().enumerate().skip(1) {
        let _ = write!(body, "        if (i >= {top})\n        {}", stage(k, *side));
    }
    body.push_str(&last(&margins, true));
    body.push_str("    }\n");
    around(stages, &body)
}

/// Every stage in a nest of its own, through the same temporary.
fn reusing(stages: usize) -> String {
    let mut body = String::new();
    for k in 0..stages {
        let (rows, columns) = distances(k);
        let _ = write!(
            body,
            "    for (int i = {rows}; i < N; i++) {{\n        for (int j = 0; j < M; j++)\n            \
             t0[i][j] = in[i][j] + in[i - {rows}][j];\n        for (int j = {columns}; j < M - {columns}; j++)\n            \
             out[i][j] += t0[i][j - {columns}] + t0[i][j + {columns}];\n    }}\n"
        );
    }
    around(1, &body)
}

/// Copies the last stage to the output, in a nest of its own or `inside` of one.
fn last(margins: &[(usize, usize)], inside: bool) -> String {
    let k = margins.len() - 1;
    let (top, side) = margins[k];
    let head = match inside {
        false => format!("    for (int i = {top}; i < N; i++)\n"),
        true => format!("        if (i >= {top})\n"),
    };
    format!(
        "{head}        for (int j = {side}; j < M - {side}; j++)\n            out[i][j] = t{k}[i][j];\n"
    )
}
