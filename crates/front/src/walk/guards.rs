//! Guards of the code after a check: of the rest of a block, and of a whole region if the check
//! comes before its arrays.

use crate::values::evaluator::Evaluator;
use crate::values::formula::{Condition, Formula};
use crate::values::value::{KnownValue, Value};
use crate::walk::walker::Walker;
use c::names::symbols::{Origin, VarId};
use c::syntax::checks::{self, Check, statement_of};
use c::syntax::exits::item_leaves;
use lang_c::ast::{BlockItem, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use scop::IntType;
use std::ops::Range;
use std::rc::Rc;

impl<'s> Walker<'s> {
    /// Whether a statement is nothing but checks.
    pub(crate) fn is_check(&self, statement: &'s Statement, span: Offsets) -> bool {
        let range = self.source.base.range(span);
        self.source.symbols.writes_in(&range).is_empty()
            && !self.touches_arrays(span)
            && !checks::alone(statement, &self.ends()).is_empty()
    }

    /// After `if (c) return;` or `if (c) continue;`, `c` does not hold; after `assert(c);` it does.
    /// If a `c` is unknown, the rest of the loop may be skipped.
    pub(crate) fn guard_rest(&mut self, item: &'s Node<BlockItem>) {
        let at_region = self.at_region();
        let left = item_leaves(item);
        let passes = !at_region && (left.breaks || left.continues);
        let is_exact = match statement_of(item) {
            Some(statement) => self.guard_after(statement, passes || at_region),
            None => false,
        };
        self.here.doubt = self.here.doubt.or(passes && !is_exact);
    }

    fn ends(&self) -> impl Fn(&str) -> bool + use<'s> {
        let calls = &self.source.file_facts.calls;
        |name| calls.ends_program(name)
    }

    /// Adds the guards of the code after a statement. Returns whether they are exact. `leaves`: a
    /// jump in the statement leaves this code and nothing else.
    fn guard_after(&mut self, statement: &'s Node<Statement>, leaves: bool) -> bool {
        let range = self.source.base.range(statement.span);
        let mut all = match self.is_check(&statement.node, statement.span) {
            true => checks::alone(&statement.node, &self.ends()),
            false => Vec::new(),
        };
        if all.is_empty() && leaves {
            all.extend(checks::before_exit(&statement.node, &self.ends()));
        }
        let writes = |c: &Check<'_>| {
            let range = self.source.base.range(c.condition.span);
            !self.source.symbols.writes_in(&range).is_empty()
        };
        if all.is_empty()
            || self.source.symbols.is_jumped(&range)
            || self.eval.rejoins(&range)
            || self.eval.is_optional(range.clone())
            || all.iter().any(writes)
        {
            return false;
        }
        let asserted = all.iter().filter(|c| c.is_assertion);
        let asserted = asserted.map(|c| self.source.base.range(c.condition.span));
        let asserted: Vec<_> = asserted.collect();
        let holds: Vec<Condition> = all.iter().map(|c| self.eval.holds(c)).collect();
        let is_exact = holds.iter().all(|c| c.exact);
        let formulas = holds.into_iter().map(|c| c.when_true);
        let formulas = formulas.filter(|f| *f != Formula::truth());
        let formulas: Vec<Formula> = formulas.collect();
        if !formulas.is_empty() {
            self.found.asserted.extend(asserted);
        }
        if self.at_region() {
            if range.start < self.source.arrays_from {
                let plain = formulas.iter().filter(|f| is_conjunction(f));
                self.eval.params.known.extend(plain.cloned());
                if self.eval.is_impossible(Formula::truth()) {
                    self.found.contradictions.push(range.clone());
                }
            }
            if is_exact {
                self.found.guarded_exits.push(range);
            }
        }
        self.eval.state.guards.extend(formulas);
        is_exact
    }
}

