//! The steps of an execution that touch one array, at given parameter values, in the order of time.

use poly::{Expr, Map, Result, Set};
use scop::{Access, AccessKind, ArrayId, Certainty, Scop, StmtId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An element, numbered in the order of first access.
pub(super) type Element = u32;

/// A store of one write into one element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Store {
    pub(super) element: Element,
    /// Whether it certainly happens.
    pub(super) certain: bool,
    /// The access, if it stores the same in several elements.
    pub(super) shared: Option<u32>,
}

/// An instance that touches the array.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) statement: StmtId,
    pub(super) time: Vec<i64>,
    pub(super) reads_first: bool,
    pub(super) reads: Vec<Element>,
    pub(super) stores: Vec<Store>,
}

/// All steps that touch one copy of the array.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) steps: Vec<Step>,
    /// Number of elements that are touched.
    pub(super) elements: usize,
    /// Whether these are all elements that may hold a value before or after the region.
    pub(super) has_all: bool,
    pub(super) starts_full: bool,
    pub(super) read_after: bool,
    /// Values after the region matter only if values from before it are read.
    pub(super) carried: bool,
}

/// An access with its times.
pub(super) struct TimedAccess {
    pub(super) access: u32,
    statement: StmtId,
    pub(super) kind: AccessKind,
    certain: bool,
    reads_first: bool,
    /// `{ [t, x] : the instance at t touches A[x] }`
    touches: Set,
}

/// An array and its accesses, before the parameters have values.
pub(super) struct Prepared {
    pub(super) accesses: Vec<TimedAccess>,
    pub(super) time_dims: usize,
    shape: Vec<Option<Expr>>,
    private: usize,
    live_in: bool,
    live_out: bool,
    carried: bool,
}

impl Trace {
    /// The same with a cell for each element, also where one access stores one value in several.
    pub(super) fn with_own_cells(&self) -> Trace {
        let mut trace = self.clone();
        for store in trace.steps.iter_mut().flat_map(|step| &mut step.stores) {
            store.shared = None;
        }
        trace
    }
}

/// Steps by their times.
pub(super) type StepsByTime = BTreeMap<Vec<i64>, Step>;

impl Prepared {
    pub(super) fn new(scop: &Scop, id: ArrayId) -> Result<Self> {
        let accesses = scop.accesses_to(id);
        Self::of(scop, id, accesses.cloned().map(Ok))
    }

    /// The same, with the accesses to some elements only.
    pub(super) fn within(scop: &Scop, id: ArrayId, elements: &Set) -> Result<Self> {
        let among = |access: &Access| {
            let relation = access.relation.intersect_range(elements)?;
            let access = access.clone();
            Ok(Access { relation, ..access })
        };
        Self::of(scop, id, scop.accesses_to(id).map(among))
    }

    fn of(
        scop: &Scop,
        id: ArrayId,
        accesses: impl Iterator<Item = Result<Access>>,
    ) -> Result<Self> {
        let array = scop.array(id);
        let accesses = accesses.map(|access| TimedAccess::new(scop, &access?));
        let one = array.private == 0;
        Ok(Prepared {
            accesses: accesses.collect::<Result<_>>()?,
            time_dims: scop.time_dims,
            shape: array.shape.clone(),
            private: array.private,
            live_in: one && array.live_in,
            live_out: one && array.live_out,
            carried: one && array.carried,
        })
    }

    /// Adds the parameters on which the trace depends.
    pub(super) fn used_params(&self, used: &mut BTreeSet<String>) -> Result<()> {
        for access in &self.accesses {
            used.extend(access.used_params()?);
        }
        if self.live_in || self.live_out {
            for extent in self.shape.iter().flatten() {
                extent.each_var(&mut |name| {
                    used.insert(name.to_string());
                });
            }
        }
        Ok(())
    }

    /// The largest number in the accesses and their times.
    pub(super) fn largest_number(&self) -> Result<i64> {
        let mut numbers = self.accesses.iter().map(|a| a.touches.largest_number());
        numbers.try_fold(0, |most, number| Ok(most.max(number?)))
    }

    fn crosses_border(&self) -> bool {
        self.live_in || self.live_out || self.carried
    }

    /// One trace for each copy of the array; subtracts the accesses from `left`. `None` if there
    /// are more.
    pub(super) fn traces(
        &self,
        params: &[(&str, i64)],
        left: &mut usize,
    ) -> Result<Option<Vec<Trace>>> {
        let mut numbers = HashMap::new();
        let Some(steps) = self.steps(params, left, &mut numbers)? else {
            return Ok(None);
        };
        Ok(self.traces_of(steps, params, left, &mut numbers))
    }

    /// The traces of these steps. `None` if all elements matter, and they are too many or their
    /// number is not known.
    pub(super) fn traces_of(
        &self,
        steps: StepsByTime,
        params: &[(&str, i64)],
        left: &mut usize,
        numbers: &mut HashMap<Vec<i64>, Element>,
    ) -> Option<Vec<Trace>> {
        let numbered = !self.crosses_border() || self.number_all(params, *left, numbers);
        if !numbered && (self.live_in || self.live_out) {
            return None;
        }
        *left = left.saturating_sub(numbers.len());
        Some(self.with_elements(steps, numbers.len(), numbered))
    }

