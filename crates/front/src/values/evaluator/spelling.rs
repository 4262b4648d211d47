//! The C spellings of parameters and iterators, and the places where these spellings mean them.

use super::Evaluator;
use crate::values::params::{ParamKey, Parameter};
use crate::values::state::Loop;
use c::names::symbols::VarId;
use poly::Expr;
use source::Unit;
use std::ops::Range;

/// An expression in C spellings, if all of it can be spelled.
pub(crate) fn spelled(spelling: &impl Fn(&str) -> Option<String>, expr: &Expr) -> Option<Expr> {
    let mut visible = true;
    expr.each_var(&mut |name| visible &= spelling(name).is_some());
    visible.then(|| expr.substitute(&|name: &str| spelling(name).map(|s| Expr::var(&s))))
}

/// The user's text of a range, with single blanks.
pub(crate) fn written(unit: &Unit, range: Range<usize>) -> String {
    let span = unit.nearest_span(range);
    let text = span
        .map(|span| unit.file.slice(span).into_owned())
        .unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Evaluator<'_> {
    /// An expression of parameters in C spellings.
    pub(crate) fn in_c(&self, expr: &Expr) -> Option<Expr> {
        let spelling = |name: &str| {
            let param = self.params.all.iter().find(|p| p.param.name == name);
            let param = param.filter(|p| !matches!(p.key, ParamKey::Trips(_)));
            param.map(|p| p.param.spelling.clone())
        };
        spelled(&spelling, expr)
    }

    /// `stride >= w`: the condition that an expression of parameters is not negative.
    pub(crate) fn nonnegative_in_c(&self, expr: &Expr) -> Option<String> {
        let expr = self.in_c(expr)?;
        let term = |(atom, by): (&poly::Atom, i64)| Expr::atom(atom.clone()) * by;
        let sum = |all: Vec<Expr>| all.into_iter().fold(Expr::constant(0), |a, b| a + b);
        let constant = Expr::constant(expr.constant_part());
        let left: Vec<Expr> = expr.terms().filter(|(_, by)| *by > 0).map(term).collect();
        let right: Vec<Expr> = expr.terms().filter(|(_, by)| *by < 0).map(term).collect();
        Some(match left.is_empty() {
            true => format!("{} <= {constant}", -sum(right)),
            false => format!("{} >= {}", sum(left), -(sum(right) + constant)),
        })
    }

    /// The C spelling of a parameter or iterator, if it means the same at `at`.
    pub fn spelling(&self, name: &str, at: usize) -> Option<String> {
        let (var, since) = match self
            .params
            .all
            .iter()
            .find(|p| p.param.name == name)
            .map(|p| &p.key)
        {
            Some(ParamKey::Macro(spelling)) => return Some(spelling.clone()),
            Some(ParamKey::Variable(var)) => (*var, self.symbols.variable(*var).at.start),
            Some(ParamKey::Member(member)) => {
                let copy = self.copy_spelling(name, at);
                return copy.or_else(|| self.member_spelling(member, at));
            }
            Some(ParamKey::Trips(_)) => return None,
            None => {
                let named = |l: &&Loop| l.name == name && l.flat.is_none();
                let around = self.state.loops.iter().find(named)?;
                (around.var?, around.range.start)
            }
        };
        self.object_spelling(var, since, at)
    }

    /// Notes that an object has the value of a part of another one for good: the user's name of it.
    pub(crate) fn note_copy(&mut self, var: VarId, value: &Expr) {
        let variable = self.symbols.variable(var);
        let is_set_once = variable.writes.len() == 1 && !variable.address_taken;
        let of = value.as_var();
        let param = { self.params.all.iter_mut() }.find(|p| of == Some(&p.param.name));
        if let Some(param) = param.filter(|p| is_set_once && matches!(p.key, ParamKey::Member(_)))
            && !self.params.copies.contains_key(&param.param.name)
        {
            param.param.spelling = variable.name.clone();
            self.params.copies.insert(param.param.name.clone(), var);
        }
    }

    /// The object that is a copy of a parameter, if its name means it at `at`.
    fn copy_spelling(&self, param: &str, at: usize) -> Option<String> {
        let var = *self.params.copies.get(param)?;
        let since = *self.symbols.variable(var).writes.first()?;
        { self.object_spelling(var, since, at) }.filter(|_| since < at)
    }

    /// The name of an object that has its value since a place, if it means the same at `at`.
    pub(crate) fn object_spelling(&self, var: VarId, since: usize, at: usize) -> Option<String> {
        let spelling = &self.symbols.variable(var).name;
        let is_visible = self.symbols.visible(spelling, at) == Some(var);
        let is_hidden = self.facts.threads.is_hidden(var, since, at);
        (is_visible && !is_hidden).then(|| spelling.clone())
    }

    fn is_hidden(&self, var: VarId, at: usize) -> bool {
        let declared = self.symbols.variable(var).at.start;
        self.facts.threads.is_hidden(var, declared, at)
    }

    /// Whether a parameter can be written at `at` and has its value there.
    pub fn is_usable(&mut self, param: &Parameter, at: usize) -> bool {
        match &param.key {
            ParamKey::Trips(_) => false,
            ParamKey::Member(_) if self.copy_spelling(&param.param.name, at).is_some() => true,
            ParamKey::Member(member) => {
                let visible = self.member_spelling(member, at).is_some();
                visible
                    && !self.is_hidden(member.var, at)
                    && self.is_settled(member.var, at)
                    && self.change_around((member, param.ty), at).is_none()
            }
            ParamKey::Variable(var) => {
                self.symbols.visible(&param.param.spelling, at) == Some(*var)
                    && !self.is_hidden(*var, at)
                    && self.is_settled(*var, at)
            }
            ParamKey::Macro(name) => {
                let definition = self.source.unit.macros.get(name).and_then(|m| m.definition);
                let place = self.source.unit.nearest_span(at..at + 1);
                match (definition, place) {
                    (Some(definition), Some(place)) => definition.end <= place.start,
                    _ => true,
                }
            }
        }
    }
}
