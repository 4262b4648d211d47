//! All statements in all contexts, until nothing new is found.

use super::contexts::{ContextId, Contexts, declared, flat, is_open, values_of};
use super::layout::{element, has_pointers, occurs, pointers, without_subscripts};
use super::{Body, Cell, Cells, Memory, PointsTo, View};
use crate::visit::{Part, parts_of};
use crate::{
    BinaryOp, Callee, Lifetime, ObjectId, Place, Program, Statement, StatementKind, Type, UnaryOp,
    Value, ValueKind,
};
use c::names::library;
use std::collections::{BTreeMap, BTreeSet};

/// Functions that return their first argument, after they have copied bytes to it.
const COPIES: [&str; 4] = ["memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove"];
/// Functions that return their first argument, after they have set its bytes.
const FILLS: [&str; 2] = ["memset", "__builtin_memset"];
/// Functions that return storage with the contents of their first argument.
const MOVES: [&str; 1] = ["realloc"];
/// Storage of the function itself.
const AUTOMATIC: [&str; 2] = ["alloca", "__builtin_alloca"];

/// The analysis with chains of calls of some length; `None` if there are too many.
pub(super) fn solved(program: &Program, depth: usize) -> Option<PointsTo<'_>> {
    let mut found = PointsTo {
        program,
        bodies: { program.functions.iter() }
            .map(|f| body(program, &f.body))
            .collect(),
        contexts: Contexts::of(program, depth),
        contents: BTreeMap::new(),
        views: BTreeMap::new(),
        escaped: BTreeSet::new(),
        open: BTreeSet::new(),
        is_changed: true,
    };
    found.lasting_objects();
    while std::mem::take(&mut found.is_changed) {
        let mut at = 0;
        while at < found.contexts.all.len() {
            found.context(ContextId(at))?;
            at += 1;
        }
        found.spread();
    }
    Some(found)
}

fn body<'p>(program: &'p Program, statements: &'p [Statement]) -> Body<'p> {
    let mut all = Vec::new();
    flat(statements, false, &mut all);
    Body {
        is_open: is_open(&all),
        kept: kept(program, &all),
        statements: all,
    }
}

/// The statements under tests whether a lasting pointer is null, which set that pointer:
/// `if (!p) p = malloc(n);`
fn kept(program: &Program, all: &[(&Statement, bool)]) -> BTreeSet<usize> {
    let lasts = |id: &ObjectId| program.objects[id.0 as usize].lifetime.lasts();
    let mut kept = BTreeSet::new();
    for (number, (statement, _)) in all.iter().enumerate() {
        let StatementKind::If {
            condition, then, ..
        } = &statement.kind
        else {
            continue;
        };
        let Some(pointer) = tested_null(condition).filter(lasts) else {
            continue;
        };
        let mut inner = Vec::new();
        flat(then, false, &mut inner);
        let sets = |(statement, _): &(&Statement, bool)| match &statement.kind {
            StatementKind::Assign { place, .. }
            | StatementKind::Call {
                result: Some(place),
                ..
            } => matches!(place, Place::Object(id) if *id == pointer),
            _ => false,
        };
        if inner.iter().any(sets) {
            // Those of a branch follow its test.
            let own = inner.iter().zip(number + 1..);
            kept.extend(own.filter(|((_, again), _)| !again).map(|(_, at)| at));
        }
    }
    kept
}

/// The pointer that a condition tests to be null.
fn tested_null(condition: &Value) -> Option<ObjectId> {
    let pointer = |value: &Value| {
        let value = without_conversions(value);
        match &value.kind {
            ValueKind::Load(Place::Object(id)) if matches!(value.ty, Type::Pointer(_)) => Some(*id),
            _ => None,
        }
    };
    let is_null = |value| matches!(without_conversions(value).kind, ValueKind::Integer(0));
    match &without_conversions(condition).kind {
        ValueKind::Unary(UnaryOp::Not, value) => pointer(value),
        ValueKind::Binary(BinaryOp::Equal, a, b) if is_null(b) => pointer(a),
        ValueKind::Binary(BinaryOp::Equal, a, b) if is_null(a) => pointer(b),
        _ => None,
    }
}

