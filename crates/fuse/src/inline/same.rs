//! Locals of a stage that have the value of an object of the caller, or of an earlier stage: `ow`
//! is `w - 2` in both.

use super::declarations::{declarations, declared_objects, top_locals};
use super::sites::Site;
use c::names::file::Function;
use c::names::symbols::{Origin, Symbols, VarId, Variable};
use c::names::types::{Storage, Type};
use lang_c::ast::{Declaration, Initializer};
use lang_c::span::Node;
use print::with_objects;
use source::{Span, TokenKind, Unit, is_operand, words};
use std::collections::BTreeMap;

/// A declaration at the top of a body, all of whose objects the caller has too.
pub(super) struct Same {
    /// Its bytes in the file.
    pub(super) span: Span,
    /// Its objects, each with the name of the caller's object.
    pub(super) objects: Vec<(VarId, String)>,
}

/// An object that inlining gave to a block of the caller.
pub(super) struct Value {
    pub(super) name: String,
    ty: Type,
    /// Its value by names of the caller.
    text: String,
}

/// The declarations of a body that are left out for objects of the caller, or for these values.
pub(super) fn same(
    unit: &Unit,
    caller: &Function<'_>,
    site: &Site<'_, '_>,
    values: &[Value],
) -> Vec<Same> {
    let mut pairs = Pairs {
        unit,
        caller,
        site,
        values,
        known: BTreeMap::new(),
    };
    declarations(site.stage)
        .filter_map(|d| pairs.of(d))
        .collect()
}

/// The values of the locals at the top of a body, by their names in the caller.
pub(super) fn values(
    unit: &Unit,
    caller: &Function<'_>,
    site: &Site<'_, '_>,
    names: &BTreeMap<VarId, String>,
) -> Vec<Value> {
    let mut pairs = Pairs {
        unit,
        caller,
        site,
        values: &[],
        known: BTreeMap::new(),
    };
    let mut found = Vec::new();
    for id in top_locals(site.stage) {
        let own = site.stage.function.symbols.variable(id);
        if let (Some(text), Some(name)) = (pairs.value_in_caller(own), names.get(&id)) {
            pairs.known.insert(id, name.clone());
            found.push(Value {
                name: name.clone(),
                ty: own.declared_type.clone(),
                text,
            });
        }
    }
    // The names of this call mean nothing else in later ones.
    found.retain(|value| pairs.keeps(&value.text, site.range.start));
    found
}

struct Pairs<'a, 'p> {
    unit: &'a Unit,
    caller: &'a Function<'p>,
    site: &'a Site<'a, 'p>,
    values: &'a [Value],
    /// The names of the caller's objects.
    known: BTreeMap<VarId, String>,
}

