//! Stages inside a loop over time.

use super::super::draft::{Draft, Sum};
use super::super::image::{Image, Storage};
use super::super::style::Counters;

impl Draft {
    /// The header of a loop over time.
    fn steps_header(&mut self) -> String {
        let ty = match self.writer.style.counters {
            Counters::Unsigned => "size_t",
            _ => "int",
        };
        format!("for ({ty} n = 0; n < {}; n++)", self.random.between(2, 3))
    }

    /// A copy of an image, and what is written of it.
    fn start(&mut self, source: &Image) -> (Image, Sum) {
        let image = self.image(source);
        let sum = self.of_one(source);
        let body = format!("{} = {};", image.here(), source.here());
        self.nest(&image, &sum, &body);
        (image.of(sum.rows, sum.columns), sum)
    }

    /// Two stages in each step: a change, and a state that it is added to.
    pub(super) fn steps(&mut self) {
        let source = self.any();
        if source.is_line {
            return self.stencil();
        }
        let change = self.image(&source);
        let (state, sum) = self.start(&source);
        let header = self.steps_header();
        let inner = Sum {
            rows: sum
                .rows
                .both(state.rows.seen_from(-1))
                .both(state.rows.seen_from(1)),
            text: format!("{} + {}", state.element(-1, 0), state.element(1, 0)),
            ..self.of_one(&state)
        };
        self.writer.open(&header);
        let body = format!("{} = {};", change.here(), inner.text);
        self.nest(&change, &inner, &body);
        let body = format!("{} += 2 * {};", state.here(), change.here());
        self.nest(&state, &inner, &body);
        self.writer.close();
        self.images.push(state);
        self.keep(change, &inner);
    }

    /// Two images that change their places after each step.
    pub(super) fn swapped(&mut self) {
        let source = self.any();
        let usual = self.writer.style.usual;
        let may_swap = !matches!(usual, Storage::Local | Storage::Static);
        if !may_swap || source.is_line || source.is_half {
            return self.steps();
        }
        let images = [self.of_usual(&source), self.of_usual(&source)];
        let sum = self.of_one(&source);
        for image in &images {
            let body = format!("{} = {};", image.here(), source.here());
            self.nest(image, &sum, &body);
        }
        let [now, next] = images.map(|i| Image { is_set: false, ..i }.of(sum.rows, sum.columns));
        let between = self.random.one_in(2).then(|| self.image(&source));
        let header = self.steps_header();
        self.writer.open(&header);
        let inner = Sum {
            rows: sum
                .rows
                .both(now.rows.seen_from(-1))
                .both(now.rows.seen_from(1)),
            text: format!("{} + 2 * {}", now.element(-1, 0), now.element(1, 0)),
            ..self.of_one(&now)
        };
        let value = match &between {
            Some(between) => {
                let body = format!("{} = {};", between.here(), inner.text);
                self.nest(between, &inner, &body);
                between.here()
            }
            None => inner.text.clone(),
        };
        let body = format!("{} = {} + {value};", next.here(), now.here());
        self.nest(&next, &inner, &body);
        let element = self.writer.style.element.name();
        let pointer = match usual {
            Storage::Heap => format!("{element} (*swap)[w]"),
            Storage::Rows => format!("{element} **swap"),
            _ => format!("{element} *swap"),
        };
        let [one, two] = [now.base(), next.base()];
        self.writer.line("");
        self.writer.line(&format!("{pointer} = {one};"));
        self.writer.line(&format!("{one} = {two};"));
        self.writer.line(&format!("{two} = swap;"));
        self.writer.close();
        self.images.push(now);
    }

    fn of_usual(&mut self, like: &Image) -> Image {
        let mut image = Image::new(self.name("t"), self.writer.style.usual);
        image.is_half = like.is_half;
        self.declared(image)
    }
}
