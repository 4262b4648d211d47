//! `goto`, to labels of the blocks around it. A jump sets a flag; what it skips stands under the
//! flag. A jump back repeats the rest of the block.
//!
//! ```text
//! if (c) goto out; S; out: T     f = 0; if (c) f = 1; if (!f) { S } T
//! again: S; if (c) goto again;   do { f = 0; S; if (c) f = 1; } while (f);
//! ```
//!
//! A jump out of loops leaves each of them by `break`, under the flag.

use crate::lowerer::Lowerer;
use crate::lowerer::jumps::Jump;
use crate::lowerer::values::{Lvalue, Typed};
use crate::types::Ty;
use crate::{Loop, Statement as Lowered, StatementKind, UnaryOp, ValueKind};
use lang_c::ast::{BlockItem, Label, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::Span;

/// The items of a block that are still to be added.
struct Rest<'e> {
    items: &'e [Node<BlockItem>],
    next: usize,
    /// The jumps under whose flags the items at hand stand, outermost first.
    guards: Vec<usize>,
}

impl Lowerer<'_> {
    /// Adds the items of a block, in the scope at hand.
    pub(crate) fn items(&mut self, items: &[Node<BlockItem>]) {
        let outer = self.jumps.all.len();
        let before = std::mem::take(&mut self.jumps.pending);
        let has_jumps = self.current.as_ref().is_some_and(|c| c.symbols.has_gotos());
        if has_jumps {
            self.enter_labels(items);
        }
        let mut rest = Rest {
            items,
            next: 0,
            guards: Vec::new(),
        };
        self.run(&mut rest);
        self.jumps.pending.retain(|jump| *jump < outer);
        self.jumps.pending.extend(before);
        self.jumps.all.truncate(outer);
    }

    /// Declares the labels of a block that statements before them jump to.
    fn enter_labels(&mut self, items: &[Node<BlockItem>]) {
        for (position, item) in items.iter().enumerate() {
            for name in labels(item) {
                if items[..position].iter().any(|i| jumps_to(i, name)) {
                    let start = (items.as_ptr() as usize, position);
                    self.enter_jump(name, start);
                }
            }
        }
    }

    fn enter_jump(&mut self, name: &str, label: (usize, usize)) {
        let at = self.here;
        let flag = self.temporary(&Ty::INT, at);
        self.store(&flag, Typed::int(0, at), at);
        self.jumps.all.push(Jump {
            name: name.to_string(),
            flag,
            breaks: self.jumps.breaks,
            label,
            is_passed: false,
        });
    }

    /// Adds the items up to a label that ends one of the guards.
    fn run(&mut self, rest: &mut Rest<'_>) {
        loop {
            if let Some(jump) = self.unguarded(rest) {
                if !self.guard(jump, rest) {
                    return;
                }
                continue;
            }
            let Some(item) = rest.items.get(rest.next) else {
                return;
            };
            if self.jumps.all.iter().enumerate().any(|(index, jump)| {
                rest.guards.contains(&index) && labels(item).any(|name| name == jump.name)
            }) {
                return;
            }
            self.pass_labels(rest);
            match self.repeated(rest) {
                Some(name) => {
                    self.repeat(&name, rest);
                    return;
                }
                None => {
                    rest.next += 1;
                    self.item(item);
                }
            }
        }
    }

    /// A jump that was made in the items so far and skips those that follow.
    fn unguarded(&self, rest: &Rest<'_>) -> Option<usize> {
        let mut pending = self.jumps.pending.iter().copied();
        pending.find(|jump| {
            let is_here = self.jumps.all[*jump].breaks == self.jumps.breaks;
            is_here && rest.next < rest.items.len()
        })
    }

    /// Adds the items that a jump skips, under its flag. Returns whether items of this list follow.
    fn guard(&mut self, jump: usize, rest: &mut Rest<'_>) -> bool {
        let before = std::mem::take(&mut self.jumps.pending);
        rest.guards.push(jump);
        let ((), skipped) = self.apart(|s| s.run(rest));
        rest.guards.pop();
        self.jumps.pending.extend(before);
        self.emit_guarded(jump, skipped);
        let Some(item) = rest.items.get(rest.next) else {
            return false;
        };
        let ends = labels(item).any(|name| name == self.jumps.all[jump].name);
        if ends {
            self.jumps.pending.remove(&jump);
        }
        ends
    }

    /// Statements under the condition that a jump was not made. Declarations stay outside: their
    /// objects live behind the label too.
    fn emit_guarded(&mut self, jump: usize, skipped: Vec<Lowered>) {
        let is_declaration = |s: &Lowered| match s.kind {
            StatementKind::Declare(id) => {
                let ty = self.details[id.0 as usize].ty.ty.clone();
                self.constant_size(&ty).is_some()
            }
            _ => false,
        };
        let (declared, then): (Vec<Lowered>, Vec<Lowered>) =
            skipped.into_iter().partition(is_declaration);
        self.out.extend(declared);
        if then.is_empty() {
            return;
        }
        let flag = self.jumps.all[jump].flag.load();
        let at = flag.value.at;
        let kind = ValueKind::Unary(UnaryOp::Not, Box::new(flag.value));
        let condition = Typed::new(kind, &Ty::INT, at);
        self.branch(condition, then, Vec::new(), at);
    }

    /// Notes that the labels of the next item are reached.
    fn pass_labels(&mut self, rest: &Rest<'_>) {
        let block = rest.items.as_ptr() as usize;
        let position = rest.next;
        for index in 0..self.jumps.all.len() {
            if self.jumps.all[index].label == (block, position) {
                self.jumps.all[index].is_passed = true;
                self.jumps.pending.remove(&index);
            }
        }
    }

    /// The label of the next item that the rest of the block jumps back to, if all of the rest can
    /// be repeated.
    fn repeated(&self, rest: &Rest<'_>) -> Option<String> {
        let has_jumps = self.current.as_ref().is_some_and(|c| c.symbols.has_gotos());
        let behind = rest.items.get(rest.next..).unwrap_or_default();
        let first = behind
            .first()
            .filter(|_| has_jumps && rest.guards.is_empty())?;
        let name = labels(first).find(|name| behind.iter().any(|i| jumps_to(i, name)))?;
        (!behind.iter().any(leaves)).then(|| name.to_string())
    }

    /// The rest of a block in a loop that ends when no jump back was made.
    fn repeat(&mut self, name: &str, rest: &mut Rest<'_>) {
        let at = self.here;
        let flag = self.temporary(&Ty::INT, at);
        let block = rest.items.as_ptr() as usize;
        self.jumps.breaks += 1;
        let breaks = self.jumps.breaks;
        let own = self.jumps.all.len();
        for jump in &mut self.jumps.all {
            if jump.label.0 == block && jump.label.1 > rest.next {
                jump.breaks = breaks;
            }
        }
        self.jumps.all.push(Jump {
            name: name.to_string(),
            flag: flag.clone(),
            breaks,
            label: (block, usize::MAX),
            is_passed: false,
        });
        let body = self.repeated_rest(rest, &flag, at);
        self.jumps.breaks -= 1;
        self.jumps.pending.remove(&own);
        let kept = Loop {
            condition: Some(flag.load().value),
            body_first: true,
            body,
            step: Vec::new(),
            pragmas: Vec::new(),
        };
        self.emit(StatementKind::Loop(kept), at);
        self.leave_again(at);
    }

    fn repeated_rest(&mut self, rest: &mut Rest<'_>, flag: &Lvalue, at: Span) -> Vec<Lowered> {
        let ((), body) = self.apart(|s| {
            s.store(flag, Typed::int(0, at), at);
            if let Some(item) = rest.items.get(rest.next) {
                rest.next += 1;
                s.item(item);
            }
            s.run(rest);
        });
        body
    }

    /// `goto name;`
    pub(super) fn jump(&mut self, name: &str, at: Span) {
        let mut all = self.jumps.all.iter().enumerate().rev();
        let found = all.find(|(_, jump)| jump.name == name && !jump.is_passed);
        let Some((index, jump)) = found else {
            return self.emit_unsupported("`goto`", at);
        };
        let leaves = jump.breaks < self.jumps.breaks;
        let flag = jump.flag.clone();
        self.jumps.pending.insert(index);
        self.store(&flag, Typed::int(1, at), at);
        if leaves {
            self.emit(StatementKind::Break, at);
        }
    }

    /// The body of a loop or `switch`.
    pub(super) fn breakable<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.jumps.breaks += 1;
        let result = inside(self);
        self.jumps.breaks -= 1;
        result
    }

    /// After a loop or `switch`: leaves the loop around it if a jump does.
    pub(super) fn leave_again(&mut self, at: Span) {
        let pending: Vec<usize> = self.jumps.pending.iter().copied().collect();
        for index in pending {
            let jump = &self.jumps.all[index];
            if jump.breaks < self.jumps.breaks {
                let flag = jump.flag.load();
                let leave = Lowered {
                    kind: StatementKind::Break,
                    at,
                };
                self.branch(flag, vec![leave], Vec::new(), at);
            }
        }
    }
}

