//! The admissible lattice of least determinant, by exhaustion (Cl@k's optimal search: Alias, Baray,
//! Darte 2007, section 4).
//!
//! A lattice is built coordinate by coordinate: what it contains in the first coordinates must be
//! admissible on its own, which cuts off most triangular bases early. A basis vector is tried
//! against the cosets that the slices of the differences fill: one table per diagonal entry serves
//! all its remainders.

use super::clique::lower_bound;
use super::{Differences, Lattice};
use std::sync::atomic::{AtomicI64, Ordering};

/// How many determinants above the lower bound are tried, or how many times the bound.
const MOST_ABOVE: i64 = 256;
const MOST_TIMES: i64 = 4;
/// How many lattices of least determinant are kept for the choice among them.
const MOST_KEPT: usize = 512;
/// Elementary steps to find more lattices once there is one.
const MORE_STEPS: u64 = 1_000_000;

/// The admissible lattices of least determinant, at most `largest`, in a fixed order, the first few
/// hundred of them. Empty if there is none, if `patience` elementary steps did not suffice for one
/// determinant, or if all are far above the known lower bound.
pub fn smallest(
    differences: &Differences,
    largest: i64,
    threads: usize,
    patience: u64,
) -> Vec<Lattice> {
    on_used_axes(differences, |differences| {
        smallest_on_axes(differences, largest, threads, patience)
    })
}

/// The admissible lattices with this determinant in a fixed order, the first few hundred of them;
/// empty if `patience` elementary steps did not suffice.
pub(crate) fn of_determinant(
    differences: &Differences,
    determinant: i64,
    patience: u64,
) -> Vec<Lattice> {
    on_used_axes(differences, |differences| {
        let search = Search {
            differences,
            determinant,
            best: &AtomicI64::new(determinant),
            steps: patience,
            found: Vec::new(),
        };
        search.run().unwrap_or_default()
    })
}

/// Runs a search without the coordinates that are 0 in all differences: a lattice may contain their
/// unit vectors.
fn on_used_axes(
    differences: &Differences,
    search: impl FnOnce(&Differences) -> Vec<Lattice>,
) -> Vec<Lattice> {
    let axes = differences.axes();
    if axes.len() == differences.dims() {
        return search(differences);
    }
    let found = search(&differences.on_axes(&axes));
    let spread = found.iter().map(|l| l.spread(&axes, differences.dims()));
    spread.collect()
}

fn smallest_on_axes(
    differences: &Differences,
    largest: i64,
    threads: usize,
    patience: u64,
) -> Vec<Lattice> {
    let least = lower_bound(differences);
    let farthest = least.saturating_mul(MOST_TIMES).saturating_add(MOST_ABOVE);
    let best = AtomicI64::new(largest.min(farthest).saturating_add(1));
    let threads = threads.max(1);
    let worker = |first: i64| {
        for determinant in (first..).step_by(threads) {
            if determinant >= best.load(Ordering::Relaxed) {
                break;
            }
            let search = Search {
                differences,
                determinant,
                best: &best,
                steps: patience,
                found: Vec::new(),
            };
            let lattices = search.run();
            if lattices.as_ref().is_none_or(|found| !found.is_empty()) {
                best.fetch_min(determinant, Ordering::Relaxed);
                return Some((determinant, lattices.unwrap_or_default()));
            }
        }
        None
    };
    let worker = &worker;
    let found = std::thread::scope(|scope| {
        let start = |k: usize| scope.spawn(move || worker(least + k as i64));
        let workers: Vec<_> = (0..threads).map(start).collect();
        let ends = workers.into_iter().filter_map(|w| w.join().ok().flatten());
        ends.min()
    });
    found.map(|(_, lattices)| lattices).unwrap_or_default()
}

/// The search for the lattices with one determinant.
struct Search<'a> {
    differences: &'a Differences,
    determinant: i64,
    /// The least determinant known to suffice: larger ones need no search.
    best: &'a AtomicI64,
    steps: u64,
    found: Vec<Lattice>,
}

/// Why a search ends early.
enum End {
    /// The steps are used up.
    Steps,
    /// A smaller determinant suffices.
    Useless,
}

impl Search<'_> {
    /// The admissible lattices; `None` when the steps are used up before there is one.
    fn run(mut self) -> Option<Vec<Lattice>> {
        match self.extend(&Lattice::point(), self.determinant) {
            Err(End::Steps) if self.found.is_empty() => None,
            Err(End::Useless) => Some(Vec::new()),
            _ => Some(self.found),
        }
    }

    /// Adds the admissible lattices that continue `part` with `left` times its determinant.
    fn extend(&mut self, part: &Lattice, left: i64) -> Result<(), End> {
        let k = part.dims();
        if k == self.differences.dims() {
            if self.found.is_empty() {
                self.steps = self.steps.min(MORE_STEPS);
            }
            self.found.push(part.clone());
            return Ok(());
        }
        let is_last = k + 1 == self.differences.dims();
        let diagonals = (1..=left).filter(|d| left % d == 0 && (!is_last || *d == left));
        for diagonal in diagonals {
            if self.best.load(Ordering::Relaxed) < self.determinant {
                return Err(End::Useless);
            }
            let taken = Taken::new(self.differences, part, diagonal, &mut self.steps);
            let taken = taken.ok_or(End::Steps)?;
            for rest in 0..usize::try_from(part.determinant()).unwrap_or(0) {
                if self.found.len() >= MOST_KEPT {
                    return Ok(());
                }
                if taken
                    .admits(part, rest, &mut self.steps)
                    .ok_or(End::Steps)?
                {
                    let longer = part.extended(part.vector(rest), diagonal);
                    self.extend(&longer, left / diagonal)?;
                }
            }
        }
        Ok(())
    }
}

/// For each multiple of a diagonal entry, the cosets of the differences with this last coordinate.
struct Taken {
    by_multiple: Vec<Vec<bool>>,
}

impl Taken {
    fn new(
        differences: &Differences,
        part: &Lattice,
        diagonal: i64,
        steps: &mut u64,
    ) -> Option<Self> {
        let k = part.dims();
        let cosets = usize::try_from(part.determinant()).ok()?;
        let multiples = differences.reach(k) / diagonal;
        let mut by_multiple = Vec::new();
        for m in 1..=multiples {
            let slice = differences.slice(k, m * diagonal);
            *steps = steps.checked_sub((slice.len() + cosets / 8) as u64)?;
            let mut taken = vec![false; cosets];
            let mut vector = vec![0; k];
            for first in slice {
                vector.copy_from_slice(first);
                part.reduce(&mut vector);
                taken[part.number(&vector)] = true;
            }
            by_multiple.push(taken);
        }
        Some(Taken { by_multiple })
    }

    /// Whether no multiple of the basis vector with this remainder is in a taken coset.
    fn admits(&self, part: &Lattice, rest: usize, steps: &mut u64) -> Option<bool> {
        *steps = steps.checked_sub(1)?;
        if self.by_multiple.first().is_some_and(|taken| taken[rest]) {
            return Some(false);
        }
        let vector = part.vector(rest);
        let mut sum = vector.clone();
        for taken in self.by_multiple.iter().skip(1) {
            sum.iter_mut().zip(&vector).for_each(|(s, v)| *s += v);
            part.reduce(&mut sum);
            *steps = steps.checked_sub(1)?;
            if taken[part.number(&sum)] {
                return Some(false);
            }
        }
        Some(true)
    }
}
