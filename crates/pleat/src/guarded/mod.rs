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

use crate::engine::{self, Judgement, Name, New, Next, Pass, State};
use crate::options::{NoOverlap, Options, Tested, TileOptions};
use crate::text::Version;
use crate::verify::Pair;
use program::Program;
use report::{Attention, Remark};
use source::{Diagnostic, PreprocessError, Severity, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use test::Test;

/// Why functions have no test, by name.
type Reasons = BTreeMap<String, String>;

/// Makes the pass.
pub(crate) const GUARD: New = || Box::new(Guard::default());

/// With [`Options::guard`], executes moved loops under tests.
#[derive(Default)]
struct Guard {
    /// The functions that may have tests.
    tested: Option<Tested>,
    /// Those that have none, and why.
    refused: Reasons,
    /// The fold of the file without moved loops that need a test, once it is needed.
    plain: Option<Vec<u8>>,
}

impl Pass for Guard {
    fn name(&self) -> Name {
        Name::Guard
    }

    fn last(&self) -> Name {
        Name::Tidy
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let options = &state.options;
        if options.guard && options.assume.apart != NoOverlap::Promised {
            let tested = self.tested.get_or_insert(Tested::All);
            state.options = with(options, NoOverlap::Tested(tested.clone()));
        }
        Ok(Next::Continue)
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        let folded = &state.folded;
        if !folded.tested.is_empty() && folded.unsound.is_none() && self.tested.is_some() {
            match self.guarded(state, before)? {
                Ok(bytes) => state.folded.bytes = bytes,
                Err(more) => {
                    let functions = state.folded.tested.keys();
                    let rest = functions.filter(|f| !more.contains_key(*f)).cloned();
                    self.tested = Some(Tested::Only(rest.collect()));
                    self.refused.extend(more);
                    return Ok(Judgement::Again);
                }
            }
        }
        let remarks = self.refused.iter().map(|(function, reason)| {
            let message = format!("`{function}` has no test at run time: {reason}");
            let note = Diagnostic::new(Severity::Note, message);
            Remark::new(note, Attention::NearMiss)
        });
        state.folded.remarks.extend(remarks);
        Ok(Judgement::Accepted)
    }
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

impl Guard {
    /// The text with tests, or the functions that have none.
    fn guarded(
        &mut self,
        state: &State<'_>,
        original: &Arc<Version>,
    ) -> Result<Result<Vec<u8>, Reasons>, PreprocessError> {
        let moved = &state.folded;
        let tests = match tests(original, &moved.tested) {
            Ok(tests) => tests,
            Err(reasons) => return Ok(Err(reasons)),
        };
        let read = |bytes: &[u8]| original.again(bytes.to_vec(), state.flags);
        let (plain, moved) = (read(self.plain(state, original)?)?, read(&moved.bytes)?);
        let texts = merge::Texts {
            moved: &moved,
            plain: &plain,
            keep_lines: state.options.keep_lines,
        };
        let merged = match texts.merged(&tests) {
            Ok(merged) => merged,
            Err(reasons) => return Ok(Err(reasons)),
        };
        // A text that the compiler rejects has no tests.
        let path = original.unit().file.path.clone();
        let file = SourceFile::new(path, merged.clone());
        let after = match source::check(&file, state.flags) {
            Ok(()) => read(&merged).ok(),
            Err(_) => None,
        };
        let Some(after) = after else {
            let reason = |f: &String| (f.clone(), "the compiler rejects it".to_string());
            return Ok(Err(tests.keys().map(reason).collect()));
        };
        Ok(texts.are_in(&after, &tests).map(|()| merged))
    }

    /// The fold without moved loops that need a test.
    fn plain(
        &mut self,
        state: &State<'_>,
        original: &Arc<Version>,
    ) -> Result<&[u8], PreprocessError> {
        let bytes = match self.plain.take() {
            Some(known) => known,
            None => {
                let options = Options {
                    hints: false,
                    live_bounds: false,
                    strategies_listed: false,
                    evidence: false,
                    ..with(&state.options, NoOverlap::Refused)
                };
                engine::run(state.rest, None, original, state.flags, &options)?.bytes
            }
        };
        Ok(self.plain.insert(bytes))
    }
}

/// The tests of functions, or those that have none.
fn tests(
    original: &Version,
    all: &BTreeMap<String, BTreeSet<Pair>>,
) -> Result<BTreeMap<String, Test>, Reasons> {
    let program = program::lower(original.program().contents());
    let mut tests = BTreeMap::new();
    let mut reasons = Reasons::new();
    for (function, pairs) in all {
        match test(original, &program, function, pairs) {
            Ok(test) => {
                tests.insert(function.clone(), test);
            }
            Err(reason) => {
                reasons.insert(function.clone(), reason);
            }
        }
    }
    match reasons.is_empty() {
        true => Ok(tests),
        false => Err(reasons),
    }
}

/// The test of a function, or why there is none.
fn test(
    original: &Version,
    program: &Program,
    function: &str,
    pairs: &BTreeSet<Pair>,
) -> Result<Test, String> {
    if let Some(obstacle) = obstacle::of(original, program, function) {
        return Err(obstacle);
    }
    Test::of(original, program, function, pairs)
}
