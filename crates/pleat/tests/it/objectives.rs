//! `--objective`, `--budget`, and the strategies in a report.

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

/// The entry of an array of a program, folded for an objective.
fn entry(text: &str, array: &str, more: &[&str]) -> Value {
    let work = tempfile::tempdir().unwrap();
    std::fs::write(work.path().join("x.c"), text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(["fold", "x.c", "--report", "r.json"])
        .args(more)
        .current_dir(work.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let report = std::fs::read(work.path().join("r.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let mut arrays = report["arrays"].as_array().unwrap().iter();
    let entry = arrays.find(|a| a["name"] == array).unwrap();
    let is_told = errors.contains(&format!("`{array}` stays"));
    assert!(!is_told || entry["reason"] != "saves-too-little");
    entry.clone()
}

/// Rows are read `r` above and below, in a loop over `k`.
fn columns(r: i64) -> String {
    format!(
        "#include <stdlib.h>
        void columns(const float *restrict in, float *restrict out, int w, int h)
        {{
            float *t = malloc(sizeof(float) * w * h);
            for (int y = 0; y < h; y++) {{
                for (int x = 0; x < w; x++)
                    t[y * w + x] = in[y * w + x] * 0.5f;
                if (y >= {d})
                    for (int x = 0; x < w; x++) {{
                        float s = 0;
                        for (int k = -{r}; k <= {r}; k++)
                            s += t[(y - {r} + k) * w + x];
                        out[(y - {r}) * w + x] = s;
                    }}
            }}
            free(t);
        }}",
        d = 2 * r
    )
}

#[test]
fn speed_folds_images_that_leave_the_caches() {
    let text = columns(2);
    let of = |more: &[&str]| entry(&text, "t", &[&["--objective=speed"], more].concat());
    let large = of(&[]);
    assert_eq!(large["elements_after"], 8 * 1000);
    let small = of(&["--param", "w=100", "--param", "h=100"]);
    assert_eq!(small["reason"], "not-faster");
    let few = entry(&text, "t", &["--objective=balanced"]);
    assert_eq!(few["elements_after"], 5 * 1000);
}

const DELAY: &str = "void delay(const int *in, int *out, int n)
{
    int d[60];
    for (int k = 0; k + 60 < n; k += 60)
        for (int i = 0; i < 60; i++) {
            d[i] = in[k + i] * 3;
            if (i >= 57)
                out[k] += d[i - 57] + d[i];
        }
}
";

#[test]
fn a_fold_saves_at_least_what_is_asked_for() {
    let of = |least: &str| entry(DELAY, "d", &["--objective=size", "--min-saving", least]);
    assert_eq!(of("0")["elements_after"], 58);
    assert_eq!(of("8,3%")["elements_after"], 58);
    for too_much in ["64,5%", "9", "4%"] {
        let kept = of(too_much);
        assert_eq!(kept["reason"], "saves-too-little", "{too_much}");
        assert_eq!(kept["bytes_after"], 240);
    }
}

/// One array that cannot be proved, and nothing in the proof names it.
#[test]
fn others_fold_beside_an_array_that_cannot_be_proved() {
    let text = "#define A 24
        #define B 20
        void f(int out[B + 1], const int *in, int n, int M[(A + 1) * (B + 1)])
        {
        #pragma pleat temporary(M)
            int t[500], u[500];
            for (int i = 0; i < n; i++) {
                t[i] = in[i] * 2;
                u[i] = t[i] + 1;
                out[0] += u[i] * u[i];
            }
            for (int a = 0; a < A + 1; a++)
                M[a] = a;
            for (int b = 0; b < B + 1; b++)
                M[b * (A + 1)] = b;
            for (int b = 1; b < B + 1; b++)
                for (int a = 1; a < A + 1; a++)
                    out[0] += M[b * (A + 1) + a] = M[(b - 1) * (A + 1) + a - 1] + M[b * (A + 1) + a - 1];
        }";
    for array in ["t", "u"] {
        assert_eq!(entry(text, array, &[])["elements_after"], 1, "{array}");
    }
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
    check(&["--min-saving", "much"], "must be BYTES, PERCENT% or both");
    for budget in ["0", "NaN", "inf", "1e9"] {
        check(&["--budget", budget], "must be more than 0 and at most");
    }
    check(&["--budget=-1"], "must be more than 0 and at most");
}
