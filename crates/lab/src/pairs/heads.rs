//! Changes of heads: types of parameters and results, qualifiers, attributes, linkage.

use super::{Pair, USUAL, body, function};
use crate::rng::Rng;

const CALLS_G: &str = "    for (int i = 0; i < n; i++)\n        out[i] = g(in[i]);\n";

/// A helper in front of a function that calls it.
fn with_helper(helper: &str) -> String {
    format!("{helper}{}", function("", CALLS_G))
}

/// The type of a helper's parameter: the argument converts in another way.
pub(super) fn parameter_type(random: &mut Rng) -> Pair {
    let add = random.between(1, 5);
    let helper = |ty: &str| format!("static int g({ty} c)\n{{\n    return (int)c + {add};\n}}\n");
    let is_same = random.one_in(2);
    let (old, new) = match is_same {
        true => *random.pick(&[("int", "const int"), ("int", "long"), ("long", "int")]),
        false => *random.pick(&[
            ("signed char", "int"),
            ("int", "signed char"),
            ("int", "_Bool"),
            ("signed char", "unsigned char"),
        ]),
    };
    Pair::new(
        with_helper(&helper(old)),
        with_helper(&helper(new)),
        is_same,
    )
}

/// The type of a helper's result.
pub(super) fn result_type(random: &mut Rng) -> Pair {
    let factor = random.between(2, 5);
    let helper = |ty: &str| format!("static {ty} g(int c)\n{{\n    return c * {factor};\n}}\n");
    let is_same = random.one_in(2);
    let (old, new) = match is_same {
        true => *random.pick(&[("int", "long"), ("long", "int"), ("int", "const int")]),
        false => *random.pick(&[
            ("signed char", "int"),
            ("int", "signed char"),
            ("int", "unsigned char"),
            ("_Bool", "int"),
        ]),
    };
    Pair::new(
        with_helper(&helper(old)),
        with_helper(&helper(new)),
        is_same,
    )
}

/// The type behind a name.
pub(super) fn typedef(random: &mut Rng) -> Pair {
    let factor = random.between(2, 9);
    let text = |ty: &str| {
        let lines = format!(
            "    for (int i = 0; i < n; i++) {{\n        value v = in[i] * {factor};\n        out[i] = v;\n    }}\n"
        );
        format!("typedef {ty} value;\n{}", function("", &lines))
    };
    let is_same = random.one_in(2);
    let (old, new) = match is_same {
        true => *random.pick(&[("int", "long"), ("int", "signed int")]),
        false => *random.pick(&[
            ("int", "signed char"),
            ("signed char", "int"),
            ("int", "_Bool"),
        ]),
    };
    Pair::new(text(old), text(new), is_same)
}

/// `restrict` where a call passes one array twice.
pub(super) fn restrict(random: &mut Rng) -> Pair {
    let text = |first: &str, second: &str, body: &str| {
        format!("void f(int n, int *{first}p, int *{second}q)\n{{\n{body}}}\n")
    };
    let is_removed = random.one_in(2);
    let body = *random.pick(&[
        "    for (int i = 0; i < n; i++)\n        q[i] += p[0];\n",
        "    p[0] = 1;\n    q[0] = 2;\n    p[1] = p[0];\n    (void)n;\n",
    ]);
    let (with, without) = (text("restrict ", "restrict ", body), text("", "", body));
    let second = if is_removed { "b" } else { "a" };
    let driver = format!(
        "#include <stdio.h>\nvoid f(int n, int *p, int *q);\nint main(void)\n{{\n    \
         int a[64], b[64];\n    for (int i = 0; i < 64; i++)\n        a[i] = b[i] = i % 7 + 1;\n    \
         f(20, a, {second});\n    for (int i = 0; i < 64; i++)\n        printf(\"%d %d \", a[i], b[i]);\n    \
         puts(\"\");\n    return 0;\n}}\n"
    );
    let pair = match is_removed {
        true => Pair::new(with, without, true),
        false => Pair::new(without, with, false),
    };
    pair.driven_by(driver).excused_by("overlap")
}

/// Attributes that change what floating point means, or nothing.
pub(super) fn attribute(random: &mut Rng) -> Pair {
    let parameters = "int n, const float *restrict in, float *restrict out";
    let text = |attribute: &str| {
        format!(
            "{attribute}void f({parameters})\n{{\n    for (int i = 0; i < n; i++)\n        \
             out[i] = in[i] / in[0] / in[1];\n}}\n"
        )
    };
    let is_same = random.one_in(2);
    let attribute = match is_same {
        true => *random.pick(&["noinline", "hot", "cold", "nothrow", "aligned(64)"]),
        false => *random.pick(&["optimize(\"fast-math\")", "optimize(\"-ffast-math\")"]),
    };
    let attribute = match random.one_in(3) && !is_same {
        true => "#pragma GCC optimize (\"fast-math\")\n".to_string(),
        false => format!("__attribute__(({attribute})) "),
    };
    let driver = format!(
        "#include <stdio.h>\nvoid f({parameters});\nint main(void)\n{{\n    \
         float a[5] = {{ 3, 7, 1.1f, 2.3f, 1e-39f }}, b[5];\n    f(5, a, b);\n    \
         for (int i = 0; i < 5; i++)\n        printf(\"%a \", b[i]);\n    puts(\"\");\n    return 0;\n}}\n"
    );
    Pair::new(text(""), text(&attribute), is_same).driven_by(driver)
}

