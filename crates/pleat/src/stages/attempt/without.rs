//! What an attempt leaves as it is.

use crate::stages::request::Request;
use crate::stages::threads::Threads;
use crate::verify::PresentValue;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What an attempt leaves as it is, and what it does only because an earlier one failed.
#[derive(Clone)]
pub(in crate::stages) struct Without {
    /// What is asked for.
    pub(in crate::stages) request: Request,
    /// Functions.
    pub(in crate::stages) functions: BTreeSet<String>,
    /// Statements that would be written in another form, by their place in the user's file.
    pub(in crate::stages) prepared: BTreeSet<Span>,
    /// Functions in which loops count up in the order of those that count down.
    pub(in crate::stages) mirrored: BTreeSet<String>,
    /// Functions for which that was tried in vain.
    pub(in crate::stages) unmirrored: BTreeSet<String>,
    /// Functions in which objects that count iterations stay.
    pub(in crate::stages) sums: BTreeSet<String>,
    /// Functions in which tables of rows become arrays of elements: rows may have none.
    pub(in crate::stages) flat: BTreeSet<String>,
    /// The loss of tiny sizes in plans of functions.
    pub(in crate::stages) usual: BTreeSet<String>,
    /// The inner loops of fused loops in functions.
    pub(in crate::stages) inner: BTreeSet<String>,
    /// Functions whose calls of stages stay.
    pub(in crate::stages) calls: BTreeSet<String>,
    /// Functions whose fused loops stay serial if the user's loops are.
    pub(in crate::stages) serial: BTreeSet<String>,
    /// Functions whose loops over vectors do not become blocks.
    pub(in crate::stages) blocks: BTreeSet<String>,
    /// The loops that those are fused with that threads share, by function: all, if none is given.
    pub(in crate::stages) threads: BTreeMap<String, Threads>,
    /// Nests whose two outermost loops change places, by their place in the user's file.
    pub(in crate::stages) interchanged: BTreeSet<Span>,
    /// The statements before which nests are cut, as they are written, by function.
    pub(in crate::stages) distributed: BTreeMap<String, BTreeSet<String>>,
    /// Functions whose nests are not cut.
    pub(in crate::stages) undistributed: BTreeSet<String>,
    /// Functions in which no name is taken at its value because it keeps loops apart.
    pub(in crate::stages) distances: BTreeSet<String>,
    /// Functions in which no shifted loops pass single elements to each other.
    pub(in crate::stages) points: BTreeSet<String>,
    /// The macros whose present values functions assert.
    pub(in crate::stages) asserted: BTreeMap<String, Vec<PresentValue>>,
}

impl Without {
    /// Only what a request excludes.
    pub(in crate::stages) fn of(request: &Request) -> Self {
        Without {
            request: request.clone(),
            functions: request.except.clone(),
            prepared: BTreeSet::new(),
            mirrored: BTreeSet::new(),
            unmirrored: BTreeSet::new(),
            sums: BTreeSet::new(),
            flat: BTreeSet::new(),
            usual: BTreeSet::new(),
            inner: BTreeSet::new(),
            calls: BTreeSet::new(),
            serial: request.serial.clone(),
            blocks: BTreeSet::new(),
            threads: BTreeMap::new(),
            interchanged: BTreeSet::new(),
            distributed: BTreeMap::new(),
            undistributed: BTreeSet::new(),
            distances: BTreeSet::new(),
            points: BTreeSet::new(),
            asserted: BTreeMap::new(),
        }
    }

    /// Lets the nests of functions be cut before more statements. Returns whether there are any.
    pub(in crate::stages) fn distributes(
        &mut self,
        cuts: &BTreeMap<String, BTreeSet<String>>,
    ) -> bool {
        let mut is_new = false;
        for (function, statements) in cuts {
            if !self.undistributed.contains(function) {
                let known = self.distributed.entry(function.clone()).or_default();
                let count = known.len();
                known.extend(statements.iter().cloned());
                is_new |= known.len() > count;
            }
        }
        is_new
    }

    /// Lets a function assert the macros that its proof takes at their value. Returns whether that
    /// is all that its proof lacks.
    pub(in crate::stages) fn asserts(&mut self, function: &str, macros: &[PresentValue]) -> bool {
        let is_new = !macros.is_empty() && !self.asserted.contains_key(function);
        if is_new {
            self.asserted.insert(function.to_string(), macros.to_vec());
        }
        is_new
    }

    /// Lets a function assert these macros beside those that it asserts. Returns whether there are
    /// other ones.
    pub(in crate::stages) fn asserts_more(
        &mut self,
        function: &str,
        macros: &[PresentValue],
    ) -> bool {
        let Some(asserted) = self.asserted.get_mut(function) else {
            return false;
        };
        let known = asserted.len();
        for own in macros {
            match asserted.iter_mut().find(|other| other.is_same(own)) {
                Some(other) => other.clone_from(own),
                None => asserted.push(own.clone()),
            }
        }
        asserted.len() > known
    }

    /// Lets loops of a function count up in the order of those that count down, unless that was
    /// tried. Returns whether it does.
    pub(in crate::stages) fn mirrors(&mut self, function: &str) -> bool {
        !self.unmirrored.contains(function) && self.mirrored.insert(function.to_string())
    }

    pub(in crate::stages) fn keeps(&self, function: &str) -> bool {
        self.functions.contains(function) || !self.request.wants(function)
    }
}
