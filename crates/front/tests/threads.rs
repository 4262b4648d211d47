//! OpenMP and `#pragma pleat tilable`: the coordinates of time that order nothing, and the arrays
//! that have copies.
#![allow(clippy::unwrap_used)]

mod common;

use common::*;

/// A function with parameters `n`, `in`, `out` around a body.
fn function(body: &str) -> Found {
    found(&format!(
        "#define DEPTH 2\nint omp_get_thread_num(void);\nvoid use(int);\nvoid kernel(int n, const double *in, double *out)\n{{\n{body}\n}}\n"
    ))
}

/// The parallel coordinates of each statement that touches an array, and the array's copies.
fn check(body: &str, parallel: &[&[usize]], private: usize) {
    let found = function(body);
    let scop = &found.region().scop;
    let touches = |s: &&scop::Statement| scop.accesses.iter().any(|a| a.statement == s.id);
    let marked: Vec<&[usize]> = scop
        .statements
        .iter()
        .filter(touches)
        .map(|s| s.parallel.as_slice())
        .collect();
    assert_eq!(marked, parallel, "{body}");
    assert_eq!(scop.arrays[0].private, private, "{body}");
}

/// The reason why `t` stays.
fn refused(body: &str, code: &str) {
    assert_eq!(function(body).reason("t"), code, "{body}");
}

#[test]
fn loops_whose_iterations_are_shared() {
    check(
        "double t[9];\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
        &[&[1]],
        0,
    );
    check(
        "double t[9][9];\n#pragma omp parallel for collapse(2)\nfor (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) { t[i][j] = 1; for (int k = 0; k < 2; k++) t[i][j] += k; }",
        &[&[1, 3], &[1, 3]],
        0,
    );
    check(
        "double t[9][9];\n#pragma omp parallel for collapse(DEPTH)\nfor (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) t[i][j] = 1;",
        &[&[1, 3]],
        0,
    );
    check(
        "double t[9][9];\nfor (int i = 0; i < 9; i++) {\n#pragma omp simd\nfor (int j = 0; j < 9; j++) t[i][j] = 1; t[i][0] = 2; }",
        &[&[3], &[]],
        0,
    );
    check(
        "double t[9];\n_Pragma(\"omp parallel for\")\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
        &[&[1]],
        0,
    );
    check(
        "double t[9];\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++)\n#pragma omp atomic\nt[i] += in[i];",
        &[&[1]],
        0,
    );
}

#[test]
fn copies_of_arrays() {
    check(
        "#pragma omp parallel for\nfor (int i = 0; i < 9; i++) { double t[9]; t[i] = in[i]; }",
        &[&[1]],
        2,
    );
    check(
        "double t[9];\nint i, j;\n#pragma omp parallel for private(j, t)\nfor (i = 0; i < 9; i++) for (j = 0; j < 9; j++) t[j] = in[i];",
        &[&[1]],
        2,
    );
    check(
        "#pragma omp parallel for\nfor (int i = 0; i < 9; i++) { static double t[9]; t[i] = in[i]; }",
        &[&[1]],
        0,
    );
    // Position, phase, part, position, counter.
    check(
        "#pragma omp parallel\n{ double t[9];\n#pragma omp for\nfor (int i = 0; i < 9; i++) t[i] = in[i]; }",
        &[&[2, 4]],
        5,
    );
    check(
        "double t[9];\n#pragma omp parallel private(t)\n#pragma omp for\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
        &[&[2, 4]],
        5,
    );
    check(
        "#pragma omp parallel sections\n{ { double t[9]; t[0] = in[0]; }\n#pragma omp section\nuse(n); }",
        &[&[1]],
        2,
    );
}

#[test]
fn parts_of_a_phase_are_not_ordered() {
    let phases = |first: &str| {
        let found = function(&format!(
            "double t[9];\n#pragma omp parallel\n{{\n#pragma omp for {first}\nfor (int i = 0; i < 9; i++) t[i] = 1;\n#pragma omp for\nfor (int i = 0; i < 9; i++) t[i] = 2; }}"
        ));
        let statements = &found.region().scop.statements;
        let fixed = |s: &scop::Statement, d| {
            let times = s.schedule.range().unwrap();
            let latest = times.dim_max_value(d).unwrap();
            let earliest = times.neg().unwrap().dim_max_value(d).unwrap().map(|t| -t);
            latest.filter(|_| latest == earliest)
        };
        let phase = |s: &scop::Statement| (fixed(s, 1), fixed(s, 2));
        statements.iter().map(phase).collect::<Vec<_>>()
    };
    let pair = |phase, part| (Some(phase), Some(part));
    assert_eq!(phases(""), [pair(1, 0), pair(2, 0)]);
    assert_eq!(phases("nowait"), [pair(1, 0), pair(1, 1)]);
}

