//! Expressions and conditions as C text.

use crate::bounds::TileLoop;
use poly::Expr;
use source::TokenKind;
use std::collections::BTreeSet;

/// The name of a variable for the end of a loop, which is none of these.
pub(super) fn end_name(taken: &BTreeSet<String>, counter: &str) -> String {
    let mut name = format!("{counter}_end");
    while taken.contains(&name) {
        name.push('_');
    }
    name
}

/// An expression as C text.
pub(super) fn text_of(expr: &Expr) -> String {
    fuse::bound_text(expr).replace('*', " * ")
}

/// The same with a name of coefficient 1 first: `tt + size - t`.
pub(super) fn text_from(name: &str, expr: &Expr) -> String {
    let rest = expr.checked_sub(&Expr::var(name));
    let Some(rest) = rest.filter(|_| expr.coefficient(name) == 1) else {
        return text_of(expr);
    };
    let rest = text_of(&rest);
    match (rest.as_str(), rest.strip_prefix('-')) {
        ("0", _) => name.to_string(),
        (_, Some(less)) => format!("{name} - {less}"),
        (more, None) => format!("{name} + {more}"),
    }
}

/// `a < b ? a : b`
pub(super) fn least_text(all: &[Expr]) -> String {
    let mut texts = all.iter().map(text_of);
    let first = texts.next().unwrap_or_default();
    texts.fold(first, |least, next| {
        format!("({least} < {next} ? {least} : {next})")
    })
}

/// The first value of a loop over tiles.
pub(super) fn first_text(found: &TileLoop) -> String {
    let first = least_text(&found.first);
    let Some(alternate) = &found.alternate else {
        return first;
    };
    let by = Expr::constant(alternate.by);
    let others: Vec<Expr> = { found.first.iter() }
        .map(|first| first.clone() + by.clone())
        .collect();
    format!(
        "{} ? {} : {first}",
        alternate.condition,
        least_text(&others)
    )
}

/// `c < a && c < b`
pub(super) fn ends_text(counter: &str, ends: &[Vec<Expr>]) -> String {
    let all_of = |ends: &Vec<Expr>| {
        let tests = ends
            .iter()
            .map(|end| format!("{counter} < {}", text_of(end)));
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
