//! Lattices as congruences: the rows and moduli of a modular mapping whose cells are the cosets.

use super::Lattice;
use crate::numbers::{manhattan, orders, positive};
use num_integer::gcd;
use poly::IntMatrix;

/// `form · x = 0 mod modulus`; the lattice is the set of `x` that satisfy all its congruences.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Congruence {
    /// One coefficient per coordinate.
    pub form: Vec<i64>,
    /// At least 2.
    pub modulus: i64,
}

/// Larger moduli are not searched for the smallest form.
const MOST_UNITS: i64 = 100_000;

impl Lattice {
    /// The lattice that some vectors span; `None` if their rank is not full.
    pub fn spanned(dims: usize, vectors: Vec<Vec<i64>>) -> Option<Self> {
        let backward = |v: &[i64]| -> Vec<i64> { v.iter().rev().copied().collect() };
        let rows = vectors.iter().map(|v| backward(v)).collect();
        let generators = IntMatrix::from_rows(rows, dims).ok()?;
        let (columns, _) = generators.transpose().hermite().ok()?;
        let columns = columns.transpose();
        let vector = |k: usize| {
            let column = columns.rows().get(dims - 1 - k)?;
            let mut vector = backward(column);
            vector.truncate(k + 1);
            vector.last().is_some_and(|x| *x > 0).then_some(vector)
        };
        let basis = (0..dims).map(vector).collect::<Option<_>>()?;
        Some(Lattice { basis })
    }

    /// Basis vectors with all coordinates.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        self.basis.iter().map(|basis| {
            let mut vector = basis.clone();
            vector.resize(self.dims(), 0);
            vector
        })
    }

    /// The simplest congruences: of single coordinates if possible, else few rows with small
    /// coefficients.
    pub fn congruences(&self) -> Vec<Congruence> {
        let mut ways: Vec<Vec<Congruence>> = orders(self.dims())
            .iter()
            .filter_map(|order| self.triangular(order))
            .collect();
        ways.extend(self.cyclic());
        let rank = |way: &Vec<Congruence>| {
            let sizes: i64 = way.iter().map(|row| manhattan(&row.form)).sum();
            let is_plain = sizes == way.len() as i64;
            (!is_plain, way.len(), sizes)
        };
        ways.into_iter().min_by_key(rank).unwrap_or_default()
    }

    /// The single congruence with coefficient 1 for an axis and residues for the others; `None` if
    /// the unit vector of that axis does not generate all cosets.
    pub(crate) fn along(&self, axis: usize) -> Option<Vec<i64>> {
        let dims = self.dims();
        let order: Vec<usize> = [axis]
            .into_iter()
            .chain((0..dims).filter(|k| *k != axis))
            .collect();
        let vectors = self
            .vectors()
            .map(|v| order.iter().map(|k| v[*k]).collect());
        let turned = Lattice::spanned(dims, vectors.collect())?;
        let (first, others) = turned.basis.split_first()?;
        let is_unit = |(k, basis): (usize, &Vec<i64>)| basis[k + 1] == 1;
        if !others.iter().enumerate().all(is_unit) {
            return None;
        }
        let mut form = vec![1; dims];
        for (k, basis) in order.iter().skip(1).zip(others) {
            form[*k] = (-basis[0]).rem_euclid(first[0]);
        }
        Some(form)
    }

    /// The congruences of the triangular basis for this order of coordinates; `None` if a row needs
    /// a quotient by a diagonal entry above 1.
    fn triangular(&self, order: &[usize]) -> Option<Vec<Congruence>> {
        let dims = self.dims();
        let vectors = self.vectors();
        let vectors = vectors.map(|v| order.iter().map(|k| v[*k]).collect());
        let turned = Lattice::spanned(dims, vectors.collect())?;
        let mut multiples: Vec<Vec<i64>> = vec![Vec::new(); dims];
        let mut rows = Vec::new();
        for k in (0..dims).rev() {
            let mut form = vec![0; dims];
            form[k] = 1;
            for (basis, multiple) in turned.basis.iter().zip(&multiples).skip(k + 1) {
                let pairs = form.iter_mut().zip(multiple);
                pairs.for_each(|(f, m)| *f -= basis[k] * m);
            }
            let diagonal = turned.basis[k][k];
            if diagonal > 1 {
                if turned.basis[k][..k].iter().any(|x| *x != 0) {
                    return None;
                }
                multiples[k] = vec![0; dims];
                rows.push(
                    Congruence {
                        form: back(&form, order),
                        modulus: diagonal,
                    }
                    .smallest(),
                );
            } else {
                multiples[k] = form;
            }
        }
        rows.sort_by_key(|row| row.form.iter().position(|c| *c != 0));
        Some(rows)
    }

    /// The congruences of the Smith form: as few rows as possible.
    fn cyclic(&self) -> Option<Vec<Congruence>> {
        let vectors = self.vectors().collect();
        let rows = smith(vectors)?.into_iter().filter(|row| row.modulus > 1);
        Some(rows.map(Congruence::smallest).collect())
    }
}