#[test]
fn steps_of_a_team_are_ordered_if_all_wait() {
    let step = |ends: &str| {
        format!(
            "double t[9];\n#pragma omp parallel\nfor (int s = 0; s < 4; s++) {{\n#pragma omp for nowait\nfor (int i = 0; i < 9; i++) t[i] = s;\n{ends}}}"
        )
    };
    // Position, phase, part, position, step, phase, part, position, counter.
    check(&step("#pragma omp barrier\n"), &[&[2, 6, 8]], 0);
    check(&step(""), &[&[2, 4, 6, 8]], 0);
}

#[test]
fn what_each_thread_executes_is_not_followed() {
    let code = "used-in-unanalysed-code";
    refused(
        "double t[9];\n#pragma omp parallel\n{ t[0] = 1; out[0] = t[0]; }",
        code,
    );
    refused(
        "double t[9];\n#pragma omp parallel\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
        code,
    );
    refused(
        "double t[9];\n#pragma omp task\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
        code,
    );
    refused(
        "double t[9];\n#pragma omp parallel for collapse(n)\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
        code,
    );
    refused(
        "double t[9];\n#pragma omp parallel for private(UNKNOWN)\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
        code,
    );
    // The function is executed by a team of its caller.
    refused(
        "double t[9];\nt[0] = in[0];\n#pragma omp for\nfor (int i = 1; i < 9; i++) out[i] = in[i];\nout[0] = t[0];",
        code,
    );
}

#[test]
fn constructs_directly_below_each_other() {
    let stacked = |pragmas: &[&str]| {
        let pragmas: String = pragmas
            .iter()
            .map(|p| format!("#pragma omp {p}\n"))
            .collect();
        format!("double t[9];\n{pragmas}for (int i = 0; i < 9; i++) t[i] = in[i];")
    };
    // Position, phase, part, position, counter.
    check(
        &stacked(&["parallel", "single", "parallel for"]),
        &[&[2, 4]],
        0,
    );
    // Phase, part, position, counter; each thread that executes the function has an array.
    check(&stacked(&["single", "parallel for"]), &[&[1, 3]], 2);
    check(&stacked(&["parallel", "master"]), &[&[2]], 0);
    let code = "used-in-unanalysed-code";
    for inner in [
        "task",
        "taskloop",
        "taskgroup",
        "target",
        "ordered",
        "scope",
        "loop",
    ] {
        for outer in ["single", "master", "masked", "critical"] {
            refused(&stacked(&["parallel", outer, inner]), code);
            refused(&stacked(&[outer, inner]), code);
        }
    }
    refused(&stacked(&["parallel for", "tile sizes(3)"]), code);
    refused(
        "double t[9];\nfor (int i = 0; i < 9; i++)\n#pragma omp task\n{ t[i] = in[i]; }",
        code,
    );
    refused(
        "double t[9];\nn = ({\n#pragma omp task\nt[0] = in[0]; 3; });",
        code,
    );
    refused(
        "double t[9];\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) { if (in[i] > 0) {\n#pragma omp cancel for\n} t[i] = in[i]; }",
        code,
    );
}

#[test]
fn what_threads_have_in_common_is_not_followed() {
    let code = "subscript-not-affine";
    let parallel = |clause: &str, body: &str| {
        format!(
            "double t[99];\nint k = 0;\n#pragma omp parallel for {clause}\nfor (int i = 0; i < 9; i++) {{ {body} }}"
        )
    };
    refused(&parallel("", "t[k] = in[i]; k++;"), code);
    refused(&parallel("", "k = 2 * i; t[k] = in[i];"), code);
    refused(&parallel("private(k)", "t[k] = in[i]; k = 0;"), code);
    refused(&parallel("reduction(+ : k)", "k++; t[k] = in[i];"), code);
    refused(
        &parallel("private(k)", "k = omp_get_thread_num(); t[k] = in[i];"),
        code,
    );
    check(
        &parallel("private(k)", "k = 2 * i; t[k] = in[i];"),
        &[&[1]],
        0,
    );
    check(&parallel("", "t[k] = in[i];"), &[&[1]], 0);
    let team = |clause: &str, start: &str| {
        format!(
            "double t[99];\nint k = 0;\n#pragma omp parallel {clause}\n{{ {start}\n#pragma omp for\nfor (int i = 0; i < 9; i++) t[k + i] = in[i]; }}"
        )
    };
    refused(&team("private(k)", "k = omp_get_thread_num();"), code);
    refused(&team("", "int k = omp_get_thread_num();"), code);
    refused(&team("reduction(max : k)", "k++;"), code);
    check(&team("", "int k = 3;"), &[&[2, 4]], 0);
    check(&team("", ""), &[&[2, 4]], 0);
    // After the loop each name has its previous meaning again.
    refused(
        "double t[99];\nint i;\n#pragma omp parallel for\nfor (i = 0; i < 9; i++) out[i] = in[i];\nt[i] = 1;",
        code,
    );
}

