//! The calls of stages that stand beside other stages or loops over the same arrays.

use super::call_use::{CallUse, unlabelled};
use super::declarations::{declarations, top_locals};
use super::elements::sets_elements;
use super::foreign::foreign;
use super::names::BodyNames;
use super::shares::{Shared, Shares, arrays_in, set_by_others, shared};
use super::stage::{Stage, Stages, is_loop, is_plain_declarator};
use super::ways::{Way, ways};
use crate::inner::inner;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::checks::statement_of;
use c::syntax::exits::always_leaves;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Span, Unit};
use std::collections::BTreeSet;
use std::ops::Range;

/// A block of the caller in which stages are called.
pub(super) struct Block<'f, 'p> {
    /// Its items; none if the call is all of the body of a loop, without braces.
    pub(super) items: &'p [Node<BlockItem>],
    /// The calls to replace, in order.
    pub(super) sites: Vec<Site<'f, 'p>>,
}

/// A call to replace.
#[derive(Clone)]
pub(super) struct Site<'f, 'p> {
    pub(super) stage: &'f Stage<'f, 'p>,
    /// The call statement in the unit's text, with the statement behind it that tests the result.
    pub(super) range: Range<usize>,
    /// The same in the file.
    pub(super) span: Span,
    pub(super) call: CallUse<'p>,
    pub(super) arguments: Vec<Argument<'p>>,
    /// What is written for the guards of the stage.
    pub(super) ways: Vec<Way<'p>>,
    /// The storage that the stage makes, in the caller.
    pub(super) made: Option<Made>,
}

/// A local of a stage that its caller gets.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// The local.
    pub(super) id: VarId,
    /// The name of the caller's object.
    pub(super) name: String,
    /// Whether the call is the initial value of that object.
    pub(super) is_declared: bool,
    /// For an object that exists before, or has another type: the local in its declaration, up to
    /// its initial value.
    pub(super) declarator: Option<Span>,
    /// The declaration of the caller's object of another type: `float **t`.
    pub(super) declared: Option<String>,
}

/// An argument as it is written.
#[derive(Clone)]
pub(super) struct Argument<'p> {
    pub(super) expression: &'p Node<Expression>,
    /// Its range of the unit's text, with its parentheses.
    pub(super) range: Range<usize>,
    /// Its text, on one line.
    pub(super) text: String,
}

/// An argument `t[y]`.
pub(super) struct Row<'p> {
    /// The table, or the array of rows.
    pub(super) object: VarId,
    /// The subscript.
    pub(super) at: &'p Node<Expression>,
}

