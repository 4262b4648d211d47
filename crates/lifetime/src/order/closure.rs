//! The order of dependences: an instance is before all instances that depend on it, directly or
//! through others.
//!
//! Only accesses that certainly happen order instances. Chains may be missed, so the relation is a
//! subset of the transitive closure of dependences.

use super::comparison::Tie;
use super::dependences::Dependences;
use poly::{Map, Result, Space, UnionMap, UnionSet, equal, names};
use scop::{Access, Certainty, Scop, StmtId};
use std::collections::HashMap;

/// Operations for each attempt at the transitive closure.
const BUDGET: u64 = 300_000;
/// How often the chains found so far are composed: chains of `2^ROUNDS` dependences.
const ROUNDS: usize = 4;
/// Relations with more pieces are not composed further.
const MOST_PIECES: usize = 60;

/// The instances that certainly depend on each other.
pub(crate) struct Closure {
    /// `{ S[i] -> T[j] }`
    before: UnionMap,
    /// `{ S[i] -> [t, inside] }` for every position inside an instance, by statement.
    times: Vec<Map>,
    known: HashMap<(StmtId, StmtId, Tie), Map>,
    dims: usize,
}

impl Closure {
    pub(crate) fn new(scop: &Scop) -> Result<Self> {
        let direct = certain_dependences(scop)?;
        Ok(Closure {
            before: closure_of(&direct)?,
            times: times(scop)?,
            known: HashMap::new(),
            dims: scop.time_dims,
        })
    }

    /// `{ [t, x] -> [u, y] : u not certainly before t }` for instances of two statements whose
    /// first `private` coordinates of time are equal.
    pub(crate) fn not_after(
        &mut self,
        from: StmtId,
        to: StmtId,
        tie: Tie,
        private: usize,
    ) -> Result<Map> {
        if let Some(map) = self.known.get(&(from, to, tie)) {
            return Ok(map.clone());
        }
        let (t, u) = (&self.times[from.0 as usize], &self.times[to.0 as usize]);
        let instances = |map: &Map| map.domain()?.to_union_set();
        let later = self.between(&instances(u)?, &instances(t)?)?;
        let mut all = Map::product(&t.range()?, &u.range()?)?;
        for pairs in later {
            let pairs = pairs.apply_domain(u)?.apply_range(t)?;
            all = all.subtract(&pairs.reverse()?)?;
        }
        if from == to {
            all = all.subtract(&self.inside(t, tie)?)?;
        }
        let all = all.intersect(&self.same_copy(t, private)?)?.coalesce()?;
        self.known.insert((from, to, tie), all.clone());
        Ok(all)
    }

    fn between(&self, from: &UnionSet, to: &UnionSet) -> Result<Vec<Map>> {
        let pairs = self.before.intersect_domain(from)?.intersect_range(to)?;
        pairs.maps()
    }

    /// `{ [t, x] -> [t, y] : y < x }`, or `y <= x` where equal times count as ordered.
    fn inside(&self, times: &Map, tie: Tie) -> Result<Map> {
        let sign = match tie {
            Tie::Before => "<=",
            Tie::NotAfter => "<",
        };
        let [x, y] = ["x", "y"].map(|last| instance("t", self.dims, last));
        Space::plain(times.context()).pairs(&x, &y, format!("y {sign} x"))
    }

    /// `{ [t, x] -> [u, y] : the first coordinates of t and u are equal }`
    fn same_copy(&self, times: &Map, private: usize) -> Result<Map> {
        let (t, u) = (instance("t", self.dims, "x"), instance("u", self.dims, "y"));
        Space::plain(times.context()).pairs(&t, &u, equal(&t[..private], &u))
    }
}

/// The coordinates of a time, and one more.
fn instance(letter: &str, dims: usize, last: &str) -> Vec<String> {
    [names(letter, dims), vec![last.to_string()]].concat()
}

/// `{ S[i] -> [t, inside] }` for each statement.
fn times(scop: &Scop) -> Result<Vec<Map>> {
    let instance = instance("t", scop.time_dims, "x");
    let time = &instance[..scop.time_dims];
    let inside = Space::plain(&scop.ctx).pairs(time, &instance, "0 <= x <= 2")?;
    let times = scop.statements.iter().map(|s| {
        let schedule = s.schedule.intersect_domain(&s.domain)?;
        schedule.apply_range(&inside)
    });
    times.collect()
}

/// `{ S[i] -> T[j] : both certainly touch one element, one of them writes it, S[i] first }`
fn certain_dependences(scop: &Scop) -> Result<UnionMap> {
    let found = Dependences::new(scop)?;
    let is_certain = |a: &&Access| a.certainty == Certainty::Must;
    let mut all = UnionMap::empty(&scop.ctx)?;
    for first in scop.accesses.iter().filter(is_certain) {
        for second in scop.accesses.iter().filter(is_certain) {
            if let Some(pairs) = found.between(first, second)? {
                all = all.union(&pairs.to_union_map()?)?;
            }
        }
    }
    all.coalesce()
}

/// Chains of dependences: all of them where isl finds them, else some.
fn closure_of(direct: &UnionMap) -> Result<UnionMap> {
    let ctx = direct.context();
    if let Some(Some(all)) = ctx.attempt(BUDGET, || exact_closure(direct))? {
        return Ok(all);
    }
    let mut known = direct.clone();
    let parts = ctx.attempt(BUDGET, || with_closures_of_parts(direct))?;
    known = parts.unwrap_or(known);
    for _ in 0..ROUNDS {
        match ctx.attempt(BUDGET, || longer(&known))?.flatten() {
            Some(more) => known = more,
            None => break,
        }
    }
    Ok(known)
}

/// The transitive closure; `None` if it is not known to be exact.
///
/// Time increases along dependences, and there are finitely many instances between two others: so
/// if each pair of `C` is a dependence, or a dependence followed by a pair of `C`, each is a chain.
fn exact_closure(direct: &UnionMap) -> Result<Option<UnionMap>> {
    let (closure, exact) = direct.transitive_closure()?;
    let closure = closure.coalesce()?;
    let is_exact = exact || {
        let steps = direct.union(&direct.apply_range(&closure)?)?;
        closure.is_subset(&steps)?
    };
    Ok(is_exact.then_some(closure))
}

/// Adds the closures of the convex parts whose closure is exact: repeated steps of one kind.
fn with_closures_of_parts(direct: &UnionMap) -> Result<UnionMap> {
    let mut known = direct.clone();
    for map in direct.maps()? {
        for part in map.pieces()? {
            if let Some(closure) = exact_closure(&part.to_union_map()?)? {
                known = known.union(&closure)?;
            }
        }
    }
    known.coalesce()
}

/// Chains of up to twice the length; `None` if there are no new ones, or too many pieces.
fn longer(known: &UnionMap) -> Result<Option<UnionMap>> {
    let more = known.union(&known.apply_range(known)?)?.coalesce()?;
    let pieces = more
        .maps()?
        .iter()
        .map(Map::piece_count)
        .sum::<Result<usize>>()?;
    let stop = pieces > MOST_PIECES || more.is_subset(known)?;
    Ok((!stop).then_some(more))
}
