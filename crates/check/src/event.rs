//! One access as an event: the elements that it touches and when it happens.

use crate::cells::{Cells, Target};
use crate::spaces::{is_spread, name, spread};
use poly::{Map, names};
use scop::{Access, AccessKind, Certainty, Numbers, Scop, Statement};

/// One access to the array, in all its instances.
pub(crate) struct Event<'a> {
    pub(crate) access: &'a Access,
    pub(crate) statement: &'a Statement,
    /// `{ a3[i,j] -> A[x] }`
    pub(crate) elements: Map,
    /// `{ a3[i,x] -> a3[i] }` if there is one instance per element.
    each: Option<Map>,
    /// `{ a3[i,j] -> [x] }`: only the coordinates that the cell does not determine.
    compared: Map,
    /// Whether each instance touches at most one element.
    pub(crate) single: bool,
    /// `{ a3[i,j] -> [t, 0] }` for reads, `[t, 1]` for writes.
    pub(crate) happens: Map,
    /// When it is certainly over: `[t, 2]`, or `[t, 1]` for a read before the writes of its
    /// instance.
    pub(crate) over: Map,
    /// The leading coordinates of its time that are constants.
    pub(crate) position: Vec<i64>,
    subscripts: Numbers,
}

impl<'a> Event<'a> {
    pub(crate) fn new(
        scop: &'a Scop,
        access: &'a Access,
        place: &Target,
        cells: &Cells,
    ) -> poly::Result<Self> {
        let statement = scop.statement(access.statement);
        let name = name(access);
        let mut elements = access.relation.intersect_params(&scop.context)?;
        elements = elements.with_domain_name(&name)?;
        let mut time = statement.schedule.with_domain_name(&name)?;
        let mut each = None;
        if matches!(place, Target::Cell { .. }) && is_spread(access)? {
            let instance;
            (elements, instance) = spread(&elements, &name)?;
            time = instance.apply_range(&time)?;
            each = Some(instance);
        }
        let dims = scop.array(access.array).shape.len();
        let compared = elements.apply_range(&projection(scop, access, dims, cells)?)?;
        let at = |inside: i64| time.apply_range(&append(scop, inside, cells)?);
        let (happens, over) = match (access.kind, statement.reads_first) {
            (AccessKind::Read, true) => (at(0)?, at(1)?),
            (AccessKind::Read, false) => (at(0)?, at(2)?),
            (AccessKind::Write, _) => (at(1)?, at(2)?),
        };
        Ok(Event {
            access,
            statement,
            each,
            single: elements.is_single_valued()?,
            elements,
            compared,
            happens,
            over,
            position: position(scop, statement)?,
            subscripts: access.numbers(),
        })
    }

    /// Whether the two never touch the same element.
    pub(crate) fn is_apart(&self, other: &Event) -> bool {
        self.subscripts.are_apart(&other.subscripts)
    }

    pub(crate) fn is_must_write(&self) -> bool {
        self.access.kind == AccessKind::Write && self.access.certainty == Certainty::Must
    }

    /// `{ self[..] -> other[..] }` from `{ S[i] -> T[j] }`, a relation of their statements.
    pub(crate) fn lift(&self, statements: &Map, other: &Event) -> poly::Result<Map> {
        let pairs = statements.with_domain_name(&name(self.access))?;
        let mut pairs = pairs.with_range_name(&name(other.access))?;
        if let Some(each) = &self.each {
            pairs = each.apply_range(&pairs)?;
        }
        match &other.each {
            Some(each) => pairs.apply_range(&each.reverse()?),
            None => Ok(pairs),
        }
    }

    /// Its elements, one at a time.
    pub(crate) fn each_element(&self) -> poly::Result<EachElement> {
        let (elements, instances) = spread(&self.elements, &name(self.access))?;
        Ok(EachElement {
            elements,
            instances,
        })
    }

    /// `{ self[..] -> other[..] : same element }` for the pairs in `{ other[..] -> self[..] }`.
    pub(crate) fn same_element(&self, other: &Event, pairs: &Map) -> poly::Result<Map> {
        let same = self.elements.apply_range(&other.elements.reverse()?)?;
        same.intersect(&pairs.reverse()?)
    }

    /// The pairs of `{ self[..] -> other[..] }` that may touch different elements.
    pub(crate) fn other_element(
        &self,
        other: &Event,
        pairs: &Map,
        differing: Option<&Map>,
    ) -> poly::Result<Map> {
        let compared_of = |event: &Event| match differing {
            Some(differing) => event.compared.apply_range(differing),
            None => Ok(event.compared.clone()),
        };
        let (from, to) = (compared_of(self)?, compared_of(other)?);
        let back = to.reverse()?;
        if from.is_single_valued()? && to.is_single_valued()? {
            return pairs.subtract(&from.apply_range(&back)?);
        }
        let (x, y) = (from.range()?, to.range()?);
        let different = x.lex_lt(&y)?.union(&y.lex_lt(&x)?.reverse()?)?;
        pairs.intersect(&from.apply_range(&different)?.apply_range(&back)?)
    }
}

/// An access that touches several elements, with each of them.
pub(crate) struct EachElement {
    /// `{ a3[i,x] -> A[x] }`
    elements: Map,
    /// `{ a3[i,x] -> a3[i] }`
    pub(crate) instances: Map,
}

impl EachElement {
    /// `{ a3[i,x] -> other[..] : other touches x }` for the pairs in `{ a3[i] -> other[..] }`.
    pub(crate) fn lift(&self, pairs: &Map, other: &Event) -> poly::Result<Map> {
        let same = self.elements.apply_range(&other.elements.reverse()?)?;
        same.intersect(&self.instances.apply_range(pairs)?)
    }
}

/// The leading coordinates of time that are constants.
fn position(scop: &Scop, statement: &Statement) -> poly::Result<Vec<i64>> {
    let mut numbers = Vec::new();
    for d in 0..scop.time_dims {
        match statement.schedule.fixed_output(d)? {
            Some(number) => numbers.push(number),
            None => break,
        }
    }
    Ok(numbers)
}

/// `{ A[x0, x1] -> [x1] }`: without the coordinates that the cell determines.
fn projection(scop: &Scop, access: &Access, dims: usize, cells: &Cells) -> poly::Result<Map> {
    let x = names("x", dims);
    let kept = (0..dims).filter(|d| cells.is_compared(*d));
    let kept: Vec<String> = kept.map(|d| x[d].clone()).collect();
    let kept = cells.relation(&x, &kept, "true")?;
    kept.with_domain_name(&scop.array(access.array).name)
}

/// `{ [t] -> [t, inside] }`
fn append(scop: &Scop, inside: i64, cells: &Cells) -> poly::Result<Map> {
    let t = names("t", scop.time_dims);
    let event = [t.clone(), vec![inside.to_string()]].concat();
    cells.relation(&t, &event, "true")
}
