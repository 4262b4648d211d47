//! Flat arrays as arrays with several dimensions: an element `y*w + x` becomes `[y, x]`.
//!
//! The strides are the products of parameters in the subscripts. With stride `s`, an element `e =
//! s*q + r` becomes the digits `q, r`, where `0 <= r < s` must hold on the domain, if need be after
//! carrying one `s` between them. Two arrays of the caller may leave their rows: one that nothing
//! writes, as equal digits are the same element; and one that one statement writes in the order of
//! the digits, and nothing reads: digits and elements have the same order of writes, so equal
//! values at equal digits leave equal elements. An access to other arrays that may leave its row is
//! one of any element.

use super::statement::{DraftStatement, Element, Fill, Term, Time};
use super::streams::{is_input, is_stream};
use super::{Arrays, DraftAccess, DraftArray};
use crate::draft::Origin;
use crate::interface::LEAVES_ROW;
use crate::stop::{Result, Stop};
use crate::values::{Number, Products, split_by};
use crate::{LargerSize, Naming, Stride, Unknown};
use poly::{Context, PwAff, Set};
use scop::{Param, ParamKind};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Sizes that must be larger are not asked for.
const MOST_LACKING: i64 = 8;

/// The strides of one dimension of an array.
pub(super) struct Flat {
    pub(super) array: usize,
    pub(super) dim: usize,
    /// The largest first.
    pub(super) strides: Vec<Stride>,
}

/// Flat arrays that are split.
#[derive(Default)]
pub(super) struct Split {
    /// The strides of the arrays of the interface, by key.
    pub(super) strides: BTreeMap<String, Vec<Stride>>,
    /// Products that are numbers of elements, whose factors are not negative.
    pub(super) assumed: Vec<Vec<String>>,
    /// Macros that are so large, as their present values are.
    pub(super) least: Vec<LargerSize>,
}

/// Splits the subscripts of flat arrays. `defined` becomes smaller by parameter values for which
/// the program has no meaning, or an assumption does not hold.
pub(super) fn split(
    statements: &mut Vec<DraftStatement>,
    arrays: &mut Arrays,
    (naming, params): (&Naming, &BTreeMap<String, Param>),
    products: &mut Products,
    defined: &mut Set,
) -> Result<Split> {
    let mut found = Split::default();
    let all = strides_of_all(statements, arrays, naming)?;
    for flat in &all {
        if let Some(outside) = outside(statements, arrays, flat, products)? {
            *defined = defined.subtract(&outside)?.coalesce()?;
        }
    }
    for flat in all {
        if let Some(name) = name_of(arrays, flat.array, flat.dim) {
            found.strides.insert(name, flat.strides.clone());
        }
        loop {
            let before = (statements.clone(), arrays.clone());
            let done = split_dim(statements, arrays, &flat, (naming, products), defined);
            let Err(stop) = done else {
                break;
            };
            let product = number_of_elements(before.1.get(flat.array), &stop);
            let mut known = defined.clone();
            for name in product.iter().flatten() {
                known = at_least(&known, name, 0)?;
            }
            if !defined.is_subset(&known)? {
                found.assumed.extend(product);
            } else if let Some(size) = present_size(params, &stop) {
                known = at_least(&known, &size.name, size.least)?;
                size.add_to(&mut found.least);
            }
            if defined.is_subset(&known)? {
                return Err(stop);
            }
            *defined = known;
            (*statements, *arrays) = before;
        }
    }
    Ok(found)
}

/// Parameter values for which one is so large.
fn at_least(values: &Set, name: &str, least: i64) -> poly::Result<Set> {
    let ctx = values.context();
    let value = PwAff::param(ctx, 0, name)?.sub(&PwAff::number(ctx, 0, least)?)?;
    values.intersect(&value.nonneg_set()?.params()?)
}

/// The macro whose present value is as large as is lacking.
fn present_size(params: &BTreeMap<String, Param>, stop: &Stop) -> Option<LargerSize> {
    let Stop::Unknown(unknown) = stop else {
        return None;
    };
    let size = unknown.lacks.clone()?;
    let param = params.get(&size.name)?;
    (param.kind == ParamKind::Macro && param.sample >= size.least).then_some(size)
}

