//! What decides how often a loop iterates: the slots and the memory from which the conditions in
//! it are computed. All other contents can change without effect on the path.

use crate::code::form::{Code, Complex, FromComplex, Loop, Node, NodeId, Operand, Step, StepKind};
use std::collections::BTreeSet;

/// The part of the state that decides which statements of a loop execute, in this iteration and in
/// all that follow, as long as each has a meaning in C.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Decisive {
    /// Slots of the function.
    pub(crate) slots: BTreeSet<u32>,
    /// Whether memory decides too.
    pub(crate) memory: bool,
    /// Whether the whole state decides: functions are called.
    pub(crate) all: bool,
}

/// What decides the path of a loop.
pub(crate) fn decisive(code: &Code<'_>, nest: &Loop) -> Decisive {
    let mut flows = Flows::default();
    flows.nest(nest);
    let mut decisive = Decisive {
        all: flows.calls,
        ..Decisive::default()
    };
    let mut open = flows.decisions;
    while let Some(id) = open.pop() {
        let node = &code.nodes[id as usize];
        children(node, &mut |child| open.push(child));
        if let Node::Slot(slot) | Node::Local(slot) = node
            && decisive.slots.insert(*slot)
        {
            let sets = flows.sets.iter().filter(|(set, _)| set == slot);
            open.extend(sets.map(|(_, value)| *value));
        }
        if let Node::Load(..) | Node::Volatile(..) | Node::Complex(Complex::Load(..)) = node
            && !std::mem::replace(&mut decisive.memory, true)
        {
            open.append(&mut flows.stores);
        }
    }
    decisive
}

/// What the statements of a loop compute, and for what.
#[derive(Default)]
struct Flows {
    /// Conditions.
    decisions: Vec<NodeId>,
    /// Slots with their new values.
    sets: Vec<(u32, NodeId)>,
    /// Addresses, sizes and values of stores.
    stores: Vec<NodeId>,
    /// Whether functions are called.
    calls: bool,
}

impl Flows {
    fn nest(&mut self, nest: &Loop) {
        self.decisions.extend(nest.condition);
        self.steps(&nest.body);
        self.steps(&nest.step);
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(&step.kind);
        }
    }

    fn step(&mut self, kind: &StepKind) {
        match kind {
            StepKind::Set(slot, _, value) => self.sets.push((*slot, *value)),
            StepKind::Declare(slot, _, size) => {
                self.sets.push((*slot, *size));
                self.stores.push(*size);
            }
            StepKind::Store(address, _, value) | StepKind::StoreVolatile(address, _, value) => {
                self.stores.extend([*address, *value]);
            }
            StepKind::StoreComplex(address, _, value, _) => self.stores.extend([*address, *value]),
            StepKind::Copy(to, from, size) => self.stores.extend([*to, *from, *size]),
            StepKind::Call { .. } => self.calls = true,
            StepKind::If(condition, then, other) => {
                self.decisions.push(*condition);
                self.steps(then);
                self.steps(other);
            }
            StepKind::Loop(nest) => self.nest(nest),
            StepKind::Switch(value, arms) => {
                self.decisions.push(*value);
                for (_, _, body) in arms {
                    self.steps(body);
                }
            }
            StepKind::Block(body) => self.steps(body),
            StepKind::Forget(_)
            | StepKind::Break
            | StepKind::Continue
            | StepKind::Return(..)
            | StepKind::ReturnComplex(..)
            | StepKind::Unsupported(_) => {}
        }
    }
}

/// The operands of a value.
fn children(node: &Node, visit: &mut impl FnMut(NodeId)) {
    match node {
        Node::Number(_)
        | Node::Macro(..)
        | Node::Text(_)
        | Node::Function(_)
        | Node::Slot(_)
        | Node::Local(_)
        | Node::Global(_)
        | Node::Unsupported(_) => {}
        Node::Load(a, _)
        | Node::Volatile(a, _)
        | Node::Unary(_, _, a)
        | Node::Convert(_, _, a)
        | Node::Member(a, _) => visit(*a),
        Node::Integer(_, _, a, b)
        | Node::Compare(_, _, a, b)
        | Node::ComparePointers(_, a, b)
        | Node::Float(_, _, a, b)
        | Node::CompareFloats(_, _, a, b)
        | Node::OffsetBy(a, b, _)
        | Node::AccessBy(a, b, _)
        | Node::ElementOf(a, b, _, _) => [a, b].into_iter().for_each(|n| visit(*n)),
        Node::Choose(a, b, c) | Node::Offset(a, b, c) | Node::Distance(a, b, c) => {
            [a, b, c].into_iter().for_each(|n| visit(*n));
        }
        Node::Element(a, b, c, d, _) => [a, b, c, d].into_iter().for_each(|n| visit(*n)),
        Node::Pure(_, _, operands, _) => operands.iter().for_each(|(_, n)| visit(*n)),
        Node::Complex(complex) => complex_children(complex, visit),
        Node::FromComplex(from) => match from {
            FromComplex::Real(a) | FromComplex::Imaginary(a) | FromComplex::Pure(_, _, a, _) => {
                visit(*a);
            }
            FromComplex::Compare(_, _, a, b) => [a, b].into_iter().for_each(|n| visit(*n)),
        },
    }
}

/// The operands of a complex number.
fn complex_children(complex: &Complex, visit: &mut impl FnMut(NodeId)) {
    match complex {
        Complex::Parts(a, b) => [a, b].into_iter().for_each(|n| visit(*n)),
        Complex::Load(a, ..) | Complex::Negate(_, a) | Complex::Convert(_, _, a) => visit(*a),
        Complex::Binary(_, _, a, b) => [a, b].into_iter().for_each(|operand| match operand {
            Operand::Real(n) | Operand::Complex(n) => visit(*n),
        }),
        Complex::Pure(_, _, operands, _) => operands.iter().for_each(|n| visit(*n)),
    }
}
