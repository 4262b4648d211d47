//! Integer lattices that contain none of finitely many differences. The cells of a modular mapping
//! are the cosets of a lattice (Darte, Schreiber, Villard 2005): the least determinant of such a
//! lattice is the least number of cells of any modular mapping for these conflicts. Numbers only:
//! no parameters, no isl.

mod clique;
mod congruence;
mod differences;
mod search;

pub use congruence::Congruence;
pub use differences::Differences;
pub use search::smallest;

pub(crate) use search::of_determinant;

/// A lattice of full rank, by its triangular (Hermite) basis.
///
/// Shape: `basis[k]` has k + 1 entries, those of its first k + 1 coordinates; the others are 0. The
/// last entry is positive; each other entry is at least 0 and below the last entry of the basis
/// vector of its coordinate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lattice {
    basis: Vec<Vec<i64>>,
}

impl Lattice {
    /// The lattice in zero dimensions.
    fn point() -> Self {
        Lattice { basis: Vec::new() }
    }

    /// Number of coordinates.
    pub fn dims(&self) -> usize {
        self.basis.len()
    }

    /// The triangular basis.
    pub fn basis(&self) -> &[Vec<i64>] {
        &self.basis
    }

    /// The determinant: number of cosets.
    pub fn determinant(&self) -> i64 {
        self.basis.iter().filter_map(|b| b.last()).product()
    }

    /// The lattice in one more dimension: the new basis vector has `diagonal` there and `rest`
    /// before it.
    fn extended(&self, mut rest: Vec<i64>, diagonal: i64) -> Self {
        let mut basis = self.basis.clone();
        rest.push(diagonal);
        basis.push(rest);
        Lattice { basis }
    }

    /// The lattice in more dimensions, where its own coordinates are `axes`; contains the unit
    /// vectors of the others.
    fn spread(&self, axes: &[usize], dims: usize) -> Self {
        let vector = |k: usize| {
            let mut vector = vec![0; k + 1];
            vector[k] = 1;
            if let Some(own) = axes.iter().position(|axis| *axis == k) {
                let entries = axes.iter().zip(&self.basis[own]);
                entries.for_each(|(axis, x)| vector[*axis] = *x);
            }
            vector
        };
        Lattice {
            basis: (0..dims).map(vector).collect(),
        }
    }

    /// Replaces a vector by the representative of its coset whose coordinates are below the
    /// diagonal.
    fn reduce(&self, vector: &mut [i64]) {
        for (k, basis) in self.basis.iter().enumerate().rev() {
            let factor = vector[k].div_euclid(basis[k]);
            if factor != 0 {
                let pairs = vector.iter_mut().zip(basis);
                pairs.for_each(|(x, b)| *x -= factor * b);
            }
        }
    }

    /// The number of a reduced vector among the cosets.
    fn number(&self, reduced: &[i64]) -> usize {
        let pairs = self.basis.iter().enumerate().zip(reduced);
        let number = pairs.fold(0, |number, ((k, basis), x)| number * basis[k] + x);
        usize::try_from(number).unwrap_or(0)
    }

    /// The reduced vector with this number.
    fn vector(&self, number: usize) -> Vec<i64> {
        let mut left = i64::try_from(number).unwrap_or(0);
        let mut vector = vec![0; self.dims()];
        for (k, basis) in self.basis.iter().enumerate().rev() {
            vector[k] = left % basis[k];
            left /= basis[k];
        }
        vector
    }

    /// Whether the vector is in the lattice.
    pub fn contains(&self, vector: &[i64]) -> bool {
        let mut vector = vector.to_vec();
        self.reduce(&mut vector);
        vector.iter().all(|x| *x == 0)
    }
}
