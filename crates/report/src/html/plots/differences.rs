//! Conflict differences against the lattice of the mapping: a line for one dimension, a plane for
//! two, slices for more.

use super::axis::{Place, Scale, ticks};
use super::{Figure, WIDTH, horizontal, text};
use crate::Evidence;
use crate::html::words::list;
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The slices of a figure, at most.
const MOST_SLICES: usize = 4;
/// Points of a slice that are drawn one by one, at most; beyond, neighbours become a line.
const MOST_POINTS: usize = 1_500;
/// Points of the lattice that are drawn as diamonds, at most; beyond, they are dots.
const MOST_DIAMONDS: usize = 500;
/// The largest difference that a plot shows in a dimension.
const FARTHEST: i64 = 400;
/// Space left of a plot, and beside it on the right.
const MARGINS: [i64; 2] = [46, 14];

/// The figure of the conflict differences of an array; `None` if there are none.
pub(in crate::html) fn differences(id: &str, evidence: &Evidence) -> Option<Markup> {
    let dimensions = evidence.extents.len();
    let points = symmetric(evidence, dimensions);
    if points.is_empty() || dimensions == 0 {
        return None;
    }
    let plane = plane(evidence);
    let slices = slices(&points, plane);
    let shown = &slices[..slices.len().min(MOST_SLICES)];
    let view = View::of(evidence, plane, shown);
    let mut drawing = Vec::new();
    let mut top = 20;
    for (outer, points) in shown {
        let slice = Slice {
            evidence,
            view: &view,
            outer,
            points,
            top,
        };
        drawing.push(slice.markup());
        top += view.height + 26;
    }
    let bottom = top - 26;
    let label = format!("difference in {} (elements)", index_name(plane[1]));
    let marks = ticks(-view.reach[1], view.reach[1], 7);
    let span = [MARGINS[0], MARGINS[0] + view.width];
    let figure = Figure {
        id: format!("{id}-differences"),
        title: title(evidence, &points),
        alternative: alternative(evidence, &points),
        size: [WIDTH, bottom + 38],
        drawing: html! {
            @for slice in &drawing { (slice) }
            (horizontal(view.across(), &marks, span, bottom, &label))
        },
        caption: caption(evidence, &slices, shown.len()),
    };
    Some(figure.markup())
}

/// Each difference and its negative one.
fn symmetric(evidence: &Evidence, dimensions: usize) -> BTreeSet<Vec<i64>> {
    let complete = evidence
        .differences
        .iter()
        .filter(|d| d.len() == dimensions);
    complete
        .flat_map(|d| [d.clone(), d.iter().map(|x| -x).collect()])
        .collect()
}

/// The dimensions that are drawn, up and across; the same one twice if there is one. Those along
/// which elements share cells first, then the last ones.
fn plane(evidence: &Evidence) -> [usize; 2] {
    let dimensions = evidence.extents.len();
    let is_folded = |dimension: &usize| {
        let along = |step: i64| {
            let mut difference = vec![0; dimensions];
            difference[*dimension] = step;
            difference
        };
        let far = evidence.extents[*dimension].min(FARTHEST);
        let mapping = evidence.mapping.as_ref();
        mapping.is_some_and(|mapping| (1..far).any(|step| mapping.shares(&along(step))))
    };
    let folded = (0..dimensions).filter(is_folded);
    let others = (0..dimensions).rev().filter(|d| !is_folded(d));
    let mut chosen: Vec<usize> = folded.chain(others).take(2).collect();
    chosen.sort_unstable();
    [chosen[0], *chosen.last().unwrap_or(&chosen[0])]
}

/// Differences in the dimensions that are not drawn, and the points of that plane.
type Points = (Vec<i64>, Vec<[i64; 2]>);

