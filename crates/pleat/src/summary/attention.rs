//! How much attention a kept array deserves: [`Attention`] by the reason why it stays, and by what
//! is known of the array.

use crate::functions::Decided;
use crate::reason::Reason;
use front::{Escape, KeptArray, MemberOf, Refusal};
use report::Attention;
use scop::AccessKind;

/// Arrays of fewer elements are in registers or in one or two lines of the cache: nobody changes
/// code to make them smaller.
const FEWEST_ELEMENTS: u64 = 32;

/// The attention for an array that the front end keeps.
pub(super) fn of_refusal(kept: &KeptArray) -> Attention {
    // `main` fills the inputs of functions, and prints their outputs.
    let is_handed_on = matches!(
        kept.reason,
        Refusal::AddressEscapes(Escape::PassedTo(_) | Escape::Pointer | Escape::PartialSubscript)
            | Refusal::StructMember(MemberOf::PassedTo(_))
    );
    let is_of_main = kept.function.as_deref() == Some("main");
    let may_gain = kept.is_temporary && !is_small(kept) && !(is_handed_on && is_of_main);
    match may_gain && may_change(&kept.reason) {
        true => Attention::NearMiss,
        false => Attention::Other,
    }
}

/// Whether an array has a small number of elements in the text.
fn is_small(kept: &KeptArray) -> bool {
    let sizes = kept.shape.iter().map(|size| size.parse::<u64>());
    let count = sizes.product::<Result<u64, _>>();
    !kept.shape.is_empty() && count.is_ok_and(|count| count < FEWEST_ELEMENTS)
}

/// The attention for an array that the analysis keeps.
pub(super) fn of_reason(decided: &Decided<'_>, reason: &Reason) -> Attention {
    let elements = { decided.decision.extents.iter() }.map(|e| e.as_constant());
    let is_small =
        { elements.product::<Option<i64>>() }.is_some_and(|n| n < FEWEST_ELEMENTS as i64);
    let is_small = is_small && !decided.decision.extents.is_empty();
    match is_set_and_read(decided) && is_in_the_way(reason) && !is_small {
        true => Attention::NearMiss,
        false => Attention::Other,
    }
}

fn is_set_and_read(decided: &Decided<'_>) -> bool {
    let scop = decided.region.scop_of(decided.candidate);
    let has = |kind: AccessKind| {
        let mut arrays = decided.candidate.arrays();
        arrays.any(|array| scop.accesses_to(array).any(|access| access.kind == kind))
    };
    has(AccessKind::Read) && has(AccessKind::Write)
}

/// Whether something other than the values of the array keeps it.
fn is_in_the_way(reason: &Reason) -> bool {
    match reason {
        Reason::NotFaster { .. }
        | Reason::Budget(_)
        | Reason::Analysis(_)
        | Reason::PromiseBroken
        | Reason::MayChange(_)
        | Reason::ParallelRace(..)
        | Reason::NotTilable(..)
        | Reason::NotInC(_)
        | Reason::SharedStatic { .. }
        | Reason::InMacro(_)
        | Reason::NotProved(_) => true,
        Reason::NoSmallerMapping { .. }
        | Reason::SavesTooLittle { .. }
        | Reason::CarriedAcrossCalls
        | Reason::ReadBeforeWritten
        | Reason::AlsoPassedTo(_)
        | Reason::CarriedAcrossIterations
        | Reason::InitialiserRead
        | Reason::Excluded => false,
    }
}

/// Whether a change of one thing could make a temporary foldable that the front end keeps.
fn may_change(refusal: &Refusal) -> bool {
    match refusal {
        // Another function, file or call may need the values; or there is nothing to fold; or only
        // the data says where an element is. A pragma of the user says which code counts; its
        // trial decides.
        Refusal::UsedOutsideRegion
        | Refusal::NotInRegion
        | Refusal::DeclaredInHeader(_)
        | Refusal::FunctionParameter
        | Refusal::NotTemporary(_)
        | Refusal::FileScope
        | Refusal::SharedByFunctions(_)
        | Refusal::NamedElsewhere
        | Refusal::Volatile
        | Refusal::Atomic
        | Refusal::SubscriptNotAffine { is_data: true, .. }
        | Refusal::Unused => false,
        Refusal::AddressEscapes(_)
        | Refusal::UsedInUnanalysedCode(_)
        | Refusal::InMacro { .. }
        | Refusal::InIncludedFile
        | Refusal::IncludesItself
        | Refusal::UnusualSpelling
        | Refusal::Pointer(_)
        | Refusal::HeapSize
        | Refusal::InitialiserNotZero
        | Refusal::StructElement(_)
        | Refusal::StructMember(_)
        | Refusal::UnknownElement
        | Refusal::StorageClass(_)
        | Refusal::TypedefShape
        | Refusal::Parenthesised
        | Refusal::UnknownShape
        | Refusal::SubscriptNotAffine { .. }
        | Refusal::MissingFact { .. }
        | Refusal::MayChange { .. }
        | Refusal::LeavesRow(_)
        | Refusal::LeavesDimension { .. }
        | Refusal::SubscriptSteps(_)
        | Refusal::Setjmp(_)
        | Refusal::Reentrant(_)
        | Refusal::NamedInPragma(_)
        | Refusal::NamedInClause(..)
        | Refusal::SharedByThreads
        | Refusal::KeptByThreads
        | Refusal::HiddenName(_)
        | Refusal::AcrossDirective
        | Refusal::InSkippedLines(_)
        | Refusal::InDroppedArgument(_)
        | Refusal::InSkippedMacro(_)
        | Refusal::OtherMacro(_)
        | Refusal::OtherMacroAbove(_)
        | Refusal::DependsOnConfiguration(..)
        | Refusal::AnalysisBudget
        | Refusal::AnalysisFailed(_) => true,
    }
}
