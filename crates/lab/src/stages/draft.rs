//! The program under way: which images later stages may read, and expressions of them.

use super::image::{Image, Range, Storage};
use super::style::Style;
use super::text::Writer;
use crate::rng::Rng;

/// The program under way.
pub(super) struct Draft {
    pub(super) random: Rng,
    pub(super) writer: Writer,
    /// What later stages may read; the input is the first.
    pub(super) images: Vec<Image>,
    names: usize,
}

/// An expression and where it is defined.
pub(super) struct Sum {
    /// An image of its resolution.
    pub(super) like: Image,
    pub(super) text: String,
    pub(super) rows: Range,
    pub(super) columns: Range,
}

impl Draft {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Rng::new(seed);
        let style = Style::new(&mut random);
        Draft::in_style(seed, random, style)
    }

    /// A program in a style.
    pub(super) fn in_style(seed: u64, random: Rng, style: Style) -> Self {
        let input = Image::new("in".to_string(), style.parameters);
        let mut writer = Writer::new(style, Rng::new(seed ^ 0x5747));
        writer.know(&input);
        Draft {
            random,
            writer,
            images: vec![input],
            names: 0,
        }
    }

    /// A name that nothing else has.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// The storage of a new image.
    pub(super) fn storage(&mut self) -> Storage {
        let style = self.writer.style;
        match self.random.one_in(style.others_one_in) {
            true => *self.random.pick(&Storage::ALL),
            false => style.usual,
        }
    }

    /// A new image of the same resolution as another one.
    pub(super) fn image(&mut self, like: &Image) -> Image {
        let image = self.undeclared(like);
        self.declared(image)
    }

    /// The same without a declaration.
    pub(super) fn undeclared(&mut self, like: &Image) -> Image {
        let storage = self.storage();
        let mut image = Image::new(self.name("t"), storage);
        image.is_half = like.is_half;
        image
    }

    /// An image with its declaration. Some have values from the start.
    pub(super) fn declared(&mut self, mut image: Image) -> Image {
        let may_be_set = match image.storage {
            Storage::Heap => !image.is_line,
            Storage::Local | Storage::Rows => false,
            _ => true,
        };
        image.is_set = may_be_set && self.random.one_in(8);
        self.writer.declare(&image);
        image
    }

    /// Sometimes the last image, sometimes any.
    pub(super) fn any(&mut self) -> Image {
        let last = self.images.len() - 1;
        let chosen = match self.random.one_in(3) {
            true => self.random.below(last as u64 + 1) as usize,
            false => last,
        };
        self.images[chosen].clone()
    }

    /// An image that is neither the input nor a line.
    pub(super) fn own(&mut self) -> Option<Image> {
        let own = self.images[1..].iter().filter(|image| !image.is_line);
        let own: Vec<Image> = own.cloned().collect();
        (!own.is_empty()).then(|| self.random.pick(&own).clone())
    }

    /// An image that is defined everywhere.
    pub(super) fn whole(&mut self) -> Image {
        let is_whole = |image: &&Image| image.is_whole() && !image.is_line;
        let whole: Vec<Image> = self.images.iter().filter(is_whole).cloned().collect();
        self.random.pick(&whole).clone()
    }

    /// The sum of some elements at most so many rows away. All are of the resolution of the first
    /// one.
    pub(super) fn sum(&mut self, most: i64) -> Sum {
        let like = self.any();
        let (mut rows, mut columns) = (Range::default(), Range::default());
        let mut terms = Vec::new();
        for number in 0..self.random.between(1, 4) {
            let image = match number {
                0 => like.clone(),
                _ => self.any(),
            };
            if image.is_half != like.is_half {
                continue;
            }
            let (dy, dx) = match most {
                0 => (0, 0),
                _ => (self.random.between(-most, most), self.random.between(-1, 1)),
            };
            rows = rows.both(image.rows.seen_from(dy));
            columns = columns.both(image.columns.seen_from(dx));
            let factor = self.random.between(1, 5);
            terms.push(format!("{factor} * {}", image.element(dy, dx)));
        }
        // Sometimes fewer rows than there could be.
        if self.random.one_in(4) {
            rows = rows.less(self.random.between(0, 1), self.random.between(0, 2));
        }
        Sum {
            like,
            text: self.joined(&terms),
            rows,
            columns,
        }
    }

    /// Terms as one value.
    fn joined(&mut self, terms: &[String]) -> String {
        match terms {
            [first, rest @ ..] if !rest.is_empty() && self.random.one_in(6) => {
                let rest = rest.join(" + ");
                format!("{}({first}, {rest})", self.writer.mixing())
            }
            _ => terms.join(" + "),
        }
    }
}
