//! The members of a structure, as its definition spells them.

use super::uses::written_range;
use source::{TokenKind, Unit};
use std::ops::Range;

/// A member: a number, a pointer to numbers, or an array of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: String,
    /// Its type up to the stars: `const float`.
    specifiers: String,
    /// `*` for each pointer.
    stars: String,
    /// `[N][M]`
    extents: String,
}

impl Member {
    pub(super) fn is_pointer(&self) -> bool {
        !self.stars.is_empty()
    }

    pub(super) fn is_array(&self) -> bool {
        !self.extents.is_empty()
    }

    /// Whether both have the same type as it is written.
    pub(super) fn is_like(&self, other: &Member) -> bool {
        self.specifiers == other.specifiers
            && self.stars == other.stars
            && self.extents == other.extents
    }

    /// `const float *name`
    pub(super) fn declared(&self, name: &str) -> String {
        format!("{} {}{name}{}", self.specifiers, self.stars, self.extents)
    }
}

/// The members of the structure that a type name means, in order; `None` for those of other types,
/// or if there is no such structure.
pub(super) fn members(unit: &Unit, is_tag: bool, name: &str) -> Option<Vec<Option<Member>>> {
    let (tag, open) = match is_tag {
        true => (Some(name.to_string()), None),
        false => named(unit, name)?,
    };
    let open = match (open, tag) {
        (Some(open), _) => open,
        (None, tag) => tagged(unit, &tag?)?,
    };
    let declarations = declarations(unit, open)?.into_iter();
    Some(declarations.flat_map(|d| declared(unit, &d)).collect())
}

/// The declarations of members behind a brace, without their `;`.
pub(super) fn declarations(unit: &Unit, open: usize) -> Option<Vec<Range<usize>>> {
    let close = unit.closing(&unit.tokens, open)?;
    let mut all = Vec::new();
    let mut start = open + 1;
    while start < close {
        let end = (start..close).find(|k| word(unit, *k) == ";")?;
        all.push(start..end);
        start = end + 1;
    }
    Some(all)
}

pub(super) fn word(unit: &Unit, index: usize) -> &str {
    unit.tokens
        .get(index)
        .map_or("", |token| unit.token_text(token))
}

/// Whether a statement or a declaration begins at a token.
pub(super) fn begins_statement(unit: &Unit, index: usize) -> bool {
    let before = index.checked_sub(1).map_or("", |k| word(unit, k));
    matches!(before, ";" | "{" | "}")
}

/// Whether tokens are `NULL` or `0`.
pub(super) fn is_null(unit: &Unit, tokens: Range<usize>) -> bool {
    are_null(tokens.map(|k| word(unit, k)))
}

/// Whether words are `NULL` or `0` after preprocessing.
pub(super) fn are_null<'w>(words: impl IntoIterator<Item = &'w str>) -> bool {
    let is_part = |word| matches!(word, "(" | ")" | "void" | "*" | "0");
    let mut words = words.into_iter().peekable();
    words.peek().is_some() && words.all(is_part)
}

/// The structure that a `typedef` names: its tag, or the brace of its definition.
fn named(unit: &Unit, name: &str) -> Option<(Option<String>, Option<usize>)> {
    let mut starts = (0..unit.tokens.len())
        .filter(|k| word(unit, *k) == "typedef" && word(unit, k + 1) == "struct");
    starts.find_map(|start| {
        let has_tag = word(unit, start + 2) != "{";
        let open = start + 2 + usize::from(has_tag);
        let tag = has_tag.then(|| word(unit, start + 2).to_string());
        if word(unit, open) == "{" {
            let close = unit.closing(&unit.tokens, open)?;
            return (word(unit, close + 1) == name && word(unit, close + 2) == ";")
                .then_some((tag, Some(open)));
        }
        (word(unit, open) == name && word(unit, open + 1) == ";").then_some((tag, None))
    })
}

/// The brace of `struct tag {`.
fn tagged(unit: &Unit, tag: &str) -> Option<usize> {
    let starts = 0..unit.tokens.len();
    let mut found = starts.filter(|k| {
        word(unit, *k) == "struct" && word(unit, k + 1) == tag && word(unit, k + 2) == "{"
    });
    found.next().map(|start| start + 2)
}

/// The members of `int w, h[N];`.
pub(super) fn declared(unit: &Unit, declaration: &Range<usize>) -> Vec<Option<Member>> {
    let pieces = declarators(unit, declaration);
    let is_name = |k: &usize| unit.tokens[*k].kind == TokenKind::Identifier;
    let is_plain = |k: usize| is_name(&k) || word(unit, k) == "*";
    let first = pieces.first().map_or(0..0, |piece| head(unit, piece));
    let names = first.end.saturating_sub(1).max(first.start);
    let before = first.start..names;
    let stars = before.rev().take_while(|k| word(unit, *k) == "*").count();
    let specifiers: Vec<&str> = (first.start..names - stars)
        .map(|k| word(unit, k))
        .collect();
    let is_simple = pieces.iter().all(|piece| head(unit, piece).all(is_plain))
        && !specifiers.is_empty()
        && !specifiers.iter().any(|w| matches!(*w, "*" | "volatile"));
    let member = |(index, piece): (usize, &Range<usize>)| {
        let own = head(unit, piece);
        let name = own
            .end
            .checked_sub(1)
            .filter(|k| own.contains(k) && is_name(k))?;
        let start = match index {
            0 => names - stars,
            _ => own.start,
        };
        let mut before = (start..name).map(|k| word(unit, k));
        let extents = match own.end == piece.end {
            true => String::new(),
            false => unit
                .file
                .slice(written_range(unit, own.end..piece.end)?)
                .into_owned(),
        };
        let are_numbers = extents.is_empty() || start == name;
        (is_simple && are_numbers && before.all(|w| w == "*")).then(|| Member {
            name: word(unit, name).to_string(),
            specifiers: specifiers.join(" "),
            stars: "*".repeat(name - start),
            extents,
        })
    };
    pieces.iter().enumerate().map(member).collect()
}

/// The pieces of a declaration between commas.
pub(super) fn declarators(unit: &Unit, declaration: &Range<usize>) -> Vec<Range<usize>> {
    let commas = declaration.clone().filter(|k| word(unit, *k) == ",");
    let mut start = declaration.start;
    let mut all = Vec::new();
    for end in commas.chain([declaration.end]) {
        all.push(start..end);
        start = end + 1;
    }
    all
}

/// The tokens of a declarator before its extents.
fn head(unit: &Unit, piece: &Range<usize>) -> Range<usize> {
    let end = piece.clone().find(|k| word(unit, *k) == "[");
    piece.start..end.unwrap_or(piece.end)
}
