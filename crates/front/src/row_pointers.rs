//! Pointers to rows: `float *row = t[y];`, `float *row = t + y * w;`, `float *below = row + w;`.
//!
//! Such a pointer is set where it is declared, to a place in one array, and never again; it is used with
//! subscripts only. So `row[x]` is an access to the array: its subscripts are those of the initialiser, with
//! the values that they have at the declaration, and `x` is added to the last.
//!
//! Whatever happens to the pointer happens to the array: the pointer's uses are uses of the array
//! ([`recognise`]), and each of them that is not understood rules the array out.

use crate::accesses::{Chain, Usage};
use crate::candidates::{Placed, Placer, written};
use crate::delinearise::spelled_expr;
use crate::draft::{DraftReference, DraftSubscript, Pointed};
use crate::file::Function;
use crate::formula::Formula;
use crate::heap::Form;
use crate::parse::Base;
use crate::parts::Parts;
use crate::places::{Block, Reference, SubscriptPlace};
use crate::polynomial::Polynomial;
use crate::refusal::{Escape, Refusal};
use crate::scene::Scene;
use crate::statements::Walker;
use crate::symbols::{Origin, Symbols, VarId, Variable};
use crate::types::{Storage, Type};
use lang_c::ast::{
    BinaryOperator, DerivedDeclarator, Expression, Initializer, PointerQualifier, TypeQualifier,
    UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use scop::{AccessId, StmtId, Subscript};
use source::Span;
use std::collections::BTreeSet;
use std::ops::Range;

/// A place in an array: `a[i]`, `&a[i][j]`, `a + e`, or the same with a pointer to a row of it.
struct Place<'e> {
    /// The array or pointer that is named.
    root: VarId,
    /// The name with the subscripts that lead to a row.
    chain: Chain<'e>,
    /// What is added to that, each with its sign.
    offsets: Vec<(i64, &'e Node<Expression>)>,
}

impl<'e> Place<'e> {
    fn of(symbols: &Symbols<'_>, base: Base, expression: &'e Node<Expression>) -> Option<Self> {
        if let Expression::BinaryOperator(b) = &expression.node {
            let (lhs, rhs) = (&*b.node.lhs, &*b.node.rhs);
            let left = || Place::of(symbols, base, lhs);
            let right = || Place::of(symbols, base, rhs);
            match b.node.operator.node {
                BinaryOperator::Plus => {
                    let moved = left().map(|place| place.plus(1, rhs));
                    return moved.or_else(|| Some(right()?.plus(1, lhs)));
                }
                BinaryOperator::Minus => return Some(left()?.plus(-1, rhs)),
                _ => {}
            }
        }
        Place::named(symbols, base, expression)
    }

    /// Without anything added.
    fn named(symbols: &Symbols<'_>, base: Base, expression: &'e Node<Expression>) -> Option<Self> {
        let (operand, is_address) = match &expression.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                (&*u.node.operand, true)
            }
            _ => (expression, false),
        };
        let mut chain = Chain::of(operand);
        let (name, is_through) = match &chain.root.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                (&*u.node.operand, true)
            }
            _ => (chain.root, false),
        };
        let Expression::Identifier(name) = &name.node else {
            return None;
        };
        let root = symbols.variable_at(base.range(name.span).start)?;
        let variable = symbols.variable(root);
        let form = variable.heap.as_ref().map(|heap| heap.form);
        let rank = match variable.row_of {
            Some(_) => 1,
            None if variable.tracked => variable.ty.rank().0,
            None => 0,
        };
        let leads_to_row = rank > 0 && chain.steps.len() + 1 == rank + usize::from(is_address);
        if !leads_to_row || is_through != (form == Some(Form::Object)) {
            return None;
        }
        let offset = match is_address {
            true => chain.steps.pop(),
            false => None,
        };
        Some(Place {
            root,
            chain,
            offsets: offset.into_iter().map(|e| (1, e)).collect(),
        })
    }

    fn plus(mut self, sign: i64, offset: &'e Node<Expression>) -> Self {
        self.offsets.push((sign, offset));
        self
    }
}

