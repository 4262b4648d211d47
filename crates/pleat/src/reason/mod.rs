//! Why a candidate is kept that the front end accepted. The front end's own reasons are in
//! `front::Refusal`. Changes that may let the array fold.

mod change;

pub(crate) use change::Change;

use report::Owner;

/// A named reason to keep an array that the front end accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// All values that could share a cell are alive at once.
    #[error(
        "no smaller modular mapping was found that separates the values that are alive at the same time \
         (tried {tried}){}", cause.as_ref().map_or_else(String::new, |cause| format!("; {cause}"))
    )]
    NoSmallerMapping {
        /// The names of the strategies.
        tried: String,
        /// Why so many values are alive, if that is known.
        cause: Option<String>,
    },
    /// A smaller mapping costs more than it saves, by the objective.
    #[error(
        "the smaller mapping that was found, {mapping} ({size} elements), saves too little for what its \
         subscripts cost in loops"
    )]
    NotFaster {
        /// The mapping in the user's names.
        mapping: String,
        /// Its size.
        size: String,
    },
    /// The array would shrink by less than the least saving.
    #[error("{}", too_little(*.before, *.after, *.owner))]
    SavesTooLittle {
        /// Its elements.
        before: i64,
        /// The elements that it would have.
        after: i64,
        /// The owner of its storage.
        owner: Owner,
    },
    /// The sets of this array are too complex for the budget.
    #[error("the analysis of its lifetimes exceeds the budget{}", size_of(.0.as_ref()))]
    Budget(Option<Accesses>),
    /// An operation on integer sets failed.
    #[error("its lifetimes could not be computed: {0}")]
    Analysis(String),
    /// A `static` array whose values are read by the next call.
    #[error("it is `static` and a read may find a value of an earlier call")]
    CarriedAcrossCalls,
    /// A parameter that is read before it is written.
    #[error(
        "the function may read an element that it did not write in the same call: the caller's \
         values are needed"
    )]
    ReadBeforeWritten,
    /// A parameter or file-scope array with a wrong promise.
    #[error(
        "`#pragma pleat temporary` names it, but an element may be read before the region writes \
         it: its earlier contents are needed"
    )]
    PromiseBroken,
    /// The same array is passed to a parameter that may be read before it is written.
    #[error("the same array is passed to `{0}`, which may read what it finds in it")]
    AlsoPassedTo(String),
    /// An array declared outside of a loop that does not count or is parallel, with values that
    /// pass from one iteration to the next.
    #[error(
        "a read may find a value of an earlier iteration of the loop around it, which does not count or \
         is parallel"
    )]
    CarriedAcrossIterations,
    /// The same, where the loop does not count because its bounds may change.
    #[error("{0}")]
    MayChange(String),
    /// Values of the initialiser are read.
    #[error("a read may find a value that its initialiser gives, so all of them have to stay")]
    InitialiserRead,
    /// Two accesses whose order parallel iterations do not preserve.
    #[error(
        "two iterations of a parallel loop may touch the same element at the same time (`{0}` and `{1}`), \
         so which value is read is not known"
    )]
    ParallelRace(String, String),
    /// Two accesses whose order tiles do not preserve.
    #[error(
        "the loops around it are said to be tilable, but tiles would exchange `{0}` and `{1}`, which \
         touch the same element"
    )]
    NotTilable(String, String),
    /// The mapping cannot be written as C.
    #[error("a smaller mapping exists, but {0}")]
    NotInC(String),
    /// Static storage that threads may share, and that is too large for the stack or has a
    /// declaration that cannot become automatic.
    #[error(
        "it is static, and other files may execute `{function}` in several threads at the same time, \
         which would share its smaller storage"
    )]
    SharedStatic {
        /// The size of the folded array.
        bytes: Option<u64>,
        /// The function that uses it.
        function: String,
    },
    /// The text to be edited is the expansion of a macro.
    #[error(
        "a smaller mapping exists, but a piece to be edited comes out of the macro `{0}`, which can \
         neither be edited for all its uses nor written out here (pragmas, comments, `__COUNTER__` \
         and other configurations must stay)"
    )]
    InMacro(String),
    /// The folded text could not be proved when it was read again.
    #[error("a smaller mapping exists, but the folded text cannot be proved ({0})")]
    NotProved(String),
    /// The user excludes it.
    #[error("`--keep` or `--array` excludes it")]
    Excluded,
}

impl Reason {
    /// The name in reports.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::NoSmallerMapping { .. } => "no-smaller-mapping",
            Reason::NotFaster { .. } => "not-faster",
            Reason::SavesTooLittle { .. } => "saves-too-little",
            Reason::Budget(_) => "analysis-budget",
            Reason::Analysis(_) => "analysis-failed",
            Reason::InitialiserRead => "initialiser-read",
            Reason::CarriedAcrossCalls => "carried-across-calls",
            Reason::ReadBeforeWritten => "read-before-written",
            Reason::PromiseBroken => "promise-broken",
            Reason::AlsoPassedTo(_) => "not-temporary",
            Reason::CarriedAcrossIterations => "carried-across-iterations",
            Reason::MayChange(_) => "may-change",
            Reason::ParallelRace(..) => "parallel-race",
            Reason::NotTilable(..) => "not-tilable",
            Reason::NotInC(_) => "not-in-c",
            Reason::SharedStatic { .. } => "shared-static",
            Reason::InMacro(_) => "in-macro",
            Reason::NotProved(_) => "not-proved",
            Reason::Excluded => "excluded",
        }
    }
}

/// The message on an array that hardly shrinks.
fn too_little(before: i64, after: i64, owner: Owner) -> String {
    let saved = before.saturating_sub(after);
    let found = "the smaller mapping that was found";
    if saved < 1 {
        return format!("{found} does not make its storage smaller");
    }
    if owner == Owner::Caller {
        return format!(
            "{found} saves nothing, because the caller's array stays; `--min-saving` sets the least \
             saving"
        );
    }
    format!("{found} saves {saved} of {before} elements; `--min-saving` sets the least saving")
}

/// How many accesses an array has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accesses {
    /// Their number.
    pub count: usize,
    /// The most convex pieces of one: conditions with `||` and divisions have several.
    pub pieces: usize,
}

/// ``: it has 16 accesses, one of them under conditions with 6 alternatives``
fn size_of(accesses: Option<&Accesses>) -> String {
    match accesses {
        None => String::new(),
        Some(Accesses {
            count,
            pieces: 0 | 1,
        }) => format!(": it has {count} accesses"),
        Some(Accesses { count, pieces }) => format!(
            ": it has {count} accesses, one of them under conditions with {pieces} alternatives"
        ),
    }
}

impl From<poly::PolyError> for Reason {
    fn from(error: poly::PolyError) -> Self {
        match error {
            poly::PolyError::Budget => Reason::Budget(None),
            other => Reason::Analysis(other.to_string()),
        }
    }
}

/// An array that stays for lack of facts about sizes.
#[derive(Clone, Debug)]
pub(crate) struct Lacking {
    /// Its function.
    pub(crate) function: String,
    /// Its name.
    pub(crate) array: String,
    /// The facts, in C.
    pub(crate) facts: String,
}
