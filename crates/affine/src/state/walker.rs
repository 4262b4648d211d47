//! The state of an execution.

use super::{Excess, Freed, Tiles, Unknowns};
use crate::draft::{
    ArrayKey, Arrays, DraftAccess, DraftStatement, Element, Fill, Guard, SharedLoop, Term, Time,
};
use crate::found::Found;
use crate::stop::{Result, Stop};
use crate::survey::{Aim, Reach, Tracked};
use crate::values::{Cell, Known, Number, Products, Root, Row, Site};
use crate::{Memory, Met, Naming, Unknown};
use poly::{Context, PwAff, Set};
use program::{Function, Object, ObjectId, Place, Program, Record, Type, Value};
use scop::Param;
use source::Span;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// What is known of the cells; a cell without an entry holds nothing.
pub(crate) type Env = BTreeMap<Cell, Rc<Known>>;

/// The state at a place.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) env: Env,
    pub(crate) freed: Freed,
    /// Memory whose address others may know.
    pub(crate) escaped: BTreeSet<Site>,
    /// The vectors of iterators for which the place is reached.
    pub(crate) domain: Set,
    /// The domain is empty.
    pub(crate) is_dead: bool,
}

/// A loop or `switch` that is executed.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) is_switch: bool,
    /// The guard outside of it: another one inside depends on data.
    pub(crate) guards: usize,
    pub(crate) breaks: Vec<State>,
    pub(crate) continues: Vec<State>,
}

/// A `return`.
#[derive(Clone, Debug)]
pub(crate) struct Returned {
    pub(crate) state: State,
    /// What is known of the result.
    pub(crate) value: Option<Known>,
}

/// A function that is executed.
#[derive(Debug)]
pub(crate) struct Activation {
    pub(crate) name: String,
    /// Where the result goes; `None` if it is not used.
    pub(crate) result: Option<usize>,
    /// Where a structure goes that it returns.
    pub(crate) record: Option<Place>,
    /// The number of guards outside of it.
    pub(crate) guards: usize,
    pub(crate) returns: Vec<Returned>,
    /// Results that are known integers are stored, too.
    pub(crate) keeps_known: bool,
    /// The function that is analysed.
    pub(crate) is_outermost: bool,
}

/// An allocation.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    /// The place of the call.
    pub(crate) at: Span,
    /// The iterations that reach it.
    pub(crate) on: Set,
    /// The first pointer with a name that it is kept in, and how deep in calls that is.
    pub(crate) name: Option<(String, usize)>,
    /// The allocated structure whose member that pointer is: it may get another name.
    pub(crate) holder: Option<usize>,
    /// Its size.
    pub(crate) bytes: Option<Number>,
    /// The type of its elements, from the first pointer to it.
    pub(crate) element: Option<Type>,
    pub(crate) extent: Option<Number>,
    /// The structure that it is, if its members are cells.
    pub(crate) record: Option<Arc<Record>>,
    /// The pointers that are set in it, if it is a table of such.
    pub(crate) rows: Vec<Row>,
    /// The loops in which it was read as if all of its pointers were set.
    pub(crate) read_in: BTreeSet<Span>,
    /// The number of iterators at the call, and the innermost loop around it.
    pub(crate) dims: usize,
    pub(crate) inside: Option<Span>,
    /// Nothing has used it, and what it contains at its start is not stored yet: it may become a
    /// row of a table.
    pub(crate) is_unused: bool,
    /// It is a row of a table: each iteration of the loop allocates another one.
    pub(crate) is_row: bool,
    /// Those rows are freed.
    pub(crate) are_rows_freed: bool,
    /// The unknown integers that its size depends on.
    pub(crate) unknown: BTreeSet<ObjectId>,
    pub(crate) is_zero: bool,
    /// It has some bytes even if its size is zero.
    pub(crate) is_padded: bool,
}

/// A state to go back to.
pub(crate) struct Snapshot {
    state: State,
    arrays: Arrays,
    extents: BTreeMap<Root, Vec<Option<Number>>>,
    heaps: Vec<Heap>,
    defined: Set,
    guards: Vec<Guard>,
    unknowns: Unknowns,
    at: Span,
    /// Lengths of lists that only grow, and counters.
    numbers: [usize; 9],
    chosen: Vec<(Value, bool)>,
    is_size: bool,
}

