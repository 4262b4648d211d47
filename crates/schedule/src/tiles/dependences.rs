//! Pairs of instances of units that touch the same element, one of them writing.

use super::TileUnit;
use poly::{Map, Result, Set, Space, any, equal, less_at, names, zero};
use scop::{Access, AccessKind, ArrayId, Scop, StmtId, System};
use std::collections::{BTreeMap, BTreeSet};

/// The dependences from one unit to another one, or itself.
pub(super) struct Dependence {
    pub(super) units: (usize, usize),
    /// Two of its statements.
    pub(super) statements: (StmtId, StmtId),
    /// In convex pieces.
    pub(super) pairs: Pairs,
}

/// Pairs of instances of which the first must come first.
pub(super) enum Pairs {
    /// `{ [[counters of the first] -> [counters of the second]] }`
    Exact(Vec<Set>),
    /// `{ [counters of the second - counters of the first] }`, for all parameter values.
    Differences(Vec<Set>),
}

/// How pairs are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Those of two units that are in as many loops as possible by their differences, which takes
    /// much less time.
    Differences,
    /// All pairs one by one.
    Exact,
}

/// The instances of units, and the elements that they touch.
pub(super) struct Instances<'s> {
    system: &'s System,
    units: &'s [TileUnit],
    /// How many loops are around the nest.
    outer: usize,
    /// `{ S[iterators] -> [counters] }` by statement.
    counters: BTreeMap<StmtId, Map>,
    /// The accesses of each unit, by array.
    pub(super) accesses: Vec<BTreeMap<ArrayId, Vec<&'s Access>>>,
}

impl<'s> Instances<'s> {
    /// `None` if the first value of a counter is not affine.
    pub(super) fn new(
        system: &'s System,
        units: &'s [TileUnit],
        outer: usize,
    ) -> Result<Option<Self>> {
        let mut counters = BTreeMap::new();
        let mut accesses = vec![BTreeMap::new(); units.len()];
        for (at, unit) in units.iter().enumerate() {
            for statement in &unit.statements {
                let Some(map) = counters_of(&system.scop, *statement, unit)? else {
                    return Ok(None);
                };
                counters.insert(*statement, map);
                let own = system.scop.accesses.iter();
                for access in own.filter(|a| a.statement == *statement) {
                    let touched: &mut Vec<&Access> = accesses[at].entry(access.array).or_default();
                    touched.push(access);
                }
            }
        }
        Ok(Some(Instances {
            system,
            units,
            outer,
            counters,
            accesses,
        }))
    }

    /// All dependences between instances in the same iteration of the loops around the nest.
    pub(super) fn dependences(&self, detail: Detail) -> Result<Vec<Dependence>> {
        let private = self.private()?;
        let mut found = Vec::new();
        for first in 0..self.units.len() {
            for second in 0..self.units.len() {
                let are_full = [first, second].iter().all(|u| self.units[*u].is_full);
                let detail = match are_full {
                    true => detail,
                    false => Detail::Exact,
                };
                found.extend(self.between((first, second), &private, detail)?);
            }
        }
        Ok(found)
    }

