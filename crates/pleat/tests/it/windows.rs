//! Windows that move along with a loop are read back only if each iteration moves them, and the
//! proof refuses windows that pass on a wrong value.

use crate::common::on_big_stack;
use check::same_values;
use front::{Extraction, Original, Region};
use scop::Order;
use source::{Flags, SourceFile};
use std::path::PathBuf;

const ORIGINAL: &str = "
void kernel(int n, const double in[], double out[])
{
    double t[n][n];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            t[j][i] = in[i] + j;
            if (i >= 2)
                out[i] += t[j][i] - t[j][i - 1] * t[j][i - 2];
        }
}
";

const WINDOW: &str = "
void kernel(int n, const double in[], double out[])
{
    double t[3];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            t[0] = in[i] + j;
            if (i >= 2)
                out[i] += t[0] - t[1] * t[2];
            t[2] = t[1];
            t[1] = t[0];
        }
}
";

fn extract(text: &str, originals: Vec<Original>) -> Extraction {
    let file = SourceFile::new(PathBuf::from("kernel.c"), text.as_bytes().to_vec());
    let unit = source::preprocess(file, &Flags::default()).unwrap();
    let options = front::Options {
        originals,
        ..pleat::front_options(&unit)
    };
    front::extract(&unit, &options)
}

fn region(extraction: &Extraction) -> Option<&Region> {
    extraction.regions.first()
}

/// Whether a text is proved to be the same as another.
fn is_proved(original: &str, emitted: &str) -> bool {
    on_big_stack(|| {
        let before = extract(original, Vec::new());
        let originals = before.regions.iter().map(|r| r.original(|_| None));
        let after = extract(emitted, originals.collect());
        let (Some(before), Some(after)) = (region(&before), region(&after)) else {
            return false;
        };
        let array = |region: &Region| {
            let mut candidates = region.candidates.iter();
            candidates.find(|c| c.spelling == "t").map(|c| c.array)
        };
        let (Some(a), Some(b)) = (array(before), array(after)) else {
            return false;
        };
        before.scop.ctx.start_budget(10_000_000);
        same_values(&before.scop, &after.scop, &[(a, b)], Order::Sequential).is_ok()
    })
}

fn replaced(from: &str, to: &str) -> String {
    assert!(WINDOW.contains(from), "{from}");
    WINDOW.replace(from, to)
}

#[test]
fn a_window_is_proved() {
    assert!(is_proved(ORIGINAL, WINDOW));
}

/// The window is set, or written in each iteration, before anything reads it.
#[test]
fn an_initial_value_that_nothing_reads_is_no_difference() {
    assert!(is_proved(
        ORIGINAL,
        &replaced("double t[3];", "double t[3] = {0};")
    ));
}

#[test]
fn a_descending_window_is_proved() {
    let down = |text: &str| text.replace("int i = 0; i < n; i++", "int i = n - 1; i >= 0; i--");
    let original = down(ORIGINAL)
        .replace("i >= 2", "i < n - 2")
        .replace("[i - ", "[i + ");
    let emitted = down(WINDOW).replace("i >= 2", "i < n - 2");
    assert!(is_proved(&original, &emitted));
    assert!(!is_proved(&original, WINDOW));
}

#[test]
fn near_misses_are_refused() {
    let near_misses = [
        // Reversed, missing, repeated or wrong moves.
        (
            "t[2] = t[1];\n            t[1] = t[0];",
            "t[1] = t[0];\n            t[2] = t[1];",
        ),
        ("t[2] = t[1];", ""),
        ("t[1] = t[0];", ""),
        ("t[1] = t[0];", "t[1] = t[0];\n            t[1] = t[0];"),
        ("t[2] = t[1];", "t[2] = t[0];"),
        // Not in each iteration, not at its end, or not by one step.
        ("t[2] = t[1];", "if (i > 3) t[2] = t[1];"),
        (
            "if (i >= 2)",
            "if (in[i] > 0) continue;\n            if (i >= 2)",
        ),
        ("t[1] = t[0];", "t[1] = t[0];\n            out[i] += 1;"),
        ("i++)", "i += 2)"),
        ("t[0] = in[i]", "t[1] = in[i]"),
        // Wrong elements, wrong declarations.
        ("t[1] * t[2]", "t[2] * t[1]"),
        ("t[1] * t[2]", "t[1] * t[1]"),
        ("double t[3];", "double t[2];"),
        ("double t[3];", "static double t[3];"),
        // Threads share it.
        ("    for (int j", "#pragma omp parallel for\n    for (int j"),
    ];
    for (from, to) in near_misses {
        let text = replaced(from, to);
        assert!(!is_proved(ORIGINAL, &text), "{from} -> {to}");
    }
}

/// Moves in the original are statements, in the original and in its fold.
#[test]
fn shifts_of_the_original_are_statements() {
    let before = WINDOW.replace("double t[3];", "double t[4];");
    assert!(is_proved(&before, WINDOW));
    assert!(is_proved(WINDOW, WINDOW));
    let stale = replaced("t[1] = t[0];", "t[1] = t[2];");
    assert!(!is_proved(&before, &stale));
}

/// Values that remain from one execution of the loop are not found by the next.
#[test]
fn remains_of_the_previous_execution_are_not_found() {
    let original = ORIGINAL.replace("t[j][i - 2];", "(i > 2 ? t[j][i - 2] : t[j - 1][n - 1]);");
    let original = original.replace("i >= 2", "j > 0 && i > 0");
    let emitted = WINDOW.replace("* t[2];", "* (i > 2 ? t[2] : t[1]);");
    let emitted = emitted.replace("i >= 2", "j > 0 && i > 0");
    assert!(!is_proved(&original, &emitted));
}
