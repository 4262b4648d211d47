//! The text of a sketch: stages and the kernel.

use super::sketch::{Extra, Frame, Place, Plot, Shape, Sketch, Stage, Target};

pub(super) type Lines = Vec<String>;

/// The names of the two arrays of a stage.
pub(super) struct Ends {
    pub(super) source: String,
    pub(super) target: String,
}

impl Sketch {
    /// The program.
    pub(super) fn text(&self) -> String {
        let mut lines: Lines = { self.includes.iter() }
            .map(|name| format!("#include <{name}>"))
            .collect();
        lines.extend(self.top.iter().cloned());
        if self.calls {
            for k in 0..self.stages.len() {
                lines.extend(self.stage_function(k));
            }
        }
        if self.plot != Plot::Chain {
            lines.extend(self.kernel_function());
            lines.extend(self.wrappers());
        }
        lines.extend(self.main_function());
        lines.join("\n") + "\n"
    }

    /// The arrays of a stage as its surroundings name them.
    pub(super) fn ends(&self, k: usize) -> Ends {
        let between = |at: usize| match self.stages.len() {
            2 => "t".to_string(),
            _ => format!("t{at}"),
        };
        let [first, last] = match self.plot {
            Plot::Chain => self.main.arguments.clone(),
            Plot::Exchange => ["p".to_string(), "q".to_string()],
            _ => ["in".to_string(), "out".to_string()],
        };
        match self.plot {
            Plot::Steps if k == 0 => Ends {
                source: first,
                target: last,
            },
            Plot::Steps => Ends {
                source: last,
                target: first,
            },
            _ => Ends {
                source: if k == 0 { first } else { between(k) },
                target: if k + 1 == self.stages.len() {
                    last
                } else {
                    between(k + 1)
                },
            },
        }
    }

    /// The arrays of a stage as it names them itself.
    pub(super) fn own_ends(&self, k: usize) -> Ends {
        match &self.stages[k].names {
            Some([source, target]) => Ends {
                source: source.clone(),
                target: target.clone(),
            },
            None if self.calls => Ends {
                source: "s".to_string(),
                target: "d".to_string(),
            },
            None => self.ends(k),
        }
    }