    /// Whether different instances, in the same iteration of the loops around the nest, touch the
    /// same element of an array.
    pub(super) fn share_elements(&self) -> Result<bool> {
        let private = self.private()?;
        for own in &self.accesses {
            for (array, accesses) in own.iter().filter(|(array, _)| !private.contains(array)) {
                if self.system.scop.array(*array).shape.is_empty() {
                    continue;
                }
                for a in accesses {
                    for b in accesses {
                        if self.meet(a, b)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether two accesses of one unit touch an element in different instances of the unit.
    fn meet(&self, a: &Access, b: &Access) -> Result<bool> {
        let same = self
            .relation(a)?
            .apply_range(&self.relation(b)?.reverse()?)?;
        let (from, to) = (&self.counters[&a.statement], &self.counters[&b.statement]);
        let pairs = same.apply_domain(from)?.apply_range(to)?;
        let pairs = pairs.intersect(&self.same_execution(a, b)?)?;
        Ok(!pairs.is_subset(&pairs.domain()?.identity()?)?)
    }

    fn between(
        &self,
        (first, second): (usize, usize),
        private: &BTreeSet<ArrayId>,
        detail: Detail,
    ) -> Result<Option<Dependence>> {
        let mut all: Vec<Set> = Vec::new();
        let mut statements = None;
        let arrays = self.accesses[first].iter();
        for (array, sources) in arrays.filter(|(array, _)| !private.contains(array)) {
            for target in self.accesses[second].get(array).into_iter().flatten() {
                for source in sources {
                    if !may_depend(source, target) {
                        continue;
                    }
                    let pairs = match detail {
                        Detail::Exact => self.pairs(source, target)?.wrap()?,
                        Detail::Differences => {
                            self.differences((first, source), (second, target))?
                        }
                    };
                    if !pairs.is_empty()? {
                        statements.get_or_insert((source.statement, target.statement));
                        all.push(pairs);
                    }
                }
            }
        }
        let Some(statements) = statements else {
            return Ok(None);
        };
        let pieces = joined(all)?;
        Ok(Some(Dependence {
            units: (first, second),
            statements,
            pairs: match detail {
                Detail::Exact => Pairs::Exact(pieces),
                Detail::Differences => Pairs::Differences(pieces),
            },
        }))
    }

    /// `{ [counters of b - counters of a] }` where `a` precedes `b` at the same element.
    pub(super) fn differences(
        &self,
        (u, a): (usize, &Access),
        (v, b): (usize, &Access),
    ) -> Result<Set> {
        let same = self
            .in_counters(a)?
            .apply_range(&self.in_counters(b)?.reverse()?)?;
        let (first, second) = (&self.units[u], &self.units[v]);
        let earlier = self.earlier(first.counters.len(), first.shared_with(second), u < v)?;
        same.deltas()?.without_params()?.intersect(&earlier)
    }

    /// `{ [counters] -> element }`
    pub(super) fn in_counters(&self, access: &Access) -> Result<Map> {
        self.relation(access)?
            .apply_domain(&self.counters[&access.statement])
    }

    /// `{ [difference] }` of instances that are executed in this order, in the same iteration of
    /// the loops around the nest: the first difference in a shared loop is positive, or there is
    /// none and the text decides.
    fn earlier(&self, dims: usize, shared: usize, by_text: bool) -> Result<Set> {
        let d = names("d", dims);
        let positive = |at: usize| format!("{} and {} > 0", zero(&d[..at]), d[at]);
        let cases = { self.outer..shared }.map(positive);
        let cases = any(cases.chain(by_text.then(|| zero(&d[..shared]))));
        Space::plain(&self.system.scop.ctx).points(&d, cases)
    }

    /// `{ [counters of the first] -> [counters of the second] }` of two units in as many loops as
    /// possible, whose instances are executed in this order, in the same iteration of the loops
    /// around the nest.
    pub(super) fn in_order(&self, first: usize, second: usize) -> Result<Map> {
        let (u, v) = (&self.units[first], &self.units[second]);
        let (dims, shared) = (u.counters.len(), u.shared_with(v));
        let (from, to) = (names("c", dims), names("d", dims));
        let cases = { self.outer..shared }.map(|at| less_at(at, &from, &to));
        let same = (first < second).then(|| equal(&from[..shared], &to));
        Space::plain(&self.system.scop.ctx).pairs(&from, &to, any(cases.chain(same)))
    }

    /// `{ [counters of a] -> [counters of b] }` where `a` precedes `b` at the same element.
    pub(super) fn pairs(&self, a: &Access, b: &Access) -> Result<Map> {
        let scop = &self.system.scop;
        let (from, to) = (self.relation(a)?, self.relation(b)?);
        let same = from.apply_range(&to.reverse()?)?;
        let time = |access: &Access| &scop.statement(access.statement).schedule;
        let times = (time(a).range()?, time(b).range()?);
        let earlier = times.0.lex_lt(&times.1)?;
        let earlier = time(a).apply_range(&earlier)?;
        let earlier = earlier.apply_range(&time(b).reverse()?)?;
        let pairs = same.intersect(&earlier)?;
        let (from, to) = (&self.counters[&a.statement], &self.counters[&b.statement]);
        let pairs = pairs.apply_domain(from)?.apply_range(to)?;
        pairs.intersect(&self.same_execution(a, b)?)
    }

    /// Whether every instance of a read finds a value that an earlier unit writes in the same
    /// iteration of the outermost loop of the nest.
    pub(super) fn is_from_step(&self, unit: usize, read: &Access) -> Result<bool> {
        let own = self.in_counters(read)?;
        let mut left = own.domain()?;
        let earlier = self.accesses[..unit].iter();
        let all = earlier.filter_map(|own| own.get(&read.array)).flatten();
        for write in all.filter(|a| a.kind == AccessKind::Write) {
            let pairs = self.in_counters(write)?.apply_range(&own.reverse()?)?;
            let same = self.equal_up_to(self.outer + 1, write, read)?;
            left = left.subtract(&pairs.intersect(&same)?.range()?)?;
        }
        left.is_empty()
    }

    /// Whether a unit is in as many loops as possible.
    pub(super) fn is_full(&self, unit: usize) -> bool {
        self.units[unit].is_full
    }

    /// `{ S[iterators] -> [counters] }` of the statement of an access.
    pub(super) fn counters_of(&self, access: &Access) -> &Map {
        &self.counters[&access.statement]
    }

    /// `{ S[iterators] -> element }`
    pub(super) fn relation(&self, access: &Access) -> Result<Map> {
        access.relation.intersect_params(&self.system.scop.context)
    }

    /// `{ [counters] -> [counters] }` with the same values of the loops around the nest.
    fn same_execution(&self, a: &Access, b: &Access) -> Result<Map> {
        self.equal_up_to(self.outer, a, b)
    }

    /// `{ [counters] -> [counters] }` with the same values of some outermost loops.
    fn equal_up_to(&self, count: usize, a: &Access, b: &Access) -> Result<Map> {
        let dims =
            |access: &Access| -> Result<usize> { Ok(self.counters[&access.statement].dims()?.1) };
        let (from, to) = (names("c", dims(a)?), names("d", dims(b)?));
        let space = Space::plain(&self.system.scop.ctx);
        space.pairs(&from, &to, equal(&from[..count], &to))
    }

    /// Arrays that the caller does not know, and of which each instance of a unit writes all
    /// elements that it reads before it reads them.
    pub(super) fn private(&self) -> Result<BTreeSet<ArrayId>> {
        let mut private = BTreeSet::new();
        for array in &self.system.scop.arrays {
            let is_touched = self.accesses.iter().any(|own| own.contains_key(&array.id));
            let is_own = crate::distances::is_own(self.system, array.id);
            if is_touched && is_own && self.is_private(array.id)? {
                private.insert(array.id);
            }
        }
        Ok(private)
    }

    fn is_private(&self, array: ArrayId) -> Result<bool> {
        let users = self.system.scop.accesses_to(array);
        if users
            .map(|a| a.statement)
            .any(|s| !self.counters.contains_key(&s))
        {
            return Ok(false);
        }
        let has = |own: &BTreeMap<ArrayId, Vec<&Access>>, kind| {
            let mut all = own.get(&array).into_iter().flatten();
            all.any(|a| a.kind == kind)
        };
        let only_reads = |own| has(own, AccessKind::Read) && !has(own, AccessKind::Write);
        if self.accesses.iter().any(only_reads) {
            return Ok(false);
        }
        for own in &self.accesses {
            let own = own.get(&array).into_iter().flatten();
            for read in own.clone().filter(|a| a.kind == AccessKind::Read) {
                let writes = own.clone().filter(|a| a.kind == AccessKind::Write);
                if !self.is_covered(read, writes.copied())? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether every instance of a read finds a value of its own instance of the unit.
    fn is_covered(&self, read: &Access, writes: impl Iterator<Item = &'s Access>) -> Result<bool> {
        let scop = &self.system.scop;
        let mut left = scop.statement(read.statement).domain.clone();
        left = left.intersect_params(&scop.context)?;
        for write in writes {
            let same = self
                .relation(write)?
                .apply_range(&self.relation(read)?.reverse()?)?;
            let time = |access: &Access| &scop.statement(access.statement).schedule;
            let earlier = time(write).range()?.lex_lt(&time(read).range()?)?;
            let earlier = time(write)
                .apply_range(&earlier)?
                .apply_range(&time(read).reverse()?)?;
            let counters = |access: &Access| &self.counters[&access.statement];
            let own = counters(write).apply_range(&counters(read).reverse()?)?;
            let found = same.intersect(&earlier)?.intersect(&own)?;
            left = left.subtract(&found.range()?)?;
        }
        left.is_empty()
    }
}

/// Whether two accesses to an array may touch the same element, one of them writing.
fn may_depend(a: &Access, b: &Access) -> bool {
    let writes = a.kind == AccessKind::Write || b.kind == AccessKind::Write;
    writes && !a.numbers().are_apart(&b.numbers())
}

/// The convex pieces of some sets together.
fn joined(sets: Vec<Set>) -> Result<Vec<Set>> {
    let mut all: Option<Set> = None;
    for set in sets {
        all = Some(match all {
            Some(all) => all.union(&set)?,
            None => set,
        });
    }
    match all {
        Some(all) => all.coalesce()?.pieces(),
        None => Ok(Vec::new()),
    }
}

/// `{ S[iterators] -> [counters] }`: iterations are numbered from 0, counters start anywhere.
fn counters_of(scop: &Scop, statement: StmtId, unit: &TileUnit) -> Result<Option<Map>> {
    let statement = scop.statement(statement);
    let (dims, _) = statement.schedule.dims()?;
    if dims < unit.counters.len() {
        return Ok(None);
    }
    let iterators = names("k", dims);
    let spelled = |name: &str| {
        let mut params = scop.params.iter();
        params.find(|p| p.spelling == name).map(|p| &p.name)
    };
    let mut values: Vec<String> = Vec::new();
    for (counter, iterator) in unit.counters.iter().zip(&iterators) {
        if !counter.first.is_affine() {
            return Ok(None);
        }
        let mut is_known = true;
        let first = counter.first.substitute(&|name| {
            let before = unit.counters.iter().take(values.len());
            let found = before.zip(&values).find(|(c, _)| c.name == name);
            let found = found.map(|(_, value)| value).or_else(|| spelled(name));
            found.map(|text| poly::Expr::var(&format!("({text})")))
        });
        first.each_var(&mut |name| is_known &= name.starts_with('('));
        if !is_known {
            return Ok(None);
        }
        values.push(format!("{first} + {iterator}"));
    }
    let map = scop.space().images(&iterators, &values)?;
    let map = map.with_domain_name(&statement.name)?;
    Ok(Some(map.intersect_domain(&statement.domain)?))
}
