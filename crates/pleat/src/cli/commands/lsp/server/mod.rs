//! The loop of the server: messages of the editor and answers of processes, one after the other.

mod folds;
mod sending;

use super::actions::{self, Fold};
use super::answer::Answer;
use super::document::{Document, path_of};
use super::hover;
use super::process::Process;
use super::support::{self, Client, FOLD};
use super::transport;
use crate::cli::screen::exit;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as _,
};
use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, ExecuteCommand, HoverRequest, Request as _,
};
use lsp_types::{
    CodeAction, CodeActionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandParams, HoverParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// A text is folded when it has not changed for this long.
const REST: Duration = Duration::from_millis(200);

/// How many processes may run at once.
const MOST_PROCESSES: usize = 2;

/// How often the loop looks at running processes.
const INTERVAL: Duration = Duration::from_millis(500);

/// What the loop reacts to.
enum Event {
    Message(Message),
    Answer(u64, Answer),
    /// The editor has left.
    End,
}

/// The purpose of a process.
enum Purpose {
    /// Diagnostics, hover and actions for a version of a document.
    Document(Uri, i32),
    /// The edit of a code action, for a request.
    Edit(Fold, RequestId, Box<CodeAction>),
    /// An edit that the server asks the editor to apply, for a request.
    Apply(Fold, RequestId),
}

struct Server {
    connection: Connection,
    client: Client,
    /// The words of a process that answers questions.
    words: Vec<OsString>,
    documents: BTreeMap<Uri, Document>,
    processes: BTreeMap<u64, (Process, Purpose)>,
    last_process: u64,
    last_request: i32,
    events: Sender<Event>,
    is_shut_down: bool,
}

/// Serves an editor on standard input and output. Returns the exit status.
pub(super) fn run(words: Vec<OsString>) -> Result<u8, String> {
    let (connection, threads) = transport::stdio()?;
    let served = serve(connection, words);
    match (served, threads.join()) {
        (Ok(true), _) => Ok(exit::DONE),
        (Ok(false), Ok(())) => Ok(exit::CHANGES),
        (Ok(false), Err(message)) | (Err(message), _) => Err(message),
    }
}

/// Serves until the editor leaves. Returns whether it left in order.
fn serve(connection: Connection, words: Vec<OsString>) -> Result<bool, String> {
    let Ok((id, params)) = connection.initialize_start() else {
        return Ok(false);
    };
    let about = json!({
        "capabilities": support::server(),
        "serverInfo": { "name": "pleat", "version": env!("CARGO_PKG_VERSION") },
    });
    if connection.initialize_finish(id, about).is_err() {
        return Ok(false);
    }
    let (sender, events) = mpsc::channel();
    let messages = connection.receiver.clone();
    let forward = sender.clone();
    let forwarding = move || {
        for message in messages {
            if forward.send(Event::Message(message)).is_err() {
                return;
            }
        }
        let _ = forward.send(Event::End);
    };
    let thread = thread::Builder::new().spawn(forwarding);
    thread.map_err(|e| format!("cannot start a thread: {e}"))?;
    let mut server = Server {
        connection,
        client: Client::of(&params),
        words,
        documents: BTreeMap::new(),
        processes: BTreeMap::new(),
        last_process: 0,
        last_request: 0,
        events: sender,
        is_shut_down: false,
    };
    server.watch_files();
    Ok(server.serve(&events))
}

impl Server {
    /// Serves until the editor leaves. Returns whether it left in order.
    fn serve(&mut self, events: &Receiver<Event>) -> bool {
        loop {
            match events.recv_timeout(self.pause()) {
                Ok(Event::Message(Message::Request(request))) => self.request(request),
                Ok(Event::Message(Message::Notification(note))) if note.method == "exit" => {
                    return self.is_shut_down;
                }
                Ok(Event::Message(Message::Notification(note))) => self.notification(note),
                Ok(Event::Message(Message::Response(_))) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::Answer(id, answer)) => self.answer(id, answer),
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return false,
            }
            self.end_slow_processes();
            self.fold_rested();
        }
    }

    /// How long nothing is to be done.
    fn pause(&self) -> Duration {
        let due = self.documents.values().filter_map(|document| document.due);
        let is_free = self.processes.len() < MOST_PROCESSES;
        let due = due.min().filter(|_| is_free);
        let rest = due.map(|due| due.saturating_duration_since(Instant::now()));
        rest.unwrap_or(INTERVAL).min(INTERVAL)
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        let done = match request.method.as_str() {
            _ if self.is_shut_down => Err((ErrorCode::InvalidRequest, "shut down".to_string())),
            "shutdown" => {
                self.is_shut_down = true;
                self.processes.clear();
                self.respond(&id, ());
                Ok(())
            }
            HoverRequest::METHOD => params(request.params).map(|p| self.hover(&id, &p)),
            CodeActionRequest::METHOD => params(request.params).map(|p| self.actions(&id, &p)),
            CodeActionResolveRequest::METHOD => {
                params(request.params).and_then(|action| self.resolve(&id, action))
            }
            ExecuteCommand::METHOD => params(request.params).and_then(|p| self.execute(&id, p)),
            other => Err((ErrorCode::MethodNotFound, format!("no method {other}"))),
        };
        if let Err((code, message)) = done {
            self.refuse(id, code, message);
        }
    }

    fn notification(&mut self, note: Notification) {
        match note.method.as_str() {
            DidOpenTextDocument::METHOD => self.with(note.params, Server::open),
            DidChangeTextDocument::METHOD => self.with(note.params, Server::change),
            DidSaveTextDocument::METHOD => self.with(note.params, Server::save),
            DidCloseTextDocument::METHOD => self.with(note.params, Server::close),
            DidChangeWatchedFiles::METHOD => self.fold_all_again(),
            "$/cancelRequest" => self.cancel(&note.params),
            _ => {}
        }
    }

    /// Calls a function with the parameters of a notification, if they are valid.
    fn with<P: DeserializeOwned>(&mut self, value: Value, call: fn(&mut Server, P)) {
        if let Ok(params) = serde_json::from_value(value) {
            call(self, params);
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let Some(path) = path_of(&opened.uri).filter(|_| opened.language_id == "c") else {
            return;
        };
        let document = Document {
            path,
            version: opened.version,
            text: opened.text,
            due: Some(Instant::now()),
            answered: None,
        };
        self.documents.insert(opened.uri, document);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.uri;
        let Some(document) = self.documents.get_mut(&uri) else {
            return;
        };
        // Changes are whole texts, as the server asks for them.
        let whole = params
            .content_changes
            .into_iter()
            .rfind(|c| c.range.is_none());
        if let Some(change) = whole {
            document.version = params.text_document.version;
            document.text = change.text;
            document.due = Some(Instant::now() + REST);
            self.abandon(&uri);
        }
    }

    fn save(&mut self, params: DidSaveTextDocumentParams) {
        let uri = params.text_document.uri;
        let is_header = uri.path().as_str().ends_with(".h");
        match self.documents.get_mut(&uri) {
            _ if is_header => self.fold_all_again(),
            Some(document) => document.due = Some(Instant::now()),
            None => {}
        }
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        if self.documents.remove(&uri).is_some() {
            self.abandon(&uri);
            self.publish(&uri, Vec::new(), None);
        }
    }

    fn cancel(&mut self, params: &Value) {
        let id = params
            .get("id")
            .cloned()
            .map(serde_json::from_value::<RequestId>);
        let Some(Ok(id)) = id else {
            return;
        };
        let is_meant = |purpose: &Purpose| match purpose {
            Purpose::Edit(_, own, _) | Purpose::Apply(_, own) => *own == id,
            Purpose::Document(..) => false,
        };
        let mut processes = self.processes.iter();
        let found = processes.find(|(_, (_, purpose))| is_meant(purpose));
        if let Some(process) = found.map(|(process, _)| *process) {
            self.processes.remove(&process);
            self.refuse(id, ErrorCode::RequestCanceled, "canceled".to_string());
        }
    }

    fn hover(&mut self, id: &RequestId, params: &HoverParams) {
        let at = &params.text_document_position_params;
        let answered = self.current(&at.text_document.uri);
        let hover = answered.and_then(|answered| hover::at(answered, at.position));
        self.respond(id, hover);
    }

    fn actions(&mut self, id: &RequestId, params: &CodeActionParams) {
        let answered = self.current(&params.text_document.uri);
        let actions = answered.map(|a| actions::offered(params, a, self.client));
        self.respond(id, actions.unwrap_or_default());
    }

    fn resolve(&mut self, id: &RequestId, action: CodeAction) -> Result<(), Refusal> {
        match action.data.clone() {
            None => self.respond(id, action),
            Some(data) => {
                let fold: Fold = params(data)?;
                let purpose = Purpose::Edit(fold.clone(), id.clone(), Box::new(action));
                self.fold_one(&fold, purpose)?;
            }
        }
        Ok(())
    }

    fn execute(&mut self, id: &RequestId, command: ExecuteCommandParams) -> Result<(), Refusal> {
        if command.command != FOLD {
            let message = format!("no command {}", command.command);
            return Err((ErrorCode::InvalidParams, message));
        }
        let fold = command.arguments.into_iter().next().unwrap_or_default();
        let fold: Fold = params(fold)?;
        let purpose = Purpose::Apply(fold.clone(), id.clone());
        self.fold_one(&fold, purpose)
    }
}

/// Why a request is refused.
type Refusal = (ErrorCode, String);

fn params<P: DeserializeOwned>(value: Value) -> Result<P, Refusal> {
    serde_json::from_value(value).map_err(|e| (ErrorCode::InvalidParams, e.to_string()))
}

fn modified() -> Refusal {
    let message = "the text has changed since the fold was offered".to_string();
    (ErrorCode::ContentModified, message)
}
