//! The way in which the code of a function is compiled, beyond the options of the compiler.

use crate::facts::pragmas::concern::{Concern, in_force, inside};
use crate::names::file::{File, Function};
use crate::syntax::attributes::Effect;
use source::Unit;
use std::collections::BTreeSet;

/// The attributes and pragmas that change the code of a function. Code may move between functions
/// where these are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Translation {
    attributes: BTreeSet<String>,
    pragmas: Vec<String>,
}

impl Translation {
    /// That of a function of a file.
    pub fn of(unit: &Unit, file: &File<'_>, function: &Function<'_>) -> Self {
        let attributes = file.attributes.written(&function.name);
        let attributes = attributes.filter(|a| Effect::of_function(&a.name) == Effect::Translation);
        let own = Concern::Translation;
        let pragmas = unit.declaration_at(function.name_at).map(|declaration| {
            let range = declaration.at.start as usize..declaration.at.end as usize;
            let outer = in_force(unit, range.clone(), &[own, Concern::Unknown]);
            let own = inside(unit, range, own).map(|p| p.text.clone());
            let outer = outer.into_iter().map(str::to_string);
            outer.chain(own).collect()
        });
        Translation {
            attributes: attributes.map(|a| a.text.clone()).collect(),
            pragmas: pragmas.unwrap_or_default(),
        }
    }

    /// Something in it that another one has not: "the attribute `optnone`".
    pub fn beyond(&self, other: &Translation) -> Option<String> {
        let mut attributes = self.attributes.difference(&other.attributes);
        let mut pragmas = self.pragmas.iter();
        let pragma = pragmas.find(|text| !other.pragmas.contains(text));
        let attribute = attributes
            .next()
            .map(|text| format!("the attribute `{text}`"));
        attribute.or_else(|| pragma.map(|text| format!("`#pragma {text}`")))
    }

    /// Something that only one of two has.
    pub fn difference(&self, other: &Translation) -> Option<String> {
        let of_order = || (self != other).then(|| "another order of pragmas".to_string());
        let one = self.beyond(other).or_else(|| other.beyond(self));
        one.or_else(of_order)
    }
}
