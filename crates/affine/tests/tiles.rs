//! Loops over tiles that systems leave out, and those that they must not leave out.
#![allow(clippy::unwrap_used)]

mod common;

use affine::{Naming, Unknown, Whole};
use common::program_of;
use poly::{Context, Map, Set};

fn tiled(ctx: &Context, text: &str) -> Result<Whole, Unknown> {
    let naming = Naming {
        leaves_out_tiles: true,
        is_exact: true,
        ..Naming::default()
    };
    let macros = "#define max(x, y) ((x) > (y) ? (x) : (y))\n\
                  #define min(x, y) ((x) < (y) ? (x) : (y))\n";
    affine::system(&program_of(&format!("{macros}{text}")), "f", &naming, ctx)
}

/// Copies of a plane, in tiles with these bounds.
fn copies(ii: &str, i: &str) -> String {
    format!(
        "void f(int n, int m, int T, float a[n][m], float b[n][m]) {{\n\
         const int s = T > 0 ? T : 1;\n\
         for (int ii = {ii}) for (int i = {i}) for (int j = 0; j < m; j++) a[i][j] = b[i][j];\n}}"
    )
}

/// Whether the tiles are left out, and all of the plane is copied without them.
fn copies_all(ii: &str, i: &str) -> bool {
    let ctx = Context::new();
    let Ok(whole) = tiled(&ctx, &copies(ii, i)) else {
        return false;
    };
    let Some((tiling, _)) = whole.tilings.first() else {
        return false;
    };
    let plane = Set::parse(&ctx, "[n, m] -> { S0[i, j] : 0 <= i < n and 0 <= j < m }").unwrap();
    let statement = &whole.system.scop.statements[0];
    if !statement.domain.is_equal(&plane).unwrap() {
        return false;
    }
    let used = statement.domain.used_params().unwrap();
    assert!(!used.contains(&"T".to_string()), "{used:?}");
    let position = Map::parse(&ctx, "{ S0[i, j] -> [i] }").unwrap();
    assert!(tiling.positions[0].is_equal(&position).unwrap());
    true
}

#[test]
fn tiles_that_copy_a_plane() {
    for (ii, i) in [
        ("0; ii < n; ii += s", "ii; i < min(n, ii + s); i++"),
        ("0; ii < n; ii += s", "max(0, ii); i < n && i < ii + s; i++"),
        (
            "0; ii <= n - 1; ii += 16",
            "ii; i <= min(n - 1, ii + 15); i++",
        ),
        (
            "-3; ii < n + 5; ii += s",
            "max(0, ii); i < min(n, ii + s); i++",
        ),
        (
            "0; ii < (n + s - 1) / s; ii++",
            "ii * s; i < min(n, ii * s + s); i++",
        ),
        (
            "0; ii < (n + s - 1) / s; ii++",
            "s * ii; i < min(n, s * (ii + 1)); i++",
        ),
        (
            "0; ii <= (n - 1) / 8; ii++",
            "8 * ii; i < min(n, 8 * ii + 8); i++",
        ),
    ] {
        assert!(copies_all(ii, i), "{ii} {i}");
    }
}

#[test]
fn tiles_that_do_not() {
    for (ii, i) in [
        ("1; ii < n; ii += s", "max(0, ii); i < min(n, ii + s); i++"),
        ("0; ii < n - 1; ii += s", "ii; i < min(n, ii + s); i++"),
        ("0; ii < n; ii += s", "ii; i < min(n, ii + s - 1); i++"),
        ("0; ii < n; ii += s", "ii; i < min(n, ii + s + 1); i++"),
        ("0; ii < n; ii += s", "ii + 1; i < min(n, ii + s); i++"),
        ("0; ii < n; ii += s", "ii; i < n; i++"),
        ("0; ii < n / s; ii++", "ii * s; i < min(n, ii * s + s); i++"),
        (
            "1; ii < (n + s - 1) / s; ii++",
            "ii * s; i < min(n, ii * s + s); i++",
        ),
        (
            "0; ii < (n + s - 1) / s - 1; ii++",
            "ii * s; i < min(n, ii * s + s); i++",
        ),
        ("0; ii < n; ii += s", "ii; i < min(n, ii + T); i++"),
    ] {
        assert!(!copies_all(ii, i), "{ii} {i}");
    }
}

#[test]
fn a_condition_on_the_size_remains() {
    let ctx = Context::new();
    let text = "void f(int n, int T, float *a) {\n\
                if (T < 1) return;\n\
                for (int ii = 0; ii < n; ii += T)\n\
                for (int i = ii; i < min(n, ii + T); i++) a[i] = 1;\n}";
    let whole = tiled(&ctx, text).unwrap();
    let expected = Set::parse(&ctx, "[n, T] -> { S0[i] : 0 <= i < n and T >= 1 }").unwrap();
    let domain = &whole.system.scop.statements[0].domain;
    assert_eq!(whole.tilings.len(), 1);
    assert!(domain.is_equal(&expected).unwrap(), "{domain}");
    assert!(whole.assumptions.is_empty());
}

#[test]
fn a_size_is_assumed_to_be_positive() {
    let ctx = Context::new();
    let text = "void f(int n, int T, float *a) {\n\
                for (int ii = 0; ii < n; ii += T)\n\
                for (int i = ii; i < min(n, ii + T); i++) a[i] = 1;\n}";
    let whole = tiled(&ctx, text).unwrap();
    assert_eq!(whole.assumptions, ["`T` is at least 1"]);
}

#[test]
fn an_object_of_a_tile_is_not_kept() {
    let ctx = Context::new();
    let text = "void f(int n, float *a) {\n\
                for (int ii = 0; ii < n; ii += 8) {\n\
                float s[1];\n\
                for (int i = ii; i < min(n, ii + 8); i++) { if (i > 0) a[i] = s[0]; s[0] = a[i]; }\n\
                }\n}";
    assert!(tiled(&ctx, text).unwrap().tilings.is_empty());
}

#[test]
fn counters_that_wrap_around() {
    for text in [
        "void f(int n, float *a) { for (unsigned char ii = 0; ii < n; ii += 8)\n\
         for (int i = ii; i < min(n, ii + 8); i++) a[i] = 1; }",
        "void f(unsigned long n, float *a) { for (unsigned long ii = 2; 2 * ii < n - 2; ii++)\n\
         for (unsigned long i = 2 * ii; i < 2 * ii + 2; i++) if (i < n) a[i] = 1; }",
    ] {
        let ctx = Context::new();
        let found = tiled(&ctx, text);
        assert!(
            found.is_err() || found.unwrap().tilings.is_empty(),
            "{text}"
        );
    }
}
