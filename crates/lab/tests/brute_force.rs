//! The conflicts computed with sets equal those that executions show: every array of every corpus
//! file, at small parameter values, for both lifetimes and in all orders.
#![allow(clippy::unwrap_used)]

#[path = "../../pleat/tests/it/common/mod.rs"]
mod common;

use common::{on_big_stack, source};
use lab::brute::{Brute, BruteError, interpret};
use poly::Set;
use rstest::rstest;
use scop::{ArrayId, Order, Scop};
use source::{Flags, Unit};
use std::collections::BTreeSet;
use std::path::Path;

/// Operations on sets for one array in one order.
const BUDGET: u64 = 500_000;
/// Operations for the pairs of elements of the differences, which are more expensive.
const BUDGET_OF_PAIRS: u64 = 100_000;
/// The largest number of instances that are executed.
const MOST_INSTANCES: usize = 60;
/// The largest number of pairs that are listed; of larger sets only the differences are compared.
const MOST_PAIRS: usize = 400;
/// The number of arrays examined per file.
const ARRAYS: usize = 2;

const MODES: [(lifetime::Mode, lab::brute::Mode); 2] = [
    (lifetime::Mode::Value, lab::brute::Mode::Value),
    (lifetime::Mode::Element, lab::brute::Mode::Access),
];

type Values = Vec<(String, i64)>;
type Vectors = BTreeSet<Vec<i64>>;

/// The counts of comparisons.
#[derive(Debug, Default)]
struct Tally {
    /// Candidates.
    arrays: usize,
    /// By order: the sets equal those of executions.
    equal: [usize; 4],
    /// The sets contain more conflicts: some chains of dependences are unknown, or
    /// [`ROWS_AT_ONCE`].
    coarse: usize,
    /// No answer within the budget.
    given_up: usize,
    /// Orders that are illegal for an array.
    illegal: usize,
    /// Arrays without known extents whose values cross the borders of the region.
    unbounded: usize,
}

/// The points of a set at given parameter values; `None` if there are too many.
fn points(set: &Set, params: &Values, most: usize) -> poly::Result<Option<Vectors>> {
    let values = params.iter().map(|(n, v)| (n.as_str(), *v));
    let found = set.fix_params(values)?.points(most)?;
    Ok(found.map(|points| points.into_iter().collect()))
}

/// Whether the statements that touch the array, or all statements, execute few enough instances.
fn is_small(scop: &Scop, array: Option<ArrayId>, params: &Values) -> bool {
    let mut left = MOST_INSTANCES;
    let touches = |s: &scop::Statement| match array {
        Some(array) => scop.accesses_to(array).any(|a| a.statement == s.id),
        None => true,
    };
    for statement in scop.statements.iter().filter(|s| touches(s)) {
        match points(&statement.domain, params, left) {
            Ok(Some(found)) => left -= found.len(),
            _ => return false,
        }
    }
    true
}

/// All parameter values of the context up to a small number.
fn values_up_to(scop: &Scop, most: i64) -> Option<Vec<Values>> {
    let names: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let text = scop.context.to_string();
    let (_, condition) = text.split_once('{')?;
    let bounds: Vec<String> = names
        .iter()
        .map(|n| format!("0 <= {n} <= {most}"))
        .collect();
    let inside = Set::parse(&scop.ctx, &format!("{{ [{}]{condition}", names.join(", "))).ok()?;
    let bounds = [bounds.as_slice(), &["0 = 0".to_string()]]
        .concat()
        .join(" and ");
    let small = Set::parse(
        &scop.ctx,
        &format!("{{ [{}] : {bounds} }}", names.join(", ")),
    );
    let found = inside.intersect(&small.ok()?).ok()?.points(2_000).ok()??;
    let named = |values: Vec<i64>| names.iter().map(|n| n.to_string()).zip(values).collect();
    Some(found.into_iter().map(named).collect())
}

/// Parameter values with at least one instance and not too many: large values first, then one
/// assignment with pairwise different values, if it exists.
fn sizes(scop: &Scop, array: ArrayId) -> Vec<Values> {
    for most in [7, 4, 3, 2, 12, 20, 40, 100] {
        let mut all = values_up_to(scop, most).unwrap_or_default();
        all.sort_by_key(|v| -v.iter().map(|(_, n)| n).sum::<i64>());
        let mut usable = all.into_iter().filter(|v| is_small(scop, Some(array), v));
        if let Some(first) = usable.next() {
            let other = |v: &Values| v.iter().zip(&first).all(|(x, y)| x != y);
            let second = usable.find(other);
            return std::iter::once(first).chain(second).collect();
        }
    }
    Vec::new()
}

