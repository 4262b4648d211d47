//! The kinds of stages.

mod borders;
mod flat;
mod points;
mod rates;
mod rows;
mod steps;
mod whole;

use super::draft::{Draft, Sum};
use super::image::Image;
use super::text::Nest;

impl Draft {
    /// One stage of any kind.
    pub(super) fn stage(&mut self) {
        match self.random.below(30) {
            0 => self.clamped_rows(),
            1 => self.clamped_columns(),
            2 => self.guarded(),
            3 => self.bordered(),
            4 => self.framed(),
            5 => self.updated(),
            6 => self.in_place(),
            7 => self.recursive(),
            8 => self.pair(),
            9 => self.early_output(),
            10 => self.halved(),
            11 => self.stepped(),
            12 => self.doubled(),
            13 => self.repeated(),
            14 => self.line_sums(),
            15 => self.normalised(),
            16 => self.accumulated(),
            17 => self.scaled(),
            18 => self.total(),
            19 => self.brightest(),
            20 => self.histogram(),
            21 => self.steps(),
            22 => self.swapped(),
            23 => self.flat(),
            24 => self.separable(),
            25 => self.pointwise(),
            _ => self.stencil(),
        }
    }

    /// The stage that sets the result, and more that add what nothing else reads.
    pub(super) fn last(&mut self) {
        let sum = self.sum(1);
        self.output(sum);
        let out = self.images[self.images.len() - 1].clone();
        for image in self.writer.unread() {
            let known = self.images.iter().find(|i| i.name == image.name);
            if let Some(image) = known.cloned().filter(|image| image.name != "out") {
                self.added(&out, &image);
            }
        }
    }

    /// Adds an image to the result.
    fn added(&mut self, out: &Image, image: &Image) {
        let is_repeated = image.is_half && !out.is_half;
        let (rows, text) = match is_repeated {
            true => (Draft::of_half(image), image.at("y / 2", "x")),
            false => (image.rows, image.here()),
        };
        let sum = Sum {
            like: out.clone(),
            text,
            rows: rows.both(out.rows),
            columns: image.columns.both(out.columns),
        };
        let body = format!("{} += {};", out.here(), sum.text);
        self.nest(out, &sum, &body);
    }

    /// Sets the result where a sum is defined.
    fn output(&mut self, sum: Sum) {
        let out = self.result(&sum.like);
        let body = format!("{} = {};", out.here(), sum.text);
        self.nest(&out, &sum, &body);
        self.keep(out, &sum);
    }

    /// The result as an image.
    fn result(&mut self, like: &Image) -> Image {
        let mut out = Image::new("out".to_string(), self.writer.style.parameters);
        if !self.images.iter().any(|image| image.name == "out") {
            self.writer.know(&out);
        }
        self.images.retain(|image| image.name != "out");
        out.is_half = like.is_half;
        out
    }

    /// Writes a nest over the points at which a sum is defined.
    fn nest(&mut self, image: &Image, sum: &Sum, body: &str) {
        let text = self.loops(image, sum, body);
        self.writer.put(&text);
    }

    /// A nest over the points at which a sum is defined.
    fn loops(&mut self, image: &Image, sum: &Sum, body: &str) -> String {
        self.writer.loops(&Nest {
            end: image.end(),
            rows: sum.rows,
            columns: sum.columns,
            is_ordered: false,
            body,
        })
    }

    /// Later stages may read an image where a sum was defined.
    fn keep(&mut self, image: Image, sum: &Sum) {
        self.images.push(image.of(sum.rows, sum.columns));
    }

    /// A single image as a sum.
    fn of_one(&mut self, source: &Image) -> Sum {
        Sum {
            like: source.clone(),
            text: source.here(),
            rows: source.rows,
            columns: source.columns,
        }
    }
}
