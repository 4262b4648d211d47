//! Distances between the rows of two nests that touch the same element. A *row* is one iteration of
//! the outermost loop of a nest; rows are numbered from [`crate::Bounds::start`] on.

use crate::{Bounds, Nest};
use poly::{Map, Result, Set, Space, any, less_at, names, zero};
use scop::{Access, AccessId, AccessKind, ArrayId, Scop, StmtId, System};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Longer distances have no bound but that of the type of a counter.
const MOST_ROWS: i64 = 1 << 24;
/// Loops of fewer rows are shifted by any number of them.
const FEW_ROWS: i64 = 16;

/// How many rows two nests run in the same time, without a common divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ratio {
    pub(crate) first: i64,
    pub(crate) second: i64,
}

/// The distances of two nests in one array, as multiples of rows: `ratio.first` times the row of
/// the second less `ratio.second` times that of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Distance {
    pub(crate) array: ArrayId,
    pub(crate) ratio: Ratio,
    /// The smallest; `None` if there is none.
    pub(crate) least: Option<i64>,
    /// The largest from a write to a read; `None` if there is none, or no such pair.
    pub(crate) reach: Option<Reach>,
    /// Accesses whose distance has no bound.
    pub(crate) far: Option<(AccessId, AccessId)>,
}

/// How far reads are from writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// At most so many rows.
    Rows(i64),
    /// Without bound.
    Unbounded,
}

/// The rows of nests, and the elements that they touch.
pub(crate) struct Rows<'s> {
    system: &'s System,
    nests: &'s [Nest],
    /// The coordinate of time that counts the rows.
    row: usize,
    /// The accesses of each nest, by array.
    accesses: Vec<BTreeMap<ArrayId, Vec<&'s Access>>>,
    /// `{ [outer times, factor * row] -> element }` of accesses, once they are needed.
    relations: RefCell<BTreeMap<(AccessId, i64), Map>>,
    /// Whether a nest finds in an array what it wrote itself, but for coordinates from one on.
    found: RefCell<BTreeMap<(ArrayId, usize, usize), bool>>,
}

impl<'s> Rows<'s> {
    /// Nests inside `depth` other loops.
    pub(crate) fn new(system: &'s System, nests: &'s [Nest], depth: usize) -> Self {
        let mut users: BTreeMap<StmtId, Vec<usize>> = BTreeMap::new();
        for (at, nest) in nests.iter().enumerate() {
            for statement in &nest.statements {
                users.entry(*statement).or_default().push(at);
            }
        }
        let mut accesses: Vec<BTreeMap<ArrayId, Vec<&Access>>> = vec![BTreeMap::new(); nests.len()];
        for access in &system.scop.accesses {
            for nest in users.get(&access.statement).into_iter().flatten() {
                accesses[*nest]
                    .entry(access.array)
                    .or_default()
                    .push(access);
            }
        }
        Rows {
            system,
            nests,
            row: 2 * depth + 1,
            accesses,
            relations: RefCell::default(),
            found: RefCell::default(),
        }
    }

    /// The distances from one nest to a later one, by array: only arrays in which one of both
    /// writes what the other touches.
    pub(crate) fn between(
        &self,
        first: usize,
        second: usize,
        ratio: Ratio,
    ) -> Result<Vec<Distance>> {
        let mut found = Vec::new();
        for array in self.accesses[first].keys() {
            let is_one = |nest| nest == first || nest == second;
            if self.share(*array, first, second) && !self.is_apart(*array, is_one)? {
                found.extend(self.in_array(*array, (first, second), ratio)?);
            }
        }
        Ok(found)
    }

    /// Whether one of two nests writes what the other touches of an array.
    fn share(&self, array: ArrayId, first: usize, second: usize) -> bool {
        let writes = |nest| {
            self.accesses(nest, array)
                .any(|a| a.kind == AccessKind::Write)
        };
        let touches = |nest| self.accesses(nest, array).next().is_some();
        (writes(first) && touches(second)) || (touches(first) && writes(second))
    }

    /// Whether values of an array never leave the row of the nest that wrote them.
    pub(crate) fn is_in_rows(&self, array: ArrayId) -> Result<bool> {
        self.is_private(array)
    }