/// The slices, those near 0 first: of a slice and its mirror image one.
fn slices(points: &BTreeSet<Vec<i64>>, [up, across]: [usize; 2]) -> Vec<Points> {
    let mut slices: BTreeMap<Vec<i64>, Vec<[i64; 2]>> = BTreeMap::new();
    for point in points {
        let others = point
            .iter()
            .enumerate()
            .filter(|(k, _)| *k != up && *k != across);
        let outer: Vec<i64> = others.map(|(_, d)| *d).collect();
        if outer.iter().find(|d| **d != 0).is_some_and(|d| *d < 0) {
            continue;
        }
        let y = if up == across { 0 } else { point[up] };
        slices.entry(outer).or_default().push([y, point[across]]);
    }
    let mut slices: Vec<Points> = slices.into_iter().collect();
    let distance = |outer: &[i64]| outer.iter().map(|d| d.abs()).sum::<i64>();
    slices.sort_by_key(|(outer, _)| distance(outer));
    slices
        .iter_mut()
        .for_each(|(_, points)| points.sort_unstable());
    slices
}

/// What all slices have in common.
struct View {
    /// The dimensions that are drawn.
    plane: [usize; 2],
    /// The largest differences that are shown in them.
    reach: [i64; 2],
    width: i64,
    height: i64,
    /// The sides of the fundamental cell, if the array has at most two dimensions.
    cell: Option<[[i64; 2]; 2]>,
}

impl View {
    fn of(evidence: &Evidence, plane: [usize; 2], slices: &[Points]) -> View {
        let cell = cell(evidence);
        let is_line = plane[0] == plane[1];
        let reach = |side: usize| {
            let differences = slices.iter().flat_map(|(_, points)| points);
            let far = differences
                .map(|point| point[side].abs())
                .max()
                .unwrap_or(0)
                + 1;
            let vectors = cell.iter().flatten().map(|vector| vector[side].abs());
            let far = far
                .max(vectors.max().unwrap_or(0))
                .max(period(evidence, plane[side]));
            far.min(evidence.extents[plane[side]].max(1)).min(FARTHEST)
        };
        let reach = [if is_line { 0 } else { reach(0) }, reach(1)];
        let width = WIDTH - MARGINS[0] - MARGINS[1];
        let unit = width as f64 / (2 * reach[1] + 1) as f64;
        let height = ((2 * reach[0] + 1) as f64 * unit).round() as i64;
        let least = if is_line { 36 } else { 70 };
        let most = if slices.len() > 1 { 140 } else { 260 };
        View {
            plane,
            reach,
            width,
            height: height.clamp(least, most),
            cell,
        }
    }

    fn across(&self) -> Scale {
        centred(self.reach[1], [MARGINS[0], MARGINS[0] + self.width])
    }

    fn along(&self, top: i64) -> Scale {
        centred(self.reach[0], [top + self.height, top])
    }

    /// The diameter of a point.
    fn dot(&self) -> f64 {
        let across = self.width as f64 / (2 * self.reach[1] + 1) as f64;
        let along = self.height as f64 / (2 * self.reach[0] + 1) as f64;
        (across.min(along) * 0.55).clamp(1.5, 7.0)
    }
}

/// The least distance in one dimension at which elements share a cell; 0 if there is none.
fn period(evidence: &Evidence, dimension: usize) -> i64 {
    let Some(mapping) = &evidence.mapping else {
        return 0;
    };
    let mut difference = vec![0; evidence.extents.len()];
    let far = evidence.extents[dimension].min(FARTHEST);
    let found = (1..=far).find(|step| {
        difference[dimension] = *step;
        mapping.shares(&difference)
    });
    found.unwrap_or(0)
}

/// A scale from -reach to reach with half a unit more on both sides.
fn centred(reach: i64, places: [i64; 2]) -> Scale {
    let reach = reach as f64 + 0.5;
    Scale::exact([-reach, reach], places.map(|p| p as f64))
}

/// The fundamental cell of the lattice.
fn cell(evidence: &Evidence) -> Option<[[i64; 2]; 2]> {
    let mapping = evidence.mapping.as_ref()?;
    match evidence.extents.len() {
        2 => mapping.basis(),
        1 => {
            let far = (1..=evidence.extents[0]).find(|x| mapping.shares(&[*x]))?;
            Some([[0, far], [1, 0]])
        }
        _ => None,
    }
}

/// A plane of differences.
struct Slice<'a> {
    evidence: &'a Evidence,
    view: &'a View,
    /// The differences in the other dimensions.
    outer: &'a [i64],
    points: &'a [[i64; 2]],
    top: i64,
}

