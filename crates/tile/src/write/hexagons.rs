//! Rows of hexagonal tiles, each row in the gaps of the row before.
//!
//! ```c
//! for (int tt = 0; tt < steps + 16; tt += 16)
//!     for (int ii = tt / 16 % 2 == 0 ? 49 : 1; ii < n + 47; ii += 96)
//!         for (int t = tt > 16 ? tt - 16 : 0; t < steps && t < tt + 16; t++) {
//!             const int narrow = t < tt ? tt - 1 - t : t - tt + 1;
//!             for (int i = ii + narrow - 48 > 1 ? ii + narrow - 48 : 1, i_end = ..; ...)
//! ```
//!
//! A tile has the steps from `tt - 16` on. It is widest in the step before `tt`, and `narrow` steps
//! away from that it is narrower by a multiple on each side. In the steps `past` that one, it has
//! more of units that are not the latest ones of a step. The counter of tiles is half of their
//! distance beyond the first place, so that it is never negative.

use super::Shape;
use crate::bounds::{Alternate, Cut, Dimension, TileLoop};
use crate::nest::Nest;
use integer::IntType;
use poly::Expr;
use print::{Names, Values, WIDE};

/// The rows of hexagonal tiles.
pub(super) struct Rows {
    /// The declaration at the start of each step.
    pub(super) declared: String,
    narrow: Expr,
    /// The larger one of these is the same.
    sides: [Expr; 2],
    past: Expr,
    /// How much narrower a tile becomes on each side from one step to the next.
    slope: i64,
    /// By unit: by how much it is later than others.
    late: Vec<i64>,
    latest: i64,
    /// The counter of rows.
    counter: String,
    /// The distance of rows, and half of the distance of tiles.
    height: i64,
    half: i64,
}

impl Rows {
    /// The rows of a shape that has some; `None` without sizes that are numbers.
    pub(super) fn new(
        nest: &Nest,
        shape: Shape<'_>,
        dimensions: &[Dimension],
        names: &mut Names,
        is_wide: bool,
    ) -> Option<Self> {
        let (Shape::Hexagons(hexagons, _), [rows, tiles, ..]) = (shape, dimensions) else {
            return None;
        };
        let (steps, inner) = match nest.longest() {
            [steps, inner, ..] => (steps, inner),
            _ => return None,
        };
        // Its values are never negative.
        let ty = match inner.ty.signed {
            _ if is_wide && (inner.ty.signed || inner.ty.bits < IntType::LONG.bits) => WIDE,
            true => &steps.type_name,
            false => &inner.type_name,
        };
        let (height, half) = (rows.size.as_constant()?, tiles.size.as_constant()? / 2);
        let late: Vec<i64> = hexagons.units.iter().map(|unit| unit.late).collect();
        let latest = hexagons.latest();
        let (narrow, past) = (names.give("narrow"), names.give("past"));
        let (t, tt) = (&steps.counter, &rows.counter);
        let mut declared =
            format!("const {ty} {narrow} = {t} < {tt} ? {tt} - 1 - {t} : {t} - {tt} + 1");
        if late.iter().any(|late| *late < latest) {
            declared.push_str(&format!(", {past} = {t} >= {tt}"));
        }
        Some(Rows {
            declared: format!("{declared};"),
            narrow: Expr::var(&narrow),
            sides: {
                let before = Expr::var(tt) - Expr::constant(1) - Expr::var(t);
                [before.clone(), -before]
            },
            past: Expr::var(&past),
            slope: hexagons.slope,
            late,
            latest,
            counter: tt.clone(),
            height,
            half,
        })
    }

    /// Arranges a dimension in rows: the first one, whose tiles are the rows, or the second one,
    /// for which the loop over rows is known.
    pub(super) fn arrange(
        &self,
        own: &mut Dimension,
        found: &mut TileLoop,
        rows: Option<&TileLoop>,
    ) -> Result<(), String> {
        match own.level {
            0 => self.arrange_rows(own, found),
            1 => self.arrange_tiles(own, found, rows)?,
            _ => {}
        }
        Ok(())
    }

    /// A row has the steps of one distance before its counter, and of one distance from it on.
    fn arrange_rows(&self, own: &mut Dimension, found: &mut TileLoop) {
        let height = Expr::constant(self.height);
        for cut in own.cuts.iter_mut().flatten() {
            cut.least = cut.least.clone() + height.clone();
        }
        for end in found.ends.iter_mut().flatten() {
            *end = end.clone() + height.clone();
        }
    }

    fn arrange_tiles(
        &self,
        own: &mut Dimension,
        found: &mut TileLoop,
        rows: Option<&TileLoop>,
    ) -> Result<(), String> {
        let half = Expr::constant(self.half);
        let width = Expr::constant(self.half - self.slope * self.height + self.latest);
        let narrow = self.narrow.clone() * self.slope;
        for (cut, late) in own.cuts.iter_mut().zip(&self.late) {
            let Some(Cut { least: place, .. }) = cut.clone() else {
                continue;
            };
            let past = self.past.clone() * (self.latest - late);
            let (place, late) = (place + half.clone(), Expr::constant(*late));
            *cut = Some(Cut {
                least: place.clone() - narrow.clone() + past.clone(),
                most: place + narrow.clone() - past - late + width.clone(),
            });
        }
        for end in found.ends.iter_mut().flatten() {
            *end = end.clone() + half.clone();
        }
        let rows = rows.and_then(|rows| rows.first.as_slice().first());
        let rows = rows.ok_or("the steps have no first one")?;
        found.alternate = Some(Alternate {
            row: Expr::var(&self.counter) - rows.clone(),
            height: self.height,
            by: self.half,
        });
        Ok(())
    }

    /// Some values without those of both sides of a tile, which have one name together: with
    /// `is_most`, for the largest value; without, for the least one.
    pub(super) fn joined(&self, all: &[Expr], is_most: bool) -> Vec<Expr> {
        let slope = match is_most {
            true => self.slope,
            false => -self.slope,
        };
        let [before, after] = self.sides.clone().map(|side| side * slope);
        let mut all = all.to_vec();
        for at in 0..all.len() {
            let Some(place) = all[at].checked_sub(&before) else {
                continue;
            };
            let other = place.checked_add(&after);
            let other = other.and_then(|other| all.iter().position(|own| *own == other));
            if let Some(other) = other.filter(|other| *other != at) {
                all[at] = place + self.narrow.clone() * slope;
                all.remove(other);
                break;
            }
        }
        all
    }

    /// The names that are declared in each step, and their values.
    pub(super) fn names(&self) -> Vec<(String, Values)> {
        let all = [
            (&self.narrow, Values::new(0, self.height.into())),
            (&self.past, Values::new(0, 1)),
        ];
        let named = all.into_iter();
        named
            .filter_map(|(own, values)| Some((own.as_var()?.to_string(), values)))
            .collect()
    }
}
