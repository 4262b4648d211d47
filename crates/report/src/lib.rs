//! Reports for people and programs: remarks in the form of compiler diagnostics, and JSON version
//! 1. Renders what it is given; knows nothing of how it was found.

mod json;
mod remark;
mod verdict;

pub use json::{
    ArrayEntry, CaseEntry, Coefficient, Fusion, LoopEntry, NotFusedEntry, NotSharedEntry, Report,
    RowsEntry, Sharing, Status, StorageEntry, StrategyEntry, StripsEntry, VERSION,
};
pub use remark::remark;
pub use verdict::{
    ContextEntry, ExperimentEntry, FunctionEntry, PlaceEntry, Verdicts, WitnessEntry,
};
