//! Statements behind a body that only jumps reach, and that end the program:
//!
//! ```c
//!     if (!m) goto oom;           if (!m) {
//!     return m;                       perror("m");
//! oom:                                exit(1);
//!     perror("m");                }
//!     exit(1);                    return m;
//! ```

use super::call_use::CallUse;
use super::exit::Exit;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::Origin;
use c::syntax::exits::always_leaves;
use lang_c::ast::{BlockItem, Label, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Span, Unit};

/// The end of a body behind a label.
#[derive(Debug)]
pub(super) struct Ending {
    /// The number of items before the label.
    pub(super) start: usize,
    /// The label.
    pub(super) at: Offsets,
    /// The statements behind it, in the file.
    text: Span,
    /// The jumps to it, each with the test that decides on it.
    jumps: Vec<(Offsets, Offsets)>,
}

impl Ending {
    /// The end of a body of these items, if all jumps of the function lead there.
    pub(super) fn of(
        contents: &Contents<'_>,
        function: &Function<'_>,
        items: &[Node<BlockItem>],
    ) -> Option<Self> {
        let is_label = |item: &Node<BlockItem>| label(item).is_some();
        let start = items.iter().position(is_label)?;
        let (name, first) = label(&items[start])?;
        let BlockItem::Statement(before) = &items.get(start.checked_sub(1)?)?.node else {
            return None;
        };
        let BlockItem::Statement(last) = &items.last()?.node else {
            return None;
        };
        let call = |statement| CallUse::of(statement).map(|call: CallUse<'_>| call.name);
        let mut rest = vec![&first.node];
        for item in &items[start + 1..] {
            match &item.node {
                BlockItem::Statement(statement) => rest.push(&statement.node),
                _ => return None,
            }
        }
        let range = |at: Offsets| function.base.range(at);
        let tail = range(first.span).start..range(last.span).end;
        let is_named = |v: &c::names::symbols::Variable<'_>| {
            !matches!(v.origin, Origin::Global(_)) && v.mentions.iter().any(|at| tail.contains(at))
        };
        let ends = rest.last().and_then(|last| call(last));
        let is_fit = always_leaves(&before.node)
            && ends.is_some_and(|name| contents.facts.calls.ends_program(name))
            && rest.iter().all(|statement| call(statement).is_some())
            && !function.symbols.variables.iter().any(is_named);
        is_fit.then_some(())?;
        let mut jumps = Jumps {
            label: name,
            test: None,
            found: Vec::new(),
            are_fit: true,
        };
        for item in &items[..start] {
            jumps.visit_block_item(&item.node, &item.span);
        }
        jumps.are_fit.then_some(Ending {
            start,
            at: items[start].span,
            text: contents.unit.span_of(tail).ok()?,
            jumps: jumps.found,
        })
    }

    /// Whether a jump leads to it.
    pub(super) fn is_reached_from(&self, jump: &Offsets) -> bool {
        self.jumps.iter().any(|(_, at)| at == jump)
    }

    /// The edits that put it in the places of the jumps.
    pub(super) fn edits(
        &self,
        unit: &Unit,
        function: &Function<'_>,
    ) -> Option<Vec<(Span, String)>> {
        let own = |at: &Offsets| unit.span_of(function.base.range(*at)).ok();
        let edit = |(test, jump): &(Offsets, Offsets)| {
            let exit = Exit {
                file: &unit.file,
                guard: own(test)?,
                jump: own(jump)?,
                set: None,
            };
            Some(exit.edit(self.text))
        };
        self.jumps.iter().map(edit).collect()
    }
}

/// The name of a label, and its statement.
fn label(item: &Node<BlockItem>) -> Option<(&str, &Node<Statement>)> {
    let BlockItem::Statement(statement) = &item.node else {
        return None;
    };
    match &statement.node {
        Statement::Labeled(labeled) => match &labeled.node.label.node {
            Label::Identifier(name) => Some((&name.node.name, &labeled.node.statement)),
            _ => None,
        },
        _ => None,
    }
}

/// Finds the jumps to a label.
struct Jumps<'l> {
    label: &'l str,
    /// The innermost test around the present place.
    test: Option<Offsets>,
    found: Vec<(Offsets, Offsets)>,
    /// Whether all jumps lead there, each from a test.
    are_fit: bool,
}

impl<'a> Visit<'a> for Jumps<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let outer = self.test;
        match statement {
            Statement::If(test) => self.test = test.node.else_statement.is_none().then_some(*span),
            Statement::Goto(name) => match self.test {
                Some(test) if name.node.name == self.label => self.found.push((test, *span)),
                _ => self.are_fit = false,
            },
            Statement::Labeled(labeled) => {
                self.are_fit &= !matches!(labeled.node.label.node, Label::Identifier(_));
            }
            _ => {}
        }
        visit::visit_statement(self, statement, span);
        self.test = outer;
    }
}
