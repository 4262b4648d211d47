//! Loop nests, read from the syntax tree of a function.

use crate::exchange::Exchange;
use c::names::file::Function;
use c::names::types::Type;
use fuse::{CountedLoop, counted_loop, first_value};
use integer::IntType;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use schedule::Counter;
use source::{Span, Unit};
use std::ops::Range;

/// A loop nest.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The counters of the loops around it, outermost first.
    pub outer: Vec<Counter>,
    /// The outermost loop.
    pub(crate) root: Loop,
    /// Its units, in the order of the text.
    pub units: Vec<UnitText>,
    /// The pointers that its outermost loop exchanges.
    pub(crate) exchange: Option<Exchange>,
    /// Whether the nest is a statement of a block, with nothing else on its line.
    pub(crate) is_in_block: bool,
}

/// How statements without loops that follow each other in the innermost loop are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// As one unit, which has one tile.
    Together,
    /// As a unit each: borders on two sides.
    Apart,
}

/// A part of the text that is executed as a whole.
#[derive(Clone, Debug)]
pub struct UnitText {
    /// Its place in the user's file.
    pub span: Span,
    /// The counters of the loops around it: first those around the nest.
    pub counters: Vec<Counter>,
    /// The loops of the nest around it, outermost first.
    pub(crate) loops: Vec<CountedLoop>,
}

/// A loop of a nest.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) counted: CountedLoop,
    /// Its place in the unit's text.
    range: Range<usize>,
    /// The first value of the counter in its header.
    pub(crate) first: Span,
    /// The condition in its header.
    pub(crate) condition: Span,
    pub(crate) parts: Vec<Part>,
}

/// A part of the body of a loop.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Loop(Box<Loop>),
    /// The unit with this index.
    Unit(usize),
    /// A declaration that is executed in every tile.
    Declaration(Span),
    /// A test of sizes and counters around loops.
    Test(Test),
}

/// A test without an alternative, around parts.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub(crate) span: Span,
    pub(crate) parts: Vec<Part>,
}

impl Nest {
    /// Its place in the user's file.
    pub fn span(&self) -> Span {
        self.root.counted.span
    }

    /// Its place in the unit's text.
    pub(crate) fn range(&self) -> &Range<usize> {
        &self.root.range
    }

    /// Whether its outermost loop exchanges pointers at the end of each step.
    pub fn exchanges(&self) -> bool {
        self.exchange.is_some()
    }

    /// The largest number of its loops around a unit.
    pub fn depth(&self) -> usize {
        let own = self.units.iter().map(|unit| unit.loops.len());
        own.max().unwrap_or(0)
    }

    /// The first value of the counter of its outermost loop, and the value at which that loop ends.
    pub fn steps(&self) -> (&Expr, &Expr) {
        (&self.root.counted.first, &self.root.counted.end)
    }

    /// What distinguishes the loops around a unit from others: first those around the nest.
    pub fn loops_around(&self, unit: &UnitText) -> Vec<u32> {
        let outer = (0..self.outer.len()).map(|_| 0);
        let own = unit.loops.iter().map(|counted| counted.span.start);
        outer.chain(own).collect()
    }

    /// How many loops around a unit, and around the nest, contain a unit that is in as many loops
    /// as possible.
    pub fn common(&self, unit: &UnitText) -> usize {
        let depth = self.depth();
        let full = self.units.iter().filter(|other| other.loops.len() == depth);
        let own = full.map(|other| {
            let pairs = unit.loops.iter().zip(&other.loops);
            pairs.take_while(|(a, b)| a.span == b.span).count()
        });
        self.outer.len() + own.max().unwrap_or(0)
    }

    /// The loops around a unit that has as many as possible.
    pub(crate) fn longest(&self) -> &[CountedLoop] {
        let mut units = self.units.iter();
        let found = units.find(|unit| unit.loops.len() == self.depth());
        found.map_or(&[], |unit| &unit.loops)
    }

    /// The counters of these loops.
    pub fn longest_counters(&self) -> Vec<&str> {
        let counters = self.longest().iter();
        counters.map(|counted| counted.counter.as_str()).collect()
    }

    /// How often these loops run, in the spelling of parameters and in outer counters.
    pub fn longest_counts(&self) -> Vec<Option<Expr>> {
        let loops = self.longest().iter();
        let counts = loops.map(|counted| {
            let (first, end) = (&counted.values.first, &counted.values.end);
            end.checked_sub(first)
        });
        counts.collect()
    }

