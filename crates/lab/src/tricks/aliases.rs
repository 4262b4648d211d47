//! Calls whose arguments are the same memory, or look as if they were. Half of the programs of each
//! trick pass different arrays by the same means.

use super::sketch::{Place, Shape, Sketch, Target, Via};

/// Whether both arguments are the same array; if not, `b` is the second one. Returns its name.
fn other(sketch: &mut Sketch) -> &'static str {
    match sketch.flip() {
        true => {
            sketch.main.arrays.truncate(1);
            "a"
        }
        false => "b",
    }
}

/// `f(h, a, a)`
pub(super) fn array(sketch: &mut Sketch) {
    array_of(sketch);
}

/// Passes one array twice, or two. Returns the name of the second one.
fn array_of(sketch: &mut Sketch) -> &'static str {
    let other = other(sketch);
    sketch.main.arguments = ["a".into(), other.into()];
    other
}

/// Through variables, one of which is set once more.
pub(super) fn variable(sketch: &mut Sketch) {
    let other = other(sketch);
    let p = sketch.pointer("p");
    let q = sketch.pointer("q");
    let (before, arguments): (Vec<String>, [&str; 2]) = match sketch.random.below(4) {
        0 => (vec![format!("{p} = a;")], ["p", other]),
        1 => (
            vec![format!("{p} = a;"), format!("{q} = {other};")],
            ["p", "q"],
        ),
        2 => (
            vec![
                format!("{p} = 0;"),
                format!("{q} = {other};"),
                "p = a;".into(),
            ],
            ["p", "q"],
        ),
        _ => {
            let rows = sketch.rows;
            let last = match other {
                "a" => "q = p;".to_string(),
                _ => format!("if (p[0] != 0)\n        q = {other};"),
            };
            (
                vec![
                    format!("{p} = a;"),
                    format!("{q} = {};", if other == "a" { "0" } else { "b" }),
                    format!("if ({rows} > 2)\n        {last}"),
                ],
                ["p", "q"],
            )
        }
    };
    sketch.main.before = before;
    sketch.main.arguments = arguments.map(str::to_string);
}

/// Through members of a structure of the file or of `main`.
pub(super) fn member(sketch: &mut Sketch) {
    let is_same = sketch.flip();
    if is_same {
        sketch.main.arrays.truncate(1);
    }
    let (px, py) = (sketch.pointer("px"), sketch.pointer("py"));
    let is_local = sketch.flip();
    let ends = if is_local { ";" } else { " app;" };
    sketch.declare(format!("struct app {{ int n; {px}; {py}; }}{ends}"));
    let mut before = Vec::new();
    if is_local {
        before.push("struct app app;".to_string());
    }
    before.push("app.px = a;".to_string());
    let second = match (is_same, sketch.flip()) {
        (true, true) => "app.px",
        (true, false) => {
            before.push("app.py = app.px;".into());
            "app.py"
        }
        (false, _) => {
            before.push("app.py = b;".into());
            "app.py"
        }
    };
    sketch.main.before = before;
    sketch.main.arguments = ["app.px".into(), second.into()];
}

/// Through a copy of a structure, an element of an array of structures, or a pointer to one.
pub(super) fn copy(sketch: &mut Sketch) {
    let is_same = sketch.flip();
    if is_same {
        sketch.main.arrays.truncate(1);
    }
    sketch.declare(format!(
        "struct image {{ {}; int n; }};",
        sketch.pointer("px")
    ));
    let change = |name: &str| match is_same {
        true => format!("{name}.n = 2;"),
        false => format!("{name}.px = b;"),
    };
    let (before, arguments) = match sketch.random.below(4) {
        0 => (
            vec!["struct image x = { a, 1 }, y = x;".to_string(), change("y")],
            ["x.px", "y.px"],
        ),
        1 => (
            vec![
                "struct image x[2];".to_string(),
                "x[0].px = a;".into(),
                "x[1] = x[0];".into(),
                change("x[1]"),
            ],
            ["x[0].px", "x[1].px"],
        ),
        2 => (
            vec![
                "struct image x = { a, 1 }, y = x, *z = &y;".to_string(),
                change("y"),
            ],
            ["x.px", "z->px"],
        ),
        _ => {
            let parameter = sketch.pointer("p");
            sketch.declare(format!(
                "static struct image image_of({parameter})\n{{\n    struct image made = {{ p, 1 }};\n    return made;\n}}"
            ));
            let second = if is_same { "a" } else { "b" };
            (
                vec![
                    "struct image x = image_of(a);".to_string(),
                    format!("struct image y = image_of({second});"),
                ],
                ["x.px", "y.px"],
            )
        }
    };
    sketch.main.before = before;
    sketch.main.arguments = arguments.map(str::to_string);
}

