//! Pointers that a loop exchanges at the end of each step. In tiles, the number of the step decides
//! which is which:
//!
//! ```c
//! for (int t = 0; t < steps; t++) {          double *const even = a, *const odd = b;
//!     ...                                    for (int tt = 0; tt < steps; tt += 16)
//!     double *other = a;                         for (int t = tt; t < steps && t < tt + 16; t++) {
//!     a = b;                                         double *a = t % 2 ? odd : even,
//!     b = other;                                            *b = t % 2 ? even : odd;
//! }                                                  ...
//!                                                }
//!                                            if (steps > 0 && steps % 2) {
//!                                                double *other = a;
//!                                                ...
//! ```

use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Storage, Type};
use fuse::CountedLoop;
use lang_c::ast::{
    BinaryOperator, BlockItem, DeclarationSpecifier, DerivedDeclarator, Expression, Initializer,
    PointerQualifier, Statement,
};
use lang_c::span::Node;
use poly::Expr;
use print::{Sums, c_text};
use source::{Span, Unit};
use std::ops::Range;

/// The statements at the end of a loop's body that exchange two pointers.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    /// The pointers.
    pub(crate) names: [String; 2],
    /// Where the statements of the body start.
    pub(crate) body: u32,
    /// Where the exchange starts and ends.
    pub(crate) span: Span,
    /// Its place in the unit's text.
    range: Range<usize>,
    /// The type that the pointers point to, as it is written.
    target: String,
    /// Whether the pointers are used after the nest.
    is_used: bool,
}

impl Exchange {
    /// The exchange at the end of the body of a loop, and the number of items of the body before
    /// it.
    pub(crate) fn of(
        unit: &Unit,
        function: &Function<'_>,
        body: &Node<Statement>,
        whole: &Range<usize>,
    ) -> Option<(Self, usize)> {
        let Statement::Compound(items) = &body.node else {
            return None;
        };
        let count = items.len().checked_sub(3)?;
        let [first, second, third] = &items[count..] else {
            return None;
        };
        let (kept, a) = kept(function, first)?;
        let (to, b) = assigned(function, second)?;
        let (last, from) = assigned(function, third)?;
        if a.id != to.id || b.id != last.id || from.id != kept.id || a.id == b.id {
            return None;
        }
        let is_plain = |v: &Variable<'_>| {
            matches!(v.declared_type, Type::Pointer(_))
                && matches!(v.origin, Origin::Local | Origin::Parameter)
                && v.storage == Storage::Automatic
                && !v.address_taken
        };
        let range = |items: &[Node<BlockItem>]| {
            let (first, last) = (items.first()?, items.last()?);
            let base = function.base;
            Some(base.range(first.span).start..base.range(last.span).end)
        };
        let own = range(&items[count..])?;
        let writes = |v: &Variable<'_>| {
            let mut all = v.writes.iter().filter(|at| whole.contains(at));
            all.all(|at| own.contains(at))
        };
        let is_inner_object =
            |v: &Variable<'_>| whole.contains(&v.at.start) && !own.contains(&v.at.start);
        let is_kept_only = kept.mentions.iter().all(|at| own.contains(at));
        if ![a, b]
            .into_iter()
            .all(|v| is_plain(v) && writes(v) && !is_inner_object(v))
            || !is_plain(kept)
            || !is_kept_only
        {
            return None;
        }
        let after = |v: &Variable<'_>| v.mentions.iter().any(|at| *at >= whole.end);
        let mut loops = function.symbols.loops.iter();
        let is_inner = loops.any(|l| l.start < whole.start && whole.end <= l.end);
        // A variable that only the exchange sets would be left without use.
        let is_declared_here = own.contains(&kept.at.start);
        let exchange = Exchange {
            names: [a.name.clone(), b.name.clone()],
            body: unit.span_of(function.base.range(body.span)).ok()?.start + 1,
            span: unit.span_of(own.clone()).ok()?,
            range: own,
            target: target(unit, kept)?,
            is_used: after(a) || after(b) || is_inner || !is_declared_here,
        };
        (!unit.holds_directive(exchange.span)).then_some((exchange, count))
    }

    /// Whether a place in the unit's text is in it.
    pub(crate) fn contains(&self, at: usize) -> bool {
        self.range.contains(&at)
    }

    /// The declaration before the nest of names for both pointers, as they are in the first step.
    pub(crate) fn before(&self, names: &[String; 2]) -> String {
        let pairs = names.iter().zip(&self.names);
        let all: Vec<String> = pairs
            .map(|(name, pointer)| format!("*const {name} = {pointer}"))
            .collect();
        format!("{} {};", self.target, all.join(", "))
    }

    /// The declaration of the pointers of a step.
    pub(crate) fn of_step(
        &self,
        sums: &Sums<'_>,
        counted: &CountedLoop,
        names: &[String; 2],
    ) -> String {
        let counter = &counted.counter;
        let step = match counted.first.as_constant() {
            Some(first) if first >= 0 => counter.clone(),
            _ => {
                let step = Expr::var(counter) - counted.first.clone();
                format!("({})", sums.text(&step))
            }
        };
        let [mut even, mut odd] = names.each_ref();
        if starts_odd(counted) {
            (even, odd) = (odd, even);
        }
        let [a, b] = &self.names;
        let target = &self.target;
        format!("{target} *{a} = {step} % 2 ? {odd} : {even}, *{b} = {step} % 2 ? {even} : {odd};")
    }

    /// The condition under which the pointers are exchanged after all steps; `None` if they are
    /// not.
    pub(crate) fn after(&self, sums: &Sums<'_>, counted: &CountedLoop) -> Option<String> {
        if !self.is_used {
            return None;
        }
        let count = counted.end.checked_sub(&counted.first)?;
        if let Some(count) = count.as_constant() {
            return (count > 0 && count % 2 == 1).then(String::new);
        }
        let (first, end) = (sums.text(&counted.first), sums.text(&counted.end));
        let text = operand(sums, &count);
        let is_positive = match counted.ty.signed && is_name(&count) {
            true => format!("{text} > 0"),
            false => format!("{end} > {first}"),
        };
        Some(format!("{is_positive} && {text} % 2"))
    }
}

