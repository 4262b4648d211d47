//! Threads that share the functions of a file. An isl context belongs to one thread, so a function
//! stays on the thread that extracted it until the file is done; only texts and reasons travel.

use super::candidate::{CandidateId, Unproved};
use super::function_folds::FunctionFolds;
use super::shared_parameters::SharedParameters;
use crate::budget::STACK_BYTES;
use crate::decide::Decision;
use crate::memo::Memo;
use crate::options::Options;
use crate::proof::{Unsound, verify};
use crate::reason::Reason;
use crate::text::{AnalysedText, Hints, Version};
use emit::FoldText;
use front::Program;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What all threads read.
pub(crate) struct Task<'a> {
    pub(crate) analysed: &'a AnalysedText,
    pub(crate) program: &'a Program<'a>,
    pub(crate) options: &'a Options,
}

/// What all threads share while they work.
#[derive(Default)]
struct SharedState {
    /// The next function that no thread has taken.
    next: AtomicUsize,
    decisions: Memo<Decision>,
    proofs: Memo<()>,
}

/// A request to a thread.
#[derive(Clone)]
enum Request {
    /// What functions have to know of each other's parameters.
    SharedParameters,
    /// The text of all folds.
    Texts,
    /// Parameters that must not be removed.
    KeepParameters(Arc<Vec<CandidateId>>),
    /// Arrays to keep, with the reason.
    KeepArrays(Arc<Vec<(CandidateId, Reason)>>),
    /// Folds that cannot be proved.
    TakeBack(Arc<Vec<Unproved>>),
    /// Folds that were left out, now that the others are proved.
    ResumeProved,
    /// Proofs of the folded text.
    Verify(Arc<Version>),
}

/// The answer of a thread to a request that asks for something.
enum Answer {
    SharedParameters(SharedParameters),
    Texts(Vec<(CandidateId, FoldText)>, Box<Hints>),
    Faults(Vec<(usize, Unsound)>),
    /// Whether folds were resumed.
    Resumed(bool),
}

/// All threads, seen from the one that directs them.
pub(crate) struct Workers {
    channels: Vec<(Sender<Request>, Receiver<Answer>)>,
}

