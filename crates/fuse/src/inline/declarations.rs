//! Declarations of an inlined stage: its parameters as objects, the locals of its body.

use super::sites::Site;
use super::stage::{Stage, is_plain_declarator, parameters};
use c::names::file::Function;
use c::names::symbols::{VarId, Variable};
use c::names::types::{Qualifiers, Storage, Type};
use c::syntax::attributes::attributes_in;
use c::syntax::constant::evaluate;
use c::syntax::declarators::{declared_name, points, points_to_rows, sizes, texts};
use lang_c::ast::{
    BlockItem, Declaration, DeclarationSpecifier, Expression, Initializer, TypeSpecifier,
};
use lang_c::span::Node;
use print::{with_objects, without};
use source::{Span, Unit, words};
use std::ops::Range;

/// A declaration of plain objects without initial values at the top of a body.
pub(super) struct Loose {
    /// Its bytes in the file.
    pub(super) span: Span,
    /// `int`
    pub(super) specifiers: String,
    /// Its objects, each with the `*` before its name.
    pub(super) objects: Vec<(VarId, String)>,
}

/// The declarations of a body whose objects may be declared elsewhere.
pub(super) fn loose(unit: &Unit, stage: &Stage<'_, '_>) -> Vec<Loose> {
    let loose = declarations(stage).filter_map(|d| loose_declaration(unit, stage, d));
    loose.collect()
}

fn loose_declaration(
    unit: &Unit,
    stage: &Stage<'_, '_>,
    declaration: &Node<Declaration>,
) -> Option<Loose> {
    let base = stage.function.base;
    let symbols = &stage.function.symbols;
    let mut objects = Vec::new();
    for item in &declaration.node.declarators {
        let declarator = &item.node.declarator;
        let name = declared_name(declarator)?;
        let id = symbols.declared_at(base.range(name.span).start)?;
        let variable = symbols.variable(id);
        let is_loose = item.node.initializer.is_none()
            && is_plain_declarator(&declarator.node)
            && variable.storage == Storage::Automatic
            && variable.qualifiers == Qualifiers::default()
            && variable.declared_type.is_scalar();
        let span = unit.span_of(base.range(declarator.span)).ok()?;
        let text = unit.file.slice(span).into_owned();
        let stars = text.strip_suffix(variable.name.as_str())?.trim();
        let is_loose = is_loose && stars.chars().all(|c| matches!(c, '*' | ' '));
        objects.push(is_loose.then(|| (id, stars.replace(' ', "")))?);
    }
    let range = base.range(declaration.span);
    let first = declaration.node.declarators.first()?;
    let specifiers = unit
        .span_of(range.start..base.range(first.node.declarator.span).start)
        .ok()?;
    let span = unit.span_of(range).ok()?;
    let has_attributes = !attributes_in(unit, base.range(declaration.span)).is_empty();
    (!unit.holds_directive(span) && !has_attributes).then(|| Loose {
        span,
        specifiers: without(&unit.file.slice(specifiers), &["auto"]),
        objects,
    })
}

/// The declarations of numbers that only statements without effect name.
pub(super) fn unused(unit: &Unit, stage: &Stage<'_, '_>, idle: &[Span]) -> Vec<Span> {
    let function = stage.function;
    let is_in_idle = |at: Range<usize>| {
        let place = unit.nearest_span(at);
        place.is_some_and(|place| idle.iter().any(|idle| idle.contains(place)))
    };
    // `(void)k` is no mention.
    let is_idle = |v: &Variable<'_>| {
        let tokens = &unit.tokens[unit.tokens_in(v.scope.clone())];
        let own = tokens.iter().filter(|token| {
            let at = token.at.start as usize;
            unit.text[at..token.at.end as usize] == v.name
                && function.symbols.declared_at(at).is_none()
                && function.symbols.visible(&v.name, at) == Some(v.id)
        });
        let mut own = own.map(|token| token.at.start as usize..token.at.end as usize);
        v.mentions.is_empty() && own.all(is_in_idle)
    };
    let is_unused = |declaration: &&Node<Declaration>| {
        let [only] = declaration.node.declarators.as_slice() else {
            return false;
        };
        let id = declared_objects(stage, &declaration.node).flatten().next();
        let is_plain = only.node.initializer.as_ref().is_none_or(|initial| {
            matches!(&initial.node, Initializer::Expression(value)
                if matches!(value.node, Expression::Constant(_) | Expression::Identifier(_)))
        });
        id.map(|id| function.symbols.variable(id)).is_some_and(|v| {
            v.storage == Storage::Automatic
                && !v.qualifiers.volatile
                && !v.qualifiers.atomic
                && v.declared_type.is_scalar()
                && is_plain
                && is_idle(v)
        })
    };
    let unused = declarations(stage).filter(is_unused);
    let span = |d: &Node<Declaration>| unit.span_of(function.base.range(d.span)).ok();
    let spans = unused.filter_map(span);
    spans.filter(|span| !unit.holds_directive(*span)).collect()
}

