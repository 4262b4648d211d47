//! The accesses of a nest to an array, as they are written.

use super::{Context, Side};
use crate::bounds::loop_bound;
use crate::nest::UnitText;
use c::names::file::Function;
use c::names::symbols::{VarId, Variable};
use c::syntax::expressions::{Chain, is_assignment, is_step};
use fuse::{CountedLoop, value_of};
use integer::IntType;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use print::Sums;
use std::collections::BTreeMap;

/// All accesses to an array.
#[derive(Debug)]
pub(in crate::write) struct Accesses {
    /// The name of the array.
    pub(in crate::write) name: String,
    id: VarId,
    /// Whether rows follow each other in one dimension: `a[y * w + x]`.
    pub(in crate::write) is_flat: bool,
    pub(super) found: Vec<Found>,
    /// By dimension: a counter that is its subscript.
    pub(in crate::write) counters: Vec<DimensionCounter>,
    /// The subscripts by text, if the array is flat.
    places: BTreeMap<String, Vec<Expr>>,
}

/// An access.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) is_write: bool,
    /// By dimension: the least subscript, and the first one beyond all.
    pub(super) least: Vec<Expr>,
    pub(super) end: Vec<Expr>,
}

/// A counter of a loop over a dimension.
#[derive(Clone, Debug)]
pub(in crate::write) struct DimensionCounter {
    pub(in crate::write) name: String,
    /// Its type, if loops declare it.
    pub(in crate::write) declared: Option<String>,
    ty: IntType,
    type_name: String,
}

impl DimensionCounter {
    fn of(context: &Context<'_>, counted: &CountedLoop) -> Self {
        let (_, name) = context.sums.own_type(counted.ty, &counted.type_name);
        DimensionCounter {
            name: counted.counter.clone(),
            declared: counted.is_declared.then(|| name.to_string()),
            ty: counted.ty,
            type_name: counted.type_name.clone(),
        }
    }

    /// A value of the counter.
    pub(in crate::write) fn text(&self, sums: &Sums<'_>, sum: &Expr, from: Option<&str>) -> String {
        match (&self.declared, from) {
            (None, _) => sums.converted(sum, from, self.ty, &self.type_name),
            (Some(_), Some(name)) => sums.text_from(name, sum),
            (Some(_), None) => sums.text(sum),
        }
    }

    /// The same for a text that has the type of the loop's own counters.
    pub(in crate::write) fn of_text(&self, sums: &Sums<'_>, text: String) -> String {
        let is_wide = sums.own_type(self.ty, &self.type_name).1 != self.type_name;
        match self.declared.is_none() && is_wide {
            true => format!("({})({text})", self.type_name),
            false => text,
        }
    }
}

impl Accesses {
    /// The accesses of a nest to an array.
    pub(super) fn of(
        context: &Context<'_>,
        name: &str,
        extents: &[Option<Expr>],
    ) -> Result<Self, String> {
        let (mut accesses, texts) = Accesses::read(context, name, extents)?;
        let mut dims: Vec<Option<DimensionCounter>> = vec![None; extents.len()];
        for text in &texts {
            let place = accesses.place(context, extents, text);
            let place = place.ok_or_else(|| format!("a subscript of `{name}` is no sum"))?;
            let unit = unit_at(context, text.at)
                .ok_or_else(|| format!("`{name}` is used beside the statements of the nest"))?;
            let bound = |side| {
                let all = place.iter().map(|expr| loop_bound(unit, expr, side));
                all.collect::<Option<Vec<Expr>>>()
                    .ok_or_else(|| format!("a subscript of `{name}` has no bounds"))
            };
            let most = bound(Side::Most)?.into_iter();
            accesses.found.push(Found {
                is_write: text.is_write,
                least: bound(Side::Least)?,
                end: most.map(|most| most + Expr::constant(1)).collect(),
            });
            for (known, subscript) in dims.iter_mut().zip(&place) {
                *known = known.take().or(counter_of(context, unit, subscript));
            }
        }
        let dims: Option<Vec<DimensionCounter>> = dims.into_iter().collect();
        accesses.counters =
            dims.ok_or_else(|| format!("no loop counts over a dimension of `{name}`"))?;
        Ok(accesses)
    }

