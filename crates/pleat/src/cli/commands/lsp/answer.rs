//! Questions of the server and their answers. The process that answers reads a question from
//! standard input.

use crate::cli::arguments::args::LspArgs;
use crate::cli::compiler::database;
use crate::cli::compiler::rejected::{self, Failure};
use crate::cli::files::several::fold_for_all;
use crate::cli::files::stack;
use crate::cli::screen::output;
use pleat::{Folded, Options};
use report::{ArrayEntry, Attention, Remark};
use serde::{Deserialize, Serialize};
use source::{Diagnostic, Flags, Severity, SourceFile};
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A text to fold.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Question {
    /// Its path; the file may have another text.
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// Fold only this array.
    pub(super) array: Option<ArrayName>,
}

/// The name of an array, which several of a function may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ArrayName {
    pub(super) array: String,
    pub(super) function: String,
}

/// What a fold of the text found.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) arrays: Vec<Array>,
    /// Warnings and errors that are not about one array: the message and its place.
    pub(super) warnings: Vec<(String, Range<usize>)>,
    /// The folded text, if it is another one.
    pub(super) text: Option<String>,
    /// Why there is no answer, if there is none, and the place of the cause.
    pub(super) problem: Option<(String, Range<usize>)>,
}

/// How much attention an array deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    Folds,
    NearMiss,
    Other,
}

/// An array of the text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Array {
    pub(super) name: String,
    /// Its function; empty at file scope.
    pub(super) function: String,
    pub(super) kind: Kind,
    /// The name of the reason, or `folded`.
    pub(super) code: String,
    /// The sizes of a fold: `3 rows of W, 96 KiB instead of 64 MiB`. The reason otherwise.
    pub(super) summary: String,
    /// Further sentences: the mapping, advice.
    pub(super) notes: Vec<String>,
    /// The assumptions of a fold.
    pub(super) assumes: Vec<String>,
    /// The bytes of its name in the declaration.
    pub(super) place: Range<usize>,
    /// Other places of the reason, with remarks.
    pub(super) related: Vec<(String, Range<usize>)>,
}

/// Answers the question on standard input.
pub(super) fn run(args: &LspArgs) -> Result<(), String> {
    let mut text = String::new();
    let read = std::io::stdin().lock().read_to_string(&mut text);
    read.map_err(|e| format!("cannot read the question: {e}"))?;
    let question: Question = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let answer = answer(args, question).unwrap_or_else(Answer::problem);
    let answer = serde_json::to_vec(&answer).map_err(|e| e.to_string())?;
    output::stdout(&answer)
}

fn answer(args: &LspArgs, question: Question) -> Result<Answer, Failure> {
    let (settings, from) = args.fold_options.settings_for(&question.path)?;
    let built = built_flags(args, &question.path)?;
    let flags = settings.all_flags(built, &args.flags, args.cc.as_ref());
    let (only, within) = match question.array {
        Some(name) => (vec![name.array], Some(name.function)),
        None => (settings.array.clone(), None),
    };
    let mut options = Options {
        hints: true,
        within,
        ..settings.fold_options.to_options(&only)
    };
    options.assume.other_files = from.has("assume");
    let file = SourceFile::new(question.path, question.text);
    let fold = |flags: &Flags| rejected::fold(&file, flags, &options);
    let folded = stack::large(|| fold_for_all(&flags, fold))??;
    match &folded.unsound {
        Some(unsound) => Err(format!("internal error: {unsound}. Please report it.").into()),
        None => Ok(Answer::of(&folded)),
    }
}

/// The flags of a file in the compilation database, if there is one that compiles it.
fn built_flags(args: &LspArgs, path: &Path) -> Result<Option<Vec<Flags>>, String> {
    let database = match &args.commands {
        Some(path) => Some(path.clone()),
        None => database::find(path),
    };
    let Some(database) = database else {
        return Ok(None);
    };
    let real = database::real(path);
    let mut compiled = database::read(&database)?.into_iter();
    match compiled.find(|compiled| compiled.file == real) {
        Some(own) => own.unread.map_or(Ok(Some(own.flags)), Err),
        None => Ok(None),
    }
}

impl Answer {
    /// An answer without results.
    pub(super) fn problem(cause: impl Into<Failure>) -> Answer {
        let (message, place) = cause.into().into_problem();
        let place = place.map_or(0..0, |place| place.range());
        Answer {
            problem: Some((message, place)),
            ..Answer::default()
        }
    }

    fn of(folded: &Folded) -> Answer {
        let arrays = folded.report.arrays.iter();
        let others = folded.remarks.iter();
        let is_warning = |r: &&Remark| r.severity >= Severity::Warning;
        let changed = folded.bytes != folded.file.bytes;
        Answer {
            arrays: arrays.filter_map(|a| Array::of(folded, a)).collect(),
            warnings: { others.filter(is_warning) }
                .map(|remark| (with_notes(remark), place(remark).unwrap_or_default()))
                .collect(),
            text: changed.then(|| String::from_utf8_lossy(&folded.bytes).into_owned()),
            problem: None,
        }
    }
}

impl Array {
    /// Its name.
    pub(super) fn full_name(&self) -> ArrayName {
        ArrayName {
            array: self.name.clone(),
            function: self.function.clone(),
        }
    }

    /// An array and its remark; `None` if it is not declared in the text.
    fn of(folded: &Folded, entry: &ArrayEntry) -> Option<Array> {
        let remark = folded.remarks.iter().find(|r| is_about(folded, r, entry))?;
        let kind = match entry.attention {
            Attention::Folded => Kind::Folds,
            Attention::NearMiss => Kind::NearMiss,
            Attention::Other => Kind::Other,
        };
        let sizes = remark.line.as_ref().and_then(|line| line.split_once(": "));
        let related = remark.labels.iter().filter(|label| !label.primary);
        let related = related.map(|label| (label.message.clone(), label.span.range()));
        Some(Array {
            name: entry.name.clone(),
            function: entry.function.clone(),
            kind,
            code: remark.code.clone().unwrap_or_default(),
            summary: sizes.map_or_else(|| entry.detail.clone(), |(_, sizes)| sizes.to_string()),
            notes: remark.notes.clone(),
            assumes: entry.assumes.clone(),
            place: place(remark)?,
            related: related.collect(),
        })
    }
}

/// Whether a remark is the one on this array.
fn is_about(folded: &Folded, remark: &Remark, entry: &ArrayEntry) -> bool {
    let place = place(remark).map(|place| folded.file.line_col(place.start as u32));
    let place = place.map(|at| (Some(at.line as usize), Some(at.column as usize)));
    let name = match (&remark.line, &remark.common) {
        (Some(line), _) => line.split_once(": ").map(|(name, _)| name),
        (None, common) => common.as_ref().map(|common| common.array.as_str()),
    };
    place == Some((entry.line, entry.column)) && name == Some(&entry.name)
}

/// The main place of a remark.
fn place(remark: &Diagnostic) -> Option<Range<usize>> {
    let label = remark.labels.iter().find(|label| label.primary)?;
    Some(label.span.range())
}

fn with_notes(remark: &Diagnostic) -> String {
    let lines = std::iter::once(&remark.message).chain(&remark.notes);
    lines.cloned().collect::<Vec<_>>().join("\n")
}
