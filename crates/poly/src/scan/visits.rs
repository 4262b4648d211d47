//! Few and simple loops over the points of a set, which may visit some other points, too, and a
//! point more than once.

use super::Scan;
use super::rows::{Search, coordinate};
use crate::{Expr, Map, Result, Set};

/// Which points loops visit.
#[derive(Clone, Debug)]
pub struct Visits {
    /// All of these.
    pub needed: Set,
    /// Loops over these have simple forms; they contain most of those that are needed.
    pub near: Set,
    /// None but these.
    pub allowed: Set,
    /// A parameter that bounds have rather than others of the same value.
    pub preferred: String,
}

impl Visits {
    /// The loops, if the parameters satisfy `context`; `None` if a number that may be negative
    /// would be divided.
    ///
    /// # Errors
    ///
    /// If isl fails, or the operation budget is used up; the same if there would be many loops.
    pub fn scan(&self, context: &Set) -> Result<Option<Scan>> {
        let known = |set: &Set| set.reset_tuple_id()?.intersect_params(context);
        let visits = Visits {
            needed: known(&self.needed)?,
            near: known(&self.near)?,
            allowed: known(&self.allowed)?,
            preferred: self.preferred.clone(),
        };
        let (values, open) = visits.without_remainders()?;
        let scan = match open.in_parts(context)? {
            Some(scan) => Some(scan),
            None => open.needed.scan(context)?,
        };
        Ok(scan.map(|scan| scan.with_values(&values)))
    }

    /// The same without the coordinates that the parameters determine by a division, and their
    /// values: `t % 2`.
    fn without_remainders(&self) -> Result<(Vec<Option<Expr>>, Visits)> {
        let dims = self.needed.dims()?;
        let mut values: Vec<Option<Expr>> = vec![None; dims];
        let mut rest = self.clone();
        for dim in (0..dims).rev() {
            if rest.needed.dims()? == 1 {
                break;
            }
            values[dim] = rest.value_of(dim)?.filter(|value| !value.is_affine());
            if values[dim].is_some() {
                rest = rest.without(dim)?;
            }
        }
        Ok((values, rest))
    }

    /// The loops as few parts; `None` with integer divisions.
    fn in_parts(&self, context: &Set) -> Result<Option<Scan>> {
        let search = Search {
            own: self.near.union(&self.needed)?,
            allowed: self.allowed.union(&self.needed)?,
            context,
            preferred: &self.preferred,
            params: params(&[&self.needed, &self.near, context])?,
            dims: self.needed.dims()?,
            needed: self.needed.clone(),
            near: self.near.clone(),
        };
        match search.parts()? {
            Some(parts) => search.scan(parts),
            None => Ok(None),
        }
    }

    /// The value of a coordinate, if the parameters determine it.
    fn value_of(&self, dim: usize) -> Result<Option<Expr>> {
        let least = self.needed.dim_min(dim)?.coalesce()?;
        let most = self.needed.dim_max(dim)?.coalesce()?;
        match least.to_set()?.is_equal(&most.to_set()?)? {
            true => least.as_expr(),
            false => Ok(None),
        }
    }

    /// The same without a coordinate, where it has its only value.
    fn without(&self, dim: usize) -> Result<Visits> {
        let value = self.needed.dim_min(dim)?.to_set()?;
        let dims = self.needed.dims()?;
        let names: Vec<String> = (0..dims).map(coordinate).collect();
        let mut rest = names.clone();
        rest.remove(dim);
        let all = format!("[{}]", names.join(", "));
        let ctx = self.needed.context();
        let own = Map::parse(ctx, &format!("{{ {all} -> [{}] }}", names[dim]))?;
        let others = Map::parse(ctx, &format!("{{ {all} -> [{}] }}", rest.join(", ")))?;
        let others = others.intersect_domain(&own.intersect_range(&value)?.domain()?)?;
        let without = |set: &Set| set.apply(&others)?.coalesce();
        Ok(Visits {
            needed: without(&self.needed)?,
            near: without(&self.near)?,
            allowed: without(&self.allowed)?,
            preferred: self.preferred.clone(),
        })
    }
}

/// The parameters of some sets.
fn params(sets: &[&Set]) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for set in sets {
        for name in set.param_names()? {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    Ok(all)
}
