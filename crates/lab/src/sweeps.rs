//! Random programs of sweeps: loops over steps around loops over points, as text. Every subscript
//! is in bounds and every element has a value, for all sizes. Must not know the tools that read
//! them.

use crate::rng::Rng;
use std::fmt::Write;

/// Points that the loops leave out at each end of a row: subscripts may be so far away.
const MARGIN: i64 = 2;

/// How a program is written.
struct Style {
    /// Dimensions of the arrays.
    dims: usize,
    /// `for (int i = ..)`, not `int i;` at the top.
    declares: bool,
    /// The type of counters and sizes.
    counter: &'static str,
    /// Whether arrays are parameters; if not, they are at file scope.
    passes: bool,
}

struct Maker {
    random: Rng,
    style: Style,
    arrays: usize,
    text: String,
}

/// A random program: it prints a line for each size and number of steps.
pub fn program(seed: u64) -> String {
    let mut random = Rng::new(seed ^ 0x7119);
    let dims = random.between(1, 2) as usize;
    let style = Style {
        dims,
        declares: random.one_in(2),
        counter: random.pick::<&str>(&["int", "int", "int", "long"]),
        passes: random.one_in(2),
    };
    let arrays = random.between(1, 3) as usize;
    let mut maker = Maker {
        random,
        style,
        arrays,
        text: String::new(),
    };
    maker.head();
    maker.kernel();
    maker.main();
    maker.text
}

impl Maker {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    fn head(&mut self) {
        self.line(0, "#include <stdio.h>\n\n#define MOST 24\n");
        if !self.style.passes {
            let shape = "[MOST]".repeat(self.style.dims);
            let names: Vec<String> = (0..self.arrays).map(|a| format!("a{a}{shape}")).collect();
            self.line(0, &format!("static double {};\n", names.join(", ")));
        }
    }

    fn kernel(&mut self) {
        let (counter, dims) = (self.style.counter, self.style.dims);
        let mut parameters = vec![format!("{counter} steps"), format!("{counter} n")];
        if self.style.passes {
            let restrict = *self.random.pick(&["restrict ", ""]);
            parameters.extend((0..self.arrays).map(|a| match dims {
                1 => format!("double *{restrict}a{a}"),
                _ => format!("double (*{restrict}a{a})[MOST]"),
            }));
        }
        self.line(0, &format!("void kernel({})\n{{", parameters.join(", ")));
        if !self.style.declares {
            let names = ["t", "i", "j"][..=dims].join(", ");
            self.line(1, &format!("{counter} {names};\n"));
        }
        let first = self.random.between(0, 1);
        self.line(
            1,
            &format!("{} {{", self.header("t", &first.to_string(), "steps")),
        );
        for _ in 0..self.random.between(1, 3) {
            if self.random.one_in(5) {
                self.border();
            }
            self.sweep();
        }
        self.line(1, "}\n}\n");
    }

    fn header(&self, name: &str, first: &str, end: &str) -> String {
        let declared = match self.style.declares {
            true => format!("{} ", self.style.counter),
            false => String::new(),
        };
        format!("for ({declared}{name} = {first}; {name} < {end}; {name}++)")
    }

    /// A loop over all points, or some of them.
    fn sweep(&mut self) {
        let names = &["i", "j"][..self.style.dims];
        let mut depth = 2;
        for (at, name) in names.iter().enumerate() {
            let first = match (at, self.random.below(8)) {
                (1, 0) => "i".to_string(),
                (_, 1) => (MARGIN + 1).to_string(),
                _ => MARGIN.to_string(),
            };
            let end = format!("n - {}", self.random.between(MARGIN, MARGIN + 1));
            let brace = if at + 1 == names.len() { " {" } else { "" };
            let header = self.header(name, &first, &end);
            self.line(depth, &format!("{header}{brace}"));
            depth += 1;
        }
        for _ in 0..self.random.between(1, 2) {
            self.statement(depth);
        }
        self.line(depth - 1, "}");
    }

