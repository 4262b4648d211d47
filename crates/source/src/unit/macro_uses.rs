//! How a unit uses its macros: the facts that decide whether a macro's body, an argument or an
//! invocation may be edited.

use crate::text::span::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The uses of macros in a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MacroUses {
    /// The invocations in the text of the main file and in arguments of others, sorted by place,
    /// without duplicates.
    pub invocations: Vec<Invocation>,
    /// Tokens of the main file that `#` or `##` turned into other tokens, sorted.
    pub consumed: Vec<Span>,
    /// The bodies of the macros defined in the main file, sorted by place.
    pub bodies: Vec<Body>,
    /// The expansions of object-like macros.
    pub objects: Vec<Object>,
    /// Integer macros that are expanded because their value depends on the context (`2 + 1`): their
    /// values as one operand.
    pub taken: BTreeMap<String, String>,
}

/// A macro invocation in the text of the main file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invocation {
    /// From the macro's name to the end of its arguments.
    pub span: Span,
    /// The macro.
    pub name: Arc<str>,
    /// Whether the compiler or a system header defines it.
    pub is_system: bool,
}

/// An expansion of an object-like macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The macro.
    pub name: Arc<str>,
    /// The expansion whose body contains its name, as an index of [`MacroUses::objects`].
    pub parent: Option<u32>,
    /// Its name, if it is in the text.
    pub at: Option<Span>,
}

/// A macro's body in the main file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// From its first to its last token.
    pub span: Span,
    /// The macro.
    pub name: Arc<str>,
}

impl MacroUses {
    /// The invocations inside of `outer` that contain `span`, inner ones before outer ones.
    pub fn around(&self, span: Span, outer: Span) -> Vec<&Invocation> {
        let first = self
            .invocations
            .partition_point(|i| i.span.start < outer.start);
        let started = self.invocations[first..].iter();
        let started = started.take_while(|i| i.span.start <= span.start);
        let mut found: Vec<&Invocation> = started.filter(|i| i.span.contains(span)).collect();
        found.sort_by_key(|i| i.span.len());
        found
    }

    /// The macro body that contains `span`.
    pub fn body_around(&self, span: Span) -> Option<&Body> {
        let after = self.bodies.partition_point(|b| b.span.start <= span.start);
        let body = self.bodies.get(after.checked_sub(1)?)?;
        body.span.contains(span).then_some(body)
    }

    /// An expansion of an object-like macro and those whose bodies contain it, inner ones before
    /// outer ones.
    pub fn objects_from(&self, innermost: Option<u32>) -> impl Iterator<Item = (u32, &Object)> {
        let mut next = innermost;
        std::iter::from_fn(move || {
            let index = next?;
            let object = self.objects.get(index as usize)?;
            next = object.parent;
            Some((index, object))
        })
    }

    /// Whether `#` or `##` uses bytes of `span`.
    pub fn is_consumed(&self, span: Span) -> bool {
        let first = self.consumed.partition_point(|c| c.end <= span.start);
        self.consumed.get(first).is_some_and(|c| c.start < span.end)
    }
}
