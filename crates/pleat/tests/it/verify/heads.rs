//! Changes around the bodies of functions: types, linkage, attributes, pragmas, objects, clauses of
//! OpenMP. Those without an effect stay proved, no other one is, and none concerns other functions.
//!
//! `heads.txt` has a pair of texts for each: `## NAME: VERDICT`, the text before, `--`, the text
//! after. The verdict is that on the function of the name; other functions without a proof follow.

use super::pairs::verify_in;
use std::collections::BTreeSet;

/// A pair of texts.
struct Change {
    /// The functions that must not be proved.
    unproved: BTreeSet<&'static str>,
    before: &'static str,
    after: &'static str,
}

fn changes() -> Vec<Change> {
    let parts = include_str!("heads.txt").split("## ").skip(1);
    let change = |part: &'static str| {
        let (head, texts) = part.split_once('\n').unwrap();
        let (name, verdict) = head.split_once(": ").unwrap();
        let (before, after) = texts.split_once("--\n").unwrap();
        let mut words = verdict.split(' ');
        let is_proved = words.next() == Some("proved");
        let mut unproved: BTreeSet<&str> = words.collect();
        unproved.extend(Some(name).filter(|_| !is_proved));
        Change {
            unproved,
            before,
            after,
        }
    };
    parts.map(change).collect()
}

#[test]
fn only_changes_without_an_effect_are_proved() {
    let all = changes();
    let (before, after): (String, String) = all.iter().map(|c| (c.before, c.after)).unzip();
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("before.c"), before).unwrap();
    std::fs::write(work.path().join("after.c"), after).unwrap();
    let output = verify_in(
        work.path(),
        &["-v", "before.c", "after.c", "--", "-fopenmp"],
    );
    let output = String::from_utf8(output.stdout).unwrap();
    let verdicts = output.lines().filter_map(|line| line.split_once(": "));
    let open =
        verdicts.filter(|(_, said)| said.starts_with("unknown") || said.starts_with("refuted"));
    let open: BTreeSet<&str> = open.map(|(name, _)| name).collect();
    let expected: BTreeSet<&str> = all.iter().flat_map(|c| c.unproved.clone()).collect();
    assert_eq!(open, expected, "{output}");
}