impl Congruence {
    /// The same congruence, multiplied by the unit that minimises its coefficients.
    fn smallest(self) -> Self {
        let b = self.modulus;
        let times = |unit: i64| -> Vec<i64> {
            let reduced = self
                .form
                .iter()
                .map(|c| centred((c.rem_euclid(b) * unit) % b, b));
            positive(reduced.collect())
        };
        let rank = |form: &Vec<i64>| (manhattan(form), form.clone());
        let units = (1..=b / 2 + 1).filter(|u| gcd(*u, b) == 1);
        let best = match b <= MOST_UNITS {
            true => units.map(times).min_by_key(rank),
            false => None,
        };
        Congruence {
            form: best.unwrap_or_else(|| times(1)),
            modulus: b,
        }
    }
}

/// The residue nearest to 0.
fn centred(residue: i64, b: i64) -> i64 {
    match 2 * residue > b {
        true => residue - b,
        false => residue,
    }
}

/// `form` in the original coordinates, where coordinate `k` was `order[k]`.
fn back(form: &[i64], order: &[usize]) -> Vec<i64> {
    let mut old = vec![0; form.len()];
    for (c, k) in form.iter().zip(order) {
        old[*k] = *c;
    }
    old
}

/// `V` and the diagonal `s` with `U B V = S` for unimodular `U`, `V`: `x` is in the lattice of the
/// rows of `B` exactly if `x V_i = 0 mod s_i` for each column. One congruence per column.
fn smith(mut b: Vec<Vec<i64>>) -> Option<Vec<Congruence>> {
    let n = b.len();
    let mut v = IntMatrix::identity(n).rows().to_vec();
    for k in 0..n {
        loop {
            let (r, c) = least_entry(&b, k)?;
            b.swap(k, r);
            for matrix in [&mut b, &mut v] {
                matrix.iter_mut().for_each(|row| row.swap(k, c));
            }
            reduce_rows(&mut b, k)?;
            reduce_columns(&mut b, &mut v, k)?;
            if !is_alone(&b, k) {
                continue;
            }
            let Some(row) = undivided(&b, k) else { break };
            let other = b[row].clone();
            b[k].iter_mut().zip(other).for_each(|(x, y)| *x += y);
        }
    }
    let column = |k: usize| Congruence {
        form: v.iter().map(|row| row[k]).collect(),
        modulus: b[k][k].abs(),
    };
    Some((0..n).map(column).collect())
}

/// Whether row and column `k` are 0 except for the diagonal entry.
fn is_alone(b: &[Vec<i64>], k: usize) -> bool {
    (k + 1..b.len()).all(|j| b[k][j] == 0 && b[j][k] == 0)
}

/// A row after `k` with an entry that the diagonal entry does not divide.
fn undivided(b: &[Vec<i64>], k: usize) -> Option<usize> {
    (k + 1..b.len()).find(|r| b[*r][k + 1..].iter().any(|x| x % b[k][k] != 0))
}

/// The position of the least nonzero entry from row and column `k` on.
fn least_entry(b: &[Vec<i64>], k: usize) -> Option<(usize, usize)> {
    let n = b.len();
    let places = (k..n).flat_map(|r| (k..n).map(move |c| (r, c)));
    places
        .filter(|(r, c)| b[*r][*c] != 0)
        .min_by_key(|(r, c)| b[*r][*c].abs())
}

fn reduce_rows(b: &mut [Vec<i64>], k: usize) -> Option<()> {
    let pivot = b[k].clone();
    for row in b.iter_mut().skip(k + 1) {
        let factor = row[k].div_euclid(pivot[k]);
        for (x, p) in row.iter_mut().zip(&pivot) {
            *x = x.checked_sub(factor.checked_mul(*p)?)?;
        }
    }
    Some(())
}

fn reduce_columns(b: &mut [Vec<i64>], v: &mut [Vec<i64>], k: usize) -> Option<()> {
    for c in k + 1..b.len() {
        let factor = b[k][c].div_euclid(b[k][k]);
        for row in b.iter_mut().chain(v.iter_mut()) {
            row[c] = row[c].checked_sub(factor.checked_mul(row[k])?)?;
        }
    }
    Some(())
}
