//! Loops in strips that end where a subscript wraps are read as plain loops, or are refused.

mod common;

use common::found;
use scop::Subscript;

/// A ring that is written and read along strips.
const RING: &str = "void kernel(int n, int m, const double *in, double *out)
{
    double a[m + 2];
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < m;) {
            const int row = (t + i) % (m + 2) - i, row2 = (t + i + 1) % (m + 2) - i;
            int end = m;
            if (end > m + 2 - row)
                end = m + 2 - row;
            if (end > m + 2 - row2)
                end = m + 2 - row2;
            for (; i < end; i++) {
                a[row + i] = in[i];
                out[i] += a[row2 + i];
            }
        }
    }
}
";

/// The subscripts of `a`, or why it stays.
fn subscripts(text: &str) -> Result<Vec<String>, String> {
    let found = found(text);
    let Some(region) = found.extraction.regions.first() else {
        return Err(found.reason("a"));
    };
    let Some(a) = region.candidates.iter().find(|c| c.spelling == "a") else {
        return Err(found.reason("a"));
    };
    let accesses = region.scop.accesses_to(a.array);
    let text = accesses.map(|access| match &access.subscripts[..] {
        [Subscript::Modulo { dividend, modulus }] => format!("({dividend}) % ({modulus})"),
        [Subscript::Affine(e)] => e.to_string(),
        other => format!("{other:?}"),
    });
    Ok(text.collect())
}

fn check(text: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|s| s.to_string()).collect();
    assert_eq!(subscripts(text), Ok(expected), "{text}");
}

#[test]
fn remainders_go_on_in_a_strip() {
    check(RING, &["(i + t) % (m + 2)", "(i + t + 1) % (m + 2)"]);
}

#[test]
fn the_last_iteration_may_be_named() {
    let last = RING
        .replace("i < m;", "i <= m - 1;")
        .replace("i < end;", "i <= end;")
        .replace("int end = m;", "int end = m - 1;")
        .replace("m + 2 - row", "m + 1 - row");
    check(&last, &["(i + t) % (m + 2)", "(i + t + 1) % (m + 2)"]);
}

#[test]
fn steps_larger_than_one_divide() {
    let double = RING
        .replace("[m + 2]", "[2 * m + 1]")
        .replace("(t + i", "(t + 2 * i")
        .replace("% (m + 2) - i", "% (2 * m + 1) - 2 * i")
        .replace("m + 2 - row2", "(SUM - row2) / 2")
        .replace("m + 2 - row", "(SUM - row) / 2")
        .replace("SUM", "2 * m + 2")
        .replace(" + i]", " + 2 * i]");
    check(
        &double,
        &["(2*i + t) % (2*m + 1)", "(2*i + t + 1) % (2*m + 1)"],
    );
}

#[test]
fn a_constant_modulus_is_a_remainder() {
    let fixed = RING.replace("m + 2", "100").replace("i < m;", "i < 90;");
    let fixed = fixed.replace("end = m;", "end = 90;");
    let remainder = |e: &str| format!("{e} - 100*floord({e}, 100)");
    check(&fixed, &[&remainder("i + t"), &remainder("i + t + 1")]);
}

/// The ring with deferred stores: each value is stored at the end of its iteration.
fn late(between: &str) -> String {
    RING.replace("a[row + i] = in[i];", "const double value = in[i];")
        .replace(
            "out[i] += a[row2 + i];",
            &format!("{between}\n a[row + i] = value;"),
        )
}

#[test]
fn values_may_be_stored_last() {
    let (own, next) = ("(i + t) % (m + 2)", "(i + t + 1) % (m + 2)");
    check(&late("out[i] += a[row2 + i] * value;"), &[own, next, own]);
    check(&late("out[i] += a[row2 + i];"), &[own, next]);
    check(
        &late("if (out[i] > 0) { out[i] = value; } out[i] += a[row2 + i];"),
        &[own, own, next],
    );
}

/// If the store would differ in its original place, it is read at the end.
#[test]
fn values_that_are_not_stored_last() {
    let (own, next) = ("(i + t) % (m + 2)", "(i + t + 1) % (m + 2)");
    let plain = late("out[i] += a[row2 + i] * value;");
    let not_constant = plain.replace("const double", "double");
    let rounded = plain.replace("const double", "const float");
    for text in [&not_constant, &rounded] {
        check(text, &[next, own]);
    }
    // The same element, or an element that may be the same.
    let itself = late("out[i] += a[row + i] * value;");
    check(&itself, &[own, own]);
    let any = plain
        .replace("int m,", "int m, int k,")
        .replace("t + i + 1", "t + i + k * k");
    assert!(subscripts(&any).is_err() || subscripts(&any).is_ok_and(|all| all[1] == own));
    // A statement after the store, or an exit before it.
    let behind = plain.replace("a[row + i] = value;", "a[row + i] = value; out[i] += 1;");
    check(&behind, &[next, own]);
    let leaves = late("if (in[i] > 0) break; out[i] += a[row2 + i] * value;");
    assert!(subscripts(&leaves).is_err());
}

