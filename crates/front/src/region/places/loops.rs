//! The bodies of loops as places for declarations, and the headers of loops that may be split.

use crate::region::places::placer::Placer;
use crate::region::places::{LoopPlace, StorePlace, StripPlace};
use crate::values::params::{ParamKey, Parameter};
use crate::values::state::{Loop, Stored};
use c::names::symbols;
use c::names::symbols::VarId;
use c::names::types::Type;
use c::syntax::openmp;
use scop::IntType;
use source::{Origin, Span, Token, TokenKind};
use std::ops::Range;

/// Words of pragmas that require perfectly nested loops.
const PERFECT: [&str; 7] = [
    "collapse",
    "ordered",
    "tile",
    "tilable",
    "interchange",
    "permute",
    "jam",
];

impl Placer<'_, '_> {
    /// Where a declaration may be added in the body of a loop, if anywhere.
    pub(crate) fn loop_place(&mut self, around: &Loop) -> Option<LoopPlace> {
        let body = around.body.clone()?;
        let unusable_params = self.unusable(body.start);
        let eval = &self.walker.eval;
        let iterator = eval.symbols.variable(around.var?).name.clone();
        let is_visible = eval.symbols.visible(&iterator, body.start) == around.var;
        let place = LoopPlace {
            iterator,
            least: around.least,
            whole: self.own_span(around.range.clone())?,
            opening: self.opening(&body)?,
            unbraced: self.unbraced(&body)?,
            straight_step: self.straight_step(around),
            strips: self.strip_place(around),
            counter: self.integer(around.var?)?,
            counter_type: self.type_of(around.var?),
            int_params: self.int_params(),
            unusable_params,
        };
        (is_visible && !self.must_be_perfect(around)).then_some(place)
    }

    fn strip_place(&self, around: &Loop) -> Option<StripPlace> {
        let ends = around.ends.as_ref()?;
        let bound = self.own_span(ends.bound.clone())?;
        let whole = self.own_span(around.range.clone())?;
        let may_part = self.straight_step(around).is_some() && !self.unit().holds_directive(whole);
        may_part.then_some(StripPlace {
            step: self.own_span(ends.step.clone())?,
            bound,
            inclusive: ends.inclusive,
            stores: ends.stores.iter().filter_map(|s| self.store(s)).collect(),
        })
    }

    fn store(&self, stored: &Stored) -> Option<StorePlace> {
        Some(StorePlace {
            element: self.own_span(stored.element.clone())?,
            whole: self.own_span(stored.whole.clone())?,
            is_first: stored.is_first,
        })
    }

    fn integer(&self, id: VarId) -> Option<IntType> {
        match self.walker.source.facts.type_of(id) {
            Type::Integer(ty) => Some(*ty),
            _ => None,
        }
    }

    fn is_int(&self, id: VarId) -> bool {
        self.integer(id)
            .is_some_and(|ty| ty.promoted() == IntType::INT)
    }

    /// The words before the first name of a local object's declaration, if they are its whole type.
    fn type_of(&self, id: VarId) -> Option<String> {
        let is_local = self.walker.source.symbols.variable(id).origin == symbols::Origin::Local;
        let words = self.words_of(id).filter(|_| is_local)?;
        let is_type = |w: &&str| !matches!(*w, "register" | "auto" | "const" | "static");
        words.iter().all(is_type).then(|| words.join(" "))
    }

    /// The element type of an array, in the words before the first name of its declaration.
    pub(crate) fn element_type_of(&self, id: VarId) -> Option<String> {
        let is_storage = |w: &str| {
            matches!(
                w,
                "static" | "register" | "auto" | "thread_local" | "_Thread_local"
            )
        };
        let is_more = |w: &&str| {
            let keeps = matches!(
                *w,
                "const" | "volatile" | "_Atomic" | "constexpr" | "typedef"
            );
            keeps || w.starts_with("__")
        };
        let mut words = self.words_of(id)?;
        words.retain(|w| !is_storage(w));
        let has_type = !words.is_empty() && !words.iter().any(is_more);
        has_type.then(|| words.join(" "))
    }

