//! Bounds of linear forms over parametric sets, as expressions that are easy to read.

use super::{Problem, row_text};
use crate::numbers::unit;
use poly::{Expr, Map, PwAff, Result, Set};

/// Largest constant that is added to keep a modulus positive, before `max(1, ...)` is used.
const LARGEST_LIFT: i64 = 8;

/// An extent that is larger than a modulus by no more than this takes its place, if the modulus may
/// be less than 1.
const NEAR_EXTENT: i64 = 16;

/// A bound up to this is preferred as a number to an expression with the same value at some point.
const LARGEST_NUMBER: i64 = 64;

/// The least and the largest value of a form on a set, for all parameter values together; `None`
/// without bounds.
pub(crate) fn ends(set: &Set, form: &[i64]) -> Result<Option<(i64, i64)>> {
    let back: Vec<i64> = form.iter().map(|c| -c).collect();
    let (high, low) = (set.max_of(form)?, set.max_of(&back)?);
    Ok(low.zip(high).map(|(low, high)| (-low, high)))
}

impl Problem {
    /// The image of a set under a linear form: one dimension.
    fn image(&self, set: &Set, form: &[i64]) -> Result<Set> {
        set.apply(&Map::linear(&self.ctx, form.len(), &[form])?)
    }

    /// The largest difference of two values of a form on a set without parameters; `None` if it is
    /// empty.
    pub(crate) fn spread(&self, set: &Set, form: &[i64]) -> Result<Option<i64>> {
        let ends = ends(set, form)?;
        Ok(ends.and_then(|(low, high)| high.checked_sub(low)))
    }

    /// Bound of the absolute value of a form on a set; `None` if the set is empty.
    pub(crate) fn reach(&self, set: &Set, form: &[i64]) -> Result<Option<Expr>> {
        if let Some(bound) = self.guessed_reach(set, form)? {
            return Ok(Some(bound));
        }
        let both = set.union(&set.neg()?)?;
        self.upper(&both, form)
    }

    /// Upper bound of a form on a set, exact where one expression can be; `None` if the set is
    /// empty.
    pub(crate) fn upper(&self, set: &Set, form: &[i64]) -> Result<Option<Expr>> {
        let image = self.image(&set.intersect_params(&self.context)?, form)?;
        if image.is_empty()? {
            return Ok(None);
        }
        self.dominating(&image.dim_max(0)?, true)
    }

    /// A bound that holds everywhere and is attained at one large parameter point: a number, or the
    /// largest value inside the array's box plus a number. Much cheaper than a parametric maximum.
    fn guessed_reach(&self, set: &Set, form: &[i64]) -> Result<Option<Expr>> {
        let Some(point) = self.large_point()? else {
            return Ok(None);
        };
        let there = set.fix_params(point.iter().copied())?;
        let Some((low, high)) = ends(&there, form)? else {
            return Ok(None);
        };
        for guess in self.guesses(form, high.max(-low), &point) {
            let form = row_text(form);
            let beyond = format!("{form} > {guess} or {form} < -({guess})");
            if self.is_empty(&set.intersect(&self.points_where(&beyond)?)?)? {
                return Ok(Some(guess));
            }
        }
        Ok(None)
    }

    /// Expressions with the value `reached` at `point`: the number, and those that the box
    /// suggests; the number is last if it is large.
    fn guesses(&self, form: &[i64], reached: i64, point: &[(&str, i64)]) -> Vec<Expr> {
        let value = |name: &str| point.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
        let last = |e: &Expr| e.clone() - Expr::constant(1);
        let terms = self.extents.iter().zip(form);
        let in_box = terms.fold(Expr::constant(0), |sum, (e, c)| sum + last(e) * c.abs());
        let bases = std::iter::once(in_box).chain(self.extents.iter().map(last));
        let fitted = bases.filter_map(|base| {
            let missing = reached - base.eval(&value)?;
            Some(base + Expr::constant(missing))
        });
        let mut guesses: Vec<Expr> = fitted.collect();
        let at = if reached <= LARGEST_NUMBER {
            0
        } else {
            guesses.len()
        };
        guesses.insert(at, Expr::constant(reached));
        let mut distinct: Vec<Expr> = Vec::new();
        for guess in guesses {
            if !distinct.contains(&guess) {
                distinct.push(guess);
            }
        }
        distinct
    }

    /// Lower bound of a form on a set; `None` if the set is empty.
    pub(crate) fn lower(&self, set: &Set, form: &[i64]) -> Result<Option<Expr>> {
        let image = self.image(&set.intersect_params(&self.context)?, form)?;
        if image.is_empty()? {
            return Ok(None);
        }
        self.dominating(&image.dim_min(0)?, false)
    }