impl<'p> Argument<'p> {
    /// The row that is passed.
    pub(super) fn row_of(&self, caller: &Function<'_>) -> Option<Row<'p>> {
        let Expression::BinaryOperator(b) = &self.expression.node else {
            return None;
        };
        let is_index = b.node.operator.node == BinaryOperator::Index;
        let object = caller.object(&b.node.lhs.node).filter(|_| is_index)?;
        let rows = caller.symbols.variable(object).declared_type.target();
        let is_row = matches!(rows, Some(Type::Pointer(_) | Type::Array(_)));
        let at = &b.node.rhs;
        is_row.then_some(Row { object, at })
    }
}

/// A stage, or a loop of the caller.
struct Work<'f, 'p> {
    site: Option<Site<'f, 'p>>,
    arrays: BTreeSet<Shared>,
    /// Whether it only sets what stages read in `main`, or reads what they set.
    is_driver: bool,
    /// Whether it is a stage that is better fused by itself.
    is_whole: bool,
}

impl Work<'_, '_> {
    /// The arrays by which two may become one: none if one is a driver, and one is a stage that is
    /// better fused by itself.
    fn joined_by(&self, other: &Work<'_, '_>) -> BTreeSet<Shared> {
        match (self.is_driver || other.is_driver) && (self.is_whole || other.is_whole) {
            true => BTreeSet::new(),
            false => &self.arrays & &other.arrays,
        }
    }
}

/// Whether a call only computes a number from arrays.
fn is_check(site: &Site<'_, '_>) -> bool {
    let is_computed = site.stage.results.computed.is_some();
    site.call.object().is_some() && is_computed && !sets_elements(site.stage)
}

/// The blocks of a function with the calls that are to be replaced.
pub(super) fn blocks<'f, 'p>(
    contents: &'f Contents<'p>,
    caller: &'f Function<'p>,
    stages: &'f Stages<'f, 'p>,
) -> Vec<Block<'f, 'p>> {
    let mut finder = BlockFinder {
        shares: Shares::new(contents, caller, stages),
        contents,
        caller,
        stages,
        loops: 0,
        found: Vec::new(),
    };
    let body: &'p Node<Statement> = &caller.definition.statement;
    finder.statement(body);
    let mut found = finder.found;
    // Without a loop beside them, functions that make and free structures stay.
    let mut sites = found.iter().flat_map(|block| &block.sites);
    if caller.symbols.loops.is_empty() && sites.all(|site| site.stage.is_loopless()) {
        found.clear();
    }
    found
}

struct BlockFinder<'f, 'p> {
    shares: Shares<'f, 'p>,
    contents: &'f Contents<'p>,
    caller: &'f Function<'p>,
    stages: &'f Stages<'f, 'p>,
    /// The loops around the present place.
    loops: usize,
    found: Vec<Block<'f, 'p>>,
}

impl<'f, 'p> BlockFinder<'f, 'p> {
    fn statement(&mut self, statement: &'p Node<Statement>) {
        if let Statement::Compound(items) = &statement.node {
            self.block(items);
        }
        let loops = usize::from(crate::inner::is_loop(&statement.node));
        self.loops += loops;
        for inner in inner(statement) {
            if loops > 0 && !matches!(inner.node, Statement::Compound(_)) {
                self.body(inner);
            }
            self.statement(inner);
        }
        self.loops -= loops;
    }

    /// Adds a call of a stage for rows that is all of the body of a loop.
    fn body(&mut self, statement: &'p Node<Statement>) {
        let site = CallUse::of(&statement.node);
        let site = site.and_then(|call| self.site(call, statement.span, None));
        if let Some(site) = site.filter(|site| {
            (self.gets_rows(site) || self.has_own_workspace(site)) && self.follows_header(site)
        }) {
            self.found.push(Block {
                items: &[],
                sites: vec![site],
            });
        }
    }

    /// Whether nothing but blanks is between a call and what precedes it.
    fn follows_header(&self, site: &Site<'_, 'p>) -> bool {
        let unit = self.contents.unit;
        let before = unit.tokens_in(site.range.clone()).start.checked_sub(1);
        let header = before.and_then(|k| unit.tokens[k].spelled());
        header.is_some_and(|header| {
            let is_before = header.end <= site.span.start;
            let between = || unit.file.slice(Span::new(header.end, site.span.start));
            is_before && between().trim().is_empty()
        })
    }

