//! Stages that treat the border of an image in some way.

use super::super::draft::{Draft, Sum};
use super::super::image::{Image, Range};

impl Draft {
    /// Every point, with rows that stay inside.
    pub(super) fn clamped_rows(&mut self) {
        let source = self.whole();
        let size = self.writer.style.size();
        let after = self.writer.before("y", "h", 1);
        let lines =
            format!("{size} above = y > 0 ? y - 1 : 0;\n{size} below = {after} ? y + 1 : h - 1;\n");
        let value = format!(
            "{} + 2 * {}",
            source.at("above", "x"),
            source.at("below", "x")
        );
        self.everywhere(&source, &lines, &value);
    }

    /// Every point, with columns that stay inside.
    pub(super) fn clamped_columns(&mut self) {
        let source = self.whole();
        let after = self.writer.before("x", "w", 1);
        let (left, right) = (
            source.at("y", "(x > 0 ? x - 1 : 0)"),
            source.at("y", &format!("({after} ? x + 1 : w - 1)")),
        );
        self.everywhere(
            &source,
            "",
            &format!("{left} + {} + {right}", source.here()),
        );
    }

    fn everywhere(&mut self, source: &Image, lines: &str, value: &str) {
        let image = self.image(source);
        let sum = self.of_one(source);
        let body = format!("{lines}{} = {value};", image.here());
        self.nest(&image, &sum, &body);
        self.keep(image, &sum);
    }

    /// Every point, another value at the border.
    pub(super) fn guarded(&mut self) {
        let sum = self.sum(1);
        let image = self.image(&sum.like);
        let Some(inside) = self.writer.inside(image.end(), sum.rows, sum.columns) else {
            return self.set(image, sum);
        };
        let body = match self.random.one_in(2) {
            true => format!(
                "if ({inside})\n    {here} = {};\nelse\n    {here} = 9;",
                sum.text,
                here = image.here()
            ),
            false => format!("{} = {inside} ? {} : 9;", image.here(), sum.text),
        };
        let everywhere = Sum {
            rows: Range::default(),
            columns: Range::default(),
            ..sum
        };
        self.nest(&image, &everywhere, &body);
        self.keep(image, &everywhere);
    }

    fn set(&mut self, image: Image, sum: Sum) {
        let body = format!("{} = {};", image.here(), sum.text);
        self.nest(&image, &sum, &body);
        self.keep(image, &sum);
    }

    /// The inner rows, and the first and the last one in a loop of their own.
    pub(super) fn bordered(&mut self) {
        let source = self.whole();
        let image = self.image(&source);
        let inner = Sum {
            rows: Range::new(1, 1),
            text: format!("{} + {}", source.element(-1, 0), source.element(1, 0)),
            ..self.of_one(&source)
        };
        let header = self.writer.header("x", "w", Range::default(), false);
        let rows = ["0", "h - 1"].map(|row| {
            let value = source.at(row, "x");
            format!("{} = 3 * {value};", image.at(row, "x"))
        });
        let border = header + &super::super::text::block(&rows.join("\n"));
        self.around(&image, &inner, &border);
        let sum = self.of_one(&source);
        self.keep(image, &sum);
    }

    /// The inner columns, and the first and the last one in a loop of their own.
    pub(super) fn framed(&mut self) {
        let source = self.whole();
        let image = self.image(&source);
        let inner = Sum {
            columns: Range::new(1, 1),
            text: format!("{} + {}", source.element(0, -1), source.element(0, 1)),
            ..self.of_one(&source)
        };
        let header = self.writer.header("y", "h", Range::default(), false);
        let columns = ["0", "w - 1"].map(|column| {
            let value = source.at("y", column);
            format!("{} = 3 * {value};", image.at("y", column))
        });
        let border = header + &super::super::text::block(&columns.join("\n"));
        self.around(&image, &inner, &border);
        let sum = self.of_one(&source);
        self.keep(image, &sum);
    }

    /// The inner points before or after the border.
    fn around(&mut self, image: &Image, inner: &Sum, border: &str) {
        let body = format!("{} = {};", image.here(), inner.text);
        let nest = self.loops(image, inner, &body);
        let texts = match self.random.one_in(2) {
            true => [border, &nest],
            false => [&nest, border],
        };
        match self.random.one_in(3) {
            true => self.writer.put(&texts.join("\n")),
            false => texts.iter().for_each(|text| self.writer.put(text)),
        }
    }
}
