//! What values and places lead to, as far as is known.

use super::contexts::ContextId;
use super::{Cell, Cells, Memory, PointsTo};
use crate::{Place, Type, Value, ValueKind};

impl Cell {
    pub(super) const OUTSIDE: Cell = Cell {
        memory: Memory::Outside,
        offset: 0,
    };

    fn moved(self, by: u64) -> Cell {
        match self.memory {
            Memory::Outside | Memory::Text => self,
            _ => Cell {
                offset: self.offset + by,
                ..self
            },
        }
    }
}

impl PointsTo<'_> {
    /// The cells that a pointer may lead to.
    pub(super) fn value(&self, value: &Value, context: ContextId) -> Cells {
        match &value.kind {
            ValueKind::Integer(0) | ValueKind::Function(_) => Cells::new(),
            ValueKind::Load(place) => self.loaded(place, context),
            ValueKind::Address(place) => self.place(place, context),
            ValueKind::Convert(inner) => match &inner.ty {
                Type::Pointer(_) => self.value(inner, context),
                _ if matches!(inner.kind, ValueKind::Integer(0)) => Cells::new(),
                _ => Cells::from([Cell::OUTSIDE]),
            },
            ValueKind::Offset { pointer, .. } => self.value(pointer, context),
            ValueKind::Choose { then, other, .. } => {
                let mut found = self.value(then, context);
                found.extend(self.value(other, context));
                found
            }
            ValueKind::Text(_) => Cells::from([Cell {
                memory: Memory::Text,
                offset: 0,
            }]),
            _ => Cells::from([Cell::OUTSIDE]),
        }
    }

    /// The cells that a place may be.
    pub(super) fn place(&self, place: &Place, context: ContextId) -> Cells {
        match place {
            Place::Object(id) => Cells::from([Cell {
                memory: self.memory_of(*id, context),
                offset: 0,
            }]),
            Place::At(pointer) => self.value(pointer, context),
            Place::Element { array, .. } => self.place(array, context),
            Place::Volatile(inner) => self.place(inner, context),
            Place::Member { record, ty, member } => {
                let offset = ty.members[*member].offset;
                let records = self.place(record, context).into_iter();
                records.map(|cell| cell.moved(offset)).collect()
            }
        }
    }

    fn loaded(&self, place: &Place, context: ContextId) -> Cells {
        let cells = self.place(place, context);
        cells
            .into_iter()
            .flat_map(|cell| self.stored(cell))
            .collect()
    }

    /// The pointers that a cell may contain.
    pub(super) fn stored(&self, cell: Cell) -> Cells {
        let mut found = self.contents.get(&self.key(cell)).cloned();
        let memory = cell.memory;
        let is_open = self.is_known_outside(memory)
            || self.open.contains(&memory)
            || self.is_mixed(memory)
            || memory == Memory::Text;
        if is_open {
            found.get_or_insert_default().insert(Cell::OUTSIDE);
        }
        found.unwrap_or_default()
    }

    /// The cells of the records that a value may be a copy of.
    pub(super) fn records(&self, value: &Value, context: ContextId) -> Cells {
        match &value.kind {
            ValueKind::Load(place) => self.place(place, context),
            ValueKind::Convert(inner) => self.records(inner, context),
            ValueKind::Choose { then, other, .. } => {
                let mut found = self.records(then, context);
                found.extend(self.records(other, context));
                found
            }
            _ => Cells::from([Cell::OUTSIDE]),
        }
    }
}