impl Found {
    /// Adds what an execution stopped for; false if the next one would stop in the same way.
    pub(crate) fn learns(&mut self, stop: &Stop) -> bool {
        match stop {
            Stop::Holds(object) => self.held.insert(*object),
            Stop::HoldsTarget(object) => self.held_targets.insert(*object),
            Stop::HoldsTables => !std::mem::replace(&mut self.holds_tables, true),
            Stop::Unnamed(_, objects) if !objects.is_subset(&self.named) => {
                self.held.extend(objects.iter().copied());
                self.named.extend(objects);
                true
            }
            Stop::Fresh(site) => self.filled.insert(*site),
            Stop::Late(root, members) => self.early.insert((*root, members.clone())),
            Stop::Factor(name) => self.factors.insert(name.clone()),
            Stop::Several(stops) => stops.iter().filter(|stop| self.learns(stop)).count() > 0,
            _ => false,
        }
    }
}

/// What an execution should have begun with. It goes on to find more of it, and has no result.
#[derive(Default)]
pub(crate) struct Lacking {
    /// Tracked objects whose contents are also kept in memory.
    pub(crate) objects: BTreeSet<ObjectId>,
    /// The statements that were executed by their text alone before the first of them was found.
    pub(crate) opaque: BTreeMap<Span, Unknown>,
}

/// An execution.
pub(crate) struct Walker<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: &'p Function,
    pub(crate) naming: &'p Naming,
    pub(crate) ctx: &'p Context,
    pub(crate) tracked: &'p Tracked,
    pub(crate) reach: &'p Reach,
    /// The number of iterators where each followed structure was declared.
    pub(crate) record_dims: BTreeMap<ObjectId, usize>,
    /// What it should have begun with.
    pub(crate) lacking: Lacking,
    pub(crate) statements: Vec<DraftStatement>,
    /// Where integers leave their types.
    pub(crate) excesses: Vec<Excess>,
    /// What may reach a size; all, if `None`.
    pub(crate) sized: Option<BTreeSet<Aim>>,
    /// The present value is no size, bound or subscript.
    pub(crate) is_data: bool,
    /// The values that parameters have by their types.
    pub(crate) typed: Set,
    /// The parameters whose types are noted there, with their least and largest values.
    pub(crate) noted: BTreeSet<(String, i64, i64)>,
    /// Tables of the caller whose pointers were read.
    pub(crate) tables: BTreeSet<Root>,
    /// How often code that is not seen may have changed what others know.
    pub(crate) calls_unseen: usize,
    /// The present statement is what code that is not seen may store.
    pub(crate) is_unseen: bool,
    /// The loops whose iterations threads share.
    pub(crate) shared_loops: Vec<SharedLoop>,
    pub(crate) arrays: Arrays,
    pub(crate) params: BTreeMap<String, Param>,
    pub(crate) products: Products,
    /// Parameter values for which the function is defined, as far as declarations say.
    pub(crate) defined: Set,
    /// Those of them for which allocations may succeed.
    pub(crate) allocated: Set,
    pub(crate) state: State,
    /// Number of iterators.
    pub(crate) dims: usize,
    pub(crate) times: Vec<Time>,
    pub(crate) position: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) activations: Vec<Activation>,
    pub(crate) guards: Vec<Guard>,
    /// The number of guards around all of the innermost block.
    pub(crate) block: usize,
    /// Nothing is emitted: a closed form is sought.
    pub(crate) dry: usize,
    pub(crate) at: Span,
    pub(crate) extents: BTreeMap<Root, Vec<Option<Number>>>,
    pub(crate) heaps: Vec<Heap>,
    pub(crate) assumptions: BTreeSet<String>,
    /// See [`crate::draft::Facts::members`].
    pub(crate) members: BTreeMap<String, Vec<String>>,
    /// The parameters of the system that are read from memory of others.
    pub(crate) read: BTreeMap<String, Memory>,
    /// Macros that were taken at their value.
    pub(crate) fixed_macros: BTreeSet<String>,
    /// The accesses of the present statement.
    pub(crate) accesses: Vec<DraftAccess>,
    /// The conditions on data that the present part of a term is under, and whether it is executed
    /// where they do not hold.
    pub(crate) chosen: Vec<(Value, bool)>,
    /// Sizes are computed without wrapping: no allocation has more bytes than there are.
    pub(crate) is_size: bool,
    /// Integers are computed for a subscript, or for an object that may be part of one.
    pub(crate) is_subscript: bool,
    /// Terms of subscripts that depend on data, while a place that may have such is looked at.
    pub(crate) indirect: Option<Vec<Term>>,
    /// See [`crate::Whole::met`].
    pub(crate) met: BTreeSet<Met>,
    /// A function of another file was called.
    pub(crate) called_unknown: bool,
    /// What is known of objects whose values are unknown.
    pub(crate) unknowns: Unknowns,
    /// Loops over tiles.
    pub(crate) tiles: Tiles,
    /// Memory that the present statement allocates in a loop, as long as nothing uses it.
    pub(crate) pending: Option<usize>,
    /// Allocated memory whose address others know from some place on, with its name if the function
    /// returns it.
    pub(crate) given: BTreeMap<Root, Option<String>>,
    /// The function returns: members of structures are stored in memory.
    pub(crate) returns: bool,
    /// What earlier executions found out.
    pub(crate) found: &'p Found,
    /// The loops that are open.
    pub(crate) open_loops: Vec<Span>,
    /// Memory whose address others know from a place in a loop on, by the outermost loop.
    pub(crate) escapes: BTreeSet<(Span, Site)>,
    /// The statements, from inside out, in which the execution stopped, and whether they may be
    /// opaque.
    pub(crate) unwound: Vec<(Span, bool)>,
    /// The objects that always have a value, once they are asked for.
    pub(crate) initialised: OnceCell<BTreeSet<ObjectId>>,
    /// Sums that were multiplied as they are, by the names that they would have as parameters.
    pub(crate) multiplied: BTreeSet<String>,
    /// The statements that are executed by their text alone.
    pub(crate) opaque: BTreeMap<Span, Unknown>,
    /// The characters of string literals, and their type.
    pub(crate) texts: Vec<(Vec<u8>, Type)>,
    /// Statements that were executed, also without effect.
    pub(crate) steps: usize,
}

