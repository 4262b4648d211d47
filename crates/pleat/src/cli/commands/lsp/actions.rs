//! Code actions: fold one array, or all.

use super::answer::{Array, ArrayName, Kind};
use super::diagnostics::of_array;
use super::document::{Answered, Document};
use super::positions::{Lines, edits};
use super::scope::array_at;
use super::support::{Client, FOLD};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, DocumentChanges,
    OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, Uri, WorkspaceEdit,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A request to fold the arrays of one name in a function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Fold {
    pub(super) uri: Uri,
    /// The version of the document for which it was offered.
    pub(super) version: i32,
    pub(super) name: ArrayName,
}

/// The actions for a range of a document whose answer is up to date.
pub(super) fn offered(
    params: &CodeActionParams,
    answered: &Answered,
    client: Client,
) -> Vec<CodeActionOrCommand> {
    let uri = &params.text_document.uri;
    let wanted = |kind: &CodeActionKind| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| only.iter().any(|one| includes(one, kind)))
    };
    let mut actions = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        for array in folding_at(params, answered) {
            actions.push(fold_one(uri, answered, array, client));
        }
    }
    let all = answered.answer.text.as_ref();
    if let Some(text) = all.filter(|_| wanted(&CodeActionKind::REFACTOR_REWRITE)) {
        actions.push(CodeAction {
            title: fold_all_title(&answered.answer.arrays),
            kind: Some(CodeActionKind::REFACTOR_REWRITE),
            edit: Some(edit(uri, answered.version, (&answered.text, text), client)),
            ..CodeAction::default()
        });
    }
    actions.into_iter().map(CodeActionOrCommand::from).collect()
}

/// Whether a kind is another one or a part of it.
fn includes(kind: &CodeActionKind, part: &CodeActionKind) -> bool {
    let rest = part.as_str().strip_prefix(kind.as_str());
    rest.is_some_and(|rest| rest.is_empty() || kind.as_str().is_empty() || rest.starts_with('.'))
}

/// The arrays that fold and are declared on the lines of the range, or named at its start; one for
/// each name.
fn folding_at<'a>(params: &CodeActionParams, answered: &'a Answered) -> Vec<&'a Array> {
    let lines = Lines::new(&answered.text);
    let range = params.range;
    let arrays = &answered.answer.arrays;
    let named = array_at(&answered.text, lines.offset(range.start), arrays);
    let is_declared = |array: &&Array| {
        let line = lines.position(array.place.start).line;
        (range.start.line..=range.end.line).contains(&line)
    };
    let declared = arrays.iter().filter(is_declared);
    let mut found: Vec<&Array> = Vec::new();
    for array in named.into_iter().chain(declared) {
        let is_new = || {
            found
                .iter()
                .all(|known| known.full_name() != array.full_name())
        };
        if array.kind == Kind::Folds && is_new() {
            found.push(array);
        }
    }
    found
}

fn fold_one(uri: &Uri, answered: &Answered, array: &Array, client: Client) -> CodeAction {
    let fold = Fold {
        uri: uri.clone(),
        version: answered.version,
        name: array.full_name(),
    };
    let title = fold_title(&answered.answer.arrays, array);
    let data = serde_json::to_value(fold).ok();
    let diagnostic = of_array(uri, &Lines::new(&answered.text), array);
    let action = CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: diagnostic.map(|diagnostic| vec![diagnostic]),
        ..CodeAction::default()
    };
    match client.resolves_edits {
        true => CodeAction { data, ..action },
        false => CodeAction {
            command: Some(Command::new(title, FOLD.to_string(), data.map(|d| vec![d]))),
            ..action
        },
    }
}

/// ``Fold `t`: 3 rows of w, 2 KiB instead of 1 MiB``
fn fold_title(arrays: &[Array], array: &Array) -> String {
    let (name, function) = (&array.name, &array.function);
    let folds = || arrays.iter().filter(|a| a.kind == Kind::Folds);
    let named = folds().filter(|a| a.name == *name).count();
    match folds()
        .filter(|a| a.full_name() == array.full_name())
        .count()
    {
        0 | 1 if named < 2 => format!("Fold `{name}`: {}", array.summary),
        0 | 1 => format!("Fold `{name}` of `{function}`: {}", array.summary),
        own => format!("Fold all {own} arrays named `{name}` in `{function}`"),
    }
}

fn fold_all_title(arrays: &[Array]) -> String {
    match arrays.iter().filter(|a| a.kind == Kind::Folds).count() {
        0 => "Apply what pleat fold changes".to_string(),
        1 => "Fold all arrays (1)".to_string(),
        n => format!("Fold all arrays ({n})"),
    }
}

/// The edit of a document from its text to a new one.
pub(super) fn edit(
    uri: &Uri,
    version: i32,
    (old, new): (&str, &str),
    client: Client,
) -> WorkspaceEdit {
    let edits = edits(old, new);
    if !client.versions {
        return WorkspaceEdit::new(HashMap::from([(uri.clone(), edits)]));
    }
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: uri.clone(),
                version: Some(version),
            },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        }])),
        ..WorkspaceEdit::default()
    }
}

/// The edit of a fold, from the folded text in an answer.
pub(super) fn edit_of(
    fold: &Fold,
    document: &Document,
    new: Option<&str>,
    client: Client,
) -> WorkspaceEdit {
    let new = new.unwrap_or(&document.text);
    edit(&fold.uri, document.version, (&document.text, new), client)
}
