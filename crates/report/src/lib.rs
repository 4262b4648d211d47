//! Reports for people and programs: remarks in the form of compiler diagnostics, JSON version 1,
//! SARIF, LLVM remarks, annotations. Renders what it is given; knows nothing of how it was found.

mod allocation;
mod bytes;
mod evidence;
mod explain;
mod file_text;
mod finding;
mod github;
mod html;
mod json;
mod opt_yaml;
mod outline;
mod pull_request;
pub mod reasons;
mod remark;
mod sarif;
#[cfg(test)]
mod schema;
mod sentence;
mod stats;
mod totals;
mod verdict;

pub use allocation::Change;
pub use bytes::bytes;
pub use evidence::{AccessEvidence, Clash, Evidence, LifeEvidence, MappingEvidence, StepEvidence};
pub use explain::explain;
pub use file_text::FileText;
pub use github::{annotation_of_failure, annotations};
pub use json::{
    ArrayEntry, Attention, CaseEntry, Coefficient, FailureEntry, Fusion, LoopEntry, NotFusedEntry,
    NotSharedEntry, NotTiledEntry, Owner, PartEntry, Report, RowsEntry, Sharing, SpanEntry,
    SplitEntry, Splitting, Status, StorageEntry, StrategyEntry, StripsEntry, TilesEntry, Tiling,
    UnsplitEntry, VERSION,
};
pub use opt_yaml::opt_yaml;
pub use outline::Outline;
pub use pull_request::pull_request;
pub use remark::{Common, Remark};
pub use sarif::{SarifRun, sarif};
pub use stats::{GainEntry, ReasonEntry, Stats};
pub use totals::Totals;
pub use verdict::{
    ContextEntry, ExperimentEntry, FunctionEntry, PlaceEntry, Verdicts, WitnessEntry,
};
