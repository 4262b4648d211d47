//! Loop nests and what stands between them in a block, read from the syntax tree of a function.

mod effects;
mod header;
mod macros;

use crate::bound::difference;
use crate::fixed;
use crate::inner::{inner, is_loop};
use c::names::file::Function;
use c::names::types::Type;
use c::syntax::declarators::declared_name;
use effects::{Effects, may_move};
pub(crate) use effects::{follows, is_test_of_values};
pub use header::{BLOCK, constants, first_value};
pub(crate) use header::{Headers, start, step};
use integer::IntType;
use lang_c::ast::{BlockItem, Declaration, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use print::{Header, names_loop};
use schedule::Bounds;
use source::{Span, Unit, layout};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::Range;

/// Statements and declarations that follow each other in one block, with no directive between
/// them. Each may change its place among the others, as far as values allow.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Two of them at least are nests.
    pub items: Vec<Item>,
    /// How many loops contain them.
    pub depth: usize,
    /// They are the loops over the points of a row: they contain no loop, and mention the counter
    /// of the loop around them.
    pub is_in_rows: bool,
    /// A loop over blocks of iterations contains them.
    pub is_in_blocks: bool,
    /// The first two nests that name the same array, with each array that both name.
    pub shared: Vec<(Span, Span, String)>,
    /// Whether two nests at least may access more than variables: no array is between others.
    pub touches_memory: bool,
}

/// Two loops with something between them that has to stay there: a jump, a directive, text that
/// cannot be moved.
#[derive(Clone, Debug)]
pub struct Parted {
    /// The earlier loop.
    pub first: Span,
    /// The later loop.
    pub second: Span,
    /// The arrays that both name, one at least.
    pub arrays: Vec<String>,
    /// What is between them, or the one of both that is no nest.
    pub by: Span,
    /// Whether one of both is no nest.
    pub is_other: bool,
}

/// A statement or declaration of a block.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its bytes in the user's file, with a comment behind it on the same line.
    pub span: Span,
    /// The end of what precedes it: comments behind that belong to it.
    pub(crate) after: u32,
    /// Whether nothing but comments is between both.
    follows: bool,
    /// The loop nest that it is, if it counts up.
    pub nest: Option<NestText>,
    /// Whether it is a loop, or a test around one.
    pub is_loop: bool,
    /// What leaves the function if it is a test of allocations.
    pub(crate) exit: Option<Span>,
    /// Whether it only frees memory.
    pub(crate) is_free: bool,
    effects: Effects,
}

/// A loop nest, in bytes of the user's file.
#[derive(Clone, Debug)]
pub struct NestText {
    /// The whole statement.
    pub span: Span,
    /// The end of what precedes it.
    pub(crate) after: u32,
    /// The body of the outermost loop.
    pub(crate) body: Span,
    /// The counter of the outermost loop.
    pub counter: String,
    /// The type in its declaration, if the loop declares it.
    pub(crate) declared: Option<String>,
    /// Its type.
    pub(crate) ty: IntType,
    /// Its values; names that stand for expressions are replaced by these.
    pub rows: Bounds,
    /// The first value of the counter.
    pub(crate) first: Expr,
    /// The value at which the loop ends.
    pub(crate) end: Expr,
    /// The variables in both, whose values may be any of their types.
    pub(crate) variables: BTreeSet<String>,
    /// Its body is a test that holds in one row only.
    pub(crate) is_single: bool,
}

/// A loop that counts up.
#[derive(Clone, Debug)]
pub struct CountedLoop {
    /// The whole statement.
    pub span: Span,
    /// Its body.
    pub body: Span,
    /// Its counter.
    pub counter: String,
    /// The type of the counter.
    pub ty: IntType,
    /// The name of that type in the text.
    pub type_name: String,
    /// Whether the loop declares the counter.
    pub is_declared: bool,
    /// The first value of the counter, as it is written.
    pub first: Expr,
    /// The value of the counter at which the loop ends, as it is written.
    pub end: Expr,
    /// The values of the counter; names that stand for expressions are replaced by these.
    pub values: Bounds,
}

