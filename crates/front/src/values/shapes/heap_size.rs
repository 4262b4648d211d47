//! The size of an allocation as a product of element counts and `sizeof`s, and the shape that it
//! gives the array.
//!
//! Assumes nothing about elements that are never touched: where a region touches none, the size may
//! be zero, and a mapping need not be valid there.

use crate::values::evaluator::Evaluator;
use crate::values::shapes::{Dim, Shape};
use c::facts::heap::{Form, Heap};
use c::names::symbols::{VarId, Variable};
use c::names::types::Type;
use c::syntax::constant;
use c::syntax::declarators::row_dims;
use lang_c::ast::{
    ArraySize, BinaryOperator, Declarator, DerivedDeclarator, Expression, TypeName, UnaryOperator,
};
use lang_c::span::Node;
use poly::Expr;
use scop::IntType;
use std::collections::BTreeSet;
use std::ops::Range;

/// Objects that are set to numbers of bytes are followed no deeper than this.
const DEEPEST: usize = 8;

/// One factor of a size.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Its kind.
    pub kind: FactorKind,
    /// The argument of the allocator that contains it.
    pub argument: usize,
    /// Its place, brackets included.
    pub whole: Range<usize>,
    /// The number in it that a fold changes.
    pub number: Range<usize>,
    /// The number of elements that it counts.
    pub count: Expr,
    /// C computes the count in a type wider than `int`.
    pub is_wide: bool,
    /// The count, where names of products stay: `n` for `n = w * h`.
    named: Option<Expr>,
}

/// The kind of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorKind {
    /// A number of elements: `n`, `(size_t) n`.
    Count,
    /// A dimension in `sizeof(T[n])`.
    Dimension,
    /// The size of an element: `sizeof(T)`, `8`.
    Element,
    /// `sizeof *a`, `sizeof a[0][0]`: all dimensions of the array but this many leading ones.
    Target(usize),
    /// An object that is set to a number of bytes: `size_t bytes = sizeof(T) * n`.
    Bytes,
}

impl FactorKind {
    /// Whether the factor contains the size of an element.
    fn is_sized(self) -> bool {
        !matches!(self, FactorKind::Count | FactorKind::Dimension)
    }
}

/// A size as a product.
#[derive(Clone, Debug)]
pub struct Size {
    /// The factors in textual order.
    pub factors: Vec<Factor>,
    /// The product of all counts, in elements.
    pub count: Expr,
    /// The same, where names of products stay.
    named: Option<Expr>,
}