    /// The nests directly inside of its outermost loop, and of those that are no nests themselves.
    pub fn inner(&self) -> Vec<Nest> {
        let mut outer = self.outer.clone();
        outer.push(counter(&self.root.counted));
        let loops = loops_of(&self.root.parts).into_iter();
        loops
            .map(|inner| self.nest_of(inner, outer.clone()))
            .collect()
    }

    /// One of its loops as a nest of its own.
    fn nest_of(&self, inner: &Loop, outer: Vec<Counter>) -> Nest {
        let mut units = Vec::new();
        let root = self.renumbered(inner, outer.len() - self.outer.len(), &mut units);
        Nest {
            outer,
            root,
            units,
            exchange: None,
            is_in_block: self.root.parts.len() > 1 || self.is_in_block,
        }
    }

    /// A loop whose units are numbered anew.
    fn renumbered(&self, found: &Loop, less: usize, units: &mut Vec<UnitText>) -> Loop {
        let mut found = found.clone();
        self.renumber(&mut found.parts, less, units);
        found
    }

    fn renumber(&self, parts: &mut [Part], less: usize, units: &mut Vec<UnitText>) {
        for part in parts {
            match part {
                Part::Loop(inner) => **inner = self.renumbered(inner, less, units),
                Part::Test(test) => self.renumber(&mut test.parts, less, units),
                Part::Unit(at) => {
                    let mut unit = self.units[*at].clone();
                    unit.loops.drain(..less);
                    units.push(unit);
                    *at = units.len() - 1;
                }
                Part::Declaration(_) => {}
            }
        }
    }
}

impl UnitText {
    /// The counters of the loops of the nest around it, outermost first.
    pub(crate) fn names(&self) -> Vec<String> {
        self.loops.iter().map(|l| l.counter.clone()).collect()
    }

    /// A counter, and those of the loops inside of its loop.
    pub(crate) fn names_from(&self, counter: &str) -> Vec<String> {
        let names = self.names().into_iter();
        names.skip_while(|name| name != counter).collect()
    }
}

impl Loop {
    /// The units in it.
    pub(crate) fn units(&self) -> Vec<usize> {
        units_of(&self.parts)
    }

    /// Whether no loop is in it.
    pub(crate) fn is_innermost(&self) -> bool {
        loops_of(&self.parts).is_empty()
    }
}

/// The units in some parts.
pub(crate) fn units_of(parts: &[Part]) -> Vec<usize> {
    let units = parts.iter().flat_map(|part| match part {
        Part::Loop(inner) => inner.units(),
        Part::Test(test) => units_of(&test.parts),
        Part::Unit(at) => vec![*at],
        Part::Declaration(_) => Vec::new(),
    });
    units.collect()
}

/// The outermost loops in some parts.
fn loops_of(parts: &[Part]) -> Vec<&Loop> {
    let loops = parts.iter().flat_map(|part| match part {
        Part::Loop(inner) => vec![&**inner],
        Part::Test(test) => loops_of(&test.parts),
        Part::Unit(_) | Part::Declaration(_) => Vec::new(),
    });
    loops.collect()
}

/// A pointer from outside of a nest that the nest sets, if not by an exchange at the end of a step.
pub fn pointer_set(function: &Function<'_>, nest: &Nest) -> Option<String> {
    let exchanged = |at: usize| nest.exchange.as_ref().is_some_and(|e| e.contains(at));
    let is_inside = |at: usize| nest.root.range.contains(&at) && !exchanged(at);
    let mut variables = function.symbols.variables.iter();
    let found = variables.find(|v| {
        matches!(v.declared_type, Type::Pointer(_))
            && !is_inside(v.at.start)
            && v.writes.iter().any(|at| is_inside(*at))
    });
    found.map(|v| v.name.clone())
}

/// A loop around loops that is no nest.
#[derive(Clone, Debug)]
pub struct Unread {
    /// Its place in the user's file.
    pub span: Span,
    /// Why, as a sentence.
    pub reason: &'static str,
}

/// The outermost loop nests of a function with at least two loops, and the loops around loops that
/// are none. Declarations that are executed belong to a unit with the block around them.
pub fn nests(
    unit: &Unit,
    function: &Function<'_>,
    is_executed: &dyn Fn(Span) -> bool,
    points: Points,
) -> (Vec<Nest>, Vec<Unread>) {
    let mut reader = Reader {
        unit,
        function,
        is_executed,
        points,
        found: Vec::new(),
        unread: Vec::new(),
    };
    reader.statement(&function.definition.statement, false);
    (reader.found, reader.unread)
}

