//! Notes what C computes while subscripts are read, and in which types: see [`scop::Arithmetic`].
//!
//! Assumes: an object has no more than [`MOST_BYTES`] bytes, an automatic one no more than
//! [`MOST_ON_STACK`].

use crate::values::affine::Value;
use crate::values::algebra::Product;
use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::params::{ParamKey, Parameter};
use crate::values::polynomial::Polynomial;
use crate::walk::walker::Walker;
use c::facts::function::FunctionFacts;
use c::names::symbols::{Origin, Variable};
use c::names::types::{Storage, Type};
use lang_c::ast::Expression;
use lang_c::span::Node;
use poly::Expr;
use scop::{IntType, Step};
use std::cell::{Cell, RefCell};

/// No address space that a program has is larger.
const MOST_BYTES: i64 = 1 << 56;

/// No stack is larger.
const MOST_ON_STACK: i64 = 1 << 31;

/// The steps of the expression at hand.
#[derive(Default)]
pub struct Recorder {
    is_on: Cell<bool>,
    /// How many conditional expressions are being followed.
    choices: Cell<u32>,
    steps: RefCell<Vec<Step>>,
}

/// A name for a number, before sets are made.
#[derive(Debug)]
pub struct DraftName {
    /// Iterators around it, outermost first.
    pub iterators: Vec<String>,
    /// Their types.
    pub counters: Vec<Option<IntType>>,
    /// What holds where it is computed.
    pub domain: Vec<Formula>,
    /// What is computed.
    pub steps: Vec<Step>,
}

impl Recorder {
    fn note(&self, value: &Expr, ty: IntType) {
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

    /// What was noted since the last time.
    pub fn take(&self) -> Vec<Step> {
        self.steps.take()
    }
}

impl Evaluator<'_> {
    /// Notes the steps of what `read` reads.
    pub fn recorded<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let was_on = self.recorder.is_on.replace(true);
        let found = read(self);
        self.recorder.is_on.set(was_on);
        found
    }

    /// Notes nothing of what `read` reads.
    pub fn unrecorded<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let was_on = self.recorder.is_on.replace(false);
        let found = read(self);
        self.recorder.is_on.set(was_on);
        found
    }

    /// What `read` reads is computed only sometimes.
    pub fn chosen_from<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let choices = &self.recorder.choices;
        choices.set(choices.get() + 1);
        let found = read(self);
        let choices = &self.recorder.choices;
        choices.set(choices.get() - 1);
        found
    }

    /// A sum, difference or product: a signed one must not leave its type.
    pub fn computed(&self, value: Value) -> Value {
        if self.recorder.is_on.get() && value.ty.signed {
            self.recorder.note(&value.expr, value.ty);
        }
        value
    }

    /// A value that counts as what C computes: an unsigned one must not have wrapped.
    pub fn relied_on(&self, value: &Value) {
        if self.recorder.is_on.get() && !value.ty.signed {
            self.recorder.note(&value.expr, value.ty);
        }
    }

    /// The same of a product of variables.
    pub fn computed_product(&self, product: &Product) {
        if self.recorder.is_on.get()
            && product.ty.signed
            && let Some(value) = product.polynomial.with_products()
        {
            self.recorder.note(&value, product.ty);
        }
    }

    /// The types of the counters around.
    pub fn counter_types(&self) -> Vec<Option<IntType>> {
        let ty = |var| match *self.facts.type_of(var) {
            Type::Integer(ty) => Some(ty),
            _ => None,
        };
        let loops = self.state.loops.iter();
        loops.map(|l| l.var.and_then(ty)).collect()
    }
}

impl Walker<'_> {
    /// Notes what a declaration computes that only names a number.
    pub(crate) fn note_name(&mut self, value: &Node<Expression>) {
        self.note_computed(|eval| _ = eval.subscript(value));
    }

    /// Notes what `read` computes, here.
    pub(crate) fn note_computed(&mut self, read: impl FnOnce(&mut Evaluator<'_>)) {
        let outer = self.eval.recorder.take();
        self.eval.recorded(read);
        let steps = std::mem::take(&mut *self.eval.recorder.steps.borrow_mut());
        *self.eval.recorder.steps.borrow_mut() = outer;
        if !steps.is_empty() {
            self.found.names.push(DraftName {
                iterators: self.eval.iterators(),
                counters: self.eval.counter_types(),
                domain: self.eval.state.guards.clone(),
                steps,
            });
        }
    }
}

/// How many elements an array has at most.
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

/// Says what references compute in terms of the parameters that stand for products, as extents do.
pub(crate) fn with_named_products(walker: &mut Walker<'_>) {
    let named = walker.eval.named_products();
    let steps = walker
        .found
        .references
        .iter_mut()
        .flat_map(|r| &mut r.computed);
    for step in steps.filter(|step| step.value.degree() > 1) {
        let value = Polynomial::of_products(&step.value);
        let mut renamed = value.clone();
        for (name, meaning) in &named {
            renamed = renamed.with_name(name, meaning).unwrap_or(renamed);
        }
        step.named = renamed.with_products().filter(|_| renamed != value);
    }
}

/// The types of parameters: of a macro that of its value; a number of iterations has none.
pub(crate) fn param_types(params: &[Parameter]) -> Vec<Option<IntType>> {
    let ty = |param: &Parameter| match param.key {
        ParamKey::Trips(_) => None,
        _ => Some(param.ty),
    };
    params.iter().map(ty).collect()
}
