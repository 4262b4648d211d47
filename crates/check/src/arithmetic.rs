//! Proves that the new subscripts stay in the types of C: sets know integers, C wraps or is
//! undefined.
//!
//! Assumes of every execution of the original:
//!
//! * It is defined: each signed subexpression of a subscript stays in its type wherever the access
//!   happens.
//! * Variables and counters hold values of their types.
//! * An array has no more elements than [`scop::Arithmetic::most_elements`] says.
//! * A macro has its present value; with another `-D` one of at most [`MACRO_RANGE`], or of no
//!   larger magnitude than now.

use crate::mismatch::Mismatch;
use crate::products::{Answers, Products, largest};
use crate::site::{Site, is_plain};
use crate::structure::{self, Pair};
use poly::{Expr, Set};
use scop::{Array, ArrayId, IntType, MACRO_RANGE, Named, ParamKind, Scop, Step, Subscript};
use std::collections::{HashMap, HashSet};

/// Proves that every subexpression of the subscripts of folded arrays, and of the names that they
/// use, has the value that the sets assign to it: a signed one stays in its type, an unsigned one
/// does not wrap.
///
/// # Errors
/// [`Mismatch::Overflow`] with the first subexpression for which the proof fails.
pub fn same_arithmetic(
    original: &Scop,
    emitted: &Scop,
    pairs: &[(ArrayId, ArrayId)],
) -> Result<(), Mismatch> {
    let proof = Proof::new(original, emitted, pairs);
    proof.names()?;
    proof.pointers()?;
    for pair in pairs {
        for access in structure::same_accesses(original, emitted, *pair)? {
            proof.access(&access)?;
        }
    }
    Ok(())
}

struct Proof<'a> {
    original: &'a Scop,
    emitted: &'a Scop,
    /// Bounds of the parameters, from their types and from the sizes of arrays.
    params: Vec<String>,
}

impl<'a> Proof<'a> {
    fn new(original: &'a Scop, emitted: &'a Scop, pairs: &[(ArrayId, ArrayId)]) -> Self {
        let mut params = param_facts(original);
        for (before, _) in pairs {
            let most = original.arithmetic.most_elements.get(before.0 as usize);
            params.extend(size_facts(original.array(*before), most.copied()));
        }
        params.sort();
        params.dedup();
        Proof {
            original,
            emitted,
            params,
        }
    }

    /// Proves the steps of an access's subscripts.
    fn access(&self, pair: &Pair) -> Result<(), Mismatch> {
        let counters = &self.original.arithmetic.counters;
        let counters = counters.get(pair.original.statement.0 as usize);
        let site = Site {
            original: self.original,
            iterators: pair.iterators,
            counters: counters.map_or(&[], |c| c),
            known: steps_of(self.original, pair.original.id.0),
            array: Some(pair.original.array),
            has_address: { pair.emitted.subscripts.iter() }.any(|subscript| {
                let is_address = matches!(subscript, Subscript::Address { .. });
                is_address && !is_offset(self.original, pair, subscript)
            }),
        };
        let domain = || pair.original.relation.domain()?.reset_tuple_id();
        self.steps(steps_of(self.emitted, pair.emitted.id.0), &site, &domain)
    }

    /// Proves the steps of names that the original does not have.
    fn names(&self) -> Result<(), Mismatch> {
        let known: HashSet<String> = self.original.arithmetic.names.iter().map(key).collect();
        let names = self.emitted.arithmetic.names.iter();
        for name in names.filter(|name| !known.contains(&key(name))) {
            if !self.is_computed_before(name)? {
                self.named(name, &[])?;
            }
        }
        Ok(())
    }

    /// Whether the original computes a name wherever the new text does, which may have fewer
    /// parameters.
    fn is_computed_before(&self, name: &Named) -> poly::Result<bool> {
        let own = self.original.arithmetic.names.iter();
        let mut same = own.filter(|own| own.iterators == name.iterators && own.steps == name.steps);
        let domain = self.domain_of(name)?;
        same.try_fold(false, |known, own| {
            Ok(known || domain.is_subset(&own.domain)?)
        })
    }

