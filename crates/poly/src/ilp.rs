//! Small integer linear programs, minimised lexicographically, objective by objective (coin_cbc).
//!
//! cbc computes in floating point. Every answer is rounded and checked against the constraints in
//! exact arithmetic; what is proved with it is proved again elsewhere, so a suboptimal answer costs
//! quality, never correctness.

use coin_cbc::{Model, Sense};

/// cbc's settings: silent, and without the features that only help with large programs.
const SMALL_PROBLEM: [(&str, &str); 5] = [
    ("logLevel", "0"),
    ("preprocess", "off"),
    ("cutsOnOff", "off"),
    ("heuristicsOnOff", "off"),
    ("presolve", "off"),
];

/// Number of nodes (never time, which would change results) after which a search for a first
/// solution ends, and a search for a better one.
const MOST_NODES: &str = "500";
const MOST_NODES_FOR_BETTER: &str = "100";

/// An integer program: variables with bounds, linear constraints, objectives in order.
#[derive(Clone, Debug, Default)]
pub struct Ilp {
    bounds: Vec<(i64, i64)>,
    /// The variable that need not be an integer.
    scale: Option<usize>,
    constraints: Vec<Constraint>,
    objectives: Vec<Vec<(usize, i64)>>,
}

/// `constant + sum of coefficient * variable`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Variables and their coefficients.
    pub terms: Vec<(usize, i64)>,
    /// The constant.
    pub constant: i64,
}

impl Linear {
    /// A sum without constant.
    pub fn of(terms: Vec<(usize, i64)>) -> Self {
        Linear { terms, constant: 0 }
    }

    /// One variable.
    pub fn variable(variable: usize) -> Self {
        Linear::of(vec![(variable, 1)])
    }

    /// A number.
    pub fn constant(constant: i64) -> Self {
        Linear {
            terms: Vec::new(),
            constant,
        }
    }

    /// `self + factor * other`.
    pub fn plus(mut self, other: &Linear, factor: i64) -> Self {
        for (variable, c) in &other.terms {
            let c = c.saturating_mul(factor);
            match self.terms.iter_mut().find(|(v, _)| v == variable) {
                Some((_, sum)) => *sum = sum.saturating_add(c),
                None => self.terms.push((*variable, c)),
            }
        }
        let constant = other.constant.saturating_mul(factor);
        self.constant = self.constant.saturating_add(constant);
        self.terms.retain(|(_, c)| *c != 0);
        self
    }

    /// The value of the sum for values of the variables.
    pub fn value(&self, solution: &[i64]) -> i64 {
        let sum = value_of(&self.terms, solution).unwrap_or(i64::MAX);
        sum.saturating_add(self.constant)
    }
}

/// `sum of coefficient * variable + constant >= 0`, or `= 0`.
#[derive(Clone, Debug)]
struct Constraint {
    terms: Vec<(usize, i64)>,
    constant: i64,
    equality: bool,
}

/// Values of the variables, in the order in which they were added.
pub type Solution = Vec<i64>;

impl Ilp {
    /// A program without variables.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new integer variable within `low..=high`; returns its index.
    pub fn variable(&mut self, low: i64, high: i64) -> usize {
        self.bounds.push((low, high));
        self.bounds.len() - 1
    }

    /// A variable that may be any number of `0..=high`, rounded up in a solution; there can be one.
    /// Constraints that contain it are not checked: its least value follows from the other
    /// variables, and the caller computes it exactly.
    pub fn scale(&mut self, high: i64) -> usize {
        let scale = self.variable(0, high);
        self.scale = Some(scale);
        scale
    }

    /// Variables that are at least the absolute values of sums, and at most `limit`.
    pub fn absolute_values(&mut self, of: &[Linear], limit: i64) -> Vec<usize> {
        of.iter()
            .map(|x| {
                let size = self.variable(0, limit);
                for sign in [1, -1] {
                    let rest = Linear::variable(size).plus(x, sign);
                    self.at_least_zero(rest.terms, rest.constant);
                }
                size
            })
            .collect()
    }

    /// Demands `sum + constant >= 0`.
    pub fn at_least_zero(&mut self, terms: Vec<(usize, i64)>, constant: i64) {
        self.push(terms, constant, false);
    }

    /// Demands `sum + constant = 0`.
    pub fn equal_zero(&mut self, terms: Vec<(usize, i64)>, constant: i64) {
        self.push(terms, constant, true);
    }

    fn push(&mut self, terms: Vec<(usize, i64)>, constant: i64, equality: bool) {
        self.constraints.push(Constraint {
            terms,
            constant,
            equality,
        });
    }

    /// Adds an objective, less important than those before it.
    pub fn minimise(&mut self, terms: Vec<(usize, i64)>) {
        self.objectives.push(terms);
    }

    /// The lexicographic minimum; `None` if there is none, or if cbc's answer fails the check. If
    /// the search for a later objective finds nothing better in time, the best solution so far is
    /// the answer.
    pub fn solve(&self) -> Option<Solution> {
        let mut staged = self.clone();
        let mut best: Option<Solution> = None;
        for objective in &self.objectives {
            let solution = match best {
                None => staged.solve_stage(objective, MOST_NODES)?,
                Some(found) => staged.improved(objective, found)?,
            };
            let value = value_of(objective, &solution)?;
            staged.at_most(objective, value);
            best = Some(solution);
        }
        best
    }

