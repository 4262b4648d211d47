//! The values of sizes in a function, as far as its parameters are known.

use poly::Set;
use print::Values;
use scop::{MACRO_RANGE, Param, ParamKind, Scop};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Bounds of sizes that are tried.
const BOUNDS: [i64; 6] = [0, 1 << 12, 1 << 20, 1 << 24, 1 << 28, 1 << 30];

/// The sizes in a function.
pub(crate) struct Sizes<'s> {
    scop: &'s Scop,
    /// The values of the parameters.
    context: Set,
    /// Those that were asked for, by spelling.
    known: RefCell<BTreeMap<String, Option<Values>>>,
}

impl<'s> Sizes<'s> {
    pub(crate) fn new(scop: &'s Scop, context: Set) -> Self {
        Sizes {
            scop,
            context,
            known: RefCell::default(),
        }
    }

    /// The values of a size; `None` if it is no parameter.
    pub(crate) fn values(&self, spelling: &str) -> Option<Values> {
        let known = self.known.borrow().get(spelling).copied();
        known.unwrap_or_else(|| {
            let mut params = self.scop.params.iter();
            let param = params.find(|param| param.spelling == spelling);
            let found = param.map(|param| self.values_of(param));
            self.known.borrow_mut().insert(spelling.to_string(), found);
            found
        })
    }

    fn values_of(&self, param: &Param) -> Values {
        if param.kind == ParamKind::Macro {
            let most = MACRO_RANGE.max(param.sample.saturating_abs());
            return Values::new((-most).into(), most.into());
        }
        let bound = |relation: &str, sign: i64| {
            let holds = |bound: &i64| {
                let condition = format!("{} {relation} {}", param.name, sign * bound);
                self.scop.holds(&self.context, &condition).unwrap_or(false)
            };
            BOUNDS.into_iter().find(holds).map(|bound| sign * bound)
        };
        let (least, most) = (bound(">=", -1), bound("<=", 1));
        Values::new(
            least.map_or(i128::MIN, i128::from),
            most.map_or(i128::MAX, i128::from),
        )
    }
}
