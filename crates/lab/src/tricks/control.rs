//! Ways out of stages and loops, output, threads.

use super::sketch::{Place, Plot, Shape, Sketch, Via};

/// Stages that end early, or tell whether they did.
pub(super) fn early_return(sketch: &mut Sketch) {
    sketch.calls = true;
    let in_chain = sketch.plot == Plot::Chain;
    match sketch.random.below(7) {
        0 => sketch
            .some_stage()
            .frame
            .first
            .push("if (h < 1)\n        return;".into()),
        1 => {
            let argument = sketch.pick(&["1", "0"]);
            let frame = &mut sketch.last().frame;
            frame.takes("int", "k", argument);
            frame.first.push("if (k == 0)\n        return;".into());
        }
        // Some rows, or elements, of the result stay.
        2 => {
            let row = sketch.pick(&["if (y == 3)", "if (y >= 2)", "if (s[0] == 3)"]);
            let row = match sketch.shape {
                Shape::Rows => row.replace("s[0]", "s[0][0]"),
                _ => row.to_string(),
            };
            let stage = sketch.last();
            match in_chain {
                true => stage.frame.first.push("if (h < 1)\n        return;".into()),
                false => stage.row_first.push(format!("{row}\n            return;")),
            }
        }
        3 if !in_chain => {
            let line = sketch.pick(&[
                "if (h < 2)\n        return;",
                "if (h > 100)\n        return;",
            ]);
            sketch.kernel.first.push(line.to_string());
        }
        4 | 5 => {
            let ends = match in_chain {
                true => ["if (", " != 0)\n        exit(3);"],
                false => sketch.pick(&[
                    ["if (", ")\n        return;"],
                    ["if (", " < 0)\n        exit(3);"],
                    ["(void)", ";"],
                ]),
            };
            let frame = &mut sketch.some_stage().frame;
            frame.ty = Some("int");
            frame.first.push("if (h < 1)\n        return 1;".into());
            frame.last.push("return 0;".into());
            frame.call = Some(ends.map(str::to_string));
        }
        _ => {
            let frame = &mut sketch.last().frame;
            frame.call = Some(["if (status == 0)\n        ".into(), ";".into()]);
            let status = sketch.pick(&["static int status;", "static int status = 1;"]);
            sketch.declare(status);
            sketch.show("status");
        }
    }
}

/// Labels, with the same names in several functions.
pub(super) fn labels(sketch: &mut Sketch) {
    sketch.calls = true;
    let kernel_too = sketch.plot != Plot::Chain
        && sketch.place == Place::Heap
        && sketch.shape != Shape::Rows
        && sketch.flip();
    if kernel_too {
        sketch
            .kernel
            .first
            .push("if (h < 1)\n        goto done;".into());
        sketch.kernel.last.push("done:\n    ;".into());
    }
    let kind = sketch.random.below(3);
    let both = sketch.flip();
    let count = sketch.stages.len();
    for k in 0..count {
        if !both && k + 1 != count {
            continue;
        }
        let stage = &mut sketch.stages[k];
        match kind {
            0 => {
                stage
                    .frame
                    .first
                    .push("if (h < 1)\n        goto done;".into());
                stage.frame.last.push("done:\n    ;".into());
            }
            1 => {
                stage.frame.first.push("int left = 2;\nagain:".into());
                stage
                    .frame
                    .last
                    .push("if (--left > 0)\n        goto again;".into());
            }
            _ => {
                stage
                    .before
                    .push("if (y != 2)\n                goto next;".into());
                stage.before.push("seen++;".into());
                stage.before.push("next:".into());
            }
        }
    }
    if kind == 2 {
        sketch.declare("static int seen;");
        sketch.show("seen");
    }
}

/// Jumps and branches in loops.
pub(super) fn jumps(sketch: &mut Sketch) {
    let is_staged = sketch.plot == Plot::Stages;
    match sketch.random.below(5) {
        0 if is_staged => sketch
            .last()
            .before
            .push("if (y % 3 == 1)\n                continue;".into()),
        1 if is_staged => sketch
            .last()
            .row_first
            .push("if (y == 4)\n            break;".into()),
        2 if is_staged => sketch
            .last()
            .row_first
            .push("if (y == 2)\n            continue;".into()),
        3 => {
            let stage = sketch.some_stage();
            let lines = "int k;\n        switch (y % 3) {\n        case 0:\n            k = 1;\n            break;\n        case 1:\n            k = 5;\n            /* fall through */\n        default:\n            k = 2;\n        }";
            stage.before.push(lines.into());
            stage.term = " + k".into();
        }
        _ => {
            let stage = sketch.some_stage();
            let line = "int k = 0;\n        do {\n            k += 2;\n            if (k > 4)\n                break;\n        } while (k < 7);";
            stage.before.push(line.into());
            stage.term = " + k".into();
        }
    }
}

/// What can be seen from outside while stages run: output, an end, random numbers.
pub(super) fn output(sketch: &mut Sketch) {
    if sketch.random.one_in(3) {
        // Before and behind all stages.
        let line = sketch.pick(&[
            "putchar('<');",
            "fflush(stdout);",
            "if (h > 99)\n        exit(3);",
        ]);
        sketch.kernel.first.push(line.to_string());
        sketch.kernel.last.push("putchar('>');".to_string());
        return;
    }
    let is_random = sketch.random.one_in(3);
    for k in 0..sketch.stages.len() {
        let source = sketch.own_ends(k).source;
        let here = sketch.element_at(&source, 0);
        let kind = sketch.random.below(5);
        let stage = &mut sketch.stages[k];
        if kind == 4 {
            continue;
        }
        if is_random {
            stage.term = " + rand() % 3".into();
            continue;
        }
        match kind {
            0 => stage
                .row_last
                .push(format!("if (y == 2)\n            printf(\"{k} \");")),
            1 => stage
                .after
                .push(format!("if ({here} > 30000)\n                exit(3);")),
            2 => stage.frame.first.push("putchar('a');".into()),
            _ => stage.ahead.push("fflush(stdout);".into()),
        }
    }
}

/// Two threads that execute the kernel at the same time, with arrays of their own.
pub(super) fn threads(sketch: &mut Sketch) {
    sketch.includes.insert("pthread.h");
    sketch.flags.insert("-pthread");
    sketch.main.via = Via::Threads;
    if sketch.place == Place::Static {
        sketch.place = Place::Local;
    }
    for name in ["a2", "b2"] {
        let mut array = sketch.main.arrays[usize::from(name == "b2")].clone();
        array.name = name.to_string();
        sketch.main.arrays.push(array);
    }
    if sketch.flip() {
        sketch.declare("static _Atomic unsigned count;");
        sketch.some_stage().row_last.push("count += 3u;".into());
        sketch.show("count");
    }
}