    /// Demands that an objective is not above a value.
    fn at_most(&mut self, objective: &[(usize, i64)], value: i64) {
        let negated = objective.iter().map(|(v, c)| (*v, -c)).collect();
        self.push(negated, value, false);
    }

    /// The best solution found from a given one: first with the same decisions (variables between 0
    /// and 1), then a better one with any decisions.
    fn improved(&self, objective: &[(usize, i64)], found: Solution) -> Option<Solution> {
        let mut decided = self.clone();
        for (bounds, value) in decided.bounds.iter_mut().zip(&found) {
            if *bounds == (0, 1) {
                *bounds = (*value, *value);
            }
        }
        if decided.bounds == self.bounds {
            return self.solve_stage(objective, MOST_NODES).or(Some(found));
        }
        let found = decided.solve_stage(objective, MOST_NODES).unwrap_or(found);
        let mut better = self.clone();
        better.at_most(objective, value_of(objective, &found)?.checked_sub(1)?);
        let better = better.solve_stage(objective, MOST_NODES_FOR_BETTER);
        Some(better.unwrap_or(found))
    }

    fn solve_stage(&self, objective: &[(usize, i64)], most_nodes: &str) -> Option<Solution> {
        let mut model = Model::default();
        for (name, value) in SMALL_PROBLEM {
            model.set_parameter(name, value);
        }
        model.set_parameter("maxNodes", most_nodes);
        model.set_obj_sense(Sense::Minimize);
        let columns: Vec<_> = self
            .bounds
            .iter()
            .enumerate()
            .map(|(variable, (low, high))| {
                let column = match self.scale == Some(variable) {
                    true => model.add_col(),
                    false => model.add_integer(),
                };
                model.set_col_lower(column, *low as f64);
                model.set_col_upper(column, *high as f64);
                column
            })
            .collect();
        for (variable, c) in objective {
            model.set_obj_coeff(columns[*variable], *c as f64);
        }
        for constraint in &self.constraints {
            let row = model.add_row();
            for (variable, c) in &constraint.terms {
                model.set_weight(row, columns[*variable], *c as f64);
            }
            let bound = -(constraint.constant as f64);
            match constraint.equality {
                true => model.set_row_equal(row, bound),
                false => model.set_row_lower(row, bound),
            }
        }
        let solved = model.solve();
        if solved.raw().is_proven_infeasible() {
            return None;
        }
        let rounded = |value: f64, variable: usize| match self.scale == Some(variable) {
            true => value.ceil() as i64,
            false => value.round() as i64,
        };
        let values = columns.iter().enumerate();
        let values = values.map(|(variable, column)| rounded(solved.col(*column), variable));
        let solution: Solution = values.collect();
        self.holds(&solution).then_some(solution)
    }

    /// Exact check of bounds and constraints.
    fn holds(&self, solution: &[i64]) -> bool {
        let in_bounds = self
            .bounds
            .iter()
            .zip(solution)
            .all(|((low, high), x)| low <= x && x <= high);
        let holds_scale = |c: &&Constraint| c.terms.iter().any(|(v, _)| self.scale == Some(*v));
        let mut exact = self.constraints.iter().filter(|c| !holds_scale(c));
        in_bounds
            && exact.all(|c| {
                let value = value_of(&c.terms, solution).and_then(|v| v.checked_add(c.constant));
                match c.equality {
                    true => value == Some(0),
                    false => value.is_some_and(|v| v >= 0),
                }
            })
    }
}

fn value_of(terms: &[(usize, i64)], solution: &[i64]) -> Option<i64> {
    terms.iter().try_fold(0_i64, |sum, (variable, c)| {
        sum.checked_add(c.checked_mul(solution[*variable])?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimises_in_order() {
        let mut ilp = Ilp::new();
        let x = ilp.variable(0, 10);
        let y = ilp.variable(0, 10);
        ilp.at_least_zero(vec![(x, 2), (y, 3)], -7);
        ilp.minimise(vec![(x, 1), (y, 1)]);
        ilp.minimise(vec![(x, 1)]);
        assert_eq!(ilp.solve(), Some(vec![0, 3]));
    }

    /// The least multiple of the box around (3, 2) that contains an integer point with x + y >= 3:
    /// (2, 1), by 2/3.
    #[test]
    fn scale_need_not_be_an_integer() {
        let mut ilp = Ilp::new();
        let scale = ilp.scale(10);
        let x = ilp.variable(-10, 10);
        let y = ilp.variable(-10, 10);
        ilp.at_least_zero(vec![(scale, 3), (x, -1)], 0);
        ilp.at_least_zero(vec![(scale, 2), (y, -1)], 0);
        ilp.at_least_zero(vec![(x, 1), (y, 1)], -3);
        ilp.minimise(vec![(scale, 1)]);
        assert_eq!(ilp.solve(), Some(vec![1, 2, 1]));
    }

    #[test]
    fn infeasible_is_none() {
        let mut ilp = Ilp::new();
        let x = ilp.variable(0, 3);
        ilp.at_least_zero(vec![(x, 1)], -4);
        ilp.minimise(vec![(x, 1)]);
        assert_eq!(ilp.solve(), None);
    }
}
