//! Whether `after` touches only elements of the caller's memory that exist. Nothing is known of the
//! size of memory that a pointer leads to, except that `before` does not leave it: an object that
//! contains two elements contains those between them.

use super::difference::{Difference, Sample};
use super::with;
use poly::{Map, Set};
use scop::{Access, AccessId, ArrayId, Certainty, Computation, Shared, System};
use std::collections::BTreeSet;

/// Proves that `after` touches no element of an object of unknown size, for the parameter values
/// of a context, that is not between elements which `before` touches. Accesses of `before` under
/// conditions on data count for such accesses of `after` alone.
///
/// The arrays of `after` for which this relies on the length in a declaration of `before`.
pub(crate) fn inside(
    before: &System,
    after: &System,
    context: &Set,
) -> Result<Vec<ArrayId>, Difference> {
    let whole = (read_whole(before), read_whole(after));
    let mut declared = Vec::new();
    for shared in &after.interface {
        let Some(reach) = Reach::of(after, shared) else {
            continue;
        };
        let mut accesses = after.scop.accesses_to(shared.array).peekable();
        if accesses.peek().is_none() {
            continue;
        }
        let [certain, possible] = reach.elements((before, &whole.0), context)?;
        for access in accesses {
            let known = match is_certain((after, &whole.1), access) {
                true => &certain,
                false => &possible,
            };
            let relation = reach.touched(after, access, context)?;
            let beyond = match known {
                Some(known) => relation.subtract_range(known)?,
                None => relation,
            };
            if beyond.is_empty()? {
                continue;
            }
            let beyond = match reach.declared(before)? {
                Some(declared) => beyond.subtract_range(&declared)?,
                None => beyond,
            };
            if let Some(pair) = beyond.smallest_pair()? {
                return Err(Difference::Beyond {
                    statement: access.statement,
                    access: access.id,
                    sample: Sample {
                        params: pair.params,
                        instance: pair.from,
                        element: pair.to,
                    },
                });
            }
            declared.push(shared.array);
        }
    }
    declared.dedup();
    Ok(declared)
}

/// How the elements of an object of unknown size follow each other.
struct Reach<'s> {
    object: &'s str,
    /// Dimensions without those of declared rows.
    dims: usize,
    /// The first of them in whose order elements follow each other: the last one without an extent.
    open: usize,
}

