//! The time of `pleat fold --fuse` for generated stages, beside that of a plain fold without and
//! with hints, and of the passes of fusion.
//!
//! The stages follow each other as nests of one function or as calls of a function each, and their
//! images are flat on the heap or file-scope arrays with two dimensions. Each stage reads the one
//! before it, every other one also the one three before it, up to one row or column away. Times
//! are seconds of processor time, which other processes hardly change.

use crate::run::{folded, seconds, timed, write};
use pleat::map::aligned;
use std::fmt::Write;
use std::path::Path;

/// Stages of a file, stages of a function, and the seconds that a file may take.
const FILES: [(usize, usize, f64); 5] = [
    (9, 9, 0.3),
    (20, 20, 0.5),
    (100, 20, 2.5),
    (200, 20, 5.0),
    (200, 200, 5.0),
];

const HEAD: [&str; 9] = [
    "stages",
    "a function",
    "style",
    "fold s",
    "with hints",
    "ratio",
    "--fuse s",
    "limit",
    "folded",
];
/// Numeric columns; the passes follow.
const NUMBERS: std::ops::Range<usize> = 3..32;

/// How stages are written.
#[derive(Clone, Copy)]
struct Style {
    /// Whether each stage is a function.
    calls: bool,
    /// Whether images are flat on the heap; if not, file-scope arrays with two dimensions.
    heap: bool,
}

/// One run of `pleat fold`.
struct Run {
    /// Seconds of processor time.
    seconds: f64,
    folded: usize,
    /// The passes of fusion with their milliseconds.
    passes: Vec<(String, String)>,
}

/// Prints the table, for files with at most so many stages.
pub(crate) fn print(pleat: &Path, most: usize) -> Result<(), String> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (stages, of_function, limit) in FILES.into_iter().filter(|f| f.0 <= most) {
        for (calls, heap) in [(false, true), (false, false), (true, true), (true, false)] {
            let style = Style { calls, heap };
            row(pleat, (stages, of_function, limit), style, &mut rows)?;
        }
    }
    print!("{}", aligned(&rows, NUMBERS));
    Ok(())
}

fn row(
    pleat: &Path,
    (stages, of_function, limit): (usize, usize, f64),
    style: Style,
    rows: &mut Vec<Vec<String>>,
) -> Result<(), String> {
    let name = format!("stages_{stages}_{of_function}_{}.c", style.name());
    let text = program(stages, of_function, style);
    let file = write(&name, &text).map_err(|error| format!("target/bench: {error}"))?;
    let plain = run(pleat, &file, &["--no-hints"])?;
    let hinted = run(pleat, &file, &[])?;
    let fused = run(pleat, &file, &["--fuse"])?;
    if rows.is_empty() {
        let passes = fused.passes.iter().map(|(name, _)| name.clone());
        let head = HEAD.iter().map(|name| (*name).to_string());
        rows.push(head.chain(passes).collect());
    }
    let mut row = vec![
        stages.to_string(),
        of_function.to_string(),
        style.name(),
        format!("{:.2}", plain.seconds),
        format!("{:.2}", hinted.seconds),
        format!("{:.1}", hinted.seconds / plain.seconds),
        format!("{:.2}", fused.seconds),
        format!("{limit:.1}"),
        fused.folded.to_string(),
    ];
    row.extend(fused.passes.into_iter().map(|(_, time)| time));
    rows.push(row);
    Ok(())
}

/// Folds a file without output.
fn run(pleat: &Path, file: &Path, options: &[&str]) -> Result<Run, String> {
    let mut command = timed(pleat);
    command.args(["fold", "--timings", "-o", "/dev/null"]);
    let (output, seconds) = seconds(command.args(options).arg(file))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let passes = text.lines().rev().find_map(|l| l.strip_prefix("fusion: "));
    let words: Vec<&str> = passes.unwrap_or_default().split_whitespace().collect();
    let passes = words.chunks(2).filter_map(|pair| match pair {
        [name, time] => Some(((*name).to_string(), (*time).to_string())),
        _ => None,
    });
    Ok(Run {
        seconds,
        folded: folded(&text),
        passes: passes.collect(),
    })
}

impl Style {
    fn name(self) -> String {
        let form = if self.calls { "calls" } else { "nests" };
        let images = if self.heap { "heap" } else { "static" };
        format!("{form}_{images}")
    }

    /// `a[(y - 1) * w + x]` or `a[y - 1][x]`
    fn element(self, image: &str, row: i64, column: i64) -> String {
        let index = |name: &str, offset: i64| match offset {
            0 => name.to_string(),
            offset if offset > 0 => format!("{name} + {offset}"),
            offset => format!("{name} - {}", -offset),
        };
        let (row, column) = (index("y", row), index("x", column));
        match self.heap {
            true if row.len() > 1 => format!("{image}[({row}) * w + {column}]"),
            true => format!("{image}[{row} * w + {column}]"),
            false => format!("{image}[{row}][{column}]"),
        }
    }

    fn rows_and_columns(self) -> (&'static str, &'static str) {
        match self.heap {
            true => ("h", "w"),
            false => ("H", "W"),
        }
    }

