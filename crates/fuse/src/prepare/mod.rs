//! Loops in the form that nests of other loops have: rows of a border inside a loop over all rows,
//! rows and columns instead of all elements, loops that count up, tests inside of loops, loops in
//! another order. Copies of whole arrays. Elements that are reached through pointers to others in
//! their neighbourhood, by name.
//!
//! Nothing here looks at values: the caller proves the new text against the original.

mod borders;
mod continued;
mod copied;
mod descending;
mod distribute;
mod flat;
mod guarded;
mod interchange;
mod pointers;
mod running;
mod seeds;
mod single;
mod strided;
mod zeroed;

pub use continued::without_continue;
pub use distribute::{cuts_at, distributed};
pub use interchange::interchanged;
pub use running::running_as_sums;
pub use zeroed::Zeroed;

use crate::inner::{inner, is_loop};
use crate::nests::{Headers, NestText};
use c::names::file::Function;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::{Node, Span as Offsets};
use source::{Edits, Span, Unit};
use std::collections::BTreeMap;

/// A statement that is written in another form.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The statement.
    pub at: Span,
    /// The edits inside of it.
    pub edits: Edits,
    /// Whether it is of use without fused loops: arrays may become smaller.
    pub stays: bool,
    /// Whether the statements in it are not yet in another form themselves.
    pub is_open: bool,
}

impl Prepared {
    /// Edits that are of use in fused loops alone.
    fn new(at: Span, edits: Edits) -> Self {
        Prepared {
            at,
            edits,
            stays: false,
            is_open: false,
        }
    }
}

/// The statements of a function that may take part in a fused loop if they are written in another
/// form. `zeroed` are arrays whose zeros are to be written row by row.
pub fn prepared(
    unit: &Unit,
    function: &Function<'_>,
    zeroed: &BTreeMap<String, Zeroed>,
) -> Vec<Prepared> {
    let mut finder = Finder {
        unit,
        function,
        headers: Headers::new(unit, function),
        zeroed,
        loops: 0,
        found: Vec::new(),
    };
    finder.statement(&function.definition.statement);
    let named = pointers::replaced(unit, function);
    finder.found.extend(named);
    finder.found
}

/// The loops of a function that count down, beside others, as loops that count up with the same
/// iterations in the same order, and those beside them in that order, too.
pub fn mirrored(unit: &Unit, function: &Function<'_>) -> Vec<Prepared> {
    let headers = Headers::new(unit, function);
    let mut found = Vec::new();
    mirrored_in(&headers, &function.definition.statement, &mut found);
    found
}

fn mirrored_in(headers: &Headers<'_>, statement: &Node<Statement>, found: &mut Vec<Prepared>) {
    let all = inner(statement);
    if matches!(statement.node, Statement::Compound(_)) {
        for (own, edits) in descending::mirrored(headers, &all) {
            let (unit, function) = (headers.unit(), headers.function());
            if let Ok(at) = unit.span_of(function.base.range(own.span))
                && !unit.holds_directive(at)
            {
                found.push(Prepared::new(at, edits));
            }
        }
    }
    all.into_iter()
        .for_each(|own| mirrored_in(headers, own, found));
}

/// Whether zeros of an array with rows may be written: all of them, or those before the first row
/// and column that a nest sets. Tables of rows become arrays before, and calls that clear arrays
/// are beside nests before.
pub fn has_zeros(unit: &Unit, function: &Function<'_>, array: &str, zeroed: Zeroed) -> bool {
    let are_written = || {
        let wanted = BTreeMap::from([(array.to_string(), zeroed)]);
        let prepared = prepared(unit, function, &wanted);
        prepared.iter().any(|own| own.stays)
    };
    zeroed::may_be_table(function, array)
        || zeroed::is_cleared(function, array)
        || zeroed::may_have_borders(function, array) && are_written()
}

struct Finder<'f> {
    unit: &'f Unit,
    function: &'f Function<'f>,
    headers: Headers<'f>,
    zeroed: &'f BTreeMap<String, Zeroed>,
    /// The number of loops around the present place.
    loops: usize,
    found: Vec<Prepared>,
}

