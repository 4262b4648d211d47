//! Hyperplanes that each separate as many convex sets of conflicts as possible (Bhaskaracharya,
//! Bondhugula, Cohen: Automatic storage optimization for arrays, 2016, section 3.4).
//!
//! A row separates a convex set if it is at least 1 on all of it, or at most -1. One integer
//! program decides which sets are separated, and keeps the bound of the row on all of them small;
//! the next row is sought for the differences on which this one is 0.

use super::decompose::decompositions;
use super::orders::{every_order, on_kernel};
use crate::numbers::{positive, unit};
use crate::{Mapping, Problem};
use poly::{Ilp, IntMatrix, Linear, Result, Set, ValidForms};

/// Largest coefficient of a parameter in a bound, and largest entry of a row.
const LIMIT: i64 = 16;
/// A solver in floating point does not distinguish larger weights of an objective.
const MOST_WEIGHT: i64 = 1 << 20;

/// The mappings of the rows for each decomposition of the conflicts.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let mut tried: Vec<Vec<Vec<i64>>> = Vec::new();
    let mut found = Vec::new();
    let lean = problem.lean()?;
    for pieces in decompositions(&lean)? {
        let Some(rows) = hyperplanes(&lean, pieces)? else {
            continue;
        };
        if !tried.contains(&rows) {
            found.extend(every_order(problem, &rows)?);
            tried.push(rows);
        }
    }
    Ok(found)
}

/// Rows such that each difference is separated by one of them; `None` if the program has no answer
/// within limits.
fn hyperplanes(problem: &Problem, mut pieces: Vec<Set>) -> Result<Option<Vec<Vec<i64>>>> {
    let mut rows = Vec::new();
    while !pieces.is_empty() {
        if rows.len() == problem.dims() {
            return Ok(None);
        }
        let row = match along_line(&rows, problem.dims()) {
            Some(row) => Some(row),
            None => next_hyperplane(problem, &pieces)?,
        };
        let Some(row) = row else {
            return Ok(None);
        };
        let mut left = Vec::new();
        for piece in &pieces {
            let piece = on_kernel(problem, piece, &row)?;
            if !piece.is_empty()? {
                left.push(piece);
            }
        }
        pieces = left;
        rows.push(positive(row));
    }
    Ok(Some(rows))
}

/// If the differences on which the rows are 0 are on a line, an axis along which neighbouring
/// points of the line are one apart: it separates all of them with the least bound, without a
/// program.
fn along_line(rows: &[Vec<i64>], dims: usize) -> Option<Vec<i64>> {
    let kernel = IntMatrix::from_rows(rows.to_vec(), dims).and_then(|m| m.kernel());
    let kernel = kernel.ok()?;
    let [line] = kernel.rows() else {
        return None;
    };
    let axis = line.iter().rposition(|x| x.abs() == 1)?;
    Some(unit(axis, dims))
}

/// The row with the lexicographically least (number of sets not separated, coefficients of its
/// bound in the parameters, constant of the bound, size of its entries).
fn next_hyperplane(problem: &Problem, pieces: &[Set]) -> Result<Option<Vec<i64>>> {
    let forms = pieces
        .iter()
        .map(ValidForms::of)
        .collect::<Result<Vec<_>>>()?;
    let Some(common) = ValidForms::common(&forms) else {
        return Ok(None);
    };
    let mut program = Program::new(problem, common.params().len());
    program.bound(&common);
    for (at, valid) in forms.iter().enumerate() {
        program.decide(valid, at == 0);
    }
    Ok(program.solve())
}

/// The integer program for one row.
struct Program {
    ilp: Ilp,
    /// The bound `u·P + w`: first w, then u.
    bound: Vec<usize>,
    row: Vec<usize>,
    /// 1 for each set that is separated.
    separated: Vec<usize>,
    /// An upper limit of each coefficient of the bound: the constant, then the parameters.
    ceiling: Vec<i64>,
}

