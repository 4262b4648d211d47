//! Projection along one occupancy vector: a shortest vector without multiples among the
//! differences, for all parameter values (Strout, Carter, Ferrante, Simon 1998; Yuki, Rajopadhye
//! 2013).
//!
//! The forms that are 0 along the vector distinguish the projected elements; if the vector passes
//! other integer points, these are distinguished by a modulo by the greatest common divisor of its
//! entries.

use super::norm::{MOST_DIMS_FOR_MANHATTAN, Norm, ball};
use super::orders::best_basis;
use super::reuse::Dual;
use crate::numbers::{divisor, manhattan, primitive};
use crate::{Mapping, Problem};
use poly::{Expr, Map, Result, Set, Space, all, names};

/// All vectors up to this length are tried; of longer ones, the shortest for each combination of
/// signs.
const LONGEST: i64 = 12;
/// With more dimensions there are too many combinations of signs.
const MOST_DIMS_FOR_LONGER: usize = 4;
/// How many of the shortest vectors are tried.
const MOST_TRIED: usize = 3;
/// With more vectors of one length the strategy gives up.
const MOST_TIES: usize = 2000;

/// Projections along the shortest occupancy vectors.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let any = problem.half.intersect_params(&problem.context)?;
    let any = any.without_params()?;
    let any = any.union(&any.neg()?)?.coalesce()?;
    let projections = shortest(problem, &any)?
        .into_iter()
        .map(|vector| Projection::along(problem, vector))
        .collect::<Result<Vec<_>>>()?;
    let mut found = best_basis(problem, projections.iter().map(Projection::basis))?;
    let turns = found
        .iter()
        .flat_map(|mapping| projections.iter().filter_map(|p| p.taking_turns(mapping)));
    let turns: Vec<Mapping> = turns.collect();
    found.extend(turns);
    Ok(found)
}

/// The forms of a projection along a vector.
struct Projection {
    forms: Dual,
    /// The number of integer points on the vector: the greatest common divisor of its entries.
    turns: i64,
}

impl Projection {
    fn along(problem: &Problem, vector: Vec<i64>) -> Result<Self> {
        let turns = divisor(&vector);
        let forms = Dual::of(problem, &[primitive(vector)])?;
        Ok(Projection { forms, turns })
    }

    fn basis(&self) -> Vec<Vec<i64>> {
        [self.forms.orthogonal.clone(), self.forms.along.clone()].concat()
    }

    /// The mapping with the modulus along the vector lowered to the number of turns, if it is
    /// larger.
    fn taking_turns(&self, mapping: &Mapping) -> Option<Mapping> {
        let mut found = mapping.clone();
        let row = found
            .rows
            .iter_mut()
            .find(|row| self.forms.along.contains(&row.form))?;
        let is_more = row.modulus.as_constant().is_none_or(|b| b > self.turns);
        is_more.then(|| row.modulus = Expr::constant(self.turns))?;
        Some(found.without_trivial_rows())
    }
}

/// The shortest vectors by the Manhattan norm without multiples among the differences, one of each
/// and its negative.
fn shortest(problem: &Problem, differences: &Set) -> Result<Vec<Vec<i64>>> {
    if problem.dims() > MOST_DIMS_FOR_MANHATTAN {
        return Ok(Vec::new());
    }
    for length in 1..=LONGEST {
        let ball = ball(Norm::Manhattan, problem.dims(), &length.to_string());
        let ball = problem.points_where(&ball)?.without_params()?;
        let Some(points) = ball.subtract(differences)?.points(MOST_TIES)? else {
            break;
        };
        let found = free_among(problem, differences, points, length)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    longer(problem, differences)
}

/// The shortest vectors that are not differences, one for each combination of signs, if none of
/// their multiples is a difference. For uniform dependences, the closed form of a shortest
/// occupancy vector is among them.
fn longer(problem: &Problem, differences: &Set) -> Result<Vec<Vec<i64>>> {
    let dims = problem.dims();
    let mut found = Vec::new();
    if dims == 0 || dims > MOST_DIMS_FOR_LONGER {
        return Ok(found);
    }
    let others = problem.universe()?;
    let others = others.subtract(differences)?;
    for signs in 0..1_u32 << (dims - 1) {
        let least = others.apply(&by_length(problem, signs << 1)?)?.lexmin()?;
        for point in least.points(1)?.into_iter().flatten() {
            let vector = point[1..].to_vec();
            if is_free(problem, differences, &vector)? {
                found.push(vector);
            }
        }
    }
    found.sort_by_key(|vector| manhattan(vector));
    found.dedup();
    found.truncate(MOST_TRIED);
    Ok(found)
}

/// `{ [d0', d1'] -> [d0' - d1', d0', d1'] : d0' >= 0 and -d1' >= 0 }`: vectors other than 0 with
/// their length, where the bits of `signs` tell the negative entries.
fn by_length(problem: &Problem, signs: u32) -> Result<Map> {
    let sign = |d: usize| if signs >> d & 1 == 1 { "-" } else { "+" };
    let entries = || 0..problem.dims();
    let length: String = entries().map(|d| format!(" {} d{d}'", sign(d))).collect();
    let length = format!("0{length}");
    let signed = entries().map(|d| format!("0 {} d{d}' >= 0", sign(d)));
    let condition = all([format!("{length} >= 1")].into_iter().chain(signed));
    let d = names("d", problem.dims());
    let measured = [vec![length], d.clone()].concat();
    Space::plain(&problem.ctx).pairs(&d, &measured, condition)
}

/// The first few vectors of this length without multiples among the differences.
fn free_among(
    problem: &Problem,
    differences: &Set,
    vectors: Vec<Vec<i64>>,
    length: i64,
) -> Result<Vec<Vec<i64>>> {
    let mut found = Vec::new();
    for vector in vectors {
        let is_first = vector.iter().find(|x| **x != 0).is_some_and(|x| *x > 0);
        if is_first && manhattan(&vector) == length && is_free(problem, differences, &vector)? {
            found.push(vector);
        }
        if found.len() == MOST_TRIED {
            break;
        }
    }
    Ok(found)
}

/// Whether no multiple of the vector is a difference.
fn is_free(problem: &Problem, differences: &Set, vector: &[i64]) -> Result<bool> {
    let entries = vector.iter().enumerate();
    let entries: Vec<String> = entries.map(|(d, x)| format!("d{d}' = {x}*k'")).collect();
    let line = format!("exists k' : {}", entries.join(" and "));
    let line = problem.points_where(&line)?.without_params()?;
    line.is_disjoint(differences)
}
