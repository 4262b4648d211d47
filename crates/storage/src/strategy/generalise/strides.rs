//! Single rows whose coefficients are affine in the parameters: the common form of least lattices
//! with a cyclic quotient.

use super::curve;
use super::samples::Sample;
use crate::Row;
use crate::lattice::Lattice;
use crate::strategy::fixed::at;
use poly::Expr;
use std::collections::BTreeSet;

/// Largest coefficient of a parameter.
const STEEPEST: i64 = 4;
/// Largest number of combinations of coefficients that are examined.
const MOST_COMBINATIONS: usize = 20_000;

/// The rows whose lattice is among the least ones at every sample, simplest first; `lattices`
/// belong to `samples`.
pub(super) fn of_lattices(
    names: &[String],
    samples: &[Sample],
    lattices: &[Vec<Lattice>],
) -> Vec<Row> {
    let Some(dims) = samples.first().map(|s| s.differences.dims()) else {
        return Vec::new();
    };
    let sizes: Option<Vec<i64>> = lattices
        .iter()
        .map(|l| Some(l.first()?.determinant()))
        .collect();
    let Some(sizes) = sizes else {
        return Vec::new();
    };
    let points = samples.iter().map(|s| &s.point);
    let values: Vec<_> = points.zip(sizes.iter().copied()).collect();
    let Some(modulus) = curve::through(names, &values, dims) else {
        return Vec::new();
    };
    let mut rows: Vec<Row> = (0..dims)
        .rev()
        .flat_map(|axis| {
            let forms = lattices
                .iter()
                .map(|l| l.iter().filter_map(|l| l.along(axis)).collect());
            let forms: Vec<BTreeSet<Vec<i64>>> = forms.collect();
            let common = Common {
                names,
                samples,
                sizes: &sizes,
                forms,
            };
            common.rows(&modulus)
        })
        .collect();
    rows.sort_by_key(|row| (row.higher.len(), row.weight()));
    rows
}

struct Common<'a> {
    names: &'a [String],
    samples: &'a [Sample],
    sizes: &'a [i64],
    /// At each sample, the residues of the coefficients.
    forms: Vec<BTreeSet<Vec<i64>>>,
}

impl Common<'_> {
    fn rows(&self, modulus: &Expr) -> Vec<Row> {
        if self.forms.iter().any(BTreeSet::is_empty) {
            return Vec::new();
        }
        let dims = self.forms.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let mut combinations = vec![Vec::new()];
        for axis in 0..dims {
            let coefficients = self.coefficients(axis);
            if combinations.len() * coefficients.len() > MOST_COMBINATIONS {
                return Vec::new();
            }
            let longer = |row: &Vec<Expr>| {
                let row = row.clone();
                coefficients
                    .iter()
                    .map(move |c| [row.as_slice(), std::slice::from_ref(c)].concat())
            };
            combinations = combinations.iter().flat_map(longer).collect();
            combinations.retain(|row| self.occurs(row));
        }
        let row = |coefficients: &Vec<Expr>| Row::of_coefficients(coefficients, modulus.clone());
        combinations.iter().filter_map(row).collect()
    }

    /// Affine functions whose value at every sample is a coefficient of this axis in one of the
    /// forms.
    fn coefficients(&self, axis: usize) -> Vec<Expr> {
        let of = |forms: &BTreeSet<Vec<i64>>| forms.iter().map(|f| f[axis]).collect();
        let residues: Vec<BTreeSet<i64>> = self.forms.iter().map(of).collect();
        let mut found = BTreeSet::new();
        for slope in slopes(self.names) {
            let Some(rise) = at(&self.samples[0].point, &slope) else {
                continue;
            };
            for residue in &residues[0] {
                for residue in [*residue, *residue - self.sizes[0]] {
                    let candidate = slope.clone() + Expr::constant(residue - rise);
                    let is_one = |k: usize| {
                        let value = at(&self.samples[k].point, &candidate);
                        value.is_some_and(|v| residues[k].contains(&v.rem_euclid(self.sizes[k])))
                    };
                    if (0..residues.len()).all(is_one) {
                        found.insert(candidate);
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether the first coefficients are those of one of the forms, at every sample.
    fn occurs(&self, coefficients: &[Expr]) -> bool {
        self.samples
            .iter()
            .zip(self.sizes)
            .zip(&self.forms)
            .all(|((sample, size), forms)| {
                let values = coefficients
                    .iter()
                    .map(|c| Some(at(&sample.point, c)?.rem_euclid(*size)));
                let values: Option<Vec<i64>> = values.collect();
                values.is_some_and(|v| forms.iter().any(|form| form.starts_with(&v)))
            })
    }
}

/// Linear functions of the parameters with small coefficients.
fn slopes(names: &[String]) -> Vec<Expr> {
    let steepest = match names.len() {
        0 | 1 => STEEPEST,
        2 => 2,
        _ => 1,
    };
    names.iter().fold(vec![Expr::default()], |all, name| {
        let with = |e: &Expr| {
            let e = e.clone();
            (-steepest..=steepest).map(move |c| e.clone() + Expr::var(name) * c)
        };
        all.iter().flat_map(with).collect()
    })
}
