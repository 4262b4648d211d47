//! Objects that live longer than a loop, or whose parts overlap.

use super::sketch::{Plot, Shape, Sketch};

/// A value that stages read and write.
struct Value {
    /// Its declaration.
    declared: String,
    read: &'static str,
    written: &'static str,
    /// Another one that only looks like it.
    other: &'static str,
}

/// Stages read and write a value, in one order or another.
fn used(sketch: &mut Sketch, value: &Value) {
    sketch.declare(value.declared.as_str());
    let (read, written) = (value.read, value.written);
    let step = format!("{written} = {written} % 5 + 1;");
    let is_float = sketch.element.starts_with(['f', 'd']);
    let step = match is_float && !value.declared.contains("int") {
        true => format!("{written} = {written} > 4 ? 1 : {written} + 1;"),
        false => step,
    };
    let count = sketch.stages.len();
    let term = format!(" + {read}");
    match sketch.random.below(18) {
        // A later stage changes what an earlier one reads.
        0 => {
            sketch.first().term = term;
            put(sketch, count - 1, step);
        }
        // An earlier one changes what a later one reads.
        1 => {
            put(sketch, 0, step);
            sketch.last().term = term;
        }
        // Each changes it.
        2 => (0..count).for_each(|k| put(sketch, k, step.clone())),
        3 => {
            for k in 0..count {
                let add = match is_float {
                    true => format!("{written} = {written} + {};", k + 1),
                    false => format!("{written} = {written} + {}u;", k + 1),
                };
                put(sketch, k, add);
            }
        }
        // One stage reads it, and something else changes.
        4 => {
            sketch.first().term = term;
            let other = value.other;
            put(
                sketch,
                count - 1,
                format!("{other} = {other} > 4 ? 1 : {other} + 1;"),
            );
        }
        // Stages only read it.
        5 | 6 => sketch.last().term = term,
        // It has its value before the stages, and another one behind them.
        7..=15 => known_before(sketch, read, step),
        _ => {
            sketch.first().term = term.clone();
            sketch.last().term = term;
            sketch.kernel.first.push(step.clone());
            sketch.kernel.last.push(step);
        }
    }
    sketch.show(read);
}

/// Stages get a value as an argument, or by a constant in front of them; a statement behind them
/// changes it.
fn known_before(sketch: &mut Sketch, read: &str, step: String) {
    sketch.calls |= sketch.plot == Plot::Stages && sketch.flip();
    match sketch.calls {
        true => {
            for stage in &mut sketch.stages {
                stage.frame.takes("int", "k", &format!("(int)({read})"));
                stage.term = " + k".to_string();
            }
        }
        false => {
            let constant = format!("const int k = (int)({read});");
            sketch.kernel.first.push(constant);
            sketch.first().term = " + k".to_string();
            sketch.last().term = " + k".to_string();
        }
    }
    match sketch.plot == Plot::Chain {
        true => sketch.last().frame.last.push(step),
        false => sketch.kernel.last.push(step),
    }
}

/// Writes a statement into a stage.
fn put(sketch: &mut Sketch, k: usize, statement: String) {
    let place = sketch.random.below(3);
    let stage = &mut sketch.stages[k];
    match place {
        0 => stage.after.push(statement),
        1 => stage.row_last.push(statement),
        _ => stage.row_first.push(statement),
    }
}

fn scalar_with(sketch: &mut Sketch, prefix: &str) {
    let ty = match sketch.element {
        "short" => "int",
        element => element,
    };
    let value = Value {
        declared: format!("{prefix}{ty} gain = 3, other = 1;"),
        read: "gain",
        written: "gain",
        other: "other",
    };
    used(sketch, &value);
}

/// A scalar of the file.
pub(super) fn scalar(sketch: &mut Sketch) {
    let prefix = sketch.pick(&["", "static "]);
    scalar_with(sketch, prefix);
}

/// A scalar of the thread.
pub(super) fn thread_local(sketch: &mut Sketch) {
    let prefix = sketch.pick(&[
        "_Thread_local ",
        "static _Thread_local ",
        "static __thread ",
    ]);
    scalar_with(sketch, prefix);
}

/// A scalar or local that is `volatile`.
pub(super) fn volatile(sketch: &mut Sketch) {
    if !sketch.random.one_in(4) {
        let prefix = sketch.pick(&["volatile ", "static volatile "]);
        return scalar_with(sketch, prefix);
    }
    let stage = sketch.some_stage();
    stage.before.push("volatile int k = 2;".to_string());
    stage.term = " + k".to_string();
}

