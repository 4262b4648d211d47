//! The access instances of one array: what they touch and when.
//!
//! An element of an array that each of several iterations has for itself is one of a *copy*:
//! `copy[c,x]` is the element `A[x]` of the copy that belongs to the first coordinates `c` of time. Of
//! other arrays the elements themselves are touched.
//!
//! Each access gets a space of its own, so that two accesses of one statement are told apart:
//! `w3[i,j]` is the write of access 3 in instance `S[i,j]`. Times are those of the scop with one
//! more coordinate for the order inside an instance: reads at 0, writes at 1; an end of life may
//! stand at 2, after everything in its instance.

use crate::order::{Marks, Times};
use poly::{Context, Map, Result, Rows, Set};
use scop::{
    Access, AccessId, AccessKind, Array, ArrayId, Certainty, Numbers, Order, Scop, Subscript,
};
use std::cell::OnceCell;

/// Coordinate of reads inside an instance.
pub(crate) const READS: i64 = 0;
/// Coordinate of writes inside an instance; a value whose last read comes first may end here.
pub(crate) const WRITES: i64 = 1;
/// Coordinate after everything in the instance.
pub(crate) const AFTER: i64 = 2;

/// The space of elements of which there are copies.
const COPY: &str = "copy";

/// Position of what happens before the region.
const BEFORE_REGION: i64 = -AFTER_REGION;
/// Position of what happens after the region: no text has that many statements.
const AFTER_REGION: i64 = 1 << 30;

/// One access with its own space.
#[derive(Clone)]
pub(crate) struct Instance {
    /// Whose it is; `None` outside of the region.
    pub(crate) access: Option<AccessId>,
    /// `{ w3[i,j] -> A[x] }`, or `{ w3[i,j] -> copy[c,x] }`; a write has one image.
    pub(crate) elements: Map,
    /// `{ w3[i,j] -> [t] }`, without the coordinate inside the instance, for all that touch something.
    pub(crate) time: Times,
    pub(crate) kind: AccessKind,
    pub(crate) certainty: Certainty,
    pub(crate) reads_first: bool,
    /// `{ w3[i,x] -> w3[i] }` for a must-write of all elements, one instance for each of them: all that
    /// come from one `w3[i]` store the same.
    pub(crate) uniform: Option<Map>,
    pub(crate) statement: Option<scop::StmtId>,
    pub(crate) subscripts: Numbers,
    /// The relation to elements, once it was asked for.
    pub(crate) rows: OnceCell<Rows>,
}

/// All access instances of one array.
#[derive(Clone)]
pub(crate) struct Instances {
    pub(crate) ctx: Context,
    /// What is known of the parameters. Relations below may hold more pairs outside of it.
    pub(crate) context: Set,
    pub(crate) list: Vec<Instance>,
    pub(crate) time_dims: usize,
    /// The leading coordinates of time whose values have a copy each.
    pub(crate) private: usize,
    /// The values from before the region: `{ before[x] -> A[x] }`, if there may be any.
    pub(crate) before: Option<Instance>,
    /// The reads after the region: `{ after[x] -> A[x] }`, if there may be any.
    pub(crate) after: Option<Instance>,
    /// `after` counts only if `before` is read (a `static` local).
    pub(crate) carried: bool,
    /// `{ copy[c,x] -> A[x] }`, if there are copies.
    pub(crate) original: Option<Map>,
}

/// Collects them in textual order, with the marks that matter to the order.
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
    let t: Vec<String> = (0..dims).map(|d| format!("t{d}")).collect();
    let text = format!("{{ [{}] -> [{}] }}", t.join(", "), t[..count].join(", "));
    Map::parse(ctx, &text)
}

/// `{ copy[c,x] -> A[x] }`
fn original(scop: &Scop, array: &Array, private: usize) -> Result<Map> {
    let x: Vec<String> = (0..array.shape.len()).map(|d| format!("x{d}")).collect();
    let c = (0..private).map(|d| format!("c{d}"));
    let copy: Vec<String> = c.chain(x.iter().cloned()).collect();
    let (copy, name, x) = (copy.join(", "), &array.name, x.join(", "));
    Map::parse(&scop.ctx, &format!("{{ {COPY}[{copy}] -> {name}[{x}] }}"))
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

/// `{ w3[i,j] -> copy[c,x] }` for the elements.
fn in_copies(whole: Instance, copy: &Map) -> Result<Instance> {
    let of = whole.time.whole()?.apply_range(copy)?;
    let elements = of.flat_range_product(&whole.elements)?;
    whole.touching(elements.with_range_name(COPY)?)
}

/// One instance for each element of a write to several. Only a must-write that is not asked for any
/// coordinate stores the same in all of them, and can still be made when elements share cells.
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
    let coordinates: Vec<String> = (0..array.shape.len()).map(|d| format!("x{d}'")).collect();
    let mut bounds: Vec<String> = Vec::new();
    for (x, extent) in coordinates.iter().zip(&array.shape) {
        if let Some(extent) = extent {
            bounds.push(format!("0 <= {x} < {extent}"));
        }
    }
    let params: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let x = coordinates.join(", ");
    let condition = match bounds.is_empty() {
        true => String::new(),
        false => format!(" : {}", bounds.join(" and ")),
    };
    let (params, array_name) = (params.join(", "), &array.name);
    let text = format!("[{params}] -> {{ {name}[{x}] -> {array_name}[{x}]{condition} }}");
    let elements = Map::parse(&scop.ctx, &text)?;
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
    let zeros = vec!["0"; array.shape.len()].join(", ");
    Set::parse(&scop.ctx, &format!("{{ {}[{zeros}] }}", array.name))
}

/// `{ A[x] -> A[x] }`
pub(crate) fn same(scop: &Scop, id: ArrayId) -> Result<Map> {
    let array = scop.array(id);
    let x: Vec<String> = (0..array.shape.len()).map(|d| format!("x{d}'")).collect();
    let (name, x) = (&array.name, x.join(", "));
    Map::parse(&scop.ctx, &format!("{{ {name}[{x}] -> {name}[{x}] }}"))
}

impl Instances {
    pub(crate) fn reads(&self) -> impl Iterator<Item = &Instance> {
        self.list.iter().filter(|a| a.kind == AccessKind::Read)
    }

    pub(crate) fn writes(&self) -> impl Iterator<Item = &Instance> {
        self.list.iter().filter(|a| a.kind == AccessKind::Write)
    }

    /// Whether it is plain that one write certainly writes all elements of a read.
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

    /// Only what happens to the given elements.
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

    /// All writes, and the reads of other elements than the given ones.
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
            None => Set::parse(&self.ctx, "{ [] : false }"),
        }
    }

    /// `{ v -> A[x] }` of `{ v -> copy[c,x] }`.
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
    /// Whether it touches its elements whenever its statement is executed.
    pub(crate) fn is_certain(&self) -> bool {
        self.certainty == Certainty::Must
    }

    /// Whether the two never touch the same element.
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

    /// Touches only these of its elements.
    pub(crate) fn touching(self, elements: Map) -> Result<Self> {
        Ok(Instance {
            time: self.time.within(&elements.domain()?)?,
            elements,
            rows: OnceCell::new(),
            ..self
        })
    }

    /// The relation to elements.
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

    /// Whether each instance touches elements of its own.
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

/// The union of relations in one space; `None` of none.
pub(crate) fn union_of(mut maps: impl Iterator<Item = Result<Map>>) -> Result<Option<Map>> {
    let Some(first) = maps.next() else {
        return Ok(None);
    };
    maps.try_fold(first?, |all, map| all.union(&map?)).map(Some)
}
