//! The proof that two systems have the same outputs, whatever the order of execution. It knows
//! terms and relations; it must not know how one system was made from the other.
//!
//! Passes, in order: `bounds` checks the form of both systems and their arrays; `reach` that
//! `after` touches no element of the caller's memory that may not exist; `parts` finds parameter
//! values that are proved apart; `identical` ends the proof if both systems are the same for them;
//! `relaxed` makes sets simpler; `terms` names all values; `flow` finds the write behind each read;
//! `alike` finds the statements that neither moved nor depend on what did;
//! `claim` reduces claims that values are equal to claims about earlier values; `attempt` does so
//! until nothing is left, with larger claims by `growth` for recurrences; `trail` finds the way
//! from an output to a difference, which `concrete` confirms. In the end, `defined` shows that the
//! operations of `after` that may be without a value, which `risks` and `partial` find, are some of
//! `before`, for instances that `equal` finds.
//!
//! The method is that of Shashidhar, Bruynooghe, Catthoor and Janssens (synchronised traversal of
//! array dataflow), with recurrences by widening as in Verdoolaege, Janssens and Bruynooghe,
//! "Equivalence checking of static affine programs using widening to handle recurrences", section
//! 6.

mod alike;
mod attempt;
mod bounds;
mod claim;
mod concrete;
mod defined;
mod difference;
mod equal;
mod flow;
mod growth;
mod identical;
mod leaving;
mod partial;
mod parts;
mod reach;
mod relaxed;
mod risks;
mod terms;
mod trail;

pub use difference::{Conflict, Difference, Hazard, Obstacle, Place, Proof, Sample, Trace};

use alike::alike;
use attempt::{Attempt, Failure, Guidance, Stop, Why};
use bounds::undecided;
use claim::{Claim, Side, Sides};
use concrete::{Concrete, Decided};
use equal::Equalities;
use flow::Flow;
use parts::parts;
use poly::{OPERATIONS_PER_SECOND, Set};
use relaxed::Relaxed;
use scop::{AccessId, Shared, System};
use terms::Terms;
use trail::Trail;

/// The most attempts of one proof.
const MOST_ATTEMPTS: usize = 24;
/// Elementary set operations of each part that a proof can do without: a proof for more parameter
/// values, the search for statements that are alike, the example of a difference.
const OPERATIONS_BESIDE: u64 = 2 * OPERATIONS_PER_SECOND;
/// Reductions that confirm a difference.
const FUEL_TO_CONFIRM: usize = 3_000;

/// Proves that every output of `after` equals that of `before`, for all parameter values of the
/// context of `before` for which `before` is defined.
///
/// Both systems are in one isl context and have the same names for the same parameters. All work
/// counts against its budget.
///
/// # Errors
/// A difference, or the reason why the question remains open.
pub fn same_outputs(before: &System, after: &System) -> Result<Proof, Difference> {
    bounds::is_system(before)?;
    bounds::is_system(after)?;
    let (context, mut undefined) = bounds::defined(before)?;
    let leaving = bounds::inside(after, &context)?;
    let declared = reach::inside(before, after, &context)?;
    let (mut proved, mut claims) = (None::<Set>, 0);
    for part in parts(before, after, &context)? {
        if leaving.is_empty() && identical::are_identical(before, after, &part)? {
            proved = Some(with(proved, part)?);
            continue;
        }
        if leaving.is_empty()
            && let Some(count) = prove_more(before, after, &part)?
        {
            proved = Some(with(proved, part)?);
            claims += count;
            continue;
        }
        let (sides, goals) = prepare((before, after), &part, &leaving)?;
        match prove(&sides, &goals, &part) {
            Ok(found) => {
                found.is_defined(&sides)?;
                proved = Some(with(proved, found.context)?);
                undefined.extend(found.undefined);
                claims += found.claims;
            }
            Err(Difference::Undefined { accesses }) => undefined.extend(accesses),
            Err(difference) => return Err(difference),
        }
    }
    undefined.sort_unstable();
    undefined.dedup();
    let Some(proved) = proved else {
        return Err(Difference::Undefined {
            accesses: undefined,
        });
    };
    // The parts together in fewer pieces.
    let proved = match proved.is_equal(&context)? {
        true => context,
        false => proved,
    };
    Ok(Proof {
        context: proved,
        is_restricted: !undefined.is_empty(),
        undefined,
        declared,
        claims,
    })
}