/// The declarations among the items of a body.
pub(super) fn declarations<'s>(
    stage: &'s Stage<'_, '_>,
) -> impl Iterator<Item = &'s Node<Declaration>> {
    stage.items.iter().filter_map(|item| match &item.node {
        BlockItem::Declaration(declaration) => Some(declaration),
        _ => None,
    })
}

/// The object that each declarator of a declaration declares.
pub(super) fn declared_objects(
    stage: &Stage<'_, '_>,
    declaration: &Declaration,
) -> impl Iterator<Item = Option<VarId>> {
    let function = stage.function;
    let declarators = declaration.declarators.iter();
    declarators.map(move |item| function.declared(&item.node.declarator))
}

/// The locals that are declared by the items of a body themselves.
pub(super) fn top_locals(stage: &Stage<'_, '_>) -> Vec<VarId> {
    declarations(stage)
        .flat_map(|d| declared_objects(stage, &d.node).flatten())
        .collect()
}

/// A parameter as an object: `const int` and `n`, `float (*` and `src)[W]`.
pub(super) struct Copied {
    before: String,
    after: String,
}

impl Copied {
    /// The declaration with a name and an initial value, without `;`.
    pub(super) fn declaration(&self, name: &str, value: &str) -> String {
        let gap = match self.before.ends_with(['*', '(']) {
            true => "",
            false => " ",
        };
        format!("{}{gap}{name}{} = {value}", self.before, self.after)
    }
}

/// A parameter of a stage as an object, with other text for names in its sizes.
pub(super) fn copied(
    unit: &Unit,
    stage: &Stage<'_, '_>,
    parameter: &Variable<'_>,
    new: &dyn Fn(&str) -> Option<String>,
) -> Option<Copied> {
    let base = stage.function.base;
    let range = declaration_of(stage, parameter)?;
    let text = |range: Range<usize>| {
        let span = unit.span_of(range).ok()?;
        let is_plain = !unit.holds_directive(span);
        let text = without(&unit.file.slice(span), &["register"]);
        is_plain.then_some(text)
    };
    let declarator = parameter.declarator?;
    let whole = base.range(declarator.span);
    let specifiers = text(range.start..whole.start)?;
    if is_plain_declarator(&declarator.node) {
        if matches!(parameter.declared_type, Type::Array(_) | Type::Unknown) {
            return None;
        }
        let stars = match whole.start < parameter.at.start {
            true => text(whole.start..parameter.at.start)?,
            false => String::new(),
        };
        let stars = without(&stars, &["restrict", "__restrict", "__restrict__"]);
        return Some(plain(parameter, &specifiers, &stars));
    }
    let is_rows = points_to_rows(&declarator.node);
    let sizes = texts(unit, base, &declarator.node);
    let inner = if is_rows { &sizes[..] } else { sizes.get(1..)? };
    let (before, after) = match inner {
        _ if !is_rows && !is_array(&declarator.node) => return None,
        [] => (format!("{specifiers} *"), String::new()),
        _ => {
            let rows: String = inner
                .iter()
                .map(|size| format!("[{}]", with_objects(size, new)))
                .collect();
            (format!("{specifiers} (*"), format!("){rows}"))
        }
    };
    Some(Copied { before, after })
}

/// `const int`, `float *`.
fn plain(parameter: &Variable<'_>, specifiers: &str, stars: &str) -> Copied {
    let is_number = matches!(
        parameter.declared_type,
        Type::Integer(_) | Type::Floating(_)
    );
    let adds_const = is_number && parameter.writes.is_empty() && !parameter.qualifiers.constant;
    let specifiers = match (adds_const, is_number && !parameter.writes.is_empty()) {
        (true, _) => format!("const {specifiers}"),
        (_, true) => without(specifiers, &["const"]),
        _ => specifiers.to_string(),
    };
    let gap = if stars.is_empty() { "" } else { " " };
    Copied {
        before: format!("{specifiers}{gap}{}", stars.replace("* ", "*")),
        after: String::new(),
    }
}

/// `a[n][m]`
fn is_array(declarator: &lang_c::ast::Declarator) -> bool {
    !points(declarator) && c::syntax::declarators::is_name(declarator) && {
        declarator.derived.iter()
    }
    .all(|d| matches!(d.node, lang_c::ast::DerivedDeclarator::Array(_)))
}

