//! Affine forms that are non-negative on a whole set, by Farkas' lemma (Schrijver 1986, section
//! 7.3): isl describes all of them by half-spaces over their coefficients, an integer program picks
//! one.

use crate::{Expr, Ilp, Linear, Result, Set};
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
    /// The row as a combination of the basis.
    pub multipliers: Vec<i64>,
    /// Its bound in the parameters.
    pub bound: Expr,
}

/// All affine forms `constant + params·P + row·x` that are non-negative on one convex set for every
/// parameter value: half-spaces of (constant, params, row).
#[derive(Clone, Debug)]
pub struct ValidForms {
    params: Vec<String>,
    /// Coefficients of constant, parameters, row; `>= 0`, or `= 0` where the flag is set.
    constraints: BTreeSet<(Vec<i64>, bool)>,
}

impl ValidForms {
    /// The valid forms of a convex, non-empty set; integer divisions are dropped.
    pub fn of(piece: &Set) -> Result<Self> {
        let constraints = piece.remove_divs()?.raw_coefficients()?.halfspaces()?;
        Ok(ValidForms {
            params: piece.param_names()?,
            constraints: constraints
                .into_iter()
                .map(|h| (h.row, h.equality))
                .collect(),
        })
    }

    /// The forms that are valid on all of several sets of one space.
    pub fn common<'a>(each: impl IntoIterator<Item = &'a ValidForms>) -> Option<Self> {
        let mut each = each.into_iter();
        let first = each.next()?.clone();
        Some(each.fold(first, |mut all, next| {
            all.constraints.extend(next.constraints.iter().cloned());
            all
        }))
    }

    /// The parameters, in the order of their coefficients.
    pub fn params(&self) -> &[String] {
        &self.params
    }

    /// Demands that a form is valid; `form` has an entry for the constant, one for each parameter
    /// and one for each dimension, each linear in variables of the program.
    pub fn demand(&self, ilp: &mut Ilp, form: &[Linear]) {
        for (row, equality) in &self.constraints {
            let scaled = form.iter().zip(row).filter(|(_, k)| **k != 0);
            let sum = scaled.fold(Linear::default(), |sum, (entry, k)| sum.plus(entry, *k));
            match equality {
                true => ilp.equal_zero(sum.terms, sum.constant),
                false => ilp.at_least_zero(sum.terms, sum.constant),
            }
        }
    }
}

/// A set, prepared for bounding the absolute value of many rows on it.
#[derive(Clone, Debug)]
pub struct Bounder {
    params: Vec<String>,
    dims: usize,
    /// Half-spaces of (bound, row), for all pieces and their negatives.
    forms: ValidForms,
}

impl Bounder {
    /// Prepares a set of n dimensions.
    pub fn new(set: &Set) -> Result<Self> {
        let params = set.param_names()?;
        let mut constraints = BTreeSet::new();
        for piece in set.pieces()? {
            for (mut row, equality) in ValidForms::of(&piece)?.constraints {
                constraints.insert((row.clone(), equality));
                row[1 + params.len()..].iter_mut().for_each(|v| *v = -*v);
                constraints.insert((row, equality));
            }
        }
        Ok(Bounder {
            dims: set.dims()?,
            forms: ValidForms {
                params: params.clone(),
                constraints,
            },
            params,
        })
    }

    /// The parameters of the set, in the order in which values are expected.
    pub fn params(&self) -> &[String] {
        &self.params
    }

    /// Among the rows `sum of k_j * basis_j` with some `k_j >= 1`, `j >= from`, the one with the
    /// least bound at the given parameter values, then the smallest row. Shapes: `basis` has rows
    /// of n entries, `at` one entry per parameter of the set. `None` if no affine bound exists
    /// within limits.
    pub fn least_upper_bound(
        &self,
        basis: &[Vec<i64>],
        from: usize,
        at: &[i64],
    ) -> Option<UpperBound> {
        let programs = (from..basis.len()).map(|wanted| Program::new(self, basis, wanted));
        let bounded = programs.filter_map(|program| {
            let least = program.least_bound(at)?;
            Some((least, program))
        });
        let bounded: Vec<(i64, Program)> = bounded.collect();
        let least = bounded.iter().map(|(bound, _)| *bound).min()?;
        let best = bounded.into_iter().filter(|(bound, _)| *bound == least);
        let smallest = best.filter_map(|(bound, program)| program.smallest_row(at, bound));
        let found = smallest.min_by_key(|(size, _, _)| *size);
        found.map(|(_, program, solution)| program.read(&self.params, &solution))
    }
}

