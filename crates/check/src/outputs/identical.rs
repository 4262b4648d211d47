//! Systems that are written alike: every statement has the same instances, elements and terms in
//! both, and instances that depend on each other have the same order. Then all their values are
//! equal, and nothing else needs a proof: the legality of a new order, as dependences say it.

use poly::{Map, Result, Set};
use scop::{Access, AccessId, AccessKind, Computation, Scop, Statement, StmtId, System};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Whether two systems are the same for some parameter values, statement by statement. Statements
/// that are not executed for these values do not count.
pub(super) fn are_identical(before: &System, after: &System, part: &Set) -> Result<bool> {
    let names = |system: &System| -> Vec<String> {
        let arrays = system.scop.arrays.iter();
        arrays.map(|array| array.name.clone()).collect()
    };
    let is_alike = names(before) == names(after)
        && before.interface == after.interface
        && before.world == after.world
        && before.element_bytes == after.element_bytes;
    if !is_alike {
        return Ok(false);
    }
    let (first, second) = (executed(before, part)?, executed(after, part)?);
    if first.len() != second.len() {
        return Ok(false);
    }
    let pairs: Vec<(StmtId, StmtId)> = first.into_iter().zip(second).collect();
    let mut accesses = BTreeMap::new();
    for (a, b) in &pairs {
        let own = |system: &System, statement: StmtId| -> Vec<AccessId> {
            let own = accesses_of(&system.scop, statement);
            own.map(|access| access.id).collect()
        };
        let (first, second) = (own(before, *a), own(after, *b));
        if first.len() != second.len() {
            return Ok(false);
        }
        accesses.extend(first.into_iter().zip(second));
    }
    let twins = Twins {
        before,
        after,
        part,
        pairs,
        accesses,
    };
    Ok(twins.have_same_domains()?
        && twins.have_same_accesses()?
        && twins.have_same_terms()?
        && twins.have_same_order()?)
}

/// The accesses of a statement.
pub(super) fn accesses_of(scop: &Scop, statement: StmtId) -> impl Iterator<Item = &Access> {
    let all = scop.accesses.iter();
    all.filter(move |access| access.statement == statement)
}

/// The statements that are executed for some parameter values.
pub(super) fn executed(system: &System, part: &Set) -> Result<Vec<StmtId>> {
    let mut found = Vec::new();
    for statement in &system.scop.statements {
        if !statement.domain.intersect_params(part)?.is_empty()? {
            found.push(statement.id);
        }
    }
    Ok(found)
}

/// A statement in both systems.
pub(super) struct Moved {
    /// Whether its times differ.
    is_moved: bool,
    /// The coordinates of its times that are constants.
    positions: [Vec<Option<i64>>; 2],
}

impl Moved {
    /// Whether constants show that the instances of two statements keep their order.
    pub(super) fn keeps_order(&self, other: &Moved) -> bool {
        if !self.is_moved && !other.is_moved {
            return true;
        }
        let order = |at: usize| constant_order(&self.positions[at], &other.positions[at]);
        order(0).is_some() && order(0) == order(1)
    }
}

/// The coordinates of the times of a statement that are constants.
pub(super) fn position(statement: &Statement, part: &Set) -> Result<Vec<Option<i64>>> {
    let domain = statement.domain.intersect_params(part)?;
    let times = statement.schedule.intersect_domain(&domain)?;
    let (_, dims) = times.dims()?;
    (0..dims).map(|dim| times.fixed_output(dim)).collect()
}

/// The order of all instances of two statements, if constants show it.
pub(super) fn constant_order(a: &[Option<i64>], b: &[Option<i64>]) -> Option<Ordering> {
    for pair in a.iter().zip(b) {
        match pair {
            (Some(a), Some(b)) if a != b => return Some(a.cmp(b)),
            (Some(_), Some(_)) => {}
            _ => return None,
        }
    }
    None
}

