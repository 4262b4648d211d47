//! Vectors of integers and orders of their coordinates. Knows nothing of sets or mappings.

use num_integer::gcd;

/// All orders of at most this many items are tried; of more items only the given order and its
/// reverse.
const ALL_ORDERS_UP_TO: usize = 4;

/// The greatest common divisor of all entries, not negative.
pub(crate) fn divisor(v: &[i64]) -> i64 {
    let sizes = v.iter().map(|x| x.unsigned_abs());
    i64::try_from(sizes.fold(0, gcd)).unwrap_or(i64::MAX)
}

/// The vector divided by the greatest common divisor of its entries.
pub(crate) fn primitive(v: Vec<i64>) -> Vec<i64> {
    match divisor(&v) {
        0 | 1 => v,
        divisor => v.into_iter().map(|x| x / divisor).collect(),
    }
}

/// The vector or its negative, whichever has a positive last nonzero entry: so the innermost index
/// of a form keeps its direction.
pub(crate) fn positive(v: Vec<i64>) -> Vec<i64> {
    match v.iter().rfind(|x| **x != 0) {
        Some(last) if *last < 0 => v.into_iter().map(|x| -x).collect(),
        _ => v,
    }
}

/// The Manhattan norm.
pub(crate) fn manhattan(v: &[i64]) -> i64 {
    v.iter()
        .fold(0, |sum, x| sum.saturating_add(x.saturating_abs()))
}

/// The least power of two that is at least `n`; `None` if `n` is negative or the power too large.
pub(crate) fn power_of_two(n: i64) -> Option<i64> {
    let power = u64::try_from(n).ok()?.checked_next_power_of_two()?;
    i64::try_from(power).ok()
}

/// The value of a form at a vector.
pub(crate) fn value(form: &[i64], vector: &[i64]) -> i64 {
    form.iter().zip(vector).map(|(c, x)| c * x).sum()
}

/// All vectors whose entries are bounded in absolute value by these.
pub(crate) fn vectors_within(most: &[i64]) -> Vec<Vec<i64>> {
    most.iter().fold(vec![Vec::new()], |all, most| {
        let longer = |v: &Vec<i64>| {
            let v = v.clone();
            (-most..=*most).map(move |x| [v.as_slice(), &[x]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// The vector that is 1 along one axis and 0 along the others.
pub(crate) fn unit(axis: usize, dims: usize) -> Vec<i64> {
    (0..dims).map(|d| i64::from(d == axis)).collect()
}

/// The orders of `0..count` to try, the given one first.
pub(crate) fn orders(count: usize) -> Vec<Vec<usize>> {
    let forth: Vec<usize> = (0..count).collect();
    if count > ALL_ORDERS_UP_TO {
        let back = forth.iter().rev().copied().collect();
        return vec![forth, back];
    }
    permutations(&forth)
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    items
        .iter()
        .flat_map(|first| {
            let rest: Vec<usize> = items.iter().filter(|x| *x != first).copied().collect();
            permutations(&rest).into_iter().map(|mut tail| {
                tail.insert(0, *first);
                tail
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_in_lowest_terms() {
        assert_eq!(primitive(vec![6, 0, -9]), [2, 0, -3]);
        assert_eq!(primitive(vec![0, 0]), [0, 0]);
        assert_eq!(positive(vec![1, -2, 0]), [-1, 2, 0]);
        assert_eq!(divisor(&[-4, 6]), 2);
        assert_eq!(divisor(&[i64::MIN, -1]), 1);
        assert_eq!(divisor(&[0, i64::MIN]), i64::MAX);
    }

    #[test]
    fn orders_are_different() {
        assert_eq!(orders(0).len(), 1);
        assert_eq!(orders(3)[0], [0, 1, 2]);
        let mut four = orders(4);
        four.dedup();
        assert_eq!(four.len(), 24);
        assert_eq!(orders(12).len(), 2);
    }
}
