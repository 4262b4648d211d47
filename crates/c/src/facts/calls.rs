//! Effects of calls: of known library functions, and of functions of the file that were read.
//!
//! Assumes:
//! * An unknown call may enter each function that is exported, whose address is taken, or that
//!   lines left out by `#if` name. It enters `main` only if the file names `main`.
//! * An unknown call may set every object that it can name.
//! * If `main` makes no unknown call, no other code is executed.
//! * Standard streams call no user code unless the file sets them.

use crate::facts::linkage::Linkage;
use crate::names::file::{File, Function};
use crate::names::library;
use crate::names::library::Effect;
use crate::names::symbols::{Call, Origin, Store, Stream};
use crate::names::types::Storage;
use source::Unit;
use std::collections::{BTreeMap, BTreeSet};

/// The effects of calls in a file.
#[derive(Debug, Default)]
pub struct Calls {
    /// For each function of the file its callees.
    callees: BTreeMap<String, BTreeSet<Callee>>,
    /// Functions of the file that are as harmless as library functions.
    harmless: BTreeSet<String>,
    /// Functions of the file that change no object by its name, and enter only such functions.
    keeping: BTreeSet<String>,
    /// Functions of the file that enter only such functions, and the library's.
    seen: BTreeSet<String>,
    linkage: Linkage,
    /// Whether the standard streams are those of the library, and printing calls no function of the
    /// user.
    plain_streams: bool,
    /// Whether no code of other files is executed.
    is_closed: bool,
}

/// A callee: the function, `None` for a function pointer, and the stream that it is passed.
type Callee = (Option<String>, Stream);

/// The effect of a call.
enum Known<'c> {
    /// It returns, and calls no function of the user but one that it is passed.
    Harmless,
    /// It does not return, and calls no function that returns here: `exit`.
    Ends,
    /// A function of the file.
    Own(&'c str),
    /// It may do anything.
    Unknown,
}

impl Calls {
    /// The effects of calls in a file.
    pub fn of(unit: &Unit, file: &File<'_>) -> Self {
        let mut calls = Calls::of_functions(&file.functions, Linkage::of(unit, file));
        file.unread.iter().for_each(|name| calls.add_unread(name));
        calls.close();
        calls
    }

