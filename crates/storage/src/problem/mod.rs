//! One array to be mapped: its conflict differences, its box, and the known constraints on the
//! parameters.
//!
//! Assumes: coordinates in isl texts have a prime (`d0'`), which no name in C can have, so a
//! parameter called `d0` does not clash. Sizes are compared at the sample values of the parameters;
//! a wrong guess costs cells, never correctness.

mod bounds;

pub(crate) use bounds::ends;

use poly::{Context, Expr, Result, Set, Space, less, names};

/// A fixed extent from this size on counts as one that grows.
const LEAST_LONG: i64 = 16;

/// Upper limit of the search for the least value of a parameter.
const LARGEST_LEAST: i64 = 1 << 12;

/// A parameter and a typical value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamSample {
    /// Its name in the sets.
    pub name: String,
    /// The value at which sizes are compared.
    pub value: i64,
}

/// One array to be mapped.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Owner of the sets.
    pub ctx: Context,
    /// `{ [x - y] : x conflicts with y }`, without 0, n dimensions; contains at least one of each
    /// difference and its negative, because a mapping that separates one separates the other.
    /// Meaningful only where the context holds.
    pub half: Set,
    /// The touched elements, n dimensions, unnamed.
    pub touched: Set,
    /// Extents of the array as declared, n of them.
    pub extents: Vec<Expr>,
    /// Per dimension, whether its subscripts change in innermost loops; empty if unknown.
    pub innermost: Vec<bool>,
    /// The known constraints on the parameters.
    pub context: Set,
    /// All parameters.
    pub params: Vec<ParamSample>,
}

impl Problem {
    /// Dimensions of the array.
    pub fn dims(&self) -> usize {
        self.extents.len()
    }

    /// The same array with more conflicts but fewer pieces: all differences inside their convex
    /// hull. A mapping for it is valid for the array, and cheaper to find.
    pub fn convex(mut self) -> Result<Self> {
        let both = self.half.union(&self.half.neg()?)?;
        let convex = both.remove_divs()?.simple_hull()?;
        let (zeros, d) = (vec![0; self.dims()], names("d", self.dims()));
        self.half = match d.is_empty() {
            true => both,
            false => convex.intersect(&self.points_where(&less(&zeros, &d))?)?,
        };
        Ok(self)
    }

    /// Whether a size grows: with the parameters, or, if the whole array has fixed sizes, because
    /// it is at least half of the smallest long extent.
    fn grows(&self, size: &Expr) -> bool {
        let Some(size) = size.as_constant() else {
            return true;
        };
        let fixed: Option<Vec<i64>> = self.extents.iter().map(Expr::as_constant).collect();
        let long = fixed.into_iter().flatten().filter(|e| *e >= LEAST_LONG);
        long.min().is_some_and(|e| size.saturating_mul(2) >= e)
    }

