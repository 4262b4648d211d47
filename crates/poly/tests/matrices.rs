//! Exact matrices: the defining properties, on random matrices.
#![allow(clippy::unwrap_used)]

use poly::IntMatrix;
use proptest::prelude::*;

fn matrices(rows: usize, cols: usize) -> impl Strategy<Value = IntMatrix> {
    prop::collection::vec(prop::collection::vec(-9_i64..=9, cols), rows)
        .prop_map(move |r| IntMatrix::from_rows(r, cols).unwrap())
}

fn any_matrix() -> impl Strategy<Value = IntMatrix> {
    (1_usize..=4, 1_usize..=4).prop_flat_map(|(r, c)| matrices(r, c))
}

proptest! {
    #[test]
    fn hermite_form_is_reached_by_unimodular_columns(m in any_matrix()) {
        let (h, u) = m.hermite().unwrap();
        prop_assert_eq!(m.multiply(&u).unwrap(), h);
        prop_assert!(u.is_unimodular().unwrap());
    }

    #[test]
    fn kernel_vectors_are_in_the_kernel_and_complete(m in any_matrix()) {
        let kernel = m.kernel().unwrap();
        for x in kernel.rows() {
            prop_assert!(m.apply(x).unwrap().iter().all(|v| *v == 0));
        }
        prop_assert_eq!(kernel.rows().len() + m.rank().unwrap(), m.cols());
    }

    #[test]
    fn completion_is_unimodular_and_keeps_the_rows(m in matrices(2, 3)) {
        if let Ok(full) = m.complete_unimodular() {
            prop_assert!(full.is_unimodular().unwrap());
            prop_assert_eq!(&full.rows()[..2], m.rows());
        }
    }

    #[test]
    fn inverse_of_a_unimodular_matrix(m in matrices(1, 3)) {
        if let Ok(full) = m.complete_unimodular() {
            let product = full.multiply(&full.inverse_unimodular().unwrap()).unwrap();
            prop_assert_eq!(product, IntMatrix::identity(3));
        }
    }
}

#[test]
fn rows_that_cannot_be_completed() {
    let even = IntMatrix::from_rows(vec![vec![2, 4]], 2).unwrap();
    assert!(even.complete_unimodular().is_err());
    let unit = IntMatrix::from_rows(vec![vec![2, 3]], 2).unwrap();
    assert!(unit.complete_unimodular().is_ok());
}

#[test]
fn determinants() {
    let check = |rows: Vec<Vec<i64>>, det: i64| {
        let cols = rows.len();
        let m = IntMatrix::from_rows(rows, cols).unwrap();
        assert_eq!(m.abs_det().unwrap(), det);
    };
    check(vec![vec![1, 2], vec![3, 4]], 2);
    check(vec![vec![2, 0, 0], vec![0, 3, 1], vec![5, 0, 7]], 42);
    check(vec![vec![1, 1], vec![1, 1]], 0);
}
