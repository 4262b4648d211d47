//! Assignments to cells and to memory.

use crate::draft::{DraftAccess, Term};
use crate::eval::type_name;
use crate::state::Walker;
use crate::stop::{Result, Stop};
use crate::survey::Aim;
use crate::values::{Cell, Known};
use poly::Set;
use program::{ObjectId, Place, Type, Value};
use std::rc::Rc;

impl Walker<'_> {
    /// Executes `place = value`.
    pub(crate) fn assign(&mut self, place: &Place, value: &Value) -> Result<()> {
        if self.is_volatile(place) {
            return self.volatile_store(place, value);
        }
        if let Some(cell) = self.member_cell(place)? {
            return self.assign_member(cell, value);
        }
        let named = self.by_name(place)?;
        let place = named.as_ref().unwrap_or(place);
        if let Some((object, index)) = self.cell_of(place) {
            return self.assign_cell(object, index, value, place);
        }
        match &value.ty {
            Type::Pointer(_) if self.set_row(place, value)? => Ok(()),
            Type::Record(record) => self.assign_record(place, value, record),
            _ => self.store(place, value),
        }
    }

    /// Stores a scalar in memory.
    fn store(&mut self, place: &Place, value: &Value) -> Result<()> {
        let found = match self.elements(place, &value.ty) {
            Err(Stop::Indirect(_)) => return self.indirect_store(place, value),
            Err(stop @ Stop::Outside(_)) => {
                if self.is_indirect(place, &value.ty)? {
                    return self.indirect_store(place, value);
                }
                self.demand_foreign(place)?;
                return Err(stop);
            }
            found => found?,
        };
        let only = found.len() == 1;
        for (set, write) in found {
            let cell = self.cell_behind(write.array);
            let known = match cell {
                Some(_) if only && self.holds(&set)? => self.known(value)?,
                _ => Known::Data,
            };
            let here = self.state.domain.intersect(&set)?;
            self.within(here, |walker| {
                walker.accesses.clear();
                if walker.state.is_dead {
                    return Ok(());
                }
                let term = walker.term(value)?;
                walker.store_guarded(term, write.clone(), &value.ty)
            })?;
            if let Some(cell) = cell {
                self.state.env.insert(cell, Rc::new(known));
            }
        }
        Ok(())
    }

    /// The cell of a scalar that is reached by its address.
    fn cell_behind(&self, array: usize) -> Option<Cell> {
        let object = self.arrays.object(array)?;
        (self.tracked.elements(object) == Some(0)).then_some(Cell { object, element: 0 })
    }

    /// Emits a store, under the innermost condition on data unless the object only lives there.
    pub(crate) fn store_guarded(
        &mut self,
        term: Term,
        write: DraftAccess,
        ty: &Type,
    ) -> Result<()> {
        if let Some(object) = self.arrays.object(write.array) {
            self.lose_cells(object);
        }
        let Some(guard) = self.guards.last().copied() else {
            return self.emit(term, write);
        };
        if self.arrays.lives_under(write.array, guard) {
            return self.store_alone(term, write);
        }
        let condition = self.read_scalar(guard.array);
        let old = self.read(write.clone());
        let (then, other) = match guard.negated {
            true => (old, term),
            false => (term, old),
        };
        let operator = format!("choose {}", type_name(ty));
        let term = Term::apply(operator, vec![condition, then, other]);
        self.emit_under(None, term, write)
    }

    /// Emits a store in what nobody reads where the innermost condition on data does not hold.
    pub(crate) fn store_alone(&mut self, term: Term, mut write: DraftAccess) -> Result<()> {
        write.conditional = false;
        self.emit(term, write)
    }

    fn assign_cell(
        &mut self,
        object: ObjectId,
        index: Option<&Value>,
        value: &Value,
        place: &Place,
    ) -> Result<()> {
        let is_integer = matches!(value.ty, Type::Integer(_));
        let of_subscript = std::mem::replace(&mut self.is_subscript, is_integer);
        let known = self.known_for(&Aim::Object(object), value);
        self.is_subscript = of_subscript;
        let known = known?;
        self.name_heap(object, &known);
        if matches!(known, Known::Data) && self.dry == 0 {
            self.hold(object);
        }
        if self.is_held(object) {
            self.store_known(place, value, &known)?;
        }
        if index.is_none() {
            self.note_pointer(object, value);
        }
        if matches!(known, Known::Data) && index.is_none() {
            self.note_sources(object, value);
        }
        let Some(index) = index else {
            let cell = Cell { object, element: 0 };
            self.state.env.insert(cell, Rc::new(known));
            return Ok(());
        };
        let Some(number) = self.exact_integer(index)? else {
            return self.lose(object);
        };
        let cells = self.cells_at(object, &number)?;
        if cells.is_empty() {
            return self.lose(object);
        }
        for (cell, set) in cells {
            self.set_cell(cell, known.clone(), set)?;
        }
        Ok(())
    }

    /// Keeps a value in memory, too.
    fn store_known(&mut self, place: &Place, value: &Value, known: &Known) -> Result<()> {
        let Known::Pointer(pointer) = known else {
            return self.store(place, value);
        };
        for (set, write) in self.elements(place, &value.ty)? {
            let here = self.state.domain.intersect(&set)?;
            self.within(here, |walker| {
                walker.accesses.clear();
                // What the object holds may be forgotten later.
                let term = walker.escaping_term(pointer)?;
                walker.store_guarded(term, write.clone(), &value.ty)
            })?;
        }
        Ok(())
    }

    /// An unknown element of a small array changes.
    fn lose(&mut self, object: ObjectId) -> Result<()> {
        if self.dry == 0 {
            self.hold(object);
        }
        for cell in self.tracked.cells(object) {
            self.state.env.insert(cell, Rc::new(Known::Data));
        }
        Ok(())
    }

    /// Sets a cell, on a set only if one is given.
    pub(crate) fn set_cell(&mut self, cell: Cell, known: Known, on: Option<Set>) -> Result<()> {
        let known = match (on, self.state.env.get(&cell).cloned()) {
            (None, _) => known,
            (Some(set), None) => known.restricted(&set)?,
            (Some(set), Some(old)) => {
                let old = old.lifted_to(self.dims)?.restricted(&set.complement()?)?;
                known.restricted(&set)?.either(&old)?
            }
        };
        self.state.env.insert(cell, Rc::new(known));
        Ok(())
    }

    /// What is known of a value that is computed for something.
    pub(crate) fn known_for(&mut self, aim: &Aim, value: &Value) -> Result<Known> {
        let is_data = self
            .sized
            .as_ref()
            .is_some_and(|sized| !sized.contains(aim));
        let known = self.as_data(is_data, |walker| {
            let known = walker.known(value)?;
            if let Known::Integer(number) = &known {
                walker.note_product(number, &value.ty)?;
            }
            Ok(known)
        })?;
        Ok(match known {
            // Its term says where it overflows.
            Known::Integer(number) if is_data && self.affine(&number)?.is_none() => Known::Data,
            known => known,
        })
    }

    /// What is known of a value.
    pub(crate) fn known(&mut self, value: &Value) -> Result<Known> {
        match &value.ty {
            Type::Integer(_) => Ok(match self.integer(value)? {
                Some(number) => Known::Integer(number),
                None => Known::Data,
            }),
            Type::Pointer(_) => Ok(match self.pointer(value)? {
                Some(pointer) => Known::Pointer(pointer),
                None => Known::Data,
            }),
            _ => Ok(Known::Data),
        }
    }
}
