//! Heads of functions: attributes, `restrict`, old definitions, conversions of arguments, names.

use super::sketch::{Place, Plot, Shape, Sketch, Tap};

/// Makes the loops of stages functions.
fn functions(sketch: &mut Sketch) {
    sketch.calls = true;
}

/// Some parameters are `restrict`, and no call breaks it.
pub(super) fn restrict(sketch: &mut Sketch) {
    if sketch.plot == Plot::Chain {
        return restrict_chain(sketch);
    }
    let both = sketch.flip();
    sketch.kernel.restrict = [both || sketch.flip(), both || sketch.flip()];
    if sketch.flip() {
        for k in 0..sketch.stages.len() {
            sketch.stages[k].frame.restrict = [both || sketch.flip(), both || sketch.flip()];
        }
    }
}

/// Functions that read all of an array before they write the other one: both may be in one place,
/// unless they are `restrict`. A build that defines `DISTINCT` tests that.
fn restrict_chain(sketch: &mut Sketch) {
    if sketch.element == "short" {
        (sketch.element, sketch.result) = ("double", "double");
    }
    let all = sketch.random.one_in(3);
    sketch.main.arrays[0].is_shown = false;
    sketch.declare("#ifndef DISTINCT\n#define DISTINCT(p, q)\n#endif");
    let count = if all { sketch.stages.len() } else { 1 };
    for stage in sketch.stages.iter_mut().take(count) {
        stage.frame.restrict = [true, true];
        stage.frame.first.push("DISTINCT(s, d)".to_string());
    }
}

const ATTRIBUTES: &[&str] = &[
    "noinline",
    "noclone",
    "hot",
    "cold",
    "unused",
    "flatten",
    "nothrow",
    "nonnull",
    "noipa",
    "aligned(64)",
    "optimize(\"O1\")",
    "optimize(\"no-strict-aliasing\")",
    "optimize(\"wrapv\")",
    "target(\"sse4.2\")",
    "no_sanitize(\"undefined\")",
    "section(\".text.stages\")",
    "no_instrument_function",
];

/// Attributes of functions, and objects with attributes inside.
pub(super) fn attributes(sketch: &mut Sketch) {
    functions(sketch);
    match sketch.random.below(6) {
        0 => {
            sketch.declare("static int set_up;");
            sketch.declare(
                "__attribute__((constructor)) static void init(void)\n{\n    set_up = 3;\n}",
            );
            sketch.some_stage().term = " + set_up".to_string();
        }
        1 => {
            sketch.declare("static unsigned left;");
            sketch
                .declare("static void leave(int *k)\n{\n    left = left * 31u + (unsigned)*k;\n}");
            for (k, stage) in sketch.stages.iter_mut().enumerate() {
                let line = format!("int k __attribute__((cleanup(leave))) = {};", k + 1);
                stage.frame.first.push(line);
                stage.term = " + k".to_string();
            }
            sketch.show("left");
        }
        2 if sketch.plot != Plot::Chain => {
            let attribute = sketch.pick(ATTRIBUTES);
            sketch.kernel.prefix = format!("__attribute__(({attribute})) ");
            let weak = sketch.flip();
            if weak {
                sketch.kernel.prefix = "__attribute__((weak)) ".to_string();
                sketch.is_public = true;
            }
        }
        _ => {
            let attribute = sketch.pick(ATTRIBUTES);
            sketch.some_stage().frame.prefix = match sketch.random.one_in(8) {
                true => "__attribute__((always_inline)) inline ".to_string(),
                false => format!("__attribute__(({attribute})) "),
            };
        }
    }
}

/// A stage that tests for NaN, with an attribute or pragma that keeps the test.
pub(super) fn fast_math(sketch: &mut Sketch) {
    functions(sketch);
    (sketch.element, sketch.result) = ("float", "float");
    sketch.includes.insert("string.h");
    sketch.flags.insert("-ffast-math");
    let first = sketch.first();
    first.taps = vec![Tap { factor: 1, dy: 0 }];
    first.value = Some(|x| format!("{x} != {x} ? 0.5f : {x}"));
    let attribute = "__attribute__((optimize(\"no-fast-math\"), noinline)) ".to_string();
    let is_pragma = sketch.random.one_in(3);
    let is_everywhere = sketch.random.one_in(3);
    if sketch.flip() {
        // Another function has it, which both call beside the stages.
        sketch.declare(format!(
            "{attribute}static int odd(float x)\n{{\n    return x != x;\n}}"
        ));
        sketch.first().value = None;
        sketch
            .main
            .before
            .push("if (odd(3.5f))\n        return 1;".to_string());
        sketch
            .kernel
            .last
            .push("if (odd((float)h))\n        exit(2);".to_string());
        return;
    }
    let frame = &mut sketch.first().frame;
    match is_pragma {
        true => {
            let pragma = |words: &str| format!("#pragma GCC {words}");
            frame.above.push(pragma("push_options"));
            frame.above.push(pragma("optimize (\"no-fast-math\")"));
            frame.below.push(pragma("pop_options"));
        }
        false => frame.prefix = attribute.clone(),
    }
    if is_everywhere {
        sketch.kernel.prefix = attribute;
    }
    sketch.main.arrays[0].is_shown = false;
    let nan = "memcpy(a, &(unsigned){ 0x7fc00000u }, sizeof(unsigned));";
    sketch.main.before.push(nan.to_string());
}

