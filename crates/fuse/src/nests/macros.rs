//! Macros whose replacement is an expression of other names: `#define M (N / 2)`.

use crate::bound::quotient;
use poly::Expr;
use source::Unit;

/// The value of a macro without parameters in terms of other names; `None` if it is a number, or
/// something else.
pub(super) fn value(unit: &Unit, name: &str) -> Option<Expr> {
    let mut texts = unit
        .macro_texts
        .iter()
        .filter(|m| m.is_seen && m.name == name);
    let text = texts.next()?;
    if texts.any(|other| other.body != text.body) {
        return None;
    }
    let mut words = Words {
        words: &text.body,
        at: 0,
    };
    let value = words.sum(DEPTH)?;
    (words.at == text.body.len() && value.as_constant().is_none()).then_some(value)
}

/// Parentheses in replacements are no deeper.
const DEPTH: usize = 8;

struct Words<'w> {
    words: &'w [String],
    at: usize,
}

impl Words<'_> {
    fn next_is(&mut self, words: &[&str]) -> Option<String> {
        let word = self.words.get(self.at)?;
        words.contains(&word.as_str()).then(|| {
            self.at += 1;
            word.clone()
        })
    }

    fn sum(&mut self, depth: usize) -> Option<Expr> {
        let mut sum = self.product(depth)?;
        while let Some(sign) = self.next_is(&["+", "-"]) {
            let other = self.product(depth)?;
            sum = match sign.as_str() {
                "+" => sum.checked_add(&other)?,
                _ => sum.checked_sub(&other)?,
            };
        }
        Some(sum)
    }

    fn product(&mut self, depth: usize) -> Option<Expr> {
        let mut product = self.factor(depth)?;
        while let Some(operator) = self.next_is(&["*", "/"]) {
            let other = self.factor(depth)?;
            product = match operator.as_str() {
                "*" => product.checked_mul(&other)?,
                _ => quotient(product, other.as_constant()?)?,
            };
        }
        Some(product)
    }

    fn factor(&mut self, depth: usize) -> Option<Expr> {
        if self.next_is(&["("]).is_some() {
            let inner = self.sum(depth.checked_sub(1)?)?;
            return self.next_is(&[")"]).map(|_| inner);
        }
        let word = self.words.get(self.at)?;
        self.at += 1;
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        match is_name {
            true => Some(Expr::var(word)),
            false => Some(Expr::constant(word.parse().ok()?)),
        }
    }
}
