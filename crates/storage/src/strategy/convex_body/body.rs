//! The convex body around the differences at one point of the parameters, as a norm (Alias, Baray,
//! Darte: Bee+Cl@k, 2007, section 4.2).

use crate::Problem;
use poly::{IntMatrix, Map, PolyError, Result, Set};
use std::cmp::Ordering;

/// Vectors with larger entries are rejected: products of three entries must fit.
const LARGEST: i64 = 1 << 36;

/// A quotient, not negative; infinite if the divisor is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    pub(super) over: i128,
    pub(super) under: i128,
}

impl Ratio {
    pub(super) const ZERO: Ratio = Ratio { over: 0, under: 1 };

    pub(super) fn times(self, over: i128, under: i128) -> Self {
        Ratio {
            over: self.over * over,
            under: self.under * under,
        }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

/// `{ x : |row·x| <= reach }`.
#[derive(Clone, Debug)]
pub(super) struct Facet {
    pub(super) row: Vec<i64>,
    pub(super) reach: i64,
}

/// A symmetric convex body without parameters that contains the differences at one point.
#[derive(Clone, Debug)]
pub(super) struct Body {
    set: Set,
    dims: usize,
    pub(super) facets: Vec<Facet>,
}

impl Body {
    /// The body at large parameter values; `None` if there is no such point, no difference, or
    /// numbers are too large.
    pub(super) fn of(problem: &Problem) -> Result<Option<Body>> {
        let point = match problem.large_point()? {
            Some(point) => Some(point),
            None => problem.sample_point()?,
        };
        let Some(point) = point else {
            return Ok(None);
        };
        let half = problem.half.fix_params(point)?.without_params()?;
        let both = half.union(&half.neg()?)?;
        if both.is_empty()? {
            return Ok(None);
        }
        let set = both.remove_divs()?.simple_hull()?;
        let facets = facets(&set)?;
        Ok(facets.map(|facets| Body {
            set,
            dims: problem.dims(),
            facets,
        }))
    }

    pub(super) fn dims(&self) -> usize {
        self.dims
    }

    /// The least factor by which the body must be scaled to contain `x`.
    pub(super) fn gauge(&self, x: &[i64]) -> Ratio {
        let quotients = self.facets.iter().filter_map(|facet| {
            let value = product(&facet.row, x).abs();
            (value != 0).then_some(Ratio {
                over: value,
                under: i128::from(facet.reach),
            })
        });
        quotients.max().unwrap_or(Ratio::ZERO)
    }

    /// The body extended along the first `count` vectors of a basis: its gauge is the least among
    /// `x` plus any combination of these. `None` if numbers are too large.
    pub(super) fn along(&self, basis: &IntMatrix, count: usize) -> Result<Option<Body>> {
        if count == 0 {
            return Ok(Some(self.clone()));
        }
        let forms = basis.inverse_unimodular()?.transpose();
        let map = Map::linear(self.set.context(), self.dims, &forms.rows()[count..])?;
        let projected = self.set.apply(&map)?.remove_divs()?;
        let Some(facets) = facets(&projected)? else {
            return Ok(None);
        };
        let back = IntMatrix::from_rows(forms.rows()[count..].to_vec(), self.dims);
        let back = back?.transpose();
        let facets: Option<Vec<Facet>> = facets
            .into_iter()
            .map(|facet| {
                let row = back.apply(&facet.row).ok()?;
                Some(Facet { row, ..facet }).filter(Facet::is_small)
            })
            .collect();
        Ok(facets.map(|facets| Body {
            facets,
            ..self.clone()
        }))
    }
}

impl Facet {
    fn is_small(&self) -> bool {
        is_small(&self.row) && self.reach <= LARGEST
    }
}

/// Whether computations with the vector cannot overflow.
pub(super) fn is_small(v: &[i64]) -> bool {
    v.iter().all(|x| (-LARGEST..=LARGEST).contains(x))
}

pub(super) fn product(a: &[i64], b: &[i64]) -> i128 {
    let products = a
        .iter()
        .zip(b)
        .map(|(a, b)| i128::from(*a) * i128::from(*b));
    products.sum()
}

/// The facets of a symmetric convex set; `None` if a number is too large.
fn facets(set: &Set) -> Result<Option<Vec<Facet>>> {
    let found = match set.halfspaces() {
        Ok(found) => found,
        Err(PolyError::Budget) => return Err(PolyError::Budget),
        Err(_) => return Ok(None),
    };
    let facets: Vec<Facet> = found
        .into_iter()
        .map(|h| Facet {
            row: h.row,
            reach: h.constant,
        })
        .collect();
    let is_valid = |f: &Facet| f.is_small() && f.reach >= 0;
    Ok(facets.iter().all(is_valid).then_some(facets))
}
