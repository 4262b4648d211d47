//! The text of a body in the place of a call, given the names in it.

use super::super::arguments::Binding;
use super::super::body::{lines, whole};
use super::super::declarations::{Loose, loose};
use super::super::names::BodyNames;
use super::super::passing::{Passing, fits, literal_text};
use super::super::sites::Site;
use super::super::stage::{is_end, is_idle};
use super::super::words::names as names_in;
use super::scope;
use c::Contents;
use c::names::symbols::{Origin, VarId};
use lang_c::ast::BlockItem;
use source::Span;
use std::collections::BTreeMap;

/// What is written for a call.
pub(in super::super) struct CallPlan {
    /// The function.
    pub(in super::super) name: String,
    /// The call statement.
    pub(in super::super) span: Span,
    /// Declarations of its own.
    pub(in super::super) declarations: Vec<String>,
    /// The lines of the body.
    pub(in super::super) lines: Vec<String>,
    /// Whether braces are needed around it.
    pub(in super::super) is_block: bool,
}

/// The new text of the names of a body.
pub(super) type Names = BTreeMap<VarId, String>;

/// A body, and what is left out of it.
pub(super) struct BodyText<'a, 'p> {
    pub(super) contents: &'a Contents<'p>,
    pub(super) site: &'a Site<'a, 'p>,
    /// Declarations that may stand elsewhere.
    pub(super) loose: Vec<Loose>,
    pub(super) names: BodyNames,
    /// Statements without effect.
    idle: Vec<Span>,
}

impl<'a, 'p> BodyText<'a, 'p> {
    pub(super) fn new(contents: &'a Contents<'p>, site: &'a Site<'a, 'p>) -> Self {
        let unit = contents.unit;
        let stage = site.stage;
        let loose = loose(unit, stage);
        let statements = stage.items.iter().filter_map(|item| match &item.node {
            BlockItem::Statement(s) if is_idle(&s.node) || is_end(stage, item) => {
                Some(stage.function.base.range(s.span))
            }
            _ => None,
        });
        let idle: Vec<Span> = statements
            .filter_map(|range| unit.span_of(range).ok())
            .collect();
        BodyText {
            names: BodyNames::of(unit, stage, &idle),
            contents,
            site,
            loose,
            idle,
        }
    }

    /// The text of the body.
    pub(super) fn call(
        &self,
        passings: &[Passing],
        mut names: Names,
        declarations: Vec<String>,
        is_block: bool,
    ) -> Option<CallPlan> {
        let unit = self.contents.unit;
        let stage = self.site.stage;
        self.rename_captors(passings, &mut names)?;
        let mut gone: Vec<Span> = self.idle.clone();
        if !is_block {
            gone.extend(self.loose.iter().map(|loose| loose.span));
        }
        let mut edits: Vec<(Span, String)> = { gone.iter() }
            .map(|span| (whole(&unit.file, stage.inner, *span), String::new()))
            .collect();
        let is_gone = |span: Span| gone.iter().any(|g| g.contains(span));
        for (id, name) in &names {
            let old = &stage.function.symbols.variable(*id).name;
            let places = self.names.places(*id).all.iter().filter(|_| name != old);
            let places = places.filter(|place| !is_gone(place.span));
            edits.extend(places.map(|place| (place.span, name.clone())));
        }
        for (index, id) in stage.function.symbols.parameters.iter().enumerate() {
            edits.extend(
                id.iter()
                    .flat_map(|id| self.texts(*id, index, &passings[index])),
            );
        }
        Some(CallPlan {
            name: stage.function.name.clone(),
            span: self.site.span,
            declarations,
            lines: lines(&unit.file, stage.inner, &edits)?,
            is_block,
        })
    }

    /// The edits that put an argument's text in the places of a parameter.
    fn texts(&self, id: VarId, index: usize, passing: &Passing) -> Vec<(Span, String)> {
        let unit = self.contents.unit;
        let argument = &self.site.arguments[index];
        let variable = self.site.stage.function.symbols.variable(id);
        let (text, binding) = match passing {
            Passing::Text(binding) => (Some(argument.text.clone()), *binding),
            Passing::Literal => (literal_text(variable, argument), Binding::Operand),
            Passing::Unused | Passing::Copy => (None, Binding::Operand),
        };
        let Some(text) = text else {
            return Vec::new();
        };
        let places = self.names.places(id).all.iter();
        let edits = places.map(|place| match fits(unit, place, &text, binding) {
            true => (place.span, text.clone()),
            false => (place.span, format!("({text})")),
        });
        edits
            .filter(|(span, text)| unit.file.slice(*span) != text.as_str())
            .collect()
    }

    /// Renames locals of inner blocks that would capture a name in an argument's text.
    fn rename_captors(&self, passings: &[Passing], names: &mut Names) -> Option<()> {
        let symbols = &self.site.stage.function.symbols;
        for (id, variable) in symbols.objects() {
            if !matches!(variable.origin, Origin::Local) || names.contains_key(&id) {
                continue;
            }
            let captures = |(index, parameter): (usize, &Option<VarId>)| {
                let Some(parameter) = parameter.map(|id| symbols.variable(id)) else {
                    return false;
                };
                let new = match &passings[index] {
                    Passing::Unused | Passing::Literal => return false,
                    Passing::Text(_) => self.site.arguments[index].text.clone(),
                    Passing::Copy => names.get(&parameter.id).cloned().unwrap_or_default(),
                };
                names_in(&new, &variable.name) && { parameter.mentions.iter() }
                    .any(|at| variable.scope.contains(at))
            };
            if symbols.parameters.iter().enumerate().any(captures) {
                let name = self.unused(&variable.name);
                (!self.names.places(id).is_pinned).then_some(())?;
                names.insert(id, name);
            }
        }
        Some(())
    }

    /// A name that neither the body nor an argument contains.
    fn unused(&self, name: &str) -> String {
        let is_used = |name: &str| {
            let mut arguments = self.site.arguments.iter();
            self.names.words.contains(name)
                || self.names.foreign.contains(name)
                || arguments.any(|a| names_in(&a.text, name))
        };
        scope::numbered(name)
            .find(|name| !is_used(name))
            .unwrap_or_default()
    }
}