#[test]
fn remainders_by_a_parameter_have_names() {
    let named = "void kernel(int n, int m, const double *in, double *out)
{
    double a[m + 2];
    for (int t = 0; t < n; t++) {
        const int row = (t + 1) % (m + 2);
        for (int i = 0; i < m; i++) {
            a[row] = in[i];
            out[i] += a[row];
        }
    }
}
";
    check(named, &["(t + 1) % (m + 2)"; 2]);
    // Not a constant, of another type, or not positive.
    let near_misses = [
        ("const int row", "int row"),
        ("in[i];", "in[i]; row++;"),
        ("const int row", "const signed char row"),
        ("(t + 1) %", "(1 - t) %"),
    ];
    for (from, to) in near_misses {
        let text = named.replace(from, to);
        let expected = match to {
            // A value that is never changed is a constant.
            "int row" => Some(vec!["(t + 1) % (m + 2)".to_string(); 2]),
            _ => None,
        };
        assert_eq!(
            subscripts(&text).ok().filter(|all| all[0].contains('%')),
            expected,
            "{text}"
        );
    }
}

#[test]
fn cells_may_have_another_order() {
    let ordered = "void kernel(int n, int m, const double *in, double *out)
{
    double a[2 * m + 1];
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < m;) {
            const int row = (int)(((long long)m * (t + 2) + i) % (2 * m + 1)) - i;
            int end = m;
            if (end > 2 * m + 1 - row)
                end = 2 * m + 1 - row;
            for (; i < end; i++)
                a[row + i] = in[i];
        }
        out[t] = a[((long long)m * (t + 2)) % (2 * m + 1)];
    }
}
";
    let expected = ["(2*m + t + 3 - 2*i) % (2*m + 1)", "(t + 2) % (2*m + 1)"];
    check(ordered, &expected);
    // So may cells of allocated storage; and rows may be in descending order.
    let allocated = ordered
        .replace(
            "double a[2 * m + 1];",
            "double *a = malloc((2 * m + 1) * sizeof *a);",
        )
        .replace("(t + 2)", "(n + 1 - t)")
        .replace("out[t] = a[", "if (m > 0) out[t] = a[");
    let expected = [
        "(2*m + n + 2 - 2*i - t) % (2*m + 1)",
        "(n + 1 - t) % (2*m + 1)",
    ];
    let header = "void *malloc(unsigned long);\n";
    check(&format!("{header}{allocated}"), &expected);
    let near_misses = [
        // Another unit, none, or no multiple of one.
        (
            "out[t] = a[((long long)m *",
            "out[t] = a[((long long)(m + 1) *",
        ),
        (
            "out[t] = a[((long long)m *",
            "out[t] = a[((long long)(3 * m) *",
        ),
        ("out[t] = a[((long long)m * (t + 2))", "out[t] = a[(t + 2)"),
        (
            "out[t] = a[((long long)m * (t + 2)) % (2 * m + 1)]",
            "out[t] = a[0]",
        ),
        ("(t + 2) + i)", "t * (t + 2) + i)"),
        // Another modulus.
        ("% (2 * m + 1)) - i", "% (2 * m + 2)) - i"),
        // The dividend may be negative.
        ("(t + 2) + i)", "(t - 2) + i)"),
        ("(t + 2) + i)", "(t + 2) + i - 1)"),
        // Other steps.
        ("(t + 2) + i)", "(t + 2) + 2 * i)"),
        // Values of other origin.
        ("double a[2 * m + 1];", "static double a[9] = {1, 2};"),
    ];
    for (from, to) in near_misses {
        assert!(ordered.contains(from), "{from}");
        let text = ordered.replace(from, to);
        let found = subscripts(&text);
        let is_read = found.is_ok_and(|all| all.iter().all(|s| s.contains('%')));
        assert!(!is_read, "{text}");
    }
}

/// Each of these programs differs from the one loop.
#[test]
fn other_loops_are_not_read_so() {
    let near_misses = [
        // A subscript without a limit of the strip.
        (
            "            if (end > m + 2 - row2)\n                end = m + 2 - row2;\n",
            "",
        ),
        // One iteration too many.
        ("end = m + 2 - row2;", "end = m + 3 - row2;"),
        ("if (end > m + 2 - row2)", "if (end > m + 3 - row2)"),
        // A limit that differs from that of the loop.
        ("int end = m;", "int end = m + 1;"),
        ("i < end;", "i <= end;"),
        // The body exits or continues the loop.
        ("out[i] +=", "if (in[i] < 0) break; out[i] +="),
        ("out[i] +=", "if (in[i] < 0) continue; out[i] +="),
        // Other subscripts.
        ("row + i]", "row + i + 1]"),
        ("row + i]", "row + t]"),
        // Steps that do not fit.
        ("i++) {", "i += 2) {"),
        ("(t + i) %", "(t + 2 * i) %"),
        ("(t + i) % (m + 2) - i", "(t + i) % (m + 1) - i"),
        // The dividend may be negative.
        ("(t + i) %", "(i - t) %"),
        // Not a constant, or not the end.
        ("const int row = ", "int row = "),
        ("a[row + i] = in[i];", "a[row + i] = in[i]; end--;"),
    ];
    for (from, to) in near_misses {
        assert!(RING.contains(from), "{from}");
        let text = RING.replace(from, to);
        let found = subscripts(&text);
        let is_one_loop = found
            .as_ref()
            .is_ok_and(|all| all[..] == ["(i + t) % (m + 2)", "(i + t + 1) % (m + 2)"]);
        assert!(!is_one_loop, "{text}\n{found:?}");
    }
}