/// The number of claims of a proof for more parameter values than these, if there is one.
fn prove_more(before: &System, after: &System, context: &Set) -> poly::Result<Option<usize>> {
    let attempt = || {
        let Some(relaxed) = Relaxed::new(before, after, context)? else {
            return Ok(None);
        };
        let Relaxed {
            before,
            after,
            context,
        } = &relaxed;
        let Ok((sides, goals)) = prepare((before, after), context, &[]) else {
            return Ok(None);
        };
        Ok(match prove(&sides, &goals, context) {
            Ok(found) if found.undefined.is_empty() && found.is_defined(&sides).is_ok() => {
                Some(found.claims)
            }
            _ => None,
        })
    };
    let ctx = context.context();
    Ok(ctx.attempt(OPERATIONS_BESIDE, attempt)?.flatten())
}

/// Points with others.
fn with(known: Option<Set>, more: Set) -> poly::Result<Set> {
    match known {
        Some(known) => known.union(&more)?.coalesce(),
        None => Ok(more),
    }
}

/// What an attempt proved.
struct Proved {
    /// The parameter values that are left.
    context: Set,
    /// The reads that made them fewer.
    undefined: Vec<scop::AccessId>,
    claims: usize,
    equal: Equalities,
}

impl Proved {
    /// Proves that `after` is defined for these parameter values, too.
    fn is_defined(&self, sides: &Sides) -> Result<(), Difference> {
        defined::inside(sides, &self.equal, &self.context)
    }
}

/// Tries until a proof or a difference is found, or nothing else can be tried.
fn prove(sides: &Sides, goals: &[Claim], context: &Set) -> Result<Proved, Difference> {
    let mut guidance = Guidance::default();
    let mut first = None;
    for _ in 0..MOST_ATTEMPTS {
        let mut attempt = Attempt::new(sides, &guidance, context);
        let failure = match attempt.run(goals) {
            Ok(()) => {
                return Ok(Proved {
                    equal: attempt.equalities(),
                    context: attempt.context,
                    undefined: attempt.undefined,
                    claims: attempt.claims,
                });
            }
            Err(Stop::Failed(failure)) => failure,
            Err(Stop::Undefined) => {
                return Err(Difference::Undefined {
                    accesses: attempt.undefined,
                });
            }
            Err(Stop::Bound(why)) => return Err(undecided(why)),
            Err(Stop::Poly(error)) => return Err(error.into()),
        };
        let trail = Trail::to(&failure, &attempt, sides)?;
        if is_confirmed(sides, &failure, trail.as_ref())? {
            return Err(contradiction(failure, trail));
        }
        let assumed = trail.as_ref().and_then(|t| t.assumed);
        let has_choices = attempt.has_choices;
        first.get_or_insert((failure.why, trail));
        if has_choices && !guidance.is_careful {
            guidance.is_careful = true;
            continue;
        }
        let Some(key) = assumed else { break };
        let growth = guidance.growth.entry(key).or_default();
        match growth.smaller() {
            Some(smaller) => *growth = smaller,
            None => break,
        }
    }
    Err(open(first))
}

/// Whether following all dependences at one element of an output shows that a failure is real.
fn is_confirmed(sides: &Sides, failure: &Failure, trail: Option<&Trail>) -> poly::Result<bool> {
    let output = trail.and_then(|t| t.output.as_ref());
    let (Why::Differs(_), Some(((before, after), pair))) = (&failure.why, output) else {
        return Ok(false);
    };
    let (before, after) = (*before, *after);
    let pairs = poly::Map::product(
        &sides.before.terms.instances(before)?,
        &sides.after.terms.instances(after)?,
    )?;
    let claim = Claim {
        before,
        after,
        pairs,
    };
    let agree = || Concrete::new(sides, FUEL_TO_CONFIRM).agree(&[claim], pair);
    let ctx = sides.before.terms.ctx();
    let found = ctx.attempt(OPERATIONS_BESIDE, agree)?;
    Ok(found.flatten() == Some(false))
}

fn contradiction(failure: Failure, trail: Option<Trail>) -> Difference {
    let trace = trail.map(|t| t.trace).unwrap_or_default();
    match failure.why {
        Why::Differs(why) => Difference::Contradicted { why, trace },
        _ => open(None),
    }
}

/// The question remains open because of the first failure.
fn open(first: Option<(Why, Option<Trail>)>) -> Difference {
    let Some((why, trail)) = first else {
        return Difference::Undecided {
            why: Obstacle::NoRelation,
            trace: None,
        };
    };
    let why = match why {
        Why::Differs(conflict) => Obstacle::Relation(conflict),
        Why::Unwritten => {
            Obstacle::Reason("the original may read an element that was never written")
        }
        Why::Repeats => Obstacle::ChangingRelation,
    };
    Difference::Undecided {
        why,
        trace: trail.map(|t| t.trace),
    }
}

