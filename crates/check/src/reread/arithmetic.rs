//! Whether what the new subscripts compute stays in the types of C: sets know integers, C wraps or is
//! undefined.
//!
//! Assumes of every execution of the original:
//!
//! * It is defined: each signed subexpression of a subscript stays in its type wherever the access
//!   happens.
//! * Variables and counters hold values of their types.
//! * An object has no more than [`MOST_BYTES`] bytes.
//! * A macro has its present value; with another `-D` one of at most [`MACRO_RANGE`], or of no larger
//!   magnitude than now.

use super::structure::{self, Pair};
use crate::Mismatch;
use poly::{Atom, Expr, Set};
use scop::{Array, ArrayId, IntType, Named, ParamKind, Scop, Step};
use std::collections::{BTreeMap, HashSet};

/// No address space that a program has is larger.
const MOST_BYTES: i128 = 1 << 56;

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
            params.extend(size_facts(original.array(*before)));
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
                if !is_plain(&step.value) || !self.holds(&place, &name.iterators, step)? {
                    return Err(overflow(None, step));
                }
            }
        }
        Ok(())
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
        if !self.is_at_least(step.ty.range().0, &step.value, (place, pair.iterators))? {
            return Ok(false);
        }
        let before = steps_of(self.original, pair.original.id.0).iter();
        for known in before.filter(|b| b.certain && b.ty.range().1 <= step.ty.range().1) {
            let rest = known.value.clone() - step.value.clone();
            if self.is_at_least(0, &rest, (place, pair.iterators))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum of products is plainly no less than a number, 0 or less: what each product of sizes is multiplied
    /// by is not negative, and what is added to them no less than that number.
    fn is_at_least(
        &self,
        least: i128,
        sum: &Expr,
        (place, iterators): (&Set, &[String]),
    ) -> poly::Result<bool> {
        let is_size = |atom: &Atom| {
            let name = |name: &String| self.original.params.iter().any(|p| p.name == *name);
            matches!(atom, Atom::Var(var) if name(var))
        };
        for (sizes, multiple) in by_sizes(sum, &is_size) {
            let least = if sizes.is_empty() { least } else { 0 };
            let sizes = sizes.into_iter().map(|size| (Expr::atom(size), 0));
            for (factor, least) in sizes.chain([(multiple, least)]) {
                let negative = self.where_true(iterators, &format!("{factor} < {least}"))?;
                if !place.intersect(&negative)?.is_empty()? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
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

/// A sum by what its products multiply: `{w: y - 1, 1: x}` of `y*w - w + x`.
fn by_sizes(sum: &Expr, is_size: &dyn Fn(&Atom) -> bool) -> BTreeMap<Vec<Atom>, Expr> {
    let factors = |atom: &Atom| match atom {
        Atom::Product(factors) => factors.clone(),
        single => vec![single.clone()],
    };
    let strides = sum.terms().filter_map(|(atom, _)| {
        let (sizes, rest): (Vec<Atom>, Vec<Atom>) = factors(atom).into_iter().partition(is_size);
        (!sizes.is_empty() && !rest.is_empty()).then_some(sizes)
    });
    let mut strides: Vec<Vec<Atom>> = strides.collect();
    strides.sort_by_key(|stride| std::cmp::Reverse(stride.len()));
    let mut found: BTreeMap<Vec<Atom>, Expr> = BTreeMap::new();
    for (atom, c) in sum.terms() {
        let factors = factors(atom);
        let parted = strides
            .iter()
            .find_map(|s| Some((s.clone(), without(&factors, s)?)));
        let (sizes, rest) = parted.unwrap_or_else(|| match factors.len() {
            1 => (Vec::new(), factors),
            _ => (factors, Vec::new()),
        });
        let product = rest.into_iter().map(Expr::atom);
        let product = product.fold(Expr::constant(c), |product, atom| product * &atom);
        let multiple = found.entry(sizes).or_default();
        *multiple = multiple.clone() + product;
    }
    let ones = found.entry(Vec::new()).or_default();
    *ones = ones.clone() + Expr::constant(sum.constant_part());
    found
}

/// A product without some of its factors, if it has them all.
fn without(factors: &[Atom], some: &[Atom]) -> Option<Vec<Atom>> {
    let mut rest = factors.to_vec();
    for factor in some {
        let at = rest.iter().position(|f| f == factor)?;
        rest.remove(at);
    }
    Some(rest)
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
fn size_facts(array: &Array) -> Vec<String> {
    let extents: Vec<&Expr> = array.shape.iter().flatten().collect();
    let numbers = extents.iter().filter_map(|e| e.as_constant());
    let most = numbers.fold(MOST_BYTES, |most, n| most / i128::from(n.max(1)));
    let variable = extents
        .iter()
        .filter(|e| e.as_constant().is_none() && is_plain(e));
    let fact = |extent: &&&Expr| {
        let times = extents.iter().filter(|e| *e == *extent).count() as u32;
        format!("{extent} <= {}", root(most, times))
    };
    variable.map(|extent| fact(&extent)).collect()
}

/// The largest number whose power is no more than `most`.
fn root(most: i128, power: u32) -> i128 {
    let fits = |n: &i128| n.checked_pow(power).is_some_and(|p| p <= most);
    let mut found = 0;
    for bit in (0..57).rev() {
        let next = found + (1_i128 << bit);
        if fits(&next) {
            found = next;
        }
    }
    found
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