impl Slice<'_> {
    fn markup(&self) -> Markup {
        let with_origin = self.outer.iter().all(|d| *d == 0);
        let View { width, height, .. } = *self.view;
        let [left, top] = [MARGINS[0], self.top];
        let dot = Place(self.view.dot());
        html! {
            rect.plane x=(left) y=(top) width=(width) height=(height) {}
            @if let Some(cell) = self.view.cell {
                (self.cell(cell))
            }
            (self.ticks())
            path.conflict d=(self.conflicts()) stroke-width=(dot) {}
            (self.lattice(with_origin))
            @if with_origin { (self.origin()) }
        }
    }

    /// The vertical axis: numbers, and the name of the slice on top.
    fn ticks(&self) -> Markup {
        let along = self.view.along(self.top);
        let reach = self.view.reach[0];
        html! {
            @if self.view.plane[0] != self.view.plane[1] {
                @for tick in ticks(-reach, reach, 7) {
                    (text(MARGINS[0] - 8, along.at(tick as f64).plus(4.0), "tick end",
                        &tick.to_string()))
                }
                (text(0, self.top - 8, "label", &self.name()))
            }
        }
    }

    /// The points, as dots of a line that has no length; many of them as lines.
    fn conflicts(&self) -> String {
        let (across, along) = (self.view.across(), self.view.along(self.top));
        let [far_y, far_x] = self.view.reach;
        let inside = self
            .points
            .iter()
            .filter(|[y, x]| y.abs() <= far_y && x.abs() <= far_x);
        let mut path = String::new();
        let mut last: Option<[i64; 2]> = None;
        for [y, x] in inside.copied() {
            let continues = last == Some([y, x - 1]) && self.points.len() > MOST_POINTS;
            // Writing to a string cannot fail.
            let _ = match continues {
                true => write!(path, "H{}", across.at(x as f64)),
                false => write!(path, "M{} {}h0", across.at(x as f64), along.at(y as f64)),
            };
            last = Some([y, x]);
        }
        path
    }

    /// A small diamond per lattice point; dots if they are many.
    fn lattice(&self, with_origin: bool) -> Markup {
        let (across, along) = (self.view.across(), self.view.along(self.top));
        let points = self.lattice_points(with_origin);
        let is_dense = points.len() > MOST_DIAMONDS;
        let mut path = String::new();
        for [y, x] in points {
            let (x, y) = (across.at(x as f64), along.at(y as f64));
            // Writing to a string cannot fail.
            let _ = match is_dense {
                true => write!(path, "M{x} {y}h0"),
                false => write!(path, "M{x} {}l4.5 4.5-4.5 4.5-4.5-4.5z", y.plus(-4.5)),
            };
        }
        html! {
            @if is_dense { path.lattice-dots d=(path) {} } @else { path.lattice d=(path) {} }
        }
    }

    fn lattice_points(&self, with_origin: bool) -> Vec<[i64; 2]> {
        let Some(mapping) = &self.evidence.mapping else {
            return Vec::new();
        };
        let [far_y, far_x] = self.view.reach;
        let plane = (-far_y..=far_y).flat_map(|y| (-far_x..=far_x).map(move |x| [y, x]));
        let others = plane.filter(|point| !(with_origin && *point == [0, 0]));
        others
            .filter(|point| mapping.shares(&self.difference(*point)))
            .collect()
    }

    fn origin(&self) -> Markup {
        let (across, along) = (self.view.across(), self.view.along(self.top));
        html! { circle.origin cx=(across.at(0.0)) cy=(along.at(0.0)) r="4" {} }
    }

    /// The fundamental cell with a corner at 0, as far as it is inside.
    fn cell(&self, [a, b]: [[i64; 2]; 2]) -> Markup {
        let (across, along) = (self.view.across(), self.view.along(self.top));
        let View { width, height, .. } = *self.view;
        let shift = if self.evidence.extents.len() == 1 {
            -0.5
        } else {
            0.0
        };
        let corner = |[y, x]: [i64; 2]| {
            let y = along.at(y as f64 + shift);
            format!("{} {y}", across.at(x as f64))
        };
        let sum = [a[0] + b[0], a[1] + b[1]];
        let path = format!(
            "M{}L{}L{}L{}z",
            corner([0, 0]),
            corner(a),
            corner(sum),
            corner(b)
        );
        html! {
            svg x=(MARGINS[0]) y=(self.top) width=(width) height=(height)
                viewBox=(format!("{} {} {width} {height}", MARGINS[0], self.top)) {
                path.cell d=(path) {}
            }
        }
    }

    /// A difference in all dimensions, from those that are drawn.
    fn difference(&self, [y, x]: [i64; 2]) -> Vec<i64> {
        let [up, across] = self.view.plane;
        let mut outer = self.outer.iter();
        let of = |dimension: usize| match dimension {
            _ if dimension == across => x,
            _ if dimension == up => y,
            _ => outer.next().copied().unwrap_or(0),
        };
        (0..self.evidence.extents.len()).map(of).collect()
    }

    /// `difference in i (elements)`, `difference in i, where j and k differ by 0 and 1`
    fn name(&self) -> String {
        let up = index_name(self.view.plane[0]);
        if self.outer.is_empty() {
            return format!("difference in {up} (elements)");
        }
        let others = (0..self.evidence.extents.len()).filter(|d| !self.view.plane.contains(d));
        let names: Vec<String> = others.map(index_name).collect();
        let values: Vec<String> = self.outer.iter().map(i64::to_string).collect();
        let verb = if names.len() == 1 {
            "differs"
        } else {
            "differ"
        };
        format!(
            "difference in {up}, where {} {verb} by {}",
            list(&names),
            list(&values)
        )
    }
}

