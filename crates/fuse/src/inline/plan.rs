//! What is written for each call: the declarations before it, the body, the names in it.

use super::arguments::{Binding, Effect, effect, is_private, objects};
use super::body::{lines, whole};
use super::declarations::{Copied, Loose, copied, loose, top_locals};
use super::names::BodyNames;
use super::passing::{Passing, fits, literal_text, passings};
use super::sites::{Block, Site};
use super::stage::{is_end, is_idle};
use super::words::names;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::VarId;
use lang_c::ast::BlockItem;
use scope::Scope;
use source::{Span, inside_parentheses};
use std::collections::BTreeMap;

mod scope;

/// What is written in a block.
pub(super) struct BlockPlan<'f, 'p> {
    /// The block.
    pub(super) block: &'f Block<'f, 'p>,
    /// The caller.
    pub(super) caller: &'f Function<'p>,
    /// Objects without initial values: `int`, `*p`.
    pub(super) objects: Vec<(String, String)>,
    /// Declarations before the first call.
    pub(super) front: Vec<String>,
    /// The calls that are replaced.
    pub(super) calls: Vec<CallPlan>,
}

/// What is written for a call.
pub(super) struct CallPlan {
    /// The function.
    pub(super) name: String,
    /// The call statement.
    pub(super) span: Span,
    /// Declarations of its own.
    pub(super) declarations: Vec<String>,
    /// The lines of the body.
    pub(super) lines: Vec<String>,
    /// Whether braces are needed around it.
    pub(super) is_block: bool,
}

/// The plans of all blocks of a function.
pub(super) fn plans<'f, 'p>(
    contents: &Contents<'p>,
    caller: &'f Function<'p>,
    blocks: &'f [Block<'f, 'p>],
) -> Vec<BlockPlan<'f, 'p>> {
    let mut all: Vec<BlockPlan<'f, 'p>> = { blocks.iter() }
        .map(|block| block_plan(contents, caller, block))
        .filter(|plan| !plan.calls.is_empty())
        .collect();
    keep_uses(contents, caller, &mut all);
    all
}

fn block_plan<'f, 'p>(
    contents: &Contents<'p>,
    caller: &'f Function<'p>,
    block: &'f Block<'f, 'p>,
) -> BlockPlan<'f, 'p> {
    let mut plan = BlockPlan {
        block,
        caller,
        objects: Vec::new(),
        front: Vec::new(),
        calls: Vec::new(),
    };
    let mut scope = Scope::of(contents, caller, block);
    for site in &block.sites {
        let first = plan.calls.first().map(|c| c.span);
        if let Some(written) = SitePlanner::new(contents, caller, site).planned(&mut scope, first) {
            plan.objects.extend(written.objects);
            plan.front.extend(written.front);
            plan.calls.push(written.call);
        }
    }
    plan
}

/// What is written for a call, and elsewhere in its block.
struct Written {
    objects: Vec<(String, String)>,
    front: Vec<String>,
    call: CallPlan,
}

/// The new text of the names of a body.
type Names = BTreeMap<VarId, String>;

struct SitePlanner<'a, 'p> {
    contents: &'a Contents<'p>,
    caller: &'a Function<'p>,
    site: &'a Site<'a, 'p>,
    loose: Vec<Loose>,
    names: BodyNames,
    /// Text that is left out: statements without effect.
    idle: Vec<Span>,
}

impl<'a, 'p> SitePlanner<'a, 'p> {
    fn new(contents: &'a Contents<'p>, caller: &'a Function<'p>, site: &'a Site<'a, 'p>) -> Self {
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
        SitePlanner {
            names: BodyNames::of(unit, stage, &idle),
            contents,
            caller,
            site,
            loose,
            idle,
        }
    }

    fn planned(&self, scope: &mut Scope<'_, 'p>, first: Option<Span>) -> Option<Written> {
        if !scope.means_the_same(self.site.stage, self.site.range.start, &self.names.foreign) {
            return None;
        }
        let places = |id: VarId| self.names.places(id).clone();
        let passings = passings(self.contents, self.caller, self.site, &places)?;
        let before = scope.given.len();
        let spread = self.spread(scope, &passings, first);
        if spread.is_none() {
            scope.given.truncate(before);
        }
        spread.or_else(|| self.enclosed(&passings))
    }

