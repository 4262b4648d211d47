//! Statements that have the same values in both systems, since neither they nor what they depend on
//! was changed: the text before, after and beside what moved. They need no claims.
//!
//! A pair of statements is alike if both have the same instances, elements and terms, and if what
//! may be written before to the arrays that they read is written by pairs that are alike, whose
//! instances that touch the same element keep their order, among themselves and with the reads. By
//! induction on time, each read then finds the value of the same instance.

use super::OPERATIONS_BESIDE;
use super::claim::Side;
use super::identical::{Twins, accesses_of, constant_order, executed, position};
use super::terms::TermId;
use poly::{Map, Result, Set};
use scop::{AccessId, AccessKind, ArrayId, Computation, Guard, StmtId, System};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Terms of both systems that are equal in the same instances, for some parameter values, and
/// these instances.
pub(super) fn alike(before: &Side, after: &Side, part: &Set) -> Result<Vec<(TermId, TermId, Map)>> {
    let systems = (before.terms.system, after.terms.system);
    let ctx = part.context();
    let found = ctx.attempt(OPERATIONS_BESIDE, || statements(systems.0, systems.1, part))?;
    let mut terms = Vec::new();
    for (a, b) in found.unwrap_or_default() {
        for (a, b) in before.terms.of(a).zip(after.terms.of(b)) {
            let name = after.terms.instances(b)?.name()?.unwrap_or_default();
            let pairs = before.terms.instances(a)?.identity()?;
            terms.push((a, b, pairs.with_range_name(&name)?));
        }
    }
    Ok(terms)
}

/// The pairs of statements that are alike.
fn statements(before: &System, after: &System, part: &Set) -> Result<Vec<(StmtId, StmtId)>> {
    let mut search = Search::new(before, after, part)?;
    search.settle();
    search.compare()?;
    search.settle();
    search.order()?;
    search.settle();
    Ok(search.alike())
}

/// A statement that writes an array.
#[derive(Clone, Copy)]
struct Writer {
    id: StmtId,
    /// Its pair.
    pair: Option<usize>,
}

/// One of two systems.
#[derive(Default)]
struct Own {
    /// By statement: the constant coordinates of its times.
    positions: BTreeMap<StmtId, Vec<Option<i64>>>,
    /// By array.
    writers: BTreeMap<ArrayId, Vec<Writer>>,
}

impl Own {
    fn new(
        system: &System,
        part: &Set,
        executed: &[StmtId],
        pairs: &BTreeMap<StmtId, usize>,
    ) -> Result<Self> {
        let mut found = Own::default();
        for id in executed {
            let position = position(system.scop.statement(*id), part)?;
            found.positions.insert(*id, position);
            for write in accesses_of(&system.scop, *id).filter(|a| a.kind == AccessKind::Write) {
                let pair = pairs.get(id).copied();
                let writers = found.writers.entry(write.array).or_default();
                writers.push(Writer { id: *id, pair });
            }
        }
        Ok(found)
    }

    /// The writers of an array, without those whose instances are all after those of a statement.
    fn relevant(&self, array: ArrayId, to: StmtId) -> impl Iterator<Item = Writer> {
        let all = self.writers.get(&array).into_iter().flatten().copied();
        let is_later = move |writer: &Writer| {
            let (own, other) = (self.positions.get(&to), self.positions.get(&writer.id));
            let order = own.zip(other).and_then(|(a, b)| constant_order(a, b));
            order == Some(Ordering::Less)
        };
        all.filter(move |writer| !is_later(writer))
    }
}

struct Search<'s> {
    twins: Twins<'s>,
    own: [Own; 2],
    /// The array of `after` that corresponds to one of `before`.
    partners: BTreeMap<ArrayId, ArrayId>,
    /// By pair of statements: whether they may be alike.
    may_be: Vec<bool>,
    /// The arrays of `before` that each pair reads.
    reads: Vec<Vec<ArrayId>>,
    /// Pairs that write elements of an array in another order among themselves.
    disordered: BTreeSet<(ArrayId, usize)>,
    /// Writers and readers of the same elements in another order.
    changed: BTreeSet<(usize, usize)>,
}

