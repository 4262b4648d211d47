//! The text of a driver: a `main` that calls a function with pseudo-random arrays and prints what
//! it has changed.
//!
//! The first argument of the compiled driver selects the contents of arrays: small numbers that are
//! not negative, or any numbers. The others are the values of integer parameters. The function is
//! called twice, so that values which it keeps from call to call show.

use super::sanitizer::NAME;
use super::subject::{Number, Parameter, ParameterKind, Signature};
use print::Header;
use std::fmt::Write;

/// The first character of the driver's own lines.
pub(super) const MARK: char = '\u{2}';

/// The text of the driver of a function.
pub(super) fn text(signature: &Signature) -> String {
    let mut text =
        format!("#define main pleat_main_of_the_file\n#include \"{NAME}\"\n#undef main\n");
    text.push_str(include_str!("driver.c"));
    text.push_str(&start(signature));
    let calls = Header::new(Some("int"), "pleat_call", 1).until("pleat_call <= 2".to_string());
    text.push_str(&format!("    {calls} {{\n"));
    let arrays = arrays(signature);
    for array in &arrays {
        text.push_str(&array.filled());
    }
    text.push_str(&call(signature));
    for array in &arrays {
        text.push_str(&array.shown());
    }
    text.push_str("    }\n    return 0;\n}\n");
    text
}

/// The head of `main`, and the numbers that are passed.
fn start(signature: &Signature) -> String {
    let mut text = String::from(
        "int main(int pleat_argc, char **pleat_argv)\n{\n    pleat_wide = atoi(pleat_argv[1]);\n    \
         (void)pleat_argc;\n",
    );
    let mut sizes = 0;
    for parameter in &signature.parameters {
        let ParameterKind::Number(number) = parameter.kind else {
            continue;
        };
        let (name, ty) = (&parameter.name, c_type(number));
        let value = match number {
            Number::Integer(_) => {
                sizes += 1;
                format!("pleat_size(pleat_argv[{}])", sizes + 1)
            }
            Number::Floating(_) => "pleat_real()".to_string(),
        };
        let _ = writeln!(text, "    {ty} {name} = ({ty}){value};");
    }
    text
}

fn call(signature: &Signature) -> String {
    let argument = |parameter: &Parameter| match parameter.kind {
        ParameterKind::Number(_) => parameter.name.clone(),
        ParameterKind::Array(..) => format!("(void *){}", buffer(&parameter.name)),
    };
    let arguments: Vec<String> = signature.parameters.iter().map(argument).collect();
    let call = format!("{}({})", signature.name, arguments.join(", "));
    let end = "        putchar('\\n');\n";
    let show = |suffix: &str| {
        format!(
            "        pleat_head(pleat_call);\n        printf(\"the result\");\n        pleat_show_{suffix}(pleat_result);\n"
        )
    };
    match signature.returns {
        None => format!("        {call};\n{end}"),
        Some(number) => {
            let ty = c_type(number);
            let shown = show(suffix(number));
            format!("        {ty} pleat_result = {call};\n{end}{shown}")
        }
    }
}

/// An array that the driver fills and shows.
struct Array<'s> {
    name: &'s str,
    number: Number,
    /// `None` for an array at file scope.
    extents: Option<&'s [Option<String>]>,
}

fn arrays(signature: &Signature) -> Vec<Array<'_>> {
    let parameter = |parameter: &'_ Parameter| match &parameter.kind {
        ParameterKind::Array(number, _) => Some(*number),
        ParameterKind::Number(_) => None,
    };
    let mut all = Vec::new();
    for p in &signature.parameters {
        if let (Some(number), ParameterKind::Array(_, extents)) = (parameter(p), &p.kind) {
            all.push(Array {
                name: &p.name,
                number,
                extents: Some(extents),
            });
        }
    }
    all.extend(signature.globals.iter().map(|(name, number)| Array {
        name,
        number: *number,
        extents: None,
    }));
    all
}

