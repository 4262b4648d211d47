//! Changes of conditions that agree unless a value wraps or is cut.

use super::{Pair, driver};
use crate::rng::Rng;

/// Two texts of one condition, whose difference shows at one value.
struct Change {
    /// The type of the parameter.
    ty: &'static str,
    old: &'static str,
    new: &'static str,
    is_same: bool,
    /// Where the difference is; some value if there is none.
    at: &'static str,
}

const BRANCHES: &[Change] = &[
    change("unsigned", "n > 3", "2 * n > 6", false, "2147483648u"),
    change("unsigned", "n >= 2", "n * 4 >= 8", false, "1073741824u"),
    change("unsigned", "n + 1 > 5", "n > 4", false, "4294967295u"),
    change("unsigned", "n > 2", "n - 2 > 0", false, "1u"),
    change("unsigned", "n < 8", "(int)n < 8", false, "4294967290u"),
    change("unsigned", "n > 3", "!(n <= 3)", true, "2147483648u"),
    change("unsigned", "n > 3", "n >= 4", true, "4294967295u"),
    change("int", "n + 1 > 5", "n > 4", true, "7"),
    change("int", "n > 4", "n + 1 > 5", false, "2147483647"),
    change("int", "n > 3", "(unsigned)n > 3", false, "-1"),
    change("int", "n > 3", "(short)n > 3", false, "65536 * 2 + 1"),
    change("int", "n > 3", "(long)n * 2 > 6", true, "2147483647"),
    change("long", "n > 3", "(int)n > 3", false, "4294967296L"),
    change("long", "n > 3", "n >= 4", true, "4294967296L"),
    change("int", "n % 2 == 1", "(n & 1) == 1", false, "-1"),
    change(
        "unsigned",
        "n % 2 == 1",
        "(n & 1) == 1",
        true,
        "4294967295u",
    ),
    change("int", "n / 2 > 1", "n >> 1 > 1", true, "2147483647"),
    change("unsigned char", "n > 250", "n + 5 > 255", true, "255"),
    change(
        "unsigned char",
        "n > 250",
        "(unsigned char)(n + 5) > 255 - 250",
        false,
        "252",
    ),
    change(
        "int",
        "n > 16777216",
        "(float)n > 16777216.0f",
        false,
        "16777217",
    ),
];

/// Bounds of loops, with the sizes of the driver.
const BOUNDS: &[Change] = &[
    change("unsigned", "i + 1 < n", "i < n - 1", false, "0, 1, 7"),
    change("unsigned", "i < n", "i <= n - 1", false, "0, 1, 7"),
    change("unsigned", "i + 2 < n", "i < n - 2", false, "1, 7"),
    change("unsigned", "i < n", "i != n", true, "0, 1, 7"),
    change("int", "i < n - 1", "i + 1 < n", true, "0, 1, 7"),
    change("int", "i < n", "i != n", false, "0, 7, -1"),
    change(
        "int",
        "i < n",
        "(unsigned)i < (unsigned)n",
        false,
        "0, 7, -1",
    ),
    change("int", "i <= n - 1", "i < n", true, "0, 7, -1"),
];

/// Bounds that wrap where the loop still ends soon.
const WRAPPED: &[Change] = &[
    change("unsigned", "i < n", "16 * i < 16 * n", false, "268435456u"),
    change("unsigned", "i < n", "32 * i < 32 * n", false, "134217728u"),
    change("unsigned", "16 * i < 16 * n", "i < n", false, "268435456u"),
    change("unsigned", "i < n", "n > i", true, "134217728u"),
    change("unsigned", "i < n", "!(i >= n)", true, "134217728u"),
];

const fn change(
    ty: &'static str,
    old: &'static str,
    new: &'static str,
    is_same: bool,
    at: &'static str,
) -> Change {
    Change {
        ty,
        old,
        new,
        is_same,
        at,
    }
}

/// The condition of a branch.
pub(super) fn branch(random: &mut Rng) -> Pair {
    let change = random.pick(BRANCHES);
    let value = random.between(2, 9);
    let (ty, at) = (change.ty, change.at);
    let has_else = random.one_in(2);
    let text = |condition: &str| {
        let last = if has_else {
            "    else\n        out[0] = 1;\n"
        } else {
            ""
        };
        format!(
            "void f({ty} n, int *out)\n{{\n    if ({condition})\n        out[0] = {value};\n{last}}}\n"
        )
    };
    let driver = driver_of_one(ty, at);
    Pair::new(text(change.old), text(change.new), change.is_same)
        .driven_by(driver)
        .excused_by("n")
}

/// The bound of a loop.
pub(super) fn bound(random: &mut Rng) -> Pair {
    let factor = random.between(2, 7);
    let change = random.pick(BOUNDS);
    let ty = change.ty;
    let parameters = format!("{ty} n, const int *restrict in, int *restrict out");
    let text = |condition: &str| {
        format!(
            "void f({parameters})\n{{\n    for ({ty} i = 0; {condition}; i++)\n        \
             out[i] = in[i] * {factor};\n}}\n"
        )
    };
    let driver = driver(&parameters, "int", change.at);
    Pair::new(text(change.old), text(change.new), change.is_same)
        .driven_by(driver.replace("(size_t)n", "(size_t)(n > 0 ? n : 0)"))
        .excused_by("n")
}

/// A bound that wraps.
pub(super) fn wrapped(random: &mut Rng) -> Pair {
    let change = random.pick(WRAPPED);
    let value = random.between(2, 9);
    let text = |condition: &str| {
        format!(
            "void f(unsigned n, int *out)\n{{\n    for (unsigned i = 0; {condition}; i++)\n        \
             out[0] = {value};\n}}\n"
        )
    };
    let driver = driver_of_one("unsigned", change.at);
    Pair::new(text(change.old), text(change.new), change.is_same)
        .driven_by(driver)
        .excused_by("n")
}

/// A program that prints what two calls set.
fn driver_of_one(ty: &str, at: &str) -> String {
    format!(
        "#include <stdio.h>\nvoid f({ty} n, int *out);\nint main(void)\n{{\n    int b = 0;\n    \
         f(5, &b);\n    printf(\"%d \", b);\n    b = 0;\n    f({at}, &b);\n    printf(\"%d\\n\", b);\n    \
         return 0;\n}}\n"
    )
}

/// A counter or bound of a narrower type.
pub(super) fn narrow(random: &mut Rng) -> Pair {
    let add = random.between(1, 6);
    let (ty, value, is_same) = *random.pick(&[
        ("unsigned char", "260", false),
        ("signed char", "200", false),
        ("short", "40000", false),
        ("long", "260", true),
        ("unsigned", "260", true),
    ]);
    let text = |ty: &str| {
        format!(
            "void f(int n, const int *restrict in, int *restrict out)\n{{\n    \
             {ty} m = n > 0 ? n : 0;\n    for (int i = 0; i < (int)m; i++)\n        out[i] = in[i] + {add};\n}}\n"
        )
    };
    Pair::new(text("int"), text(ty), is_same)
        .driven_by(driver(super::USUAL, "int", &format!("0, 7, {value}")))
        .excused_by("n")
}