    /// The traces of these steps, with a number of elements that are or are not all of them.
    pub(super) fn with_elements(
        &self,
        steps: StepsByTime,
        elements: usize,
        has_all: bool,
    ) -> Vec<Trace> {
        let copies = self.copies(steps).into_iter();
        let trace = |steps| Trace {
            steps,
            elements,
            has_all,
            starts_full: self.live_in || self.carried,
            read_after: self.live_out || self.carried,
            carried: self.carried && !self.live_out,
        };
        copies.map(trace).collect()
    }

    /// All steps, and a number for each element that they touch; subtracts the accesses from
    /// `left`. `None` if there are more.
    pub(super) fn steps(
        &self,
        params: &[(&str, i64)],
        left: &mut usize,
        numbers: &mut HashMap<Vec<i64>, Element>,
    ) -> Result<Option<StepsByTime>> {
        let mut instances = StepsByTime::new();
        for access in &self.accesses {
            let Some(points) = access.points(params, left)? else {
                return Ok(None);
            };
            let several = access.stores_in_several(&points, self.time_dims);
            for point in points {
                let (time, element) = point.split_at(self.time_dims);
                let next = numbers.len() as Element;
                let element = *numbers.entry(element.to_vec()).or_insert(next);
                match instances.get_mut(time) {
                    Some(step) => access.touch(step, element, several),
                    None => {
                        let mut step = Step {
                            statement: access.statement,
                            time: time.to_vec(),
                            reads_first: access.reads_first,
                            reads: Vec::new(),
                            stores: Vec::new(),
                        };
                        access.touch(&mut step, element, several);
                        instances.insert(time.to_vec(), step);
                    }
                }
            }
        }
        Ok(Some(instances))
    }

    /// Numbers every element of the box. Returns whether that was possible: the box must be known
    /// and have at most `most` elements.
    fn number_all(
        &self,
        params: &[(&str, i64)],
        most: usize,
        numbers: &mut HashMap<Vec<i64>, Element>,
    ) -> bool {
        let value = |name: &str| params.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for extent in &self.shape {
            let Some(extent) = extent.as_ref().and_then(|e| e.eval(&value)) else {
                return false;
            };
            let count = usize::try_from(extent.max(0)).unwrap_or(usize::MAX);
            if all.len().saturating_mul(count) > most {
                return false;
            }
            let longer =
                |x: &Vec<i64>| (0..extent).map(|k| [x.as_slice(), &[k]].concat()).collect();
            all = all.iter().flat_map::<Vec<_>, _>(longer).collect();
        }
        for element in all {
            let next = numbers.len() as Element;
            numbers.entry(element).or_insert(next);
        }
        true
    }

    /// The steps of each copy, in the order of time.
    fn copies(&self, instances: StepsByTime) -> Vec<Vec<Step>> {
        let mut copies: BTreeMap<Vec<i64>, Vec<Step>> = BTreeMap::new();
        for (time, step) in instances {
            let copy = time[..self.private.min(time.len())].to_vec();
            copies.entry(copy).or_default().push(step);
        }
        copies.into_values().collect()
    }
}

impl TimedAccess {
    pub(super) fn new(scop: &Scop, access: &Access) -> Result<Self> {
        let statement = scop.statement(access.statement);
        let schedule = statement.schedule.intersect_domain(&statement.domain)?;
        let touches: Map = access.relation.apply_domain(&schedule)?;
        Ok(TimedAccess {
            access: access.id.0,
            statement: statement.id,
            kind: access.kind,
            certain: access.certainty == Certainty::Must,
            reads_first: statement.reads_first,
            touches: touches.gist_params(&scop.context)?.coalesce()?.wrap()?,
        })
    }

    /// The parameters on which the access depends.
    pub(super) fn used_params(&self) -> Result<Vec<String>> {
        self.touches.used_params()
    }

    /// `[t, x]`, in the order of time; subtracts their number from `left`. `None` if there are
    /// more.
    pub(super) fn points(
        &self,
        params: &[(&str, i64)],
        left: &mut usize,
    ) -> Result<Option<Vec<Vec<i64>>>> {
        let touches = self.touches.fix_params(params.iter().copied())?;
        let points = touches.points(*left)?;
        *left -= points.as_ref().map_or(*left, Vec::len);
        Ok(points)
    }

    /// Whether some instance stores one value in several elements.
    fn stores_in_several(&self, points: &[Vec<i64>], time_dims: usize) -> bool {
        let same_time = |pair: &[Vec<i64>]| pair[0][..time_dims] == pair[1][..time_dims];
        self.kind == AccessKind::Write && self.certain && points.windows(2).any(same_time)
    }

    fn touch(&self, step: &mut Step, element: Element, several: bool) {
        match self.kind {
            AccessKind::Read => step.reads.push(element),
            AccessKind::Write => step.stores.push(Store {
                element,
                certain: self.certain,
                shared: several.then_some(self.access),
            }),
        }
    }
}
