//! A fold whose moved loops are executed under a test: that pointers lead to different memory.
//! The loops that were not moved are the other branch, so nothing is assumed of the pointers.
//!
//! ```text
//! file --fold--> moved: loops moved where a test allows it, with the pairs of memory to test
//!      --fold--> plain: nothing is moved that needs a test
//! plain + functions of `moved` as copies + tests that call the copies --merge--> result
//! ```

mod definition;
mod extent;
mod helper;
mod merge;
mod obstacle;
mod size;
mod test;

use crate::fold::Folded;
use crate::options::{NoOverlap, Options, Tested, TileOptions};
use crate::text::{Version, finished};
use crate::tiling;
use crate::verify::Pair;
use program::Program;
use report::{Attention, Remark};
use source::{Diagnostic, Flags, PreprocessError, Severity, SourceFile};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use test::Test;

/// Why functions have no test, by name.
type Reasons = BTreeMap<String, String>;

/// Folds every array of a file that can be folded; see [`Options`] for what precedes and follows.
/// Facts that are not about the file make the result [`Folded::invalid`].
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fold(file: SourceFile, flags: &Flags, options: &Options) -> Result<Folded, PreprocessError> {
    let fold = |original: &Arc<Version>| fold_version(original, flags, options);
    finished(file, flags, fold, |folded| &folded.bytes)
}

/// The same for a file that was read.
fn fold_version(
    original: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Folded, PreprocessError> {
    if !options.guard || options.assume.apart == NoOverlap::Promised {
        return tiling::fold(original, flags, options);
    }
    let fold = |apart| tiling::fold(original, flags, &with(options, apart));
    let mut moved = fold(NoOverlap::Tested(Tested::All))?;
    let mut guard = None;
    let mut refused = Reasons::new();
    while !moved.tested.is_empty() && moved.unsound.is_none() {
        let guard = match &mut guard {
            Some(guard) => guard,
            empty => empty.insert(Guard::new(original, flags, options)),
        };
        match guard.guarded(&moved)? {
            Ok(bytes) => {
                moved.bytes = bytes;
                break;
            }
            Err(more) => {
                let functions = moved.tested.keys().filter(|f| !more.contains_key(*f));
                let rest: BTreeSet<String> = functions.cloned().collect();
                refused.extend(more);
                moved = fold(NoOverlap::Tested(Tested::Only(rest)))?;
            }
        }
    }
    let remarks = refused.iter().map(|(function, reason)| {
        let message = format!("`{function}` has no test at run time: {reason}");
        Remark::new(
            Diagnostic::new(Severity::Note, message),
            Attention::NearMiss,
        )
    });
    moved.remarks.extend(remarks);
    Ok(moved)
}

/// The same options for other assumptions on pointers.
fn with(options: &Options, apart: NoOverlap) -> Options {
    let tile = options.tile.as_ref().map(|tile| TileOptions {
        apart: apart.clone(),
        ..tile.clone()
    });
    let mut options = Options {
        tile,
        ..options.clone()
    };
    options.assume.apart = apart;
    options
}

/// What tests are written with.
struct Guard<'g> {
    flags: &'g Flags,
    options: &'g Options,
    original: Arc<Version>,
    program: Program,
    /// The fold of the file without moved loops that need a test, once it is needed.
    plain: OnceCell<Vec<u8>>,
}

impl<'g> Guard<'g> {
    fn new(original: &Arc<Version>, flags: &'g Flags, options: &'g Options) -> Self {
        Guard {
            flags,
            options,
            program: program::lower(original.program().contents()),
            original: Arc::clone(original),
            plain: OnceCell::new(),
        }
    }

    /// The text with tests, or the functions that have none.
    fn guarded(&self, moved: &Folded) -> Result<Result<Vec<u8>, Reasons>, PreprocessError> {
        let mut tests = BTreeMap::new();
        let mut reasons = Reasons::new();
        for (function, pairs) in &moved.tested {
            match self.test(function, pairs) {
                Ok(test) => {
                    tests.insert(function.clone(), test);
                }
                Err(reason) => {
                    reasons.insert(function.clone(), reason);
                }
            }
        }
        if !reasons.is_empty() {
            return Ok(Err(reasons));
        }
        let path = || moved.file.path.clone();
        let read = |bytes: &[u8]| self.original.again(bytes.to_vec(), self.flags);
        let (plain, moved) = (read(self.plain()?)?, read(&moved.bytes)?);
        let texts = merge::Texts {
            moved: &moved,
            plain: &plain,
            keep_lines: self.options.keep_lines,
        };
        let merged = match texts.merged(&tests) {
            Ok(merged) => merged,
            Err(reasons) => return Ok(Err(reasons)),
        };
        // A text that the compiler rejects has no tests.
        let file = SourceFile::new(path(), merged.clone());
        let after = match source::check(&file, self.flags) {
            Ok(()) => read(&merged).ok(),
            Err(_) => None,
        };
        let Some(after) = after else {
            let reason = |f: &String| (f.clone(), "the compiler rejects it".to_string());
            return Ok(Err(tests.keys().map(reason).collect()));
        };
        Ok(texts.are_in(&after, &tests).map(|()| merged))
    }

    /// The test of a function, or why there is none.
    fn test(&self, function: &str, pairs: &BTreeSet<Pair>) -> Result<Test, String> {
        if let Some(obstacle) = obstacle::of(&self.original, &self.program, function) {
            return Err(obstacle);
        }
        Test::of(&self.original, &self.program, function, pairs)
    }

    /// The fold without moved loops that need a test.
    fn plain(&self) -> Result<&[u8], PreprocessError> {
        if let Some(known) = self.plain.get() {
            return Ok(known);
        }
        let options = Options {
            hints: false,
            live_bounds: false,
            strategies_listed: false,
            evidence: false,
            ..with(self.options, NoOverlap::Refused)
        };
        let plain = tiling::fold(&self.original, self.flags, &options)?.bytes;
        Ok(self.plain.get_or_init(|| plain))
    }
}
