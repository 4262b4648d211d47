//! From a scop to conflicts: which elements of an array may not share a cell. Knows sets, relations
//! and the words of `scop`; nothing of mappings, nothing of C.
//!
//! The passes, in order: `accesses` names the access instances of one array and when they happen (`times`);
//! `eras` cuts the program where none of its values is alive;
//! `flow` finds when values are read; `values` the values (or, in [`Mode::Element`], the elements) with birth
//! and death;
//! `conflicts` compares them under a [`scop::Order`]: `order` tells which times it keeps in order, `closure`
//! which instances depend on each other, `legal` whether it may be taken at all.
//! `bands` finds loops that may be tiled; `live` counts what is alive at once.

mod accesses;
mod bands;
mod closure;
mod coarse;
mod conflicts;
mod dependences;
mod eras;
mod flow;
mod legal;
mod live;
mod order;
mod times;
mod values;

pub use bands::mark_bands;
pub use legal::{Clash, illegal};
pub use live::{Live, LiveBound, LiveCounter, LiveForm};

use accesses::Instances;
use closure::Closure;
use flow::Flow;
use order::Comparer;
use poly::{Join, Map, Result, Set};
use scop::{ArrayId, Order, Scop};
use values::Span;

/// What one lifetime is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// From one write to the last read of what it wrote (array dataflow).
    #[default]
    Value,
    /// From an element's first write to its last read (Alias, Baray, Darte 2007, section 3.1).
    Element,
}

/// The conflicts of one array, as far as the mapping engine needs them.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// `{ [x - y] : x conflicts with y }` in an unnamed space, without 0, and of each difference and
    /// its negative at least one. Counts only where the scop's context holds.
    pub half: Set,
    /// The elements that are ever written or read.
    pub touched: Set,
    /// A read may find a value from before the region.
    pub reads_live_in: bool,
    overlaps: Vec<Join>,
    same: Map,
}

impl Conflicts {
    /// `{ [x - y] : x conflicts with y }`: symmetric, without 0, in an unnamed space.
    pub fn differences(&self) -> Result<Set> {
        self.half.union(&self.half.neg()?)?.coalesce()
    }

    /// `{ A[x] -> A[y] : x != y and x conflicts with y }`, symmetric.
    ///
    /// Costs more than [`Conflicts::half`], which is all that a mapping needs.
    pub fn relation(&self) -> Result<Map> {
        conflicts::relation(&self.overlaps, &self.same)
    }
}

/// Conflicts of one array of the scop, under an order that keeps its dependences ([`illegal`]).
///
/// The budget of the scop's context applies: [`poly::PolyError::Budget`] when it is used up.
pub fn analyse(scop: &Scop, array: ArrayId, mode: Mode, order: Order) -> Result<Conflicts> {
    let instances = accesses::collect(scop, array, order)?;
    let eras = match mode {
        Mode::Value => eras::eras(&instances, order)?,
        Mode::Element => None,
    };
    let mut found = Found::new(scop, order, &instances)?;
    for era in eras.as_deref().unwrap_or(std::slice::from_ref(&instances)) {
        let flow = flow::flow(era, order)?;
        let spans = match mode {
            Mode::Value => values::by_value(era, &flow)?,
            Mode::Element => values::by_element(era, &flow, order)?,
        };
        found.add(&flow, &spans)?;
    }
    found.conflicts(scop, array, &instances)
}

/// At least the conflicts of one array of the scop, where [`analyse`] costs too much.
pub fn analyse_coarsely(scop: &Scop, array: ArrayId, order: Order) -> Result<Conflicts> {
    let (instances, flow) = coarse::accesses(accesses::collect(scop, array, order)?)?;
    let spans = values::by_element(&instances, &flow, order)?;
    let mut found = Found::new(scop, order, &instances)?;
    found.add(&flow, &spans)?;
    found.conflicts(scop, array, &instances)
}

/// What one part of a program after the other shows.
struct Found {
    comparer: Comparer,
    overlaps: Vec<Join>,
    reads_live_in: bool,
}

impl Found {
    fn new(scop: &Scop, order: Order, instances: &Instances) -> Result<Self> {
        Ok(Found {
            comparer: comparer(scop, order, instances.private)?,
            overlaps: Vec::new(),
            reads_live_in: false,
        })
    }

    fn add(&mut self, flow: &Flow, spans: &[Span]) -> Result<()> {
        let overlaps = conflicts::overlaps(&mut self.comparer, spans)?;
        self.overlaps.extend(overlaps);
        self.reads_live_in |= flow.reads_live_in;
        Ok(())
    }

    fn conflicts(self, scop: &Scop, array: ArrayId, instances: &Instances) -> Result<Conflicts> {
        let origin = accesses::origin(scop, array)?;
        let keeps_copies = instances.private > 0 && scop.array(array).carried;
        Ok(Conflicts {
            half: conflicts::half_of_differences(&self.overlaps, &origin.reset_tuple_id()?)?
                .gist_params(&scop.context)?,
            touched: instances.touched_in_array()?,
            reads_live_in: self.reads_live_in
                || (keeps_copies && flow::finds_copies_unwritten(instances)?),
            same: accesses::same(scop, array)?,
            overlaps: self.overlaps,
        })
    }
}

fn comparer(scop: &Scop, order: Order, private: usize) -> Result<Comparer> {
    Ok(match order {
        Order::Any => Comparer::dependent(&scop.context, private, Closure::new(scop)?),
        _ => Comparer::marked(&scop.context, private),
    })
}
