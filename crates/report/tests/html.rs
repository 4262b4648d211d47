//! Pages of large reports are small enough, and say what they leave out.
#![allow(clippy::unwrap_used)]

use report::{ArrayEntry, Evidence, FileText, LifeEvidence, MappingEvidence, Report, StepEvidence};

/// A page is smaller than this.
const MOST_BYTES: usize = 500_000;

/// A folded array `t0`, `t1`, ... of two dimensions.
fn folded(number: usize, line: usize) -> ArrayEntry {
    ArrayEntry {
        name: format!("t{number}"),
        function: "f".to_string(),
        file: "large.c".to_string(),
        line: Some(line),
        column: Some(5),
        end_column: None,
        places: Vec::new(),
        declared: None,
        causes: Vec::new(),
        status: report::Status::Folded,
        attention: report::Attention::Folded,
        reason: None,
        detail: format!("element t{number}[i][j] lives in t{number}[i mod 2][j]"),
        advice: Vec::new(),
        advised_bytes: None,
        shape: vec!["N".to_string(), "M".to_string()],
        matrix: Vec::new(),
        moduli: vec!["2".to_string(), "M".to_string()],
        cases: Vec::new(),
        size_before: Some("N*M".to_string()),
        size_after: Some("2*M".to_string()),
        size_words: None,
        params: [("N".to_string(), 1000), ("M".to_string(), 1000)].into(),
        sampled: Default::default(),
        elements_before: Some(1_000_000),
        elements_after: Some(2_000),
        bytes_before: Some(8_000_000 + number as i64),
        bytes_after: Some(16_000),
        owner: report::Owner::Function,
        params_guessed: true,
        guessed: [true; 2],
        live_bound: Some(1_001),
        live_bound_exact: Some(true),
        live_bound_form: None,
        ratio: Some(2.0),
        strategy: Some("width".to_string()),
        strategies: Vec::new(),
        assumes: Vec::new(),
        lifetime: None,
        order: None,
        proved: true,
    }
}

/// Evidence of an array whose rows each need the one before.
fn evidence(entry: &ArrayEntry) -> Evidence {
    let step = |k: i64| StepEvidence {
        statement: 0,
        counters: vec![("i".to_string(), k / 16), ("j".to_string(), k % 16)],
        time: vec![k / 16, k % 16],
    };
    let life = |k: i64| LifeEvidence {
        element: vec![k / 16, k % 16],
        write: None,
        last_read: None,
        is_needed_after: false,
        steps: [k as usize, (k as usize + 16).min(255)],
    };
    let differences = (0..=16).map(|k| vec![k / 16, k % 16]).skip(1);
    Evidence {
        name: entry.name.clone(),
        function: entry.function.clone(),
        file: entry.file.clone(),
        line: entry.line,
        params: [("N".to_string(), 16), ("M".to_string(), 16)].into(),
        extents: vec![16, 16],
        differences: differences.collect(),
        mapping: Some(MappingEvidence {
            matrix: vec![vec![1, 0], vec![0, 1]],
            moduli: vec![2, 16],
        }),
        live: (0..256).map(|k: u32| k.min(17)).collect(),
        steps: (0..256).map(step).collect(),
        lives: (0..256).map(life).collect(),
        cells_before: 256,
        cells_after: 32,
        ..Evidence::default()
    }
}

/// A file of so many lines with so many arrays, each declared and used in changed lines.
fn large(lines: usize, arrays: usize) -> (Report, FileText) {
    let mut report = Report::default();
    let every = lines / arrays;
    let (mut old, mut new) = ("void f() {\n".to_string(), "void f() {\n".to_string());
    for line in 2..=lines {
        let number = line / every;
        match line % every {
            0 if number < arrays => {
                report.arrays.push(folded(number, line));
                old += &format!("double t{number}[N][M];\n");
                new += &format!("double t{number}[2][M];\n");
            }
            1 if (1..arrays).contains(&number) => {
                old += &format!("g(t{number}[i][j], x{line});\n");
                new += &format!("g(t{number}[i % 2][j], x{line});\n");
            }
            _ => {
                let same = format!("x{line} = x{line} + {line};\n");
                old += &same;
                new += &same;
            }
        }
    }
    report.evidence = report.arrays.iter().map(evidence).collect();
    (
        report,
        FileText::new("large.c".to_string(), old.as_bytes(), new.as_bytes()),
    )
}

#[test]
fn a_small_file_is_shown_in_full() {
    let (report, text) = large(100, 4);
    let page = report.to_html(&[text]);
    assert!(page.len() < 80_000);
    for part in [
        "a0-bytes",
        "a0-live",
        "a0-differences",
        "a0-cells",
        "id=\"f0-99\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("not listed") && !page.contains("have no section"));
}

#[test]
fn a_page_stays_small_and_says_what_it_leaves_out() {
    let (report, text) = large(10_000, 400);
    let page = report.to_html(&[text]);
    assert!(page.len() < MOST_BYTES, "{}", page.len());
    assert!(page.contains("unchanged lines, not listed"));
    assert!(page.contains("have no section: they save least."));
    // The array that saves most has figures.
    assert!(page.contains("id=\"a398-live\""));
}

#[test]
fn long_curves_and_many_points_have_notes() {
    let (mut report, text) = large(100, 2);
    let evidence = &mut report.evidence[0];
    evidence.live = (0..5_000).map(|k| k % 30).collect();
    evidence.extents = vec![200, 200];
    evidence.differences = (1..8_000).map(|k| vec![k / 200, k % 200]).collect();
    evidence.omitted = vec!["too many values".to_string()];
    let page = report.to_html(&[text]);
    assert!(page.contains("Each step of the curve is the largest value of 19 steps."));
    assert!(page.contains("Neighbouring points are drawn as lines."));
    assert!(page.contains("Too many values."));
    assert!(page.len() < 150_000, "{}", page.len());
}

#[test]
fn bad_lines_and_empty_evidence_do_no_harm() {
    let (mut report, mut text) = large(20, 2);
    report.arrays[0].line = Some(4_000);
    report.arrays[0].bytes_after = None;
    report.evidence[0] = Evidence {
        line: Some(4_000),
        ..evidence(&report.arrays[0])
    };
    report.evidence[0].extents = vec![0, 3];
    report.evidence[0].mapping = Some(MappingEvidence {
        matrix: vec![vec![1]],
        moduli: vec![0],
    });
    text.new.clear();
    assert!(report.to_html(&[text]).ends_with("</html>\n"));
    assert!(
        Report::default()
            .to_html(&[])
            .contains("No array was folded")
    );
}
