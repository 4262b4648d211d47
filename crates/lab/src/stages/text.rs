//! The text of a program under way.

use super::LARGEST;
use super::image::{Image, Range, Storage};
use crate::rng::Rng;

/// Writes nests one after the other.
pub(crate) struct Writer {
    pub(crate) storage: Storage,
    /// Counters are declared by their loops.
    declares: bool,
    /// Each nest is in a function of its own.
    calls: bool,
    statics: String,
    functions: String,
    declarations: String,
    body: String,
    frees: String,
    nests: usize,
    temporaries: Vec<String>,
}

impl Writer {
    pub(crate) fn new(storage: Storage, random: &mut Rng) -> Self {
        Writer {
            storage,
            declares: !random.one_in(3),
            calls: storage == Storage::Flat && random.one_in(2),
            statics: String::new(),
            functions: String::new(),
            declarations: String::new(),
            body: String::new(),
            frees: String::new(),
            nests: 0,
            temporaries: Vec::new(),
        }
    }

    pub(crate) fn declare(&mut self, image: &Image) {
        let name = &image.name;
        let columns = if image.is_line { "" } else { "[w]" };
        match self.storage {
            Storage::Static => {
                let columns = if image.is_line {
                    String::new()
                } else {
                    format!("[{LARGEST}]")
                };
                self.statics += &format!("static unsigned {name}[{LARGEST}]{columns};\n");
            }
            Storage::Heap if !image.is_line => {
                self.declarations +=
                    &format!("    unsigned (*{name})[w] = malloc(sizeof(unsigned[h][w]));\n");
                self.frees += &format!("    free({name});\n");
            }
            Storage::Flat => {
                self.declarations +=
                    &format!("    unsigned *{name} = malloc(sizeof(unsigned) * h * w);\n");
                self.frees += &format!("    free({name});\n");
            }
            _ => self.declarations += &format!("    unsigned {name}[h]{columns};\n"),
        }
        self.temporaries.push(name.clone());
    }

    /// A nest over some rows and columns.
    pub(crate) fn nest(&mut self, image: &Image, rows: Range, columns: Range, body: &str) {
        let end = if image.is_half { "h / 2" } else { "h" };
        let inner = self.header("x", "w", columns) + &block(body);
        let text = self.header("y", end, rows) + &indented(&inner);
        self.put(&text, body.contains("total"));
    }

    /// A loop over columns alone.
    pub(crate) fn columns(&mut self, _image: &Image, columns: Range, body: &str) {
        let text = self.header("x", "w", columns) + &block(body);
        self.put(&text, false);
    }

    /// A sum in a variable.
    pub(crate) fn reduction(&mut self, total: &str, source: &Image, body: &str) {
        self.declarations += &format!("    unsigned {total} = 1;\n");
        self.nest(source, source.rows, source.columns, body);
    }

    /// The sum of each row of an image.
    pub(crate) fn line(&mut self, line: &Image, source: &Image) {
        let end = if line.is_half { "h / 2" } else { "h" };
        let inner = self.header("x", "w", source.columns)
            + &block(&format!("{}[y] += {};", line.name, source.here()));
        let text =
            self.header("y", end, line.rows) + &block(&format!("{}[y] = 0;\n{inner}", line.name));
        self.put(&text, false);
    }

    fn header(&self, counter: &str, end: &str, range: Range) -> String {
        let less = match range.less {
            0 => String::new(),
            less => format!(" - {less}"),
        };
        let ty = if self.declares { "int " } else { "" };
        format!(
            "for ({ty}{counter} = {}; {counter} < {end}{less}; {counter}++)\n",
            range.first
        )
    }

    /// Adds a nest, in a function if its parameters are images alone.
    fn put(&mut self, text: &str, uses_others: bool) {
        self.nests += 1;
        let counters = if self.declares {
            ""
        } else {
            "    int y, x;\n\n"
        };
        if !self.calls || uses_others {
            self.body += &format!("\n{}", indented(text));
            return;
        }
        let counters = match text.starts_with("for (x") {
            true if !self.declares => "    int x;\n\n",
            _ => counters,
        };
        let is_used = |name: &&String| text.contains(&format!("{name}["));
        let mut parameters: Vec<String> =
            self.temporaries.iter().filter(is_used).cloned().collect();
        let mut arguments = parameters.clone();
        parameters
            .iter_mut()
            .for_each(|name| *name = format!("unsigned *{name}"));
        for (name, parameter) in [("in", "const unsigned *in"), ("out", "unsigned *out")] {
            if text.contains(&format!("{name}[")) {
                parameters.push(parameter.to_string());
                arguments.push(name.to_string());
            }
        }
        // A nest over columns may not need the number of rows.
        let needs_rows = text.contains("h ") || text.contains("< h") || text.contains("(h");
        if needs_rows {
            parameters.push("int h".to_string());
            arguments.push("h".to_string());
        }
        let number = self.nests;
        self.functions += &format!(
            "static void stage{number}({}, int w)\n{{\n{counters}{}}}\n\n",
            parameters.join(", "),
            indented(text)
        );
        self.body += &format!("    stage{number}({}, w);\n", arguments.join(", "));
    }

    pub(crate) fn program(&self) -> String {
        let parameters = match self.storage {
            Storage::Flat => "const unsigned *in, unsigned *out",
            _ => "const unsigned in[h][w], unsigned out[h][w]",
        };
        let uses_counters = !self.declares && self.body.contains("for (");
        let counters = if uses_counters { "    int y, x;\n" } else { "" };
        let cast = match self.storage {
            Storage::Flat => ("in", "out"),
            _ => ("(const void *)in", "(void *)out"),
        };
        let frees = match self.frees.is_empty() {
            true => String::new(),
            false => format!("\n{}", self.frees),
        };
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n{}\n{}\
             static void kernel(int h, int w, {parameters})\n{{\n{}{counters}{}{}}}\n\n\
             static unsigned in[{LARGEST} * {LARGEST}], out[{LARGEST} * {LARGEST}];\n\n\
             int main(void)\n{{\n    for (unsigned i = 0; i < {LARGEST} * {LARGEST}; i++)\n        \
             in[i] = (i + 1) * 2654435761u;\n    for (int h = 1; h <= 18; h++)\n        \
             for (int w = 1; w <= 7; w++) {{\n            unsigned hash = 1;\n\n            \
             memset(out, 0, sizeof out);\n            kernel(h, w, {}, {});\n            \
             for (unsigned i = 0; i < {LARGEST} * {LARGEST}; i++)\n                \
             hash = hash * 16777619u ^ out[i];\n            \
             printf(\"%d %d %u\\n\", h, w, hash);\n        }}\n    return 0;\n}}\n",
            self.statics, self.functions, self.declarations, self.body, frees, cast.0, cast.1
        )
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// A body in braces if it has several statements.
fn block(body: &str) -> String {
    match body.contains('\n') {
        false => indented(body),
        true => {
            let inner = indented(body);
            format!("{{\n{inner}}}\n")
        }
    }
}
