//! The text of `main`, and of what is between it and the kernel.

use super::print::{Lines, block, braced};
use super::sketch::{Array, Frame, Place, Plot, Shape, Sketch, Via};

impl Sketch {
    /// The call of the kernel with some arrays and one number of rows.
    fn call(&self, name: &str, arrays: &[String; 2], rows: i64) -> String {
        let sizes = self.sizes(true).into_iter().map(|e| match e.name.as_str() {
            "h" => rows.to_string(),
            "w" => self.columns.to_string(),
            "steps" => self.steps.to_string(),
            _ => self
                .low
                .as_ref()
                .map_or(String::new(), |low| low.value.clone()),
        });
        let extras = self.kernel.extras.iter().map(|e| e.argument.clone());
        let all: Vec<String> = sizes.chain(extras).chain(arrays.clone()).collect();
        let [before, after] = self.kernel.call.clone().unwrap_or(["".into(), ";".into()]);
        format!("{before}{name}({}){after}", all.join(", "))
    }

    pub(super) fn main_function(&self) -> Lines {
        let main = &self.main;
        let mut body = Lines::new();
        let (mut statics, mut frees) = (Lines::new(), Lines::new());
        for array in &main.arrays {
            let rows = (self.rows * array.times).to_string();
            let sizes = [rows.as_str(), &self.columns.to_string()];
            let text = self.declaration(&array.name, array.place, &sizes, self.plot != Plot::Chain);
            match array.place {
                Place::Static => statics.push(text),
                _ => body.push(text),
            }
            if array.place == Place::Heap {
                frees.push(format!("free({});", array.name));
            }
        }
        if self.plot == Plot::Chain {
            let sizes = [self.rows.to_string(), self.columns.to_string()];
            let sizes = [sizes[0].as_str(), &sizes[1]];
            let between = (0..self.stages.len() - 1).map(|k| self.ends(k).target);
            body.extend(between.map(|t| self.declaration(&t, Place::Local, &sizes, false)));
        }
        for array in main.arrays.iter().filter(|array| array.is_input) {
            let value = |element: &str, at: &str| format!("{element} = {at} * 7 % 11;");
            body.extend(self.over(array, &value));
        }
        body.extend(main.before.iter().cloned());
        body.extend(self.calls_of_main());
        body.extend(main.after.iter().cloned());
        for array in main.arrays.iter().filter(|array| array.is_shown) {
            let printed = |element: &str, _: &str| format!("printf(\"%.9g \", (double){element});");
            body.extend(self.over(array, &printed));
        }
        body.extend(
            self.shown
                .iter()
                .map(|e| format!("printf(\"%ld \", (long)({e}));")),
        );
        body.push("puts(\"\");".to_string());
        body.extend(frees);
        body.push("return 0;".to_string());
        let mut lines = statics;
        lines.push("int main(void)".to_string());
        lines.extend(braced(body));
        lines
    }

    fn calls_of_main(&self) -> Lines {
        let main = &self.main;
        if self.plot == Plot::Chain {
            return (0..self.stages.len()).map(|k| self.stage_call(k)).collect();
        }
        let [first, last] = &main.arguments;
        match main.via {
            Via::Direct if main.is_repeated => vec![
                self.call("f", &main.arguments, self.rows),
                self.call("f", &main.arguments, self.rows - 1),
            ],
            Via::Direct => vec![self.call("f", &main.arguments, self.rows)],
            Via::Wrapper { is_twice: true, .. } => vec![format!("g({first});")],
            Via::Wrapper { .. } => vec![format!("g({first}, {last});")],
            Via::Pointer { is_variable: false } => {
                vec![self.call("(&f)", &main.arguments, self.rows)]
            }
            Via::Pointer { is_variable: true } => {
                let frame = Frame::named("(*run)");
                let frame = Frame { extras: self.kernel.extras.clone(), ..frame };
                let head = self.head(&frame, &self.sizes(true), &self.arrays_of_kernel(), false);
                vec![
                    format!("{} = f;", head.concat()),
                    self.call("run", &main.arguments, self.rows),
                ]
            }
            Via::Threads => ["a, b", "a2, b2"]
                .iter()
                .enumerate()
                .map(|(k, arrays)| {
                    format!("struct work w{k} = {{ {arrays} }};\n    pthread_t t{k};\n    pthread_create(&t{k}, NULL, work, &w{k});")
                })
                .chain((0..2).map(|k| format!("pthread_join(t{k}, NULL);")))
                .collect(),
        }
    }

    /// Functions between `main` and the kernel.
    pub(super) fn wrappers(&self) -> Lines {
        let (p, q) = (self.pointer("p"), self.pointer("q"));
        let (parameters, inner) = match self.main.via {
            Via::Wrapper { is_twice: true, .. } => (p, ["p", "p"]),
            Via::Wrapper { .. } => (format!("{p}, {q}"), ["p", "q"]),
            Via::Threads => {
                let call = self.call("f", &["x->p".into(), "x->q".into()], self.rows);
                return vec![
                    format!("struct work {{ {p}; {q}; }};"),
                    "static void *work(void *argument)".to_string(),
                    format!("{{\n    struct work *x = argument;\n    {call}\n    return NULL;\n}}"),
                ];
            }
            Via::Direct | Via::Pointer { .. } => return Lines::new(),
        };
        let call = self.call("f", &inner.map(str::to_string), self.rows);
        let function = |name: &str, body: &str| {
            vec![format!(
                "static void {name}({parameters})\n{{\n    {body}\n}}"
            )]
        };
        match self.main.via {
            Via::Wrapper {
                is_deep: true,
                is_twice,
            } => {
                let names = if is_twice { "p" } else { "p, q" };
                let mut lines = function("g0", &call);
                lines.extend(function("g", &format!("g0({names});")));
                lines
            }
            _ => function("g", &call),
        }
    }

    /// `int *p`, a pointer to the first element or row of an array.
    pub(super) fn pointer(&self, name: &str) -> String {
        let element = self.element;
        match self.shape {
            Shape::Rows => format!("{element} (*{name})[{}]", self.columns),
            Shape::Line | Shape::Flat => format!("{element} *{name}"),
        }
    }

    /// The number of elements of an array of `main`.
    pub(super) fn cells(&self) -> i64 {
        match self.shape {
            Shape::Line => self.rows,
            Shape::Rows | Shape::Flat => self.rows * self.columns,
        }
    }

    /// A statement for each element of an array, with the element and its number.
    fn over(&self, array: &Array, statement: &dyn Fn(&str, &str) -> String) -> Lines {
        let (name, rows) = (&array.name, self.rows * array.times);
        let columns = self.columns;
        match self.shape {
            Shape::Rows => {
                let inner = statement(&format!("{name}[i][j]"), &format!("(i * {columns} + j)"));
                let inner = block(
                    &format!("for (int j = 0; j < {columns}; j++)"),
                    vec![inner],
                    true,
                );
                block(&format!("for (int i = 0; i < {rows}; i++)"), inner, true)
            }
            shape => {
                let count = if shape == Shape::Flat {
                    rows * columns
                } else {
                    rows
                };
                let inner = statement(&format!("{name}[i]"), "i");
                block(
                    &format!("for (int i = 0; i < {count}; i++)"),
                    vec![inner],
                    true,
                )
            }
        }
    }
}
