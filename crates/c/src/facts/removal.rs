//! The code that is removed with a parameter: its declarations, the arguments of all calls, and the
//! statements of callers that provide it. All of it or nothing.

use crate::facts::mentions::Mentions;
use crate::facts::uses::{Site, Use, Uses};
use crate::names::file::{File, Function, ObjectOf};
use crate::names::symbols::{Origin, VarId};
use crate::syntax::base::Base;
use crate::syntax::declarators::declared_name;
use lang_c::ast::{Declarator, DeclaratorKind, DerivedDeclarator};
use lang_c::span::Node;
use providers::providers;
use source::{Span, Unit, Word};
use std::collections::BTreeSet;
use std::ops::Range;

mod providers;

/// Why a parameter cannot be removed. Completes "the parameter stays: ...".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Hindrance {
    /// Not all calls are known.
    #[error("a pragma speaks of it")]
    Promised,
    /// Another function needs the array.
    #[error("the array also goes to `{0}`")]
    Shared(String),
    /// A declaration that cannot be edited.
    #[error("a declaration of `{0}` cannot be edited")]
    Declaration(String),
    /// A call that cannot be edited.
    #[error("a call in `{0}` cannot be edited")]
    Call(String),
    /// The array is not a local one.
    #[error("the array that `{0}` passes is not local to it")]
    NotLocal(String),
    /// Other statements of the caller name the array.
    #[error("`{0}` names the array `{1}` in other ways")]
    Named(String, String),
}

/// The inputs of a removal.
pub(crate) struct Remover<'r, 'p> {
    /// The preprocessed file.
    pub unit: &'r Unit,
    /// Its declarations.
    pub file: &'r File<'p>,
    /// The uses of arrays.
    pub uses: &'r Uses,
    /// The mentions of functions.
    pub mentions: &'r Mentions<'r>,
}

type Removed<T> = Result<T, Hindrance>;

impl Remover<'_, '_> {
    /// All code that has to be cut with a parameter, given all calls of its function and the other
    /// parameters that may be cut too.
    pub(crate) fn cuts(
        &self,
        parameter: ObjectOf,
        calls: &[&Site],
        may_go: &dyn Fn(VarId) -> bool,
    ) -> Removed<Vec<Cut>> {
        let function = &self.file.functions[parameter.0];
        let parameters = &function.symbols.parameters;
        let position = parameters.iter().position(|p| *p == Some(parameter.1));
        let cannot = || Hindrance::Declaration(function.name.clone());
        let position = position.ok_or_else(cannot)?;
        let next = parameters.get(position + 1).copied().flatten();
        let next_stays = next.is_none_or(|next| !may_go(next));
        let mut cuts = self.declarations(function, (position, next_stays))?;
        for call in calls {
            let list = List {
                items: &call.spans,
                name_at: call.at,
                alone: "",
            };
            let cut = self.cut(&list, position, next_stays);
            let caller = || Hindrance::Call(self.file.functions[call.caller].name.clone());
            cuts.push(cut.ok_or_else(caller)?);
        }
        let objects = calls
            .iter()
            .filter_map(|c| Some((c.caller, c.arguments[position]?)));
        let objects: BTreeSet<ObjectOf> = objects.collect();
        let gone = |at: Use| match at {
            Use::Passed(call, place) => {
                place == position && self.uses.calls[call].callee == function.name
            }
            _ => false,
        };
        for object in objects {
            let storage = self.storage(object, &gone)?;
            cuts.extend(storage);
            self.named_nowhere_else(object, &cuts)?;
        }
        Ok(cuts)
    }

    /// The parameter in its function's definition and in all other declarations.
    fn declarations(
        &self,
        function: &Function<'_>,
        (position, next_stays): (usize, bool),
    ) -> Removed<Vec<Cut>> {
        let cannot = || Hindrance::Declaration(function.name.clone());
        let mut declarators = vec![(function.base, &function.definition.declarator)];
        let others = self.mentions.declarations_of(self.file, &function.name);
        for at in others {
            let prototype = self.file.prototypes.get(&at).ok_or_else(cannot)?;
            declarators.push((prototype.0, prototype.1));
        }
        let cut = |(base, declarator): (Base, &Node<Declarator>)| {
            let name = declared_name(declarator)?;
            let items = parameters(base, declarator)?;
            let list = List {
                items: &items,
                name_at: base.range(name.span).start,
                alone: "void",
            };
            self.cut(&list, position, next_stays)
        };
        let cuts = declarators.into_iter().map(|d| cut(d).ok_or_else(cannot));
        cuts.collect()
    }

