//! A compiler's command line: its sources, its flags, and where it writes dependencies. Knows how
//! gcc and clang read their arguments, nothing of folding.

use crate::cli::arguments::args::{Cli, Command};
use clap::Parser;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// Programs that run the compiler named after them.
const LAUNCHERS: [&str; 4] = ["ccache", "distcc", "icecc", "sccache"];

/// Options whose value is the next word.
const VALUED: [&str; 50] = [
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-A",
    "-B",
    "-b",
    "-V",
    "-G",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-iframework",
    "-ivfsoverlay",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-Xanalyzer",
    "-mllvm",
    "-arch",
    "-target",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-wrapper",
    "-framework",
    "-resource-dir",
    "--param",
    "--sysroot",
    "-serialize-diagnostics",
];

/// Flags under which the original is compiled: they ask for a property of the text as written, or
/// for files that would name a temporary file.
const UNTOUCHED: [&str; 26] = [
    "-E",
    "-M",
    "-MM",
    "-MJ",
    "-###",
    "-fsyntax-only",
    "-fpreprocessed",
    "-fdirectives-only",
    "-traditional",
    "-traditional-cpp",
    "-I-",
    "-Xpreprocessor",
    "-wrapper",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-coverage",
    "--coverage",
    "-ftest-coverage",
    "-fcoverage-mapping",
    "--analyze",
    "-analyze",
    "-emit-ast",
    "-emit-pch",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
];

/// Prefixes of such flags.
const UNTOUCHED_STARTS: [&str; 5] = [
    "-fprofile",
    "-fcs-profile",
    "-fauto-profile",
    "--language",
    "-fplugin",
];

/// The kind of a word of the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// An option.
    Flag,
    /// The value of the option before it.
    Value,
    /// A C file to be compiled.
    Source,
    /// Any other input.
    Input,
}

/// A parsed command line.
#[derive(Debug)]
pub(crate) struct Invocation {
    /// The compiler, after its launchers.
    pub(crate) program: Vec<OsString>,
    /// All other words.
    pub(crate) args: Vec<OsString>,
    kinds: Vec<Kind>,
}

impl Invocation {
    /// Parses a command line whose response files are expanded. `None` if it is empty.
    pub(crate) fn read(words: &[OsString]) -> Option<Invocation> {
        let words = &*after_pleat(words);
        let is_launcher = |word: &OsString| LAUNCHERS.contains(&name_of(word).as_str());
        let launchers = words.iter().take_while(|w| is_launcher(w)).count();
        let compiler_follows = words.get(launchers).is_some_and(may_be_program);
        let program = match launchers {
            0 => 1,
            _ if compiler_follows => launchers + 1,
            _ => launchers,
        };
        let (program, args) = words.split_at_checked(program)?;
        let c_by_default = !name_of(program.last()?).contains("++");
        Some(Invocation {
            program: program.to_vec(),
            kinds: kinds(args, c_by_default),
            args: args.to_vec(),
        })
    }

    /// The compiler itself; `cc` if only a launcher is named.
    pub(crate) fn compiler(&self) -> OsString {
        let compiler = self.program.last().cloned().unwrap_or_default();
        match LAUNCHERS.contains(&name_of(&compiler).as_str()) {
            true => "cc".into(),
            false => compiler,
        }
    }

    /// The positions of the C sources in `args`; none if the original must be compiled.
    pub(crate) fn sources(&self) -> Vec<usize> {
        if self.flags().any(stays_untouched) || self.args.iter().any(is_stream) {
            return Vec::new();
        }
        (0..self.args.len())
            .filter(|&at| self.kinds[at] == Kind::Source)
            .collect()
    }

    /// Whether any C file is compiled, under any flags.
    pub(crate) fn has_source(&self) -> bool {
        self.kinds.contains(&Kind::Source)
    }

