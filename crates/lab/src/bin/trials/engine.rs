//! `trials engine`: one method of `pleat verify` alone, with an answer in the same form. Trials of
//! a single method find the mistakes that another method hides.

use affine::{Naming, Whole};
use c::facts::Wanted;
use c::{Contents, syntax::Syntax};
use interpret::{Limits, Outcome, Version};
use poly::Context;
use program::Program;
use serde_json::{Value, json};
use source::{Flags, SourceFile, preprocess};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Which method, on which files.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The method.
    #[arg(value_enum)]
    engine: Engine,
    /// The original.
    before: PathBuf,
    /// The other version.
    after: PathBuf,
    /// Flags for the preprocessor.
    #[arg(last = true)]
    flags: Vec<String>,
}

/// A method of `pleat verify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Engine {
    /// The equations of both versions are compared for all parameter values.
    Equations,
    /// Both versions are executed at small sizes.
    Execution,
}

/// Budget of one proof in operations of isl.
const OPERATIONS: u64 = 400_000_000;

/// A version of a file.
struct Text {
    file: SourceFile,
    program: Program,
}

/// An answer on one function: the verdict and its reason.
type Answer = (&'static str, String);

/// Prints the verdicts. The status is that of `pleat verify`.
pub(crate) fn run(arguments: &Arguments) -> Result<std::process::ExitCode, String> {
    let judged = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(pleat::STACK_BYTES);
        let handle = thread.spawn_scoped(scope, || answers(arguments));
        let handle = handle.map_err(|e| e.to_string())?;
        handle.join().map_err(|_| "panic".to_string())?
    })?;
    let has = |verdict: &str| judged.iter().any(|(_, (v, _))| *v == verdict);
    let status = match (has("refuted"), has("unknown")) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 0,
    };
    let function = |(name, (verdict, reason)): &(String, Answer)| -> Value {
        json!({"name": name, "verdict": verdict, "reason": reason})
    };
    let functions: Vec<Value> = judged.iter().map(function).collect();
    println!("{}", json!({"version": 1, "functions": functions}));
    Ok(status.into())
}

/// The verdict on every function of the original.
fn answers(arguments: &Arguments) -> Result<Vec<(String, Answer)>, String> {
    let before = read(&arguments.before, &arguments.flags)?;
    let after = read(&arguments.after, &arguments.flags)?;
    let names = before.program.functions.iter().map(|f| &f.name);
    let judged = names.map(|name| {
        let exists = after.program.functions.iter().any(|f| f.name == *name);
        let answer = match (exists, arguments.engine) {
            (false, _) => ("unknown", "it exists in one file only".to_string()),
            (true, Engine::Equations) => equations(&before.program, &after.program, name),
            (true, Engine::Execution) => execution(&before, &after, name),
        };
        (name.clone(), answer)
    });
    Ok(judged.collect())
}

fn read(path: &Path, flags: &[String]) -> Result<Text, String> {
    let failed = |e: String| format!("{}: {e}", path.display());
    let file = SourceFile::read(path).map_err(|e| failed(e.to_string()))?;
    let flags = Flags {
        args: flags.to_vec(),
        folder: path.parent().map(Path::to_path_buf),
        ..Flags::default()
    };
    let unit = preprocess(file.clone(), &flags).map_err(|e| failed(e.to_string()))?;
    let syntax = Syntax::of(&unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut Vec::new());
    let program = program::lower(&contents);
    Ok(Text { file, program })
}

fn equations(before: &Program, after: &Program, name: &str) -> Answer {
    let context = Context::new();
    context.start_budget(OPERATIONS);
    let system = |program, naming: &Naming| {
        affine::system(program, name, naming, &context).map_err(|unknown| unknown.to_string())
    };
    let proof = || -> Result<(), String> {
        let first: Whole = system(before, &naming("before"))?;
        let second = Naming {
            parameters: first.parameters.clone(),
            strides: first.strides.clone(),
            ..naming("after")
        };
        let second = system(after, &second)?;
        check::same_outputs(&first.system, &second.system)
            .map(|_| ())
            .map_err(|difference| difference.to_string())
    };
    match proof() {
        Ok(()) => ("proved", String::new()),
        Err(reason) => ("unknown", reason),
    }
}

fn naming(tag: &str) -> Naming {
    Naming {
        tag: tag.to_string(),
        ..Naming::default()
    }
}

fn execution(before: &Text, after: &Text, name: &str) -> Answer {
    let [one, two] = [before, after].map(|text| Version {
        program: &text.program,
        text: &text.file,
    });
    let limits = Limits::default();
    let outcome = match name {
        "main" => interpret::compare_main(one, two, &limits),
        _ => interpret::compare(one, two, name, &limits),
    };
    match outcome {
        Outcome::Differ(witness) => ("refuted", witness.to_string()),
        Outcome::Same { settings } => ("unknown", format!("no difference at {settings} settings")),
        Outcome::Inconclusive { reason, .. } => ("unknown", reason),
    }
}
