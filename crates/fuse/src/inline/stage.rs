//! Stage functions: bodies that may stand in place of their calls. Knows nothing of callers.

use super::call_use::CallUse;
use super::ending::Ending;
use super::foreign::lost;
use super::results::Results;
use crate::inner::inner;
use crate::types::type_of;
use c::Contents;
use c::names::file::Function;
use c::names::library;
use c::names::symbols::{Call, Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::checks::statement_of;
use c::syntax::constant::literal;
use c::syntax::declarators::{is_name, sizes};
use c::syntax::expressions::{is_discarded, sides};
use lang_c::ast::{
    BinaryOperator, BlockItem, DeclarationSpecifier, DerivedDeclarator, Ellipsis, Expression,
    Label, ParameterDeclaration, Statement, TypeSpecifier, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::names_loop;
use source::{Origin as TokenOrigin, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A stage function.
#[derive(Debug)]
pub(super) struct Stage<'f, 'p> {
    pub(super) function: &'f Function<'p>,
    /// Its parameters; none for `(void)`.
    pub(super) parameters: &'p [Node<ParameterDeclaration>],
    /// The ways out of its body.
    pub(super) results: Results<'p>,
    /// What is behind its body.
    pub(super) ending: Option<Ending>,
    /// The items of its body.
    pub(super) items: &'p [Node<BlockItem>],
    /// The bytes between the braces of its body.
    pub(super) inner: Span,
    /// The same in the unit's text, with the braces.
    pub(super) range: Range<usize>,
}

impl Stage<'_, '_> {
    /// Whether it contains no loop and calls no stage.
    pub(super) fn is_loopless(&self) -> bool {
        let mut statements = self.items.iter().filter_map(|i| CallUse::of_item(&i.node));
        let is_free = |call: CallUse<'_>| call.name == "free" || call.object().is_some();
        self.function.symbols.loops.is_empty() && statements.all(is_free)
    }

    /// Whether it only sets or frees members of structures that it is passed, or sets pointers
    /// whose addresses it is passed.
    pub(super) fn sets_passed(&self) -> bool {
        let symbols = &self.function.symbols;
        let parameters = symbols.parameters.iter().flatten();
        let mut types = parameters.map(|id| &symbols.variable(*id).declared_type);
        let is_structure = |ty: &Type| match ty {
            Type::Pointer(target) => matches!(**target, Type::Record(_)),
            ty => matches!(ty, Type::Record(_)),
        };
        let mut statements = self.items.iter().filter_map(|item| match &item.node {
            BlockItem::Statement(statement) => Some(&statement.node),
            _ => None,
        });
        self.is_loopless()
            && (types.any(is_structure) || statements.any(|s| sets_passed(self.function, s)))
    }

    /// Whether several loops of a block share an array that is no parameter: those are better fused
    /// by themselves.
    pub(super) fn has_temporaries(&self) -> bool {
        let is_own =
            |v: &&Variable<'_>| v.origin != Origin::Parameter && is_storage(v) && !is_window(v);
        let own = self.function.symbols.variables.iter();
        let own: Vec<&Variable<'_>> = own.filter(is_own).collect();
        let mut left: Vec<&Node<Statement>> = self.items.iter().filter_map(statement_of).collect();
        let mut is_shared = self.shares(self.items, &own);
        while let Some(statement) = left.pop().filter(|_| !is_shared) {
            if let Statement::Compound(items) = &statement.node {
                is_shared = self.shares(items, &own);
            }
            left.extend(inner(statement));
        }
        is_shared
    }

    /// Whether several loops or calls among some items use one of some objects, or several calls
    /// may.
    fn shares(&self, items: &[Node<BlockItem>], own: &[&Variable<'_>]) -> bool {
        let calls = items.iter().filter_map(|item| CallUse::of_item(&item.node));
        if calls.filter(|call| !library::is_known(call.name)).count() > 1 {
            return true;
        }
        let is_work = |item: &&Node<BlockItem>| match &item.node {
            BlockItem::Statement(s) => {
                is_loop(&s.node) || CallUse::of(&s.node).is_some_and(|call| call.name != "free")
            }
            _ => false,
        };
        let items = items.iter().filter(is_work);
        let base = self.function.base;
        let work: Vec<Range<usize>> = items.map(|item| base.range(item.span)).collect();
        own.iter().any(|v| {
            let used = |range: &&Range<usize>| v.mentions.iter().any(|at| range.contains(at));
            work.iter().filter(used).count() > 1
        })
    }

    /// Whether it has objects that may be arrays, or lead to some.
    fn has_storage(&self) -> bool {
        let mut locals = self.function.symbols.variables.iter();
        locals.any(|v| v.origin == Origin::Local && is_storage(v))
    }

    /// Whether none of its own statements is a loop: it only calls other stages.
    pub(super) fn calls_stages(&self) -> bool {
        let mut statements = self.items.iter().filter_map(|item| match &item.node {
            BlockItem::Statement(statement) => Some(&statement.node),
            _ => None,
        });
        !statements.any(is_loop)
    }
}

/// Whether an object is an array of a few elements: `window[9]`.
fn is_window(variable: &Variable<'_>) -> bool {
    let Some(declarator) = variable.declarator else {
        return false;
    };
    let literal = |size: &Node<Expression>| match &size.node {
        Expression::Constant(constant) => literal(&constant.node).map(|(number, _)| number),
        _ => None,
    };
    let sizes = sizes(&declarator.node).map(|(_, size)| literal(size?));
    let count: Option<i128> = sizes.map(|size| size.map(i128::from)).product();
    matches!(variable.declared_type, Type::Array(_)) && count.is_some_and(|n| n < FEWEST_ELEMENTS)
}

/// Whether an object may be an array, or lead to one.
fn is_storage(variable: &Variable<'_>) -> bool {
    matches!(
        variable.declared_type,
        Type::Array(..) | Type::Pointer(_) | Type::Record(_)
    )
}

/// Arrays of fewer elements are no rows.
const FEWEST_ELEMENTS: i128 = 32;

/// Why the body of a function cannot stand in place of its calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// What is in the way, as the end of a sentence about the function.
    pub what: String,
    /// Its place.
    pub at: Option<Span>,
}

/// The stage functions of a file, by name.
pub struct Stages<'f, 'p> {
    by_name: BTreeMap<&'f str, Stage<'f, 'p>>,
    /// Why others are none.
    others: BTreeMap<&'f str, Obstacle>,
    /// Those that consisted of stages when no call was replaced yet.
    programs: BTreeSet<String>,
    /// The loops that were written in place of calls.
    opened: BTreeSet<Span>,
}

impl<'f, 'p> Stages<'f, 'p> {
    /// Finds the stages of a file: first the functions that are stages by themselves, then those
    /// that consist of stages.
    pub fn of(contents: &'f Contents<'p>) -> Self {
        let mut by_name: BTreeMap<&'f str, Stage<'f, 'p>> = BTreeMap::new();
        loop {
            let mut others = BTreeMap::new();
            let mut found = Vec::new();
            for function in &contents.file.functions {
                let name = function.name.as_str();
                if by_name.contains_key(name) {
                    continue;
                }
                match stage(contents, function, &|name| by_name.contains_key(name)) {
                    Ok(stage) => found.push((name, stage)),
                    Err(obstacle) => drop(others.insert(name, obstacle)),
                }
            }
            if found.is_empty() {
                let is_program =
                    |s: &&Stage<'_, '_>| s.calls_stages() && !s.is_loopless() && s.has_storage();
                let programs = by_name.values().filter(is_program);
                return Stages {
                    programs: programs.map(|s| s.function.name.clone()).collect(),
                    by_name,
                    others,
                    opened: BTreeSet::new(),
                };
            }
            by_name.extend(found);
        }
    }

    /// Those that consist of stages: programs by themselves.
    pub fn programs(&self) -> &BTreeSet<String> {
        &self.programs
    }

    /// Adds functions that consisted of stages in an earlier text.
    #[must_use]
    pub fn with_programs(mut self, programs: &BTreeSet<String>) -> Self {
        self.programs.extend(programs.iter().cloned());
        self
    }

    /// Adds the loops that were written in place of calls.
    #[must_use]
    pub fn with_opened(mut self, loops: BTreeSet<Span>) -> Self {
        self.opened = loops;
        self
    }

    /// Whether a loop was written in place of a call.
    pub(super) fn is_opened(&self, span: Span) -> bool {
        self.opened.contains(&span)
    }

    /// Without some functions, whose calls stay.
    #[must_use]
    pub fn without(mut self, names: &BTreeSet<String>) -> Self {
        self.by_name.retain(|name, _| !names.contains(*name));
        self
    }

    pub(super) fn get(&self, name: &str) -> Option<&Stage<'f, 'p>> {
        self.by_name.get(name)
    }

    /// Why a function is no stage.
    pub(super) fn obstacle(&self, name: &str) -> Option<&Obstacle> {
        self.others.get(name)
    }
}

/// The function as a stage, given the names of other stages.
fn stage<'f, 'p>(
    contents: &'f Contents<'p>,
    function: &'f Function<'p>,
    is_stage: &dyn Fn(&str) -> bool,
) -> Result<Stage<'f, 'p>, Obstacle> {
    let unit = contents.unit;
    let obstacle = |what: &str| Obstacle {
        what: what.to_string(),
        at: unit.nearest_span(function.name_at..function.name_at + 1),
    };
    if let Some(obstacle) = lost(contents, function) {
        return Err(obstacle);
    }
    let body = contents.facts.callee(&contents.file, &function.name);
    if body.is_none_or(|(body, _)| body.name_at != function.name_at) {
        return Err(obstacle("may have another body when the program runs"));
    }
    let parameters = parameters(function)
        .ok_or_else(|| obstacle("has parameters in another form than `(int n, float *a)`"))?;
    let Statement::Compound(items) = &function.definition.statement.node else {
        return Err(obstacle("has no block as its body"));
    };
    let range = function.base.range(function.definition.statement.span);
    let mut inner = inner_span(unit, &range).ok_or_else(|| obstacle("is out of a macro"))?;
    let ending = Ending::of(contents, function, items);
    let items = ending.as_ref().map_or(&items[..], |e| &items[..e.start]);
    if let Some(ending) = &ending {
        let label = unit.span_of(function.base.range(ending.at));
        inner.end = label.map_err(|_| obstacle("is out of a macro"))?.start;
    }
    let results = Results::of(unit, function, items)
        .ok_or_else(|| obstacle("has a result that is not a number in its text"))?;
    if parameters.len() != function.symbols.parameters.len() {
        return Err(obstacle("has parameters without names"));
    }
    if function.symbols.has_gotos() && ending.is_none() {
        return Err(obstacle("contains `goto`"));
    }
    if let Some(what) = unplain_name(contents, function) {
        return Err(obstacle(&what));
    }
    if !has_plain_text(unit, &range, inner) {
        return Err(obstacle("has directives inside, or names itself"));
    }
    if let Some(obstacle) = called(contents, function, items, is_stage) {
        return Err(obstacle);
    }
    let stage = Stage {
        function,
        parameters,
        results,
        ending,
        items,
        inner,
        range,
    };
    // What `front` knows as an allocator may stay.
    let makes =
        stage.results.made.is_some() && !contents.facts.allocators.is_wrapper(&function.name);
    match unsuitable(unit, &stage).filter(|found| found.is_some() || !makes) {
        Some(Some((what, at))) => Err(Obstacle {
            what: format!("contains {what}"),
            at: unit.nearest_span(function.base.range(at)),
        }),
        Some(None) if names_loop(&unit.text[stage.range.clone()]) => {
            Err(obstacle("contains no loop that is always executed"))
        }
        Some(None) => Err(obstacle("contains no loop")),
        None => Ok(stage),
    }
}

/// A call whose effects are not known, as an obstacle.
fn called(
    contents: &Contents<'_>,
    function: &Function<'_>,
    items: &[Node<BlockItem>],
    is_stage: &dyn Fn(&str) -> bool,
) -> Option<Obstacle> {
    let call = unknown_call(contents, function, items, is_stage)?;
    let is_defined = |name: &str| contents.file.definition(name).is_some();
    let what = match &call.name {
        Some(name) if is_defined(name) => {
            format!("calls `{name}`, which is no stage that could be opened there")
        }
        Some(name) => format!("calls `{name}`, whose effects are not known"),
        None => "calls a pointer to a function, whose effects are not known".to_string(),
    };
    let at = contents.unit.nearest_span(call.at..call.at + 1);
    Some(Obstacle { what, at })
}

/// The parameters of `void f(int n)`; none for `(void)` and `()`.
pub(super) fn parameters<'p>(function: &Function<'p>) -> Option<&'p [Node<ParameterDeclaration>]> {
    let declarator = &function.definition.declarator.node;
    let is_pointer = |d: &&Node<DerivedDeclarator>| matches!(d.node, DerivedDeclarator::Pointer(_));
    let inner: Vec<_> = declarator
        .derived
        .iter()
        .filter(|d| !is_pointer(d))
        .collect();
    let [only] = inner.as_slice() else {
        return None;
    };
    let list: &'p [Node<ParameterDeclaration>] = match &only.node {
        DerivedDeclarator::Function(list) if list.node.ellipsis == Ellipsis::None => {
            listed(&list.node.parameters)
        }
        DerivedDeclarator::KRFunction(names) if names.is_empty() => &[],
        _ => return None,
    };
    function.definition.declarations.is_empty().then_some(list)
}

