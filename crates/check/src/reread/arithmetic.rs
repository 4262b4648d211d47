//! Whether what the new subscripts compute stays in the types of C: sets know integers, C wraps or is
//! undefined.
//!
//! Assumes of every execution of the original:
//!
//! * It is defined: each signed subexpression of a subscript stays in its type wherever the access
//!   happens.
//! * Variables and counters hold values of their types.
//! * An array has no more elements than [`scop::Arithmetic::most_elements`] says.
//! * A macro has its present value; with another `-D` one of at most [`MACRO_RANGE`], or of no larger
//!   magnitude than now.

use super::structure::{self, Pair};
use crate::Mismatch;
use poly::{Atom, Expr, Set};
use scop::{Array, ArrayId, IntType, Named, ParamKind, Scop, Step};
use std::collections::HashSet;

/// What names of quotients start with: no name in C does.
const ATOM: &str = "'";

/// Sums of products are taken apart no deeper than this.
const DEEPEST: u32 = 5;

/// Values that macros may take with another `-D`.
const MACRO_RANGE: i64 = 1 << 20;

/// Proves that every subexpression of the subscripts of folded arrays, and of the names that they use,
/// has the value that the sets say: a signed one stays in its type, an unsigned one does not wrap.
///
/// # Errors
/// [`Mismatch::Overflow`] with the first one that could not be shown to.
pub fn same_arithmetic(
    original: &Scop,
    emitted: &Scop,
    pairs: &[(ArrayId, ArrayId)],
) -> Result<(), Mismatch> {
    let proof = Proof::new(original, emitted, pairs);
    proof.names()?;
    let mut proved = HashSet::new();
    for pair in pairs {
        for access in structure::same_accesses(original, emitted, *pair)? {
            proof.access(&access, &mut proved)?;
        }
    }
    Ok(())
}

struct Proof<'a> {
    original: &'a Scop,
    emitted: &'a Scop,
    /// `[N, M] -> `
    head: String,
    /// What types and sizes say of the parameters.
    params: Vec<String>,
}

