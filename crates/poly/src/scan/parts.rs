//! Convex parts that cover a set, each with few constraints.

use super::rows::{Row, Search};
use crate::{Atom, Expr, PolyError, Result, Set};

/// Loops over more pieces are not written.
const MOST_PIECES: usize = 12;

/// A part of the loops.
pub(super) struct Part {
    /// Where it is visited: all of these hold. They have parameters alone.
    pub(super) tests: Vec<Row>,
    pub(super) points: Vec<Row>,
}

impl Search<'_> {
    /// Convex parts that cover the set, each with few constraints; `None` with integer divisions.
    pub(super) fn parts(&self) -> Result<Option<Vec<Part>>> {
        let Some(hull) = self.rows(&self.allowed.simple_hull()?)? else {
            return Ok(None);
        };
        let mut pieces = Vec::new();
        let left = self.needed.subtract(&self.near)?;
        for set in [&self.near, &left] {
            let known = pieces.len();
            for piece in set.coalesce()?.pieces()? {
                let Some(rows) = self.boxed(&piece)? else {
                    return Ok(None);
                };
                pieces.push(rows);
            }
            if pieces.len() > MOST_PIECES {
                return Err(PolyError::Budget);
            }
            self.merge(&mut pieces, known)?;
            // Parts with more freedom cover others.
            let freedom = |rows: &Vec<Row>| rows.iter().filter(|row| row.equality).count();
            pieces[known..].sort_by_key(freedom);
        }
        let mut parts: Vec<(Set, Part)> = Vec::new();
        let mut left = self.needed.clone();
        for rows in pieces {
            if self.set(&rows)?.is_disjoint(&left)? {
                continue;
            }
            let rows = self.simplified(rows, &hull)?;
            let own = self.set(&rows)?;
            left = left.subtract(&own)?;
            let (points, tests) = rows.into_iter().partition(|row| row.has_coordinates);
            parts.push((own, Part { tests, points }));
        }
        // Parts without which the others are enough.
        let mut at = 0;
        while at < parts.len() {
            let mut rest = self.needed.clone();
            let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
            for (_, (own, _)) in others {
                rest = rest.subtract(own)?;
            }
            match rest.is_empty()? {
                true => drop(parts.remove(at)),
                false => at += 1,
            }
        }
        let mut parts: Vec<Part> = parts.into_iter().map(|(_, part)| part).collect();
        self.join(&mut parts)?;
        Ok(Some(parts))
    }

    /// Lets parts that are visited seldom have what others visit there, too, so that these need not
    /// be visited there.
    pub(super) fn join(&self, parts: &mut [Part]) -> Result<()> {
        for at in 0..parts.len() {
            if !parts[at].tests.iter().any(|row| row.equality) {
                continue;
            }
            let visited = self.set(&parts[at].tests)?.params()?;
            let own = self.whole(&parts[at])?;
            let mut all = own.clone();
            for other in parts.iter() {
                all = all.union(&self.whole(other)?.intersect_params(&visited)?)?;
            }
            if all.is_subset(&own)? {
                continue;
            }
            let mut sides: Vec<Row> = Vec::new();
            for row in parts.iter().flat_map(|part| &part.points) {
                let is_implied = || all.is_subset(&self.set(std::slice::from_ref(row))?);
                if !sides.contains(row) && is_implied()? {
                    sides.push(row.clone());
                }
            }
            let rows: Vec<Row> = parts[at].tests.iter().chain(&sides).cloned().collect();
            let whole = self.set(&rows)?;
            let is_good = whole.is_subset(&self.allowed)? && {
                let more = whole.subtract(&all)?;
                self.is_small(&more)?
            };
            if is_good {
                parts[at].points = sides;
            }
        }
        Ok(())
    }

    /// Fewer constraints of a part, which may become larger by near or needed points, and by a few
    /// allowed ones.
    pub(super) fn simplified(&self, own: Vec<Row>, hull: &[Row]) -> Result<Vec<Row>> {
        let mut rows = own;
        let own = rows.len();
        rows.extend(hull.iter().filter(|row| row.has_coordinates).cloned());
        let mut left = own;
        // Bounds of coordinates first: of the part itself, then of all allowed points.
        for (has_coordinates, is_own) in [(true, true), (false, true), (true, false)] {
            let mut at = 0;
            while at < if is_own { left } else { rows.len() } {
                if rows[at].has_coordinates != has_coordinates || !self.is_dropped(&rows, at)? {
                    at += 1;
                } else {
                    rows.remove(at);
                    left = left.saturating_sub(1);
                }
            }
        }
        for at in 0..rows.len() {
            let mut equal = rows.clone();
            equal[at].equality = true;
            if !rows[at].has_coordinates && self.set(&rows)?.is_subset(&self.set(&equal)?)? {
                rows = equal;
            }
        }
        Ok(self.renamed(distinct(rows)))
    }

    /// The bounds of coordinates with the preferred name, where that equals another one.
    pub(super) fn renamed(&self, mut rows: Vec<Row>) -> Vec<Row> {
        let is_test = |row: &&Row| row.equality && !row.has_coordinates;
        let tests: Vec<Expr> = rows
            .iter()
            .filter(is_test)
            .map(|row| row.sum.clone())
            .collect();
        for test in tests {
            let names: Vec<&str> = { test.terms() }
                .filter_map(|(atom, _)| match atom {
                    Atom::Var(name) if name != self.preferred => Some(name.as_str()),
                    _ => None,
                })
                .collect();
            let [other] = names.as_slice() else {
                continue;
            };
            let factor = test.coefficient(other);
            if factor.abs() != 1 || test.coefficient(self.preferred) == 0 {
                continue;
            }
            // test = factor * other + rest
            let rest = test.clone() - Expr::var(other) * factor;
            let value = rest * -factor;
            for row in rows.iter_mut().filter(|row| row.has_coordinates) {
                row.sum = row
                    .sum
                    .substitute(&|name| (name == *other).then(|| value.clone()));
            }
        }
        rows
    }

    pub(super) fn is_dropped(&self, rows: &[Row], at: usize) -> Result<bool> {
        let mut rest = rows.to_vec();
        let row = rest.remove(at);
        let more = self.set(&rest)?.subtract(&self.set(rows)?)?;
        let more = more.subtract(&self.own)?;
        if !more.is_subset(&self.allowed)? {
            return Ok(false);
        }
        if !row.has_coordinates && !row.equality {
            return Ok(true);
        }
        let equalities = |rows: &[Row]| rows.iter().filter(|row| row.equality).count();
        self.is_thin(&more, equalities(rows))
    }
}

/// Constraints without equalities that are others with the opposite sign.
fn distinct(rows: Vec<Row>) -> Vec<Row> {
    let mut all: Vec<Row> = Vec::new();
    for row in rows {
        let negated = Expr::constant(0) - row.sum.clone();
        let is_same = |known: &Row| {
            known.equality && row.equality && (known.sum == row.sum || known.sum == negated)
        };
        if !all.iter().any(is_same) {
            all.push(row);
        }
    }
    all
}
