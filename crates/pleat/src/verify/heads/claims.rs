//! The attributes of a name, with the pragmas that name it, and their changes.

use c::syntax::attributes::{Attribute, Effect};
use c::syntax::openmp;
use std::collections::BTreeSet;

/// Promises about what a body does. Others are about arguments, and callers.
const ABOUT_BODIES: [&str; 7] = [
    "const",
    "malloc",
    "noreturn",
    "pure",
    "reproducible",
    "returns_nonnull",
    "unsequenced",
];

/// What the declarations of a name say of it beside its type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Claims {
    all: BTreeSet<Claim>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Claim {
    effect: Effect,
    /// The name of an attribute; empty for pragmas.
    name: String,
    text: String,
}

impl Claims {
    /// The attributes of a function.
    pub(super) fn of_function<'a>(attributes: impl Iterator<Item = &'a Attribute>) -> Self {
        Claims::with(attributes, Effect::of_function)
    }

    /// The attributes of an object.
    pub(super) fn of_object<'a>(attributes: impl Iterator<Item = &'a Attribute>) -> Self {
        Claims::with(attributes, |name| match Effect::of_object(name) {
            // Where it is.
            Effect::Translation => Effect::Other,
            effect => effect,
        })
    }

    fn with<'a>(
        attributes: impl Iterator<Item = &'a Attribute>,
        effect: fn(&str) -> Effect,
    ) -> Self {
        let claim = |attribute: &Attribute| Claim {
            effect: effect(&attribute.name),
            name: attribute.name.clone(),
            text: format!("the attribute `{}`", attribute.text),
        };
        let all = attributes
            .map(claim)
            .filter(|claim| claim.effect != Effect::None);
        Claims { all: all.collect() }
    }

    /// Adds those of another declaration.
    pub(super) fn add(&mut self, more: Claims) {
        self.all.extend(more.all);
    }

    /// Adds a pragma.
    pub(super) fn add_pragma(&mut self, text: &str) {
        // Vectors of calls execute the same body.
        let is_of_calls = openmp::is_of_function(text) && source::has_name(text, "simd");
        self.all.insert(Claim {
            effect: match is_of_calls {
                true => Effect::Call,
                false => Effect::Other,
            },
            name: String::new(),
            text: format!("`#pragma {text}`"),
        });
    }

    /// Whether the function is executed before `main`.
    pub(super) fn starts(&self) -> bool {
        self.all.iter().any(|claim| claim.name == "constructor")
    }

    /// What is not known to be harmless if these become `new`.
    pub(super) fn change_to(&self, new: &Claims) -> Option<String> {
        let mut lost = self.all.difference(&new.all);
        let lost =
            lost.find(|claim| !matches!(claim.effect, Effect::Promise | Effect::Translation));
        let is_aligned = |claims: &Claims| claims.all.iter().any(|c| c.name == "aligned");
        // More alignment than before does not harm.
        let is_harmless = |c: &Claim| c.name == "aligned" && !is_aligned(self);
        let mut other = new.all.difference(&self.all);
        let other = other.find(|claim| {
            !matches!(claim.effect, Effect::Promise | Effect::Translation) && !is_harmless(claim)
        });
        let lost = lost.map(|claim| format!("has {} in the first version only", claim.text));
        let other = other.map(|claim| format!("has {} in the second version only", claim.text));
        lost.or(other).or_else(|| self.new_promise(new))
    }

    /// A promise that `new` adds.
    pub(super) fn new_promise(&self, new: &Claims) -> Option<String> {
        let mut more = new.all.difference(&self.all);
        let promise = more.find(|claim| claim.effect == Effect::Promise)?;
        let text = &promise.text;
        Some(format!(
            "has {text} in the second version only, a promise that is not proved"
        ))
    }

    /// What is true of a body, and need not be of another one.
    pub(super) fn about_body(&self) -> Option<&str> {
        let is_about = |claim: &&Claim| {
            let name = claim.name.as_str();
            ABOUT_BODIES.contains(&name) || claim.effect == Effect::Call && name.is_empty()
        };
        self.all
            .iter()
            .find(is_about)
            .map(|claim| claim.text.as_str())
    }

    /// What lets another body be executed.
    pub(super) fn replacing(&self) -> Option<&str> {
        let mut others = self
            .all
            .iter()
            .filter(|claim| claim.effect == Effect::Other);
        let other = others.find(|c| !matches!(c.name.as_str(), "constructor" | "destructor"))?;
        Some(&other.text)
    }
}
