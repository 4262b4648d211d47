//! The axis of time: iterations of the outer loop where there is one, else steps.

use super::axis::{Scale, ticks};
use super::{horizontal, text};
use crate::Evidence;
use crate::html::words::list;
use maud::{Markup, html};

/// The least distance of ticks.
const LEAST_SPACE: f64 = 26.0;
/// Outer loops that the axis names, at most.
const MOST_LOOPS: usize = 2;

/// The step at which an iteration begins, and its counter.
type Start = (usize, i64);

/// The axis of the steps of an array, below a plot.
pub(super) fn time_axis(evidence: &Evidence, across: Scale, span: [i64; 2], y: i64) -> Markup {
    let Some((counters, starts)) = iterations(evidence) else {
        let all = ticks(0, steps(evidence), 6);
        return horizontal(
            across,
            &all,
            span,
            y,
            "time (statements that access it, in order)",
        );
    };
    let starts = spaced(starts, across);
    html! {
        path.axis d=(format!("M{} {y}H{}", span[0], span[1])) {}
        @for (step, value) in &starts {
            @let x = across.at(*step as f64);
            path.axis d=(format!("M{x} {y}v4")) {}
            (text(x, y + 16, "tick mid", &value.to_string()))
        }
        (text((span[0] + span[1]) / 2, y + 31, "label mid",
            &format!("time (iterations of the {} over {})",
                if counters.len() == 1 { "loop" } else { "loops" }, list(&counters))))
    }
}

/// The iterations whose numbers have space.
fn spaced(starts: Vec<Start>, across: Scale) -> Vec<Start> {
    let mut last = f64::NEG_INFINITY;
    let has_space = |(step, _): &Start| {
        let place = across.at(*step as f64).0;
        let is_free = place - last >= LEAST_SPACE;
        if is_free {
            last = place;
        }
        is_free
    };
    starts.into_iter().filter(has_space).collect()
}

/// How many steps there are.
pub(super) fn steps(evidence: &Evidence) -> i64 {
    evidence.live.len().max(evidence.steps.len()).max(1) as i64
}

/// The counters of the outer loops, and the steps at which their iterations begin; `None` if there
/// are many loops, or one iteration.
fn iterations(evidence: &Evidence) -> Option<(Vec<String>, Vec<Start>)> {
    let mut names: Vec<String> = Vec::new();
    let mut last = None;
    let mut starts = Vec::new();
    for (k, step) in evidence.steps.iter().enumerate() {
        let outer = step.counters.first();
        if let Some((own, value)) = outer.filter(|_| outer != last) {
            if names.last() != Some(own) {
                names.push(own.clone());
            }
            starts.push((k, *value));
        }
        last = outer;
    }
    let is_clear = starts.len() > 1 && names.len() <= MOST_LOOPS;
    is_clear.then_some((names, starts))
}

#[cfg(test)]
mod tests {
    use super::iterations;
    use crate::{Evidence, StepEvidence};

    fn evidence(counters: &[(&str, i64)]) -> Evidence {
        let step = |(name, value): &(&str, i64)| StepEvidence {
            statement: 0,
            counters: vec![(name.to_string(), *value), ("x".to_string(), 7)],
            time: Vec::new(),
        };
        Evidence {
            steps: counters.iter().map(step).collect(),
            ..Evidence::default()
        }
    }

    fn names(all: &[&str]) -> Vec<String> {
        all.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn time_is_counted_in_iterations_of_one_outer_loop() {
        let one = evidence(&[("y", 1), ("y", 1), ("y", 2), ("y", 3)]);
        assert_eq!(
            iterations(&one),
            Some((names(&["y"]), vec![(0, 1), (2, 2), (3, 3)]))
        );
        let two = evidence(&[("y", 1), ("z", 1), ("z", 2)]);
        assert_eq!(
            iterations(&two),
            Some((names(&["y", "z"]), vec![(0, 1), (1, 1), (2, 2)]))
        );
        let many = evidence(&[("y", 1), ("z", 1), ("y", 1)]);
        assert_eq!(iterations(&many), None);
        assert_eq!(iterations(&evidence(&[("y", 1), ("y", 1)])), None);
        assert_eq!(iterations(&Evidence::default()), None);
    }
}