/// Finds the pointers of a function that are set to places in one of its arrays: their uses become uses of
/// the array.
pub fn recognise(function: &mut Function<'_>) {
    let base = function.base;
    let symbols = &mut function.symbols;
    for index in 0..symbols.variables.len() {
        let Some(array) = array_of(symbols, base, &symbols.variables[index]) else {
            continue;
        };
        let uses = symbols.variables[index].uses.clone();
        symbols.variables[index].row_of = Some(array);
        let all = &mut symbols.variables[array.0].uses;
        all.extend(uses);
        all.sort_unstable();
    }
}

/// The array that a pointer points to a row of, if it does.
fn array_of(symbols: &Symbols<'_>, base: Base, variable: &Variable<'_>) -> Option<VarId> {
    let Initializer::Expression(value) = &variable.initializer?.node else {
        return None;
    };
    let is_set_once = variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && variable.heap.is_none()
        && variable.writes == [variable.at.start]
        && !variable.address_taken
        && !variable.qualifiers.volatile
        && !variable.qualifiers.atomic;
    if !is_set_once || !is_plain_pointer(variable) {
        return None;
    }
    let place = Place::of(symbols, base, value)?;
    let array = symbols.variable(place.root).row_of.unwrap_or(place.root);
    let element = symbols.variable(array).ty.rank().1;
    (variable.ty.target() == Some(element)).then_some(array)
}

/// Whether the declarator is `*p`, with qualifiers at most.
fn is_plain_pointer(variable: &Variable<'_>) -> bool {
    let derived = variable.declarator.map(|d| d.node.derived.as_slice());
    matches!(derived, Some([only]) if matches!(only.node, DerivedDeclarator::Pointer(_)))
        && matches!(variable.ty, Type::Pointer(_))
}

/// A pointer to a row, as far as its declaration was read.
#[derive(Clone)]
pub(crate) struct RowPointer {
    array: VarId,
    /// The reference in its initialiser.
    reference: usize,
    /// The subscripts in front of the last dimension.
    leading: Vec<DraftSubscript>,
    /// What is added in the last dimension.
    start: Start,
    /// It is set to another row in each iteration: nobody goes through all rows by such a pointer.
    walks: bool,
}

/// A sum of offsets.
#[derive(Clone)]
struct Start {
    expr: Option<Expr>,
    polynomial: Option<Polynomial>,
    wanted: BTreeSet<String>,
    /// It changes an object.
    steps: bool,
}

impl Start {
    fn zero() -> Self {
        let zero = Expr::constant(0);
        Start {
            polynomial: Some(Polynomial::from(&zero)),
            expr: Some(zero),
            wanted: BTreeSet::new(),
            steps: false,
        }
    }

    /// With a subscript added, or taken away.
    fn plus(&self, sign: i64, subscript: &DraftSubscript) -> Self {
        let polynomial = self.polynomial.as_ref().zip(subscript.polynomial.as_ref());
        let mut wanted = self.wanted.clone();
        wanted.extend(subscript.wanted.iter().cloned());
        Start {
            expr: match (&self.expr, &subscript.meaning) {
                (Some(start), Subscript::Affine(e)) => Some(start.clone() + e.clone() * sign),
                _ => None,
            },
            polynomial: polynomial.and_then(|(start, e)| match sign {
                1 => start.plus(e),
                _ => start.minus(e),
            }),
            wanted,
            steps: self.steps || subscript.steps,
        }
    }

    /// What a subscript of the pointer means in the last dimension.
    fn meaning(&self, subscript: &Subscript) -> Subscript {
        match (self.expr.as_ref(), subscript) {
            (Some(start), other) if start.as_constant() == Some(0) => other.clone(),
            (Some(start), Subscript::Affine(e)) => Subscript::Affine(start.clone() + e.clone()),
            _ => Subscript::Any,
        }
    }
}

impl<'s> Walker<'s> {
    /// A declaration of a pointer to a row.
    pub(crate) fn row_pointer(&mut self, id: VarId, initializer: &'s Initializer, span: Offsets) {
        if let Initializer::Expression(expression) = initializer {
            self.scene.begin(expression);
        }
        self.evaluate(span, false, |walker| {
            let pointer = match initializer {
                Initializer::Expression(e) => walker.pointer_to(id, e),
                Initializer::List(_) => None,
            };
            match pointer {
                Some(pointer) => _ = walker.row_pointers.insert(id, pointer),
                None => walker.read_initializer(initializer),
            }
        });
    }

