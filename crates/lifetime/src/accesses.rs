//! The access instances of one array: the elements they touch and their times.
//!
//! Each access has a space of its own, so that two accesses of one statement are distinct:
//! `w3[i,j]` is the write of access 3 in instance `S[i,j]`. Times are those of the scop with one
//! more coordinate for the order inside an instance: reads at 0, writes at 1; an end of life may be
//! at 2, after everything in its instance.
//!
//! If each of several iterations has its own copy of an array, accesses touch elements of copies:
//! `copy[c,x]` is the element `A[x]` of the copy that belongs to the first coordinates `c` of time.
//!
//! Assumes: a must-write of several elements (`memset`, `= {0}`) stores one value in all of them,
//! so elements that one write stores do not conflict because of it. Each copy of a private array
//! starts and ends with its iteration.

use crate::order::{Marks, Times};
use poly::{Context, Map, Result, Rows, Set, Space, in_box, names};
use scop::{
    Access, AccessId, AccessKind, Array, ArrayId, Certainty, Numbers, Order, Scop, Subscript,
};
use std::cell::OnceCell;

/// Coordinate of reads inside an instance.
pub(crate) const READS: i64 = 0;
/// Coordinate of writes inside an instance; a value whose last read is before them may end here.
pub(crate) const WRITES: i64 = 1;
/// Coordinate after everything in the instance.
pub(crate) const AFTER: i64 = 2;

/// Name of the space of elements of copies.
const COPY: &str = "copy";

/// Time of the values from before the region.
const BEFORE_REGION: i64 = -AFTER_REGION;
/// Time of the reads after the region: no text has that many statements.
const AFTER_REGION: i64 = 1 << 30;

/// One access in its own space.
#[derive(Clone)]
pub(crate) struct Instance {
    /// The access; `None` outside of the region.
    pub(crate) access: Option<AccessId>,
    /// `{ w3[i,j] -> A[x] }`, or `{ w3[i,j] -> copy[c,x] }`; a write has one image.
    pub(crate) elements: Map,
    /// `{ w3[i,j] -> [t] }` for all instances that touch an element, without the coordinate inside
    /// the instance.
    pub(crate) time: Times,
    pub(crate) kind: AccessKind,
    pub(crate) certainty: Certainty,
    pub(crate) reads_first: bool,
    /// `{ w3[i,x] -> w3[i] }` for a must-write of all elements, split into one instance per
    /// element: those of one `w3[i]` store the same value.
    pub(crate) uniform: Option<Map>,
    pub(crate) statement: Option<scop::StmtId>,
    pub(crate) subscripts: Numbers,
    /// The relation to elements as rows, once asked for.
    pub(crate) rows: OnceCell<Rows>,
}

/// All access instances of one array.
#[derive(Clone)]
pub(crate) struct Instances {
    pub(crate) ctx: Context,
    /// The known constraints on the parameters. The relations below may contain more pairs outside
    /// of it.
    pub(crate) context: Set,
    pub(crate) list: Vec<Instance>,
    pub(crate) time_dims: usize,
    /// Number of leading coordinates of time that name a copy of the array.
    pub(crate) private: usize,
    /// `{ before[x] -> A[x] }`: the values from before the region, if there may be any.
    pub(crate) before: Option<Instance>,
    /// `{ after[x] -> A[x] }`: the reads after the region, if there may be any.
    pub(crate) after: Option<Instance>,
    /// Whether `after` counts only if `before` is read (a `static` local).
    pub(crate) carried: bool,
    /// `{ copy[c,x] -> A[x] }`, if there are copies.
    pub(crate) original: Option<Map>,
}

/// Collects the instances in textual order, with the marks that matter to the order.
pub(crate) fn collect(scop: &Scop, id: ArrayId, order: Order) -> Result<Instances> {
    let array = scop.array(id);
    let private = array.private.min(scop.time_dims);
    let copy = (private > 0).then(|| leading(&scop.ctx, scop.time_dims, private));
    let copy = copy.transpose()?;
    let list = scop
        .accesses_to(id)
        .map(|access| instance(scop, access, copy.as_ref(), order))
        .collect::<Result<Vec<_>>>()?;
    let outside = |wanted: bool, name: &str, position, kind| match wanted && copy.is_none() {
        true => boundary(scop, array, name, position, kind).map(Some),
        false => Ok(None),
    };
    Ok(Instances {
        ctx: scop.ctx.clone(),
        context: scop.context.clone(),
        time_dims: scop.time_dims,
        private,
        before: outside(
            array.live_in || array.carried,
            "before",
            BEFORE_REGION,
            AccessKind::Write,
        )?,
        after: outside(
            array.live_out || array.carried,
            "after",
            AFTER_REGION,
            AccessKind::Read,
        )?,
        carried: array.carried && !array.live_out && copy.is_none(),
        original: copy.map(|_| original(scop, array, private)).transpose()?,
        list,
    })
}

/// `{ [t] -> [first coordinates of t] }`
fn leading(ctx: &Context, dims: usize, count: usize) -> Result<Map> {
    let t = names("t", dims);
    Space::plain(ctx).images(&t, &t[..count])
}

