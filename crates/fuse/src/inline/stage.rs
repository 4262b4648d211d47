//! Stage functions: bodies that may stand in place of their calls. Knows nothing of callers.

use super::results::{CallUse, Results};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Call, Origin, VarId};
use c::names::types::Storage;
use c::syntax::declarators::is_name;
use c::syntax::expressions::is_discarded;
use lang_c::ast::{
    BlockItem, DeclarationSpecifier, DerivedDeclarator, Ellipsis, Expression, FunctionDeclarator,
    ParameterDeclaration, Statement, TypeSpecifier,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Origin as TokenOrigin, Span, Unit};
use std::collections::BTreeMap;
use std::ops::Range;

/// A stage function.
#[derive(Debug)]
pub(super) struct Stage<'f, 'p> {
    pub(super) function: &'f Function<'p>,
    /// Its parameters; none for `(void)`.
    pub(super) parameters: &'p [Node<ParameterDeclaration>],
    /// The ways out of its body.
    pub(super) results: Results<'p>,
    /// The items of its body.
    pub(super) items: &'p [Node<BlockItem>],
    /// The bytes between the braces of its body.
    pub(super) inner: Span,
    /// The same in the unit's text, with the braces.
    pub(super) range: Range<usize>,
}

impl Stage<'_, '_> {
    /// Whether none of its own statements is a loop: it only calls other stages.
    pub(super) fn calls_stages(&self) -> bool {
        let mut statements = self.items.iter().filter_map(|item| match &item.node {
            BlockItem::Statement(statement) => Some(&statement.node),
            _ => None,
        });
        !statements.any(is_loop)
    }
}

/// The stage functions of a file, by name.
pub(super) struct Stages<'f, 'p> {
    by_name: BTreeMap<&'f str, Stage<'f, 'p>>,
}

impl<'f, 'p> Stages<'f, 'p> {
    /// Finds the stages of a file: first the functions that are stages by themselves, then those
    /// that consist of stages.
    pub(super) fn of(contents: &'f Contents<'p>) -> Self {
        let mut by_name = BTreeMap::new();
        loop {
            let open = contents.file.functions.iter();
            let open = open.filter(|f| !by_name.contains_key(f.name.as_str()));
            let found: Vec<Stage<'f, 'p>> = open
                .filter_map(|f| stage(contents, f, &|name| by_name.contains_key(name)))
                .collect();
            if found.is_empty() {
                return Stages { by_name };
            }
            by_name.extend(found.into_iter().map(|s| (s.function.name.as_str(), s)));
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Stage<'f, 'p>> {
        self.by_name.get(name)
    }
}

/// The function as a stage, given the names of other stages.
fn stage<'f, 'p>(
    contents: &'f Contents<'p>,
    function: &'f Function<'p>,
    is_stage: &dyn Fn(&str) -> bool,
) -> Option<Stage<'f, 'p>> {
    let (body, _) = contents.facts.callee(&contents.file, &function.name)?;
    let is_same = body.name_at == function.name_at;
    let signature = signature(function)?;
    let parameters = parameters(signature);
    let Statement::Compound(items) = &function.definition.statement.node else {
        return None;
    };
    let range = function.base.range(function.definition.statement.span);
    let inner = inner_span(contents.unit, &range)?;
    let results = Results::of(contents.unit, &function.returns, items)?;
    let is_fit = is_same
        && parameters.len() == function.symbols.parameters.len()
        && has_plain_names(function)
        && has_plain_text(contents.unit, &range, inner)
        && has_known_calls(contents, function, items, is_stage)
        && has_plain_statements(contents.unit, function, items, &results);
    is_fit.then_some(Stage {
        function,
        parameters,
        results,
        items,
        inner,
        range,
    })
}

/// The parameter list of `void f(int n)`.
pub(super) fn signature<'p>(function: &Function<'p>) -> Option<&'p FunctionDeclarator> {
    let declarator = &function.definition.declarator.node;
    let [only] = declarator.derived.as_slice() else {
        return None;
    };
    let DerivedDeclarator::Function(list) = &only.node else {
        return None;
    };
    let is_plain =
        function.definition.declarations.is_empty() && list.node.ellipsis == Ellipsis::None;
    is_plain.then_some(&list.node)
}