/// Whether the end of a loop is a sum of variables that may wrap around: `lo + n` as `unsigned`.
/// Tiles of such counters would need proofs with all remainders of 2^32.
fn may_wrap(counted: &CountedLoop) -> bool {
    let (first, end) = (&counted.first, &counted.end);
    let is_added = |(_, factor): (_, i64)| factor > 0;
    !counted.ty.signed
        && counted.ty.bits == IntType::INT.bits
        && first.as_constant().is_none()
        && end.terms().filter(|term| is_added(*term)).count() > 1
}

/// The first loop in a statement.
fn first_loop(statement: &Node<Statement>) -> Option<&Node<Statement>> {
    match &statement.node {
        Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => Some(statement),
        Statement::Compound(items) => items.iter().find_map(|item| match &item.node {
            BlockItem::Statement(inner) => first_loop(inner),
            _ => None,
        }),
        Statement::If(found) => {
            let other = found.node.else_statement.as_deref();
            first_loop(&found.node.then_statement).or_else(|| first_loop(other?))
        }
        Statement::Labeled(found) => first_loop(&found.node.statement),
        Statement::Switch(found) => first_loop(&found.node.statement),
        _ => None,
    }
}

struct Reader<'r> {
    unit: &'r Unit,
    function: &'r Function<'r>,
    is_executed: &'r dyn Fn(Span) -> bool,
    points: Points,
    found: Vec<Nest>,
    unread: Vec<Unread>,
}