/// At most this many statements are executed.
const STEPS: usize = 20_000;
/// At most this many statements are emitted.
const STATEMENTS: usize = 2_000;

impl<'p> Walker<'p> {
    /// Whether the contents of a tracked object are also kept in memory.
    pub(crate) fn is_held(&self, object: ObjectId) -> bool {
        self.found.held.contains(&object) || self.lacking.objects.contains(&object)
    }

    /// A tracked object holds data at some place: its contents are in memory from the start.
    pub(crate) fn hold(&mut self, object: ObjectId) {
        if self.is_held(object) {
            return;
        }
        if self.lacking.objects.is_empty() {
            self.lacking.opaque.clone_from(&self.opaque);
        }
        self.lacking.objects.insert(object);
    }

    pub(crate) fn unknown<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(Stop::unknown(reason, self.at))
    }

    pub(crate) fn object(&self, id: ObjectId) -> &'p Object {
        &self.program.objects[id.0 as usize]
    }

    pub(crate) fn number(&self, value: i64) -> Result<Number> {
        Ok(Number::constant(self.ctx, self.dims, value)?)
    }

    pub(crate) fn iterator(&self, at: usize) -> Result<PwAff> {
        Ok(PwAff::coordinate(self.ctx, self.dims, at)?)
    }

    /// Whether a condition holds wherever the present place is reached.
    pub(crate) fn holds(&self, condition: &Set) -> Result<bool> {
        Ok(self.state.domain.is_subset(condition)?)
    }

    pub(crate) fn affine(&mut self, number: &Number) -> Result<Option<PwAff>> {
        let found = number.affine(&mut self.products)?;
        Ok(found)
    }

    /// Restricts the present place.
    pub(crate) fn enter(&mut self, domain: Set) -> Result<()> {
        self.state.is_dead = domain.is_empty()?;
        self.state.domain = domain;
        Ok(())
    }

    /// The place is not reached.
    pub(crate) fn leave(&mut self) -> Result<()> {
        let nowhere = Set::all(self.ctx, self.dims)?.complement()?;
        self.enter(nowhere)
    }

    /// Executes `f` where `domain` holds; the state is as before afterwards.
    pub(crate) fn within<T>(
        &mut self,
        domain: Set,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outer = (self.state.domain.clone(), self.state.is_dead);
        self.enter(domain)?;
        let found = f(self);
        (self.state.domain, self.state.is_dead) = outer;
        found
    }

    pub(crate) fn count_step(&mut self) -> Result<()> {
        self.steps += 1;
        match self.steps > STEPS || self.statements.len() > STATEMENTS {
            true => self.unknown("more statements than the budget of set operations allows"),
            false => Ok(()),
        }
    }

    /// Emits a statement that stores `term` through `write`; its reads are in `accesses`.
    pub(crate) fn emit(&mut self, term: Term, write: DraftAccess) -> Result<()> {
        self.emit_under(self.guards.last().copied(), term, write)
    }

    /// The same for a statement under a condition on data by which its term does not choose.
    pub(crate) fn emit_under(
        &mut self,
        guard: Option<Guard>,
        term: Term,
        write: DraftAccess,
    ) -> Result<()> {
        let mut accesses = std::mem::take(&mut self.accesses);
        if self.dry > 0 || self.state.is_dead {
            return Ok(());
        }
        if let Some(ArrayKey::Part(Root::Text(_), _)) = self.arrays.list_key(write.array) {
            return self.unknown("a store in the characters of a string");
        }
        self.release_stored_table(write.array)?;
        accesses.push(write);
        for access in &mut accesses {
            if let Element::At(indices) = &mut access.element {
                for index in indices {
                    let lifted = index.lifted_to(self.dims)?;
                    *index = lifted.settled(&self.state.domain)?;
                }
            }
            if let Some(within) = &mut access.within {
                *within = within.lifted(self.dims - within.dims()?)?;
            }
        }
        let mut times = self.times.clone();
        times.push(Time::At(self.position));
        self.position += 1;
        self.statements.push(DraftStatement {
            domain: self.state.domain.clone(),
            times,
            at: self.at,
            accesses,
            term,
            guard,
            may_end: false,
            is_unseen: false,
            fill: None,
        });
        Ok(())
    }

    /// Makes the last statement one that stores in every element of its array.
    pub(crate) fn spread(&mut self, count: usize, fill: Fill) {
        if self.statements.len() > count
            && let Some(last) = self.statements.last_mut()
        {
            last.fill = Some(fill);
        }
    }

    /// What executing without emitting must not change.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: self.state.clone(),
            arrays: self.arrays.clone(),
            extents: self.extents.clone(),
            heaps: self.heaps.clone(),
            defined: self.defined.clone(),
            guards: self.guards.clone(),
            unknowns: self.unknowns.clone(),
            at: self.at,
            numbers: [
                self.statements.len(),
                self.excesses.len(),
                self.dims,
                self.times.len(),
                self.position,
                self.frames.len(),
                self.activations.len(),
                self.activations.last().map_or(0, |a| a.returns.len()),
                self.block,
            ],
            chosen: self.chosen.clone(),
            is_size: self.is_size,
        }
    }

    /// Goes back to a snapshot.
    pub(crate) fn restore(&mut self, to: Snapshot) {
        let [
            statements,
            excesses,
            dims,
            times,
            position,
            frames,
            activations,
            returns,
            block,
        ] = to.numbers;
        self.block = block;
        self.state = to.state;
        self.arrays = to.arrays;
        self.extents = to.extents;
        self.heaps = to.heaps;
        self.defined = to.defined;
        self.guards = to.guards;
        self.unknowns = to.unknowns;
        self.at = to.at;
        self.statements.truncate(statements);
        self.excesses.truncate(excesses);
        self.shared_loops.retain(|l| l.statements.end <= statements);
        self.tiles.found.retain(|t| t.statements.end <= statements);
        self.dims = dims;
        self.times.truncate(times);
        self.position = position;
        self.frames.truncate(frames);
        self.activations.truncate(activations);
        if let Some(last) = self.activations.last_mut() {
            last.returns.truncate(returns);
        }
        self.accesses.clear();
        self.chosen = to.chosen;
        self.is_size = to.is_size;
    }

    /// Executes `f` with `extents.len()` further iterators, each from 0 to below its extent.
    pub(crate) fn for_each(
        &mut self,
        extents: &[Option<PwAff>],
        f: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if extents.is_empty() {
            return f(self);
        }
        for extent in extents.iter().flatten() {
            if extent.dims()? > self.dims {
                return self.unknown("an array whose size is known elsewhere alone");
            }
        }
        let outer = (self.state.domain.clone(), self.state.is_dead, self.dims);
        let mut domain = self.state.domain.lifted(extents.len())?;
        let times = self.times.len();
        self.times.push(Time::At(self.position));
        self.dims += extents.len();
        for (at, extent) in extents.iter().enumerate() {
            let iterator = self.iterator(outer.2 + at)?;
            self.times.push(Time::Iterator(outer.2 + at));
            if let Some(extent) = extent {
                let extent = extent.lifted(self.dims - extent.dims()?)?;
                domain = domain
                    .intersect(&iterator.nonneg_set()?)?
                    .intersect(&iterator.lt_set(&extent)?)?;
            }
        }
        let position = std::mem::replace(&mut self.position, 0);
        self.enter(domain)?;
        let done = f(self);
        (self.state.domain, self.state.is_dead, self.dims) = outer;
        self.times.truncate(times);
        self.position = position + 1;
        done
    }
}