/// The scop with an order that it allows in addition to that of its text, and whether the order may
/// be illegal.
fn marked(scop: &Scop, array: ArrayId, order: Order) -> Vec<Scop> {
    let own = scop.statements.iter();
    let own = own
        .map(|s| s.parallel.len() + s.tilable.len())
        .sum::<usize>();
    match order {
        Order::Parallel if own == 0 => parallel_loops(scop, array),
        Order::Tilable if own == 0 => {
            let mut bands = scop.clone();
            let marked = lifetime::mark_bands(&mut bands);
            let any = bands.statements.iter().any(|s| !s.tilable.is_empty());
            let bands = marked.is_ok().then_some(bands);
            bands.filter(|_| any).into_iter().collect()
        }
        _ => vec![scop.clone()],
    }
}

/// Marks one loop as parallel, for each of the first loops around the statements of the array.
fn parallel_loops(scop: &Scop, array: ArrayId) -> Vec<Scop> {
    let is_loop = |d: &usize| {
        let fixed = |s: &scop::Statement| s.schedule.fixed_output(*d);
        let own = |s: &&scop::Statement| scop.accesses_to(array).any(|a| a.statement == s.id);
        let mut touching = scop.statements.iter().filter(own);
        touching.any(|s| matches!(fixed(s), Ok(None)))
    };
    let mark = |d: usize| {
        let mut scop = scop.clone();
        scop.statements
            .iter_mut()
            .for_each(|s| s.parallel = vec![d]);
        scop
    };
    (0..scop.time_dims)
        .filter(is_loop)
        .take(2)
        .map(mark)
        .collect()
}

/// The answer of `lifetime` for one array.
struct Computed {
    /// `None` beyond the budget.
    pairs: Option<Set>,
    differences: Set,
    touched: Set,
    illegal: bool,
    reads_live_in: bool,
}

impl Computed {
    fn new(
        scop: &Scop,
        array: ArrayId,
        mode: lifetime::Mode,
        order: Order,
    ) -> poly::Result<Computed> {
        scop.ctx.start_budget(BUDGET);
        let found = lifetime::analyse(scop, array, mode, order)?;
        Ok(Computed {
            differences: found.differences()?,
            illegal: lifetime::illegal(scop, array, order)?.is_some(),
            pairs: {
                scop.ctx.start_budget(BUDGET_OF_PAIRS);
                found.relation().and_then(|r| r.wrap()).ok()
            },
            touched: found.touched,
            reads_live_in: found.reads_live_in,
        })
    }

    /// Whether all conflicts are found, and whether there are no others.
    fn compare(&self, brute: &Brute, params: &Values) -> (bool, bool) {
        let listed = |set: &Set| points(set, params, 100_000).unwrap().unwrap();
        let differences = listed(&self.differences);
        let mut complete = differences.is_superset(&brute.differences)
            && listed(&self.touched) == brute.touched
            && self.reads_live_in >= brute.reads_live_in;
        let mut exact = differences == brute.differences;
        let pairs = self.pairs.as_ref();
        if let Some(pairs) = pairs.filter(|_| brute.conflicts.len() <= MOST_PAIRS) {
            let pairs = points(pairs, params, 2 * MOST_PAIRS).unwrap();
            let joined = |(x, y): &lab::brute::Conflict| [x.as_slice(), y].concat();
            let expected: Vectors = brute.conflicts.iter().map(joined).collect();
            complete &= pairs.as_ref().is_none_or(|p| p.is_superset(&expected));
            exact &= pairs.is_some_and(|p| p == expected);
        }
        (complete, exact)
    }
}

/// Compares one array in one order, with one lifetime.
struct Case<'a> {
    name: &'a str,
    scop: &'a Scop,
    array: ArrayId,
    order: Order,
    mode: lifetime::Mode,
    rule: lab::brute::Mode,
}

/// Compares all orders and both lifetimes at some sizes.
fn compare(name: &str, scop: &Scop, array: ArrayId, tally: &mut Tally) {
    let sizes = sizes(scop, array);
    for order in Order::ALL {
        for scop in &marked(scop, array, order) {
            for (mode, rule) in MODES {
                let case = Case {
                    name,
                    scop,
                    array,
                    order,
                    mode,
                    rule,
                };
                case.compare(&sizes, tally);
            }
        }
    }
}

