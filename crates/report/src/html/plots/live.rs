//! Values alive over time, against the cells of the new storage.

use super::axis::{Scale, ticks};
use super::time::{steps, time_axis};
use super::{Figure, WIDTH, text, vertical};
use crate::Evidence;
use crate::html::words::count;
use maud::{Markup, html};
use std::fmt::Write;

/// Steps of the drawing, at most.
const MOST_STEPS: usize = 270;
/// The borders of the plot: left, right, top, bottom.
const PLOT: [i64; 4] = [46, WIDTH - 14, 34, 170];

/// The figure of live values; `None` if none is known, or one cell is enough.
pub(in crate::html) fn live(id: &str, evidence: &Evidence) -> Option<Markup> {
    let most = i64::from(*evidence.live.iter().max()?);
    let [before, after] = [evidence.cells_before, evidence.cells_after];
    let mapped = evidence.mapping.is_some();
    if mapped && after <= 1 {
        return None;
    }
    let top = match mapped {
        true => most.max(after),
        false => most,
    };
    let [left, right, high, low] = PLOT;
    // The old storage is in the plot if it leaves the live values readable.
    let fits = before <= top.saturating_mul(2);
    let top = if fits {
        top.max(before)
    } else {
        top + top / 5 + 1
    };
    let (curve, each) = downsampled(&evidence.live);
    let up = Scale::new([0, top], [low, high]);
    let across = Scale::new([0, steps(evidence)], [left, right]);
    let title = title(most, evidence);
    let figure = Figure {
        id: format!("{id}-live"),
        alternative: format!(
            "Values alive after each of {} steps: at most {most}. {title}.",
            evidence.live.len()
        ),
        title,
        size: [WIDTH, low + 38],
        drawing: html! {
            (vertical(up, &ticks(0, top, 6), [left, right], 12, "values alive"))
            (steps_path(&curve, each, across, up))
            @if mapped { (level(up, after, "after", &format!("{} after", count(after, "cell")))) }
            @if fits && before > after {
                (level(up, before, "before", &format!("{before} cells before")))
            } @else if before > after {
                (text(right, 12, "end before", &format!("\u{2191} {before} cells before")))
            }
            (time_axis(evidence, across, [left, right], low))
        },
        caption: html! {
            @if each > 1 {
                "Each step of the curve is the largest value of " (each) " steps."
            }
        },
    };
    Some(figure.markup())
}

fn title(most: i64, evidence: &Evidence) -> String {
    let values = match most {
        1 => "One value is alive at a time".to_string(),
        _ => format!("At most {most} values are alive at once"),
    };
    match evidence.mapping.is_some() {
        true => format!(
            "{values}: {} instead of {}",
            evidence.cells_after,
            count(evidence.cells_before, "cell")
        ),
        false => values,
    }
}

/// At most [`MOST_STEPS`] steps, each the largest of so many.
fn downsampled(live: &[u32]) -> (Vec<u32>, usize) {
    let each = live.len().div_ceil(MOST_STEPS).max(1);
    let largest = |chunk: &[u32]| chunk.iter().copied().max().unwrap_or(0);
    (live.chunks(each).map(largest).collect(), each)
}

/// The curve, and the area below it.
fn steps_path(steps: &[u32], each: usize, across: Scale, up: Scale) -> Markup {
    let mut path = String::new();
    let mut last = None;
    for (k, value) in steps.iter().enumerate() {
        if last != Some(*value) {
            let x = across.at((k * each) as f64);
            // Writing to a string cannot fail.
            let _ = match last {
                None => write!(path, "M{x} {}", up.at(*value)),
                Some(_) => write!(path, "H{x}V{}", up.at(*value)),
            };
            last = Some(*value);
        }
    }
    let right = PLOT[1];
    let area = format!("{path}H{right}V{}H{}z", up.at(0), across.at(0));
    html! {
        path.area d=(area) {}
        path.live d=(format!("{path}H{right}")) {}
    }
}

/// A size of storage: a line with its name.
fn level(up: Scale, cells: i64, class: &str, name: &str) -> Markup {
    let y = up.at(cells as f64);
    html! {
        path class=(format!("level {class}")) d=(format!("M{} {y}H{}", PLOT[0], PLOT[1])) {}
        (text(PLOT[1], y.plus(-5.0), &format!("end {class}"), name))
    }
}

#[cfg(test)]
mod tests {
    use super::downsampled;

    #[test]
    fn long_curves_keep_their_peaks() {
        let mut live = vec![1; 10_000];
        live[7_777] = 9;
        let (steps, each) = downsampled(&live);
        assert!(steps.len() <= 270 && each == 38);
        assert_eq!(steps.iter().max(), Some(&9));
        assert_eq!(downsampled(&[3, 4]), (vec![3, 4], 1));
    }
}
