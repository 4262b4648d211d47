//! `--objective`, `--budget`, and the strategies in a report.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::process::{Command, Output};

const BLUR: &str = "void blur(int n, const double in[n], double out[n], int m)
{
    double t[m][n];
    for (int y = 0; y < m; y++)
        for (int x = 0; x < n; x++) {
            t[y][x] = in[x] * y;
            if (y >= 2)
                out[x] += t[y - 2][x] + t[y][x];
        }
}
";

fn pleat(more: &[&str]) -> (Output, Option<Value>) {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("blur.c"), BLUR).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(["fold", "blur.c", "--report", "r.json"])
        .args(more)
        .current_dir(work.path())
        .output()
        .unwrap();
    let report = std::fs::read(work.path().join("r.json")).ok();
    (output, report.map(|r| serde_json::from_slice(&r).unwrap()))
}

/// The text of a fold and the entry of `t`.
fn folded(more: &[&str]) -> (String, Value) {
    let (output, report) = pleat(more);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let arrays = report.unwrap()["arrays"].clone();
    let entry = arrays.as_array().unwrap().iter().find(|a| a["name"] == "t");
    let text = String::from_utf8(output.stdout).unwrap();
    (text, entry.unwrap().clone())
}

#[test]
fn objectives_change_the_result() {
    let (size, of_size) = folded(&["--objective", "size"]);
    let (balanced, of_balanced) = folded(&["--objective", "balanced"]);
    let (speed, of_speed) = folded(&["--objective=speed"]);
    assert_eq!(balanced, folded(&[]).0, "balanced is the default");
    assert_eq!(of_balanced["moduli"], serde_json::json!(["3", "n"]));
    assert_eq!(of_speed["moduli"], serde_json::json!(["4", "n"]));
    let cells = |entry: &Value| entry["elements_after"].as_i64().unwrap();
    assert!(cells(&of_size) <= cells(&of_balanced));
    assert!(cells(&of_balanced) < cells(&of_speed));
    assert!(speed.contains("% 4") || speed.contains("& 3"), "{speed}");
    assert_ne!(size, speed);
}

#[test]
fn a_report_lists_strategies() {
    let (_, entry) = folded(&[]);
    let strategies = entry["strategies"].as_array().unwrap();
    assert_eq!(strategies.len(), storage::Strategy::ALL.len());
    assert_eq!(strategies[0]["name"], "successive-modulo");
    assert_eq!(strategies[0]["mapping"], "[i mod 3][j]");
    assert_eq!(strategies[0]["size"], "3*n");
    assert_eq!(strategies[0]["proved"], true);
    for strategy in strategies {
        assert_eq!(strategy["proved"] == true, strategy["reason"].is_null());
        assert!(strategy.get("milliseconds").is_none());
    }
    assert_eq!(folded(&[]), folded(&[]), "the same bytes every time");
    let (_, entry) = folded(&["--timings"]);
    assert!(entry["strategies"][0]["milliseconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn strategy_option_limits_the_search_to_it() {
    let (_, entry) = folded(&["--strategy", "hyperplane", "--budget", "0.5"]);
    let names: Vec<&Value> = entry["strategies"].as_array().unwrap().iter().collect();
    assert_eq!(names.len(), 1);
    assert_eq!(names[0]["name"], "hyperplane");
}

#[test]
fn bad_objectives_and_budgets() {
    let check = |more: &[&str], message: &str| {
        let (output, report) = pleat(more);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message), "{errors}");
        assert!(report.is_none());
    };
    check(
        &["--objective", "fast"],
        "[possible values: size, balanced, speed]",
    );
    check(&["--budget", "soon"], "invalid value");
    for budget in ["0", "NaN", "inf", "1e9"] {
        check(&["--budget", budget], "must be more than 0 and at most");
    }
    check(&["--budget=-1"], "must be more than 0 and at most");
}
