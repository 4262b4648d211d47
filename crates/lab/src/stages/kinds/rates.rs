//! Stages between images of different numbers of rows.

use super::super::draft::{Draft, Sum};
use super::super::image::{Image, Range};
use super::super::text::{Nest, block, indented};

impl Draft {
    /// An image with half as many rows as another one, and where it is defined.
    fn half(&mut self, source: &Image) -> (Image, Sum) {
        let like = Image {
            is_half: true,
            ..source.clone()
        };
        let image = self.image(&like);
        let sum = Sum {
            like: image.clone(),
            text: format!(
                "{} + {}",
                source.at("2 * y", "x"),
                source.at("2 * y + 1", "x")
            ),
            rows: Range::new((source.rows.first + 1) / 2, (source.rows.less + 1) / 2),
            columns: source.columns,
        };
        (image, sum)
    }

    /// Every second row.
    pub(super) fn halved(&mut self) {
        let source = self.any();
        if source.is_half || source.is_line {
            return self.stencil();
        }
        let (image, sum) = self.half(&source);
        let body = format!("{} = {};", image.here(), sum.text);
        self.nest(&image, &sum, &body);
        self.keep(image, &sum);
    }

    /// The same, with a step of two.
    pub(super) fn stepped(&mut self) {
        let source = self.any();
        if source.is_half || source.is_line || source.rows != Range::default() {
            return self.stencil();
        }
        let (image, sum) = self.half(&source);
        let body = format!(
            "{} = {} + {};",
            image.at("y / 2", "x"),
            source.here(),
            source.element(1, 0)
        );
        let inner = self.writer.header("x", "w", sum.columns, false) + &block(&body);
        let header = self.writer.header("y", "h", Range::new(0, 1), true);
        let header = header.replace("y++", "y += 2");
        self.writer.put(&format!("{header}{}", indented(&inner)));
        self.keep(image, &sum);
    }

    /// Where a whole image has rows of a half one.
    pub(super) fn of_half(source: &Image) -> Range {
        Range::new(2 * source.rows.first, 1 + 2 * source.rows.less)
    }

    fn any_half(&mut self) -> Option<Image> {
        let half = self.images.iter().filter(|i| i.is_half && !i.is_line);
        let half: Vec<Image> = half.cloned().collect();
        (!half.is_empty()).then(|| self.random.pick(&half).clone())
    }

    /// Each row twice, by one iteration.
    pub(super) fn doubled(&mut self) {
        let Some(source) = self.any_half() else {
            return self.halved();
        };
        let whole = Image {
            is_half: false,
            ..source.clone()
        };
        let image = self.image(&whole);
        let body = format!(
            "{} = {here};\n{} = 3 * {here};",
            image.at("2 * y", "x"),
            image.at("2 * y + 1", "x"),
            here = source.here()
        );
        self.writer.nest(&Nest {
            end: source.end(),
            rows: source.rows,
            columns: source.columns,
            is_ordered: false,
            body: &body,
        });
        let sum = Sum {
            rows: Draft::of_half(&source),
            ..self.of_one(&source)
        };
        self.keep(image, &sum);
    }

    /// Each row twice, by `y / 2`.
    pub(super) fn repeated(&mut self) {
        let Some(source) = self.any_half() else {
            return self.halved();
        };
        let whole = Image {
            is_half: false,
            ..source.clone()
        };
        let image = self.image(&whole);
        let sum = Sum {
            rows: Draft::of_half(&source),
            text: source.at("y / 2", "x"),
            ..self.of_one(&source)
        };
        let body = format!("{} = {};", image.here(), sum.text);
        self.nest(&image, &sum, &body);
        self.keep(image, &sum);
    }
}
