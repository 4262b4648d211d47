//! The kill table: by kind of change, what became of the mutants.

use crate::experiment::Truth;
use crate::record::{Class, Record};
use crate::results::Results;
use lab::mutate::Kind;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Which results.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder of results of one seed.
    #[arg(default_value = "target/trials/seed-1")]
    results: PathBuf,
}

/// Prints the table of earlier results. Returns whether no verdict is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let results = Results::new(arguments.results.clone(), false)?;
    Ok(print(&results.records()?))
}

const CLASSES: [(&str, Class); 7] = [
    ("proved", Class::Proved),
    ("same", Class::Same),
    ("refuted", Class::Refuted),
    ("witnessed", Class::Witnessed),
    ("unknown", Class::Unknown),
    ("missed", Class::Missed),
    ("broken", Class::Broken),
];

/// Prints the table, the reasons of unknown verdicts, and the verdicts to look at. Returns whether
/// no verdict is wrong.
pub(crate) fn print(records: &[Record]) -> bool {
    print!("{:<16} {:>8}", "change", "mutants");
    CLASSES.iter().for_each(|(name, _)| print!(" {name:>9}"));
    println!(" {:>8}", "decided");
    for kind in Kind::ALL {
        let of_kind = |r: &&Record| r.kind == kind.name();
        let some: Vec<&Record> = records.iter().filter(of_kind).collect();
        print_row(kind.name(), &some);
    }
    print_row("all", &records.iter().collect::<Vec<_>>());
    print_reasons(records);
    print_findings(records);
    !records.iter().any(|r| r.class() == Class::Missed)
}

fn print_row(name: &str, records: &[&Record]) {
    let count = |class: Class| records.iter().filter(|r| r.class() == class).count();
    print!("{name:<16} {:>8}", records.len());
    CLASSES
        .iter()
        .for_each(|(_, c)| print!(" {:>9}", count(*c)));
    let undecided = count(Class::Unknown) + count(Class::Broken) + count(Class::Missed);
    match records.len() {
        0 => println!(" {:>8}", "-"),
        all => println!(" {:>7.1}%", 100.0 * (all - undecided) as f64 / all as f64),
    }
}

/// Why mutants that differ are not refuted, and others not proved.
fn print_reasons(records: &[Record]) {
    let mut reasons: BTreeMap<(Class, String), usize> = BTreeMap::new();
    for record in records {
        if matches!(record.class(), Class::Unknown | Class::Same | Class::Broken) {
            let reason = (record.class(), cause(&record.reason));
            *reasons.entry(reason).or_default() += 1;
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|((class, _), count)| (*class, std::cmp::Reverse(*count)));
    println!("\nwithout a verdict, by reason");
    for ((class, reason), count) in reasons {
        let class = CLASSES
            .iter()
            .find(|(_, c)| *c == class)
            .map_or("", |c| c.0);
        println!("{count:>6}  {class:<8} {reason}");
    }
}

/// A reason without names and numbers of one file.
pub(crate) fn cause(reason: &str) -> String {
    let reason = reason.split_once(": ").map_or(reason, |(_, rest)| rest);
    let mut quoted = false;
    let mut text = String::new();
    for c in reason.chars() {
        match c {
            '`' => {
                quoted = !quoted;
                text.push(c);
            }
            _ if quoted => {}
            '0'..='9' if text.ends_with('#') => {}
            '0'..='9' => text.push('#'),
            _ => text.push(c),
        }
    }
    text.chars().take(110).collect()
}

/// Verdicts to look at, one line each.
fn print_findings(records: &[Record]) {
    let is_finding =
        |r: &&Record| matches!(r.class(), Class::Missed | Class::Witnessed | Class::Broken);
    let findings: Vec<&Record> = records.iter().filter(is_finding).collect();
    if findings.is_empty() {
        return;
    }
    println!("\nto look at");
    for record in findings {
        let truth = match &record.truth {
            Truth::Differ(how) => how.as_str(),
            Truth::Agree => "all runs agree",
            _ => "no run",
        };
        println!(
            "{:?} {} {} line {}: {}; {}; {truth}",
            record.class(),
            record.file,
            record.objective,
            record.line,
            record.what,
            record.reason
        );
    }
}
