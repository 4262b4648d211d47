//! A folded text is read under the facts of its original. Correct folds are proved even if only the
//! accesses of the original show that subscripts are not negative; near misses are refused.

use crate::common::on_big_stack;
use check::{Mismatch, same_values};
use front::{Extraction, Original};
use scop::Order;
use source::{Flags, SourceFile};

/// A loop that may skip iterations: only `t[y][x]` shows that `x` is less than `W`, and `y` less
/// than `H`.
const SKIPS: &str = "#define H 26\n#define W 19\nextern int in[H][W], out[H][W];\nvoid k(int h, int w)\n{\n    int t[H][W];\n\
    for (int y = 0; y < h; y++)\n        for (int x = 0; x < w; x++) {\n            t[y][x] = in[y][x] + x;\n\
            if (x == 3)\n                continue;\n            if (y >= 2)\n                out[y][x] += t[y - 2][x] - t[y][x];\n\
        }\n}\n";

/// An unsigned subscript; only the size of the array shows that it does not wrap.
const WRAPS: &str = "int k(unsigned n, int m)\n{\n    int t[n + 1], sum = 0;\n    for (int i = 0; i < m; i++) {\n\
        t[n - i] = i;\n        if (i > 5)\n            sum += t[n - i + 6];\n    }\n    return sum;\n}\n";

fn read(text: &str, originals: Vec<Original>) -> Extraction {
    let file = SourceFile::new("facts.c", text.as_bytes().to_vec());
    let unit = source::preprocess(file, &Flags::default()).unwrap();
    let options = front::Options {
        originals,
        ..pleat::front_options(&unit)
    };
    front::extract(&unit, &options)
}

/// The proof of a text with some pieces replaced, under facts that `change` may spoil.
fn prove(
    text: &str,
    pieces: &[(&str, &str)],
    change: impl Fn(&mut Original),
) -> Result<(), Option<Mismatch>> {
    let before = read(text, Vec::new());
    let before = &before.regions[0];
    let mut original = before.original(|_| None);
    change(&mut original);
    let mut folded = text.to_string();
    for (old, new) in pieces {
        assert!(folded.contains(old), "{old}");
        folded = folded.replace(old, new);
    }
    let after = read(&folded, vec![original]);
    let after = after.regions.first().ok_or(None)?;
    let fixed = |region: &front::Region| region.fixed_macros.clone();
    if fixed(before) != fixed(after) {
        return Err(None);
    }
    let pair = (before.candidates[0].array, after.candidates[0].array);
    same_values(&before.scop, &after.scop, &[pair], Order::Sequential).map_err(Some)
}

fn keep(_: &mut Original) {}

/// `t[y][x]` in a row of cells: `2*x - y`, never negative with `H` added.
fn sheared(modulus: &str, added: &str) -> Vec<(&'static str, String)> {
    let cell = |y: &str| format!("t[({added} + 2 * x - ({y})) % ({modulus})]");
    vec![
        ("int t[H][W]", format!("int t[{modulus}]")),
        ("t[y][x]", cell("y")),
        ("t[y - 2][x]", cell("y - 2")),
    ]
}

fn prove_sheared(
    modulus: &str,
    added: &str,
    change: impl Fn(&mut Original),
) -> Result<(), Option<Mismatch>> {
    let pieces = sheared(modulus, added);
    let pieces: Vec<(&str, &str)> = pieces.iter().map(|(a, b)| (*a, b.as_str())).collect();
    prove(SKIPS, &pieces, change)
}

#[test]
fn rows_of_the_original_count() {
    on_big_stack(|| {
        assert_eq!(prove_sheared("2 * W + 1", "H", keep), Ok(()));
        assert_eq!(prove_sheared("2 * W + 2", "H + 3", keep), Ok(()));
    });
}

#[test]
fn near_misses_are_refused() {
    on_big_stack(|| {
        let overwritten = |found| matches!(found, Err(Some(Mismatch::Overwritten { .. })));
        assert!(overwritten(prove_sheared("2 * W", "H", keep)));
        assert!(overwritten(prove_sheared("2 * W - 1", "H", keep)));
        // Negative for the last rows.
        assert!(prove_sheared("2 * W + 1", "H - 2", keep).is_err());
    });
}

#[test]
fn without_facts_nothing_is_proved() {
    on_big_stack(|| {
        let nothing = |facts: &mut Original| facts.arrays.clear();
        assert!(prove_sheared("2 * W + 1", "H", nothing).is_err());
    });
}

#[test]
fn wrong_facts_are_not_used() {
    on_big_stack(|| {
        let one_less = |facts: &mut Original| {
            for inside in facts.arrays.iter_mut().flat_map(|a| &mut a.inside) {
                for fact in inside {
                    *fact = fact.clone() - poly::Expr::constant(1);
                }
            }
        };
        let unbelieved = |found| matches!(found, Err(Some(Mismatch::Condition { .. })));
        assert!(unbelieved(prove_sheared("2 * W + 1", "H", one_less)));
        assert!(unbelieved(prove_sheared("2 * W + 1", "H - 1", one_less)));
    });
}

#[test]
fn unsigned_subscripts_do_not_wrap() {
    on_big_stack(|| {
        let fold = |modulus: &str| {
            let (size, first, second) = (
                format!("int t[{modulus}]"),
                format!("t[(n - i) % {modulus}] ="),
                format!("t[(n - i + 6) % {modulus}]"),
            );
            let pieces = [
                ("int t[n + 1]", size.as_str()),
                ("t[n - i] =", first.as_str()),
                ("t[n - i + 6]", second.as_str()),
            ];
            prove(WRAPS, &pieces, keep)
        };
        assert_eq!(fold("7"), Ok(()));
        assert!(matches!(fold("6"), Err(Some(Mismatch::Overwritten { .. }))));
    });
}
