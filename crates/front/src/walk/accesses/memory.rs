//! `memset`, `memcpy` and `memmove` of whole arrays and of rows, as accesses.
//!
//! A `memset` writes one value to many elements at once. Initialisers of zeros and `calloc` count
//! as a `memset`. The elements of one such write do not conflict with each other for it, since they
//! hold the same value.
//!
//! A `memcpy` is a loop over its elements: its statement has one more iterator for each dimension
//! that is copied. The constants of other initialisers are values from before the region.

use crate::values::formula::Formula;
use crate::values::params::names::COORDINATE;
use crate::values::shapes::heap_size::{Size, Target, product};
use crate::walk::draft::{Block, DraftAccess, DraftClear, Part};
use crate::walk::walker::Walker;
use c::facts::heap::Form;
use c::names::symbols::VarId;
use c::syntax::expressions::Chain;
use lang_c::ast::{CallExpression, Expression, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use scop::{AccessKind, Certainty, Subscript};

/// Consecutive elements: `a`, `a[i]`, `&a[i][j]`.
struct Run<'e> {
    array: VarId,
    chain: Chain<'e>,
    /// The number of subscripts that are the same for all elements.
    leading: usize,
    /// The last subscript is that of the first element.
    starts_inside: bool,
}

impl Run<'_> {
    /// Whether a call takes only the element `&a[i][j]`.
    fn is_element(&self, size: &Size) -> bool {
        self.starts_inside && size.count == Expr::constant(1)
    }
}

/// The elements of a run that a call takes.
enum Extent {
    /// All elements.
    Full,
    /// This number of elements, in the last dimension.
    First(Expr),
}