    /// The accesses of a nest to an array, whose subscripts are known elsewhere. Dimensions over
    /// which no loop counts have the counter of another one.
    pub(in crate::write) fn with_texts(
        context: &Context<'_>,
        name: &str,
        extents: &[Option<Expr>],
    ) -> Result<Self, String> {
        let (mut accesses, texts) = Accesses::read(context, name, extents)?;
        let mut dims: Vec<Option<DimensionCounter>> = vec![None; extents.len()];
        for text in &texts {
            let place = accesses.place(context, extents, text);
            if accesses.is_flat && place.is_none() {
                return Err(format!("a subscript of `{name}` is no sum"));
            }
            let own = text
                .subscripts
                .iter()
                .map(|(subscript, _)| subscript.clone());
            let place = match place {
                Some(place) => place.into_iter().map(Some).collect(),
                None => own.collect::<Vec<_>>(),
            };
            let Some(unit) = unit_at(context, text.at) else {
                continue;
            };
            for (known, subscript) in dims.iter_mut().zip(&place) {
                let counter = subscript
                    .as_ref()
                    .and_then(|own| counter_of(context, unit, own));
                *known = known.take().or(counter);
            }
        }
        let mut free: Vec<DimensionCounter> = { context.nest.longest().iter() }
            .map(|counted| DimensionCounter::of(context, counted))
            .filter(|own| dims.iter().flatten().all(|known| known.name != own.name))
            .collect();
        for known in dims.iter_mut().filter(|known| known.is_none()) {
            *known = free.pop();
        }
        let dims: Option<Vec<DimensionCounter>> = dims.into_iter().collect();
        accesses.counters =
            dims.ok_or_else(|| format!("no loop counts over a dimension of `{name}`"))?;
        Ok(accesses)
    }

    /// The accesses of a nest to an array, without their bounds, and their texts.
    fn read(
        context: &Context<'_>,
        name: &str,
        extents: &[Option<Expr>],
    ) -> Result<(Self, Vec<AccessText>), String> {
        let function = context.function;
        let range = context.nest.range();
        let is_here =
            |v: &&Variable<'_>| v.name == *name && v.mentions.iter().any(|at| range.contains(at));
        let mut variables = function.symbols.variables.iter().filter(is_here);
        let (Some(variable), None) = (variables.next(), variables.next()) else {
            return Err(format!("`{name}` is no variable of the function"));
        };
        if fuse::is_in_macro(context.unit, name) {
            return Err(format!("a macro contains `{name}`"));
        }
        let mut reader = Reader {
            function,
            id: variable.id,
            texts: Vec::new(),
        };
        let body = &function.definition.statement;
        reader.visit_statement(&body.node, &body.span);
        let inside = |at: &&usize| range.contains(at);
        let texts = reader.texts.into_iter().filter(|t| range.contains(&t.at));
        let texts: Vec<AccessText> = texts.collect();
        if texts.len() != variable.mentions.iter().filter(inside).count() {
            return Err(format!("`{name}` is used without subscripts"));
        }
        let accesses = Accesses {
            name: name.to_string(),
            id: variable.id,
            is_flat: texts.iter().all(|t| t.subscripts.len() == 1) && extents.len() == 2,
            found: Vec::new(),
            counters: Vec::new(),
            places: BTreeMap::new(),
        };
        Ok((accesses, texts))
    }

    /// The array.
    pub(in crate::write) fn variable<'f>(&self, function: &'f Function<'_>) -> &'f Variable<'f> {
        function.symbols.variable(self.id)
    }

    /// The subscripts by dimension of a flat array.
    pub(super) fn place_of(&self, text: &str) -> Option<&[Expr]> {
        self.places.get(text).map(Vec::as_slice)
    }

    /// The subscripts of an access by dimension.
    fn place(
        &mut self,
        context: &Context<'_>,
        extents: &[Option<Expr>],
        text: &AccessText,
    ) -> Option<Vec<Expr>> {
        if !self.is_flat {
            let is_all = text.subscripts.len() == extents.len();
            let all = text.subscripts.iter().map(|(e, _)| e.clone());
            return is_all.then(|| all.collect::<Option<Vec<Expr>>>())?;
        }
        let (subscript, range) = text.subscripts.first()?;
        let subscript = subscript.as_ref()?;
        let width = extents[1].as_ref()?;
        let row = quotient(subscript, width)?;
        let column = subscript.checked_sub(&row.checked_mul(width)?)?;
        let span = context.unit.span_of(range.clone()).ok()?;
        let place = vec![row, column];
        let own = context.unit.file.slice(span).into_owned();
        self.places.insert(own, place.clone());
        Some(place)
    }
}

