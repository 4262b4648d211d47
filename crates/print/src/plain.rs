//! Sums of products and quotients as C, as they are written where no type matters.

use poly::{Atom, Expr};

/// A sum as C text.
pub fn c_text(expr: &Expr) -> String {
    let mut named = Expr::constant(expr.constant_part());
    for (atom, factor) in expr.terms() {
        let atom = match atom {
            Atom::Floor(inner, by) => Expr::var(&quotient_text(inner, *by, factor)),
            _ => Expr::atom(atom.clone()),
        };
        named = named + atom * factor;
    }
    named.to_string()
}

/// `h / 2`, or `(h / 2)` if it is multiplied.
fn quotient_text(expr: &Expr, by: i64, factor: i64) -> String {
    let inner = c_text(expr);
    let is_name =
        expr.constant_part() == 0 && expr.terms().count() == 1 && !inner.contains(['*', '/']);
    let inner = if is_name { inner } else { format!("({inner})") };
    match factor {
        1 | -1 => format!("{inner} / {by}"),
        _ => format!("({inner} / {by})"),
    }
}

/// `a + b`, or `a - b` for `-b`.
pub fn joined(sum: &str, term: &str) -> String {
    match term.strip_prefix('-') {
        Some(back) => format!("{sum} - {back}"),
        None => format!("{sum} + {term}"),
    }
}

/// Adds a term with its sign to the text of a sum, which may be empty.
pub(crate) fn append(sum: &mut String, is_negative: bool, term: &str) {
    sum.push_str(match (sum.is_empty(), is_negative) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    });
    sum.push_str(term);
}