    /// Whether a stage in a loop gets rows of an array that may become smaller, or computes a
    /// number from one.
    fn gets_rows(&self, site: &Site<'f, 'p>) -> bool {
        let symbols = &self.caller.symbols;
        let is_array = |id: &VarId| symbols.variable(*id).declared_type.target().is_some();
        let own = |argument: &Argument<'p>| {
            let object = self.caller.object(&argument.expression.node);
            object.filter(is_array)
        };
        let computes = site.call.object().is_some() && !site.stage.has_temporaries();
        let array = |argument: &Argument<'p>| {
            let row = argument.row_of(self.caller).map(|row| row.object);
            row.or_else(|| own(argument).filter(|_| computes))
        };
        let arrays = site.arguments.iter().filter_map(array);
        let shared = |object| shared(symbols, object);
        self.loops > 0
            && arrays
                .map(shared)
                .any(|array| self.shares.is_temporary(array))
    }

    /// Adds a block if a call in it is to be replaced.
    fn block(&mut self, items: &'p [Node<BlockItem>]) {
        let mut sites = Vec::new();
        for run in items.split(|item| self.is_barrier(item)) {
            self.run(run, &mut sites);
        }
        if !sites.is_empty() {
            self.found.push(Block { items, sites });
        }
    }

    /// Adds the calls among some items that are connected with other stages or loops among them by
    /// shared arrays, one of which may become smaller: it is no parameter.
    fn run(&self, items: &'p [Node<BlockItem>], sites: &mut Vec<Site<'f, 'p>>) {
        let work: Vec<Work<'f, 'p>> = (0..items.len())
            .filter_map(|at| self.work(&items[at..]))
            .collect();
        let mut is_wanted = vec![false; work.len()];
        for (index, own) in work.iter().enumerate() {
            let others = work.iter().enumerate().filter(|(k, _)| *k != index);
            let mut shared = others.flat_map(|(_, other)| own.joined_by(other));
            is_wanted[index] = shared.any(|array| self.shares.is_temporary(array));
            let site = own.site.as_ref();
            is_wanted[index] |= site.is_some_and(|s| {
                s.stage.sets_passed()
                    || s.made.is_some()
                    || self.has_workspace(s)
                    || self.has_own_workspace(s)
                    || self.gets_rows(s)
            });
        }
        while let Some(more) = (0..work.len()).find(|k| {
            let mut wanted = work.iter().zip(&is_wanted).filter(|(_, wanted)| **wanted);
            !is_wanted[*k] && wanted.any(|(other, _)| !work[*k].joined_by(other).is_empty())
        }) {
            is_wanted[more] = true;
        }
        let wanted = work
            .into_iter()
            .zip(is_wanted)
            .filter(|(_, wanted)| *wanted);
        sites.extend(wanted.filter_map(|(work, _)| work.site));
    }

    /// Whether a stage gets memory of the caller that several of its loops use, and that nothing
    /// else of the caller does more with than to free it. `main` sets what its stages read.
    fn has_workspace(&self, site: &Site<'f, 'p>) -> bool {
        if self.caller.name == "main" {
            return false;
        }
        let (caller, stage) = (&self.caller.symbols, &site.stage.function.symbols);
        let is_own = |argument: &Argument<'p>| {
            let Expression::Identifier(name) = &argument.expression.node else {
                return false;
            };
            let at = self.caller.base.range(name.span).start;
            let Some(id) = caller.variable_at(at) else {
                return false;
            };
            let variable = caller.variable(id);
            let is_used = |at: &usize| caller.loops.iter().any(|l| l.contains(at));
            let mut outside = variable
                .mentions
                .iter()
                .filter(|at| !site.range.contains(at));
            variable.origin == Origin::Local && !outside.any(is_used)
        };
        let loops = |parameter: VarId| {
            let mentions = &stage.variable(parameter).mentions;
            let outermost = |at: &usize| stage.loops.iter().find(|l| l.contains(at));
            let loops: BTreeSet<usize> = mentions
                .iter()
                .filter_map(outermost)
                .map(|l| l.start)
                .collect();
            loops.len()
        };
        let mut pairs = site.arguments.iter().zip(&stage.parameters);
        pairs.any(|(argument, parameter)| {
            parameter.is_some_and(|p| loops(p) > 1) && is_own(argument)
        })
    }

    /// Whether several loops of a stage use memory behind a pointer at file scope that only the
    /// stage and the caller name, and with which the caller does no more than to make and free it.
    fn has_own_workspace(&self, site: &Site<'f, 'p>) -> bool {
        let file = &self.contents.file;
        let (caller, stage) = (self.caller, site.stage.function);
        let named_in = |own: &Function<'_>, index: usize| -> Vec<usize> {
            let origin = Origin::Global(index);
            let mut all = own.symbols.variables.iter();
            let found = all.find(|v| v.origin == origin);
            found.map_or_else(Vec::new, |v| v.mentions.clone())
        };
        let loops = |own: &Function<'_>, mentions: &[usize]| -> BTreeSet<usize> {
            let around = |at: &usize| own.symbols.loops.iter().find(|l| l.contains(at));
            { mentions.iter().filter_map(around) }
                .map(|l| l.start)
                .collect()
        };
        stage.symbols.variables.iter().any(|v| {
            let Origin::Global(index) = v.origin else {
                return false;
            };
            let is_pointer = matches!(v.declared_type, Type::Pointer(_));
            let own = named_in(caller, index);
            let mut others = file
                .functions
                .iter()
                .filter(|f| f.name_at != caller.name_at && f.name_at != stage.name_at);
            is_pointer
                && !own.is_empty()
                && loops(stage, &v.mentions).len() > 1
                && loops(caller, &own).is_empty()
                && others.all(|f| named_in(f, index).is_empty())
        })
    }

    /// The first of some items as a stage or a loop, with the arrays that it uses.
    fn work(&self, items: &'p [Node<BlockItem>]) -> Option<Work<'f, 'p>> {
        let item = items.first()?;
        let range = self.caller.base.range(item.span);
        let symbols = &self.caller.symbols;
        let mut arrays = arrays_in(symbols, &range);
        let at = statement_of(item).map_or(item.span, |s| unlabelled(s).span);
        let is_main = self.caller.name == "main";
        let next = items.get(1).and_then(statement_of);
        let site = CallUse::of_item(&item.node).and_then(|call| self.site(call, at, next));
        if let Some(site) = site {
            arrays.extend(self.shares.globals_of(site.stage.function));
            let made = site.made.as_ref();
            let made = made.and_then(|made| symbols.visible(&made.name, range.end));
            arrays.extend(made.map(Shared::Own));
            return Some(Work {
                arrays,
                is_driver: is_main && is_check(&site),
                is_whole: site.stage.has_temporaries(),
                site: Some(site),
            });
        }
        let statement = statement_of(item)?;
        let is_stage = !set_by_others(symbols, &range).is_empty();
        let span = self.contents.unit.span_of(range).ok();
        let is_stage = is_stage || span.is_some_and(|span| self.stages.is_opened(span));
        is_loop(&statement.node).then_some(Work {
            site: None,
            arrays,
            is_driver: is_main && !is_stage,
            is_whole: false,
        })
    }

    /// A statement or declaration, perhaps with the next one, as a call that can be replaced.
    fn site(
        &self,
        call: CallUse<'p>,
        at: Offsets,
        next: Option<&'p Node<Statement>>,
    ) -> Option<Site<'f, 'p>> {
        let unit = self.contents.unit;
        let base = self.caller.base;
        let stage = self
            .stages
            .get(self.contents.file.aliases.name(call.name))?;
        let mut range = base.range(at);
        let tested = next.and_then(|next| Some((call.then(&next.node)?, next)));
        if let Some((_, next)) = &tested {
            range.end = base.range(next.span).end;
        }
        let call = tested.map_or(call, |(call, _)| call);
        let first = unit
            .tokens
            .get(unit.tokens_in(range.clone()).start)?
            .at
            .start;
        let span = unit.span_of(range.clone()).ok()?;
        let arguments = arguments(unit, unit.tokens_in(base.range(call.at)), call.arguments)?;
        let follows_pragma = unit.pragmas.iter().any(|p| p.at == first);
        // What allocates for itself is better fused by itself.
        let is_harmless = |call: &c::names::symbols::Call| {
            let calls = &self.contents.facts.calls;
            let is_known = |n: &str| self.stages.get(n).is_some() || calls.ends_program(n);
            call.name.as_deref().is_some_and(is_known) || calls.is_harmless(call)
        };
        let facts = &self.contents.facts.functions;
        let own = self.contents.file.definition(&stage.function.name);
        let allocates = own.is_some_and(|own| !facts[own].allocating().is_empty());
        let is_alone = self.caller.name == "main"
            && allocates
            && stage.results.made.is_none()
            && !stage.function.symbols.calls.iter().all(is_harmless);
        // What consists of stages is a program by itself.
        let is_program =
            self.caller.name == "main" && self.stages.programs().contains(&stage.function.name);
        // A checksum of bytes says nothing of elements.
        let takes_bytes = |id: &Option<VarId>| {
            let ty = id.map(|id| &stage.function.symbols.variable(id).declared_type);
            ty.and_then(Type::target) == Some(&Type::Void)
        };
        let is_of_bytes = self.caller.name == "main"
            && call.object().is_some()
            && stage.function.symbols.parameters.iter().any(takes_bytes);
        let is_fit = stage.function.name_at != self.caller.name_at
            && !is_of_bytes
            && !is_program
            && !is_alone
            && !follows_pragma
            && !unit.holds_directive(span)
            && foreign(self.contents, stage.function, self.caller).is_none()
            && arguments.len() == stage.function.symbols.parameters.len();
        let mut site = Site {
            stage,
            range,
            span,
            call,
            arguments,
            ways: Vec::new(),
            made: None,
        };
        site.made = match stage.results.made {
            Some(made) => Some(self.made(made, &site)?),
            None => self.given(&site),
        };
        site.ways = ways(unit, self.caller, &site).filter(|_| is_fit)?;
        Some(site)
    }

    /// The local that a stage returns, in the place of the object that gets it.
    fn made(&self, id: VarId, site: &Site<'_, 'p>) -> Option<Made> {
        let name = site.call.object()?;
        let symbols = &self.caller.symbols;
        let object = match site.call.declared {
            Some(name) => symbols.declared_at(self.caller.base.range(name.span).start)?,
            None => symbols.visible(name, site.range.start)?,
        };
        let mut others = site.arguments.iter();
        let is_named = others.any(|a| source::has_name(&a.text, name));
        self.in_place_of(id, object, site).filter(|_| !is_named)
    }

    /// The local that a stage stores behind a parameter, in the place of the object whose address
    /// it is passed.
    fn given(&self, site: &Site<'_, 'p>) -> Option<Made> {
        let given = site.stage.results.given?;
        let argument = site.arguments.get(given.parameter)?;
        let Expression::UnaryOperator(unary) = &argument.expression.node else {
            return None;
        };
        let is_address = unary.node.operator.node == UnaryOperator::Address;
        let object = self.caller.object(&unary.node.operand.node);
        let object = object.filter(|_| is_address)?;
        let name = &self.caller.symbols.variable(object).name;
        let mut others = site.arguments.iter().enumerate();
        let is_named = others.any(|(k, a)| k != given.parameter && source::has_name(&a.text, name));
        self.in_place_of(given.local, object, site)
            .filter(|_| !is_named)
    }

    /// A local of a stage in the place of an object of the caller.
    fn in_place_of(&self, id: VarId, object: VarId, site: &Site<'_, 'p>) -> Option<Made> {
        let (unit, stage) = (self.contents.unit, site.stage);
        let own = stage.function.symbols.variable(id);
        let variable = self.caller.symbols.variable(object);
        let is_declared = site.call.declared.is_some() && stage.results.made.is_some();
        let target = |v: &Variable<'_>| v.declared_type.target().and_then(Type::target).cloned();
        // The rows of a table get their type from what they are cast to.
        let is_untyped = site.call.is_cast && target(own) == Some(Type::Void);
        let is_fit = (variable.declared_type == own.declared_type
            || is_untyped && target(variable).is_some())
            && variable.origin == Origin::Local
            && variable.storage == Storage::Automatic
            && !variable.qualifiers.volatile
            && top_locals(stage).contains(&id)
            && !BodyNames::of(unit, stage, &[])
                .foreign
                .contains(&variable.name);
        is_fit.then_some(())?;
        let declarator = match is_declared && !is_untyped {
            true => None,
            false => Some(self.declarator(own, stage)?),
        };
        let declared = site.range.start..variable.at.end;
        let declared = self.contents.unit.span_of(declared).ok();
        let declared = declared.filter(|_| is_declared && is_untyped);
        Some(Made {
            id,
            name: variable.name.clone(),
            is_declared,
            declarator,
            declared: declared.map(|span| unit.file.slice(span).into_owned()),
        })
    }

    /// `T *t`, of the declaration `T *t = e;` of this object alone.
    fn declarator(&self, own: &Variable<'_>, stage: &Stage<'_, '_>) -> Option<Span> {
        let base = stage.function.base;
        let mut all = declarations(stage);
        let declaration = all.find(|d| base.range(d.span).contains(&own.at.start))?;
        let [only] = declaration.node.declarators.as_slice() else {
            return None;
        };
        let is_plain = is_plain_declarator(&only.node.declarator.node);
        let is_set = matches!(
            only.node.initializer.as_ref().map(|i| &i.node),
            None | Some(Initializer::Expression(_))
        );
        (is_plain && is_set).then_some(())?;
        let range = base.range(declaration.span).start..own.at.end;
        self.contents.unit.span_of(range).ok()
    }

    /// Whether an item may do more than compute and print: nothing moves across it.
    fn is_barrier(&self, item: &'p Node<BlockItem>) -> bool {
        let mut range = self.caller.base.range(item.span);
        let mut inner = Calls {
            function: self.caller,
            stages: Vec::new(),
        };
        inner.visit_block_item(&item.node, &item.span);
        // Control does not come back from the body.
        if let Some(test) = statement_of(item).and_then(|s| leaving_test(&s.node)) {
            range = self.caller.base.range(test.span);
        }
        let is_stage = |call: &c::names::symbols::Call| {
            let name = call.name.as_deref().and_then(|name| self.stages.get(name));
            name.is_some() && inner.stages.contains(&call.at)
        };
        let calls = self.caller.symbols.calls.iter();
        let mut calls = calls.filter(|call| range.contains(&call.at));
        let facts = &self.contents.facts.calls;
        calls.any(|call| !facts.is_seen(call) && !is_stage(call))
    }
}