/// `{ copy[c,x] -> A[x] }`
fn original(scop: &Scop, array: &Array, private: usize) -> Result<Map> {
    let copy = [names("c", private), names("x", array.shape.len())].concat();
    let elements = Space::plain(&scop.ctx).images(&copy, &copy[private..])?;
    elements.with_names(COPY, &array.name)
}

fn instance(scop: &Scop, access: &Access, copy: Option<&Map>, order: Order) -> Result<Instance> {
    let statement = scop.statement(access.statement);
    let letter = match access.kind {
        AccessKind::Read => 'r',
        AccessKind::Write => 'w',
    };
    let name = format!("{letter}{}", access.id.0);
    let schedule = statement.schedule.with_domain_name(&name)?;
    let relation = access.relation.without_known(&scop.context)?;
    let elements = relation.with_domain_name(&name)?;
    let time = Times::new(schedule, Marks::of(statement, order))?;
    let whole = Instance {
        access: Some(access.id),
        time: time.within(&elements.domain()?)?,
        elements,
        kind: access.kind,
        certainty: access.certainty,
        reads_first: statement.reads_first,
        uniform: None,
        statement: Some(statement.id),
        subscripts: access.numbers(),
        rows: OnceCell::new(),
    };
    let is_write = access.kind == AccessKind::Write;
    let each = match is_write && !whole.is_single_valued(&scop.context)? {
        true => spread(whole, access, &name)?,
        false => whole,
    };
    match copy {
        Some(copy) => in_copies(each, copy),
        None => Ok(each),
    }
}

/// The same instances with `{ w3[i,j] -> copy[c,x] }` as their elements.
fn in_copies(whole: Instance, copy: &Map) -> Result<Instance> {
    let of = whole.time.whole()?.apply_range(copy)?;
    let elements = of.flat_range_product(&whole.elements)?;
    whole.touching(elements.with_range_name(COPY)?)
}

/// Splits a write to several elements into one instance per element. Only a must-write without
/// conditions on any coordinate stores one value in all of them, and remains possible when elements
/// share cells.
fn spread(whole: Instance, access: &Access, name: &str) -> Result<Instance> {
    let is_open = access.certainty == Certainty::Must
        && access.subscripts.iter().all(|s| *s == Subscript::Any);
    let flat = |map: Map| map.flatten_domain()?.with_domain_name(name);
    let each = flat(whole.elements.domain_map()?)?;
    Ok(Instance {
        elements: flat(whole.elements.range_map()?)?,
        time: whole.time.after(&each)?,
        rows: OnceCell::new(),
        uniform: is_open.then_some(each),
        ..whole
    })
}

/// One access per element of the box, at a time before or after the region.
fn boundary(
    scop: &Scop,
    array: &Array,
    name: &str,
    first_time: i64,
    kind: AccessKind,
) -> Result<Instance> {
    let x = names("x", array.shape.len());
    let elements = scop.space().pairs(&x, &x, in_box(&x, &array.shape))?;
    let elements = elements.with_names(name, &array.name)?;
    let mut time = vec![0; scop.time_dims];
    if let Some(first) = time.first_mut() {
        *first = first_time;
    }
    Ok(Instance {
        access: None,
        time: Times::once(elements.domain()?, &time)?,
        elements,
        kind,
        certainty: Certainty::Must,
        reads_first: true,
        uniform: None,
        statement: None,
        subscripts: Numbers::default(),
        rows: OnceCell::new(),
    })
}

/// `{ A[0, ..., 0] }`
pub(crate) fn origin(scop: &Scop, id: ArrayId) -> Result<Set> {
    let array = scop.array(id);
    Set::origin(&scop.ctx, array.shape.len())?.named(&array.name)
}

/// `{ A[x] -> A[x] }`
pub(crate) fn same(scop: &Scop, id: ArrayId) -> Result<Map> {
    let array = scop.array(id);
    let elements = Set::all(&scop.ctx, array.shape.len())?;
    elements.named(&array.name)?.identity()
}

impl Instances {
    pub(crate) fn reads(&self) -> impl Iterator<Item = &Instance> {
        self.list.iter().filter(|a| a.kind == AccessKind::Read)
    }

    pub(crate) fn writes(&self) -> impl Iterator<Item = &Instance> {
        self.list.iter().filter(|a| a.kind == AccessKind::Write)
    }