    /// The flags that may matter to the preprocessor: all but inputs, outputs, and flags for the
    /// assembler and the linker.
    pub(crate) fn preprocessor_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut dropped = false;
        for (arg, kind) in self.args.iter().zip(&self.kinds) {
            dropped = match kind {
                Kind::Source | Kind::Input => true,
                Kind::Flag => is_for_later(&arg.to_string_lossy()),
                Kind::Value => dropped,
            };
            if !dropped {
                flags.push(arg.to_string_lossy().into_owned());
            }
        }
        flags
    }

    /// Whether the compile also writes a dependency file.
    pub(crate) fn writes_dependencies(&self) -> bool {
        self.flags().any(|flag| {
            matches!(
                flag,
                "-MD" | "-MMD" | "--write-dependencies" | "--write-user-dependencies"
            ) || flag.starts_with("-Wp,-MD")
                || flag.starts_with("-Wp,-MMD")
        })
    }

    /// Every possible path of the dependency file of a source, by the rules of gcc and clang.
    pub(crate) fn dependency_files(&self, source: &Path) -> Vec<PathBuf> {
        let stem = PathBuf::from(source.file_stem().unwrap_or_default());
        let with = |start: &OsStr| {
            let mut name = start.to_os_string();
            name.push("-");
            name.push(&stem);
            PathBuf::from(with_ending(&name))
        };
        let mut found: Vec<PathBuf> = self.value("-MF").map(PathBuf::from).into_iter().collect();
        found.extend(self.flags().filter_map(wrapped_dependency_file));
        if let Some(output) = self.value("-o") {
            let output = PathBuf::from(output);
            found.push(output.with_extension("d"));
            found.push(with(output.as_os_str()));
            found.push(with(output.with_extension("").as_os_str()));
        }
        found.push(PathBuf::from(with_ending(stem.as_os_str())));
        found.push(with(OsStr::new("a")));
        found
    }

    /// The name that the user's own prefix maps give to a path; `kind` is `macro` or `debug`.
    pub(crate) fn mapped(&self, kind: &str, path: &str) -> String {
        let own = format!("-f{kind}-prefix-map=");
        let maps = self.flags().filter_map(|flag| {
            let map = flag.strip_prefix("-ffile-prefix-map=");
            map.or_else(|| flag.strip_prefix(&own))?.split_once('=')
        });
        let mapped = |(old, new): (&str, &str)| Some(format!("{new}{}", path.strip_prefix(old)?));
        maps.filter_map(mapped)
            .last()
            .unwrap_or_else(|| path.into())
    }

    fn flags(&self) -> impl Iterator<Item = &str> {
        let flags = self.args.iter().zip(&self.kinds);
        flags
            .filter(|(_, kind)| **kind == Kind::Flag)
            .filter_map(|(arg, _)| arg.to_str())
    }

    /// The last value of an option, joined to it or in the next word.
    fn value(&self, option: &str) -> Option<OsString> {
        let at = (0..self.args.len()).rev().find(|&at| {
            self.kinds[at] == Kind::Flag && self.args[at].as_bytes().starts_with(option.as_bytes())
        })?;
        let joined = &self.args[at].as_bytes()[option.len()..];
        match joined.is_empty() {
            true => self.args.get(at + 1).cloned(),
            false => Some(OsString::from_vec(joined.to_vec())),
        }
    }
}

/// The compiler's words after those of `pleat cc`, which occurs in databases of builds that fold.
fn after_pleat(words: &[OsString]) -> Cow<'_, [OsString]> {
    let is_pleat = words.first().is_some_and(|word| name_of(word) == "pleat");
    let own = is_pleat.then(|| Cli::try_parse_from(words).ok()).flatten();
    match own.map(|cli| cli.command) {
        Some(Command::Cc(args)) => args.command.into(),
        _ => words.into(),
    }
}

fn with_ending(name: &OsStr) -> OsString {
    let mut name = name.to_os_string();
    name.push(".d");
    name
}

fn name_of(program: &OsString) -> String {
    let name = Path::new(program).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Whether a word of a command line may name a compiler, rather than a flag or a C file.
pub(crate) fn may_be_program(word: &OsString) -> bool {
    let is_flag = matches!(word.as_bytes().first(), Some(b'-' | b'@') | None);
    !is_flag && Path::new(word).extension().is_none_or(|e| e != "c")
}

fn kinds(args: &[OsString], c_by_default: bool) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::with_capacity(args.len());
    let mut language: Option<String> = None;
    for (at, arg) in args.iter().enumerate() {
        let text = arg.to_string_lossy();
        let before = at.checked_sub(1).map(|b| (&args[b], kinds[b]));
        let option = before.filter(|(_, kind)| *kind == Kind::Flag);
        let option = option.map(|(option, _)| option.to_string_lossy());
        let kind = match option {
            Some(option) if VALUED.contains(&&*option) => {
                if option == "-x" {
                    language = Some(text.into_owned()).filter(|l| l != "none");
                }
                Kind::Value
            }
            _ if text == "-" => Kind::Input,
            _ if text.starts_with('-') => {
                if let Some(joined) = text.strip_prefix("-x").filter(|l| !l.is_empty()) {
                    language = Some(joined.to_string()).filter(|l| l != "none");
                }
                Kind::Flag
            }
            _ if is_c(Path::new(arg), language.as_deref(), c_by_default) => Kind::Source,
            _ => Kind::Input,
        };
        kinds.push(kind);
    }
    kinds
}

fn is_c(path: &Path, language: Option<&str>, c_by_default: bool) -> bool {
    match language {
        Some(language) => language == "c",
        None => c_by_default && path.extension().is_some_and(|e| e == "c"),
    }
}

/// Whether a word names a file that may be readable only once, such as a response file that is not
/// a plain file.
fn is_stream(word: &OsString) -> bool {
    let word = word.to_string_lossy();
    let streams = ["/dev/stdin", "/dev/fd/", "/proc/"];
    let is_named = streams.iter().any(|stream| word.contains(stream));
    let joined = ["-include", "-imacros"].into_iter();
    let joined = joined.filter_map(|flag| word.strip_prefix(flag));
    let is_pipe = [&*word].into_iter().chain(joined).any(is_pipe);
    word == "-" || word.starts_with('@') || is_named || is_pipe
}