    fn statement(&mut self, depth: usize) {
        let target = self.element(0);
        let mut sum = Vec::new();
        for _ in 0..self.random.between(1, 4) {
            let factor = self.random.between(1, 9);
            let element = self.element(MARGIN);
            sum.push(format!("0.0{factor} * {element}"));
        }
        let guard = match self.random.below(8) {
            0 => "if (i % 2 == 0)\n",
            1 => "if (i > t)\n",
            _ => "",
        };
        let statement = format!("{target} = 0.5 + {};", sum.join(" + "));
        match self.random.below(6) {
            0 if guard.is_empty() => {
                let name = format!("v{}", self.text.len());
                self.line(depth, &format!("double {name} = {};", sum.join(" - ")));
                self.line(depth, &format!("{target} = 0.25 * {name};"));
            }
            _ if guard.is_empty() => self.line(depth, &statement),
            _ => {
                self.line(depth, guard.trim_end());
                self.line(depth + 1, &statement);
            }
        }
    }

    /// An element that is at most so far from the present point.
    fn element(&mut self, far: i64) -> String {
        let array = self.random.below(self.arrays as u64);
        let names = ["i", "j"];
        let mut text = format!("a{array}");
        for name in &names[..self.style.dims] {
            let apart = match self.random.one_in(2) {
                true => self.random.between(-far, far),
                false => 0,
            };
            let subscript = match apart {
                0 => name.to_string(),
                apart if apart < 0 => format!("{name} - {}", -apart),
                apart => format!("{name} + {apart}"),
            };
            let _ = write!(text, "[{subscript}]");
        }
        text
    }

    /// Elements at the ends, outside of the loops over points.
    fn border(&mut self) {
        let array = self.random.below(self.arrays as u64);
        let other = self.random.below(self.arrays as u64);
        match self.style.dims {
            1 => {
                let near = self.random.between(0, 3);
                self.line(2, &format!("a{array}[0] = 0.5 * a{other}[{near}];"));
            }
            _ => {
                let header = self.header("j", "0", "n");
                self.line(2, &header);
                self.line(3, &format!("a{array}[0][j] = 0.5 * a{other}[1][j];"));
            }
        }
    }

    fn main(&mut self) {
        let dims = self.style.dims;
        let shape = "[MOST]".repeat(dims);
        let names: Vec<String> = (0..self.arrays).map(|a| format!("a{a}")).collect();
        self.line(0, "int main(void)\n{");
        if self.style.passes {
            let declared: Vec<String> = names.iter().map(|a| format!("{a}{shape}")).collect();
            self.line(1, &format!("static double {};", declared.join(", ")));
        }
        self.line(1, "const int sizes[] = {4, 5, 6, 9, 14, 21};\n");
        self.line(
            1,
            "for (int s = 0; s < 6; s++)\n        for (int steps = 0; steps < 12; steps += 3) {",
        );
        self.line(3, "double sum = 0.0;\n");
        self.line(3, "for (int x = 0; x < MOST; x++)");
        let cells = |name: &str| format!("{name}{}", ["", "[x]", "[x][y]"][dims]);
        let (inner, depth) = match dims {
            1 => ("", 4),
            _ => ("    for (int y = 0; y < MOST; y++) {", 5),
        };
        match dims {
            1 => self.text.truncate(self.text.len() - 1),
            _ => self.line(3, inner),
        }
        if dims == 1 {
            self.text.push_str(" {\n");
        }
        for (k, name) in names.iter().enumerate() {
            let point = if dims == 1 { "x * 5" } else { "x * 5 + y * 3" };
            self.line(depth, &format!("{} = ({point} + {k}) % 11;", cells(name)));
        }
        self.line(depth - 1, "}");
        let arguments = match self.style.passes {
            true => format!(", {}", names.join(", ")),
            false => String::new(),
        };
        self.line(3, &format!("kernel(steps, sizes[s]{arguments});"));
        self.line(3, "for (int x = 0; x < MOST; x++)");
        if dims == 2 {
            self.line(4, "for (int y = 0; y < MOST; y++)");
        }
        let all: Vec<String> = names.iter().map(|a| cells(a)).collect();
        self.line(3 + dims, &format!("sum = 0.9 * sum + {};", all.join(" + ")));
        self.line(3, "printf(\"%a\\n\", sum);");
        self.line(2, "}\n    return 0;\n}");
    }
}
