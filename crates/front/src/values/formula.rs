//! Conditions on iterators and parameters, and their text in isl notation. Knows nothing of C.

use poly::Expr;
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
            Formula::NonNegative(e) => write!(f, "{e} >= 0"),
            Formula::Zero(e) => write!(f, "{e} = 0"),
            Formula::NotZero(e) => write!(f, "({e} < 0 or {e} > 0)"),
            Formula::Multiple(e, n) => write!(f, "({e}) mod {n} = 0"),
            Formula::All(list) => write_joined(f, list, " and ", "true"),
            Formula::Any(list) => write_joined(f, list, " or ", "false"),
        }
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