    /// The number of sizes that grow; each factor of a product counts.
    pub fn degree<'e>(&self, sizes: impl IntoIterator<Item = &'e Expr>) -> usize {
        let growing = sizes.into_iter().filter(|size| self.grows(size));
        growing.map(|size| size.degree().max(1)).sum()
    }

    /// The sample value of a parameter.
    pub fn sample(&self, name: &str) -> Option<i64> {
        let param = self.params.iter().find(|p| p.name == name);
        param.map(|p| p.value)
    }

    /// The value of an expression at the samples.
    pub fn at_sample(&self, expr: &Expr) -> Option<i64> {
        expr.eval(&|name| self.sample(name))
    }

    /// The value of an expression where every parameter is many times its sample, so that added
    /// constants matter little.
    pub(crate) fn at_scale(&self, expr: &Expr) -> Option<i64> {
        const SCALE: i64 = 64;
        expr.eval(&|name| {
            let param = self.params.iter().find(|p| p.name == name);
            param.map(|p| p.value.saturating_mul(SCALE))
        })
    }

    /// Number of elements of the array as declared, at the samples.
    pub fn declared_size(&self) -> Option<i64> {
        self.extents
            .iter()
            .try_fold(1_i64, |size, e| size.checked_mul(self.at_sample(e)?))
    }

    /// The problem for a search of rows: without parameters that the differences do not depend on.
    pub(crate) fn lean(&self) -> Result<Problem> {
        let half = self.half.gist_params(&self.context)?;
        let half = half.coalesce()?.without_idle_params()?;
        let names = half.param_names()?;
        let mut params = self.params.clone();
        params.retain(|p| names.contains(&p.name));
        Ok(Problem {
            context: self.context.only_params(&names)?,
            half,
            params,
            ..self.clone()
        })
    }

    fn space(&self) -> Space {
        Space::new(&self.ctx, self.params.iter().map(|p| &p.name))
    }

    /// `{ : condition }` over the parameters.
    pub(crate) fn params_where(&self, condition: &str) -> Result<Set> {
        self.space().values(condition)
    }

    /// The samples as arguments of [`Set::fix_params`], each value changed by `f`.
    fn values(&self, f: impl Fn(i64) -> i64) -> Vec<(&str, i64)> {
        let value = |p: &'_ ParamSample| f(p.value);
        self.params
            .iter()
            .map(|p| (p.name.as_str(), value(p)))
            .collect()
    }

    /// Large values for the named parameters, in their order.
    pub(crate) fn large_values(&self, names: &[String]) -> Vec<(String, i64)> {
        let all = self.values(large);
        let value = |name: &String| {
            all.iter()
                .find(|(n, _)| n == name)
                .map_or(large(1), |(_, v)| *v)
        };
        names.iter().map(|n| (n.clone(), value(n))).collect()
    }

    /// A point of the context with parameters large enough to distinguish `N` from a number, but
    /// for those that have one value; `None` if the context does not hold there.
    pub(crate) fn large_point(&self) -> Result<Option<Vec<(&str, i64)>>> {
        let mut point = self.values(large);
        if let Some(point) = self.point_of_context(point.clone())? {
            return Ok(Some(point));
        }
        for (param, (name, value)) in self.params.iter().zip(&mut point) {
            if self.always(&format!("{name} = {}", param.value))? {
                *value = param.value;
            }
        }
        self.point_of_context(point)
    }

    /// The elements that are touched at the samples; `None` if the context does not hold there.
    pub(crate) fn touched_at_samples(&self) -> Result<Option<Set>> {
        match self.sample_point()? {
            Some(point) => self.touched.fix_params(point).map(Some),
            None => Ok(None),
        }
    }

    /// The samples, if the context holds there.
    pub(crate) fn sample_point(&self) -> Result<Option<Vec<(&str, i64)>>> {
        self.point_of_context(self.values(|v| v))
    }

    fn point_of_context<'a>(
        &self,
        point: Vec<(&'a str, i64)>,
    ) -> Result<Option<Vec<(&'a str, i64)>>> {
        let inside = !self.context.fix_params(point.iter().copied())?.is_empty()?;
        Ok(inside.then_some(point))
    }

    /// `{ [d0, ...] : condition }`; coordinates are called `d0'`, `d1'`, ...
    pub fn points_where(&self, condition: &str) -> Result<Set> {
        self.space().points(&names("d", self.dims()), condition)
    }

    /// Whether a set has no point for any parameter value of the context.
    pub(crate) fn is_empty(&self, set: &Set) -> Result<bool> {
        set.intersect_params(&self.context)?.is_empty()
    }

    /// Whether a size is shown to be at least 1 everywhere in the context.
    pub(crate) fn is_positive(&self, size: &Expr) -> Result<bool> {
        match size.degree() {
            0 | 1 => self.always(&format!("{size} >= 1")),
            _ => self.is_positive_polynomial(size),
        }
    }

    /// The same for a polynomial: written relative to the least values of the parameters, it has no
    /// negative coefficient.
    fn is_positive_polynomial(&self, size: &Expr) -> Result<bool> {
        let mut least = Vec::new();
        for param in &self.params {
            least.push((param.name.as_str(), self.least_value(&param.name)?));
        }
        let counted = size.substitute(&|name| {
            let (_, least) = least.iter().find(|(n, _)| *n == name)?;
            least.map(|least| Expr::var(name) + Expr::constant(least))
        });
        let is_bounded = |name: &str| least.iter().any(|(n, l)| *n == name && l.is_some());
        let mut all_bounded = true;
        size.each_var(&mut |name| all_bounded &= is_bounded(name));
        Ok(all_bounded
            && counted.is_polynomial()
            && counted.constant_part() >= 1
            && counted.terms().all(|(_, c)| c > 0))
    }

    /// The largest number, at least 0 and up to a limit, that is a lower bound of a parameter in
    /// the context.
    pub(crate) fn least_value(&self, name: &str) -> Result<Option<i64>> {
        let (mut holds, mut limit) = (-1, LARGEST_LEAST + 1);
        while limit - holds > 1 {
            let middle = (holds + limit) / 2;
            match self.always(&format!("{name} >= {middle}"))? {
                true => holds = middle,
                false => limit = middle,
            }
        }
        Ok((holds >= 0).then_some(holds))
    }

    /// `{ [d0', ...] }`: all points, without parameters.
    pub(crate) fn universe(&self) -> Result<Set> {
        Set::all(&self.ctx, self.dims())
    }

    /// Whether a condition on the parameters holds everywhere in the context.
    pub(crate) fn always(&self, condition: &str) -> Result<bool> {
        self.context.is_subset(&self.params_where(condition)?)
    }
}

/// A value large enough to distinguish a parameter from a number, but far from overflow.
fn large(sample: i64) -> i64 {
    sample.clamp(0, 1 << 20) * 8 + 91
}

/// `2*d0' - d1'` for a row.
pub(crate) fn row_text(row: &[i64]) -> String {
    row_form(row).to_string()
}

/// A row as an expression of the coordinates.
pub(crate) fn row_form(row: &[i64]) -> Expr {
    row.iter().enumerate().fold(Expr::default(), |sum, (d, c)| {
        sum + Expr::var(&format!("d{d}'")) * *c
    })
}
