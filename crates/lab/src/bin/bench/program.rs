//! Programs of the corpus as the bench builds and runs them: folded or not, with timed calls of
//! `kernel`.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Included before every program.
const TIMED: &str = include_str!("timed.h");

/// Flags in addition to `-O3`: the same operations in both versions, so that their outputs can be
/// compared.
const COMMON: [&str; 5] = [
    "-std=gnu11",
    "-w",
    "-ffp-contract=off",
    "-Wno-unknown-pragmas",
    "-O3",
];

/// Functions of programs that set inputs and print results.
const NOT_TIMED: [&str; 8] = [
    "fnv", "free", "malloc", "memcpy", "memset", "noise", "printf", "srand",
];

/// The message for a file that cannot be read or written.
pub(crate) fn failed(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// How one version is folded.
pub(crate) struct Setting<'a> {
    /// The path of `pleat`.
    pub pleat: &'a Path,
    /// `size`, `speed` or `balanced`; `None` for the default of Pleat.
    pub objective: Option<&'a str>,
    /// Loops of stages are fused first.
    pub fuse: bool,
    /// As strips of rows that threads share.
    pub strips: bool,
    /// `NAME=VALUE` of every macro.
    pub macros: Vec<&'a str>,
    /// `name=NAME` of variables that hold a macro's value.
    pub variables: Vec<(&'a str, &'a str)>,
    /// Further flags of the compilers.
    pub flags: &'a [&'a str],
}

impl Setting<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        let pairs = self.macros.iter().filter_map(|m| m.split_once('='));
        pairs.filter(|(n, _)| *n == name).map(|(_, v)| v).next()
    }

    fn defines(&self) -> impl Iterator<Item = String> {
        self.macros.iter().map(|m| format!("-D{m}"))
    }

    /// The folded text and the outcome of each array.
    pub(crate) fn fold(&self, file: &Path, work: &Path) -> Result<(String, Vec<Array>), String> {
        let (output, report) = (work.join("folded.c"), work.join("report.json"));
        let mut command = Command::new(self.pleat);
        command.arg("fold").arg("-o").arg(&output);
        command.arg("--report").arg(&report);
        if self.fuse {
            command.arg("--fuse");
        }
        if self.strips {
            command.arg("--threads=strips");
        }
        if let Some(objective) = self.objective {
            command.args(["--objective", objective]);
        }
        for (name, of) in &self.variables {
            let value = self.value(of).unwrap_or("1000");
            command.args(["--param", &format!("{name}={value}")]);
        }
        command.arg(file).arg("--").args(self.defines());
        let done = command.output().map_err(|e| failed(self.pleat, e))?;
        if !done.status.success() {
            return Err(failed(file, String::from_utf8_lossy(&done.stderr)));
        }
        let text = read(&output)?;
        let report: Report =
            serde_json::from_str(&read(&report)?).map_err(|e| failed(&report, e))?;
        let original = read(file)?;
        let arrays = report
            .arrays
            .into_iter()
            .filter_map(|entry| entry.array(&original));
        Ok((text, arrays.collect()))
    }

    /// The text with statements at the start of the kernel that give its variables known values, so
    /// that the compiler sees constants; `None` if sizes are constants already.
    pub(crate) fn with_constant_sizes(&self, text: &str) -> Option<String> {
        let kernel = text.find("void kernel(")?;
        let body = kernel + text[kernel..].find("\n{\n")? + "\n{\n".len();
        let says =
            |(name, of): &(&str, &str)| format!("if ({name} != {of}) __builtin_unreachable();\n");
        let said: String = self.variables.iter().map(says).collect();
        (!said.is_empty()).then(|| format!("{}{said}{}", &text[..body], &text[body..]))
    }

    /// Compiles a text; returns the number of loops before `main` that were vectorised.
    pub(crate) fn build(
        &self,
        text: &str,
        compiler: Compiler,
        program: &Path,
    ) -> Result<usize, String> {
        let source = program.with_extension("c");
        let header = program.with_file_name("timed.h");
        write(&source, &timed(text))?;
        write(&header, TIMED)?;
        let mut command = Command::new(compiler.name());
        command
            .args(COMMON)
            .args(compiler.flags())
            .args(self.flags)
            .args(self.defines());
        command.arg("-include").arg(&header).arg("-o").arg(program);
        let done = command.arg(&source).arg("-lm").output();
        let done = done.map_err(|e| failed(Path::new(compiler.name()), e))?;
        let messages = String::from_utf8_lossy(&done.stderr);
        match done.status.success() {
            true => Ok(compiler.vectorised(&messages, line_of_main(text))),
            false => Err(failed(&source, messages)),
        }
    }
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| failed(path, e))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| failed(path, e))
}

