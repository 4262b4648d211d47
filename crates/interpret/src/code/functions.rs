//! Functions and objects of a program, prepared.

use crate::arithmetic::Scalar;
use crate::code::counters::counters;
use crate::code::form::{Code, Function, Global, Node, NodeId, Parameter, Passing};
use crate::code::storage::in_memory;
use crate::memory::scalar;
use program::{Lifetime, ObjectId, Program, Type, Value};
use source::Span;
use std::collections::HashMap;

/// Prepares a program.
pub(crate) fn compile(program: &Program) -> Code<'_> {
    let mut compiler = Compiler::new(program);
    for (index, function) in program.functions.iter().enumerate() {
        let by_name = &mut compiler.code.by_name;
        by_name.entry(function.name.clone()).or_insert(index);
    }
    for index in 0..program.functions.len() {
        let function = compiler.function(index);
        compiler.code.functions.push(function);
    }
    compiler.globals();
    compiler.code
}

/// The place of an object.
#[derive(Clone, Copy)]
pub(super) enum Home {
    /// The value is in a slot.
    Slot(u32),
    /// The slot has the address.
    Local(u32),
    /// By index in the globals.
    Global(u32),
}

/// A program on its way into the prepared form.
pub(super) struct Compiler<'p> {
    pub(super) code: Code<'p>,
    in_memory: Vec<bool>,
    globals: HashMap<ObjectId, u32>,
    homes: HashMap<ObjectId, Home>,
    slots: u32,
    locals: Vec<u32>,
    temporaries: Vec<(u32, ObjectId)>,
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program) -> Compiler<'p> {
        Compiler {
            code: Code {
                program,
                nodes: Vec::new(),
                spans: Vec::new(),
                functions: Vec::new(),
                by_name: HashMap::new(),
                globals: Vec::new(),
                texts: Vec::new(),
                names: Vec::new(),
                unsupported: Vec::new(),
                has_directives: false,
            },
            in_memory: in_memory(program),
            globals: HashMap::new(),
            homes: HashMap::new(),
            slots: 0,
            locals: Vec::new(),
            temporaries: Vec::new(),
        }
    }

    /// A new node.
    pub(super) fn node(&mut self, node: Node, at: Span) -> NodeId {
        self.code.nodes.push(node);
        self.code.spans.push(at);
        self.code.nodes.len() as NodeId - 1
    }

    /// A construct that cannot be executed.
    pub(super) fn unsupported(&mut self, what: impl Into<String>, at: Span) -> NodeId {
        self.code.unsupported.push(what.into());
        let index = self.code.unsupported.len() as u32 - 1;
        self.node(Node::Unsupported(index), at)
    }

    /// Where an object is.
    pub(super) fn home(&mut self, id: ObjectId) -> Home {
        if let Some(&home) = self.homes.get(&id) {
            return home;
        }
        let lifetime = self.code.program.objects[id.0 as usize].lifetime;
        let home = match lifetime {
            Lifetime::Static | Lifetime::File | Lifetime::Linked => Home::Global(self.global(id)),
            _ => self.local(id, lifetime),
        };
        self.homes.insert(id, home);
        home
    }

    fn local(&mut self, id: ObjectId, lifetime: Lifetime) -> Home {
        let slot = self.slots;
        self.slots += 1;
        if !self.in_memory[id.0 as usize] {
            return Home::Slot(slot);
        }
        self.locals.push(slot);
        if lifetime == Lifetime::Temporary {
            self.temporaries.push((slot, id));
        }
        Home::Local(slot)
    }

    fn global(&mut self, id: ObjectId) -> u32 {
        if let Some(&index) = self.globals.get(&id) {
            return index;
        }
        let index = self.code.globals.len() as u32;
        self.globals.insert(id, index);
        self.code.globals.push(Global {
            object: id,
            bytes: None,
            initial: None,
        });
        index
    }

    /// Sizes and initial values. Initial values may name further objects.
    fn globals(&mut self) {
        let mut index = 0;
        while index < self.code.globals.len() {
            let object = &self.code.program.objects[self.code.globals[index].object.0 as usize];
            let bytes = self.size(&object.ty, object.at);
            let initial = object.initial.as_ref().map(|values| {
                let values = values.iter();
                values
                    .flat_map(|(at, value)| self.initial(*at, value))
                    .collect()
            });
            self.code.globals[index].bytes = bytes;
            self.code.globals[index].initial = initial;
            index += 1;
        }
    }

    fn initial(&mut self, at: u64, value: &'p Value) -> Vec<(u64, NodeId, Scalar)> {
        let parts = self.stored_parts(value).unwrap_or_default();
        let moved = |(offset, node, ty)| (at + offset, node, ty);
        parts.into_iter().map(moved).collect()
    }

    fn function(&mut self, index: usize) -> Function {
        let function = &self.code.program.functions[index];
        self.homes.clear();
        self.slots = 0;
        self.locals = Vec::new();
        self.temporaries = Vec::new();
        let parameters = function.parameters.iter();
        let parameters = parameters.map(|&id| self.parameter(id)).collect();
        let body = self.statements(&function.body);
        let rows = function.parameters.iter().enumerate();
        let rows = rows
            .filter_map(|(n, &id)| Some((n, self.rows(id)?)))
            .collect();
        let temporaries = std::mem::take(&mut self.temporaries);
        let sizes = temporaries.into_iter().filter_map(|(slot, id)| {
            let object = &self.code.program.objects[id.0 as usize];
            Some((slot, id, self.size(&object.ty, object.at)?))
        });
        Function {
            parameters,
            temporaries: sizes.collect(),
            body,
            rows,
            slots: self.slots,
            locals: std::mem::take(&mut self.locals),
        }
    }

    /// The lengths of the arrays to which a parameter points.
    fn rows(&mut self, id: ObjectId) -> Option<Vec<NodeId>> {
        let Type::Pointer(target) = &self.code.program.objects[id.0 as usize].ty else {
            return None;
        };
        let mut lengths = Vec::new();
        let mut ty = &**target;
        while let Type::Array { element, length } = ty {
            lengths.push(self.value(length.as_deref()?));
            ty = element;
        }
        (!lengths.is_empty()).then_some(lengths)
    }

    fn parameter(&mut self, id: ObjectId) -> Parameter {
        let ty = &self.code.program.objects[id.0 as usize].ty;
        let passing = match (self.home(id), scalar(ty), ty) {
            (Home::Slot(_), Some(_), _) => Passing::Slot,
            (_, Some(ty), _) => Passing::Memory(ty),
            (_, None, Type::Record(record)) => Passing::Record(record.bytes),
            (_, None, Type::Complex(part)) => Passing::Record(2 * u64::from(*part)),
            _ => Passing::Unknown,
        };
        Parameter {
            object: id,
            passing,
        }
    }

    /// The counters of a loop, with nodes that read them.
    pub(super) fn counters(&mut self, nest: &program::Loop, at: Span) -> Vec<(ObjectId, NodeId)> {
        let named = |id: &ObjectId| !self.code.program.objects[id.0 as usize].name.is_empty();
        let counters: Vec<ObjectId> = counters(nest).into_iter().filter(named).collect();
        let nodes = counters.into_iter().map(|id| (id, self.contents(id, at)));
        nodes.collect()
    }
}
