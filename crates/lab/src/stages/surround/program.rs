//! The whole text: types, helpers, functions, the kernel and `main`, and the second file.

use super::super::LARGEST;
use super::super::image::{Image, Storage};
use super::super::text::indented;
use super::kernel::Kernel;
use super::plan::{Shape, Sizes};
use super::{Scene, Surrounded};

impl Scene {
    /// Both files.
    pub(super) fn finished(mut self) -> Surrounded {
        let kernel = self.kernel();
        let main = match self.plan.shape {
            Shape::Main => self.main_alone(&kernel),
            _ => self.function(&kernel) + &self.main_of_runs(),
        };
        if self.draft.writer.style.threads && self.random.one_in(2) {
            self.flags.push("-fopenmp");
        }
        self.globals();
        let writer = &self.draft.writer;
        let rest = format!("{}{}{main}", self.top, writer.functions);
        let bits = if rest.contains("bits(") {
            writer.bits()
        } else {
            String::new()
        };
        let prototypes: String = self.prototypes.iter().map(String::as_str).collect();
        let text = format!(
            "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n\
             {prototypes}\n{}{}\n{}\n{bits}{}{main}",
            self.top,
            self.context(&kernel.members),
            writer.statics,
            writer.functions,
        );
        Surrounded {
            text,
            beside: format!("#include <stdio.h>\n\n{}", self.beside),
            kinds: self.kinds.iter().copied().collect(),
            flags: self.flags,
        }
    }

    /// Makes objects of the file visible to others, and sizes such objects.
    fn globals(&mut self) {
        let writer = &mut self.draft.writer;
        for name in &self.shared {
            let element = writer.style.element.name();
            let [old, new] = ["static ", ""].map(|word| format!("{word}{element} {name}["));
            writer.statics = writer.statics.replace(&old, &new);
        }
        if self.plan.shape == Shape::Globals {
            writer.statics = format!("{} h, w;\n{}", writer.style.size(), writer.statics);
        }
    }

    /// The type of the context.
    fn context(&self, members: &[Image]) -> String {
        if members.is_empty() {
            return String::new();
        }
        let element = self.element();
        let lines = members
            .iter()
            .map(|m| format!("    {element} *{};\n", m.name));
        format!(
            "struct context {{\n    int rate;\n{}}};\n",
            lines.collect::<String>()
        )
    }

    /// The kernel as a function.
    fn function(&self, kernel: &Kernel) -> String {
        let writer = &self.draft.writer;
        let (element, size) = (self.element(), writer.style.size());
        let restrict = if writer.style.restrict {
            "restrict "
        } else {
            ""
        };
        let linkage = if writer.style.public { "" } else { "static " };
        let (types, head, first) = match (self.plan.shape, writer.style.parameters) {
            (Shape::Context, _) => (
                format!(
                    "struct job {{\n    {size} rows, columns;\n    const {element} *from;\n    \
                     {element} *to;\n}};\n\n"
                ),
                "struct job *job".to_string(),
                format!(
                    "    {size} h = job->rows, w = job->columns;\n    \
                     const {element} *in = job->from;\n    {element} *out = job->to;\n\n"
                ),
            ),
            (Shape::Globals, _) => (
                String::new(),
                format!("const {element} *{restrict}in, {element} *{restrict}out"),
                String::new(),
            ),
            (_, Storage::Flat) => (
                String::new(),
                format!(
                    "{size} h, {size} w, const {element} *{restrict}in, {element} *{restrict}out"
                ),
                String::new(),
            ),
            _ => (
                String::new(),
                format!("{size} h, {size} w, const {element} in[h][w], {element} out[h][w]"),
                String::new(),
            ),
        };
        format!(
            "{types}{linkage}int kernel({head})\n{{\n{first}{}\n    return {};\n}}\n\n",
            kernel.text,
            self.status(&kernel.text)
        )
    }

    /// A `main` that runs the kernel at several sizes.
    fn main_of_runs(&mut self) -> String {
        let element = self.element();
        let hash = self.draft.writer.hashed("out[i]");
        let call = match (self.plan.shape, self.draft.writer.style.parameters) {
            (Shape::Context, _) => {
                "struct job job = {h, w, in, out};\n    int status = kernel(&job);"
            }
            (Shape::Globals, _) => "h = rows;\n    w = columns;\n    int status = kernel(in, out);",
            (_, Storage::Flat) => "int status = kernel(h, w, in, out);",
            _ => "int status = kernel(h, w, (const void *)in, (void *)out);",
        };
        let (types, [rows, columns], head) = self.sizes();
        let size = self.draft.writer.style.size();
        let [own_h, own_w] = match self.plan.shape {
            Shape::Globals => ["rows", "columns"],
            _ => ["h", "w"],
        };
        let called = self.called();
        format!(
            "{types}static {element} in[{LARGEST} * {LARGEST}], out[{LARGEST} * {LARGEST}];\n\n\
             static void run({size} {own_h}, {size} {own_w})\n{{\n    unsigned hash = 1;\n\n    \
             if ({own_h} < 1 || {own_w} < 1 || {own_h} > {LARGEST} || {own_w} > {LARGEST})\n        return;\n    \
             memset(out, 0, sizeof out);\n    {call}\n    \
             for (int i = 0; i < {LARGEST} * {LARGEST}; i++)\n        \
             hash = hash * 16777619u ^ {hash};\n    \
             printf(\"%d %d %u %d\\n\", (int)h, (int)w, hash, status);\n}}\n\n\
             {head}\n{{\n    for (int i = 0; i < {LARGEST} * {LARGEST}; i++)\n        \
             in[i] = (i + 1) * 2654435761u >> 20;\n    for (int h = 1; h <= 6; h++)\n        \
             for (int w = 1; w <= 4; w++)\n            run(h, w);\n    run({rows}, {columns});\n    \
             run(3, 17);\n{called}    return 0;\n}}\n"
        )
    }

