//! isl notation read by ourselves: `[N] -> { S[i] -> A[i - 1, 0] : 0 <= i < N or i = 2*N }`.
//!
//! isl's own reader builds piecewise expressions term by term, which costs more than most of the
//! computations that follow. Nearly all texts are affine constraints, with numbers as coefficients:
//! these are read here and handed to isl as matrices. Whatever else a text holds (`floor`, `mod` of
//! anything but a multiple, several spaces, `not`) is left to isl's reader.

mod build;
mod read;
mod words;

use crate::{Context, Result};

/// The set that a text describes; `None` if the text is left to isl.
pub(crate) fn set(ctx: &Context, text: &str) -> Option<Result<isl_rs::Set>> {
    let reading = read::read(text).filter(|r| r.input.is_none())?;
    Some(build::set(ctx, &reading))
}

/// The relation that a text describes; `None` if the text is left to isl.
pub(crate) fn map(ctx: &Context, text: &str) -> Option<Result<isl_rs::Map>> {
    let reading = read::read(text).filter(|r| r.input.is_some())?;
    Some(build::map(ctx, &reading))
}

#[cfg(test)]
mod tests {
    use crate::{Context, Map, Set};

    fn check_set(text: &str) {
        let ctx = Context::new();
        let ours = super::set(&ctx, text).map(|raw| Set::own(raw.unwrap(), &ctx));
        let isl = Set::parse_by_isl(&ctx, text).unwrap();
        let ours = ours.unwrap_or_else(|| panic!("{text} is left to isl"));
        assert!(ours.is_equal(&isl).unwrap(), "{text}: {ours} and {isl}");
        assert_eq!(ours.param_names().unwrap(), isl.param_names().unwrap());
    }

    fn check_map(text: &str) {
        let ctx = Context::new();
        let ours = super::map(&ctx, text).map(|raw| Map::own(raw.unwrap(), &ctx));
        let isl = Map::parse_by_isl(&ctx, text).unwrap();
        let ours = ours.unwrap_or_else(|| panic!("{text} is left to isl"));
        assert!(ours.is_equal(&isl).unwrap(), "{text}: {ours} and {isl}");
    }

    #[test]
    fn sets_are_those_of_isl() {
        check_set("[N] -> { S[i, j] : 0 <= i < N and (j > 2*i - 1 or j = -3) }");
        check_set("[N, M] -> { : N >= 1 and (M - 2*(N + 1) >= 0) }");
        check_set("[N] -> { [] : 0 <= 0 }");
        check_set("{ A[0, 0] }");
        check_set("{ [] : false }");
        check_set("[N] -> { [d0', d1'] : exists k' : d0' - d1' = 3*k' }");
        check_set("[N] -> { [d0'] : (exists k' : d0' = 2*k') and 0 <= d0' < N }");
        check_set("[N] -> { [i] : ((i) mod 4 = 0 and (N - i) mod 3 = 0) }");
        check_set("[N] -> { [i] : (i < 0 or i > 0) and i != 7 and true }");
        check_set("[N] -> { [i] : -2*(N - 1) <= -i and (-(i)) * 3 <= 5 }");
        check_set("[n, N] -> { [N, i] : i > n }");
        check_set("{ [i] : }");
    }

    #[test]
    fn relations_are_those_of_isl() {
        check_map("[N] -> { S[i, j] -> y[i - 1, 0, j] : i < N }");
        check_map("{ [t0, t1] -> [t0, t1, 2] }");
        check_map("{ [a0, a1] -> [b0, b1] : (a0 < b0) or (a0 = b0 and a1 < b1) }");
        check_map("[N] -> { S3[i] -> [2*i + N, -i, 0] : (exists k : i = 2*k) }");
        check_map("[] -> { [] -> [] : 0 <= 0 }");
    }

    #[test]
    fn other_texts_are_left_to_isl() {
        let ctx = Context::new();
        let check = |text: &str| assert!(super::set(&ctx, text).is_none(), "{text}");
        check("{ [i] : floor(i/2) = 3 }");
        check("{ [i] : i mod 2 = 1 }");
        check("{ [i] : 2i = 1 }");
        check("{ A[i]; B[i] }");
        check("{ [i] : not (i = 1) }");
        check("{ [i, j] : 0 <= i, j < 5 }");
        check("{ [i] : i * i = 4 }");
        check("{ [i] : i = 99999999999 }");
        check("{ [i] : i = }");
        check("{ }");
        check(&format!(
            "{{ [i] : {}i = 1{} }}",
            "(".repeat(99),
            ")".repeat(99)
        ));
    }
}