fn buffer(name: &str) -> String {
    format!("pleat_at_{name}")
}

impl Array<'_> {
    /// The header of a loop over its elements.
    fn header(&self) -> Header<'static> {
        Header::new(Some("size_t"), "i", 0).below(format!("pleat_n_{}", self.name))
    }

    /// Declarations of its extents, its memory and a copy of it, and its contents.
    fn filled(&self) -> String {
        let Array { name, .. } = self;
        let (ty, buffer, header) = (c_type(self.number), buffer(self.name), self.header());
        let (rank, extents, memory) = match self.extents {
            None => (
                1,
                format!("(long long)(sizeof {name} / sizeof({ty}))"),
                format!("(void *){name}"),
            ),
            Some(extents) => (
                extents.len(),
                extents
                    .iter()
                    .enumerate()
                    .map(extent)
                    .collect::<Vec<_>>()
                    .join(", "),
                format!("pleat_memory(pleat_n_{name}, sizeof({ty}))"),
            ),
        };
        let value = match self.number {
            Number::Integer(ty) if ty.bits == 1 => "pleat_integer(1, 0) & 1".to_string(),
            Number::Integer(ty) => format!("pleat_integer({}, {})", ty.bits, u8::from(ty.signed)),
            Number::Floating(_) => "pleat_real()".to_string(),
        };
        let last = match self.number {
            Number::Integer(ty) if ty.bits == 8 && self.extents.is_some() => {
                format!("        if (pleat_n_{name}) {buffer}[pleat_n_{name} - 1] = 0;\n")
            }
            _ => String::new(),
        };
        format!(
            "        long long pleat_d_{name}[{rank}] = {{{extents}}};\n\
             \x20       size_t pleat_n_{name} = pleat_count(pleat_d_{name}, {rank});\n\
             \x20       {ty} *{buffer} = {memory};\n\
             \x20       {header} {buffer}[i] = ({ty})({value});\n\
             {last}\
             \x20       {ty} *pleat_old_{name} = pleat_copy({buffer}, pleat_n_{name} * sizeof({ty}));\n"
        )
    }

    /// Prints the elements that have changed, and frees the memory.
    fn shown(&self) -> String {
        let Array { name, .. } = self;
        let (buffer, suffix) = (buffer(self.name), suffix(self.number));
        let header = self.header();
        let rank = self.extents.map_or(1, <[_]>::len);
        let freed = match self.extents {
            Some(_) => format!("        free({buffer});\n"),
            None => String::new(),
        };
        format!(
            "        {header}\n\
             \x20           if (memcmp({buffer} + i, pleat_old_{name} + i, sizeof *{buffer})) {{\n\
             \x20               pleat_head(pleat_call);\n\
             \x20               pleat_name(\"{name}\", pleat_d_{name}, {rank}, i);\n\
             \x20               pleat_show_{suffix}({buffer}[i]);\n\
             \x20           }}\n\
             \x20       free(pleat_old_{name});\n{freed}"
        )
    }
}

/// An extent; an unknown one is generous.
fn extent((index, extent): (usize, &Option<String>)) -> String {
    match extent {
        Some(text) => text.clone(),
        None if index == 0 => "pleat_generous()".to_string(),
        None => "1".to_string(),
    }
}

fn suffix(number: Number) -> &'static str {
    match number {
        Number::Integer(ty) if ty.signed => "signed",
        Number::Integer(_) => "unsigned",
        Number::Floating(4) => "float",
        Number::Floating(8) => "double",
        Number::Floating(_) => "long_double",
    }
}

fn c_type(number: Number) -> &'static str {
    match number {
        Number::Integer(ty) => match (ty.bits, ty.signed) {
            (1, _) => "_Bool",
            (8, true) => "signed char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned",
            (_, true) => "long",
            (_, false) => "unsigned long",
        },
        Number::Floating(4) => "float",
        Number::Floating(8) => "double",
        Number::Floating(_) => "long double",
    }
}
