//! Comparisons of polynomials whose variables have least values. Knows no array.

use poly::Expr;

/// Values of a variable above its least one that are tried one by one.
pub(crate) const MOST_VALUES: i64 = 40;

/// Variables of which single values are tried.
const MOST_FIXED: usize = 2;

/// Whether the least of some expressions never exceeds another one, for all values of the variables
/// from their least values up.
pub(crate) fn is_never_more(fewer: &[&Expr], more: &Expr, least: &[(String, i64)]) -> bool {
    is_never_more_with(fewer, more, least, MOST_FIXED)
}

/// The same, with a limit on the variables of which single values are tried.
fn is_never_more_with(fewer: &[&Expr], more: &Expr, least: &[(String, i64)], fixed: usize) -> bool {
    let is_less = |expr: &&&Expr, least: &[(String, i64)]| {
        has_no_negative(&(more.clone() - (**expr).clone()), least)
    };
    if fewer.iter().any(|expr| is_less(&expr, least)) {
        return true;
    }
    // One variable is large, or has one of few values.
    (0..least.len()).filter(|_| fixed > 0).any(|k| {
        let (name, start) = &least[k];
        let from = |value: i64| {
            let mut least = least.to_vec();
            least[k].1 = value;
            least
        };
        let mut ends = *start + 1..=*start + MOST_VALUES;
        let end = ends.find(|end| fewer.iter().any(|expr| is_less(&expr, &from(*end))));
        let rest: Vec<(String, i64)> = least.iter().filter(|(n, _)| n != name).cloned().collect();
        end.is_some_and(|end| {
            (*start..end).all(|value| {
                let at =
                    |expr: &Expr| expr.substitute(&|n| (n == name).then(|| Expr::constant(value)));
                let fewer: Vec<Expr> = fewer.iter().map(|expr| at(expr)).collect();
                let fewer: Vec<&Expr> = fewer.iter().collect();
                is_never_more_with(&fewer, &at(more), &rest, fixed - 1)
            })
        })
    })
}

/// Whether a polynomial has no negative coefficient when its variables count from their least
/// values.
fn has_no_negative(expr: &Expr, least: &[(String, i64)]) -> bool {
    let counted = expr.substitute(&|name| {
        let (_, value) = least.iter().find(|(n, _)| n == name)?;
        Some(Expr::var(name) + Expr::constant(*value))
    });
    counted.is_polynomial() && counted.constant_part() >= 0 && counted.terms().all(|(_, c)| c >= 0)
}
