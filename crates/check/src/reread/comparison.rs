//! When two emitted accesses touch the same cell: the dividends of their subscripts differ by a multiple of the modulus.

use super::cells::{Cells, Place, names};
use crate::Mismatch;
use poly::{Expr, Map, PolyError};

/// Dividends that differ by more multiples of the modulus than this are given up.
const MOST_MULTIPLES: i64 = 8;

/// Two accesses whose cells are compared.
pub(super) struct Comparison<'a> {
    cells: &'a Cells,
    x: &'a Map,
    y: &'a Map,
    x_moduli: &'a [Option<Expr>],
    y_moduli: &'a [Option<Expr>],
    /// Dimensions that need no comparison where a subscript wraps.
    pub(super) skipped: Vec<usize>,
}

impl<'a> Comparison<'a> {
    /// `None` if one of them touches all cells.
    pub(super) fn new(cells: &'a Cells, x: usize, y: usize) -> Result<Option<Self>, Mismatch> {
        let (
            Place::Cell {
                values: x,
                moduli: x_moduli,
            },
            Place::Cell {
                values: y,
                moduli: y_moduli,
            },
        ) = (&cells.places[x], &cells.places[y])
        else {
            return Ok(None);
        };
        let different =
            |(a, b): (&Option<Expr>, &Option<Expr>)| a.is_some() && b.is_some() && a != b;
        if x_moduli.iter().zip(y_moduli).any(different) {
            return Err(cells.undecided("its accesses have different moduli"));
        }
        Ok(Some(Comparison {
            cells,
            x,
            y,
            x_moduli,
            y_moduli,
            skipped: cells.kept_emitted.clone(),
        }))
    }

    /// Whether one of the two subscripts has a modulus.
    fn wraps(&self, dim: usize) -> bool {
        self.x_moduli[dim].is_some() || self.y_moduli[dim].is_some()
    }

    fn modulus(&self, dim: usize) -> Option<&Expr> {
        let compared = !self.skipped.contains(&dim);
        self.x_moduli[dim]
            .as_ref()
            .or(self.y_moduli[dim].as_ref())
            .filter(|_| compared)
    }

    /// `{ x[..] -> y[..] : value(x) - value(y) = m*b in each dimension }`
    ///
    /// A subscript without modulus is compared with one that has it only where it lies in `0..b`.
    pub(super) fn same_cell(&self, multiples: &[i64]) -> poly::Result<Map> {
        let mut conditions = vec!["0 <= 0".to_string()];
        for (d, m) in multiples.iter().enumerate() {
            if self.skipped.contains(&d) && self.wraps(d) {
                continue;
            }
            let Some(b) = self.modulus(d) else {
                conditions.push(format!("v{d}' = w{d}'"));
                continue;
            };
            conditions.push(format!("v{d}' - w{d}' = {}", b.clone() * *m));
            for (name, own) in [("v", &self.x_moduli[d]), ("w", &self.y_moduli[d])] {
                if own.is_none() {
                    conditions.push(format!("0 <= {name}{d}' < {b}"));
                }
            }
        }
        self.related(&conditions.join(" and "))
    }

    /// `{ x[..] -> y[..] : values of x and y satisfy the condition }`, values called `v0..`, `w0..`
    fn related(&self, condition: &str) -> poly::Result<Map> {
        let Cells { head, dims, .. } = self.cells;
        let (v, w) = (names("v", *dims), names("w", *dims));
        let text = format!("{head}{{ [{v}] -> [{w}] : {condition} }}");
        let between = self.cells.relation(text)?;
        self.x
            .apply_range(&between)?
            .apply_range(&self.y.reverse()?)
    }

    /// The multiples that can occur among `pairs`, one number per dimension.
    pub(super) fn possible(&self, pairs: &Map) -> Result<Vec<Vec<i64>>, Mismatch> {
        let mut all = vec![Vec::new()];
        for d in 0..self.cells.dims {
            let here = match self.modulus(d) {
                Some(b) => self.multiples(pairs, d, b)?,
                None => vec![0],
            };
            let extend = |start: &Vec<i64>| {
                let start = start.clone();
                here.iter()
                    .map(move |m| [start.as_slice(), &[*m]].concat())
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(extend).collect();
        }
        Ok(all)
    }

    /// All `m` with `|m*b| <= |value(x) - value(y)|` somewhere on `pairs`, with the right sign.
    fn multiples(&self, pairs: &Map, dim: usize, b: &Expr) -> Result<Vec<i64>, Mismatch> {
        let mut found = vec![0];
        for sign in [1, -1] {
            let mut m = 1;
            while self.reaches(pairs, dim, b, sign * m)? {
                if m > MOST_MULTIPLES {
                    return Err(self
                        .cells
                        .undecided("its subscripts span too many times the modulus"));
                }
                found.push(sign * m);
                m += 1;
            }
        }
        Ok(found)
    }

    fn reaches(&self, pairs: &Map, dim: usize, b: &Expr, m: i64) -> Result<bool, PolyError> {
        let (relation, bound) = (if m > 0 { ">=" } else { "<=" }, b.clone() * m);
        let beyond = self.related(&format!("v{dim}' - w{dim}' {relation} {bound}"))?;
        Ok(!pairs.intersect(&beyond)?.is_empty()?)
    }
}
