//! The mapping of a candidate, or the reason why it has none.

use super::cause;
use super::live::LiveFloor;
use crate::display::ArrayDisplay;
use crate::options::Options;
use crate::reason::Reason;
use front::{Candidate, Region};
use report::Owner;
use scop::{Param, ParamKind};
use storage::{Aim, Attempt, Choice, Mapping, Problem, Tried};

/// Chooses the best mapping, and the next ones if it cannot be written or proved.
pub(super) fn choose(
    region: &Region,
    candidate: &Candidate,
    problem: &Problem,
    options: &Options,
    tried: &mut Vec<Tried>,
) -> Result<(Choice, Vec<Choice>), Reason> {
    let floor = LiveFloor::new(region, candidate, options);
    let assumable = assumable(region, candidate);
    let aim = Aim {
        operations: options.operations(),
        floor: &floor,
        assumable: &assumable,
        ..Aim::of(options.objective)
    };
    let strategies = options.strategies();
    let chosen = match candidate.pointed_dims() {
        0 => storage::choose(problem, &strategies, &aim)?,
        kept => storage::choose_with_last_kept(problem, kept, &strategies, &aim)?,
    };
    *tried = chosen.tried;
    let mut choices = chosen.choices.into_iter();
    match (choices.next(), chosen.refused) {
        (Some(first), _) => Ok((first, choices.collect())),
        (None, Some(mapping)) => Err(not_faster((region, candidate), problem, &mapping, options)),
        (None, None) => Err(no_smaller(
            tried,
            cause::of_many_values(region, candidate, options),
        )),
    }
}

/// The parameters about which conditions can be asserted at the start of the function.
pub(super) fn assumable(region: &Region, candidate: &Candidate) -> Vec<String> {
    let is_known =
        |p: &&Param| p.kind == ParamKind::Macro && !region.late_macros.contains(&p.spelling);
    let params = region.scop_of(candidate).params.iter();
    params.filter(is_known).map(|p| p.name.clone()).collect()
}

fn not_faster(
    (region, candidate): (&Region, &Candidate),
    problem: &Problem,
    mapping: &Mapping,
    options: &Options,
) -> Reason {
    let display = ArrayDisplay::new(region, candidate, options);
    let sizes = display.likely_sizes(mapping, &problem.extents);
    if let Some(reason) = display.too_little(&problem.extents, &sizes, Owner::Function) {
        return reason;
    }
    Reason::NotFaster {
        mapping: display.cell(mapping, &problem.extents).concat(),
        size: display.cells(mapping),
    }
}

fn no_smaller(tried: &[Tried], cause: Option<String>) -> Reason {
    let asked = tried
        .iter()
        .filter(|t| !matches!(t.attempt, Attempt::NotAsked));
    let names: Vec<&str> = asked.map(|t| t.strategy.name()).collect();
    Reason::NoSmallerMapping {
        tried: match names.is_empty() {
            true => "nothing".to_string(),
            false => names.join(", "),
        },
        cause,
    }
}
