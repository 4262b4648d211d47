//! Bounds of linear forms over parametric sets, as expressions that a person can read.

use crate::Problem;
use crate::problem::{coordinates, row_text};
use poly::{Expr, Map, PwAff, Result, Set};

/// Largest constant that is added to keep a modulus positive, before `max(1, ...)` is used.
const LARGEST_LIFT: i64 = 8;

/// The values that a linear form takes on a set: `low <= value <= high` for every parameter value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRange {
    /// A lower bound.
    pub low: Expr,
    /// An upper bound.
    pub high: Expr,
}

impl Problem {
    /// The image of a set under a linear form: one dimension.
    fn image(&self, set: &Set, form: &[i64]) -> Result<Set> {
        let d = coordinates(form.len());
        let text = format!("{{ [{d}] -> [{}] }}", row_text(form));
        set.apply(&Map::parse(&self.ctx, &text)?)
    }

    /// Upper bound of a form on a set, exact where one expression can be; `None` if the set is empty.
    pub(crate) fn upper(&self, set: &Set, form: &[i64]) -> Result<Option<Expr>> {
        if let Some(bound) = self.guessed_upper(set, form)? {
            return Ok(Some(bound));
        }
        let set = set.intersect_params(&self.context)?;
        if set.is_empty()? {
            return Ok(None);
        }
        self.dominating(&self.image(&set, form)?.dim_max(0)?, true)
    }

    /// A bound that holds everywhere and is reached at one large parameter point: a number, or the
    /// largest value inside the array's box plus a number. Much cheaper than a parametric maximum.
    fn guessed_upper(&self, set: &Set, form: &[i64]) -> Result<Option<Expr>> {
        let Some(point) = self.large_point()? else {
            return Ok(None);
        };
        let at_point = |e: &Expr| {
            let value = |name: &str| point.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
            e.eval(&value)
        };
        let image = self.image(&set.fix_params(point.iter().copied())?, form)?;
        let Some(reached) = image.dim_max_value(0)? else {
            return Ok(None);
        };
        let in_box = self.extents.iter().zip(form).fold(Expr::constant(0), |sum, (e, c)| {
            sum + (e.clone() - Expr::constant(1)) * c.abs()
        });
        let mut guesses = vec![Expr::constant(reached)];
        let single = self.extents.iter().map(|e| e.clone() - Expr::constant(1));
        for base in std::iter::once(in_box).chain(single) {
            if let Some(value) = at_point(&base) {
                guesses.push(base + Expr::constant(reached - value));
            }
        }
        for guess in guesses {
            let beyond = format!("{} > {guess}", row_text(form));
            if self.is_empty(&set.intersect(&self.points_where(&beyond)?)?)? {
                return Ok(Some(guess));
            }
        }
        Ok(None)
    }

    /// Lower bound of a form on a set; `None` if the set is empty.
    pub(crate) fn lower(&self, set: &Set, form: &[i64]) -> Result<Option<Expr>> {
        let image = self.image(&set.intersect_params(&self.context)?, form)?;
        if image.is_empty()? {
            return Ok(None);
        }
        self.dominating(&image.dim_min(0)?, false)
    }

    /// The range of a form on a set of elements.
    pub fn range(&self, set: &Set, form: &[i64]) -> Result<Option<RowRange>> {
        match (self.lower(set, form)?, self.upper(set, form)?) {
            (Some(low), Some(high)) => Ok(Some(RowRange { low, high })),
            _ => Ok(None),
        }
    }

    /// One expression on the far side of every piece: a piece's own if one dominates all, else the
    /// maximum (minimum) of them.
    fn dominating(&self, value: &PwAff, upper: bool) -> Result<Option<Expr>> {
        let value = value.gist_params(&self.context)?.coalesce()?;
        let pieces = value.pieces()?;
        for candidate in &pieces {
            let mut wins = true;
            for other in &pieces {
                let (low, high) = match upper {
                    true => (&other.value, &candidate.value),
                    false => (&candidate.value, &other.value),
                };
                let here = other.domain.intersect(&self.context)?;
                let holds = self.params_where(&format!("{low} <= {high}"))?;
                wins = wins && here.is_subset(&holds)?;
            }
            if wins {
                return Ok(Some(candidate.value.clone()));
            }
        }
        let values = pieces.into_iter().map(|p| p.value).collect();
        Ok(match upper {
            true => Expr::max_of(values),
            false => Expr::min_of(values),
        })
    }

    /// A modulus of at least `bound + 1` that is positive everywhere in the context.
    pub(crate) fn modulus_above(&self, bound: Expr) -> Result<Expr> {
        let modulus = bound + Expr::constant(1);
        for lift in 0..=LARGEST_LIFT {
            let lifted = modulus.clone() + Expr::constant(lift);
            if self.always(&format!("{lifted} >= 1"))? {
                return Ok(lifted);
            }
        }
        let one = Expr::constant(1);
        Ok(Expr::max_of(vec![one.clone(), modulus]).unwrap_or(one))
    }
}