/// A statement as a loop that counts up, with no directive in it.
pub fn counted_loop(
    unit: &Unit,
    function: &Function<'_>,
    statement: &Node<Statement>,
) -> Option<CountedLoop> {
    let nest = Headers::new(unit, function).nest(statement)?;
    Some(CountedLoop {
        type_name: nest.type_name(),
        span: nest.span,
        body: nest.body,
        is_declared: nest.declared.is_some(),
        counter: nest.counter,
        ty: nest.ty,
        first: nest.first,
        end: nest.end,
        values: nest.rows,
    })
}

impl Sequence {
    /// With some names in the bounds of loops at their values.
    pub fn at_values(self, value: &impl Fn(&str) -> Option<i64>) -> Sequence {
        let number = |name: &str| value(name).map(Expr::constant);
        let mut sequence = self.rows_at_values(value);
        for nest in sequence.nests_mut() {
            nest.first = nest.first.substitute(&number);
            nest.end = nest.end.substitute(&number);
        }
        sequence
    }

    /// The same for what is known of the bounds; their texts keep the names.
    pub fn rows_at_values(mut self, value: &impl Fn(&str) -> Option<i64>) -> Sequence {
        let number = |name: &str| value(name).map(Expr::constant);
        for nest in self.nests_mut() {
            nest.rows.first = nest.rows.first.substitute(&number);
            nest.rows.end = nest.rows.end.substitute(&number);
        }
        self
    }

    fn nests_mut(&mut self) -> impl Iterator<Item = &mut NestText> {
        self.items.iter_mut().filter_map(|item| item.nest.as_mut())
    }

    /// The runs of nests with the same bounds that follow each other, each of at least two.
    pub fn of_same_bounds(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (at, pair) in self.items.windows(2).enumerate() {
            let (Some(a), Some(b)) = (&pair[0].nest, &pair[1].nest) else {
                continue;
            };
            match runs.last_mut() {
                _ if !a.has_bounds_of(b) => {}
                Some(run) if run.end == at + 1 => run.end = at + 2,
                _ => runs.push(at..at + 2),
            }
        }
        runs
    }
}

impl NestText {
    /// The header of a loop over its counter.
    pub(crate) fn header(&self, first: impl Display) -> Header<'_> {
        Header::new(self.declared.as_deref(), &self.counter, first)
    }

    /// The three parts of its header as they are written; `None` if it is no `for` loop.
    pub fn written_header(&self, unit: &Unit) -> Option<[String; 3]> {
        let header = unit.file.slice(Span::new(
            self.span.start,
            self.body.start.max(self.span.start),
        ));
        let parts = header.strip_prefix("for")?.trim().strip_prefix('(')?;
        let parts = parts.rsplit_once(')').map_or(parts, |(parts, _)| parts);
        let parts = parts.split(';').map(|part| part.split_whitespace());
        let parts: Vec<String> = parts
            .map(|words| words.collect::<Vec<_>>().join(" "))
            .collect();
        parts.try_into().ok()
    }

    /// The type of its counter in C.
    pub(crate) fn type_name(&self) -> String {
        match (&self.declared, self.ty.bits, self.ty.signed) {
            (Some(ty), ..) => ty.clone(),
            (None, 64, true) => "long".to_string(),
            (None, 64, false) => "unsigned long".to_string(),
            (None, _, true) => "int".to_string(),
            (None, _, false) => "unsigned".to_string(),
        }
    }

    /// The type of a sum of its counter and a number, without a conversion that compilers warn of:
    /// C computes in `int` at least.
    pub(crate) fn sum_type_name(&self) -> String {
        match self.ty.bits < IntType::INT.bits {
            true => "int".to_string(),
            false => self.type_name(),
        }
    }

    /// Whether its body contains a loop.
    pub(crate) fn has_loops(&self, unit: &Unit) -> bool {
        names_loop(&unit.file.slice(self.body))
    }

    fn has_bounds_of(&self, other: &NestText) -> bool {
        difference(&self.first, &other.first) == Some(0)
            && difference(&self.end, &other.end) == Some(0)
            && self.rows.step == other.rows.step
            && self.ty == other.ty
            && !self.is_single
            && !other.is_single
    }
}

