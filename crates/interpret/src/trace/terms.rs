//! Terms over inputs, each stored once: equal terms of two executions have the same id, wherever
//! and in whatever order they were computed. The operands of `+` and `*` may be exchanged.

use crate::arithmetic::Scalar;
use crate::word::TermId;
use program::{BinaryOp, UnaryOp};
use std::collections::HashMap;

/// An operand: a term, and its value if it is a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Operand {
    /// The term.
    pub(crate) term: TermId,
    /// The bits of a number; zero for other terms.
    pub(crate) bits: u64,
}

/// What is applied to operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    /// An operator of C in a type.
    Binary(BinaryOp, Scalar),
    /// An operator of C in a type.
    Unary(UnaryOp, Scalar),
    /// A conversion between types.
    Convert(Scalar, Scalar),
    /// A library function, by the hash of its name.
    Function(u64),
    /// Bytes of a stored value, from an offset.
    Part(i64, u32),
    /// A value put together from bytes that were stored apart.
    Joined,
}

impl Operator {
    /// Whether it computes a floating value from floating values.
    pub(crate) fn is_float(self) -> bool {
        match self {
            Operator::Binary(_, ty) | Operator::Unary(_, ty) => ty.is_float(),
            _ => false,
        }
    }

    fn is_commutative(self) -> bool {
        matches!(
            self,
            Operator::Binary(BinaryOp::Add | BinaryOp::Multiply, _)
        )
    }
}

/// How a term is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Term {
    /// The contents of an input.
    Input {
        /// Its name.
        name: String,
        /// The byte.
        offset: i64,
        /// The call of the function that found it there.
        call: u32,
    },
    /// A cell that nothing has written.
    Unwritten,
    /// What an unknown function returned.
    Result {
        /// Its name.
        function: String,
        /// The number of the call.
        call: u64,
    },
    /// An operator applied to operands.
    Apply(Operator, Vec<Operand>),
}

/// All terms of the executions that are compared.
#[derive(Debug)]
pub(crate) struct Terms {
    terms: Vec<Term>,
    ids: HashMap<Term, TermId>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            // The first id is that of numbers.
            terms: vec![Term::Unwritten],
            ids: HashMap::new(),
        }
    }
}

impl Terms {
    /// The term with this form.
    pub(crate) fn of(&mut self, term: Term) -> TermId {
        let key = sorted(&term);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = TermId(self.terms.len() as u32);
        self.ids.insert(key, id);
        self.terms.push(term);
        id
    }

    /// The form of a term; `None` for numbers.
    pub(crate) fn get(&self, id: TermId) -> Option<&Term> {
        match id {
            TermId::NUMBER => None,
            TermId(n) => self.terms.get(n as usize),
        }
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }
}

/// The same term with operands that may be exchanged in ascending order.
fn sorted(term: &Term) -> Term {
    match term {
        Term::Apply(operator, operands) if operator.is_commutative() => {
            let mut operands = operands.clone();
            operands.sort_unstable();
            Term::Apply(*operator, operands)
        }
        _ => term.clone(),
    }
}
