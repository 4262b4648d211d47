//! A file of random kernels, with what runs them.

use crate::random::{INPUTS, Kernel, OUTPUTS, SIZES_RUN, Sizes};
use std::fmt::Write;

/// A file of kernels. With `main` it prints one line per kernel: its name and a hash of all that it
/// computes at the given sizes (kernels whose sizes are macros: at `macros` only).
pub(crate) fn file(kernels: &[&Kernel], macros: [i64; 2], main: bool) -> String {
    let mut text = String::new();
    for (name, value) in ["N", "M"].into_iter().zip(macros) {
        put!(text, "#ifndef {name}\n#define {name} {value}\n#endif\n");
    }
    text.push_str(
        "void *malloc(unsigned long);\nvoid free(void *);\nint printf(const char *, ...);\n",
    );
    for kernel in kernels {
        put!(text, "\n{}", super::kernel(kernel));
    }
    if main {
        main_function(&mut text, kernels);
    }
    text
}

fn main_function(text: &mut String, kernels: &[&Kernel]) {
    put!(
        text,
        "\nstatic unsigned in[{INPUTS}], out[{OUTPUTS}];\n\
         \n\
         static void fill(void)\n\
         {{\n\
         \x20   for (int x = 0; x < {INPUTS}; x++)\n\
         \x20       in[x] = (x + 1) * 2654435761u ^ x >> 3;\n\
         \x20   for (int x = 0; x < {OUTPUTS}; x++)\n\
         \x20       out[x] = 0;\n\
         }}\n\
         \n\
         static unsigned mixed(unsigned hash)\n\
         {{\n\
         \x20   for (int x = 0; x < {OUTPUTS}; x++)\n\
         \x20       hash = (hash ^ out[x]) * 16777619u;\n\
         \x20   return hash;\n\
         }}\n\
         \n\
         int main(void)\n\
         {{\n\
         \x20   static const int sizes[][2] = {{{}, {{0, 0}}}};\n\
         \x20   unsigned hash;\n\
         \n",
        SIZES_RUN.map(|[n, m]| format!("{{{n}, {m}}}")).join(", ")
    );
    for kernel in kernels {
        let name = &kernel.name;
        let (head, arguments) = match kernel.sizes {
            Sizes::Macros => ("", ""),
            Sizes::Variables => (
                "for (const int *size = sizes[0]; *size > 0; size += 2) ",
                ", size[0], size[1]",
            ),
        };
        put!(
            text,
            "    hash = 0;\n\
             \x20   {head}{{\n\
             \x20       fill();\n\
             \x20       hash = mixed(hash + {name}(in, out{arguments}));\n\
             \x20   }}\n\
             \x20   printf(\"{name} %08x\\n\", hash);\n"
        );
    }
    text.push_str("    return 0;\n}\n");
}
