//! The counter of a loop and the increments of other objects, as data.

use crate::values::formula::Formula;
use c::names::symbols::VarId;
use poly::Expr;
use scop::IntType;

/// A counter: its first value and its step.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The object.
    pub var: VarId,
    /// Its type.
    pub ty: IntType,
    /// Its value in the first iteration.
    pub first: Expr,
    /// The step.
    pub step: i64,
    /// The condition steps it.
    pub in_condition: bool,
    /// Its name in sets.
    pub name: String,
}

impl Counter {
    /// The number of iterations before the one at hand.
    pub fn passed(&self) -> Expr {
        let distance = (Expr::var(&self.name) - self.first.clone()) * self.step.signum();
        distance.floor_div(self.step.abs())
    }
}

impl Counter {
    /// Conditions on its values in a loop that never ends.
    pub fn values(&self) -> Vec<Formula> {
        let counter = Expr::var(&self.name);
        let mut values = vec![match self.step > 0 {
            true => Formula::at_most(&self.first, &counter),
            false => Formula::at_most(&counter, &self.first),
        }];
        if self.step.abs() > 1 {
            let distance = counter - self.first.clone();
            values.push(Formula::Multiple(distance, self.step.abs()));
        }
        values
    }

    pub(crate) fn at_start(&self, expr: &Expr) -> Expr {
        expr.substitute(&|n| (n == self.name).then(|| self.first.clone()))
    }
}

/// The increment of an object in each iteration of a loop.
#[derive(Clone, Debug)]
pub(crate) struct Increment {
    /// The object.
    pub var: VarId,
    /// A polynomial of the parameters.
    pub by: Expr,
}
