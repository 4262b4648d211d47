//! What is to be fused, and at what cost.

use crate::budget::{PROOF, SYSTEM, SYSTEM_OF_HINT};
use crate::options::{Depth, NoOverlap};
use fuse::Zeroed;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What is to be fused.
#[derive(Clone, Debug)]
pub(super) struct Request {
    /// How deep.
    pub(super) depth: Depth,
    /// Fused loops are written in strips that threads share.
    pub(super) strips: bool,
    /// Functions whose fused loops one thread executes even so.
    pub(super) serial: BTreeSet<String>,
    /// Functions whose loops stay.
    pub(super) except: BTreeSet<String>,
    /// Stages whose calls in a function stay, by function.
    pub(super) calls: BTreeMap<String, BTreeSet<String>>,
    /// Nests in the user's file that do not become a loop of their own.
    pub(super) separate: BTreeSet<Vec<Span>>,
    /// Nests in the user's file that stay alone: why no loop with them is proved.
    pub(super) alone: BTreeMap<Span, String>,
    /// If given, the loops of all other functions stay.
    pub(super) only: Option<BTreeSet<String>>,
    /// Arrays whose zeros are written row by row, by function; those at file scope, by none.
    pub(super) zeroed: BTreeMap<String, BTreeMap<String, Zeroed>>,
    /// Functions in which macros that are lengths of windows are taken at their values.
    pub(super) windows: BTreeSet<String>,
    /// Every line of the file keeps its number; if not, as far as the program uses the numbers.
    pub(super) keep_lines: bool,
    /// What proofs may assume of pointers.
    pub(super) apart: NoOverlap,
    /// The text is folded: loops stay where no array may become smaller.
    pub(super) is_folded: bool,
    /// Loops are planned, and the text is not proved.
    pub(super) is_plan_only: bool,
    /// Elementary set operations for the system and the distances of one function.
    pub(super) operations: u64,
    /// The same for its proof.
    pub(super) proof_operations: u64,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            depth: Depth::Auto,
            strips: false,
            serial: BTreeSet::new(),
            except: BTreeSet::new(),
            calls: BTreeMap::new(),
            separate: BTreeSet::new(),
            alone: BTreeMap::new(),
            only: None,
            zeroed: BTreeMap::new(),
            windows: BTreeSet::new(),
            keep_lines: false,
            apart: NoOverlap::default(),
            is_folded: false,
            is_plan_only: false,
            operations: SYSTEM,
            proof_operations: PROOF,
        }
    }
}

impl Request {
    /// Only to plan the loops of these functions, at a cost that a fold without fusion can afford.
    pub(super) fn plan_only(only: BTreeSet<String>) -> Self {
        Request {
            only: Some(only),
            is_folded: true,
            is_plan_only: true,
            operations: SYSTEM_OF_HINT,
            ..Request::default()
        }
    }

    pub(super) fn wants(&self, function: &str) -> bool {
        let is_asked_for = self
            .only
            .as_ref()
            .is_none_or(|only| only.contains(function));
        is_asked_for && !self.except.contains(function)
    }
}