/// A pointer of the file to one of the arrays.
pub(super) fn pointer(sketch: &mut Sketch) {
    if sketch.shape == Shape::Rows {
        sketch.shape = Shape::Flat;
    }
    let element = sketch.element;
    let last = sketch.stages.len() - 1;
    match sketch.random.below(8) {
        // The last stage reads by it what the one before wrote.
        0 => {
            sketch.declare(format!("static {element} *cur;"));
            let target = sketch.own_ends(last - 1).target;
            sketch.stages[last - 1]
                .ahead
                .push(format!("cur = {target};"));
            sketch.stages[last].reads = Some("cur".to_string());
        }
        // The first stage reads by it what the last one writes.
        1 => {
            sketch.declare(format!("static {element} *cur;"));
            sketch.kernel.first.push("cur = out;".to_string());
            let at = sketch.random.below(3);
            let first = sketch.first();
            first.term = format!(" + cur[{at}]");
        }
        // It points to a scalar.
        2 => {
            let ty = if element == "short" { "int" } else { element };
            sketch.declare(format!("{ty} gain = 2, *cur = &gain;"));
            sketch.first().term = " + *cur".to_string();
            let written = sketch.pick(&["gain", "*cur"]);
            put(
                sketch,
                last,
                format!("{written} = {written} > 4 ? 1 : {written} + 1;"),
            );
            sketch.show("gain");
        }
        // Stages only read by it.
        3..=5 => {
            let ty = if element == "short" { "int" } else { element };
            let object = sketch.pick(&["", "const "]);
            sketch.declare(format!(
                "static {object}{ty} table[3] = {{ 1, 5, 2 }};\nstatic {object}{ty} *cur = table + 1;"
            ));
            sketch.first().term = " + *cur".to_string();
            sketch.last().term = " + cur[1]".to_string();
            sketch.kernel.last.push("cur = table;".to_string());
        }
        // It moves while stages run.
        _ => {
            let ty = if element == "short" { "int" } else { element };
            sketch.declare(format!(
                "static {ty} table[3] = {{ 1, 5, 2 }}, *cur = table;"
            ));
            sketch.first().term = " + *cur".to_string();
            put(
                sketch,
                last,
                "cur = cur == table ? table + 2 : table;".to_string(),
            );
            sketch.show("cur - table");
        }
    }
}

/// Members of one object.
pub(super) fn member(sketch: &mut Sketch) {
    let ty = match sketch.element {
        "short" => "int",
        element => element,
    };
    let (read, written, other) = sketch.pick(&[
        ("set.gain", "set.gain", "set.n"),
        ("set.k[1]", "set.k[1]", "set.k[0]"),
        ("set.k[1]", "set.k[1]", "set.gain"),
        ("at->gain", "set.gain", "at->n"),
        ("set.gain", "at->gain", "set.n"),
    ]);
    let value = Value {
        declared: format!("static struct {{ {ty} n, gain, k[2]; }} set = {{ 1, 3, {{ 2, 1 }} }};"),
        read,
        written,
        other,
    };
    if read.starts_with("at") || written.starts_with("at") {
        let declared = format!(
            "struct set {{ {ty} n, gain, k[2]; }};\nstatic struct set set = {{ 1, 3, {{ 2, 1 }} }}, *at = &set;"
        );
        return used(sketch, &Value { declared, ..value });
    }
    used(sketch, &value);
}

/// Locals that keep their value.
pub(super) fn static_local(sketch: &mut Sketch) {
    sketch.calls = true;
    let element = sketch.element;
    let is_carried = sketch.flip();
    let both = sketch.flip();
    let last = sketch.stages.len() - 1;
    for k in 0..=last {
        if !both && k > 0 {
            continue;
        }
        let ends = sketch.own_ends(k);
        let here = sketch.element_at(&ends.source, 0);
        let stage = &mut sketch.stages[k];
        match is_carried {
            true => {
                stage
                    .frame
                    .first
                    .push(format!("static {element} last_seen;"));
                stage.after.push(format!("last_seen = {here};"));
                stage.term = " + last_seen".to_string();
            }
            false => {
                stage.frame.first.push("static int calls;".to_string());
                stage.frame.first.push("calls++;".to_string());
                stage.term = " + calls".to_string();
            }
        }
    }
}

/// Values whose bytes have two names.
pub(super) fn union(sketch: &mut Sketch) {
    if !sketch.random.one_in(4) {
        let value = Value {
            declared: "static union { unsigned i; unsigned char c[4]; } mix = { 3 };".to_string(),
            read: "mix.c[0]",
            written: "mix.i",
            other: "mix.c[1]",
        };
        return used(sketch, &value);
    }
    let k = sketch.random.below(sketch.stages.len() as u64) as usize;
    let source = sketch.own_ends(k).source;
    let (here, element) = (sketch.element_at(&source, 0), sketch.element);
    let stage = &mut sketch.stages[k];
    let declared = format!("union {{ {element} v; unsigned char c[sizeof({element})]; }} u;");
    stage.before.extend([declared, format!("u.v = {here};")]);
    stage.term = format!(" + u.c[sizeof({element}) - 1]");
}

/// Members of some bits.
pub(super) fn bit_field(sketch: &mut Sketch) {
    if !sketch.random.one_in(4) {
        let (read, written, other) = sketch.pick(&[
            ("bits.k", "bits.k", "bits.m"),
            ("bits.m", "bits.m", "bits.k"),
            ("bits.k", "bits.m", "bits.k"),
        ]);
        let value = Value {
            declared: "static struct { unsigned k : 3; unsigned m : 4; } bits = { 3, 1 };"
                .to_string(),
            read,
            written,
            other,
        };
        return used(sketch, &value);
    }
    let k = sketch.random.below(sketch.stages.len() as u64) as usize;
    let source = sketch.own_ends(k).source;
    let here = sketch.element_at(&source, 0);
    let stage = &mut sketch.stages[k];
    let declared = "struct { unsigned k : 3; int m : 4; } part = { 0, 0 };".to_string();
    stage
        .before
        .extend([declared, format!("part.k = (unsigned)(long)({here});")]);
    stage.term = " + part.k".to_string();
}