    /// The words before the first name of the declaration of an object.
    fn words_of(&self, id: VarId) -> Option<Vec<&str>> {
        let variable = self.walker.source.symbols.variable(id);
        let unit = self.unit();
        let name = unit.tokens_in(variable.at.clone()).start;
        let is_start =
            |token: &Token| matches!(unit.token_text(token), ";" | "{" | "}" | "(" | ")");
        let before = unit.tokens[..name].iter().rposition(is_start);
        let start = before.map_or(0, |before| before + 1);
        let words = unit.tokens[start..].iter();
        let words = words.take_while(|token| token.kind == TokenKind::Identifier);
        let mut words: Vec<&str> = words.map(|token| unit.token_text(token)).collect();
        words.pop()?;
        (!words.is_empty()).then_some(words)
    }

    fn int_params(&self) -> Vec<String> {
        let is_int = |p: &&Parameter| match &p.key {
            ParamKey::Macro(_) => !p.unsigned && IntType::INT.holds(p.param.sample),
            ParamKey::Variable(id) => self.is_int(*id),
            ParamKey::Member(_) | ParamKey::Trips(_) => false,
        };
        let params = self.walker.eval.params.all.iter();
        params
            .filter(is_int)
            .map(|p| p.param.name.clone())
            .collect()
    }

    fn straight_step(&self, around: &Loop) -> Option<i64> {
        let starts = |at: usize| self.unit().pragmas.iter().any(|p| p.at as usize == at);
        let inside =
            |l: &&Range<usize>| around.range.contains(&l.start) && l.start != around.range.start;
        let loops = &self.walker.source.symbols.loops;
        let is_plain = around.is_straight
            && loops.iter().find(inside).is_none()
            && !starts(around.range.start);
        is_plain.then_some(around.step)
    }

    /// The `{` of a body, or the `)` before it.
    fn opening(&self, body: &Range<usize>) -> Option<Span> {
        if self.unit().text[body.clone()].starts_with('{') {
            let brace = self.own_span(body.start..body.start + 1)?;
            return (self.unit().file.bytes_of(brace) == b"{").then_some(brace);
        }
        let before = self.unit().text[..body.start].trim_end().len();
        let parenthesis = self.own_span(before.checked_sub(1)?..before)?;
        (self.unit().file.bytes_of(parenthesis) == b")").then_some(parenthesis)
    }

    /// The body, if it has no braces; `Some(None)` if it has, `None` if it cannot be edited.
    fn unbraced(&self, body: &Range<usize>) -> Option<Option<Span>> {
        if self.unit().text[body.clone()].starts_with('{') {
            return Some(None);
        }
        let span = self.own_span(body.clone())?;
        let whole = self.opening(body)?.to(span);
        (!self.unit().holds_directive(whole)).then_some(Some(span))
    }

    /// The bytes of a range whose first and last tokens come from no macro.
    fn own_span(&self, range: Range<usize>) -> Option<Span> {
        let unit = self.unit();
        let tokens = &unit.tokens[unit.tokens_in(range)];
        let own = |token: &Token| match token.origin {
            Origin::Written(span) => Some(span),
            _ => None,
        };
        Some(own(tokens.first()?)?.to(own(tokens.last()?)?))
    }

    /// Whether a pragma requires the loop, or one around it, to be perfectly nested, or restricts
    /// the objects that may be named there.
    fn must_be_perfect(&self, around: &Loop) -> bool {
        let binds = |text: &str| source::names(text).any(|word| PERFECT.contains(&word));
        let names_all = |text: &str| {
            text.contains("default") && openmp::read(text).is_none_or(|directive| directive.closed)
        };
        let loops = &self.walker.source.symbols.loops;
        let encloses =
            |l: &&Range<usize>| l.start <= around.range.start && around.range.end <= l.end;
        let starts: Vec<usize> = loops.iter().filter(encloses).map(|l| l.start).collect();
        self.unit().pragmas.iter().any(|pragma| {
            let at = pragma.at as usize;
            (starts.contains(&at) && binds(&pragma.text))
                || (around.range.contains(&at) && names_all(&pragma.text))
        })
    }
}
