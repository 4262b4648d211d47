//! Proves the folded text against the original. Knows nothing of how the folds were found.
//!
//! Assumes: nothing of the fold. The text is read with the original's regions at hand
//! (`front::Original`). An access that is read under facts happens only where they hold, and the
//! proof compares that. A dimension that is not affine must have the same text, where its values
//! are the same: all reads before it find theirs.
//!
//! If the proof is inconclusive, the array is left alone and reported. A contradiction is an
//! internal error, and the input is returned.

use super::question::question;
use super::unsound::Unsound;
use crate::budget::{ARRAY, FOLD, STATEMENT};
use crate::memo::Memo;
use crate::options::Options;
use crate::text::Version;
use front::{Candidate, Extraction, FixedMacro, Program, Region};
use poly::Set;
use scop::{ArrayId, Scop};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A region in which an array is folded.
pub(crate) struct FoldedRegion<'f> {
    /// The region of the original.
    pub(crate) region: &'f Region,
    /// The folded arrays, each with its name in the folded text.
    pub(crate) candidates: Vec<(&'f Candidate, &'f str)>,
    /// The conditions on parameters under which alone the folded text is valid, in isl's notation.
    pub(crate) conditions: Vec<String>,
}

/// A folded array, before and after.
type Arrays = (ArrayId, ArrayId);

/// Proves that every read of a folded array of one function still finds the value that the original
/// read. Returns what could not be proved, by region.
pub(crate) fn verify(
    folded: &[FoldedRegion<'_>],
    original: &Program<'_>,
    emitted: &Version,
    options: &Options,
    proofs: &Memo<()>,
) -> Vec<Unsound> {
    let Some(first) = folded.first() else {
        return Vec::new();
    };
    let program = emitted.program();
    let name = &first.region.function;
    let extraction = match program.functions().position(|f| f == name) {
        Some(function) => program.extract(function),
        None => Extraction::default(),
    };
    if program.misfits().contains(name) && !original.misfits().contains(name) {
        let call = |region: &FoldedRegion<'_>| Unsound::Call {
            function: name.clone(),
            ordinal: region.region.ordinal,
        };
        return folded.iter().map(call).collect();
    }
    let faults = folded
        .iter()
        .filter_map(|region| verify_region(region, &extraction, options, proofs).err());
    faults.collect()
}

/// Proves that every read of the folded arrays of one region still finds its value.
///
/// # Errors
/// The first reason why it may not.
pub(crate) fn verify_region(
    folded: &FoldedRegion<'_>,
    emitted: &Extraction,
    options: &Options,
    proofs: &Memo<()>,
) -> Result<(), Unsound> {
    let before = folded.region;
    let after = same_region(emitted, before)?;
    same_macros(before, after)?;
    let order = options.order_of(&before.scop);
    let mut all = Pairs::default();
    let mut open = Pairs::default();
    let mut questions = BTreeSet::new();
    for (candidate, pair) in pairs(folded, after)? {
        let scop = before.scop_of(candidate);
        all.add(scop, pair);
        scop.ctx.start_budget(ARRAY);
        let question = question((scop, pair.0), (&after.scop, pair.1), order);
        let under = |text: String| format!("{text}\n{:?}", folded.conditions);
        match question.map(|text| text.map(under)) {
            Ok(Some(text)) if proofs.get(&text).is_some() || questions.contains(&text) => continue,
            Ok(Some(text)) => {
                questions.insert(text);
            }
            Ok(None) | Err(_) => {}
        }
        open.add(scop, pair);
    }
    let proved = || -> Result<(), check::Mismatch> {
        before.scop.ctx.start_budget(budget_for(before, 0));
        let common = common_context(folded)?;
        check::same_instances(&before.scop, &after.scop, &common)?;
        for (scop, pairs) in &open.by_scop {
            scop.ctx.start_budget(budget_for(before, pairs.len()));
            let scop = &under(scop, &folded.conditions)?;
            check::same_reads(scop, &after.scop, pairs, (order, &common))?;
        }
        for (scop, pairs) in &all.by_scop {
            scop.ctx.start_budget(budget_for(before, pairs.len()));
            let scop = &under(scop, &folded.conditions)?;
            check::same_arithmetic(scop, &after.scop, pairs)?;
        }
        Ok(())
    };
    proved().map_err(|mismatch| Unsound::Mismatch {
        function: before.function.clone(),
        ordinal: before.ordinal,
        mismatch,
    })?;
    for question in questions {
        proofs.insert(question, ());
    }
    Ok(())
}

