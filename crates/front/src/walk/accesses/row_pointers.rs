//! Declarations of pointers to rows, and elements that are reached through them, while a region is
//! read.

use crate::values::evaluator::{Evaluator, written};
use crate::values::formula::Formula;
use crate::walk::accesses::row::{RowPointer, Start};
use crate::walk::accesses::usage::{READ, Usage};
use crate::walk::draft::{Block, DraftSubscript, Pointed, WrittenParts};
use crate::walk::walker::Walker;
use c::facts::refusal::{Escape, Refusal};
use c::names::symbols::{VarId, Variable};
use c::names::types::Type;
use c::syntax::expressions::Chain;
use lang_c::ast::{Expression, Initializer};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use scop::Subscript;
use std::ops::Range;

impl<'s> Walker<'s> {
    /// A declaration of a pointer to a row.
    pub(crate) fn row_pointer(&mut self, id: VarId, initializer: &'s Initializer, span: Offsets) {
        if let Initializer::Expression(expression) = initializer {
            self.eval.begin(expression);
        }
        self.evaluate(span, false, |walker| {
            let pointer = match initializer {
                Initializer::Expression(e) => walker.pointer_to(id, e),
                Initializer::List(_) => None,
            };
            match pointer {
                Some(pointer) => _ = walker.found.row_pointers.insert(id, pointer),
                None => walker.read_initializer(initializer),
            }
        });
    }

    /// The row of a pointer that is set to this expression.
    fn pointer_to(&mut self, id: VarId, expression: &Node<Expression>) -> Option<RowPointer> {
        let symbols = self.source.symbols;
        let place = self
            .source
            .facts
            .row_place(symbols, self.source.base, expression)?;
        if names_elsewhere(&self.eval, symbols.variable(id)) {
            return None;
        }
        let origin = match self.source.facts.row_of(place.root) {
            Some(_) => Some(self.found.row_pointers.get(&place.root)?.clone()),
            None => None,
        };
        let offsets = place.offsets.iter().map(|(_, e)| *e);
        let read: Vec<&Node<Expression>> =
            place.chain.steps.iter().copied().chain(offsets).collect();
        read.into_iter().for_each(|e| self.read(e));
        let at = self.source.base.range(place.chain.root.span).start;
        let (array, leading, ways, mut start) = match origin.clone() {
            Some(origin) => (origin.array, origin.leading, origin.ways, origin.start),
            None => {
                let count = place.chain.steps.len();
                let mut leading = self.draft_subscripts(&place.chain, count);
                let ways = self.ways(&place.chain, &mut leading);
                (place.root, leading, ways, Start::zero())
            }
        };
        let mut parts = WrittenParts::default();
        for (sign, offset) in &place.offsets {
            start = start.plus(*sign, &self.draft_subscript(offset, at));
            parts.extend(self.parts_of(offset, at));
        }
        let whole = self.source.base.range(expression.span);
        let subscripts = match (leading.is_empty(), &origin) {
            (true, _) => vec![self.linear(&start, whole.clone(), parts)],
            (false, None) => leading.clone(),
            (false, Some(_)) => Vec::new(),
        };
        let from = origin.as_ref().map(|origin| origin.reference);
        let follows = from.is_some() && !leading.is_empty();
        let pointed = Pointed::Sets {
            whole,
            from,
            follows,
        };
        self.note_pointer(array, &place.chain, subscripts, pointed)?;
        let walks = match origin {
            Some(origin) => origin.walks,
            None => {
                let follows = |s: &Subscript| self.follows_a_loop(s);
                ways.iter().all(|way| way.subscripts.iter().any(follows))
            }
        };
        Some(RowPointer {
            array,
            reference: self.found.references.len() - 1,
            leading,
            ways,
            start,
            walks,
        })
    }

    /// Whether a subscript changes with a loop around it.
    fn follows_a_loop(&self, subscript: &Subscript) -> bool {
        let follows = |expr: &Expr| self.eval.state.loops.iter().any(|l| expr.mentions(&l.name));
        match subscript {
            Subscript::Affine(e) => follows(e),
            Subscript::Modulo { dividend, .. } => follows(dividend),
            Subscript::Address { products, .. } => products.iter().flatten().any(follows),
            Subscript::Any => false,
        }
    }

    /// An initialiser as the subscript of a flat array.
    fn linear(&self, start: &Start, whole: Range<usize>, parts: WrittenParts) -> DraftSubscript {
        let meaning = match &start.expr {
            Some(e) => Subscript::Affine(e.clone()),
            None => Subscript::Any,
        };
        DraftSubscript {
            spelled: start
                .expr
                .as_ref()
                .and_then(|e| self.spelled(e, whole.start)),
            polynomial: start.polynomial.clone(),
            wanted: start.wanted.clone(),
            is_wide: start.is_wide,
            steps: start.steps,
            parts,
            ..DraftSubscript::new(whole, meaning)
        }
    }

