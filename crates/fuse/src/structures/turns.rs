//! Sizes of structures that take turns, which are the same in all, as what they were set to:
//!
//! ```c
//! a->w = w, b->w = w;
//! for (x = 0; x < a->w; x++)      for (x = 0; x < w; x++)
//! Image *s = a; a = b; b = s;
//! ```

use super::beside::is_harmless;
use super::definition::{Member, members, word};
use super::heap::Declared;
use super::locals::assigned;
use super::parameters::is_named_once;
use super::uses::{Use, body, uses};
use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use source::{Edit, Span, TokenKind, Unit};
use std::ops::Range;

/// The edits that write the sizes of structures that take turns in one function as what these were
/// set to.
pub fn sizes_of_turns(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    if !contents.unit.dialect.is_c99() || !super::has_loop(&function.definition.statement) {
        return inlined;
    }
    let body = body(contents.unit, function);
    let turns: Vec<Turn<'_>> = { body.clone() }
        .filter_map(|at| Turn::at(contents.unit, at))
        .collect();
    for turn in &turns {
        let writer = Writer::new(contents, function, turn);
        let own = writer.into_iter().flat_map(|writer| writer.edits());
        let _ = inlined.edits.insert_all(own);
    }
    inlined
}

/// `s = a; a = b; b = s;`
struct Turn<'a> {
    /// Those that take turns.
    objects: Vec<&'a str>,
    /// All names in it.
    tokens: Range<usize>,
}

impl<'a> Turn<'a> {
    /// The turn whose first name is a token.
    fn at(unit: &'a Unit, start: usize) -> Option<Self> {
        let assignment = |at: usize| {
            let is_name = |k: usize| {
                unit.tokens
                    .get(k)
                    .is_some_and(|t| t.kind == TokenKind::Identifier)
            };
            let is_whole = is_name(at)
                && word(unit, at + 1) == "="
                && is_name(at + 2)
                && word(unit, at + 3) == ";";
            is_whole.then(|| (word(unit, at), word(unit, at + 2)))
        };
        let (spare, first) = assignment(start)?;
        let mut objects = vec![first];
        let mut at = start + 4;
        loop {
            let (to, from) = assignment(at)?;
            (Some(&to) == objects.last()).then_some(())?;
            at += 4;
            if from == spare {
                break;
            }
            (!objects.contains(&from)).then_some(())?;
            objects.push(from);
        }
        let tokens = start..at;
        (objects.len() > 1).then_some(Turn { objects, tokens })
    }
}

/// A structure that takes turns.
struct Part {
    declaration: Range<usize>,
    /// Uses of its members.
    uses: Vec<Use>,
}

impl Part {
    /// Its uses that name a member.
    fn of<'a>(&'a self, member: &'a Member) -> impl Iterator<Item = (&'a Use, Span)> {
        self.uses.iter().filter_map(|u| {
            let (name, span) = u.member.as_ref()?;
            (*name == member.name).then_some((u, *span))
        })
    }
}

struct Writer<'a, 'p> {
    unit: &'a Unit,
    function: &'a Function<'p>,
    parts: Vec<Part>,
    members: Vec<Member>,
}

impl<'a, 'p> Writer<'a, 'p> {
    fn new(
        contents: &'a Contents<'p>,
        function: &'a Function<'p>,
        turn: &'a Turn<'a>,
    ) -> Option<Self> {
        let unit = contents.unit;
        let body = body(unit, function);
        let mut parts = Vec::new();
        let mut types = Vec::new();
        for name in &turn.objects {
            is_named_once(function, name).then_some(())?;
            let starts = body.clone().skip(1);
            let mut all = starts.filter_map(|start| Declared::at(contents, &body, start));
            let Declared {
                ty, declaration, ..
            } = all.find(|declared| declared.name == *name)?;
            types.push(ty.map(|k| word(unit, k)).collect::<Vec<_>>());
            let mut uses = uses(unit, body.clone(), name)?;
            uses.retain(|u| !declaration.contains(&u.index) && !turn.tokens.contains(&u.index));
            let is_test = |u: &Use| u.member.is_none() && is_harmless(unit, u.index);
            uses.retain(|u| !is_test(u));
            parts.push(Part { declaration, uses });
        }
        let ty = types.first()?;
        types.iter().all(|other| other == ty).then_some(())?;
        let all = members(unit, ty.len() > 1, ty.last()?)?;
        let mut uses = parts.iter().flat_map(|part| &part.uses);
        let is_argument = |u: &Use| matches!(word(unit, u.index + 1), ")" | ",");
        let is_known = |u: &Use| u.is_of(&all) && (u.member.is_some() || is_argument(u));
        uses.all(is_known).then_some(())?;
        Some(Writer {
            unit,
            function,
            parts,
            members: all.into_iter().flatten().collect(),
        })
    }

    fn edits(&self) -> Vec<Edit> {
        let sizes = self
            .members
            .iter()
            .filter(|m| !m.is_array() && !m.is_pointer());
        sizes
            .filter_map(|member| self.size(member))
            .flatten()
            .collect()
    }

    /// The uses of a number that is the same object in all structures.
    fn size(&self, member: &Member) -> Option<Vec<Edit>> {
        let unit = self.unit;
        let mut own = Vec::new();
        for part in &self.parts {
            let (first, _) = part.of(member).next()?;
            let set = assigned(unit, self.function, &part.declaration, first)?;
            let changes = part.of(member).filter(|(u, _)| u.is_changed);
            (changes.count() == 1).then_some(())?;
            own.push((part, set));
        }
        let value = |set: &Range<usize>| {
            let at = set.start + 4;
            (at + 2 == set.end).then(|| word(unit, at))
        };
        let (_, set) = own.first()?;
        let text = value(set)?;
        own.iter()
            .all(|(_, set)| value(set) == Some(text))
            .then_some(())?;
        let symbols = &self.function.symbols;
        let id = symbols.variable_at(unit.tokens[set.start + 4].at.start as usize)?;
        let variable = symbols.variable(id);
        let writes = usize::from(variable.initializer.is_some());
        let is_kept = variable.writes.len() <= writes && !variable.address_taken;
        is_kept.then_some(())?;
        let mut edits = Vec::new();
        for (part, set) in &own {
            for (place, span) in part.of(member).filter(|(u, _)| !set.contains(&u.index)) {
                let at = unit.tokens[place.index].at.start as usize;
                (symbols.visible(text, at) == Some(id)).then_some(())?;
                let text = text.to_string();
                edits.push(Edit { span, text });
            }
        }
        Some(edits)
    }
}
