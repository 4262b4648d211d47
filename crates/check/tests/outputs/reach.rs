//! Elements of memory whose size is not known.

use super::verdict;
use check::Difference;

/// A program whose output is right, whatever it reads beside.
fn copies(array: &str, original: &str, beside: &str) -> Result<(), Vec<i64>> {
    let program = |read: &str| {
        format!(
            "
            params N : N >= 1
            in a{array}
            out b[N]
            local t[N]
            [i] : 0 <= i < N @ 0, i : t[i] = f({read})
            [i] : 0 <= i < N @ 1, i : t[i] = f({original})
            [i] : 0 <= i < N @ 2, i : b[i] = t[i]
            "
        )
    };
    match verdict(&program(original), &program(beside)) {
        Ok(proof) => {
            assert!(!proof.is_restricted);
            Ok(())
        }
        Err(Difference::Beyond { sample, .. }) => Err(sample.element),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn elements_after_the_last_one() {
    copies("[?]", "a[i]", "a[N - 1 - i]").unwrap();
    assert_eq!(copies("[?]", "a[i]", "a[i + 1]"), Err(vec![1]));
    assert_eq!(copies("[?]", "a[i]", "a[i - 1]"), Err(vec![-1]));
    copies("[N + 1]", "a[i]", "a[i + 1]").unwrap();
}

#[test]
fn elements_between_others() {
    copies("[?]", "a[3*i]", "a[i]").unwrap();
    copies("[?]", "a[-i]", "a[-i]").unwrap();
    assert_eq!(copies("[?]", "a[-i]", "a[i]"), Err(vec![1]));
    // Rows of a flat array: the first row from its second element on.
    copies("[?, 8]", "a[2*i, 1]", "a[i, 1]").unwrap();
    copies("[?, 8]", "a[2*i, 1]", "a[2*i, 1]").unwrap();
    assert_eq!(copies("[?, 8]", "a[2*i, 1]", "a[2*i, 0]"), Err(vec![0, 0]));
    // Subscripts outside of rows: nothing is between elements of different rows.
    assert_eq!(copies("[?, ?]", "a[2*i, 1]", "a[i, 1]"), Err(vec![1, 1]));
}

#[test]
fn conditions_on_data() {
    copies("[?]", "~a[i]", "~a[i]").unwrap();
    assert_eq!(copies("[?]", "~a[i]", "a[i]"), Err(vec![0]));
    copies("[?]", "a[i]", "~a[i]").unwrap();
    assert_eq!(copies("[?]", "a[i]", "~a[i + 1]"), Err(vec![1]));
}

#[test]
fn arrays_that_are_handed_on() {
    copies("[?]", "*a[x : ]", "*a[x : ]").unwrap();
    assert_eq!(copies("[?]", "*a[x : ]", "a[i]"), Err(vec![0]));
}

#[test]
fn objects_that_the_original_does_not_touch() {
    let before = "
        params N : N >= 1
        out b[N]
        [i] : 0 <= i < N @ 0, i : b[i] = #i
    ";
    let after = "
        params N : N >= 1
        in a[?]
        out b[N]
        [i] : 0 <= i < N @ 0, i : b[i] = a[0]
        [i] : 0 <= i < N @ 1, i : b[i] = #i
    ";
    let difference = verdict(before, after).unwrap_err();
    assert!(
        matches!(difference, Difference::Beyond { .. }),
        "{difference:?}"
    );
}
