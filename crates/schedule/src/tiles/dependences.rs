//! Pairs of instances of units that touch the same element, one of them writing.

use super::TileUnit;
use poly::{Map, Result, Set};
use scop::{Access, AccessKind, ArrayId, Scop, StmtId, System};
use std::collections::{BTreeMap, BTreeSet};

/// The dependences from one unit to another one, or itself.
pub(super) struct Dependence {
    pub(super) units: (usize, usize),
    /// Two of its statements.
    pub(super) statements: (StmtId, StmtId),
    /// `{ [counters of the first, counters of the second] }`, in convex pieces.
    pub(super) pieces: Vec<Set>,
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
    accesses: Vec<BTreeMap<ArrayId, Vec<&'s Access>>>,
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
    pub(super) fn dependences(&self) -> Result<Vec<Dependence>> {
        let private = self.private()?;
        let mut found = Vec::new();
        for first in 0..self.units.len() {
            for second in 0..self.units.len() {
                found.extend(self.between((first, second), &private)?);
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
        let same = self.relation(a)?.apply_range(&self.relation(b)?.reverse()?)?;
        let (from, to) = (&self.counters[&a.statement], &self.counters[&b.statement]);
        let pairs = same.apply_domain(from)?.apply_range(to)?;
        let pairs = pairs.intersect(&self.same_execution(a, b)?)?;
        Ok(!pairs.is_subset(&pairs.domain()?.identity()?)?)
    }

    fn between(
        &self,
        (first, second): (usize, usize),
        private: &BTreeSet<ArrayId>,
    ) -> Result<Option<Dependence>> {
        let mut all: Option<Map> = None;
        let mut statements = None;
        let arrays = self.accesses[first].iter();
        for (array, sources) in arrays.filter(|(array, _)| !private.contains(array)) {
            for target in self.accesses[second].get(array).into_iter().flatten() {
                for source in sources {
                    let pairs = self.pairs(source, target)?;
                    let Some(pairs) = pairs.filter(|p| p.is_empty().is_ok_and(|empty| !empty))
                    else {
                        continue;
                    };
                    statements.get_or_insert((source.statement, target.statement));
                    all = Some(match all {
                        Some(all) => all.union(&pairs)?,
                        None => pairs,
                    });
                }
            }
        }
        let (Some(all), Some(statements)) = (all, statements) else {
            return Ok(None);
        };
        let pieces = all.coalesce()?.wrap()?.pieces()?;
        Ok(Some(Dependence {
            units: (first, second),
            statements,
            pieces,
        }))
    }

    /// `{ [counters of a] -> [counters of b] }` where `a` precedes `b` at the same element.
    fn pairs(&self, a: &Access, b: &Access) -> Result<Option<Map>> {
        let writes = a.kind == AccessKind::Write || b.kind == AccessKind::Write;
        if !writes || a.numbers().are_apart(&b.numbers()) {
            return Ok(None);
        }
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
        Ok(Some(pairs.intersect(&self.same_execution(a, b)?)?))
    }

    /// `{ S[iterators] -> element }`
    fn relation(&self, access: &Access) -> Result<Map> {
        access.relation.intersect_params(&self.system.scop.context)
    }

    /// `{ [counters] -> [counters] }` with the same values of the loops around the nest.
    fn same_execution(&self, a: &Access, b: &Access) -> Result<Map> {
        let dims = |access: &Access| -> Result<usize> {
            Ok(self.counters[&access.statement].dims()?.1)
        };
        let names = |count: usize, mark: &str| -> Vec<String> {
            (0..count).map(|d| format!("c{d}{mark}")).collect()
        };
        let (from, to) = (names(dims(a)?, "'"), names(dims(b)?, "''"));
        let equal = (0..self.outer).map(|d| format!("{} = {}", from[d], to[d]));
        let equal: Vec<String> = equal.chain(["0 = 0".to_string()]).collect();
        let text = format!(
            "{{ [{}] -> [{}] : {} }}",
            from.join(", "),
            to.join(", "),
            equal.join(" and ")
        );
        Map::parse(&self.system.scop.ctx, &text)
    }

    /// Arrays that the caller does not know, and of which each instance of a unit writes all
    /// elements that it reads before it reads them.
    fn private(&self) -> Result<BTreeSet<ArrayId>> {
        let mut private = BTreeSet::new();
        for array in &self.system.scop.arrays {
            let is_touched = self.accesses.iter().any(|own| own.contains_key(&array.id));
            if is_touched && crate::distances::is_own(self.system, array.id) {
                if self.is_private(array.id)? {
                    private.insert(array.id);
                }
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
    fn is_covered(
        &self,
        read: &Access,
        writes: impl Iterator<Item = &'s Access>,
    ) -> Result<bool> {
        let scop = &self.system.scop;
        let mut left = scop.statement(read.statement).domain.clone();
        left = left.intersect_params(&scop.context)?;
        for write in writes {
            let same = self.relation(write)?.apply_range(&self.relation(read)?.reverse()?)?;
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

/// `{ S[iterators] -> [counters] }`: iterations are numbered from 0, counters start anywhere.
fn counters_of(scop: &Scop, statement: StmtId, unit: &TileUnit) -> Result<Option<Map>> {
    let statement = scop.statement(statement);
    let (dims, _) = statement.schedule.dims()?;
    if dims < unit.counters.len() {
        return Ok(None);
    }
    let iterators: Vec<String> = (0..dims).map(|d| format!("k{d}'")).collect();
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
    let params: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let text = format!(
        "[{}] -> {{ {}[{}] -> [{}] }}",
        params.join(", "),
        statement.name,
        iterators.join(", "),
        values.join(", ")
    );
    let map = Map::parse(&scop.ctx, &text)?;
    Ok(Some(map.intersect_domain(&statement.domain)?))
}
