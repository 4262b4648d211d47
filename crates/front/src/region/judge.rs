//! Whether an array may be folded: every use of it must be understood.

use crate::values::evaluator::written;
use crate::walk::draft::{DraftReference, MissingFacts};
use crate::walk::walker::Walker;
use c::facts::refusal::Refusal;
use c::names::symbols::VarId;
use poly::Expr;
use scop::Subscript;
use std::collections::HashMap;
use std::ops::Range;

/// The reason why an array stays, and the offset of the use that decided it.
pub(crate) type Verdict = Result<(), (Refusal, Option<usize>)>;

/// Judges an array by its uses.
pub(crate) fn judge(walker: &Walker<'_>, id: VarId, by_name: &HashMap<usize, usize>) -> Verdict {
    let mut uses = walker.source.facts.uses(id).to_vec();
    uses.sort_unstable();
    for at in uses {
        if let Some(refusal) = judge_use(walker, at, by_name) {
            return Err((refusal, Some(at)));
        }
    }
    Ok(())
}

fn judge_use(walker: &Walker<'_>, at: usize, by_name: &HashMap<usize, usize>) -> Option<Refusal> {
    if let Some(construct) = walker.source.symbols.hidden.get(&at) {
        return Some(Refusal::unread(construct));
    }
    if !walker.source.region.contains(&at) {
        return Some(Refusal::UsedOutsideRegion);
    }
    if let Some(refusal) = walker.found.refused.get(&at) {
        return Some(refusal.clone());
    }
    if let Some((_, what)) = walker
        .found
        .unanalysed
        .iter()
        .find(|(range, _)| range.contains(&at))
    {
        let mut loops = walker.found.unsteady.iter();
        if let Some((_, value)) = loops.find(|(range, _)| range.contains(&at)) {
            return Some(walker.blame_change(value));
        }
        return Some(Refusal::UsedInUnanalysedCode(what.clone()));
    }
    if walker.found.understood.contains(&at) {
        return None;
    }
    let Some(reference) = by_name.get(&at) else {
        return Some(Refusal::UsedInUnanalysedCode(
            "an expression that is not evaluated".to_string(),
        ));
    };
    judge_subscripts(walker, &walker.found.references[*reference])
}

fn judge_subscripts(walker: &Walker<'_>, reference: &DraftReference) -> Option<Refusal> {
    let changing = reference.subscripts.iter().find(|s| s.steps);
    if let Some(subscript) = changing {
        let text = written(walker.source.unit, subscript.expr.clone());
        return Some(Refusal::SubscriptSteps(text));
    }
    let subscripts = reference.subscripts.iter();
    let mut whole = subscripts.filter(|s| !s.is_split && !s.is_opaque);
    whole.find_map(|subscript| match (&subscript.meaning, &subscript.spelled) {
        (Subscript::Affine(_), None) if subscript.only_as_written => None,
        (Subscript::Any, _) => {
            let missing = walker.found.missing.get(&reference.array).cloned();
            Some(match missing {
                Some(MissingFacts { cause, facts }) => Refusal::MissingFact {
                    subscript: written(walker.source.unit, subscript.expr.clone()),
                    cause,
                    facts,
                },
                None => not_affine(walker, subscript.expr.clone()),
            })
        }
        (Subscript::Affine(expr), None) => Some(Refusal::HiddenName(hidden_in(
            walker,
            expr,
            reference.name.start,
        ))),
        _ => None,
    })
}

/// Why a subscript may mean any element.
fn not_affine(walker: &Walker<'_>, subscript: Range<usize>) -> Refusal {
    match walker.unsteady_in(&subscript) {
        Some(value) => walker.blame_change(&value),
        None => Refusal::SubscriptNotAffine(written(walker.source.unit, subscript)),
    }
}

fn hidden_in(walker: &Walker<'_>, expr: &Expr, at: usize) -> String {
    let mut hidden = String::new();
    expr.each_var(&mut |name| {
        if walker.eval.spelling(name, at).is_none() {
            hidden = name.to_string();
        }
    });
    hidden
}