impl Item {
    /// Its bytes without comments.
    pub fn nest_span(&self) -> Span {
        self.nest.as_ref().map_or(self.span, |nest| nest.span)
    }

    /// Whether a later item must stay behind this one because of a variable that only one of them
    /// may set, or that has to be declared. Elements of arrays do not count.
    pub fn precedes(&self, later: &Item) -> bool {
        let both = self.nest.is_some() && later.nest.is_some();
        !both && self.effects.meet(&later.effects)
    }
}

/// The sequences of a function that contain two nests at least, and loops in different sequences
/// of one block.
pub fn sequences(unit: &Unit, function: &Function<'_>) -> (Vec<Sequence>, Vec<Parted>) {
    let mut reader = Reader {
        unit,
        function,
        headers: Headers::new(unit, function),
        counters: Vec::new(),
        blocks: 0,
        found: Vec::new(),
        parted: Vec::new(),
    };
    reader.statement(&function.definition.statement, 0);
    let fixed = fixed::values(function);
    let value = |name: &str| fixed.get(name).copied();
    let found = reader.found.into_iter().map(|s| s.at_values(&value));
    (found.collect(), reader.parted)
}

struct Reader<'r> {
    unit: &'r Unit,
    function: &'r Function<'r>,
    headers: Headers<'r>,
    /// The loops around, outermost first.
    counters: Vec<Around>,
    /// How many of them are loops over blocks of iterations.
    blocks: usize,
    found: Vec<Sequence>,
    parted: Vec<Parted>,
}

/// A loop around the present place.
struct Around {
    /// Its counter, if that is known.
    counter: Option<String>,
    /// The objects that are declared with values computed from it.
    computed: BTreeSet<String>,
}

impl Around {
    fn is_counter(&self, name: &str) -> bool {
        self.counter.as_deref() == Some(name)
    }

    fn has(&self, name: &str) -> bool {
        self.is_counter(name) || self.computed.contains(name)
    }
}