/// Two systems with statements that may be the same.
pub(super) struct Twins<'t> {
    pub(super) before: &'t System,
    pub(super) after: &'t System,
    pub(super) part: &'t Set,
    pub(super) pairs: Vec<(StmtId, StmtId)>,
    pub(super) accesses: BTreeMap<AccessId, AccessId>,
}

impl Twins<'_> {
    fn have_same_domains(&self) -> Result<bool> {
        for (a, b) in &self.pairs {
            let is_same = self.before.guards.get(a.0 as usize)
                == self.after.guards.get(b.0 as usize)
                && self.have_same_instances(*a, *b)?;
            if !is_same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two statements have the same instances.
    pub(super) fn have_same_instances(&self, a: StmtId, b: StmtId) -> Result<bool> {
        let (a, b) = (self.before.scop.statement(a), self.after.scop.statement(b));
        Ok(a.reads_first == b.reads_first && self.are_equal_sets(&a.domain, &b.domain)?)
    }

    /// Whether two sets of instances of statements are equal.
    fn are_equal_sets(&self, a: &Set, b: &Set) -> Result<bool> {
        let unnamed = |set: &Set| set.intersect_params(self.part)?.named("");
        let (a, b) = (unnamed(a)?, unnamed(b)?);
        Ok(a.dims()? == b.dims()? && a.is_equal(&b)?)
    }

    /// Whether two maps from instances of statements are equal.
    fn are_equal(&self, a: &Map, b: &Map) -> Result<bool> {
        let unnamed = |map: &Map| map.intersect_params(self.part)?.with_domain_name("");
        let (a, b) = (unnamed(a)?, unnamed(b)?);
        Ok(a.dims()? == b.dims()? && a.is_equal(&b)?)
    }

    fn have_same_accesses(&self) -> Result<bool> {
        for (a, b) in &self.accesses {
            let array = |system: &System, id: &AccessId| system.scop.accesses[id.0 as usize].array;
            if array(self.before, a) != array(self.after, b) || !self.touch_the_same(*a, *b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two accesses touch the same elements in the same way, of arrays that correspond.
    pub(super) fn touch_the_same(&self, a: AccessId, b: AccessId) -> Result<bool> {
        let first = &self.before.scop.accesses[a.0 as usize];
        let second = &self.after.scop.accesses[b.0 as usize];
        let is_conditional = |system: &System, id: AccessId| system.conditional[id.0 as usize];
        let unnamed = |access: &Access| access.relation.with_range_name("");
        Ok(first.kind == second.kind
            && is_conditional(self.before, a) == is_conditional(self.after, b)
            && self.are_equal(&unnamed(first)?, &unnamed(second)?)?)
    }

    fn have_same_terms(&self) -> Result<bool> {
        for (a, b) in &self.pairs {
            let first = &self.before.computations[a.0 as usize];
            let second = &self.after.computations[b.0 as usize];
            if !self.are_same(first, second)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether instances that touch the same element, of which one writes it, are executed in the
    /// same order in both; so are a call that may end the program and all that precedes or follows
    /// it.
    fn have_same_order(&self) -> Result<bool> {
        let places = self.places()?;
        for at in 0..places.len() {
            for other in at..places.len() {
                if places[at].keeps_order(&places[other]) {
                    continue;
                }
                let may_end = |at: usize| self.before.may_end.contains(&self.pairs[at].0);
                let dependent = match may_end(at) || may_end(other) {
                    true => None,
                    false => match self.dependent(self.pairs[at].0, self.pairs[other].0)? {
                        None => continue,
                        dependent => dependent,
                    },
                };
                if !self.keep_order(self.pairs[at], self.pairs[other], dependent.as_ref())? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Where the statements are in time.
    pub(super) fn places(&self) -> Result<Vec<Moved>> {
        let place = |(a, b): &(StmtId, StmtId)| {
            let (first, second) = (
                self.before.scop.statement(*a),
                self.after.scop.statement(*b),
            );
            Ok(Moved {
                is_moved: !self.are_equal(&first.schedule, &second.schedule)?,
                positions: [position(first, self.part)?, position(second, self.part)?],
            })
        };
        self.pairs.iter().map(place).collect()
    }

    /// Whether pairs of instances of two statements, all or some of them, keep their order.
    pub(super) fn keep_order(
        &self,
        first: (StmtId, StmtId),
        second: (StmtId, StmtId),
        of: Option<&Map>,
    ) -> Result<bool> {
        let unnamed = |map: Map| map.intersect_params(self.part)?.without_names();
        let (before, after) = (&self.before.scop, &self.after.scop);
        let orders = [
            (
                earlier(before, first.0, second.0)?,
                earlier(after, second.1, first.1)?.reverse()?,
            ),
            (
                earlier(before, second.0, first.0)?.reverse()?,
                earlier(after, first.1, second.1)?,
            ),
        ];
        for (old, new) in orders {
            let mut changed = unnamed(old)?.intersect(&unnamed(new)?)?;
            if let Some(of) = of {
                changed = changed.intersect(of)?;
            }
            if !changed.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{ [i] -> [j] }`: instances of two statements that touch the same element, of which one
    /// writes it, or decides whether the other one is executed; `None` if there are none.
    pub(super) fn dependent(&self, first: StmtId, second: StmtId) -> Result<Option<Map>> {
        let scop = &self.before.scop;
        let own = |id: StmtId| accesses_of(scop, id);
        let mut found: Option<Map> = None;
        let mut add = |pairs: Map| -> Result<()> {
            let pairs = pairs.without_names()?;
            found = Some(match found.take() {
                Some(known) => known.union(&pairs)?,
                None => pairs,
            });
            Ok(())
        };
        for a in own(first) {
            for b in own(second).filter(|b| b.array == a.array) {
                if a.kind == AccessKind::Write || b.kind == AccessKind::Write {
                    add(a.relation.apply_range(&b.relation.reverse()?)?)?;
                }
            }
        }
        let guard = |id: StmtId| self.before.guards.get(id.0 as usize).copied().flatten();
        for (guarded, other) in [(first, second), (second, first)] {
            let decides = |a: &Access| {
                a.kind == AccessKind::Write && guard(guarded).is_some_and(|g| g.array == a.array)
            };
            if own(other).any(decides) {
                let (a, b) = (scop.statement(first), scop.statement(second));
                add(Map::product(&a.domain, &b.domain)?)?;
            }
        }
        Ok(found)
    }

    pub(super) fn are_same(&self, a: &Computation, b: &Computation) -> Result<bool> {
        let is_read = |a: &AccessId, b: &AccessId| Ok(self.accesses.get(a) == Some(b));
        match (a, b) {
            (Computation::Read(a), Computation::Read(b)) => is_read(a, b),
            (Computation::ReadAll(a), Computation::ReadAll(b)) => is_read(a, b),
            (Computation::Integer(a), Computation::Integer(b)) => self.are_equal(a, b),
            (
                Computation::Apply { operator, operands },
                Computation::Apply {
                    operator: other,
                    operands: others,
                },
            ) => {
                let mut are_all = operator == other && operands.len() == others.len();
                for (a, b) in operands.iter().zip(others) {
                    are_all = are_all && self.are_same(a, b)?;
                }
                Ok(are_all)
            }
            (
                Computation::Choose { when, then, other },
                Computation::Choose {
                    when: when_too,
                    then: then_too,
                    other: other_too,
                },
            ) => Ok(self.are_equal_sets(when, when_too)?
                && self.are_same(then, then_too)?
                && self.are_same(other, other_too)?),
            _ => Ok(false),
        }
    }
}

/// `{ S[iterators] -> T[iterators] }` where the first instance precedes the second.
pub(super) fn earlier(scop: &Scop, first: StmtId, second: StmtId) -> Result<Map> {
    let (first, second) = (scop.statement(first), scop.statement(second));
    let times = |statement: &Statement| statement.schedule.intersect_domain(&statement.domain);
    let (from, to) = (times(first)?, times(second)?);
    let order = from.range()?.lex_lt(&to.range()?)?;
    from.apply_range(&order)?.apply_range(&to.reverse()?)
}
