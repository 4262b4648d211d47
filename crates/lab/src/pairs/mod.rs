//! Random pairs of programs for `pleat verify` that differ in a head, in what is defined, or in a
//! condition, with a driver that shows it. Half of the pairs of each kind only look different.
//!
//! Must not know who judges them: whether a pair agrees is found by its maker's intention, and by
//! the runs of the driver.

mod conditions;
mod heads;
mod undefined;

use crate::rng::Rng;

/// Two versions of a file, and a program that calls it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The kind of the change, a name of [`KINDS`].
    pub kind: &'static str,
    /// The first version.
    pub before: String,
    /// The second version.
    pub after: String,
    /// A program that prints what `f` computes.
    pub driver: String,
    /// Flags of every compilation.
    pub flags: Vec<String>,
    /// Whether both do the same for all arguments.
    pub is_same: bool,
    /// What a proof may state as its condition: a condition with this word excludes the driver.
    pub excuse: &'static str,
}

/// A kind of change.
pub struct Kind {
    /// Its name on command lines and in tables.
    pub name: &'static str,
    make: fn(&mut Rng) -> Pair,
}

const fn kind(name: &'static str, make: fn(&mut Rng) -> Pair) -> Kind {
    Kind { name, make }
}

/// All kinds, in the order of tables.
pub const KINDS: &[Kind] = &[
    kind("parameter-type", heads::parameter_type),
    kind("result-type", heads::result_type),
    kind("typedef", heads::typedef),
    kind("restrict", heads::restrict),
    kind("attribute", heads::attribute),
    kind("pure", heads::pure),
    kind("constructor", heads::constructor),
    kind("static", heads::static_object),
    kind("file-scalar", heads::file_scalar),
    kind("dead-code", undefined::dead_code),
    kind("copy", undefined::copy),
    kind("memory", undefined::memory),
    kind("clause", undefined::clause),
    kind("simd", undefined::simd),
    kind("unsigned-bound", conditions::bound),
    kind("wrapped-bound", conditions::wrapped),
    kind("condition", conditions::branch),
    kind("narrow-counter", conditions::narrow),
];

/// The kind with a name.
pub fn named(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// A random pair of one of some kinds.
pub fn pair(seed: u64, kinds: &[&'static Kind]) -> Pair {
    let mut random = Rng::new(seed ^ 0x51d3);
    let kind = *random.pick(kinds);
    let mut pair = (kind.make)(&mut random);
    pair.kind = kind.name;
    pair
}

impl Pair {
    /// Texts whose driver calls the usual function.
    fn new(before: String, after: String, is_same: bool) -> Self {
        Pair {
            kind: "",
            before,
            after,
            driver: driver(USUAL, "int", "0, 1, 7, 40"),
            flags: Vec::new(),
            is_same,
            excuse: "",
        }
    }

    fn excused_by(self, excuse: &'static str) -> Self {
        Pair { excuse, ..self }
    }

    fn driven_by(self, driver: String) -> Self {
        Pair { driver, ..self }
    }

    fn with_flags(self, flags: &[&str]) -> Self {
        let flags = flags.iter().map(|flag| flag.to_string()).collect();
        Pair { flags, ..self }
    }
}

/// The parameters of most functions.
const USUAL: &str = "int n, const int *restrict in, int *restrict out";

/// A program that calls `f` with arrays of exactly so many elements.
fn driver(parameters: &str, ty: &str, sizes: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\nvoid f({parameters});\nint main(void)\n{{\n    \
         const int sizes[] = {{ {sizes} }};\n    for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {{\n        \
         int n = sizes[k];\n        {ty} *a = malloc((size_t)n * sizeof *a);\n        \
         {ty} *b = malloc((size_t)n * sizeof *b);\n        for (int i = 0; i < n; i++) {{\n            \
         a[i] = i * 37 % 251;\n            b[i] = i;\n        }}\n        f(n, a, b);\n        \
         for (int i = 0; i < n; i++)\n            printf(\"%g \", (double)b[i]);\n        \
         free(a);\n        free(b);\n    }}\n    puts(\"\");\n    return 0;\n}}\n"
    )
}

/// A function with some lines in front of its loop.
fn function(lines: &str, body: &str) -> String {
    format!("void f({USUAL})\n{{\n{lines}{body}}}\n")
}

/// Loops that set `out`.
fn body(random: &mut Rng) -> String {
    let factor = random.between(2, 5);
    match random.below(3) {
        0 => format!("    for (int i = 0; i < n; i++)\n        out[i] = in[i] * {factor};\n"),
        1 => format!(
            "    for (int i = 1; i < n; i++)\n        out[i] = in[i - 1] + {factor} * in[i];\n"
        ),
        _ => format!(
            "    for (int i = 0; i < n; i++) {{\n        int v = in[i] + {factor};\n        \
             out[i] = v - in[n - 1 - i];\n    }}\n"
        ),
    }
}
