//! Members of structures beside calls that stay: arrays and pointers that these calls do not touch
//! become objects of the function, and sizes that they do not set have the name of their value.
//!
//! ```c
//! T *t = malloc(sizeof *t);       T *t = malloc(sizeof *t);
//!                                 static float t_px[H][W];
//! t->w = w;                       t->w = w;
//! t->px[y][x] = t->w;             t_px[y][x] = w;
//! search(t, 0);                   search(t, 0);
//! ```

use super::definition::{Member, members, word};
use super::heap::Declared;
use super::locals::{Written, assigned, has_static_arrays, same_object};
use super::names::NewNames;
use super::parameters::is_named_once;
use super::uses::{Use, body, is_changed, uses, written, written_range};
use c::Contents;
use c::names::file::Function;
use print::Sheet;
use source::{Edit, Span, Unit};
use std::collections::BTreeMap;
use std::ops::Range;

/// Declares the arrays and pointers that no call touches of structures that some calls get.
pub(super) fn renamed(
    contents: &Contents<'_>,
    function: &Function<'_>,
    names: &mut NewNames,
) -> Written {
    let unit = contents.unit;
    let body = body(unit, function);
    let mut all = Written::default();
    for start in body.clone().skip(1) {
        let found = Shared::at(contents, &body, start);
        let found = found.filter(|found| is_named_once(function, &found.name));
        let own = found.and_then(|found| found.edits(unit, function, names));
        all.edits.extend(own.unwrap_or_default());
    }
    all
}

/// A structure that calls get.
struct Shared {
    name: String,
    /// Its declaration as tokens, with the `;`.
    declaration: Range<usize>,
    /// Whether its members are zero at first.
    is_zeroed: bool,
    /// The members that no call touches.
    own: Vec<Member>,
    /// Those that some call reads, and none sets.
    read: Vec<Member>,
    uses: Vec<Use>,
}

impl Shared {
    fn at(contents: &Contents<'_>, body: &Range<usize>, start: usize) -> Option<Self> {
        let unit = contents.unit;
        let Declared {
            name,
            ty,
            declaration,
            is_zeroed,
        } = Declared::at(contents, body, start)?;
        let members = members(unit, ty.len() > 1, word(unit, ty.end - 1))?;
        let mut uses = uses(unit, body.clone(), &name)?;
        uses.retain(|u| !declaration.contains(&u.index));
        let mut touched = Touched::default();
        let mut is_given = false;
        for place in &uses {
            match &place.member {
                Some(_) => place.is_of(&members).then_some(())?,
                None if is_harmless(unit, place.index) => {}
                None => {
                    is_given = true;
                    touched.extend(
                        Given::at(contents, place.index)?.touched(contents, &mut Vec::new())?,
                    );
                }
            }
        }
        let is_used = |m: &Member| {
            let named = |u: &Use| u.member.as_ref().is_some_and(|(name, _)| *name == m.name);
            uses.iter().any(named)
        };
        let members = members.into_iter().flatten().filter(is_used);
        let (given, own): (Vec<Member>, _) = members.partition(|m| touched.0.contains_key(&m.name));
        let is_set = |m: &Member| touched.0.get(&m.name).is_some_and(|is_set| *is_set);
        let read = given.into_iter().filter(|m| !is_set(m)).collect();
        is_given.then_some(Shared {
            name,
            declaration,
            is_zeroed,
            own,
            read,
            uses,
        })
    }

    fn edits(
        mut self,
        unit: &Unit,
        function: &Function<'_>,
        names: &mut NewNames,
    ) -> Option<Vec<Edit>> {
        let mut edits = self.values(unit, function);
        let is_static = has_static_arrays(unit, function, self.declaration.start);
        self.own
            .retain(|m| m.is_pointer() || m.is_array() && is_static);
        if self.own.is_empty() {
            return Some(edits);
        }
        let whole = written_range(unit, self.declaration.clone())?;
        let line = Sheet::beside(&unit.file, whole).line();
        let mut declared = String::new();
        for member in &self.own {
            let places: Vec<&Use> = self.uses_of(member).collect();
            let (first, span) = (places.first()?, places.first()?.member.as_ref()?.1);
            let name = names.member(&self.name, &member.name, &unit.file.slice(span));
            let object = member.declared(&name);
            let set = assigned(unit, function, &self.declaration, first);
            match set.filter(|_| !function.symbols.has_gotos()) {
                Some(statement) => edits.push(Edit {
                    span: Span::at(written(unit, statement.start)?.start),
                    text: object[..object.len() - name.len()].to_string(),
                }),
                None if member.is_array() => declared.push_str(&format!("{line}static {object};")),
                None if self.is_zeroed => declared.push_str(&format!("{line}{object} = 0;")),
                None => declared.push_str(&format!("{line}{object};")),
            }
            let places = places.iter().filter_map(|u| u.member.as_ref());
            edits.extend(places.map(|(_, span)| Edit {
                span: *span,
                text: name.clone(),
            }));
        }
        edits.push(Edit {
            span: Span::at(whole.end),
            text: declared,
        });
        Some(edits)
    }