/// A promise about a helper that counts its calls, or does not.
pub(super) fn pure(random: &mut Rng) -> Pair {
    let is_same = random.one_in(2);
    let promise = *random.pick(&["const", "pure"]);
    let counts = if is_same { "" } else { "    count++;\n" };
    let text = |promise: &str| {
        format!(
            "int count;\n__attribute__((noinline{promise})) static int g(int c)\n{{\n{counts}    return c * 3;\n}}\n\
             void f(int n, int *out)\n{{\n    out[0] = g(n) + g(n);\n    out[1] = count;\n}}\n"
        )
    };
    let driver = "#include <stdio.h>\nvoid f(int n, int *out);\nint main(void)\n{\n    \
                  int b[2];\n    f(3, b);\n    printf(\"%d %d\\n\", b[0], b[1]);\n    return 0;\n}\n";
    let after = text(&format!(", {promise}"));
    Pair::new(text(""), after, is_same).driven_by(driver.to_string())
}

/// A function that runs before `main`, or does not.
pub(super) fn constructor(random: &mut Rng) -> Pair {
    let value = random.between(2, 9);
    let is_same = random.one_in(2);
    let text = |attribute: &str, linkage: &str| {
        format!(
            "static int z;\n{attribute}{linkage}void init(void)\n{{\n    z = {value};\n}}\n\
             int f(void)\n{{\n    return z;\n}}\nvoid g(void)\n{{\n    init();\n}}\n"
        )
    };
    let driver = "#include <stdio.h>\nint f(void);\nvoid g(void);\nint main(void)\n{\n    \
                  printf(\"%d \", f());\n    g();\n    printf(\"%d\\n\", f());\n    return 0;\n}\n";
    let attribute = match is_same {
        true => "__attribute__((noinline)) ",
        false => *random.pick(&[
            "__attribute__((constructor)) ",
            "__attribute__((constructor(200))) ",
        ]),
    };
    let (old, new) = (text("", "static "), text(attribute, "static "));
    match random.one_in(2) {
        true => Pair::new(old, new, is_same),
        false => Pair::new(new, old, is_same),
    }
    .driven_by(driver.to_string())
}

/// Linkage and lifetime of objects and functions.
pub(super) fn static_object(random: &mut Rng) -> Pair {
    let local = |prefix: &str| {
        let lines = format!("    {prefix}int k = 3;\n    k++;\n");
        let loops = "    for (int i = 0; i < n; i++)\n        out[i] = in[i] + k;\n";
        function(&lines, loops)
    };
    let value = random.between(2, 9);
    let object = |prefix: &str, value: i64| {
        let loops = "    for (int i = 0; i < n; i++)\n        out[i] = in[i] + gain;\n";
        format!("{prefix}int gain = {value};\n{}", function("", loops))
    };
    let of_two = |driver: &str| format!("#include <stdio.h>\nvoid f({USUAL});\n{driver}");
    let sets = of_two(
        "extern int gain;\nint main(void)\n{\n    int a[2] = { 1, 2 }, b[2];\n    gain = 5;\n    \
         f(2, a, b);\n    printf(\"%d %d\\n\", b[0], b[1]);\n    return 0;\n}\n",
    );
    let whole = body(random);
    match random.below(6) {
        0 => Pair::new(local("static "), local(""), false),
        1 => Pair::new(local(""), local("static "), false),
        2 => Pair::new(object("", value), object("static ", value), false).driven_by(sets),
        3 => Pair::new(object("", value), object("const ", value), false).driven_by(sets),
        4 => Pair::new(object("", value), object("", value + 1), false),
        _ => {
            let text = |linkage: &str| {
                let helper = format!("{linkage}int g(int c)\n{{\n    return c + {value};\n}}\n");
                format!("{}{whole}", with_helper(&helper).trim_end_matches("}\n")) + "}\n"
            };
            Pair::new(text("static "), text("static inline "), true)
        }
    }
}

/// A pointer to a scalar of the file, which is read once or each time.
pub(super) fn file_scalar(random: &mut Rng) -> Pair {
    let is_same = random.one_in(2);
    let ty = if is_same { "const int " } else { "int " };
    let value = random.between(1, 4);
    let text = |lines: &str| format!("{ty}g = 5;\nvoid f(int *out)\n{{\n{lines}}}\n");
    let before = format!("    out[0] = {value};\n    out[0] += g;\n");
    let after = format!("    int k = g;\n    out[0] = {value};\n    out[0] += k;\n");
    let main = match is_same {
        true => "    int b = 7;\n    f(&b);\n    printf(\"%d\\n\", b);\n",
        false => "    f(&g);\n    printf(\"%d\\n\", g);\n",
    };
    let driver = format!(
        "#include <stdio.h>\nextern {ty}g;\nvoid f(int *out);\nint main(void)\n{{\n{main}    return 0;\n}}\n"
    );
    Pair::new(text(&before), text(&after), is_same)
        .driven_by(driver)
        .excused_by("g")
}
