//! The least lattices: published figures, and agreement with plain enumeration.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use storage::lattice::{Congruence, Differences, Lattice, smallest};

const PATIENCE: u64 = 2_000_000_000;

fn least(differences: &Differences) -> (i64, Lattice) {
    let found = smallest(differences, 100_000, 2, PATIENCE);
    let first = found.first().expect("a lattice").clone();
    assert!(differences.iter().all(|d| !first.contains(&d)));
    assert_eq!(found, smallest(differences, 100_000, 1, PATIENCE));
    (first.determinant(), first)
}

/// The differences of all pairs of elements that satisfy the condition.
fn differences(elements: &[Vec<i64>], conflict: impl Fn(&[i64], &[i64]) -> bool) -> Differences {
    let mut all = BTreeSet::new();
    for (k, x) in elements.iter().enumerate() {
        for y in elements[..k].iter().filter(|y| conflict(x, y)) {
            all.insert(x.iter().zip(y).map(|(a, b)| a - b).collect::<Vec<i64>>());
        }
    }
    Differences::new(elements[0].len(), all)
}

fn grid(extents: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for extent in extents {
        let longer = |x: &Vec<i64>| {
            let x = x.clone();
            (0..*extent).map(move |k| [x.as_slice(), &[k]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn triangle_all_alive() {
    for (n, cells) in [(4, 12), (5, 19), (6, 27), (7, 37), (8, 48), (9, 61)] {
        let elements: Vec<_> = grid(&[n, n]).into_iter().filter(|x| x[1] <= x[0]).collect();
        assert_eq!(
            least(&differences(&elements, |_, _| true)).0,
            cells,
            "N = {n}"
        );
    }
}

/// All elements of a box are alive between two nests, as in a Gaussian blur of 50 rows without the
/// first and last.
#[test]
fn a_box_of_2400_cells() {
    let vectors = (-47..48).flat_map(|i| (-49..50).map(move |j| vec![i, j]));
    assert_eq!(least(&Differences::new(2, vectors)).0, 2400);
}

/// A triangle in two coordinates, a box in the third: the differences of regularity detection.
#[test]
fn triangle_times_box() {
    let vectors = grid(&[11, 11, 127])
        .into_iter()
        .map(|x| vec![x[0] - 5, x[1] - 5, x[2] - 63]);
    let triangle = vectors.filter(|d| (d[0] - d[1]).abs() < 6);
    let found = smallest(&Differences::new(3, triangle), 2304, 2, PATIENCE);
    assert_eq!(found.first().map(Lattice::determinant), Some(1728));
}

/// Durbin's recurrence, the published convex set, N = 100.
#[test]
fn durbin() {
    let vectors = (-99..100).flat_map(|a| (-1..2).map(move |b| vec![a, b]));
    let is_inside = |v: &Vec<i64>| (v[0] + 2 * v[1]).abs() < 100 && (v[0] - v[1]).abs() < 100;
    let published = Differences::new(2, vectors.filter(is_inside));
    assert_eq!(least(&published).0, 197);
}

/// Intervals by descending start, each made of shorter ones: an interval is read last together with
/// the longest that begins at 0, or ends with it. For ascending starts 61 cells are published.
#[test]
fn dynamic_programming() {
    let n = 10;
    let born = |x: &[i64]| (n - 1 - x[0]) * n + x[1];
    let dead = |x: &[i64]| match x {
        [0, last] if *last == n - 1 => n * n,
        [0, _] => born(&[0, n - 1]),
        [_, end] => born(&[0, *end]).max(born(&[x[0], n - 1])),
        _ => 0,
    };
    let intervals: Vec<_> = grid(&[n, n]).into_iter().filter(|x| x[0] < x[1]).collect();
    let alive = |x: &[i64], y: &[i64]| born(x) < dead(y) && born(y) < dead(x);
    assert_eq!(least(&differences(&intervals, alive)).0, 56);
}

#[test]
fn boxes_take_all_cells() {
    for extents in [vec![7], vec![5, 6], vec![3, 4, 5], vec![5, 6, 5]] {
        let all = differences(&grid(&extents), |_, _| true);
        let (size, lattice) = least(&all);
        assert_eq!(size, extents.iter().product::<i64>());
        let axes = lattice.congruences();
        assert_eq!(axes.iter().map(|c| c.modulus).product::<i64>(), size);
    }
}

/// Value (x, y) of a row-wise producer is last read two rows later in the same column: blur,
/// interleaved.
#[test]
fn blur_interleaved() {
    let n = 9;
    let time = |x: &[i64]| x[0] * n + x[1];
    let death = |x: &[i64]| (x[0] + 2) * n + x[1];
    let alive = |x: &[i64], y: &[i64]| time(x) <= death(y) && time(y) <= death(x);
    let (size, lattice) = least(&differences(&grid(&[n, n]), alive));
    assert_eq!(size, 2 * n + 1);
    assert_eq!(lattice.congruences().len(), 1);
}

#[test]
fn nothing_conflicts() {
    let (size, lattice) = least(&Differences::new(2, Vec::new()));
    assert_eq!(size, 1);
    assert_eq!(lattice.congruences(), Vec::<Congruence>::new());
}

#[test]
fn too_few_steps_find_nothing() {
    let all = differences(&grid(&[8, 8]), |_, _| true);
    assert!(smallest(&all, 1000, 1, 3).is_empty());
    assert!(smallest(&all, 63, 2, PATIENCE).is_empty());
}

/// Marsaglia's xorshift.
fn random(state: &mut u64, below: u64) -> i64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % below) as i64
}

/// The least determinant by enumeration of all triangular bases.
fn by_enumeration(differences: &Differences) -> i64 {
    let fits = |l: &Lattice| differences.iter().all(|d| !l.contains(&d));
    (1..)
        .find(|det: &i64| {
            let divisors: Vec<i64> = (1..=*det).filter(|d| det % d == 0).collect();
            divisors.iter().any(|a| {
                let b = det / a;
                (0..*a).any(|r| fits(&Lattice::spanned(2, vec![vec![*a, 0], vec![r, b]]).unwrap()))
            })
        })
        .unwrap()
}

#[test]
fn random_sets_in_the_plane() {
    let mut state = 88_172_645_463_325_252;
    for _ in 0..200 {
        let count = 1 + random(&mut state, 12);
        let vectors: Vec<Vec<i64>> = (0..count)
            .map(|_| (0..2).map(|_| random(&mut state, 9) - 4).collect())
            .collect();
        let all = Differences::new(2, vectors);
        assert_eq!(least(&all).0, by_enumeration(&all), "{all:?}");
    }
}

/// The congruences of a lattice hold for its vectors only.
#[test]
fn congruences_are_the_lattice() {
    let mut state = 2_463_534_242;
    for dims in 1..=3 {
        for _ in 0..150 {
            let vectors = (0..dims)
                .map(|_| (0..dims).map(|_| random(&mut state, 11) - 5).collect())
                .collect();
            let Some(lattice) = Lattice::spanned(dims, vectors) else {
                continue;
            };
            let rows = lattice.congruences();
            assert_eq!(
                rows.iter().map(|r| r.modulus).product::<i64>(),
                lattice.determinant()
            );
            for x in grid(&vec![9; dims]) {
                let x: Vec<i64> = x.iter().map(|c| c - 4).collect();
                let zero = |r: &Congruence| {
                    let sum: i64 = r.form.iter().zip(&x).map(|(c, x)| c * x).sum();
                    sum % r.modulus == 0
                };
                assert_eq!(
                    rows.iter().all(zero),
                    lattice.contains(&x),
                    "{lattice:?} {x:?}"
                );
            }
        }
    }
}
