//! Convex sets as constraints by names.

use super::Test;
use crate::{Expr, Halfspace, Map, Result, Set};

/// Boxes become larger by parts of no more points in a dimension.
const FEW: i64 = 8;

/// A constraint, by names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// `sum >= 0`, or `= 0`.
    pub(super) sum: Expr,
    pub(super) equality: bool,
    /// Whether it has coordinates of points.
    pub(super) has_coordinates: bool,
}

impl Row {
    pub(super) fn text(&self) -> String {
        match self.equality {
            true => format!("{} = 0", self.sum),
            false => format!("{} >= 0", self.sum),
        }
    }

    /// `b <= a` for `a - b >= 0`.
    pub(super) fn test(&self) -> Test {
        let constant = Expr::constant(self.sum.constant_part());
        let (more, less) = (self.sum.clone() - constant.clone()).sides();
        let more = more + constant;
        match self.equality {
            true => Test::Equal(less, more),
            false => Test::AtMost(less, more),
        }
    }
}

/// The name of a coordinate in constraints.
pub(super) fn coordinate(dim: usize) -> String {
    format!("c{dim}''")
}

pub(super) struct Search<'s> {
    pub(super) needed: Set,
    pub(super) near: Set,
    /// Both.
    pub(super) own: Set,
    pub(super) allowed: Set,
    pub(super) context: &'s Set,
    pub(super) preferred: &'s str,
    pub(super) params: Vec<String>,
    pub(super) dims: usize,
}

impl Search<'_> {
    /// The constraints of a convex set; without its integer divisions, if all points are allowed
    /// then. `None` if it has some.
    pub(super) fn rows(&self, piece: &Set) -> Result<Option<Vec<Row>>> {
        let mut piece = piece.remove_redundancies()?;
        let mut halfspaces = piece.halfspaces();
        if halfspaces.is_err() {
            let open = piece.remove_divs()?;
            if !open
                .intersect_params(self.context)?
                .is_subset(&self.allowed)?
            {
                return Ok(None);
            }
            piece = open.remove_redundancies()?;
            halfspaces = piece.halfspaces();
        }
        let Ok(all) = halfspaces else {
            return Ok(None);
        };
        let names = piece.param_names()?;
        let row = |half: Halfspace| {
            let coordinates = (0..self.dims).map(coordinate);
            let columns = names.iter().cloned().chain(coordinates);
            let terms = columns.zip(&half.row).filter(|(_, factor)| **factor != 0);
            let zero = Expr::constant(half.constant);
            Row {
                sum: terms.fold(zero, |sum, (name, factor)| sum + Expr::var(&name) * *factor),
                equality: half.equality,
                has_coordinates: half.row[names.len()..].iter().any(|factor| *factor != 0),
            }
        };
        Ok(Some(all.into_iter().map(row).collect()))
    }

    /// Whether the parts of a set have few points in each dimension.
    pub(super) fn is_small(&self, set: &Set) -> Result<bool> {
        for piece in set.coalesce()?.pieces()? {
            let widths = Map::product(&piece, &piece)?.deltas()?;
            for dim in 0..self.dims {
                let mut form = vec![0; self.dims];
                form[dim] = 1;
                if widths.max_of(&form)?.is_none_or(|width| width > FEW) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The points at which some constraints hold.
    pub(super) fn set(&self, rows: &[Row]) -> Result<Set> {
        let rows = rows.iter().map(Row::text);
        let all: Vec<String> = rows.chain(["0 = 0".to_string()]).collect();
        let names: Vec<String> = (0..self.dims).map(coordinate).collect();
        let text = format!(
            "[{}] -> {{ [{}] : {} }}",
            self.params.join(", "),
            names.join(", "),
            all.join(" and ")
        );
        Set::parse(self.context.context(), &text)?.intersect_params(self.context)
    }

    /// Whether all parts of a set have more than some number of equalities.
    pub(super) fn is_thin(&self, set: &Set, count: usize) -> Result<bool> {
        for piece in set.coalesce()?.pieces()? {
            let Some(rows) = self.rows(&piece.detect_equalities()?)? else {
                return Ok(false);
            };
            if rows.iter().filter(|row| row.equality).count() <= count {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