/// From functions that allocate, hand out again, or hand on.
pub(super) fn allocator(sketch: &mut Sketch) {
    if sketch.shape == Shape::Rows {
        sketch.shape = Shape::Flat;
    }
    let (element, is_same) = (sketch.element, sketch.flip());
    let count = sketch.rows * sketch.columns;
    sketch.main.arrays.truncate(1);
    sketch.main.arrays[0].place = Place::Heap;
    let second = match (is_same, sketch.random.below(3)) {
        (true, 0) => {
            sketch.declare(format!(
                "static {element} *pool;\nstatic {element} *get(int n)\n{{\n    if (!pool)\n        pool = malloc((size_t)n * sizeof *pool);\n    return pool;\n}}"
            ));
            sketch.main.arrays[0].place = Place::Local;
            sketch.main.before = vec![
                format!("{element} *p = get({count}), *q = get({count});"),
                format!("for (int i = 0; i < {count}; i++)\n        p[i] = i % 5;"),
            ];
            sketch.main.arguments = ["p".into(), "q".into()];
            let used = sketch.cells();
            sketch.main.after = vec![format!(
                "for (int i = 0; i < {used}; i++)\n        printf(\"%.9g \", (double)q[i]);"
            )];
            return;
        }
        (true, 1) => {
            sketch.declare(format!(
                "static {element} *same({element} *p)\n{{\n    return p;\n}}"
            ));
            "same(a)".to_string()
        }
        (true, _) => {
            sketch.declare(format!(
                "static void same({element} *p, {element} **q)\n{{\n    *q = p;\n}}"
            ));
            sketch.main.before = vec![format!("{element} *q;"), "same(a, &q);".into()];
            "q".to_string()
        }
        (false, _) => {
            sketch.declare(format!(
                "static {element} *get(int n)\n{{\n    {element} *made = calloc((size_t)n, sizeof *made);\n    if (!made)\n        exit(1);\n    return made;\n}}"
            ));
            sketch.main.before = vec![format!("{element} *q = get({count});")];
            sketch.main.after = vec![
                format!(
                    "for (int i = 0; i < {}; i++)\n        printf(\"%.9g \", (double)q[i]);",
                    sketch.cells()
                ),
                "free(q);".into(),
            ];
            "q".to_string()
        }
    };
    sketch.main.arguments = ["a".into(), second];
}

/// From functions that call the kernel.
pub(super) fn wrapper(sketch: &mut Sketch) {
    let other = array_of(sketch);
    sketch.main.via = Via::Wrapper {
        is_twice: other == "a" && sketch.flip(),
        is_deep: sketch.flip(),
    };
}

/// By a pointer to the kernel.
pub(super) fn function_pointer(sketch: &mut Sketch) {
    array_of(sketch);
    sketch.main.via = Via::Pointer {
        is_variable: sketch.flip(),
    };
}

/// One array, with the second argument some elements behind the first one.
pub(super) fn overlap(sketch: &mut Sketch) {
    let rows = sketch.rows;
    sketch.main.arrays.truncate(1);
    sketch.main.arrays[0].times = 2;
    let distance = match sketch.flip() {
        true => sketch.random.between(1, rows - 1),
        false => rows,
    };
    let distance = match sketch.shape {
        Shape::Flat => distance * sketch.columns,
        _ => distance,
    };
    sketch.main.arguments = match sketch.flip() {
        true => ["a".into(), format!("a + {distance}")],
        false => [format!("a + {distance}"), "a".into()],
    };
    if sketch.flip() {
        let q = sketch.pointer("q");
        sketch.main.before = vec![format!("{q} = {};", sketch.main.arguments[1])];
        sketch.main.arguments[1] = "q".into();
    }
}

