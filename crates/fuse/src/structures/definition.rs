//! The members of a structure, as its definition spells them.

use source::{TokenKind, Unit};

/// A member: a number, or a pointer to numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: String,
    /// Its type up to the stars: `const float`.
    specifiers: String,
    /// `*` for each pointer.
    stars: String,
}

impl Member {
    pub(super) fn is_pointer(&self) -> bool {
        !self.stars.is_empty()
    }

    /// Whether both have the same type as it is written.
    pub(super) fn is_like(&self, other: &Member) -> bool {
        self.specifiers == other.specifiers && self.stars == other.stars
    }

    /// `const float *name`
    pub(super) fn declared(&self, name: &str) -> String {
        format!("{} {}{name}", self.specifiers, self.stars)
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
    let close = unit.closing(&unit.tokens, open)?;
    let mut all = Vec::new();
    let mut start = open + 1;
    while start < close {
        let end = (start..close).find(|k| word(unit, *k) == ";")?;
        all.extend(declared(unit, start, end));
        start = end + 1;
    }
    Some(all)
}

pub(super) fn word(unit: &Unit, index: usize) -> &str {
    unit.tokens
        .get(index)
        .map_or("", |token| unit.token_text(token))
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

/// The members of `int w, h;`.
fn declared(unit: &Unit, start: usize, end: usize) -> Vec<Option<Member>> {
    let mut pieces = vec![Vec::new()];
    let is_plain = |k: usize| {
        let is_name = unit.tokens[k].kind == TokenKind::Identifier;
        is_name || matches!(word(unit, k), "*" | ",")
    };
    let all_plain = (start..end).all(is_plain);
    for k in start..end {
        match (word(unit, k), pieces.last_mut()) {
            (",", _) => pieces.push(Vec::new()),
            (word, Some(piece)) => piece.push(word),
            _ => {}
        }
    }
    let first = pieces.first().cloned().unwrap_or_default();
    let names = first.len().saturating_sub(1);
    let stars = first[..names]
        .iter()
        .rev()
        .take_while(|w| **w == "*")
        .count();
    let specifiers = first[..names - stars].join(" ");
    let is_simple = all_plain
        && !specifiers.is_empty()
        && !specifiers.contains(['*'])
        && !specifiers.contains("volatile");
    let member = |(index, piece): (usize, &Vec<&str>)| {
        let (name, before) = piece.split_last()?;
        let before = match index {
            0 => &before[before.len() - stars..],
            _ => before,
        };
        let are_stars = before.iter().all(|w| *w == "*") && *name != "*";
        (is_simple && are_stars).then(|| Member {
            name: (*name).to_string(),
            specifiers: specifiers.clone(),
            stars: before.concat(),
        })
    };
    pieces.iter().enumerate().map(member).collect()
}