/// The parameters of a list; none for `(void)`.
fn listed(list: &[Node<ParameterDeclaration>]) -> &[Node<ParameterDeclaration>] {
    let is_void = |specifier: &Node<DeclarationSpecifier>| match &specifier.node {
        DeclarationSpecifier::TypeSpecifier(ty) => ty.node == TypeSpecifier::Void,
        _ => false,
    };
    match list {
        [only] if only.node.declarator.is_none() && only.node.specifiers.iter().all(is_void) => &[],
        all => all,
    }
}

/// The bytes between the braces, which must be written in the file itself.
fn inner_span(unit: &Unit, range: &Range<usize>) -> Option<Span> {
    let tokens = &unit.tokens[unit.tokens_in(range.clone())];
    let written = |token: Option<&source::Token>| match token?.origin {
        TokenOrigin::Written(span) => Some(span),
        _ => None,
    };
    let (open, close) = (written(tokens.first())?, written(tokens.last())?);
    (open.end <= close.start).then(|| Span::new(open.end, close.start))
}

/// What is not understood of the names of a function, or keeps its contents from call to call.
fn unplain_name(contents: &Contents<'_>, function: &Function<'_>) -> Option<String> {
    let symbols = &function.symbols;
    let is_single = is_called_once(contents, function);
    let fault = |(id, v): (VarId, &c::names::symbols::Variable<'_>)| match v.origin {
        Origin::Global(_) => None,
        _ if v.qualifiers.volatile || v.qualifiers.atomic => {
            Some(format!("has a `volatile` or atomic object: `{}`", v.name))
        }
        Origin::Parameter if v.address_taken || id != v.id => {
            Some(format!("takes the address of its parameter `{}`", v.name))
        }
        Origin::Parameter => None,
        Origin::Local => {
            let is_constant = v.qualifiers.constant && v.storage == Storage::Static;
            let is_fit = is_constant || matches!(v.storage, Storage::Automatic | Storage::Register);
            let is_fit = is_fit || (is_single && v.storage == Storage::Static);
            (!is_fit).then(|| format!("keeps `{}` from call to call", v.name))
        }
    };
    let is_known = symbols.unread.is_empty()
        && symbols.hidden.is_empty()
        && symbols.jumps.is_empty()
        && symbols.prototypes.is_empty()
        && symbols.parameters.iter().all(Option::is_some);
    if !is_known {
        return Some("contains declarations that are not understood".to_string());
    }
    symbols.objects().find_map(fault)
}