impl Program {
    fn new(problem: &Problem, params: usize) -> Self {
        let fixed = problem.extents.iter().filter_map(|e| e.as_constant());
        let constant = fixed.fold(LIMIT, |sum, e| {
            sum.saturating_add(e.clamp(0, 1 << 16) * LIMIT)
        });
        let mut ilp = Ilp::new();
        let mut bound = vec![ilp.variable(-constant, constant)];
        bound.extend((0..params).map(|_| ilp.variable(0, LIMIT)));
        let row = (0..problem.dims())
            .map(|_| ilp.variable(-LIMIT, LIMIT))
            .collect();
        let mut ceiling = vec![constant];
        ceiling.extend(std::iter::repeat_n(LIMIT, params));
        Program {
            ilp,
            bound,
            row,
            separated: Vec::new(),
            ceiling,
        }
    }

    /// `-(u·P + w) <= row·d <= u·P + w` on the set.
    fn bound(&mut self, valid: &ValidForms) {
        for sign in [1, -1] {
            let bound = self.bound.iter().map(|v| Linear::variable(*v));
            let row = self.row.iter().map(|v| Linear::of(vec![(*v, sign)]));
            let form: Vec<Linear> = bound.chain(row).collect();
            valid.demand(&mut self.ilp, &form);
        }
    }

    /// Adds two decisions, at most one of them 1: the row is at least 1 on the set, or at most -1.
    /// A row and its negative are equivalent: if `positive` is set, only the first decision is
    /// offered.
    fn decide(&mut self, valid: &ValidForms, positive: bool) {
        for (sign, most) in [(1, 1), (-1, i64::from(!positive))] {
            let x = self.ilp.variable(0, most);
            let ceiling = self.ceiling.iter().enumerate();
            // sign * row·d - 1 + (1 - x) * (ceiling + 1) >= 0
            let slack = ceiling.map(|(at, c)| {
                let c = c + i64::from(at == 0);
                let least = i64::from(at == 0);
                Linear {
                    terms: vec![(x, -c)],
                    constant: c - least,
                }
            });
            let row = self.row.iter().map(|v| Linear::of(vec![(*v, sign)]));
            let form: Vec<Linear> = slack.chain(row).collect();
            valid.demand(&mut self.ilp, &form);
            self.separated.push(x);
        }
    }

    /// Objectives equivalent to minimising the coefficients of the bound one after the other, then
    /// the sum of the absolute entries: as few as possible, each a sum in which every variable
    /// outweighs all later ones.
    fn bound_then_size(&mut self) -> Vec<Vec<(usize, i64)>> {
        let row: Vec<Linear> = self.row.iter().map(|v| Linear::variable(*v)).collect();
        let size = self.ilp.absolute_values(&row, LIMIT);
        let mut stages = Vec::new();
        let mut stage: Vec<(usize, i64)> = size.iter().map(|s| (*s, 1)).collect();
        let mut weight = LIMIT * size.len() as i64 + 1;
        let mut ranges: Vec<(usize, i64)> = std::iter::zip(&self.bound, &self.ceiling)
            .map(|(variable, most)| (*variable, 2 * most + 1))
            .collect();
        ranges[1..].reverse();
        for (variable, range) in ranges {
            if weight.saturating_mul(range) > MOST_WEIGHT {
                stages.push(std::mem::take(&mut stage));
                weight = 1;
            }
            stage.push((variable, weight));
            weight *= range;
        }
        stages.push(stage);
        stages.reverse();
        stages
    }

    fn solve(mut self) -> Option<Vec<i64>> {
        let each = |factor: i64| self.separated.iter().map(|x| (*x, factor)).collect();
        self.ilp.at_least_zero(each(1), -1);
        self.ilp.minimise(each(-1));
        for objective in self.bound_then_size() {
            self.ilp.minimise(objective);
        }
        let solution = self.ilp.solve()?;
        Some(self.row.iter().map(|v| solution[*v]).collect())
    }
}