impl<'p> Pairs<'_, 'p> {
    fn of(&mut self, declaration: &Node<Declaration>) -> Option<Same> {
        let function = self.site.stage.function;
        let mut objects = Vec::new();
        let before = self.known.clone();
        for id in declared_objects(self.site.stage, &declaration.node) {
            let Some((id, name)) = id.and_then(|id| Some((id, self.twin(id)?))) else {
                self.known = before;
                return None;
            };
            self.known.insert(id, name.clone());
            objects.push((id, name));
        }
        let range = function.base.range(declaration.span);
        let span = self.unit.span_of(range).ok()?;
        (!objects.is_empty() && !self.unit.holds_directive(span)).then_some(Same { span, objects })
    }

    /// The name of the caller's object with the value of a local.
    fn twin(&self, id: VarId) -> Option<String> {
        let symbols = &self.site.stage.function.symbols;
        let own = symbols.variable(id);
        let value = self.value_in_caller(own)?;
        let at = self.site.range.start;
        let caller = &self.caller.symbols;
        let is_twin = |v: &&Variable<'_>| {
            let is_value =
                |other: String| is_alike(&other, &value) && self.keeps(&other, v.at.start);
            v.declared_type == own.declared_type
                && caller.visible(&v.name, at) == Some(v.id)
                && self.value(v).is_some_and(is_value)
        };
        let is_given = |v: &&Value| v.ty == own.declared_type && is_alike(&v.text, &value);
        let of_caller = caller.variables.iter().find(is_twin).map(|v| &v.name);
        let given = || self.values.iter().find(is_given).map(|v| &v.name);
        let name = of_caller.or_else(given)?;
        // Another object of the body would hide it.
        let mut others = symbols.variables.iter();
        others
            .all(|v| v.id == id || v.name != *name)
            .then(|| name.clone())
    }

    /// The value of a local by names of the caller.
    fn value_in_caller(&self, own: &Variable<'_>) -> Option<String> {
        let symbols = &self.site.stage.function.symbols;
        let value = self.value(own)?;
        let is_known = |name: &str| {
            let variable = symbols.visible(name, own.at.start);
            variable.is_none_or(|id| self.text_of(id).is_some())
        };
        let in_caller = |name: &str| self.text_of(symbols.visible(name, own.at.start)?);
        source::names(&value).all(is_known).then_some(())?;
        Some(with_objects(&value, &in_caller)).filter(|text| is_sum(text))
    }

    /// The initial value of an integer that only its initialiser sets, if it is a sum of products.
    fn value(&self, variable: &Variable<'_>) -> Option<String> {
        let is_constant = variable.origin == Origin::Local
            && variable.storage == Storage::Automatic
            && keeps_value(variable);
        let Initializer::Expression(value) = &variable.initializer.filter(|_| is_constant)?.node
        else {
            return None;
        };
        let span = self.unit.span_of(variable.base.range(value.span)).ok()?;
        let text = self.unit.file.slice(span).into_owned();
        is_sum(&text).then_some(text)
    }

    /// The text of an object of the body in the caller: of a parameter that keeps its value, or of
    /// a local that the caller has too.
    fn text_of(&self, id: VarId) -> Option<String> {
        if let Some(name) = self.known.get(&id) {
            return Some(name.clone());
        }
        let symbols = &self.site.stage.function.symbols;
        let index = { symbols.parameters.iter() }.position(|p| *p == Some(id))?;
        keeps_value(symbols.variable(id)).then_some(())?;
        let text = &self.site.arguments.get(index)?.text;
        Some(match is_operand(text) {
            true => text.clone(),
            false => format!("({text})"),
        })
    }

    /// Whether names of the caller at a place have the same values at the call.
    fn keeps(&self, text: &str, place: usize) -> bool {
        let symbols: &Symbols<'p> = &self.caller.symbols;
        let at = self.site.range.start;
        let is_same = |name: &str| match symbols.visible(name, place) {
            Some(id) => {
                let used = symbols.variable(id);
                symbols.visible(name, at) == Some(id)
                    && !matches!(used.origin, Origin::Global(_))
                    && keeps_value(used)
            }
            None => true,
        };
        source::names(text).all(is_same)
    }
}

/// Whether an integer is set by its declaration alone.
fn keeps_value(variable: &Variable<'_>) -> bool {
    let initial = usize::from(variable.initializer.is_some());
    variable.writes.len() == initial
        && !variable.address_taken
        && !variable.qualifiers.volatile
        && matches!(variable.declared_type, Type::Integer(_))
}

/// Whether a piece of C contains nothing but sums, products and quotients of names and numbers.
fn is_sum(text: &str) -> bool {
    let words = words(text);
    let is_call = |k: usize| {
        let next = words.get(k + 1).map(|word| word.text.as_str());
        words[k].kind == TokenKind::Identifier && next == Some("(")
    };
    let signs = ["+", "-", "*", "/", "%", "<<", ">>", "(", ")"];
    (0..words.len()).all(|k| {
        let is_sign = signs.contains(&words[k].text.as_str());
        let is_operand = matches!(words[k].kind, TokenKind::Identifier | TokenKind::Number);
        (is_sign || is_operand) && !is_call(k)
    })
}

/// Whether two pieces of C have the same words, apart from parentheses around all of them.
fn is_alike(a: &str, b: &str) -> bool {
    let spelled = |text: &str| -> Vec<String> {
        let inner = source::inside_parentheses(text);
        words(inner).into_iter().map(|word| word.text).collect()
    };
    spelled(a) == spelled(b)
}
