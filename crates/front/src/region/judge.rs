//! Whether an array may be folded: every use of it must be understood.

use crate::values::evaluator::written;
use crate::walk::draft::{DraftReference, DraftSubscript, MissingFacts};
use crate::walk::walker::Walker;
use c::facts::refusal::Refusal;
use c::names::symbols::{VarId, Variable};
use c::names::types::Type;
use poly::Expr;
use scop::Subscript;
use std::collections::HashMap;
use std::ops::Range;

/// The reason why an array stays, and the offset of the use that decided it.
pub(crate) type Verdict = Result<(), (Refusal, Option<usize>)>;

/// Judges an array by its uses. A use that alone rules the array out decides before a subscript
/// that is only not affine: other uses decide whether that one is split into digits.
pub(crate) fn judge(walker: &Walker<'_>, id: VarId, by_name: &HashMap<usize, usize>) -> Verdict {
    let mut uses = walker.source.facts.uses(id).to_vec();
    uses.sort_unstable();
    let mut subscripted = Vec::new();
    for at in uses {
        match reference_at(walker, at, by_name) {
            Ok(reference) => subscripted.extend(reference.map(|reference| (at, reference))),
            Err(refusal) => return Err((refusal, Some(at))),
        }
    }
    for is_decisive in [is_unknown, |_: &DraftSubscript| true] {
        for (at, reference) in &subscripted {
            if let Some(refusal) = judge_subscripts(walker, reference, is_decisive) {
                return Err((refusal, Some(*at)));
            }
        }
    }
    Ok(())
}

/// The reference of a use that may be followed; `None` if it needs none.
fn reference_at<'w>(
    walker: &'w Walker<'_>,
    at: usize,
    by_name: &HashMap<usize, usize>,
) -> Result<Option<&'w DraftReference>, Refusal> {
    if let Some(construct) = walker.source.symbols.hidden.get(&at) {
        return Err(Refusal::unread(construct));
    }
    if !walker.source.region.contains(&at) {
        return Err(Refusal::UsedOutsideRegion);
    }
    if let Some(refusal) = walker.found.refused.get(&at) {
        return Err(refusal.clone());
    }
    let mut unanalysed = walker.found.unanalysed.iter();
    if let Some((_, what)) = unanalysed.find(|(range, _)| range.contains(&at)) {
        let mut loops = walker.found.unsteady.iter();
        return Err(match loops.find(|(range, _)| range.contains(&at)) {
            Some((_, value)) => walker.blame_change(value),
            None => Refusal::UsedInUnanalysedCode(what.clone()),
        });
    }
    if walker.found.understood.contains(&at) {
        return Ok(None);
    }
    let Some(reference) = by_name.get(&at) else {
        return Err(Refusal::UsedInUnanalysedCode(
            "an expression that is not evaluated".to_string(),
        ));
    };
    let reference = &walker.found.references[*reference];
    if let Some(subscript) = reference.subscripts.iter().find(|s| s.steps) {
        let text = written(walker.source.unit, subscript.expr.clone());
        return Err(Refusal::SubscriptSteps(text));
    }
    Ok(Some(reference))
}

/// Whether nothing is known of a subscript, so that no split could help.
fn is_unknown(subscript: &DraftSubscript) -> bool {
    subscript.meaning == Subscript::Any && subscript.polynomial.is_none()
}

fn judge_subscripts(
    walker: &Walker<'_>,
    reference: &DraftReference,
    is_decisive: fn(&DraftSubscript) -> bool,
) -> Option<Refusal> {
    let subscripts = reference.subscripts.iter().filter(|s| is_decisive(s));
    let mut whole = subscripts.filter(|s| !s.is_split && !s.is_opaque);
    whole.find_map(|subscript| match (&subscript.meaning, &subscript.spelled) {
        (Subscript::Affine(_), None) if subscript.only_as_written => None,
        (Subscript::Any, _) => Some(not_affine(walker, reference, subscript)),
        (Subscript::Affine(expr), None) => Some(Refusal::HiddenName(hidden_in(
            walker,
            expr,
            reference.name.start,
        ))),
        _ => None,
    })
}

/// The reason for a subscript that may mean any element.
fn not_affine(
    walker: &Walker<'_>,
    reference: &DraftReference,
    subscript: &DraftSubscript,
) -> Refusal {
    let text = || written(walker.source.unit, subscript.expr.clone());
    let missing = walker.found.missing.get(&reference.array).cloned();
    if let Some(MissingFacts { cause, facts }) = missing.filter(|_| !is_unknown(subscript)) {
        return Refusal::MissingFact {
            subscript: text(),
            cause,
            facts,
        };
    }
    match walker.unsteady_in(&subscript.expr) {
        Some(value) => walker.blame_change(&value),
        None => Refusal::SubscriptNotAffine {
            text: text(),
            is_data: has_data(walker, &subscript.expr),
        },
    }
}

/// Whether code mentions an array or calls a function.
fn has_data(walker: &Walker<'_>, code: &Range<usize>) -> bool {
    let symbols = walker.source.symbols;
    let mut arrays = symbols.objects().map(|(_, v)| v);
    let is_array = |v: &Variable<'_>| matches!(v.declared_type, Type::Array(_) | Type::Pointer(_));
    let mentions = |v: &Variable<'_>| v.mentions.iter().any(|at| code.contains(at));
    let calls = symbols.calls.iter().any(|call| code.contains(&call.at));
    calls || arrays.any(|v| is_array(v) && mentions(v))
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
