//! Dependences between instances, direct or through other instances.
//!
//! A chain that is not found orders nothing, so the result may be too small and never too large.

use poly::{Map, Space, UnionMap, all, equal, less, names};
use scop::{Access, AccessKind, Certainty, Scop, Statement};

/// Operations for one attempt to close the dependences.
const BUDGET: u64 = 500_000;
/// How often known chains are composed with each other where there is no closed form.
const ROUNDS: usize = 4;

/// Chains of dependences of all arrays.
pub(crate) struct Chains {
    /// `{ S[i] -> T[j] }`
    known: UnionMap,
}

impl Chains {
    pub(crate) fn new(scop: &Scop) -> poly::Result<Self> {
        let direct = dependences(scop)?;
        let ctx = &scop.ctx;
        if let Some(Some(known)) = ctx.attempt(BUDGET, || whole(&direct))? {
            return Ok(Chains { known });
        }
        let mut known = direct.clone();
        for map in direct.maps()? {
            for piece in map.pieces()? {
                let repeated = ctx.attempt(BUDGET, || whole(&piece.to_union_map()?))?;
                if let Some(repeated) = repeated.flatten() {
                    known = known.union(&repeated)?;
                }
            }
        }
        for _ in 0..ROUNDS {
            let longer = || known.union(&known.apply_range(&known)?)?.coalesce();
            let Some(longer) = ctx.attempt(BUDGET, longer)? else {
                break;
            };
            if longer.is_subset(&known)? {
                break;
            }
            known = longer;
        }
        Ok(Chains { known })
    }

    /// `{ S[i] -> T[j] : S[i] certainly before T[j] }`
    pub(crate) fn between(&self, s: &Statement, t: &Statement) -> poly::Result<Map> {
        let all = Map::product(&s.domain, &t.domain)?;
        let from = self.known.intersect_domain(&s.domain.to_union_set()?)?;
        let pairs = from.intersect_range(&t.domain.to_union_set()?)?;
        let mut known = all.subtract(&all)?;
        for map in pairs.maps()? {
            known = known.union(&map)?;
        }
        Ok(known)
    }

    /// `{ S[i] -> T[j] : T[j] is not certainly before S[i] }`
    pub(crate) fn not_after(&self, s: &Statement, t: &Statement) -> poly::Result<Map> {
        let all = Map::product(&s.domain, &t.domain)?;
        all.subtract(&self.between(t, s)?.reverse()?)
    }
}

/// The transitive closure; `None` if isl's answer may contain other pairs.
///
/// The answer is exact if each pair is a dependence, or a dependence followed by another pair: time
/// increases along each dependence and there are finitely many instances, so every pair is a chain.
fn whole(direct: &UnionMap) -> poly::Result<Option<UnionMap>> {
    let all = direct.transitive_closure()?.0.coalesce()?;
    let explained = direct.union(&direct.apply_range(&all)?)?;
    Ok(all.is_subset(&explained)?.then_some(all))
}

/// `{ S[i] -> T[j] : S[i] before T[j], both certainly touch an element, one of them writes it }`
fn dependences(scop: &Scop) -> poly::Result<UnionMap> {
    let certain = |a: &&Access| a.certainty == Certainty::Must;
    let mut found = UnionMap::empty(&scop.ctx)?;
    for x in scop.accesses.iter().filter(certain) {
        for y in scop.accesses.iter().filter(certain) {
            let writes = x.kind == AccessKind::Write || y.kind == AccessKind::Write;
            if x.array == y.array && writes {
                found = found.union(&dependence(scop, x, y)?.to_union_map()?)?;
            }
        }
    }
    found.coalesce()
}

/// `{ S[i] -> T[j] : S[i] before T[j], x and y touch the same element of the same copy }`
fn dependence(scop: &Scop, x: &Access, y: &Access) -> poly::Result<Map> {
    let same = x.relation.apply_range(&y.relation.reverse()?)?;
    let same = same.intersect_params(&scop.context)?;
    if same.is_empty()? {
        return Ok(same);
    }
    let (t, u) = (names("t", scop.time_dims), names("u", scop.time_dims));
    let copy = equal(&t[..scop.array(x.array).private], &u);
    let earlier = all([format!("({})", less(&t, &u)), copy]);
    let earlier = Space::plain(&scop.ctx).pairs(&t, &u, earlier)?;
    let (s, t) = (scop.statement(x.statement), scop.statement(y.statement));
    let earlier = s.schedule.apply_range(&earlier)?;
    same.intersect(&earlier.apply_range(&t.schedule.reverse()?)?)
}