    /// A single item of a list in parentheses, with a comma: the one before it, unless the item
    /// starts a line and shares it with the next one, which stays.
    fn cut(&self, list: &List<'_>, at: usize, next_stays: bool) -> Option<Cut> {
        let item = list.items.get(at)?;
        let tokens = &self.unit.tokens;
        let text = |index: usize| tokens.get(index).map(|t| self.unit.token_text(t));
        let name = self.unit.tokens_in(list.name_at..list.name_at + 1).start;
        let own = self.unit.tokens_in(item.clone());
        let is_comma = |range: Range<usize>| {
            let between = self.unit.text.get(range).map(str::trim);
            between == Some(",")
        };
        let closes = matches!(text(own.end), Some("," | ")"));
        let first = self.unit.tokens_in(list.items.first()?.clone()).start;
        if !closes || text(name + 1) != Some("(") || first != name + 2 {
            return None;
        }
        let before = at.checked_sub(1).map(|k| list.items[k].end);
        let next = list.items.get(at + 1).map(|next| next.start);
        let (range, text) = match (before, next) {
            (None, None) => (item.clone(), list.alone),
            (Some(before), next) => {
                let starts_line = self.breaks_line(before..item.start);
                match next
                    .filter(|next| next_stays && starts_line && !self.breaks_line(item.end..*next))
                {
                    Some(next) => (item.start..next, ""),
                    None => (before..item.end, ""),
                }
            }
            (None, Some(next)) => (item.start..next, ""),
        };
        let commas_fit = before.is_none_or(|before| is_comma(before..item.start))
            && next.is_none_or(|next| is_comma(item.end..next));
        let mut span = self
            .unit
            .span_of(range.clone())
            .ok()
            .filter(|_| commas_fit)?;
        if Some(range.end) == next {
            let rest = &self.unit.file.bytes[span.end as usize..];
            let blanks = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
            span.end += blanks as u32;
        }
        Some(Cut {
            span,
            text: text.to_string(),
        })
    }

    /// Whether the user's file has a line break before or after a comma.
    fn breaks_line(&self, comma: Range<usize>) -> bool {
        let at = self.unit.tokens_in(comma).start;
        let place = |index: usize| {
            let token = self.unit.tokens.get(index)?;
            let range = token.at.start as usize..token.at.end as usize;
            self.unit.nearest_span(range)
        };
        let before = at.checked_sub(1).and_then(place);
        let after = place(at + 1);
        let (Some(before), Some(after)) = (before, after) else {
            return false;
        };
        let bytes = &self.unit.file.bytes;
        let gap = bytes.get(before.end as usize..after.start as usize);
        gap.is_some_and(|gap| gap.contains(&b'\n'))
    }

    /// The declaration of a caller's array, and the statements that only allocate or free it.
    fn storage(&self, object: ObjectOf, gone: &dyn Fn(Use) -> bool) -> Removed<Vec<Cut>> {
        let function = &self.file.functions[object.0];
        let variable = function.symbols.variable(object.1);
        if variable.origin != Origin::Local {
            return Err(Hindrance::NotLocal(function.name.clone()));
        }
        let named = || Hindrance::Named(function.name.clone(), variable.name.clone());
        let found = providers(self.unit, self.uses, function, object.1);
        let is_inside = |at: &usize| found.iter().flatten().any(|r| r.contains(at));
        let is_gone = |at: &usize| self.uses.at(*at).is_some_and(gone) || is_inside(at);
        if !is_inside(&variable.at.start) || !variable.mentions.iter().all(is_gone) {
            return Err(named());
        }
        let mut cuts = Vec::new();
        for group in found {
            let spans = self.spans(&group).ok_or_else(named)?;
            cuts.extend(spans.into_iter().map(|span| Cut {
                span: self.unit.file.whole_lines(span),
                text: String::new(),
            }));
        }
        Ok(cuts)
    }

    /// The places of neighbouring statements; several together if a single macro makes them.
    fn spans(&self, group: &[Range<usize>]) -> Option<Vec<Span>> {
        let mut spans = Vec::new();
        let mut at = 0;
        while at < group.len() {
            let place = |end: &usize| {
                let span = self.unit.span_of(group[at].start..group[*end].end).ok()?;
                Some((*end, span))
            };
            let places: Vec<(usize, Span)> =
                (at..group.len()).filter_map(|end| place(&end)).collect();
            let is_whole =
                |(_, span): &&(usize, Span)| self.unit.file.bytes_of(*span).ends_with(b";");
            let found = places.iter().find(is_whole).or(places.first());
            let (end, span) = found?;
            spans.push(*span);
            at = end + 1;
        }
        Some(spans)
    }

    /// Checks that no other text of the caller names the array, whatever the preprocessor makes of
    /// it.
    fn named_nowhere_else(&self, object: ObjectOf, cuts: &[Cut]) -> Removed<()> {
        let function = &self.file.functions[object.0];
        let name = &function.symbols.variable(object.1).name;
        let named = || Hindrance::Named(function.name.clone(), name.clone());
        let body = self.unit.nearest_span(function.range()).ok_or_else(named)?;
        let is_left = |word: &Word| {
            let start = word.span.start;
            let inside = |cut: &Cut| cut.span.start <= start && start < cut.span.end;
            word.text == *name && !cuts.iter().any(inside)
        };
        match self.unit.words(body).iter().any(is_left) {
            true => Err(named()),
            false => Ok(()),
        }
    }
}

/// A list in parentheses after a name.
struct List<'l> {
    items: &'l [Range<usize>],
    /// The start of the name.
    name_at: usize,
    /// The replacement of a single item.
    alone: &'static str,
}

/// The places of the parameters of a function's declarator.
fn parameters(base: Base, declarator: &Node<Declarator>) -> Option<Vec<Range<usize>>> {
    if !matches!(declarator.node.kind.node, DeclaratorKind::Identifier(_)) {
        return None;
    }
    let mut lists = declarator
        .node
        .derived
        .iter()
        .filter_map(|d| match &d.node {
            DerivedDeclarator::Function(list) => Some(&list.node.parameters),
            _ => None,
        });
    let list = lists.next()?;
    Some(list.iter().map(|p| base.range(p.span)).collect())
}

/// A replacement in the user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The text that is removed.
    pub span: Span,
    /// The new text: nothing, or `void`.
    pub text: String,
}