fn line_of_main(text: &str) -> usize {
    let line = text.lines().position(|l| l.starts_with("int main("));
    line.map_or(usize::MAX, |line| line + 1)
}

/// Marks the definitions of kernels, and replaces their calls in `main` by the macro that times
/// them: what is called `kernel`, or the functions that statements of `main` call.
fn timed(text: &str) -> String {
    let main = line_of_main(text);
    let mut called: BTreeSet<&str> = text.lines().skip(main).filter_map(called).collect();
    if called.iter().any(|name| name.starts_with("kernel")) {
        called.retain(|name| name.starts_with("kernel"));
    }
    let lines = text.lines().enumerate();
    lines
        .map(|(number, line)| timed_line(line, number >= main, &called))
        .collect()
}

/// The function that a statement calls.
fn called(line: &str) -> Option<&str> {
    let call = line.trim().strip_suffix(");")?;
    let (before, _) = call.split_once('(')?;
    let name = before.rsplit(" = ").next()?;
    let is_kernel = before.starts_with(name) || before.split(" = ").count() == 2;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_kernel && is_name && !NOT_TIMED.contains(&name)).then_some(name)
}

fn timed_line(line: &str, in_main: bool, called_there: &BTreeSet<&str>) -> String {
    let statement = line.trim().trim_end_matches(';');
    let defined = line
        .split('(')
        .next()
        .and_then(|l| l.split([' ', '*']).next_back());
    let is_definition = !line.starts_with([' ', '#', '}']) && line.contains('(');
    match in_main {
        true if called(line).is_some_and(|name| called_there.contains(name)) => {
            format!("BENCH_TIMED({statement});\n")
        }
        false if is_definition && defined.is_some_and(|name| called_there.contains(name)) => {
            format!("BENCH_KERNEL {line}\n")
        }
        _ => format!("{line}\n"),
    }
}

#[derive(Deserialize)]
struct Report {
    arrays: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    function: String,
    line: Option<usize>,
    elements_before: Option<i64>,
    elements_after: Option<i64>,
}

/// A temporary array: its bytes before and after folding; none after it became a scalar.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub name: String,
    pub before: i64,
    pub after: i64,
    /// The same in elements.
    pub cells: [i64; 2],
}

impl Entry {
    /// Excludes arrays of `main` and those that were not analysed.
    fn array(self, text: &str) -> Option<Array> {
        let before = self.elements_before.filter(|_| self.function != "main")?;
        let bytes = element_bytes(text, self.line?);
        let cells = [before, self.elements_after.unwrap_or(before)];
        let stored = match cells[1] {
            1 => 0,
            after => after,
        };
        Some(Array {
            name: self.name,
            before: before * bytes,
            after: stored * bytes,
            cells,
        })
    }
}

/// Bytes of an element of a declaration in a line, which may use a macro.
fn element_bytes(text: &str, line: usize) -> i64 {
    let declaration = text.lines().nth(line - 1).unwrap_or_default();
    let macro_name = declaration.trim().split('(').next().unwrap_or_default();
    let definition = format!("#define {macro_name}(");
    let expanded = text.lines().find(|l| l.starts_with(&definition));
    let words = expanded.map_or(declaration, |l| l.split(')').nth(1).unwrap_or(l));
    let words = words.split(|c: char| !c.is_alphanumeric() && c != '_');
    let sizes = words.filter_map(|word| match word {
        "char" | "uint8_t" | "int8_t" => Some(1),
        "short" | "int16_t" | "uint16_t" => Some(2),
        "int" | "float" | "int32_t" | "uint32_t" | "unsigned" => Some(4),
        "double" | "long" | "int64_t" | "uint64_t" => Some(8),
        _ => None,
    });
    // `unsigned char` is a char, a lone `unsigned` an int.
    sizes.min().unwrap_or(8)
}

