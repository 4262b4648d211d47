//! Sets and relations from names of coordinates and conditions: the only place that writes texts in
//! isl's notation. Names with a prime are no names of C, and differ from those of all parameters.

use crate::constraints::{map_of, matrix, vectors};
use crate::{Context, Expr, Map, PolyError, Result, Set};
use std::fmt::Display;

/// The parameters of sets and relations, which conditions may mention.
#[derive(Clone, Debug)]
pub struct Space {
    ctx: Context,
    /// `[N, M] -> `
    head: String,
}

impl Space {
    /// The space with these parameters.
    pub fn new(ctx: &Context, params: impl IntoIterator<Item = impl Display>) -> Self {
        Space {
            ctx: ctx.clone(),
            head: format!("[{}] -> ", joined(params, ", ")),
        }
    }

    /// The space without parameters.
    pub fn plain(ctx: &Context) -> Self {
        Space {
            ctx: ctx.clone(),
            head: String::new(),
        }
    }

    /// `{ : condition }`
    pub fn values(&self, condition: impl Display) -> Result<Set> {
        Set::parse(&self.ctx, &format!("{}{{ : {condition} }}", self.head))
    }

    /// `{ [x] : condition }`
    pub fn points(&self, x: &[impl Display], condition: impl Display) -> Result<Set> {
        let (head, x) = (&self.head, joined(x, ", "));
        Set::parse(&self.ctx, &format!("{head}{{ [{x}] : {condition} }}"))
    }

    /// `{ [x] -> [y] : condition }`
    pub fn pairs(
        &self,
        x: &[impl Display],
        y: &[impl Display],
        condition: impl Display,
    ) -> Result<Map> {
        let (head, x, y) = (&self.head, joined(x, ", "), joined(y, ", "));
        Map::parse(
            &self.ctx,
            &format!("{head}{{ [{x}] -> [{y}] : {condition} }}"),
        )
    }

    /// `{ [x] -> [y] }`, where `y` are affine expressions of `x`.
    pub fn images(&self, x: &[impl Display], y: &[impl Display]) -> Result<Map> {
        self.pairs(x, y, "true")
    }
}

impl Set {
    /// All vectors with `dims` coordinates.
    pub fn all(ctx: &Context, dims: usize) -> Result<Set> {
        let raw = isl_rs::Set::universe(vectors(ctx, dims)?)?;
        Ok(Set::own(raw, ctx))
    }

    /// No vector with `dims` coordinates.
    pub fn none(ctx: &Context, dims: usize) -> Result<Set> {
        let raw = isl_rs::Set::empty(vectors(ctx, dims)?)?;
        Ok(Set::own(raw, ctx))
    }

    /// This vector.
    pub fn point(ctx: &Context, x: &[i64]) -> Result<Set> {
        let mut raw = isl_rs::Set::universe(vectors(ctx, x.len())?)?;
        for (at, value) in (0..).zip(x) {
            let value = isl_rs::Val::int_from_si(ctx.raw(), *value)?;
            raw = raw.fix_val(isl_rs::DimType::Set, at, value)?;
        }
        Ok(Set::own(raw, ctx))
    }

    /// The vector of `dims` zeros.
    pub fn origin(ctx: &Context, dims: usize) -> Result<Set> {
        Set::point(ctx, &vec![0; dims])
    }

    /// All values of parameters.
    pub fn all_values(ctx: &Context) -> Result<Set> {
        let raw = isl_rs::Set::universe(isl_rs::Space::params_alloc(ctx.raw(), 0)?)?;
        Ok(Set::own(raw, ctx))
    }

    /// No values of parameters.
    pub fn no_values(ctx: &Context) -> Result<Set> {
        let raw = isl_rs::Set::empty(isl_rs::Space::params_alloc(ctx.raw(), 0)?)?;
        Ok(Set::own(raw, ctx))
    }
}

impl Map {
    /// `{ x -> [rows·x] }` for vectors with `dims` coordinates.
    pub fn linear(ctx: &Context, dims: usize, rows: &[impl AsRef<[i64]>]) -> Result<Map> {
        let count = |n: usize| u32::try_from(n).map_err(|_| PolyError::Overflow);
        let space = isl_rs::Space::alloc(ctx.raw(), 0, count(dims)?, count(rows.len())?)?;
        let constraint = |(at, row): (usize, &_)| {
            let row: &[i64] = AsRef::as_ref(row);
            let mut own = vec![0; 1 + dims + rows.len()];
            own[1..].iter_mut().zip(row).for_each(|(to, c)| *to = *c);
            own[1 + dims + at] = -1;
            own
        };
        let equal: Vec<_> = rows.iter().enumerate().map(constraint).collect();
        let columns = 1 + dims + rows.len();
        let piece = [matrix(ctx, &equal, columns)?, matrix(ctx, &[], columns)?];
        Ok(Map::own(map_of(space, [Ok(piece)])?, ctx))
    }
}

/// `x0'`, `x1'`, ...
pub fn names(letter: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{letter}{at}'")).collect()
}

