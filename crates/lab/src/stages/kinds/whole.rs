//! Stages that need all of an image before the next one starts.

use super::super::draft::Draft;
use super::super::image::Image;

impl Draft {
    /// A sum over the whole image, which the next stage uses.
    pub(super) fn total(&mut self) {
        let source = self.any();
        let (total, element) = (self.name("total"), self.writer.style.element);
        self.writer
            .scalar(&total, &format!("{} {total} = 1;", element.of_sums()));
        let body = match element.is_integer() {
            true => format!("{total} = {total} * 5 + {};", source.here()),
            false => format!("{total} += {};", source.here()),
        };
        self.reduction(&source, &body);
        self.uses(&source, &format!("{} + {total}", source.here()));
    }

    /// The largest element, which the next stage uses.
    pub(super) fn brightest(&mut self) {
        let source = self.any();
        let (best, element) = (self.name("best"), self.writer.style.element.name());
        self.writer.scalar(&best, &format!("{element} {best} = 0;"));
        let body = format!(
            "if ({here} > {best})\n    {best} = {here};",
            here = source.here()
        );
        self.reduction(&source, &body);
        self.uses(&source, &format!("{best} - {}", source.here()));
    }

    /// How often each of some values exists, which the next stage uses.
    pub(super) fn histogram(&mut self) {
        let source = self.any();
        if !self.writer.style.element.is_integer() {
            return self.brightest();
        }
        let counts = self.name("counts");
        self.writer
            .scalar(&counts, &format!("unsigned {counts}[16] = {{0}};"));
        let element = format!("{counts}[{} & 15]", source.here());
        self.reduction(&source, &format!("{element}++;"));
        self.uses(&source, &element);
    }

    fn reduction(&mut self, source: &Image, body: &str) {
        self.ordered(source.end(), source.rows, source.columns, body);
    }

    /// A stage whose values are those of an expression.
    pub(crate) fn uses(&mut self, source: &Image, value: &str) {
        let image = self.image(source);
        let sum = self.of_one(source);
        let body = format!("{} = {value};", image.here());
        self.nest(&image, &sum, &body);
        self.keep(image, &sum);
    }
}
