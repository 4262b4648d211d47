//! The generalised basis reduction for a convex body (Lovász, Scarf: The generalized basis
//! reduction algorithm, Mathematics of Operations Research 17(3), 1992).

use super::body::{Body, Ratio, is_small, product};
use poly::{IntMatrix, Result};

/// Steps after which the basis is used even if it is not reduced.
const MOST_STEPS: usize = 64;

/// A basis of all integer vectors that is reduced for the body, starting from the axes: its first
/// vectors are nearly shortest, each later one modulo those before it. `None` if numbers are too
/// large.
pub(super) fn reduced(body: &Body) -> Result<Option<Vec<Vec<i64>>>> {
    let mut basis = IntMatrix::identity(body.dims()).rows().to_vec();
    let mut at = 0;
    for _ in 0..MOST_STEPS {
        if at + 1 >= basis.len() {
            break;
        }
        let matrix = IntMatrix::from_rows(basis.clone(), body.dims());
        let matrix = matrix?;
        let Some(along) = body.along(&matrix, at)? else {
            return Ok(None);
        };
        let nearest = nearest(&along, &basis[at + 1], &basis[at]);
        if !is_small(&nearest) {
            return Ok(None);
        }
        basis[at + 1] = nearest;
        let (here, next) = (along.gauge(&basis[at]), along.gauge(&basis[at + 1]));
        // The next vector is shorter by more than a quarter.
        if next.times(4, 3) < here {
            basis.swap(at, at + 1);
            at = at.saturating_sub(1);
        } else {
            at += 1;
        }
    }
    Ok(Some(basis))
}

/// `vector + k * step` of least gauge: the gauge is convex in `k`, with its least value near a zero
/// of some facet.
fn nearest(body: &Body, vector: &[i64], step: &[i64]) -> Vec<i64> {
    let at = |k: i64| -> Vec<i64> {
        let pairs = vector.iter().zip(step);
        pairs
            .map(|(v, s)| v.saturating_add(s.saturating_mul(k)))
            .collect()
    };
    let gauge = |k: i64| -> Ratio {
        let moved = at(k);
        match is_small(&moved) {
            true => body.gauge(&moved),
            false => Ratio { over: 1, under: 0 },
        }
    };
    let Some((mut low, mut high)) = ends(body, vector, step) else {
        return vector.to_vec();
    };
    while high - low > 2 {
        let middle = low + (high - low) / 2;
        match gauge(middle) <= gauge(middle + 1) {
            true => high = middle + 1,
            false => low = middle,
        }
    }
    let best = (low..=high).min_by_key(|k| (gauge(*k), k.abs()));
    best.map_or_else(|| vector.to_vec(), at)
}

/// A range of `k` that contains the least gauge; a facet with reach 0 decides alone.
fn ends(body: &Body, vector: &[i64], step: &[i64]) -> Option<(i64, i64)> {
    let mut ends: Option<(i64, i64)> = None;
    for facet in &body.facets {
        let (start, slope) = (product(&facet.row, vector), product(&facet.row, step));
        if slope == 0 {
            continue;
        }
        let below = i64::try_from((-start * slope.signum()).div_euclid(slope.abs())).ok()?;
        let above = below.checked_add(1)?;
        if facet.reach == 0 {
            return Some((below, above));
        }
        ends = Some(match ends {
            None => (below, above),
            Some((low, high)) => (low.min(below), high.max(above)),
        });
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use poly::{Context, Expr, Set};

    fn body(set: &str) -> Body {
        let ctx = Context::new();
        let half = Set::parse(&ctx, set).unwrap();
        let dims = half.dims().unwrap();
        let problem = Problem {
            innermost: Vec::new(),
            touched: half.clone(),
            half,
            extents: vec![Expr::constant(9); dims],
            context: Set::parse(&ctx, "{ : 0 <= 0 }").unwrap(),
            params: Vec::new(),
            ctx,
        };
        Body::of(&problem).unwrap().unwrap()
    }

    #[test]
    fn a_thin_skewed_body() {
        // Long along (3, 1), thin across it.
        let body = body("{ [x, y] : -1 <= x - 3y <= 1 and -50 <= y <= 50 }");
        let basis = reduced(&body).unwrap().unwrap();
        assert_eq!(basis[0], [3, 1]);
        assert!(
            IntMatrix::from_rows(basis, 2)
                .unwrap()
                .is_unimodular()
                .unwrap()
        );
    }

    #[test]
    fn a_flat_body() {
        let body = body("{ [x, y, z] : x = 2y and z = 0 and -9 <= y <= 9 }");
        let basis = reduced(&body).unwrap().unwrap();
        assert_eq!(
            basis[0].iter().map(|x| x.abs()).collect::<Vec<_>>(),
            [2, 1, 0]
        );
    }

    /// Only vectors within the factor that the reduction allows are shorter than the first one.
    #[test]
    fn the_first_vector_is_nearly_shortest() {
        let body = body(
            "{ [x, y, z] : -9 <= 3x - 2y + z <= 9 and -8 <= x + 5y <= 8 and -7 <= 4z - x + y <= 7 }",
        );
        let basis = reduced(&body).unwrap().unwrap();
        let first = body.gauge(&basis[0]);
        let near = |v: [i64; 3]| first.times(1, 2) <= body.gauge(&v).times(2, 1);
        let range = || -6..=6_i64;
        let all = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
        assert!(all.filter(|v| *v != [0; 3]).all(near));
    }
}
