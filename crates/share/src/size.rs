//! Sizes of arrays, as products that can be compared.

use crate::Place;
use crate::words::{closing, index_at, offsets, text, word};
use c::names::symbols::VarId;
use c::names::types::Type;
use std::ops::Range;

/// A size in bytes: `number * factors`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    number: i128,
    /// Factors that are no numbers, as text, sorted.
    factors: Vec<String>,
    /// The same as expressions of the program, whose product it is.
    pub(crate) parts: Vec<Range<usize>>,
}

impl Size {
    /// The product of expressions, in units of so many bytes.
    pub(crate) fn of(place: Place<'_>, parts: Vec<Range<usize>>, unit_bytes: u64) -> Self {
        let mut size = Size {
            number: i128::from(unit_bytes),
            factors: Vec::new(),
            parts: parts.clone(),
        };
        for part in parts {
            size.multiply(place, place.unit.tokens_in(part));
        }
        size.factors.sort();
        size
    }

    /// Whether it is certainly at least as large as another one.
    pub(crate) fn covers(&self, other: &Size) -> bool {
        self.factors == other.factors && self.number >= other.number
    }

    /// The number of bytes, with these values of its names.
    pub(crate) fn at(&self, value: &dyn Fn(&str) -> i64) -> u64 {
        let factors = self.factors.iter();
        let factors = factors.map(|factor| i128::from(sum(factor, value)));
        let all = factors.fold(self.number, |all, factor| all.saturating_mul(factor));
        u64::try_from(all.max(1)).unwrap_or(u64::MAX)
    }

    /// Multiplies by the product in some tokens.
    fn multiply(&mut self, place: Place<'_>, tokens: Range<usize>) {
        let unit = place.unit;
        let mut start = tokens.start;
        let mut parts = Vec::new();
        let mut at = tokens.start;
        let mut is_sum = false;
        while at < tokens.end {
            match word(unit, at) {
                "(" | "[" => at = closing(unit, at).unwrap_or(tokens.end),
                "*" if at > start && is_operand(place, at - 1) => {
                    parts.push(start..at);
                    start = at + 1;
                }
                "sizeof" | "*" => {}
                operator => is_sum |= is_other_operator(operator),
            }
            at += 1;
        }
        parts.push(start..tokens.end);
        match (is_sum, parts.len()) {
            (true, _) => self.factors.push(spelled(place, tokens)),
            (false, 1) => self.factor(place, tokens),
            (false, _) => parts.into_iter().for_each(|p| self.multiply(place, p)),
        }
    }

    /// Multiplies by one factor.
    fn factor(&mut self, place: Place<'_>, mut tokens: Range<usize>) {
        let unit = place.unit;
        if let Some(end) = cast_end(place, &tokens) {
            tokens.start = end;
        }
        let is_bracketed = word(unit, tokens.start) == "("
            && closing(unit, tokens.start).is_some_and(|close| close + 1 == tokens.end);
        if is_bracketed {
            return self.multiply(place, tokens.start + 1..tokens.end - 1);
        }
        let number = (tokens.len() == 1).then(|| literal(word(unit, tokens.start)));
        match number.flatten().or_else(|| bytes_asked(place, &tokens)) {
            Some(number) => self.number = self.number.saturating_mul(number),
            None => self.factors.push(spelled(place, tokens)),
        }
    }
}

/// Whether the token before a `*` ends an operand: `*` multiplies then.
fn is_operand(place: Place<'_>, index: usize) -> bool {
    let unit = place.unit;
    match word(unit, index) {
        "sizeof" => false,
        ")" => crate::words::opening(unit, index)
            .is_none_or(|open| !is_type_name(place, open + 1) || word(unit, open - 1) == "sizeof"),
        "]" => true,
        word => word.starts_with(|c: char| c.is_alphanumeric() || c == '_'),
    }
}

fn is_type_name(place: Place<'_>, index: usize) -> bool {
    let token = place.unit.tokens.get(index);
    token.is_some_and(|t| { &place.function.symbols.casts }.contains_key(&(t.at.start as usize)))
}

/// The end of the cast before an operand.
fn cast_end(place: Place<'_>, tokens: &Range<usize>) -> Option<usize> {
    let unit = place.unit;
    let close = (word(unit, tokens.start) == "(").then(|| closing(unit, tokens.start))??;
    let is_cast = close + 1 < tokens.end && is_type_name(place, tokens.start + 1);
    is_cast.then_some(close + 1)
}

fn is_other_operator(word: &str) -> bool {
    matches!(
        word,
        "+" | "-"
            | "/"
            | "%"
            | "?"
            | ":"
            | "<"
            | ">"
            | "<<"
            | ">>"
            | "&"
            | "|"
            | "^"
            | "=="
            | "!="
            | "<="
            | ">="
            | "&&"
            | "||"
            | ","
            | "="
    )
}

/// `12`, `3u`
fn literal(word: &str) -> Option<i128> {
    word.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok()
}