/// Both systems with their dataflow, and a claim for each output. Some accesses of `after` may
/// leave their arrays.
fn prepare<'s>(
    (before, after): (&'s System, &'s System),
    context: &Set,
    leaving: &[AccessId],
) -> Result<(Sides<'s>, Vec<Claim>), Difference> {
    let (interface, other) = (interface(before), interface(after));
    let mut terms = (Terms::new(before, context)?, Terms::new(after, context)?);
    let mut goals = Vec::new();
    for shared in &interface {
        let twin = other.iter().find(|o| o.key == shared.key);
        let is_output = shared.is_output || twin.is_some_and(|t| t.is_output);
        match twin.filter(|_| is_output) {
            Some(twin) => goals.extend(goal(&mut terms, shared, twin, context)?),
            None if is_output => untouched(before, shared)?,
            None => {}
        }
    }
    for shared in other.iter().filter(|o| o.is_output) {
        if !interface.iter().any(|i| i.key == shared.key) {
            untouched(after, shared)?;
        }
    }
    let flows = (Flow::new(&terms.0)?, Flow::new(&terms.1)?);
    let second = Side {
        terms: terms.1,
        flow: flows.1,
    };
    let places = risks::occurrences(&second.terms)?;
    let mut risks = risks::risks(&second, &places)?;
    let all = (&second.terms, places.as_slice());
    risks.extend(reach::conditional(before, all, context)?);
    risks.extend(leaving::risks(all, context, leaving)?);
    let before_side = Side {
        terms: terms.0,
        flow: flows.0,
    };
    let sides = Sides {
        alike: alike(&before_side, &second, context)?,
        shared: partners(before, &interface, &other),
        is_known: [is_known(before, &interface), is_known(after, &other)],
        watched: risks::watched(&risks),
        risks,
        decided: Decided::default(),
        before: before_side,
        after: second,
    };
    Ok((sides, goals))
}

/// The arrays that the caller knows, and the state of the world.
fn interface(system: &System) -> Vec<Shared> {
    let mut all = system.interface.clone();
    if let Some(array) = system.world
        && !all.iter().any(|s| s.array == array)
    {
        all.push(Shared {
            array,
            key: "world".to_string(),
            is_input: true,
            is_output: true,
            object: "world".to_string(),
            whole_dims: 0,
            declared: None,
        });
    }
    all
}

/// The claim that an output has the same elements in the end.
fn goal(
    (before, after): &mut (Terms, Terms),
    a: &Shared,
    b: &Shared,
    context: &Set,
) -> Result<Option<Claim>, Difference> {
    let (x, y) = (
        before.system.scop.array(a.array),
        after.system.scop.array(b.array),
    );
    if x.shape.len() != y.shape.len() {
        return Err(Difference::Interface {
            key: a.key.clone(),
            why: "has another number of dimensions",
        });
    }
    let from = bounds::elements(before.system, x)?.intersect_params(context)?;
    let pairs = from.identity()?.with_range_name(&y.name)?;
    let to = pairs.range()?;
    let claim = Claim {
        before: before.look(a.array, &from)?,
        after: after.look(b.array, &to)?,
        pairs,
    };
    Ok(Some(claim))
}

/// Whether an output that the other system does not know is never written.
fn untouched(system: &System, shared: &Shared) -> Result<(), Difference> {
    let mut accesses = system.scop.accesses_to(shared.array);
    match accesses.any(|a| a.kind == scop::AccessKind::Write) {
        true => Err(Difference::Interface {
            key: shared.key.clone(),
            why: "is written by one program and unknown to the other",
        }),
        false => Ok(()),
    }
}

/// By array of `before`: the array of `after` with the same key.
fn partners(before: &System, interface: &[Shared], other: &[Shared]) -> Vec<Option<u32>> {
    let mut partners = vec![None; before.scop.arrays.len()];
    for shared in interface {
        let twin = other.iter().find(|o| o.key == shared.key);
        partners[shared.array.0 as usize] = twin.map(|t| t.array.0);
    }
    partners
}

fn is_known(system: &System, interface: &[Shared]) -> Vec<bool> {
    let mut known = vec![false; system.scop.arrays.len()];
    for shared in interface {
        known[shared.array.0 as usize] = true;
    }
    known
}
