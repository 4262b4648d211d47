//! Rogers' heuristic: a lattice of multiples of the vectors of the successive minima of the convex
//! body around the differences (Darte, Schreiber, Villard 2005, heuristic 1; Alias, Baray, Darte:
//! Bee+Cl@k, 2007, section 4.1, heuristic 1a).
//!
//! The i-th minimum is the least factor by which the body contains i independent integer vectors.
//! Take a basis whose first vectors span these; multiples of its vectors that are outside of the
//! body span the lattice. Vectors are found at large parameter values; their multiples are computed
//! for all values.

use super::body::{Body, Ratio, is_small};
use crate::certificate::Sampled;
use crate::numbers::{manhattan, positive, power_of_two, primitive};
use crate::strategy::orders::on_kernel;
use crate::strategy::reuse::{Dual, shorten};
use crate::{Mapping, Problem, Row};
use poly::{Expr, Ilp, IntMatrix, Linear, Result, Set};

/// Largest coefficient of a vector in the basis in which it is sought.
const LIMIT: i64 = 1 << 12;
/// Largest factor by which the body is scaled to contain a vector of a basis.
const FARTHEST: i64 = 1 << 12;
/// How often multiples are raised.
const MOST_RAISED: usize = 12;

/// The lattice of the least multiples, raised one after the other until it contains no difference
/// at the samples; if all multiples are numbers, also the lattice of powers of two.
pub(crate) fn propose(problem: &Problem) -> Result<Vec<Mapping>> {
    let lean = problem.lean()?;
    if lean.is_empty(&lean.half)? {
        return Ok(vec![mapping(&[], &[], problem.dims())]);
    }
    let Some(body) = Body::of(&lean)? else {
        return Ok(Vec::new());
    };
    let Some(vectors) = minimum_vectors(&body)? else {
        return Ok(Vec::new());
    };
    let half = lean.half.intersect_params(&lean.context)?;
    let both = half.union(&half.neg()?)?;
    let hull = both.remove_divs()?.simple_hull()?;
    let basis = IntMatrix::from_rows(basis_along(&vectors)?, body.dims())?;
    let forms = basis.inverse_unimodular()?.transpose();
    let mut found = Vec::new();
    if let Some(multiples) = least_multiples(&lean, &hull, &vectors)? {
        let powers = powers_of_two(&multiples);
        found.extend(raised(&lean, forms.rows(), multiples)?);
        found.extend(powers.map(|powers| mapping(forms.rows(), &powers, body.dims())));
    }
    // If the differences are not convex, they may contain fewer multiples of each vector than their
    // hull.
    if let Some(multiples) = least_multiples(&lean, &both, &vectors)? {
        found.extend(raised(&lean, forms.rows(), multiples)?);
    }
    Ok(found)
}

/// A row for each form.
fn mapping(forms: &[Vec<i64>], moduli: &[Expr], dims: usize) -> Mapping {
    let rows = forms
        .iter()
        .zip(moduli)
        .map(|(form, modulus)| Row::new(positive(form.clone()), modulus.clone()));
    let mapping = Mapping {
        rows: rows.collect(),
        dims,
    };
    mapping.without_trivial_rows()
}

/// Vectors of the successive minima, as many as the body has dimensions, then others that complete
/// them to a basis of the rational space; `None` if a program has no answer.
pub(super) fn minimum_vectors(body: &Body) -> Result<Option<Vec<Vec<i64>>>> {
    let mut vectors: Vec<Vec<i64>> = Vec::new();
    while vectors.len() < body.dims() {
        let basis = IntMatrix::from_rows(saturated(&vectors, body.dims())?, body.dims());
        let basis = basis?;
        let shortest = (vectors.len()..body.dims())
            .filter_map(|wanted| shortest(body, &basis, wanted))
            .min_by_key(|vector| (body.gauge(vector), manhattan(vector)));
        match shortest {
            Some(vector) => vectors.push(vector),
            // The body is flat: any completion will do.
            None if vectors.is_empty() => return Ok(None),
            None => {
                vectors.extend_from_slice(&basis.rows()[vectors.len()..]);
            }
        }
    }
    Ok(vectors.iter().all(|v| is_small(v)).then_some(vectors))
}

/// A basis of all integer vectors whose first `i` vectors span the same space as the first `i`
/// minimum vectors, by the Hermite form; the minimum vectors themselves if they are a basis.
pub(super) fn basis_along(vectors: &[Vec<i64>]) -> Result<Vec<Vec<i64>>> {
    let dims = vectors.len();
    let own = IntMatrix::from_rows(vectors.to_vec(), dims)?;
    if own.is_unimodular()? {
        return Ok(vectors.to_vec());
    }
    let mut basis = saturated(vectors, dims)?;
    for at in 1..basis.len() {
        let (before, rest) = basis.split_at_mut(at);
        if let Some(vector) = rest.first_mut() {
            shorten(vector, before.iter());
        }
    }
    Ok(basis)
}

