//! Declarations as statements: the elements that initialisers write, and initialisers of constants.

use crate::walk::draft::{DraftAccess, Part};
use crate::walk::walker::Walker;
use c::facts::function::FunctionFacts;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::initializers::{is_constant, is_zero};
use lang_c::ast::{Declaration, InitDeclarator, Initializer};
use lang_c::span::Span as Offsets;
use scop::{AccessKind, Certainty, Subscript};

impl<'s> Walker<'s> {
    pub(crate) fn declaration(&mut self, declaration: &'s Declaration) {
        for item in &declaration.declarators {
            if let Some(initializer) = &item.node.initializer {
                self.declarator(&item.node, &initializer.node, item.span);
            }
            self.eval.declared(&item.node);
        }
    }

    fn declarator(
        &mut self,
        item: &'s InitDeclarator,
        initializer: &'s Initializer,
        span: Offsets,
    ) {
        let declared = self
            .eval
            .declared_object(item)
            .map(|id| (id, self.source.symbols.variable(id)));
        match declared {
            Some((_, variable)) if variable.storage == Storage::Static => {}
            Some((id, variable)) if self.source.facts.heap(variable.id).is_some() => {
                let heap = self.source.facts.heap(variable.id);
                if heap.is_some_and(|h| h.initialises && h.allocation.zeroed) {
                    self.initialised(id, None, span);
                }
            }
            // Constants are values from before the region: see `Extractor::is_carried`.
            Some((_, variable)) if has_constants(self.source.facts, variable) => {}
            Some((id, _)) if self.is_set_in_vain(id) => {}
            Some((id, variable)) if self.source.facts.is_tracked(variable.id) => {
                self.initialised(id, Some(initializer), span)
            }
            Some((id, variable)) if self.source.facts.row_of(variable.id).is_some() => {
                self.row_pointer(id, initializer, span)
            }
            _ if self.sets_deferred(item, span) => {}
            Some((id, _)) if self.only_names(id, initializer) => {
                if let Initializer::Expression(value) = initializer {
                    self.note_name(value);
                    self.found.named.insert(id);
                }
            }
            _ => {
                if let Initializer::Expression(expression) = initializer {
                    self.eval.begin(expression);
                }
                self.evaluate(span, false, |w| w.read_initializer(initializer));
            }
        }
    }

    /// Whether an array of the original has an initial value only in this text, at the start of its
    /// life: no read that finds the original's value finds that one.
    pub(crate) fn is_set_in_vain(&self, id: VarId) -> bool {
        let variable = self.source.symbols.variable(id);
        let original = self.source.original;
        let array = original.and_then(|o| o.array(self.source.symbols, id));
        let is_constant = variable.initializer.is_some_and(|i| is_constant(&i.node));
        variable.storage == Storage::Automatic
            && variable.origin == Origin::Local
            && is_constant
            && self.source.facts.heap(id).is_none()
            && array.is_some_and(|array| !array.is_set)
    }

    /// `double a[N] = {0};` and `calloc` write every element.
    pub(crate) fn initialised(
        &mut self,
        array: VarId,
        initializer: Option<&'s Initializer>,
        span: Offsets,
    ) {
        let rank = self.source.facts.type_of(array).rank().0;
        self.found.zeroed.insert(array);
        self.evaluate(span, false, |walker| {
            if let Some(initializer) = initializer {
                walker.read_initializer(initializer);
            }
            walker.here.accesses.push(DraftAccess {
                array,
                kind: AccessKind::Write,
                part: Part::Whole,
                certainty: match walker.here.doubt.exists() {
                    true => Certainty::May,
                    false => Certainty::Must,
                },
                happens: !walker.here.doubt.exists(),
                many: true,
                subscripts: vec![Subscript::Any; rank],
                guards: Vec::new(),
                reference: None,
                way: 0,
            });
        });
    }
}

/// Whether an array is initialised with constants that are not all zero.
pub(crate) fn has_constants(facts: &FunctionFacts<'_>, variable: &Variable<'_>) -> bool {
    let is_array =
        matches!(facts.type_of(variable.id), Type::Array(_)) && facts.heap(variable.id).is_none();
    let initializer = variable.initializer.map(|i| &i.node);
    is_array && initializer.is_some_and(|i| !is_zero(i) && is_constant(i))
}
