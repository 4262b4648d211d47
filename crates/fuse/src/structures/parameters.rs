//! The members of structures that are parameters, or that parameters point to, or that functions of
//! other files return.

use super::definition::{Member, members, word};
use super::names::NewNames;
use super::passed;
use super::uses::{Use, body as tokens, uses};
use c::Contents;
use c::names::file::Function;
use c::names::library;
use c::names::symbols::{Call, Origin, Variable};
use c::names::types::{Storage, Type};
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use source::layout::{indent_of, layout_after};
use source::{Edit, Span, Unit};
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

/// Members of parameters that got names.
#[derive(Default)]
pub(super) struct Renamed {
    /// Declarations, by the line before which they are written.
    declarations: BTreeMap<u32, String>,
    /// The bytes of `in->w`, the member, and its new name.
    places: Vec<(Span, Member, String)>,
}

impl Renamed {
    /// The name that the member at a place got.
    pub(super) fn at(&self, place: Span) -> Option<&(Span, Member, String)> {
        self.places.iter().find(|(span, ..)| *span == place)
    }

    pub(super) fn edits(&self) -> Vec<Edit> {
        let declared = self.declarations.iter().map(|(at, text)| Edit {
            span: Span::at(*at),
            text: text.clone(),
        });
        let places = self.places.iter().map(|(span, _, name)| Edit {
            span: *span,
            text: name.clone(),
        });
        declared.chain(places).collect()
    }
}

/// Names the members of parameters, and of what others return, that the function does not change.
pub(super) fn renamed(
    contents: &Contents<'_>,
    function: &Function<'_>,
    names: &mut NewNames,
) -> Renamed {
    let unit = contents.unit;
    let mut renamed = Renamed::default();
    let body = Body::of(contents, function);
    let found = function.symbols.objects().filter_map(|(_, v)| {
        let declared = match v.origin {
            Origin::Parameter => None,
            _ => Some(returned(contents, &body, v)?),
        };
        let parameter = Parameter::of(unit, (function, declared), &body, v)?;
        let places = parameter.places(&body)?;
        Some((parameter, places))
    });
    let found: Vec<(Parameter<'_>, RangeInclusive<usize>)> = found.collect();
    for (parameter, places) in &found {
        let mut ends: Vec<usize> = found.iter().map(|(_, places)| *places.end()).collect();
        ends.sort_unstable();
        // Declarations of several parameters are in one place where that is possible.
        if let Some(at) = ends.into_iter().find(|end| places.contains(end)) {
            parameter.rename(unit, (&body, at), names, &mut renamed);
        }
    }
    passed::renamed(contents, function, &body, (names, &mut renamed));
    renamed
}

/// The item that declares a pointer, if it sets it to what a function of another file returns.
fn returned(contents: &Contents<'_>, body: &Body, variable: &Variable<'_>) -> Option<usize> {
    let is_pointer = matches!(variable.declared_type, Type::Pointer(_));
    let is_local = variable.origin == Origin::Local && variable.storage != Storage::Static;
    (is_pointer && is_local).then_some(())?;
    let name = contents.unit.tokens_in(variable.at.clone()).start;
    let at = body.items.iter().position(|item| item.contains(&name))?;
    let is_set = body.declares[at]
        && body
            .others
            .iter()
            .any(|call| name < *call && body.items[at].contains(call));
    is_set.then_some(at)
}

/// Whether a call is one of a function of which nothing is known.
fn is_of_others(contents: &Contents<'_>, call: &Call) -> bool {
    let is_seen = |name: &str| contents.file.definition(name).is_some();
    let name = call.name.as_deref();
    name.is_none_or(|name| !is_seen(name) && !library::is_known(name))
}

/// The items of a body.
#[derive(Default)]
pub(super) struct Body {
    /// As tokens.
    pub(super) items: Vec<Range<usize>>,
    /// Whether control may leave the function in it.
    leaves: Vec<bool>,
    /// Whether it has loops.
    has_loops: Vec<bool>,
    /// Whether it declares objects.
    declares: Vec<bool>,
    /// Whether it declares objects, without a call.
    only_declares: Vec<bool>,
    /// The tokens of calls of functions of which nothing is known.
    others: Vec<usize>,
}

impl Body {
    fn of(contents: &Contents<'_>, function: &Function<'_>) -> Self {
        let unit = contents.unit;
        let Statement::Compound(own) = &function.definition.statement.node else {
            return Body::default();
        };
        let tokens = |item: &Node<BlockItem>| unit.tokens_in(function.base.range(item.span));
        let items: Vec<Range<usize>> = own.iter().map(tokens).collect();
        let contain = |searched: &[&str]| {
            let contains = |item: &Range<usize>| {
                let mut words = item.clone().map(|k| word(unit, k));
                words.any(|word| searched.contains(&word))
            };
            items.iter().map(contains).collect()
        };
        Body {
            leaves: contain(&["return", "goto", "exit", "abort"]),
            has_loops: contain(&["for", "while"]),
            declares: own.iter().map(is_declaration).collect(),
            only_declares: { own.iter().zip(&items) }
                .map(|(item, tokens)| is_declaration(item) && !has_call(unit, tokens))
                .collect(),
            others: { function.symbols.calls.iter() }
                .filter(|call| is_of_others(contents, call))
                .map(|call| unit.tokens_in(call.at..usize::MAX).start)
                .collect(),
            items,
        }
    }

    /// Whether a token is in an item that has loops.
    fn is_in_loops(&self, token: usize) -> bool {
        self.is_in(token, &self.has_loops)
    }

    /// Whether a token is in a declaration without a call.
    fn is_in_declaration(&self, token: usize) -> bool {
        self.is_in(token, &self.only_declares)
    }

    fn is_in(&self, token: usize, wanted: &[bool]) -> bool {
        let mut items = self.items.iter().zip(wanted);
        items.any(|(item, is_wanted)| *is_wanted && item.contains(&token))
    }
}

fn is_declaration(item: &Node<BlockItem>) -> bool {
    matches!(item.node, BlockItem::Declaration(_))
}

/// A parameter whose members keep their values, or what others return.
pub(super) struct Parameter<'a> {
    name: &'a str,
    /// The item that declares it.
    declared: Option<usize>,
    members: Vec<Member>,
    uses: Vec<Use>,
}

