//! The steps of an execution that touch one array, in the order of time.

use super::outcome::{BruteError, Element, Moment};
use poly::{Map, Set};
use scop::{Access, AccessId, AccessKind, Array, ArrayId, Certainty, Scop, Statement, StmtId};
use std::collections::{BTreeMap, BTreeSet};

/// The largest set that is enumerated.
const MOST_POINTS: usize = 200_000;

/// One access of one instance.
#[derive(Clone)]
pub(super) struct Touch {
    pub(super) access: AccessId,
    pub(super) certain: bool,
    pub(super) elements: Vec<Element>,
}

/// One instance.
pub(super) struct Step {
    pub(super) statement: StmtId,
    pub(super) time: Vec<i64>,
    /// The copy of the array that it touches: the leading coordinates of time.
    pub(super) copy: Vec<i64>,
    pub(super) instance: Vec<i64>,
    /// Whether all reads happen before the writes.
    pub(super) reads_first: bool,
    pub(super) reads: Vec<Touch>,
    pub(super) writes: Vec<Touch>,
}

/// All instances that touch the array.
pub(super) struct Trace {
    pub(super) steps: Vec<Step>,
    /// All elements, if values cross the borders of the region; otherwise empty.
    pub(super) elements: Vec<Element>,
    pub(super) live_in: bool,
    pub(super) live_out: bool,
    pub(super) carried: bool,
    /// Whether some extents are unknown. Then `elements` are those that the region touches, which
    /// is enough as long as it reads no value from before.
    pub(super) unbounded: bool,
}

type Values<'a> = &'a [(String, i64)];

/// Left and right side of a pair.
type Pair = (Vec<i64>, Vec<i64>);

impl Trace {
    pub(super) fn new(scop: &Scop, id: ArrayId, params: Values) -> Result<Self, BruteError> {
        check_params(scop, params)?;
        let array = scop.array(id);
        let mut steps = Vec::new();
        for statement in &scop.statements {
            let accesses: Vec<&Access> = scop
                .accesses_to(id)
                .filter(|a| a.statement == statement.id)
                .collect();
            if !accesses.is_empty() {
                steps.extend(steps_of(statement, &accesses, array.private, params)?);
            }
        }
        steps.sort_by(|a, b| a.time.cmp(&b.time));
        let one = array.private == 0;
        let crosses = one && (array.live_in || array.live_out || array.carried);
        let mut trace = Trace {
            steps,
            elements: Vec::new(),
            live_in: one && array.live_in,
            live_out: one && array.live_out,
            carried: one && array.carried,
            unbounded: array.shape.contains(&None),
        };
        let touched_only = trace.unbounded && !trace.live_in && !trace.live_out;
        if crosses {
            trace.elements = match touched_only {
                true => trace.touched().into_iter().collect(),
                false => all_elements(array, params)?,
            };
        }
        Ok(trace)
    }

    /// The moment after all steps.
    pub(super) fn end(&self) -> Moment {
        2 * self.steps.len() as Moment
    }

    pub(super) fn touched(&self) -> BTreeSet<Element> {
        let touches = self
            .steps
            .iter()
            .flat_map(|s| s.reads.iter().chain(&s.writes));
        touches.flat_map(|t| t.elements.iter().cloned()).collect()
    }
}

fn check_params(scop: &Scop, params: Values) -> Result<(), BruteError> {
    let given = |name: &str| params.iter().any(|(n, _)| n == name);
    if let Some(missing) = scop.params.iter().find(|p| !given(&p.name)) {
        return Err(BruteError::Parameter(missing.name.clone()));
    }
    match fix(&scop.context, params)?.is_empty()? {
        true => Err(BruteError::Context),
        false => Ok(()),
    }
}

fn fix(set: &Set, params: Values) -> poly::Result<Set> {
    set.fix_params(params.iter().map(|(name, value)| (name.as_str(), *value)))
}

/// All pairs of a relation.
pub(super) fn pairs(map: &Map, params: Values) -> Result<Vec<Pair>, BruteError> {
    let (left, _) = map.dims()?;
    let points = fix(&map.wrap()?, params)?.points(MOST_POINTS)?;
    let points = points.ok_or(BruteError::TooLong(MOST_POINTS))?;
    Ok(points
        .into_iter()
        .map(|mut x| {
            let y = x.split_off(left);
            (x, y)
        })
        .collect())
}

/// The instances of a statement with their times.
pub(super) fn instances(statement: &Statement, params: Values) -> Result<Vec<Pair>, BruteError> {
    pairs(
        &statement.schedule.intersect_domain(&statement.domain)?,
        params,
    )
}

fn steps_of(
    statement: &Statement,
    accesses: &[&Access],
    private: usize,
    params: Values,
) -> Result<Vec<Step>, BruteError> {
    let mut steps: BTreeMap<Vec<i64>, Step> = BTreeMap::new();
    for (instance, time) in instances(statement, params)? {
        let step = Step {
            statement: statement.id,
            copy: time[..private].to_vec(),
            time,
            instance: instance.clone(),
            reads_first: statement.reads_first,
            reads: Vec::new(),
            writes: Vec::new(),
        };
        steps.insert(instance, step);
    }
    for access in accesses {
        for (instance, element) in pairs(&access.relation, params)? {
            if let Some(step) = steps.get_mut(&instance) {
                step.touch(access, element);
            }
        }
    }
    Ok(steps
        .into_values()
        .filter(|s| !s.reads.is_empty() || !s.writes.is_empty())
        .collect())
}

impl Step {
    fn touch(&mut self, access: &Access, element: Element) {
        let list = match access.kind {
            AccessKind::Read => &mut self.reads,
            AccessKind::Write => &mut self.writes,
        };
        if let Some(touch) = list.iter_mut().find(|t| t.access == access.id) {
            return touch.elements.push(element);
        }
        list.push(Touch {
            access: access.id,
            certain: access.certainty == Certainty::Must,
            elements: vec![element],
        });
    }
}

/// Every element of the box.
fn all_elements(array: &Array, params: Values) -> Result<Vec<Element>, BruteError> {
    let value = |name: &str| params.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
    let mut all = vec![Vec::new()];
    for extent in &array.shape {
        let extent = extent.as_ref().and_then(|e| e.eval(&value));
        let extent = extent.ok_or_else(|| BruteError::Extent(array.name.clone()))?;
        let longer = |x: &Element| {
            (0..extent)
                .map(|k| [x.as_slice(), &[k]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > MOST_POINTS {
            return Err(BruteError::TooLong(MOST_POINTS));
        }
    }
    Ok(all)
}
