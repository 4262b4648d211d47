//! The sizes for which a nest is in tiles: tiny ones, where tiles would be wrong, are tested.

use crate::systems::Sizes;
use affine::LargerSize;
use poly::{Expr, Result, Set};
use print::Values;
use schedule::TileUnit;
use scop::{Param, Scop};
use std::collections::BTreeMap;
use tile::WrappingEnd;

/// The sizes for which a nest is in tiles.
pub(super) struct Usual<'s> {
    scop: &'s Scop,
    /// By the spelling of a parameter: a value that it must exceed, and may not.
    tiny: BTreeMap<String, i64>,
    /// The parameter values.
    context: Set,
    /// Whether the nest does nothing for others.
    pub(super) is_idle: bool,
    sizes: Sizes<'s>,
}

impl<'s> Usual<'s> {
    /// Sizes that exceed tiny ones; the scop is that of some sizes alone, which are required.
    pub(super) fn new(
        scop: &'s Scop,
        units: &[TileUnit],
        mut tiny: BTreeMap<String, i64>,
        required: &[LargerSize],
    ) -> Result<Self> {
        let mut context = scop.context.clone();
        for (spelling, most) in std::mem::take(&mut tiny) {
            let Some(param) = spelled(scop, &spelling) else {
                continue;
            };
            let exceeds = format!("{} > {most}", param.name);
            if !scop.holds(&scop.context, &exceeds)? {
                context = context.intersect(&scop.params_where(&exceeds)?)?;
                tiny.insert(spelling, most);
            }
        }
        for size in required {
            let most = tiny.entry(size.name.clone()).or_insert(size.least - 1);
            *most = (size.least - 1).max(*most);
        }
        let others = scop.context.subtract(&context)?;
        let mut is_idle = required.is_empty();
        for statement in units.iter().flat_map(|unit| &unit.statements) {
            let domain = &scop.statement(*statement).domain;
            is_idle &= domain.intersect_params(&others)?.is_empty()?;
        }
        Ok(Usual {
            scop,
            tiny,
            sizes: Sizes::new(scop, context.clone()),
            context,
            is_idle,
        })
    }

    /// `n > 0 && m > 2`; empty if it is always true.
    pub(super) fn condition(&self) -> String {
        let tests = self
            .tiny
            .iter()
            .map(|(name, most)| format!("{name} > {most}"));
        tests.collect::<Vec<String>>().join(" && ")
    }

    /// The values of a size, as far as they are known.
    pub(super) fn values(&self, spelling: &str) -> Option<Values> {
        self.sizes.values(spelling)
    }

    /// Whether a sum of sizes is positive wherever a unit is executed in tiles.
    pub(super) fn is_positive(&self, unit: &TileUnit, expr: &Expr) -> bool {
        let condition = format!("{} >= 1", named(self.scop, expr));
        unit.statements.iter().all(|statement| {
            let domain = &self.scop.statement(*statement).domain;
            let params = domain.intersect_params(&self.context);
            let params = params.and_then(|domain| domain.params());
            params.is_ok_and(|params| self.scop.holds(&params, &condition).unwrap_or(false))
        })
    }
}

/// Whether an end of a loop does not wrap around wherever the loops around it run.
pub(super) fn never_wraps(scop: &Scop, end: &WrappingEnd) -> bool {
    let Some(param) = spelled(scop, &end.name) else {
        return false;
    };
    let mut runs = scop.context.clone();
    for count in &end.around {
        let some = scop.params_where(&format!("{} >= 1", named(scop, count)));
        if let Ok(both) = some.and_then(|some| runs.intersect(&some)) {
            runs = both;
        }
    }
    let exceeds = format!("{} > {}", param.name, end.most);
    scop.holds(&runs, &exceeds).unwrap_or(false)
}

/// An expression in the names of the scop.
fn named(scop: &Scop, expr: &Expr) -> Expr {
    expr.substitute(&|name| spelled(scop, name).map(|p| Expr::var(&p.name)))
}

fn spelled<'s>(scop: &'s Scop, spelling: &str) -> Option<&'s Param> {
    scop.params.iter().find(|p| p.spelling == spelling)
}