/// A basis of all integer vectors whose first vectors span the same spaces as those of `vectors`.
fn saturated(vectors: &[Vec<i64>], dims: usize) -> Result<Vec<Vec<i64>>> {
    let given = IntMatrix::from_rows(vectors.to_vec(), dims)?;
    let (_, u) = given.hermite()?;
    let basis = u.inverse_unimodular()?;
    Ok(basis.rows().to_vec())
}

/// A vector of least gauge among those with a positive coefficient of the wanted basis vector, with
/// small entries among these.
fn shortest(body: &Body, basis: &IntMatrix, wanted: usize) -> Option<Vec<i64>> {
    let mut program = Program::new(body, basis, wanted);
    let scale = program.ilp.scale(FARTHEST);
    for facet in &body.facets {
        let value = program.value(&facet.row);
        for sign in [1, -1] {
            let room = Linear::of(vec![(scale, facet.reach)]).plus(&value, sign);
            program.ilp.at_least_zero(room.terms, 0);
        }
    }
    program.ilp.minimise(vec![(scale, 1)]);
    let found = program.solve()?;
    smallest_within(body, basis, wanted, body.gauge(&found)).or(Some(found))
}

/// The vector with the least entries whose gauge is at most `gauge`.
fn smallest_within(
    body: &Body,
    basis: &IntMatrix,
    wanted: usize,
    gauge: Ratio,
) -> Option<Vec<i64>> {
    let (over, under) = (
        i64::try_from(gauge.over).ok()?,
        i64::try_from(gauge.under).ok()?,
    );
    let mut program = Program::new(body, basis, wanted);
    for facet in &body.facets {
        let value = program.value(&facet.row);
        let room = facet.reach.checked_mul(over)?;
        for sign in [1, -1] {
            let scaled = Linear::constant(room).plus(&value, under.checked_mul(sign)?);
            program.ilp.at_least_zero(scaled.terms, scaled.constant);
        }
    }
    let entries = program.entries.clone();
    let size = program.ilp.absolute_values(&entries, LIMIT);
    program.ilp.minimise(size.iter().map(|s| (*s, 1)).collect());
    let found = program.solve()?;
    (body.gauge(&found) <= gauge).then_some(found)
}

/// The integer program for vectors outside of the span of the first vectors of a basis.
struct Program {
    ilp: Ilp,
    /// The vector.
    entries: Vec<Linear>,
}

impl Program {
    fn new(body: &Body, basis: &IntMatrix, wanted: usize) -> Self {
        let mut ilp = Ilp::new();
        let coefficients: Vec<usize> = (0..body.dims())
            .map(|at| match at == wanted {
                true => ilp.variable(1, LIMIT),
                false => ilp.variable(-LIMIT, LIMIT),
            })
            .collect();
        let entry = |dim: usize| {
            let terms = coefficients.iter().zip(basis.rows());
            let terms = terms.map(|(k, vector)| (*k, vector[dim]));
            Linear::of(terms.filter(|(_, c)| *c != 0).collect())
        };
        Program {
            entries: (0..body.dims()).map(entry).collect(),
            ilp,
        }
    }

    /// A form of the vector.
    fn value(&self, form: &[i64]) -> Linear {
        let terms = self.entries.iter().zip(form);
        terms.fold(Linear::default(), |sum, (entry, c)| sum.plus(entry, *c))
    }

    fn solve(&self) -> Option<Vec<i64>> {
        let solution = self.ilp.solve()?;
        let vector: Vec<i64> = self.entries.iter().map(|e| e.value(&solution)).collect();
        Some(vector).filter(|v| is_small(v))
    }
}

/// For each vector the least multiple that is outside of a symmetric set, with all larger
/// multiples, for all parameter values; `None` if the set is unbounded, as hulls with few
/// constraints may be.
fn least_multiples(
    problem: &Problem,
    set: &Set,
    vectors: &[Vec<i64>],
) -> Result<Option<Vec<Expr>>> {
    if !set.is_bounded()? {
        return Ok(None);
    }
    let multiples = vectors.iter().map(|v| least_multiple(problem, set, v));
    multiples.collect::<Result<_>>().map(Some)
}

fn least_multiple(problem: &Problem, set: &Set, vector: &[i64]) -> Result<Expr> {
    let dual = Dual::of(problem, &[primitive(vector.to_vec())])?;
    let mut line = set.clone();
    for form in &dual.orthogonal {
        line = on_kernel(problem, &line, form)?;
    }
    problem.modulus_beyond(&line, &dual.along[0])
}