impl Reader<'_> {
    fn statement(&mut self, statement: &Node<Statement>, depth: usize) {
        match &statement.node {
            Statement::Compound(items) => {
                let open = self.span(statement.span).map(|span| span.start + 1);
                self.block(items, open, depth);
            }
            loop_ if is_loop(loop_) => {
                let counter = self.headers.nest(statement).map(|nest| nest.counter);
                let blocks = usize::from(self.headers.is_over_blocks(statement));
                self.counters.push(Around {
                    counter,
                    computed: BTreeSet::new(),
                });
                self.blocks += blocks;
                inner(statement)
                    .into_iter()
                    .for_each(|s| self.statement(s, depth + 1));
                self.blocks -= blocks;
                self.counters.pop();
            }
            _ => inner(statement)
                .into_iter()
                .for_each(|s| self.statement(s, depth)),
        }
    }

    fn block(&mut self, items: &[Node<BlockItem>], open: Option<u32>, depth: usize) {
        let mut sequence: Vec<Item> = Vec::new();
        let mut end = open;
        let mut parting = Parting::default();
        for item in items {
            match &item.node {
                BlockItem::Statement(statement) => self.statement(statement, depth),
                BlockItem::Declaration(declaration) => self.declaration(&declaration.node),
                BlockItem::StaticAssert(_) => {}
            }
            let found = self.item(item, end);
            let follows = found.as_ref().is_some_and(|f| f.follows) || sequence.is_empty();
            if !follows {
                let place = found.as_ref().and_then(|f| self.directive(end, f));
                parting.part(place.or_else(|| self.span(item.span)));
                self.close(std::mem::take(&mut sequence), depth);
            }
            if let (Some(found), BlockItem::Statement(statement)) = (&found, &item.node)
                && matches!(statement.node, Statement::For(_))
            {
                let parted = parting.add(self.function, found);
                self.parted.extend(parted);
            }
            end = self.span(item.span).map(|span| self.end(span));
            sequence.extend(found);
        }
        self.close(sequence, depth);
    }

    /// Notes the numbers that a declaration computes from the counter of the loop around it.
    fn declaration(&mut self, declaration: &Declaration) {
        for declarator in &declaration.declarators {
            let text = self.span(declarator.span);
            let text = text.map(|span| self.unit.file.slice(span).into_owned());
            let text = text.unwrap_or_default();
            if let Some(around) = self.counters.last_mut()
                && declarator.node.initializer.is_some()
                && source::names(&text).any(|name| around.has(name))
                && let Some(name) = declared_name(&declarator.node.declarator)
            {
                around.computed.insert(name.node.name.clone());
            }
        }
    }

    /// The directive between a place and an item.
    fn directive(&self, end: Option<u32>, item: &Item) -> Option<Span> {
        let between = Span::new(end?, item.span.start.max(end?));
        let mut directives = self.unit.directives.iter();
        directives
            .find(|line| line.start < between.end && between.start < line.end)
            .copied()
    }

    fn close(&mut self, mut items: Vec<Item>, depth: usize) {
        let is_nest = |item: &Item| item.nest.is_some();
        if items.iter().filter(|item| is_nest(item)).count() < 2 {
            let parted = self.of_other_kinds(&items);
            self.parted.extend(parted);
        }
        items.truncate(items.iter().rposition(is_nest).map_or(0, |last| last + 1));
        items.drain(..items.iter().position(is_nest).unwrap_or(0));
        if items.iter().filter(|item| is_nest(item)).count() > 1 {
            self.found.push(Sequence {
                is_in_rows: self.are_in_rows(&items),
                is_in_blocks: self.blocks > 0,
                touches_memory: { items.iter() }
                    .filter(|item| is_nest(item) && item.effects.touches_memory)
                    .nth(1)
                    .is_some(),
                shared: self.shared(&items),
                items,
                depth,
            });
        }
    }

    /// Two loops with an array of both of which one at least is no nest.
    fn of_other_kinds(&self, items: &[Item]) -> Option<Parted> {
        let is_stage = |item: &&Item| item.is_loop && self.is_nested(item.span);
        let loops: Vec<&Item> = items.iter().filter(is_stage).collect();
        loops.windows(2).find_map(|pair| {
            let arrays = names(self.function, pair[0], pair[1])?;
            let other = pair.iter().find(|item| item.nest.is_none())?;
            Some(Parted {
                first: pair[0].nest_span(),
                second: pair[1].nest_span(),
                arrays,
                by: other.nest_span(),
                is_other: true,
            })
        })
    }

    /// Whether a loop contains another one.
    fn is_nested(&self, span: Span) -> bool {
        let text = self.unit.file.slice(span);
        let loops = source::names(&text).filter(|name| matches!(*name, "for" | "while"));
        loops.count() > 1
    }

    fn shared(&self, items: &[Item]) -> Vec<(Span, Span, String)> {
        let nests = || items.iter().filter(|item| item.nest.is_some());
        let pairs = nests().flat_map(|a| nests().map(move |b| (a, b)));
        let mut pairs = pairs.filter(|(a, b)| a.span.end <= b.span.start);
        let found = pairs.find_map(|(a, b)| Some((a, b, names(self.function, a, b)?)));
        let found = found.into_iter().flat_map(|(a, b, arrays)| {
            let named = move |name| (a.nest_span(), b.nest_span(), name);
            arrays.into_iter().map(named)
        });
        found.collect()
    }

    /// Whether nests are over the points of rows that the loop around them chooses.
    fn are_in_rows(&self, items: &[Item]) -> bool {
        let Some(around) = self.counters.last() else {
            return false;
        };
        let mut nests = items.iter().filter_map(|item| item.nest.as_ref());
        let chooses_row = |nest: &NestText| {
            let words = self.unit.words(nest.body);
            let mut brackets = 0_usize;
            words.iter().enumerate().any(|(at, word)| {
                match word.text.as_str() {
                    "[" => brackets += 1,
                    "]" => brackets = brackets.saturating_sub(1),
                    _ => {}
                }
                let is_base = || words.get(at + 1).is_some_and(|next| next.text == "[");
                let is_row = || brackets > 0 || is_base() || self.is_pointer(&word.text);
                let is_computed = around.computed.contains(&word.text);
                around.is_counter(&word.text) || is_computed && is_row()
            })
        };
        nests.clone().any(chooses_row) && nests.all(|nest| !nest.has_loops(self.unit))
    }

    fn is_pointer(&self, name: &str) -> bool {
        let mut variables = self.function.symbols.variables.iter();
        variables.any(|v| v.name == name && matches!(v.declared_type, Type::Pointer(_)))
    }

    /// An item behind another one that ends at a place; `None` if it has to stay where it is.
    fn item(&self, item: &Node<BlockItem>, end: Option<u32>) -> Option<Item> {
        let span = self.span(item.span)?;
        let mut nest = match &item.node {
            BlockItem::Statement(statement) => self.headers.nest(statement),
            _ => None,
        };
        if nest.is_none() && !may_move(self.function, item) {
            return None;
        }
        let is_next = |end: &u32| {
            *end <= span.start && !self.unit.holds_directive(Span::new(*end, span.start))
        };
        let end = end.filter(is_next);
        let after = end.unwrap_or(span.start);
        if let Some(nest) = &mut nest {
            nest.after = after;
        }
        Some(Item {
            span: Span::new(span.start, self.end(span)),
            after,
            follows: end.is_some(),
            nest,
            is_loop: effects::is_loop(item),
            exit: effects::exit(self.function, item).and_then(|at| self.span(at)),
            is_free: effects::is_free(item),
            effects: Effects::of(self.function, item),
        })
    }

    /// The end of a statement and of a comment on its last line.
    fn end(&self, span: Span) -> u32 {
        layout::after_comment(&self.unit.file, Span::at(span.end)).end
    }

    fn span(&self, at: Offsets) -> Option<Span> {
        let span = self.unit.span_of(self.function.base.range(at)).ok()?;
        (!self.unit.holds_directive(span)).then_some(span)
    }
}

