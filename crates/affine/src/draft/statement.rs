//! A statement with its accesses and what it computes.

use crate::values::Number;
use poly::{PwAff, Result, Set};
use source::Span;

/// A condition on data around a place: a scalar, and whether it is false there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    pub(crate) array: usize,
    pub(crate) negated: bool,
}

/// A coordinate of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Time {
    /// A position among statements.
    At(usize),
    /// An iterator.
    Iterator(usize),
    /// Before all others.
    Before,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct DraftStatement {
    /// The vectors of iterators for which it is executed.
    pub(crate) domain: Set,
    pub(crate) times: Vec<Time>,
    pub(crate) at: Span,
    /// The write is the last one.
    pub(crate) accesses: Vec<DraftAccess>,
    pub(crate) term: Term,
    /// The condition on data around it, if its term does not choose by it.
    pub(crate) guard: Option<Guard>,
    /// It calls a function that may not return.
    pub(crate) may_end: bool,
    /// It gives memory what code that is not seen may have stored.
    pub(crate) is_unseen: bool,
    /// It stores in every element of the array that it writes: its domain gets an iterator per
    /// dimension of that.
    pub(crate) fill: Option<Fill>,
}

/// How a statement stores in every element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// The same in each.
    Same,
    /// A function of the subscripts: the term is applied to them.
    Indexed,
}

/// An access.
#[derive(Clone, Debug)]
pub(crate) struct DraftAccess {
    /// The number of the array.
    pub(crate) array: usize,
    pub(crate) element: Element,
    /// May not happen.
    pub(crate) conditional: bool,
    /// It is one of code that is not seen, which touches all memory that others know.
    pub(crate) is_of_others: bool,
    /// Happens only there.
    pub(crate) within: Option<Set>,
    pub(crate) at: Span,
}

/// What an access touches.
#[derive(Clone, Debug)]
pub(crate) enum Element {
    /// Those whose first subscripts these are: one element, if there is a subscript per dimension,
    /// all of them, if there is none.
    At(Vec<Number>),
    /// The one that the statement fills.
    Filled,
}

/// What a statement stores. Reads are numbers of accesses of the statement.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Read(usize),
    ReadAll(usize),
    Integer {
        value: PwAff,
        /// What it is where the iterators in it are sums of products; `None` if that is not known.
        spelling: Option<Box<Spelling>>,
    },
    Apply {
        operator: String,
        operands: Vec<Term>,
    },
    Choose {
        when: Set,
        then: Box<Term>,
        other: Box<Term>,
    },
}

/// A number as the program computes it.
#[derive(Clone, Debug)]
pub(crate) enum Spelling {
    /// A sum of multiples of iterators, in a type of this name.
    Sum(String),
    /// An operator that is no such sum, `i % 7`, with its operands.
    Operator(Term),
}

impl Term {
    /// An operator without operands.
    pub(crate) fn constant(operator: impl Into<String>) -> Term {
        Term::apply(operator, Vec::new())
    }

    pub(crate) fn apply(operator: impl Into<String>, operands: Vec<Term>) -> Term {
        Term::Apply {
            operator: operator.into(),
            operands,
        }
    }

    /// A number of which nothing but its value is known.
    pub(crate) fn integer(value: PwAff) -> Term {
        let spelling = None;
        Term::Integer { value, spelling }
    }

    /// A sum of products of parameters that is computed in a type, however the program adds them.
    pub(crate) fn sum(ty: &str, number: &Number) -> Term {
        Term::apply(format!("sum {ty}"), Term::products(number))
    }

    /// The parts of a sum of products of parameters, each with its product.
    pub(crate) fn products(number: &Number) -> Vec<Term> {
        let product = |(names, factor): (&[String], &PwAff)| {
            let operator = format!("times {}", names.join(" * "));
            Term::apply(operator, vec![Term::integer(factor.clone())])
        };
        number.factors().map(product).collect()
    }

    /// Puts a term in the place of a read.
    pub(crate) fn replace_read(&mut self, read: usize, with: &Term) {
        match self {
            Term::Read(own) if *own == read => self.clone_from(with),
            Term::Read(_) | Term::ReadAll(_) | Term::Integer { .. } => {}
            Term::Apply { operands, .. } => {
                operands.iter_mut().for_each(|o| o.replace_read(read, with));
            }
            Term::Choose { then, other, .. } => {
                then.replace_read(read, with);
                other.replace_read(read, with);
            }
        }
    }

    fn add_params(&self, used: &mut Vec<String>) -> Result<()> {
        match self {
            Term::Read(_) | Term::ReadAll(_) => {}
            Term::Integer { value, .. } => used.extend(value.used_params()?),
            Term::Apply { operands, .. } => {
                for operand in operands {
                    operand.add_params(used)?;
                }
            }
            Term::Choose { when, then, other } => {
                used.extend(when.used_params()?);
                then.add_params(used)?;
                other.add_params(used)?;
            }
        }
        Ok(())
    }
}

impl DraftStatement {
    /// The parameters on which its accesses and its value depend.
    pub(crate) fn used_params(&self) -> Result<Vec<String>> {
        let mut used = Vec::new();
        for access in &self.accesses {
            if let Element::At(indices) = &access.element {
                for index in indices {
                    used.extend(index.used_params()?);
                }
            }
            if let Some(within) = &access.within {
                used.extend(within.used_params()?);
            }
        }
        self.term.add_params(&mut used)?;
        Ok(used)
    }
}