impl<'s> Reach<'s> {
    /// That of an array; `None` if its size is known.
    fn of(system: &System, shared: &'s Shared) -> Option<Reach<'s>> {
        let shape = &system.scop.array(shared.array).shape;
        let dims = shape.len().checked_sub(shared.whole_dims)?;
        let open = shape.iter().take(dims).rposition(Option::is_none)?;
        Some(Reach {
            object: &shared.object,
            dims,
            open,
        })
    }

    /// The elements between those that a system touches, certainly and possibly; `None` without
    /// any.
    fn elements(
        &self,
        (system, whole): (&System, &BTreeSet<AccessId>),
        context: &Set,
    ) -> Result<[Option<Set>; 2], Difference> {
        let (mut certain, mut possible) = (None, None);
        for shared in system.interface.iter().filter(|s| s.object == self.object) {
            if Reach::of(system, shared).is_none_or(|reach| reach.dims != self.dims) {
                continue;
            }
            for access in system.scop.accesses_to(shared.array) {
                let elements = self.touched(system, access, context)?.range()?;
                if is_certain((system, whole), access) {
                    certain = Some(with(certain, elements.clone())?);
                }
                possible = Some(with(possible, elements)?);
            }
        }
        for (_, params) in system
            .met
            .iter()
            .filter(|(object, _)| object == self.object)
        {
            let first = self.first(params)?;
            certain = Some(with(certain, first.clone())?);
            possible = Some(with(possible, first)?);
        }
        let between = |set: Option<Set>| set.map(|set| self.between(&set)).transpose();
        Ok([between(certain)?, between(possible)?])
    }

    /// The elements that an array has by its declaration in a system.
    fn declared(&self, system: &System) -> Result<Option<Set>, Difference> {
        let mut parts = system.interface.iter().filter(|s| s.object == self.object);
        let Some(length) = parts.find_map(|s| s.declared.as_ref()) else {
            return Ok(None);
        };
        if self.dims != 1 {
            return Ok(None);
        }
        let params: Vec<&str> = system.scop.params.iter().map(|p| p.name.as_str()).collect();
        let params = params.join(", ");
        let text = format!("[{params}] -> {{ [x0'] : 0 <= x0' < {length} }}");
        Ok(Some(Set::parse(&system.scop.ctx, &text)?))
    }

    /// The first element, for some parameter values.
    fn first(&self, params: &Set) -> poly::Result<Set> {
        let zeros = vec!["0"; self.dims].join(", ");
        let set = Set::parse(params.context(), &format!("{{ [{zeros}] }}"))?;
        set.intersect_params(params)
    }

    /// The elements that an access touches, without the dimensions of rows.
    fn touched(&self, system: &System, access: &Access, context: &Set) -> Result<Map, Difference> {
        let domain = &system.scop.statement(access.statement).domain;
        let relation = access.relation.intersect_domain(domain)?;
        let relation = relation.intersect_params(context)?;
        let all = relation.dims()?.1;
        let first = names("x", self.dims);
        let rest = names("y", all.saturating_sub(self.dims));
        let array = &system.scop.array(access.array).name;
        let every = [first.clone(), rest].concat().join(", ");
        let text = format!("{{ {array}[{every}] -> [{}] }}", first.join(", "));
        Ok(relation.apply_range(&Map::parse(context.context(), &text)?)?)
    }

    /// The elements that are not before, and not after, all of a set.
    fn between(&self, set: &Set) -> poly::Result<Set> {
        let (x, y) = (names("x", self.dims), names("y", self.dims));
        let (x_list, y_list) = (x.join(", "), y.join(", "));
        let parse = |conditions: &[String]| {
            let conditions = conditions.join(" or ");
            let text = format!("{{ [{x_list}] -> [{y_list}] : {conditions} }}");
            Map::parse(set.context(), &text)
        };
        // A difference in one dimension after none in those before it, or none at all.
        let equal = |upto: usize| -> String {
            let pairs = x.iter().zip(&y).take(upto);
            let equal = pairs.map(|(x, y)| format!("{x} = {y}"));
            let all: Vec<String> = equal.chain(["0 = 0".to_string()]).collect();
            all.join(" and ")
        };
        let by = |sign: &str| -> poly::Result<Map> {
            let differs = |at: usize| format!("({} and {} {sign} {})", equal(at), x[at], y[at]);
            let different = (self.open..self.dims).map(differs);
            let same = format!("({})", equal(self.dims));
            let conditions: Vec<String> = different.chain([same]).collect();
            parse(&conditions)
        };
        let later = set.apply(&by("<")?)?;
        let earlier = set.apply(&by(">")?)?;
        later.intersect(&earlier)?.coalesce()
    }
}

/// Whether an access happens in each instance, to each related element.
fn is_certain((system, whole): (&System, &BTreeSet<AccessId>), access: &Access) -> bool {
    let is_conditional = system.conditional[access.id.0 as usize];
    !is_conditional && access.certainty == Certainty::Must && !whole.contains(&access.id)
}

/// The accesses that hand on a whole array, of which some elements may be read.
fn read_whole(system: &System) -> BTreeSet<AccessId> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&Computation> = system.computations.iter().collect();
    while let Some(computation) = left.pop() {
        match computation {
            Computation::ReadAll(access) => _ = found.insert(*access),
            Computation::Apply { operands, .. } => left.extend(operands),
            Computation::Choose { then, other, .. } => left.extend([&**then, &**other]),
            Computation::Read(_) | Computation::Integer(_) => {}
        }
    }
    found
}

fn names(letter: &str, count: usize) -> Vec<String> {
    (0..count).map(|d| format!("{letter}{d}'")).collect()
}
