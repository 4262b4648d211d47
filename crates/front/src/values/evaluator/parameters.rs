//! The parameters of a region: made when they are seen, asked for when they are known.

use super::Evaluator;
use crate::values::formula::Formula;
use crate::values::mode::Mode;
use crate::values::params::{Member, ParamKey, Parameter, names};
use crate::values::value::Value;
use c::names::symbols::VarId;
use poly::{Expr, Space};
use scop::{IntType, Param, ParamKind};
use std::ops::Range;

/// The value that is assumed typical for a variable of unknown value.
const TYPICAL: i64 = 1000;

impl Evaluator<'_> {
    /// The space of the parameters seen so far.
    pub fn space(&self) -> Space {
        let params = self.params.all.iter();
        Space::new(&self.source.ctx, params.map(|p| &p.param.name))
    }

    /// The parameter for a macro, as an expression.
    pub fn macro_param(&mut self, name: &str, value: i64, ty: IntType) -> Expr {
        self.param(
            ParamKey::Macro(name.to_string()),
            name,
            ParamKind::Macro,
            value,
            (ty, false),
        )
    }

    /// The parameter for an unchanging variable, as an expression.
    pub fn variable_param(&mut self, var: VarId, ty: IntType) -> Expr {
        let spelling = self.symbols.variable(var).name.clone();
        let is_new = !self.is_param(var);
        let is_narrow = ty.bits < 32 && (ty.bits, ty.signed) != (8, true);
        let expr = self.param(
            ParamKey::Variable(var),
            &spelling,
            ParamKind::Variable,
            TYPICAL.min(ty.bounds().map_or(TYPICAL, |(_, most)| most)),
            (ty, !ty.signed),
        );
        if let Some((least, most)) = ty.bounds().filter(|_| is_new && is_narrow) {
            let (least, most) = (Expr::constant(least), Expr::constant(most));
            let known = [
                Formula::at_most(&least, &expr),
                Formula::at_most(&expr, &most),
            ];
            self.params.known.extend(known);
        }
        if is_new {
            self.know_length(var, &expr);
        }
        expr
    }

    /// The parameter for an unchanging member, as an expression.
    pub fn member_param(&mut self, member: Member, ty: IntType) -> Expr {
        let spelling = member.spelled(&self.symbols.variable(member.var).name);
        let key = ParamKey::Member(member);
        self.param(
            key,
            &spelling,
            ParamKind::Variable,
            TYPICAL,
            (ty, !ty.signed),
        )
    }

    /// The parameter for the number of iterations of the loop at an offset, which is known only
    /// when it ends.
    pub fn trips_param(&mut self, at: usize) -> Expr {
        let key = ParamKey::Trips(at);
        let trips = self.param(
            key,
            "trips",
            ParamKind::Variable,
            TYPICAL,
            (IntType::LONG, true),
        );
        let line = self.source.unit.nearest_span(at..at + 1);
        let line = line.map(|span| self.source.unit.file.line_col(span.start).line);
        if let (Some(line), Some(last)) = (line, self.params.all.last_mut()) {
            last.param.spelling = format!("the number of iterations of the loop in line {line}");
        }
        trips
    }

    fn param(
        &mut self,
        key: ParamKey,
        spelling: &str,
        kind: ParamKind,
        sample: i64,
        (ty, unsigned): (IntType, bool),
    ) -> Expr {
        if let Some(known) = self.params.all.iter().find(|p| p.key == key) {
            return Expr::var(&known.param.name);
        }
        let taken = |n: &str| {
            self.params.iterator_names.contains(n)
                || self.params.all.iter().any(|p| p.param.name == n)
        };
        let name = names::choose(spelling, taken);
        let expr = Expr::var(&name);
        if unsigned {
            self.params.known.push(Formula::NonNegative(expr.clone()));
        }
        let param = Param {
            name,
            spelling: spelling.to_string(),
            kind,
            sample,
        };
        self.params.all.push(Parameter {
            key,
            param,
            ty,
            unsigned,
        });
        expr
    }

    /// Whether the object is a parameter already.
    pub fn is_param(&self, var: VarId) -> bool {
        let key = ParamKey::Variable(var);
        self.params.all.iter().any(|p| p.key == key)
    }

    /// The macro that a parameter stands for.
    pub fn macro_named(&self, name: &str) -> Option<String> {
        let param = self.params.all.iter().find(|p| p.param.name == name);
        match param.map(|p| &p.key) {
            Some(ParamKey::Macro(spelling)) => Some(spelling.clone()),
            _ => None,
        }
    }

    /// The typical value of a parameter.
    pub fn sample(&self, name: &str) -> Option<i64> {
        let param = self.params.all.iter().find(|p| p.param.name == name);
        param.map(|p| p.param.sample)
    }

    /// Asks for the macros of `expr` to be taken at their value, if it consists of macros alone.
    /// Returns whether it does.
    pub(crate) fn ask_to_fix(&self, expr: &Expr, mode: Mode<'_>) -> bool {
        if !mode.may_ask() {
            return false;
        }
        let mut found = Vec::new();
        let mut only_macros = true;
        expr.each_var(&mut |name| match self
            .params
            .all
            .iter()
            .find(|p| p.param.name == name)
            .map(|p| &p.key)
        {
            Some(ParamKey::Macro(spelling)) => found.push(spelling.clone()),
            _ => only_macros = false,
        });
        if only_macros {
            mode.ask(found);
        }
        only_macros
    }

    /// Assumes that an expression of macros is not negative, if that is so with their present
    /// values. Returns whether it does.
    pub fn assume_nonnegative(&mut self, expr: &Expr) -> bool {
        let may = self.may_assume_nonnegative(expr);
        if may {
            self.params.assumed.push(expr.clone());
            self.params.known.push(Formula::NonNegative(expr.clone()));
        }
        may
    }

    /// The expression, if C's value is proved or assumed to equal it.
    pub(crate) fn exactly_or_assumed(&mut self, value: Value) -> Option<Expr> {
        let expr = value.expr.clone();
        let proved = self.exactly(value);
        proved.or_else(|| self.assume_nonnegative(&expr).then_some(expr))
    }

    /// Whether [`Evaluator::assume_nonnegative`] would.
    pub fn may_assume_nonnegative(&self, expr: &Expr) -> bool {
        let value = |name: &str| {
            let param = self.params.all.iter().find(|p| p.param.name == name);
            param
                .filter(|p| p.param.kind == ParamKind::Macro)
                .map(|p| p.param.sample)
        };
        self.source.may_assume && expr.eval(&value).is_some_and(|v| v >= 0)
    }

    /// Whether an expression contains anything but macros.
    pub(crate) fn has_variables(&self, expr: &Expr) -> bool {
        let is_macro = |name: &str| {
            let param = self.params.all.iter().find(|p| p.param.name == name);
            param.is_some_and(|p| p.param.kind == ParamKind::Macro)
        };
        let mut found = false;
        expr.each_var(&mut |name| found |= !is_macro(name));
        found
    }

    /// Takes the number of rows of a loop, or of elements in them, for one that is not negative,
    /// without a check in the program.
    pub(crate) fn suppose_nonnegative(&mut self, size: &Expr, range: &Range<usize>) {
        if !self.is_nonnegative(size) {
            self.params.supposed.push((size.clone(), range.clone()));
            self.params.known.push(Formula::NonNegative(size.clone()));
        }
    }

    /// Takes the unsigned bound of a loop for one that does not wrap around, without a check in the
    /// program.
    pub(crate) fn suppose_bound(&mut self, bound: &Expr, range: &Range<usize>) {
        if !self.is_nonnegative(bound) {
            self.params.bounds.push((bound.clone(), range.clone()));
            self.params.known.push(Formula::NonNegative(bound.clone()));
        }
    }

    /// The assumed expressions in C spellings.
    pub fn assumptions(&self) -> Vec<Expr> {
        let spelling = |name: &str| {
            let param = self.params.all.iter().find(|p| p.param.name == name);
            param.map(|p| Expr::var(&p.param.spelling))
        };
        self.params
            .assumed
            .iter()
            .map(|e| e.substitute(&spelling))
            .collect()
    }
}
