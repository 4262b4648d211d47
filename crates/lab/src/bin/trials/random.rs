//! `trials random`: random kernels, each with a fold, a changed fold or moved loops. The kernel's
//! own execution, or that of the compiled program, tells whether they compute the same.

use crate::experiment::{Experiment, Subject, Truth};
use crate::judge::{Judgement, Pleat, Verdict};
use crate::series::Series;
use crate::table::cause;
use lab::mutate::mutants;
use lab::random::{Agreement, Kernel, SIZES_RUN, file};
use lab::rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How the second program was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Way {
    /// The fold of Pleat: right.
    Fold,
    /// A fold with a small change.
    ChangedFold,
    /// Loops moved once or twice, legally or not.
    Moved,
}

/// Whether the programs compute the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Right {
    Yes,
    No,
    /// The results agree, but the second program reads or writes what it may not.
    Undefined,
}

/// What became of one pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    seed: u64,
    way: Way,
    what: String,
    right: Right,
    verdict: Verdict,
    reason: String,
    seconds: f64,
}

/// Kernels per file of results.
const GROUP: u64 = 50;
/// The macros `N` and `M` of the texts.
const MACROS: [i64; 2] = [4, 5];

/// The sizes at which changed folds run, by their place in [`SIZES_RUN`].
const RUN: [usize; 3] = [0, 4, 5];
/// With how many other inputs the program of a witness runs.
const INPUTS_TRIED: u64 = 32;

/// Tries all pairs and prints the table. Returns whether no verdict is wrong.
pub(crate) fn run(series: &Series) -> Result<bool, String> {
    let pleat = series.pleat()?;
    let tried = series.run("random", GROUP, &|seed, findings| {
        trial(seed, &pleat, findings)
    })?;
    let is_good = print(&tried.records);
    Ok(tried.is_complete() && is_good)
}

/// Two programs.
struct Pair {
    way: Way,
    what: String,
    before: String,
    after: String,
    right: Right,
    /// The second kernel, if loops moved.
    moved: Option<Kernel>,
}

/// The record of a seed.
fn trial(seed: u64, pleat: &Pleat, findings: &Path) -> Result<Record, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let kernel = Kernel::random(seed, Default::default());
    let mut random = Rng::new(seed ^ 0x7219);
    let pair = match seed % 3 {
        0 => moved(&kernel, &mut random),
        1 => folded(&kernel, pleat, &mut random, work.path())?,
        _ => changed_fold(&kernel, pleat, &mut random, work.path())?,
    };
    let mut pair = match pair {
        Some(pair) => pair,
        None => moved(&kernel, &mut random).unwrap_or_else(|| unchanged(&kernel)),
    };
    let judgement = judged(&pair, pleat, work.path())?;
    if pair.right == Right::Yes && judgement.verdict == Verdict::Refuted {
        // The sizes and inputs of the witness may not be among those of the runs.
        if differs_at(&kernel, &pair, &judgement.at, work.path())? {
            pair.right = Right::No;
        }
    }
    if pair.right == Right::No && judgement.is_for_present_values() {
        pair.right = match &pair.moved {
            Some(moved) => right(kernel.agreement_at(moved, &[MACROS])),
            None => match present(&pair, work.path()).truth(&pair.after)? {
                Truth::Agree => Right::Yes,
                _ => Right::No,
            },
        };
    }
    let record = Record {
        seed,
        way: pair.way,
        what: pair.what.clone(),
        right: pair.right,
        verdict: judgement.verdict,
        reason: judgement.reason,
        seconds: judgement.seconds,
    };
    keep(&record, &pair, findings)?;
    Ok(record)
}

/// A kernel with one or two moves.
fn moved(kernel: &Kernel, random: &mut Rng) -> Option<Pair> {
    let mut names = Vec::new();
    let mut last = kernel.clone();
    for _ in 0..1 + random.below(2) {
        let moves = last.moves();
        if moves.is_empty() {
            break;
        }
        // Each kind of move is as frequent as the others.
        let mut kinds: BTreeMap<&str, Vec<Kernel>> = BTreeMap::new();
        for (name, kernel) in moves {
            kinds.entry(name).or_default().push(kernel);
        }
        let kinds: Vec<(&str, Vec<Kernel>)> = kinds.into_iter().collect();
        let (name, kernels) = random.pick(&kinds);
        names.push(*name);
        last = random.pick(kernels).clone();
    }
    (!names.is_empty()).then(|| Pair {
        way: Way::Moved,
        what: names.join(", "),
        before: text(kernel),
        after: text(&last),
        right: right(kernel.agreement(&last)),
        moved: Some(last),
    })
}