    /// The type of the elements that a stage writes.
    fn written(&self, k: usize) -> &'static str {
        match k + 1 == self.stages.len() {
            true => self.result,
            false => self.element,
        }
    }

    /// The sizes that a function takes, with their types.
    pub(super) fn sizes(&self, is_kernel: bool) -> Vec<Extra> {
        let size = |name: &str, ty: &'static str| Extra {
            ty,
            name: name.to_string(),
            argument: name.to_string(),
        };
        let mut all = vec![size("h", self.size)];
        if self.shape != Shape::Line {
            all.push(size("w", self.size));
        }
        if is_kernel && self.is_in_time() {
            all.push(size("steps", "int"));
        }
        let given = { self.low.iter() }.filter(|low| low.is_parameter || !is_kernel);
        all.extend(given.map(|low| size("lo", low.ty)));
        all
    }

    pub(super) fn is_in_time(&self) -> bool {
        matches!(self.plot, Plot::Steps | Plot::Exchange)
    }

    /// `const int *restrict in`
    fn parameter(&self, name: &str, ty: &str, is_const: bool, is_restrict: bool) -> String {
        let constant = if is_const { "const " } else { "" };
        match (self.shape, is_restrict) {
            (Shape::Rows, true) => format!("{ty} {name}[restrict h][w]"),
            (Shape::Rows, false) => format!("{ty} {name}[h][w]"),
            (_, true) => format!("{constant}{ty} *restrict {name}"),
            (_, false) => format!("{constant}{ty} *{name}"),
        }
    }

    /// `static void s1(int h, const int *s, int *d)`
    pub(super) fn head(
        &self,
        frame: &Frame,
        sizes: &[Extra],
        arrays: &[String],
        is_static: bool,
    ) -> Lines {
        let all: Vec<Extra> = sizes.iter().chain(&frame.extras).cloned().collect();
        let linkage = if is_static { "static " } else { "" };
        let ty = frame.ty.unwrap_or("void");
        let front = format!("{}{linkage}{ty} {}", frame.prefix, frame.name);
        let declared: Vec<String> = all.iter().map(|e| format!("{} {}", e.ty, e.name)).collect();
        let declared: Vec<String> = declared.into_iter().chain(arrays.iter().cloned()).collect();
        if !frame.is_old_style {
            return vec![format!("{front}({})", declared.join(", "))];
        }
        let name = |declared: &String| {
            let words: Vec<&str> =
                source::names(declared.split('[').next().unwrap_or("")).collect();
            words.last().copied().unwrap_or("").to_string()
        };
        let names: Vec<String> = declared.iter().map(name).collect();
        let mut lines = vec![format!("{front}({})", names.join(", "))];
        lines.extend(declared.iter().map(|d| format!("    {d};")));
        lines
    }

    fn stage_function(&self, k: usize) -> Lines {
        let stage = &self.stages[k];
        let ends = self.own_ends(k);
        let [first, last] = stage.frame.restrict;
        let target = match stage.target {
            Target::Total => format!("{} *{}", self.written(k), ends.target),
            _ => self.parameter(&ends.target, self.written(k), false, last),
        };
        let source = self.parameter(&ends.source, self.element, true, first);
        let mut body = stage.frame.first.clone();
        body.extend(self.loops(k));
        body.extend(stage.frame.last.iter().cloned());
        let mut lines = stage.frame.above.clone();
        lines.extend(self.head(&stage.frame, &self.sizes(false), &[source, target], true));
        lines.extend(braced(body));
        lines.extend(stage.frame.below.iter().cloned());
        lines
    }

    fn kernel_function(&self) -> Lines {
        let frame = &self.kernel;
        let mut body = Lines::new();
        if let Some(low) = self.low.as_ref().filter(|low| !low.is_parameter) {
            body.push(format!("const {} lo = {};", low.ty, low.value));
        }
        body.extend(frame.first.iter().cloned());
        let mut stages = Lines::new();
        for k in 0..self.stages.len() {
            match self.calls {
                true => stages.push(self.stage_call(k)),
                false => stages.extend(self.loops(k)),
            }
        }
        match self.is_in_time() {
            true => body.extend(self.over_time(stages)),
            false => {
                body.extend(self.temporaries());
                body.extend(stages);
                body.extend(self.frees());
            }
        }
        body.extend(frame.last.iter().cloned());
        let mut lines = frame.above.clone();
        let is_static = !self.is_public;
        lines.extend(self.head(
            frame,
            &self.sizes(true),
            &self.arrays_of_kernel(),
            is_static,
        ));
        lines.extend(braced(body));
        lines.extend(frame.below.iter().cloned());
        lines
    }

    pub(super) fn arrays_of_kernel(&self) -> [String; 2] {
        let [first, last] = self.kernel.restrict;
        let source = self.parameter("in", self.element, !self.is_in_time(), first);
        let target = match self.stages.last().map(|s| s.target) {
            Some(Target::Total) => format!("{} *out", self.result),
            _ => self.parameter("out", self.result, false, last),
        };
        [source, target]
    }

    /// The loop over steps.
    fn over_time(&self, mut stages: Lines) -> Lines {
        let element = self.element;
        let mut lines = Lines::new();
        if self.plot == Plot::Exchange {
            lines.push(format!("{element} *p = in, *q = out;"));
            stages.extend([
                format!("{element} *z = p;"),
                "p = q;".into(),
                "q = z;".into(),
            ]);
        }
        let header = match &self.low {
            Some(low) => format!("for ({} n = lo; n < lo + steps; n++)", low.ty),
            None => "for (int n = 0; n < steps; n++)".to_string(),
        };
        lines.extend(block(&header, stages, false));
        lines
    }

    /// The declarations of the arrays between stages.
    fn temporaries(&self) -> Lines {
        let declaration = |k: usize| {
            let name = self.ends(k).target;
            let [rows, columns] = [self.rows.to_string(), self.columns.to_string()];
            let sizes = match self.is_fixed {
                true => [rows.as_str(), columns.as_str()],
                false => ["h", "w"],
            };
            self.declaration(&name, self.place, &sizes, false)
        };
        (0..self.stages.len() - 1).map(declaration).collect()
    }

    fn frees(&self) -> Lines {
        let is_heap = self.place == Place::Heap;
        let names = (0..self.stages.len() - 1).map(|k| self.ends(k).target);
        names
            .filter(|_| is_heap)
            .map(|n| format!("free({n});"))
            .collect()
    }

    /// The declaration of an array; of zeros, if it must have values.
    pub(super) fn declaration(
        &self,
        name: &str,
        place: Place,
        sizes: &[&str; 2],
        zeros: bool,
    ) -> String {
        let (ty, [h, w]) = (self.element, sizes);
        let is_rows = self.shape == Shape::Rows;
        let count = match self.shape {
            Shape::Line => format!("(size_t)({h})"),
            Shape::Rows => h.to_string(),
            Shape::Flat => format!("(size_t)({h}) * {w}"),
        };
        let (declared, cells) = match (self.shape, place) {
            (Shape::Rows, Place::Heap) => (format!("{ty} (*{name})[{w}]"), String::new()),
            (_, Place::Heap) => (format!("{ty} *{name}"), String::new()),
            (Shape::Rows, _) => (format!("{ty} {name}"), format!("[{h}][{w}]")),
            (Shape::Line, _) => (format!("{ty} {name}"), format!("[{h}]")),
            (Shape::Flat, _) => (format!("{ty} {name}"), format!("[{h} * {w}]")),
        };
        match place {
            Place::Heap if zeros => format!("{declared} = calloc({count}, sizeof *{name});"),
            Place::Heap if is_rows => format!("{declared} = malloc(sizeof(*{name}) * {count});"),
            Place::Heap => format!("{declared} = malloc({count} * sizeof *{name});"),
            Place::Static => format!("static {declared}{cells};"),
            Place::Local if zeros => format!("{declared}{cells} = {{ 0 }};"),
            Place::Local => format!("{declared}{cells};"),
        }
    }

    /// The call of a stage.
    pub(super) fn stage_call(&self, k: usize) -> String {
        let stage = &self.stages[k];
        let ends = self.ends(k);
        let sizes = self.sizes(false).into_iter().map(|e| match self.plot {
            Plot::Chain if e.name == "h" => self.rows.to_string(),
            Plot::Chain if e.name == "w" => self.columns.to_string(),
            _ => e.argument,
        });
        let extras = stage.frame.extras.iter().map(|e| e.argument.clone());
        let arrays = [ends.source, ends.target];
        let all: Vec<String> = sizes.chain(extras).chain(arrays).collect();
        let [before, after] = stage.frame.call.clone().unwrap_or(["".into(), ";".into()]);
        format!("{before}{}({}){after}", stage.frame.name, all.join(", "))
    }

    /// An element so many rows away.
    pub(super) fn element_at(&self, name: &str, dy: i64) -> String {
        let row = match (&self.low, self.is_in_time()) {
            (Some(_), false) => moved("y - lo", dy),
            _ => moved("y", dy),
        };
        self.element_of(name, &row)
    }

    fn element_of(&self, name: &str, row: &str) -> String {
        let is_word = row == "y";
        match self.shape {
            Shape::Line => format!("{name}[{row}]"),
            Shape::Rows => format!("{name}[{row}][x]"),
            Shape::Flat if is_word => format!("{name}[y * w + x]"),
            Shape::Flat => format!("{name}[({row}) * w + x]"),
        }
    }

    /// The loops of a stage.
    fn loops(&self, k: usize) -> Lines {
        let stage = &self.stages[k];
        let mut row = stage.row_first.clone();
        let assignment = self.assignment(k);
        let mut points = stage.before.clone();
        points.push(assignment);
        points.extend(stage.after.iter().cloned());
        let is_bare = self.is_bare && points.len() == 1;
        match self.shape {
            Shape::Line => row.extend(points),
            _ => {
                let header = format!("for ({} x = 0; x < w; x++)", self.size);
                row.extend(block(&header, points, is_bare));
            }
        }
        row.extend(stage.row_last.iter().cloned());
        let is_alone = stage.row_first.is_empty() && stage.row_last.is_empty();
        let mut lines = stage.ahead.clone();
        lines.extend(block(&self.row_header(stage), row, is_bare && is_alone));
        match self.is_one_line && !lines.iter().any(|l| l.starts_with('#')) {
            true => vec![lines.iter().map(|l| l.trim()).collect::<Vec<_>>().join(" ")],
            false => lines,
        }
    }

    fn row_header(&self, stage: &Stage) -> String {
        let [first, less] = stage.less;
        match &self.low {
            Some(low) if !self.is_in_time() => {
                let start = moved("lo", first);
                let end = format!("lo + h{}", moved("", -less));
                format!("for ({} y = {start}; y < {end}; y++)", low.ty)
            }
            _ if self.size == "size_t" && less > 0 => {
                format!("for (size_t y = {first}; y + {less} < h; y++)")
            }
            _ => format!(
                "for ({} y = {first}; y < {}; y++)",
                self.size,
                moved("h", -less)
            ),
        }
    }

    fn assignment(&self, k: usize) -> String {
        let stage = &self.stages[k];
        let ends = self.own_ends(k);
        let terms = stage.taps.iter().map(|tap| {
            let source = stage.reads.as_ref().unwrap_or(&ends.source);
            let element = self.element_at(source, tap.dy);
            match tap.factor {
                1 => element,
                factor => format!("{factor} * {element}"),
            }
        });
        let sum = terms.collect::<Vec<_>>().join(" + ");
        let value = match self.is_in_time() && stage.taps.len() > 1 {
            true => format!("({sum}) / 3{}", stage.term),
            false => format!("{sum}{}", stage.term),
        };
        let value = stage.value.map_or(value.clone(), |of| of(&value));
        let written = self.written(k);
        let value = match written == self.element {
            true => value,
            false => format!("({written})({value})"),
        };
        let target = &ends.target;
        match stage.target {
            Target::Total => format!("*{target} += {value};"),
            Target::Row(dy) => format!("{} = {value};", self.element_at(target, dy)),
            Target::Mirrored => {
                let row = match &self.low {
                    Some(_) => "h - 1 - (y - lo)",
                    None => "h - 1 - y",
                };
                format!("{} = {value};", self.element_of(target, row))
            }
        }
    }
}

/// `y - 1`
fn moved(counter: &str, distance: i64) -> String {
    match distance {
        0 => counter.to_string(),
        1.. => format!("{counter} + {distance}"),
        _ => format!("{counter} - {}", -distance),
    }
}

/// A header with its body, in braces unless it is one statement.
pub(super) fn block(header: &str, body: Lines, is_bare: bool) -> Lines {
    let mut lines = vec![header.to_string()];
    match is_bare {
        true => lines.extend(indented(body)),
        false => lines.extend(braced(body)),
    }
    lines
}

pub(super) fn braced(body: Lines) -> Lines {
    let mut lines = vec!["{".to_string()];
    lines.extend(indented(body));
    lines.push("}".to_string());
    lines
}

fn indented(body: Lines) -> impl Iterator<Item = String> {
    let line = |line: String| match line.starts_with('#') {
        true => line,
        false => format!("    {line}"),
    };
    body.into_iter().map(line)
}