    /// The parameters that become objects, with their arguments.
    fn copies(&self, passings: &[Passing]) -> Vec<(VarId, usize)> {
        let parameters = self.site.stage.function.symbols.parameters.iter();
        let all = parameters.zip(passings).enumerate();
        let copies = all.filter(|(_, (_, passing))| **passing == Passing::Copy);
        copies
            .filter_map(|(index, (id, _))| Some(((*id)?, index)))
            .collect()
    }

    /// The initial value of a parameter.
    fn value(&self, index: usize) -> &str {
        inside_parentheses(&self.site.arguments[index].text)
    }

    /// The body among the statements of the block, with names that do not clash.
    fn spread(
        &self,
        scope: &mut Scope<'_, 'p>,
        passings: &[Passing],
        first: Option<Span>,
    ) -> Option<Written> {
        let mut names = Names::new();
        let (mut objects, mut front, mut own) = (Vec::new(), Vec::new(), Vec::new());
        for loose in &self.loose {
            for (id, stars) in &loose.objects {
                let ty = (loose.specifiers.as_str(), stars.as_str());
                let (name, is_new) = self.loose_object(scope, *id, ty)?;
                if is_new {
                    objects.push((loose.specifiers.clone(), format!("{stars}{name}")));
                }
                names.insert(*id, name);
            }
        }
        let copies = self.copies(passings);
        for id in top_locals(self.site.stage) {
            if !names.contains_key(&id) {
                let name = self.fresh(scope, id)?;
                scope.give(&name, None);
                names.insert(id, name);
            }
        }
        for (id, index) in copies {
            let copied = self.copied(id, passings, &names)?;
            let is_early = self.is_early(index, first);
            let wanted = &self.site.stage.function.symbols.variable(id).name;
            let text = copied.declaration(wanted, self.value(index));
            let places = self.names.places(id);
            let found = scope.found(&text).filter(|_| is_early);
            if let Some(name) = found.filter(|name| name == wanted || !places.is_pinned) {
                names.insert(id, name);
                continue;
            }
            let name = self.fresh(scope, id)?;
            scope.give(&name, is_early.then_some(text));
            let text = copied.declaration(&name, self.value(index));
            if is_early { &mut front } else { &mut own }.push(format!("{text};"));
            names.insert(id, name);
        }
        // A declaration behind a statement is new in C99; a jump may skip its initial value.
        let is_late = !front.is_empty() || !own.is_empty() || self.declares();
        let is_plain = self.contents.unit.dialect.is_c99() && !self.caller.symbols.has_gotos();
        if is_late && !is_plain {
            return None;
        }
        let call = self.call(passings, names, own, false)?;
        Some(Written {
            objects,
            front,
            call,
        })
    }

    /// The name of a local without an initial value, and whether it has to be declared.
    fn loose_object(
        &self,
        scope: &mut Scope<'_, 'p>,
        id: VarId,
        (specifiers, stars): (&str, &str),
    ) -> Option<(String, bool)> {
        let variable = self.site.stage.function.symbols.variable(id);
        let declaration = format!("{specifiers} {stars}{}", variable.name);
        let is_pinned = self.names.places(id).is_pinned;
        let found = scope.found(&declaration);
        if let Some(name) = found.filter(|name| *name == variable.name || !is_pinned) {
            return Some((name, false));
        }
        if scope.lends(
            &variable.name,
            &variable.declared_type,
            self.site.range.start,
        ) {
            return Some((variable.name.clone(), false));
        }
        let name = self.fresh(scope, id)?;
        scope.give(&name, Some(declaration));
        Some((name, true))
    }

    /// Whether the body keeps declarations at its top.
    fn declares(&self) -> bool {
        let items = self.site.stage.items.iter();
        let declarations = items.filter(|item| matches!(item.node, BlockItem::Declaration(_)));
        declarations.count() > self.loose.len()
    }

    /// A name for an object of the body in the block: its own if possible.
    fn fresh(&self, scope: &Scope<'_, 'p>, id: VarId) -> Option<String> {
        let name = &self.site.stage.function.symbols.variable(id).name;
        if scope.is_free(name) {
            return Some(name.clone());
        }
        let is_pinned = self.names.places(id).is_pinned;
        (!is_pinned).then(|| scope.fresh(name))?
    }

