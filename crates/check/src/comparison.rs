//! Whether two emitted accesses touch the same cell: the dividends of their subscripts differ by a
//! multiple of the modulus.

use crate::address::Differences;
use crate::cells::{Addressed, Cells, Target};
use crate::mismatch::Mismatch;
use crate::spaces::element;
use poly::{Expr, Map, PolyError, all, names};

/// The largest multiple of the modulus that is tried.
const MOST_MULTIPLES: i64 = 8;

impl Cells {
    /// Whether `x` and `y` touch the same cell for all pairs of `pairs`.
    ///
    /// `pairs`: `{ x[..] -> y[..] }`, of accesses that touch the same element.
    pub(crate) fn always_same(&self, pairs: &Map, x: usize, y: usize) -> Result<bool, Mismatch> {
        let Some(mut test) = Comparison::new(self, x, y)? else {
            return Ok(true);
        };
        // Equal elements have equal subscripts, whatever is known about their values.
        let unchanged = self.unchanged_in_both(x, y);
        test.skipped.extend(unchanged.map(|(_, emitted)| emitted));
        for addressed in test.addresses() {
            if !test.is_same_address(pairs, addressed)? {
                return Ok(false);
            }
        }
        let mut rest = pairs.subtract(&test.same_cell(&vec![0; self.dims])?)?;
        if rest.is_empty()? {
            return Ok(true);
        }
        for multiples in test.possible(&rest)? {
            rest = rest.subtract(&test.same_cell(&multiples)?)?;
        }
        Ok(rest.is_empty()?)
    }

    /// Whether subscripts that are constants keep the two accesses apart.
    pub(crate) fn never_same(&self, x: usize, y: usize) -> bool {
        self.numbers[x].are_apart(&self.numbers[y])
    }

    /// The pairs of `pairs` that touch the same cell, as a union; `None` if `y` writes all cells.
    ///
    /// `pairs`: `{ x[..] -> y[..] }`.
    pub(crate) fn same(
        &self,
        pairs: &Map,
        x: usize,
        y: usize,
    ) -> Result<Option<Vec<Map>>, Mismatch> {
        let Some(test) = Comparison::new(self, x, y)? else {
            return Ok(None);
        };
        let mut found = Vec::new();
        for multiples in test.possible(pairs)? {
            let same = pairs.intersect(&test.same_cell(&multiples)?)?;
            if !same.is_empty()? {
                found.extend(test.equal_addresses(same)?);
            }
        }
        Ok(Some(found))
    }

    /// Those of `pairs` that may also agree in the dimensions that [`Cells::same`] does not
    /// compare, as a union.
    ///
    /// `pairs`: `{ x[..] -> y[..] }`, of accesses that write single cells.
    pub(crate) fn same_everywhere(
        &self,
        pairs: Map,
        x: usize,
        y: usize,
    ) -> Result<Vec<Map>, Mismatch> {
        let Some(mut test) = Comparison::new(self, x, y)? else {
            return Ok(vec![pairs]);
        };
        test.skipped.clear();
        match test.possible(&pairs) {
            Ok(possible) => { possible.iter() }
                .map(|multiples| Ok(pairs.intersect(&test.same_cell(multiples)?)?))
                .collect(),
            Err(Mismatch::Undecided { .. }) => Ok(vec![pairs]),
            Err(other) => Err(other),
        }
    }

    /// Pairs of an original and an emitted dimension in which both accesses have the subscript of
    /// the original, with a modulus.
    fn unchanged_in_both(&self, x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
        let of_y = &self.unchanged[y];
        let both = self.unchanged[x].iter().filter(|k| of_y.contains(k));
        both.copied()
    }

    /// `{ [compared coordinates of an element] -> [those that may differ in one cell] }` for two
    /// accesses; `None` if all may differ.
    pub(crate) fn differing_coordinates(&self, x: usize, y: usize) -> poly::Result<Option<Map>> {
        let equal: Vec<usize> = self.unchanged_in_both(x, y).map(|(o, _)| o).collect();
        let compared = (0..self.original_dims).filter(|d| self.is_compared(*d));
        let compared: Vec<usize> = compared.collect();
        if !compared.iter().any(|d| equal.contains(d)) {
            return Ok(None);
        }
        let left = compared.iter().filter(|d| !equal.contains(d));
        let left: Vec<String> = left.map(|d| element(*d)).collect();
        let all: Vec<String> = compared.iter().map(|d| element(*d)).collect();
        self.relation(&all, &left, "true").map(Some)
    }
}

/// Two accesses whose cells are compared.
struct Comparison<'a> {
    cells: &'a Cells,
    x: &'a Map,
    y: &'a Map,
    x_moduli: &'a [Option<Expr>],
    y_moduli: &'a [Option<Expr>],
    /// Dimensions that need no comparison if a subscript wraps.
    skipped: Vec<usize>,
}

