//! Bases whose vectors are affine in the parameter: these may be common to least lattices whose
//! rows are not.
//!
//! With `W` the cofactors of a basis `V` and `D` its determinant, `x` is in the lattice exactly if
//! `W_j · x = 0 mod D` for all `j`. A number that divides `W_j` and `D` leaves a smaller modulus,
//! and a second row with this number as its modulus.

use super::samples::Sample;
use crate::lattice::Lattice;
use crate::numbers::{manhattan, vectors_within};
use crate::strategy::fixed::at;
use crate::{Class, Row};
use num_integer::gcd;
use poly::{Expr, IntMatrix};

/// Largest constant in a vector; parameters have coefficients up to 1.
const LARGEST_CONSTANT: i64 = 3;
/// With more coordinates there are too many vectors to enumerate.
const MOST_DIMS: usize = 3;
/// How many lattices at one sample are examined.
const MOST_LATTICES: usize = 4;
/// How many of the common vectors are examined, simplest first, and how many bases of them.
const MOST_VECTORS: usize = 24;
const MOST_BASES: usize = 4;
/// Largest modulus of a second row.
const LARGEST_CONTENT: i64 = 4;

/// Vectors with entries affine in the parameter.
pub(super) type Basis = Vec<Vec<Expr>>;

/// Bases that one lattice of each sample shares, simplest first; `lattices` belong to `samples`,
/// which have one parameter.
pub(super) fn shared(samples: &[Sample], lattices: &[Vec<Lattice>]) -> Vec<Basis> {
    let (Some(first), Some(name)) = (samples.first(), parameter(samples)) else {
        return Vec::new();
    };
    let dims = first.differences.dims();
    let places: Option<Vec<SampledLattices>> = samples
        .iter()
        .zip(lattices)
        .map(SampledLattices::new)
        .collect();
    let Some(places) = places.filter(|_| dims <= MOST_DIMS) else {
        return Vec::new();
    };
    let Some((mut vectors, chosen)) = in_common(&places, all_vectors(dims)) else {
        return Vec::new();
    };
    vectors.sort_by_key(|v| (v.slope.iter().any(|s| *s != 0), v.weight(), v.clone()));
    vectors.truncate(MOST_VECTORS);
    let is_basis = |picked: &Vec<&Vector>| {
        places.iter().zip(&chosen).all(|(place, lattice)| {
            let rows = picked.iter().map(|v| v.at(place.value)).collect();
            let size = IntMatrix::from_rows(rows, dims).and_then(|m| m.abs_det());
            size == Ok(lattice.determinant())
        })
    };
    let bases = subsets(&vectors, dims).filter(is_basis).take(MOST_BASES);
    let exprs = |picked: Vec<&Vector>| picked.iter().map(|v| v.exprs(&name)).collect();
    bases.map(exprs).collect()
}

/// Rows for the lattices of a basis that separate the differences at the samples, of which there
/// must be one; in the quotient of the class, like the samples, if there is a class.
pub(super) fn rows(basis: &Basis, class: Option<&Class>, samples: &[Sample]) -> Vec<Vec<Row>> {
    let of_class = |e: &Expr| class.map_or_else(|| e.clone(), |class| class.expanded(e));
    let basis: Basis = { basis.iter() }
        .map(|v| v.iter().map(of_class).collect())
        .collect();
    let mut found = Vec::new();
    for k in 0..basis.len() {
        found.extend(rows_beside(&basis, k, samples));
    }
    found.sort_by_key(|rows: &Vec<Row>| (rows.len(), rows.iter().map(Row::weight).sum::<i64>()));
    found
}

/// The row that is 0 on all vectors of the basis but one, alone or with a second row.
fn rows_beside(basis: &Basis, k: usize, samples: &[Sample]) -> Option<Vec<Row>> {
    let mut form = cofactors(basis, k);
    let mut size = product(&form, &basis[k]);
    if at(&samples.last()?.point, &size)? < 0 {
        size = -size;
        form.iter_mut().for_each(|c| *c = -c.clone());
    }
    let content = { form.iter() }.map(Expr::content).fold(size.content(), gcd);
    let form: Option<Vec<Expr>> = form.iter().map(|c| c.exact_quotient(content)).collect();
    let row = Row::of_coefficients(&form?, size.exact_quotient(content)?)?;
    let fits = |rows: &Vec<Row>| samples.iter().all(|s| s.is_separated(rows));
    match content {
        1 => Some(vec![row]).filter(fits),
        2..=LARGEST_CONTENT => {
            let second = residues(basis.len(), content).into_iter();
            let both = |form| vec![row.clone(), Row::new(form, Expr::constant(content))];
            second.map(both).find(fits)
        }
        _ => None,
    }
}

/// The parameter of the samples, if there is only one.
fn parameter(samples: &[Sample]) -> Option<String> {
    match samples.first()?.point.as_slice() {
        [(name, _)] => Some(name.clone()),
        _ => None,
    }
}

/// The value of the parameter at a sample, and its least lattices.
struct SampledLattices<'a> {
    value: i64,
    lattices: &'a [Lattice],
}

