//! Shapes that contain all accesses of a kernel.

use super::run::Run;
use super::tree::{Access, Affine, Index, SIZES};
use super::visit::{self, Visitor};
use crate::random::kernel::{Kernel, SIZES_RUN};
use std::collections::BTreeMap;

/// By size: the least and the greatest subscript of one dimension.
type Ranges = Vec<(i64, i64)>;

/// Shifts subscripts so that none is negative, and declares each array with the extents it needs;
/// `None` if that is impossible.
pub(super) fn fitted(mut kernel: Kernel, runs: &[Run]) -> Option<Kernel> {
    let mut arrays = Arrays(BTreeMap::new());
    visit::block(&mut kernel.body, &mut arrays);
    for array in 0..kernel.arrays.len() {
        for dim in 0..kernel.arrays[array].extents.len() {
            let Some(ranges) = ranges(&arrays, runs, array, dim) else {
                continue;
            };
            let shift = above(ranges.iter().map(|(low, _)| -low).collect());
            let shift = match ranges.iter().all(|(low, _)| *low >= 0) {
                true => Affine::number(0),
                false => shift,
            };
            let mut mover = Mover {
                array,
                dim,
                shift,
                failed: false,
            };
            if shift != Affine::number(0) {
                visit::block(&mut kernel.body, &mut mover);
            }
            if mover.failed {
                return None;
            }
            let need = |((_, high), sizes): (&(i64, i64), &[i64; 2])| {
                (high + at(&shift, *sizes) + 1).max(1)
            };
            let extent = above(ranges.iter().zip(&SIZES_RUN).map(need).collect());
            kernel.arrays[array].extents[dim] = extent;
        }
    }
    Some(kernel)
}

fn at(affine: &Affine, [n, m]: [i64; 2]) -> i64 {
    affine.terms[SIZES] * n + affine.terms[SIZES + 1] * m + affine.constant
}

/// The ranges of one dimension over all accesses; `None` if there are none.
fn ranges(arrays: &Arrays, runs: &[Run], array: usize, dim: usize) -> Option<Ranges> {
    let mut all = Ranges::new();
    for run in runs {
        let seen = run
            .seen
            .iter()
            .filter(|(id, _)| arrays.0.get(id) == Some(&array));
        let here = seen.filter_map(|(_, seen)| seen.ranges.get(dim));
        let range = here.fold((i64::MAX, i64::MIN), |r, s| (r.0.min(s.0), r.1.max(s.1)));
        all.push(range);
    }
    let used: Vec<_> = all
        .iter()
        .filter(|(low, high)| low <= high)
        .copied()
        .collect();
    let least = used.iter().map(|(low, _)| *low).min()?;
    let greatest = used.iter().map(|(_, high)| *high).min()?;
    for range in &mut all {
        if range.0 > range.1 {
            *range = (least, greatest);
        }
    }
    Some(all)
}

/// The smallest expression of the sizes with at least a given value at each of [`SIZES_RUN`].
fn above(values: Vec<i64>) -> Affine {
    let mut best = (f64::INFINITY, Affine::default());
    for (a, b) in [
        (0, 0),
        (1, 0),
        (0, 1),
        (2, 0),
        (0, 2),
        (1, 1),
        (2, 1),
        (1, 2),
    ] {
        let slope = Affine::var(SIZES)
            .times(a)
            .plus(Affine::var(SIZES + 1).times(b));
        let over = values.iter().zip(SIZES_RUN).map(|(v, s)| v - at(&slope, s));
        let slope = slope.add(over.max().unwrap_or(0));
        let cells: i64 = SIZES_RUN.iter().map(|s| at(&slope, *s)).sum();
        let cost = cells as f64 + 0.4 * (a + b) as f64 + 0.1 * slope.constant.abs() as f64;
        if cost < best.0 {
            best = (cost, slope);
        }
    }
    best.1
}

/// The array of each access.
struct Arrays(BTreeMap<usize, usize>);

impl Visitor for Arrays {
    fn access(&mut self, access: &mut Access, _is_write: bool) {
        self.0.insert(access.id, access.array);
    }
}

/// Adds a number to one subscript of all accesses to an array.
struct Mover {
    array: usize,
    dim: usize,
    shift: Affine,
    failed: bool,
}

impl Visitor for Mover {
    fn access(&mut self, access: &mut Access, _is_write: bool) {
        if access.array != self.array {
            return;
        }
        match access.subscripts.get_mut(self.dim) {
            Some(Index::Affine(a)) => *a = a.plus(self.shift),
            _ => self.failed = true,
        }
    }
}
