//! Affine bounds that hold on a whole set, by Farkas' lemma (Schrijver 1986, section 7.3): isl
//! describes all affine forms that are non-negative on a polyhedron, an integer program picks one.

use crate::{Expr, Ilp, PolyError, Result, Set};

/// Largest coefficient that is tried.
const LIMIT: i64 = 1 << 20;
/// Largest row entry that is tried.
const ROW_LIMIT: i64 = 64;

/// A row `c` with an affine bound: `c·d <= bound` for every `d` of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpperBound {
    /// The row.
    pub row: Vec<i64>,
    /// Its bound in the parameters.
    pub bound: Expr,
}

/// The half-spaces that describe `{ (constant, params, vars) : constant + params·P + vars·x >= 0 on a piece }`.
struct Cone {
    rows: Vec<(Vec<i64>, bool)>,
}

/// Among rows `c` with `test·c >= 1`, the one with the least bound on `set`: parameter coefficients
/// first (in the order of `Set::param_names`), then the constant, then the size of the row.
///
/// Shapes: `set` has n dimensions, `test` n entries. `None` if no affine bound exists within limits.
pub fn least_upper_bound(set: &Set, test: &[i64]) -> Result<Option<UpperBound>> {
    let params = set.param_names()?;
    let dims = set.dims()?;
    let mut ilp = Ilp::new();
    let constant = ilp.variable(-LIMIT, LIMIT);
    let u: Vec<usize> = params.iter().map(|_| ilp.variable(-LIMIT, LIMIT)).collect();
    let c: Vec<usize> = (0..dims)
        .map(|_| ilp.variable(-ROW_LIMIT, ROW_LIMIT))
        .collect();
    let size: Vec<usize> = (0..dims).map(|_| ilp.variable(0, ROW_LIMIT)).collect();
    for piece in set.pieces()? {
        for (row, equality) in valid_forms(&piece)?.rows {
            let (head, vars) = row.split_at(1 + params.len());
            let affine = std::iter::once(&constant).chain(&u).copied().zip(head.iter().copied());
            let negated = c.iter().copied().zip(vars.iter().map(|v| -v));
            let terms = affine.chain(negated).filter(|(_, k)| *k != 0).collect();
            match equality {
                true => ilp.equal_zero(terms, 0),
                false => ilp.at_least_zero(terms, 0),
            }
        }
    }
    ilp.at_least_zero(c.iter().copied().zip(test.iter().copied()).collect(), -1);
    for (x, s) in c.iter().zip(&size) {
        ilp.at_least_zero(vec![(*s, 1), (*x, -1)], 0);
        ilp.at_least_zero(vec![(*s, 1), (*x, 1)], 0);
    }
    u.iter().for_each(|v| ilp.minimise(vec![(*v, 1)]));
    ilp.minimise(vec![(constant, 1)]);
    ilp.minimise(size.iter().map(|s| (*s, 1)).collect());
    Ok(ilp.solve().map(|solution| UpperBound {
        row: c.iter().map(|v| solution[*v]).collect(),
        bound: params
            .iter()
            .zip(&u)
            .fold(Expr::constant(solution[constant]), |sum, (name, v)| {
                sum + Expr::var(name) * solution[*v]
            }),
    }))
}

/// isl's description of the affine forms that are non-negative on one convex piece.
fn valid_forms(piece: &Set) -> Result<Cone> {
    let convex = piece.remove_divs()?;
    let forms = convex.raw_coefficients()?;
    forms.constraint_rows().map(|rows| Cone { rows })
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
        Err(PolyError::Failed("a cone has no constant terms".to_string()))
    }
}
