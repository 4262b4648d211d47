//! Conditions on single parameters under which a mapping is proved, if it is not proved for all
//! values of the context.

use crate::{Class, Problem};
use poly::{Expr, Result};
use std::fmt;

/// A condition on a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// The parameter is at least a number.
    AtLeast {
        /// The parameter.
        param: String,
        /// The number.
        least: i64,
    },
    /// The parameter has a residue.
    Residue(Class),
}

impl Assumption {
    /// The parameter.
    pub fn param(&self) -> &str {
        match self {
            Assumption::AtLeast { param, .. } => param,
            Assumption::Residue(class) => &class.param,
        }
    }

    /// Whether the condition holds at a point; false if the parameter has no value there.
    pub fn holds(&self, value: &impl Fn(&str) -> Option<i64>) -> bool {
        value(self.param()).is_some_and(|value| match self {
            Assumption::AtLeast { least, .. } => value >= *least,
            Assumption::Residue(class) => class.contains(value),
        })
    }

    /// An expression that is not negative exactly if the condition holds; `None` for a residue.
    pub fn nonnegative(&self) -> Option<Expr> {
        match self {
            Assumption::AtLeast { param, least } => Some(Expr::var(param) - Expr::constant(*least)),
            Assumption::Residue(_) => None,
        }
    }
}

/// `N >= 4`, `N mod 2 = 1`
impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::AtLeast { param, least } => write!(f, "{param} >= {least}"),
            Assumption::Residue(class) => write!(f, "{class}"),
        }
    }
}

impl Problem {
    /// The problem for the parameter values that satisfy some conditions.
    ///
    /// # Errors
    /// The computation on sets failed.
    pub fn under(&self, assumptions: &[Assumption]) -> Result<Problem> {
        let mut narrower = self.clone();
        for assumption in assumptions {
            let values = self.params_where(&assumption.to_string())?;
            narrower.context = narrower.context.intersect(&values)?;
        }
        narrower.context = narrower.context.coalesce()?;
        narrower.half = narrower
            .half
            .intersect_params(&narrower.context)?
            .coalesce()?;
        narrower.touched = { narrower.touched }
            .intersect_params(&narrower.context)?
            .coalesce()?;
        Ok(narrower)
    }
}
