//! What the text of stages means: macros, names, pragmas, layout.

use super::sketch::{Plot, Shape, Sketch};

/// Macros that change between functions, or that have names of variables.
pub(super) fn macros(sketch: &mut Sketch) {
    sketch.calls = true;
    let last = sketch.stages.len() - 1;
    let undefined = sketch.flip();
    match sketch.random.below(7) {
        0 => redefined(sketch, "K", &["2", "3", "5"]),
        1 => redefined(sketch, "K", &["(y % 2)", "(y % 3)", "7"]),
        // The name of a variable of another stage.
        2 => {
            let first = sketch.first();
            first.frame.first.push("int k = 4;".into());
            first.term = " + k".into();
            let stage = &mut sketch.stages[last];
            stage.frame.above.push("#define k 9".into());
            stage.term = " + k".into();
            if undefined {
                stage.frame.below.push("#undef k".into());
            }
        }
        // A macro that means another variable in each stage.
        3 => {
            sketch.declare("#define BOTH (k + 1)");
            for (k, stage) in sketch.stages.iter_mut().enumerate() {
                stage.frame.first.push(format!("int k = {};", 3 * k + 1));
                stage.term = " + BOTH".into();
            }
        }
        4 => {
            sketch.declare("#define K 2");
            let stage = &mut sketch.stages[last];
            let push = ["#pragma push_macro(\"K\")", "#undef K", "#define K 6"];
            stage.frame.above.extend(push.map(str::to_string));
            stage.frame.below.push("#pragma pop_macro(\"K\")".into());
            sketch
                .stages
                .iter_mut()
                .for_each(|stage| stage.term = " + K".into());
        }
        // Lines of the body that depend on a macro.
        5 => {
            redefined(sketch, "K", &["2", "0", "1"]);
            sketch.declare("static int count;");
            for stage in &mut sketch.stages {
                let lines = ["#if K > 1", "count++;", "#else", "count += 3;", "#endif"];
                stage.row_first.extend(lines.map(str::to_string));
            }
            sketch.show("count");
        }
        // A macro with a parameter.
        _ => redefined(sketch, "TWICE(v)", &["(2 * (v))", "((v) + 1)", "(v)"]),
    }
}

/// A macro with another value for each stage.
fn redefined(sketch: &mut Sketch, macro_name: &str, values: &[&str]) {
    let name = macro_name.split('(').next().unwrap_or(macro_name);
    let term = match macro_name == name {
        true => format!(" + {name}"),
        false => format!(" + {name}(3)"),
    };
    for (stage, value) in sketch.stages.iter_mut().zip(values) {
        stage
            .frame
            .above
            .push(format!("#define {macro_name} {value}"));
        stage.frame.below.push(format!("#undef {name}"));
        stage.term = term.clone();
    }
}

/// Names with another meaning in the caller, or in another stage.
pub(super) fn clashes(sketch: &mut Sketch) {
    sketch.calls = true;
    let in_chain = sketch.plot == Plot::Chain;
    let kind = sketch.random.below(if in_chain { 6 } else { 10 });
    let (element, result) = (sketch.element, sketch.result);
    let first = sketch.own_ends(0);
    let here = sketch.element_at(&first.source, 0);
    match kind {
        0 => each_local(sketch, "k", true),
        1 => {
            for (k, stage) in sketch.stages.iter_mut().enumerate() {
                stage.frame.first.push(format!("enum {{ K = {} }};", k + 2));
                stage.term = " + K".into();
            }
        }
        2 => {
            for (k, stage) in sketch.stages.iter_mut().enumerate() {
                let line = format!("struct p {{ int v[{}]; }};", k + 1);
                stage.frame.first.push(line);
                stage.term = " + (int)(sizeof(struct p) / sizeof(int))".into();
            }
        }
        3 => local_of_first(sketch, "s2"),
        4 => {
            let stage = sketch.some_stage();
            stage.frame.first.push("int k = 7;".into());
            stage.before.push("int k = 1;".into());
            stage.after.push("(void)k;".into());
            stage.frame.last.push("(void)k;".into());
            stage.term = " + k".into();
        }
        5 => {
            sketch.declare(format!("typedef {element} px;"));
            sketch.kernel.first.push("int px = 3;".into());
            sketch.kernel.last.push("(void)px;".into());
            let stage = sketch.first();
            stage.before.push(format!("px v = {here};"));
            stage.term = " + v".into();
        }
        6 => {
            sketch.first().names = Some(["out".into(), "in".into()]);
            if sketch.flip() {
                sketch.last().names = Some(["out".into(), "in".into()]);
            }
        }
        7 => {
            sketch.declare("static int gain = 3;");
            sketch.kernel.first.push("int gain = 8;".into());
            sketch.kernel.last.push("(void)gain;".into());
            sketch.some_stage().term = " + gain".into();
        }
        8 => {
            let name = sketch.pick(&["out", "t", "in", "t1"]);
            local_of_first(sketch, name);
        }
        _ => {
            let name = sketch.pick(&["y", "x", "d"]);
            sketch.kernel.first.push(format!("int {name} = 2;"));
            let stage = sketch.last();
            stage.frame.takes("int", "n", name);
            stage.term = " + n".into();
            if result == element {
                each_local(sketch, "k", false);
            }
        }
    }
}

/// A local of all stages with one name.
fn each_local(sketch: &mut Sketch, name: &str, sets_terms: bool) {
    let in_kernel = sketch.plot != Plot::Chain && sketch.flip();
    for (k, stage) in sketch.stages.iter_mut().enumerate() {
        stage
            .frame
            .first
            .push(format!("int {name} = {};", 4 * k + 1));
        match sets_terms {
            true => stage.term = format!(" + {name}"),
            false => stage.term += &format!(" + {name}"),
        }
        stage.row_last.push(format!("{name} = {name} % 7 + 1;"));
    }
    if in_kernel {
        sketch.kernel.first.push(format!("int {name} = 100;"));
        sketch.kernel.last.push(format!("(void){name};"));
    }
}

