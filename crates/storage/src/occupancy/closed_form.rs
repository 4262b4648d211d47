//! The shortest occupancy vector in closed form, by the Manhattan norm (Yuki, Rajopadhye: Memory
//! allocations for tiled uniform dependence programs, sections 4.2 and 5.2).
//!
//! Theorem 1. In a band that may be tiled, the shortest vector is the element-wise maximum `m` of
//! the dependences. A vector `v` is valid if each `v - u` is a sum of unit vectors: the dummy
//! dependences, which every tiling keeps. `m - u` is one for each `u`; a vector with an entry below
//! that of `m` cannot be reached from the dependence that has the entry of `m`.
//!
//! Corollary 1. In sequential loops, `m` is the lexicographic maximum, and the shortest vector is
//! `m` or `(m_1 + 1, 0, ..., 0)`: every vector with a positive first entry is a dummy dependence.
//!
//! Corollary 2. In a sequence of bands, each band has its own part. Only the dependences that are
//! equal to the maxima of all bands around it count in a band: the others are over already, so the
//! vector may be shorter than a combination of maxima of all dependences. Where the inner part is
//! longer than 1, one more step of the outer band is shorter.
//!
//! Statements. The vector is 0 at the position of the statement, since the same statement
//! overwrites the value. A use at a later position of the body needs one more step of a loop around
//! it; a use at an earlier position is over. Section 5.2 says `max(v, 1)` for the loop around,
//! where `v` is its entry of the dependence. For `v >= 1` that is too short: the value of `S1[i]`
//! that `S2[i + 2]` reads is overwritten by `S1[i + 2]` if `S1` is the first statement of the body.
//! Here it is `v + 1`.

use super::executions::Band;
use crate::numbers::manhattan;

/// The shortest vector that no use is executed after. `uses` have the dimensions of the bands and
/// are kept by them. `None` if the instances of the statement never overwrite each other in time.
pub(super) fn shortest(uses: &[&[i64]], bands: &[Band]) -> Option<Vec<i64>> {
    let Some((band, inner)) = bands.split_first() else {
        return Some(Vec::new());
    };
    match band {
        Band::Loops(width) => Some(in_loops(uses, *width, inner)),
        Band::Position => {
            let is_over = |use_: &&&[i64]| use_[0] < 0;
            let open = uses.iter().filter(|u| !is_over(u));
            let open: Vec<&[i64]> = open.copied().collect();
            let is_later = open.iter().any(|u| u[0] > 0);
            (!is_later).then_some(())?;
            let open: Vec<&[i64]> = open.iter().map(|u| &u[1..]).collect();
            let within = shortest(&open, inner)?;
            Some([vec![0], within].concat())
        }
    }
}

/// The maximum of the outer band, and an inner part or one more step.
fn in_loops(uses: &[&[i64]], width: usize, inner: &[Band]) -> Vec<i64> {
    let most = |at: usize| uses.iter().map(|u| u[at]).max().unwrap_or(0).max(0);
    let mut vector: Vec<i64> = (0..width).map(most).collect();
    let level = uses.iter().filter(|u| u[..width] == vector[..]);
    let level: Vec<&[i64]> = level.map(|u| &u[width..]).collect();
    let dims = width + inner.iter().map(|band| band.width()).sum::<usize>();
    if !level.is_empty() {
        match shortest(&level, inner).filter(|within| manhattan(within) <= 1) {
            Some(within) => vector.extend(within),
            None => vector[0] += 1,
        }
    }
    vector.resize(dims, 0);
    vector
}

#[cfg(test)]
mod tests {
    use super::super::{Executions, shortest};
    use super::Band::{Loops, Position};
    use super::*;

    fn check(vectors: &[&[i64]], bands: &[Band], expected: Option<&[i64]>) {
        let vectors: Vec<Vec<i64>> = vectors.iter().map(|v| v.to_vec()).collect();
        let found = shortest(&vectors, &Executions::Bands(bands.to_vec()));
        assert_eq!(found.as_deref(), expected, "{vectors:?} {bands:?}");
    }

    #[test]
    fn sequential_and_mixed() {
        let two = [Loops(1), Loops(1)];
        let mixed = [Loops(1), Loops(2)];
        check(&[&[1, 0], &[0, 5]], &two, Some(&[1, 0]));
        check(&[&[1, 1], &[1, -1], &[1, 0]], &two, Some(&[1, 1]));
        check(&[&[1, 2], &[1, -1]], &two, Some(&[2, 0]));
        check(&[&[1, -3]], &two, Some(&[1, 0]));
        check(&[&[0, 0, 1], &[0, 2, 0]], &mixed, Some(&[1, 0, 0]));
        check(&[&[1, 0, -1], &[1, 0, 1]], &mixed, Some(&[1, 0, 1]));
    }

    #[test]
    fn dependences_that_are_not_kept() {
        check(&[&[0, -1]], &[Loops(2)], None);
        check(&[&[0, 0]], &[Loops(2)], None);
        check(&[&[1, 0]], &[Loops(1)], None);
        check(&[&[1]], &[Loops(1), Loops(0)], None);
        check(&[], &[Loops(1)], None);
        check(&[&[0, -1]], &[Loops(1), Position], None);
    }

    /// Figure 3: two loops after each other, and two statements in one loop. The first position in
    /// time remains, as a loop with one iteration.
    #[test]
    fn positions_of_statements() {
        let time = [Loops(1), Loops(1), Position];
        check(&[&[1, 0, 0]], &time, Some(&[1, 0]));
        check(&[&[0, 0, 1]], &time, Some(&[0, 1]));
        check(&[&[0, 2, 1]], &time, Some(&[1, 0]));
        check(&[&[2, 1]], &[Loops(1), Position], Some(&[3]));
        check(&[&[2, -1]], &[Loops(1), Position], Some(&[2]));
        check(
            &[&[1, 2, 1], &[2, 1, 0]],
            &[Loops(2), Position],
            Some(&[2, 2]),
        );
        check(
            &[&[2, 2, 1], &[2, 1, 0]],
            &[Loops(2), Position],
            Some(&[3, 2]),
        );
        check(&[&[1]], &[Position], None);
    }
}
