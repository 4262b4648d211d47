//! Linearised subscripts as digits: in `double t[n*m]`, `t[i*m + j - 1]` is row `i`, column `j -
//! 1`; in `double v[d*h*w]`, `v[(i*h + j)*w + k]` is plane `i`, row `j`, column `k`. This is tried
//! before macros are taken at their value.
//!
//! *Strides*, affine in the parameters, are shared by all subscripts of a dimension. With one
//! stride `s`, an element `e` becomes the digits `(q, r)` with `e = s*q + r`, `0 <= r < s`; if `q`
//! is not affine, the next stride splits it again. Polynomial division writes a subscript as `s*Q +
//! R`; if `R` leaves `0..s`, the digits are `(Q + c, R - c*s)` for one of a few *carries* `c`. The
//! case distinction must be proved complete for `s >= 1`: from facts about the parameters, from the
//! conditions of all accesses, or by assumption about macros.
//!
//! Assumes: nothing about variables. Each digit must be affine, and be shown to stay below its
//! stride. Names that stand for products are followed, and so are functions of the file that return
//! one. A name stays if a loop runs up to it (`k < plane`).
//!
//! If that fails, a macro that multiplies an iterator or another parameter is taken at its value,
//! and so is a macro whose value decides an `#if`, and a macro with a small value that bounds the
//! loops, such as a radius. The output contains a `_Static_assert` on it.

use crate::values::shapes::split::Split;
mod digits;
mod flat;
mod in_array;
mod limits;
mod missing;
mod positive;
mod rows;
mod strides;
mod uses;

use self::digits::{Apart, Attempt, Divided};
use self::positive::{Needs, Strides};
use self::strides::Stride;
use self::uses::Use;
use crate::values::evaluator::{Evaluator, spelled};
use crate::values::formula::Formula;
use crate::values::params::ParamKey;
use crate::values::shapes::Shape;
use crate::walk::draft::DraftSubscript;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use scop::{Certainty, Subscript};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The largest value of a macro that looks like a radius or a number of taps, not like a size.
pub const MOST_RADIUS: u64 = 16;

/// A split, the digits of all subscripts in the order of the accesses, and the reason why each
/// stride is positive.
struct Found {
    split: Split,
    subscripts: Vec<Apart>,
    needs: Vec<Needs>,
    /// Expressions that are assumed not to be negative.
    facts: Vec<Expr>,
    /// Conditions on the parameters that follow from a positive number of elements.
    known: Vec<Formula>,
}

/// The number of elements of a dimension, as a polynomial or in digits.
struct Length<T = Expr> {
    /// The number, if it is declared.
    elements: Option<T>,
    /// Accesses need not stay below it.
    is_open: bool,
    /// It is positive.
    is_positive: bool,
}

impl Length {
    /// The declared length; `None` if it is no polynomial.
    fn of(eval: &Evaluator<'_>, shape: &Shape, dim: usize) -> Option<Self> {
        let dim = &shape.dims[dim];
        let elements = dim.declared();
        (dim.is_open || elements.is_some()).then(|| Length {
            elements,
            is_open: dim.is_open,
            is_positive: shape.is_certain && (!dim.is_open || eval.has_constant_size(dim)),
        })
    }

    /// The same in digits; `None` if accesses are bounded by a number that has none.
    fn divided(&self, attempt: &Attempt<'_, '_>) -> Option<Length<Divided>> {
        let elements = self.elements.as_ref().and_then(|e| attempt.divide(e));
        (self.is_open || elements.is_some()).then_some(Length {
            elements,
            is_open: self.is_open,
            is_positive: self.is_positive,
        })
    }
}

impl<T> Length<T> {
    /// The bound of all accesses.
    fn extent(&self) -> Option<&T> {
        self.elements.as_ref().filter(|_| !self.is_open)
    }

    /// The number, if it is positive.
    fn positive(&self) -> Option<&T> {
        self.elements.as_ref().filter(|_| self.is_positive)
    }
}

