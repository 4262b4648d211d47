//! The text of a declaration as lang-c can read it: constructs that it does not know are replaced.

pub mod cleaner;
mod rules;

use cleaner::{Cleaner, Hidden};
use rules::RULES;
use std::collections::BTreeSet;

/// A text for the parser.
pub struct Cleaned {
    /// The text, as long as the original.
    pub text: String,
    /// The names that it lacks, in order.
    pub hidden: Vec<Hidden>,
    /// The constructs that were replaced.
    pub replaced: BTreeSet<&'static str>,
}

/// The constructs that are replaced for the parser, in the order in which they are looked for.
pub fn constructs() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.construct)
}

/// The text with all replacements.
pub fn cleaned(mut cleaner: Cleaner<'_>) -> Cleaned {
    let mut index = 0;
    while index < cleaner.tokens.count() {
        index = clean_at(&mut cleaner, index);
    }
    Cleaned {
        text: cleaner.plain(),
        hidden: cleaner.hidden,
        replaced: cleaner.replaced,
    }
}

/// Replaces the construct that starts at a token. Returns the index of the token to go on with.
fn clean_at(cleaner: &mut Cleaner<'_>, index: usize) -> usize {
    match RULES.iter().find(|rule| (rule.starts)(cleaner, index)) {
        Some(rule) => {
            cleaner.construct = rule.construct;
            cleaner.replaced.insert(rule.construct);
            (rule.replace)(cleaner, index)
        }
        None => index + 1,
    }
}
