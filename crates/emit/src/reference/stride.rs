//! Strides of flat arrays, and the casts that their products need.

use crate::context::Context;
use crate::error::EmitError;
use crate::fold::Care;
use crate::size::wide::cast_where;
use crate::subscript::row::RowPlan;
use crate::subscript::types::{c_type, may_be_int, may_have_sign, product_fits_int};
use front::{HeapPlaces, Reference};
use poly::Expr;
use print::Tightness;
use source::{Span, TokenKind, Word, words};

/// The cast before a row that is multiplied by a stride, empty if none is needed: their product
/// might not fit in an `int` where the old subscript was computed in a wider type and the stride is
/// not.
///
/// # Errors
/// There is no wide type.
pub(crate) fn cast(
    context: &Context,
    rows: &[RowPlan],
    (reference, row): (&Reference, &str),
    stride: &Expr,
) -> Result<String, EmitError> {
    let was_wide = reference.subscripts.iter().any(|s| s.is_wide);
    let sizes: Vec<&Expr> = rows.iter().map(|row| &row.row.modulus).collect();
    let is_asked = context.fold.care == Care::Wide;
    let is_narrow =
        (was_wide || is_asked) && !product_fits_int(&sizes) && may_be_int(context, stride);
    let cast = match is_narrow && (is_asked || was_signed(context, reference)) {
        true => Some(format!("({})", context.signed_wide_type()?)),
        false => cast_where(is_narrow, context)?,
    };
    Ok(cast.filter(|_| !is_cast(row)).unwrap_or_default())
}

/// Whether the old subscript was computed in a type with a sign: a cast to one without would be
/// followed by conversions that compilers warn of.
fn was_signed(context: &Context, reference: &Reference) -> bool {
    let subscripts = reference.subscripts.iter();
    let sums = subscripts.flat_map(|s| s.split.iter().flatten().flatten().chain(&s.expr));
    let ty = c_type(context, reference, &sums.collect::<Vec<_>>());
    unsigned_casts(context, reference).is_empty() && ty.is_some_and(|ty| ty.signed)
}

/// The casts to wide types without sign in an old subscript.
fn unsigned_casts(context: &Context, reference: &Reference) -> Vec<String> {
    let subscript = reference.subscripts.first();
    let text = subscript.map_or_else(String::new, |s| context.text(s.expr_span));
    let mut casts = wide_casts(&text);
    casts.retain(|ty| ty.starts_with('u') || ty == "size_t");
    casts
}

/// Types of 64 bits, as people spell them.
const WIDE_TYPES: [&str; 10] = [
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "int64_t",
    "uint64_t",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "uintptr_t",
];

/// Whether the text of a row contains a cast to a wide type, so that its product needs no other
/// cast. The proof reads the result.
fn is_cast(text: &str) -> bool {
    !wide_casts(text).is_empty()
}

/// The wide types of the casts in a text.
fn wide_casts(text: &str) -> Vec<String> {
    let words = words(text);
    let opens = (0..words.len()).filter(|at| words[*at].text == "(");
    let types = opens.filter_map(|open| {
        let inside = &words[open + 1..];
        let end = inside.iter().position(|word| word.text == ")")?;
        let names = inside[..end].iter().map(|word| word.text.as_str());
        Some(names.collect::<Vec<_>>().join(" "))
    });
    types
        .filter(|ty| WIDE_TYPES.contains(&ty.as_str()))
        .collect()
}

/// The casts to a type without sign in an old subscript: where its parts were cast, compilers warn
/// if the new ones are not.
pub(crate) struct Signs<'a> {
    context: &'a Context<'a>,
    reference: &'a Reference,
    casts: Vec<String>,
}

impl<'a> Signs<'a> {
    pub(crate) fn of(context: &'a Context<'a>, reference: &'a Reference) -> Self {
        Signs {
            context,
            reference,
            casts: unsigned_casts(context, reference),
        }
    }

    /// A part of the new subscript with a cast, if it has a sign and more than `others` parts of
    /// the old one were cast.
    pub(crate) fn cast(&self, others: usize, text: String, value: Option<&Expr>) -> String {
        let Some(ty) = self.casts.get(others) else {
            return text;
        };
        let has_sign =
            value.is_some_and(|value| may_have_sign(self.context, self.reference, value));
        match (has_sign && !is_cast(&text), source::is_operand(&text)) {
            (false, _) => text,
            (true, true) => format!("({ty}){text}"),
            (true, false) => format!("({ty})({text})"),
        }
    }
}

