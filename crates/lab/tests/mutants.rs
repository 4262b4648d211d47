//! The small changes that trials make: each kind on a text that has its subject.
#![allow(clippy::unwrap_used)]

use lab::mutate::{Kind, Role, mutants};
use std::collections::BTreeSet;

const RING: &str = "
#define AT(y, x) buf[((y) % 3) * W + (x)]
static float rows[3][W], in[9];
void f(int n, float *out)
{
    int r = 0;
    float *r0 = rows[0], *r1 = rows[1], t[2] = {0};
    for (int y = 1; y < n - 1; y++) {
        const int cur = y % 3, prev = (cur + 2) % 3;
        for (int x = 0; x < W; x++)
            rows[cur][x] = in[2 * x] * 0.5f;
        if (y < 2)
            continue;
        t[1] = t[0];
        out[y] = rows[prev][1] + t[1];
        if (++r == 3)
            r = 0;
        float *t0 = r0;
        r0 = r1;
        r1 = t0;
    }
}
int main(void) { printf(\"%d\", 1 + 2); }
";

/// The changes of a kind in words.
fn changes(kind: Kind) -> Vec<String> {
    let all = mutants(RING, &["rows".to_string()]);
    let of = all.into_iter().filter(|m| m.kind == kind);
    of.filter(|m| m.role == Role::Kernel)
        .map(|m| m.what)
        .collect()
}

fn has(kind: Kind, what: &str) {
    let all = changes(kind);
    assert!(all.iter().any(|w| w == what), "{what} is none of {all:#?}");
}

#[test]
fn every_kind_finds_its_subjects() {
    has(Kind::Modulus, "`% 3` becomes `% 2`");
    has(Kind::Wrap, "`% 3` is removed");
    has(Kind::Coefficient, "`2` becomes `3`");
    has(Kind::Coefficient, "`W` becomes `(W + 1)`");
    has(Kind::Offset, "`cur` becomes `cur + 1`");
    has(Kind::OtherSubscript, "`2 * x` becomes `(2 * x) - 1`");
    has(Kind::Bound, "`<` becomes `<=`");
    has(Kind::Bound, "`- 1` follows `1`");
    has(Kind::Bound, "`1` becomes `2`");
    has(Kind::Guard, "`2` becomes `3`");
    has(Kind::Step, "`y++` becomes `y += 2`");
    has(
        Kind::Swap,
        "`t[1] = t[0];` becomes `out[y] = rows[prev][1] + t[1];`",
    );
    has(Kind::Drop, "`out[y] = rows[prev][1] + t[1];` becomes `;`");
    has(Kind::StaleRow, "`cur` becomes `prev`");
    has(Kind::Window, "`t[1] = t[0];` becomes `;`");
    has(Kind::Window, "`r0 = r1;` becomes `;`");
    has(Kind::Rotation, "`r1` becomes `t0`");
    has(Kind::Rotation, "`2` becomes `1`");
    has(Kind::RingStart, "`0` becomes `1`");
    has(Kind::Size, "`3` becomes `2`");
    has(Kind::Size, "`W` becomes `W - 1`");
    has(Kind::Operator, "`*` becomes `+`");
    has(Kind::Constant, "`0.5f` becomes `10.5f`");
}

#[test]
fn each_mutant_is_another_text_and_nothing_touches_other_lines() {
    let mut texts = BTreeSet::new();
    for mutant in mutants(RING, &[]) {
        let text = mutant.text(RING);
        assert_ne!(text, RING, "{}", mutant.what);
        let (before, after) = (RING.lines(), text.lines());
        let changed = before.zip(after).filter(|(a, b)| a != b).count();
        assert!(changed >= 1, "{}", mutant.what);
        if !matches!(mutant.kind, Kind::Swap | Kind::Drop | Kind::Rotation) {
            assert_eq!(changed, 1, "{}: {text}", mutant.what);
        }
        texts.insert(text);
    }
    assert!(texts.len() > 80, "{}", texts.len());
}

#[test]
fn frames_are_told_from_kernels() {
    let all = mutants(RING, &[]);
    let frames = all.iter().filter(|m| m.role == Role::Frame);
    assert!(frames.clone().count() > 0);
    assert!(frames.clone().all(|m| m.function == "main"));
}

#[test]
fn odd_texts_are_no_trouble() {
    for text in [
        "",
        "{",
        "int f( {",
        "#define",
        "#define A(",
        "void f(void) { if }",
        "}][(",
    ] {
        assert!(mutants(text, &[]).is_empty(), "{text}");
    }
}
