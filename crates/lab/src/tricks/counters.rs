//! Counters that start near the ends of their types.

use super::sketch::{Low, Sketch};

/// A type, and numbers of it: `#` stands for how far the counter goes.
struct Starts {
    ty: &'static str,
    values: &'static [&'static str],
}

const STARTS: &[Starts] = &[
    Starts {
        ty: "int",
        values: &[
            "INT_MAX - #",
            "INT_MAX - #",
            "INT_MIN",
            "INT_MIN + 1",
            "2147483600",
            "-3",
            "1073741821",
        ],
    },
    Starts {
        ty: "long",
        values: &[
            "LONG_MAX - #",
            "LONG_MIN",
            "(long)INT_MAX - 3",
            "(long)INT_MIN - 3",
            "5000000000L",
        ],
    },
    Starts {
        ty: "unsigned",
        values: &[
            "UINT_MAX - #",
            "(unsigned)INT_MAX - 3u",
            "0u",
            "4000000000u",
        ],
    },
    Starts {
        ty: "short",
        values: &["SHRT_MAX - #", "SHRT_MIN", "-2"],
    },
];

fn start(sketch: &mut Sketch, far: i64) {
    let at = sketch.random.below(2 * STARTS.len() as u64) as usize;
    let starts = &STARTS[if at < STARTS.len() { at } else { 0 }];
    let value = sketch.pick(starts.values);
    let further = far + sketch.random.between(0, 3);
    sketch.includes.insert("limits.h");
    sketch.size = "int";
    sketch.low = Some(Low {
        ty: starts.ty,
        value: value.replace('#', &further.to_string()),
        is_parameter: sketch.random.below(3) > 0,
    });
}

/// Rows counted from a number.
pub(super) fn limits(sketch: &mut Sketch) {
    start(sketch, sketch.rows);
}

/// Steps counted from a number.
pub(super) fn stamps(sketch: &mut Sketch) {
    start(sketch, sketch.steps);
}
