//! What keeps the code of a function where it is: attributes, and pragmas about the code behind
//! them, which would be lost or mean something else in another function.

use super::stage::Obstacle;
use c::Contents;
use c::facts::pragmas::concern::{Concern, inside};
use c::facts::translation::Translation;
use c::names::file::Function;
use c::syntax::attributes::{Effect, attributes_in};

/// What the text of a function says that would be lost or mean something else in any other one.
pub(super) fn lost(contents: &Contents<'_>, function: &Function<'_>) -> Option<Obstacle> {
    let unit = contents.unit;
    let found = |what: String, at: usize| Obstacle {
        what,
        at: unit.nearest_span(at..at + 1),
    };
    let mut own = contents.file.attributes.written(&function.name);
    if let Some(own) = own.find(|a| Effect::of_function(&a.name) == Effect::Other) {
        let what = format!("has the attribute `{}`", own.text);
        return Some(found(what, function.name_at));
    }
    let head = function.base.range(function.definition.declarator.span);
    let mut parameters = attributes_in(unit, head).into_iter();
    if let Some(other) = parameters.find(|a| Effect::of_object(&a.name) == Effect::Other) {
        let what = format!("has a parameter with the attribute `{}`", other.text);
        return Some(found(what, function.name_at));
    }
    let at = unit.declaration_at(function.name_at)?.at.clone();
    let range = at.start as usize..at.end as usize;
    let pragma = inside(unit, range, Concern::Translation).next()?;
    let what = format!("contains `#pragma {}`", pragma.text);
    Some(found(what, pragma.at as usize))
}

/// Why code of a function must not move to one that calls it: it is compiled in another way.
pub(super) fn foreign(
    contents: &Contents<'_>,
    function: &Function<'_>,
    caller: &Function<'_>,
) -> Option<Obstacle> {
    let unit = contents.unit;
    let of = |function: &Function<'_>| Translation::of(unit, &contents.file, function);
    let (own, other) = (of(function), of(caller));
    let caller = &caller.name;
    let what = match own.beyond(&other) {
        Some(more) => format!("is under {more}, but `{caller}` is not"),
        None => format!(
            "is not under {}, but `{caller}` is",
            other.difference(&own)?
        ),
    };
    let at = unit.nearest_span(function.name_at..function.name_at + 1);
    Some(Obstacle { what, at })
}

/// Whether code of a function may stand in place of its calls in another one.
pub(crate) fn may_move(
    contents: &Contents<'_>,
    function: &Function<'_>,
    caller: &Function<'_>,
) -> bool {
    lost(contents, function).is_none() && foreign(contents, function, caller).is_none()
}
