//! Expressions and conditions as C text.

use crate::bounds::TileLoop;
use poly::Expr;
use print::Sums;
use source::TokenKind;

/// `a < b ? a : b`
pub(super) fn least_text(sums: &Sums<'_>, all: &[Expr]) -> String {
    let mut texts = all.iter().map(|own| sums.text(own));
    let first = texts.next().unwrap_or_default();
    texts.fold(first, |least, next| {
        format!("({least} < {next} ? {least} : {next})")
    })
}

/// The first value of a loop over tiles.
pub(super) fn first_text(sums: &Sums<'_>, found: &TileLoop) -> String {
    let first = least_text(sums, &found.first);
    let Some(alternate) = &found.alternate else {
        return first;
    };
    let by = Expr::constant(alternate.by);
    let others: Vec<Expr> = { found.first.iter() }
        .map(|first| first.clone() + by.clone())
        .collect();
    let row = match sums.text(&alternate.row) {
        row if row.contains(' ') => format!("({row})"),
        row => row,
    };
    format!(
        "{row} / {} % 2 == 0 ? {} : {first}",
        alternate.height,
        least_text(sums, &others)
    )
}

/// `c < a && c < b`
pub(super) fn ends_text(sums: &Sums<'_>, counter: &str, ends: &[Vec<Expr>]) -> String {
    let all_of = |ends: &Vec<Expr>| {
        let tests = ends
            .iter()
            .map(|end| format!("{counter} < {}", sums.text(end)));
        tests.collect::<Vec<_>>().join(" && ")
    };
    match ends {
        [only] => all_of(only),
        _ => {
            let each = ends.iter().map(|ends| match ends.len() {
                1 => all_of(ends),
                _ => format!("({})", all_of(ends)),
            });
            each.collect::<Vec<_>>().join(" || ")
        }
    }
}

/// A text as a sum of names, numbers and multiples of names.
pub(super) fn sum_of(text: &str) -> Option<Expr> {
    let mut sum = Expr::constant(0);
    let mut part: Option<Expr> = None;
    let mut sign = 1;
    let mut is_product = false;
    for word in source::words(text) {
        match (word.text.as_str(), &part) {
            ("+" | "-", Some(known)) => {
                sum = sum.checked_add(&(known.clone() * sign))?;
                sign = if word.text == "+" { 1 } else { -1 };
                part = None;
            }
            ("*", Some(_)) if !is_product => is_product = true,
            (name, known) => {
                let own = match (word.kind, name.parse::<i64>()) {
                    (TokenKind::Identifier, _) => Expr::var(name),
                    (_, Ok(number)) => Expr::constant(number),
                    _ => return None,
                };
                part = Some(match (known, is_product) {
                    (Some(known), true) => known.checked_mul(&own)?,
                    (None, false) => own,
                    _ => return None,
                });
                is_product = false;
            }
        }
    }
    let last = part.filter(|_| !is_product)?;
    sum.checked_add(&(last * sign))
}