impl<'s> Evaluator<'s> {
    /// Takes note of the checks before the arrays of the region, whose sizes are read before the
    /// rest: objects that they fix at a number, such as `assert(n == 100);`, and what is certain
    /// after them.
    pub(crate) fn know_checked(&mut self, items: &'s [Node<BlockItem>]) {
        for statement in items.iter().filter_map(statement_of) {
            let range = self.base.range(statement.span);
            if range.start >= self.source.arrays_from {
                return;
            }
            let is_jumped = self.symbols.is_jumped(&range) || self.rejoins(&range);
            if is_jumped || self.is_optional(range.clone()) {
                continue;
            }
            let calls = Rc::clone(&self.source);
            let ends = |name: &str| calls.file_facts.calls.ends_program(name);
            let mut all = checks::alone(&statement.node, &ends);
            all.extend(checks::before_exit(&statement.node, &ends));
            for [left, right] in all.iter().flat_map(checks::equations) {
                self.fix_at(left, right, range.end);
            }
            if self.symbols.writes_in(&range).is_empty() {
                all.iter().for_each(|check| self.know(check));
            }
        }
    }

    /// Whether a statement leads by `goto` to a place before the arrays of the region.
    fn rejoins(&self, range: &Range<usize>) -> bool {
        let mut skips = self.symbols.skips.iter();
        skips.any(|skip| range.contains(&skip.start) && skip.end <= self.source.arrays_from)
    }

    /// Takes note of the static assertions of a function: they hold wherever it compiles.
    pub(crate) fn know_asserted(&mut self, function: &'s Statement) {
        let Statement::Compound(items) = function else {
            return;
        };
        for item in items {
            if let BlockItem::StaticAssert(assertion) = &item.node {
                self.know(&Check {
                    condition: &assertion.node.expression,
                    outcome: true,
                    is_assertion: true,
                });
            }
        }
    }

    /// Takes note of a check, unless it is known for the present values of macros only, or
    /// contradicts what is known.
    fn know(&mut self, check: &Check<'_>) {
        let (wanted, taken) = (self.params.wanted.clone(), self.params.taken.clone());
        let unsteady = self.unsteady.len();
        let holds = self.holds(check);
        let is_general = self.params.taken == taken;
        self.params.wanted = wanted;
        self.params.taken = taken;
        self.unsteady.truncate(unsteady);
        if is_general
            && holds.exact
            && is_conjunction(&holds.when_true)
            && !self.is_impossible(holds.when_true.clone())
        {
            self.params.known.push(holds.when_true);
        }
    }

    /// The condition that holds after a check.
    fn holds(&mut self, check: &Check<'_>) -> Condition {
        let condition = self.condition(check.condition, self.here());
        match check.outcome {
            true => condition,
            false => condition.negated(),
        }
    }

    /// Sets an object that a check compares with a number.
    fn fix_at(&mut self, name: &Node<Expression>, value: &Node<Expression>, checked: usize) {
        let Some((id, from)) = self.variable_named(name).and_then(|id| {
            let from = self.unchanged_from(id, checked)?;
            Some((id, from))
        }) else {
            return;
        };
        let number = self.value(value).and_then(|v| v.expr.as_constant());
        let ty = self.followed(id);
        let value = number.zip(ty).and_then(|(number, ty)| {
            self.convert(Value::exact(Expr::constant(number), IntType::INT), ty)
        });
        if let Some(value) = value {
            let fixed = (from, KnownValue::of(value));
            self.params.fixed_objects.insert(id, fixed);
        }
    }

    /// The offset from which on an object has the value of a check; `None` if it may change later.
    fn unchanged_from(&self, id: VarId, checked: usize) -> Option<usize> {
        let variable = self.symbols.variable(id);
        let own = matches!(variable.origin, Origin::Local | Origin::Parameter);
        let is_before = variable.writes.iter().all(|at| *at < checked);
        let follows = own && is_before && !self.is_conditional(id);
        follows.then_some(match (variable.origin, variable.writes.is_empty()) {
            (Origin::Parameter, true) => 0,
            _ => checked,
        })
    }
}

fn is_conjunction(formula: &Formula) -> bool {
    match formula {
        Formula::NonNegative(_) | Formula::Zero(_) => true,
        Formula::All(all) => all.iter().all(is_conjunction),
        _ => false,
    }
}
