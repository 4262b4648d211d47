//! The cells of the new storage over time: which values are in each of them.

use super::axis::{Place, Scale};
use super::time::{steps, time_axis};
use super::{Figure, WIDTH, text};
use crate::html::words::count;
use crate::{Evidence, LifeEvidence, MappingEvidence};
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Cells of a figure, at most.
const MOST_CELLS: i64 = 60;
/// Values of a figure, at most.
const MOST_VALUES: usize = 2_500;
/// The borders of the plot: left, right, top.
const PLOT: [i64; 3] = [46, WIDTH - 14, 20];

/// The figure of the cells of an array; `None` if there are too many or the mapping is unknown.
pub(in crate::html) fn cells(id: &str, evidence: &Evidence) -> Option<Markup> {
    let mapping = evidence.mapping.as_ref()?;
    let number = mapping
        .moduli
        .iter()
        .try_fold(1_i64, |all, m| all.checked_mul(*m))?;
    let is_drawable = (1..=MOST_CELLS).contains(&number) && evidence.lives.len() <= MOST_VALUES;
    if evidence.lives.is_empty() || !is_drawable {
        return None;
    }
    let lanes = lanes(mapping, &evidence.lives);
    let height = (170 / number).clamp(4, 16);
    let [left, right, top] = PLOT;
    let bottom = top + number * height + 4;
    let across = Scale::new([0, steps(evidence)], [left, right]);
    let title = title(number, &lanes);
    let figure = Figure {
        id: format!("{id}-cells"),
        alternative: format!(
            "{} in {} over time. {title}.",
            count(evidence.lives.len() as i64, "value"),
            count(number, "cell")
        ),
        title,
        size: [WIDTH, bottom + 38],
        drawing: html! {
            (text(2, 12, "label", "cell"))
            @for (lane, lives) in &lanes {
                @let y = top + lane * height;
                path.rest d=(format!("M{left} {}H{right}", y + height / 2)) {}
                path.life d=(bars(lives, across, [y, height])) {}
            }
            (clash(evidence, mapping, across, height))
            @for lane in numbered(number, height) {
                @let y = top + lane * height + height / 2 + 4;
                (text(left - 6, y, "tick end", &lane.to_string()))
            }
            (time_axis(evidence, across, [left, right], bottom))
        },
        caption: html! {
            span.key { (key("life")) " from the write of a value to its last read" }
            @if let Some(example) = example(evidence) { span.key { (key("clashing")) (example) } }
        },
    };
    Some(figure.markup())
}

/// The values of each cell, in the order of their writes. A cell with several subscripts has the
/// number that it has in memory.
fn lanes<'a>(
    mapping: &MappingEvidence,
    lives: &'a [LifeEvidence],
) -> BTreeMap<i64, Vec<&'a LifeEvidence>> {
    let mut lanes: BTreeMap<i64, Vec<&LifeEvidence>> = BTreeMap::new();
    for life in lives {
        lanes
            .entry(lane(mapping, &life.element))
            .or_default()
            .push(life);
    }
    lanes
        .values_mut()
        .for_each(|lives| lives.sort_by_key(|life| life.steps));
    lanes
}

fn lane(mapping: &MappingEvidence, element: &[i64]) -> i64 {
    let subscripts = mapping.cell(element).into_iter().zip(&mapping.moduli);
    subscripts.fold(0, |all, (subscript, modulus)| all * modulus + subscript)
}

fn title(number: i64, lanes: &BTreeMap<i64, Vec<&LifeEvidence>>) -> String {
    let overlap = |pair: &[&LifeEvidence]| pair[1].steps[0] < pair[0].steps[1];
    match lanes.values().any(|lives| lives.windows(2).any(overlap)) {
        true => format!("The values of {} over time", count(number, "cell")),
        false if number == 1 => "The cell is written again when nobody needs its value".to_string(),
        false => format!(
            "{} are enough: no value that is needed is overwritten",
            count(number, "cell")
        ),
    }
}

/// The lives in a lane as rectangles.
fn bars(lives: &[&LifeEvidence], across: Scale, [y, height]: [i64; 2]) -> String {
    let mut path = String::new();
    for life in lives {
        let [from, to] = life.steps.map(|step| across.at(step as f64));
        let wide = Place((to.minus(from).0 - 0.6).max(0.8));
        let tall = height - 1;
        // Writing to a string cannot fail.
        let _ = write!(path, "M{from} {y}h{wide}v{tall}h-{wide}z");
    }
    path
}

/// Two elements that may not share a cell, in another colour.
fn clash(evidence: &Evidence, mapping: &MappingEvidence, across: Scale, height: i64) -> Markup {
    let clash = evidence.clash.as_ref();
    let bar = |k: usize| {
        let clash = clash?;
        let lane = lane(mapping, &clash.elements[k]);
        let [from, to] = clash.alive[k].map(|step| across.at(step as f64));
        let wide = Place(to.minus(from).0.max(2.0));
        Some(html! {
            rect.clashing x=(from) y=(PLOT[2] + lane * height) width=(wide) height=(height - 1) {}
        })
    };
    html! { @for bar in [bar(0), bar(1)].into_iter().flatten() { (bar) } }
}

/// ` y[10][10] (line 42) and y[0][11] (line 41) are alive at once, in two cells`
fn example(evidence: &Evidence) -> Option<String> {
    let clash = evidence.clash.as_ref()?;
    let name = |k: usize| {
        let element = clash.elements[k].iter().map(|k| format!("[{k}]"));
        let element = format!("{}{}", evidence.name, element.collect::<String>());
        match evidence.accesses.get(clash.accesses[k][0]) {
            Some(write) => format!("{element} (written at line {})", write.line),
            None => element,
        }
    };
    Some(format!(
        " {} and {}: alive at once, in two cells",
        name(0),
        name(1)
    ))
}

/// The lanes that have their numbers beside them.
fn numbered(number: i64, height: i64) -> Vec<i64> {
    let every = [1, 2, 5, 10, 20]
        .into_iter()
        .find(|every| every * height >= 11);
    let every = every.unwrap_or(50);
    (0..number).filter(|lane| lane % every == 0).collect()
}

/// The mark of a legend.
fn key(class: &str) -> Markup {
    html! {
        svg.mark width="14" height="12" viewBox="0 0 14 12" aria-hidden="true" {
            rect class=(class) x="1" y="3" width="12" height="6" {}
        }
    }
}
