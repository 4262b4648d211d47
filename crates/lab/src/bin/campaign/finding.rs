//! Findings, and the smallest kernel that reproduces each.

use super::examine::examine;
use super::problem::{Problem, Wrong};
use super::setting::Setting;
use super::tally::Tally;
use lab::random::{Kernel, file, other_file};
use std::mem::discriminant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The number of kernels tried to make a finding smaller.
const MOST_TRIES: usize = 300;
/// The time limit for that.
const LONGEST: Duration = Duration::from_secs(60);

/// Examines the programs of some seeds; each finding is reduced and written to a file.
pub(crate) fn batch(seeds: &[u64], setting: &Setting, run: bool) -> Tally {
    let kernels: Vec<Kernel> = seeds
        .iter()
        .map(|s| Kernel::random(*s, setting.features))
        .collect();
    let all: Vec<&Kernel> = kernels.iter().collect();
    let (mut tally, wrong) = survive(&all, setting, run);
    let mut explained = wrong.is_empty();
    for kernel in &kernels {
        tally.note(kernel.features());
    }
    for k in blamed(&all, &wrong, setting, run) {
        if let Some(problem) = alone(&kernels[k], setting, run) {
            explained = true;
            tally.note_difference(kernels[k].features(), seeds[k]);
            tally
                .findings
                .push(report(seeds[k], &kernels[k], problem, setting, run));
        }
    }
    if !explained {
        let problems: Vec<String> = wrong.iter().map(|(_, p)| p.to_string()).collect();
        let first = seeds.first().copied().unwrap_or_default();
        tally.findings.push(format!(
            "only together, from {first}: {}",
            problems.join("; ")
        ));
    }
    tally
}

/// The first program with a problem among some seeds; nothing is reduced.
pub(crate) fn first(seeds: &[u64], setting: &Setting) -> Option<(u64, Problem)> {
    let kernels = seeds.iter().map(|s| Kernel::random(*s, setting.features));
    let kernels: Vec<Kernel> = kernels.collect();
    let all: Vec<&Kernel> = kernels.iter().collect();
    let (_, wrong) = survive(&all, setting, true);
    let blamed = blamed(&all, &wrong, setting, true);
    let mut known = blamed.into_iter().filter_map(|k| {
        let problem = alone(&kernels[k], setting, true)?;
        Some((seeds[k], problem))
    });
    known.next()
}

/// The kernels that may be at fault, found by bisection if no problem names one.
fn blamed(all: &[&Kernel], wrong: &[Wrong], setting: &Setting, run: bool) -> Vec<usize> {
    let mut named: Vec<usize> = wrong.iter().filter_map(|(k, _)| *k).collect();
    if wrong.iter().any(|(k, _)| k.is_none()) {
        culprits(all, 0, setting, run, &mut named);
    }
    named.sort_unstable();
    named.dedup();
    named
}

/// Adds the kernels at fault in a file with an unassigned problem.
fn culprits(all: &[&Kernel], first: usize, setting: &Setting, run: bool, named: &mut Vec<usize>) {
    if all.len() <= 1 {
        named.extend((first..).take(all.len()));
        return;
    }
    let (left, right) = all.split_at(all.len() / 2);
    for (half, first) in [(left, first), (right, first + left.len())] {
        let (_, wrong) = survive(half, setting, run);
        named.extend(wrong.iter().filter_map(|(k, _)| k.map(|k| first + k)));
        if wrong.iter().any(|(k, _)| k.is_none()) {
            culprits(half, first, setting, run, named);
        }
    }
}

fn survive(kernels: &[&Kernel], setting: &Setting, run: bool) -> (Tally, Vec<Wrong>) {
    let caught = catch_unwind(AssertUnwindSafe(|| examine(kernels, setting, run)));
    caught.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
        let problem = Problem::Panic(text.unwrap_or_default());
        (Tally::default(), vec![(None, problem)])
    })
}

/// The first problem of one kernel.
fn alone(kernel: &Kernel, setting: &Setting, run: bool) -> Option<Problem> {
    let (_, wrong) = survive(&[kernel], setting, run);
    wrong.into_iter().next().map(|(_, problem)| problem)
}

/// Reduces a finding while the same kind of problem remains.
fn smallest(kernel: &Kernel, problem: Problem, setting: &Setting, run: bool) -> (Kernel, Problem) {
    let (setting, run) = match &problem {
        Problem::Panic(_) => (setting.clone(), run),
        _ => problem.narrowed(setting),
    };
    let (mut kernel, mut problem) = (kernel.clone(), problem);
    let (mut tries, start) = (0, Instant::now());
    'again: loop {
        let candidates: Vec<Kernel> = kernel.smaller().collect();
        for candidate in candidates {
            tries += 1;
            if tries > MOST_TRIES || start.elapsed() > LONGEST {
                return (kernel, problem);
            }
            let found = alone(&candidate, &setting, run);
            if let Some(found) = found.filter(|f| discriminant(f) == discriminant(&problem)) {
                (kernel, problem) = (candidate, found);
                continue 'again;
            }
        }
        return (kernel, problem);
    }
}

/// One line on a finding; the smallest kernel is written to `target/fuzz`.
fn report(seed: u64, kernel: &Kernel, problem: Problem, setting: &Setting, run: bool) -> String {
    eprintln!("{}: {problem}", kernel.name());
    let (kernel, problem) = smallest(kernel, problem, setting, run);
    let folder = PathBuf::from("target/fuzz");
    let path = folder.join(format!("{}.c", kernel.name()));
    let features: Vec<&str> = setting.features.iter().map(|f| f.name()).collect();
    let features = match features.is_empty() {
        true => String::new(),
        false => format!(" --features {}", features.join(",")),
    };
    let options = &setting.options;
    let strategy = options.strategy.map_or("all", |s| s.name());
    let order = options.order.map_or("as stated", |o| o.name());
    let text = format!(
        "// {problem}\n// objective {}, strategy {strategy}, lifetime {:?}, order {order}, {}\n\
         // scripts/fuzz --only {seed}{features}\n{}{}",
        options.objective.name(),
        options.lifetime,
        setting.compiler.join(" "),
        in_comment(&other_file(&[&kernel])),
        file(&[&kernel], setting.macros, true)
    );
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
    let place = match written {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("{}: {error}", path.display()),
    };
    format!("{place}: {problem}")
}

/// The other file of a program, disabled for compilers.
fn in_comment(other: &str) -> String {
    match other.is_empty() {
        true => String::new(),
        false => format!("#if 0 // other.c\n{other}#endif\n"),
    }
}
