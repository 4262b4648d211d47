//! Records the sums and products that C computes in subscripts, and their types: see
//! [`scop::Arithmetic`].
//!
//! Assumes:
//! * Every execution of the original is defined, so each signed subexpression of its subscripts is
//!   in its type. Counters and sizes hold values of their types.
//! * An object has at most [`MOST_BYTES`] bytes, an automatic one at most [`MOST_ON_STACK`].
//! * Under another `-D`, a macro is at most `scop::MACRO_RANGE`, or no larger than now.

use crate::values::evaluator::Evaluator;
use crate::values::params::{ParamKey, Parameter};
use crate::values::state::Loop;
use crate::values::value::Value;
use c::facts::function::FunctionFacts;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Storage, Type};
use scop::IntType;

/// No address space of a program is larger.
const MOST_BYTES: i64 = 1 << 56;

/// No stack is larger.
const MOST_ON_STACK: i64 = 1 << 31;

impl Evaluator<'_> {
    /// Records the steps of the expressions that `read` reads.
    pub fn recorded<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let was_on = self.recorder.is_on.replace(true);
        let found = read(self);
        self.recorder.is_on.set(was_on);
        found
    }

    /// Records nothing while `read` reads.
    pub fn unrecorded<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let was_on = self.recorder.is_on.replace(false);
        let found = read(self);
        self.recorder.is_on.set(was_on);
        found
    }

    /// Records the expressions that `read` reads as computed only sometimes.
    pub fn chosen_from<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let choices = &self.recorder.choices;
        choices.set(choices.get() + 1);
        let found = read(self);
        let choices = &self.recorder.choices;
        choices.set(choices.get() - 1);
        found
    }

    /// Records a sum, difference or product: a signed one must not leave its type.
    pub fn computed(&self, value: Value) -> Value {
        self.note_value(&value);
        value
    }

    /// Records the value of a sum, difference or product. A counter that is read by digits holds
    /// its value anyway.
    pub fn note_value(&self, value: &Value) {
        let mut flat = self.state.loops.iter().filter_map(|l| l.flat.as_ref());
        let is_counter = flat.any(|digits| digits.counter == value.expr);
        if self.recorder.is_on.get() && value.ty.signed && !is_counter {
            self.recorder.note(&value.expr, value.ty);
        }
    }

    /// Records a value that is taken for the result of C: an unsigned one must not have wrapped.
    pub fn relied_on(&self, value: &Value) {
        if self.recorder.is_on.get() && !value.ty.signed {
            self.recorder.note(&value.expr, value.ty);
        }
    }

    /// The types of the counters around.
    pub fn counter_types(&self) -> Vec<Option<IntType>> {
        let ty = |var| match *self.facts.type_of(var) {
            Type::Integer(ty) => Some(ty),
            _ => None,
        };
        let loops = self.state.loops.iter();
        let counter = |l: &Loop| l.var.filter(|_| l.flat.is_none());
        loops.map(|l| counter(l).and_then(ty)).collect()
    }
}

/// The most elements that an array can have.
pub(crate) fn most_elements(facts: &FunctionFacts<'_>, variable: &Variable<'_>) -> i64 {
    let is_automatic = variable.storage == Storage::Automatic
        && variable.origin == Origin::Local
        && facts.heap(variable.id).is_none();
    let bytes = match is_automatic {
        true => MOST_ON_STACK,
        false => MOST_BYTES,
    };
    let element = facts.type_of(variable.id).rank().1.bytes();
    let element = element.and_then(|bytes| i64::try_from(bytes).ok());
    bytes / element.unwrap_or(1).max(1)
}

/// The types of parameters: a macro has that of its value, a number of iterations has none.
pub(crate) fn param_types(params: &[Parameter]) -> Vec<Option<IntType>> {
    let ty = |param: &Parameter| match param.key {
        ParamKey::Trips(_) => None,
        _ => Some(param.ty),
    };
    params.iter().map(ty).collect()
}