impl<'a> Parameter<'a> {
    /// Members of a local structure that keep their values.
    pub(super) fn of_structure(name: &'a str, members: Vec<Member>, uses: Vec<Use>) -> Self {
        Parameter {
            name,
            declared: None,
            members,
            uses,
        }
    }

    fn of(
        unit: &Unit,
        (function, declared): (&Function<'_>, Option<usize>),
        body: &Body,
        variable: &'a Variable<'_>,
    ) -> Option<Self> {
        let record = match &variable.declared_type {
            Type::Pointer(target) => &**target,
            ty => ty,
        };
        let is_declaring = |at: usize| {
            let token = unit.tokens_in(at..usize::MAX).start;
            declared.is_some_and(|item| body.items[item].contains(&token))
        };
        let is_fit = matches!(record, Type::Record(record) if !record.is_union)
            && variable.writes.iter().all(|at| is_declaring(*at))
            && !variable.address_taken
            && !variable.qualifiers.volatile
            && is_named_once(function, &variable.name);
        is_fit.then_some(())?;
        let mut uses = uses(unit, tokens(unit, function), &variable.name)?;
        let declarator = unit.tokens_in(variable.at.clone());
        uses.retain(|u| !declarator.contains(&u.index));
        let members = members_of(unit, variable)?;
        let is_kept = uses.iter().all(|u| !u.is_changed);
        // Loops over sizes that other objects hold need no further names for them.
        let is_in_loops = |u: &Use| u.member.is_some() && body.is_in_loops(u.index);
        let is_fit =
            is_kept && (members.iter().any(Member::is_pointer) || uses.iter().any(is_in_loops));
        is_fit.then_some(Parameter {
            name: &variable.name,
            declared,
            members,
            uses,
        })
    }

    /// The items before which the members may be declared: the last one is the first that uses
    /// them and does not test the pointer, after what may change them before the loops.
    fn places(&self, body: &Body) -> Option<RangeInclusive<usize>> {
        let within = |at: usize, is_member: bool| {
            let mut uses = self.uses.iter();
            uses.any(|u| body.items[at].contains(&u.index) && u.member.is_some() == is_member)
        };
        let calls = |item: &Range<usize>| body.others.iter().any(|call| item.contains(call));
        let is_loop = |at: &usize| body.has_loops[*at] && within(*at, true);
        let first_loop = (0..body.items.len()).find(is_loop).unwrap_or(0);
        let called = body.items[..first_loop].iter().rposition(calls);
        let mut all = called.map_or(0, |at| at + 1)..body.items.len();
        let last = all.find(|at| within(*at, true) && !within(*at, false))?;
        let is_declared = |at: usize| self.declared == Some(at);
        let may_leave = |at: &usize| within(*at, false) || body.leaves[*at] || is_declared(*at);
        let first = (0..last).rev().find(may_leave).map_or(0, |at| at + 1);
        Some(first..=last)
    }

    /// Declares the members before an item, but for those of which one declaration has a copy: two
    /// copies would not be known to be the same.
    pub(super) fn rename(
        &self,
        unit: &Unit,
        (body, at): (&Body, usize),
        names: &mut NewNames,
        renamed: &mut Renamed,
    ) {
        let item = &body.items[at];
        let Some(line) = line_of(unit, item) else {
            return;
        };
        let newline = layout_after(&unit.file.bytes).0;
        let is_passed = self.uses.iter().any(|u| u.member.is_none());
        for member in &self.members {
            let uses = self.uses.iter().filter(|u| u.index >= item.start);
            let own = uses.filter(|u| u.member.as_ref().is_some_and(|m| m.0 == member.name));
            let own: Vec<&Use> = own.collect();
            let is_copied_once =
                own.len() == 1 && !is_passed && body.is_in_declaration(own[0].index);
            if !member.is_pointer() && is_copied_once {
                continue;
            }
            let places = own.iter().filter_map(|u| u.member.as_ref());
            let places: Vec<Span> = places.map(|(_, span)| *span).collect();
            let Some(first) = places.first() else {
                continue;
            };
            let value = unit.file.slice(*first);
            let name = names.member(self.name, &member.name, &value);
            let constant = if member.is_pointer() { "" } else { "const " };
            let declared = member.declared(&name);
            let text = renamed.declarations.entry(line.start).or_default();
            text.push_str(&format!(
                "{}{constant}{declared} = {value};{newline}",
                line.indent
            ));
            let place = |span| (span, member.clone(), name.clone());
            renamed.places.extend(places.into_iter().map(place));
        }
    }
}

/// The members of the structure that an object is, or points to, but arrays.
pub(super) fn members_of(unit: &Unit, variable: &Variable<'_>) -> Option<Vec<Member>> {
    let at = unit.tokens_in(variable.at.clone()).start;
    let named = (0..at)
        .rev()
        .find(|k| !matches!(word(unit, *k), "*" | "const" | "restrict"))?;
    let is_tag = word(unit, named.checked_sub(1)?) == "struct";
    let members = members(unit, is_tag, word(unit, named))?;
    Some(
        members
            .into_iter()
            .flatten()
            .filter(|m| !m.is_array())
            .collect(),
    )
}

/// Whether tokens contain a call.
fn has_call(unit: &Unit, tokens: &Range<usize>) -> bool {
    let is_name = |k: usize| {
        let word = word(unit, k);
        word != "sizeof" && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
    };
    let mut pairs = tokens.clone().skip(1);
    pairs.any(|k| word(unit, k) == "(" && is_name(k - 1))
}

/// Whether one object of the function has the name.
pub(super) fn is_named_once(function: &Function<'_>, name: &str) -> bool {
    let own = |v: &&Variable<'_>| v.name == name && !matches!(v.origin, Origin::Global(_));
    function.symbols.variables.iter().filter(own).count() == 1
}

/// The start of a line, and its indentation.
struct Line {
    start: u32,
    indent: String,
}

/// The line that an item starts.
fn line_of(unit: &Unit, item: &Range<usize>) -> Option<Line> {
    let span = super::uses::written(unit, item.start)?;
    let indent = indent_of(&unit.file, span);
    let start = span.start.checked_sub(u32::try_from(indent.len()).ok()?)?;
    let starts_line = start == 0 || unit.file.bytes[start as usize - 1] == b'\n';
    let start = above_comments(&unit.file.bytes, start as usize);
    let start = u32::try_from(start).ok()?;
    starts_line.then_some(Line { start, indent })
}

/// The start of the comments in the lines directly above a line.
fn above_comments(bytes: &[u8], mut start: usize) -> usize {
    while start > 0 {
        let before = bytes[..start - 1].iter().rposition(|b| *b == b'\n');
        let above = before.map_or(0, |k| k + 1);
        let line = bytes[above..start].trim_ascii();
        let is_block = line.starts_with(b"/*") && line.ends_with(b"*/");
        if !is_block && !line.starts_with(b"//") {
            break;
        }
        start = above;
    }
    start
}