    /// A parameter as an object.
    fn copied(&self, id: VarId, passings: &[Passing], names: &Names) -> Option<Copied> {
        let stage = self.site.stage;
        let symbols = &stage.function.symbols;
        let new = |name: &str| {
            let mut parameters = symbols.parameters.iter().flatten().enumerate();
            let (index, id) = parameters.find(|(_, id)| symbols.variable(**id).name == name)?;
            match &passings[index] {
                Passing::Copy => names.get(id).cloned(),
                _ => Some(parenthesised(&self.site.arguments[index].text)),
            }
        };
        copied(self.contents.unit, stage, symbols.variable(id), &new)
    }

    /// Whether the argument has the same value before the first call of the block.
    fn is_early(&self, index: usize, first: Option<Span>) -> bool {
        let argument = &self.site.arguments[index];
        let stage = &self.site.stage.function.symbols;
        let parameter = stage.parameters[index].map(|id| stage.variable(id));
        if parameter.is_none_or(|p| !p.writes.is_empty()) {
            return false;
        }
        let unit = self.contents.unit;
        let symbols = &self.caller.symbols;
        let Some(first) = first else {
            return true;
        };
        let written = |id: VarId| {
            let variable = symbols.variable(id);
            let mut writes = variable.writes.iter().chain([&variable.at.start]);
            writes.any(|at| {
                let place = unit.nearest_span(*at..*at + 1);
                let now = self.site.span.start;
                place.is_none_or(|p| (first.start..now).contains(&p.start))
            })
        };
        effect(self.caller, argument.expression) == Effect::Computes && {
            objects(self.caller, argument).into_iter()
        }
        .all(|id| is_private(self.caller, id) && !written(id))
    }

    /// The body in a block of its own, with its own names.
    fn enclosed(&self, passings: &[Passing]) -> Option<Written> {
        let symbols = &self.site.stage.function.symbols;
        let mut names = Names::new();
        let mut own = Vec::new();
        let copies = self.copies(passings);
        let named = |name: &str| self.site.arguments.iter().any(|a| names_in(&a.text, name));
        let locals = top_locals(self.site.stage);
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
        let call = self.call(passings, names, own, true)?;
        Some(Written {
            objects: Vec::new(),
            front: Vec::new(),
            call,
        })
    }

    /// The text of the body.
    fn call(
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
                id.into_iter()
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
            if !matches!(variable.origin, c::names::symbols::Origin::Local)
                || names.contains_key(&id)
            {
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
                || arguments.any(|a| names(&a.text, name))
        };
        scope::numbered(name)
            .find(|name| !is_used(name))
            .unwrap_or_default()
    }
}

fn names_in(text: &str, name: &str) -> bool {
    names(text, name)
}

/// The text as an operand.
fn parenthesised(text: &str) -> String {
    match source::is_operand(text) {
        true => text.to_string(),
        false => format!("({text})"),
    }
}

/// Mentions objects that only left-out arguments named, so that compilers do not warn.
fn keep_uses(contents: &Contents<'_>, caller: &Function<'_>, plans: &mut [BlockPlan<'_, '_>]) {
    let unit = contents.unit;
    let replaced: Vec<Span> = { plans.iter() }
        .flat_map(|plan| plan.calls.iter().map(|call| call.span))
        .collect();
    let is_replaced = |at: &usize| {
        let place = unit.nearest_span(*at..*at + 1);
        place.is_some_and(|place| replaced.iter().any(|span| span.contains(place)))
    };
    for variable in &caller.symbols.variables {
        let is_gone = !variable.mentions.is_empty()
            && variable.mentions.iter().all(is_replaced)
            && !matches!(variable.origin, c::names::symbols::Origin::Global(_));
        let text = |plan: &BlockPlan<'_, '_>| {
            let calls = { plan.calls.iter() }.flat_map(|c| c.declarations.iter().chain(&c.lines));
            let mut all = calls.chain(&plan.front);
            all.any(|line| names(line, &variable.name))
        };
        if !is_gone || plans.iter().any(text) {
            continue;
        }
        let at = |call: &CallPlan| {
            let mut mentions = variable.mentions.iter();
            mentions.any(|at| {
                let place = unit.nearest_span(*at..*at + 1);
                place.is_some_and(|place| call.span.contains(place))
            })
        };
        let calls = plans.iter_mut().flat_map(|plan| &mut plan.calls);
        if let Some(call) = calls.into_iter().find(|call| at(call)) {
            call.declarations.push(format!("(void){};", variable.name));
        }
    }
}
