//! Closed forms: the value of a cell at the start of iteration `k` of a loop.

use crate::stop::Result;
use crate::values::{Known, Number, Step, Target};
use poly::{Context, Map, PwAff, Space, names};

/// `base + (first - base + step*k) mod modulus`
#[derive(Clone, Debug)]
pub(crate) struct Law {
    pub(crate) first: Number,
    pub(crate) base: i64,
    pub(crate) step: i64,
    pub(crate) modulus: i64,
}

/// A closed form. Values at the start of the loop are functions of the iterators outside of it.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// Each iteration assigns it before it reads it.
    Dead,
    /// Unknown.
    Data,
    /// `first + step*k`; a pointer moves by elements.
    Linear { first: Known, step: Number },
    /// An integer in a ring.
    Ring(Law),
    /// A pointer, one of whose subscripts is in a ring.
    Place {
        target: Target,
        position: usize,
        law: Law,
    },
    /// The values in turn.
    Table(Vec<Known>),
    /// `first + step * min(k, steps)`
    Until { first: i64, step: i64, steps: i64 },
    /// `first` for `k = 0`, then what the iteration before computed, as a function of all
    /// iterators; without `first`, the function also holds for the first iteration.
    Previous { first: Option<Known>, then: Known },
    /// What the iteration before computed; nothing before the first iteration.
    Unset(Known),
}

impl Law {
    /// The law of numbers in turn, if they run through an interval with a constant step.
    pub(crate) fn of(ctx: &Context, dims: usize, numbers: &[i64]) -> Result<Option<Law>> {
        let modulus = i64::try_from(numbers.len()).unwrap_or(0);
        let (Some(base), Some(first)) = (numbers.iter().min(), numbers.first()) else {
            return Ok(None);
        };
        let step = match numbers.get(1) {
            Some(second) => second - first,
            None => 0,
        };
        let at = |k: usize| base + (first - base + step * k as i64).rem_euclid(modulus);
        let agrees = numbers.iter().enumerate().all(|(k, n)| at(k) == *n);
        let mut distinct = numbers.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        if !agrees || distinct.len() != numbers.len() {
            return Ok(None);
        }
        Ok(Some(Law {
            first: Number::constant(ctx, dims, *first)?,
            base: *base,
            step,
            modulus,
        }))
    }

    /// The value after `k` steps; `None` if the first one is not affine.
    fn at(&self, k: &PwAff) -> Result<Option<Number>> {
        let dims = k.dims()?;
        let first = self.first.lifted_to(dims)?;
        let Some(first) = first.as_affine() else {
            return Ok(None);
        };
        let base = PwAff::number(k.context(), dims, self.base)?;
        let moved = first.sub(&base)?.add(&k.scale(self.step)?)?;
        Ok(Some(Number::total(moved.modulo(self.modulus)?.add(&base)?)))
    }
}

impl Form {
    /// The form of numbers with a constant step, of which the last one stays.
    pub(crate) fn until(numbers: &[i64]) -> Option<Form> {
        let [first, second, ..] = numbers else {
            return None;
        };
        let step = second - first;
        let is_even = numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
        let steps = i64::try_from(numbers.len() - 1).ok()?;
        is_even.then_some(Form::Until {
            first: *first,
            step,
            steps,
        })
    }

    /// The value for `k`, a function of all iterators up to that of the loop; `None` if it is not
    /// known.
    fn at(&self, k: &PwAff) -> Result<Option<Known>> {
        let dims = k.dims()?;
        match self {
            Form::Dead | Form::Data | Form::Previous { .. } | Form::Unset(_) => Ok(None),
            Form::Linear { first, step } => linear(first, step, k),
            Form::Ring(law) => Ok(law.at(k)?.map(Known::Integer)),
            Form::Place {
                target,
                position,
                law,
            } => {
                let Some(index) = law.at(k)? else {
                    return Ok(None);
                };
                let mut target = target.each(|n| n.lifted_to(dims))?;
                target.path[*position] = Step::Index(index);
                let all = poly::Set::all(k.context(), dims)?;
                Ok(Some(Known::Pointer(vec![(all, target)])))
            }
            Form::Table(values) => table(values, k).map(Some),
            Form::Until { first, step, steps } => {
                let last = PwAff::number(k.context(), dims, *steps)?;
                let moved = k.min(&last)?.scale(*step)?;
                let first = PwAff::number(k.context(), dims, *first)?;
                Ok(Some(Known::Integer(Number::total(moved.add(&first)?))))
            }
        }
    }