/// The labels of an item.
fn labels(item: &Node<BlockItem>) -> impl Iterator<Item = &str> {
    let mut statement = match &item.node {
        BlockItem::Statement(statement) => Some(&statement.node),
        _ => None,
    };
    std::iter::from_fn(move || {
        let Some(Statement::Labeled(labeled)) = statement else {
            return None;
        };
        statement = Some(&labeled.node.statement.node);
        Some(&labeled.node.label.node)
    })
    .filter_map(|label| match label {
        Label::Identifier(name) => Some(name.node.name.as_str()),
        _ => None,
    })
}

/// Whether an item jumps to a label.
fn jumps_to(item: &Node<BlockItem>, name: &str) -> bool {
    let mut finder = Finder {
        name: Some(name),
        ..Finder::default()
    };
    finder.visit_block_item(&item.node, &item.span);
    finder.found
}

/// Whether an item leaves or continues a loop around it.
fn leaves(item: &Node<BlockItem>) -> bool {
    let mut finder = Finder::default();
    finder.visit_block_item(&item.node, &item.span);
    finder.found
}

/// Finds jumps to a label; without one, `break` and `continue` that mean a statement around.
#[derive(Default)]
struct Finder<'n> {
    name: Option<&'n str>,
    /// The number of loops around the place.
    loops: usize,
    /// The number of loops and `switch` statements around the place.
    breaks: usize,
    found: bool,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let any = self.name.is_none();
        self.found |= match statement {
            Statement::Goto(label) => self.name == Some(label.node.name.as_str()),
            Statement::Break => any && self.breaks == 0,
            Statement::Continue => any && self.loops == 0,
            _ => false,
        };
        let is_loop = super::is_loop(statement);
        let is_switch = matches!(statement, Statement::Switch(_));
        self.loops += usize::from(is_loop);
        self.breaks += usize::from(is_loop || is_switch);
        visit::visit_statement(self, statement, span);
        self.loops -= usize::from(is_loop);
        self.breaks -= usize::from(is_loop || is_switch);
    }
}
