//! Reads the folded text again, as if the user had written it, and proves it against the original.

use crate::Options;
use crate::decide::BUDGET;
use crate::fold::front_options;
use crate::memo::{self, Memo};
use crate::work::{FoldedRegion, Work};
use front::{Candidate, Extraction, FixedMacro, Original, Program, Region, Syntax};
use poly::Set;
use scop::{ArrayId, Scop};
use source::{Flags, SourceFile, Unit};
use std::collections::BTreeSet;

/// Elementary set operations for the proof of one array, beside those for the whole region.
const BUDGET_PER_ARRAY: u64 = BUDGET / 8;
/// Elementary set operations to compare one statement before and after.
const BUDGET_PER_STATEMENT: u64 = 4_000;

/// A folded array, before and after.
type Arrays = (ArrayId, ArrayId);

/// The folded text is not what it should be: a fault in Pleat, never in the user's file.
#[derive(Debug, thiserror::Error)]
pub enum Unsound {
    /// The preprocessor rejects it.
    #[error("the folded text cannot be preprocessed: {0}")]
    Preprocess(#[from] source::PreprocessError),
    /// Edits of macros make another program of it.
    #[error("edits of macros change more than the accesses that they are for")]
    Macros,
    /// It has other regions than the original.
    #[error("the folded text has other regions than the original in `{function}`")]
    Regions {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A folded array is not found again.
    #[error("`{array}` is not found again in the folded text")]
    Lost {
        /// The array.
        array: String,
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// It is only read with a macro at its present value, where the original was read for all values.
    #[error("the folded text is only followed for the present value of `{name}`")]
    Macro {
        /// The macro.
        name: String,
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A call no longer fits its function.
    #[error("a call in the folded text does not fit `{function}`")]
    Call {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A read does not find its value.
    #[error("the folded text is not equivalent in `{function}`: {mismatch}")]
    Mismatch {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
        /// What differs.
        mismatch: check::Mismatch,
    },
}

impl Unsound {
    /// The region at fault, by [`Region::ordinal`], if the text merely cannot be proved: then its
    /// arrays stay. A contradiction is a fault in Pleat.
    pub(crate) fn unproved(&self) -> Option<usize> {
        match self {
            Unsound::Regions { ordinal, .. }
            | Unsound::Macro { ordinal, .. }
            | Unsound::Call { ordinal, .. }
            | Unsound::Lost { ordinal, .. } => Some(*ordinal),
            Unsound::Mismatch {
                ordinal, mismatch, ..
            } if !contradicts(mismatch) => Some(*ordinal),
            Unsound::Mismatch { .. } | Unsound::Preprocess(_) | Unsound::Macros => None,
        }
    }
}

impl Unsound {
    /// The function and the region in which a read would find another value.
    pub(crate) fn contradicted(&self) -> Option<(&str, usize)> {
        match self {
            Unsound::Mismatch {
                function, ordinal, ..
            } => Some((function, *ordinal)),
            _ => None,
        }
    }

    /// Whether new arithmetic may leave its type: other text may not.
    pub(crate) fn overflows(&self) -> bool {
        let mismatch = match self {
            Unsound::Mismatch { mismatch, .. } => Some(mismatch),
            _ => None,
        };
        matches!(mismatch, Some(check::Mismatch::Overflow { .. }))
    }

    /// The array at fault, by its name in C or in the scop, if it is one.
    pub(crate) fn array(&self) -> Option<&str> {
        match self {
            Unsound::Lost { array, .. } => Some(array),
            Unsound::Mismatch { mismatch, .. } => mismatch.array(),
            _ => None,
        }
    }
}

/// Whether a read would find another value, or a subscript leaves its array. All else means that the
/// two texts were read differently.
fn contradicts(mismatch: &check::Mismatch) -> bool {
    use check::Mismatch::{LiveIn, LiveOut, OutOfBounds, Overwritten, Unordered, WrongCell};
    matches!(
        mismatch,
        OutOfBounds { .. }
            | WrongCell { .. }
            | Overwritten { .. }
            | Unordered { .. }
            | LiveIn { .. }
            | LiveOut { .. }
    )
}

/// The folded text, read as if the user had written it.
pub(crate) struct EmittedText {
    unit: Unit,
    syntax: Syntax,
    options: front::Options,
}

self_cell::self_cell!(
    /// The folded text with the program that borrows from it.
    pub(crate) struct Emitted {
        owner: EmittedText,
        #[covariant]
        dependent: Program,
    }
);

impl Emitted {
    /// The folded text.
    pub(crate) fn program(&self) -> &Program<'_> {
        self.borrow_dependent()
    }
}

/// Reads the folded text.
///
/// # Errors
/// [`Unsound::Preprocess`].
pub(crate) fn read_again(
    file: SourceFile,
    flags: &Flags,
    originals: Vec<Original>,
) -> Result<Emitted, Unsound> {
    let unit = source::preprocess(file, flags)?;
    let mut options = front_options(&unit);
    options.originals = originals;
    let text = EmittedText {
        syntax: front::Syntax::of(&unit),
        unit,
        options,
    };
    Ok(Emitted::new(text, |text| {
        Program::new(&text.unit, &text.syntax, &text.options)
    }))
}

/// Proves that every read of a folded array of one function still finds the value that the original
/// read; what could not be proved, by region.
pub(crate) fn verify(
    work: &Work,
    original: &Program<'_>,
    emitted: &Emitted,
    options: &Options,
    memo: &Memo,
) -> Vec<Unsound> {
    let folded = work.folded();
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
        .filter_map(|region| verify_region(region, &extraction, options, memo).err());
    faults.collect()
}

fn verify_region(
    folded: &FoldedRegion<'_>,
    emitted: &Extraction,
    options: &Options,
    memo: &Memo,
) -> Result<(), Unsound> {
    let before = folded.region;
    let after = same_region(emitted, before)?;
    same_macros(before, after)?;
    let order = options.order_of(&before.scop);
    let mut all = Pairs::default();
    let mut open = Pairs::default();
    let mut claims = BTreeSet::new();
    for (candidate, pair) in pairs(folded, after)? {
        let scop = before.scop_of(candidate);
        all.add(scop, pair);
        scop.ctx.start_budget(BUDGET);
        match memo::slices((scop, pair.0), (&after.scop, pair.1), order) {
            Ok(Some(slices)) if memo.is_proved(&slices) || claims.contains(&slices) => continue,
            Ok(Some(slices)) => {
                claims.insert(slices);
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
            check::same_reads(scop, &after.scop, pairs, (order, &common))?;
        }
        for (scop, pairs) in &all.by_scop {
            scop.ctx.start_budget(budget_for(before, pairs.len()));
            check::same_arithmetic(scop, &after.scop, pairs)?;
        }
        Ok(())
    };
    proved().map_err(|mismatch| Unsound::Mismatch {
        function: before.function.clone(),
        ordinal: before.ordinal,
        mismatch,
    })?;
    claims.into_iter().for_each(|slices| memo.proved(slices));
    Ok(())
}

/// Arrays with what they became, by the scop in which they are judged.
#[derive(Default)]
struct Pairs<'s> {
    by_scop: Vec<(&'s Scop, Vec<Arrays>)>,
}

impl<'s> Pairs<'s> {
    fn add(&mut self, scop: &'s Scop, pair: Arrays) {
        match { self.by_scop.iter_mut() }.find(|(s, _)| std::ptr::eq(*s, scop)) {
            Some((_, pairs)) => pairs.push(pair),
            None => self.by_scop.push((scop, vec![pair])),
        }
    }
}

/// Parameter values for which all folded arrays keep to their boxes: elsewhere their new sizes need not make sense.
fn common_context(folded: &FoldedRegion<'_>) -> poly::Result<Set> {
    let candidates = folded.candidates.iter();
    let mut own = candidates.map(|(c, _)| &folded.region.scop_of(c).context);
    own.try_fold(folded.region.scop.context.clone(), |all, own| {
        all.intersect(own)
    })
}

/// Operations for the proof of some arrays of a region.
fn budget_for(region: &Region, arrays: usize) -> u64 {
    let statements = region.scop.statements.len() as u64;
    BUDGET + BUDGET_PER_ARRAY * arrays as u64 + BUDGET_PER_STATEMENT * statements
}

/// The region of the folded text with the same place among the regions of its function.
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

/// No more macros are taken at their value than in the original: the proof would hold for fewer programs.
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

/// Each folded array with what it became: among those of its name, the same place if it kept that; with
/// the same text in the dimensions that the scop leaves out.
fn pairs<'w>(
    folded: &FoldedRegion<'w>,
    after: &Region,
) -> Result<Vec<(&'w Candidate, Arrays)>, Unsound> {
    let pair = |(candidate, name): &(&'w Candidate, &str)| {
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