impl<'s> Search<'s> {
    fn new(before: &'s System, after: &'s System, part: &'s Set) -> Result<Self> {
        let (first, second) = (executed(before, part)?, executed(after, part)?);
        let mut open: HashMap<String, Vec<StmtId>> = HashMap::new();
        for id in second.iter().rev() {
            open.entry(form(after, *id)).or_default().push(*id);
        }
        let twin = |id: &StmtId| Some((*id, open.get_mut(&form(before, *id))?.pop()?));
        let pairs: Vec<(StmtId, StmtId)> = first.iter().filter_map(twin).collect();
        let by = |side: fn(&(StmtId, StmtId)) -> StmtId| {
            let pairs = pairs.iter().enumerate();
            pairs
                .map(|(at, pair)| (side(pair), at))
                .collect::<BTreeMap<_, _>>()
        };
        let own = [
            Own::new(before, part, &first, &by(|pair| pair.0))?,
            Own::new(after, part, &second, &by(|pair| pair.1))?,
        ];
        let mut search = Search {
            may_be: vec![true; pairs.len()],
            twins: Twins {
                before,
                after,
                part,
                pairs,
                accesses: BTreeMap::new(),
            },
            own,
            partners: BTreeMap::new(),
            reads: Vec::new(),
            disordered: BTreeSet::new(),
            changed: BTreeSet::new(),
        };
        search.pair_arrays();
        Ok(search)
    }

    /// Finds the arrays that correspond, by the statements that touch them.
    fn pair_arrays(&mut self) {
        let (before, after) = (self.twins.before, self.twins.after);
        let mut taken = BTreeSet::new();
        for (at, (a, b)) in self.twins.pairs.iter().enumerate() {
            let mut reads = Vec::new();
            let mut arrays = Vec::new();
            for (x, y) in accesses_of(&before.scop, *a).zip(accesses_of(&after.scop, *b)) {
                self.twins.accesses.insert(x.id, y.id);
                arrays.push((x.array, y.array));
                if x.kind == AccessKind::Read {
                    reads.push(x.array);
                }
            }
            if let (Some(x), Some(y)) = (guard(before, *a), guard(after, *b)) {
                arrays.push((x.array, y.array));
                reads.push(x.array);
            }
            self.reads.push(reads);
            for (x, y) in arrays {
                let is_new = !self.partners.contains_key(&x) && !taken.contains(&y);
                if is_new && is_same_array(before, x, after, y) {
                    self.partners.insert(x, y);
                    taken.insert(y);
                }
                self.may_be[at] &= self.partners.get(&x) == Some(&y);
            }
        }
    }

    /// Leaves out pairs that may read what is not written alike, until none is left.
    fn settle(&mut self) {
        loop {
            let unfit: Vec<usize> = (0..self.may_be.len())
                .filter(|at| self.may_be[*at] && !self.reads_alike(*at))
                .collect();
            if unfit.is_empty() {
                return;
            }
            for at in unfit {
                self.may_be[at] = false;
            }
        }
    }

    fn reads_alike(&self, at: usize) -> bool {
        let (a, b) = self.twins.pairs[at];
        self.reads[at].iter().all(|array| {
            let fits = |writer: Writer| {
                let is_ordered = |pair: usize| {
                    !self.disordered.contains(&(*array, pair))
                        && !self.changed.contains(&(at.min(pair), at.max(pair)))
                };
                let pair = writer.pair.filter(|pair| self.may_be[*pair]);
                pair.is_some_and(is_ordered)
            };
            let twin = self.partners.get(array);
            self.own[0].relevant(*array, a).all(fits)
                && twin.is_some_and(|twin| self.own[1].relevant(*twin, b).all(fits))
        })
    }

    /// Leaves out pairs with other instances, elements or terms.
    fn compare(&mut self) -> Result<()> {
        for at in 0..self.may_be.len() {
            self.may_be[at] = self.may_be[at] && self.is_same(at)?;
        }
        Ok(())
    }

    fn is_same(&self, at: usize) -> Result<bool> {
        let (twins, (a, b)) = (&self.twins, self.twins.pairs[at]);
        let negated = |system, id| guard(system, id).map(|guard| guard.is_negated);
        let is_guarded_alike = negated(twins.before, a) == negated(twins.after, b);
        if !is_guarded_alike || !twins.have_same_instances(a, b)? {
            return Ok(false);
        }
        for access in accesses_of(&twins.before.scop, a) {
            match twins.accesses.get(&access.id) {
                Some(twin) if twins.touch_the_same(access.id, *twin)? => {}
                _ => return Ok(false),
            }
        }
        let (first, second) = (
            &twins.before.computations[a.0 as usize],
            &twins.after.computations[b.0 as usize],
        );
        twins.are_same(first, second)
    }

