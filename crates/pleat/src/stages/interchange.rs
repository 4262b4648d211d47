//! Nests whose two outermost loops change places, because others then become one loop with them.

use super::attempt::{Attempt, Without};
use crate::text::Version;
use source::{Flags, PreprocessError, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// No more nests are changed in one file.
const MOST: usize = 8;
/// No more pairs of nests are tried for one file.
const MOST_PAIRS: usize = 4;

/// No more texts are tried for one file.
const MOST_TRIALS: usize = 32;

/// What was tried for a file.
#[derive(Default)]
pub(super) struct Tried {
    /// Nests that are not fused if loops change places.
    in_vain: BTreeSet<[Span; 2]>,
    /// The number of texts.
    count: usize,
}

/// What to leave so that two nests are fused that an attempt keeps apart; none if there are no
/// such. Pairs for which it was tried in vain are not tried again.
pub(super) fn helpful(
    original: &Arc<Version>,
    flags: &Flags,
    without: &Without,
    attempt: &mut Attempt<'_>,
    tried: &mut Tried,
) -> Result<Option<Without>, PreprocessError> {
    if without.interchanged.len() >= MOST {
        return Ok(None);
    }
    let may_change = attempt.interchangeable.clone();
    let may_meet = |pair: &[Span; 2]| pair.iter().any(|nest| may_change.contains(nest));
    let pairs = attempt.far_apart().filter(may_meet).take(MOST_PAIRS);
    let pairs: Vec<[Span; 2]> = pairs.filter(|pair| !tried.in_vain.contains(pair)).collect();
    for [first, second] in pairs {
        let ways = [vec![second], vec![first], vec![first, second]];
        for way in ways {
            let is_possible = way.iter().all(|nest| may_change.contains(nest));
            if !is_possible || tried.count >= MOST_TRIALS {
                continue;
            }
            tried.count += 1;
            let mut trial = without.clone();
            trial.interchanged.extend(way);
            let past = std::mem::take(&mut attempt.past);
            let tried = Attempt::new(original, flags, &trial, past)?;
            let helps = tried.fuses(&[first, second]);
            attempt.past = tried.past;
            if helps {
                return Ok(Some(trial));
            }
        }
        tried.in_vain.insert([first, second]);
    }
    Ok(None)
}
