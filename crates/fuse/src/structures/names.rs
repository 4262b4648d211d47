//! Names that a file does not contain yet.

use print::Names;
use source::{TokenKind, Unit};

/// The names of a file, and those that were given since.
pub(super) struct NewNames {
    taken: Names,
    /// Each new name, with the text of the member in the user's file.
    pub(super) given: Vec<(String, String)>,
}

impl NewNames {
    pub(super) fn of(unit: &Unit) -> Self {
        let tokens = unit.tokens.iter();
        let names = tokens.filter(|token| token.kind == TokenKind::Identifier);
        let names = names.map(|token| unit.token_text(token));
        let macros = unit.macro_texts.iter().map(|m| m.name.as_str());
        NewNames {
            taken: names.chain(macros).collect(),
            given: Vec::new(),
        }
    }

    /// A name for a member of an object, `in_w`, that the user writes as `text`, `in->w`.
    pub(super) fn member(&mut self, object: &str, member: &str, text: &str) -> String {
        let name = self.taken.give_numbered(&format!("{object}_{member}"));
        self.given.push((name.clone(), text.to_string()));
        name
    }
}
