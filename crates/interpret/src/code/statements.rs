//! Statements, prepared.

use crate::arithmetic::wrap;
use crate::code::form::{Argument, Callee, Loop, NodeId, Result, Step, StepKind};
use crate::code::functions::{Compiler, Home};
use crate::code::places::Spot;
use crate::memory::{complex_part, scalar};
use program::{ObjectId, Place, Statement, StatementKind, Type, Value};
use source::Span;
use std::sync::Arc;

impl<'p> Compiler<'p> {
    /// A sequence of statements.
    pub(super) fn statements(&mut self, statements: &'p [Statement]) -> Vec<Step> {
        statements
            .iter()
            .map(|statement| self.step(statement))
            .collect()
    }

    fn step(&mut self, statement: &'p Statement) -> Step {
        let nodes = self.code.nodes.len();
        let at = statement.at;
        let kind = self.kind(&statement.kind, at);
        let weight = match &kind {
            StepKind::If(condition, ..) | StepKind::Switch(condition, ..) => {
                *condition as usize - nodes
            }
            StepKind::Loop(_) | StepKind::Block(_) => 0,
            _ => self.code.nodes.len() - nodes,
        };
        let weight = weight as u32 + 1;
        Step { kind, at, weight }
    }

    fn kind(&mut self, kind: &'p StatementKind, at: Span) -> StepKind {
        match kind {
            StatementKind::Declare(id) => self.declare(*id, at),
            StatementKind::Assign { place, value } => self.assign(place, value, at),
            StatementKind::Call {
                result,
                callee,
                arguments,
            } => self.call(result.as_ref(), callee, arguments, at),
            StatementKind::If {
                condition,
                then,
                other,
            } => {
                let condition = self.condition(condition);
                StepKind::If(condition, self.statements(then), self.statements(other))
            }
            StatementKind::Loop(nest) => self.nest(nest, at),
            StatementKind::Switch { value, arms } => self.switch(value, arms),
            StatementKind::Block(body) => StepKind::Block(self.statements(body)),
            StatementKind::Pragma { body, .. } => {
                self.code.has_directives = true;
                StepKind::Block(self.statements(body))
            }
            StatementKind::Break => StepKind::Break,
            StatementKind::Continue => StepKind::Continue,
            StatementKind::Return(value) => self.returned(value.as_ref()),
            StatementKind::Unsupported(unsupported) => {
                StepKind::Unsupported(unsupported.what.clone())
            }
        }
    }

    fn declare(&mut self, id: ObjectId, at: Span) -> StepKind {
        let object = &self.code.program.objects[id.0 as usize];
        match self.home(id) {
            Home::Slot(slot) => StepKind::Forget(slot),
            Home::Global(_) => StepKind::Block(Vec::new()),
            Home::Local(slot) => match self.size(&object.ty, at) {
                Some(size) => StepKind::Declare(slot, id, size),
                None => StepKind::Unsupported(format!("the type of `{}`", object.name)),
            },
        }
    }

    fn assign(&mut self, place: &'p Place, value: &'p Value, at: Span) -> StepKind {
        let volatile = self.is_volatile(place);
        let node = self.value(value);
        if let Some(part) = complex_part(&value.ty) {
            return StepKind::StoreComplex(self.address(place, at), part, node, volatile);
        }
        match (self.spot(place, at), scalar(&value.ty)) {
            (Spot::Slot(slot, id), _) => StepKind::Set(slot, id, node),
            (Spot::Memory(to), Some(ty)) if volatile => StepKind::StoreVolatile(to, ty, node),
            (Spot::Memory(to), Some(ty)) => StepKind::Store(to, ty, node),
            (Spot::Memory(to), None) => match self.size(&value.ty, at) {
                Some(size) => StepKind::Copy(to, node, size),
                None => StepKind::Unsupported("an assignment of an unknown type".to_string()),
            },
        }
    }

    fn call(
        &mut self,
        result: Option<&'p Place>,
        callee: &'p program::Callee,
        arguments: &'p [Value],
        at: Span,
    ) -> StepKind {
        let arguments = arguments.iter().map(|value| self.argument(value)).collect();
        let callee = match callee {
            program::Callee::Named(name) => match self.code.by_name.get(name) {
                Some(&index) => Callee::Defined(index),
                None => Callee::External(name.as_str().into()),
            },
            program::Callee::Pointer(value) => Callee::Pointer(self.value(value)),
        };
        let result = match result {
            None => Result::Unused,
            Some(place) => {
                let ty = self.type_of(place);
                match self.spot(place, at) {
                    Spot::Slot(slot, id) => Result::Slot(slot, id, ty),
                    Spot::Memory(address) => Result::Memory(address, ty),
                }
            }
        };
        StepKind::Call {
            result,
            callee,
            arguments,
        }
    }

    fn argument(&mut self, value: &'p Value) -> Argument {
        let node = self.value(value);
        Argument {
            node,
            ty: scalar(&value.ty),
            part: complex_part(&value.ty),
            pointee: pointee(&value.ty),
            at: value.at,
        }
    }

    /// The type of a place.
    fn type_of(&self, place: &Place) -> Type {
        match place {
            Place::Object(id) => self.code.program.objects[id.0 as usize].ty.clone(),
            Place::At(pointer) => match &pointer.ty {
                Type::Pointer(target) => (**target).clone(),
                _ => Type::Unknown,
            },
            Place::Element { ty, .. } => match ty {
                Type::Array { element, .. } => (**element).clone(),
                _ => Type::Unknown,
            },
            Place::Member { ty, member, .. } => {
                let member = ty.members.get(*member);
                member.map_or(Type::Unknown, |member| member.ty.clone())
            }
            Place::Volatile(inner) => self.type_of(inner),
        }
    }

    fn nest(&mut self, nest: &'p program::Loop, at: Span) -> StepKind {
        self.code.has_directives |= !nest.pragmas.is_empty();
        let condition = nest.condition.as_ref().map(|value| self.condition(value));
        let counters = self.counters(nest, at);
        StepKind::Loop(Box::new(Loop {
            condition,
            body_first: nest.body_first,
            body: self.statements(&nest.body),
            step: self.statements(&nest.step),
            counters,
            is_simd: nest.pragmas.iter().any(|text| text.trim() == "omp simd"),
            at,
        }))
    }

    fn switch(&mut self, value: &'p Value, arms: &'p [program::Arm]) -> StepKind {
        let node = self.value(value);
        let arms = arms.iter().map(|arm| {
            let labels = arm.labels.iter().map(|&label| match &value.ty {
                Type::Integer(ty) => wrap(*ty, label as u64),
                _ => label as u64,
            });
            (labels.collect(), arm.is_default, self.statements(&arm.body))
        });
        StepKind::Switch(node, arms.collect())
    }

    fn returned(&mut self, value: Option<&'p Value>) -> StepKind {
        let Some(value) = value else {
            return StepKind::Return(None, None);
        };
        let node: NodeId = self.value(value);
        if let Some(part) = complex_part(&value.ty) {
            return StepKind::ReturnComplex(node, part);
        }
        match scalar(&value.ty) {
            Some(_) => StepKind::Return(Some(node), None),
            None => match self.size(&value.ty, value.at) {
                Some(size) => StepKind::Return(Some(node), Some(size)),
                None => StepKind::Unsupported("a result of an unknown type".to_string()),
            },
        }
    }
}

fn pointee(ty: &Type) -> Option<Arc<Type>> {
    match ty {
        Type::Pointer(target) => Some(target.clone()),
        _ => None,
    }
}
