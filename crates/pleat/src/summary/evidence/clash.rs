//! Two elements that may not share a cell: of all pairs one that shows why there are so many cells.

use report::{Clash, Evidence, LifeEvidence};

/// Pairs that are compared.
const MOST_PAIRS: usize = 200_000;

/// Two values that are alive at once, written as far from each other as the mapping allows.
pub(super) fn find(evidence: &Evidence) -> Option<Clash> {
    let mut best: Option<(Vec<i64>, [usize; 2])> = None;
    let mut left = MOST_PAIRS;
    for (k, one) in evidence.lives.iter().enumerate() {
        let later = evidence.lives.iter().enumerate().skip(k + 1);
        for (j, other) in later.take_while(|(_, other)| other.steps[0] <= one.steps[1]) {
            left = left.checked_sub(1)?;
            let Some(rank) = rank(evidence, one, other) else {
                continue;
            };
            if best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, [k, j]));
            }
        }
    }
    let (_, [one, other]) = best?;
    let (one, other) = (&evidence.lives[one], &evidence.lives[other]);
    Some(Clash {
        elements: [one.element.clone(), other.element.clone()],
        alive: [one.steps, other.steps],
        accesses: [accesses(one)?, accesses(other)?],
    })
}

/// The accesses that write and last read a value.
fn accesses(life: &LifeEvidence) -> Option<[usize; 2]> {
    Some([life.write?, life.last_read?])
}

/// How well a pair shows the number of cells: far apart in the rows of the mapping that wrap, else
/// as near as possible. `None` if the two may share a cell, or if one of them crosses the border of
/// the region.
fn rank(evidence: &Evidence, one: &LifeEvidence, other: &LifeEvidence) -> Option<Vec<i64>> {
    accesses(one).and(accesses(other))?;
    let pairs = one.element.iter().zip(&other.element);
    let difference: Vec<i64> = pairs.map(|(a, b)| b - a).collect();
    evidence.differences.binary_search(&difference).ok()?;
    let length: i64 = difference.iter().map(|d| d.abs()).sum();
    let mut rank: Vec<i64> = match &evidence.mapping {
        Some(mapping) => {
            let rows = mapping.matrix.iter().zip(&mapping.moduli);
            let wraps = rows.filter(|(form, modulus)| wraps(form, **modulus, &evidence.extents));
            wraps.map(|(form, _)| apart(form, &difference)).collect()
        }
        None => difference.iter().map(|d| d.abs()).collect(),
    };
    rank.push(-length);
    Some(rank)
}

fn apart(form: &[i64], difference: &[i64]) -> i64 {
    let terms = form.iter().zip(difference).map(|(c, d)| c * d);
    terms.sum::<i64>().abs()
}

/// Whether a row has more values on the box than its modulus.
fn wraps(form: &[i64], modulus: i64, extents: &[i64]) -> bool {
    let widths = form.iter().zip(extents).map(|(c, e)| c.abs() * (e - 1));
    widths.sum::<i64>() >= modulus
}
