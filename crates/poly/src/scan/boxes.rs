//! Boxes around convex sets.

use super::rows::{Row, Search, coordinate};
use crate::{Map, Result, Set};

/// The constraints of the parameters alone.
fn tests_of(rows: &[Row]) -> Vec<Row> {
    let tests = rows.iter().filter(|row| !row.has_coordinates);
    tests.cloned().collect()
}

impl Search<'_> {
    /// Puts pieces from one number on into common boxes, as far as these have few points more.
    pub(super) fn merge(&self, pieces: &mut Vec<Vec<Row>>, from: usize) -> Result<()> {
        let mut at = from;
        while at < pieces.len() {
            let mut other = at + 1;
            while other < pieces.len() {
                match self.both(&pieces[at], &pieces[other])? {
                    Some(both) => {
                        pieces[at] = both;
                        pieces.remove(other);
                        other = at + 1;
                    }
                    None => other += 1,
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The box around two pieces with the same tests.
    fn both(&self, first: &[Row], second: &[Row]) -> Result<Option<Vec<Row>>> {
        let (one, other) = (tests_of(first), tests_of(second));
        if !self.set(&one)?.is_equal(&self.set(&other)?)? {
            return Ok(None);
        }
        let all = self.set(first)?.union(&self.set(second)?)?;
        let Some(sides) = self.sides(&all)? else {
            return Ok(None);
        };
        let rows: Vec<Row> = one.into_iter().chain(sides).collect();
        let whole = self.set(&rows)?;
        let is_good = whole.is_subset(&self.allowed)? && {
            let more = whole.subtract(&all)?;
            self.is_small(&more)?
        };
        Ok(is_good.then_some(rows))
    }

    /// The constraints of the box around a convex set, if all of its points are allowed, or those
    /// of the set.
    pub(super) fn boxed(&self, piece: &Set) -> Result<Option<Vec<Row>>> {
        let Some(own) = self.rows(piece)? else {
            return Ok(None);
        };
        let mixed = |row: &Row| {
            let dims = (0..self.dims).map(coordinate);
            dims.filter(|name| row.sum.mentions(name)).count() > 1
        };
        if !own.iter().any(mixed) {
            return Ok(Some(own));
        }
        let Some(sides) = self.sides(piece)? else {
            return Ok(Some(own));
        };
        let rows: Vec<Row> = tests_of(&own).into_iter().chain(sides).collect();
        Ok(Some(match self.set(&rows)?.is_subset(&self.allowed)? {
            true => rows,
            false => own,
        }))
    }

    /// The constraints of the box around a set.
    pub(super) fn sides(&self, set: &Set) -> Result<Option<Vec<Row>>> {
        let mut rows = Vec::new();
        for dim in 0..self.dims {
            let names = |open: bool| -> Vec<String> {
                let name = |other| match open && other != dim {
                    true => format!("{}'", coordinate(other)),
                    false => coordinate(other),
                };
                (0..self.dims).map(name).collect()
            };
            let text = format!(
                "{{ [{}] -> [{}] }}",
                names(false).join(", "),
                names(true).join(", ")
            );
            let all = set.apply(&Map::parse(self.context.context(), &text)?)?;
            let Some(side) = self.rows(&all.coalesce()?.simple_hull()?)? else {
                return Ok(None);
            };
            rows.extend(side.into_iter().filter(|row| row.has_coordinates));
        }
        Ok(Some(rows))
    }
}
