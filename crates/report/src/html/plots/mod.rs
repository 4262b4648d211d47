//! Figures as SVG: a file per figure. Colours are variables of the style sheet.

mod axis;
mod bars;
mod cells;
mod differences;
mod lattice;
mod live;
mod rows;
mod time;

pub(super) use bars::{bar_pair, storage};
pub(super) use cells::cells;
pub(super) use differences::differences;
pub(super) use live::live;
pub(super) use rows::time_lines;

use maud::{Markup, html};

/// Width of a figure that fits on a phone.
const WIDTH: i64 = 328;

/// A figure: its title is the finding.
struct Figure {
    /// Unique on the page.
    id: String,
    /// The finding, one sentence.
    title: String,
    /// The figure in words, for those who cannot see it.
    alternative: String,
    /// Width and height in pixels.
    size: [i64; 2],
    drawing: Markup,
    /// How to read it.
    caption: Markup,
}

impl Figure {
    fn markup(self) -> Markup {
        let [width, height] = self.size;
        let wide = width > WIDTH;
        let name = format!("{}-t", self.id);
        let description = format!("{}-d", self.id);
        let drawing = html! {
            svg viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img"
                aria-labelledby=(format!("{name} {description}")) {
                desc id=(description) { (self.alternative) }
                (self.drawing)
            }
        };
        html! {
            figure.wide[wide] id=(self.id) {
                h5 id=(name) { (self.title) }
                @if wide {
                    div.scroll tabindex="0" role="group" aria-labelledby=(name) { (drawing) }
                } @else {
                    (drawing)
                }
                figcaption { (self.caption) }
            }
        }
    }
}

/// A text at a place.
fn text(x: impl std::fmt::Display, y: impl std::fmt::Display, class: &str, text: &str) -> Markup {
    html! { text class=(class) x=(x) y=(y) { (text) } }
}

/// The horizontal axis of a plot: a line with ticks, numbers and a label.
fn horizontal(scale: axis::Scale, ticks: &[i64], span: [i64; 2], y: i64, label: &str) -> Markup {
    html! {
        path.axis d=(format!("M{} {y}H{}", span[0], span[1])) {}
        @for tick in ticks {
            path.axis d=(format!("M{} {y}v4", scale.at(*tick as f64))) {}
            (text(scale.at(*tick as f64), y + 16, "tick mid", &tick.to_string()))
        }
        (text((span[0] + span[1]) / 2, y + 31, "label mid", label))
    }
}

/// The vertical axis of a plot: numbers with lines across the plot, and a label on top.
fn vertical(scale: axis::Scale, ticks: &[i64], span: [i64; 2], top: i64, label: &str) -> Markup {
    html! {
        @for tick in ticks {
            path.grid d=(format!("M{} {}H{}", span[0], scale.at(*tick as f64), span[1])) {}
            (text(span[0] - 6, scale.at(*tick as f64).plus(4.0), "tick end", &tick.to_string()))
        }
        (text(2, top, "label", label))
    }
}
