//! Messages to the editor.

use super::Server;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{DidChangeWatchedFiles, Notification as _, PublishDiagnostics};
use lsp_types::request::RegisterCapability;
use lsp_types::{PublishDiagnosticsParams, Uri};
use serde::Serialize;
use serde_json::json;

impl Server {
    pub(super) fn publish(
        &self,
        uri: &Uri,
        diagnostics: Vec<lsp_types::Diagnostic>,
        version: Option<i32>,
    ) {
        let params = PublishDiagnosticsParams::new(uri.clone(), diagnostics, version);
        let note = Notification::new(PublishDiagnostics::METHOD.to_string(), params);
        self.send(note.into());
    }

    /// Asks the editor to tell when files change on which folds depend.
    pub(super) fn watch_files(&mut self) {
        if !self.client.watches {
            return;
        }
        let globs = ["**/pleat.toml", "**/compile_commands.json"];
        let watchers = globs.map(|glob| json!({ "globPattern": glob }));
        let registration = json!({ "registrations": [{
            "id": "pleat-files",
            "method": DidChangeWatchedFiles::METHOD,
            "registerOptions": { "watchers": watchers },
        }]});
        if let Ok(params) = serde_json::from_value(registration) {
            self.ask::<RegisterCapability>(params);
        }
    }

    /// Sends a request; what the editor says to it does not matter.
    pub(super) fn ask<R: lsp_types::request::Request>(&mut self, params: R::Params)
    where
        R::Params: Serialize,
    {
        self.last_request += 1;
        let request = Request::new(self.last_request.into(), R::METHOD.to_string(), params);
        self.send(request.into());
    }

    pub(super) fn respond(&self, id: &RequestId, result: impl Serialize) {
        self.send(Response::new_ok(id.clone(), result).into());
    }

    pub(super) fn refuse(&self, id: RequestId, code: ErrorCode, message: String) {
        self.send(Response::new_err(id, code as i32, message).into());
    }

    /// Sends a message. If the editor has left, the end of its messages says so.
    pub(super) fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }
}
