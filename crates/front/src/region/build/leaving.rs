//! Accesses that leave the box of their array for some parameter values.
//!
//! Assumes: every execution of the original is defined. C leaves a subscript outside its dimension
//! undefined, so accesses are cut off at the box of their array. Parameter values for which an
//! access certainly leaves the box are outside the context of that array alone: `t[i]` with `i < n`
//! in `t[N]` implies `n <= N`. Each such fact is listed ([`crate::Candidate::assumptions`]) and
//! printed by `-v`, `--comments` and reports. Other arrays of the region are analysed without it.
//!
//! An array stays if its program seems to work although an access leaves its row:
//! * *one too far*: the access leaves the box whenever it happens, or by a bounded number of
//!   elements for arbitrarily large parameters, and without these iterations the parameters would
//!   have a bound. A program that reads one element beyond each tile without using it has more than
//!   one tile.
//! * *one row for all*: `t[0][i]` continues into the next rows, and no access to another row
//!   continues as far.

use crate::region::build::plan::Plan;
use crate::region::build::related::{Related, outside};
use c::names::symbols::VarId;
use poly::{Map, Result, Set};
use scop::ParamKind;
use std::collections::BTreeMap;

mod odd;

/// Contexts with more pieces than this are not refined further.
const MOST_PIECES: usize = 5;

/// The consequences of accesses that may leave their box.
#[derive(Debug, Default)]
pub(crate) struct Leaving {
    /// Parameter values for which all accesses to an array stay in its box, if these are fewer.
    pub contexts: BTreeMap<VarId, Set>,
    /// The conditions assumed for these contexts, each with the first reference that needs it.
    pub assumed: Vec<Stray>,
    /// References because of which their arrays stay.
    pub refused: Vec<Stray>,
}

/// An access that leaves its box.
#[derive(Debug)]
pub(crate) struct Stray {
    /// Its array.
    pub array: VarId,
    /// The index of its reference, if it names the array.
    pub reference: Option<usize>,
    /// The condition for it to stay in the box, in C spellings: `n <= N`; `None` if there is none,
    /// or if it cannot be expressed.
    pub unless: Option<String>,
}

/// Checks all accesses. `known`: parameter values that the declarations allow.
pub(super) fn find(
    plan: &Plan<'_>,
    known: &Set,
    related: &[Related<'_>],
    boxes: &[Set],
) -> Result<Leaving> {
    let mut check = BoxCheck {
        plan,
        known,
        related,
        boxes,
        listed: BTreeMap::new(),
        found: Leaving::default(),
    };
    for access in related {
        check.look_at(access)?;
    }
    Ok(check.found)
}

/// Checks the accesses of a region against the boxes of their arrays.
struct BoxCheck<'a, 'd> {
    plan: &'a Plan<'d>,
    known: &'a Set,
    related: &'a [Related<'d>],
    boxes: &'a [Set],
    /// Parameter values for which no access has been found to leave its box.
    listed: BTreeMap<VarId, Set>,
    found: Leaving,
}

impl BoxCheck<'_, '_> {
    fn look_at(&mut self, access: &Related<'_>) -> Result<()> {
        match &access.outside {
            Some(outside) => self.look_at_certain(access, outside),
            None => self.look_at_uncertain(access),
        }
    }

    /// An access that may not happen restricts nothing, unless all accesses name its row, and it
    /// leaves its box for the present macros, too.
    fn look_at_uncertain(&mut self, access: &Related<'_>) -> Result<()> {
        let array = self.plan.arrays[access.array].var;
        if self.plan.recalled.contains(&array) || !self.is_only_row(access)? {
            return Ok(());
        }
        let outside = outside(&access.free, &self.boxes[access.array])?;
        let undefined = outside.params()?.intersect(self.known)?;
        if self.at_present(&undefined)?.is_empty()? {
            return Ok(());
        }
        self.found.refused.push(Stray {
            array,
            reference: access.draft.reference,
            unless: self.condition(access, &undefined)?,
        });
        Ok(())
    }

    fn look_at_certain(&mut self, access: &Related<'_>, outside: &Map) -> Result<()> {
        let array = self.plan.arrays[access.array].var;
        let listed = self.listed.get(&array).unwrap_or(self.known);
        let undefined = outside.params()?.intersect(self.known)?;
        if undefined.intersect(listed)?.is_empty()? {
            return Ok(());
        }
        let listed = listed.subtract(&undefined)?.coalesce()?;
        let context = self.found.contexts.get(&array).unwrap_or(self.known);
        let narrow = context.subtract(&undefined)?.coalesce()?;
        let stray = Stray {
            array,
            reference: access.draft.reference,
            unless: self.condition(access, &undefined)?,
        };
        let certain = self.is_certain(access);
        let is_odd = || -> Result<bool> {
            let is_new = !self.plan.recalled.contains(&array);
            Ok(is_new
                && !self.at_present(&undefined)?.is_empty()?
                && (self.goes_on(access, outside, &undefined)?
                    || certain && self.is_too_far(access, outside, &undefined)?))
        };
        // For the present macros, the program contradicts its declarations.
        if self.at_present(&narrow)?.is_empty()? || is_odd()? {
            self.found.refused.push(stray);
            return Ok(());
        }
        if certain && narrow.piece_count()? <= MOST_PIECES {
            self.found.contexts.insert(array, narrow);
        }
        self.listed.insert(array, listed);
        self.found.assumed.push(stray);
        Ok(())
    }

    /// Whether every instance in the domain of the statement is executed.
    fn is_certain(&self, access: &Related<'_>) -> bool {
        self.plan.statements[access.statement].at.end <= self.plan.certain_until
    }

    /// The parameter values that agree with the present macros.
    fn at_present(&self, params: &Set) -> Result<Set> {
        let macros = self.plan.params.iter().map(|p| &p.param);
        let macros = macros.filter(|p| p.kind == ParamKind::Macro);
        params.fix_params(macros.map(|p| (p.name.as_str(), p.sample)))
    }

    /// `n <= N`: the condition for the access to stay in its box, if it happens.
    fn condition(&self, access: &Related<'_>, undefined: &Set) -> Result<Option<String>> {
        let happens = access.free.params()?.intersect(self.known)?;
        let defined = happens.subtract(undefined)?.coalesce()?;
        if defined.is_empty()? {
            return Ok(None);
        }
        let text = defined.gist_params(&happens)?.coalesce()?.to_string();
        let text = text
            .split_once(" : ")
            .and_then(|(_, t)| t.strip_suffix('}'));
        Ok(text.map(|text| self.in_c(text.trim())))
    }

    /// A condition in C spellings of the parameters.
    fn in_c(&self, text: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut spelled = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_part(c) != is_part(first));
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            let mut params = self.plan.params.iter().map(|p| &p.param);
            let param = params.find(|p| p.name == word);
            spelled.push_str(param.map_or(word, |p| &p.spelling));
            rest = behind;
        }
        spelled
    }
}