/// Whether a function is called in one place: what it keeps from call to call, its caller may keep.
fn is_called_once(contents: &Contents<'_>, function: &Function<'_>) -> bool {
    let unit = contents.unit;
    let named = |token: &&source::Token| unit.token_text(token) == function.name;
    let functions = contents.file.functions.iter();
    let calls = functions.flat_map(|f| &f.symbols.calls);
    let calls = calls.filter(|call| call.name.as_deref() == Some(function.name.as_str()));
    function.is_static && calls.count() == 1 && unit.tokens.iter().filter(named).count() == 2
}

/// Whether the text means the same elsewhere: no directives but pragmas, nothing that tells where
/// it is.
fn has_plain_text(unit: &Unit, range: &Range<usize>, inner: Span) -> bool {
    let tokens = &unit.tokens[unit.tokens_in(range.clone())];
    let is_plain = |token: &source::Token| {
        if is_asserted(token) {
            return true;
        }
        let text = unit.token_text(token);
        let tells = matches!(text, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__");
        !token.is_builtin
            && token.builtin.is_none()
            && !tells
            && !matches!(token.origin, TokenOrigin::Foreign)
    };
    let mut directives = unit.directives.iter();
    let is_pragma = |line: &Span| {
        let text = unit.file.slice(*line);
        let text = text.trim_start().trim_start_matches('#').trim_start();
        text.starts_with("pragma")
    };
    tokens.iter().all(is_plain)
        && directives.all(|line| !inner.contains(*line) || is_pragma(line))
        && unit.span_of(range.clone()).is_ok()
}

/// Whether a token is of an assertion. That prints another function elsewhere.
pub(crate) fn is_asserted(token: &source::Token) -> bool {
    matches!(&token.origin, TokenOrigin::Expanded { macro_name, .. } if &**macro_name == "assert")
}

/// The expression of `assert(n > 0);`
fn is_assertion(unit: &Unit, function: &Function<'_>, expression: &Offsets) -> bool {
    let tokens = &unit.tokens[unit.tokens_in(function.base.range(*expression))];
    !tokens.is_empty() && tokens.iter().all(is_asserted)
}

/// The first call that neither may stay as it is nor is a stage in the position of a statement.
fn unknown_call<'f>(
    contents: &Contents<'_>,
    function: &'f Function<'_>,
    items: &[Node<BlockItem>],
    is_stage: &dyn Fn(&str) -> bool,
) -> Option<&'f Call> {
    let nested = |call: &Call| {
        let name = call.name.as_deref().filter(|n| is_stage(n));
        name.is_some() && items.iter().any(|item| calls_at(function, item, call.at))
    };
    let asserts = |call: &Call| {
        let unit = contents.unit;
        let tokens = &unit.tokens[unit.tokens_in(call.at..call.at + 1)];
        tokens.first().is_some_and(is_asserted)
    };
    let is_known =
        |call: &Call| contents.facts.calls.is_seen(call) || nested(call) || asserts(call);
    function.symbols.calls.iter().find(|call| !is_known(call))
}

