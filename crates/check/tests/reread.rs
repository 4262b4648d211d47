//! The proof accepts right folds and refuses near misses.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Mismatch, same_values};
use common::{A, folded, samples, texts};
use scop::{AccessKind, Scop, Subscript};

fn prove(original: &Scop, emitted: &Scop) -> Result<(), Mismatch> {
    let start = std::time::Instant::now();
    let result = same_values(original, emitted, &[(A, A)]);
    println!(
        "{:?} {}",
        start.elapsed(),
        result
            .as_ref()
            .map_or_else(ToString::to_string, |()| "same".into())
    );
    result
}

/// Subscripts of the original as text, in a pattern: `[($0) % 2][$1]`.
fn pattern<'a>(pattern: &'a str) -> impl Fn(usize, &[Subscript]) -> String + 'a {
    move |_, subscripts| {
        let texts = texts(subscripts);
        let replace = |text: String, (k, s): (usize, &String)| text.replace(&format!("${k}"), s);
        texts.iter().enumerate().fold(pattern.to_string(), replace)
    }
}

fn same(scop: &Scop, shape: &str, form: &str) {
    prove(scop, &folded(scop, shape, pattern(form))).unwrap_or_else(|e| panic!("{form}: {e}"));
}

fn differs(scop: &Scop, shape: &str, form: &str) {
    let result = prove(scop, &folded(scop, shape, pattern(form)));
    assert!(
        matches!(result, Err(Mismatch::Overwritten { .. })),
        "{form}: {result:?}"
    );
}

#[test]
fn unchanged() {
    for (name, scop) in samples::all() {
        let array = scop.array(A);
        if array.live_in
            || array.live_out
            || name == "carried_kept"
            || name.starts_with("scattered")
        {
            continue;
        }
        println!("{name}");
        let shape: Vec<String> = array
            .shape
            .iter()
            .map(|e| e.as_ref().unwrap().to_string())
            .collect();
        let text = |_: usize, s: &[Subscript]| {
            texts(s)
                .iter()
                .map(|t| format!("[{t}]"))
                .collect::<String>()
        };
        prove(&scop, &folded(&scop, &shape.join(", "), text)).unwrap();
    }
}

#[test]
fn durbin() {
    let scop = samples::durbin();
    same(&scop, "N, 2", "[$0][($1) % 2]");
    same(&scop, "2, N", "[($1) % 2][$0]");
    differs(&scop, "N, 1", "[$0][0]");
    differs(&scop, "N - 1, 2", "[($0) % (N - 1)][($1) % 2]");
}
