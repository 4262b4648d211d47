//! A file of random kernels, with the program that executes them.

use super::callers;
use super::other::{HEADERS, SHARED};
use crate::random::kernel::{INPUTS, Kernel, OUTPUTS};
use crate::random::manner::Sizes;
use std::fmt::Write;

/// Directives as a macro.
const DIRECTIVE_MACRO: &str = "\
#ifdef _OPENMP
#define PAR _Pragma(\"omp parallel for schedule(static, 1)\")
#else
#define PAR
#endif
";

/// A file of kernels. With `main` it prints one line per kernel: its name and a hash of its output
/// at the given sizes (kernels whose sizes are macros: at `macros` only). The macro `FACTOR`
/// chooses the inputs; `k1_SIZES`, as `{2, 3},`, the sizes of a kernel whose sizes are variables.
pub(crate) fn file(kernels: &[&Kernel], macros: [i64; 2], main: bool) -> String {
    let mut text = String::new();
    let others = kernels.iter().any(|k| k.needs_other_file());
    if others {
        text.push_str(HEADERS);
    }
    for (name, value) in ["N", "M"].into_iter().zip(macros) {
        put!(text, "#ifndef {name}\n#define {name} {value}\n#endif\n");
    }
    text.push_str(
        "void *malloc(unsigned long);\nvoid free(void *);\nint printf(const char *, ...);\n",
    );
    if others {
        put!(text, "void nap(void);\n{SHARED}");
    }
    if kernels.iter().any(|k| k.manner.directive_macro) {
        text.push_str(DIRECTIVE_MACRO);
    }
    for kernel in kernels {
        put!(text, "\n{}", super::kernel(kernel));
    }
    if main {
        main_function(&mut text, kernels);
    }
    with_line_numbers(&text)
}

/// Replaces each `@LINE@` by the number of its line.
fn with_line_numbers(text: &str) -> String {
    let numbered = text.lines().zip(1..);
    let numbered = numbered.map(|(line, number)| line.replace("@LINE@", &number.to_string()));
    numbered.map(|line| line + "\n").collect()
}

fn main_function(text: &mut String, kernels: &[&Kernel]) {
    put!(
        text,
        "\nstatic unsigned in[{INPUTS}], out[{OUTPUTS}];\n\
         \n\
         #ifndef FACTOR\n\
         #define FACTOR 2654435761u\n\
         #endif\n\
         static void fill(void)\n\
         {{\n\
         \x20   int x;\n\
         \x20   for (x = 0; x < {INPUTS}; x++)\n\
         \x20       in[x] = (x + 1) * FACTOR ^ x >> 3;\n\
         \x20   for (x = 0; x < {OUTPUTS}; x++)\n\
         \x20       out[x] = 0;\n\
         }}\n\
         \n\
         static unsigned mixed(unsigned hash)\n\
         {{\n\
         \x20   int x;\n\
         \x20   for (x = 0; x < {OUTPUTS}; x++)\n\
         \x20       hash = (hash ^ out[x]) * 16777619u;\n\
         \x20   return hash;\n\
         }}\n\
         \n\
         int main(void)\n\
         {{\n\
         \x20   const int *size;\n\
         \x20   unsigned hash;\n\
         \x20   (void)size;\n\
         \n"
    );
    for kernel in kernels {
        text.push_str(&execution(kernel));
    }
    text.push_str("    return 0;\n}\n");
}

/// Executes one kernel at all its sizes, and prints the hash.
fn execution(kernel: &Kernel) -> String {
    let name = &kernel.name;
    let (head, foot, sizes) = match kernel.sizes {
        Sizes::Macros => (String::new(), "", ""),
        Sizes::Passed => (String::new(), "", "N, M"),
        Sizes::Variables => {
            let sizes = kernel.sizes_run.iter();
            let sizes: String = sizes.map(|[n, m]| format!("{{{n}, {m}}}, ")).collect();
            let table = format!(
                "#ifndef {name}_SIZES\n#define {name}_SIZES {sizes}\n#endif\n        \
                 static const int sizes[][2] = {{{name}_SIZES {{0, 0}}}};"
            );
            let head = format!("{table}\n        for (size = sizes[0]; *size > 0; size += 2) ");
            (head, "}", "size[0], size[1]")
        }
    };
    let begin = match &kernel.manner.bound {
        Some(_) => format!("{name}_begin({sizes});"),
        None => String::new(),
    };
    let call = match kernel.manner.caller() {
        Some(_) => format!("{name}_all(in, out)"),
        None => {
            let sizes = match kernel.sizes {
                Sizes::Passed => [("n", "N"), ("m", "M")],
                _ => [("n", "size[0]"), ("m", "size[1]")],
            };
            format!("{name}({})", callers::arguments(kernel, &sizes))
        }
    };
    let open = if foot.is_empty() { "" } else { "{\n" };
    format!(
        "    hash = 0;\n\
         \x20   {open}{head}{{\n\
         \x20           fill();\n\
         \x20           {begin}\n\
         \x20           hash = mixed(hash + {call});\n\
         \x20       }}\n\
         \x20   {foot}\n\
         \x20   printf(\"{name} %08x\\n\", hash);\n"
    )
}