impl Reader<'_> {
    fn statement(&mut self, statement: &Node<Statement>, is_in_block: bool) {
        match &statement.node {
            Statement::Compound(items) => {
                for item in items {
                    if let BlockItem::Statement(inner) = &item.node {
                        self.statement(inner, true);
                    }
                }
            }
            Statement::For(_) => self.nest(statement, is_in_block),
            Statement::While(found) => self.inside(statement, &found.node.statement),
            Statement::DoWhile(found) => self.inside(statement, &found.node.statement),
            Statement::If(found) => {
                self.statement(&found.node.then_statement, false);
                if let Some(other) = &found.node.else_statement {
                    self.statement(other, false);
                }
            }
            _ => {}
        }
    }

    fn nest(&mut self, statement: &Node<Statement>, is_in_block: bool) {
        let mut units = Units::default();
        if let Some(root) = self.loop_(statement, &mut units) {
            let nest = Nest {
                outer: Vec::new(),
                root,
                units: units.found,
                exchange: units.exchange,
                is_in_block,
            };
            match nest.depth() > 1 {
                true => self.found.push(nest),
                false => self.around_unread(statement),
            }
        } else if let Statement::For(found) = &statement.node {
            self.inside(statement, &found.node.statement);
        }
    }

    /// The nests in the body of a loop that is none.
    fn inside(&mut self, whole: &Node<Statement>, body: &Node<Statement>) {
        let known = (self.found.len(), self.unread.len());
        self.statement(body, false);
        let is_whole = known.0 == self.found.len();
        if let (true, Some(span), Some(inner)) =
            (is_whole, self.span(whole.span), self.span(body.span))
            && self.has_loop(inner)
        {
            self.unread.truncate(known.1);
            let reason = self.reason(whole);
            self.unread.push(Unread { span, reason });
        }
    }

    /// The nests in a loop that is understood, but not the loops in it.
    fn around_unread(&mut self, statement: &Node<Statement>) {
        let Statement::For(found) = &statement.node else {
            return;
        };
        let body = &found.node.statement;
        let known = (self.found.len(), self.unread.len());
        self.statement(body, false);
        let is_silent = known == (self.found.len(), self.unread.len());
        if is_silent
            && let Some(inner) = first_loop(body)
            && matches!(inner.node, Statement::For(_))
            && let Some(span) = self.span(inner.span)
        {
            let reason = self.reason(inner);
            self.unread.push(Unread { span, reason });
        }
    }

    fn has_loop(&self, span: Span) -> bool {
        let text = self.unit.file.slice(span);
        print::names_loop(&text)
    }

    /// Why a loop is no part of a nest.
    fn reason(&self, statement: &Node<Statement>) -> &'static str {
        let range = self.function.base.range(statement.span);
        let mut pragmas = self.unit.pragmas.iter();
        if pragmas.any(|p| range.contains(&(p.at as usize))) {
            return "a directive is inside of them";
        }
        let counted = || counted_loop(self.unit, self.function, statement);
        match &statement.node {
            Statement::For(_) if counted().is_some_and(|counted| may_wrap(&counted)) => {
                "a sum in the header may wrap around"
            }
            Statement::For(_) => "the header is not a count by one up to a bound",
            _ => "data decides how often they run",
        }
    }

    fn loop_(&self, statement: &Node<Statement>, units: &mut Units) -> Option<Loop> {
        let Statement::For(found) = &statement.node else {
            return None;
        };
        let counted = counted_loop(self.unit, self.function, statement)?;
        if counted.values.step != 1 || may_wrap(&counted) {
            return None;
        }
        let first = self.span(first_value(&found.node.initializer.node)?)?;
        let condition = self.span(found.node.condition.as_deref()?.span)?;
        let range = self.function.base.range(statement.span);
        let body = &found.node.statement;
        let exchange = match units.loops.is_empty() {
            true => Exchange::of(self.unit, self.function, body, &range),
            false => None,
        };
        units.loops.push(counted.clone());
        let parts = match (exchange, &body.node) {
            (Some((exchange, count)), Statement::Compound(items)) => {
                units.exchange = Some(exchange);
                self.items(body, &items[..count], units)
            }
            _ => self.parts(body, units),
        };
        units.loops.pop();
        Some(Loop {
            counted,
            range,
            first,
            condition,
            parts: parts?,
        })
    }

    /// The parts of the body of a loop.
    fn parts(&self, body: &Node<Statement>, units: &mut Units) -> Option<Vec<Part>> {
        match &body.node {
            Statement::Compound(items) => self.items(body, items, units),
            _ => Some(vec![self.part(body, units)?]),
        }
    }

    /// The parts of some items of a block.
    fn items(
        &self,
        body: &Node<Statement>,
        items: &[Node<BlockItem>],
        units: &mut Units,
    ) -> Option<Vec<Part>> {
        let known = units.found.len();
        // Statements beside loops may belong to different tiles.
        let is_point = self.points == Points::Together && !self.has_loop(self.span(body.span)?);
        let mut parts: Vec<Part> = Vec::new();
        for item in items {
            match &item.node {
                BlockItem::Statement(inner) => match self.part(inner, units)? {
                    Part::Unit(at) if is_point && matches!(parts.last(), Some(Part::Unit(_))) => {
                        units.join_last(at);
                    }
                    part => parts.push(part),
                },
                _ => parts.push(Part::Declaration(self.span(item.span)?)),
            }
        }
        let declared = parts.iter().filter_map(|part| match part {
            Part::Declaration(span) => Some(*span),
            _ => None,
        });
        let declared: Vec<Span> = declared.collect();
        let is_unit = declared.iter().any(|span| (self.is_executed)(*span));
        if is_unit || !declared.is_empty() && loops_of(&parts).is_empty() {
            units.found.truncate(known);
            return Some(vec![units.add(self.span(body.span)?)]);
        }
        Some(parts)
    }

    fn part(&self, statement: &Node<Statement>, units: &mut Units) -> Option<Part> {
        let known = units.found.len();
        if let Some(inner) = self.loop_(statement, units) {
            return Some(Part::Loop(Box::new(inner)));
        }
        units.found.truncate(known);
        if let Statement::If(test) = &statement.node
            && test.node.else_statement.is_none()
            && let Some(parts) = self.parts(&test.node.then_statement, units)
            && !loops_of(&parts).is_empty()
        {
            let span = self.span(statement.span)?;
            return Some(Part::Test(Test { span, parts }));
        }
        units.found.truncate(known);
        Some(units.add(self.span(statement.span)?))
    }

    fn span(&self, at: Offsets) -> Option<Span> {
        self.unit.span_of(self.function.base.range(at)).ok()
    }
}

/// The units that are found in a nest, and the loops around the present place.
#[derive(Default)]
struct Units {
    found: Vec<UnitText>,
    loops: Vec<CountedLoop>,
    exchange: Option<Exchange>,
}

impl Units {
    fn add(&mut self, span: Span) -> Part {
        self.found.push(UnitText {
            span,
            counters: self.loops.iter().map(counter).collect(),
            loops: self.loops.clone(),
        });
        Part::Unit(self.found.len() - 1)
    }

    /// A unit is the end of the unit before it.
    fn join_last(&mut self, at: usize) {
        if let Some(last) = self.found.pop()
            && at > 0
        {
            let before = &mut self.found[at - 1];
            before.span = before.span.to(last.span);
        }
    }
}

fn counter(counted: &CountedLoop) -> Counter {
    Counter {
        name: counted.counter.clone(),
        first: counted.values.first.clone(),
    }
}
