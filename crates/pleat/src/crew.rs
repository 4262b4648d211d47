//! The functions of a file, shared out among threads. An isl context belongs to one thread, so a
//! function stays where it was extracted until the file is done; only texts and reasons travel.

use crate::memo::Memo;
use crate::reading::Reading;
use crate::verify::{Emitted, Unsound, verify};
use crate::work::{Hints, Parameter, Place, Shared, Unproved, Work};
use crate::{Options, Reason, STACK_BYTES};
use emit::FoldText;
use front::Program;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// What all threads read.
pub(crate) struct Task<'a> {
    pub(crate) reading: &'a Reading,
    pub(crate) program: &'a Program<'a>,
    pub(crate) options: &'a Options,
}

/// What a thread is asked for.
#[derive(Clone)]
enum Request {
    /// What functions have to know of each other's parameters.
    Shared,
    /// The text of all folds.
    Texts,
    /// Parameters that must not go.
    LetStay(Arc<Vec<Place>>),
    /// Some candidates stay, for these reasons.
    Keep(Arc<Vec<(Place, Reason)>>),
    /// What cannot be proved stays.
    KeepUnproved(Arc<Vec<Unproved>>),
    /// Proofs of the folded text.
    Verify(Arc<Emitted>),
}

/// What a thread answers.
enum Answer {
    Shared(Shared),
    Texts(Vec<(Place, FoldText)>, Box<Hints>),
    Faults(Vec<(usize, Unsound)>),
}

/// All threads, seen from the one that directs them.
pub(crate) struct Crew {
    members: Vec<(Sender<Request>, Receiver<Answer>)>,
}

