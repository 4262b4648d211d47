//! Names that a file does not contain yet.

use source::{TokenKind, Unit};
use std::collections::BTreeSet;

/// The names of a file, and those that were given since.
pub(super) struct NewNames {
    taken: BTreeSet<String>,
    /// Each new name, with the text of the member in the user's file.
    pub(super) given: Vec<(String, String)>,
}

impl NewNames {
    pub(super) fn of(unit: &Unit) -> Self {
        let tokens = unit.tokens.iter();
        let names = tokens.filter(|token| token.kind == TokenKind::Identifier);
        let names = names.map(|token| unit.token_text(token).to_string());
        let macros = unit.macro_texts.iter().map(|m| m.name.clone());
        NewNames {
            taken: names.chain(macros).collect(),
            given: Vec::new(),
        }
    }

    /// A name for a member of an object, `in_w`, that the user writes as `text`, `in->w`.
    pub(super) fn member(&mut self, object: &str, member: &str, text: &str) -> String {
        let plain = format!("{object}_{member}");
        let mut all = std::iter::once(plain.clone());
        let name = all.find(|name| !self.taken.contains(name));
        let name = name.unwrap_or_else(|| {
            let mut numbered = (2..).map(|k: u32| format!("{plain}_{k}"));
            numbered
                .find(|name| !self.taken.contains(name))
                .unwrap_or(plain)
        });
        self.taken.insert(name.clone());
        self.given.push((name.clone(), text.to_string()));
        name
    }
}