fn without_conversions(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => without_conversions(inner),
        _ => value,
    }
}

impl<'p> PointsTo<'p> {
    /// What objects of the file contain at the start, and which of them other files know.
    fn lasting_objects(&mut self) {
        let program = self.program;
        let has_open = self.bodies.iter().any(|body| body.is_open);
        for object in &program.objects {
            if !self.lasts(object.id) {
                continue;
            }
            let memory = self.memory_of(object.id, ContextId::ALL);
            if object.lifetime == Lifetime::Linked || object.initial.is_none() || has_open {
                self.escape(memory);
            }
            for (offset, value) in object.initial.iter().flatten() {
                if matches!(value.ty, Type::Pointer(_)) {
                    let offset = without_subscripts(&object.ty, *offset);
                    let targets = self.value(value, ContextId::ALL);
                    self.store(Cell { memory, offset }, &targets);
                }
            }
        }
    }

    /// Executes all statements of a function in one context; `None` if there are too many.
    fn context(&mut self, id: ContextId) -> Option<()> {
        let context = self.contexts.all[id.0].clone();
        let program = self.program;
        let function = &program.functions[context.function];
        let statements = self.bodies[context.function].statements.clone();
        if context.is_root {
            for parameter in &function.parameters {
                let memory = self.memory_of(*parameter, id);
                self.is_changed |= self.open.insert(memory);
            }
        }
        if self.bodies[context.function].is_open {
            for object in declared(function, &statements) {
                let memory = self.memory_of(object, id);
                self.escape(memory);
            }
        }
        for (number, (statement, _)) in statements.into_iter().enumerate() {
            self.statement(statement, number, id)?;
        }
        Some(())
    }

