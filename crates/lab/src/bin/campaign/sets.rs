//! Compares the sets of one temporary with executions of its scop, and of the C text.

use super::problem::Problem;
use super::setting::Setting;
use super::tally::Tally;
use front::{Candidate, Region};
use lab::brute::{Brute, BruteError, interpret, simulate_cells};
use lab::random::{Kernel, SIZES_RUN, Touch};
use lifetime::Mode;
use pleat::{Reason, problem};
use poly::{Expr, PolyError, Set};
use scop::{Certainty, Scop};
use std::collections::BTreeSet;
use storage::{Aim, Mapping, Strategy};

type Values = Vec<(String, i64)>;
type Points = BTreeSet<Vec<i64>>;

/// Operations on sets for one comparison.
const BUDGET: u64 = 4_000_000;
/// The largest set that is enumerated.
const MOST_POINTS: usize = 200_000;

/// Compares the analysis of a candidate with executions; fails at the first problem.
pub(crate) fn compare(
    kernel: &Kernel,
    region: &Region,
    candidate: &Candidate,
    setting: &Setting,
    tally: &mut Tally,
) -> Result<(), Problem> {
    tally.arrays += 1;
    let answer = answer(region, candidate, setting);
    match &answer {
        Ok(answer) => tally.folded += usize::from(answer.mapping.is_some()),
        Err(reason) => *tally.reasons.entry(reason.code().to_string()).or_default() += 1,
    }
    if let Err(Reason::Analysis(what)) = &answer {
        return Err(Problem::GaveUp(what.clone()));
    }
    for sizes in sizes(kernel, region, setting) {
        let Some(values) = values(&region.scop, sizes) else {
            continue;
        };
        one_size(
            kernel,
            region,
            candidate,
            (setting, answer.as_ref().ok()),
            (sizes, &values),
            tally,
        )?;
    }
    Ok(())
}

/// Two of the sizes for which a kernel is valid; one if macros were replaced by their values.
fn sizes(kernel: &Kernel, region: &Region, setting: &Setting) -> Vec<[i64; 2]> {
    let other = SIZES_RUN[kernel.name().len() % 2 * 4];
    if !kernel.has_macro_sizes() {
        return vec![other, SIZES_RUN[3]];
    }
    let taken = region.fixed_macros.len() + region.taken_macros.len() + region.assumptions.len();
    match taken {
        0 => vec![other, setting.macros],
        _ => vec![setting.macros],
    }
}

/// The value of each parameter; `None` if a parameter is not a size.
fn values(scop: &Scop, [n, m]: [i64; 2]) -> Option<Values> {
    let value = |p: &scop::Param| match p.spelling.as_str() {
        "N" | "n" => Some((p.name.clone(), n)),
        "M" | "m" => Some((p.name.clone(), m)),
        _ => None,
    };
    scop.params.iter().map(value).collect()
}

/// The results of Pleat for a temporary.
struct Answer {
    differences: Set,
    touched: Set,
    mapping: Option<Mapping>,
    /// The mappings of single strategies, if all are tried.
    others: Vec<Mapping>,
    /// All conflicting pairs, if they are compared.
    pairs: Option<Set>,
    reads_live_in: Option<bool>,
}

fn answer(region: &Region, candidate: &Candidate, setting: &Setting) -> Result<Answer, Reason> {
    let (scop, options) = (region.scop_of(candidate), &setting.options);
    let order = setting.options.order_of(scop);
    let problem = problem(region, candidate, options)?;
    let aim = Aim::of(options.objective);
    let strategies = options
        .strategy
        .map_or(Strategy::CHEAP.to_vec(), |s| vec![s]);
    let choice = storage::choose(&problem, &strategies, &aim)?
        .choices
        .into_iter()
        .next();
    let (mut pairs, mut reads_live_in) = (None, None);
    if setting.pairs {
        scop.ctx.start_budget(BUDGET);
        let found = lifetime::analyse(scop, candidate.array, options.lifetime, order)?;
        pairs = Some(found.relation()?.wrap()?);
        reads_live_in = Some(found.reads_live_in);
    }
    let mut others = Vec::new();
    if setting.every_strategy {
        for strategy in Strategy::ALL {
            scop.ctx.start_budget(BUDGET);
            // A strategy may give up, but its mapping must be correct.
            others.extend(storage::best(&problem, &[strategy]).ok().flatten());
        }
    }
    scop.ctx.start_budget(BUDGET);
    Ok(Answer {
        others: others.into_iter().map(|found| found.mapping).collect(),
        differences: problem.half.union(&problem.half.neg()?)?,
        touched: problem.touched,
        mapping: choice.map(|c| c.mapping),
        pairs,
        reads_live_in,
    })
}