fn right(agreement: Agreement) -> Right {
    match agreement {
        Agreement::Same => Right::Yes,
        Agreement::Different(_) => Right::No,
        Agreement::Undefined(_) => Right::Undefined,
    }
}

/// The experiment with the values that the macros have in the text.
fn present<'a>(pair: &'a Pair, work: &'a Path) -> Experiment<'a> {
    let subject = Subject {
        text: &pair.before,
        flags: Vec::new(),
        sizes: vec![macros(MACROS)],
        has_threads: false,
        is_defined: true,
    };
    Experiment::new(subject, work)
}

/// A kernel that has neither folds nor loops, beside itself.
fn unchanged(kernel: &Kernel) -> Pair {
    Pair {
        way: Way::Moved,
        what: "nothing".to_string(),
        before: text(kernel),
        after: text(kernel),
        right: Right::Yes,
        moved: None,
    }
}

fn text(kernel: &Kernel) -> String {
    file(&[kernel], MACROS, true)
}

const OBJECTIVES: [&str; 3] = ["size", "balanced", "speed"];

/// A kernel and its fold, if something folds.
fn folded(
    kernel: &Kernel,
    pleat: &Pleat,
    random: &mut Rng,
    work: &Path,
) -> Result<Option<Pair>, String> {
    let objective = *random.pick(&OBJECTIVES);
    let before = text(kernel);
    let place = work.join("before.c");
    std::fs::write(&place, &before).map_err(|e| e.to_string())?;
    let (after, _) = pleat.fold(&place, objective, &[])?;
    Ok((after != before).then(|| Pair {
        way: Way::Fold,
        what: objective.to_string(),
        before,
        after,
        right: Right::Yes,
        moved: None,
    }))
}

/// A kernel and its fold with a small change.
fn changed_fold(
    kernel: &Kernel,
    pleat: &Pleat,
    random: &mut Rng,
    work: &Path,
) -> Result<Option<Pair>, String> {
    let Some(fold) = folded(kernel, pleat, random, work)? else {
        return Ok(None);
    };
    let subject = Subject {
        text: &fold.before,
        flags: Vec::new(),
        sizes: match kernel.has_macro_sizes() {
            true => RUN.map(|k| macros(SIZES_RUN[k])).to_vec(),
            false => vec![macros(MACROS)],
        },
        has_threads: false,
        is_defined: true,
    };
    let mut experiment = Experiment::new(subject, work);
    let mut list = mutants(&fold.after, &[]);
    list.retain(|m| m.function == kernel.name());
    while !list.is_empty() {
        let kind = random.pick(&list).kind;
        let of_kind: Vec<usize> = (0..list.len()).filter(|k| list[*k].kind == kind).collect();
        let mutant = list.swap_remove(*random.pick(&of_kind));
        let after = mutant.text(&fold.after);
        let right = match experiment.truth(&after)? {
            Truth::Differ(_) => Right::No,
            Truth::Agree => Right::Yes,
            Truth::NoRun | Truth::Rejected => continue,
        };
        return Ok(Some(Pair {
            way: Way::ChangedFold,
            what: format!(
                "{} line {}: {}",
                mutant.kind.name(),
                mutant.line,
                mutant.what
            ),
            after,
            right,
            ..fold
        }));
    }
    Ok(None)
}

/// Whether the runs of a pair differ at the sizes of a witness, with some inputs.
fn differs_at(
    kernel: &Kernel,
    pair: &Pair,
    at: &BTreeMap<String, i64>,
    work: &Path,
) -> Result<bool, String> {
    let size = |names: [&str; 2], default: i64| {
        let value = names.iter().find_map(|name| at.get(*name));
        value.copied().unwrap_or(default)
    };
    let sizes = [size(["N", "n"], MACROS[0]), size(["M", "m"], MACROS[1])];
    let mut random = Rng::new(0x2545);
    let with_factor = |_| {
        let mut flags = macros(sizes);
        let [n, m] = sizes;
        flags.push(format!("-D{}_SIZES={{{n}, {m}}},", kernel.name()));
        // High bits of the products: the low ones are alike for all odd factors.
        let factor = random.below(1 << 32);
        flags.push(format!("-DFACTOR={factor}u >> 9"));
        flags
    };
    let subject = Subject {
        text: &pair.before,
        flags: Vec::new(),
        sizes: (0..INPUTS_TRIED).map(with_factor).collect(),
        has_threads: false,
        is_defined: false,
    };
    let truth = Experiment::new(subject, work).truth(&pair.after)?;
    Ok(matches!(truth, Truth::Differ(_)))
}