/// `sizeof(float)`, `sizeof *a`, `sizeof a[0]`
fn bytes_asked(place: Place<'_>, tokens: &Range<usize>) -> Option<i128> {
    let unit = place.unit;
    (word(unit, tokens.start) == "sizeof").then_some(())?;
    let mut inner = tokens.start + 1..tokens.end;
    if word(unit, inner.start) == "(" && closing(unit, inner.start)? + 1 == inner.end {
        inner = inner.start + 1..inner.end - 1;
    }
    let start = offsets(unit, inner.clone()).start;
    if let Some(ty) = place.function.symbols.casts.get(&start) {
        return ty.bytes().map(i128::from);
    }
    let words: Vec<&str> = inner.clone().map(|at| word(unit, at)).collect();
    let name = match words.as_slice() {
        ["*", _] => inner.start + 1,
        [_, "[", "0", "]"] => inner.start,
        _ => return None,
    };
    let id = variable(place, name)?;
    match &place.function.symbols.variable(id).declared_type {
        Type::Pointer(to) => to.bytes().map(i128::from),
        _ => None,
    }
}

/// The object that a token names.
pub(crate) fn variable(place: Place<'_>, index: usize) -> Option<VarId> {
    let token = place.unit.tokens.get(index)?;
    place.function.symbols.variable_at(token.at.start as usize)
}

/// Tokens as the user spells them, with single spaces; macros keep their names where they may.
fn spelled(place: Place<'_>, tokens: Range<usize>) -> String {
    let words: Vec<&str> = tokens.map(|at| word(place.unit, at)).collect();
    words.join(" ")
}

/// The product of expressions as the user wrote them.
pub(crate) fn product(place: Place<'_>, parts: &[Range<usize>]) -> Option<String> {
    let unit = place.unit;
    let factor = |part: &Range<usize>| {
        let all = text(unit, part.clone())?;
        let tokens = unit.tokens_in(part.clone());
        let is_plain = parts.len() == 1 || tokens.len() == 1;
        Some(match is_plain {
            true => all,
            false => format!("({all})"),
        })
    };
    let all: Option<Vec<String>> = parts.iter().map(factor).collect();
    Some(all?.join(" * "))
}

/// Whether an expression means the same at an earlier place: the objects that it names are known
/// there and have the same values, but for the pointer whose target it measures.
pub(crate) fn is_known_at(
    place: Place<'_>,
    (part, own): (&Range<usize>, VarId),
    at: usize,
) -> bool {
    place
        .unit
        .tokens_in(part.clone())
        .all(|index| match variable(place, index) {
            Some(id) => id == own || is_same_at(place, id, at..part.end),
            None => !is_call(place, index),
        })
}

/// Whether a token is the name of a function that is called.
fn is_call(place: Place<'_>, index: usize) -> bool {
    let name = word(place.unit, index);
    is_name(name) && name != "sizeof" && word(place.unit, index + 1) == "("
}

/// Whether an object is a number that is known at the start of a range, and keeps its value in it.
fn is_same_at(place: Place<'_>, id: VarId, range: Range<usize>) -> bool {
    let symbols = &place.function.symbols;
    let object = symbols.variable(id);
    let is_set_between = object.writes.iter().any(|w| range.contains(w));
    let repeated = symbols.loops.iter();
    let mut repeated =
        repeated.filter(|l| l.contains(&range.start) && !l.contains(&object.at.start));
    let is_set_again = repeated.any(|l| object.writes.iter().any(|w| l.contains(w)));
    matches!(object.declared_type, Type::Integer(_))
        && !object.address_taken
        && object.scope.contains(&range.start)
        && !is_set_between
        && !is_set_again
}

/// Whether an expression names an object: its value is not known to the compiler.
pub(crate) fn names_objects(place: Place<'_>, part: &Range<usize>) -> bool {
    let tokens = place.unit.tokens_in(part.clone());
    let start = index_at(place.unit, part.start);
    debug_assert!(tokens.start >= start);
    tokens.into_iter().any(|at| variable(place, at).is_some())
}

/// The value of a sum of names and numbers; that of its first name if it is anything else.
fn sum(text: &str, value: &dyn Fn(&str) -> i64) -> i64 {
    let words: Vec<&str> = text.split(' ').collect();
    let of = |word: &str| match literal(word) {
        Some(number) => i64::try_from(number).ok(),
        None => is_name(word).then(|| value(word)),
    };
    let mut all = of(words[0]);
    for pair in words[1..].chunks(2) {
        let next = pair.get(1).and_then(|word| of(word));
        all = match (all, pair[0], next) {
            (Some(all), "+", Some(next)) => all.checked_add(next),
            (Some(all), "-", Some(next)) => all.checked_sub(next),
            _ => None,
        };
    }
    let first = || {
        words
            .iter()
            .find(|word| is_name(word))
            .map(|word| value(word))
    };
    all.or_else(first).unwrap_or(1)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