/// Splits every linearised dimension that can be split. For the others, asks for macros to be taken
/// at their value, unless these are the lengths of rows.
pub(crate) fn delinearise(
    walker: &mut Walker<'_>,
    running: &[VarId],
    shapes: &mut HashMap<VarId, Shape>,
) {
    let (mut asked, mut lengths) = (BTreeSet::new(), BTreeSet::new());
    for id in running {
        let Some(shape) = shapes.get_mut(id) else {
            continue;
        };
        let mut coordinate = 0;
        for dim in 0..shape.dims.len() {
            shape.dims[dim].is_addressed = is_addressed(walker, *id, shape, dim);
            if shape.dims[dim].is_addressed {
                coordinate += 1;
                continue;
            }
            let is_linearised = is_linearised(walker, *id, shape, dim);
            let split = match is_linearised {
                true => split(walker, *id, shape, dim),
                false => None,
            };
            let is_open = split
                .as_ref()
                .is_none_or(|(_, all)| all.iter().any(Apart::is_open));
            if is_linearised && is_open || flat::is_unread(walker, *id) {
                let flat = flat::wanted(walker, *id, shape, dim);
                walker.eval.params.wanted_flat.extend(flat);
            }
            match split {
                None if is_linearised && takes_name(walker, *id, shape, dim) => coordinate += 1,
                Some((split, subscripts)) => {
                    for stride in &split.strides {
                        stride.each_var(&mut |name| lengths.extend(walker.eval.macro_named(name)));
                    }
                    replace(walker, *id, (dim, coordinate), (subscripts, split.digits()));
                    rows::split(walker, *id, (dim, coordinate), &split.strides);
                    coordinate += split.digits();
                    shape.dims[dim].split = Some(split);
                }
                None => {
                    if is_linearised {
                        lack(walker, (*id, dim), shape);
                    }
                    let mut wanted = wanted(walker, *id, shape, dim);
                    if wanted.is_empty() && is_linearised {
                        wanted = radii(walker, *id, dim);
                    }
                    asked.extend(wanted);
                    coordinate += 1;
                }
            }
        }
    }
    let asked = asked.difference(&lengths).cloned();
    walker.eval.params.wanted.extend(asked);
}

