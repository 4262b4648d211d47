//! The numbers that declarations and subscripts compute, as they are recorded for the proof that
//! none overflows.

use crate::values::evaluator::Evaluator;
use crate::walk::draft::DraftName;
use crate::walk::walker::Walker;
use lang_c::ast::Expression;
use lang_c::span::Node;

impl Walker<'_> {
    /// Records the steps of a declaration that only names a number.
    pub(crate) fn note_name(&mut self, value: &Node<Expression>) {
        self.note_computed(|eval| _ = eval.subscript(value, eval.here()));
    }

    /// Records the steps of the expressions that `read` reads, here.
    pub(crate) fn note_computed(&mut self, read: impl FnOnce(&mut Evaluator<'_>)) {
        let outer = self.eval.recorder.take();
        self.eval.recorded(read);
        let steps = self.eval.recorder.take();
        self.eval.recorder.put_back(outer);
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

/// Puts the names of products into the steps of references, as extents have them.
pub(crate) fn name_products(walker: &mut Walker<'_>) {
    let products = walker.eval.named_products();
    let references = walker.found.references.iter_mut();
    let steps = references.flat_map(|r| {
        let chosen = r.subscripts.iter_mut().flat_map(|s| &mut s.ways);
        r.computed
            .iter_mut()
            .chain(chosen.flat_map(|chosen| &mut chosen.steps))
    });
    for step in steps.filter(|step| step.value.degree() > 1) {
        let mut named = step.value.clone();
        for product in &products {
            named = named
                .with_name(&product.name, &product.meaning)
                .unwrap_or(named);
        }
        step.named = Some(named).filter(|named| *named != step.value);
    }
}
