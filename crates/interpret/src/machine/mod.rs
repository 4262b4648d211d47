//! The execution of prepared programs: values, statements, calls, library functions.
//!
//! Assumes: directives for threads do not change results; their code is executed sequentially.

mod allocation;
mod calls;
mod complex;
mod eval;
mod exec;
mod library;
mod oracle;
mod output;
mod record;
mod start;
mod watch;

pub(crate) use output::{Entry, Value};
pub(crate) use start::Start;
pub(crate) use watch::{Endless, Moment};

use crate::code::Code;
use crate::machine::watch::Watch;
use crate::memory::{Memory, row_bytes};
use crate::trace::{Terms, Trace};
use crate::undefined::{Done, Halt};
use crate::word::{EventId, Word};
use program::{Macro, ObjectId};
use source::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// How much an execution may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Operations.
    pub(crate) steps: u64,
    /// Bytes of memory.
    pub(crate) bytes: u64,
    /// Entries of the record.
    pub(crate) record: usize,
}

/// Something that the interpreter did as C does not prescribe it: a difference proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Doubt {
    /// What.
    pub(crate) what: String,
    /// Where.
    pub(crate) at: Span,
}

/// A local scalar or the address of a local object.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    word: Word,
    origin: EventId,
}

/// The state of an execution. `REC` decides whether terms and events are recorded.
#[derive(Debug)]
pub(crate) struct Machine<'c, const REC: bool> {
    pub(crate) code: &'c Code<'c>,
    pub(crate) memory: Memory<'c>,
    macros: &'c [Macro],
    slots: Vec<Slot>,
    /// The first slot of the present function.
    frame: usize,
    globals: Vec<Word>,
    texts: HashMap<u32, Word>,
    functions: HashMap<Arc<str>, Word>,
    depth: u32,
    /// The function that was called from outside.
    entered: Option<usize>,
    /// Its arguments.
    outer_arguments: Vec<Word>,
    returned: Slot,
    random: u64,
    /// The numbers of calls of unknown functions so far.
    asked: HashMap<Arc<str>, u64>,
    /// Local objects with volatile accesses, in the order of the first ones.
    volatile_locals: Vec<ObjectId>,
    /// Whether subscripts outside of their arrays raise doubts.
    is_strict: bool,
    /// Whether iterations of `simd` loops are compared.
    pub(crate) checks_simd: bool,
    /// By declaration: the bytes of an innermost row of an array of arrays, else zero. Empty if
    /// nobody asks.
    rows: Vec<u64>,
    /// How often something was asked that may answer otherwise in another execution: volatile
    /// objects, unknown functions, the process.
    asked_outside: u64,
    /// The search for a loop that does not end.
    watch: Option<Box<Watch>>,
    /// Operations so far.
    pub(crate) steps: u64,
    allowance: Allowance,
    /// The place that executes.
    pub(crate) at: Span,
    /// What the program did to the world.
    pub(crate) log: Vec<Entry>,
    /// Why a difference proves nothing.
    pub(crate) doubt: Option<Doubt>,
    /// The events, if they are recorded.
    pub(crate) trace: Trace,
    /// The terms, if they are recorded.
    pub(crate) terms: Terms,
}

impl<'c, const REC: bool> Machine<'c, REC> {
    /// An execution that has not begun. `macros` are the values of the program's macros.
    pub(crate) fn new(
        code: &'c Code<'c>,
        macros: &'c [Macro],
        allowance: Allowance,
        terms: Terms,
    ) -> Self {
        Machine {
            code,
            memory: Memory::new(&code.program.objects, macros, allowance.bytes, REC),
            macros,
            slots: Vec::new(),
            frame: 0,
            globals: Vec::new(),
            texts: HashMap::new(),
            functions: HashMap::new(),
            depth: 0,
            entered: None,
            outer_arguments: Vec::new(),
            returned: Slot::default(),
            random: 1,
            asked: HashMap::new(),
            volatile_locals: Vec::new(),
            is_strict: false,
            checks_simd: false,
            rows: Vec::new(),
            asked_outside: 0,
            watch: None,
            steps: 0,
            allowance,
            at: Span::at(0),
            log: Vec::new(),
            doubt: None,
            trace: Trace::default(),
            terms,
        }
    }

    /// From now on, subscripts outside of their arrays raise doubts.
    pub(crate) fn be_strict(&mut self) {
        let declarations = self.code.program.objects.iter();
        let rows = declarations.map(|object| row_bytes(&object.ty, self.macros));
        self.rows = rows.collect();
        self.is_strict = true;
    }

    /// Notes that the execution now depends on something that C leaves open.
    #[cold]
    pub(crate) fn doubt(&mut self, what: impl Into<String>) {
        if self.doubt.is_none() {
            let what = what.into();
            self.doubt = Some(Doubt { what, at: self.at });
        }
    }

    /// Counts operations.
    #[inline]
    fn charge(&mut self, steps: u64) -> Done<()> {
        self.steps += steps;
        match self.steps > self.allowance.steps {
            true => Err(Box::new(Halt::Budget("operations"))),
            false => Ok(()),
        }
    }
}