    /// The points at which a name of the new text is computed, within the original's context.
    fn domain_of(&self, name: &Named) -> poly::Result<Set> {
        let domain = name.domain.copied_into(&self.original.ctx)?;
        domain.intersect_params(&self.original.context)
    }

    /// Proves the steps of pointers to rows, each compared with the same pointer of the original.
    fn pointers(&self) -> Result<(), Mismatch> {
        let before = &self.original.arithmetic.pointers;
        let after = &self.emitted.arithmetic.pointers;
        let is_same = before.len() == after.len();
        for (index, name) in after.iter().enumerate() {
            let known = before.get(index).filter(|_| is_same);
            self.named(name, known.map_or(&[], |known| &known.steps))?;
        }
        Ok(())
    }

    fn named(&self, name: &Named, known: &[Step]) -> Result<(), Mismatch> {
        let site = Site {
            original: self.original,
            iterators: &name.iterators,
            counters: &name.counters,
            known,
            array: None,
            has_address: false,
        };
        self.steps(&name.steps, &site, &|| self.domain_of(name))
    }

    /// Proves the steps that the original does not compute at a site.
    fn steps(
        &self,
        steps: &[Step],
        site: &Site,
        domain: &dyn Fn() -> poly::Result<Set>,
    ) -> Result<(), Mismatch> {
        let is_new = |step: &&Step| !site.known.iter().any(|known| known.says(step));
        let mut new = steps.iter().filter(is_new).peekable();
        if new.peek().is_none() {
            return Ok(());
        }
        let mut facts = self.params.clone();
        facts.extend(counter_facts(site.iterators, site.counters));
        let certain = site.known.iter().filter(|s| s.certain && s.ty.signed);
        facts.extend(certain.filter(|s| is_plain(&s.value)).map(in_type));
        let place = site.with(&domain()?, &facts)?;
        let whole = vec![(place.clone(), Answers::default())];
        for step in new {
            let holds = match is_plain(&step.value) {
                true => self.holds(&place, site, step)?,
                false => {
                    self.fits_by_types(site, step)
                        || !site.may_be_offset() && fits_by_bounds(&place, site, step)?
                        || self.fits_factored(&place, site, step)?
                        || self.product_holds(&whole, site, step)?
                        || self.product_holds(&self.by_signs(&place, site, step)?, site, step)?
                }
            };
            if !holds {
                let array = site.array.map(|array| self.original.array(array));
                return Err(overflow(array.map(|array| array.name.clone()), step));
            }
        }
        Ok(())
    }

    /// Whether a sum of products fits for all values of its variables, by their types alone: a
    /// product of two `int`s fits in 64 bits.
    fn fits_by_types(&self, site: &Site, step: &Step) -> bool {
        let held = |var: &str| {
            let counter = site.iterators.iter().position(|i| i == var);
            let ty = match counter {
                Some(k) => site.counters.get(k),
                None => {
                    let param = self.original.params.iter().position(|p| p.name == var);
                    self.original.arithmetic.params.get(param?)
                }
            };
            let (least, most) = (*ty?)?.held();
            Some(most.max(-least))
        };
        let (_, most) = step.ty.range();
        step.ty.signed && largest(&step.value, &held).is_some_and(|largest| largest <= most)
    }