impl<'a> SampledLattices<'a> {
    fn new((sample, lattices): (&Sample, &'a Vec<Lattice>)) -> Option<Self> {
        let (_, value) = sample.point.first()?;
        let some = lattices.len().min(MOST_LATTICES);
        Some(SampledLattices {
            value: *value,
            lattices: &lattices[..some],
        })
    }
}

/// `slope * N + constant`, entry by entry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Vector {
    slope: Vec<i64>,
    constant: Vec<i64>,
}

impl Vector {
    fn at(&self, value: i64) -> Vec<i64> {
        let entries = self.slope.iter().zip(&self.constant);
        entries.map(|(s, c)| s * value + c).collect()
    }

    fn exprs(&self, name: &str) -> Vec<Expr> {
        let entries = self.slope.iter().zip(&self.constant);
        entries
            .map(|(s, c)| Expr::var(name) * *s + Expr::constant(*c))
            .collect()
    }

    fn weight(&self) -> i64 {
        manhattan(&self.slope) + manhattan(&self.constant)
    }
}

/// All vectors with small entries, one of each and its negative.
fn all_vectors(dims: usize) -> Vec<Vector> {
    let slopes = vectors_within(&vec![1; dims]);
    let constants = vectors_within(&vec![LARGEST_CONSTANT; dims]);
    let all = slopes.iter().flat_map(|slope| {
        constants.iter().map(|constant| Vector {
            slope: slope.clone(),
            constant: constant.clone(),
        })
    });
    let first = |v: &Vector| {
        { v.slope.iter().chain(&v.constant) }
            .copied()
            .find(|x| *x != 0)
    };
    all.filter(|v| first(v).is_some_and(|x| x > 0)).collect()
}

/// The vectors that are in one lattice of each sample and generate it there, with these lattices.
fn in_common<'a>(
    places: &[SampledLattices<'a>],
    vectors: Vec<Vector>,
) -> Option<(Vec<Vector>, Vec<&'a Lattice>)> {
    let Some((place, others)) = places.split_first() else {
        return Some((vectors, Vec::new()));
    };
    place.lattices.iter().find_map(|lattice| {
        let inside = |v: &&Vector| lattice.contains(&v.at(place.value));
        let kept: Vec<Vector> = vectors.iter().filter(inside).cloned().collect();
        let values = kept.iter().map(|v| v.at(place.value)).collect();
        if Lattice::spanned(lattice.dims(), values).as_ref() != Some(lattice) {
            return None;
        }
        let (kept, mut chosen) = in_common(others, kept)?;
        chosen.insert(0, lattice);
        Some((kept, chosen))
    })
}

/// All subsets of this size, those with early vectors first.
fn subsets(vectors: &[Vector], count: usize) -> impl Iterator<Item = Vec<&Vector>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |picked: &Vec<usize>| {
            let picked = picked.clone();
            let next = picked.last().map_or(0, |last| last + 1);
            (next..vectors.len()).map(move |k| [picked.as_slice(), &[k]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.sort_by_key(|picked| (picked.iter().sum::<usize>(), picked.clone()));
    all.into_iter()
        .map(|picked| picked.iter().map(|k| &vectors[*k]).collect())
}

/// The vector orthogonal to all rows but the `k`-th; its product with that row is the determinant.
fn cofactors(rows: &Basis, k: usize) -> Vec<Expr> {
    let others = || rows.iter().enumerate().filter(|(row, _)| *row != k);
    let cofactor = |column: usize| {
        let without = |row: &Vec<Expr>| {
            let mut row = row.clone();
            row.remove(column);
            row
        };
        let minor: Basis = others().map(|(_, row)| without(row)).collect();
        match (k + column) % 2 {
            0 => determinant(&minor),
            _ => -determinant(&minor),
        }
    };
    (0..rows.len()).map(cofactor).collect()
}

fn determinant(rows: &Basis) -> Expr {
    match rows.first() {
        None => Expr::constant(1),
        Some(first) => product(&cofactors(rows, 0), first),
    }
}

fn product(a: &[Expr], b: &[Expr]) -> Expr {
    { a.iter().zip(b) }.fold(Expr::default(), |sum, (x, y)| sum + x.clone() * y)
}

/// Nonzero forms of residues, simplest first.
fn residues(dims: usize, modulus: i64) -> Vec<Vec<i64>> {
    let mut all = vectors_within(&vec![modulus - 1; dims]);
    all.retain(|form| form.iter().all(|c| *c >= 0) && form.iter().any(|c| *c != 0));
    all.sort_by_key(|form| (manhattan(form), std::cmp::Reverse(form.clone())));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cofactors_are_dual() {
        let n = || Expr::var("N");
        let number = Expr::constant;
        let basis = vec![
            vec![number(1), number(2), number(2)],
            vec![number(1) - n(), n(), number(0)],
            vec![-n(), number(0), n() - number(2)],
        ];
        let size = "5*N*N + 4 - 8*N";
        for k in 0..3 {
            let form = cofactors(&basis, k);
            for (row, vector) in basis.iter().enumerate() {
                let expected = if row == k { size } else { "0" };
                assert_eq!(product(&form, vector).to_string(), expected);
            }
        }
    }
}