    /// What a pointer points to that is set to this.
    fn pointer_to(&mut self, id: VarId, expression: &Node<Expression>) -> Option<RowPointer> {
        let symbols = self.scene.symbols;
        let place = Place::of(symbols, self.scene.base, expression)?;
        if names_elsewhere(&self.scene, symbols.variable(id)) {
            return None;
        }
        let origin = match symbols.variable(place.root).row_of {
            Some(_) => Some(self.row_pointers.get(&place.root)?.clone()),
            None => None,
        };
        let offsets = place.offsets.iter().map(|(_, e)| *e);
        let read: Vec<&Node<Expression>> =
            place.chain.steps.iter().copied().chain(offsets).collect();
        read.into_iter().for_each(|e| self.read(e));
        let at = self.scene.base.range(place.chain.root.span).start;
        let (array, leading, mut start) = match &origin {
            Some(origin) => (origin.array, origin.leading.clone(), origin.start.clone()),
            None => {
                let count = place.chain.steps.len();
                let leading = self.draft_subscripts(&place.chain, count);
                (place.root, leading, Start::zero())
            }
        };
        let mut parts = Parts::default();
        for (sign, offset) in &place.offsets {
            start = start.plus(*sign, &self.draft_subscript(offset, at));
            parts.extend(self.parts_of(offset, at));
        }
        let whole = self.scene.base.range(expression.span);
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
            None => leading.iter().any(|s| self.follows_a_loop(&s.meaning)),
        };
        Some(RowPointer {
            array,
            reference: self.references.len() - 1,
            leading,
            start,
            walks,
        })
    }

    /// Whether a subscript changes with a loop around it.
    fn follows_a_loop(&self, subscript: &Subscript) -> bool {
        let expr = match subscript {
            Subscript::Affine(e) => e,
            Subscript::Modulo { dividend, .. } => dividend,
            Subscript::Any => return false,
        };
        self.scene.loops.iter().any(|l| expr.mentions(&l.name))
    }

    /// The subscript of a flat array that an initialiser is.
    fn linear(&self, start: &Start, whole: Range<usize>, parts: Parts) -> DraftSubscript {
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
            steps: start.steps,
            parts,
            ..DraftSubscript::new(whole, meaning)
        }
    }

    /// The pointer to a row that an expression names, and where.
    pub(crate) fn named_row(&self, expression: &Node<Expression>) -> Option<(VarId, usize)> {
        let Expression::Identifier(name) = &expression.node else {
            return None;
        };
        let at = self.scene.base.range(name.span).start;
        let id = self.scene.symbols.variable_at(at)?;
        let variable = self.scene.symbols.variable(id);
        variable.row_of.map(|_| (id, at))
    }

    /// `row[x]`, where the subscripts were read.
    pub(crate) fn through_row(
        &mut self,
        (id, at): (VarId, usize),
        chain: &Chain<'_>,
        usage: Usage,
        partial: Escape,
    ) {
        let pointer = self.row_pointers.get(&id).cloned();
        let (Some(pointer), Some(step)) = (pointer, chain.steps.first()) else {
            let escape = match partial {
                Escape::PartialSubscript => Escape::Pointer,
                other => other,
            };
            return self.refuse_use(at, Refusal::AddressEscapes(escape));
        };
        let element = self.scene.symbols.variable(pointer.array).ty.rank().1;
        let usage = match (chain.steps.len(), element) {
            (1, _) => usage,
            (_, Type::Pointer(_)) => Usage::read(),
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
            let subscript = written(self.scene.unit, last.expr);
            let text = format!("{}[{subscript}]", self.scene.symbols.variable(id).name);
            return self.refuse_use(at, Refusal::LeavesRow(text));
        }
        let mut subscripts = pointer.leading;
        subscripts.push(last);
        let meanings = subscripts.iter().map(|s| s.meaning.clone()).collect();
        let pointed = Pointed::Through(pointer.reference);
        if self
            .note_pointer(pointer.array, chain, subscripts, pointed)
            .is_some()
        {
            self.touch(pointer.array, &usage, meanings);
        }
    }

    /// Whether an element is shown to lie in the row that the pointer points to, or does for the parameter values
    /// that C allows, as for `a[i][x]`: it certainly happens, and the pointer is one to a single row. In a flat
    /// array rows are told apart later, from all that is added.
    fn stays_in_row(&self, pointer: &RowPointer, last: &Subscript) -> bool {
        if pointer.leading.is_empty() {
            return true;
        }
        let size = self
            .sizes
            .get(&pointer.array)
            .and_then(|sizes| sizes.last());
        let (Some(size), Subscript::Affine(e)) = (size.and_then(Polynomial::to_expr), last) else {
            return false;
        };
        let before = Formula::less(e, &Expr::constant(0));
        let outside = before.or(Formula::at_most(&size, e));
        let is_certain = pointer.walks && !self.uncertain && !self.skippable;
        match is_certain {
            true => self.scene.may_be_impossible(outside),
            false => self.scene.is_impossible(outside),
        }
    }

    fn note_pointer(
        &mut self,
        array: VarId,
        chain: &Chain<'_>,
        subscripts: Vec<DraftSubscript>,
        pointed: Pointed,
    ) -> Option<()> {
        let block = matches!(pointed, Pointed::Sets { .. }).then_some(Block::Row);
        self.note(array, chain, subscripts, block)?;
        self.references.last_mut()?.pointed = Some(pointed);
        Some(())
    }
}

