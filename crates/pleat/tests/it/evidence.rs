//! The evidence for decisions agrees with itself: values that overlap in time are conflicts, and
//! mappings separate them.

use crate::common::fold_by;
use pleat::Options;
use report::{Evidence, LifeEvidence};
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn conflicts_and_cells(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/pipelines/blur_*.c")]
    #[files("../../corpus/pipelines/integral_rows.c")]
    #[files("../../corpus/idioms/alignment_score.c")]
    #[files("../../corpus/refused/no-smaller-mapping*.c")]
    path: PathBuf,
) {
    let options = Options {
        evidence: true,
        ..Options::default()
    };
    let folded = fold_by(&path, &[], &options);
    for evidence in &folded.report.evidence {
        let owner = |e: &&report::ArrayEntry| e.name == evidence.name && e.line == evidence.line;
        assert!(
            folded.report.arrays.iter().any(|e| owner(&e)),
            "{}",
            evidence.name
        );
        check(evidence);
    }
}

fn check(evidence: &Evidence) {
    let name = &evidence.name;
    assert_eq!(evidence.live.len(), evidence.steps.len());
    let positions = [evidence.first_write, evidence.last_read];
    assert!(
        positions
            .iter()
            .flatten()
            .all(|k| *k < evidence.accesses.len())
    );
    let most = evidence.live.iter().max().copied().unwrap_or(0);
    if evidence.mapping.is_some() && !evidence.window {
        assert!(i64::from(most) <= evidence.cells_after, "{name}");
        assert!(evidence.cells_after <= evidence.cells_before, "{name}");
    }
    for (k, one) in evidence.lives.iter().enumerate().take(400) {
        for other in evidence.lives[k + 1..].iter().take(2000) {
            if overlap(one, other) {
                check_pair(evidence, one, other);
            }
        }
    }
    if let Some(clash) = &evidence.clash {
        assert_ne!(clash.elements[0], clash.elements[1], "{name}");
    }
}

/// Whether the second is written while the first is needed, in steps of their own.
fn overlap(one: &LifeEvidence, other: &LifeEvidence) -> bool {
    let starts_later = one.steps[0] < other.steps[0] && other.steps[0] < one.steps[1];
    one.element != other.element && starts_later
}

fn check_pair(evidence: &Evidence, one: &LifeEvidence, other: &LifeEvidence) {
    let pairs = one.element.iter().zip(&other.element);
    let difference: Vec<i64> = pairs.map(|(a, b)| b - a).collect();
    let name = &evidence.name;
    if evidence.differences_known {
        let known = evidence.differences.binary_search(&difference);
        assert!(known.is_ok(), "{name}: {difference:?}");
    }
    if let Some(mapping) = &evidence.mapping {
        let (a, b) = (mapping.cell(&one.element), mapping.cell(&other.element));
        assert_ne!(a, b, "{name}: {:?} {:?}", one.element, other.element);
    }
}