fn one_size(
    kernel: &Kernel,
    region: &Region,
    candidate: &Candidate,
    (setting, answer): (&Setting, Option<&Answer>),
    (sizes, values): ([i64; 2], &Values),
    tally: &mut Tally,
) -> Result<(), Problem> {
    let scop = region.scop_of(candidate);
    scop.ctx.start_budget(BUDGET);
    let order = setting.options.order_of(scop);
    let brute = |mode| interpret(scop, candidate.array, values, mode, order);
    let (mode, exact) = match setting.options.lifetime {
        Mode::Value => (lab::brute::Mode::Value, lab::brute::Mode::Value),
        Mode::Element => (lab::brute::Mode::Element, lab::brute::Mode::Access),
    };
    let shown = match brute(mode) {
        Ok(shown) => shown,
        // A kernel is defined at its sizes, so the context must hold there.
        Err(BruteError::Context) => {
            let what = format!("{} at {values:?}", scop.context);
            return Err(Problem::Context(what));
        }
        Err(_) => return Ok(()),
    };
    let may = scop.accesses_to(candidate.array);
    let may = { may }.any(|a| a.certainty == Certainty::May);
    // The body of a loop that is not counted is a region of its own.
    let is_whole = region.ordinal == 0;
    if let Some(array) = plain_array(kernel, candidate).filter(|_| is_whole) {
        same_accesses(kernel, array, may, &shown, sizes)?;
        tally.sequences += 1;
    }
    let Some(answer) = answer else {
        return Ok(());
    };
    if let Some(race) = &shown.race {
        return Err(Problem::Missed(format!("a race at {values:?}: {race:?}")));
    }
    let most = brute(exact).unwrap_or_else(|_| shown.clone());
    let how = agree(answer, values, &shown, &most)?;
    let name = format!(
        "{} {} {how}",
        order.name(),
        mode_name(setting.options.lifetime)
    );
    *tally.compared.entry(name).or_default() += 1;
    for mapping in &answer.others {
        separates(mapping, &shown, values)?;
        tally.others += 1;
    }
    if let Some(mapping) = &answer.mapping {
        separates(mapping, &shown, values)?;
        near_misses(mapping, &shown, values, tally);
        let cell = |x: &[i64]| cell(mapping, x, values).unwrap_or_default();
        let played = simulate_cells(scop, candidate.array, cell, values, order);
        played.map_err(|clash| Problem::Simulated(clash.to_string()))?;
        tally.mappings += 1;
    }
    Ok(())
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Value => "value",
        Mode::Element => "element",
    }
}

/// The temporary of the kernel that a candidate is, if its elements are those of C.
fn plain_array(kernel: &Kernel, candidate: &Candidate) -> Option<usize> {
    let (_, number) = candidate.spelling.rsplit_once('t')?;
    let array: usize = number.parse().ok()?;
    let is_plain = !kernel.is_flat(array) && kernel.declarations(array) <= 1;
    (array < kernel.temporaries() && is_plain).then_some(array)
}

/// Checks that the scop touches the same elements as C, and writes them in the same order.
fn same_accesses(
    kernel: &Kernel,
    array: usize,
    may: bool,
    shown: &Brute,
    sizes: [i64; 2],
) -> Result<(), Problem> {
    let Some(touches) = kernel.touches(sizes) else {
        return Ok(());
    };
    let own: Vec<&Touch> = touches.iter().filter(|t| t.array == array).collect();
    // The scop omits a dimension with a subscript that is not affine.
    let dims = |x: Option<&Vec<i64>>| x.map_or(0, Vec::len);
    if dims(own.first().map(|t| &t.element)) > dims(shown.touched.first()) {
        return Ok(());
    }
    let touched: Points = own.iter().map(|t| t.element.clone()).collect();
    if may {
        return match touched.is_subset(&shown.touched) {
            true => Ok(()),
            false => Err(Problem::Front("elements are missing".to_string())),
        };
    }
    if touched != shown.touched {
        let what = format!("touched are {touched:?}, read as {:?}", shown.touched);
        return Err(Problem::Front(what));
    }
    let writes: Vec<&Vec<i64>> = own
        .iter()
        .filter(|t| t.is_write)
        .map(|t| &t.element)
        .collect();
    let born = shown.values.iter().filter(|v| v.write.is_some());
    let born: Vec<&Vec<i64>> = born.map(|v| &v.element).collect();
    match writes == born {
        true => Ok(()),
        false => Err(Problem::Front("writes happen in another order".to_string())),
    }
}

