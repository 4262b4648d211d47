//! What is written for one call: declarations with names that do not clash, or a block.

use super::super::arguments::{Effect, effect, is_private, object, objects};
use super::super::declarations::{Copied, copied, top_locals};
use super::super::passing::{Passing, passings};
use super::super::same::{Value, values};
use super::super::sites::{Argument, Site};
use super::scope::Scope;
use super::written::{BodyText, CallPlan, Names};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::VarId;
use c::names::types::Type;
use c::syntax::expressions::without_casts;
use lang_c::ast::{BlockItem, Expression, UnaryOperator};
use source::{Span, inside_parentheses};
use std::collections::btree_map::Entry;

/// What is written elsewhere in the block of a call.
#[derive(Default)]
pub(super) struct Around {
    /// Objects of the block without initial values: `int`, `*p`.
    pub(super) objects: Vec<(String, String)>,
    /// Declarations before the first call of the block.
    pub(super) front: Vec<String>,
}

/// Plans what is written for a call.
pub(super) struct SitePlanner<'a, 'p> {
    caller: &'a Function<'p>,
    text: BodyText<'a, 'p>,
}

impl<'a, 'p> SitePlanner<'a, 'p> {
    pub(super) fn new(
        contents: &'a Contents<'p>,
        caller: &'a Function<'p>,
        site: &'a Site<'a, 'p>,
        values: &[Value],
    ) -> Self {
        SitePlanner {
            caller,
            text: BodyText::new(contents, caller, site, values),
        }
    }

    /// What is written for the call; `None` if it stays.
    pub(super) fn planned(
        &self,
        scope: &mut Scope<'_, 'p>,
        first: Option<Span>,
    ) -> Option<(Around, CallPlan)> {
        if !scope.means_the_same(
            self.text.site.stage,
            self.text.site.range.start,
            &self.text.names.foreign,
        ) {
            return None;
        }
        let places = |id: VarId| self.text.names.places(id).clone();
        let passings = passings(self.text.contents, self.caller, self.text.site, &places)?;
        if self.waits(scope, &passings) {
            return None;
        }
        let before = scope.given.len();
        let spread = self.spread(scope, &passings, first);
        if spread.is_none() {
            scope.given.truncate(before);
        }
        let may_enclose = self.text.site.made.is_none();
        spread.or_else(|| self.enclosed(&passings).filter(|_| may_enclose))
    }

    /// Whether a table of rows is cast for the call, as for one that frees it.
    fn is_cast_table(&self, argument: &Argument<'_>) -> bool {
        let expression = &argument.expression.node;
        let table = self.caller.object(without_casts(expression));
        let target = table.and_then(|id| self.caller.symbols.variable(id).declared_type.target());
        matches!(expression, Expression::Cast(_)) && matches!(target, Some(Type::Pointer(_)))
    }

    /// Whether a pointer is copied because its address is passed to an earlier call. That is
    /// replaced now, so the next text has it without its address.
    fn waits(&self, scope: &Scope<'_, 'p>, passings: &[Passing]) -> bool {
        let arguments = self.text.site.arguments.iter().zip(passings);
        let mut copied = arguments.filter(|(_, passing)| **passing == Passing::Copy);
        copied.any(|(argument, _)| {
            let object = object(self.caller, argument);
            object.is_some_and(|id| scope.addressed.contains(&id)) || self.is_cast_table(argument)
        })
    }

