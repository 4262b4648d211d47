//! The text of a body in the place of a call, given the names in it.

use super::super::arguments::Binding;
use super::super::body::{lines, whole};
use super::super::decided::left_out;
use super::super::declarations::{Loose, loose, unused};
use super::super::exit::Exit;
use super::super::names::{BodyNames, Place};
use super::super::passing::{Passing, arrow_of, fits, literal_text, whole_of};
use super::super::results::{Outcome, number};
use super::super::same::{Same, Value, same};
use super::super::sites::{Argument, Site};
use super::super::stage::is_idle;
use super::super::ways::Way;
use crate::memory::conjuncts;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use lang_c::ast::{BlockItem, Expression};
use lang_c::span::Node;
use source::{Span, layout};
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
    /// The objects of the body that got other names: the new name, and the old one.
    pub(in super::super) renamed: Vec<(String, String)>,
}

/// The new text of the names of a body.
pub(super) type Names = BTreeMap<VarId, String>;

/// The place of a condition, and what is written before it, behind it and in it.
type Decided = (Span, [&'static str; 2], Vec<(Span, String)>);

/// A body, and what is left out of it.
pub(super) struct BodyText<'a, 'p> {
    pub(super) contents: &'a Contents<'p>,
    caller: &'a Function<'p>,
    pub(super) site: &'a Site<'a, 'p>,
    /// Declarations that may stand elsewhere.
    pub(super) loose: Vec<Loose>,
    /// Declarations of what the caller has.
    pub(super) same: Vec<Same>,
    pub(super) names: BodyNames,
    /// Statements without effect.
    idle: Vec<Span>,
}

/// The place in a line behind which a block begins that ends with the body.
const OPENS: char = '\u{0}';

/// The lines with the ends of the blocks that begin in them.
fn in_blocks(lines: &[String]) -> Vec<String> {
    let mut depth = 0;
    let mut all = Vec::new();
    let mut add = |text: &str, depth: usize| {
        let is_indented = !text.is_empty() && !text.starts_with('#');
        let indent = if is_indented { 4 * depth } else { 0 };
        all.push(format!("{:indent$}{text}", ""));
    };
    for line in lines {
        let mut rest = line.as_str();
        while let Some((header, behind)) = rest.split_once(OPENS) {
            add(&format!("{header}{{"), depth);
            depth += 1;
            rest = behind.trim_start();
        }
        if !rest.is_empty() || line.is_empty() {
            add(rest, depth);
        }
    }
    (0..depth).rev().for_each(|depth| add("}", depth));
    all
}

impl<'a, 'p> BodyText<'a, 'p> {
    pub(super) fn new(
        contents: &'a Contents<'p>,
        caller: &'a Function<'p>,
        site: &'a Site<'a, 'p>,
        values: &[Value],
    ) -> Self {
        let unit = contents.unit;
        let stage = site.stage;
        let loose = loose(unit, stage);
        let statements = stage.items.iter().filter_map(|item| match &item.node {
            BlockItem::Statement(s) if is_idle(&s.node) => Some(s.span),
            _ => None,
        });
        let guards = stage.results.guards.iter().zip(&site.ways);
        let gone = guards.filter(|(_, way)| matches!(way, Way::Gone));
        let given = stage.results.given.filter(|_| site.made.is_some());
        let is_tested = stage.results.computed.is_some()
            && (site.call.leaves.is_some() || site.call.object().is_some());
        let mut idle: Vec<Span> = statements
            .chain(stage.results.end.filter(|_| !is_tested))
            .chain(gone.map(|(guard, _)| guard.at))
            .chain(given.map(|given| given.at))
            .filter_map(|at| unit.span_of(stage.function.base.range(at)).ok())
            .collect();
        idle.extend(unused(unit, stage, &idle));
        let names = BodyNames::of(unit, stage, &idle);
        let mut same = same(unit, caller, site, values);
        // A macro may name an object.
        same.retain(|same| {
            let keeps_name = |(id, name): &(VarId, String)| {
                !names.places(*id).is_pinned || *name == stage.function.symbols.variable(*id).name
            };
            same.objects.iter().all(keeps_name)
        });
        BodyText {
            names,
            same,
            contents,
            caller,
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
            gone.extend(self.same.iter().map(|same| same.span));
        }
        let mut edits: Vec<(Span, String)> = { gone.iter() }
            .map(|span| (whole(&unit.file, stage.inner, *span), String::new()))
            .collect();
        let left_out = left_out(unit, self.site, passings);
        edits.extend(left_out.iter().map(|span| (*span, String::new())));
        let is_gone = |span: Span| gone.iter().chain(&left_out).any(|g| g.contains(span));
        for (id, name) in &names {
            let old = &stage.function.symbols.variable(*id).name;
            let places = self.names.places(*id).all.iter().filter(|_| name != old);
            let declarator = self.site.made.as_ref().and_then(|made| made.declarator);
            let is_gone = |span| is_gone(span) || declarator.is_some_and(|d| d.contains(span));
            let places = places.filter(|place| !is_gone(place.span));
            edits.extend(places.map(|place| (place.span, name.clone())));
        }
        for (index, id) in stage.function.symbols.parameters.iter().enumerate() {
            let texts = { id.iter() }.flat_map(|id| self.texts(*id, index, &passings[index]));
            edits.extend(texts.filter(|(place, _)| !is_gone(*place)));
        }
        edits.extend(self.made());
        edits.extend(self.exits(is_block)?);
        if let Some(ending) = &stage.ending {
            edits.extend(ending.edits(unit, stage.function)?);
        }
        edits.extend(self.tested(is_block)?);
        let mut lines = in_blocks(&lines(&unit.file, stage.inner, &edits)?);
        lines.extend(self.set_to(stage.results.last, None));
        let old = |id: VarId| &stage.function.symbols.variable(id).name;
        let renamed = names.iter().filter(|(id, new)| old(**id) != *new);
        Some(CallPlan {
            renamed: renamed
                .map(|(id, new)| (new.clone(), old(*id).clone()))
                .collect(),
            name: stage.function.name.clone(),
            span: self.site.span,
            declarations,
            lines,
            is_block,
        })
    }

    /// The edit that makes the declaration of the storage that the caller gets an assignment of the
    /// caller's object.
    fn made(&self) -> Option<(Span, String)> {
        let made = self.site.made.as_ref()?;
        let is_gone = |loose: &Loose| loose.objects.iter().any(|(id, _)| *id == made.id);
        let declarator = made
            .declarator
            .filter(|_| !self.loose.iter().any(is_gone))?;
        let declared = made.declared.as_ref().unwrap_or(&made.name);
        Some((declarator, declared.clone()))
    }

    /// The edits that put what the caller does in the places of results.
    fn exits(&self, is_block: bool) -> Option<Vec<(Span, String)>> {
        let (unit, stage) = (self.contents.unit, self.site.stage);
        let guards = stage.results.guards.iter().zip(&self.site.ways);
        let mut edits = Vec::new();
        for (guard, way) in guards {
            let result = match way {
                Way::Gone => continue,
                Way::Sets(set) => {
                    let of = |at| unit.span_of(stage.function.base.range(at)).ok();
                    let (guard, set) = (of(guard.at)?, of(set.span)?);
                    edits.push((Span::new(guard.start, set.start), String::new()));
                    edits.push((Span::new(set.end, guard.end), ";".to_string()));
                    continue;
                }
                Way::Skips(pointer) => {
                    let of = |at| unit.span_of(stage.function.base.range(at)).ok();
                    let (guard, pointer) = (of(guard.at)?, of(pointer.span)?);
                    let (before, after) = (
                        Span::new(guard.start, pointer.start),
                        Span::new(pointer.end, guard.end),
                    );
                    edits.push((before, "if (".to_string()));
                    edits.push((after, format!(") {OPENS}")));
                    continue;
                }
                Way::Leaves(result) => result,
            };
            // Names of the block would hide those of the caller.
            let (_, leave) = self.site.call.leaves.filter(|_| !is_block)?;
            let leave = unit.span_of(self.caller.base.range(leave.span)).ok()?;
            let own = |at| unit.span_of(stage.function.base.range(at)).ok();
            let exit = Exit {
                file: &unit.file,
                guard: own(guard.at)?,
                jump: own(guard.leave)?,
                set: self.set_to(*result, Some((leave, own(guard.at)?))),
            };
            edits.push(exit.edit(leave));
        }
        Some(edits)
    }

    /// The edits that make `return e;` the caller's test of the result, `if (e) return -1;`, or its
    /// object's value, `s = e;`.
    fn tested(&self, is_block: bool) -> Option<Vec<(Span, String)>> {
        let (unit, stage) = (self.contents.unit, self.site.stage);
        let (Some(computed), Some(end)) = (stage.results.computed, stage.results.end) else {
            return Some(Vec::new());
        };
        let of = |function: &Function<'_>, at| unit.span_of(function.base.range(at)).ok();
        let (end, value) = (of(stage.function, end)?, of(stage.function, computed.span)?);
        if self.site.call.object().is_some() {
            (!is_block || self.site.call.declared.is_none()).then_some(())?;
            let call = of(self.caller, self.site.call.at)?;
            let before = Span::new(self.site.span.start, call.start);
            let text = unit.file.slice(before).into_owned();
            return Some(vec![(Span::new(end.start, value.start), text)]);
        }
        let Some((test, leave)) = self.site.call.leaves else {
            return Some(Vec::new());
        };
        (!is_block).then_some(())?;
        let (test, call) = (
            of(self.caller, test.span)?,
            of(self.caller, self.site.call.at)?,
        );
        let text = |start, end| unit.file.slice(Span::new(start, end)).into_owned();
        let (before, after) = (text(test.start, call.start), text(call.end, test.end));
        let leave = unit.file.slice(of(self.caller, leave.span)?).into_owned();
        let indent = layout::indent_of(&unit.file, end);
        let leave = match leave.starts_with('{') {
            true => format!(" {leave}"),
            false => format!("\n{indent}    {leave}"),
        };
        if let Some((condition, [open, close], mut edits)) = self.decided(computed) {
            let (first, last) = (
                Span::new(end.start, condition.start),
                Span::new(condition.end, end.end),
            );
            edits.push((first, format!("if ({open}")));
            edits.push((last, format!("{close}){leave}")));
            return Some(edits);
        }
        let (open, close) = match before.is_empty() && after.is_empty() {
            true => ("", ""),
            false => ("(", ")"),
        };
        Some(vec![
            (
                Span::new(end.start, value.start),
                format!("if ({before}{open}"),
            ),
            (
                Span::new(value.end, end.end),
                format!("{close}{after}){leave}"),
            ),
        ])
    }

    /// Of `ok ? 0 : -1`, the place of `ok`, and what makes it the condition with which the caller
    /// leaves, `!(ok)`: before it, behind it, and in it.
    fn decided(&self, computed: &Node<Expression>) -> Option<Decided> {
        let (unit, function) = (self.contents.unit, self.site.stage.function);
        let Expression::Conditional(choice) = &computed.node else {
            return None;
        };
        let choice = &choice.node;
        let leaves = |result: &Node<Expression>| {
            let result = number((unit, function), result)?;
            self.site.call.leaves_with((unit, self.caller), result)
        };
        let is_same = leaves(&choice.then_expression)?;
        (leaves(&choice.else_expression)? != is_same).then_some(())?;
        let of = |e: &Node<Expression>| unit.span_of(function.base.range(e.span)).ok();
        let condition = of(&choice.condition)?;
        if is_same {
            return Some((condition, ["", ""], Vec::new()));
        }
        // `a && b` as `!a || !b`.
        let terms = conjuncts(&choice.condition);
        let is_operand = |term: &&Node<Expression>| {
            matches!(term.node, Expression::Identifier(_) | Expression::Member(_))
        };
        let places: Vec<Span> = terms.iter().map(|term| of(term)).collect::<Option<_>>()?;
        let between = |pair: &[Span]| {
            let between = Span::new(pair[0].end, pair[1].start);
            let text = unit.file.slice(between);
            (text.trim() == "&&").then(|| (between, format!("{}!", text.replace("&&", "||"))))
        };
        let between: Option<Vec<_>> = places.windows(2).map(between).collect();
        let between = between.filter(|_| terms.iter().all(is_operand));
        Some(match between {
            Some(between) => (condition, ["!", ""], between),
            None => (condition, ["!(", ")"], Vec::new()),
        })
    }

    /// `rc = 0;`, before the statement with which the caller leaves. What a guard has freed is null
    /// where a jump leads.
    fn set_to(&self, result: Option<Outcome<'_>>, leave: Option<(Span, Span)>) -> Option<String> {
        let unit = self.contents.unit;
        let text = |function: &Function<'_>, at| {
            let span = unit.span_of(function.base.range(at)).ok()?;
            Some(unit.file.slice(span).into_owned())
        };
        let is_result = self.site.stage.results.made.is_some();
        let name = match self.site.made.as_ref().filter(|_| is_result) {
            Some(made) => {
                let (leave, guard) = leave?;
                let (leave, guard) = (unit.file.slice(leave), unit.file.slice(guard));
                let jumps = source::has_name(&leave, "goto") && source::has_name(&guard, "free");
                let is_needed = jumps || source::has_name(&leave, &made.name);
                is_needed.then(|| made.name.clone())?
            }
            None => text(self.caller, self.site.call.kept?.span)?,
        };
        let value = text(self.site.stage.function, result?.written.span)?;
        Some(format!("{name} = {};", source::inside_parentheses(&value)))
    }

    /// The edits that put an argument's text in the places of a parameter.
    fn texts(&self, id: VarId, index: usize, passing: &Passing) -> Vec<(Span, String)> {
        let unit = self.contents.unit;
        let argument = &self.site.arguments[index];
        let variable = self.site.stage.function.symbols.variable(id);
        let (text, binding) = match passing {
            Passing::Text(binding) => (Some(argument.text.clone()), *binding),
            Passing::Literal => (literal_text(variable, argument), Binding::Operand),
            Passing::Members => return self.members(id, argument),
            Passing::Whole => return self.whole(id, argument),
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

    /// The edits that put the members of an argument `&s` in the places of `p->`.
    fn members(&self, id: VarId, argument: &Argument<'_>) -> Vec<(Span, String)> {
        let unit = self.contents.unit;
        let text = argument.text.trim_start_matches(['&', ' ']);
        let places = self.names.places(id).all.iter();
        let edit = |place: &Place| match arrow_of(unit, place) {
            Some(span) => (span, format!("{text}.")),
            None => (place.span, format!("&{text}")),
        };
        places.map(edit).collect()
    }

    /// The edits that put an argument `&a` in the places of `*p`, as `a`.
    fn whole(&self, id: VarId, argument: &Argument<'_>) -> Vec<(Span, String)> {
        let unit = self.contents.unit;
        let text = argument.text.trim_matches(['&', ' ', '(', ')']);
        let places = self.names.places(id).all.iter();
        let spans = places.filter_map(|place| whole_of(unit, place));
        let edit = |span: Span| {
            let before = unit.file.bytes[..span.start as usize].last();
            let is_glued = before.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
            (span, format!("{}{text}", if is_glued { " " } else { "" }))
        };
        spans.map(edit).collect()
    }

    /// Renames locals of inner blocks that would capture a name in a text that is written there, or
    /// the name of an array in the text of a loop that comes into theirs.
    fn rename_captors(&self, passings: &[Passing], names: &mut Names) -> Option<()> {
        let symbols = &self.site.stage.function.symbols;
        let written = self.written(passings, names);
        for (id, variable) in symbols.objects() {
            if !matches!(variable.origin, Origin::Local) || names.contains_key(&id) {
                continue;
            }
            let captures = |(id, new): &(VarId, String)| {
                source::has_name(new, &variable.name) && { symbols.variable(*id).mentions.iter() }
                    .any(|at| variable.scope.contains(at))
            };
            let is_captor = written.iter().any(captures);
            let is_pinned = self.names.places(id).is_pinned;
            (!is_captor || !is_pinned).then_some(())?;
            if is_captor || !is_pinned && self.is_array_of_caller(&variable.name) {
                names.insert(id, self.unused(&variable.name));
            }
        }
        Some(())
    }

    /// Whether an object of the caller that is an array or a pointer has the name.
    fn is_array_of_caller(&self, name: &str) -> bool {
        let mut objects = self.caller.symbols.objects();
        objects.any(|(_, own)| {
            let is_array = own.declared_type.target().is_some();
            own.name == name && is_array && !matches!(own.origin, Origin::Global(_))
        })
    }

    /// What is written in the places of parameters, and of the storage that the caller gets.
    fn written(&self, passings: &[Passing], names: &Names) -> Vec<(VarId, String)> {
        let parameters = &self.site.stage.function.symbols.parameters;
        let text = |(index, id): (usize, &Option<VarId>)| match &passings[index] {
            Passing::Unused | Passing::Literal => None,
            Passing::Text(_) | Passing::Members | Passing::Whole => {
                Some(((*id)?, self.site.arguments[index].text.clone()))
            }
            Passing::Copy => Some(((*id)?, names.get(&(*id)?)?.clone())),
        };
        let made = self.site.made.iter().map(|m| (m.id, m.name.clone()));
        parameters
            .iter()
            .enumerate()
            .filter_map(text)
            .chain(made)
            .collect()
    }

    /// A name that neither the body nor an argument contains.
    fn unused(&self, name: &str) -> String {
        let is_used = |name: &str| {
            let mut arguments = self.site.arguments.iter();
            self.names.words.contains(name)
                || self.names.foreign.contains(name)
                || arguments.any(|a| source::has_name(&a.text, name))
        };
        print::numbered(name)
            .find(|name| !is_used(name))
            .unwrap_or_default()
    }
}