/// Whether an item of a block consists of the call at this place.
fn calls_at(function: &Function<'_>, item: &Node<BlockItem>, at: usize) -> bool {
    let call = CallUse::of_item(&item.node);
    call.is_some_and(|call| function.base.range(call.at).start == at)
}

/// What a body must not contain, or `Some(None)` if there is no work in it.
fn unsuitable(unit: &Unit, stage: &Stage<'_, '_>) -> Option<Option<(&'static str, Offsets)>> {
    let mut finder = Unsuitable {
        unit,
        stage,
        found: None,
    };
    for item in stage.items {
        finder.visit_block_item(&item.node, &item.span);
    }
    let has_work = |item: &Node<BlockItem>| match &item.node {
        BlockItem::Statement(s) => {
            is_loop(&s.node)
                || CallUse::of(&s.node).is_some()
                || sets_passed(stage.function, &s.node)
                || frees(&s.node)
        }
        _ => false,
    };
    match finder.found {
        Some(found) => Some(Some(found)),
        None => (!stage.items.iter().any(has_work)).then_some(None),
    }
}

/// Whether a statement is a loop, or a block with one.
pub(super) fn is_loop(statement: &Statement) -> bool {
    match statement {
        Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => true,
        Statement::Compound(items) => items.iter().any(|item| match &item.node {
            BlockItem::Statement(s) => is_loop(&s.node),
            _ => false,
        }),
        _ => false,
    }
}