    /// Whether a sum is `size * multiple + rest`, in 64 bits, with all three in the range of `int`.
    fn fits_factored(&self, place: &Set, site: &Site, step: &Step) -> poly::Result<bool> {
        let (_, half) = IntType::INT.range();
        if step.ty != IntType::LONG {
            return Ok(false);
        }
        let params = self
            .original
            .params
            .iter()
            .zip(&self.original.arithmetic.params);
        let ints = params.filter(|(_, ty)| ty.is_some_and(|ty| ty.bits <= 32 && ty.signed));
        for (param, _) in ints {
            let parts = step.value.divide(&Expr::var(&param.name));
            let Some((multiple, rest)) = parts.filter(|(m, r)| is_plain(m) && is_plain(r)) else {
                continue;
            };
            let least = -half - 1;
            let inside = |sum: &Expr| format!("({sum} < {least} or {sum} > {})", half + 1);
            let outside = format!("{} or {}", inside(&multiple), inside(&rest));
            let outside = site.where_true(&outside)?;
            if place.intersect(&outside)?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a step stays in its type for all iterations of a set.
    fn holds(&self, place: &Set, site: &Site, step: &Step) -> poly::Result<bool> {
        let (least, most) = step.ty.range();
        let value = &step.value;
        let outside = format!("{value} < {least} or {value} > {most}");
        let outside = site.where_true(&outside)?;
        place.intersect(&outside)?.is_empty()
    }

    /// Like `holds`, for a product such as `row * w + column`: it is between 0 and a value that the
    /// original computes. In 64 bits it is the offset of an element, and every object is smaller
    /// than 2^63 bytes.
    fn product_holds(&self, parts: &Parts, site: &Site, step: &Step) -> poly::Result<bool> {
        let is_place = site.array.is_some() || !site.known.is_empty();
        if step.ty.bits >= 64 && is_place && !site.has_address {
            return Ok(true);
        }
        let is_bound = |known: &&Step| {
            known.certain && !is_plain(&known.value) && known.ty.range().1 <= step.ty.range().1
        };
        let known: Vec<&Step> = site.known.iter().filter(is_bound).collect();
        let spelled: [fn(&Step) -> &Expr; 2] = [
            |step| &step.value,
            |step| step.named.as_ref().unwrap_or(&step.value),
        ];
        for spelled in spelled.iter().take(1 + usize::from(step.named.is_some())) {
            let values: Vec<&Expr> = known.iter().map(|known| spelled(known)).collect();
            let mut stays = true;
            for (part, answers) in parts {
                let sums = (spelled(step), values.as_slice());
                let products = Products::new((part, site), answers, sums);
                stays = stays && products.stays_in(step.ty)?;
            }
            if stays {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Splits a set of iterations so that every parameter of a step has one sign in each part.
    fn by_signs(&self, place: &Set, site: &Site, step: &Step) -> poly::Result<Parts> {
        let is_used = |name: &str| step.value.mentions(name);
        let params = self.original.params.iter();
        let mut parts = vec![place.clone()];
        for name in params.map(|p| &p.name).filter(|name| is_used(name)) {
            let mut signed = Vec::new();
            for sign in [format!("{name} >= 0"), format!("{name} < 0")] {
                let sign = site.where_true(&sign)?;
                for part in &parts {
                    let part = part.intersect(&sign)?;
                    if !part.is_empty()? {
                        signed.push(part);
                    }
                }
            }
            parts = signed;
        }
        Ok(parts
            .into_iter()
            .map(|part| (part, Answers::default()))
            .collect())
    }
}

/// Whether the dividend of an address is the offset of the original element in its array: all
/// elements together fit into the address space.
fn is_offset(original: &Scop, pair: &Pair, subscript: &Subscript) -> bool {
    let Subscript::Address { products, .. } = subscript else {
        return false;
    };
    let array = original.array(pair.original.array);
    let offset = || {
        let (mut sum, mut stride) = (Expr::default(), Expr::constant(1));
        let subscripts = pair.original.subscripts.iter().zip(&array.shape);
        for (dim, (own, extent)) in subscripts.enumerate().rev() {
            let Subscript::Affine(own) = own else {
                return None;
            };
            sum = sum.checked_add(&own.checked_mul(&stride)?)?;
            if dim > 0 {
                stride = stride.checked_mul(extent.as_ref()?)?;
            }
        }
        Some(sum)
    };
    let dividend = || {
        let mut sum = Expr::default();
        for factors in products {
            let one = Expr::constant(1);
            let product = factors
                .iter()
                .try_fold(one, |product, f| product.checked_mul(f));
            sum = sum.checked_add(&product?)?;
        }
        Some(sum)
    };
    offset().is_some_and(|offset| dividend() == Some(offset))
}

/// Bounds of variables that are tried: macros, numbers without a sign bit, other counters.
const BOUNDS: [i64; 3] = [MACRO_RANGE, 1 << 31, 1 << 32];

/// Whether a sum of products stays in its type for the largest values that its variables have in a
/// set of iterations.
fn fits_by_bounds(place: &Set, site: &Site, step: &Step) -> poly::Result<bool> {
    let mut bounds: HashMap<String, i128> = HashMap::new();
    let mut names = HashSet::new();
    step.value.each_var(&mut |name| {
        names.insert(name.to_string());
    });
    for name in names {
        for bound in BOUNDS {
            let beyond = site.where_true(&format!("{name} > {bound} or {name} < -{bound}"))?;
            if place.intersect(&beyond)?.is_empty()? {
                bounds.insert(name, i128::from(bound));
                break;
            }
        }
    }
    let (_, most) = step.ty.range();
    let largest = largest(&step.value, &|name| bounds.get(name).copied());
    Ok(step.ty.signed && largest.is_some_and(|largest| largest <= most))
}

/// Disjoint parts of a set of iterations, with the answers known for each.
type Parts = Vec<(Set, Answers)>;

fn steps_of(scop: &Scop, access: u32) -> &[Step] {
    let steps = scop.arithmetic.steps.get(access as usize);
    steps.map_or(&[], |steps| steps)
}

/// The condition that the value is in the type.
fn in_type(step: &Step) -> String {
    let (least, most) = step.ty.range();
    format!("{least} <= {} <= {most}", step.value)
}

/// Bounds of the parameters by their types.
fn param_facts(scop: &Scop) -> Vec<String> {
    let types = scop.arithmetic.params.iter();
    let typed = scop.params.iter().zip(types);
    let fact = |(param, ty): (&scop::Param, &Option<IntType>)| {
        let (least, most) = match param.kind {
            ParamKind::Macro => {
                let (least, most) = (-MACRO_RANGE, MACRO_RANGE);
                (
                    least.min(param.sample).into(),
                    most.max(param.sample).into(),
                )
            }
            ParamKind::Variable => (*ty)?.held(),
        };
        Some(format!("{least} <= {} <= {most}", param.name))
    };
    typed.filter_map(fact).collect()
}

/// Bounds of the surrounding counters by their types.
fn counter_facts(iterators: &[String], types: &[Option<IntType>]) -> Vec<String> {
    let typed = iterators.iter().zip(types);
    let fact = |(name, ty): (&String, &Option<IntType>)| {
        let (least, most) = (*ty)?.held();
        Some(format!("{least} <= {name} <= {most}"))
    };
    typed.filter_map(fact).collect()
}

/// Bounds of extents from the size of an object: for `a[n][n]`, `n * n` elements fit into the
/// address space.
fn size_facts(array: &Array, most: Option<i64>) -> Vec<String> {
    let Some(most) = most else {
        return Vec::new();
    };
    let extents: Vec<&Expr> = array.shape.iter().flatten().collect();
    let numbers = extents.iter().filter_map(|e| e.as_constant());
    let most = numbers.fold(most, |most, n| most / n.max(1));
    let is_variable = |e: &&&Expr| e.as_constant().is_none() && is_plain(e);
    let fact = |extent: &&Expr| {
        let times = extents.iter().filter(|e| *e == extent).count() as u32;
        format!("{extent} <= {}", root(most, times))
    };
    let variable = extents.iter().filter(is_variable);
    // a * b <= most, so a + b - 1 <= most.
    let sum = match variable.clone().collect::<Vec<_>>().as_slice() {
        [a, b] if a != b => Some(format!(
            "({a} < 1 or {b} < 1 or {} <= {most})",
            (**a).clone() + (**b).clone() - Expr::constant(1)
        )),
        _ => None,
    };
    variable.map(fact).chain(sum).collect()
}

/// The largest number whose power is at most `most`.
fn root(most: i64, power: u32) -> i64 {
    let fits = |n: &i64| n.checked_pow(power).is_some_and(|p| p <= most);
    let next = |found: i64, bit: u32| Some(found + (1 << bit)).filter(fits).unwrap_or(found);
    (0..57).rev().fold(0, next)
}

/// Equal for equal names.
fn key(name: &Named) -> String {
    format!("{:?} {} {:?}", name.iterators, name.domain, name.steps)
}

fn overflow(array: Option<String>, step: &Step) -> Mismatch {
    let sign = match step.ty.signed {
        true => "a signed",
        false => "an unsigned",
    };
    Mismatch::Overflow {
        array,
        value: step.value.to_string(),
        ty: format!("{sign} integer of {} bits", step.ty.bits),
    }
}
