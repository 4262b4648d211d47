//! Parameter values for which the original is defined.

use super::{contradicted, verdict};
use check::Difference;

#[test]
fn arrays_that_are_left() {
    let row = |extent: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out b[N]
            local t[{extent}]
            [i] : 0 <= i < N @ 0, i : t[i] = f(a[i])
            [i] : 0 <= i < N @ 1, i : b[i] = t[i]
            "
        )
    };
    let proof = verdict(&row("5"), &row("N")).unwrap();
    assert!(proof.is_restricted);
    let expected = poly::Set::parse(proof.context.context(), "[N] -> { : 1 <= N <= 5 }").unwrap();
    assert!(proof.context.is_equal(&expected).unwrap());
    let difference = verdict(&row("N"), &row("5")).unwrap_err();
    let Difference::Outside { sample, .. } = difference else {
        panic!("{difference:?}");
    };
    assert_eq!(
        (sample.params, sample.element),
        (vec![("N".to_string(), 6)], vec![5])
    );
}

#[test]
fn reads_of_what_was_never_written() {
    let some = |first: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out b[N]
            local t[N]
            [i] : {first} <= i < N @ 0, i : t[i] = f(a[i])
            [i] : 0 <= i < N @ 1, i : b[i] = t[i]
            "
        )
    };
    let difference = verdict(&some("1"), &some("0")).unwrap_err();
    assert!(
        matches!(difference, Difference::Undefined { .. }),
        "{difference:?}"
    );
    contradicted(&some("0"), &some("1"));
    let proof = verdict(&some("N - 2"), &some("0")).unwrap();
    assert!(proof.is_restricted);
}

#[test]
fn a_narrower_context() {
    let text = "
        params N : N >= 1
        in a[N]
        out b[N]
        [i] : 0 <= i < N @ i : b[i] = a[i]
    ";
    let narrower = text.replace("N >= 1", "N >= 4");
    verdict(&narrower, text).unwrap();
    let difference = verdict(text, &narrower).unwrap_err();
    assert!(
        matches!(difference, Difference::Narrower { .. }),
        "{difference:?}"
    );
}
