//! The accesses because of which an array stays, in the order in which a user should change them.

use super::accesses::Accesses;
use super::sizes::Shown;
use crate::functions::Decided;
use crate::options::Options;
use crate::reason::Reason;
use poly::Result;
use report::Evidence;
use scop::AccessId;

/// Reads that are named because they keep values.
const MOST_READS: usize = 3;

/// An access by its position, and why the array stays because of it.
type Cause = (usize, String);

/// The causes of a reason, the first one to change first; empty if no single access is the cause.
pub(super) fn of(
    evidence: &Evidence,
    (decided, accesses): (&Decided<'_>, &Accesses),
    (reason, shown): (&Reason, &Shown),
    options: &Options,
) -> Result<Vec<Cause>> {
    let position = |id: AccessId| accesses.position(id);
    Ok(match reason {
        Reason::ParallelRace(..) | Reason::NotTilable(..) => {
            let scop = decided.region.scop_of(decided.candidate);
            let order = options.order_of(scop);
            let clash = lifetime::illegal(scop, decided.candidate.array, order)?;
            let pair = clash.and_then(|c| Some([position(c.first)?, position(c.second)?]));
            pair.map_or(Vec::new(), |pair| unordered(evidence, pair))
        }
        Reason::ReadBeforeWritten
        | Reason::PromiseBroken
        | Reason::InitialiserRead
        | Reason::CarriedAcrossCalls
        | Reason::CarriedAcrossIterations => early_reads(shown, position),
        Reason::NoSmallerMapping { .. } | Reason::NotFaster { .. } => long_reads(evidence),
        _ => Vec::new(),
    })
}

/// Writes causes to the accesses.
pub(super) fn mark(evidence: &mut Evidence, causes: Vec<Cause>) {
    for (rank, (k, text)) in causes.into_iter().enumerate() {
        if let Some(access) = evidence.accesses.get_mut(k) {
            access.cause = Some(text);
            access.rank = rank;
        }
    }
}

/// Two accesses whose order threads or tiles do not keep.
fn unordered(evidence: &Evidence, [first, second]: [usize; 2]) -> Vec<Cause> {
    let name = |k: usize| {
        let access = &evidence.accesses[k];
        format!("`{}` at line {}", access.text, access.line)
    };
    let text = |other: usize| {
        format!(
            "nothing keeps its order with {}, which may touch the same element",
            name(other)
        )
    };
    match first == second {
        true => vec![(
            first,
            "two iterations may execute it for the same element, in any order".to_string(),
        )],
        false => vec![(first, text(second)), (second, text(first))],
    }
}

/// The reads that find a value from before the region, in the order of the text.
fn early_reads(shown: &Shown, position: impl Fn(AccessId) -> Option<usize>) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    for life in shown.history.lives.iter().filter(|l| l.write.is_none()) {
        let subscripts: String = life.element.iter().map(|x| format!("[{x}]")).collect();
        for k in life.reads.iter().filter_map(|id| position(*id)) {
            if !causes.iter().any(|(known, _)| *known == k) {
                let text =
                    format!("it may read element {subscripts} before any write here sets it");
                causes.push((k, text));
            }
        }
    }
    causes.sort();
    causes
}

/// The reads that keep values longest, the longest first.
fn long_reads(evidence: &Evidence) -> Vec<Cause> {
    let mut longest: Vec<(usize, usize, usize)> = Vec::new();
    for (number, life) in evidence.lives.iter().enumerate() {
        let (Some(read), Some(_)) = (life.last_read, life.write) else {
            continue;
        };
        let steps = life.steps[1] - life.steps[0];
        match longest.iter_mut().find(|(_, known, _)| *known == read) {
            Some(known) if known.0 < steps => *known = (steps, read, number),
            Some(_) => {}
            None => longest.push((steps, read, number)),
        }
    }
    longest.sort_by_key(|(steps, read, _)| (std::cmp::Reverse(*steps), *read));
    longest.truncate(MOST_READS);
    let causes = longest.into_iter().filter_map(|(_, read, number)| {
        let life = &evidence.lives[number];
        let [first, last] = life.steps;
        let most = evidence.live.get(first..=last)?.iter().max()?;
        let subscripts: String = life.element.iter().map(|x| format!("[{x}]")).collect();
        let line = evidence.accesses.get(life.write?)?.line;
        let text = format!(
            "it is the last to need element {subscripts} after its write at line {line}, and up to \
             {most} values are needed in between"
        );
        Some((read, text))
    });
    causes.collect()
}