/// A local of the first stage with the name of something outside.
fn local_of_first(sketch: &mut Sketch, name: &str) {
    let first = sketch.first();
    first.frame.first.push(format!("int {name} = 4;"));
    first.term = format!(" + {name}");
}

/// Pragmas in front of loops and functions.
pub(super) fn pragmas(sketch: &mut Sketch) {
    let is_staged = sketch.plot == Plot::Stages;
    match sketch.random.below(6) {
        0 => {
            let level = sketch.pick(&["O1", "O0", "unroll-loops", "no-tree-vectorize"]);
            sketch.calls |= is_staged;
            let frame = match is_staged {
                true => &mut sketch.first().frame,
                false => &mut sketch.kernel,
            };
            frame.above.push("#pragma GCC push_options".into());
            frame
                .above
                .push(format!("#pragma GCC optimize (\"{level}\")"));
            frame.below.push("#pragma GCC pop_options".into());
        }
        1 => sketch.declare("#pragma STDC FP_CONTRACT OFF"),
        2 if is_staged => {
            sketch.some_stage().ahead.push("#pragma scop".into());
            let stage = sketch.last();
            stage.frame.last.push("#pragma endscop".into());
        }
        3 => {
            sketch
                .kernel
                .above
                .push("#pragma GCC diagnostic push".into());
            let line = "#pragma GCC diagnostic ignored \"-Wconversion\"";
            sketch.kernel.above.push(line.into());
            sketch
                .kernel
                .below
                .push("#pragma GCC diagnostic pop".into());
        }
        _ => {
            let line = sketch.pick(&[
                "#pragma GCC unroll 4",
                "#pragma GCC ivdep",
                "_Pragma(\"GCC ivdep\")",
                "#pragma clang loop vectorize(disable)",
                "#pragma vector always",
            ]);
            let both = sketch.flip();
            let line = match sketch.plot {
                Plot::Stages => line,
                // Steps depend on each other.
                _ if line.contains("ivdep") => "#pragma GCC unroll 2",
                _ => line,
            };
            for stage in sketch.stages.iter_mut().take(if both { 9 } else { 1 }) {
                stage.ahead.push(line.into());
            }
        }
    }
}

/// Loops that threads share, with clauses.
pub(super) fn openmp(sketch: &mut Sketch) {
    sketch.flags.insert("-fopenmp");
    if sketch.size == "size_t" {
        // The compiler reads `y + 1 < h` in serial loops only.
        sketch.size = "long";
    }
    let has_columns = sketch.shape != Shape::Line;
    let count = sketch.stages.len();
    let all = sketch.flip();
    for k in 0..count {
        if !all && k > 0 {
            continue;
        }
        let source = sketch.own_ends(k).source;
        let here = sketch.element_at(&source, 0);
        let kind = sketch.random.below(12);
        let schedule = sketch.pick(&[
            "",
            " schedule(static, 1)",
            " schedule(dynamic)",
            " num_threads(2)",
        ]);
        let can_collapse = has_columns && sketch.stages[k].row_first.is_empty();
        let stage = &mut sketch.stages[k];
        let mut clause = schedule.to_string();
        match kind {
            0 if can_collapse => clause += " collapse(2)",
            1 => {
                clause += &format!(" private(k{k})");
                stage.ahead.push(format!("int k{k};"));
                stage.row_first.push(format!("k{k} = (int)(y % 3);"));
                stage.term = format!(" + k{k}");
            }
            2 => {
                clause += &format!(" firstprivate(k{k})");
                stage.ahead.push(format!("int k{k} = 5;"));
                stage.term = format!(" + k{k}");
            }
            3 => {
                clause += &format!(" lastprivate(k{k})");
                stage.ahead.push(format!("int k{k} = 0;"));
                stage.row_first.push(format!("k{k} = (int)(y % 5);"));
                if k + 1 < count && !sketch.calls {
                    sketch.stages[k + 1].term = format!(" + k{k}");
                }
            }
            4 => {
                clause += &format!(" reduction(+:sum{k})");
                stage.ahead.push(format!("long sum{k} = 0;"));
                stage.after.push(format!("sum{k} += (long){here};"));
                if k + 1 < count && !sketch.calls {
                    sketch.stages[k + 1].term = format!(" + sum{k} % 9");
                }
            }
            _ => {}
        }
        let directive = match kind {
            5 => "#pragma omp simd".to_string(),
            6 => "#pragma omp parallel for if(h > 3)".to_string(),
            _ => format!("#pragma omp parallel for{clause}"),
        };
        sketch.stages[k].ahead.push(directive);
    }
}

/// Several statements on a line, comments between them.
pub(super) fn layout(sketch: &mut Sketch) {
    match sketch.random.below(4) {
        0 => {
            sketch.is_one_line = true;
            sketch.declare("static int hits;");
            let stage = sketch.some_stage();
            stage.before.push("if (y < 5) hits++;".into());
            sketch.show("hits");
        }
        1 => sketch.is_one_line = true,
        2 => {
            for stage in &mut sketch.stages {
                stage.ahead.push("/* rows, one by one */".into());
                stage.after.push("// done } {".into());
                stage.row_last.push("/* { */".into());
            }
        }
        _ => {
            sketch.declare("static int hits;");
            let stage = sketch.some_stage();
            stage
                .row_first
                .push("if (y < 5) hits++; else hits \\\n    += 2;".into());
            sketch.show("hits");
        }
    }
}
