//! Questions about the calls of a function: whether two of its pointers lead to the same memory.

use super::contexts::{ContextId, SeenCall, declared};
use super::layout::{bytes, element};
use super::{Cell, Cells, Memory, PointsTo};
use crate::{
    Callee, Function, ObjectId, Place, Statement, StatementKind, Type, Value, ValueKind, same_place,
};
use std::collections::BTreeSet;

/// What a function reaches memory by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Root {
    /// A pointer parameter, by its position.
    Parameter(usize),
    /// A pointer in a structure.
    Member {
        /// The position of the parameter.
        parameter: usize,
        /// The index of the member.
        member: usize,
    },
    /// The rows of a table, behind so many pointers that are read from it.
    Rows {
        /// The position of the parameter.
        parameter: usize,
        /// The index of the member of a structure that points to the table, if one does.
        member: Option<usize>,
        /// The number of pointers.
        levels: u8,
    },
    /// What code that is not seen returned, by the local pointer that it is kept in.
    Foreign {
        /// The pointer.
        pointer: ObjectId,
        /// The index of the member of a structure that leads on, if one does.
        member: Option<usize>,
        /// The number of pointers that are read from tables behind that.
        levels: u8,
    },
    /// An object with static lifetime.
    Lasting(ObjectId),
}

impl Root {
    /// The position of the parameter.
    pub fn parameter(self) -> Option<usize> {
        match self {
            Root::Parameter(parameter)
            | Root::Member { parameter, .. }
            | Root::Rows { parameter, .. } => Some(parameter),
            Root::Foreign { .. } | Root::Lasting(_) => None,
        }
    }

    /// What a local pointer leads to.
    pub fn foreign(pointer: ObjectId) -> Self {
        Root::Foreign {
            pointer,
            member: None,
            levels: 0,
        }
    }

    /// Whether it consists of rows of a table, which may be the same memory.
    pub fn has_rows(self) -> bool {
        matches!(self, Root::Rows { .. } | Root::Foreign { levels: 1.., .. })
    }
}

/// Whether two pointers lead to the same object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They do not.
    Never,
    /// They do.
    Always,
    /// They may.
    Unknown,
}

/// What a pointer may lead to.
#[derive(Clone, Debug)]
pub struct Targets {
    cells: Cells,
    /// The bytes of an element, if it is a structure, and all of an object; else 0: a pointer to
    /// a number is never moved to another member.
    span: u64,
    /// The pointer, if an argument is it.
    pointer: Option<Value>,
    /// It is an object that the function knows by its name.
    is_object: bool,
}