impl Finder<'_> {
    fn statement(&mut self, statement: &Node<Statement>) {
        match &statement.node {
            Statement::Compound(items) => self.block(items),
            loop_ => {
                let loops = usize::from(is_loop(loop_));
                self.loops += loops;
                for inner in inner(statement) {
                    if loops > 0 {
                        self.reversed(inner);
                    }
                    self.statement(inner);
                }
                self.loops -= loops;
            }
        }
    }

    /// A loop that counts up by one.
    fn by_one(&self, statement: &Node<Statement>) -> Option<NestText> {
        let nest = self.headers.nest(statement)?;
        (nest.rows.step == 1).then_some(nest)
    }

    fn block(&mut self, items: &[Node<BlockItem>]) {
        let statements = items.iter().filter_map(|item| match &item.node {
            BlockItem::Statement(statement) => Some(statement),
            _ => None,
        });
        let statements: Vec<&Node<Statement>> = statements.collect();
        let nests: Vec<Option<NestText>> = statements.iter().map(|s| self.by_one(s)).collect();
        let block = (statements.as_slice(), nests.as_slice());
        self.found.extend(zeroed::in_rows(
            &self.headers,
            items,
            block,
            self.loops == 0,
            self.zeroed,
        ));
        for (at, statement) in statements.iter().enumerate() {
            if nests[at].is_some() && self.without_continue(statement, &nests) {
                continue;
            }
            let edits = match &nests[at] {
                Some(nest) => flat::as_rows(&self.headers, statement, nest, block).or_else(|| {
                    borders::as_rows(self.unit, self.function, statement, nest, &nests)
                }),
                None => guarded::tested_inside(self.unit, self.function, statement)
                    .or_else(|| copied::as_rows(&self.headers, statement, block))
                    .or_else(|| single::as_row(&self.headers, statement, block))
                    .or_else(|| strided::as_test(&self.headers, statement, block))
                    .or_else(|| strided::to_common_end(&self.headers, statement, block))
                    .or_else(|| self.element(statement, &nests)),
            };
            if !self.add(statement.span, edits) {
                self.reversed(statement);
                self.statement(statement);
            }
        }
        let is_outermost = self.loops == 0;
        for item in items.iter().filter(|_| is_outermost) {
            let edits = seeds::as_row(self.unit, self.function, item, &nests);
            self.add(item.span, edits);
        }
    }

    /// Adds a loop beside others without `continue`. Returns whether it had one.
    fn without_continue(
        &mut self,
        statement: &Node<Statement>,
        nests: &[Option<NestText>],
    ) -> bool {
        let is_beside = nests.iter().flatten().count() > 1;
        let edits = is_beside.then(|| continued::as_else(self.unit, self.function, statement));
        let is_added = self.add(statement.span, edits.flatten());
        if let Some(own) = self.found.last_mut().filter(|_| is_added) {
            own.is_open = true;
        }
        is_added
    }

    /// An assignment between loops over vectors as an element of one. In a row it stays.
    fn element(&self, statement: &Node<Statement>, nests: &[Option<NestText>]) -> Option<Edits> {
        match self.loops {
            0 => borders::as_element(self.unit, self.function, statement, nests),
            _ => None,
        }
    }

    /// Lets a loop count up if it counts down.
    fn reversed(&mut self, statement: &Node<Statement>) {
        let edits = descending::reversed(self.unit, self.function, statement);
        self.add(statement.span, edits);
    }

    /// Adds the edits of a statement or declaration. Returns whether there are any that may be
    /// made.
    fn add(&mut self, item: Offsets, edits: Option<Edits>) -> bool {
        if let Some(edits) = edits
            && let Ok(at) = self.unit.span_of(self.function.base.range(item))
            && !self.unit.holds_directive(at)
        {
            self.found.push(Prepared::new(at, edits));
            return true;
        }
        false
    }
}

/// The only statement of a block; another statement itself. `None` for a block of several.
pub(crate) fn content(statement: &Node<Statement>) -> Option<&Node<Statement>> {
    let Statement::Compound(items) = &statement.node else {
        return Some(statement);
    };
    match items.as_slice() {
        [only] => match &only.node {
            BlockItem::Statement(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}
