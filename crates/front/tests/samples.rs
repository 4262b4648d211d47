//! Sample values of variables satisfy the context of the region, and are as near to the guess as
//! possible.

mod common;

use common::found;

fn check(text: &str, name: &str, value: i64) {
    let found = found(text);
    assert_eq!(found.region().scop.sample(name), Some(value), "{text}");
}

#[test]
fn a_variable_gets_as_much_as_the_array_holds() {
    check(
        "#define N 20
        void kernel(double *out, int n)
        {
            double t[N][N];
            for (int i = 0; i < n; i++) { t[i][i] = i; out[i] = t[i][i]; }
        }",
        "n",
        20,
    );
}

#[test]
fn and_as_much_as_it_has_to() {
    check(
        "void kernel(double *out, int n)
        {
            double t[n - 2999];
            for (int i = 0; i < n - 2999; i++) { t[i] = i; out[i] = t[i]; }
        }",
        "n",
        3000,
    );
}

#[test]
fn a_free_variable_keeps_its_guess() {
    check(
        "void kernel(double *out, int n)
        {
            double t[n];
            for (int i = 0; i < n; i++) { t[i] = i; out[i] = t[i]; }
        }",
        "n",
        1000,
    );
}