/// Whether the extent of a dimension is a product, and all its subscripts are addresses; there are
/// some.
fn is_addressed(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> bool {
    let own = &shape.dims[dim];
    let is_product = own.declared().is_some_and(|size| size.degree() > 1);
    let mut references = { walker.found.references.iter() }
        .filter(|r| r.array == id)
        .peekable();
    let is_address = |s: &DraftSubscript| match &s.meaning {
        Subscript::Address { .. } => true,
        Subscript::Affine(e) => e.as_constant() == Some(0),
        Subscript::Modulo { .. } | Subscript::Any => false,
    };
    is_product
        && references.peek().is_some()
        && own.extent.is_none()
        && references.all(|r| r.subscripts.get(dim).is_some_and(is_address))
}

/// Gives a dimension the name of its length, such as `n` for `w*h` elements, if all its subscripts
/// are affine. Returns whether it does.
fn takes_name(walker: &mut Walker<'_>, id: VarId, shape: &mut Shape, dim: usize) -> bool {
    let uses = uses::of_dimension(walker, id, dim).unwrap_or_default();
    let is_affine =
        |of: &Use<'_>| matches!(of.access.subscripts.get(dim), Some(Subscript::Affine(_)));
    if shape.dims.len() > 1 || uses.is_empty() || !uses.iter().all(is_affine) {
        return false;
    }
    let Some(mut length) = Length::of(&walker.eval, shape, dim) else {
        return false;
    };
    let named = with_names(walker, (id, dim), &mut length);
    let extent = length.elements.filter(|e| named.is_some() && e.is_affine());
    let is_named = extent.is_some();
    shape.dims[dim].extent = shape.dims[dim].extent.take().or(extent);
    is_named
}

/// Notes the facts that a linearised dimension lacks.
fn lack(walker: &mut Walker<'_>, (id, dim): (VarId, usize), shape: &Shape) {
    let missing = uses::of_dimension(walker, id, dim)
        .zip(Length::of(&walker.eval, shape, dim))
        .and_then(|(uses, length)| missing::find(&walker.eval, &length, &uses));
    walker.found.missing.extend(missing.map(|m| (id, m)));
}

/// The macros that would make a dimension affine.
fn wanted(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> Vec<String> {
    let references = walker.found.references.iter().filter(|r| r.array == id);
    let subscripts = references
        .filter_map(|r| r.subscripts.get(dim))
        .flat_map(|s| &s.wanted);
    let all = subscripts.chain(&shape.dims[dim].wanted);
    all.cloned().collect()
}

/// The macros with small values that bound the iterators of accesses to an array, if products of
/// sizes and iterators are all that is in the way.
fn radii(walker: &Walker<'_>, id: VarId, dim: usize) -> Vec<String> {
    let uses = uses::of_dimension(walker, id, dim).unwrap_or_default();
    if uses.iter().all(|one| one.polynomial.is_affine()) {
        return Vec::new();
    }
    let statements = walker.found.statements.iter();
    let touching = statements.filter(|s| s.accesses.iter().any(|a| a.array == id));
    let mut names = BTreeSet::new();
    for formula in touching.flat_map(|s| &s.domain) {
        formula.each_var(&mut |name: &str| {
            names.insert(name.to_string());
        });
    }
    let all = walker.eval.params.all.iter();
    let radii = all.filter_map(|p| match &p.key {
        ParamKey::Macro(name) if names.contains(&p.param.name) => {
            (p.param.sample.unsigned_abs() <= MOST_RADIUS).then(|| name.clone())
        }
        _ => None,
    });
    radii.collect()
}

/// Whether a subscript or the extent of a dimension is not affine, and every use of the array is
/// understood so far.
fn is_linearised(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> bool {
    let uses = walker.source.facts.uses(id);
    let allowed =
        |at: &usize| walker.source.region.contains(at) && !walker.found.refused.contains_key(at);
    let mut references = walker.found.references.iter().filter(|r| r.array == id);
    uses.iter().all(allowed)
        && ((shape.dims[dim].extent.is_none() && !shape.dims[dim].is_open)
            || references.any(|r| {
                let subscript = r.subscripts.get(dim);
                subscript.is_some_and(|s| s.meaning == Subscript::Any)
            }))
}

/// The split of a dimension, and the digits of its subscripts in the order of the accesses.
fn split(
    walker: &mut Walker<'_>,
    id: VarId,
    shape: &Shape,
    dim: usize,
) -> Option<(Split, Vec<Apart>)> {
    let mut length = Length::of(&walker.eval, shape, dim)?;
    let mut found = find(walker, (id, dim), &length);
    if found.is_none() {
        with_names(walker, (id, dim), &mut length)?;
        found = find(walker, (id, dim), &length);
    }
    let Found {
        split,
        subscripts,
        needs,
        facts,
        known,
    } = found?;
    for fact in &facts {
        walker.eval.assume_nonnegative(fact);
    }
    let mut positive = true;
    for (stride, needs) in split.strides.iter().zip(needs) {
        let eval = &mut walker.eval;
        positive &= match needs {
            Needs::Nothing => true,
            // Both factors negative would also give a positive size, but nobody declares that.
            Needs::Accesses => eval.may_assume_nonnegative(&(stride.clone() - Expr::constant(1))),
            Needs::Assumption(expr) => eval.assume_nonnegative(&expr),
        };
    }
    if positive {
        walker.eval.params.known.extend(known);
    }
    Some((split, subscripts))
}

/// The first split of a dimension that is proved.
fn find(walker: &Walker<'_>, (id, dim): (VarId, usize), length: &Length) -> Option<Found> {
    let uses = uses::of_dimension(walker, id, dim)?;
    let ways = strides::ways(&walker.eval, length.extent(), &uses);
    let attempt = |strides: &Vec<Stride>| Attempt {
        eval: &walker.eval,
        strides: strides.clone(),
        facts: Vec::new(),
    };
    let attempts: Vec<Attempt<'_, '_>> = ways.iter().map(attempt).collect();
    let of_all = |care: Care| {
        let mut attempts = attempts.iter();
        attempts.find_map(|attempt| make(attempt, length, &uses, care))
    };
    let is_closed = |found: &Found| !found.subscripts.iter().any(Apart::is_open);
    match of_all(Care::Plain) {
        Some(found) if is_closed(&found) => Some(found),
        Some(found) => of_all(Care::InArray).filter(is_closed).or(Some(found)),
        None => {
            let mut limited = ways.iter().map(attempt);
            let limited = limited
                .find_map(|attempt| make(&limited_to(attempt, &uses)?, length, &uses, Care::Plain));
            limited.or_else(|| of_all(Care::InArray))
        }
    }
}

/// What is known where an access happens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// The conditions around it.
    Plain,
    /// Also that it is inside of its array, for all iterations.
    InArray,
}

/// An attempt with assumptions that keep its digits below the strides; `None` if there are none.
fn limited_to<'w, 's>(attempt: Attempt<'w, 's>, uses: &[Use<'_>]) -> Option<Attempt<'w, 's>> {
    let divided = uses.iter().map(|u| attempt.divide(u.polynomial));
    let facts = attempt.limits(uses, &divided.collect::<Option<Vec<_>>>()?);
    (!facts.is_empty()).then_some(Attempt { facts, ..attempt })
}

/// Replaces followed products by their names in the subscripts of a dimension, such as `h*w` by
/// `plane` if `plane` bounds a loop. The number of elements gets the same replacements. `None` if
/// there are no names.
fn with_names(
    walker: &mut Walker<'_>,
    (id, dim): (VarId, usize),
    length: &mut Length,
) -> Option<()> {
    let names = walker.eval.named_products();
    if names.is_empty() {
        return None;
    }
    let named = |polynomial: &Expr| {
        let mut names = names.iter();
        names.try_fold(polynomial.clone(), |p, named| {
            p.with_name(&named.name, &named.meaning)
        })
    };
    for reference in walker.found.references.iter_mut().filter(|r| r.array == id) {
        if let Some(subscript) = reference.subscripts.get_mut(dim) {
            subscript.polynomial = subscript.polynomial.as_ref().and_then(named);
            for chosen in &mut subscript.ways {
                chosen.polynomial = chosen.polynomial.as_ref().and_then(named);
            }
        }
    }
    if let Some(elements) = &mut length.elements {
        *elements = named(elements)?;
    }
    Some(())
}

/// The split by the strides of an attempt, if it is proved.
fn make(attempt: &Attempt<'_, '_>, length: &Length, uses: &[Use<'_>], care: Care) -> Option<Found> {
    let divided = uses.iter().map(|u| attempt.divide(u.polynomial));
    let divided = divided.collect::<Option<Vec<_>>>()?;
    let length = length.divided(attempt)?;
    let strides = Strides::new(attempt, (uses, &divided), &length);
    let needs = strides.needs()?;
    let split = attempt.split(length.extent())?;
    let apart = uses.iter().zip(&divided);
    let apart = apart.map(|(u, divided)| {
        let plain = attempt.apart(u, divided);
        let is_closed = plain.as_ref().is_some_and(|apart| !apart.is_open());
        if is_closed || care == Care::Plain {
            return plain;
        }
        match attempt.in_array(u, divided, length.extent()) {
            None => plain,
            inside => attempt.apart(&u.clone().inside(inside), divided),
        }
    });
    Some(Found {
        known: length
            .positive()
            .map_or_else(Vec::new, |elements| attempt.positive(elements)),
        split,
        subscripts: apart.collect::<Option<Vec<_>>>()?,
        needs,
        facts: attempt.facts.clone(),
    })
}

/// The digits of a subscript, and the number of the choice that it is made by.
type ChosenDigits = (usize, Vec<Expr>);

/// Replaces a subscript by its digits in all accesses of an array. The first digit becomes
/// coordinate `at`.
fn replace(
    walker: &mut Walker<'_>,
    id: VarId,
    (dim, at): (usize, usize),
    (subscripts, count): (Vec<Apart>, usize),
) {
    for reference in walker.found.references.iter_mut().filter(|r| r.array == id) {
        if let Some(subscript) = reference.subscripts.get_mut(dim) {
            subscript.is_split = true;
        }
    }
    let mut subscripts = subscripts.into_iter();
    let mut all: HashMap<usize, Vec<Option<ChosenDigits>>> = HashMap::new();
    let statements = walker.found.statements.iter_mut();
    for access in statements.flat_map(|s| &mut s.accesses) {
        if access.array != id {
            continue;
        }
        let apart = match access.reference {
            Some(_) => subscripts.next(),
            None => None,
        };
        let Some(apart) = apart else {
            let all = std::iter::repeat_n(Subscript::Any, count);
            access.subscripts.splice(at..=at, all);
            continue;
        };
        if let Some(reference) = access.reference {
            let found = &walker.found.references[reference];
            let spelled = all_spelled(found.spellings(&walker.eval), &apart.digits);
            let spelled = spelled.map(|digits| (access.way, digits));
            all.entry(reference).or_default().push(spelled);
        }
        access.guards.extend(apart.distinction(at));
        access.subscripts.splice(at..=at, apart.digits);
        let reference = access
            .reference
            .map(|r| &walker.found.references[r].subscripts);
        let is_known = reference.is_some_and(|list| {
            let known = |m: &Subscript| matches!(m, Subscript::Affine(_));
            list.iter().all(|s| s.is_split || known(&s.meaning))
        });
        if is_known && access.happens {
            access.certainty = Certainty::Must;
        }
    }
    for (reference, digits) in all {
        if let Some(digits) = digits.into_iter().collect::<Option<Vec<_>>>() {
            walker.found.references[reference].subscripts[dim].set_digits(&digits);
        }
    }
}

impl DraftSubscript {
    /// Notes its digits by choices, and where they are written.
    fn set_digits(&mut self, all: &[ChosenDigits]) {
        let Some((_, first)) = all.first() else {
            return;
        };
        let count = first.len();
        let parts = |way: usize| {
            self.ways
                .get(way)
                .map_or(&self.parts, |chosen| &chosen.parts)
        };
        let range_of = |k: usize| {
            let (way, digits) = &all[0];
            let mut found = parts(*way).of_digit(k, count);
            let is_digit = |range: &Range<usize>, (way, digits): &(usize, Vec<Expr>)| {
                let mut own = parts(*way).of_digit(k, count);
                own.any(|(at, expr)| at == range && *expr == digits[k])
            };
            let found = found.find(|(range, expr)| {
                *expr == digits[k] && all.iter().all(|digits| is_digit(range, digits))
            });
            found.map(|(range, _)| range.clone())
        };
        let digits: Option<Vec<Range<usize>>> = (0..count).map(range_of).collect();
        let is_same = |k: &usize| all.iter().all(|(_, digits)| digits[*k] == first[*k]);
        let split = (0..count).map(|k| Some(k).filter(is_same).map(|k| first[k].clone()));
        self.split = Some(split.collect());
        self.digits = digits;
    }
}

/// The digits in C spellings, if all are affine and can be spelled.
fn all_spelled(
    spelling: impl Fn(&str) -> Option<String>,
    digits: &[Subscript],
) -> Option<Vec<Expr>> {
    let affine = |subscript: &Subscript| match subscript {
        Subscript::Affine(expr) => spelled(&spelling, expr),
        _ => None,
    };
    digits.iter().map(affine).collect()
}
