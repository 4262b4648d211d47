//! The abilities of both sides.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, ExecuteCommandOptions,
    HoverProviderCapability, PositionEncodingKind, SaveOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions,
};
use serde_json::Value;

/// The command that folds one array.
pub(super) const FOLD: &str = "pleat.fold";

/// The abilities of a client that matter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client {
    /// It asks for the edit of a code action when the user has chosen it.
    pub(super) resolves_edits: bool,
    /// It takes edits of a version of a document.
    pub(super) versions: bool,
    /// It can watch files.
    pub(super) watches: bool,
}

impl Client {
    /// The abilities in the parameters of `initialize`.
    pub(super) fn of(params: &Value) -> Client {
        let at = |path: &str| params.pointer(&format!("/capabilities{path}"));
        let is = |path: &str| at(path).and_then(Value::as_bool).unwrap_or(false);
        let resolved = at("/textDocument/codeAction/resolveSupport/properties");
        let resolved = resolved.and_then(Value::as_array);
        Client {
            resolves_edits: resolved.is_some_and(|all| all.iter().any(|name| name == "edit")),
            versions: is("/workspace/workspaceEdit/documentChanges"),
            watches: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }
}

/// The abilities of the server.
pub(super) fn server() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_REWRITE,
            ]),
            resolve_provider: Some(true),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![FOLD.to_string()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}