/// The integer program for the rows with one multiplier that is at least 1.
struct Program {
    ilp: Ilp,
    constant: usize,
    /// Coefficients of the parameters in the bound.
    params: Vec<usize>,
    multipliers: Vec<usize>,
    row: Vec<Linear>,
}

impl Program {
    fn new(bounder: &Bounder, basis: &[Vec<i64>], wanted: usize) -> Self {
        let mut ilp = Ilp::new();
        let constant = ilp.variable(-CONSTANT_LIMIT, CONSTANT_LIMIT);
        let mut several = |count: usize, low: i64, high: i64| -> Vec<usize> {
            (0..count).map(|_| ilp.variable(low, high)).collect()
        };
        let params = several(bounder.params.len(), 0, LIMIT);
        let multipliers = several(basis.len(), -ROW_LIMIT, ROW_LIMIT);
        ilp.at_least_zero(vec![(multipliers[wanted], 1)], -1);
        let entry = |dim: usize| {
            let terms = multipliers.iter().zip(basis).map(|(k, row)| (*k, row[dim]));
            Linear::of(terms.filter(|(_, c)| *c != 0).collect())
        };
        let row: Vec<Linear> = (0..bounder.dims).map(entry).collect();
        let bound = std::iter::once(constant).chain(params.iter().copied());
        let form: Vec<Linear> = bound.map(Linear::variable).chain(row.clone()).collect();
        bounder.forms.demand(&mut ilp, &form);
        Program {
            ilp,
            constant,
            params,
            multipliers,
            row,
        }
    }

    /// The bound at parameter values.
    fn bound_at(&self, at: &[i64]) -> Vec<(usize, i64)> {
        let terms = self.params.iter().copied().zip(at.iter().copied());
        terms.chain([(self.constant, 1)]).collect()
    }

    fn least_bound(&self, at: &[i64]) -> Option<i64> {
        let mut ilp = self.ilp.clone();
        ilp.minimise(self.bound_at(at));
        let solution = ilp.solve()?;
        Some(Linear::of(self.bound_at(at)).value(&solution))
    }

    /// The smallest row whose bound is at most `bound`, with the sum of its absolute entries.
    fn smallest_row(mut self, at: &[i64], bound: i64) -> Option<(i64, Self, Vec<i64>)> {
        let negated = self.bound_at(at).into_iter().map(|(v, c)| (v, -c));
        self.ilp.at_least_zero(negated.collect(), bound);
        let size = self.ilp.absolute_values(&self.row, ROW_LIMIT);
        let size: Vec<(usize, i64)> = size.iter().map(|s| (*s, 1)).collect();
        self.ilp.minimise(size.clone());
        let solution = self.ilp.solve()?;
        Some((Linear::of(size).value(&solution), self, solution))
    }

    fn read(&self, params: &[String], solution: &[i64]) -> UpperBound {
        let terms = params.iter().zip(&self.params);
        UpperBound {
            row: self.row.iter().map(|e| e.value(solution)).collect(),
            multipliers: self.multipliers.iter().map(|v| solution[*v]).collect(),
            bound: terms.fold(Expr::constant(solution[self.constant]), |sum, (name, v)| {
                sum + Expr::var(name) * solution[*v]
            }),
        }
    }
}

impl Set {
    fn raw_coefficients(&self) -> Result<Set> {
        let raw = isl_rs::Set::from_basic_set(self.take().coefficients()?)?;
        Ok(Set::own(raw, &self.ctx))
    }
}