impl<'p> PointsTo<'p> {
    /// The calls of a function that the file contains and may execute.
    pub fn calls(&self, function: &str) -> Vec<SeenCall<'p>> {
        let mut functions = self.program.functions.iter();
        let Some(at) = functions.position(|f| f.name == function) else {
            return Vec::new();
        };
        let calls = self.contexts.calls.get(&at).into_iter().flatten();
        let call = |(context, number): &(ContextId, usize)| {
            let caller = self.contexts.all.get(context.0)?.function;
            let (statement, _) = *self.bodies[caller].statements.get(*number)?;
            match &statement.kind {
                StatementKind::Call { arguments, .. } => Some(SeenCall {
                    caller: &self.program.functions[caller],
                    arguments,
                    at: statement.at,
                    context: *context,
                    statement: (caller, *number),
                }),
                _ => None,
            }
        };
        calls.filter_map(call).collect()
    }

    /// What a function reaches in a call, by the types of its parameters; `None` if the call does
    /// not fit them.
    pub fn targets(&self, called: &Function, call: &SeenCall<'p>, root: Root) -> Option<Targets> {
        if let Root::Lasting(id) = root {
            let place = Place::Object(id);
            return Some(Targets {
                cells: self.place(&place, call.context),
                span: u64::MAX,
                pointer: None,
                is_object: true,
            });
        }
        let parameter = root.parameter()?;
        let argument = call.arguments.get(parameter)?;
        let ty = &self.object(*called.parameters.get(parameter)?).ty;
        let member = match root {
            Root::Member { member, .. } => Some(member),
            Root::Rows { member, .. } => member,
            _ => None,
        };
        let mut cells: Cells = match member {
            Some(member) => {
                let (records, ty) = match ty {
                    Type::Pointer(target) => (self.value(argument, call.context), &**target),
                    ty => (self.records(argument, call.context), ty),
                };
                let Type::Record(record) = ty else {
                    return None;
                };
                let offset = record.members.get(member)?.offset;
                let members = records.into_iter().map(|cell| Cell {
                    offset: cell.offset + offset,
                    ..cell
                });
                members.flat_map(|cell| self.stored(cell)).collect()
            }
            None => self.value(argument, call.context),
        };
        if let Root::Rows { levels, .. } = root {
            for _ in 0..levels {
                cells = cells
                    .into_iter()
                    .flat_map(|cell| self.stored(cell))
                    .collect();
            }
        }
        let span = match ty {
            Type::Pointer(target) if matches!(root, Root::Parameter(_)) => match element(target) {
                record @ Type::Record(_) => bytes(record).unwrap_or(u64::MAX),
                _ => 0,
            },
            _ => 0,
        };
        let pointer = matches!(root, Root::Parameter(_)).then(|| argument.clone());
        Some(Targets {
            cells,
            span,
            pointer,
            is_object: false,
        })
    }

    /// The variables of a name that a function declares, or else those that last.
    pub fn variables(&self, function: &str, name: &str) -> Vec<ObjectId> {
        let is_named = |id: &ObjectId| self.object(*id).name == name;
        let mut functions = self.program.functions.iter();
        let own = functions.position(|f| f.name == function).map(|at| {
            let all = declared(&self.program.functions[at], &self.bodies[at].statements);
            all.into_iter().filter(is_named).collect()
        });
        let own: Vec<ObjectId> = own.unwrap_or_default();
        let lasting = self.program.objects.iter().map(|o| o.id);
        match own.is_empty() {
            true => lasting
                .filter(|id| self.lasts(*id))
                .filter(is_named)
                .collect(),
            false => own,
        }
    }

    /// Whether a call passes two variables, or what they lead to, to a function that may demand
    /// that its arguments are apart: one that is not seen, or one with `restrict` pointers to them.
    pub fn must_be_apart(&self, variables: [ObjectId; 2]) -> bool {
        let storage = variables.map(|id| self.storage(id));
        (0..self.contexts.all.len()).any(|context| {
            let id = ContextId(context);
            let body = &self.bodies[self.contexts.all[context].function];
            let mut statements = body.statements.iter();
            statements.any(|(statement, _)| self.demands_apart(statement, id, &storage))
        })
    }

    fn demands_apart(
        &self,
        statement: &Statement,
        context: ContextId,
        storage: &[BTreeSet<Memory>; 2],
    ) -> bool {
        let StatementKind::Call {
            callee: called,
            arguments,
            ..
        } = &statement.kind
        else {
            return false;
        };
        let passes = |argument: &Value, storage: &BTreeSet<Memory>| {
            let is_pointer = matches!(argument.ty, Type::Pointer(_));
            let cells = is_pointer.then(|| self.value(argument, context));
            let mut cells = cells.into_iter().flatten();
            cells.any(|cell| storage.contains(&cell.memory))
        };
        let [first, second] = [0, 1].map(|at| {
            let positions = arguments.iter().enumerate();
            let own = positions.filter(|(_, argument)| passes(argument, &storage[at]));
            own.map(|(position, _)| position).collect::<Vec<_>>()
        });
        if first.is_empty() || second.is_empty() {
            return false;
        }
        let callees = self.contexts.callees(self.program, called, arguments.len());
        let (Callee::Named(_), [function]) = (called, &callees[..]) else {
            return true;
        };
        let function = *function;
        let parameters = &self.program.functions[function].parameters;
        let is_parameter = |id: &ObjectId| parameters.contains(id);
        let own = declared(
            &self.program.functions[function],
            &self.bodies[function].statements,
        );
        let is_passed = |id: &ObjectId| {
            let position = parameters.iter().position(|p| p == id);
            position.is_some_and(|at| first.contains(&at) || second.contains(&at))
        };
        let mut restricted = own.iter().filter(|id| self.object(**id).is_restrict);
        restricted.any(|id| !is_parameter(id) || is_passed(id))
    }

    /// The memory that a variable is, if it is an array, or leads to, in all contexts.
    fn storage(&self, id: ObjectId) -> BTreeSet<Memory> {
        let contexts = (0..self.contexts.all.len()).map(ContextId);
        let own = contexts
            .chain([ContextId::ALL])
            .map(|context| self.memory_of(id, context));
        match &self.object(id).ty {
            Type::Pointer(_) => {
                let stored = own.flat_map(|memory| self.stored(Cell { memory, offset: 0 }));
                stored.map(|cell| cell.memory).collect()
            }
            _ => own.collect(),
        }
    }

    /// Whether code that is not seen may know an object with static lifetime.
    pub fn is_object_known_outside(&self, id: ObjectId) -> bool {
        self.is_known_outside(self.memory_of(id, ContextId::ALL))
    }

    /// Whether two pointers of one call lead to the same object.
    pub fn meeting(&self, a: &Targets, b: &Targets) -> Meeting {
        if let (Some(a), Some(b)) = (&a.pointer, &b.pointer) {
            if is_same_pointer(a, b) {
                return Meeting::Always;
            }
            if are_other_rows(a, b) {
                return Meeting::Never;
            }
        }
        let is_open = |targets: &Targets| {
            let mut cells = targets.cells.iter();
            cells.any(|cell| cell.memory == Memory::Outside)
        };
        let is_known = |targets: &Targets| {
            let mut cells = targets.cells.iter();
            cells.any(|cell| self.is_known_outside(cell.memory))
        };
        let mut shared = Vec::new();
        for x in a.cells.iter().filter(|x| x.memory != Memory::Outside) {
            for y in b.cells.iter().filter(|y| y.memory == x.memory) {
                let [first, last, span] = match x.offset <= y.offset {
                    true => [x.offset, y.offset, a.span],
                    false => [y.offset, x.offset, b.span],
                };
                let is_apart = first != last && last - first >= span;
                if !is_apart || self.is_mixed(x.memory) {
                    shared.push(x.memory);
                }
            }
        }
        let is_unseen = is_open(a) && is_known(b) || is_open(b) && is_known(a);
        let is_single = |targets: &Targets| {
            let cells = targets.cells.iter();
            cells.filter(|cell| cell.memory != Memory::Outside).count() == 1
        };
        // A pointer into an object that the function knows by its name is no accident. Code that is
        // not seen may change pointers at file scope, but nothing here expects it to.
        let are_single = a.is_object || b.is_object || is_single(a) && is_single(b);
        match shared.as_slice() {
            [] if is_unseen => Meeting::Unknown,
            [] => Meeting::Never,
            [memory] if are_single && self.is_one(*memory) => Meeting::Always,
            _ => Meeting::Unknown,
        }
    }

    /// Whether memory is one object at a time.
    fn is_one(&self, memory: Memory) -> bool {
        match memory {
            Memory::Object(..) | Memory::Kept(..) => true,
            Memory::Allocated(number, context) => {
                let function = self.contexts.all[context.0].function;
                !self.bodies[function].statements[number].1
            }
            Memory::Outside | Memory::Text | Memory::Result(_) => false,
        }
    }
}

