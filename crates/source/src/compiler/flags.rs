//! The user's compiler and its flags, and those of them that a preprocessor takes.

use std::ffi::OsString;
use std::path::PathBuf;

/// The user's compiler and flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flags {
    /// The program.
    pub cc: OsString,
    /// The user's flags: `-I`, `-D`, `-std` and so on. Flags that choose the output (`-c`, `-o x`,
    /// `-MD`) are ignored; input files must not be among them.
    pub args: Vec<String>,
    /// The folder in which the compiler runs; Pleat's own if `None`.
    pub folder: Option<PathBuf>,
    /// Macros whose other values are analysed by themselves: conditionals that they alone decide
    /// are taken as these flags decide them.
    pub enumerated: Vec<String>,
    /// Whether the text is compiled with these flags only: lines that `#if` leaves out do not
    /// matter.
    pub one_configuration: bool,
}

impl Default for Flags {
    /// `$CC`, which may contain flags, or `cc`.
    fn default() -> Flags {
        let wanted = std::env::var("CC").unwrap_or_default();
        let mut words = wanted.split_whitespace().map(String::from);
        let cc = words.next().unwrap_or_else(|| "cc".into()).into();
        Flags {
            cc,
            args: words.collect(),
            folder: None,
            enumerated: Vec::new(),
            one_configuration: false,
        }
    }
}

impl Flags {
    /// Whether the compiler does the same under both.
    pub(crate) fn compile_as(&self, other: &Flags) -> bool {
        (&self.cc, &self.args, &self.folder) == (&other.cc, &other.args, &other.folder)
    }

    /// The flags without those that choose the output.
    pub fn without_output(&self) -> Vec<&str> {
        preprocessing_flags(&self.args)
    }
}

/// The flags without those that choose the output.
pub(crate) fn preprocessing_flags(args: &[String]) -> Vec<&str> {
    let mut kept = Vec::with_capacity(args.len());
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        match arg {
            "-o" | "-MF" | "-MT" | "-MQ" | "-MJ" | "-x" => drop(args.next()),
            // Their value may look like any other flag.
            "-I" | "-D" | "-U" | "-include" | "-imacros" | "-isystem" | "-iquote"
            | "-idirafter" => {
                kept.push(arg);
                kept.extend(args.next());
            }
            _ if chooses_output(arg) => {}
            _ => kept.push(arg),
        }
    }
    kept
}

fn chooses_output(arg: &str) -> bool {
    const WHOLE: [&str; 20] = [
        "-c",
        "-S",
        "-E",
        "-P",
        "-C",
        "-CC",
        "-M",
        "-MM",
        "-MD",
        "-MMD",
        "-MG",
        "-MP",
        "-dM",
        "-dD",
        "-dN",
        "-dI",
        "-dU",
        "-fdirectives-only",
        "-fsyntax-only",
        "-fpreprocessed",
    ];
    const STARTS: [&str; 8] = [
        "-o",
        "-MF",
        "-MT",
        "-MQ",
        "-MJ",
        "-x",
        "-save-temps",
        "-Wp,-M",
    ];
    WHOLE.contains(&arg) || STARTS.iter().any(|start| arg.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(args: &[&str]) -> String {
        let args: Vec<String> = args.iter().map(|&a| a.into()).collect();
        preprocessing_flags(&args).join(" ")
    }

    #[test]
    fn output_flags_are_dropped() {
        assert_eq!(
            kept(&[
                "-c", "-O3", "-o", "x.o", "-DN=4", "-MD", "-MF", "x.d", "-ox", "-P"
            ]),
            "-O3 -DN=4"
        );
        assert_eq!(
            kept(&["-I", "-o", "-D", "c", "-std=c99", "-fopenmp"]),
            "-I -o -D c -std=c99 -fopenmp"
        );
    }
}