    fn of_functions(functions: &[Function<'_>], linkage: Linkage) -> Self {
        let callees = |f: &Function<'_>| f.symbols.calls.iter().flat_map(callees).collect();
        let all = functions.iter();
        let mut calls = Calls {
            callees: all.map(|f| (f.name.clone(), callees(f))).collect(),
            linkage,
            ..Calls::default()
        };
        calls.plain_streams = !functions.iter().any(changes_streams);
        while let Some(more) = functions.iter().find(|f| calls.makes_harmless(f)) {
            calls.harmless.insert(more.name.clone());
        }
        while let Some(more) = functions.iter().find(|f| calls.makes_keeping(f)) {
            calls.keeping.insert(more.name.clone());
        }
        while let Some(more) = functions.iter().find(|f| calls.makes_seen(f)) {
            calls.seen.insert(more.name.clone());
        }
        calls
    }

    /// Adds a function of the file that could not be read: it may do anything.
    fn add_unread(&mut self, name: &str) {
        let anything = BTreeSet::from([(None, Stream::Unknown)]);
        self.callees.entry(name.to_string()).or_insert(anything);
    }

    /// Determines, once all functions are added, whether `main` makes no unknown call. Then only
    /// `main` and its callees are executed.
    fn close(&mut self) {
        let mut is_seen = self.callees.contains_key("main");
        let main = (Some("main".to_string()), Stream::None);
        self.visit(vec![main], &mut |_, known| {
            is_seen &= !matches!(known, Known::Unknown)
        });
        self.is_closed = is_seen;
    }

    /// Whether a function is newly found to be harmless, given the harmless ones so far: it
    /// returns, and writes locals only.
    fn makes_harmless(&self, function: &Function<'_>) -> bool {
        let symbols = &function.symbols;
        !self.harmless.contains(&function.name)
            && keeps_globals(function)
            && symbols.loops.is_empty()
            && symbols.jumps.is_empty()
            && symbols.stores.is_empty()
            && symbols.calls.iter().all(|c| self.is_harmless(c))
    }

    /// Whether a function is newly found to change no object by its name: it stores nothing but in
    /// its own arrays.
    fn makes_keeping(&self, function: &Function<'_>) -> bool {
        let symbols = &function.symbols;
        let is_own = |store: &Store| {
            let from = store.from.map(|id| symbols.variable(id).origin);
            store.pointers == 0 && from == Some(Origin::Local)
        };
        !self.keeping.contains(&function.name)
            && keeps_globals(function)
            && symbols.jumps.is_empty()
            && symbols.stores.iter().all(is_own)
            && symbols.calls.iter().all(|c| self.keeps_globals(c))
    }

    /// Whether a function of the file changes no object by its name.
    pub(crate) fn is_keeping(&self, function: &str) -> bool {
        self.keeping.contains(function)
    }

    /// Whether a call that comes back has changed no object at file scope: `must(malloc(n))`.
    pub fn keeps_globals(&self, call: &Call) -> bool {
        callees(call).all(|callee| match self.known(&callee) {
            Known::Harmless | Known::Ends => true,
            Known::Own(name) => self.keeping.contains(name),
            Known::Unknown => false,
        })
    }

    /// Whether all code that a function enters is newly found to be seen.
    fn makes_seen(&self, function: &Function<'_>) -> bool {
        !self.seen.contains(&function.name)
            && function.symbols.jumps.is_empty()
            && function.symbols.calls.iter().all(|c| self.is_seen(c))
    }

    /// Whether all code of the user that a call enters is in the file: `xmalloc(n)`,
    /// `set(t, x, v)`. It may end the program.
    pub fn is_seen(&self, call: &Call) -> bool {
        callees(call).all(|callee| match self.known(&callee) {
            Known::Harmless | Known::Ends => true,
            Known::Own(name) => self.seen.contains(name),
            Known::Unknown => false,
        })
    }

    /// Whether a call neither ends the program nor changes a global of the user nor enters a
    /// function that may do so.
    pub fn is_harmless(&self, call: &Call) -> bool {
        callees(call).all(|callee| match self.known(&callee) {
            Known::Harmless => true,
            Known::Own(name) => self.harmless.contains(name),
            Known::Ends | Known::Unknown => false,
        })
    }

    /// Whether the name means a function that ends the program.
    pub fn ends_program(&self, name: &str) -> bool {
        let callee = (Some(name.to_string()), Stream::None);
        matches!(self.known(&callee), Known::Ends)
    }

    /// Whether the name means the library's function.
    pub fn is_library(&self, name: &str) -> bool {
        !self.callees.contains_key(name) && !self.linkage.renamed.contains(name)
    }

    /// The functions of the user that are declared to return fresh storage.
    pub(crate) fn fresh(&self) -> impl Iterator<Item = &str> {
        self.linkage.fresh.iter().map(String::as_str)
    }

    /// Whether a call of a function of the file may execute another body.
    pub(crate) fn is_replaceable(&self, function: &str) -> bool {
        self.linkage.replaceable.contains(function)
    }

    /// Whether code that is not seen may call a function of the file.
    pub fn is_open(&self, function: &str) -> bool {
        self.linkage.open.contains(function)
    }

    fn known<'c>(&self, callee: &'c Callee) -> Known<'c> {
        let Some(name) = callee.0.as_deref() else {
            return Known::Unknown;
        };
        if self.callees.contains_key(name) {
            return match self.is_replaceable(name) {
                true => Known::Unknown,
                false => Known::Own(name),
            };
        }
        let effect = library::effect(name).filter(|_| self.is_library(name));
        let is_plain = match effect {
            None => false,
            Some(Effect::Ends) => return Known::Ends,
            Some(Effect::Harmless | Effect::Calls(_)) => true,
            Some(Effect::Standard) => self.plain_streams,
            Some(Effect::Stream(_)) => match callee.1 {
                Stream::File => true,
                Stream::Standard => self.plain_streams,
                Stream::None | Stream::Unknown => false,
            },
        };
        match is_plain {
            true => Known::Harmless,
            false => Known::Unknown,
        }
    }

    /// The functions of the file that unseen code may call, not through others.
    pub fn entries(&self) -> &BTreeSet<String> {
        match self.is_closed {
            true => &self.linkage.called,
            false => &self.linkage.open,
        }
    }

    fn open(&self) -> impl Iterator<Item = Callee> {
        let open = self.entries().iter();
        open.map(|name| (Some(name.clone()), Stream::None))
    }

    /// Visits calls, and those that they lead to, each once.
    fn visit(&self, mut open: Vec<Callee>, look: &mut dyn FnMut(&Callee, &Known<'_>)) {
        let mut seen: BTreeSet<Callee> = BTreeSet::new();
        while let Some(next) = open.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            let known = self.known(&next);
            look(&next, &known);
            match known {
                Known::Own(name) => open.extend(self.callees[name].iter().cloned()),
                Known::Unknown => {
                    let own = next.0.as_ref().and_then(|name| self.callees.get(name));
                    open.extend(own.into_iter().flatten().cloned().chain(self.open()));
                }
                Known::Harmless | Known::Ends => {}
            }
        }
    }

    /// The functions of the file that calls may enter, directly or through others.
    fn entered(&self, calls: Vec<Callee>) -> BTreeSet<String> {
        let mut entered = BTreeSet::new();
        self.visit(calls, &mut |(name, _), _| {
            let own = name.as_ref().filter(|n| self.callees.contains_key(*n));
            entered.extend(own.cloned());
        });
        entered
    }

    /// The functions that some calls may enter, directly or through others.
    pub fn entered_by<'c>(&self, calls: impl Iterator<Item = &'c Call>) -> BTreeSet<String> {
        self.entered(calls.flat_map(callees).collect())
    }

    /// Whether a call may enter `function`, directly or through others.
    pub fn may_enter(&self, call: &Call, function: &str) -> bool {
        self.entered(callees(call).collect()).contains(function)
    }

    /// The functions that unseen code may call, directly or through others: several threads may
    /// execute them at once.
    pub fn called_from_outside(&self) -> BTreeSet<String> {
        self.entered(self.open().collect())
    }
}

/// What a call enters: the function that it names, and the one that this gets and calls.
fn callees(call: &Call) -> impl Iterator<Item = Callee> {
    let passed = call.passed.iter();
    let passed = passed.map(|name| (name.clone(), Stream::None));
    std::iter::once((call.name.clone(), call.stream)).chain(passed)
}

/// Whether a function writes no object that outlives it, by name.
fn keeps_globals(function: &Function<'_>) -> bool {
    function.symbols.variables.iter().all(|v| {
        let outlives = matches!(v.origin, Origin::Global(_)) || v.storage != Storage::Automatic;
        !outlives || (v.writes.is_empty() && !v.address_taken)
    })
}

/// Whether a function sets a standard stream, or lets streams or printing call functions.
fn changes_streams(function: &Function<'_>) -> bool {
    let symbols = &function.symbols;
    let hooks = |c: &Call| {
        c.name
            .as_deref()
            .is_some_and(|n| library::HOOKS.contains(&n))
    };
    symbols.changes_streams || symbols.calls.iter().any(hooks)
}
