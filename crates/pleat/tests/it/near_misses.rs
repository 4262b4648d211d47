//! The comparison of outputs can fail: each modulus that is lowered by one, and each subscript that
//! is shifted by one, changes the output of its program.

use crate::common::{on_big_stack, run, source};
use emit::{Fold, Names};
use front::{Candidate, Extraction, Region};
use pleat::{Options, Outcome, decide};
use poly::Expr;
use rstest::rstest;
use source::{Edit, Edits, Flags, Unit};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use storage::{Choice, Mapping, Problem, Row, RowRange, Strategy};

/// Gives uninitialised storage a fixed pattern, so that wrong cells have reproducible values.
const FLAGS: [&str; 3] = ["-O0", "-w", "-ftrivial-auto-var-init=pattern"];

fn read(path: &Path) -> (Unit, Extraction) {
    extract(source(path))
}

fn extract(file: source::SourceFile) -> (Unit, Extraction) {
    let unit = source::preprocess(file, &Flags::default()).unwrap();
    let options = pleat::front_options(&unit);
    let extraction = front::extract(&unit, &options);
    (unit, extraction)
}

/// The chosen mapping, or that of the declared array.
fn mapping_of(region: &Region, candidate: &Candidate) -> Choice {
    if let Outcome::Folded(choice) = decide(region, candidate, &Options::default()).outcome {
        return choice;
    }
    let extents = extents_of(region, candidate);
    let dims = extents.len();
    let unit = |axis: usize| (0..dims).map(|d| i64::from(d == axis)).collect();
    let row = |(axis, modulus)| Row::new(unit(axis), modulus);
    Choice {
        ranges: extents
            .iter()
            .map(|e| RowRange {
                low: Expr::constant(0),
                high: e.clone() - Expr::constant(1),
            })
            .collect(),
        mapping: Mapping {
            rows: extents.into_iter().enumerate().map(row).collect(),
            dims,
        },
        strategy: Strategy::SuccessiveModulo,
        size: 0,
        assumptions: Vec::new(),
    }
}

fn extents_of(region: &Region, candidate: &Candidate) -> Vec<Expr> {
    decide(region, candidate, &Options::default()).extents
}

fn emitted(unit: &Unit, region: &Region, candidate: &Candidate, choice: &Choice) -> Vec<u8> {
    let fold = Fold {
        region,
        candidate,
        choice,
        extents: &extents_of(region, candidate),
        may_remove: false,
        may_shift: false,
        may_name: false,
        care: emit::Care::Plain,
        comment: false,
        limits: emit::Limits {
            stack: 0,
            single_thread: true,
        },
        automatic: &BTreeSet::new(),
    };
    let text = emit::text_of(&unit.file, &fold, &|_| false, &mut Names::new(unit)).unwrap();
    let (edits, failed) = emit::combine(unit, &[text]);
    assert!(failed.is_empty());
    edits.apply(&unit.file.bytes)
}

fn check_differs(text: &[u8], expected: &str, what: &str) {
    if let Ok(printed) = run(text, "gcc", &FLAGS) {
        assert_ne!(printed, expected, "{what} does not show in the output");
    }
}

#[rstest]
fn each_modulus_less_one_shows(#[files("../../corpus/papers/*.c")] path: PathBuf) {
    on_big_stack(|| {
        let (unit, extraction) = read(&path);
        let expected = run(&unit.file.bytes, "gcc", &FLAGS).unwrap();
        for region in &extraction.regions {
            for candidate in &region.candidates {
                let choice = mapping_of(region, candidate);
                for row in 0..choice.mapping.rows.len() {
                    let Some(wrong) = first_wrong(region, candidate, &choice, row) else {
                        continue;
                    };
                    let text = emitted(&unit, region, candidate, &wrong);
                    let what = format!("{}: {}", candidate.spelling, wrong.mapping);
                    check_differs(&text, &expected, &what);
                }
            }
        }
    });
}

/// The mapping with one modulus lowered until elements that conflict at the sizes of the program
/// share a cell: after one step for a chosen mapping, after several if the declared array has
/// unused elements.
fn first_wrong(
    region: &Region,
    candidate: &Candidate,
    choice: &Choice,
    row: usize,
) -> Option<Choice> {
    let problem = pleat::problem(region, candidate, &Options::default()).ok()?;
    let mut wrong = choice.clone();
    loop {
        let modulus = &mut wrong.mapping.rows[row].modulus;
        *modulus = modulus.clone() - Expr::constant(1);
        if problem.at_sample(&wrong.mapping.rows[row].modulus) < Some(1) {
            return None;
        }
        if !separates(&problem, &wrong.mapping) {
            return Some(wrong);
        }
    }
}

/// By enumeration, at the sizes of the program.
fn separates(problem: &Problem, mapping: &Mapping) -> bool {
    let values = problem.params.iter().map(|p| (p.name.as_str(), p.value));
    let fixed = problem.half.fix_params(values).unwrap();
    let points = fixed.points(1_000_000).unwrap().unwrap();
    points.iter().all(|d| {
        mapping.rows.iter().any(|row| {
            let b = problem.at_sample(&row.modulus).unwrap();
            let sum: i64 = row.form.iter().zip(d).map(|(c, x)| c * x).sum();
            sum.rem_euclid(b) != 0
        })
    })
}

#[rstest]
fn each_shifted_subscript_shows(#[files("../../corpus/papers/*.c")] path: PathBuf) {
    on_big_stack(|| {
        let (unit, extraction) = read(&path);
        let expected = run(&unit.file.bytes, "gcc", &FLAGS).unwrap();
        let mut shifted = 0;
        for region in &extraction.regions {
            for candidate in &region.candidates {
                shifted += shift_each(&unit, region, candidate, &expected);
            }
        }
        assert!(shifted > 0, "the file has nothing to shift");
    });
}

/// Shifts one subscript of one reference at a time, in the folded text; for a scalar, which has no
/// subscript, in the original text.
fn shift_each(unit: &Unit, region: &Region, candidate: &Candidate, expected: &str) -> usize {
    let choice = mapping_of(region, candidate);
    let (text, places) = match choice.mapping.rows.is_empty() {
        true => (unit.file.clone(), None),
        false => {
            let bytes = emitted(unit, region, candidate, &choice);
            let file = source::SourceFile::new(unit.file.path.clone(), bytes);
            let (again, extraction) = extract(file);
            (again.file, Some(extraction))
        }
    };
    let found;
    let candidate = match &places {
        None => candidate,
        Some(extraction) => {
            found = same_array(extraction, region, candidate);
            found
        }
    };
    let mut count = 0;
    for reference in &candidate.references {
        for (dim, place) in reference.subscripts.iter().enumerate() {
            let old = text.slice(place.expr_span).to_string();
            let size = text.slice(candidate.dims[dim].size).to_string();
            let mut edits = Edits::default();
            edits
                .insert(Edit {
                    span: place.expr_span,
                    text: format!("(({old}) + 1) % ({size})"),
                })
                .unwrap();
            if size.trim() == "1" {
                continue;
            }
            let what = format!("{}[{old}] shifted in dimension {dim}", candidate.spelling);
            check_differs(&edits.apply(&text.bytes), expected, &what);
            count += 1;
        }
    }
    count
}

fn same_array<'a>(
    extraction: &'a Extraction,
    region: &Region,
    candidate: &Candidate,
) -> &'a Candidate {
    extraction
        .regions
        .iter()
        .filter(|r| r.function == region.function)
        .flat_map(|r| &r.candidates)
        .find(|c| c.spelling == candidate.spelling)
        .unwrap()
}
