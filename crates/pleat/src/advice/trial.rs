//! A fold of a changed file, or with changed flags, to see whether arrays fold that stay otherwise.

use crate::contract::contracted;
use crate::folded::Folded;
use crate::options::Options;
use crate::reason::Change;
use crate::text::{AnalysedText, Version};
use report::{ArrayEntry, Evidence, Owner, Status};
use source::{Edit, Edits, Flags, Span, Unit, Word};
use std::collections::BTreeMap;
use std::sync::Arc;
use storage::Objective;

/// A change to be tried.
pub(super) struct Trial {
    pub(super) change: Change,
    /// The arrays that it may help, by their places in the report.
    pub(super) arrays: Vec<usize>,
    /// The changes of the user's file.
    edits: Edits,
}

impl Trial {
    /// A change for an array that is declared at a place; `None` if the change is not possible.
    pub(super) fn new(
        change: &Change,
        array: usize,
        declared: Option<Span>,
        unit: &Unit,
    ) -> Option<Self> {
        let mut edits = Edits::default();
        for edit in edits_for(change, declared, unit)? {
            edits.insert(edit).ok()?;
        }
        Some(Trial {
            change: change.clone(),
            arrays: vec![array],
            edits,
        })
    }

    /// Whether the change is the same for all arrays.
    pub(super) fn takes_more(&self) -> bool {
        match self.change {
            Change::WithoutRegions
            | Change::OneConfiguration
            | Change::Size
            | Change::SingleThread
            | Change::DropUnused => true,
            Change::Promise | Change::Without(_) | Change::Stack(_) => false,
        }
    }

    /// What the folds of its arrays are after the change, of those that fold.
    pub(super) fn folds(
        &self,
        arrays: &[&ArrayEntry],
        text: &AnalysedText,
        flags: &Flags,
        options: &Options,
    ) -> Vec<Option<ArrayEntry>> {
        let options = self.options(arrays, options);
        let is_one = self.change == Change::OneConfiguration;
        let flags = &Flags {
            one_configuration: flags.one_configuration || is_one,
            ..flags.clone()
        };
        let Some(changed) = self.changed(text, flags) else {
            return vec![None; arrays.len()];
        };
        let (folded, _) = contracted(changed, flags, &options);
        let folds = |array: &&ArrayEntry| {
            let all = folded.report.arrays.iter();
            // An array at file scope belongs to its only user then.
            let is_same_place =
                |a: &ArrayEntry| array.function.is_empty() || a.function == array.function;
            let mut named = all.filter(|a| a.name == array.name && is_same_place(a));
            let found = named.next().filter(|a| a.status == Status::Folded)?;
            let helps = self.change != Change::DropUnused || found.owner == Owner::DroppedCaller;
            let is_output = || self.change == Change::Promise && is_output(&folded, array);
            let folds = named.next().is_none() && folded.unsound.is_none() && !is_output();
            (folds && helps).then(|| found.clone())
        };
        arrays.iter().map(folds).collect()
    }

    fn options(&self, arrays: &[&ArrayEntry], options: &Options) -> Options {
        let names = arrays.iter().map(|array| array.name.clone());
        let mut options = options.trial_of(names.collect());
        match self.change {
            Change::Size => options.objective = Objective::Size,
            Change::SingleThread => options.assume.single_thread = true,
            Change::Stack(bytes) => options.max_stack = Some(bytes),
            Change::Promise => options.evidence = true,
            Change::DropUnused => options.drop_unused = true,
            Change::Without(_) | Change::WithoutRegions | Change::OneConfiguration => {}
        }
        options
    }

    /// The changed file.
    fn changed(&self, text: &AnalysedText, flags: &Flags) -> Option<Arc<Version>> {
        if self.edits.is_empty() && self.change != Change::OneConfiguration {
            return Some(Arc::clone(text.version()));
        }
        text.version().edited(&self.edits, flags).ok()
    }
}

/// Whether an array looks like a result: most of its elements have a last value that the function
/// itself never reads, as far as small sizes show.
fn is_output(folded: &Folded, array: &ArrayEntry) -> bool {
    let mut evidence = folded.report.evidence.iter();
    let is_it = |e: &&Evidence| e.name == array.name && e.function == array.function;
    let Some(found) = evidence.find(is_it) else {
        return false;
    };
    let lives = { found.lives.iter() }.filter(|life| life.write.is_some());
    let last: BTreeMap<&[i64], bool> =
        { lives.map(|life| (life.element.as_slice(), life.last_read.is_some())) }.collect();
    let read = last.values().filter(|is_read| **is_read).count();
    2 * read < last.len()
}

fn edits_for(change: &Change, declared: Option<Span>, unit: &Unit) -> Option<Vec<Edit>> {
    match change {
        Change::Promise => Some(vec![promise(declared?, unit)?]),
        Change::Without(qualifier) => Some(vec![without(qualifier, declared?, unit)?]),
        Change::WithoutRegions => Some(without_regions(unit)),
        Change::OneConfiguration
        | Change::Size
        | Change::SingleThread
        | Change::Stack(_)
        | Change::DropUnused => Some(Vec::new()),
    }
}

/// `#pragma pleat temporary(name)` at the start of the function whose parameter is declared here,
/// or before the declaration at file scope.
fn promise(declared: Span, unit: &Unit) -> Option<Edit> {
    let name = unit.file.slice(declared);
    let pragma = format!("#pragma pleat temporary({name})\n");
    let end = u32::try_from(unit.file.bytes.len()).ok()?;
    let words = unit.words(Span::new(declared.end, end));
    let stop = words
        .iter()
        .find(|word| matches!(word.text.as_str(), "{" | ";" | "="))?;
    let (at, text) = match stop.text.as_str() {
        "{" => (stop.span.end, format!("\n{pragma}")),
        _ => (
            unit.file
                .line_span(unit.file.line_col(declared.start).line)?
                .start,
            pragma,
        ),
    };
    Some(Edit {
        span: Span::new(at, at),
        text,
    })
}

/// A declaration without a qualifier before the name that it declares.
fn without(qualifier: &str, declared: Span, unit: &Unit) -> Option<Edit> {
    let words = unit.words(Span::new(0, declared.start));
    let is_end = |word: &&Word| matches!(word.text.as_str(), ";" | "{" | "}");
    let own = words.iter().rev().take_while(|word| !is_end(word));
    let found = own.into_iter().find(|word| word.text == qualifier)?;
    Some(Edit {
        span: found.span,
        text: String::new(),
    })
}

/// The file without `#pragma scop` and `#pragma endscop`.
fn without_regions(unit: &Unit) -> Vec<Edit> {
    let end = u32::try_from(unit.file.bytes.len()).unwrap_or(0);
    let words = unit.words(Span::new(0, end));
    let is = |word: &Word, texts: &[&str]| texts.contains(&word.text.as_str());
    let pragmas = words.windows(3).filter(|three| {
        is(&three[0], &["#"]) && is(&three[1], &["pragma"]) && is(&three[2], &["scop", "endscop"])
    });
    let removed = pragmas.map(|three| Edit {
        span: Span::new(three[0].span.start, three[2].span.end),
        text: String::new(),
    });
    removed.collect()
}
