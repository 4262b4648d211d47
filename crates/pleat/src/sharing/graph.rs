//! Which arrays of a function are alive at once: as its text shows, else as dataflow shows.

use super::typical::Typical;
use crate::budget::PAIR_OF_ARRAYS;
use affine::Whole;
use lifetime::{Meeting, meeting};
use poly::{Expr, Set};
use scop::{AccessKind, Array, Certainty, Order, ParamKind, Scop};

/// The arrays of a function, as dataflow sees them.
pub(super) struct Dataflow<'w> {
    whole: &'w Whole,
    /// `None` for an array that it does not know by name.
    arrays: Vec<Option<&'w Array>>,
}

impl<'w> Dataflow<'w> {
    /// The arrays of these names.
    pub(super) fn of(whole: &'w Whole, names: &[&str]) -> Self {
        let arrays = names.iter().map(|name| own(whole, name)).collect();
        Dataflow { whole, arrays }
    }

    /// Which elements of two arrays are alive at once; elsewhere means in another place of the
    /// storage.
    pub(super) fn meeting(&self, a: usize, b: usize) -> Meeting {
        let (Some(first), Some(second)) = (self.arrays[a], self.arrays[b]) else {
            return Meeting::Anywhere;
        };
        let scop = &self.whole.system.scop;
        scop.ctx.start_budget(PAIR_OF_ARRAYS);
        match meeting(scop, [first.id, second.id], Order::Sequential) {
            Ok(Meeting::Elsewhere) if !is_alike(first, second) => Meeting::Anywhere,
            Ok(found) => found,
            Err(_) => Meeting::Anywhere,
        }
    }

    /// Whether each call of the function certainly sets the first element of an array. Then no two
    /// calls are executed at once if the array is static and the program has no data races: within
    /// a call nothing waits for another thread.
    pub(super) fn is_certainly_set(&self, at: usize) -> bool {
        let Some(array) = self.arrays[at] else {
            return false;
        };
        let scop = &self.whole.system.scop;
        scop.ctx.start_budget(PAIR_OF_ARRAYS);
        self.first_set(array) == Ok(true)
    }

    fn first_set(&self, array: &Array) -> poly::Result<bool> {
        let scop = &self.whole.system.scop;
        let first = Set::origin(&scop.ctx, array.shape.len())?.named(&array.name)?;
        let extents = array.shape.iter().flatten();
        let exists = extents.map(|extent| format!("{extent} >= 1"));
        let mut needed = scop.context.clone();
        for extent in exists {
            needed = needed.intersect(&scop.params_where(&extent)?)?;
        }
        // A statement that reads the array may keep its value: `a[0] = c ? x : a[0]`.
        let reads = |id| {
            let mut own = scop.accesses_to(array.id);
            own.any(|a| a.statement == id && a.kind == AccessKind::Read)
        };
        let certain = scop.accesses_to(array.id).filter(|a| {
            let is_write = a.kind == AccessKind::Write && a.certainty == Certainty::Must;
            is_write && !reads(a.statement)
        });
        for write in certain {
            let set = write.relation.range()?.intersect(&first)?.params()?;
            needed = needed.subtract(&set)?;
        }
        needed.is_empty()
    }

    /// Whether an array is at least as large as another one, for all sizes.
    pub(super) fn covers(&self, a: usize, b: usize) -> bool {
        let (Some(first), Some(second)) = (self.arrays[a], self.arrays[b]) else {
            return false;
        };
        let scop = &self.whole.system.scop;
        let pairs = first.shape.iter().zip(&second.shape);
        let mut pairs = pairs.map(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => {
                a == b || scop.holds(&scop.context, &format!("{a} >= {b}")) == Ok(true)
            }
            _ => false,
        });
        scop.ctx.start_budget(PAIR_OF_ARRAYS);
        first.shape.len() == second.shape.len() && pairs.all(|covers| covers)
    }

    /// The bytes of an array at typical sizes.
    pub(super) fn bytes(&self, at: usize, typical: &Typical<'_>) -> Option<u64> {
        let array = self.arrays[at]?;
        let scop = &self.whole.system.scop;
        let mut all = *self.whole.system.element_bytes.get(array.id.0 as usize)?;
        for extent in &array.shape {
            let value = |name: &str| Some(sample(scop, name, typical));
            let extent = extent.as_ref()?.eval(&value)?;
            all = all.checked_mul(u64::try_from(extent.max(1)).ok()?)?;
        }
        Some(all)
    }

    /// The typical values of the parameters in the size of an array.
    pub(super) fn params(&self, at: usize, typical: &Typical<'_>) -> Vec<(String, i64)> {
        let scop = &self.whole.system.scop;
        let mut params = Vec::new();
        let extents = self.arrays[at].into_iter().flat_map(|array| &array.shape);
        for extent in extents.flatten() {
            extent.each_var(&mut |name| {
                for factor in spelling(scop, name).split(" * ") {
                    params.push((factor.to_string(), sample(scop, factor, typical)));
                }
            });
        }
        params
    }
}

/// The array of this name, if there is only one and the caller does not know it.
fn own<'w>(whole: &'w Whole, name: &str) -> Option<&'w Array> {
    let arrays = &whole.system.scop.arrays;
    let is_numbered = |array: &Array| {
        let rest = array
            .name
            .strip_prefix(name)
            .and_then(|r| r.strip_prefix('_'));
        rest.is_some_and(|r| !r.is_empty() && r.bytes().all(|b| b.is_ascii_digit()))
    };
    let is_shared = |array: &&Array| {
        !array.carried && whole.system.interface.iter().any(|s| s.array == array.id)
    };
    if arrays.iter().any(is_numbered) {
        return None;
    }
    let found = arrays.iter().find(|array| array.name == name);
    found.filter(|array| !is_shared(array))
}

/// Whether the same subscripts mean the same place in the storage of two arrays.
fn is_alike(a: &Array, b: &Array) -> bool {
    let inner =
        |array: &Array| -> Option<Vec<Expr>> { array.shape.iter().skip(1).cloned().collect() };
    a.shape.len() == b.shape.len() && inner(a).is_some() && inner(a) == inner(b)
}

/// The user's spelling of a parameter.
fn spelling<'s>(scop: &'s Scop, name: &'s str) -> &'s str {
    let param = scop.params.iter().find(|p| p.name == name);
    param.map_or(name, |p| p.spelling.as_str())
}

/// A typical value of a parameter, which may be a product of others.
fn sample(scop: &Scop, name: &str, typical: &Typical<'_>) -> i64 {
    let spelling = spelling(scop, name);
    if let Some(given) = typical.given(spelling) {
        return given;
    }
    let factors: Vec<&str> = spelling.split(" * ").collect();
    if factors.len() > 1 {
        let factors = factors
            .into_iter()
            .map(|factor| sample(scop, factor, typical));
        return factors.fold(1, i64::saturating_mul);
    }
    let param = scop.params.iter().find(|p| p.name == name);
    match param.filter(|p| p.kind == ParamKind::Macro) {
        Some(known) => known.sample,
        None => name.parse().unwrap_or_else(|_| typical.guess()),
    }
}