/// The condition that all of these hold; an alternative among them stands in parentheses.
pub fn all(conditions: impl IntoIterator<Item = impl Display>) -> String {
    match joined(conditions, " and ") {
        none if none.is_empty() => "true".to_string(),
        all => all,
    }
}

/// The condition that one of these holds.
pub fn any(conditions: impl IntoIterator<Item = impl Display>) -> String {
    let each = conditions.into_iter().map(|one| format!("({one})"));
    match joined(each, " or ") {
        none if none.is_empty() => "false".to_string(),
        any => any,
    }
}

/// The condition that two vectors are equal, as far as both have coordinates.
pub fn equal(x: &[impl Display], y: &[impl Display]) -> String {
    all(x.iter().zip(y).map(|(x, y)| format!("{x} = {y}")))
}

/// The condition that all coordinates are 0.
pub fn zero(x: &[impl Display]) -> String {
    all(x.iter().map(|x| format!("{x} = 0")))
}

/// The condition that `at` is the first coordinate in which two vectors differ, and that it is less
/// in `x`.
pub fn less_at(at: usize, x: &[impl Display], y: &[impl Display]) -> String {
    let (last, next) = (&x[at], &y[at]);
    format!("{} and {last} < {next}", equal(&x[..at], y))
}

/// The condition that `x` comes lexicographically before `y`.
pub fn less(x: &[impl Display], y: &[impl Display]) -> String {
    any((0..x.len().min(y.len())).map(|at| less_at(at, x, y)))
}

/// The condition that `y` does not come lexicographically before `x`, which is not longer.
pub fn not_after(x: &[impl Display], y: &[impl Display]) -> String {
    let Some((last, before)) = x.split_last() else {
        return "true".to_string();
    };
    let at = before.len();
    let tie = format!("{} and {last} <= {}", equal(before, y), y[at]);
    any((0..at).map(|at| less_at(at, x, y)).chain([tie]))
}

/// The condition that coordinates are from 0 up to extents, where these are known.
pub fn in_box<'e>(
    x: &[impl Display],
    extents: impl IntoIterator<Item = impl Into<Option<&'e Expr>>>,
) -> String {
    let bounds = x.iter().zip(extents).filter_map(|(x, extent)| {
        let extent: &Expr = extent.into()?;
        Some(format!("0 <= {x} < {extent}"))
    });
    all(bounds)
}

fn joined(all: impl IntoIterator<Item = impl Display>, between: &str) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    all.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_set(found: Result<Set>, text: &str) {
        let found = found.unwrap();
        let expected = Set::parse(found.context(), text).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found}: {text}");
    }

    fn check_map(found: Result<Map>, text: &str) {
        let found = found.unwrap();
        let expected = Map::parse(found.context(), text).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found}: {text}");
    }

    #[test]
    fn spaces_have_sets_and_relations() {
        let ctx = Context::new();
        let space = Space::new(&ctx, ["N"]);
        let [x, y] = ["x", "y"].map(|letter| names(letter, 2));
        check_set(space.values("N > 1"), "[N] -> { : N > 1 }");
        check_set(space.values(all(["x"; 0])), "[N] -> { : }");
        let extents = [Some(Expr::var("N")), None];
        let inside = space.points(&x, in_box(&x, &extents));
        check_set(inside, "[N] -> { [i, j] : 0 <= i < N }");
        check_set(space.points(&x, zero(&x)), "[N] -> { [0, 0] }");
        let text = "[N] -> { [i, j] -> [k, l] : i < k or (i = k and j < l) }";
        check_map(space.pairs(&x, &y, less(&x, &y)), text);
        let text = "[N] -> { [i, j] -> [k, l] : i < k or (i = k and j <= l) }";
        check_map(space.pairs(&x, &y, not_after(&x, &y)), text);
        check_map(
            space.pairs(&x, &y, equal(&x, &y[..1])),
            "[N] -> { [i, j] -> [i, k] }",
        );
        check_map(Space::plain(&ctx).images(&x, &x[1..]), "{ [i, j] -> [j] }");
        check_map(
            space.pairs(&x, &x[..0], any(["x"; 0])),
            "[N] -> { [i, j] -> [] : false }",
        );
    }

    #[test]
    fn constants_of_isl_are_those_of_texts() {
        let ctx = Context::new();
        check_set(Set::all(&ctx, 2), "{ [i, j] }");
        check_set(Set::none(&ctx, 1), "{ [i] : false }");
        check_set(Set::origin(&ctx, 2), "{ [0, 0] }");
        check_set(Set::point(&ctx, &[3, -4]), "{ [3, -4] }");
        check_set(Set::all_values(&ctx), "{ : }");
        check_set(Set::no_values(&ctx), "{ : false }");
        let rows = [vec![1, -2], vec![0, 1 << 40]];
        check_map(
            Map::linear(&ctx, 2, &rows),
            "{ [i, j] -> [i - 2j, 1099511627776j] }",
        );
        check_map(Map::linear(&ctx, 2, &rows[..0]), "{ [i, j] -> [] }");
        let other = Context::new();
        let set = Set::origin(&ctx, 1).unwrap().copied_into(&other);
        check_set(set, "{ [0] }");
    }
}