    /// Whether the rows show that one write certainly writes all elements of a read.
    pub(crate) fn is_plainly_covered(&self, read: &Instance) -> Result<bool> {
        for write in self.writes().filter(|w| w.is_certain()) {
            let (own, by) = (read.rows(&self.context)?, write.rows(&self.context)?);
            if own.is_plainly_covered(by, &self.context)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a set has no point for any parameter value of the context.
    pub(crate) fn is_empty(&self, set: &Set) -> Result<bool> {
        set.intersect_params(&self.context)?.is_empty()
    }

    /// The accesses restricted to the given elements.
    pub(crate) fn within(&self, elements: &Set) -> Result<Self> {
        let of = |access: &Instance| {
            let among = access.elements.intersect_range(elements)?;
            access.clone().touching(among)
        };
        let mut list = Vec::new();
        for access in &self.list {
            let access = of(access)?;
            if !access.elements.is_empty()? {
                list.push(access);
            }
        }
        Ok(Instances {
            list,
            before: self.before.as_ref().map(of).transpose()?,
            after: self.after.as_ref().map(of).transpose()?,
            ..self.clone()
        })
    }

    /// All writes, and the reads of elements other than the given ones.
    pub(crate) fn reading_elsewhere(&self, elements: &Set) -> Result<Self> {
        let mut all = self.clone();
        all.list.clear();
        for access in &self.list {
            let mut access = access.clone();
            if access.kind == AccessKind::Read {
                let elsewhere = access.elements.subtract_range(elements)?.coalesce()?;
                access = access.touching(elsewhere)?;
            }
            if !self.is_empty(&access.elements.range()?)? {
                all.list.push(access);
            }
        }
        Ok(all)
    }

    /// The elements that any access inside the region touches.
    pub(crate) fn touched(&self) -> Result<Set> {
        match elements_of(self.list.iter())? {
            Some(elements) => Ok(elements),
            None => Set::none(&self.ctx, 0),
        }
    }

    /// `{ v -> A[x] }` for `{ v -> copy[c,x] }`.
    pub(crate) fn in_array(&self, elements: &Map) -> Result<Rows> {
        match &self.original {
            Some(original) => Rows::of(&elements.apply_range(original)?, &self.context),
            None => Rows::of(elements, &self.context),
        }
    }

    /// `{ w3[i,j] -> A[x] }`
    pub(crate) fn rows_in_array(&self, instance: &Instance) -> Result<Rows> {
        match &self.original {
            Some(_) => self.in_array(&instance.elements),
            None => instance.rows(&self.context).cloned(),
        }
    }

    /// The elements of the array that any access inside the region touches.
    pub(crate) fn touched_in_array(&self) -> Result<Set> {
        match &self.original {
            Some(original) if !self.list.is_empty() => self.touched()?.apply(original)?.coalesce(),
            _ => self.touched(),
        }
    }
}

impl Instance {
    /// Whether an instance touches its elements whenever its statement is executed.
    pub(crate) fn is_certain(&self) -> bool {
        self.certainty == Certainty::Must
    }

    /// Whether constant subscripts show that the two never touch the same element.
    pub(crate) fn is_apart(&self, other: &Instance) -> bool {
        self.subscripts.are_apart(&other.subscripts)
    }

    /// `{ w3[i,j] -> [t, inside] }`
    pub(crate) fn times(&self, inside: i64) -> Times {
        self.time.clone().at(inside)
    }

    /// `{ A[x] -> [t, inside] }`
    pub(crate) fn times_of_elements(&self, inside: i64) -> Result<Times> {
        Ok(self.time.after(&self.elements.reverse()?)?.at(inside))
    }

    /// The same access, restricted to some of its elements.
    pub(crate) fn touching(self, elements: Map) -> Result<Self> {
        Ok(Instance {
            time: self.time.within(&elements.domain()?)?,
            elements,
            rows: OnceCell::new(),
            ..self
        })
    }

    /// The relation to elements, as rows.
    pub(crate) fn rows(&self, context: &Set) -> Result<&Rows> {
        if let Some(rows) = self.rows.get() {
            return Ok(rows);
        }
        let rows = Rows::of(&self.elements, context)?;
        Ok(self.rows.get_or_init(|| rows))
    }

    fn is_single_valued(&self, context: &Set) -> Result<bool> {
        let is_plain = self.rows(context)?.is_plainly_single_valued(context)?;
        Ok(is_plain || self.elements.is_single_valued()?)
    }

    /// Whether no two instances touch the same element.
    pub(crate) fn is_injective(&self, context: &Set) -> Result<bool> {
        let is_plain = self.rows(context)?.is_plainly_injective(context)?;
        Ok(is_plain || self.elements.is_injective()?)
    }
}

fn elements_of<'a>(accesses: impl Iterator<Item = &'a Instance>) -> Result<Option<Set>> {
    let mut found: Vec<Set> = Vec::new();
    for access in accesses {
        let elements = access.elements.range()?;
        let mut is_known = false;
        for known in &found {
            is_known |= known.plain_is_equal(&elements)?;
        }
        if !is_known {
            found.push(elements);
        }
    }
    let mut found = found.into_iter();
    let Some(first) = found.next() else {
        return Ok(None);
    };
    let all = found.try_fold(first, |all, elements| all.union(&elements))?;
    all.coalesce().map(Some)
}

/// The union of relations in one space; `None` if there are none.
pub(crate) fn union_of(mut maps: impl Iterator<Item = Result<Map>>) -> Result<Option<Map>> {
    let Some(first) = maps.next() else {
        return Ok(None);
    };
    maps.try_fold(first?, |all, map| all.union(&map?)).map(Some)
}
