//! A scop executed tile by tile: bands of loops cut into tiles of any sizes, the tiles in any order
//! that is componentwise, the instances of a tile in the order of the program.

use super::cells::{Clash, Storage};
use super::outcome::BruteError;
use super::trace::Trace;
use crate::rng::Rng;
use scop::{ArrayId, Scop};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of steps of an execution.
const MOST_STEPS: usize = 4_000;

/// How bands are cut into tiles, and in which order the tiles run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// The size of a tile along each loop of a band; the last one is used for all further loops.
    pub sizes: Vec<i64>,
    /// The seed of the place of the first tile and of the order. Odd ones run late tiles early.
    pub seed: u64,
}

/// The accesses to one array, in the order of the program.
pub struct Tiled<'s> {
    scop: &'s Scop,
    trace: Trace,
}

impl<'s> Tiled<'s> {
    /// The accesses at given parameter values.
    ///
    /// # Errors
    /// Parameters are missing or outside of the context, or there are too many instances.
    pub fn new(
        scop: &'s Scop,
        array: ArrayId,
        params: &[(String, i64)],
    ) -> Result<Self, BruteError> {
        let trace = Trace::new(scop, array, params)?;
        match trace.steps.len() > MOST_STEPS {
            true => Err(BruteError::TooLong(MOST_STEPS)),
            false => Ok(Tiled { scop, trace }),
        }
    }

    /// The number of instances.
    pub fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    /// Executes the accesses with element `x` stored in cell `cell(x)`, and finds the first read
    /// that gets another value than on the original storage. See
    /// [`simulate_cells`](super::simulate_cells) for accesses that may not happen.
    ///
    /// # Errors
    /// The first wrong value.
    pub fn run(&self, cell: &impl Fn(&[i64]) -> Vec<i64>, tiling: &Tiling) -> Result<(), Clash> {
        let sequence = self.sequence(tiling);
        for may_happens in [true, false] {
            Storage::new(&self.trace, cell, may_happens, false).run(&self.trace, &sequence)?;
        }
        Ok(())
    }

    /// The indices of the steps in the order of their execution.
    pub fn sequence(&self, tiling: &Tiling) -> Vec<usize> {
        let mut arrangement = Arrangement {
            tiled: self,
            tiling,
            random: Rng::new(tiling.seed),
            sequence: Vec::new(),
        };
        arrangement.arrange((0..self.trace.steps.len()).collect(), 0);
        arrangement.sequence
    }

    fn time(&self, step: usize) -> &[i64] {
        &self.trace.steps[step].time
    }

    /// The band that begins at a coordinate of time, if all steps have it.
    fn band(&self, steps: &[usize], at: usize) -> Option<&'s [usize]> {
        let begins = |step: &usize| {
            let statement = self.scop.statement(self.trace.steps[*step].statement);
            let mut bands = statement.tilable.iter();
            bands.find(|band| band.first() == Some(&at))
        };
        let first = begins(steps.first()?)?;
        let same = |step| begins(step) == Some(first);
        steps.iter().all(same).then_some(first.as_slice())
    }
}

/// An execution that is being put together.
struct Arrangement<'a, 's> {
    tiled: &'a Tiled<'s>,
    tiling: &'a Tiling,
    random: Rng,
    sequence: Vec<usize>,
}

impl Arrangement<'_, '_> {
    /// Appends steps that have the same time before coordinate `at`.
    fn arrange(&mut self, steps: Vec<usize>, at: usize) {
        let Some(end) = steps.first().map(|first| self.tiled.time(*first).len()) else {
            return;
        };
        if at == end {
            return self.sequence.extend(steps);
        }
        match self.tiled.band(&steps, at) {
            Some(band) => self.by_tiles(&steps, band),
            None => self.by_time(&steps, at..at + 1),
        }
    }

    /// Appends the steps tile by tile.
    fn by_tiles(&mut self, steps: &[usize], band: &[usize]) {
        let Some((first, last)) = band.first().zip(band.last()) else {
            return;
        };
        let sizes: Vec<i64> = (0..band.len()).map(|k| self.size(k)).collect();
        let starts: Vec<i64> = sizes
            .iter()
            .map(|size| self.random.below(*size as u64) as i64)
            .collect();
        let mut tiles: BTreeMap<Vec<i64>, Vec<usize>> = BTreeMap::new();
        for step in steps {
            let time = self.tiled.time(*step);
            let place = band.iter().zip(&sizes).zip(&starts);
            let tile = place.map(|((d, size), start)| (time[*d] + start).div_euclid(*size));
            tiles.entry(tile.collect()).or_default().push(*step);
        }
        for tile in self.order(tiles.keys().cloned().collect()) {
            self.by_time(&tiles[&tile], *first..last + 1);
        }
    }

    fn size(&self, loop_of_band: usize) -> i64 {
        let sizes = &self.tiling.sizes;
        let size = sizes.get(loop_of_band).or(sizes.last());
        size.map_or(1, |size| (*size).max(1))
    }

    /// The tiles in an order in which no tile precedes one that is componentwise less.
    fn order(&mut self, mut left: BTreeSet<Vec<i64>>) -> Vec<Vec<i64>> {
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let is_less =
                |x: &Vec<i64>, y: &Vec<i64>| x != y && x.iter().zip(y).all(|(x, y)| x <= y);
            let ready = left.iter().filter(|y| !left.iter().any(|x| is_less(x, y)));
            let ready: Vec<Vec<i64>> = ready.cloned().collect();
            let next = match self.tiling.seed % 2 == 1 && !self.random.one_in(8) {
                true => &ready[ready.len() - 1],
                false => self.random.pick(&ready),
            };
            left.remove(next);
            order.push(next.clone());
        }
        order
    }

    /// Appends the steps in the order of these coordinates of time.
    fn by_time(&mut self, steps: &[usize], coordinates: std::ops::Range<usize>) {
        let mut groups: BTreeMap<&[i64], Vec<usize>> = BTreeMap::new();
        let tiled = self.tiled;
        for step in steps {
            let time = &tiled.time(*step)[coordinates.clone()];
            groups.entry(time).or_default().push(*step);
        }
        for group in groups.into_values() {
            self.arrange(group, coordinates.end);
        }
    }
}