fn is_pipe(path: &str) -> bool {
    std::fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

fn stays_untouched(flag: &str) -> bool {
    UNTOUCHED.contains(&flag)
        || UNTOUCHED_STARTS.iter().any(|start| flag.starts_with(start))
        || flag.starts_with("-fdiagnostics-format=") && flag.ends_with("-file")
}

/// Whether a flag names an output or is for the assembler or the linker.
fn is_for_later(flag: &str) -> bool {
    const STARTS: [&str; 9] = ["-o", "-MF", "-MT", "-MQ", "-MJ", "-l", "-L", "-Wl,", "-Wa,"];
    const WHOLE: [&str; 6] = ["-Xlinker", "-Xassembler", "-T", "-u", "-z", "-e"];
    WHOLE.contains(&flag) || STARTS.iter().any(|start| flag.starts_with(start))
}

/// The file of `-Wp,-MD,file`, `-Wp,-MMD,file` and `-Wp,...,-MF,file`.
fn wrapped_dependency_file(flag: &str) -> Option<PathBuf> {
    let mut words = flag.strip_prefix("-Wp,")?.split(',');
    let names_file = |word: &str| matches!(word, "-MD" | "-MMD" | "-MF");
    words.find(|word| names_file(word))?;
    words.find(|word| !names_file(word)).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Invocation {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Invocation::read(&words).unwrap()
    }

    fn sources(line: &str) -> String {
        let invocation = read(line);
        let sources = invocation.sources();
        let names: Vec<_> = sources
            .iter()
            .map(|&at| invocation.args[at].to_str().unwrap())
            .collect();
        names.join(" ")
    }

    #[test]
    fn sources_are_found() {
        assert_eq!(sources("gcc -O3 -c k.c -o k.o"), "k.c");
        assert_eq!(sources("gcc a.c b.o -o c.c dir/d.c -lm"), "a.c dir/d.c");
        assert_eq!(
            sources("gcc -include a.c -D b.c -MF d.c -x c e f.c"),
            "e f.c"
        );
        assert_eq!(sources("gcc -xassembler a.c -x none b.c -x c++ c.c"), "b.c");
        assert_eq!(sources("gcc -c a.s b.S c.cc d.i e.h f.C"), "");
        assert_eq!(sources("g++ -c a.c"), "");
        assert_eq!(sources("ccache gcc -c a.c"), "a.c");
        assert_eq!(sources("distcc -c a.c"), "a.c");
        assert_eq!(sources("/bin/pleat cc -v -- ccache gcc -c a.c"), "a.c");
        assert_eq!(
            sources("/bin/pleat cc --keep t gcc -c a.c -- b.c"),
            "a.c b.c"
        );
        assert_eq!(sources("ccache /usr/bin/clang++-14 -c a.c"), "");
    }

    #[test]
    fn some_commands_stay() {
        for flag in [
            "-",
            "-include /dev/fd/63",
            "@pipe",
            "-E",
            "-M",
            "-MM",
            "-fsyntax-only",
            "-###",
            "--coverage",
            "-fprofile-use=x",
        ] {
            assert_eq!(sources(&format!("gcc {flag} a.c")), "", "{flag}");
        }
        assert_eq!(sources("gcc -c a.c b.c -MD -MF x.d"), "a.c b.c");
        assert_eq!(sources("gcc -c a.c -MD -MF x.d"), "a.c");
        assert_eq!(sources("gcc -c a.c b.c -MD"), "a.c b.c");
    }

    #[test]
    fn flags_for_the_preprocessor() {
        let flags = |line: &str| read(line).preprocessor_flags().join(" ");
        assert_eq!(
            flags("gcc -I x.c -O2 a.c b.o -D N -lm -L q -Wl,-s -Xlinker y -Wa,z -o a.out"),
            "-I x.c -O2 -D N"
        );
    }

    #[test]
    fn dependency_files_by_the_rules() {
        let has = |line: &str, file: &str| {
            let invocation = read(line);
            assert!(invocation.writes_dependencies(), "{line}");
            let files = invocation.dependency_files(Path::new("src/k.c"));
            assert!(files.contains(&PathBuf::from(file)), "{line}: {files:?}");
        };
        has("gcc -MD -c src/k.c", "k.d");
        has("gcc -MD -c src/k.c -o o/x.y.o", "o/x.y.d");
        has("gcc -MMD -MFq -c src/k.c -o o/x.y.o", "q");
        has("gcc -MMD -MF q -c src/k.c", "q");
        has("gcc -MD src/k.c", "a-k.d");
        has("gcc -MD src/k.c src/l.c -o prog", "prog-k.d");
        has("gcc -Wp,-MMD,.k.o.d -c src/k.c", ".k.o.d");
        has("gcc -Wp,-MD,-MF,x.d -c src/k.c", "x.d");
    }

    #[test]
    fn own_prefix_maps() {
        let line = "gcc -ffile-prefix-map=/b=. -fdebug-prefix-map=/b/d=D -c /b/d/k.c";
        assert_eq!(read(line).mapped("macro", "/b/d/k.c"), "./d/k.c");
        assert_eq!(read(line).mapped("debug", "/b/d/k.c"), "D/k.c");
        assert_eq!(read(line).mapped("debug", "k.c"), "k.c");
    }
}