    /// The call of a function of the second file that calls the kernel with one array twice.
    fn called(&mut self) -> &'static str {
        let style = self.draft.writer.style;
        let may_be_called =
            self.plan.is_called && !style.restrict && style.parameters == Storage::Flat;
        if !may_be_called || self.plan.shape != Shape::Function {
            return "";
        }
        self.kinds.insert("opaque caller");
        let (element, size) = (style.element.name(), style.size());
        let shift = self.random.pick::<&str>(&["", " + 3"]);
        self.beside_once(&format!(
            "int kernel({size} h, {size} w, const {element} *in, {element} *out);\n\n"
        ));
        self.opaque(
            "unsigned run_elsewhere(void)",
            &format!(
                "    static {element} both[400];\n    const unsigned char *bytes = (const unsigned char *)both;\n    \
                 unsigned hash = 0;\n\n    \
                 for (int i = 0; i < 400; i++)\n        both[i] = i * 7 % 61;\n    \
                 hash = kernel(11, 9, both, both{shift});\n    \
                 for (size_t i = 0; i < sizeof both; i++)\n        hash = hash * 31 + bytes[i];\n    return hash;\n"
            ),
        );
        "    printf(\"elsewhere %u\\n\", run_elsewhere());\n"
    }

    /// A `main` that is the kernel.
    fn main_alone(&mut self, kernel: &Kernel) -> String {
        let (types, [rows, columns], head) = self.sizes();
        let (element, size) = (self.element(), self.draft.writer.style.size());
        let storage = self.draft.writer.style.parameters;
        let [from, to] = ["in", "out"].map(|name| Image::new(name.to_string(), storage).here());
        let (declarations, bytes) = match storage {
            Storage::Flat => (["*in", "*out"], format!("h * w, sizeof({element})")),
            _ => (
                ["(*in)[w]", "(*out)[w]"],
                format!("h, sizeof({element}[w])"),
            ),
        };
        let loops = |body: &str| {
            format!(
                "    for ({size} y = 0; y < h; y++)\n        for ({size} x = 0; x < w; x++)\n            {body}\n"
            )
        };
        let hash = self.draft.writer.hashed(&to);
        let declared: String = { declarations.iter() }
            .map(|d| format!("    {element} {d} = calloc({bytes});\n"))
            .collect();
        // The result is printed where nothing failed.
        let shown = format!(
            "    unsigned hash = 1;\n{}    printf(\"%u\\n\", hash);\n",
            loops(&format!("hash = hash * 16777619u ^ {hash};"))
        );
        let free = indented("free(in);\nfree(out);\n");
        format!(
            "{types}{head}\n{{\n    {size} h = {rows}, w = {columns};\n    \
             if (h < 1 || w < 1 || h > {LARGEST} || w > {LARGEST})\n        return 1;\n{declared}    \
             if (!in || !out)\n        return 1;\n{}\n{}\n{shown}{free}    return {};\n}}\n",
            loops(&format!("{from} = (y * w + x + 1) * 2654435761u >> 20;")),
            kernel.text,
            self.status(&kernel.text)
        )
    }

    /// Declarations for the sizes, their values, and the head of `main`.
    fn sizes(&mut self) -> (String, [String; 2], &'static str) {
        let (h, w) = (self.random.between(4, 19), self.random.between(3, 17));
        let size = self.draft.writer.style.size();
        let cast = |text: String| {
            if size == "int" {
                text
            } else {
                format!("(size_t)({text})")
            }
        };
        let text = |n: i64| {
            format!(
                "(int)strlen(\"{}\")",
                &"a title of these rows"[..n as usize]
            )
        };
        let alone = "int main(void)";
        match self.plan.sizes {
            Sizes::Numbers => (String::new(), [h, w].map(|n| n.to_string()), alone),
            Sizes::Strlen => (String::new(), [h, w].map(|n| cast(text(n))), alone),
            Sizes::Atoi => (
                String::new(),
                [(1, h), (2, w)].map(|(k, n)| cast(format!("argc > {k} ? atoi(argv[{k}]) : {n}"))),
                "int main(int argc, char **argv)",
            ),
            Sizes::Opaque => {
                self.opaque("int side_of(int k)", "    return k * 2 + 1;\n");
                (
                    String::new(),
                    [h, w].map(|n| cast(format!("side_of({})", n / 2))),
                    alone,
                )
            }
            Sizes::Member => (
                format!(
                    "static struct {{\n    {size} rows, columns;\n}} options = {{{h}, {w}}};\n\n"
                ),
                ["rows", "columns"].map(|name| format!("options.{name}")),
                alone,
            ),
        }
    }
}
