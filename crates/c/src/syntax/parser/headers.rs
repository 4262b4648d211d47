//! The declarations of headers that define no type name: prototypes, objects, tags. They are parsed
//! only if the main file may mean them.

use super::{Aliases, Parsed, ParsedDeclaration, Reader, typedef_names};
use crate::syntax::tokens::Tokens;
use source::{Declaration, TokenKind, Unit};
use std::collections::BTreeSet;

/// The declarations of headers, without type definitions, that declare a name which the main file
/// mentions, or a tag that such a declaration needs. `read` are the declarations that were parsed
/// already.
pub fn headers(
    unit: &Unit,
    aliases: &Aliases,
    read: &[ParsedDeclaration],
) -> Vec<ParsedDeclaration> {
    let wanted = wanted(unit);
    let mut types: BTreeSet<String> = super::BUILTIN_TYPES.map(str::to_string).into();
    let mut read = read.iter().peekable();
    let mut found = Vec::new();
    for (declaration, is_wanted) in unit.declarations.iter().zip(wanted) {
        let start = declaration.at.start as usize;
        let mut is_read = false;
        while let Some(piece) = read.next_if(|piece| piece.base.start() <= start) {
            types.extend(typedef_names(&piece.items));
            is_read = piece.base.start() == start;
        }
        if !is_wanted || is_read || declaration.in_main_file || declaration.has_typedef {
            continue;
        }
        let reader = Reader {
            unit,
            declaration,
            aliases,
        };
        found.extend(reader.piece(&types, &mut Parsed::new(), &mut Vec::new()));
    }
    found
}

/// The starts of the declarations of objects in the user's headers that the main file may mean.
pub(super) fn objects(unit: &Unit) -> BTreeSet<u32> {
    if unit.included.is_empty() {
        return BTreeSet::new();
    }
    let all = unit.declarations.iter().zip(wanted(unit));
    let needed = all.filter(|(declaration, is_wanted)| {
        *is_wanted
            && !declaration.is_function
            && unit.included_at(declaration.at.start).is_some()
            && !unit.text[declaration.at.start as usize..declaration.at.end as usize].contains('(')
    });
    needed
        .map(|(declaration, _)| declaration.at.start)
        .collect()
}

/// Which declarations of the unit are needed. A declaration comes after those that it needs.
fn wanted(unit: &Unit) -> Vec<bool> {
    let own = unit.tokens.iter().filter(|t| t.line > 0);
    let own = own.filter(|t| t.kind == TokenKind::Identifier);
    let mut names: BTreeSet<&str> = own.map(|t| unit.token_text(t)).collect();
    let mut wanted = vec![false; unit.declarations.len()];
    for (declaration, wanted) in unit.declarations.iter().zip(&mut wanted).rev() {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let head = Head::of(Tokens::of(unit, range), declaration);
        *wanted = declaration.in_main_file
            || declaration.has_typedef
            || head.declared().any(|name| names.contains(name));
        if *wanted && !declaration.in_main_file {
            names.extend(head.needed());
        }
    }
    wanted
}

/// The tokens of a declaration, without the body of a function.
struct Head<'u> {
    tokens: Tokens<'u>,
    count: usize,
}

impl<'u> Head<'u> {
    fn of(tokens: Tokens<'u>, declaration: &Declaration) -> Self {
        let body = (0..tokens.count()).find(|k| tokens.word(*k) == "{");
        let body = body.filter(|_| declaration.is_function);
        Head {
            tokens,
            count: body.unwrap_or(tokens.count()),
        }
    }

    fn names(&self) -> impl Iterator<Item = usize> {
        (0..self.count).filter(|k| self.tokens.is(TokenKind::Identifier, *k))
    }

    /// The names that it may declare, among others.
    fn declared(&self) -> impl Iterator<Item = &'u str> {
        let ends = |k: &usize| {
            matches!(
                self.tokens.word(k + 1),
                "(" | "[" | ";" | "," | "=" | "{" | "}" | ":"
            )
        };
        self.names().filter(ends).map(|k| self.tokens.word(k))
    }

    /// Tags, and names in the sizes of arrays.
    fn needed(&self) -> impl Iterator<Item = &'u str> {
        let is_needed = |k: &usize| {
            let before = self.tokens.before(*k);
            let after = self.tokens.word(k + 1);
            matches!(before, "struct" | "union" | "enum" | "[") || after == "]"
        };
        self.names().filter(is_needed).map(|k| self.tokens.word(k))
    }
}