/// The pointer without conversions and moves within its object.
fn base(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => base(inner),
        ValueKind::Offset { pointer, .. } => base(pointer),
        _ => value,
    }
}

/// Whether two pointers are read from the same place, which is not volatile.
fn is_same_pointer(a: &Value, b: &Value) -> bool {
    match (&base(a).kind, &base(b).kind) {
        (ValueKind::Load(a), ValueKind::Load(b)) => same_place(a, b),
        _ => false,
    }
}

/// Whether two pointers lead to elements of different rows of one array: `&u[0][i]`, `u[1]`.
fn are_other_rows(a: &Value, b: &Value) -> bool {
    let row = |value: &Value| -> Option<(ObjectId, i128)> {
        let ValueKind::Address(place) = &base(value).kind else {
            return None;
        };
        let mut place = place;
        while let Place::Element { array, ty, index } = place {
            let is_row = matches!(ty, Type::Array { element, .. } if matches!(**element, Type::Array { .. }));
            if let (true, Place::Object(id)) = (is_row, &**array) {
                let index = match &index.kind {
                    ValueKind::Convert(inner) => &inner.kind,
                    kind => kind,
                };
                return match index {
                    ValueKind::Integer(n) => Some((*id, *n)),
                    _ => None,
                };
            }
            place = array;
        }
        None
    };
    match (row(a), row(b)) {
        (Some((a, i)), Some((b, j))) => a == b && i != j,
        _ => false,
    }
}
