//! The shapes of a function's own arrays, as their declarators say.
//!
//! Assumes:
//! * Extents are positive where the declaration is executed: C leaves an array of size 0 undefined.
//! * The outermost size of an array parameter binds nobody. That dimension has no bounds in the
//!   scop (`scop::Array::shape` is `None` there), and cuts off no access.

use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::mode::{Mode, Wanted};
use crate::values::params::names::COORDINATE;
use c::facts::function::FunctionFacts;
use c::facts::refusal::Refusal;
use c::names::symbols::{Origin, Symbols, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::base::Base;
use c::syntax::declarators::{is_name, points, points_to_rows, sizes};
use lang_c::ast::{Declarator, Expression};
use lang_c::span::{Node, Span as Offsets};
use poly::{Atom, Expr};
use std::collections::BTreeSet;
use std::ops::Range;

pub(crate) mod heap_size;
pub(crate) mod split;

use split::Split;

/// One dimension of a declarator, in the unit's text.
#[derive(Debug, Clone)]
pub struct Dim {
    /// With brackets.
    pub brackets: Range<usize>,
    /// The size expression.
    pub size: Range<usize>,
    /// Its extent, if it is affine in the parameters.
    pub extent: Option<Expr>,
    /// Its extent, if it is a polynomial of the parameters.
    pub polynomial: Option<Expr>,
    /// Macros that would make the extent affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
    /// Its digits, if it is split.
    pub split: Option<Split>,
    /// Subscripts need not stay below the extent: the outermost dimension of a parameter.
    pub is_open: bool,
    /// All subscripts are addresses, and the extent is a product: no subscript reaches it.
    pub is_addressed: bool,
    /// It is left out of the scop: see [`crate::walk::opaque`].
    pub is_opaque: bool,
}

impl Dim {
    /// The dimension of a pointer.
    fn open(at: usize) -> Self {
        Dim {
            brackets: at..at,
            size: at..at,
            extent: None,
            polynomial: None,
            wanted: BTreeSet::new(),
            split: None,
            is_open: true,
            is_addressed: false,
            is_opaque: false,
        }
    }

    /// The number of elements.
    pub fn declared(&self) -> Option<Expr> {
        self.polynomial.clone().or_else(|| self.extent.clone())
    }
}

/// The shape that an array is declared with.
#[derive(Debug)]
pub struct Shape {
    /// Its dimensions.
    pub dims: Vec<Dim>,
    /// Its extents are positive wherever the region is executed.
    pub is_certain: bool,
    /// The largest number of its elements, if C computes it in a signed type.
    pub most_elements: Option<i64>,
}

impl Shape {
    /// The extents in the scop, if all that bound something are known: several for a dimension that
    /// is split.
    pub fn extents(&self) -> Option<Vec<Option<Expr>>> {
        let mut extents = Vec::new();
        for dim in self.dims.iter().filter(|d| !d.is_opaque) {
            match &dim.split {
                Some(split) => extents.extend(split.extents()),
                None if dim.is_open || dim.is_addressed => extents.push(None),
                None => extents.push(Some(dim.extent.clone()?)),
            }
        }
        Some(extents)
    }

    /// The extents of dimensions whose subscripts are addresses.
    pub fn products(&self) -> Vec<Option<Expr>> {
        let dims = self.dims.iter().filter(|d| !d.is_opaque);
        let product = |dim: &Dim| match &dim.split {
            Some(split) => vec![None; split.digits()],
            None => vec![dim.declared().filter(|_| dim.is_addressed)],
        };
        dims.flat_map(product).collect()
    }

    /// The axis of each dimension in the scop.
    pub fn axes(&self) -> Vec<Axis> {
        let dims = self.dims.iter().enumerate();
        let dims = dims.filter(|(_, dim)| !dim.is_opaque);
        dims.flat_map(|(at, dim)| match &dim.split {
            Some(split) => (0..split.digits()).map(|k| Axis::Digit(at, k)).collect(),
            None => vec![Axis::Whole(at)],
        })
        .collect()
    }

    /// Conditions on the coordinates of an element beside `0 <= coordinate < extent`.
    pub fn last_rows(&self) -> Vec<Formula> {
        let mut coordinate = 0;
        let mut found = Vec::new();
        for dim in &self.dims {
            let count = dim.split.as_ref().map_or(1, Split::digits);
            if let Some(split) = &dim.split {
                let all = coordinate..coordinate + count;
                let all: Vec<Expr> = all
                    .map(|k| Expr::var(&format!("{COORDINATE}{k}")))
                    .collect();
                found.extend(split.last_row(&all));
            }
            coordinate += count;
        }
        found
    }
}

/// The arrays that the function declares, in order.
pub(crate) fn own_arrays<'v, 'a>(
    symbols: &'v Symbols<'a>,
    facts: &'v FunctionFacts<'a>,
) -> impl Iterator<Item = (VarId, &'v Variable<'a>)> {
    symbols.objects().filter(|(id, _)| facts.is_tracked(*id))
}

/// The reason why an array cannot be a candidate, if its declaration gives one.
pub(crate) fn refusal_of_declaration(
    facts: &FunctionFacts<'_>,
    variable: &Variable<'_>,
) -> Option<Refusal> {
    if variable.qualifiers.volatile {
        return Some(Refusal::Volatile);
    }
    if variable.qualifiers.atomic {
        return Some(Refusal::Atomic);
    }
    match variable.storage {
        Storage::Extern => return Some(Refusal::StorageClass("extern")),
        Storage::Register => return Some(Refusal::StorageClass("register")),
        Storage::ThreadLocal => return Some(Refusal::StorageClass("_Thread_local")),
        Storage::Automatic | Storage::Static | Storage::Typedef => {}
    }
    let declarator = &variable.declarator?.node;
    if variable.origin == Origin::Parameter {
        return refusal_of_parameter(facts.type_of(variable.id), declarator);
    }
    if facts.heap(variable.id).is_some() {
        return refusal_of_element(facts.type_of(variable.id).rank().1);
    }
    if !is_name(declarator) {
        return Some(Refusal::Parenthesised);
    }
    let (rank, element) = facts.type_of(variable.id).rank();
    if sizes(declarator).count() != rank {
        return Some(Refusal::TypedefShape);
    }
    if let Some(refusal) = refusal_of_element(element) {
        return Some(refusal);
    }
    None
}

fn refusal_of_element(element: &Type) -> Option<Refusal> {
    let known = element.is_scalar() || matches!(element, Type::Record(_));
    (!known).then_some(Refusal::UnknownElement)
}

fn is_unknown(element: &Type) -> bool {
    !element.is_scalar() && !matches!(element, Type::Record(_))
}

/// The same for a parameter: its declarator must name pointer and dimensions.
fn refusal_of_parameter(ty: &Type, declarator: &Declarator) -> Option<Refusal> {
    let (rank, element) = ty.rank();
    let spelled = sizes(declarator).count() + usize::from(points(declarator));
    if spelled != rank || !(is_name(declarator) || points_to_rows(declarator)) {
        return Some(Refusal::TypedefShape);
    }
    is_unknown(element).then_some(Refusal::UnknownElement)
}

impl Evaluator<'_> {
    /// Reads an array's declarator.
    pub fn shape(&mut self, variable: &Variable<'_>) -> Shape {
        let mut shape = Shape {
            dims: Vec::new(),
            is_certain: false,
            most_elements: None,
        };
        if let Some(heap) = self.facts.heap(variable.id) {
            return self.heap_shape(variable, heap).unwrap_or(shape);
        }
        let Some(declarator) = variable.declarator else {
            return shape;
        };
        let is_parameter = variable.origin == Origin::Parameter;
        if is_parameter && points(&declarator.node) {
            shape.dims.push(Dim::open(variable.at.end));
        }
        for (brackets, size) in sizes(&declarator.node) {
            let is_open = is_parameter && shape.dims.is_empty();
            shape.dims.push(Dim {
                is_open,
                ..self.dim(brackets, size, variable.base)
            });
        }
        shape
    }

    /// Reads one dimension: its brackets and the size between them, in a syntax tree of this base.
    pub fn dim(&mut self, brackets: Offsets, size: Option<&Node<Expression>>, base: Base) -> Dim {
        let wanted = Wanted::default();
        let mode = self.here().at_base(base);
        let extent = size.and_then(|size| self.extent(size, mode.asking(&wanted)));
        let polynomial = size.and_then(|size| self.value_in(size, mode.multiplying()));
        let polynomial = polynomial.map(|p| p.expr).filter(|p| self.is_parametric(p));
        let brackets = base.range(brackets);
        let size = size.map_or(brackets.end..brackets.end, |s| base.range(s.span));
        Dim {
            brackets,
            size,
            extent,
            polynomial,
            wanted: wanted.into_inner(),
            split: None,
            is_open: false,
            is_addressed: false,
            is_opaque: false,
        }
    }

    /// Whether the size of a dimension is a constant of C. Such a size is positive, that of a
    /// parameter too (C11 6.7.6.2).
    pub(crate) fn has_constant_size(&self, dim: &Dim) -> bool {
        dim.declared()
            .is_some_and(|size| !self.has_variables(&size))
    }

    /// The number of elements of a dimension, in the parameters.
    fn extent(&mut self, size: &Node<Expression>, mode: Mode<'_>) -> Option<Expr> {
        let expr = self.value_in(size, mode)?.expr;
        let expr = self.guarded(&expr).unwrap_or(expr);
        let positive = expr.as_constant().is_none_or(|n| n > 0);
        (positive && self.is_parametric(&expr)).then_some(expr)
    }

    /// `N + 1` for `N > 0 ? N + 1 : 1`: the operand that is taken with the present values of
    /// macros, which are then assumed to choose it.
    fn guarded(&mut self, extent: &Expr) -> Option<Expr> {
        let (Atom::Max(operands), 1) = extent.terms().next()? else {
            return None;
        };
        let [one, other] = operands.as_slice() else {
            return None;
        };
        let (number, operand) = match (one.as_constant(), other.as_constant()) {
            (Some(_), None) => (one, other),
            (None, Some(_)) => (other, one),
            _ => return None,
        };
        let is_alone = *extent == Expr::atom(Atom::Max(operands.clone()));
        let above = operand.clone() - number.clone();
        (is_alone && self.assume_nonnegative(&above)).then(|| operand.clone())
    }
}

/// The source of a dimension of an array in the scop: the number of the declared dimension.
///
/// A declared dimension with linearised subscripts is several: its element `(q*s + r)*t + c`, `0 <=
/// r < s`, `0 <= c < t`, is `[q, r, c]` in the scop, and `s` and `t` are the extents of all but the
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// A declared dimension.
    Whole(usize),
    /// A digit of a declared dimension. The digit of the largest stride is number 0.
    Digit(usize, usize),
}

impl Axis {
    /// The declared dimension.
    pub fn declared(self) -> usize {
        match self {
            Axis::Whole(dim) | Axis::Digit(dim, _) => dim,
        }
    }
}
