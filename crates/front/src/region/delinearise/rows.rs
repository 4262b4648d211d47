//! The initialisers of pointers to rows, split in the same way as the elements reached through the
//! pointers.

use crate::values::evaluator::spelled;
use crate::walk::draft::{Block, Pointed};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use scop::Subscript;

/// Splits a subscript of the initialisers of pointers, if the subscripts of the elements reached
/// through them were split. The first digits are the ones that these elements share, from
/// coordinate `at` of the array on.
pub(super) fn split(
    walker: &mut Walker<'_>,
    array: VarId,
    (dim, at): (usize, usize),
    strides: &[Expr],
) {
    for index in 0..walker.found.references.len() {
        let reference = &walker.found.references[index];
        let Some(Pointed::Sets { from, .. }) = &reference.pointed else {
            continue;
        };
        if reference.array != array || reference.subscripts.get(dim).is_none() {
            continue;
        }
        let from = *from;
        let place = place_of(walker, index, (dim, at), strides);
        let lies_in = |from: usize| {
            let other = place_of(walker, from, (dim, at), strides);
            let both = place.as_ref().zip(other);
            both.is_some_and(|(own, other)| own.common.starts_with(&other.common))
        };
        let follows_other = from.is_some_and(lies_in);
        let dims = place.as_ref().map_or(1, |p| p.rest.len());
        let split = place.and_then(|place| {
            let spelling = walker.found.references[index].spellings(&walker.eval);
            let digits = place.common.iter().chain(&place.rest);
            digits.map(|digit| spelled(&spelling, digit)).collect()
        });
        let reference = &mut walker.found.references[index];
        if let Some(digits) = split {
            reference.subscripts[dim].set_digits(&[(0, digits)]);
        }
        reference.block = Some(Block::Rows { dims });
        if let Some(Pointed::Sets { follows, .. }) = &mut reference.pointed {
            *follows = follows_other;
        }
    }
}

/// The digits of an initialiser.
struct Digits {
    /// The digits shared by all elements that are reached through the pointer; at least one.
    common: Vec<Expr>,
    /// The remaining digits of the initialiser; at least one.
    rest: Vec<Expr>,
}

fn place_of(
    walker: &Walker<'_>,
    reference: usize,
    (dim, at): (usize, usize),
    strides: &[Expr],
) -> Option<Digits> {
    let through = |k: Option<usize>| {
        let pointed = k.and_then(|k| walker.found.references[k].pointed.as_ref());
        matches!(pointed, Some(Pointed::Through(r)) if *r == reference)
    };
    let start = walker.found.references[reference].subscripts.get(dim)?;
    let start = start.polynomial.as_ref()?;
    let accesses = walker.found.statements.iter().flat_map(|s| &s.accesses);
    let mut reached = accesses
        .filter(|a| through(a.reference))
        .map(|a| a.subscripts.get(at..at + strides.len()));
    let Some(first) = reached.next() else {
        let mut digits = divided(start.clone(), strides)?;
        let rest = digits.split_off(strides.len());
        return Some(Digits {
            common: digits,
            rest,
        });
    };
    let mut common = affine(first?);
    for other in reached {
        let other = affine(other?);
        let same = common.iter().zip(&other).take_while(|(a, b)| a == b);
        common.truncate(same.count());
    }
    let means_the_same = |digit: &&Expr| walker.is_set_at(reference, digit);
    common.truncate(common.iter().take_while(means_the_same).count());
    let last = common.len().checked_sub(1)?;
    let mut before = Expr::default();
    for (k, stride) in strides.iter().enumerate() {
        if let Some(digit) = common.get(k) {
            before = before.checked_add(digit)?;
        }
        before = before.checked_mul(stride)?;
    }
    let rest = divided(start.checked_sub(&before)?, &strides[last + 1..])?;
    Some(Digits { common, rest })
}

/// The digits before the first that is not affine.
fn affine(digits: &[Subscript]) -> Vec<Expr> {
    let affine = |digit: &Subscript| match digit {
        Subscript::Affine(expr) => Some(expr.clone()),
        _ => None,
    };
    digits.iter().map_while(affine).collect()
}

/// The digits of a number, without carries.
fn divided(number: Expr, strides: &[Expr]) -> Option<Vec<Expr>> {
    let mut digits = Vec::new();
    let mut quotient = number;
    for stride in strides.iter().rev() {
        let (next, rest) = stride.terms().find_map(|(lead, _)| {
            let (quotient, rest) = quotient.divide_by(stride, lead)?;
            Some((quotient, rest.without_products()?))
        })?;
        digits.insert(0, rest);
        quotient = next;
    }
    digits.insert(0, quotient.without_products()?);
    Some(digits)
}

impl Walker<'_> {
    /// Whether all names in an expression have their values at a reference: parameters, and
    /// iterators of loops around it.
    fn is_set_at(&self, reference: usize, expr: &Expr) -> bool {
        let mut all = true;
        expr.each_var(&mut |name| {
            let mut around = self.found.references[reference].loops.iter();
            let is_param = self.eval.is_parametric(&Expr::var(name));
            all &= is_param || around.any(|l| l.name == name);
        });
        all
    }
}