/// An expression as the operand of `-` or `%`.
fn operand(sums: &Sums<'_>, expr: &Expr) -> String {
    let text = sums.text(expr);
    match is_name(expr) || expr.as_constant().is_some_and(|c| c >= 0) {
        true => text,
        false => format!("({text})"),
    }
}

fn is_name(expr: &Expr) -> bool {
    *expr == Expr::var(&c_text(expr))
}

/// Whether the counter of the first step is an odd number.
pub(crate) fn starts_odd(counted: &CountedLoop) -> bool {
    let first = counted.first.as_constant();
    first.is_some_and(|first| first >= 0 && first % 2 == 1)
}

/// `T *kept = a;` or `kept = a;`
fn kept<'f>(
    function: &'f Function<'_>,
    item: &Node<BlockItem>,
) -> Option<(&'f Variable<'f>, &'f Variable<'f>)> {
    let BlockItem::Declaration(declaration) = &item.node else {
        return assigned(function, item);
    };
    let [only] = declaration.node.declarators.as_slice() else {
        return None;
    };
    let Initializer::Expression(value) = &only.node.initializer.as_ref()?.node else {
        return None;
    };
    let range = function.base.range(only.span);
    let mut variables = function.symbols.variables.iter();
    let declared = variables.find(|v| range.contains(&v.at.start))?;
    Some((declared, named(function, value)?))
}

/// `a = b;`
fn assigned<'f>(
    function: &'f Function<'_>,
    item: &Node<BlockItem>,
) -> Option<(&'f Variable<'f>, &'f Variable<'f>)> {
    let BlockItem::Statement(statement) = &item.node else {
        return None;
    };
    let Statement::Expression(Some(expression)) = &statement.node else {
        return None;
    };
    match &expression.node {
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
            Some((named(function, &b.node.lhs)?, named(function, &b.node.rhs)?))
        }
        _ => None,
    }
}

/// The variable that an expression is.
fn named<'f>(
    function: &'f Function<'_>,
    expression: &Node<Expression>,
) -> Option<&'f Variable<'f>> {
    let Expression::Identifier(name) = &expression.node else {
        return None;
    };
    let at = function.base.range(name.span).start;
    let id = function.symbols.variable_at(at)?;
    Some(function.symbols.variable(id))
}

/// The type that a pointer points to, as its declaration spells it.
fn target(unit: &Unit, variable: &Variable<'_>) -> Option<String> {
    let declarator = &variable.declarator?.node;
    let [derived] = declarator.derived.as_slice() else {
        return None;
    };
    let is_plain = matches!(&derived.node, DerivedDeclarator::Pointer(qualifiers)
        if qualifiers.iter().all(|q| !matches!(q.node, PointerQualifier::Extension(_))));
    let specifiers = &variable.declaration?.specifiers;
    let is_type = |s: &Node<DeclarationSpecifier>| {
        matches!(
            s.node,
            DeclarationSpecifier::TypeSpecifier(_) | DeclarationSpecifier::TypeQualifier(_)
        )
    };
    if !is_plain || !specifiers.iter().all(is_type) {
        return None;
    }
    let (from, to) = (specifiers.first()?.span, specifiers.last()?.span);
    let range = variable.base.range(from).start..variable.base.range(to).end;
    Some(unit.file.slice(unit.span_of(range).ok()?).into_owned())
}
