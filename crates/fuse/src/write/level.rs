//! Loops over the rows of nests that run several rows in one iteration of the fused loop:
//!
//! ```c
//! for (int yy = 2 * y + 1; yy < 2 * y + 3; yy++)
//! ```

use super::frame::Place;
use super::scaled;
use print::{Header, Names};
use std::ops::Range;

/// The fused loop, or a loop inside of it.
pub(super) struct Level {
    pub(super) counter: String,
    /// The nests that have their rows in it, and those of loops inside of it.
    pub(super) nests: Range<usize>,
    /// Its first counter: a multiple of that of the fused loop, plus a number.
    scale: i64,
    pub(super) offset: i64,
    step: i64,
    /// What the counters of one iteration of the fused loop span.
    length: i64,
}

/// The fused loop, and the loops inside of it. Nests at one rate that follow each other share one.
pub(super) fn levels(
    places: &[Place],
    counter: &str,
    is_signed: bool,
    names: &Names,
) -> Vec<Level> {
    let outer = Level {
        counter: counter.to_string(),
        nests: 0..places.len(),
        scale: 1,
        offset: 0,
        step: 1,
        length: 1,
    };
    let inner = inner_counter(counter, names);
    let mut levels = vec![outer];
    let mut first = 0;
    let pace = |place: &Place| (place.rate, place.step);
    for run in places.chunk_by(|a, b| pace(a) == pace(b)) {
        let nests = first..first + run.len();
        first = nests.end;
        if run[0].rate > 1 {
            levels.push(Level {
                counter: inner.clone(),
                nests,
                scale: run[0].scale,
                offset: start(run, is_signed),
                step: run[0].step,
                length: run[0].length(),
            });
        }
    }
    levels
}

/// Where the counter of a loop over rows begins: at the row of the last nest, or of the one that is
/// furthest ahead if there are no negative counters.
fn start(run: &[Place], is_signed: bool) -> i64 {
    let (last, length) = (run[run.len() - 1].offset, run[0].length());
    match run.iter().map(|place| place.offset).max() {
        Some(most) if !is_signed && most >= 0 => most,
        // None of its iterations begins below zero and ends above.
        Some(most) if !is_signed => -(-most / length) * length,
        _ => last,
    }
}

/// `yy` for `y`.
fn inner_counter(counter: &str, names: &Names) -> String {
    names.free(&match counter.len() {
        1 => counter.repeat(2),
        _ => format!("sub_{counter}"),
    })
}

impl Place {
    /// What the counters of one iteration of the fused loop span.
    fn length(&self) -> i64 {
        self.rate * self.step
    }
}

impl Level {
    pub(super) fn header(&self, declared: Option<&str>, outer: &str) -> Header<'_> {
        let bound = |offset: i64| scaled(outer, self.scale, self.offset + offset);
        Header::new(declared, &self.counter, bound(0))
            .below(bound(self.length))
            .by(self.step)
    }

    /// The counter of the fused loop at which the first counter is not negative any more.
    pub(super) fn first_positive(&self) -> i64 {
        (self.scale - 1 - self.offset) / self.scale
    }
}
