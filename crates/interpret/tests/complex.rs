//! Complex numbers: what the compiler computes, what counts as a difference, what proves nothing.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Text, compared, same, unknown};
use interpret::{Limits, Outcome};
use std::path::Path;
use std::process::Command;

fn is_different(before: &str, after: &str) {
    let outcome = compared(before, after);
    assert!(
        matches!(outcome, Outcome::Differ(_)),
        "{after}\n{outcome:?}"
    );
}

/// A program and one that prints the lines that the first one prints when it is compiled.
fn with_output(path: &Path) -> [String; 2] {
    let text = std::fs::read_to_string(path).unwrap();
    let folder = std::env::temp_dir().join(format!("interpret-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new("cc");
    command.args(["-w", "-std=gnu17", "-o"]);
    let built = command.arg(folder.join("a")).arg(path).arg("-lm").status();
    assert!(built.unwrap().success());
    let output = Command::new(folder.join("a")).output().unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let mut printing = "#include <stdio.h>\nint main(void)\n{\n".to_string();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let (name, values) = line.split_once(':').unwrap();
        let print = format!(r#"printf("%s:%a, %a\n", "{name}", {values});"#);
        printing.push_str(&format!("{print}\n"));
    }
    printing.push_str("return 0;\n}\n");
    [text, printing]
}

#[test]
fn numbers_are_those_of_the_compiler() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/complex.c");
    let texts = with_output(&path);
    let [before, after] = texts.each_ref().map(|text| Text::new(text));
    let outcome = interpret::compare_main(before.version(), after.version(), &Limits::default());
    assert!(matches!(outcome, Outcome::Same { .. }), "{outcome:#?}");
}

const HEAD: &str = "#include <complex.h>\n";

#[test]
fn complex_arrays_parameters_and_results() {
    let f = |body: &str| {
        format!(
            "{HEAD}double complex f(int n, const double complex *a, float complex w, \
             double complex *out)\n\
             {{ double complex sum = 0; {body} return sum; }}"
        )
    };
    let before = f("for (int i = 0; i < n; i++) { sum += a[i] * w; out[i] = sum - a[i]; }");
    let renamed = f(
        "for (int k = 0; k < n; k++) { double complex t = a[k]; sum = sum + w * t; out[k] = sum - t; }",
    );
    same(&before, &renamed);
    for (from, to) in [
        ("a[i] * w", "a[i] * conjf(w)"),
        ("a[i] * w", "creal(a[i]) * w"),
        ("sum - a[i]", "sum - a[i] * 1.0i"),
        ("out[i] = sum - a[i]", "out[i] = creal(sum - a[i])"),
        ("return sum", "return sum + 1.0i"),
        ("return sum", "return creal(sum)"),
    ] {
        is_different(&before, &before.replace(from, to));
    }
}

#[test]
fn windows_of_complex_rows() {
    let f = |rows: &str, row: &str, other: &str| {
        format!(
            "{HEAD}void f(int h, int w, const float complex *in, float complex *out)\n\
             {{ float complex t[{rows}][w];\n\
             for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {{\n\
             t[{row}][x] = in[y * w + x] * 0.5f + I;\n\
             if (y > 0) out[y * w + x] = t[{row}][x] * ~t[{other}][x]; }} }}"
        )
    };
    let before = f("h", "y", "y - 1");
    same(&before, &f("2", "y % 2", "(y + 1) % 2"));
    is_different(&before, &f("2", "y % 2", "y % 2"));
}

#[test]
fn calls_with_complex_numbers() {
    let f = |body: &str| {
        format!(
            "{HEAD}double complex g(double complex z, int k);\n\
             static float complex twice(float complex z) {{ z += z; return z; }}\n\
             void f(int n, float complex *out) {{ float complex z = n + 2.0i; {body} }}"
        )
    };
    same(&f("out[0] = twice(z) - z;"), &f("out[0] = z + z - z;"));
    same(
        &f("out[0] = g(z, n) + twice(z);"),
        &f("double complex t = g(z, n); out[0] = t + (z + z);"),
    );
    is_different(&f("out[0] = g(z, n);"), &f("out[0] = g(conjf(z), n);"));
    is_different(&f("out[0] = g(z, n);"), &f("out[0] = twice(z);"));
}

#[test]
fn volatile_complex_numbers_are_effects() {
    let f =
        |body: &str| format!("{HEAD}void f(volatile double complex *p, double *out) {{ {body} }}");
    let before = f("*out = creal(*p) + cimag(*p);");
    same(&before, &before);
    is_different(
        &before,
        &f("double complex z = *p; *out = creal(z) + cimag(z);"),
    );
}

#[test]
fn parts_and_bytes() {
    let f = |body: &str| {
        format!(
            "{HEAD}double f(int n, double complex *z) {{ double sum = 0; for (int i = 0; i < n; i++) {{ {body} }} return sum; }}"
        )
    };
    same(
        &f("sum += creal(z[i]) - __imag__ z[i];"),
        &f("const double *p = (double *)(z + i); sum += p[0] - p[1];"),
    );
    same(
        &f("z[i] = CMPLX(sum, n); sum += cimag(z[i]);"),
        &f("double *p = (double *)(z + i); p[0] = sum; p[1] = n; sum += p[1];"),
    );
    is_different(&f("sum += cabs(z[i]);"), &f("sum += creal(z[i]);"));
}

#[test]
fn what_compilers_recover_proves_nothing() {
    let f = |body: &str| {
        format!(
            "{HEAD}void f(double x, double complex *out) {{ double complex z = CMPLX(1 / 0., 1 / 0.); {body} }}"
        )
    };
    unknown(
        &f("out[0] = z * CMPLX(x, 0);"),
        &f("out[0] = z;"),
        "a product of infinite complex numbers",
    );
    unknown(
        &f("out[0] = z / (0 * 1.0i);"),
        &f("out[0] = z;"),
        "a quotient of complex numbers that is not finite",
    );
}

#[test]
fn arguments_of_other_types_are_not_compared() {
    let f = |ty: &str| format!("{HEAD}void f({ty} z, double *out) {{ *out = 1; }}");
    unknown(
        &f("double complex"),
        &f("float complex"),
        "parameter `z` has different types",
    );
}
