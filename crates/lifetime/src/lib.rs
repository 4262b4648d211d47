//! From a scop to conflicts: which elements of an array may not share a cell. Knows sets, relations
//! and the words of `scop`; nothing of mappings, nothing of C.
//!
//! The passes, in order: `accesses` collects the access instances of one array with their times;
//! `phases` cuts the program where none of its values is alive; `flow` finds when values are read;
//! `values` gives the values (or, in [`Mode::Element`], the elements) with birth and death;
//! `conflicts` compares them under a [`scop::Order`]. `order` compares times, `legal` tells whether
//! an order keeps the dependences of an array. `approximation` replaces all of this where it costs
//! too much. `between` compares the values of two arrays; `bands` finds loops that may be tiled;
//! `live` counts the values that are alive at once;
//! `faces` finds parts of an array that live longer than the rest.

mod accesses;
mod approximation;
mod bands;
mod between;
mod conflicts;
mod faces;
mod flow;
mod legal;
mod live;
mod mode;
mod order;
mod phases;
mod values;

pub use bands::mark_bands;
pub use between::{Meeting, meeting};
pub use faces::{Face, long_lived_faces};
pub use legal::{Clash, illegal};
pub use live::{
    Event, History, Life, Live, LiveBound, LiveCounter, LiveForm, Recorder, small_sizes,
};
pub use mode::Mode;

use accesses::Instances;
use flow::Flow;
use order::{Closure, Comparer};
use poly::{Join, Map, Result, Set};
use scop::{ArrayId, Order, Scop};
use values::Span;

/// The conflicts of one array, in the form that the mapping engine needs.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// `{ [x - y] : x conflicts with y }` in an unnamed space, without 0; contains at least one of
    /// each difference and its negative. Meaningful only where the scop's context holds.
    pub half: Set,
    /// The elements that the region writes or reads.
    pub touched: Set,
    /// Whether a read may find a value from before the region.
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
    /// Costs more than [`Conflicts::half`], which is enough for a mapping.
    pub fn relation(&self) -> Result<Map> {
        conflicts::relation(&self.overlaps, &self.same)
    }
}

/// The conflicts of one array of the scop, under an order that keeps its dependences ([`illegal`]).
///
/// # Errors
///
/// [`poly::PolyError::Budget`] when the budget of the scop's context is used up;
/// [`analyse_approximately`] may then be cheap enough.
pub fn analyse(scop: &Scop, array: ArrayId, mode: Mode, order: Order) -> Result<Conflicts> {
    let instances = accesses::collect(scop, array, order)?;
    let phases = match mode {
        Mode::Value => phases::phases(&instances, order)?,
        Mode::Element => None,
    };
    let mut found = Found::new(scop, order, &instances)?;
    for phase in phases
        .as_deref()
        .unwrap_or(std::slice::from_ref(&instances))
    {
        let flow = flow::flow(phase, order)?;
        let spans = match mode {
            Mode::Value => values::by_value(phase, &flow)?,
            Mode::Element => values::by_element(phase, &flow, order)?,
        };
        found.add(&flow, &spans)?;
    }
    found.conflicts(scop, array, &instances)
}

/// A superset of the conflicts of one array of the scop, for use where [`analyse`] costs too much.
pub fn analyse_approximately(scop: &Scop, array: ArrayId, order: Order) -> Result<Conflicts> {
    let (instances, flow) = approximation::accesses(accesses::collect(scop, array, order)?)?;
    let spans = values::by_element(&instances, &flow, order)?;
    let mut found = Found::new(scop, order, &instances)?;
    found.add(&flow, &spans)?;
    found.conflicts(scop, array, &instances)
}

/// The conflicts of the phases so far.
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
            half: conflicts::half_of_differences(
                &self.overlaps,
                &origin.reset_tuple_id()?,
                &scop.context,
            )?,
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