/// The names of the arrays that two items name; `None` if there are none.
fn names(function: &Function<'_>, first: &Item, second: &Item) -> Option<Vec<String>> {
    let arrays = first.effects.shared_arrays(&second.effects);
    let names = arrays
        .into_iter()
        .map(|array| function.symbols.variable(array).name.clone());
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then_some(names)
}

/// The loops of a block so far, and what parts them.
#[derive(Default)]
struct Parting {
    loops: Vec<Item>,
    /// How many loops there were before each.
    parts: Vec<(usize, Span)>,
}

impl Parting {
    /// What follows has to stay behind a place.
    fn part(&mut self, place: Option<Span>) {
        self.parts
            .extend(place.map(|place| (self.loops.len(), place)));
    }

    /// Adds a loop. Returns an earlier one with an array of both, if they are parted.
    fn add(&mut self, function: &Function<'_>, item: &Item) -> Option<Parted> {
        let parted = self
            .loops
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, earlier)| {
                let (_, by) = self.parts.iter().find(|(before, _)| at < *before)?;
                Some(Parted {
                    first: earlier.nest_span(),
                    second: item.nest_span(),
                    arrays: names(function, earlier, item)?,
                    by: *by,
                    is_other: false,
                })
            });
        self.loops.push(item.clone());
        parted
    }
}