impl Evaluator<'_> {
    /// The shape of a heap array: its first dimension comes from the size.
    pub fn heap_shape(&mut self, variable: &Variable<'_>, heap: &Heap<'_>) -> Option<Shape> {
        let inner = self.inner(variable, heap)?;
        let size = self.size(variable, heap, &inner)?;
        let counts = inner
            .iter()
            .map(Dim::declared)
            .collect::<Option<Vec<_>>>()?;
        let sizes = heap.allocation.size.iter();
        let most_elements = { sizes }.find_map(|part| self.most_counted(part, &size.count));
        let mut dims = Vec::new();
        match heap.form {
            Form::Object => {
                let whole = product(counts.iter())?;
                (whole == size.count).then_some(())?;
            }
            Form::Flat => {
                let mut dim = self.counted_dim(heap, size.count.clone());
                let named = size.named.filter(|named| self.is_parametric(named));
                dim.extent = dim.extent.or_else(|| named?.without_products());
                dims.push(dim);
            }
            Form::Rows => {
                let rows = size.rows(&counts)?;
                dims.push(self.counted_dim(heap, rows));
            }
        }
        dims.extend(inner);
        let is_certain = dims.iter().all(|dim| {
            let extent = dim.extent.as_ref().and_then(Expr::as_constant);
            extent.is_some_and(|n| n > 0)
        });
        Some(Shape {
            dims,
            is_certain,
            most_elements,
        })
    }

    /// The largest value of the signed type in which C computes a number of elements.
    fn most_counted(&mut self, part: &Node<Expression>, count: &Expr) -> Option<i64> {
        let value = self.polynomial(part);
        if let Some(value) = value.filter(|value| value.ty.signed && value.expr == *count) {
            return i64::try_from(value.ty.range().1).ok();
        }
        match &part.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Multiply => {
                let sides = [&b.node.lhs, &b.node.rhs].into_iter();
                { sides }.find_map(|side| self.most_counted(side, count))
            }
            Expression::Cast(cast) => self.most_counted(&cast.node.expression, count),
            _ => None,
        }
    }

    /// The factors of a heap array's size.
    pub fn heap_factors(
        &mut self,
        variable: &Variable<'_>,
        heap: &Heap<'_>,
    ) -> Option<Vec<Factor>> {
        let inner = self.inner(variable, heap)?;
        Some(self.size(variable, heap, &inner)?.factors)
    }

    /// The dimensions of the pointer's target.
    fn inner(&mut self, variable: &Variable<'_>, heap: &Heap<'_>) -> Option<Vec<Dim>> {
        match (heap.form, variable.declarator) {
            (Form::Flat, _) | (_, None) => Some(Vec::new()),
            (_, Some(declarator)) => self.rows(&declarator.node),
        }
    }

    /// A dimension that only the size of the allocation gives.
    fn counted_dim(&mut self, heap: &Heap<'_>, count: Expr) -> Dim {
        let at = heap.allocation.at.end..heap.allocation.at.end;
        let extent = count.without_products();
        let extent = extent.filter(|e| e.as_constant().is_none_or(|n| n > 0));
        Dim {
            brackets: at.clone(),
            size: at,
            extent,
            polynomial: Some(count),
            wanted: BTreeSet::new(),
            split: None,
            is_open: false,
            is_addressed: false,
            is_opaque: false,
        }
    }

    /// The dimensions of the rows that `(*a)[n][m]` points to.
    fn rows(&mut self, declarator: &Declarator) -> Option<Vec<Dim>> {
        let dims = row_dims(declarator)?;
        let dims: Vec<_> = dims.iter().map(|d| self.dimension(d)).collect();
        dims.iter().all(|d| d.declared().is_some()).then_some(dims)
    }

    fn dimension(&mut self, derived: &Node<DerivedDeclarator>) -> Dim {
        let size = match &derived.node {
            DerivedDeclarator::Array(array) => match &array.node.size {
                ArraySize::VariableExpression(e) => Some(&**e),
                _ => None,
            },
            _ => None,
        };
        self.dim(derived.span, size, self.base)
    }

    /// The size of an allocation, if all of its factors are understood.
    fn size(&mut self, variable: &Variable<'_>, heap: &Heap<'_>, inner: &[Dim]) -> Option<Size> {
        let target = Target {
            name: variable.at.start,
            dims: inner.iter().map(Dim::declared).collect::<Option<_>>()?,
            first_depth: 1,
            skipped: usize::from(heap.form != Form::Object),
        };
        let element = self.facts.type_of(variable.id).rank().1;
        let size = match heap.allocation.element {
            Some(bytes) => self.elements(element, bytes, &heap.allocation.size)?,
            None => self.bytes(element, &[target], &heap.allocation.size)?,
        };
        self.is_parametric(&size.count).then_some(size)
    }

    /// A number of elements, each of so many bytes, as a product of expressions.
    fn elements(&mut self, element: &Type, bytes: u64, size: &[&Node<Expression>]) -> Option<Size> {
        (element.bytes()? == bytes).then_some(())?;
        let mut reader = Reader {
            element,
            targets: &[],
            argument: 0,
            factors: Vec::new(),
            depth: 0,
        };
        for (argument, part) in size.iter().enumerate() {
            reader.argument = argument;
            reader.product(self, part)?;
        }
        let is_count = |f: &Factor| f.kind == FactorKind::Count;
        reader.factors.iter().all(is_count).then_some(())?;
        reader.size()
    }

    /// A number of bytes as a product of expressions, in elements. It may depend on iterators.
    pub fn bytes(
        &mut self,
        element: &Type,
        targets: &[Target],
        size: &[&Node<Expression>],
    ) -> Option<Size> {
        let mut reader = Reader {
            element,
            targets,
            argument: 0,
            factors: Vec::new(),
            depth: 0,
        };
        for (argument, part) in size.iter().enumerate() {
            reader.argument = argument;
            reader.product(self, part)?;
        }
        reader.finish()
    }
}

/// An array that an operand of `sizeof` may name.
#[derive(Clone, Debug)]
pub struct Target {
    /// The offset of its declaration.
    pub name: usize,
    /// Its dimensions below `first_depth` subscripts.
    pub dims: Vec<Expr>,
    /// The least number of subscripts or `*`: 1 for a pointer.
    pub first_depth: usize,
    /// The number of leading dimensions of the array that these skip.
    pub skipped: usize,
}

/// Finds the factors of a size.
struct Reader<'v> {
    element: &'v Type,
    targets: &'v [Target],
    /// The argument at hand.
    argument: usize,
    factors: Vec<Factor>,
    /// The number of initialisers around.
    depth: usize,
}