/// Parameters declared behind the parentheses.
pub(super) fn old_style(sketch: &mut Sketch) {
    functions(sketch);
    sketch.size = "int";
    let of_kernel = sketch.flip();
    sketch.kernel.is_old_style = of_kernel;
    let all = sketch.flip() || !of_kernel;
    let extra = sketch.random.below(4);
    let is_float = sketch.element.starts_with(['f', 'd']);
    for stage in sketch.stages.iter_mut().take(if all { 9 } else { 1 }) {
        stage.frame.is_old_style = true;
        let added = match extra {
            0 => Some(("short", "70000")),
            1 => Some(("signed char", "200")),
            2 if is_float => Some(("float", "0.1")),
            _ => None,
        };
        if let Some((ty, argument)) = added {
            stage.frame.takes(ty, "k", argument);
            stage.term = " + k".to_string();
        }
    }
}

const PLACES: &[&str] = &[
    "(unsigned)__func__[1]",
    "(unsigned)__FUNCTION__[1]",
    "(unsigned)sizeof __func__",
    "(unsigned)__PRETTY_FUNCTION__[1]",
    "(unsigned)(__builtin_return_address(0) != 0)",
    "(unsigned)__LINE__",
    "(unsigned)__COUNTER__",
];

/// The name of the function, or the number of the line, as a value.
pub(super) fn function_name(sketch: &mut Sketch) {
    functions(sketch);
    let value = sketch.pick(PLACES);
    sketch.declare("static unsigned seen;");
    let in_row = sketch.flip();
    for stage in &mut sketch.stages {
        let line = format!("seen = seen * 31u + {value};");
        match in_row {
            true => stage.frame.last.push(line),
            false => stage.frame.first.push(line),
        }
    }
    if sketch.random.one_in(3) {
        sketch.some_stage().term = format!(" + (int)({value} % 8u)");
    }
    sketch.show("seen");
}

const NARROW: &[[&str; 2]] = &[
    ["signed char", "200"],
    ["unsigned char", "300"],
    ["_Bool", "2"],
    ["short", "70000"],
    ["int", "2.75"],
    ["const short", "40000"],
    ["unsigned short", "-1"],
    ["float", "0.1"],
];

/// Arguments and results that change when they are converted.
pub(super) fn conversions(sketch: &mut Sketch) {
    functions(sketch);
    if sketch.random.one_in(4) {
        sketch.declare("static int total;");
        let ty = sketch.pick(&["signed char", "unsigned char", "_Bool", "short"]);
        let frame = &mut sketch.some_stage().frame;
        frame.ty = Some(ty);
        frame.last.push("return 40000;".to_string());
        frame.call = Some(["total += ".into(), ";".into()]);
        return sketch.show("total");
    }
    let of_kernel = sketch.plot != Plot::Chain && sketch.random.one_in(3);
    let [ty, argument] = sketch.pick(NARROW);
    let stage = sketch.some_stage();
    stage
        .frame
        .takes(ty, "k", if of_kernel { "k" } else { argument });
    stage.term = " + k".to_string();
    if of_kernel {
        let wide = sketch.pick(&["int", "long", "double"]);
        sketch.kernel.takes(wide, "k", argument);
    }
}

/// Stages that change their own parameters.
pub(super) fn own_parameters(sketch: &mut Sketch) {
    functions(sketch);
    let in_chain = sketch.plot == Plot::Chain;
    match sketch.random.below(4) {
        0 => {
            let line = sketch.pick(&["h = 0;", "h++;", "h -= 1;"]);
            sketch.some_stage().frame.last.push(line.to_string());
        }
        1 if !in_chain => sketch.last().frame.first.push("h--;".to_string()),
        2 if sketch.shape != Shape::Rows => {
            let stage = sketch.some_stage();
            stage.frame.last.push("s++;".to_string());
            stage.frame.last.push("d = d + 1;".to_string());
        }
        _ => {
            if !in_chain {
                sketch.kernel.first.push("int k = 3;".to_string());
            }
            let argument = if in_chain { "3" } else { "k" };
            let step = sketch.pick(&["k = k % 5 + 1;", "k++;", "k ^= 1;"]);
            let in_row = sketch.flip();
            for stage in &mut sketch.stages {
                stage.frame.takes("int", "k", argument);
                stage.term = " + k".to_string();
                match in_row {
                    true => stage.row_last.push(step.to_string()),
                    false => stage.after.push(step.to_string()),
                }
            }
        }
    }
}

/// Arguments with effects.
pub(super) fn side_effects(sketch: &mut Sketch) {
    functions(sketch);
    let argument = sketch.pick(&["k++", "++k", "(k = 5)", "(k += 2, k)", "next()", "k-- + k0"]);
    match argument {
        "next()" => {
            sketch.declare("static int count;\nstatic int next(void)\n{\n    return ++count;\n}");
            sketch.show("count");
        }
        "k-- + k0" => sketch.kernel.first.push("int k = 3, k0 = 1;".to_string()),
        _ => sketch.kernel.first.push("int k = 3;".to_string()),
    }
    let twice = sketch.flip();
    for stage in sketch.stages.iter_mut().take(if twice { 2 } else { 1 }) {
        stage.frame.takes("int", "n", argument);
        stage.term = " + n".to_string();
    }
    let is_read = argument != "next()";
    if is_read {
        sketch.declare("static int left;");
        sketch.kernel.last.push("left = k;".to_string());
        sketch.show("left");
    }
    if sketch.place == Place::Static && sketch.flip() {
        sketch.place = Place::Local;
    }
}
