//! The differences that a lattice must not contain.

use crate::numbers::value;
use std::collections::BTreeMap;

/// A finite set of integer vectors, symmetric and without 0; one of each vector and its negative is
/// kept.
#[derive(Clone, Debug)]
pub struct Differences {
    dims: usize,
    /// By `(k, z)`, the vectors whose last nonzero coordinate is `k` with the positive value `z`,
    /// each truncated to the coordinates before it.
    slices: BTreeMap<(usize, i64), Vec<Vec<i64>>>,
    /// Largest absolute value per coordinate.
    reach: Vec<i64>,
}

impl Differences {
    /// From vectors of `dims` entries, one or both of each pair; 0 is left out.
    pub fn new(dims: usize, vectors: impl IntoIterator<Item = Vec<i64>>) -> Self {
        let mut slices: BTreeMap<(usize, i64), Vec<Vec<i64>>> = BTreeMap::new();
        let mut reach = vec![0; dims];
        for mut vector in vectors {
            let Some(k) = vector.iter().rposition(|x| *x != 0) else {
                continue;
            };
            if vector[k] < 0 {
                vector.iter_mut().for_each(|x| *x = -*x);
            }
            let pairs = reach.iter_mut().zip(&vector);
            pairs.for_each(|(most, x)| *most = (*most).max(x.abs()));
            let z = vector[k];
            vector.truncate(k);
            slices.entry((k, z)).or_default().push(vector);
        }
        for slice in slices.values_mut() {
            slice.sort_unstable();
            slice.dedup();
        }
        Differences {
            dims,
            slices,
            reach,
        }
    }

    /// Number of coordinates.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Number of vectors of the kept half.
    pub fn count(&self) -> usize {
        self.slices.values().map(Vec::len).sum()
    }

    /// Largest absolute value of a coordinate.
    pub(super) fn reach(&self, coordinate: usize) -> i64 {
        self.reach[coordinate]
    }

    /// The first `k` coordinates of the vectors with `z` in coordinate `k` and 0 in all later ones.
    pub(super) fn slice(&self, k: usize, z: i64) -> &[Vec<i64>] {
        self.slices.get(&(k, z)).map_or(&[], Vec::as_slice)
    }

    /// All vectors of the kept half.
    pub fn iter(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        self.slices.iter().flat_map(move |((k, z), slice)| {
            slice.iter().map(move |first| {
                let mut vector = first.clone();
                vector.resize(self.dims, 0);
                vector[*k] = *z;
                vector
            })
        })
    }

    /// The values of a form at all vectors of the kept half.
    pub fn values(&self, form: &[i64]) -> impl Iterator<Item = i64> {
        self.slices.iter().flat_map(move |((k, z), slice)| {
            let last = form[*k] * z;
            slice
                .iter()
                .map(move |first| last + value(&form[..*k], first))
        })
    }

    /// The coordinates in which some vector is not 0.
    pub fn axes(&self) -> Vec<usize> {
        (0..self.dims).filter(|k| self.reach[*k] != 0).collect()
    }

    /// The vectors in the given coordinates only.
    pub(super) fn on_axes(&self, axes: &[usize]) -> Self {
        let on_axes = |v: Vec<i64>| axes.iter().map(|k| v[*k]).collect();
        Differences::new(axes.len(), self.iter().map(on_axes))
    }

    /// Whether a vector or its negative is among them.
    pub fn contains(&self, vector: &[i64]) -> bool {
        let Some(k) = vector.iter().rposition(|x| *x != 0) else {
            return false;
        };
        let sign = vector[k].signum();
        let first: Vec<i64> = vector[..k].iter().map(|x| x * sign).collect();
        self.slice(k, vector[k] * sign)
            .binary_search(&first)
            .is_ok()
    }
}