    /// The pointer to a row that an expression names, and the offset of the name.
    pub(crate) fn named_row(&self, expression: &Node<Expression>) -> Option<(VarId, usize)> {
        let Expression::Identifier(name) = &expression.node else {
            return None;
        };
        let at = self.source.base.range(name.span).start;
        let id = self.source.symbols.variable_at(at)?;
        let variable = self.source.symbols.variable(id);
        self.source.facts.row_of(variable.id).map(|_| (id, at))
    }

    /// `row[x]`, whose subscripts have been read.
    pub(crate) fn through_row(
        &mut self,
        (id, at): (VarId, usize),
        chain: &Chain<'_>,
        usage: Usage,
        partial: Escape,
    ) {
        let pointer = self.found.row_pointers.get(&id).cloned();
        let (Some(pointer), Some(step)) = (pointer, chain.steps.first()) else {
            let escape = match partial {
                Escape::PartialSubscript => Escape::Pointer,
                other => other,
            };
            return self.refuse_use(at, Refusal::AddressEscapes(escape));
        };
        let element = self.source.facts.type_of(pointer.array).rank().1;
        let usage = match (chain.steps.len(), element) {
            (1, _) => usage,
            (_, Type::Pointer(_)) => READ,
            _ => return self.refuse_use(at, Refusal::UnknownElement),
        };
        let step = self.draft_subscript(step, at);
        let last = DraftSubscript {
            meaning: pointer.start.meaning(&step.meaning),
            polynomial: pointer.start.plus(1, &step).polynomial,
            only_as_written: true,
            spelled: None,
            ..step
        };
        if !self.stays_in_row(&pointer, &last.meaning) {
            let subscript = written(self.source.unit, last.expr);
            let text = format!("{}[{subscript}]", self.source.symbols.variable(id).name);
            return self.refuse_use(at, Refusal::LeavesRow(text));
        }
        let mut ways = pointer.ways;
        ways.iter_mut()
            .for_each(|way| way.subscripts.push(last.meaning.clone()));
        let mut subscripts = pointer.leading;
        subscripts.push(last);
        let pointed = Pointed::Through(pointer.reference);
        if self
            .note_pointer(pointer.array, chain, subscripts, pointed)
            .is_some()
        {
            self.touch_all(pointer.array, &usage, ways);
        }
    }

    /// Whether an element is in the row that the pointer points to. This is proved, or follows from
    /// C's rule as for `a[i][x]`: the access certainly happens, and the pointer points to a single
    /// row. In a flat array, rows are distinguished later, from the sum of all offsets.
    fn stays_in_row(&self, pointer: &RowPointer, last: &Subscript) -> bool {
        if pointer.leading.is_empty() {
            return true;
        }
        let size = self
            .found
            .sizes
            .get(&pointer.array)
            .and_then(|sizes| sizes.last());
        let (Some(size), Subscript::Affine(e)) = (size.and_then(Expr::without_products), last)
        else {
            return false;
        };
        let before = Formula::less(e, &Expr::constant(0));
        let outside = before.or(Formula::at_most(&size, e));
        let is_certain = pointer.walks && !self.here.uncertain && !self.here.doubt.exists();
        match is_certain {
            true => self.eval.may_be_impossible(outside),
            false => self.eval.is_impossible(outside),
        }
    }

    fn note_pointer(
        &mut self,
        array: VarId,
        chain: &Chain<'_>,
        subscripts: Vec<DraftSubscript>,
        pointed: Pointed,
    ) -> Option<()> {
        let block = matches!(pointed, Pointed::Sets { .. }).then_some(Block::Rows { dims: 1 });
        self.note(array, chain, subscripts, block)?;
        self.found.references.last_mut()?.pointed = Some(pointed);
        Some(())
    }
}

/// Whether a pragma or another configuration names the pointer.
fn names_elsewhere(eval: &Evaluator<'_>, pointer: &Variable<'_>) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = |text: &str| text.split(|c| !is_word(c)).any(|word| word == pointer.name);
    let mut pragmas = eval.source.unit.pragmas.iter();
    let in_pragma = pragmas.any(|p| pointer.scope.contains(&(p.at as usize)) && names(&p.text));
    in_pragma
        || eval.source.conditional_names.contains(&pointer.name)
        || eval.is_optional(pointer.at.clone())
}
