//! Small random programs with one or two tricks: what people write around loops that programs which
//! move loops or share storage must not overlook. Each base program is one whose loops fuse, tile
//! or share; a trick changes some parts of it, with harmless variants beside those that forbid it.
//!
//! `sketch` is a program in parts, `print` and `callers` its text; the other files have the
//! tricks. Every program is defined and prints the same in each run. Must not know the tools that
//! read them.

mod aliases;
mod callers;
mod control;
mod counters;
mod heads;
mod objects;
mod print;
mod sketch;
mod words;

pub use sketch::Plot;

use crate::rng::Rng;
use sketch::Sketch;

/// What a trick changes; two tricks of a program change different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The arrays that the kernel gets.
    Arguments,
    /// Where counters start.
    Counters,
    /// The functions around loops.
    Functions,
    /// Statements and values inside of them.
    Bodies,
    /// What no other trick goes with.
    Alone,
}

/// A trick.
pub struct Trick {
    /// Its name on command lines and in tables.
    pub name: &'static str,
    part: Part,
    plots: &'static [Plot],
    apply: fn(&mut Sketch),
}

/// A program with its tricks.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// What it consists of.
    pub plot: Plot,
    /// The names of its tricks.
    pub tricks: Vec<&'static str>,
    /// Flags with which it is compiled.
    pub flags: Vec<String>,
}

const fn trick(
    name: &'static str,
    part: Part,
    plots: &'static [Plot],
    apply: fn(&mut Sketch),
) -> Trick {
    Trick {
        name,
        part,
        plots,
        apply,
    }
}

const ANY: &[Plot] = &[Plot::Stages, Plot::Stages, Plot::Steps, Plot::Exchange];
const STAGES: &[Plot] = &[Plot::Stages];
const FUNCTIONS: &[Plot] = &[Plot::Stages, Plot::Stages, Plot::Stages, Plot::Chain];

/// All tricks, in the order of tables.
pub const TRICKS: &[Trick] = &[
    trick("alias-array", Part::Arguments, ANY, aliases::array),
    trick("alias-variable", Part::Arguments, ANY, aliases::variable),
    trick("alias-member", Part::Arguments, ANY, aliases::member),
    trick("alias-copy", Part::Arguments, ANY, aliases::copy),
    trick("alias-allocator", Part::Arguments, ANY, aliases::allocator),
    trick("alias-wrapper", Part::Arguments, ANY, aliases::wrapper),
    trick(
        "alias-pointer",
        Part::Arguments,
        ANY,
        aliases::function_pointer,
    ),
    trick("alias-overlap", Part::Arguments, ANY, aliases::overlap),
    trick("alias-types", Part::Arguments, STAGES, aliases::types),
    trick("alias-scalar", Part::Arguments, STAGES, aliases::scalar),
    trick(
        "restrict",
        Part::Arguments,
        &[Plot::Stages, Plot::Steps, Plot::Chain],
        heads::restrict,
    ),
    trick("limits", Part::Counters, STAGES, counters::limits),
    trick(
        "time-stamps",
        Part::Counters,
        &[Plot::Steps, Plot::Exchange],
        counters::stamps,
    ),
    trick("attributes", Part::Functions, FUNCTIONS, heads::attributes),
    trick("fast-math", Part::Functions, STAGES, heads::fast_math),
    trick("old-style", Part::Functions, FUNCTIONS, heads::old_style),
    trick(
        "function-name",
        Part::Functions,
        FUNCTIONS,
        heads::function_name,
    ),
    trick(
        "conversions",
        Part::Functions,
        FUNCTIONS,
        heads::conversions,
    ),
    trick(
        "own-parameters",
        Part::Functions,
        FUNCTIONS,
        heads::own_parameters,
    ),
    trick("side-effects", Part::Functions, STAGES, heads::side_effects),
    trick("global-scalar", Part::Bodies, ANY, objects::scalar),
    trick("global-pointer", Part::Bodies, STAGES, objects::pointer),
    trick("global-member", Part::Bodies, ANY, objects::member),
    trick(
        "static-local",
        Part::Bodies,
        FUNCTIONS,
        objects::static_local,
    ),
    trick("thread-local", Part::Bodies, STAGES, objects::thread_local),
    trick("volatile", Part::Bodies, ANY, objects::volatile),
    trick("union", Part::Bodies, ANY, objects::union),
    trick("bit-field", Part::Bodies, ANY, objects::bit_field),
    trick(
        "early-return",
        Part::Functions,
        FUNCTIONS,
        control::early_return,
    ),
    trick("labels", Part::Bodies, FUNCTIONS, control::labels),
    trick("jumps", Part::Bodies, ANY, control::jumps),
    trick("output", Part::Bodies, STAGES, control::output),
    trick("threads", Part::Alone, STAGES, control::threads),
    trick("macros", Part::Functions, FUNCTIONS, words::macros),
    trick("clashes", Part::Bodies, FUNCTIONS, words::clashes),
    trick("pragmas", Part::Functions, ANY, words::pragmas),
    trick("openmp", Part::Alone, STAGES, words::openmp),
    trick("layout", Part::Bodies, ANY, words::layout),
];

/// The trick with a name.
pub fn named(name: &str) -> Option<&'static Trick> {
    TRICKS.iter().find(|trick| trick.name == name)
}

/// A random program with some of these tricks: mostly one.
pub fn program(seed: u64, tricks: &[&'static Trick]) -> Program {
    let mut random = Rng::new(seed ^ 0x7412);
    let first = *random.pick(tricks);
    let plot = *random.pick(first.plots);
    let second = tricks.iter().copied().filter(|other| {
        let is_alone = first.part == Part::Alone || other.part == Part::Alone;
        !is_alone && other.part != first.part && other.plots.contains(&plot)
    });
    let second: Vec<&Trick> = second.collect();
    let mut chosen = vec![first];
    if !second.is_empty() && random.one_in(4) {
        chosen.push(*random.pick(&second));
    }
    let mut sketch = Sketch::new(random, plot);
    for trick in &chosen {
        (trick.apply)(&mut sketch);
    }
    Program {
        text: sketch.text(),
        plot,
        tricks: chosen.iter().map(|trick| trick.name).collect(),
        flags: sketch.flags.iter().map(|flag| flag.to_string()).collect(),
    }
}