    fn uses_of<'a>(&'a self, member: &'a Member) -> impl Iterator<Item = &'a Use> {
        let of = |u: &&Use| { u.member.as_ref() }.is_some_and(|(name, _)| *name == member.name);
        self.uses.iter().filter(of)
    }

    /// The edits that write the values of sizes in their places.
    fn values(&self, unit: &Unit, function: &Function<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        let all = self.own.iter().chain(&self.read);
        for member in all.filter(|m| !m.is_pointer() && !m.is_array()) {
            let mut places: Vec<&Use> = self.uses_of(member).collect();
            let set = |place: &Use| assigned(unit, function, &self.declaration, place);
            // What is set last has been read before: `t.w = 0;` behind `free`.
            while places.len() > 1 && places.last().is_some_and(|last| set(last).is_some()) {
                places.pop();
            }
            let is_fit = !function.symbols.has_gotos();
            let Some((first, later)) = places.split_first().filter(|_| is_fit) else {
                continue;
            };
            let Some(set) = set(first).filter(|_| later.iter().all(|u| !u.is_changed)) else {
                continue;
            };
            let value = set.start + 4..set.end - 1;
            let objects = (self.name.as_str(), member);
            let seen = later.iter().copied();
            if let Some(name) = same_object((unit, function), objects, value, seen) {
                let places = later.iter().filter_map(|u| u.member.as_ref());
                edits.extend(places.map(|(_, span)| Edit {
                    span: *span,
                    text: name.clone(),
                }));
            }
        }
        edits
    }
}

/// The members that calls touch, and whether they may set them.
#[derive(Default)]
struct Touched(BTreeMap<String, bool>);

impl Touched {
    fn add(&mut self, member: &str, is_set: bool) {
        *self.0.entry(member.to_string()).or_default() |= is_set;
    }

    fn extend(&mut self, other: Touched) {
        for (member, is_set) in &other.0 {
            self.add(member, *is_set);
        }
    }
}

/// `free(t)`, `if (!t)`, `t == NULL`
pub(super) fn is_harmless(unit: &Unit, at: usize) -> bool {
    let before = |k: usize| at.checked_sub(k).map_or("", |k| word(unit, k));
    let is_alone = before(1) == "(" && word(unit, at + 1) == ")";
    let is_test = |word: &str| matches!(word, "==" | "!=");
    is_alone && matches!(before(2), "free" | "if")
        || before(1) == "!"
        || is_test(before(1))
        || is_test(word(unit, at + 1))
}

/// An argument of a function of the file.
#[derive(Clone, PartialEq)]
struct Given<'a> {
    function: &'a str,
    position: usize,
}

impl<'a> Given<'a> {
    /// `f(a, t)` or `f(a, &t)`, given the index of `t`.
    fn at(contents: &'a Contents<'_>, index: usize) -> Option<Self> {
        let unit = contents.unit;
        let mut start = index.checked_sub(1)?;
        if word(unit, start) == "&" {
            start = start.checked_sub(1)?;
        }
        let is_whole =
            matches!(word(unit, start), "(" | ",") && matches!(word(unit, index + 1), ")" | ",");
        is_whole.then_some(())?;
        let (mut depth, mut position) = (0_usize, 0);
        let open = (0..=start).rev().find(|k| {
            match word(unit, *k) {
                "," if depth == 0 => position += 1,
                ")" | "]" | "}" => depth += 1,
                "(" if depth == 0 => return true,
                "(" | "[" | "{" => depth = depth.saturating_sub(1),
                _ => {}
            }
            false
        })?;
        let function = word(unit, open.checked_sub(1)?);
        Some(Given { function, position })
    }

    /// The members that the function may touch, with those that it calls; `None` if that is not
    /// known.
    fn touched(self, contents: &'a Contents<'_>, seen: &mut Vec<Self>) -> Option<Touched> {
        let mut touched = Touched::default();
        if seen.contains(&self) {
            return Some(touched);
        }
        let unit = contents.unit;
        let (function, _) = contents.facts.callee(&contents.file, self.function)?;
        let id = (*function.symbols.parameters.get(self.position)?)?;
        let parameter = function.symbols.variable(id);
        let is_kept = parameter.writes.is_empty()
            && !parameter.address_taken
            && !parameter.qualifiers.volatile
            && is_named_once(function, &parameter.name);
        is_kept.then_some(())?;
        seen.push(self);
        let is_named = |k: &usize| {
            let is_own = !matches!(word(unit, k - 1), "." | "->");
            is_own && word(unit, *k) == parameter.name
        };
        for at in body(unit, function).skip(1).filter(is_named) {
            match word(unit, at + 1) {
                "->" | "." => touched.add(word(unit, at + 2), is_changed(unit, at)),
                _ if is_harmless(unit, at) => {}
                _ => touched.extend(Given::at(contents, at)?.touched(contents, seen)?),
            }
        }
        Some(touched)
    }
}