/// A stride: by the user's own name for it, if one is both in the size and in the subscript.
///
/// # Errors
/// The stride cannot be written in C.
pub(crate) fn text(
    context: &Context,
    places: &HeapPlaces,
    reference: &Reference,
    stride: &Expr,
) -> Result<String, EmitError> {
    let factors = places.size.factors.iter();
    let same = factors.filter(|f| f.count == *stride);
    let numbers: Vec<String> = same.map(|f| context.text(f.number)).collect();
    let subscript = reference.subscripts.first();
    let subscript = subscript.map_or_else(String::new, |s| context.text(s.expr_span));
    let mut names = numbers.iter().map(|n| source::inside_parentheses(n));
    if let Some(name) = names.find_map(|name| as_written(&subscript, name)) {
        return Ok(name);
    }
    if !stride.is_affine()
        && let Some(name) = common_name(context)
        && let Some(name) = as_written(&subscript, &name)
    {
        return Ok(name);
    }
    let text = context.print(stride, &reference.unusable_params)?;
    Ok(text.at_least(Tightness::Primary))
}

/// The only name in the subscripts of all references that is in none of their digits: with two
/// dimensions it is that of the stride, such as `w2` for `w / 2`. The proof reads the result.
fn common_name(context: &Context) -> Option<String> {
    let mut references = context.fold.candidate.references.iter();
    let mut names = other_names(context, references.next()?)?;
    for reference in references {
        let others = other_names(context, reference)?;
        names.retain(|name| others.contains(name));
    }
    let [name] = &names[..] else { return None };
    Some(name.clone())
}

fn other_names(context: &Context, reference: &Reference) -> Option<Vec<String>> {
    let subscript = reference.subscripts.first()?;
    let digits = subscript.split.as_ref()?;
    let words = words(&context.text(subscript.expr_span));
    let names = words
        .into_iter()
        .filter(|w| w.kind == TokenKind::Identifier);
    let names = names.map(|word| word.text);
    let mut names: Vec<String> = names
        .filter(|n| !digits.iter().flatten().any(|d| d.mentions(n)))
        .collect();
    names.sort();
    names.dedup();
    Some(names)
}

/// A name as it is written in a subscript, if it is: `w`, or `(size_t)w` after a cast. The name may
/// be in parentheses there.
fn as_written(subscript: &str, name: &str) -> Option<String> {
    let words = words(subscript);
    let mut places = (0..words.len())
        .filter(|at| words[*at].text == name)
        .peekable();
    places.peek()?;
    let cast = places.find_map(|at| {
        let span = cast_before(&words, at)?;
        Some(format!("{}{name}", &subscript[span.range()]))
    });
    Some(cast.unwrap_or_else(|| name.to_string()))
}

/// The place of the cast before a word, which may be in parentheses.
fn cast_before(words: &[Word], at: usize) -> Option<Span> {
    let text = |at: usize| words.get(at).map(|word| word.text.as_str());
    let before = at.checked_sub(1)?;
    let is_enclosed = text(before) == Some("(") && text(at + 1) == Some(")");
    let close = match is_enclosed {
        true => before.checked_sub(1)?,
        false => before,
    };
    let open = words[..close].iter().rposition(|word| word.text == "(")?;
    let inside = &words[open + 1..close];
    let is_cast = text(close) == Some(")") && inside.iter().all(is_type_word);
    is_cast.then(|| words[open].span.to(words[close].span))
}

fn is_type_word(word: &Word) -> bool {
    word.kind == TokenKind::Identifier
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts_to_wide_types_are_found() {
        assert!(is_cast("(size_t)i") && is_cast("((unsigned long) y % 3) * w"));
        assert!(!is_cast("(i % 2)") && !is_cast("(int)i") && !is_cast("long_row"));
    }

    #[test]
    fn a_name_keeps_its_cast() {
        let check = |subscript: &str, expected: Option<&str>| {
            assert_eq!(
                as_written(subscript, "w").as_deref(),
                expected,
                "{subscript}"
            );
        };
        check("y * w + x", Some("w"));
        check("y * (size_t)w + x", Some("(size_t)w"));
        check("y * (size_t) (w) + x", Some("(size_t)w"));
        check("(y + 1) * (w) + x", Some("w"));
        check("y * w2 + x", None);
    }
}
