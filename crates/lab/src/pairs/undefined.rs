//! Changes of what is defined: code without a use that may fail, copies of memory that overlaps,
//! wrong calls of `free`, clauses and directives that state too much.

use super::{Pair, USUAL, body, driver, function};
use crate::rng::Rng;

/// A value that nothing uses.
pub(super) fn dead_code(random: &mut Rng) -> Pair {
    let loops = body(random);
    let constant = random.between(1, 9);
    let is_same = random.one_in(2);
    let value = match is_same {
        true => *random.pick(&[
            "100 / 7",
            "n > 0 ? 100 / n : 0",
            "n > 0 ? in[n - 1] : 1",
            "n < 31 && n > 0 ? 1 << n : 0",
            "n & 15",
        ]),
        false => *random.pick(&[
            "100 / n",
            "100 % n",
            "1 << (n - 1)",
            "1 << (n + 2)",
            "in[n]",
            "in[n - 1]",
            "n * 100000000",
            "-2147483647 - n",
        ]),
    };
    let line = match random.below(3) {
        0 => format!("    int z = {value};\n    (void)z;\n"),
        1 => format!("    int z = {constant} + ({value});\n    z++;\n"),
        _ => format!("    int z[2];\n    z[0] = {value};\n    z[1] = z[0];\n"),
    };
    let (without, with) = (function("", &loops), function(&line, &loops));
    // Nothing is left to compare where the first version is undefined at each size.
    let is_never_defined = ["in[n]", "-2147483647 - n"].contains(&value);
    match !is_same && random.one_in(4) && !is_never_defined {
        // What was undefined may become anything.
        true => Pair::new(with, without, true).driven_by(driver(USUAL, "int", "7, 13")),
        false => {
            let pair = Pair::new(without, with, is_same);
            match value {
                "n * 100000000" => pair.excused_by("n"),
                _ => pair,
            }
        }
    }
}

/// Loops that copy, and functions that do.
pub(super) fn copy(random: &mut Rng) -> Pair {
    let back = "    for (int i = n - 1; i > 0; i--)\n        out[i] = out[i - 1];\n";
    let forth = "    for (int i = 0; i < n - 1; i++)\n        out[i] = out[i + 1];\n";
    let over = "    for (int i = 0; i < n; i++)\n        out[i] = in[i];\n";
    let size = "(size_t)(n - 1) * sizeof *out";
    let (old, call, is_same) = match random.below(6) {
        0 => (back, format!("memcpy(out + 1, out, {size})"), false),
        1 => (forth, format!("memcpy(out, out + 1, {size})"), false),
        2 => (back, format!("memmove(out + 1, out, {size})"), true),
        3 => (forth, format!("memmove(out, out + 1, {size})"), true),
        4 => (
            over,
            "memcpy(out, in, (size_t)n * sizeof *out)".to_string(),
            true,
        ),
        _ => (
            over,
            "memcpy(out, in, (size_t)(n + 1) * sizeof *out)".to_string(),
            false,
        ),
    };
    let text = |loops: &str| {
        let unused = if loops.contains("in") {
            ""
        } else {
            "    (void)in;\n"
        };
        format!("#include <string.h>\n{}", function(unused, loops))
    };
    let after = format!("    if (n > 0)\n        {call};\n");
    Pair::new(text(old), text(&after), is_same)
}

/// Allocation and release of a temporary.
pub(super) fn memory(random: &mut Rng) -> Pair {
    let factor = random.between(2, 6);
    let text = |size: &str, between: &str, free: &str| {
        let lines = format!(
            "    int *t = malloc({size} * sizeof *t);\n    for (int i = 0; i < n; i++)\n        \
             t[i] = in[i] * {factor};\n{between}    for (int i = 0; i < n; i++)\n        out[i] = t[n - 1 - i];\n{free}"
        );
        format!("#include <stdlib.h>\n{}", function("", &lines))
    };
    let usual = text("(size_t)(n + 1)", "", "    free(t);\n");
    let (after, is_same) = match random.below(8) {
        0 => (text("(size_t)(n + 1)", "", "    free(t + 1);\n"), false),
        1 => (
            text("(size_t)(n + 1)", "", "    t++;\n    free(t);\n"),
            false,
        ),
        2 => (
            text("(size_t)(n + 1)", "", "    free(t);\n    free(t);\n"),
            false,
        ),
        3 => (text("(size_t)(n - 1)", "", "    free(t);\n"), false),
        4 => (text("(size_t)(n + 1)", "    free(t);\n", ""), false),
        5 => (text("(size_t)(n + 2)", "", "    free(t);\n"), true),
        6 => (
            text("(size_t)(n + 1)", "", "    t++;\n    free(t - 1);\n"),
            true,
        ),
        _ => (
            text("(size_t)(n + 1)", "", "    free(t);\n    free(NULL);\n"),
            true,
        ),
    };
    Pair::new(usual, after, is_same)
}

/// Clauses of loops that threads share.
pub(super) fn clause(random: &mut Rng) -> Pair {
    let add = random.between(1, 5);
    let text = |directive: &str, loops: &str| {
        let lines = format!("    int k = {add};\n    int sum = 0;\n{directive}");
        let last = "    if (n > 0)\n        out[0] += sum;\n";
        function(&lines, &format!("{loops}{last}"))
    };
    let adds = "    for (int i = 0; i < n; i++)\n        out[i] = in[i] + k;\n";
    let sums = "    for (int i = 0; i < n; i++) {\n        sum += in[i];\n        out[i] = in[i] + k;\n    }\n";
    let sets = "    for (int i = 0; i < n; i++) {\n        k = in[i];\n        out[i] = k;\n    }\n    sum = k;\n";
    let (loops, clauses, is_same) = *random.pick(&[
        (adds, "private(k)", false),
        (adds, "firstprivate(k)", true),
        (adds, "schedule(static, 2)", true),
        (adds, "lastprivate(k)", false),
        (sums, "reduction(+:sum)", true),
        (sums, "firstprivate(sum)", false),
        (sums, "private(sum)", false),
        (sets, "private(k)", false),
        (sets, "firstprivate(k)", false),
        (sets, "lastprivate(k)", true),
    ]);
    let directive = format!("#pragma omp parallel for {clauses}\n");
    Pair::new(text("", loops), text(&directive, loops), is_same).with_flags(&["-fopenmp"])
}

/// Loops that may, or may not, be executed in pieces.
pub(super) fn simd(random: &mut Rng) -> Pair {
    let constant = random.between(1, 9);
    let is_same = random.one_in(2);
    let text = |directive: &str, loops: &str| function(directive, loops);
    let carried = format!(
        "    for (int i = 1; i < n; i++)\n        out[i] = out[i - 1] ^ (in[i] + {constant});\n"
    );
    let free =
        format!("    for (int i = 1; i < n; i++)\n        out[i] = in[i - 1] ^ {constant};\n");
    let apart =
        format!("    for (int i = 8; i < n; i++)\n        out[i] = out[i - 8] ^ {constant};\n");
    let (loops, directive) = match (is_same, random.below(2)) {
        (true, 0) => (free, "#pragma omp simd\n"),
        (true, _) => (apart, "#pragma omp simd safelen(8)\n"),
        (false, 0) => (carried, "#pragma omp simd\n"),
        (false, _) => (carried, "#pragma omp simd safelen(4)\n"),
    };
    Pair::new(text("", &loops), text(directive, &loops), is_same).with_flags(&["-fopenmp"])
}
