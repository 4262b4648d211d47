//! Stages whose iterations over rows have several parts.

use super::super::draft::Draft;
use super::super::image::{Image, Range};
use super::super::text::{block, indented};

impl Draft {
    /// One value for each row.
    pub(super) fn line_sums(&mut self) {
        let source = self.any();
        if source.is_line {
            return self.stencil();
        }
        let storage = self.storage();
        let mut line = Image::new(self.name("s"), storage);
        (line.is_line, line.is_half) = (true, source.is_half);
        let line = self.declared(line);
        let inner = self.writer.header("x", "w", source.columns, true)
            + &block(&format!("{} += {};", line.here(), source.here()));
        let body = format!("{} = 0;\n{inner}", line.here());
        let text = self.writer.header("y", line.end(), source.rows, false) + &block(&body);
        self.writer.put(&text);
        self.images.push(line.of(source.rows, Range::default()));
    }

    /// A reduction of each row that all its points use.
    pub(super) fn normalised(&mut self) {
        let source = self.any();
        if source.is_line {
            return self.stencil();
        }
        let image = self.image(&source);
        let element = self.writer.style.element.name();
        let over = |draft: &mut Draft, ordered: bool, body: &str| {
            draft.writer.header("x", "w", source.columns, ordered) + &block(body)
        };
        let most = over(
            self,
            true,
            &format!(
                "if ({here} > most)\n    most = {here};",
                here = source.here()
            ),
        );
        let set = over(
            self,
            false,
            &format!("{} = most - {};", image.here(), source.here()),
        );
        let body = format!("{element} most = 0;\n\n{most}{set}");
        let text = self.writer.header("y", image.end(), source.rows, false) + &block(&body);
        self.writer.put(&text);
        let sum = self.of_one(&source);
        self.keep(image, &sum);
    }

    /// Zeros first, then a loop over the rows around each row.
    pub(super) fn accumulated(&mut self) {
        let source = self.any();
        if source.is_line || source.is_half {
            return self.stencil();
        }
        let image = self.image(&source);
        let sum = self.of_one(&source);
        let zero = format!("{} = 0;", image.here());
        self.nest(&image, &sum, &zero);
        let rows = source.rows.less(0, 2);
        let ty = self.writer.header("k", "3", Range::default(), true);
        let add = format!("{} += {};", image.here(), source.at("y + k", "x"));
        let columns = self.writer.header("x", "w", source.columns, false) + &block(&add);
        let taps = ty + &indented(&columns);
        let text = self.writer.header("y", image.end(), rows, false) + &indented(&taps);
        self.writer.put(&text);
        self.keep(image, &sum);
    }

    /// Each row by a function over rows.
    pub(super) fn scaled(&mut self) {
        let source = self.any();
        if source.is_line || source.columns != Range::default() {
            return self.stencil();
        }
        let image = self.image(&source);
        let name = self.writer.over_rows();
        let body = format!("{name}({}, {}, w);", source.row("y"), image.row("y"));
        let text = self.writer.header("y", image.end(), source.rows, false) + &block(&body);
        self.writer.put(&text);
        let sum = self.of_one(&source);
        self.keep(image, &sum);
    }
}