/// `if (im) { free(im->data); free(im); }`
fn frees(statement: &Statement) -> bool {
    match statement {
        Statement::If(test) => {
            test.node.else_statement.is_none() && frees(&test.node.then_statement.node)
        }
        Statement::Compound(items) => items.iter().all(|item| match &item.node {
            BlockItem::Statement(inner) => frees(&inner.node),
            _ => false,
        }),
        _ => CallUse::of(statement).is_some_and(|call| call.name == "free"),
    }
}

/// `im->w = w;`, `*t = malloc(n);`
fn sets_passed(function: &Function<'_>, statement: &Statement) -> bool {
    let Statement::Expression(Some(expression)) = statement else {
        return false;
    };
    let set = sides(expression, &BinaryOperator::Assign).map(|(set, _)| set);
    set.is_some_and(|set| match &set.node {
        Expression::Member(_) => true,
        Expression::UnaryOperator(u) => {
            u.node.operator.node == UnaryOperator::Indirection
                && matches!(type_of(function, set), Type::Pointer(_))
        }
        _ => false,
    })
}

/// Finds what a body must not contain.
struct Unsuitable<'s, 'f, 'p> {
    unit: &'s Unit,
    stage: &'s Stage<'f, 'p>,
    found: Option<(&'static str, Offsets)>,
}

