//! Conditions on iterators and parameters, and their text in isl notation. Knows nothing of C.

use poly::{Atom, Expr};
use std::fmt;

/// A condition that integer sets can express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The expression is not negative.
    NonNegative(Expr),
    /// The expression is zero.
    Zero(Expr),
    /// The expression is not zero.
    NotZero(Expr),
    /// The expression is a multiple of the number.
    Multiple(Expr, i64),
    /// All of the formulas hold; an empty list is true.
    All(Vec<Formula>),
    /// One of the formulas holds; an empty list is false.
    Any(Vec<Formula>),
}

impl Formula {
    /// Always true.
    pub fn truth() -> Self {
        Formula::All(Vec::new())
    }

    /// `left <= right`.
    pub fn at_most(left: &Expr, right: &Expr) -> Self {
        Formula::NonNegative(right.clone() - left.clone())
    }

    /// `left < right`.
    pub fn less(left: &Expr, right: &Expr) -> Self {
        Formula::NonNegative(right.clone() - left.clone() - Expr::constant(1))
    }

    /// Calls `f` with every name in it.
    pub fn each_var(&self, f: &mut impl FnMut(&str)) {
        match self {
            Formula::NonNegative(e)
            | Formula::Zero(e)
            | Formula::NotZero(e)
            | Formula::Multiple(e, _) => e.each_var(f),
            Formula::All(all) | Formula::Any(all) => {
                for formula in all {
                    formula.each_var(f);
                }
            }
        }
    }

    /// Both.
    pub fn and(self, other: Formula) -> Self {
        Formula::All(vec![self, other])
    }

    /// One of the two.
    pub fn or(self, other: Formula) -> Self {
        Formula::Any(vec![self, other])
    }
}

/// The formulas of a condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Holds whenever the condition is true.
    pub when_true: Formula,
    /// Holds whenever the condition is false.
    pub when_false: Formula,
    /// Both are exact: one holds if and only if the other does not.
    pub exact: bool,
}

impl Condition {
    pub(crate) fn unknown() -> Self {
        Condition {
            when_true: Formula::truth(),
            when_false: Formula::truth(),
            exact: false,
        }
    }

    pub(crate) fn exact(when_true: Formula, when_false: Formula) -> Self {
        Condition {
            when_true,
            when_false,
            exact: true,
        }
    }

    pub(crate) fn negated(self) -> Self {
        Condition {
            when_true: self.when_false,
            when_false: self.when_true,
            exact: self.exact,
        }
    }

    pub(crate) fn and(self, other: Condition) -> Self {
        Condition {
            when_true: self.when_true.and(other.when_true),
            when_false: self.when_false.or(other.when_false),
            exact: self.exact && other.exact,
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::NonNegative(e) => match taken_apart(e) {
                Some(formula) => write!(f, "{formula}"),
                None => write!(f, "{e} >= 0"),
            },
            Formula::Zero(e) => write!(f, "{e} = 0"),
            Formula::NotZero(e) => write!(f, "({e} < 0 or {e} > 0)"),
            Formula::Multiple(e, n) => write!(f, "({e}) mod {n} = 0"),
            Formula::All(list) => write_joined(f, list, " and ", "true"),
            Formula::Any(list) => write_joined(f, list, " or ", "false"),
        }
    }
}

/// A minimum of more expressions is not taken apart.
const MOST_OPERANDS: usize = 16;

/// A formula for `expr >= 0` without its outermost minimum, maximum or quotient. isl would describe
/// the same set by more pieces, with integer divisions.
fn taken_apart(expr: &Expr) -> Option<Formula> {
    let choices = expr.terms().filter_map(|(atom, c)| match atom {
        Atom::Max(list) => Some((c < 0, atom, c, list)),
        Atom::Min(list) => Some((c > 0, atom, c, list)),
        _ => None,
    });
    // Conjunctions outside, so that less is repeated.
    let choice = choices.max_by_key(|(is_conjunction, ..)| *is_conjunction);
    let Some((is_conjunction, atom, c, list)) = choice else {
        return without_quotient(expr).map(Formula::NonNegative);
    };
    if list.len() > MOST_OPERANDS {
        return None;
    }
    let factor = Expr::constant(c);
    let rest = expr.checked_sub(&Expr::atom(atom.clone()).checked_mul(&factor)?)?;
    let with = |operand: &Expr| rest.checked_add(&operand.checked_mul(&factor)?);
    let parts = list.iter().map(|e| with(e).map(Formula::NonNegative));
    let parts = parts.collect::<Option<Vec<Formula>>>()?;
    Some(match is_conjunction {
        true => Formula::All(parts),
        false => Formula::Any(parts),
    })
}

/// `r + floor(n / d) >= 0` as `d*r + n >= 0`, and `r - floor(n / d) >= 0` as
/// `d*r + d - 1 - n >= 0`, if there is one quotient.
fn without_quotient(expr: &Expr) -> Option<Expr> {
    let mut quotients = expr
        .terms()
        .filter(|(atom, _)| matches!(atom, Atom::Floor(..)));
    let (Some((atom, c)), None) = (quotients.next(), quotients.next()) else {
        return None;
    };
    let Atom::Floor(dividend, divisor) = atom else {
        return None;
    };
    let quotient = Expr::atom(atom.clone());
    let times = |e: Expr| e.checked_mul(&Expr::constant(*divisor));
    match c {
        1 => times(expr.checked_sub(&quotient)?)?.checked_add(dividend),
        -1 => {
            let rest = times(expr.checked_add(&quotient)?)?;
            rest.checked_add(&Expr::constant(divisor - 1))?
                .checked_sub(dividend)
        }
        _ => None,
    }
}

fn write_joined(
    f: &mut fmt::Formatter<'_>,
    list: &[Formula],
    word: &str,
    none: &str,
) -> fmt::Result {
    let Some((first, rest)) = list.split_first() else {
        return f.write_str(none);
    };
    if rest.is_empty() {
        return write!(f, "{first}");
    }
    write!(f, "({first}")?;
    for formula in rest {
        write!(f, "{word}{formula}")?;
    }
    f.write_str(")")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounds of loops over tiles are convex sets without integer divisions.
    #[test]
    fn bounds_are_taken_apart() {
        let var = Expr::var;
        let of = |list: Vec<Expr>| Expr::max_of(list).unwrap_or_default();
        let first = of(vec![
            Expr::constant(1),
            var("t") * 32,
            var("s") * 32 - var("N"),
        ]);
        let formula = Formula::at_most(&first, &var("i"));
        assert_eq!(
            formula.to_string(),
            "(i - 1 >= 0 and N + i - 32*s >= 0 and i - 32*t >= 0)"
        );
        let last = Expr::min_of(vec![var("T"), (var("N") + var("T")).floor_div(32)]);
        let formula = Formula::at_most(&var("t"), &last.unwrap_or_default());
        assert_eq!(formula.to_string(), "(T - t >= 0 and N + T - 32*t >= 0)");
        let formula = Formula::at_most(&var("N").floor_div(3), &var("t"));
        assert_eq!(formula.to_string(), "3*t + 2 - N >= 0");
        let formula = Formula::at_most(&var("i"), &of(vec![var("N"), var("M")]));
        assert_eq!(formula.to_string(), "(M - i >= 0 or N - i >= 0)");
    }
}