    /// The parameters of a function over images.
    fn parameters(self, inputs: &[&str], output: &str) -> String {
        let own = inputs.iter().map(|name| match self.heap {
            true => format!("const float *restrict {name}, "),
            false => format!("float {name}[H][W], "),
        });
        let inputs: String = own.collect();
        match self.heap {
            true => format!("{inputs}float *restrict {output}, int w, int h"),
            false => format!("{inputs}float {output}[H][W]"),
        }
    }

    /// The two loops of a stage.
    fn nest(self, k: usize, images: (&str, &str, &str)) -> String {
        let (rows, columns) = margins(k);
        let (h, w) = self.rows_and_columns();
        format!(
            "    for (int y = {rows}; y < {h} - {rows}; y++)\n        \
             for (int x = {columns}; x < {w} - {columns}; x++)\n            {}",
            self.statement(k, images)
        )
    }

    /// What stage `k` computes of the images `near` and `far`.
    fn statement(self, k: usize, (near, far, to): (&str, &str, &str)) -> String {
        let factor = k % 89 + 1;
        let near = |row, column| self.element(near, row, column);
        let far = |row, column| self.element(far, row, column);
        let value = match k % 4 {
            0 => format!("{} * {factor}.5f + {}", near(0, 0), far(0, 0)),
            1 => format!("{} + 2.0f * {} + {}", near(0, -1), near(0, 0), near(0, 1)),
            2 => format!(
                "{} + {factor}.0f * {} + {}",
                near(-1, 0),
                near(0, 0),
                near(1, 0)
            ),
            _ => format!(
                "{} - {} + {} - {}",
                near(0, 1),
                near(0, -1),
                far(1, 0),
                far(-1, 0)
            ),
        };
        format!("{} = {value};\n", self.element(to, 0, 0))
    }
}

/// Whether stage `k` reads two images.
fn reads_two(k: usize) -> bool {
    matches!(k % 4, 0 | 3)
}

/// The distance from the edges that stage `k` needs.
fn margins(k: usize) -> (usize, usize) {
    let count = |kinds: [usize; 2]| (1..=k).filter(|j| kinds.contains(&(j % 4))).count();
    (1 + count([2, 3]), 1 + count([1, 3]))
}

/// A program of `stages` stages.
fn program(stages: usize, of_function: usize, style: Style) -> String {
    let mut text =
        String::from("#include <stdio.h>\n#include <stdlib.h>\n\n#define H 512\n#define W 640\n\n");
    let mut calls = String::new();
    for first in (0..stages).step_by(of_function) {
        let count = of_function.min(stages - first);
        text.push_str(&function(first, count, style));
        // Writing to a string cannot fail.
        let _ = match style.heap {
            true => writeln!(calls, "    f{first}(&a[0][0], &b[0][0], W, H);"),
            false => writeln!(calls, "    f{first}(a, b);"),
        };
    }
    let _ = write!(
        text,
        "int main(void)\n{{\n    static float a[H][W], b[H][W];\n{calls}    \
         printf(\"%g\\n\", b[H / 2][W / 2]);\n    return 0;\n}}\n"
    );
    text
}

/// A function of so many stages, behind those that it calls.
fn function(first: usize, count: usize, style: Style) -> String {
    let image = |k: usize| match k + 1 == count {
        true => "out".to_string(),
        false => format!("t{}", first + k),
    };
    let before = |k: usize, distance: usize| match k.checked_sub(distance) {
        Some(k) => image(k),
        None => "in".to_string(),
    };
    let (mut stages, mut body) = (String::new(), String::new());
    for k in 0..count {
        let (near, far, to) = (before(k, 1), before(k, 3), image(k));
        match style.calls {
            true => {
                let inputs: &[&str] = if reads_two(k) { &["p", "q"] } else { &["p"] };
                stages.push_str(&stage(first + k, k, inputs, style));
                let inputs = if reads_two(k) {
                    format!("{near}, {far}")
                } else {
                    near
                };
                let sizes = if style.heap { ", w, h" } else { "" };
                let _ = writeln!(body, "    stage{}({inputs}, {to}{sizes});", first + k);
            }
            false => body.push_str(&style.nest(k, (&near, &far, &to))),
        }
    }
    let own = first..first + count - 1;
    let (mut outside, mut inside, mut end) = (String::new(), String::new(), String::new());
    for k in own {
        let _ = match style.heap {
            true => writeln!(
                inside,
                "    float *t{k} = malloc((size_t)w * h * sizeof *t{k});"
            )
            .and(writeln!(end, "    free(t{k});")),
            false => writeln!(outside, "static float t{k}[H][W];"),
        };
    }
    format!(
        "{stages}{outside}\nvoid f{first}({})\n{{\n{inside}\n{body}{end}}}\n\n",
        style.parameters(&["in"], "out")
    )
}

/// A stage as a function.
fn stage(number: usize, k: usize, inputs: &[&str], style: Style) -> String {
    let far = inputs.last().copied().unwrap_or("p");
    format!(
        "static void stage{number}({})\n{{\n{}}}\n\n",
        style.parameters(inputs, "r"),
        style.nest(k, ("p", far, "r"))
    )
}