    /// Finds the pairs that touch elements in another order.
    fn order(&mut self) -> Result<()> {
        let places = self.twins.places()?;
        let mut touching: BTreeMap<ArrayId, BTreeSet<usize>> = BTreeMap::new();
        for at in (0..self.may_be.len()).filter(|at| self.may_be[*at]) {
            for array in &self.reads[at] {
                touching.entry(*array).or_default().insert(at);
            }
        }
        for (array, writers) in &self.own[0].writers {
            let pairs: Vec<usize> = writers.iter().filter_map(|w| w.pair).collect();
            let is_read = touching.contains_key(array);
            let others = pairs
                .iter()
                .chain(touching.get(array).into_iter().flatten());
            let others: BTreeSet<usize> = others.copied().collect();
            for (writer, other) in pairs
                .iter()
                .flat_map(|w| others.iter().map(move |o| (*w, *o)))
            {
                let is_checked = is_read
                    && self.may_be[writer]
                    && self.may_be[other]
                    && !places[writer].keeps_order(&places[other]);
                if !is_checked || self.keeps_order(writer, other)? {
                    continue;
                }
                self.changed.insert((writer.min(other), writer.max(other)));
                if pairs.contains(&other) {
                    self.disordered.extend([(*array, writer), (*array, other)]);
                }
            }
        }
        Ok(())
    }

    /// Whether instances of two pairs that depend on each other keep their order.
    fn keeps_order(&self, first: usize, second: usize) -> Result<bool> {
        let (first, second) = (self.twins.pairs[first], self.twins.pairs[second]);
        match self.twins.dependent(first.0, second.0)? {
            Some(dependent) => self.twins.keep_order(first, second, Some(&dependent)),
            None => Ok(true),
        }
    }

    fn alike(self) -> Vec<(StmtId, StmtId)> {
        let pairs = self.twins.pairs.into_iter().zip(self.may_be);
        let alike = pairs.filter(|(_, may_be)| *may_be);
        alike.map(|(pair, _)| pair).collect()
    }
}

/// Whether the caller knows two arrays alike.
fn is_same_array(before: &System, a: ArrayId, after: &System, b: ArrayId) -> bool {
    let known = |system: &System, id: ArrayId| -> Vec<(String, bool)> {
        let shared = system.interface.iter().filter(|s| s.array == id);
        shared.map(|s| (s.key.clone(), s.is_input)).collect()
    };
    let bytes = |system: &System, id: ArrayId| system.element_bytes.get(id.0 as usize).copied();
    let dims = |system: &System, id: ArrayId| system.scop.array(id).shape.len();
    known(before, a) == known(after, b)
        && (before.world == Some(a)) == (after.world == Some(b))
        && bytes(before, a) == bytes(after, b)
        && dims(before, a) == dims(after, b)
}

/// The condition on data of a statement.
fn guard(system: &System, id: StmtId) -> Option<Guard> {
    system.guards.get(id.0 as usize).copied().flatten()
}

/// The form of a statement: its operators, and the arrays that it touches, by their names.
fn form(system: &System, id: StmtId) -> String {
    let mut text = String::new();
    for access in accesses_of(&system.scop, id) {
        text.push_str(&format!(
            "{:?} {} ",
            access.kind,
            name(system, access.array)
        ));
    }
    add_form(system, &system.computations[id.0 as usize], &mut text);
    text
}

/// The name of an array without the number that tells it from others of this name.
fn name(system: &System, id: ArrayId) -> &str {
    let name = &system.scop.array(id).name;
    let number = format!("_{}", id.0);
    name.strip_suffix(&number).unwrap_or(name)
}

fn add_form(system: &System, computation: &Computation, text: &mut String) {
    let array = |id: AccessId| name(system, system.scop.access(id).array);
    match computation {
        Computation::Read(id) => text.push_str(&format!("r{} ", array(*id))),
        Computation::ReadAll(id) => text.push_str(&format!("all{} ", array(*id))),
        Computation::Integer(_) => text.push_str("n "),
        Computation::Apply { operator, operands } => {
            text.push_str(&format!("({operator} "));
            for operand in operands {
                add_form(system, operand, text);
            }
            text.push(')');
        }
        Computation::Choose { then, other, .. } => {
            text.push('?');
            add_form(system, then, text);
            text.push(':');
            add_form(system, other, text);
        }
    }
}