impl<'a> Proof<'a> {
    fn new(original: &'a Scop, emitted: &'a Scop, pairs: &[(ArrayId, ArrayId)]) -> Self {
        let names: Vec<&str> = original.params.iter().map(|p| p.name.as_str()).collect();
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
            head: format!("[{}] -> ", names.join(", ")),
            params,
        }
    }

    /// What the subscripts of an access compute, beside what they did before.
    fn access(&self, pair: &Pair, proved: &mut HashSet<(u32, Step)>) -> Result<(), Mismatch> {
        let before = steps_of(self.original, pair.original.id.0);
        let after = steps_of(self.emitted, pair.emitted.id.0).iter();
        let open: Vec<&Step> = after
            .filter(|step| !before.iter().any(|b| b.says(step)))
            .filter(|step| !proved.contains(&(pair.original.statement.0, (*step).clone())))
            .collect();
        if open.is_empty() {
            return Ok(());
        }
        let statement = pair.original.statement;
        let counters = self.original.arithmetic.counters.get(statement.0 as usize);
        let mut facts = self.params.clone();
        facts.extend(counter_facts(pair.iterators, counters.map_or(&[], |c| c)));
        let certain = before.iter().filter(|step| step.certain && step.ty.signed);
        facts.extend(certain.filter(|s| is_plain(&s.value)).map(in_type));
        let domain = pair.original.relation.domain()?.reset_tuple_id()?;
        let place = self.with(&domain, pair.iterators, &facts)?;
        for step in open {
            let holds = match is_plain(&step.value) {
                true => self.holds(&place, pair.iterators, step)?,
                false => self.product_holds(&place, pair, step)?,
            };
            if !holds {
                let array = &self.original.array(pair.original.array).name;
                return Err(overflow(Some(array), step));
            }
            // What was proved from facts of one access says nothing about another one.
            if before.is_empty() && self.fills(pair)? {
                proved.insert((statement.0, step.clone()));
            }
        }
        Ok(())
    }

    /// Whether an access happens wherever its statement does.
    fn fills(&self, pair: &Pair) -> poly::Result<bool> {
        let statement = self.original.statement(pair.original.statement);
        let domain = pair.original.relation.domain()?;
        Ok(domain.to_string() == statement.domain.to_string())
    }

    /// What new names compute.
    fn names(&self) -> Result<(), Mismatch> {
        let known: HashSet<String> = self.original.arithmetic.names.iter().map(key).collect();
        for name in &self.emitted.arithmetic.names {
            if known.contains(&key(name)) {
                continue;
            }
            let domain = Set::parse(&self.original.ctx, &name.domain.to_string())?;
            let domain = domain.intersect_params(&self.original.context)?;
            let mut facts = self.params.clone();
            facts.extend(counter_facts(&name.iterators, &name.counters));
            let place = self.with(&domain, &name.iterators, &facts)?;
            for step in &name.steps {
                let holds = match is_plain(&step.value) {
                    true => self.holds(&place, &name.iterators, step)?,
                    false => self.fits_by_types(name, step),
                };
                if !holds {
                    return Err(overflow(None, step));
                }
            }
        }
        Ok(())
    }

    /// Whether a sum of products fits whatever values its variables have: that of two `int`s fits in 64 bits.
    fn fits_by_types(&self, name: &Named, step: &Step) -> bool {
        let held = |var: &str| {
            let counter = name.iterators.iter().position(|i| i == var);
            let ty = match counter {
                Some(k) => name.counters.get(k),
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

    /// `{ [iterators] : in the domain, and all facts hold }`
    fn with(&self, domain: &Set, iterators: &[String], facts: &[String]) -> poly::Result<Set> {
        let facts = match facts.is_empty() {
            true => "0 <= 0".to_string(),
            false => facts.join(" and "),
        };
        domain.intersect(&self.where_true(iterators, &facts)?)
    }

    fn where_true(&self, iterators: &[String], condition: &str) -> poly::Result<Set> {
        let text = format!(
            "{}{{ [{}] : {condition} }}",
            self.head,
            iterators.join(", ")
        );
        Set::parse(&self.original.ctx, &text)
    }

    /// Whether a step stays in its type everywhere in a place.
    fn holds(&self, place: &Set, iterators: &[String], step: &Step) -> poly::Result<bool> {
        let (least, most) = step.ty.range();
        let value = &step.value;
        let outside = format!("{value} < {least} or {value} > {most}");
        place
            .intersect(&self.where_true(iterators, &outside)?)?
            .is_empty()
    }

    /// The same of a product, `row * w + column`: it is not negative, and no more than what the original computes.
    /// In 64 bits it is the place of an element, and no object is that large.
    fn product_holds(&self, place: &Set, pair: &Pair, step: &Step) -> poly::Result<bool> {
        if step.ty.bits >= 64 {
            return Ok(true);
        }
        let before = steps_of(self.original, pair.original.id.0).iter();
        let known: Vec<&Step> = before
            .filter(|b| b.certain && b.ty.range().1 <= step.ty.range().1)
            .collect();
        let spelled: [fn(&Step) -> &Expr; 2] = [
            |step| &step.value,
            |step| step.named.as_ref().unwrap_or(&step.value),
        ];
        for spelled in spelled.iter().take(1 + usize::from(step.named.is_some())) {
            let values: Vec<&Expr> = known.iter().map(|known| spelled(known)).collect();
            let products = Products::new(self, (place, pair), (spelled(step), &values));
            if products.stays_in(step.ty)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Sums of products at one access.
struct Products<'p> {
    proof: &'p Proof<'p>,
    place: &'p Set,
    iterators: &'p [String],
    /// Quotients and choices of sizes, which have names here.
    atoms: Vec<Atom>,
    /// What rows are multiplied by: extents, and single parameters.
    sizes: Vec<Expr>,
    /// What is computed.
    value: Expr,
    /// What the original computes.
    known: Vec<Expr>,
}

impl<'p> Products<'p> {
    fn new(
        proof: &'p Proof<'p>,
        (place, pair): (&'p Set, &'p Pair<'p>),
        (value, known): (&Expr, &[&Expr]),
    ) -> Self {
        let mut products = Products {
            proof,
            place,
            iterators: pair.iterators,
            atoms: Vec::new(),
            sizes: Vec::new(),
            value: Expr::default(),
            known: Vec::new(),
        };
        products.value = products.with_names(value);
        products.known = known
            .iter()
            .map(|known| products.with_names(known))
            .collect();
        let shape = proof.original.array(pair.original.array).shape.iter();
        for extent in shape.flatten().filter(|e| e.as_constant().is_none()) {
            let extent = products.with_names(extent);
            products.sizes.push(extent);
        }
        let mut params = Vec::new();
        for sum in products.known.iter().chain([&products.value]) {
            sum.each_var(&mut |name| {
                if !params.iter().any(|p| p == name) && products.is_size(&Expr::var(name)) {
                    params.push(name.to_string());
                }
            });
        }
        products
            .sizes
            .extend(params.iter().map(|name| Expr::var(name)));
        products.sizes.retain(Expr::is_affine);
        products
    }

    fn is_size(&self, expr: &Expr) -> bool {
        let mut all = true;
        expr.each_var(&mut |name| {
            let params = &self.proof.original.params;
            all &= name.starts_with(ATOM) || params.iter().any(|p| p.name == name);
        });
        all
    }

    /// With a name for each quotient and each choice of sizes: what is divided by them has to be affine.
    fn with_names(&mut self, expr: &Expr) -> Expr {
        let terms = expr.terms();
        terms.fold(Expr::constant(expr.constant_part()), |sum, (atom, c)| {
            let product = match atom {
                Atom::Product(factors) => factors
                    .iter()
                    .fold(Expr::constant(1), |product, f| product * &self.name_of(f)),
                single => self.name_of(single),
            };
            sum + product * c
        })
    }

    fn name_of(&mut self, atom: &Atom) -> Expr {
        let expr = Expr::atom(atom.clone());
        if matches!(atom, Atom::Var(_)) || !self.is_size(&expr) {
            return expr;
        }
        let known = self.atoms.iter().position(|a| a == atom);
        let index = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            self.atoms.push(atom.clone());
        }
        Expr::var(&format!("{ATOM}{index}"))
    }

    /// What sets can read.
    fn without_names(&self, expr: &Expr) -> Expr {
        expr.substitute(&|name| {
            let index = name.strip_prefix(ATOM)?.parse::<usize>().ok()?;
            Some(Expr::atom(self.atoms.get(index)?.clone()))
        })
    }

    /// Whether what is computed is not far below 0, and no more than what the original computes.
    fn stays_in(&self, ty: IntType) -> poly::Result<bool> {
        if !self.is_at_least(ty.range().0, &self.value, DEEPEST)? {
            return Ok(false);
        }
        for known in &self.known {
            if self.is_no_more(&self.value, known)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    /// Whether a sum that is not negative is no more than another one: as it is, or times sizes.
    fn is_no_more(&self, sum: &Expr, most: &Expr) -> poly::Result<bool> {
        let mut multiples = vec![sum.clone()];
        if self.is_at_least(0, sum, DEEPEST)? {
            for size in &self.sizes {
                if self.holds_everywhere(&(size.clone() - Expr::constant(1)), 0)? {
                    let more = multiples.iter().map(|sum| sum.clone() * size);
                    let more: Vec<Expr> = more.filter(|m| m.degree() <= most.degree()).collect();
                    multiples.extend(more);
                }
            }
        }
        for multiple in multiples {
            if self.is_at_least(0, &(most.clone() - multiple), DEEPEST)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum of products is plainly no less than a number, 0 or less: what a size is multiplied by is not
    /// negative, and what is added to it no less than that number.
    fn is_at_least(&self, least: i128, sum: &Expr, depth: u32) -> poly::Result<bool> {
        if is_plain(sum) {
            return self.holds_everywhere(sum, least);
        }
        let sizes = self.sizes.iter().filter(|_| depth > 0);
        for size in sizes {
            let Some((multiple, rest)) = sum.divide(size) else {
                continue;
            };
            let is_part = multiple != Expr::default() && multiple.degree() < sum.degree();
            if is_part
                && self.holds_everywhere(size, 0)?
                && self.is_at_least(0, &multiple, depth - 1)?
                && self.is_at_least(least, &rest, depth - 1)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn holds_everywhere(&self, value: &Expr, least: i128) -> poly::Result<bool> {
        let below = format!("{} < {least}", self.without_names(value));
        let below = self.proof.where_true(self.iterators, &below)?;
        self.place.intersect(&below)?.is_empty()
    }
}

fn steps_of(scop: &Scop, access: u32) -> &[Step] {
    let steps = scop.arithmetic.steps.get(access as usize);
    steps.map_or(&[], |steps| steps)
}

/// Whether sets can say it.
fn is_plain(value: &Expr) -> bool {
    value.degree() < 2
}

/// The largest magnitude of a sum, where each variable has one; `None` if that is not known.
fn largest(sum: &Expr, held: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
    let mut total = i128::from(sum.constant_part()).abs();
    for (atom, c) in sum.terms() {
        let factors = match atom {
            Atom::Product(factors) => factors.as_slice(),
            single => std::slice::from_ref(single),
        };
        let product = factors
            .iter()
            .try_fold(i128::from(c).abs(), |product, factor| {
                let factor = match factor {
                    Atom::Var(name) => held(name)?,
                    Atom::Floor(inner, _) => largest(inner, held)?,
                    Atom::Max(_) | Atom::Min(_) | Atom::Product(_) => return None,
                };
                product.checked_mul(factor)
            })?;
        total = total.checked_add(product)?;
    }
    Some(total)
}

/// The value lies in the type.
fn in_type(step: &Step) -> String {
    let (least, most) = step.ty.range();
    format!("{least} <= {} <= {most}", step.value)
}

/// What types say of the parameters.
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

/// What types say of the counters around a place.
fn counter_facts(iterators: &[String], types: &[Option<IntType>]) -> Vec<String> {
    let typed = iterators.iter().zip(types);
    let fact = |(name, ty): (&String, &Option<IntType>)| {
        let (least, most) = (*ty)?.held();
        Some(format!("{least} <= {name} <= {most}"))
    };
    typed.filter_map(fact).collect()
}

/// What the size of an object says of its extents: of `a[n][n]`, that `n * n` elements are no more than an
/// address space holds.
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
    extents.iter().filter(is_variable).map(fact).collect()
}

/// The largest number whose power is no more than `most`.
fn root(most: i64, power: u32) -> i64 {
    let fits = |n: &i64| n.checked_pow(power).is_some_and(|p| p <= most);
    let next = |found: i64, bit: u32| Some(found + (1 << bit)).filter(fits).unwrap_or(found);
    (0..57).rev().fold(0, next)
}

/// The same for the same name.
fn key(name: &Named) -> String {
    format!("{:?} {} {:?}", name.iterators, name.domain, name.steps)
}

fn overflow(array: Option<&String>, step: &Step) -> Mismatch {
    let sign = match step.ty.signed {
        true => "",
        false => "n unsigned",
    };
    Mismatch::Overflow {
        array: array.cloned(),
        value: step.value.to_string(),
        ty: format!("a{sign} integer of {} bits", step.ty.bits),
    }
}
