//! Ways in which control leaves a statement before its end.

use lang_c::ast::{BlockItem, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};

/// Whether control never reaches the end of a statement.
pub fn always_leaves(statement: &Statement) -> bool {
    match statement {
        Statement::Return(_) | Statement::Break | Statement::Continue | Statement::Goto(_) => true,
        Statement::Compound(items) => match items.last().map(|item| &item.node) {
            Some(BlockItem::Statement(last)) => always_leaves(&last.node),
            _ => false,
        },
        _ => false,
    }
}

/// Ways in which control leaves a statement before its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leaves {
    /// A `break` of a loop around it.
    pub breaks: bool,
    /// A `continue` of a loop around it.
    pub continues: bool,
    /// A `goto`.
    pub jumps: bool,
    /// A `return`.
    pub returns: bool,
}

impl Leaves {
    /// Whether control goes on somewhere else in the function.
    pub fn any(self) -> bool {
        self.breaks || self.continues || self.jumps
    }

    /// The union of both.
    pub fn or(self, other: Leaves) -> Leaves {
        Leaves {
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            jumps: self.jumps || other.jumps,
            returns: self.returns || other.returns,
        }
    }
}

/// Ways in which control leaves a loop's body, or a statement in it.
pub fn leaves(body: &Node<Statement>) -> Leaves {
    let mut finder = LeavesFinder {
        loops: 0,
        switches: 0,
        found: Leaves::default(),
    };
    finder.visit_statement(&body.node, &body.span);
    finder.found
}

/// The same for an item of a block.
pub fn item_leaves(item: &Node<BlockItem>) -> Leaves {
    match &item.node {
        BlockItem::Statement(statement) => leaves(statement),
        _ => Leaves::default(),
    }
}

struct LeavesFinder {
    loops: u32,
    switches: u32,
    found: Leaves,
}

impl<'a> Visit<'a> for LeavesFinder {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let own_loop = self.loops == 0;
        match statement {
            Statement::Break => self.found.breaks |= own_loop && self.switches == 0,
            Statement::Continue => self.found.continues |= own_loop,
            Statement::Goto(_) => self.found.jumps = true,
            Statement::Return(_) => self.found.returns = true,
            Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => {
                self.loops += 1;
                visit::visit_statement(self, statement, span);
                self.loops -= 1;
            }
            Statement::Switch(_) => {
                self.switches += 1;
                visit::visit_statement(self, statement, span);
                self.switches -= 1;
            }
            _ => visit::visit_statement(self, statement, span),
        }
    }
}
