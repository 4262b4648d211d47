//! Small random scops. The seed determines the scop; accesses are in bounds by construction.

use super::{Builder, may_read, may_write, read, write};
use lab::rng::Rng;
use scop::Scop;

/// What a random scop may contain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    /// May-accesses and unknown orders inside instances.
    pub uncertain: bool,
    /// Values that cross the borders of the region.
    pub crossing: bool,
    /// Loops with a step of two.
    pub strided: bool,
}

/// A sum of iterators, forward or backward, and a number: between 0 and 2N.
fn subscript(random: &mut Rng, iterators: &[&str]) -> String {
    let mut text = format!("[{}", random.below(3));
    for i in iterators {
        let term = match random.below(4) {
            0 => String::new(),
            1 => format!(" + N - {i} - 1"),
            _ => format!(" + {i}"),
        };
        text.push_str(&term);
    }
    text.push(']');
    text
}

struct Nest {
    iterators: &'static str,
    domain: String,
    /// Coordinates of time after the number of the nest.
    time: String,
}

fn nest(random: &mut Rng, deep: bool, strided: bool) -> Nest {
    let rare = match strided {
        true => "0 <= i < N and i % 2 = 0",
        false => "i = 0",
    };
    let outer = *random.pick(&["0 <= i < N", "1 <= i < N", rare, "0 <= i < N"]);
    let i = *random.pick(&["i", "i", "-i"]);
    if !deep {
        return Nest {
            iterators: "i",
            domain: outer.into(),
            time: i.into(),
        };
    }
    let inner = random.pick(&[
        "0 <= j < N",
        "0 <= j <= i",
        "i <= j < N",
        "0 <= j < 2 and j < N",
    ]);
    let j = random.pick(&["0, j", "0, j", "0, -j", "1, j"]);
    Nest {
        iterators: "i, j",
        domain: format!("{outer} and {inner}"),
        time: format!("{i}, {j}"),
    }
}

/// One to three nests with one or two statements each.
pub(crate) fn scop(seed: u64, features: Features) -> Scop {
    let mut random = Rng::new(seed);
    let dims = 1 + usize::from(random.one_in(3));
    let shape = vec!["2*N + 1"; dims].join(", ");
    let mut builder = Builder::new("N", "N >= 1", &shape);
    if features.crossing {
        let flags = random.below(4);
        builder = builder.array(|a| {
            a.carried = flags == 0;
            a.live_out = flags == 1 || flags == 2;
            a.live_in = flags == 2;
        });
    }
    for position in 0..1 + random.below(3) {
        let deep = random.one_in(2);
        let nest = nest(&mut random, deep, features.strided);
        for inner in 0..1 + random.below(2) {
            builder = statement(
                builder,
                &mut random,
                &nest,
                (position, inner),
                dims,
                features,
            );
        }
    }
    builder.scop
}

fn statement(
    builder: Builder,
    random: &mut Rng,
    nest: &Nest,
    (position, inner): (u64, u64),
    dims: usize,
    features: Features,
) -> Builder {
    let iterators: Vec<&str> = nest.iterators.split(", ").collect();
    let mut texts = Vec::new();
    let reads = random.below(3);
    let writes = if reads == 0 { 1 } else { random.below(2) };
    for _ in 0..reads + writes {
        texts.push(
            (0..dims)
                .map(|_| subscript(random, &iterators))
                .collect::<String>(),
        );
    }
    let mut accesses = Vec::new();
    for (k, text) in texts.iter().enumerate() {
        let may = features.uncertain && random.one_in(4);
        accesses.push(match (k < reads as usize, may) {
            (true, false) => read(text),
            (true, true) => may_read(text),
            (false, false) => write(text),
            (false, true) => may_write(text),
        });
    }
    let time = format!("{position}, {}, {inner}", nest.time);
    let time = if iterators.len() == 1 {
        format!("{time}, 0")
    } else {
        time
    };
    match features.uncertain && random.one_in(4) {
        true => builder.unordered(nest.iterators, &nest.domain, &time, &accesses),
        false => builder.statement(nest.iterators, &nest.domain, &time, &accesses),
    }
}

/// A random scop with marks; the seed also determines what it may contain.
pub(crate) fn marked(seed: u64) -> Scop {
    let features = Features {
        uncertain: seed.is_multiple_of(2),
        crossing: seed.is_multiple_of(3),
        strided: seed.is_multiple_of(5),
    };
    let mut scop = scop(seed, features);
    mark(&mut scop, seed);
    scop
}

/// Marks some loops of a random scop as parallel, some nests as tilable, and makes the array
/// private to some iterations. All statements of a nest get the same marks, as in a program.
pub(crate) fn mark(scop: &mut Scop, seed: u64) {
    let mut random = Rng::new(seed ^ 0xA5A5);
    let whole = random.one_in(4);
    for statement in &mut scop.statements {
        let nest = statement.schedule.fixed_output(0).unwrap().unwrap();
        let mut random = Rng::new(seed.wrapping_mul(31) ^ nest.unsigned_abs());
        let coordinates = if statement.iterators.len() == 2 { 4 } else { 2 };
        let inside = (1..=coordinates).filter(|_| random.one_in(3));
        statement.parallel = (0..1).filter(|_| whole).chain(inside).collect();
        statement.tilable = match (statement.iterators.len(), random.below(3)) {
            (_, 0) => Vec::new(),
            (2, 1) => vec![vec![1], vec![3]],
            (2, _) => vec![vec![1, 3]],
            _ => vec![vec![1]],
        };
    }
    let crosses = |a: &scop::Array| a.live_in || a.live_out || a.carried;
    for array in scop.arrays.iter_mut().filter(|a| !crosses(a)) {
        array.private = random.below(8).saturating_sub(4) as usize;
    }
}