impl Walker<'_> {
    /// Reads a statement that is a call of `memset`, `memcpy` or `memmove`. Returns whether it did;
    /// otherwise nothing changes.
    pub(crate) fn memory_call(&mut self, expression: &Node<Expression>, span: Offsets) -> bool {
        let mut expression = expression;
        while let Expression::Cast(cast) = &expression.node {
            expression = &cast.node.expression;
        }
        let Expression::Call(call) = &expression.node else {
            return false;
        };
        let Expression::Identifier(name) = &call.node.callee.node else {
            return false;
        };
        if !self.source.file_facts.calls.is_library(&name.node.name) {
            return false;
        }
        let done = match name.node.name.as_str() {
            "memset" => self.set(&call.node, span),
            "memcpy" => self.copy(&call.node, span, false),
            "memmove" => self.copy(&call.node, span, true),
            _ => None,
        };
        done.is_some()
    }

    /// `memset(a, 0, sizeof a)`
    fn set(&mut self, call: &CallExpression, span: Offsets) -> Option<()> {
        let [target, value, bytes] = call.arguments.as_slice() else {
            return None;
        };
        let run = self.run(target)?;
        let size = self.counted_bytes(&[&run], bytes)?;
        if run.is_element(&size) {
            self.evaluate(span, false, |walker| {
                walker.read(value);
                walker.asked(bytes, false);
                walker.element(&run, AccessKind::Write);
            });
            return Some(());
        }
        let extent = self.extent(&run, &size.count)?;
        let is_whole = run.leading == 0 && !run.starts_inside && matches!(extent, Extent::Full);
        self.evaluate(span, false, |walker| {
            walker.read(value);
            walker.asked(bytes, is_whole);
            if is_whole {
                walker.found.cleared.push(DraftClear {
                    array: run.array,
                    argument: walker.source.base.range(bytes.span),
                    factors: size.factors,
                });
            }
            let subscripts = walker.place_run(&run, is_whole);
            walker.write_many(&run, subscripts, &extent, is_whole);
        });
        Some(())
    }

    /// A must-write of all elements of a run.
    fn write_many(
        &mut self,
        run: &Run<'_>,
        mut subscripts: Vec<Subscript>,
        extent: &Extent,
        is_whole: bool,
    ) {
        let rank = self.rank(run.array);
        let mut guards = self.inner_guards();
        let start = match run.starts_inside {
            true => subscripts.pop(),
            false => None,
        };
        let coordinate = Expr::var(&format!("{COORDINATE}{}", rank.saturating_sub(1)));
        if let Some(Subscript::Affine(start)) = &start {
            guards.push(Formula::at_most(start, &coordinate));
        }
        if let Extent::First(count) = extent {
            let end = match &start {
                Some(Subscript::Affine(start)) => start.clone() + count.clone(),
                _ => count.clone(),
            };
            guards.push(Formula::less(&coordinate, &end));
        }
        let known = subscripts.iter().all(|s| matches!(s, Subscript::Affine(_)));
        let happens = !self.here.uncertain && !self.here.doubt.exists();
        subscripts.resize(rank, Subscript::Any);
        self.here.accesses.push(DraftAccess {
            way: 0,
            array: run.array,
            kind: AccessKind::Write,
            part: Part::Whole,
            certainty: match known && happens {
                true => Certainty::Must,
                false => Certainty::May,
            },
            happens,
            many: true,
            subscripts,
            guards,
            reference: (!is_whole).then(|| self.found.references.len() - 1),
        });
    }

    fn rank(&self, array: VarId) -> usize {
        self.source.facts.type_of(array).rank().0
    }

    /// The elements that a pointer expression points to, if it is the function's own array.
    fn run<'e>(&mut self, target: &'e Node<Expression>) -> Option<Run<'e>> {
        let mut target = target;
        while let Expression::Cast(cast) = &target.node {
            target = &cast.node.expression;
        }
        let (operand, address) = match &target.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                (&*u.node.operand, true)
            }
            _ => (target, false),
        };
        let chain = Chain::of(operand);
        let (array, _) = self.own_array(chain.root)?;
        let is_named = matches!(chain.root.node, Expression::Identifier(_));
        let form = self.source.facts.heap(array).map(|h| h.form);
        let rank = self.rank(array);
        let steps = chain.steps.len();
        let misnamed = is_named && form == Some(Form::Object) && steps > 0;
        let is_pointer = is_named && form.is_some() && address && steps == 0;
        let starts_inside = address && steps == rank && rank > 0;
        let fits = steps < rank || starts_inside || (address && steps == rank);
        (fits && !misnamed && !is_pointer && self.found.sizes.contains_key(&array)).then_some(Run {
            array,
            chain,
            leading: if starts_inside { steps - 1 } else { steps },
            starts_inside,
        })
    }

    /// A number of bytes in elements of the runs.
    fn counted_bytes(&mut self, runs: &[&Run<'_>], bytes: &Node<Expression>) -> Option<Size> {
        let first = runs.first()?;
        let element = self.source.facts.type_of(first.array).rank().1.clone();
        let targets: Vec<Target> = runs.iter().map(|run| self.target(run.array)).collect();
        self.eval.bytes(&element, &targets, &[bytes])
    }

    fn target(&self, array: VarId) -> Target {
        let variable = self.source.symbols.variable(array);
        let dims = self.found.sizes.get(&array).cloned().unwrap_or_default();
        let (first_depth, skipped) = match self.source.facts.heap(variable.id).map(|h| h.form) {
            None => (0, 0),
            Some(Form::Object) => (1, 0),
            Some(Form::Flat | Form::Rows) => (1, 1),
        };
        Target {
            name: variable.at.start,
            dims: dims[skipped.min(dims.len())..].to_vec(),
            first_depth,
            skipped,
        }
    }

    /// The part of a run that this number of elements is; `None` if they may exceed it.
    fn extent(&mut self, run: &Run<'_>, count: &Expr) -> Option<Extent> {
        let dims = self.found.sizes.get(&run.array)?;
        let below = dims.get(run.leading..)?;
        if !run.starts_inside && product(below.iter())? == *count {
            return Some(Extent::Full);
        }
        let [last] = below else {
            return None;
        };
        let (last, count) = (last.without_products()?, count.without_products()?);
        let start = match run.starts_inside {
            true => {
                let subscript = run.chain.steps.last()?;
                let start = self.eval.value(subscript)?;
                self.eval.exactly(start)?
            }
            false => Expr::constant(0),
        };
        let end = start + count.clone();
        (self.eval.is_nonnegative(&(last - end)) && self.eval.is_nonnegative(&count))
            .then_some(Extent::First(count))
    }

    /// Notes the run's name and subscripts, and reads the subscripts.
    fn place_run(&mut self, run: &Run<'_>, is_whole: bool) -> Vec<Subscript> {
        let steps = run.chain.steps.len();
        run.chain.steps.iter().for_each(|s| self.read(s));
        let block = match is_whole {
            true => Block::Whole { asked: false },
            false => Block::Last {
                dims: self.rank(run.array) - run.leading,
                asked: false,
            },
        };
        let meanings = self.mention(run.array, &run.chain, steps, Some(block));
        meanings.unwrap_or_default()
    }

    /// Notes the arrays in the `sizeof`s of a number of bytes, for all elements or for some.
    fn asked(&mut self, bytes: &Node<Expression>, of_all: bool) {
        let mut operands = Operands(Vec::new());
        operands.visit_expression(&bytes.node, &bytes.span);
        for operand in operands.0 {
            let chain = Chain::of(operand);
            let is_named = matches!(chain.root.node, Expression::Identifier(_));
            match self.own_array(chain.root) {
                Some((array, _)) if is_named || self.is_object(array) => {
                    let steps = chain.steps.len();
                    let dims = self.rank(array).saturating_sub(steps);
                    let block = Block::Last { dims, asked: true };
                    let block = match steps {
                        0 => Block::Whole { asked: true },
                        _ => block,
                    };
                    self.mention(array, &chain, steps, Some(block));
                }
                _ if !of_all && self.asks_for_row(&chain) => {}
                _ => {
                    let range = self.source.base.range(operand.span);
                    let uses = self.array_uses_in(&range);
                    self.found.understood.extend(uses);
                }
            }
        }
    }

    /// Notes `*a` of a pointer to rows, which has to stay a pointer. Returns whether it did.
    fn asks_for_row(&mut self, chain: &Chain<'_>) -> bool {
        let Expression::UnaryOperator(unary) = &chain.root.node else {
            return false;
        };
        let own = self.own_array(&unary.node.operand);
        let Some((array, _)) = own.filter(|_| chain.steps.is_empty()) else {
            return false;
        };
        let dims = self.rank(array).saturating_sub(1);
        let block = Block::Last { dims, asked: true };
        self.mention(array, chain, 0, Some(block)).is_some()
    }

    /// `memcpy(a[i], b[j], sizeof a[i])`. Only one of the two has to be an array of the function.
    fn copy(&mut self, call: &CallExpression, span: Offsets, may_overlap: bool) -> Option<()> {
        let [target, source, bytes] = call.arguments.as_slice() else {
            return None;
        };
        let (to, from) = (self.run(target), self.run(source));
        let runs: Vec<&Run<'_>> = to.iter().chain(&from).collect();
        runs.first()?;
        if (to.is_none() && self.names_arrays(target))
            || (from.is_none() && self.names_arrays(source))
        {
            return None;
        }
        let size = self.counted_bytes(&runs, bytes)?;
        let is_element = runs.iter().all(|run| run.is_element(&size));
        let bounds = match is_element {
            true => Vec::new(),
            false => self.common_bounds(&runs, &size)?,
        };
        let iterators: Vec<String> = (0..bounds.len())
            .map(|k| format!("{ITERATOR}{k}'"))
            .collect();
        self.evaluate(span, false, |walker| {
            if from.is_none() {
                walker.read(source);
            }
            if to.is_none() {
                walker.read(target);
            }
            walker.asked(bytes, false);
            for (run, kind) in [(&from, AccessKind::Read), (&to, AccessKind::Write)] {
                match run {
                    Some(run) if is_element => walker.element(run, kind),
                    Some(run) => walker.copy_run(run, kind, &iterators),
                    None => {}
                }
            }
            walker.here.assignments = if may_overlap { 0 } else { 2 };
        });
        self.repeat(iterators, &bounds);
        Some(())
    }

    /// The single element `&a[i][j]`.
    fn element(&mut self, run: &Run<'_>, kind: AccessKind) {
        run.chain.steps.iter().for_each(|s| self.read(s));
        let steps = run.chain.steps.len();
        if let Some(subscripts) = self.mention(run.array, &run.chain, steps, None) {
            self.access(run.array, kind, subscripts, Part::Whole);
        }
    }

    /// The number of elements in each dimension, if it is the same for all.
    fn common_bounds(&mut self, runs: &[&Run<'_>], size: &Size) -> Option<Vec<Expr>> {
        let mut common = None;
        for run in runs {
            let extent = self.extent(run, &size.count)?;
            let bounds = self.bounds(run, &extent)?;
            if common.as_ref().is_some_and(|first| *first != bounds) {
                return None;
            }
            common = Some(bounds);
        }
        common
    }

    fn names_arrays(&self, expression: &Node<Expression>) -> bool {
        let range = self.source.base.range(expression.span);
        !self.array_uses_in(&range).is_empty()
    }

    /// The number of elements in each dimension that is copied.
    fn bounds(&self, run: &Run<'_>, extent: &Extent) -> Option<Vec<Expr>> {
        match extent {
            Extent::First(count) => Some(vec![count.clone()]),
            Extent::Full => {
                let dims = self.found.sizes.get(&run.array)?;
                dims.get(run.leading..)?
                    .iter()
                    .map(Expr::without_products)
                    .collect()
            }
        }
    }

    /// One element of a copy.
    fn copy_run(&mut self, run: &Run<'_>, kind: AccessKind, iterators: &[String]) {
        let mut subscripts = self.place_run(run, false);
        let start = match run.starts_inside {
            true => subscripts.pop(),
            false => None,
        };
        for (k, iterator) in iterators.iter().enumerate() {
            let here = Expr::var(iterator);
            subscripts.push(match &start {
                Some(Subscript::Affine(start)) if k == 0 => Subscript::Affine(start.clone() + here),
                Some(_) => Subscript::Any,
                None => Subscript::Affine(here),
            });
        }
        let known = subscripts.iter().all(|s| matches!(s, Subscript::Affine(_)));
        let happens = !self.here.uncertain && !self.here.doubt.exists();
        self.here.accesses.push(DraftAccess {
            way: 0,
            array: run.array,
            kind,
            part: Part::Whole,
            certainty: match known && happens {
                true => Certainty::Must,
                false => Certainty::May,
            },
            happens,
            many: false,
            subscripts,
            guards: self.inner_guards(),
            reference: Some(self.found.references.len() - 1),
        });
    }

    /// Repeats the last statement for each value of further iterators.
    fn repeat(&mut self, iterators: Vec<String>, bounds: &[Expr]) {
        let Some(statement) = self.found.statements.last_mut() else {
            return;
        };
        for (iterator, bound) in iterators.into_iter().zip(bounds) {
            let here = Expr::var(&iterator);
            statement.domain.push(Formula::NonNegative(here.clone()));
            statement.domain.push(Formula::less(&here, bound));
            statement.time.push(here);
            statement.iterators.push(iterator);
            statement.counters.push(None);
        }
    }
}

/// The names of iterators of copies. A prime is added, which no name in C has.
const ITERATOR: &str = "copied";

/// The operands of `sizeof`.
struct Operands<'e>(Vec<&'e Node<Expression>>);

impl<'e> Visit<'e> for Operands<'e> {
    fn visit_expression(&mut self, expression: &'e Expression, span: &'e Offsets) {
        if let Expression::SizeOfVal(of) = expression {
            self.0.push(&of.node.0);
        }
        visit::visit_expression(self, expression, span);
    }
}