/// The parameters of a list; none for `(void)`.
fn parameters(list: &FunctionDeclarator) -> &[Node<ParameterDeclaration>] {
    let is_void = |specifier: &Node<DeclarationSpecifier>| match &specifier.node {
        DeclarationSpecifier::TypeSpecifier(ty) => ty.node == TypeSpecifier::Void,
        _ => false,
    };
    match list.parameters.as_slice() {
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

/// Whether all names of a function are understood, and none of its objects outlives a call.
fn has_plain_names(function: &Function<'_>) -> bool {
    let symbols = &function.symbols;
    let is_plain = |(id, v): (VarId, &c::names::symbols::Variable<'_>)| match v.origin {
        Origin::Global(_) => true,
        Origin::Parameter => {
            !v.address_taken && !v.qualifiers.volatile && !v.qualifiers.atomic && id == v.id
        }
        Origin::Local => {
            let is_constant = v.qualifiers.constant && v.storage == Storage::Static;
            is_constant || matches!(v.storage, Storage::Automatic | Storage::Register)
        }
    };
    symbols.unread.is_empty()
        && symbols.hidden.is_empty()
        && symbols.jumps.is_empty()
        && symbols.prototypes.is_empty()
        && !symbols.has_gotos()
        && symbols.parameters.iter().all(Option::is_some)
        && symbols.objects().all(is_plain)
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
fn is_asserted(token: &source::Token) -> bool {
    matches!(&token.origin, TokenOrigin::Expanded { macro_name, .. } if &**macro_name == "assert")
}

/// `assert(n > 0);`
fn is_assertion(unit: &Unit, function: &Function<'_>, item: &Node<BlockItem>) -> bool {
    let range = function.base.range(item.span);
    let tokens = &unit.tokens[unit.tokens_in(range)];
    match tokens.split_last() {
        Some((_, inner)) => !inner.is_empty() && inner.iter().all(is_asserted),
        None => false,
    }
}

/// Whether every call stays as it is or is a stage in the position of a statement.
fn has_known_calls(
    contents: &Contents<'_>,
    function: &Function<'_>,
    items: &[Node<BlockItem>],
    is_stage: &dyn Fn(&str) -> bool,
) -> bool {
    let nested = |call: &Call| {
        let name = call.name.as_deref().filter(|n| is_stage(n));
        name.is_some() && items.iter().any(|item| calls_at(function, item, call.at))
    };
    let asserts = |call: &Call| {
        let mut items = items.iter();
        items.any(|item| {
            let range = function.base.range(item.span);
            range.contains(&call.at) && is_assertion(contents.unit, function, item)
        })
    };
    let mut calls = function.symbols.calls.iter();
    calls.all(|call| asserts(call) || contents.facts.calls.is_harmless(call) || nested(call))
}

/// Whether an item of a block consists of the call at this place.
fn calls_at(function: &Function<'_>, item: &Node<BlockItem>, at: usize) -> bool {
    let BlockItem::Statement(statement) = &item.node else {
        return false;
    };
    let call = CallUse::of(&statement.node);
    call.is_some_and(|call| function.base.range(call.at).start == at)
}

/// Whether control leaves a body in known ways only, and there is work in it.
fn has_plain_statements(
    unit: &Unit,
    function: &Function<'_>,
    items: &[Node<BlockItem>],
    results: &Results<'_>,
) -> bool {
    let mut finder = Unsuitable {
        function,
        results,
        found: false,
    };
    let asserts = |item: &&Node<BlockItem>| is_assertion(unit, function, item);
    for item in items.iter().filter(|item| !asserts(item)) {
        finder.visit_block_item(&item.node, &item.span);
    }
    let has_work = |item: &Node<BlockItem>| match &item.node {
        BlockItem::Statement(s) => is_loop(&s.node) || CallUse::of(&s.node).is_some(),
        _ => false,
    };
    !finder.found && items.iter().any(has_work)
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

/// Finds what a body must not contain.
struct Unsuitable<'f, 'p> {
    function: &'f Function<'p>,
    results: &'f Results<'p>,
    found: bool,
}

impl Unsuitable<'_, '_> {
    /// Whether an expression is the name of a parameter.
    fn is_parameter(&self, expression: &Node<Expression>) -> bool {
        let Expression::Identifier(name) = &expression.node else {
            return false;
        };
        let symbols = &self.function.symbols;
        let at = self.function.base.range(name.span).start;
        let object = symbols.variable_at(at);
        object.is_some_and(|id| symbols.variable(id).origin == Origin::Parameter)
    }
}

impl<'a> Visit<'a> for Unsuitable<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        self.found |= match statement {
            Statement::Return(_) => !self.results.contains(span),
            Statement::Labeled(_) | Statement::Goto(_) | Statement::Asm(_) => true,
            Statement::Switch(_) => true,
            _ => false,
        };
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        self.found |= match expression {
            Expression::Statement(_)
            | Expression::GenericSelection(_)
            | Expression::VaArg(_)
            | Expression::CompoundLiteral(_) => true,
            Expression::SizeOfVal(of) => self.is_parameter(&of.node.0),
            _ => false,
        };
        visit::visit_expression(self, expression, span);
    }

    fn visit_declaration(&mut self, node: &'a lang_c::ast::Declaration, span: &'a Offsets) {
        self.found |= node.declarators.is_empty();
        visit::visit_declaration(self, node, span);
    }

    fn visit_struct_type(&mut self, node: &'a lang_c::ast::StructType, span: &'a Offsets) {
        self.found |= node.declarations.is_some();
        visit::visit_struct_type(self, node, span);
    }

    fn visit_enum_type(&mut self, node: &'a lang_c::ast::EnumType, span: &'a Offsets) {
        self.found |= !node.enumerators.is_empty();
        visit::visit_enum_type(self, node, span);
    }

    fn visit_type_of(&mut self, _: &'a lang_c::ast::TypeOf, _: &'a Offsets) {
        self.found = true;
    }

    fn visit_storage_class_specifier(
        &mut self,
        class: &'a lang_c::ast::StorageClassSpecifier,
        _: &'a Offsets,
    ) {
        self.found |= *class == lang_c::ast::StorageClassSpecifier::Typedef;
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