impl Reader<'_> {
    fn product(&mut self, eval: &mut Evaluator<'_>, expression: &Node<Expression>) -> Option<()> {
        if let Some(inner) = rounded_up(expression) {
            return self.product(eval, inner);
        }
        match &expression.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Multiply => {
                self.product(eval, &b.node.lhs)?;
                self.product(eval, &b.node.rhs)
            }
            Expression::SizeOfTy(of) => {
                self.of_type(eval, &of.node.0, eval.base.range(expression.span))
            }
            Expression::SizeOfVal(of) => {
                let (id, depth) = root_and_depth(&of.node.0, eval)?;
                let name = eval.symbols.variable(id).at.start;
                let whole = eval.base.range(expression.span);
                let Some(target) = self.targets.iter().find(|t| t.name == name) else {
                    return self.of_other(eval, (id, depth), whole);
                };
                let below = depth.checked_sub(target.first_depth)?;
                let count = product(target.dims.get(below..)?.iter())?;
                let kind = FactorKind::Target(target.skipped + below);
                self.push(kind, whole, None, count);
                Some(())
            }
            _ => self.count(eval, expression),
        }
    }

    fn push(
        &mut self,
        kind: FactorKind,
        whole: Range<usize>,
        number: Option<Range<usize>>,
        count: Expr,
    ) {
        self.factors.push(Factor {
            kind,
            argument: self.argument,
            number: number.unwrap_or(whole.clone()),
            whole,
            named: Some(count.clone()),
            count,
            is_wide: false,
        });
    }

    fn count(&mut self, eval: &mut Evaluator<'_>, expression: &Node<Expression>) -> Option<()> {
        let mut operand = expression;
        while let Expression::Cast(cast) = &operand.node {
            operand = &cast.node.expression;
        }
        if let Expression::BinaryOperator(b) = &operand.node
            && b.node.operator.node == BinaryOperator::Multiply
        {
            return self.product(eval, operand);
        }
        if let Some(count) = self.elements_in_object(eval, operand) {
            let whole = eval.base.range(expression.span);
            self.push(FactorKind::Bytes, whole, None, count);
            return Some(());
        }
        let count = eval.polynomial(expression)?;
        let named = eval.value(expression);
        let whole = eval.base.range(expression.span);
        let number = eval.base.range(operand.span);
        self.push(FactorKind::Count, whole, Some(number), count.expr);
        if let Some(factor) = self.factors.last_mut() {
            factor.is_wide = count.ty.bits > IntType::INT.bits;
            factor.named = named.map(|value| value.expr);
        }
        Some(())
    }

    /// The number of elements in the bytes that an object is set to by its initialiser alone, if
    /// that names the size of one.
    fn elements_in_object(
        &self,
        eval: &mut Evaluator<'_>,
        operand: &Node<Expression>,
    ) -> Option<Expr> {
        let Expression::Identifier(name) = &operand.node else {
            return None;
        };
        let id = eval.symbols.variable_at(eval.base.range(name.span).start)?;
        let initialiser = eval.lasting_initialiser(id)?;
        let mut reader = Reader {
            element: self.element,
            targets: self.targets,
            argument: self.argument,
            factors: Vec::new(),
            depth: self.depth + 1,
        };
        (reader.depth <= DEEPEST).then_some(())?;
        reader.product(eval, initialiser)?;
        let is_sized = reader.factors.iter().any(|f| f.kind.is_sized());
        is_sized.then(|| reader.finish())?.map(|size| size.count)
    }

    /// `sizeof(T)`, `sizeof(T[n][m])`
    fn of_type(
        &mut self,
        eval: &mut Evaluator<'_>,
        name: &Node<TypeName>,
        whole: Range<usize>,
    ) -> Option<()> {
        let at = eval.base.range(name.span).start;
        let named = eval.symbols.casts.get(&at)?.clone();
        let (rank, element) = named.rank();
        same_size(element, self.element).then_some(())?;
        let dims: &[Node<DerivedDeclarator>] = match &name.node.declarator {
            Some(declarator) if rank > 0 => &declarator.node.derived,
            _ => &[],
        };
        let is_array = |d: &Node<DerivedDeclarator>| matches!(d.node, DerivedDeclarator::Array(_));
        let dims: Vec<_> = dims.iter().filter(|d| is_array(d)).collect();
        (dims.len() == rank).then_some(())?;
        let one = Expr::constant(1);
        self.push(FactorKind::Element, whole, None, one);
        for derived in dims {
            let dim = eval.dimension(derived);
            let count = dim.declared()?;
            self.push(FactorKind::Dimension, dim.brackets, Some(dim.size), count);
        }
        Some(())
    }

    /// `sizeof *b`, for an element of another array that is as large.
    fn of_other(
        &mut self,
        eval: &Evaluator<'_>,
        (id, depth): (VarId, usize),
        whole: Range<usize>,
    ) -> Option<()> {
        let declared = eval.facts.type_of(id);
        let element = (0..depth).try_fold(declared, |ty, _| ty.target())?;
        let is_single = element.rank().0 == 0 && same_size(element, self.element);
        is_single.then(|| self.push(FactorKind::Element, whole, None, Expr::constant(1)))
    }

    fn finish(mut self) -> Option<Size> {
        match self.factors.iter().filter(|f| f.kind.is_sized()).count() {
            0 => self.take_element_size()?,
            1 => {}
            _ => return None,
        }
        self.size()
    }

    fn size(self) -> Option<Size> {
        let counts = self.factors.iter().map(|f| &f.count);
        let named: Option<Vec<&Expr>> = self.factors.iter().map(|f| f.named.as_ref()).collect();
        Some(Size {
            count: product(counts)?,
            named: named.and_then(|named| product(named.into_iter())),
            factors: self.factors,
        })
    }

    /// Finds the size of an element where there is no `sizeof`: `malloc(8 * n)` for `double`,
    /// `malloc(n)` for `char`.
    fn take_element_size(&mut self) -> Option<()> {
        let bytes = i64::try_from(self.element.bytes()?).ok()?;
        if bytes == 1 {
            return Some(());
        }
        let size = Expr::constant(bytes);
        let factor = self.factors.iter_mut().find(|f| f.count == size)?;
        factor.kind = FactorKind::Element;
        factor.count = Expr::constant(1);
        factor.named = Some(Expr::constant(1));
        Some(())
    }
}

