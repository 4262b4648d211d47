//! The folds of the server: when they start, when they are abandoned, and what becomes of answers.

use super::{Event, MOST_PROCESSES, Purpose, REST, Refusal, Server, modified};
use crate::cli::commands::lsp::actions::{Fold, edit_of};
use crate::cli::commands::lsp::answer::{Answer, Question};
use crate::cli::commands::lsp::diagnostics;
use crate::cli::commands::lsp::document::{Answered, Document};
use crate::cli::commands::lsp::process::Process;
use lsp_server::ErrorCode;
use lsp_types::request::ApplyWorkspaceEdit;
use lsp_types::{ApplyWorkspaceEditParams, Uri, WorkspaceEdit};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The longest time of a fold.
const LIMIT: Duration = Duration::from_secs(60);

impl Server {
    /// The answer about the latest text of a document.
    pub(super) fn current(&self, uri: &Uri) -> Option<&Answered> {
        self.documents.get(uri)?.current()
    }

    /// Starts the folds of texts that have rested.
    pub(super) fn fold_rested(&mut self) {
        let now = Instant::now();
        while self.processes.len() < MOST_PROCESSES && !self.is_shut_down {
            let is_due = |document: &Document| document.due.is_some_and(|due| due <= now);
            let found = self.documents.iter_mut().find(|(_, d)| is_due(d));
            let Some((uri, document)) = found else {
                return;
            };
            document.due = None;
            let question = Question {
                path: document.path.clone(),
                text: document.text.clone(),
                array: None,
            };
            let (uri, version) = (uri.clone(), document.version);
            self.abandon_answer(&uri);
            let purpose = Purpose::Document(uri, version);
            if let Err(e) = self.start(&question, purpose) {
                eprintln!("pleat: cannot start a process: {e}");
            }
        }
    }

    /// Folds one array of a document that has not changed.
    pub(super) fn fold_one(&mut self, fold: &Fold, purpose: Purpose) -> Result<(), Refusal> {
        let document = self.documents.get(&fold.uri);
        let Some(document) = document.filter(|d| d.version == fold.version) else {
            return Err(modified());
        };
        let question = Question {
            path: document.path.clone(),
            text: document.text.clone(),
            array: Some(fold.name.clone()),
        };
        let started = self.start(&question, purpose);
        started.map_err(|e| (ErrorCode::InternalError, e.to_string()))
    }

    pub(super) fn start(&mut self, question: &Question, purpose: Purpose) -> std::io::Result<()> {
        self.last_process += 1;
        let id = self.last_process;
        let events = self.events.clone();
        let done = move |answer| {
            // The server may have ended.
            let _ = events.send(Event::Answer(id, answer));
        };
        let process = Process::start(&self.words, question, done)?;
        self.processes.insert(id, (process, purpose));
        Ok(())
    }

    /// Folds all documents again, since other files have changed.
    pub(super) fn fold_all_again(&mut self) {
        for document in self.documents.values_mut() {
            document.due = Some(Instant::now() + REST);
        }
    }

    /// Ends the processes for an old text of a document.
    pub(super) fn abandon(&mut self, uri: &Uri) {
        self.abandon_answer(uri);
        let is_edit = |purpose: &Purpose| match purpose {
            Purpose::Edit(fold, ..) | Purpose::Apply(fold, _) => fold.uri == *uri,
            Purpose::Document(..) => false,
        };
        let all = std::mem::take(&mut self.processes).into_iter();
        let (ended, kept): (BTreeMap<_, _>, BTreeMap<_, _>) =
            all.partition(|(_, (_, purpose))| is_edit(purpose));
        self.processes = kept;
        for (_, purpose) in ended.into_values() {
            if let Purpose::Edit(_, id, _) | Purpose::Apply(_, id) = purpose {
                let (code, message) = modified();
                self.refuse(id, code, message);
            }
        }
    }

    /// Ends the process that folds a document for diagnostics.
    pub(super) fn abandon_answer(&mut self, uri: &Uri) {
        let is_own = |purpose: &Purpose| matches!(purpose, Purpose::Document(own, _) if own == uri);
        self.processes.retain(|_, (_, purpose)| !is_own(purpose));
    }

    pub(super) fn end_slow_processes(&mut self) {
        let is_slow = |process: &Process| process.started.elapsed() > LIMIT;
        let slow = self
            .processes
            .iter()
            .filter(|(_, (process, _))| is_slow(process));
        let slow: Vec<u64> = slow.map(|(id, _)| *id).collect();
        for id in slow {
            let problem = format!("folding takes more than {} s", LIMIT.as_secs());
            self.answer(id, Answer::problem(problem));
        }
    }

    pub(super) fn answer(&mut self, id: u64, answer: Answer) {
        // The process may have been abandoned.
        let Some((_, purpose)) = self.processes.remove(&id) else {
            return;
        };
        match purpose {
            Purpose::Document(uri, version) => self.answered(uri, version, answer),
            Purpose::Edit(fold, id, mut action) => match self.edit(&fold, &answer) {
                Ok(edit) => {
                    action.edit = Some(edit);
                    self.respond(&id, action);
                }
                Err((code, message)) => self.refuse(id, code, message),
            },
            Purpose::Apply(fold, id) => match self.edit(&fold, &answer) {
                Ok(edit) => {
                    self.respond(&id, ());
                    let label = Some(format!("Fold {}", fold.name.array));
                    self.ask::<ApplyWorkspaceEdit>(ApplyWorkspaceEditParams { label, edit });
                }
                Err((code, message)) => self.refuse(id, code, message),
            },
        }
    }

    pub(super) fn answered(&mut self, uri: Uri, version: i32, answer: Answer) {
        let Some(document) = self.documents.get_mut(&uri) else {
            return;
        };
        if document.version != version {
            return;
        }
        let answered = document.answered.insert(Answered {
            version,
            text: document.text.clone(),
            answer,
        });
        let found = diagnostics::all(&uri, answered);
        self.publish(&uri, found, Some(version));
    }

    /// The edit that an answer to [`Server::fold_one`] leads to.
    pub(super) fn edit(&self, fold: &Fold, answer: &Answer) -> Result<WorkspaceEdit, Refusal> {
        let document = self.documents.get(&fold.uri);
        let document = document.filter(|d| d.version == fold.version);
        match (document, &answer.problem) {
            (None, _) => Err(modified()),
            (_, Some((problem, _))) => Err((ErrorCode::InternalError, problem.clone())),
            (Some(document), None) => {
                Ok(edit_of(fold, document, answer.text.as_deref(), self.client))
            }
        }
    }
}
