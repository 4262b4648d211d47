//! The star-shaped extension of a union of polyhedra (Darte, Isoard, Yuki: Extended lattice-based
//! memory allocation, 2016, section 4.2.4).

use crate::Problem;
use crate::problem::row_text;
use poly::{Halfspace, Result, Set, Space, all, names};

/// `{ x integer : x = c y for a y in set and 0 < c <= 1 }`, y rational, for a set without
/// parameters and integer divisions.
pub(super) fn star(problem: &Problem, set: &Set) -> Result<Set> {
    let (space, d) = (Space::plain(&problem.ctx), names("d", problem.dims()));
    let mut found = Set::none(&problem.ctx, problem.dims())?;
    for piece in set.pieces()? {
        let conditions = star_conditions(&piece.halfspaces()?);
        found = found.union(&space.points(&d, all(conditions))?)?;
    }
    found.coalesce()
}

/// Fourier-Motzkin elimination of `c` from `row·x + c * constant >= 0` and `0 < c <= 1`.
///
/// `c` is at least `-row·x / constant` if the constant is positive, at most that if it is negative;
/// more than 0 is at least 1 for integers.
fn star_conditions(halfspaces: &[Halfspace]) -> Vec<String> {
    let inequalities: Vec<(Vec<i64>, i64)> = halfspaces.iter().flat_map(inequalities).collect();
    let mut conditions = Vec::new();
    for (row, constant) in &inequalities {
        let least = match constant.signum() {
            1 => -constant,
            0 => 0,
            _ => 1,
        };
        conditions.push(format!("{} >= {least}", row_text(row)));
    }
    for (low, positive) in inequalities.iter().filter(|(_, c)| *c > 0) {
        for (high, negative) in inequalities.iter().filter(|(_, c)| *c < 0) {
            // -low·x / positive <= -high·x / negative
            let both = low.iter().zip(high);
            let row: Vec<i64> = both
                .map(|(l, h)| {
                    l.saturating_mul(-negative)
                        .saturating_add(h.saturating_mul(*positive))
                })
                .collect();
            conditions.push(format!("{} >= 0", row_text(&row)));
        }
    }
    conditions
}

fn inequalities(halfspace: &Halfspace) -> Vec<(Vec<i64>, i64)> {
    let (row, constant) = (halfspace.row.clone(), halfspace.constant);
    let negative = row.iter().map(|c| -c).collect();
    match halfspace.equality {
        true => vec![(row, constant), (negative, -constant)],
        false => vec![(row, constant)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poly::{Context, Expr};

    fn check(set: &str, expected: &str) {
        let ctx = Context::new();
        let set = Set::parse(&ctx, set).unwrap();
        let expected = Set::parse(&ctx, expected).unwrap();
        let problem = Problem {
            half: set.clone(),
            touched: set.clone(),
            extents: vec![Expr::constant(9); 2],
            context: Set::parse(&ctx, "{ : 0 <= 0 }").unwrap(),
            innermost: Vec::new(),
            params: Vec::new(),
            ctx,
        };
        let found = star(&problem, &set).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found}");
    }

    #[test]
    fn integer_points_towards_zero_are_added() {
        // The example of section 4.2.4: the line y = 0 is not added.
        check("{ [x, y] : 2 <= y <= 3 }", "{ [x, y] : 1 <= y <= 3 }");
        check("{ [x, y] : x = 4 and y = 6 }", "{ [2, 3]; [4, 6] }");
        check(
            "{ [x, y] : x = 0 and y >= 5 }",
            "{ [x, y] : x = 0 and y >= 1 }",
        );
        check(
            "{ [x, y] : 0 <= x <= 3 and 0 <= y <= 2 }",
            "{ [x, y] : 0 <= x <= 3 and 0 <= y <= 2 }",
        );
        check(
            "{ [x, y] : x >= 1 and y = 0 or x = 0 and y = -2 }",
            "{ [x, y] : x >= 1 and y = 0 or x = 0 and -2 <= y <= -1 }",
        );
        check("{ [x, y] : false }", "{ [x, y] : false }");
    }
}
