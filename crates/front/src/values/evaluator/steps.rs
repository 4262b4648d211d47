//! The steps that were recorded, as data.

use poly::Expr;
use scop::{IntType, Step};
use std::cell::{Cell, RefCell};

/// The steps of the expression at hand.
#[derive(Default)]
pub struct Recorder {
    pub(crate) is_on: Cell<bool>,
    /// The number of conditional expressions around the expression at hand.
    pub(crate) choices: Cell<u32>,
    pub(crate) steps: RefCell<Vec<Step>>,
}

impl Recorder {
    pub(crate) fn note(&self, value: &Expr, ty: IntType) {
        let step = Step {
            value: value.clone(),
            named: None,
            ty,
            certain: self.choices.get() == 0,
        };
        let mut steps = self.steps.borrow_mut();
        if value.as_constant().is_none() && !steps.contains(&step) {
            steps.push(step);
        }
    }

    /// Takes the steps that were recorded since the last time.
    pub fn take(&self) -> Vec<Step> {
        self.steps.take()
    }

    /// Records steps that were taken again, in place of those recorded since.
    pub fn put_back(&self, steps: Vec<Step>) {
        self.steps.replace(steps);
    }
}