#[test]
fn bodies_of_loops_that_do_not_count() {
    let around = |declared: &str, pragma: &str, inside: &str| {
        format!(
            "{declared}\n{pragma}\nfor (int i = 0; i < 9; i++) {{ while (in[i] > out[i]) {{ {inside} t[n % 9] = in[i]; out[i] += t[n % 9]; }} }}"
        )
    };
    refused(
        &around("double t[9];", "#pragma omp parallel for", ""),
        "used-in-unanalysed-code",
    );
    check(&around("double t[9];", "", ""), &[&[], &[]], 0);
    check(
        &around("", "#pragma omp parallel for", "double t[9];"),
        &[&[], &[]],
        0,
    );
}

#[test]
fn nests_that_may_be_tiled() {
    let bands = |body: &str| {
        let found = function(body);
        let bands = found.region().scop.statements[0].tilable.clone();
        (bands, found.extraction.notes.len())
    };
    let nest = |pragma: &str| {
        format!(
            "double t[9][9][9];\nfor (int s = 0; s < 9; s++)\n#pragma pleat {pragma}\nfor (int i = 0; i < 9; i++) {{ for (int j = 0; j < 9; j++) t[s][i][j] = 1; }}"
        )
    };
    assert_eq!(bands(&nest("tilable(2)")), (vec![vec![3, 5]], 0));
    assert_eq!(bands(&nest("tilable(DEPTH)")), (vec![vec![3, 5]], 0));
    assert_eq!(bands(&nest("tilable(1)")), (vec![vec![3]], 0));
    for wrong in [
        "tilable(3)",
        "tilable(0)",
        "tilable(m)",
        "tilable",
        "tiled(2)",
    ] {
        assert_eq!(bands(&nest(wrong)), (vec![], 1), "{wrong}");
    }
    assert_eq!(
        bands(
            "double t[9][9];\n#pragma pleat tilable(2)\nfor (int i = 0; i < 9; i++) { t[i][0] = 1; for (int j = 0; j < 9; j++) t[i][j] = 1; }"
        ),
        (vec![], 1)
    );
    assert_eq!(
        bands("double t[9];\n#pragma pleat tilable(1)\nt[0] = 1;"),
        (vec![], 1)
    );
}

#[test]
fn names_that_a_construct_does_not_list() {
    let found = function(
        "double t[9][9];\nfor (int s = 0; s < 9; s++)\n#pragma omp parallel for default(none) shared(t, in)\nfor (int i = 0; i < 9; i++) t[0][i] = in[i];",
    );
    let candidate = &found.region().candidates[0];
    let reference = &candidate.references[0];
    let subscript = |k: usize| reference.subscripts[k].expr.as_ref().unwrap().to_string();
    assert_eq!((subscript(0), subscript(1)), ("0".into(), "i".into()));
    let found = function(
        "double t[n];\n#pragma omp parallel for default(none) shared(t, in)\nfor (int i = 0; i < 9; i++) t[i] = in[i];",
    );
    let reference = &found.region().candidates[0].references[0];
    assert_eq!(reference.unusable_params, ["n"]);
}

#[test]
fn teams_in_code_that_is_not_read() {
    let stage =
        "static void stage(int i, double *o)\n{ static double t[9]; t[i] = i; o[i] = t[i]; }\n";
    let team = "#pragma omp parallel for\nfor (int i = 0; i < 9; i++) stage(i, o);\n";
    for caller in [
        format!("void f(double *o)\n{{ __attribute__((cleanup(g))) int y;\n{team} }}\n"),
        format!("void f(double *o)\n{{ void inner(void) {{\n{team} }} inner(); }}\n"),
    ] {
        let text = format!("void g(int *);\n{stage}{caller}");
        assert_eq!(found(&text).reason("t"), "shared-by-threads", "{caller}");
    }
}
