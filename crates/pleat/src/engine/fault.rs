//! Why the new text of a function is not taken.

use crate::verify::{Context, PresentValue, Reason, Side};
use source::Span;

/// Why the new text of a function is not taken.
#[derive(Clone)]
pub(crate) struct Fault {
    pub(crate) reason: String,
    /// If the proof holds for the present values of these macros alone.
    pub(crate) macros: Vec<PresentValue>,
    /// Whether the reason says itself what became of the proof.
    pub(crate) speaks_of_proof: bool,
    /// See [`Reason::lacks_relation`].
    pub(crate) lacks_relation: bool,
    /// See [`Reason::is_narrower`].
    pub(crate) is_narrower: bool,
    /// See [`Reason::is_not_followed`].
    pub(crate) is_not_followed: bool,
    /// See [`Reason::is_hazard`].
    pub(crate) is_hazard: bool,
    /// The places that the reason speaks of.
    pub(crate) places: Vec<(Side, Span)>,
}

impl Fault {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Fault {
            reason: reason.into(),
            macros: Vec::new(),
            speaks_of_proof: false,
            lacks_relation: false,
            is_narrower: false,
            is_not_followed: false,
            is_hazard: false,
            places: Vec::new(),
        }
    }
}

impl From<Reason> for Fault {
    fn from(reason: Reason) -> Self {
        let places = reason.places.iter();
        Fault {
            places: places.map(|place| (place.side, place.span)).collect(),
            speaks_of_proof: reason.is_undecided,
            lacks_relation: reason.lacks_relation,
            is_narrower: reason.is_narrower,
            is_not_followed: reason.is_not_followed,
            is_hazard: reason.is_hazard,
            ..Fault::new(reason.message)
        }
    }
}

/// Why a proof is not enough: it is restricted to parameter values although the original is defined
/// elsewhere. The new text asserts some macros.
pub(crate) fn restriction(proved: &Context, asserted: &[PresentValue]) -> Option<Fault> {
    let values = proved.present_values.iter();
    let macros: Vec<PresentValue> = { values }
        .filter(|m| !asserted.iter().any(|known| known.is_same(m)))
        .cloned()
        .collect();
    let conditions = match proved.is_defined_only_there {
        true => &[][..],
        false => &proved.conditions,
    };
    let values = macros.iter().map(PresentValue::to_string);
    let all: Vec<String> = conditions.iter().cloned().chain(values).collect();
    (!all.is_empty()).then(|| Fault {
        macros: match conditions.is_empty() {
            true => macros,
            false => Vec::new(),
        },
        speaks_of_proof: true,
        ..Fault::new(format!("the proof only holds if {}", all.join(" and ")))
    })
}