/// Pairs of arrays, before and after, by the scop in which they are compared.
#[derive(Default)]
struct Pairs<'s> {
    by_scop: Vec<(&'s Scop, Vec<Arrays>)>,
}

impl<'s> Pairs<'s> {
    fn add(&mut self, scop: &'s Scop, pair: Arrays) {
        let mut known = self.by_scop.iter_mut();
        match known.find(|(s, _)| std::ptr::eq(*s, scop)) {
            Some((_, pairs)) => pairs.push(pair),
            None => self.by_scop.push((scop, vec![pair])),
        }
    }
}

/// A scop for the parameter values that satisfy some conditions.
fn under<'s>(scop: &'s Scop, conditions: &[String]) -> poly::Result<Cow<'s, Scop>> {
    if conditions.is_empty() {
        return Ok(Cow::Borrowed(scop));
    }
    let context = narrowed(scop.context.clone(), scop, conditions)?;
    Ok(Cow::Owned(Scop {
        context,
        ..scop.clone()
    }))
}

/// The values of a context that satisfy some conditions.
fn narrowed(context: Set, scop: &Scop, conditions: &[String]) -> poly::Result<Set> {
    let mut values = conditions.iter().map(|c| scop.params_where(c));
    values.try_fold(context, |all, one| all.intersect(&one?))
}

/// Parameter values for which all accesses to folded arrays are within their boxes: for others the
/// new sizes need not be defined.
fn common_context(folded: &FoldedRegion<'_>) -> poly::Result<Set> {
    let candidates = folded.candidates.iter();
    let mut own = candidates.map(|(c, _)| &folded.region.scop_of(c).context);
    let scop = &folded.region.scop;
    let all = own.try_fold(scop.context.clone(), |all, own| all.intersect(own))?;
    narrowed(all, scop, &folded.conditions)
}

/// Operations for the proof of this many arrays of a region.
fn budget_for(region: &Region, arrays: usize) -> u64 {
    let statements = region.scop.statements.len() as u64;
    ARRAY + FOLD * arrays as u64 + STATEMENT * statements
}

/// The region of the folded text with the same position among the regions of its function.
fn same_region<'a>(emitted: &'a Extraction, region: &Region) -> Result<&'a Region, Unsound> {
    let same = |r: &&Region| r.function == region.function && r.ordinal == region.ordinal;
    emitted
        .regions
        .iter()
        .find(same)
        .ok_or_else(|| Unsound::Regions {
            function: region.function.clone(),
            ordinal: region.ordinal,
        })
}

/// Checks that no more macros are taken at their value than in the original: the proof would hold
/// for fewer programs.
fn same_macros(before: &Region, after: &Region) -> Result<(), Unsound> {
    let is_new = |m: &&FixedMacro| before.fixed_macros.iter().all(|own| own.name != m.name);
    match after.fixed_macros.iter().find(is_new) {
        None => Ok(()),
        Some(new) => Err(Unsound::Macro {
            name: new.name.clone(),
            function: before.function.clone(),
            ordinal: before.ordinal,
        }),
    }
}

/// Pairs each folded array with its new form: the same position among those of its name, and the
/// same texts in the dimensions that the scop leaves out.
fn pairs<'f>(
    folded: &FoldedRegion<'f>,
    after: &Region,
) -> Result<Vec<(&'f Candidate, Arrays)>, Unsound> {
    let pair = |(candidate, name): &(&'f Candidate, &str)| {
        let same = |c: &&Candidate| c.spelling == *name;
        let candidates = folded.region.candidates.iter();
        let rank = candidates
            .filter(same)
            .position(|c| c.array == candidate.array);
        let mut here = after.candidates.iter().filter(same);
        let found = here.nth(rank.unwrap_or(0));
        let found = found
            .filter(|c| c.opaque == candidate.opaque && c.others.len() == candidate.others.len());
        found
            .map(|c| {
                let own = candidate.arrays().zip(c.arrays());
                own.map(|pair| (*candidate, pair)).collect()
            })
            .ok_or_else(|| Unsound::Lost {
                array: candidate.spelling.clone(),
                function: folded.region.function.clone(),
                ordinal: folded.region.ordinal,
            })
    };
    let pairs = folded.candidates.iter().map(pair);
    let pairs = pairs.collect::<Result<Vec<Vec<_>>, _>>()?;
    Ok(pairs.into_iter().flatten().collect())
}
