//! Replaces constructs that lang-c does not know by others that mean the same to the analysis.

pub(crate) mod cleaner;
mod rules;

use cleaner::{Cleaner, Hidden};
use rules::RULES;
use std::collections::BTreeSet;

/// A text for the parser.
pub(crate) struct Cleaned {
    /// The text, as long as the original.
    pub text: String,
    /// The names that the replacements removed, in order.
    pub hidden: Vec<Hidden>,
    /// The constructs that were replaced.
    pub replaced: BTreeSet<&'static str>,
}

/// The constructs that are replaced for the parser, in the order of the rules.
pub fn constructs() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.construct)
}

/// The text with all replacements.
pub(crate) fn cleaned(mut cleaner: Cleaner<'_>) -> Cleaned {
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