/// Whether a pragma speaks of the pointer, or another configuration does.
fn names_elsewhere(scene: &Scene<'_>, pointer: &Variable<'_>) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = |text: &str| text.split(|c| !is_word(c)).any(|word| word == pointer.name);
    let mut pragmas = scene.unit.pragmas.iter();
    let in_pragma = pragmas.any(|p| pointer.scope.contains(&(p.at as usize)) && names(&p.text));
    in_pragma
        || scene.conditional_names.contains(&pointer.name)
        || scene.is_optional(pointer.at.clone())
}

/// Takes a subscript of the initialisers of pointers apart, where that of the elements that they lead to was: the
/// row is the one in which all these lie, coordinate `at` of the array.
pub(crate) fn split(
    walker: &mut Walker<'_>,
    array: VarId,
    (dim, at): (usize, usize),
    stride: &Expr,
) {
    for index in 0..walker.references.len() {
        let reference = &walker.references[index];
        let Some(Pointed::Sets { from, .. }) = &reference.pointed else {
            continue;
        };
        if reference.array != array || reference.subscripts.get(dim).is_none() {
            continue;
        }
        let from = *from;
        let apart = row_and_column(walker, index, (dim, at), stride);
        let same_row = |from: usize| {
            let other = row_and_column(walker, from, (dim, at), stride);
            apart
                .as_ref()
                .zip(other)
                .is_some_and(|(own, other)| own[0] == other[0])
        };
        let is_same = from.is_some_and(same_row);
        let split = apart.and_then(|[row, column]| {
            let spelling = walker.scene.spellings(&walker.references[index]);
            Some([
                spelled_expr(&spelling, &row)?,
                spelled_expr(&spelling, &column)?,
            ])
        });
        let reference = &mut walker.references[index];
        reference.subscripts[dim].split = split;
        if let Some(Pointed::Sets { follows, .. }) = &mut reference.pointed {
            *follows = is_same;
        }
    }
}

/// Row and column of the place that an initialiser says, if all elements that are reached lie in one row.
fn row_and_column(
    walker: &Walker<'_>,
    reference: usize,
    (dim, at): (usize, usize),
    stride: &Expr,
) -> Option<[Expr; 2]> {
    let through = |k: Option<usize>| {
        let pointed = k.and_then(|k| walker.references[k].pointed.as_ref());
        matches!(pointed, Some(Pointed::Through(r)) if *r == reference)
    };
    let accesses = walker.statements.iter().flat_map(|s| &s.accesses);
    let mut rows = accesses
        .filter(|a| through(a.reference))
        .map(|a| a.subscripts.get(at));
    let start = walker.references[reference].subscripts.get(dim)?;
    let start = start.polynomial.as_ref()?;
    let row = match rows.next() {
        Some(Some(Subscript::Affine(row))) => row.clone(),
        Some(_) => return None,
        None => stride.terms().find_map(|(lead, _)| {
            let (row, column) = start.divide(stride, lead)?;
            column.to_expr()?;
            row.to_expr()
        })?,
    };
    let same = Subscript::Affine(row.clone());
    if !rows.all(|other| other == Some(&same)) {
        return None;
    }
    let before = Polynomial::from(&row).times(&Polynomial::from(stride))?;
    Some([row, start.minus(&before)?.to_expr()?])
}