    /// The value at the start of iteration `k`, a function of all iterators up to that of the loop.
    pub(crate) fn start(&self, k: &PwAff) -> Result<Option<Known>> {
        let (ctx, dims) = (k.context(), k.dims()?);
        let later = k.sub(&PwAff::number(ctx, dims, 1)?)?.nonneg_set()?;
        match self {
            Form::Previous { first, then } => {
                let then = then.pullback(&one_back(ctx, dims)?)?;
                let Some(first) = first else {
                    return Ok(Some(then));
                };
                let first = first.lifted_to(dims)?.restricted(&later.complement()?)?;
                return Ok(Some(first.either(&then.restricted(&later)?)?));
            }
            Form::Unset(then) => {
                let then = then.pullback(&one_back(ctx, dims)?)?;
                return Ok(Some(then.restricted(&later)?));
            }
            _ => {}
        }
        self.at(k)
    }

    /// The value at the start of the iteration after that.
    pub(crate) fn next(&self, k: &PwAff) -> Result<Option<Known>> {
        if let Form::Previous { then, .. } | Form::Unset(then) = self {
            return Ok(Some(then.clone()));
        }
        self.at(&k.add(&PwAff::number(k.context(), k.dims()?, 1)?)?)
    }

    /// The value before the first iteration, as a function of the iterators outside of the loop,
    /// where that is not known by construction.
    pub(crate) fn first(&self, ctx: &Context, dims: usize) -> Result<Option<Known>> {
        match self {
            Form::Ring(_) => self.at(&PwAff::number(ctx, dims, 0)?),
            _ => Ok(None),
        }
    }
}

fn linear(first: &Known, step: &Number, k: &PwAff) -> Result<Option<Known>> {
    let dims = k.dims()?;
    let steps = Number::total(k.clone());
    let Some(moved) = steps.mul(&step.lifted_to(dims)?)? else {
        return Ok(None);
    };
    Ok(match first.lifted_to(dims)? {
        Known::Integer(first) => Some(Known::Integer(first.add(&moved)?)),
        Known::Pointer(pointer) => {
            let mut all = Vec::new();
            for (set, target) in pointer {
                match target.moved(&moved)? {
                    Some(target) => all.push((set, target)),
                    None => return Ok(None),
                }
            }
            Some(Known::Pointer(all))
        }
        _ => None,
    })
}

fn table(values: &[Known], k: &PwAff) -> Result<Known> {
    let (ctx, dims) = (k.context(), k.dims()?);
    let turn = k.modulo(i64::try_from(values.len()).unwrap_or(1))?;
    let mut all: Option<Known> = None;
    for (at, value) in (0_i64..).zip(values) {
        let here = turn.eq_set(&PwAff::number(ctx, dims, at)?)?;
        let value = value.lifted_to(dims)?.restricted(&here)?;
        all = Some(match all {
            Some(all) => all.either(&value)?,
            None => value,
        });
    }
    Ok(all.unwrap_or(Known::Data))
}

/// The value of a function of the iterators of a loop for iteration -1.
pub(crate) fn before_first(then: &Known, ctx: &Context, dims: usize) -> Result<Known> {
    let x = names("x", dims);
    let last = [x.clone(), vec!["-1".to_string()]].concat();
    Ok(then.pullback(&Space::plain(ctx).images(&x, &last)?)?)
}

/// `{ [x, k] -> [x, k - 1] }`
fn one_back(ctx: &Context, dims: usize) -> Result<Map> {
    let x = names("x", dims);
    let mut earlier = x.clone();
    earlier[dims - 1] += " - 1";
    Ok(Space::plain(ctx).images(&x, &earlier)?)
}