/// A compiler whose code is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    Gcc,
    Clang,
}

impl Compiler {
    pub(crate) const ALL: [Compiler; 2] = [Compiler::Gcc, Compiler::Clang];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        }
    }

    fn flags(self) -> &'static [&'static str] {
        match self {
            Compiler::Gcc => &["-march=native", "-fopt-info-vec-optimized"],
            Compiler::Clang => &["-Rpass=loop-vectorize"],
        }
    }

    fn remark(self) -> &'static str {
        match self {
            Compiler::Gcc => "optimized: loop vectorized",
            Compiler::Clang => "remark: vectorized loop",
        }
    }

    /// The number of different loops before a line that a remark calls vectorised.
    fn vectorised(self, messages: &str, end: usize) -> usize {
        let remarks = messages.lines().filter(|l| l.contains(self.remark()));
        let places = remarks.filter_map(|l| {
            let mut parts = l.split(':').skip(1);
            let line: usize = parts.next()?.parse().ok()?;
            Some((line, parts.next()?.to_string()))
        });
        let places: BTreeSet<_> = places.filter(|(line, _)| *line < end).collect();
        places.len()
    }
}

/// One run: seconds of the first call and of each further call, peak KiB, the first line of output.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub first: f64,
    pub further: f64,
    pub peak: f64,
    pub line: String,
}

/// Starts a program with an unlimited stack; on one core and with a limit on its address space in
/// KiB, if given.
pub(crate) fn start(
    program: &Path,
    core: Option<usize>,
    limit: Option<u64>,
) -> std::io::Result<Child> {
    command(program, core, limit).spawn()
}

/// Starts a program with an unlimited stack and so many threads.
pub(crate) fn start_threads(program: &Path, threads: u32) -> std::io::Result<Child> {
    let mut command = command(program, None, None);
    command.env("OMP_NUM_THREADS", threads.to_string());
    command.env("OMP_STACKSIZE", "64M").spawn()
}

fn command(program: &Path, core: Option<usize>, limit: Option<u64>) -> Command {
    let limit = limit.map_or(String::new(), |kib| format!("ulimit -v {kib} && "));
    let script = format!("{limit}ulimit -s unlimited && exec \"$0\"");
    let mut command = match core {
        Some(core) => {
            let mut command = Command::new("taskset");
            command.args(["-c", &core.to_string(), "sh"]);
            command
        }
        None => Command::new("sh"),
    };
    command.arg("-c").arg(script).arg(program);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the first line of output of a program; further output is ignored.
pub(crate) fn finish(mut child: Child) -> Option<Run> {
    let mut line = String::new();
    BufReader::new(child.stdout.take()?)
        .read_line(&mut line)
        .ok()?;
    let mut messages = String::new();
    child.stderr.take()?.read_to_string(&mut messages).ok()?;
    child.wait().ok()?;
    let calls = messages.lines().filter_map(|l| l.strip_prefix("timed "));
    let numbers = |l: &str| {
        l.split(' ')
            .filter_map(|w| w.parse().ok())
            .collect::<Vec<f64>>()
    };
    let mut run = Run {
        first: 0.0,
        further: 0.0,
        peak: 0.0,
        line: line.trim().to_string(),
    };
    for call in calls {
        let [first, further, peak] = numbers(call)[..] else {
            return None;
        };
        run.first += first;
        run.further += further;
        run.peak = run.peak.max(peak);
    }
    (!run.line.is_empty() && run.first > 0.0).then_some(run)
}

/// The path of the version by hand, if there is one.
pub(crate) fn by_hand(file: &Path) -> Option<PathBuf> {
    let path = Path::new("corpus/pipelines/by_hand").join(file.file_name()?);
    path.exists().then_some(path)
}

/// The file of a kernel, from the project's folder.
pub(crate) fn file_of(kernel: &str) -> PathBuf {
    Path::new("corpus").join(kernel).with_extension("c")
}
