//! The proof of a fold: the same text, but for where elements of some arrays are, and every read of
//! these finds the same value.
//!
//! Assumes: nothing of the fold. Which arrays changed is seen in the two texts.

use super::VerifyOptions;
use super::outside::{Outside, words};
use super::rest::compare;
use super::verdict::{Context, Reason, Side};
use crate::memo::Memo;
use crate::options::Options;
use crate::proof::{FoldedRegion, Unsound, verify_region};
use front::{Basis, Candidate, Changed, Extraction, Home, Housing, Program, Region, Rest};
use scop::ParamKind;
use std::collections::BTreeSet;

/// A function in one of the two files.
#[derive(Clone, Copy)]
pub(super) struct Version<'v> {
    pub(super) program: &'v Program<'v>,
    /// Its index.
    pub(super) function: usize,
    pub(super) extraction: &'v Extraction,
}

impl<'v> Version<'v> {
    fn rest(self, marked: &[Changed<'_>]) -> Rest<'v> {
        self.program
            .rest(self.function, &self.extraction.regions, marked)
    }
}

/// Why a proof failed.
pub(super) enum Fault {
    /// The reason.
    Reason(Reason),
    /// The second text lacks statements `t = t;`: the name, and the offset in the unit's text
    /// before which it would be.
    LostCopies(Vec<(String, usize)>),
}

impl From<Reason> for Fault {
    fn from(reason: Reason) -> Self {
        Fault::Reason(reason)
    }
}

/// The name that an array may have in the second file, if a fold makes it a new object.
pub(super) fn new_name(candidate: &Candidate, present: &BTreeSet<&str>) -> Option<String> {
    match &candidate.home {
        Home::Parameter(home) if !home.is_listed && present.contains(home.name.as_str()) => {
            Some(home.name.clone())
        }
        _ => None,
    }
}

/// An array with its two forms.
struct Pair<'v> {
    before: (&'v Region, usize),
    after: (&'v Region, usize),
    is_changed: bool,
}

/// Proves that two versions of a function compute the same.
pub(super) fn prove(
    (before, after): (Version<'_>, Version<'_>),
    outside: &Outside,
    options: &VerifyOptions,
) -> Result<Context, Fault> {
    let pairs = pairs(before, after);
    let changed: Vec<&Pair<'_>> = pairs.iter().filter(|p| p.is_changed).collect();
    only_wanted(&changed, options)?;
    same_outside((before, after), outside, &changed)?;
    same_text((before, after), &changed).map_err(|fault| match fault {
        Fault::Reason(reason) => not_read(before, after).unwrap_or(reason).into(),
        lost => lost,
    })?;
    let mut context = Context::default();
    for region in &before.extraction.regions {
        let own: Vec<&Pair<'_>> = { changed.iter().copied() }
            .filter(|p| std::ptr::eq(p.before.0, region))
            .collect();
        let shapes = |r: &Region| r.ordinal == region.ordinal && r.has_shapes();
        if own.is_empty() && !after.extraction.regions.iter().any(shapes) {
            continue;
        }
        context.add(same_values(region, &own, (before, after), options)?);
    }
    Ok(context)
}

/// The candidates of the first version that the second has too.
fn pairs<'v>(before: Version<'v>, after: Version<'v>) -> Vec<Pair<'v>> {
    let mut pairs = Vec::new();
    for region in &before.extraction.regions {
        let same = |r: &&Region| r.ordinal == region.ordinal;
        let Some(new) = after.extraction.regions.iter().find(same) else {
            continue;
        };
        for k in 0..region.candidates.len() {
            let Some(place) = counterpart((region, k), new) else {
                continue;
            };
            let words = |v: Version<'v>, region: &Region, k: usize| {
                v.program.words_of(v.function, region, k)
            };
            let is_changed = words(before, region, k) != words(after, new, place)
                || region.stored(k) != new.stored(place);
            pairs.push(Pair {
                before: (region, k),
                after: (new, place),
                is_changed,
            });
        }
    }
    pairs
}

/// The position of a candidate's new form: the same position among those of its name.
fn counterpart((region, k): (&Region, usize), after: &Region) -> Option<usize> {
    let candidate = &region.candidates[k];
    let name = &candidate.spelling;
    let here = |region: &Region, name: &str| -> Vec<usize> {
        let all = region.candidates.iter().enumerate();
        all.filter(|(_, c)| c.spelling == name)
            .map(|(k, _)| k)
            .collect()
    };
    let rank = here(region, name).iter().position(|other| *other == k)?;
    let moved = match &candidate.home {
        Home::Parameter(home) => here(after, &home.name),
        _ => Vec::new(),
    };
    match moved.is_empty() {
        true => here(after, name).get(rank).copied(),
        false => moved.first().copied(),
    }
}

/// Checks that only arrays differ that may.
fn only_wanted(changed: &[&Pair<'_>], options: &VerifyOptions) -> Result<(), Reason> {
    let candidates = changed
        .iter()
        .map(|pair| &pair.before.0.candidates[pair.before.1]);
    let may = |c: &&Candidate| options.arrays.is_empty() || options.arrays.contains(&c.spelling);
    let mut others = candidates.filter(|c| !may(c));
    match others.next() {
        None => Ok(()),
        Some(other) => {
            let reason = Reason::new(format!("`{}` differs too", other.spelling));
            Err(reason.at(Side::Before, Some(other.name_span), "declared here"))
        }
    }
}

/// Checks that all names of both versions mean the same, except for the changed arrays.
fn same_outside(
    (before, after): (Version<'_>, Version<'_>),
    outside: &Outside,
    changed: &[&Pair<'_>],
) -> Result<(), Reason> {
    let is_array = |word: &str| {
        let mut own = changed.iter();
        own.any(|p| p.before.0.candidates[p.before.1].spelling == word)
    };
    for (version, side) in [(before, Side::Before), (after, Side::After)] {
        let unit = version.program.unit();
        let Some(range) = version.program.range(version.function) else {
            return Err(Reason::new("its text is not read"));
        };
        let words = words(unit, range).filter(|word| !is_array(word));
        if let Some(word) = outside.differing(words) {
            let message = format!("`{word}` is declared in another way in the other file");
            let named = version.program.contents().file.functions[version.function].name_at;
            return Err(Reason::new(message).at(side, unit.nearest_span(named..named + 1), ""));
        }
    }
    Ok(())
}

/// Checks that both texts are the same but for the changed arrays.
fn same_text(
    (before, after): (Version<'_>, Version<'_>),
    changed: &[&Pair<'_>],
) -> Result<(), Fault> {
    let mut marked = (Vec::new(), Vec::new());
    for (label, pair) in changed.iter().enumerate() {
        let housing = housing(pair)?;
        let mark = |(region, candidate)| Changed {
            region,
            candidate,
            label,
            housing,
        };
        marked.0.push(mark(pair.before));
        marked.1.push(mark(pair.after));
    }
    let (old, new) = (before.rest(&marked.0), after.rest(&marked.1));
    let candidate = |label: usize| {
        let (region, k) = changed[label].after;
        (region, &region.candidates[k])
    };
    let is_scalar = |label: usize| {
        let (region, candidate) = candidate(label);
        region.scop.array(candidate.array).shape.is_empty()
    };
    let units = (before.program.unit(), after.program.unit());
    let lost = compare((units.0, &old), (units.1, &new), &is_scalar)?;
    let named = lost.iter().map(|copy| {
        let name = candidate(copy.label).1.spelling.clone();
        (name, copy.before)
    });
    match lost.is_empty() {
        true => Ok(()),
        false => Err(Fault::LostCopies(named.collect())),
    }
}

/// The reason why an array of the first version is not read in the second, if there is one.
fn not_read(before: Version<'_>, after: Version<'_>) -> Option<Reason> {
    let regions = before.extraction.regions.iter();
    let mut lost = regions.flat_map(|region| {
        let new = after
            .extraction
            .regions
            .iter()
            .find(|r| r.ordinal == region.ordinal);
        let all = region.candidates.iter().enumerate();
        let is_lost = move |k| new.is_none_or(|new| counterpart((region, k), new).is_none());
        all.filter(move |(k, _)| is_lost(*k))
            .map(|(_, candidate)| candidate)
    });
    lost.find_map(|candidate| {
        let mut kept = after.extraction.kept.iter();
        let kept = kept.find(|kept| kept.name == candidate.spelling)?;
        let message = format!("`{}` is not followed: {}", candidate.spelling, kept.reason);
        let reason = Reason::new(message);
        Some(reason.at(Side::Before, Some(candidate.name_span), "").at(
            Side::After,
            kept.at.or(kept.declared),
            "",
        ))
    })
}

/// Where the storage of a changed array comes from.
fn housing(pair: &Pair<'_>) -> Result<Housing, Reason> {
    let ((old, k), (new, place)) = (pair.before, pair.after);
    let candidate = &old.candidates[k];
    let differ = |what: &str| {
        let reason = Reason::new(format!("`{}` {what}", candidate.spelling));
        let now = Some(new.candidates[place].name_span);
        reason
            .at(Side::Before, Some(candidate.name_span), "declared here")
            .at(Side::After, now, "and here")
    };
    let (Some(a), Some(b)) = (old.stored(k), new.stored(place)) else {
        return Err(differ("has no storage"));
    };
    if a.element != b.element {
        return Err(differ("has elements of another type"));
    }
    let lasts = old.scop.array(candidate.array).carried && !a.is_automatic;
    match (a.is_allocated, b.is_allocated) {
        (true, true) => Ok(Housing::Same),
        (true, false) | (false, true) => Ok(Housing::Allocated),
        (false, false) if !lasts => Ok(Housing::Same),
        (false, false) if b.is_automatic && b.is_made_again => {
            Err(differ("loses its values in each iteration"))
        }
        (false, false) => match a.spelled == b.spelled {
            true => Ok(Housing::Anywhere),
            false => Err(differ("has elements of another type")),
        },
    }
}

/// Proves that every read of the changed arrays of a region finds its value.
fn same_values(
    region: &Region,
    changed: &[&Pair<'_>],
    (_, after): (Version<'_>, Version<'_>),
    options: &VerifyOptions,
) -> Result<Context, Reason> {
    let candidate = |pair: &&Pair<'_>| {
        let new = &pair.after.0.candidates[pair.after.1];
        (&region.candidates[pair.before.1], new.spelling.clone())
    };
    let named: Vec<(&Candidate, String)> = changed.iter().map(candidate).collect();
    let stated = changed.first().map(|pair| stated(region, pair.after.0));
    let stated = stated.transpose().map_err(|e| Reason::new(e.to_string()))?;
    let folded = FoldedRegion {
        region,
        candidates: named.iter().map(|(c, name)| (*c, name.as_str())).collect(),
        conditions: stated.flatten().into_iter().collect(),
    };
    let fold_options = Options {
        order: options.order,
        assume: options.assume.clone(),
        ..Options::default()
    };
    let proofs = Memo::default();
    let proved = verify_region(&folded, after.extraction, &fold_options, &proofs);
    proved.map_err(|unsound| reason(region, &unsound))?;
    let mut context = context(region, changed);
    context.conditions.extend(folded.conditions);
    Ok(context)
}

/// The condition on macros that the second version of a region states, by its assertions and by the
/// sizes of its arrays, and the first one does not: elsewhere the second one is not valid.
fn stated(before: &Region, after: &Region) -> poly::Result<Option<String>> {
    let scop = &before.scop;
    let is_macro = |name: &str| {
        let mut params = scop.params.iter().filter(|p| p.kind == ParamKind::Macro);
        params.any(|p| p.name == name)
    };
    let mut known = scop.context.clone();
    for expr in &after.known {
        let mut is_on_macros = true;
        expr.each_var(&mut |name| is_on_macros &= is_macro(name));
        if is_on_macros {
            known = known.intersect(&scop.params_where(&format!("{expr} >= 0"))?)?;
        }
    }
    Ok(known.gist(&scop.context)?.condition())
}

/// What the proof of a region holds for.
fn context(region: &Region, changed: &[&Pair<'_>]) -> Context {
    let mut context = Context::default();
    for pair in changed {
        let candidate = &region.candidates[pair.before.1];
        let assumed = candidate.assumptions.iter();
        let inside = assumed.filter(|a| matches!(a.basis, Basis::Access(_)));
        context
            .conditions
            .extend(inside.map(|a| a.condition.clone()));
        if region.stored(pair.before.1).is_some_and(|s| s.is_allocated) {
            context.assumptions.push("allocations succeed".to_string());
        }
        let new = &pair.after.0.candidates[pair.after.1];
        if new.statics.as_ref().is_some_and(|s| s.may_be_shared) {
            let function = &region.function;
            let text = format!("no two threads execute `{function}` at the same time");
            context.assumptions.push(text);
        }
    }
    let fixed = region.fixed_macros.iter();
    context
        .assumptions
        .extend(fixed.map(|m| format!("{} is {}", m.name, m.value)));
    let mut once = Context::default();
    once.add(context);
    once
}

fn reason(region: &Region, unsound: &Unsound) -> Reason {
    Reason::new(unsound.to_string()).at(Side::Before, Some(region.span), "")
}