    /// The objects whose addresses the call is passed, as bodies that only name the objects are.
    pub(super) fn addressed(&self) -> Vec<VarId> {
        let arguments = self.text.site.arguments.iter();
        let address = |argument: &Argument<'_>| match &argument.expression.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                self.caller.object(&u.node.operand.node)
            }
            _ => None,
        };
        arguments.filter_map(address).collect()
    }

    /// The parameters that become objects, with their arguments.
    fn copies(&self, passings: &[Passing]) -> Vec<(VarId, usize)> {
        let parameters = self.text.site.stage.function.symbols.parameters.iter();
        let all = parameters.zip(passings).enumerate();
        let copies = all.filter(|(_, (_, passing))| **passing == Passing::Copy);
        copies
            .filter_map(|(index, (id, _))| Some(((*id)?, index)))
            .collect()
    }

    /// The initial value of a parameter.
    fn value(&self, index: usize) -> &str {
        inside_parentheses(&self.text.site.arguments[index].text)
    }

    /// The body among the statements of the block, with names that do not clash.
    fn spread(
        &self,
        scope: &mut Scope<'_, 'p>,
        passings: &[Passing],
        first: Option<Span>,
    ) -> Option<(Around, CallPlan)> {
        let mut around = Around::default();
        let mut names = Names::new();
        self.name_locals(scope, &mut names, &mut around)?;
        let mut own = Vec::new();
        for (id, index) in self.copies(passings) {
            let copied = self.copied(id, passings, &names)?;
            let wanted = &self.text.site.stage.function.symbols.variable(id).name;
            let text = copied.declaration(wanted, self.value(index));
            let is_early = self.is_early(index, first);
            let is_pinned = self.text.names.places(id).is_pinned;
            let found = scope.found(&text).filter(|_| is_early);
            if let Some(name) = found.filter(|name| name == wanted || !is_pinned) {
                names.insert(id, name);
                continue;
            }
            let name = self.fresh(scope, id)?;
            scope.give(&name, is_early.then_some(text));
            let text = format!("{};", copied.declaration(&name, self.value(index)));
            match is_early {
                true => around.front.push(text),
                false => own.push(text),
            }
            names.insert(id, name);
        }
        // A declaration behind a statement is new in C99; a jump may skip its initial value.
        let is_late = !around.front.is_empty() || !own.is_empty() || self.declares();
        let all = around.front.iter().chain(&own);
        let is_plain = self.text.contents.unit.dialect.is_c99() && !self.is_jumped_into(all, first);
        if is_late && !is_plain {
            return None;
        }
        let (unit, site) = (self.text.contents.unit, self.text.site);
        let values = values(unit, self.caller, site, &names);
        let call = self.text.call(passings, names, own, false)?;
        scope.values.extend(values);
        Some((around, call))
    }

    /// Whether a jump may skip the initial values of declarations in the block, or must not enter
    /// their scope.
    fn is_jumped_into<'d>(
        &self,
        mut declarations: impl Iterator<Item = &'d String>,
        first: Option<Span>,
    ) -> bool {
        let symbols = &self.caller.symbols;
        if !symbols.has_gotos() {
            return false;
        }
        let unit = self.text.contents.unit;
        let start = first.map_or(self.text.site.span.start, |first| first.start);
        // Behind the call the new names are not used.
        let may_enter = symbols.skips.iter().any(|skip| {
            let label = unit.nearest_span(skip.end..skip.end + 1);
            label.is_none_or(|at| (start..self.text.site.span.end).contains(&at.start))
        });
        let is_variable = |d: &String| d.contains('[');
        let stage = &self.text.site.stage;
        let locals = top_locals(stage);
        let mut locals = locals.iter().map(|id| stage.function.symbols.variable(*id));
        let has_arrays = locals.any(|v| matches!(v.declared_type, Type::Array(_)));
        has_arrays
            || may_enter
            || symbols.is_tangled(&self.text.site.range)
            || declarations.any(is_variable)
    }

    /// Names the locals at the top of the body.
    fn name_locals(
        &self,
        scope: &mut Scope<'_, 'p>,
        names: &mut Names,
        around: &mut Around,
    ) -> Option<()> {
        if let Some(made) = &self.text.site.made {
            let is_pinned = self.text.names.places(made.id).is_pinned;
            let own = &self.text.site.stage.function.symbols.variable(made.id).name;
            (!is_pinned || *own == made.name).then_some(())?;
            names.insert(made.id, made.name.clone());
        }
        for same in &self.text.same {
            names.extend(same.objects.iter().cloned());
        }
        for loose in &self.text.loose {
            for (id, stars) in &loose.objects {
                if let Some(made) = self.text.site.made.as_ref().filter(|made| made.id == *id) {
                    made.declared.is_none().then_some(())?;
                    if made.is_declared {
                        let object = (loose.specifiers.clone(), format!("{stars}{}", made.name));
                        around.objects.push(object);
                    }
                    continue;
                }
                let ty = (loose.specifiers.as_str(), stars.as_str());
                let (name, is_new) = self.loose_object(scope, *id, ty)?;
                if is_new {
                    let object = (loose.specifiers.clone(), format!("{stars}{name}"));
                    around.objects.push(object);
                }
                names.insert(*id, name);
            }
        }
        for id in top_locals(self.text.site.stage) {
            if let Entry::Vacant(entry) = names.entry(id) {
                let name = self.fresh(scope, id)?;
                scope.give(&name, None);
                entry.insert(name);
            }
        }
        Some(())
    }

    /// The name of a local without an initial value, and whether it has to be declared.
    fn loose_object(
        &self,
        scope: &mut Scope<'_, 'p>,
        id: VarId,
        (specifiers, stars): (&str, &str),
    ) -> Option<(String, bool)> {
        let variable = self.text.site.stage.function.symbols.variable(id);
        let declaration = format!("{specifiers} {stars}{}", variable.name);
        let is_pinned = self.text.names.places(id).is_pinned;
        let found = scope.found(&declaration);
        if let Some(name) = found.filter(|name| *name == variable.name || !is_pinned) {
            return Some((name, false));
        }
        if scope.lends(
            &variable.name,
            &variable.declared_type,
            self.text.site.range.start,
        ) {
            return Some((variable.name.clone(), false));
        }
        let name = self.fresh(scope, id)?;
        scope.give(&name, Some(declaration));
        Some((name, true))
    }

    /// Whether the body keeps declarations at its top.
    fn declares(&self) -> bool {
        let items = self.text.site.stage.items.iter();
        let declarations = items.filter(|item| matches!(item.node, BlockItem::Declaration(_)));
        declarations.count() > self.text.loose.len()
    }

    /// A name for an object of the body in the block: its own if possible.
    fn fresh(&self, scope: &Scope<'_, 'p>, id: VarId) -> Option<String> {
        let name = &self.text.site.stage.function.symbols.variable(id).name;
        if scope.is_free(name) {
            return Some(name.clone());
        }
        let is_pinned = self.text.names.places(id).is_pinned;
        (!is_pinned).then(|| scope.fresh(name))?
    }

    /// A parameter as an object.
    fn copied(&self, id: VarId, passings: &[Passing], names: &Names) -> Option<Copied> {
        let stage = self.text.site.stage;
        let symbols = &stage.function.symbols;
        let new = |name: &str| {
            let mut parameters = symbols.parameters.iter().flatten().enumerate();
            let (index, id) = parameters.find(|(_, id)| symbols.variable(**id).name == name)?;
            match &passings[index] {
                Passing::Copy => names.get(id).cloned(),
                _ => Some(parenthesised(&self.text.site.arguments[index].text)),
            }
        };
        copied(self.text.contents.unit, stage, symbols.variable(id), &new)
    }

    /// Whether the argument has the same value before the first call of the block.
    fn is_early(&self, index: usize, first: Option<Span>) -> bool {
        let argument = &self.text.site.arguments[index];
        let stage = &self.text.site.stage.function.symbols;
        let parameter = stage.parameters[index].map(|id| stage.variable(id));
        if parameter.is_none_or(|p| !p.writes.is_empty()) {
            return false;
        }
        let unit = self.text.contents.unit;
        let symbols = &self.caller.symbols;
        let Some(first) = first else {
            return true;
        };
        let written = |id: VarId| {
            let variable = symbols.variable(id);
            let mut writes = variable.writes.iter().chain([&variable.at.start]);
            writes.any(|at| {
                let place = unit.nearest_span(*at..*at + 1);
                let now = self.text.site.span.start;
                place.is_none_or(|p| (first.start..now).contains(&p.start))
            })
        };
        effect(self.caller, argument.expression) == Effect::Computes && {
            objects(self.caller, argument).into_iter()
        }
        .all(|id| is_private(self.caller, id) && !written(id))
    }

    /// The body in a block of its own, with its own names.
    fn enclosed(&self, passings: &[Passing]) -> Option<(Around, CallPlan)> {
        let symbols = &self.text.site.stage.function.symbols;
        let mut names = Names::new();
        let mut own = Vec::new();
        let copies = self.copies(passings);
        let named = |name: &str| {
            self.text
                .site
                .arguments
                .iter()
                .any(|a| source::has_name(&a.text, name))
        };
        let locals = top_locals(self.text.site.stage);
        for id in locals
            .iter()
            .copied()
            .chain(copies.iter().map(|(id, _)| *id))
        {
            let name = &symbols.variable(id).name;
            if named(name) {
                return None;
            }
            names.insert(id, name.clone());
        }
        for (id, index) in copies {
            let copied = self.copied(id, passings, &names)?;
            let text = copied.declaration(&names[&id], self.value(index));
            own.push(format!("{text};"));
        }
        let call = self.text.call(passings, names, own, true)?;
        Some((Around::default(), call))
    }
}

/// The text as an operand.
fn parenthesised(text: &str) -> String {
    match source::is_operand(text) {
        true => text.to_string(),
        false => format!("({text})"),
    }
}
