//! Where control may leave the analysed code. Before that, every instance of a domain is executed.
//!
//! Assumes: `return` and `exit` end the region early. The executed part is then a prefix in the
//! order of time, so a write that would have ended a value is still before every read after it.

use super::Extractor;
use crate::walk::walker::Walker;
use c::names::symbols::Variable;
use c::syntax::checks;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use std::ops::Range;

impl Extractor<'_> {
    /// Whether execution reaches the declaration whenever it reaches the region, before other code.
    pub(super) fn is_certain(&self, variable: &Variable<'_>) -> bool {
        let at = variable.at.start;
        if at < self.text.range.start {
            return variable.scope.contains(&self.text.range.start);
        }
        let checks = self.checks_before_arrays();
        let range = |item: &Node<BlockItem>| self.function.base.range(item.span);
        let is_code = |item: &&Node<BlockItem>| {
            !matches!(item.node, BlockItem::Declaration(_)) && !checks.contains(&range(item))
        };
        let first = self.text.items.iter().find(is_code);
        let code = first.map_or(self.text.range.end, |item| range(item).start);
        at < code.min(self.first_exit(std::iter::empty(), &checks))
    }

    /// The checks before the first array. An execution that one of them ends has no arrays, so
    /// nothing that is said of the others concerns it.
    fn checks_before_arrays(&self) -> Vec<Range<usize>> {
        let arrays_from = self.arrays_from();
        let ends = |name: &str| self.file_facts.calls.ends_program(name);
        let is_check = |statement: &Node<Statement>| {
            !checks::alone(&statement.node, &ends).is_empty()
                || checks::before_exit(&statement.node, &ends).is_some()
        };
        let statements = self.text.items.iter().filter_map(checks::statement_of);
        let found = statements.filter(|s| is_check(s));
        let found = found.map(|s| self.function.base.range(s.span));
        let found = found.filter(|range| !self.symbols().is_jumped(range));
        found.filter(|range| range.end <= arrays_from).collect()
    }

    /// The offset up to which every instance of a domain is executed.
    pub(super) fn certain_until(&self, walker: &Walker<'_>) -> usize {
        let unanalysed = walker.found.unanalysed.iter().map(|(r, _)| r.start);
        let open = walker.found.open_loops.iter().map(|r| r.start);
        self.first_exit(unanalysed.chain(open), &walker.found.guarded_exits)
    }

    /// The start of the first code, or of the loop around it, from which control may leave the
    /// region.
    fn first_exit(&self, more: impl Iterator<Item = usize>, guarded: &[Range<usize>]) -> usize {
        let region = &self.text.range;
        let symbols = self.symbols();
        let calls = symbols
            .calls
            .iter()
            .filter(|c| !self.file_facts.calls.is_harmless(c))
            .map(|c| c.at);
        let jumps = symbols.skips.iter().map(|r| r.start);
        let ends = symbols.exits.iter().copied();
        let ends = ends.chain(calls).chain(jumps).chain(more);
        let allowed = || guarded.iter().chain(self.function_facts().allocating());
        let open = ends.filter(|at| region.contains(at) && !allowed().any(|g| g.contains(at)));
        open.map(|at| symbols.before_loops(at, region))
            .min()
            .unwrap_or(region.end)
    }
}