    /// The extents of an array, some of which are unknown: `first` for the first dimension if it
    /// bounds all touched elements, else the bound of these. `None` if there is no bound.
    pub fn bounded(
        &self,
        shape: &[Option<Expr>],
        first: Option<Expr>,
    ) -> Result<Option<Vec<Expr>>> {
        let mut extents = Vec::new();
        let dims = shape.len();
        for (dim, extent) in shape.iter().enumerate() {
            let known = match extent {
                Some(extent) => Some(extent.clone()),
                None if self.touched.is_empty()? => Some(Expr::constant(1)),
                None => self.needed(dims, dim, first.as_ref().filter(|_| dim == 0))?,
            };
            match known {
                Some(extent) => extents.push(extent),
                None => return Ok(None),
            }
        }
        Ok(Some(extents))
    }

    /// The extents of the smallest box whose elements may have all the differences, which must be
    /// bounded.
    pub fn box_of_differences(&self) -> Result<Vec<Expr>> {
        let extent = |axis: usize| self.modulus_beyond(&self.half, &unit(axis, self.dims()));
        (0..self.dims()).map(extent).collect()
    }

    /// Whether all touched elements are in `0..extent` in a dimension.
    pub(crate) fn stays_below(&self, dim: usize, extent: &Expr) -> Result<bool> {
        let inside = self.points_where(&format!("0 <= d{dim}' < {extent}"))?;
        self.is_empty(&self.touched.subtract(&inside)?)
    }

    /// An extent that bounds all touched coordinates of a dimension: the guess if it does.
    fn needed(&self, dims: usize, dim: usize, guess: Option<&Expr>) -> Result<Option<Expr>> {
        if let Some(guess) = guess
            && self.stays_below(dim, guess)?
        {
            return Ok(Some(guess.clone()));
        }
        let high = self.upper(&self.touched, &unit(dim, dims))?;
        Ok(high.map(|high| high + Expr::constant(1)))
    }

    /// One expression that bounds every piece: that of a piece if it dominates all, the nearest of
    /// these at the samples, else the maximum (minimum) of them.
    fn dominating(&self, value: &PwAff, upper: bool) -> Result<Option<Expr>> {
        let value = value.gist_params(&self.context)?.coalesce()?;
        let pieces = value.pieces()?;
        let mut winners = Vec::new();
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
                winners.push(&candidate.value);
            }
        }
        let distance = |e: &Expr| match upper {
            true => self.at_sample(e),
            false => self.at_sample(e).map(|value| -value),
        };
        if let Some(nearest) = winners.into_iter().min_by_key(|e| distance(e)) {
            return Ok(Some(nearest.clone()));
        }
        let values = pieces.into_iter().map(|p| p.value).collect();
        Ok(match upper {
            true => Expr::max_of(values),
            false => Expr::min_of(values),
        })
    }

    /// A modulus above all absolute values of a form on a set; 1 if the set is empty.
    pub(crate) fn modulus_beyond(&self, set: &Set, form: &[i64]) -> Result<Expr> {
        match self.reach(set, form)? {
            Some(bound) => match self.extent_above(&bound, form)? {
                Some(extent) => Ok(extent),
                None => self.modulus_above(bound),
            },
            None => Ok(Expr::constant(1)),
        }
    }

    /// The extent of the dimension that a form is, as a modulus that is hardly more than the bound
    /// of its values: where that is not positive, the extent is.
    fn extent_above(&self, bound: &Expr, form: &[i64]) -> Result<Option<Expr>> {
        let axis = (0..form.len()).find(|axis| unit(*axis, form.len()) == form);
        let extent = axis.and_then(|axis| self.extents.get(axis));
        let is_fit = |extent: &&Expr| extent.degree() <= 1 && self.has_all_params(extent);
        let Some(extent) = extent.filter(is_fit) else {
            return Ok(None);
        };
        let modulus = bound.clone() + Expr::constant(1);
        let most = modulus.clone() + Expr::constant(NEAR_EXTENT);
        let is_near = !self.always(&format!("{modulus} >= 1"))?
            && self.always(&format!(
                "{modulus} <= {extent} <= {most} and {extent} >= 1"
            ))?;
        Ok(is_near.then(|| extent.clone()))
    }

    /// Whether the conflicts have all parameters of an expression.
    fn has_all_params(&self, expr: &Expr) -> bool {
        let mut has_all = true;
        expr.each_var(&mut |name| has_all &= self.params.iter().any(|p| p.name == name));
        has_all
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
