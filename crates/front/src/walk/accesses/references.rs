//! One mention of an array: the meaning of its subscripts, and the elements that it touches.

use super::named;
use super::usage::{Usage, Way};
use crate::values::evaluator::spelled;
use crate::values::mode::{Choices, Mode, OpenChoice, Wanted};
use crate::values::params::ParamKey;
use crate::values::state::Mark;
use crate::walk::draft::{
    Block, ChosenSubscript, DraftAccess, DraftReference, DraftSubscript, Part,
};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use c::syntax::expressions::Chain;
use lang_c::ast::Expression;
use lang_c::span::Node;
use poly::Expr;
use scop::{AccessKind, Certainty, IntType, Subscript};
use std::collections::BTreeSet;

/// Subscripts with more choices may mean any element.
const MOST_WAYS: usize = 8;

impl Walker<'_> {
    pub(super) fn reference(&mut self, array: VarId, chain: &Chain<'_>, rank: usize, usage: Usage) {
        let mark = self.eval.state.mark();
        let mut subscripts = self.draft_subscripts(chain, rank);
        let is_open = subscripts.iter().any(|s| s.meaning == Subscript::Any);
        if is_open && self.recall(array) {
            subscripts = self.draft_subscripts(chain, rank);
        }
        let ways = self.ways(chain, &mut subscripts);
        if self.note(array, chain, subscripts, None).is_some() {
            self.touch_all(array, &usage, ways);
        }
        self.eval.state.rewind(mark);
    }

    /// Notes a use with its first `count` subscripts. Returns their meanings.
    pub(crate) fn mention(
        &mut self,
        array: VarId,
        chain: &Chain<'_>,
        count: usize,
        block: Option<Block>,
    ) -> Option<Vec<Subscript>> {
        let subscripts = self.draft_subscripts(chain, count);
        let meanings = subscripts.iter().map(|s| s.meaning.clone()).collect();
        self.note(array, chain, subscripts, block)?;
        Some(meanings)
    }

    /// Notes a use.
    pub(crate) fn note(
        &mut self,
        array: VarId,
        chain: &Chain<'_>,
        subscripts: Vec<DraftSubscript>,
        block: Option<Block>,
    ) -> Option<()> {
        let base = self.source.base;
        let name = base.range(named(chain.root)?.span);
        let operand = base.range(chain.root.span);
        let loops = self.eval.state.loops.iter();
        let plain = loops
            .filter_map(|l| Some((l.name.clone(), self.eval.spelling(&l.name, operand.start)?)));
        let counters = self.eval.flat_counters(operand.start);
        let digits = counters.iter().flat_map(|c| c.digits.iter().cloned());
        let iterators = plain.chain(digits).collect();
        self.found.references.push(DraftReference {
            array,
            statement: self.found.statements.len(),
            name,
            operand,
            loops: self.eval.state.loops.clone(),
            iterators,
            counters,
            subscripts,
            block,
            pointed: None,
            computed: self.eval.recorder.take(),
        });
        Some(())
    }

    pub(crate) fn draft_subscripts(
        &mut self,
        chain: &Chain<'_>,
        count: usize,
    ) -> Vec<DraftSubscript> {
        let at = self.source.base.range(chain.root.span).start;
        let steps = chain.steps[..count].iter();
        steps.map(|step| self.draft_subscript(step, at)).collect()
    }

    pub(crate) fn draft_subscript(
        &mut self,
        subscript: &Node<Expression>,
        at: usize,
    ) -> DraftSubscript {
        let (meaning, wanted) = self.meaning(subscript);
        let product = self.eval.recorded(|eval| {
            let product = eval.polynomial(subscript);
            product.iter().for_each(|p| eval.note_value(p));
            product
        });
        let spelled = match &meaning {
            Subscript::Affine(expr) => self.spelled(expr, at),
            _ => None,
        };
        let only_as_written =
            matches!(&meaning, Subscript::Affine(expr) if self.counts_nameless(expr));
        let expr = self.source.base.range(subscript.span);
        let parts = self.parts_of(subscript, at);
        DraftSubscript {
            brackets: self.brackets_around(&expr),
            steps: !self.source.symbols.writes_in(&expr).is_empty(),
            spelled,
            only_as_written,
            is_wide: product
                .as_ref()
                .is_some_and(|p| p.ty.bits > IntType::INT.bits),
            polynomial: product.map(|product| product.expr),
            wanted,
            parts,
            ..DraftSubscript::new(expr, meaning)
        }
    }

    /// A subscript under the choices of a mode.
    fn chosen(
        &mut self,
        subscript: &Node<Expression>,
        at: usize,
        mode: Mode<'_>,
    ) -> ChosenSubscript {
        let outer = self.eval.recorder.take();
        let polynomial = self.eval.recorded(|eval| {
            let product = eval.value_in(subscript, mode.multiplying())?;
            eval.note_value(&product);
            Some(product.expr)
        });
        let steps = self.eval.recorder.take();
        self.eval.recorder.put_back(outer);
        ChosenSubscript {
            polynomial,
            parts: self.parts_in(subscript, at, mode),
            steps,
        }
    }

    /// The meaning of a subscript, and the macros that would make it affine.
    fn meaning(&mut self, subscript: &Node<Expression>) -> (Subscript, BTreeSet<String>) {
        let wanted = Wanted::default();
        let mode = self.eval.here().asking(&wanted);
        let meaning = self.eval.recorded(|eval| eval.subscript(subscript, mode));
        (meaning, wanted.into_inner())
    }

    /// Whether the expression counts iterations that no object counts.
    fn counts_nameless(&self, expr: &Expr) -> bool {
        let mut loops = self.eval.state.loops.iter().filter(|l| l.var.is_none());
        let mut params = self.eval.params.all.iter();
        loops.any(|l| expr.mentions(&l.name))
            || params.any(|p| matches!(p.key, ParamKey::Trips(_)) && expr.mentions(&p.param.name))
    }

    /// The expression in C spellings, if each of them means the same at `at`.
    pub(crate) fn spelled(&self, expr: &Expr, at: usize) -> Option<Expr> {
        spelled(&|name: &str| self.eval.spelling(name, at), expr)
    }

    /// The accesses of a reference: several where its subscripts choose between expressions.
    pub(crate) fn ways(
        &mut self,
        chain: &Chain<'_>,
        subscripts: &mut [DraftSubscript],
    ) -> Vec<Way> {
        let plain = Way {
            guards: Vec::new(),
            subscripts: subscripts.iter().map(|s| s.meaning.clone()).collect(),
            chosen: Vec::new(),
        };
        let is_affine = |w: &Way, at: usize| matches!(w.subscripts[at], Subscript::Affine(_));
        if !plain.subscripts.contains(&Subscript::Any) {
            return vec![plain];
        }
        let mut ways = Vec::new();
        let mark = self.eval.state.mark();
        let steps = &chain.steps[..subscripts.len()];
        let start = self.source.base.range(chain.root.span).start;
        self.branch((steps, start), &Choices::default(), mark, &mut ways);
        let is_known = |w: &Way| {
            let mut all = 0..subscripts.len();
            all.all(|at| is_affine(w, at) || w.chosen[at].polynomial.is_some())
        };
        if ways.len() < 2 || ways.len() > MOST_WAYS || !ways.iter().all(is_known) {
            return vec![plain];
        }
        // A fold may write the choices of a subscript in another order.
        ways.sort_by_cached_key(|w| {
            let guards = w.guards.iter().map(|guard| format!("{guard:?}"));
            guards.collect::<BTreeSet<String>>()
        });
        for (at, subscript) in subscripts.iter_mut().enumerate() {
            let is_affine = ways.iter().all(|w| is_affine(w, at));
            if subscript.meaning == Subscript::Any && is_affine {
                subscript.meaning = ways[0].subscripts[at].clone();
                subscript.only_as_written = true;
            }
            subscript.ways = ways.iter().map(|w| w.chosen[at].clone()).collect();
        }
        ways
    }

    /// Follows conditional expressions one by one, with each of their operands. The guards since
    /// `mark` are those of the choices so far.
    fn branch(
        &mut self,
        (steps, at): (&[&Node<Expression>], usize),
        choices: &Choices,
        mark: Mark,
        ways: &mut Vec<Way>,
    ) {
        if ways.len() > MOST_WAYS {
            return;
        }
        let mode = self.eval.here().choosing(choices);
        let subscripts = steps.iter().map(|s| self.eval.subscript(s, mode)).collect();
        for step in steps {
            self.eval.value_in(step, mode.multiplying());
        }
        let Some(OpenChoice { offset, condition }) = choices.open() else {
            let chosen = steps.iter().map(|step| self.chosen(step, at, mode));
            return ways.push(Way {
                chosen: chosen.collect(),
                guards: self.eval.state.guards_since(mark).to_vec(),
                subscripts,
            });
        };
        for (second, guard) in [(true, &condition.when_true), (false, &condition.when_false)] {
            let inside = self.eval.state.mark();
            self.eval.state.guards.push(guard.clone());
            self.branch((steps, at), &choices.with(*offset, second), mark, ways);
            self.eval.state.rewind(inside);
        }
    }

    /// Adds the accesses to the element of the last reference, for each choice in its subscripts.
    pub(crate) fn touch_all(&mut self, array: VarId, usage: &Usage, ways: Vec<Way>) {
        for (at, way) in ways.into_iter().enumerate() {
            let Way {
                guards, subscripts, ..
            } = way;
            let mark = self.eval.state.mark();
            self.eval.state.guards.extend(guards);
            self.touch(array, usage, subscripts);
            self.eval.state.rewind(mark);
            let added = usize::from(usage.reads) + usize::from(usage.writes);
            let from = self.here.accesses.len() - added;
            for access in &mut self.here.accesses[from..] {
                access.way = at;
            }
        }
    }

    fn touch(&mut self, array: VarId, usage: &Usage, subscripts: Vec<Subscript>) {
        if usage.reads {
            let part = usage.part.clone();
            self.access(array, AccessKind::Read, subscripts.clone(), part);
        }
        if usage.writes {
            self.access(array, AccessKind::Write, subscripts, usage.part.clone());
        }
    }

    pub(crate) fn access(
        &mut self,
        array: VarId,
        kind: AccessKind,
        subscripts: Vec<Subscript>,
        part: Part,
    ) {
        let known = subscripts.iter().all(|s| matches!(s, Subscript::Affine(_)));
        let is_sure = part != Part::Overlapping && !self.here.uncertain;
        let happens = is_sure && !self.here.doubt.exists();
        if is_sure && kind == AccessKind::Write {
            self.note_write(array, &part);
        }
        self.here.accesses.push(DraftAccess {
            array,
            kind,
            part,
            certainty: if known && happens {
                Certainty::Must
            } else {
                Certainty::May
            },
            happens,
            many: false,
            subscripts,
            guards: self.inner_guards(),
            reference: Some(self.found.references.len() - 1),
            way: 0,
        });
    }
}
