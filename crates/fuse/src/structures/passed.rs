//! Sizes in local structures whose address functions get: constants, if loops run to their product
//! and none of these functions sets them.
//!
//! ```c
//! Image t = { w, h, NULL };      Image t = { w, h, NULL };
//! int n = t.w * t.h;             const int t_w = t.w, t_h = t.h;
//! draw(&t);                      int n = t_w * t_h;
//! for (i = 0; i < n; i++)        draw(&t);
//! ```

use super::definition::{Member, word};
use super::names::NewNames;
use super::parameters::{Body, Parameter, Renamed, is_named_once, members_of};
use super::uses::{Use, body as tokens, uses};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Storage, Type};

/// Functions that get the structure pass it on at most so many times.
const DEEPEST: usize = 4;

/// Names such members in the rest of the function.
pub(super) fn renamed(
    contents: &Contents<'_>,
    function: &Function<'_>,
    body: &Body,
    (names, renamed): (&mut NewNames, &mut Renamed),
) {
    if function.symbols.has_gotos() {
        return;
    }
    for (_, variable) in function.symbols.objects() {
        let found = Passed::of(contents, function, variable);
        if let Some((parameter, at)) = found.and_then(|found| found.constants(body)) {
            parameter.rename(contents.unit, (body, at), names, renamed);
        }
    }
}

/// A local structure that is passed by its address.
struct Passed<'a, 'p> {
    contents: &'a Contents<'p>,
    name: &'a str,
    /// The token that declares it.
    declared: usize,
    members: Vec<Member>,
    uses: Vec<Use>,
}

impl<'a, 'p> Passed<'a, 'p> {
    fn of(
        contents: &'a Contents<'p>,
        function: &Function<'_>,
        variable: &'a Variable<'_>,
    ) -> Option<Self> {
        let unit = contents.unit;
        let is_fit = matches!(&variable.declared_type, Type::Record(record) if !record.is_union)
            && variable.origin == Origin::Local
            && variable.storage != Storage::Static
            && !variable.qualifiers.volatile
            && is_named_once(function, &variable.name);
        is_fit.then_some(())?;
        let declared = unit.tokens_in(variable.at.clone()).start;
        let mut uses = uses(unit, tokens(unit, function), &variable.name)?;
        uses.retain(|u| u.index != declared);
        uses.iter().any(|u| u.member.is_none()).then_some(())?;
        let mut found = Passed {
            contents,
            name: &variable.name,
            declared,
            members: Vec::new(),
            uses,
        };
        let is_factor = |m: &Member| found.uses.iter().any(|u| found.is_factor(u, m));
        let members = members_of(unit, variable)?.into_iter();
        found.members = members
            .filter(|m| !m.is_pointer() && is_factor(m))
            .collect();
        (!found.members.is_empty()).then_some(found)
    }

    /// Whether a use is one of the member in a product with another one.
    fn is_factor(&self, own: &Use, member: &Member) -> bool {
        let unit = self.contents.unit;
        let is_own = |k: usize| word(unit, k) == self.name && word(unit, k + 1) == ".";
        let is_member = own.member.as_ref().is_some_and(|m| m.0 == member.name);
        let at = own.index;
        let is_left = word(unit, at + 3) == "*" && is_own(at + 4);
        let is_right = at >= 4 && word(unit, at - 1) == "*" && is_own(at - 4);
        is_member && (is_left || is_right)
    }

    /// The members as constants that are declared before an item, behind what sets them.
    fn constants(self, body: &Body) -> Option<(Parameter<'a>, usize)> {
        let item_of = |token: usize| body.items.iter().position(|item| item.contains(&token));
        let mut last = item_of(self.declared)?;
        for own in self.uses.iter().filter(|u| self.may_set(u)) {
            last = last.max(item_of(own.index)?);
        }
        let at = last + 1;
        let is_behind = |token: &usize| body.items.get(at).is_some_and(|i| *token >= i.start);
        let is_counted = self.uses.iter().any(|u| {
            let is_used = self.members.iter().any(|m| self.is_factor(u, m));
            is_used && is_behind(&u.index)
        });
        is_counted.then(|| {
            (
                Parameter::of_structure(self.name, self.members, self.uses),
                at,
            )
        })
    }

    /// Whether a use may set one of the members.
    fn may_set(&self, own: &Use) -> bool {
        match &own.member {
            Some((name, _)) => own.is_changed && self.members.iter().any(|m| m.name == *name),
            None => self.may_be_set_by_call(own.index, DEEPEST),
        }
    }

    /// Whether what is written at a token, the whole structure or a pointer to it, may lead to an
    /// assignment of one of the members: it is no argument of a function that only reads them.
    fn may_be_set_by_call(&self, at: usize, deepest: usize) -> bool {
        let unit = self.contents.unit;
        let first = at - usize::from(word(unit, at - 1) == "&");
        let Some((name, position)) = self.argument(first, at + 1) else {
            return true;
        };
        let Some((callee, _)) = self.contents.facts.callee(&self.contents.file, name) else {
            return true;
        };
        let parameter = callee.symbols.parameters.get(position).copied().flatten();
        let Some(parameter) = parameter.map(|id| callee.symbols.variable(id)) else {
            return true;
        };
        let is_fit = deepest > 0
            && parameter.writes.is_empty()
            && !parameter.address_taken
            && is_named_once(callee, &parameter.name);
        let uses = uses(unit, tokens(unit, callee), &parameter.name);
        let Some(uses) = uses.filter(|_| is_fit) else {
            return true;
        };
        uses.iter().any(|u| match &u.member {
            Some((name, _)) => u.is_changed && self.members.iter().any(|m| m.name == *name),
            None => self.may_be_set_by_call(u.index, deepest - 1),
        })
    }

    /// The function that gets some tokens as an argument, and its position.
    fn argument(&self, start: usize, end: usize) -> Option<(&'a str, usize)> {
        let unit = self.contents.unit;
        matches!(word(unit, end), "," | ")").then_some(())?;
        let (mut depth, mut position) = (0, 0);
        for k in (0..start).rev() {
            match word(unit, k) {
                ")" | "]" | "}" => depth += 1,
                "(" if depth == 0 => {
                    let name = k.checked_sub(1)?;
                    return Some((word(unit, name), position));
                }
                "(" | "[" | "{" => depth -= 1,
                "," if depth == 0 => position += 1,
                ";" => return None,
                _ => {}
            }
            (depth >= 0).then_some(())?;
        }
        None
    }
}