/// Memory that contains elements of one type first, then of another one.
pub(super) fn types(sketch: &mut Sketch) {
    if sketch.shape == Shape::Rows {
        sketch.shape = Shape::Flat;
    }
    let [element, result] = sketch.pick(&[
        ["int", "float"],
        ["float", "unsigned"],
        ["int", "float"],
        ["double", "long"],
    ]);
    (sketch.element, sketch.result) = (element, result);
    let stage = sketch.last();
    // All elements of the first type are read before.
    if stage.target == Target::Mirrored {
        stage.less = [stage.less[0].max(stage.less[1]); 2];
    }
    let target = stage.target;
    let [first, less] = stage.less;
    let is_same = sketch.random.below(3) > 0;
    sketch.main.is_repeated = false;
    let columns = if sketch.shape == Shape::Flat {
        sketch.columns
    } else {
        1
    };
    let array = &mut sketch.main.arrays[0];
    (array.place, array.is_shown) = (Place::Heap, false);
    sketch.main.arrays.truncate(1);
    let memory = match is_same {
        true => "(void *)a".to_string(),
        false => format!("malloc({} * sizeof(double))", sketch.rows * columns),
    };
    let cast = sketch.pick(&["", "()"]);
    let memory = match cast {
        "()" => format!("({result} *){memory}"),
        _ => memory,
    };
    sketch.main.before = vec![format!("{result} *q = {memory};")];
    sketch.main.arguments = ["a".into(), "q".into()];
    let dy = match target {
        Target::Row(dy) => dy,
        Target::Mirrored | Target::Total => 0,
    };
    let (start, end) = ((first + dy) * columns, (sketch.rows - less + dy) * columns);
    sketch.main.after = vec![format!(
        "for (int i = {start}; i < {end}; i++)\n        printf(\"%.9g \", (double)q[i]);"
    )];
    if !is_same {
        sketch.main.after.push("free(q);".into());
    }
}

/// The result is one value, perhaps that of an object of the file that the stages read.
pub(super) fn scalar(sketch: &mut Sketch) {
    let element = sketch.element;
    let count = sketch.stages.len();
    let is_static = if sketch.flip() { "static " } else { "" };
    let init = match sketch.random.below(3) {
        0 => format!("{is_static}{element} gain = 3, other = 1;"),
        1 => format!("{is_static}{element} gain, other;"),
        _ => format!("{is_static}{element} other = 2, gain = 1;"),
    };
    sketch.declare(init);
    let target = sketch.pick(&["gain", "gain", "other"]);
    let at = sketch.random.below(count as u64) as usize;
    let term = sketch.pick(&[" * gain", " + gain", " - gain"]);
    sketch.stages[at].term = term.to_string();
    let last = sketch.last();
    last.target = Target::Total;
    if at + 1 == count {
        // The value stays small.
        let is_integer = !element.starts_with(['f', 'd']);
        last.term = if is_integer {
            " + gain % 5"
        } else {
            " + gain / 8"
        }
        .to_string();
    }
    sketch.main.is_repeated = false;
    sketch.main.arrays.truncate(1);
    let address = format!("&{target}");
    sketch.main.arguments = match sketch.random.below(3) {
        0 => {
            sketch.main.before = vec![format!("{element} *to = {address};")];
            ["a".into(), "to".into()]
        }
        1 => {
            sketch.declare(format!("static {element} *where;"));
            sketch.main.before = vec![format!("where = {address};")];
            ["a".into(), "where".into()]
        }
        _ => ["a".into(), address],
    };
    sketch.show("gain");
    sketch.show("other");
    sketch.kernel.restrict = [sketch.flip(), false];
}
