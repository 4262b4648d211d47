//! Expressions of random kernels as C.

use super::{ITERATORS, Printer};
use crate::random::Sizes;
use crate::random::pointers::Row;
use crate::random::tree::{Access, Affine, Condition, Home, Index, Relation, SIZES, Target, Value};
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn target(&self, target: &Target) -> String {
        match target {
            Target::Array(access) => self.access(access),
            Target::Output(at) => format!("out[{}]", self.index(at)),
            Target::Scalar(k) => format!("s{k}"),
        }
    }

    fn access(&self, access: &Access) -> String {
        if let Some(text) = self.through_pointer(access) {
            return text;
        }
        let name = self.array(access.array);
        let array = &self.kernel.arrays[access.array];
        let subscripts = access.subscripts.iter().map(|s| self.index(s));
        if array.home != Home::Flat {
            let subscripts: String = subscripts.map(|s| format!("[{s}]")).collect();
            return name + &subscripts;
        }
        format!("{name}[{}]", self.flat(subscripts, &array.extents))
    }

    /// `(i) * (m) + j`
    pub(super) fn flat(
        &self,
        subscripts: impl Iterator<Item = String>,
        extents: &[Affine],
    ) -> String {
        let mut flat = String::new();
        for (s, extent) in subscripts.zip(extents) {
            flat = match flat.is_empty() {
                true => s,
                false => format!("({flat}) * ({}) + {s}", self.affine(extent)),
            };
        }
        flat
    }

    /// `p3[j]`, if a pointer to the row is in scope.
    fn through_pointer(&self, access: &Access) -> Option<String> {
        let row = Row::of(access)?;
        let pointer = self.pointers.iter().rev().find(|p| p.row == row)?;
        let last = self.index(access.subscripts.last()?);
        Some(match pointer.column {
            0 => format!("{}[{last}]", pointer.name),
            column => format!("{}[{last} - {column}]", pointer.name),
        })
    }

    pub(super) fn value(&self, value: &Value) -> String {
        match value {
            Value::Number(n) => format!("{n}u"),
            Value::Read(access) => self.access(access),
            Value::Input(at) => format!("in[{}]", self.index(at)),
            Value::Integer(at) => format!("(unsigned)({})", self.index(at)),
            Value::Scalar(k) => format!("s{k}"),
            Value::Binary(op, a, b) => {
                format!("({} {} {})", self.value(a), op.text(), self.value(b))
            }
            Value::Select(c, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                format!("({} ? {a} : {b})", self.condition(c))
            }
        }
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(a, relation, b) => {
                format!("{} {} {}", self.index(a), relation.text(), self.index(b))
            }
            Condition::And(a, b) => format!("({}) && ({})", self.condition(a), self.condition(b)),
            Condition::Or(a, b) => format!("({}) || ({})", self.condition(a), self.condition(b)),
            Condition::Not(a) => format!("!({})", self.condition(a)),
            Condition::Bit(value, bit) => format!("({} & {bit}u) != 0", self.value(value)),
        }
    }

    pub(super) fn index(&self, index: &Index) -> String {
        let choice = |a: &Affine, relation: Relation, b: &Affine| {
            let (a, b) = (self.affine(a), self.affine(b));
            format!("({a} {} {b} ? {a} : {b})", relation.text())
        };
        match index {
            Index::Affine(a) => self.affine(a),
            Index::Modulo(a, b) => format!("({}) % ({})", self.affine(a), self.affine(b)),
            Index::Quotient(a, k) => format!("({}) / {k}", self.affine(a)),
            Index::Least(a, b) => choice(a, Relation::Less, b),
            Index::Greatest(a, b) => choice(a, Relation::Greater, b),
        }
    }

    /// Positive terms first: `i - j + 1`.
    pub(super) fn affine(&self, affine: &Affine) -> String {
        let mut terms: Vec<(i64, Option<&str>)> = (0..)
            .zip(affine.terms)
            .filter(|(_, c)| *c != 0)
            .map(|(slot, c)| (c, Some(self.variable(slot))))
            .collect();
        terms.sort_by_key(|(c, _)| *c < 0);
        if affine.constant != 0 || terms.is_empty() {
            terms.push((affine.constant, None));
        }
        let mut text = String::new();
        for (k, (c, name)) in terms.iter().enumerate() {
            let sign = match (k, *c < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            let size = c.abs();
            match name {
                Some(name) if size == 1 => {
                    put!(text, "{sign}{name}");
                }
                Some(name) => {
                    put!(text, "{sign}{size} * {name}");
                }
                None => {
                    put!(text, "{sign}{size}");
                }
            }
        }
        text
    }

    fn variable(&self, slot: usize) -> &'static str {
        match (slot.checked_sub(SIZES), self.kernel.sizes) {
            (None, _) => ITERATORS[slot],
            (Some(size), Sizes::Macros) => ["N", "M"][size],
            (Some(size), Sizes::Variables) => ["n", "m"][size],
        }
    }
}