impl Size {
    /// The number of rows of the given dimensions.
    fn rows(&self, inner: &[Expr]) -> Option<Expr> {
        let mut rest: Vec<&Expr> = self.factors.iter().map(|f| &f.count).collect();
        let below = self.factors.iter().find_map(|f| match f.kind {
            FactorKind::Target(depth) => Some(depth - 1),
            _ => None,
        });
        let covered = below.unwrap_or(inner.len());
        if below.is_some() {
            let skipped = product(inner[covered..].iter())?;
            let at = rest.iter().position(|p| **p == skipped)?;
            rest.remove(at);
        }
        for dim in &inner[..covered] {
            let at = rest.iter().position(|p| *p == dim)?;
            rest.remove(at);
        }
        product(rest.into_iter())
    }
}

/// The `x` in `(x + 63) / 64 * 64`, which is at least `x`.
fn rounded_up(expression: &Node<Expression>) -> Option<&Node<Expression>> {
    let (quotient, multiple) = operands(expression, &BinaryOperator::Multiply)?;
    let (sum, divisor) = operands(quotient, &BinaryOperator::Divide)?;
    let (inner, beyond) = operands(sum, &BinaryOperator::Plus)?;
    let number = |e: &Node<Expression>| constant::evaluate(&e.node, &mut |_| None);
    let (multiple, divisor, beyond) = (number(multiple)?, number(divisor)?, number(beyond)?);
    (multiple == divisor && beyond == divisor - 1 && divisor > 0).then_some(inner)
}

fn operands<'e>(
    expression: &'e Node<Expression>,
    operator: &BinaryOperator,
) -> Option<(&'e Node<Expression>, &'e Node<Expression>)> {
    match &expression.node {
        Expression::BinaryOperator(b) if b.node.operator.node == *operator => {
            Some((&*b.node.lhs, &*b.node.rhs))
        }
        _ => None,
    }
}

/// The object whose name an expression starts with, and the number of subscripts or `*`: 1 for `*a`
/// and `a[0]`.
fn root_and_depth(expression: &Node<Expression>, eval: &Evaluator<'_>) -> Option<(VarId, usize)> {
    let inner = match &expression.node {
        Expression::Identifier(name) => {
            let at = eval.base.range(name.span).start;
            return Some((eval.symbols.variable_at(at)?, 0));
        }
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
            &u.node.operand
        }
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
            &b.node.lhs
        }
        _ => return None,
    };
    let (id, depth) = root_and_depth(inner, eval)?;
    Some((id, depth + 1))
}

/// Whether values of both types take the same number of bytes.
pub(crate) fn same_size(a: &Type, b: &Type) -> bool {
    match (a.bytes(), b.bytes()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b && *a != Type::Unknown,
    }
}

/// The product of all factors.
pub(crate) fn product<'p>(mut all: impl Iterator<Item = &'p Expr>) -> Option<Expr> {
    let one = Expr::constant(1);
    all.try_fold(one, |product, factor| product.checked_mul(factor))
}
