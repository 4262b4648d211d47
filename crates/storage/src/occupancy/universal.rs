//! Occupancy vectors for every execution that keeps the dependences: sums of dependences, found by
//! integer programs (Strout, Carter, Ferrante, Simon 1998).

use super::executions::Executions;
use super::subsumption::relevant;
use crate::numbers::manhattan;
use poly::{Ilp, Linear};

/// Largest number of times that a dependence is followed.
const MOST_TIMES: i64 = 1 << 12;

/// Whether the vector is a sum of one or more dependences.
pub(super) fn is_composed(vector: &[i64], dependences: &[Vec<i64>]) -> bool {
    let mut ilp = Ilp::new();
    let target: Vec<Linear> = vector.iter().map(|x| Linear::constant(*x)).collect();
    let times = follow(&mut ilp, &target, dependences);
    ilp.at_least_zero(times.iter().map(|t| (*t, 1)).collect(), -1);
    ilp.minimise(Vec::new());
    ilp.solve().is_some()
}

/// Demands that a vector is a sum of dependences; returns the variables that count each of them.
fn follow(ilp: &mut Ilp, vector: &[Linear], dependences: &[Vec<i64>]) -> Vec<usize> {
    let times: Vec<usize> = dependences
        .iter()
        .map(|_| ilp.variable(0, MOST_TIMES))
        .collect();
    for (at, entry) in vector.iter().enumerate() {
        let sum = times.iter().zip(dependences).map(|(t, d)| (*t, d[at]));
        let sum = Linear::of(sum.filter(|(_, c)| *c != 0).collect());
        let rest = entry.clone().plus(&sum, -1);
        ilp.equal_zero(rest.terms, rest.constant);
    }
    times
}

/// The shortest vector from which dependences lead back to each use; `None` if dependences form a
/// cycle. The sum of all relevant dependences is such a vector, which bounds the search.
pub(super) fn shortest(vectors: &[Vec<i64>]) -> Option<Vec<i64>> {
    let zero = vec![0_i64; vectors.first()?.len()];
    if is_composed(&zero, vectors) {
        return None;
    }
    let relevant = relevant(vectors, &Executions::Any);
    let sum = relevant.iter().fold(zero, |sum, v| {
        sum.iter()
            .zip(v)
            .map(|(a, b)| a.saturating_add(*b))
            .collect()
    });
    let most = manhattan(&sum);
    let mut ilp = Ilp::new();
    let entries: Vec<usize> = sum.iter().map(|_| ilp.variable(-most, most)).collect();
    let vector: Vec<Linear> = entries.iter().map(|e| Linear::variable(*e)).collect();
    for used in &relevant {
        let beyond = vector.iter().zip(used);
        let beyond: Vec<Linear> = beyond
            .map(|(entry, u)| entry.clone().plus(&Linear::constant(*u), -1))
            .collect();
        follow(&mut ilp, &beyond, vectors);
    }
    let size = ilp.absolute_values(&vector, most);
    ilp.minimise(size.iter().map(|s| (*s, 1)).collect());
    let found = ilp.solve();
    let found = found.map(|solution| entries.iter().map(|e| solution[*e]).collect());
    Some(found.unwrap_or(sum))
}
