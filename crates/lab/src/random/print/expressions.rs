//! Expressions of random kernels as C.

use super::{ITERATORS, Printer};
use crate::random::features::gnu::WRAPS;
use crate::random::manner::{Base, Form, Sizes};
use crate::random::pointers::Row;
use crate::random::tree::{
    Access, Affine, BOUND, Condition, Index, Relation, SIZES, Target, Value,
};
use std::fmt::Write;

/// The largest number with a named constant, in kernels with such constants.
pub(super) const NAMED: usize = 9;

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
        if !array.home.is_flat() {
            let mut subscripts: Vec<String> = subscripts.collect();
            match self.lanes(access.array) {
                Some(Form::Leading) => subscripts.insert(0, "lane".to_string()),
                Some(Form::Offset) => {
                    let extent = self.affine(&array.extents[0]);
                    subscripts[0] = format!("lane * ({extent}) + {}", subscripts[0]);
                }
                None => {}
            }
            let subscripts = subscripts.iter().map(|s| format!("[{s}]"));
            return subscripts.fold(name, |text, s| text + &s);
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
            let extent = self.affine(extent);
            flat = match flat.is_empty() {
                true => self.wide(&s),
                false if self.kernel.manner.has_casts => {
                    format!("{flat} * {} + {}", self.wide(&extent), self.wide(&s))
                }
                false => format!("({flat}) * ({extent}) + {s}"),
            };
        }
        flat
    }

    /// As an `unsigned long`, where conversions are explicit.
    pub(super) fn wide(&self, text: &str) -> String {
        match self.kernel.manner.has_casts {
            true => format!("(unsigned long)({text})"),
            false => text.to_string(),
        }
    }

    /// The end of a loop in the type of its iterator, where conversions are explicit.
    pub(super) fn cast(&self, end: &str) -> String {
        let counter = self.kernel.manner.counter;
        let unsigned = counter.filter(|c| c.kind.name.starts_with("unsigned"));
        match unsigned.filter(|_| self.kernel.manner.has_casts) {
            Some(counter) => format!("({})({end})", counter.kind.name),
            None => end.to_string(),
        }
    }

    /// `p3[j]`, if a pointer to the row is in scope.
    fn through_pointer(&self, access: &Access) -> Option<String> {
        let row = Row::of(access)?;
        let pointer = self.pointers.iter().rev().find(|p| p.row == row)?;
        let last = access.subscripts.last()?;
        Some(match pointer.column {
            0 => format!("{}[{}]", pointer.name, self.index(last)),
            column => format!("{}[{} - {column}]", pointer.name, self.signed_index(last)),
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
            Value::Wrapped(way, inner) => WRAPS[*way].replace('%', &self.value(inner)),
            Value::Select(c, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                format!("({} ? {a} : {b})", self.condition(c))
            }
        }
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(a, relation, b) => {
                let (a, b) = (self.signed_index(a), self.signed_index(b));
                format!("{a} {} {b}", relation.text())
            }
            Condition::And(a, b) => format!("({}) && ({})", self.condition(a), self.condition(b)),
            Condition::Or(a, b) => format!("({}) || ({})", self.condition(a), self.condition(b)),
            Condition::Not(a) => format!("!({})", self.condition(a)),
            Condition::Bit(value, bit) => format!("({} & {bit}u) != 0", self.value(value)),
        }
    }

    pub(super) fn index(&self, index: &Index) -> String {
        let choice = |a: &Affine, relation: Relation, b: &Affine| {
            let (a, b) = (self.signed(a), self.signed(b));
            format!("({a} {} {b} ? {a} : {b})", relation.text())
        };
        match index {
            Index::Affine(a) => self.affine(a),
            Index::Modulo(a, b) => format!("({}) % ({})", self.signed(a), self.signed(b)),
            Index::Quotient(a, k) => format!("({}) / {k}", self.signed(a)),
            Index::Least(a, b) => choice(a, Relation::Less, b),
            Index::Greatest(a, b) => choice(a, Relation::Greater, b),
        }
    }

    fn signed_index(&self, index: &Index) -> String {
        match index {
            Index::Affine(a) => self.signed(a),
            _ => self.index(index),
        }
    }

    /// Signed, also where iterators are unsigned.
    pub(super) fn signed(&self, affine: &Affine) -> String {
        let cast = self.kernel.manner.counter.map_or("", |c| c.kind.cast);
        let has_iterators = affine.terms[..SIZES].iter().any(|c| *c != 0);
        match cast.is_empty() || !has_iterators {
            true => self.affine(affine),
            false => format!("{cast}({})", self.affine(affine)),
        }
    }

    /// The value of an iterator.
    pub(super) fn started(&self, index: &Index) -> String {
        let Some(base) = self.base() else {
            return self.index(index);
        };
        match index {
            Index::Affine(a) if is_beside_iterator(a) => self.sum(a, &|slot| self.raw(slot)),
            _ => match self.index(index) {
                text if text == "0" => base,
                text => match text.strip_prefix('-') {
                    Some(negative) => format!("{base} - {negative}"),
                    None => format!("{base} + {text}"),
                },
            },
        }
    }

    /// The first value of iterators, unless it is zero.
    fn base(&self) -> Option<String> {
        let counter = self.kernel.manner.counter?;
        Some(match counter.base {
            _ if counter.kind.base == ZERO => return None,
            Base::Literal => counter.kind.base.to_string(),
            Base::Macro => format!("{}_B", self.kernel.name),
            Base::Parameter => "b".to_string(),
        })
    }

    /// The type of iterators.
    pub(super) fn iterator_type(&self) -> &'static str {
        self.kernel.manner.counter.map_or("int", |c| c.kind.name)
    }

    pub(super) fn affine(&self, affine: &Affine) -> String {
        self.sum(affine, &|slot| self.variable(slot))
    }

    /// Writes positive terms first: `i - j + 1`.
    fn sum(&self, affine: &Affine, name: &dyn Fn(usize) -> String) -> String {
        let mut terms: Vec<(i64, Option<String>)> = (0..)
            .zip(affine.terms)
            .filter(|(_, c)| *c != 0)
            .map(|(slot, c)| (c, Some(name(slot))))
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
                Some(name) if size == 1 && sign.trim() != "-" => {
                    let name = name.strip_prefix('(').and_then(|n| n.strip_suffix(')'));
                    let whole = terms[k].1.as_deref().unwrap_or_default();
                    put!(text, "{sign}{}", name.unwrap_or(whole));
                }
                Some(name) if size == 1 => {
                    put!(text, "{sign}{name}");
                }
                Some(name) => {
                    put!(text, "{sign}{} * {name}", self.number(size));
                }
                None => {
                    put!(text, "{sign}{}", self.number(size));
                }
            }
        }
        text
    }

    /// A number, or a constant with its value.
    fn number(&self, number: i64) -> String {
        let is_named = self.kernel.manner.constants.is_some();
        match is_named && (1..=NAMED as i64).contains(&number) {
            true => format!("{}_{number}", self.kernel.name),
            false => number.to_string(),
        }
    }

    fn variable(&self, slot: usize) -> String {
        match self.base() {
            Some(base) if slot < SIZES => format!("({} - {base})", self.raw(slot)),
            _ => self.raw(slot),
        }
    }

    fn raw(&self, slot: usize) -> String {
        let text = match (slot.checked_sub(SIZES), self.sizes) {
            (None, _) => ITERATORS[slot],
            (Some(_), _) if slot == BOUND => return self.bound(),
            (Some(size), Sizes::Macros) => ["N", "M"][size],
            (Some(size), Sizes::Variables | Sizes::Passed) => ["n", "m"][size],
        };
        text.to_string()
    }
}

/// The base of iterators that need none.
const ZERO: &str = "0ul";

/// Whether an expression is an iterator plus other terms: then it contains the base.
fn is_beside_iterator(affine: &Affine) -> bool {
    let iterators = affine.terms[..SIZES].iter().filter(|c| **c != 0);
    iterators.copied().eq([1])
}