impl Unsuitable<'_, '_, '_> {
    fn note(&mut self, what: Option<&'static str>, at: &Offsets) {
        self.found = self.found.or(what.map(|what| (what, *at)));
    }

    /// Whether an expression is the name of a parameter.
    fn is_parameter(&self, expression: &Node<Expression>) -> bool {
        let Expression::Identifier(name) = &expression.node else {
            return false;
        };
        let symbols = &self.stage.function.symbols;
        let at = self.stage.function.base.range(name.span).start;
        let object = symbols.variable_at(at);
        object.is_some_and(|id| symbols.variable(id).origin == Origin::Parameter)
    }
}

impl<'a> Visit<'a> for Unsuitable<'_, '_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let what = match statement {
            Statement::Return(_) if !self.stage.results.contains(span) => {
                Some("`return` inside another statement")
            }
            Statement::Labeled(labeled) => {
                let is_named = matches!(labeled.node.label.node, Label::Identifier(_));
                is_named.then_some("a jump")
            }
            Statement::Goto(_) => {
                let is_known = self
                    .stage
                    .ending
                    .as_ref()
                    .is_some_and(|e| e.is_reached_from(span));
                (!is_known).then_some("a jump")
            }
            Statement::Asm(_) => Some("assembler"),
            _ => None,
        };
        self.note(what, span);
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if is_assertion(self.unit, self.stage.function, span) {
            return;
        }
        let what = match expression {
            Expression::Statement(_) => Some("statements in an expression"),
            Expression::GenericSelection(_) => Some("`_Generic`"),
            Expression::VaArg(_) => Some("`va_arg`"),
            Expression::SizeOfVal(of) if self.is_parameter(&of.node.0) => {
                Some("the size of a parameter")
            }
            _ => None,
        };
        self.note(what, span);
        visit::visit_expression(self, expression, span);
    }

    fn visit_declaration(&mut self, node: &'a lang_c::ast::Declaration, span: &'a Offsets) {
        let what = node
            .declarators
            .is_empty()
            .then_some("a declaration of a type");
        self.note(what, span);
        visit::visit_declaration(self, node, span);
    }

    fn visit_struct_type(&mut self, node: &'a lang_c::ast::StructType, span: &'a Offsets) {
        let what = node
            .declarations
            .is_some()
            .then_some("a declaration of a type");
        self.note(what, span);
        visit::visit_struct_type(self, node, span);
    }

    fn visit_enum_type(&mut self, node: &'a lang_c::ast::EnumType, span: &'a Offsets) {
        let what = (!node.enumerators.is_empty()).then_some("a declaration of a type");
        self.note(what, span);
        visit::visit_enum_type(self, node, span);
    }

    fn visit_type_of(&mut self, _: &'a lang_c::ast::TypeOf, span: &'a Offsets) {
        self.note(Some("`typeof`"), span);
    }

    fn visit_storage_class_specifier(
        &mut self,
        class: &'a lang_c::ast::StorageClassSpecifier,
        span: &'a Offsets,
    ) {
        let is_type = *class == lang_c::ast::StorageClassSpecifier::Typedef;
        self.note(is_type.then_some("a declaration of a type"), span);
    }
}

/// `(void)n;`
pub(super) fn is_idle(statement: &Statement) -> bool {
    match statement {
        Statement::Expression(Some(expression)) => is_discarded(&expression.node),
        Statement::Expression(None) => true,
        _ => false,
    }
}

/// Whether a declarator declares a number or a plain pointer.
pub(super) fn is_plain_declarator(declarator: &lang_c::ast::Declarator) -> bool {
    let mut derived = declarator.derived.iter();
    is_name(declarator) && derived.all(|d| matches!(d.node, DerivedDeclarator::Pointer(_)))
}