/// The loop around a unit whose counter is a subscript, but for a rest.
fn counter_of(
    context: &Context<'_>,
    unit: &UnitText,
    subscript: &Expr,
) -> Option<DimensionCounter> {
    let mut loops = unit.loops.iter();
    let counted = loops.find(|l| subscript.coefficient(&l.counter) == 1)?;
    Some(DimensionCounter::of(context, counted))
}

/// The unit of a nest at a place of the unit's text.
fn unit_at<'c>(context: &Context<'c>, at: usize) -> Option<&'c UnitText> {
    let span = context.unit.span_of(at..at + 1).ok()?;
    context
        .nest
        .units
        .iter()
        .find(|unit| unit.span.contains(span))
}

/// The part of a sum that is multiplied by a width: `y + 1` of `y * w + w + x`.
fn quotient(sum: &Expr, width: &Expr) -> Option<Expr> {
    let mut names = width.terms().filter_map(|(atom, factor)| match atom {
        Atom::Var(name) if factor == 1 => Some(name.clone()),
        _ => None,
    });
    let name = match (names.next(), width.as_constant()) {
        (Some(name), _) => Some(name),
        (None, Some(_)) => None,
        (None, None) => return None,
    };
    let mut row = Expr::constant(0);
    for (atom, factor) in sum.terms() {
        let part = match (atom, &name) {
            (Atom::Product(parts), Some(name)) => {
                let at = parts.iter().position(|p| *p == Atom::Var(name.clone()))?;
                let mut rest = parts.clone();
                rest.remove(at);
                let mut rest = rest.into_iter().map(Expr::atom);
                let one = Expr::constant(1);
                rest.try_fold(one, |all, part| all.checked_mul(&part))? * factor
            }
            (Atom::Var(own), Some(name)) if own == name => Expr::constant(factor),
            (own, None) => {
                let width = width.as_constant()?;
                match factor % width == 0 && width > 1 {
                    true => Expr::atom(own.clone()) * (factor / width),
                    false => continue,
                }
            }
            _ => continue,
        };
        row = row.checked_add(&part)?;
    }
    Some(row)
}

/// An access in the text.
#[derive(Debug)]
struct AccessText {
    /// The place of the array's name.
    at: usize,
    /// The subscripts, as sums if they are some, each with its place.
    subscripts: Vec<(Option<Expr>, std::ops::Range<usize>)>,
    is_write: bool,
}

struct Reader<'r> {
    function: &'r Function<'r>,
    id: VarId,
    texts: Vec<AccessText>,
}

impl Reader<'_> {
    /// The name and the subscripts of an element.
    fn element<'e>(
        &self,
        expression: &'e Expression,
    ) -> Option<(usize, Vec<&'e Node<Expression>>)> {
        let Expression::BinaryOperator(b) = expression else {
            return None;
        };
        let Chain { root, mut steps } = Chain::of(&b.node.lhs);
        steps.push(&b.node.rhs);
        let Expression::Identifier(name) = &root.node else {
            return None;
        };
        let at = self.function.base.range(name.span).start;
        let is_own = self.function.symbols.variable_at(at) == Some(self.id);
        let is_element = b.node.operator.node == BinaryOperator::Index && is_own;
        is_element.then_some((at, steps))
    }

    fn note(&mut self, expression: &Expression, is_write: bool) -> Option<()> {
        let (at, all) = self.element(expression)?;
        let subscript = |e: &&Node<Expression>| (value_of(e), self.function.base.range(e.span));
        self.texts.push(AccessText {
            at,
            subscripts: all.iter().map(subscript).collect(),
            is_write,
        });
        Some(())
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let (target, others) = match expression {
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                (Some(&*b.node.lhs), Some(&*b.node.rhs))
            }
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
                (Some(&*u.node.operand), None)
            }
            _ => (None, None),
        };
        if let Some(target) = target
            && self.note(&target.node, true).is_some()
        {
            if let Some(other) = others {
                self.visit_expression(&other.node, &other.span);
            }
            return;
        }
        if self.note(expression, false).is_some() {
            return;
        }
        visit::visit_expression(self, expression, span);
    }
}