/// The product that is the number of elements of the function's own array, if all that is lacking
/// is that a factor of it is not negative.
fn number_of_elements(array: &DraftArray, stop: &Stop) -> Option<Vec<String>> {
    let (Stop::Unknown(unknown), Origin::Local) = (stop, &array.origin) else {
        return None;
    };
    let [Some(extent)] = array.shape.as_slice() else {
        return None;
    };
    let size = unknown.lacks.as_ref().filter(|size| size.least <= 1)?;
    let mut products = extent.products();
    let product = products.find(|p| p.len() > 1 && p.contains(&size.name));
    product.map(<[String]>::to_vec)
}

/// The name of a dimension of an array of the interface.
fn name_of(arrays: &Arrays, array: usize, dim: usize) -> Option<String> {
    match (&arrays.get(array).origin, dim) {
        (Origin::Shared(key, ..), 0) => Some(key.clone()),
        (Origin::Shared(key, ..), _) => Some(format!("{key} [{dim}]")),
        _ => None,
    }
}

/// The dimensions with strides; of an array the last ones first.
pub(super) fn strides_of_all(
    statements: &[DraftStatement],
    arrays: &Arrays,
    naming: &Naming,
) -> poly::Result<Vec<Flat>> {
    let mut all = Vec::new();
    for array in 0..arrays.len() {
        let shape = &arrays.get(array).shape;
        for dim in (0..shape.len()).rev() {
            let name = name_of(arrays, array, dim);
            let given = name.and_then(|name| naming.strides.get(&name));
            let strides = match given {
                Some(strides) => strides.clone(),
                None => strides(statements, (array, dim), shape[dim].as_ref())?,
            };
            if !strides.is_empty() {
                all.push(Flat {
                    array,
                    dim,
                    strides,
                });
            }
        }
    }
    Ok(all)
}

/// The accesses to an array, with their statements.
pub(super) fn accesses(
    statements: &[DraftStatement],
    array: usize,
) -> impl Iterator<Item = (&DraftStatement, &DraftAccess)> {
    let all = statements.iter();
    let all = all.flat_map(|s| s.accesses.iter().map(move |a| (s, a)));
    all.filter(move |(_, a)| a.array == array)
}

/// The products in the subscripts of a dimension, the largest first. Those that lead to a row by
/// its number, `(h - 1)*w` beside `y*w`, and sizes of something else are no strides.
fn strides(
    statements: &[DraftStatement],
    (array, dim): (usize, usize),
    extent: Option<&Number>,
) -> poly::Result<Vec<Stride>> {
    let mut found = BTreeSet::new();
    let mut counted = BTreeSet::new();
    for index in indices(statements, array, dim) {
        for product in index.products() {
            found.insert(product.to_vec());
            if !index.is_fixed(product)? {
                counted.insert(product.to_vec());
            }
        }
    }
    let is_row = |names: &Vec<String>| {
        let mut strides = counted.iter();
        strides.any(|other| other.len() < names.len() && divides(other, names))
    };
    let is_part = |names: &Vec<String>| counted.iter().any(|other| divides(names, other));
    let is_stride = |names: &&Vec<String>| {
        counted.is_empty() || counted.contains(*names) || !is_row(names) && is_part(names)
    };
    let mut products: Vec<Vec<String>> = found.iter().filter(is_stride).cloned().collect();
    products.sort_by_key(|names| std::cmp::Reverse(names.len()));
    let mut strides = Vec::new();
    for names in products {
        let factor = factor(statements, (array, dim), extent, &names)?;
        strides.push(Stride { factor, names });
    }
    let parts = strides.windows(2);
    if parts
        .into_iter()
        .any(|pair| pair[0].over(&pair[1]).is_none())
    {
        strides.iter_mut().for_each(|stride| stride.factor = 1);
    }
    Ok(strides)
}

/// The subscripts of a dimension.
fn indices(
    statements: &[DraftStatement],
    array: usize,
    dim: usize,
) -> impl Iterator<Item = &Number> {
    accesses(statements, array).filter_map(move |(_, access)| match &access.element {
        Element::At(indices) => indices.get(dim),
        _ => None,
    })
}

