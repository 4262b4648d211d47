//! Flat arrays as arrays with several dimensions: an element `y*w + x` becomes `[y, x]`.
//!
//! The strides are the products of parameters in the subscripts. With stride `s`, an element `e =
//! s*q + r` becomes the digits `q, r`, where `0 <= r < s` must hold on the domain, if need be after
//! carrying one `s` between them.

use super::statement::{DraftStatement, Element};
use super::{Arrays, DraftAccess};
use crate::Naming;
use crate::draft::Origin;
use crate::stop::{Result, Stop};
use crate::values::{Number, Products, split_by};
use poly::{Context, Set};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A product of parameters.
type Stride = Vec<String>;

/// Splits the subscripts of flat arrays; the strides of the arrays of the interface, by key.
pub(crate) fn split(
    ctx: &Context,
    statements: &mut [DraftStatement],
    arrays: &mut Arrays,
    naming: &Naming,
    products: &mut Products,
) -> Result<BTreeMap<String, Vec<Stride>>> {
    let mut found = BTreeMap::new();
    for array in 0..arrays.len() {
        let dims = arrays.get(array).shape.len();
        let key = match &arrays.get(array).origin {
            Origin::Shared(key, ..) => Some(key.clone()),
            _ => None,
        };
        for dim in (0..dims).rev() {
            let name = key.as_ref().map(|key| match dim {
                0 => key.clone(),
                _ => format!("{key} [{dim}]"),
            });
            let given = name.as_ref().and_then(|name| naming.strides.get(name));
            let strides = match given {
                Some(strides) => strides.clone(),
                None => strides(statements, array, dim)?,
            };
            if strides.is_empty() {
                continue;
            }
            split_dim(ctx, statements, arrays, (array, dim), &strides, products)?;
            if let Some(name) = name {
                found.insert(name, strides);
            }
        }
    }
    Ok(found)
}

fn accesses(
    statements: &[DraftStatement],
    array: usize,
) -> impl Iterator<Item = (&DraftStatement, &DraftAccess)> {
    let all = statements.iter();
    let all = all.flat_map(|s| s.accesses.iter().map(move |a| (s, a)));
    all.filter(move |(_, a)| a.array == array)
}

/// The products in the subscripts of a dimension, the largest first. Those that lead to a row by
/// its number, `(h - 1)*w` beside `y*w`, are no strides.
fn strides(statements: &[DraftStatement], array: usize, dim: usize) -> Result<Vec<Stride>> {
    let mut found = BTreeSet::new();
    let mut counted = BTreeSet::new();
    for (_, access) in accesses(statements, array) {
        if let Element::At(indices) = &access.element
            && let Some(index) = indices.get(dim)
        {
            for product in index.products() {
                found.insert(product.to_vec());
                if !index.is_fixed(product)? {
                    counted.insert(product.to_vec());
                }
            }
        }
    }
    let is_row = |stride: &Stride| {
        let mut strides = counted.iter();
        !counted.contains(stride)
            && strides.any(|other| other.len() < stride.len() && divides(other, stride))
    };
    let mut strides: Vec<Stride> = found.iter().filter(|s| !is_row(s)).cloned().collect();
    strides.sort_by_key(|s| std::cmp::Reverse(s.len()));
    Ok(strides)
}

/// Whether all factors of a product are factors of another one.
fn divides(product: &Stride, other: &Stride) -> bool {
    let mut left = other.clone();
    product.iter().all(|name| {
        let found = left.iter().position(|n| n == name);
        found.map(|at| left.remove(at)).is_some()
    })
}

fn split_dim(
    ctx: &Context,
    statements: &mut [DraftStatement],
    arrays: &mut Arrays,
    (array, dim): (usize, usize),
    strides: &[Stride],
    products: &mut Products,
) -> Result<()> {
    for statement in statements.iter_mut() {
        let (domain, at) = (statement.domain.clone(), statement.at);
        for access in statement.accesses.iter_mut().filter(|a| a.array == array) {
            let domain = match &access.within {
                Some(within) => domain.intersect(within)?,
                None => domain.clone(),
            };
            if let Element::At(indices) = &mut access.element {
                let Some(index) = indices.get(dim).cloned() else {
                    continue;
                };
                let digits = digits(&index, strides, &domain, products, at)?;
                indices.splice(dim..=dim, digits);
            }
        }
    }
    let shape = &mut arrays.get_mut(array).shape;
    let Some(extent) = shape.get(dim).cloned() else {
        return Ok(());
    };
    let extents = extents(ctx, extent.as_ref(), strides)?;
    shape.splice(dim..=dim, extents);
    Ok(())
}

/// The extents of the digits.
fn extents(
    ctx: &Context,
    extent: Option<&Number>,
    strides: &[Stride],
) -> Result<Vec<Option<Number>>> {
    let mut found = vec![match extent {
        Some(extent) => {
            let (rows, _) = extent.divided(&strides[0])?;
            Some(rows)
        }
        None => None,
    }];
    for (at, stride) in strides.iter().enumerate() {
        let inner = strides.get(at + 1).map_or(&[][..], |s| s.as_slice());
        let mut factors = stride.clone();
        for name in inner {
            if let Some(at) = factors.iter().position(|f| f == name) {
                factors.remove(at);
            }
        }
        found.push(Some(Number::product(ctx, &factors)?));
    }
    Ok(found)
}

fn digits(
    index: &Number,
    strides: &[Stride],
    domain: &Set,
    products: &mut Products,
    at: Span,
) -> Result<Vec<Number>> {
    let mut found = Vec::new();
    let mut rest = index.clone();
    for stride in strides {
        let (quotient, left) = rest.divided(stride)?;
        found.push(quotient);
        rest = left;
    }
    found.push(rest);
    for digit in (1..found.len()).rev() {
        let extent = bound(strides, digit, domain)?;
        carry(&mut found, digit, &extent, domain, products, at)?;
    }
    Ok(found)
}

/// The extent of a digit after the first.
fn bound(strides: &[Stride], digit: usize, domain: &Set) -> Result<Number> {
    let mut factors = strides[digit - 1].clone();
    for name in strides.get(digit).into_iter().flatten() {
        if let Some(at) = factors.iter().position(|f| f == name) {
            factors.remove(at);
        }
    }
    Ok(Number::product(domain.context(), &factors)?.lifted_to(domain.dims()?)?)
}

/// Brings a digit into its range, if it leaves it by less than its extent.
fn carry(
    digits: &mut [Number],
    digit: usize,
    extent: &Number,
    domain: &Set,
    products: &mut Products,
    at: Span,
) -> Result<()> {
    let failed = || Stop::unknown("a subscript of a flat array that may leave its row", at);
    let value = digits[digit].affine(products)?.ok_or_else(failed)?;
    let size = extent.affine(products)?.ok_or_else(failed)?;
    let below = value.nonneg_set()?.complement()?;
    let above = size.le_set(&value)?;
    let inside = below.union(&above)?.complement()?;
    if domain.is_subset(&inside)? {
        return Ok(());
    }
    let twice = size.add(&size)?;
    let near = size
        .neg()?
        .le_set(&value)?
        .intersect(&value.lt_set(&twice)?)?;
    if !domain.is_subset(&near)? {
        return Err(failed());
    }
    let (own, next) = (digits[digit].clone(), digits[digit - 1].clone());
    let up = split_by(&above, &own.sub(extent)?, &own)?;
    digits[digit] = split_by(&below, &own.add(extent)?, &up)?;
    let up = split_by(&above, &next.plus(1)?, &next)?;
    digits[digit - 1] = split_by(&below, &next.plus(-1)?, &up)?;
    Ok(())
}