impl<'a> Comparison<'a> {
    /// `None` if one of them touches all cells.
    fn new(cells: &'a Cells, x: usize, y: usize) -> Result<Option<Self>, Mismatch> {
        let (
            Target::Cell {
                values: x,
                moduli: x_moduli,
            },
            Target::Cell {
                values: y,
                moduli: y_moduli,
            },
        ) = (&cells.targets[x], &cells.targets[y])
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

    /// The modulus of a dimension, if that is compared by multiples of it.
    fn modulus(&self, dim: usize) -> Option<&Expr> {
        let compared = !self.skipped.contains(&dim) && self.cells.addressed[dim].is_none();
        self.x_moduli[dim]
            .as_ref()
            .or(self.y_moduli[dim].as_ref())
            .filter(|_| compared)
    }

    /// `{ x[..] -> y[..] : value(x) - value(y) = m*b in each dimension }`
    ///
    /// A subscript without a modulus is compared with a wrapped one only inside `0..b`.
    fn same_cell(&self, multiples: &[i64]) -> poly::Result<Map> {
        let mut conditions = Vec::new();
        for (d, m) in multiples.iter().enumerate() {
            let is_skipped = self.skipped.contains(&d) && self.wraps(d);
            if is_skipped || self.cells.addressed[d].is_some() {
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
        self.related(&all(conditions))
    }

    /// `{ x[..] -> y[..] : the condition holds for v0.., the values of x, and w0.., those of y }`
    fn related(&self, condition: &str) -> poly::Result<Map> {
        let (v, w) = (names("v", self.cells.count), names("w", self.cells.count));
        let between = self.cells.relation(&v, &w, condition)?;
        self.x
            .apply_range(&between)?
            .apply_range(&self.y.reverse()?)
    }

    /// The dimensions with addresses that are compared.
    fn addresses(&self) -> impl Iterator<Item = &Addressed> {
        let dims = self.cells.addressed.iter().enumerate();
        dims.filter(|(d, _)| !self.skipped.contains(d))
            .filter_map(|(_, addressed)| addressed.as_ref())
    }

    /// Whether the addresses of all `pairs` are equal modulo their size.
    fn is_same_address(&self, pairs: &Map, addressed: &Addressed) -> Result<bool, Mismatch> {
        let digits = addressed.digits.iter();
        let equal: Vec<String> = digits.map(|k| format!("v{k}' = w{k}'")).collect();
        let mut rest = pairs.subtract(&self.related(&equal.join(" and "))?)?;
        if !rest.is_empty()? {
            for same in self.equal_address(&rest, addressed)? {
                rest = rest.subtract(&same)?;
            }
        }
        Ok(rest.is_empty()?)
    }

    /// Those of `pairs` whose addresses are equal modulo their sizes, as a union.
    fn equal_addresses(&self, pairs: Map) -> Result<Vec<Map>, Mismatch> {
        let mut found = vec![pairs];
        for addressed in self.addresses() {
            let mut equal = Vec::new();
            for pairs in found {
                equal.extend(self.equal_address(&pairs, addressed)?);
            }
            found = equal;
        }
        Ok(found)
    }

    fn equal_address(&self, pairs: &Map, addressed: &Addressed) -> Result<Vec<Map>, Mismatch> {
        let differences = pairs.apply_domain(self.x)?.apply_range(self.y)?.deltas()?;
        let differences = differences.coalesce()?;
        let x = names("x", self.cells.count);
        let points = |condition: &str| self.cells.space.points(&x, condition);
        let Addressed { bases, digits, .. } = addressed;
        let cases = Differences::new(bases, (&differences, &points), digits).zeros()?;
        let cases = cases.ok_or_else(|| {
            let why = "its addresses span too many times the modulus";
            self.cells.undecided(why)
        })?;
        let mut found = Vec::new();
        for case in cases {
            let digits = digits.iter().map(|k| format!("x{k}' = w{k}' - v{k}'"));
            let holds = all(digits.chain(case.iter().map(|c| format!("({c})"))));
            let same = self.related(&format!("exists {} : {holds}", x.join(", ")))?;
            let same = pairs.intersect(&same)?;
            if !same.is_empty()? {
                found.push(same);
            }
        }
        Ok(found)
    }

    /// The multiples that can occur among `pairs`, one number per dimension.
    fn possible(&self, pairs: &Map) -> Result<Vec<Vec<i64>>, Mismatch> {
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

    /// All `m` with `|m*b| <= |value(x) - value(y)|` for some pair, with the sign of the
    /// difference.
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
