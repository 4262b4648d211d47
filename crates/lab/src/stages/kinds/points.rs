//! Stages that set a point from some points around it.

use super::super::draft::Draft;
use super::super::image::{Range, Storage};
use super::super::text::Nest;

impl Draft {
    /// A sum of neighbours.
    pub(super) fn stencil(&mut self) {
        let most = self.random.between(0, 2);
        let sum = self.sum(most);
        let image = self.image(&sum.like);
        let body = format!("{} = {};", image.here(), sum.text);
        self.nest(&image, &sum, &body);
        self.keep(image, &sum);
    }

    /// Two or three stages that only read the same point.
    pub(super) fn pointwise(&mut self) {
        for _ in 0..self.random.between(2, 3) {
            let sum = self.sum(0);
            let image = self.image(&sum.like);
            let body = format!("{} = {};", image.here(), sum.text);
            self.nest(&image, &sum, &body);
            self.keep(image, &sum);
        }
    }

    /// Two images in one nest.
    pub(super) fn pair(&mut self) {
        let mut sum = self.sum(1);
        let other = self.sum(1);
        if other.like.is_half != sum.like.is_half {
            return self.stencil();
        }
        sum.rows = sum.rows.both(other.rows);
        sum.columns = sum.columns.both(other.columns);
        let images = [self.image(&sum.like), self.image(&sum.like)];
        let body = format!(
            "{} = {};\n{} = {};",
            images[0].here(),
            sum.text,
            images[1].here(),
            other.text
        );
        self.nest(&images[0], &sum, &body);
        for image in images {
            self.keep(image, &sum);
        }
    }

    /// The result, which later stages read.
    pub(super) fn early_output(&mut self) {
        let sum = self.sum(1);
        // It must not read what it writes: other iterations need the earlier values.
        if source::names(&sum.text).any(|name| name == "out") {
            return self.stencil();
        }
        self.output(sum);
    }

    /// An earlier image again.
    pub(crate) fn updated(&mut self) {
        let mut sum = self.sum(1);
        let Some(image) = self.own() else {
            return self.stencil();
        };
        let reads_itself = source::names(&sum.text).any(|name| name == image.name);
        if reads_itself || image.is_half != sum.like.is_half {
            return self.stencil();
        }
        sum.rows = sum.rows.both(image.rows);
        sum.columns = sum.columns.both(image.columns);
        let value = match self.random.one_in(2) {
            true => format!("{here} = 3 * {here} + {};", sum.text, here = image.here()),
            false => format!("{} += {};", image.here(), sum.text),
        };
        self.nest(&image, &sum, &value);
    }

    /// An earlier image again, from its own points before or after.
    pub(crate) fn in_place(&mut self) {
        let Some(image) = self.own() else {
            return self.stencil();
        };
        let (dy, dx) = *self
            .random
            .pick(&[(-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1)]);
        let rows = image.rows.both(image.rows.seen_from(dy));
        let columns = image.columns.both(image.columns.seen_from(dx));
        let body = format!("{} += 2 * {};", image.here(), image.element(dy, dx));
        self.ordered(image.end(), rows, columns, &body);
    }

    /// Each row from the one before.
    pub(super) fn recursive(&mut self) {
        let source = self.any();
        if source.rows.first != 0 || source.is_half {
            return self.stencil();
        }
        let image = self.image(&source);
        let body = format!(
            "{} = (y > 0 ? {} : 1) + 3 * {};",
            image.here(),
            image.element(-1, 0),
            source.here()
        );
        self.ordered(image.end(), source.rows, source.columns, &body);
        let sum = self.of_one(&source);
        self.keep(image, &sum);
    }

    /// A nest whose iterations depend on each other.
    pub(super) fn ordered(&mut self, end: &str, rows: Range, columns: Range, body: &str) {
        self.writer.nest(&Nest {
            end,
            rows,
            columns,
            is_ordered: true,
            body,
        });
    }

    /// Two stages in a function that has the image between them.
    pub(super) fn separable(&mut self) {
        let sum = self.sum(1);
        let mut between = self.undeclared(&sum.like);
        if !matches!(between.storage, Storage::Local | Storage::Heap) {
            between.storage = Storage::Flat;
        }
        let body = format!("{} = {};", between.here(), sum.text);
        let first = self.loops(&between, &sum, &body);
        let image = self.image(&sum.like);
        let mut second = self.of_one(&between.clone().of(sum.rows, sum.columns));
        let dy = self.random.between(-1, 1);
        second.rows = second.rows.both(second.rows.seen_from(dy));
        second.text = format!("{} + 2 * {}", between.here(), between.element(dy, 0));
        let body = format!("{} = {};", image.here(), second.text);
        let text = self.loops(&image, &second, &body);
        let call = self.writer.two_stages(&between, &first, &text);
        self.writer.line("");
        self.writer.line(call.trim_end());
        self.keep(image, &second);
    }
}