fn points(set: &Set, values: &Values) -> Result<Points, Problem> {
    let values = values.iter().map(|(n, v)| (n.as_str(), *v));
    let found = set
        .fix_params(values)
        .and_then(|set| set.points(MOST_POINTS));
    match found {
        Ok(Some(points)) => Ok(points.into_iter().collect()),
        Ok(None) | Err(PolyError::Budget) => Err(Problem::Budget),
        Err(error) => Err(Problem::GaveUp(error.to_string())),
    }
}

/// Compares the sets with an execution: they must contain all of `shown`, and are coarse if they
/// contain more than `most`.
fn agree(
    answer: &Answer,
    values: &Values,
    shown: &Brute,
    most: &Brute,
) -> Result<&'static str, Problem> {
    let differences = points(&answer.differences, values)?;
    if let Some(missing) = shown.differences.difference(&differences).next() {
        return Err(Problem::Missed(format!(
            "difference {missing:?} at {values:?}"
        )));
    }
    let touched = points(&answer.touched, values)?;
    if touched != shown.touched {
        return Err(Problem::Missed(format!("touched elements at {values:?}")));
    }
    if answer.reads_live_in == Some(false) && shown.reads_live_in {
        return Err(Problem::Missed("values from before".to_string()));
    }
    let mut is_equal = differences.is_subset(&most.differences);
    if let Some(pairs) = &answer.pairs {
        let pairs = points(pairs, values)?;
        let joined = |(x, y): &(Vec<i64>, Vec<i64>)| [x.as_slice(), y].concat();
        let expected: Points = shown.conflicts.iter().map(joined).collect();
        if let Some(missing) = expected.difference(&pairs).next() {
            return Err(Problem::Missed(format!("pair {missing:?} at {values:?}")));
        }
        let allowed: Points = most.conflicts.iter().map(joined).collect();
        is_equal &= pairs.is_subset(&allowed);
    }
    Ok(if is_equal { "equal" } else { "coarse" })
}

/// Checks that conflicting elements have different cells.
fn separates(mapping: &Mapping, shown: &Brute, values: &Values) -> Result<(), Problem> {
    for (x, y) in &shown.conflicts {
        let cells = (cell(mapping, x, values), cell(mapping, y, values));
        if cells.0.is_none() || cells.0 == cells.1 {
            let what = format!(
                "{mapping}: {x:?} and {y:?} share {:?} at {values:?}",
                cells.0
            );
            return Err(Problem::Mapping(what));
        }
    }
    Ok(())
}

/// Counts how often the same conflicts refuse the mapping with one modulus reduced by one.
fn near_misses(mapping: &Mapping, shown: &Brute, values: &Values, tally: &mut Tally) {
    for k in 0..mapping.rows.len() {
        let mut smaller = mapping.clone();
        let modulus = smaller.rows[k].modulus.clone();
        smaller.rows[k].modulus = modulus - Expr::constant(1);
        tally.near_misses += 1;
        tally.refused += usize::from(separates(&smaller, shown, values).is_err());
    }
}

/// `M x mod b`; `None` if a modulus is not positive.
fn cell(mapping: &Mapping, x: &[i64], values: &Values) -> Option<Vec<i64>> {
    let value = |name: &str| values.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
    let row = |row: &storage::Row| {
        let (form, modulus) = row.at(&value).filter(|(_, b)| *b > 0)?;
        let sum: i64 = form.iter().zip(x).map(|(c, x)| c * x).sum();
        Some(sum.rem_euclid(modulus))
    };
    mapping.rows.iter().map(row).collect()
}