/// Lets `direct` direct a crew, then has every function summed up; results come in textual order,
/// with the time that writing and proving took.
pub(crate) fn with<T, S: Send>(
    task: &Task<'_>,
    sum_up: impl Fn(&Work) -> S + Sync,
    direct: impl FnOnce(&mut Crew) -> T,
) -> (T, Vec<S>) {
    let functions = task.program.functions().count();
    let next = AtomicUsize::new(0);
    let memo = Memo::default();
    std::thread::scope(|scope| {
        let mut members = Vec::new();
        let mut handles = Vec::new();
        for _ in 0..threads(task.options, functions) {
            let (request, requests) = channel();
            let (answer, answers) = channel();
            let (next, memo, sum_up) = (&next, &memo, &sum_up);
            let run = move || {
                let mut works = BTreeMap::new();
                take_functions(task, next, functions, memo, &mut works);
                serve(task, memo, &mut works, &requests, &answer);
                let summaries = works.iter().map(|(k, work)| (*k, sum_up(work)));
                summaries.collect::<Vec<_>>()
            };
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            match builder.spawn_scoped(scope, run) {
                Ok(handle) => {
                    handles.push(handle);
                    members.push((request, answers));
                }
                // The others take its share; without any the file is not worked on at all.
                Err(error) if handles.is_empty() => panic!("no thread can be started: {error}"),
                Err(_) => break,
            }
        }
        let mut crew = Crew { members };
        let outcome = direct(&mut crew);
        drop(crew);
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

fn threads(options: &Options, functions: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    options
        .threads
        .map_or_else(cores, usize::from)
        .min(functions)
        .max(1)
}

/// Works on one function after the other, as long as there are any.
fn take_functions(
    task: &Task<'_>,
    next: &AtomicUsize,
    functions: usize,
    memo: &Memo,
    works: &mut BTreeMap<usize, Work>,
) {
    loop {
        let function = next.fetch_add(1, Ordering::Relaxed);
        if function >= functions {
            return;
        }
        let work = Work::new(task.program, function, task.options, memo);
        work.rest();
        works.insert(function, work);
    }
}

/// Answers requests until there are no more.
fn serve(
    task: &Task<'_>,
    memo: &Memo,
    works: &mut BTreeMap<usize, Work>,
    requests: &Receiver<Request>,
    answers: &Sender<Answer>,
) {
    for request in requests {
        let answer = match request {
            Request::Shared => Some(Answer::Shared(shared(works))),
            Request::Texts => Some(texts(task, works)),
            Request::LetStay(list) => {
                for place in list.iter() {
                    if let Some(work) = works.get_mut(&place.function) {
                        work.let_stay(*place);
                    }
                }
                None
            }
            Request::Keep(list) => {
                for (place, reason) in list.iter() {
                    if let Some(work) = works.get_mut(&place.function) {
                        work.keep(*place, reason.clone());
                    }
                }
                None
            }
            Request::KeepUnproved(list) => {
                for unproved in list.iter() {
                    if let Some(work) = works.get_mut(&unproved.function) {
                        work.keep_unproved(unproved);
                    }
                }
                None
            }
            Request::Verify(emitted) => Some(Answer::Faults(faults(task, memo, works, &emitted))),
        };
        works.values().for_each(Work::rest);
        // Nobody listens any more only when the directing thread is unwinding.
        let _ = answer.map(|answer| answers.send(answer));
    }
}

fn texts(task: &Task<'_>, works: &mut BTreeMap<usize, Work>) -> Answer {
    let mut all = Vec::new();
    let mut hints = Hints::default();
    for (function, work) in works.iter_mut() {
        all.extend(work.texts(task.reading, *function));
        hints.add(work.hints());
    }
    Answer::Texts(all, Box::new(hints))
}

fn shared(works: &BTreeMap<usize, Work>) -> Shared {
    let mut all = Shared::default();
    for (function, work) in works {
        let shared = work.shared(*function);
        all.covered.extend(shared.covered);
        all.folded.extend(shared.folded);
    }
    all
}

fn faults(
    task: &Task<'_>,
    memo: &Memo,
    works: &BTreeMap<usize, Work>,
    emitted: &Emitted,
) -> Vec<(usize, Unsound)> {
    let found = works.iter().flat_map(|(function, work)| {
        let faults = verify(work, task.program, emitted, task.options, memo);
        faults.into_iter().map(|fault| (*function, fault))
    });
    found.collect()
}

impl Crew {
    fn ask(&self, request: &Request) {
        for (sender, _) in &self.members {
            // A thread that is gone has panicked; `with` passes that on.
            let _ = sender.send(request.clone());
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let members = self.members.iter();
        members
            .filter_map(|(_, answers)| answers.recv().ok())
            .collect()
    }

    /// Keeps parameters that get the same arrays as another one which may read what it finds there.
    pub(crate) fn keep_shared(&mut self) {
        self.ask(&Request::Shared);
        let mut all = Shared::default();
        for answer in self.answers() {
            if let Answer::Shared(shared) = answer {
                all.covered.extend(shared.covered);
                all.folded.extend(shared.folded);
            }
        }
        let unsafe_peer = |(place, peers): &(Place, Vec<Parameter>)| {
            let (function, _) = peers.iter().find(|peer| !all.covered.contains(peer))?;
            Some((*place, Reason::AlsoPassedTo(function.clone())))
        };
        let list: Vec<(Place, Reason)> = all.folded.iter().filter_map(unsafe_peer).collect();
        if !list.is_empty() {
            self.keep(list);
        }
    }

    /// Lets parameters stay whose arguments cannot be taken away.
    pub(crate) fn let_stay(&mut self, list: Vec<Place>) {
        self.ask(&Request::LetStay(Arc::new(list)));
    }

    /// The text of each fold, in textual order, and what a reader of the folded text has to know.
    pub(crate) fn texts(&mut self) -> (Vec<(Place, FoldText)>, Hints) {
        self.ask(&Request::Texts);
        let (mut all, mut hints) = (Vec::new(), Hints::default());
        for answer in self.answers() {
            if let Answer::Texts(texts, more) = answer {
                all.extend(texts);
                hints.add(*more);
            }
        }
        all.sort_by_key(|(place, _)| *place);
        hints.sort();
        (all, hints)
    }

    /// Keeps candidates after all.
    pub(crate) fn keep(&mut self, list: Vec<(Place, Reason)>) {
        self.ask(&Request::Keep(Arc::new(list)));
    }

    /// Keeps what cannot be proved.
    pub(crate) fn keep_unproved(&mut self, list: Vec<Unproved>) {
        self.ask(&Request::KeepUnproved(Arc::new(list)));
    }

    /// What cannot be proved of the folded text, in textual order, each with its function.
    pub(crate) fn faults(&mut self, emitted: Arc<Emitted>) -> Vec<(usize, Unsound)> {
        self.ask(&Request::Verify(emitted));
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

/// How long something took.
pub(crate) fn timed<T>(total: &mut Duration, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = f();
    *total += start.elapsed();
    result
}