    fn statement(&mut self, statement: &'p Statement, number: usize, id: ContextId) -> Option<()> {
        values_of(statement, &mut |value| self.note(value, id));
        parts_of(statement, &mut |part| {
            if let Part::Written(place) = part {
                self.note_place(place, id);
            }
        });
        match &statement.kind {
            StatementKind::Assign { place, value } => {
                let targets = self.place(place, id);
                self.assign(&targets, value, id);
            }
            StatementKind::Return(Some(value)) => {
                let memory = Memory::Result(id);
                self.assign(&Cells::from([Cell { memory, offset: 0 }]), value, id);
                if self.contexts.all[id.0].is_root {
                    self.escape(memory);
                }
            }
            StatementKind::Call {
                result,
                callee: called,
                arguments,
            } => {
                let result = result.as_ref().map(|place| self.place(place, id));
                let result = result.unwrap_or_default();
                let callees = self.contexts.callees(self.program, called, arguments.len());
                for function in &callees {
                    let inner = self.contexts.entered(id, number, *function)?;
                    self.enter((*function, inner), arguments, &result, id);
                }
                if callees.is_empty() || matches!(called, Callee::Pointer(_)) {
                    self.other_call(called, arguments, &result, number, id);
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Stores a pointer or a record in each of some cells.
    fn assign(&mut self, to: &Cells, value: &Value, id: ContextId) {
        match &value.ty {
            Type::Pointer(_) | Type::Unknown => {
                let found = self.value(value, id);
                to.iter().for_each(|cell| self.store(*cell, &found));
            }
            Type::Record(_) => {
                let from = self.records(value, id);
                self.copy(&from, to, &value.ty);
            }
            _ => {}
        }
    }

    fn store(&mut self, cell: Cell, found: &Cells) {
        if found.is_empty() {
            return;
        }
        if matches!(cell.memory, Memory::Outside) {
            found.iter().for_each(|target| self.escape(target.memory));
            return;
        }
        let known = self.contents.entry(self.key(cell)).or_default();
        let count = known.len();
        known.extend(found.iter().copied());
        self.is_changed |= known.len() > count;
    }

    /// Copies the pointers of a type.
    fn copy(&mut self, from: &Cells, to: &Cells, ty: &Type) {
        let mut offsets = Vec::new();
        pointers(ty, 0, &mut offsets);
        let at = |cell: &Cell, by: u64| Cell {
            offset: cell.offset + by,
            ..*cell
        };
        for offset in offsets {
            let found: Cells = { from.iter() }
                .flat_map(|cell| self.stored(at(cell, offset)))
                .collect();
            for cell in to {
                self.store(at(cell, offset), &found);
            }
        }
    }

    /// A call of a function of the file.
    fn enter(
        &mut self,
        (function, inner): (usize, ContextId),
        arguments: &[Value],
        result: &Cells,
        id: ContextId,
    ) {
        let called = &self.program.functions[function];
        if called.parameters.len() != arguments.len() {
            self.give_away(arguments, id);
        }
        for (parameter, argument) in called.parameters.iter().zip(arguments) {
            let memory = self.memory_of(*parameter, inner);
            self.assign(&Cells::from([Cell { memory, offset: 0 }]), argument, id);
        }
        let memory = Memory::Result(inner);
        let from = Cells::from([Cell { memory, offset: 0 }]);
        self.copy(&from, result, &called.returns);
    }

    /// A call of a function of the library, or of one that is not seen.
    fn other_call(
        &mut self,
        called: &Callee,
        arguments: &[Value],
        result: &Cells,
        number: usize,
        id: ContextId,
    ) {
        let name = match called {
            Callee::Named(name) => name.as_str(),
            Callee::Pointer(_) => "",
        };
        let is_one_of = |names: &[&str]| names.contains(&name);
        let is_allocator = is_one_of(&library::ALLOCATORS) || is_one_of(&AUTOMATIC);
        let found = if is_allocator || is_one_of(&MOVES) {
            let function = self.contexts.all[id.0].function;
            let memory = match self.bodies[function].kept.contains(&number) {
                true => Memory::Kept(number, function),
                false => Memory::Allocated(number, id),
            };
            let new = Cells::from([Cell { memory, offset: 0 }]);
            if let (false, Some(old)) = (is_allocator, arguments.first()) {
                let old = self.value(old, id);
                self.copy_bytes(&old, &new);
            }
            new
        } else if is_one_of(&FILLS) || is_one_of(&COPIES) {
            let [to, from] = [0, 1].map(|at| match arguments.get(at) {
                Some(argument) if matches!(argument.ty, Type::Pointer(_)) => {
                    self.value(argument, id)
                }
                _ => Cells::new(),
            });
            self.copy_bytes(&from, &to);
            to
        } else {
            if !library::keeps_no_pointer(name) {
                self.give_away(arguments, id);
            }
            Cells::from([Cell::OUTSIDE])
        };
        result.iter().for_each(|cell| self.store(*cell, &found));
    }

    /// Copies all pointers of some memory, by bytes.
    fn copy_bytes(&mut self, from: &Cells, to: &Cells) {
        for source in from {
            let view = self.views.get(&source.memory).cloned().unwrap_or_default();
            let own = self.declared_view(source.memory);
            let ty = own.or(view.ty);
            let is_plain = ty.as_ref().is_none_or(|ty| !has_pointers(ty));
            if is_plain && !view.is_mixed && !self.is_known_outside(source.memory) {
                continue;
            }
            for target in to {
                match &ty {
                    Some(ty) if source.offset == 0 && target.offset == 0 && !view.is_mixed => {
                        self.see(*target, ty);
                        self.copy(&Cells::from([*source]), &Cells::from([*target]), ty);
                    }
                    _ => {
                        self.mix(source.memory);
                        self.mix(target.memory);
                        let found = self.stored(*source);
                        self.store(*target, &found);
                    }
                }
            }
        }
    }

    /// Code that is not seen knows what these lead to.
    fn give_away(&mut self, arguments: &[Value], id: ContextId) {
        for argument in arguments {
            match &argument.ty {
                Type::Pointer(_) | Type::Unknown => {
                    let found = self.value(argument, id);
                    found.iter().for_each(|cell| self.escape(cell.memory));
                }
                Type::Record(_) => {
                    let from = self.records(argument, id);
                    self.copy(&from, &Cells::from([Cell::OUTSIDE]), &argument.ty);
                }
                _ => {}
            }
        }
    }

    fn escape(&mut self, memory: Memory) {
        if !matches!(memory, Memory::Outside | Memory::Text) {
            self.is_changed |= self.escaped.insert(memory);
        }
    }

    /// What is in memory that others know, they know too.
    fn spread(&mut self) {
        let is_given = |cell: &Cell| self.escaped.contains(&cell.memory);
        let inner = self.contents.iter().filter(|(cell, _)| is_given(cell));
        let inner: Vec<Memory> = inner
            .flat_map(|(_, c)| c.iter().map(|c| c.memory))
            .collect();
        inner.into_iter().for_each(|memory| self.escape(memory));
    }

    /// Notes how the parts of a value use memory.
    fn note(&mut self, value: &Value, id: ContextId) {
        match &value.kind {
            ValueKind::Load(place) | ValueKind::Address(place) => self.note_place(place, id),
            ValueKind::Convert(inner) => {
                let is_number = matches!(&value.ty, Type::Integer(ty) if ty.bits > 1);
                if is_number && matches!(inner.ty, Type::Pointer(_)) {
                    let found = self.value(inner, id);
                    found.iter().for_each(|cell| self.escape(cell.memory));
                }
            }
            _ => {}
        }
    }

    fn note_place(&mut self, place: &Place, id: ContextId) {
        match place {
            Place::Object(_) => {}
            Place::At(pointer) => {
                if let Type::Pointer(target) = &pointer.ty {
                    let found = self.value(pointer, id);
                    found.iter().for_each(|cell| self.see(*cell, target));
                }
            }
            Place::Element { array: inner, .. } | Place::Volatile(inner) => {
                self.note_place(inner, id);
            }
            Place::Member { record, ty, .. } => {
                if ty.is_union && has_pointers(&Type::Record(ty.clone())) {
                    let found = self.place(record, id);
                    found.iter().for_each(|cell| self.mix(cell.memory));
                }
                self.note_place(record, id);
            }
        }
    }

    fn declared_view(&self, memory: Memory) -> Option<Type> {
        match memory {
            Memory::Object(id, _) => Some(self.object(id).ty.clone()),
            _ => None,
        }
    }

    /// Memory is used as elements of a type.
    fn see(&mut self, cell: Cell, ty: &Type) {
        let ty = element(ty);
        let is_fixed = matches!(cell.memory, Memory::Outside | Memory::Text);
        if is_fixed || matches!(ty, Type::Void | Type::Function) || self.is_mixed(cell.memory) {
            return;
        }
        let declared = self.declared_view(cell.memory);
        let view = self.views.entry(cell.memory).or_insert_with(|| View {
            ty: declared,
            ..View::default()
        });
        let fits = view.fits(cell.offset, ty);
        if !fits {
            self.mix(cell.memory);
        }
    }

    /// Pointers in this memory are no longer told apart.
    fn mix(&mut self, memory: Memory) {
        if matches!(memory, Memory::Outside | Memory::Text) || self.is_mixed(memory) {
            return;
        }
        self.is_changed = true;
        self.views.entry(memory).or_default().is_mixed = true;
        let own = |cell: &Cell| cell.memory == memory;
        let found: Cells = { self.contents.iter() }
            .filter(|(cell, _)| own(cell))
            .flat_map(|(_, cells)| cells.iter().copied())
            .collect();
        self.contents
            .insert(Cell { memory, offset: 0 }, found.clone());
        found.iter().for_each(|cell| self.escape(cell.memory));
    }
}

impl View {
    /// Adds an access to a part of a type; whether all accesses agree where pointers are.
    fn fits(&mut self, offset: u64, ty: &Type) -> bool {
        if has_pointers(ty) {
            let known = self.ty.get_or_insert_with(|| ty.clone());
            let agrees = occurs(known, offset, ty);
            return agrees && self.numbers.iter().all(|(at, ty)| fits(known, *at, ty));
        }
        let is_new = !self
            .numbers
            .iter()
            .any(|(at, known)| *at == offset && known == ty);
        if is_new {
            self.numbers.push((offset, ty.clone()));
        }
        self.ty.as_ref().is_none_or(|known| fits(known, offset, ty))
    }
}

/// Whether an access to numbers agrees with a type.
fn fits(known: &Type, offset: u64, ty: &Type) -> bool {
    let is_character = matches!(ty, Type::Integer(ty) if ty.bits <= 8);
    !has_pointers(known) || (!is_character && occurs(known, offset, ty))
}