impl Case<'_> {
    fn compare(&self, sizes: &[Values], tally: &mut Tally) {
        let computed = Computed::new(self.scop, self.array, self.mode, self.order);
        self.scop.ctx.start_budget(0);
        let Ok(computed) = computed else {
            tally.given_up += 1;
            return;
        };
        // Chains of dependences lead through all statements.
        let is_small = |v: &&Values| self.order != Order::Any || is_small(self.scop, None, v);
        for params in sizes.iter().filter(is_small) {
            let brute = interpret(self.scop, self.array, params, self.rule, self.order);
            match brute {
                Ok(brute) => self.compare_at(params, &computed, &brute, tally),
                Err(BruteError::Extent(_)) => tally.unbounded += 1,
                Err(error) => panic!("{}: {error}", self.name),
            }
        }
    }

    /// Whether values of the caller are alive in an array without known extents, for sizes near
    /// these.
    fn is_endless(&self, computed: &Computed, params: &Values) -> bool {
        let has_extents = self
            .scop
            .array(self.array)
            .shape
            .iter()
            .all(Option::is_some);
        let may_be = computed.reads_live_in && !has_extents;
        may_be && points(&computed.differences, params, 100_000).is_err()
    }

    fn compare_at(&self, params: &Values, computed: &Computed, brute: &Brute, tally: &mut Tally) {
        let at = format!(
            "{}, {params:?}, {:?}, {:?}",
            self.name, self.order, self.rule
        );
        if computed.illegal || brute.race.is_some() {
            assert!(computed.illegal, "{at}: {:?}", brute.race);
            tally.illegal += 1;
            return;
        }
        if self.is_endless(computed, params) {
            tally.unbounded += 1;
            return;
        }
        let (complete, exact) = computed.compare(brute, params);
        assert!(complete, "{at}: conflicts are missing");
        let sets_rows = ROWS_AT_ONCE.iter().any(|file| self.name.contains(file));
        let may_be_coarse = self.order == Order::Any || sets_rows;
        assert!(exact || may_be_coarse, "{at}: too many conflicts");
        match exact {
            true => tally.equal[self.order as usize] += 1,
            false => tally.coarse += 1,
        }
    }
}

/// Reads a file; macros that produce arrays are written out.
fn read(path: &Path, flags: &Flags) -> Unit {
    let unit = source::preprocess(source(path), flags).unwrap();
    let syntax = front::Syntax::of(&unit);
    let options = pleat::front_options(&unit);
    let program = front::Program::new(&unit, &syntax, &options);
    let unfolded = source::write_out(&unit, &program.arrays_in_macros(), flags);
    match unfolded {
        Some(unfolded) => unfolded.unit,
        None => unit,
    }
}

fn compare_file(path: &Path) -> Tally {
    let mut tally = Tally::default();
    let mut flags = Flags::default();
    let folder = path.parent().unwrap().canonicalize().unwrap();
    flags.args.push(format!("-I{}", folder.display()));
    let unit = read(path, &flags);
    let extraction = front::extract(&unit, &pleat::front_options(&unit));
    let candidates = extraction.regions.iter().flat_map(|region| {
        let candidates = region.candidates.iter();
        candidates.flat_map(|c| c.arrays().map(|array| (region.scop_of(c), array)))
    });
    for (scop, array) in candidates.take(ARRAYS) {
        tally.arrays += 1;
        let name = scop.array(array).name.clone();
        compare(
            &format!("{}: {name}", path.display()),
            scop,
            array,
            &mut tally,
        );
    }
    tally
}

const FROM_BEFORE: &str = "values of the caller are read, in an array without known extents";
const LONG: &str = "the context allows no execution that is short enough";

/// Files in which nothing is compared, and the reason.
const NOTHING: [(&str, &str); 10] = [
    ("3mm.c", LONG),
    ("enumerations.c", LONG),
    ("fixed_sizes.c", LONG),
    ("gemver.c", FROM_BEFORE),
    ("gramschmidt.c", FROM_BEFORE),
    ("heat-3d.c", FROM_BEFORE),
    ("jacobi-1d.c", FROM_BEFORE),
    ("jacobi-2d.c", FROM_BEFORE),
    ("narrow_counters.c", LONG),
    ("rounds.c", "the sets are beyond the budget"),
];

/// One call sets a whole row to one value. The call cannot set elements that are spread over cells,
/// so the sets separate the elements.
const ROWS_AT_ONCE: [&str; 1] = ["memory_calls.c"];

#[rstest]
fn sets_equal_executions(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/*.c")]
    #[files("../../corpus/polybench/*.c")]
    #[files("../../corpus/pipelines/*_rows.c")]
    #[files("../../corpus/tiled/[jp]*.c")]
    path: std::path::PathBuf,
) {
    let tally = on_big_stack(|| compare_file(&path));
    if tally.arrays == 0 {
        return;
    }
    let name = path.file_name().unwrap().to_str().unwrap();
    let excused = NOTHING.iter().any(|(file, _)| *file == name);
    assert_eq!(tally.equal[0] == 0, excused, "{tally:?}");
}