    fn scop(&self) -> &'s Scop {
        &self.system.scop
    }

    fn accesses(&self, nest: usize, array: ArrayId) -> impl Iterator<Item = &'s Access> {
        self.accesses[nest]
            .get(&array)
            .into_iter()
            .flatten()
            .copied()
    }

    /// Arrays whose values never leave the row of the nest that wrote them.
    pub(crate) fn private(&self) -> Result<BTreeSet<ArrayId>> {
        let mut private = BTreeSet::new();
        for array in &self.scop().arrays {
            if self.is_private(array.id)? {
                private.insert(array.id);
            }
        }
        Ok(private)
    }

    /// Whether different rows of the nests touch the same element, one of them writing.
    pub(crate) fn are_linked(&self, array: ArrayId) -> Result<bool> {
        let nests = 0..self.nests.len();
        let accesses: Vec<&Access> = nests.flat_map(|n| self.accesses(n, array)).collect();
        for a in accesses.iter().filter(|a| a.kind == AccessKind::Write) {
            for b in &accesses {
                let differences = self.differences((a, 1), (b, 1))?;
                let rows = [self.row_times(1), self.row_times(-1)];
                for form in rows {
                    if !differences.is_empty()? && differences.max_of(&form)? != Some(0) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether all statements of a nest are executed in one row.
    pub(crate) fn is_one(&self, nest: &Nest) -> Result<bool> {
        let mut times: Option<Map> = None;
        for statement in &nest.statements {
            let own = self.time(*statement)?.range()?.split_at(self.row - 1)?;
            times = Some(match times {
                None => own,
                Some(known) => known.union(&own)?,
            });
        }
        times.map_or(Ok(false), |times| times.is_single_valued())
    }

    /// `{ instance -> [outer times, row] }` of a statement.
    fn time(&self, statement: StmtId) -> Result<Map> {
        let statement = self.scop().statement(statement);
        let others: Vec<usize> = (0..self.scop().time_dims)
            .filter(|d| *d >= self.row - 1 && *d != self.row)
            .collect();
        let time = statement.schedule.intersect_domain(&statement.domain)?;
        time.without_outputs(&others)
    }

    /// How far the rows are from each other in which two accesses touch the same element, each
    /// multiplied by a number.
    fn differences(&self, from: (&Access, i64), to: (&Access, i64)) -> Result<Set> {
        let [from, to] = [from, to].map(|(access, factor)| self.rows(access, factor));
        let pairs = from?.apply_range(&to?.reverse()?)?;
        self.of_one_execution(&pairs.deltas()?)
    }

    /// Whether each element is touched by rows that are at most `within` apart.
    pub(crate) fn has_rows(&self, array: ArrayId, within: i64) -> Result<bool> {
        let nests = 0..self.nests.len();
        let accesses: Vec<&Access> = nests.flat_map(|n| self.accesses(n, array)).collect();
        for a in &accesses {
            for b in &accesses {
                let differences = self.differences((a, 1), (b, 1))?;
                let farthest = differences.max_of(&self.row_times(1))?;
                if !differences.is_empty()? && farthest.is_none_or(|rows| rows > within) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The distances of one nest and another one, or itself, in an array.
    pub(crate) fn in_array(
        &self,
        array: ArrayId,
        (first, second): (usize, usize),
        ratio: Ratio,
    ) -> Result<Option<Distance>> {
        let start = |nest: usize| self.nests[nest].rows.as_ref().map_or(0, Bounds::start);
        let start = |nest: usize, by: i64| start(nest).saturating_mul(by);
        let offset = start(second, ratio.first).saturating_sub(start(first, ratio.second));
        let most = self.most_rows(first, ratio);
        let mut least: Option<Option<i64>> = None;
        let mut reach: Option<Reach> = None;
        let mut far = None;
        for a in self.accesses(first, array) {
            for b in self.accesses(second, array) {
                let writes = (a.kind == AccessKind::Write, b.kind == AccessKind::Write);
                if writes == (false, false) {
                    continue;
                }
                let differences = self.differences((a, ratio.second), (b, ratio.first))?;
                if differences.is_empty()? {
                    continue;
                }
                let smallest = differences.max_of(&self.row_times(-1))?;
                let smallest = smallest.map(|x| offset.saturating_sub(x));
                let smallest = smallest.filter(|x| x.saturating_neg() < most);
                if smallest.is_none() {
                    far = far.or(Some((a.id, b.id)));
                }
                least = Some(match (least, smallest) {
                    (None, found) => found,
                    (Some(Some(known)), Some(found)) => Some(known.min(found)),
                    _ => None,
                });
                if writes == (true, false) {
                    let largest = differences.max_of(&self.row_times(1))?;
                    let largest = largest.map(|x| offset.saturating_add(x));
                    let largest = largest.filter(|x| *x < most);
                    let found = largest.map_or(Reach::Unbounded, Reach::Rows);
                    reach = Some(reach.map_or(found, |known| known.max(found)));
                }
            }
        }
        Ok(least.map(|least| Distance {
            array,
            ratio,
            least,
            reach,
            far,
        }))
    }

    /// The distance from which on all rows of a nest come before a row of another one.
    fn most_rows(&self, nest: usize, ratio: Ratio) -> i64 {
        let bounds = self.nests[nest].rows.as_ref();
        let rows = bounds
            .and_then(|bounds| Some(bounds.rows()?.as_constant()?.saturating_sub(bounds.start())));
        match rows {
            Some(rows @ FEW_ROWS..MOST_ROWS) => ratio.second * (rows - 1),
            _ => MOST_ROWS,
        }
    }

    /// Only differences between rows of the same execution of the nests.
    fn of_one_execution(&self, differences: &Set) -> Result<Set> {
        let d = names("d", self.row);
        let space = Space::plain(&self.scop().ctx);
        differences.intersect(&space.points(&d, zero(&d[..self.row - 1]))?)
    }

    /// The linear form that is a multiple of the row.
    fn row_times(&self, factor: i64) -> Vec<i64> {
        let mut form = vec![0; self.row];
        form[self.row - 1] = factor;
        form
    }

    /// `{ [outer times, factor * row] -> element }` of an access.
    fn rows(&self, access: &Access, factor: i64) -> Result<Map> {
        let key = (access.id, factor);
        if let Some(known) = self.relations.borrow().get(&key) {
            return Ok(known.clone());
        }
        let rows = self.rows_anew(access, factor)?;
        self.relations.borrow_mut().insert(key, rows.clone());
        Ok(rows)
    }

    fn rows_anew(&self, access: &Access, factor: i64) -> Result<Map> {
        let mut row = self.time(access.statement)?;
        if factor != 1 {
            row = row.apply_range(&self.scaled(factor)?)?;
        }
        let relation = access.relation.intersect_params(&self.scop().context)?;
        row.reverse()?.apply_range(&relation)
    }

    /// `{ [outer times, row] -> [outer times, factor * row] }`
    fn scaled(&self, factor: i64) -> Result<Map> {
        let t = names("t", self.row);
        let mut scaled = t.clone();
        scaled[self.row - 1] = format!("{factor}*{}", t[self.row - 1]);
        Space::plain(&self.scop().ctx).images(&t, &scaled)
    }

    /// Whether each row of every nest writes all elements of an array that it reads, before it
    /// reads them: the values of other rows do not matter.
    fn is_private(&self, array: ArrayId) -> Result<bool> {
        self.is_apart(array, |_| true)
    }

    /// The same for some nests. Others may use values of their own rows.
    fn is_apart(&self, array: ArrayId, in_rows: impl Fn(usize) -> bool) -> Result<bool> {
        if !is_own(self.system, array) {
            return Ok(false);
        }
        for nest in 0..self.nests.len() {
            // What sets the counter of a nest is before its rows.
            let first = match in_rows(nest) {
                true => self.row + 1,
                false => self.row - 1,
            };
            if !self.finds_its_own(nest, array, first)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether each execution of the first nest writes all elements of an array that it reads,
    /// before it reads them.
    pub(crate) fn sets_what_it_reads(&self, array: ArrayId) -> Result<bool> {
        self.finds_its_own(0, array, self.row)
    }

    /// Whether all reads of a nest find values that it wrote at the same time, but for the
    /// coordinates from one on.
    fn finds_its_own(&self, nest: usize, array: ArrayId, first: usize) -> Result<bool> {
        let key = (array, nest, first);
        if let Some(known) = self.found.borrow().get(&key) {
            return Ok(*known);
        }
        let mut finds = true;
        for read in self.accesses(nest, array) {
            if finds && read.kind == AccessKind::Read {
                finds = self.is_written_from(read, nest, first)?;
            }
        }
        self.found.borrow_mut().insert(key, finds);
        Ok(finds)
    }

    /// Whether every instance of a read finds a value that was written at the same time, but for
    /// the coordinates from one on.
    fn is_written_from(&self, read: &Access, nest: usize, first: usize) -> Result<bool> {
        let reads = self.timed(read)?;
        let mut left = reads.clone();
        for write in self.accesses(nest, read.array) {
            if write.kind == AccessKind::Write {
                let pairs = reads.apply_range(&self.timed(write)?.reverse()?)?;
                let earlier = pairs.intersect(&self.earlier_from(first)?)?;
                left = left.intersect_domain(&reads.domain()?.subtract(&earlier.domain()?)?)?;
            }
        }
        left.is_empty()
    }

    /// `{ [time] -> element }` of an access.
    fn timed(&self, access: &Access) -> Result<Map> {
        let statement = self.scop().statement(access.statement);
        let relation = access.relation.intersect_params(&self.scop().context)?;
        statement.schedule.reverse()?.apply_range(&relation)
    }

    /// `{ [time] -> [earlier time] }` that differ from a coordinate on.
    fn earlier_from(&self, first: usize) -> Result<Map> {
        let dims = self.scop().time_dims;
        let (later, earlier) = (names("t", dims), names("e", dims));
        let cases = (first..dims).map(|d| less_at(d, &earlier, &later));
        Space::plain(&self.scop().ctx).pairs(&later, &earlier, any(cases))
    }
}

/// Whether no caller knows the contents of an array; what the function itself kept from the last
/// call does not count.
pub(crate) fn is_own(system: &System, array: ArrayId) -> bool {
    let is_shared = system.interface.iter().any(|s| s.array == array);
    !is_shared || system.scop.array(array).carried
}

impl Ratio {
    pub(crate) const ONE: Ratio = Ratio {
        first: 1,
        second: 1,
    };
}

impl Reach {
    fn max(self, other: Reach) -> Reach {
        match (self, other) {
            (Reach::Rows(a), Reach::Rows(b)) => Reach::Rows(a.max(b)),
            _ => Reach::Unbounded,
        }
    }
}