/// Lets `direct` send requests to workers, then summarises every function; the summaries are in
/// textual order.
pub(crate) fn with_workers<T, S: Send>(
    task: &Task<'_>,
    summarise: impl Fn(&FunctionFolds) -> S + Sync,
    direct: impl FnOnce(&mut Workers) -> T,
) -> (T, Vec<S>) {
    let shared = SharedState::default();
    std::thread::scope(|scope| {
        let mut channels = Vec::new();
        let mut handles = Vec::new();
        for _ in 0..thread_count(task) {
            let (request, requests) = channel();
            let (answer, answers) = channel();
            let (shared, summarise) = (&shared, &summarise);
            let run = move || {
                let mut worker = Worker::new(task, shared);
                worker.serve(&requests, &answer);
                let functions = worker.functions.iter();
                let summaries = functions.map(|(k, folds)| (*k, summarise(folds)));
                summaries.collect::<Vec<_>>()
            };
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            match builder.spawn_scoped(scope, run) {
                Ok(handle) => {
                    handles.push(handle);
                    channels.push((request, answers));
                }
                // The other threads take its share; without any thread the file cannot be folded.
                Err(error) if handles.is_empty() => panic!("no thread can be started: {error}"),
                Err(_) => break,
            }
        }
        let mut workers = Workers { channels };
        let outcome = direct(&mut workers);
        drop(workers);
        let mut summaries = Vec::new();
        for handle in handles {
            match handle.join() {
                Ok(part) => summaries.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        summaries.sort_by_key(|(function, _)| *function);
        let in_order = summaries.into_iter().map(|(_, summary)| summary);
        (outcome, in_order.collect())
    })
}

fn thread_count(task: &Task<'_>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let functions = task.program.functions().count();
    let wanted = task.options.threads.map_or_else(cores, usize::from);
    wanted.min(functions).max(1)
}

/// One thread with its functions.
struct Worker<'a> {
    task: &'a Task<'a>,
    shared: &'a SharedState,
    /// By their position among the functions of the file.
    functions: BTreeMap<usize, FunctionFolds>,
}

impl<'a> Worker<'a> {
    /// Takes one function after the other and decides about its candidates, as long as there are
    /// any.
    fn new(task: &'a Task<'a>, shared: &'a SharedState) -> Self {
        let mut functions = BTreeMap::new();
        let count = task.program.functions().count();
        loop {
            let function = shared.next.fetch_add(1, Ordering::Relaxed);
            if function >= count {
                break;
            }
            let decisions = &shared.decisions;
            let folds = FunctionFolds::new(task.program, function, task.options, decisions);
            folds.stop_clocks();
            functions.insert(function, folds);
        }
        Worker {
            task,
            shared,
            functions,
        }
    }

    /// Answers requests until there are no more.
    fn serve(&mut self, requests: &Receiver<Request>, answers: &Sender<Answer>) {
        for request in requests {
            let answer = self.answer(request);
            self.functions.values().for_each(FunctionFolds::stop_clocks);
            // Sending fails only while the directing thread unwinds.
            let _ = answer.map(|answer| answers.send(answer));
        }
    }

    fn answer(&mut self, request: Request) -> Option<Answer> {
        match request {
            Request::SharedParameters => Some(self.shared_parameters()),
            Request::Texts => Some(self.texts()),
            Request::Verify(emitted) => Some(self.faults(&emitted)),
            Request::ResumeProved => {
                let mut resumed = false;
                for folds in self.functions.values_mut() {
                    resumed |= folds.resume_proved();
                }
                Some(Answer::Resumed(resumed))
            }
            Request::KeepParameters(list) => {
                for id in list.iter() {
                    if let Some(folds) = self.functions.get_mut(&id.function) {
                        folds.keep_parameter(*id);
                    }
                }
                None
            }
            Request::KeepArrays(list) => {
                for (id, reason) in list.iter() {
                    if let Some(folds) = self.functions.get_mut(&id.function) {
                        folds.keep_array(*id, reason.clone());
                    }
                }
                None
            }
            Request::TakeBack(list) => {
                for unproved in list.iter() {
                    if let Some(folds) = self.functions.get_mut(&unproved.function) {
                        folds.take_back(unproved);
                    }
                }
                None
            }
        }
    }

    fn shared_parameters(&self) -> Answer {
        let mut all = SharedParameters::default();
        for (function, folds) in &self.functions {
            all.add(folds.shared_parameters(*function));
        }
        Answer::SharedParameters(all)
    }

    fn texts(&mut self) -> Answer {
        let mut all = Vec::new();
        let mut hints = Hints::default();
        for (function, folds) in &mut self.functions {
            all.extend(folds.texts(self.task.analysed, *function));
            hints.add(folds.hints());
        }
        Answer::Texts(all, Box::new(hints))
    }

    fn faults(&self, emitted: &Version) -> Answer {
        let Task {
            program, options, ..
        } = self.task;
        let faults = self.functions.iter().flat_map(|(function, folds)| {
            let folded = folds.folded_regions();
            let faults = verify(&folded, program, emitted, options, &self.shared.proofs);
            faults.into_iter().map(|fault| (*function, fault))
        });
        Answer::Faults(faults.collect())
    }
}

impl Workers {
    fn request(&self, request: &Request) {
        for (sender, _) in &self.channels {
            // A thread that is gone has panicked; `with_workers` resumes that.
            let _ = sender.send(request.clone());
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let channels = self.channels.iter();
        channels
            .filter_map(|(_, answers)| answers.recv().ok())
            .collect()
    }

    /// Keeps folded parameters that get the same arrays as another one that may read them.
    pub(crate) fn keep_shared_parameters(&mut self) {
        self.request(&Request::SharedParameters);
        let mut all = SharedParameters::default();
        for answer in self.answers() {
            if let Answer::SharedParameters(shared) = answer {
                all.add(shared);
            }
        }
        let unsafe_folds = all.unsafe_folds();
        if !unsafe_folds.is_empty() {
            self.keep_arrays(unsafe_folds);
        }
    }

    /// Keeps parameters whose arguments cannot be removed; they may still be folded.
    pub(crate) fn keep_parameters(&mut self, list: Vec<CandidateId>) {
        self.request(&Request::KeepParameters(Arc::new(list)));
    }

    /// Keeps arrays after all.
    pub(crate) fn keep_arrays(&mut self, list: Vec<(CandidateId, Reason)>) {
        self.request(&Request::KeepArrays(Arc::new(list)));
    }

    /// Takes back folds that cannot be proved.
    pub(crate) fn take_back(&mut self, list: Vec<Unproved>) {
        self.request(&Request::TakeBack(Arc::new(list)));
    }

    /// Resumes folds that were left out to find the cause of failed proofs. Returns whether there
    /// were any.
    pub(crate) fn resume_proved(&mut self) -> bool {
        self.request(&Request::ResumeProved);
        let answers = self.answers();
        answers
            .iter()
            .any(|answer| matches!(answer, Answer::Resumed(true)))
    }

    /// The text of each fold, in textual order, and what a reader of the folded text has to know.
    pub(crate) fn texts(&mut self) -> (Vec<(CandidateId, FoldText)>, Hints) {
        self.request(&Request::Texts);
        let (mut all, mut hints) = (Vec::new(), Hints::default());
        for answer in self.answers() {
            if let Answer::Texts(texts, more) = answer {
                all.extend(texts);
                hints.add(*more);
            }
        }
        all.sort_by_key(|(id, _)| *id);
        hints.sort();
        (all, hints)
    }

    /// What cannot be proved of the folded text, in textual order, each with its function.
    pub(crate) fn faults(&mut self, emitted: Arc<Version>) -> Vec<(usize, Unsound)> {
        self.request(&Request::Verify(emitted));
        let mut all = Vec::new();
        for answer in self.answers() {
            if let Answer::Faults(faults) = answer {
                all.extend(faults);
            }
        }
        all.sort_by_key(|(function, _)| *function);
        all
    }
}
