//! `switch`. Its labels must be those of statements directly in its block.

use crate::lowerer::Lowerer;
use crate::types::Ty;
use crate::types::arithmetic::{promoted, wrapped};
use crate::{Arm, Statement as Lowered, StatementKind};
use lang_c::ast::{BlockItem, Expression, Label, Statement, SwitchStatement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::Span;

/// `case 1 ... 1000:` has at most this many labels.
const MOST_LABELS: i128 = 4096;

impl Lowerer<'_> {
    pub(super) fn switch(&mut self, node: &SwitchStatement, at: Span) {
        let value = self.value(&node.expression);
        let ty = promoted(&value.ty);
        let value = value.converted(&ty);
        if let Some(what) = value.unsupported() {
            return self.emit_unsupported(what, at);
        }
        let (Ty::Integer(_), Statement::Compound(items)) = (&ty, &node.statement.node) else {
            return self.emit_unsupported("a `switch` without a block", at);
        };
        if items.iter().any(has_inner_label) {
            return self.emit_unsupported("a `case` inside another statement", at);
        }
        let mut arms = Some(Vec::new());
        let unreached = self.breakable(|s| {
            s.scoped(|s| {
                for item in items {
                    s.switch_item(item, &ty, &mut arms);
                }
                s.pragmas_at_end(&node.statement);
                s.close_arm(&mut arms);
            })
        });
        let Some(mut arms) = arms else {
            return self.emit_unsupported("a `case` whose value is not understood", at);
        };
        let mut before: Vec<Lowered> = unreached;
        before.retain(is_declaration);
        for arm in &mut arms {
            let (declared, rest) = std::mem::take(&mut arm.body)
                .into_iter()
                .partition(is_declaration);
            before.extend::<Vec<Lowered>>(declared);
            arm.body = rest;
        }
        let value = value.value;
        let switch = StatementKind::Switch { value, arms };
        match before.is_empty() {
            true => self.emit(switch, at),
            false => {
                before.push(Lowered { kind: switch, at });
                self.emit(StatementKind::Block(before), at);
            }
        }
        self.leave_again(at);
    }

    /// Adds an item of the block to the arm at hand.
    fn switch_item(&mut self, item: &Node<BlockItem>, ty: &Ty, arms: &mut Option<Vec<Arm>>) {
        let BlockItem::Statement(statement) = &item.node else {
            return self.item(item);
        };
        let mut statement = statement;
        let mut next = Arm {
            labels: Vec::new(),
            is_default: false,
            body: Vec::new(),
        };
        let mut is_labelled = false;
        while let Statement::Labeled(labeled) = &statement.node {
            let label = &labeled.node.label.node;
            is_labelled |= !matches!(label, Label::Identifier(_));
            if self.add_label(label, ty, &mut next).is_none() {
                *arms = None;
            }
            self.directives_before(self.base.range(statement.span).start);
            statement = &labeled.node.statement;
        }
        if is_labelled {
            self.close_arm(arms);
            if let Some(arms) = arms {
                arms.push(next);
            }
        }
        self.statement(statement);
    }

    /// Ends the arm at hand: the statements so far are its body. Those before the first arm stay.
    fn close_arm(&mut self, arms: &mut Option<Vec<Arm>>) {
        if let Some(last) = arms.as_mut().and_then(|arms| arms.last_mut()) {
            last.body.append(&mut self.out);
        }
    }

    fn add_label(&mut self, label: &Label, ty: &Ty, arm: &mut Arm) -> Option<()> {
        match label {
            Label::Identifier(_) => {}
            Label::Default => arm.is_default = true,
            Label::Case(e) => arm.labels.push(self.label_value(e, ty)?),
            Label::CaseRange(range) => {
                let low = self.label_value(&range.node.low, ty)?;
                let high = self.label_value(&range.node.high, ty)?;
                (high - low < MOST_LABELS).then_some(())?;
                arm.labels.extend(low..=high);
            }
        }
        Some(())
    }

    fn label_value(&mut self, e: &Node<Expression>, ty: &Ty) -> Option<i128> {
        let value = self.unevaluated(|s| s.value(e));
        let value = self.constant(&value.value)?;
        match ty {
            Ty::Integer(ty) => Some(wrapped(value, *ty)),
            _ => None,
        }
    }
}

fn is_declaration(statement: &Lowered) -> bool {
    matches!(statement.kind, StatementKind::Declare(_))
}

/// Whether a statement of the block contains a label of its `switch`, except at its start.
fn has_inner_label(item: &Node<BlockItem>) -> bool {
    let BlockItem::Statement(statement) = &item.node else {
        return false;
    };
    let mut statement = statement;
    while let Statement::Labeled(labeled) = &statement.node {
        statement = &labeled.node.statement;
    }
    let mut finder = Labels { found: false };
    finder.visit_statement(&statement.node, &statement.span);
    finder.found
}

/// Finds `case` and `default` outside of inner `switch` statements.
struct Labels {
    found: bool,
}

impl<'a> Visit<'a> for Labels {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Switch(_) => return,
            Statement::Labeled(labeled) => {
                self.found |= !matches!(labeled.node.label.node, Label::Identifier(_));
            }
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }
}