fn macros(sizes: [i64; 2]) -> Vec<String> {
    vec![format!("-DN={}", sizes[0]), format!("-DM={}", sizes[1])]
}

fn judged(pair: &Pair, pleat: &Pleat, work: &Path) -> Result<Judgement, String> {
    let (before, after) = (work.join("before.c"), work.join("after.c"));
    for (place, text) in [(&before, &pair.before), (&after, &pair.after)] {
        std::fs::write(place, text).map_err(|e| e.to_string())?;
    }
    Ok(pleat.verify(&before, &after, &[]))
}

/// Whether somebody must look at a verdict.
fn is_wrong(record: &Record) -> bool {
    matches!(
        (record.right, record.verdict),
        (Right::No, Verdict::Proved)
            | (Right::Yes, Verdict::Refuted)
            | (Right::Undefined, Verdict::Proved)
            | (_, Verdict::Broken)
    )
}

/// Keeps both texts of a wrong or missing verdict.
fn keep(record: &Record, pair: &Pair, findings: &Path) -> Result<(), String> {
    if !is_wrong(record) && record.verdict != Verdict::Unknown {
        return Ok(());
    }
    let name = format!("{:?}-{:?}-{}", record.verdict, record.right, record.seed);
    let note = format!("\n// {}; {}\n", record.what, record.reason);
    for (end, text) in [("before", &pair.before), ("after", &pair.after)] {
        let place = findings.join(format!("{name}-{end}.c"));
        std::fs::write(place, format!("{text}{note}")).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Prints the table. Returns whether no verdict is wrong.
fn print(records: &[Record]) -> bool {
    println!(
        "{:<26} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "second program", "pairs", "proved", "refuted", "unknown", "broken"
    );
    let rows: [(&str, Way, Right); 7] = [
        ("fold", Way::Fold, Right::Yes),
        ("changed fold, right", Way::ChangedFold, Right::Yes),
        ("changed fold, wrong", Way::ChangedFold, Right::No),
        ("moved, right", Way::Moved, Right::Yes),
        ("moved, wrong", Way::Moved, Right::No),
        ("moved, undefined", Way::Moved, Right::Undefined),
        (
            "changed fold, undefined",
            Way::ChangedFold,
            Right::Undefined,
        ),
    ];
    for (name, way, right) in rows {
        let of = |r: &&Record| (r.way, r.right) == (way, right);
        print_row(name, &records.iter().filter(of).collect::<Vec<_>>());
    }
    print_row("all", &records.iter().collect::<Vec<_>>());
    let mut reasons: BTreeMap<(Right, String), usize> = BTreeMap::new();
    for record in records.iter().filter(|r| r.verdict == Verdict::Unknown) {
        let reason = (record.right, cause(&record.reason));
        *reasons.entry(reason).or_default() += 1;
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("\nunknown, by reason");
    for ((right, reason), count) in reasons {
        println!("{count:>6}  right: {right:?}; {reason}");
    }
    let wrong: Vec<&Record> = records.iter().filter(|r| is_wrong(r)).collect();
    for record in &wrong {
        println!(
            "WRONG {} {:?} {:?} right: {:?}; {}; {}",
            record.seed, record.way, record.verdict, record.right, record.what, record.reason
        );
    }
    wrong.is_empty()
}

fn print_row(name: &str, records: &[&Record]) {
    let count = |verdict| records.iter().filter(|r| r.verdict == verdict).count();
    let verdicts = [
        Verdict::Proved,
        Verdict::Refuted,
        Verdict::Unknown,
        Verdict::Broken,
    ];
    print!("{name:<26} {:>8}", records.len());
    verdicts.iter().for_each(|v| print!(" {:>8}", count(*v)));
    println!();
}