/// The largest number that divides all multiples of a product in the subscripts and the extent of
/// a dimension.
fn factor(
    statements: &[DraftStatement],
    (array, dim): (usize, usize),
    extent: Option<&Number>,
    names: &[String],
) -> poly::Result<i64> {
    let mut factor = 0;
    for number in indices(statements, array, dim).chain(extent) {
        factor = gcd(factor, number.divided(names)?.0.content()?);
    }
    Ok(factor.max(1))
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// Whether all factors of a product are factors of another one.
fn divides(product: &[String], other: &[String]) -> bool {
    let mut left = other.to_vec();
    product.iter().all(|name| {
        let found = left.iter().position(|n| n == name);
        found.map(|at| left.remove(at)).is_some()
    })
}

/// Parameter values for which an element of the function's own flat array is certainly not inside
/// of it: in the first row before its start, or in the last row behind its end.
fn outside(
    statements: &[DraftStatement],
    arrays: &Arrays,
    flat: &Flat,
    products: &mut Products,
) -> Result<Option<Set>> {
    let array = arrays.get(flat.array);
    let ([stride], [Some(extent)], Origin::Local) = (
        flat.strides.as_slice(),
        array.shape.as_slice(),
        &array.origin,
    ) else {
        return Ok(None);
    };
    let Some((rows, rest)) = stride.divide(extent)? else {
        return Ok(None);
    };
    if rest.as_constant()? != Some(0) {
        return Ok(None);
    }
    let mut found: Option<Set> = None;
    for (statement, access) in accesses(statements, flat.array) {
        let Element::At(indices) = &access.element else {
            continue;
        };
        let here = match &access.within {
            Some(within) => statement.domain.intersect(within)?,
            None => statement.domain.clone(),
        };
        let Some(index) = indices.first().filter(|_| !access.conditional) else {
            continue;
        };
        let Some((row, column)) = stride.divide(index)? else {
            continue;
        };
        let length = stride.number(here.context())?;
        let mut affine = Vec::new();
        for number in [&row, &column, &rows, &length] {
            affine.extend(number.lifted_to(here.dims()?)?.affine(products)?);
        }
        let [row, column, rows, length] = affine.as_slice() else {
            continue;
        };
        let outside = outside_of_rows((row, column), (rows, length), &here)?;
        found = Some(match found {
            Some(found) => found.union(&outside)?,
            None => outside,
        });
    }
    Ok(found)
}

/// Parameter values for which a place in rows of a length is outside of them, somewhere `here`.
fn outside_of_rows(
    (row, column): (&PwAff, &PwAff),
    (rows, length): (&PwAff, &PwAff),
    here: &Set,
) -> poly::Result<Set> {
    let number = |value| PwAff::number(here.context(), here.dims()?, value);
    // Memory without elements.
    let no_rows = rows.neg()?.nonneg_set()?.intersect(&length.nonneg_set()?)?;
    let no_columns = length.neg()?.nonneg_set()?.intersect(&rows.nonneg_set()?)?;
    let mut all = no_rows.union(&no_columns)?;
    // `w - 1` is the last column of a row, and one before the first of the next.
    for carry in [0, -1, 1] {
        let row = row.add(&number(carry)?)?;
        let column = column.sub(&length.scale(carry)?)?;
        let before = row
            .neg()?
            .nonneg_set()?
            .intersect(&length.nonneg_set()?)?
            .union(&row.eq_set(&number(0)?)?)?
            .intersect(&column.lt_set(&number(0)?)?)?;
        let behind = rows
            .le_set(&row.add(&number(1)?)?)?
            .intersect(&length.le_set(&column)?)?
            .intersect(&length.nonneg_set()?)?;
        all = all.union(&before.union(&behind)?)?;
    }
    here.intersect(&all)?.params()
}

fn split_dim(
    statements: &mut Vec<DraftStatement>,
    arrays: &mut Arrays,
    flat: &Flat,
    (naming, products): (&Naming, &mut Products),
    defined: &Set,
) -> Result<()> {
    let Flat {
        array,
        dim,
        strides,
    } = flat;
    let (array, dim) = (*array, *dim);
    let is_input = is_input(statements, arrays, array);
    // Only an array with one access can be a stream, which is asked for where digits fail.
    let is_single = accesses(statements, array).nth(1).is_none();
    let mut is_wide = false;
    let mut fills = Vec::new();
    for statement in 0..statements.len() {
        let at = statements[statement].at;
        let mut instances: Option<Set> = None;
        for access in 0..statements[statement].accesses.len() {
            let found = &statements[statement].accesses[access];
            let Element::At(indices) = &found.element else {
                continue;
            };
            let Some(index) = indices.get(dim).filter(|_| found.array == array) else {
                continue;
            };
            let all = match instances.take() {
                Some(all) => all,
                None => statements[statement].domain.intersect_params(defined)?,
            };
            let domain = match &found.within {
                Some(within) => all.intersect(within)?,
                None => all.clone(),
            };
            instances = Some(all);
            let digits = match digits(index, strides, &domain, products, at) {
                Err(Stop::Unknown(_))
                    if is_input || is_single && is_stream(statements, arrays, flat, products)? =>
                {
                    is_wide = true;
                    quotients(index, strides)?.ok_or_else(|| may_leave_row(at))?
                }
                Err(Stop::Unknown(unknown)) => {
                    let place = (&mut statements[statement], access);
                    let is_fit = may_be_any(arrays.get(array), strides, &unknown)?;
                    match is_fit
                        && any_element(place, (arrays, strides), (naming, products), &mut fills)?
                    {
                        true => continue,
                        false => return Err(Stop::Unknown(unknown)),
                    }
                }
                digits => digits?,
            };
            if let Element::At(indices) = &mut statements[statement].accesses[access].element {
                indices.splice(dim..=dim, digits);
            }
        }
    }
    statements.extend(fills);
    let array = arrays.get_mut(array);
    let Some(extent) = array.shape.get(dim).cloned() else {
        return Ok(());
    };
    if dim + array.whole_dims >= array.shape.len() {
        array.whole_dims += strides.len();
    }
    array.declared = array.declared.take().filter(|_| dim > 0);
    let extents = match is_wide {
        true => vec![None; strides.len() + 1],
        false => extents(defined.context(), extent.as_ref(), strides)?,
    };
    array.shape.splice(dim..=dim, extents);
    Ok(())
}

/// Whether the digits are all elements of a flat array: one of the function's own that consists of
/// rows, as others have a size that is a number, and so may the strides be; or one of the caller
/// without a known end. If a larger size helps, one of the function's own waits for that.
fn may_be_any(array: &DraftArray, strides: &[Stride], unknown: &Unknown) -> Result<bool> {
    let [extent] = array.shape.as_slice() else {
        return Ok(false);
    };
    Ok(match (&array.origin, extent) {
        (Origin::Shared(..), None) => true,
        (Origin::Local, Some(extent)) if unknown.lacks.is_none() => {
            match strides[0].divide(extent)? {
                Some((_, rest)) => rest.as_constant()? == Some(0),
                None => false,
            }
        }
        _ => false,
    })
}

/// Makes an access one of any element of a flat array. The value of a read is a function of all
/// elements and the subscript; after a write, all elements are one of what they were, the subscript
/// and the value, and a further statement among `fills` sets them. Returns whether it is possible.
/// Where products of counters are in the subscript, names for their factors may tell the element,
/// and a write of one element is better than one of all: these are for a system that is not exact.
fn any_element(
    (statement, access): (&mut DraftStatement, usize),
    (arrays, strides): (&mut Arrays, &[Stride]),
    (naming, products): (&Naming, &mut Products),
    fills: &mut Vec<DraftStatement>,
) -> Result<bool> {
    let found = &statement.accesses[access];
    let Element::At(indices) = &found.element else {
        return Ok(false);
    };
    let [index] = indices.as_slice() else {
        return Ok(false);
    };
    if statement.fill.is_some() {
        return Ok(false);
    }
    let index = index.lifted_to(statement.domain.dims()?)?;
    let index = match index.affine(products)? {
        Some(index) => vec![Term::integer(index)],
        None if naming.is_exact => return Ok(false),
        None => Term::products(&index),
    };
    let rows: Vec<String> = strides.iter().map(Stride::text).collect();
    let rows = rows.join(", ");
    let operator = format!("{} in a flat array of rows of {rows}", scop::SUBSCRIPTS);
    let subscript = Term::apply(operator, index);
    if access + 1 < statement.accesses.len() {
        let element = Term::apply("element", vec![Term::ReadAll(access), subscript]);
        statement.term.replace_read(access, &element);
        statement.accesses[access].element = Element::At(Vec::new());
        return Ok(true);
    }
    let write = statement.accesses[access].clone();
    if naming.is_exact || write.within.is_some() || statement.guard.is_some() || statement.may_end {
        return Ok(false);
    }
    // The contents are a scalar first, as every element is set by all of them.
    let contents = DraftAccess {
        array: arrays.add_auxiliary(),
        element: Element::At(Vec::new()),
        conditional: false,
        ..write.clone()
    };
    let of = |element| DraftAccess {
        element,
        ..write.clone()
    };
    statement.accesses[access] = of(Element::At(Vec::new()));
    statement.accesses.push(contents.clone());
    let new = std::mem::replace(&mut statement.term, Term::ReadAll(access));
    let operands = vec![Term::ReadAll(access), subscript, new];
    statement.term = Term::apply("contents with another element", operands);
    let mut fill = DraftStatement {
        accesses: vec![contents, of(Element::Filled)],
        term: Term::apply(
            format!("element of contents in rows of {rows}"),
            vec![Term::Read(0)],
        ),
        fill: Some(Fill::Indexed),
        ..statement.clone()
    };
    statement.times.push(Time::At(0));
    fill.times.push(Time::At(1));
    fills.push(fill);
    Ok(true)
}

/// The extents of the digits.
fn extents(
    ctx: &Context,
    extent: Option<&Number>,
    strides: &[Stride],
) -> Result<Vec<Option<Number>>> {
    let mut found = vec![match extent {
        Some(extent) => strides[0].divide(extent)?.map(|(rows, _)| rows),
        None => None,
    }];
    for digit in 1..=strides.len() {
        found.push(match length(strides, digit) {
            Some(length) => Some(length.number(ctx)?),
            None => None,
        });
    }
    Ok(found)
}

/// The extent of a digit after the first.
fn length(strides: &[Stride], digit: usize) -> Option<Stride> {
    match strides.get(digit) {
        Some(inner) => strides[digit - 1].over(inner),
        None => Some(strides[digit - 1].clone()),
    }
}

fn digits(
    index: &Number,
    strides: &[Stride],
    domain: &Set,
    products: &mut Products,
    at: Span,
) -> Result<Vec<Number>> {
    let failed = || may_leave_row(at);
    let mut found = quotients(index, strides)?.ok_or_else(failed)?;
    for digit in (1..found.len()).rev() {
        let extent = length(strides, digit).ok_or_else(failed)?;
        let extent = extent.number(domain.context())?.lifted_to(domain.dims()?)?;
        carry(&mut found, digit, &extent, domain, products, at)?;
    }
    Ok(found)
}

/// The digits as they are in the subscript, in their range or not.
pub(super) fn quotients(index: &Number, strides: &[Stride]) -> Result<Option<Vec<Number>>> {
    let mut found = Vec::new();
    let mut rest = index.clone();
    for stride in strides {
        let Some((quotient, left)) = stride.divide(&rest)? else {
            return Ok(None);
        };
        found.push(quotient);
        rest = left;
    }
    found.push(rest);
    Ok(Some(found))
}

fn may_leave_row(at: Span) -> Stop {
    Stop::Unknown(unknown_row(at))
}

fn unknown_row(at: Span) -> Unknown {
    Unknown {
        reason: LEAVES_ROW.to_string(),
        at,
        lacks: None,
    }
}

/// A parameter that is small for all of some iterations.
fn larger(iterations: &Set) -> poly::Result<Option<LargerSize>> {
    let values = iterations.params()?;
    for most in 0..=MOST_LACKING {
        for name in values.used_params()? {
            let ctx = iterations.context();
            let size = PwAff::param(ctx, 0, &name)?;
            let small = size.le_set(&PwAff::number(ctx, 0, most)?)?.params()?;
            if values.is_subset(&small)? {
                let least = most + 1;
                return Ok(Some(LargerSize { name, least }));
            }
        }
    }
    Ok(None)
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
    let failed = || may_leave_row(at);
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
        // Rows that no subscript leaves are simpler than those that it leaves by one.
        let lacks = match larger(&domain.subtract(&inside)?)? {
            None => larger(&domain.subtract(&near)?)?,
            lacks => lacks,
        };
        return Err(Stop::Unknown(Unknown {
            lacks,
            ..unknown_row(at)
        }));
    }
    let (own, next) = (digits[digit].clone(), digits[digit - 1].clone());
    let up = split_by(&above, &own.sub(extent)?, &own)?;
    digits[digit] = split_by(&below, &own.add(extent)?, &up)?;
    let up = split_by(&above, &next.plus(1)?, &next)?;
    digits[digit - 1] = split_by(&below, &next.plus(-1)?, &up)?;
    Ok(())
}
