//! Affine bounds that hold on a whole set, by Farkas' lemma (Schrijver 1986, section 7.3): isl
//! describes all affine forms that are non-negative on a polyhedron, an integer program picks one.

use crate::{Expr, Ilp, PolyError, Result, Set};
use std::collections::BTreeSet;

/// Largest coefficient of a parameter that is tried.
const LIMIT: i64 = 1 << 12;
/// Largest constant of a bound that is tried.
const CONSTANT_LIMIT: i64 = 1 << 30;
/// Largest row entry that is tried.
const ROW_LIMIT: i64 = 64;

/// A row `c` with an affine bound: `|c·d| <= bound` for every `d` of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpperBound {
    /// The row.
    pub row: Vec<i64>,
    /// Its bound in the parameters.
    pub bound: Expr,
}

/// A set, prepared for bounding the absolute value of many rows on it: the half-spaces that describe
/// `{ (constant, params, row) : |row·x| <= constant + params·P on the whole set }`.
#[derive(Clone, Debug)]
pub struct Bounder {
    params: Vec<String>,
    dims: usize,
    /// Coefficients of constant, parameters, row; `>= 0`, or `= 0` where the flag is set.
    constraints: BTreeSet<(Vec<i64>, bool)>,
}

impl Bounder {
    /// Prepares a set of n dimensions.
    pub fn new(set: &Set) -> Result<Self> {
        let params = set.param_names()?;
        let mut constraints = BTreeSet::new();
        for piece in set.pieces()? {
            for (mut row, equality) in valid_forms(&piece)? {
                constraints.insert((row.clone(), equality));
                row[1 + params.len()..].iter_mut().for_each(|v| *v = -*v);
                constraints.insert((row, equality));
            }
        }
        Ok(Bounder {
            dims: set.dims()?,
            params,
            constraints,
        })
    }

    /// The parameters of the set, in the order in which values are expected.
    pub fn params(&self) -> &[String] {
        &self.params
    }

    /// Among rows `c` with `test·c >= 1`, the one with the least bound at the given parameter
    /// values, then the smallest row. Shapes: `test` has n entries, `at` one per parameter of the
    /// set. `None` if no affine bound exists within limits.
    pub fn least_upper_bound(&self, test: &[i64], at: &[i64]) -> Option<UpperBound> {
        let mut ilp = Ilp::new();
        let constant = ilp.variable(-CONSTANT_LIMIT, CONSTANT_LIMIT);
        let u: Vec<usize> = self.params.iter().map(|_| ilp.variable(0, LIMIT)).collect();
        let c: Vec<usize> = (0..self.dims)
            .map(|_| ilp.variable(-ROW_LIMIT, ROW_LIMIT))
            .collect();
        let columns: Vec<usize> = std::iter::once(constant)
            .chain(u.clone())
            .chain(c.clone())
            .collect();
        for (row, equality) in &self.constraints {
            let terms = columns.iter().copied().zip(row.iter().copied());
            let terms = terms.filter(|(_, k)| *k != 0).collect();
            match equality {
                true => ilp.equal_zero(terms, 0),
                false => ilp.at_least_zero(terms, 0),
            }
        }
        ilp.at_least_zero(c.iter().copied().zip(test.iter().copied()).collect(), -1);
        let width = u.iter().copied().zip(at.iter().copied());
        ilp.minimise(width.chain([(constant, 1)]).collect());
        let size = absolute_values(&mut ilp, &c);
        ilp.minimise(size.iter().map(|s| (*s, 1)).collect());
        let solution = ilp.solve()?;
        let terms = self.params.iter().zip(&u);
        Some(UpperBound {
            row: c.iter().map(|v| solution[*v]).collect(),
            bound: terms.fold(Expr::constant(solution[constant]), |sum, (name, v)| {
                sum + Expr::var(name) * solution[*v]
            }),
        })
    }
}

/// Variables that are at least the absolute values of others.
fn absolute_values(ilp: &mut Ilp, of: &[usize]) -> Vec<usize> {
    of.iter()
        .map(|x| {
            let size = ilp.variable(0, ROW_LIMIT);
            ilp.at_least_zero(vec![(size, 1), (*x, -1)], 0);
            ilp.at_least_zero(vec![(size, 1), (*x, 1)], 0);
            size
        })
        .collect()
}

/// isl's description of the affine forms that are non-negative on one convex piece.
fn valid_forms(piece: &Set) -> Result<Vec<(Vec<i64>, bool)>> {
    piece.remove_divs()?.raw_coefficients()?.constraint_rows()
}

impl Set {
    fn raw_coefficients(&self) -> Result<Set> {
        let raw = isl_rs::Set::from_basic_set(self.take().coefficients()?)?;
        Ok(Set::own(raw, &self.ctx))
    }

    /// The constraints of a cone, `row · dims >= 0` or `= 0`; the space must be a wrapped relation
    /// of parameters and variables, as isl's coefficient sets are.
    fn constraint_rows(&self) -> Result<Vec<(Vec<i64>, bool)>> {
        let list = self.raw.get_basic_set_list()?;
        let mut rows = Vec::new();
        for at in 0..list.n_basic_set()? {
            let constraints = list.get_basic_set(at)?.get_constraint_list()?;
            for k in 0..constraints.n_constraint()? {
                rows.push(read_constraint(&constraints.get_constraint(k)?)?);
            }
        }
        Ok(rows)
    }
}

fn read_constraint(constraint: &isl_rs::Constraint) -> Result<(Vec<i64>, bool)> {
    use isl_rs::DimType::Set as Dim;
    let row = (0..constraint.dim(Dim)?)
        .map(|k| Ok(constraint.get_coefficient_val(Dim, k)?.get_num_si()?))
        .collect::<Result<Vec<_>>>()?;
    if constraint.get_constant_val()?.is_zero()? {
        Ok((row, constraint.is_equality()?))
    } else {
        Err(PolyError::Failed(
            "a cone has no constant terms".to_string(),
        ))
    }
}
