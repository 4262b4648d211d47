//! The loops around a place, and the iteration in which a subscript has a value.

use super::after::{self, Renamed};
use super::peel;
use crate::bound::{difference, moved};
use crate::inner::inner;
use crate::nests::{Headers, NestText};
use c::names::file::Function;
use lang_c::ast::Statement;
use lang_c::span::Node;
use poly::Expr;
use print::c_text;
use source::{Edits, Span, Unit};

/// Iterations further from the first or last one stay in the loop.
const MOST_ITERATIONS: i64 = 2;

/// An end of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Its first iteration.
    First,
    /// Its last iteration.
    Last,
}

/// A loop at an end of which a subscript has a value.
#[derive(Clone, Debug)]
pub struct Cut<'f> {
    /// The loop, and the statements between it and the place.
    pub(super) around: Vec<Around<'f>>,
    /// The end that is nearer.
    pub side: Side,
    /// The value of its counter there.
    pub(super) value: Expr,
    /// Whether it is the outermost iteration.
    pub is_outermost: bool,
}

impl Cut<'_> {
    /// The loop.
    pub(super) fn whole(&self) -> &Around<'_> {
        &self.around[0]
    }

    /// The bytes of the loop.
    pub fn span(&self) -> Span {
        let nest = self.around[0].nest.as_ref();
        nest.map_or(Span::at(0), |nest| nest.span)
    }

    /// The condition that the loop has the iteration, if that is not known.
    pub(super) fn guard(&self, is_positive: &dyn Fn(&Expr) -> bool) -> Option<Option<String>> {
        let nest = self.whole().nest.as_ref()?;
        let (more, condition) = match self.side {
            Side::First => {
                let condition = less(&self.value, &nest.end);
                (nest.rows.end.checked_sub(&self.value)?, condition)
            }
            Side::Last => {
                let condition = less(&nest.first, &moved(&self.value, 1));
                let more = self.value.checked_sub(&nest.rows.first)?;
                (moved(&more, 1), condition)
            }
        };
        let is_number = more.as_constant().is_some_and(|more| more >= 1);
        Some((!is_number && !is_positive(&more)).then_some(condition))
    }
}

/// `a < b`, or `a <= b - 1` if that is shorter.
fn less(a: &Expr, b: &Expr) -> String {
    let strict = format!("{} < {}", c_text(a), c_text(b));
    let other = format!("{} <= {}", c_text(a), c_text(&moved(b, -1)));
    match other.len() < strict.len() {
        true => other,
        false => strict,
    }
}

/// A statement around a place.
#[derive(Clone, Debug)]
pub(super) struct Around<'f> {
    pub(super) statement: &'f Node<Statement>,
    /// Whether it is in a block.
    pub(super) is_item: bool,
    /// If it is a loop that counts up.
    pub(super) nest: Option<NestText>,
}

/// The loops of a function.
pub struct Loops<'f> {
    pub(super) headers: Headers<'f>,
    pub(super) unit: &'f Unit,
    pub(super) function: &'f Function<'f>,
}

impl<'f> Loops<'f> {
    /// The loops of a function.
    pub fn new(unit: &'f Unit, function: &'f Function<'f>) -> Self {
        Loops {
            headers: Headers::new(unit, function),
            unit,
            function,
        }
    }

    /// The loop that decides whether a subscript at a place has a value: in an iteration near one
    /// of its ends it has.
    pub fn deciding(&self, at: Span, subscript: &Expr, value: &Expr) -> Option<Cut<'f>> {
        let mut path = Vec::new();
        self.descend(&self.function.definition.statement, at, true, &mut path);
        let counted = |around: &Around<'f>| {
            let nest = around.nest.as_ref()?;
            subscript.mentions(&nest.counter).then_some(())
        };
        let mut counting = (0..path.len()).filter(|k| counted(&path[*k]).is_some());
        let (found, other) = (counting.next()?, counting.next());
        let nest = path[found].nest.as_ref().filter(|n| n.rows.step == 1)?;
        let counter = &nest.counter;
        let factor = subscript.coefficient(counter);
        if other.is_some() || !matches!(factor, 1 | -1) {
            return None;
        }
        let rest = subscript.checked_sub(&(Expr::var(counter) * factor))?;
        let value = value.checked_sub(&rest)? * factor;
        if value.mentions(counter) {
            return None;
        }
        let (side, is_outermost) = side(nest, &value)?;
        Some(Cut {
            around: path.split_off(found),
            side,
            value,
            is_outermost,
        })
    }

    /// The edits that write the iteration at an end of a loop before or after it. `is_positive`
    /// tells which expressions are known to be.
    pub fn peeled(&self, cut: &Cut<'f>, is_positive: &dyn Fn(&Expr) -> bool) -> Option<Edits> {
        peel::edits(self, cut, is_positive)
    }

    /// The edits that add a statement after a loop, in the loops inside of it that are around the
    /// place. `text` is that statement.
    pub fn after(
        &self,
        cut: &Cut<'f>,
        is_positive: &dyn Fn(&Expr) -> bool,
        text: &Renamed<'_>,
    ) -> Option<Edits> {
        after::edits(self, cut, is_positive, text)
    }

    /// The place of a node.
    pub(super) fn span(&self, offsets: lang_c::span::Span) -> Option<Span> {
        let span = self.unit.span_of(self.function.base.range(offsets)).ok()?;
        (!self.unit.holds_directive(span)).then_some(span)
    }

    fn holds(&self, offsets: lang_c::span::Span, at: Span) -> bool {
        let span = self.unit.span_of(self.function.base.range(offsets));
        span.is_ok_and(|span| span.contains(at))
    }

    /// Adds the statement to a path, and those inside of it, if they contain the place.
    fn descend(
        &self,
        statement: &'f Node<Statement>,
        at: Span,
        is_item: bool,
        path: &mut Vec<Around<'f>>,
    ) {
        if !self.holds(statement.span, at) {
            return;
        }
        path.push(Around {
            statement,
            is_item,
            nest: self.headers.nest(statement),
        });
        let are_items = matches!(statement.node, Statement::Compound(_));
        for inner in inner(statement) {
            self.descend(inner, at, are_items, path);
        }
    }
}

/// The end of a loop that is near the iteration with this value of the counter, and whether it is
/// that iteration.
fn side(nest: &NestText, value: &Expr) -> Option<(Side, bool)> {
    let near = |distance: Option<i64>| distance.filter(|d| (0..=MOST_ITERATIONS).contains(d));
    let after = |first: &Expr| near(difference(value, first));
    let before = |end: &Expr| near(difference(end, value).map(|d| d - 1));
    let first = after(&nest.first).or_else(|| after(&nest.rows.first));
    let last = before(&nest.end).or_else(|| before(&nest.rows.end));
    match (first, last) {
        (Some(first), Some(last)) if last < first => Some((Side::Last, last == 0)),
        (Some(first), _) => Some((Side::First, first == 0)),
        (None, Some(last)) => Some((Side::Last, last == 0)),
        (None, None) => None,
    }
}