/// The first mapping along the forms that separates all differences at the samples, with moduli
/// raised by one in turn.
fn raised(problem: &Problem, forms: &[Vec<i64>], mut moduli: Vec<Expr>) -> Result<Option<Mapping>> {
    let sampled = Sampled::new(problem)?;
    for step in 0..=MOST_RAISED {
        let candidate = mapping(forms, &moduli, problem.dims());
        if !sampled.rejects(&candidate)? {
            return Ok(Some(candidate));
        }
        let at = step % moduli.len().max(1);
        if let Some(modulus) = moduli.get_mut(at) {
            *modulus = modulus.clone() + Expr::constant(1);
        }
    }
    Ok(None)
}

/// Each multiple raised to a power of two, if all are numbers.
fn powers_of_two(multiples: &[Expr]) -> Option<Vec<Expr>> {
    let power = |b: &Expr| power_of_two(b.as_constant()?).map(Expr::constant);
    multiples.iter().map(power).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use poly::Context;

    fn problem(set: &str) -> Problem {
        let ctx = Context::new();
        let half = Set::parse(&ctx, set).unwrap();
        Problem {
            innermost: Vec::new(),
            touched: half.clone(),
            extents: vec![Expr::constant(100); half.dims().unwrap()],
            context: Set::parse(&ctx, "{ : 0 <= 0 }").unwrap(),
            params: Vec::new(),
            half,
            ctx,
        }
    }

    /// The example of section 4.1: minima 1/99 and 1, moduli (100, 2) and (128, 2).
    #[test]
    fn durbin_by_both_heuristics() {
        let problem = problem(
            "{ [a, b] : -99 <= a + 2b <= 99 and -99 <= a - b <= 99 and -1 <= b <= 1 \
               and not (a = 0 and b = 0) }",
        );
        let body = Body::of(&problem).unwrap().unwrap();
        let vectors = minimum_vectors(&body).unwrap().unwrap();
        assert_eq!(vectors, [[1, 0], [0, 1]]);
        assert_eq!(body.gauge(&vectors[0]), Ratio { over: 1, under: 99 });
        assert_eq!(body.gauge(&vectors[1]), Ratio { over: 1, under: 1 });
        let moduli = |mapping: &Mapping| -> Vec<Option<i64>> {
            mapping
                .rows
                .iter()
                .map(|r| r.modulus.as_constant())
                .collect()
        };
        let found: Vec<_> = propose(&problem).unwrap().iter().map(moduli).collect();
        assert_eq!(found[..2], [[Some(100), Some(2)], [Some(128), Some(2)]]);
    }

    /// The minima do not depend on the basis: enumeration of all small vectors gives the same.
    #[test]
    fn minima_by_enumeration() {
        let problem = problem(
            "{ [x, y, z] : -9 <= 3x - 2y + z <= 9 and -8 <= x + 5y <= 8 and -7 <= 4z - x + y <= 7 \
               and not (x = 0 and y = 0 and z = 0) }",
        );
        let body = Body::of(&problem).unwrap().unwrap();
        let range = || -9..=9_i64;
        let all =
            range().flat_map(|x| range().flat_map(move |y| range().map(move |z| vec![x, y, z])));
        let mut all: Vec<Vec<i64>> = all.filter(|v| v.iter().any(|c| *c != 0)).collect();
        all.sort_by_key(|v| body.gauge(v));
        let mut chosen: Vec<Vec<i64>> = Vec::new();
        for v in all {
            let longer = [chosen.as_slice(), &[v]].concat();
            if IntMatrix::from_rows(longer.clone(), 3)
                .unwrap()
                .rank()
                .unwrap()
                == longer.len()
            {
                chosen = longer;
            }
        }
        let found = minimum_vectors(&body).unwrap().unwrap();
        for (mine, least) in found.iter().zip(&chosen) {
            assert_eq!(body.gauge(mine), body.gauge(least));
        }
    }

    /// An extent may have a parameter that no conflict has.
    #[test]
    fn an_extent_of_another_size() {
        let mut problem = problem("[N] -> { [a, b] : a = 0 and 0 < b < N }");
        problem.context = Set::parse(&problem.ctx, "[N] -> { : N >= 0 }").unwrap();
        problem.extents = vec![Expr::var("M"), Expr::var("M")];
        problem.params = vec![crate::problem::ParamSample {
            name: "N".to_string(),
            value: 7,
        }];
        assert!(!propose(&problem).unwrap().is_empty());
    }
}
