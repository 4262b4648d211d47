//! Traversals of random kernels.

use super::tree::{Access, Affine, Block, Condition, Index, Statement, Target, Value};

/// A visitor that inspects, and may change, parts of a kernel.
pub(super) trait Visitor {
    fn value(&mut self, _value: &mut Value) {}
    fn access(&mut self, _access: &mut Access, _is_write: bool) {}
    fn index(&mut self, _index: &mut Index) {}
}

/// Visits a block, outer values before inner ones.
pub(super) fn block(block: &mut Block, v: &mut impl Visitor) {
    for statement in block {
        head(statement, v);
        for inner in statement.blocks_mut() {
            self::block(inner, v);
        }
    }
}

/// Visits a statement without the blocks in it.
pub(super) fn head(statement: &mut Statement, v: &mut impl Visitor) {
    match statement {
        Statement::Assign(target, _, value) => {
            match target {
                Target::Array(a) => access(a, true, v),
                Target::Output(at) => v.index(at),
                Target::Scalar(_) => {}
            }
            self::value(value, v);
        }
        Statement::Loop(l) => {
            v.index(&mut l.from);
            v.index(&mut l.to);
        }
        Statement::If(condition, _, _) => self::condition(condition, v),
        Statement::Bound(to) => {
            let mut index = Index::Affine(*to);
            v.index(&mut index);
            if let Index::Affine(new) = index {
                *to = new;
            }
        }
        Statement::Block(_) | Statement::Declare(_) | Statement::Exit(_) | Statement::Hook => {}
    }
}

fn access(access: &mut Access, is_write: bool, v: &mut impl Visitor) {
    v.access(access, is_write);
    access.subscripts.iter_mut().for_each(|s| v.index(s));
}

fn value(value: &mut Value, v: &mut impl Visitor) {
    v.value(value);
    match value {
        Value::Read(a) => access(a, false, v),
        Value::Input(at) | Value::Integer(at) => v.index(at),
        Value::Binary(_, a, b) => {
            self::value(a, v);
            self::value(b, v);
        }
        Value::Select(c, a, b) => {
            condition(c, v);
            self::value(a, v);
            self::value(b, v);
        }
        Value::Wrapped(_, inner) => self::value(inner, v),
        Value::Number(_) | Value::Scalar(_) => {}
    }
}

fn condition(condition: &mut Condition, v: &mut impl Visitor) {
    match condition {
        Condition::Compare(a, _, b) => {
            v.index(a);
            v.index(b);
        }
        Condition::And(a, b) | Condition::Or(a, b) => {
            self::condition(a, v);
            self::condition(b, v);
        }
        Condition::Not(a) => self::condition(a, v),
        Condition::Bit(inner, _) => value(inner, v),
    }
}

/// Replaces a variable by an expression, everywhere.
pub(super) struct Replace {
    pub(super) slot: usize,
    pub(super) by: Affine,
}

impl Visitor for Replace {
    fn index(&mut self, index: &mut Index) {
        for part in index.parts() {
            *part = part.replace(self.slot, self.by);
        }
    }
}