/// The declaration of a parameter in the unit's text.
fn declaration_of(stage: &Stage<'_, '_>, parameter: &Variable<'_>) -> Option<Range<usize>> {
    let base = stage.function.base;
    let all = stage.parameters.iter();
    let mut ranges = all.map(|node| base.range(node.span));
    ranges.find(|range| range.contains(&parameter.at.start))
}

/// Whether the dimensions of an array below the outermost are those of a parameter.
pub(super) fn same_shape(
    unit: &Unit,
    (caller, site): (&Function<'_>, &Site<'_, '_>),
    parameter: &Variable<'_>,
    array: &Variable<'_>,
) -> bool {
    let named = named_type(parameter_of(site.stage.function, parameter));
    let wanted = Shape::of(unit, parameter, named);
    let specifiers = array.declaration.map(|d| d.specifiers.as_slice());
    let specifiers = specifiers.or_else(|| parameter_of(caller, array));
    let given = Shape::of(unit, array, named_type(specifiers));
    let (Some(wanted), Some(given)) = (wanted, given) else {
        return false;
    };
    let same = |(wanted, given): (&Size<'_>, &Size<'_>)| same_size(unit, site, wanted, given);
    wanted.sizes.len() == given.sizes.len()
        && wanted.sizes.iter().zip(&given.sizes).all(same)
        && (wanted.is_spelled || wanted.of == given.of)
}

/// Whether the sizes of a parameter and of an array are the same number or the same words.
fn same_size(unit: &Unit, site: &Site<'_, '_>, wanted: &Size<'_>, given: &Size<'_>) -> bool {
    let symbols = &site.stage.function.symbols;
    let argument = |name: &str| {
        let parameters = symbols.parameters.iter().zip(&site.arguments);
        let mut named =
            parameters.filter(|(id, _)| id.is_some_and(|id| symbols.variable(id).name == name));
        named.next().map(|(_, argument)| argument)
    };
    let constant = |name: &str| unit.macros.get(name).map(|m| m.value);
    let outer = |e: &Expression| evaluate(e, &mut |name| constant(name));
    let value = evaluate(wanted.tree, &mut |name| match argument(name) {
        Some(argument) => outer(&argument.expression.node),
        None => constant(name),
    });
    let text = with_objects(&wanted.text, &|name| argument(name).map(|a| a.text.clone()));
    let spelled = |text: &str| words(text).into_iter().map(|w| w.text).collect::<Vec<_>>();
    (value.is_some() && value == outer(given.tree)) || spelled(&text) == spelled(&given.text)
}

/// The size of a dimension.
struct Size<'p> {
    text: String,
    tree: &'p Expression,
}

/// The dimensions of an array below the outermost.
struct Shape<'p> {
    /// The sizes in its declarator.
    sizes: Vec<Size<'p>>,
    /// Whether these are all.
    is_spelled: bool,
    /// The name of the type that has the others.
    of: Option<String>,
}

impl<'p> Shape<'p> {
    fn of(unit: &Unit, variable: &Variable<'p>, of: Option<String>) -> Option<Self> {
        let (rank, element) = variable.declared_type.target()?.rank();
        let declarator = &variable.declarator?.node;
        let texts = texts(unit, variable.base, declarator).into_iter();
        let outermost = usize::from(!points_to_rows(declarator));
        let size = |(text, (_, tree)): (String, (_, Option<&'p Node<Expression>>))| {
            let tree = &tree?.node;
            Some(Size { text, tree })
        };
        let sizes = texts.zip(sizes(declarator)).skip(outermost).map(size);
        let sizes: Vec<Size<'p>> = sizes.collect::<Option<_>>()?;
        let is_known = !matches!(element, Type::Unknown | Type::Void) && sizes.len() <= rank;
        let is_spelled = sizes.len() == rank;
        (is_known && (is_spelled || of.is_some())).then_some(Shape {
            sizes,
            is_spelled,
            of,
        })
    }
}

/// The name of a type in the specifiers of a declaration.
fn named_type(specifiers: Option<&[Node<DeclarationSpecifier>]>) -> Option<String> {
    specifiers?
        .iter()
        .find_map(|specifier| match &specifier.node {
            DeclarationSpecifier::TypeSpecifier(ty) => match &ty.node {
                TypeSpecifier::TypedefName(name) => Some(name.node.name.clone()),
                _ => None,
            },
            _ => None,
        })
}

/// The specifiers of a function's parameter.
fn parameter_of<'p>(
    function: &Function<'p>,
    parameter: &Variable<'_>,
) -> Option<&'p [Node<DeclarationSpecifier>]> {
    let list = parameters(function)?.iter();
    let mut own = list.filter(|node| {
        let range = function.base.range(node.span);
        range.contains(&parameter.at.start)
    });
    own.next().map(|node| node.node.specifiers.as_slice())
}