impl Placer<'_, '_> {
    /// Whether the text of a reference need not change: an element through a pointer, or a pointer that
    /// is made from another one to the same row.
    pub(crate) fn follows(&self, reference: &DraftReference) -> bool {
        match &reference.pointed {
            Some(Pointed::Through(_)) => true,
            Some(Pointed::Sets { follows, .. }) => *follows,
            None => false,
        }
    }

    /// The accesses through the pointer that a reference sets, and through all that are made from it.
    pub(crate) fn accesses_through(&self, reference: usize) -> Vec<AccessId> {
        let references = &self.walker.references;
        let leads_here = |index: usize| {
            let mut at = match &references[index].pointed {
                Some(Pointed::Through(sets)) => Some(*sets),
                _ => None,
            };
            while let Some(sets) = at.filter(|sets| *sets != reference) {
                at = match &references[sets].pointed {
                    Some(Pointed::Sets { from, .. }) => *from,
                    _ => None,
                };
            }
            at.is_some()
        };
        let through = (0..references.len()).filter(|index| leads_here(*index));
        let mut accesses: Vec<AccessId> = through
            .filter_map(|index| self.of_reference.get(&index))
            .flatten()
            .copied()
            .collect();
        accesses.sort_unstable();
        accesses
    }

    /// The places of a pointer's initialiser.
    pub(crate) fn row_reference(&mut self, index: usize) -> Placed<Reference> {
        let start = self.walker.references[index].name.start;
        let unusable_params = self.unusable(start);
        let loops = self.walker.references[index].loops.clone();
        let loops = loops.iter().map(|around| self.loop_place(around)).collect();
        let draft = &self.walker.references[index];
        let array = self.walker.scene.symbols.variable(draft.array);
        let range = match &draft.pointed {
            Some(Pointed::Sets { whole, .. }) => self.trim(whole.clone()),
            _ => draft.name.clone(),
        };
        let whole = self.span(&array.name, range)?;
        if self.unit().holds_directive(whole) {
            return Err((Refusal::AcrossDirective, Some(start)));
        }
        let is_linear = array.ty.rank().0 == 1;
        let subscripts = draft.subscripts.iter().map(|s| match is_linear {
            true => Ok(self.linear_subscript(whole, s)),
            false => self.subscript(&array.name, s),
        });
        Ok(Reference {
            whole,
            name_span: self.span(&array.name, draft.name.clone())?,
            statement: StmtId(draft.statement as u32),
            accesses: self.accesses_through(index),
            subscripts: subscripts.collect::<Placed<_>>()?,
            block: draft.block,
            unusable_params,
            loops,
        })
    }

    /// An initialiser as a subscript.
    fn linear_subscript(&self, whole: Span, draft: &DraftSubscript) -> SubscriptPlace {
        SubscriptPlace {
            brackets: whole,
            expr_span: whole,
            expr: draft.spelled.clone(),
            split: draft.split.clone(),
            split_spans: self.split_spans(draft),
            is_operand: false,
        }
    }

    /// Where pointers to rows of an array say `restrict`: elements of which each had a cell of its own may share
    /// one.
    pub(crate) fn restricts(&self, array: VarId) -> Placed<Vec<Span>> {
        let symbols = self.walker.scene.symbols;
        let own = symbols.variables.iter().filter(|v| v.row_of == Some(array));
        let derived = own.filter_map(|v| Some((v, v.declarator?)));
        let derived = derived.flat_map(|(v, d)| d.node.derived.iter().map(move |d| (v, d)));
        let lists = derived.filter_map(|(v, d)| match &d.node {
            DerivedDeclarator::Pointer(list) => Some((v, list)),
            _ => None,
        });
        let all = lists.flat_map(|(v, list)| list.iter().map(move |q| (v, q)));
        let is_restrict = |q: &PointerQualifier| matches!(q, PointerQualifier::TypeQualifier(q) if q.node == TypeQualifier::Restrict);
        let places = all.filter(|(_, q)| is_restrict(&q.node));
        places
            .map(|(v, q)| self.span(&v.name, self.trim(v.base.range(q.span))))
            .collect()
    }
}