/// The test of a statement that leaves the block if it holds.
fn leaving_test(statement: &Statement) -> Option<&Node<Expression>> {
    match statement {
        Statement::If(test) => {
            let leaves = always_leaves(&test.node.then_statement.node);
            (leaves && test.node.else_statement.is_none()).then_some(&*test.node.condition)
        }
        _ => None,
    }
}

/// Collects calls that are statements, or declare an object.
struct Calls<'f, 'p> {
    function: &'f Function<'p>,
    stages: Vec<usize>,
}

impl Calls<'_, '_> {
    fn place(&self, call: CallUse<'_>) -> usize {
        self.function.base.range(call.at).start
    }
}

impl<'a> Visit<'a> for Calls<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        self.stages
            .extend(CallUse::of(statement).map(|c| self.place(c)));
        visit::visit_statement(self, statement, span);
    }

    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Offsets) {
        let call = CallUse::of_declaration(declaration);
        self.stages.extend(call.map(|c| self.place(c)));
        visit::visit_declaration(self, declaration, span);
    }
}

/// The arguments of `f(a, b)`, given its tokens.
pub(super) fn arguments<'p>(
    unit: &Unit,
    tokens: Range<usize>,
    expressions: &'p [Node<Expression>],
) -> Option<Vec<Argument<'p>>> {
    let all = &unit.tokens[tokens];
    let close = unit.closing(all, 1)?;
    if unit.word(all, 1) != "(" || close + 1 != all.len() {
        return None;
    }
    let mut depth = 0_usize;
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for token in &all[2..close] {
        let at = token.at.start as usize..token.at.end as usize;
        match unit.token_text(token) {
            "," if depth == 0 => {
                pieces.push(at.end..at.end);
                continue;
            }
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        match pieces.last_mut() {
            Some(piece) if piece.start == piece.end => *piece = at,
            Some(piece) => piece.end = at.end,
            None => pieces.push(at),
        }
    }
    (pieces.len() == expressions.len()).then_some(())?;
    let argument = |(expression, range): (&'p Node<Expression>, Range<usize>)| {
        let span = unit.span_of(range.clone()).ok()?;
        let text = unit.file.slice(span);
        let is_plain = !unit.holds_directive(span) && !text.contains("//") && !text.contains("/*");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        is_plain.then_some(Argument {
            expression,
            range,
            text,
        })
    };
    expressions.iter().zip(pieces).map(argument).collect()
}
