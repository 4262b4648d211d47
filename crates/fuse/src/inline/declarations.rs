//! Declarations of an inlined stage: its parameters as objects, the locals of its body.

use super::sites::Site;
use super::stage::{Stage, is_plain_declarator};
use super::words::{renamed, without};
use c::names::symbols::{VarId, Variable};
use c::names::types::{Qualifiers, Storage, Type};
use c::syntax::declarators::{declared_name, points, points_to_rows, texts};
use lang_c::ast::{BlockItem, Declaration};
use lang_c::span::Node;
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
    let declarations = stage.items.iter().filter_map(|item| match &item.node {
        BlockItem::Declaration(declaration) => Some(declaration),
        _ => None,
    });
    let loose = declarations.filter_map(|d| loose_declaration(unit, stage, d));
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
    (!unit.holds_directive(span)).then(|| Loose {
        span,
        specifiers: without(&unit.file.slice(specifiers), &["auto"]),
        objects,
    })
}

/// The locals that are declared by the items of a body themselves.
pub(super) fn top_locals(stage: &Stage<'_, '_>) -> Vec<VarId> {
    let base = stage.function.base;
    let symbols = &stage.function.symbols;
    let mut found = Vec::new();
    for item in stage.items {
        let BlockItem::Declaration(declaration) = &item.node else {
            continue;
        };
        for item in &declaration.node.declarators {
            let name = declared_name(&item.node.declarator);
            let at = name.map(|name| base.range(name.span).start);
            found.extend(at.and_then(|at| symbols.declared_at(at)));
        }
    }
    found
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
        let stars = match whole.start < parameter.at.start {
            true => text(whole.start..parameter.at.start)?,
            false => String::new(),
        };
        let stars = without(&stars, &["restrict", "__restrict", "__restrict__"]);
        return Some(plain(parameter, &specifiers, &stars));
    }
    let is_rows = points_to_rows(&declarator.node);
    let sizes = texts(unit, base, &declarator.node);
    let inner = if is_rows {
        &sizes[..]
    } else {
        sizes.get(1..)?
    };
    let (before, after) = match inner {
        _ if !is_rows && !is_array(&declarator.node) => return None,
        [] => (format!("{specifiers} *"), String::new()),
        _ => {
            let rows: String = inner.iter().map(|size| format!("[{}]", renamed(size, new))).collect();
            (format!("{specifiers} (*"), format!("){rows}"))
        }
    };
    Some(Copied { before, after })
}

/// `const int`, `float *`.
fn plain(parameter: &Variable<'_>, specifiers: &str, stars: &str) -> Copied {
    let is_number = !matches!(parameter.declared_type, Type::Pointer(_));
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
    !points(declarator)
        && c::syntax::declarators::is_name(declarator)
        && { declarator.derived.iter() }
            .all(|d| matches!(d.node, lang_c::ast::DerivedDeclarator::Array(_)))
}

/// The declaration of a parameter in the unit's text.
fn declaration_of(stage: &Stage<'_, '_>, parameter: &Variable<'_>) -> Option<Range<usize>> {
    let base = stage.function.base;
    let all = stage.signature.parameters.iter();
    let mut ranges = all.map(|node| base.range(node.span));
    ranges.find(|range| range.contains(&parameter.at.start))
}

/// Whether the dimensions of an array below the outermost are those of a parameter.
pub(super) fn same_shape(
    unit: &Unit,
    site: &Site<'_, '_>,
    parameter: &Variable<'_>,
    array: &Variable<'_>,
) -> bool {
    let (Some(wanted), Some(given)) = (inner_sizes(unit, parameter), inner_sizes(unit, array))
    else {
        return false;
    };
    let symbols = &site.stage.function.symbols;
    let argument = |name: &str| {
        let parameters = symbols.parameters.iter().zip(&site.arguments);
        let mut named = parameters
            .filter(|(id, _)| id.is_some_and(|id| symbols.variable(id).name == name));
        named.next().map(|(_, argument)| argument.text.clone())
    };
    let value = |text: &str| {
        let named = unit.macros.get(text).map(|m| m.value);
        named.or_else(|| text.parse::<i64>().ok())
    };
    let same = |(wanted, given): (&String, &String)| {
        let wanted = renamed(wanted, &argument);
        let spelled = |text: &str| words(text).into_iter().map(|w| w.text).collect::<Vec<_>>();
        let is_number = value(&wanted).is_some() && value(&wanted) == value(given);
        is_number || spelled(&wanted) == spelled(given)
    };
    wanted.len() == given.len() && wanted.iter().zip(&given).all(same)
}

/// The sizes of an array's dimensions below the outermost.
fn inner_sizes(unit: &Unit, variable: &Variable<'_>) -> Option<Vec<String>> {
    let (rank, element) = variable.declared_type.target()?.rank();
    if rank == 0 {
        return (!matches!(element, Type::Unknown | Type::Void)).then(Vec::new);
    }
    let declarator = &variable.declarator?.node;
    let mut sizes = texts(unit, variable.base, declarator);
    if !points_to_rows(declarator) && !sizes.is_empty() {
        sizes.remove(0);
    }
    (sizes.len() == rank).then_some(sizes)
}