/// The name of a dimension: `i` for the first one.
fn index_name(dimension: usize) -> String {
    match b"ijklmn".get(dimension) {
        Some(letter) => char::from(*letter).to_string(),
        None => format!("dimension {}", dimension + 1),
    }
}

fn title(evidence: &Evidence, points: &BTreeSet<Vec<i64>>) -> String {
    let Some(mapping) = &evidence.mapping else {
        return format!(
            "Elements that may not share a cell have {} differences",
            points.len()
        );
    };
    let cells = evidence.cells_after;
    match points.iter().any(|point| mapping.shares(point)) {
        true => "Differences of elements that are alive at once".to_string(),
        false => format!(
            "Elements that are alive at once never share a cell: {cells} serve {}",
            evidence.cells_before
        ),
    }
}

fn alternative(evidence: &Evidence, points: &BTreeSet<Vec<i64>>) -> String {
    let conflicts = format!(
        "{} differences of subscripts of elements that are alive at once.",
        points.len()
    );
    let Some(mapping) = &evidence.mapping else {
        return conflicts;
    };
    let rows = mapping.matrix.iter().zip(&mapping.moduli);
    let rows = rows.map(|(row, modulus)| format!("{row:?} times the difference, mod {modulus}"));
    let rows = rows.collect::<Vec<_>>().join(" and ");
    match points.iter().any(|point| mapping.shares(point)) {
        true => conflicts,
        false => format!("{conflicts} None of them is on the lattice, where {rows} is 0."),
    }
}

fn caption(evidence: &Evidence, slices: &[Points], shown: usize) -> Markup {
    let mapped = evidence.mapping.is_some();
    let cell = mapped && cell(evidence).is_some();
    let many = slices.iter().any(|(_, points)| points.len() > MOST_POINTS);
    html! {
        span.key { (key("conflict")) " elements so far apart are alive at once" }
        @if mapped {
            span.key { (key("lattice")) " elements so far apart share a cell" }
        }
        @if cell {
            span.key { (key("cell")) " fundamental cell: as many elements as cells" }
        }
        @if shown < slices.len() {
            " The " (shown) " slices nearest to 0, of " (slices.len()) "."
        }
        @if many { " Neighbouring points are drawn as lines." }
    }
}

/// The mark of a legend.
fn key(class: &str) -> Markup {
    html! {
        svg.mark width="14" height="12" viewBox="0 0 14 12" aria-hidden="true" {
            @match class {
                "conflict" => { path.conflict d="M7 6h0" stroke-width="7" {} }
                "lattice" => { path.lattice d="M7 1.5l4.5 4.5-4.5 4.5-4.5-4.5z" {} }
                _ => { rect.cell x="1" y="1" width="12" height="10" {} }
            }
        }
    }
}
