//! Random programs of stages: loop nests that follow each other, with a whole array between two of
//! them, as text. Every subscript is in bounds and no element is read before it is written, for all
//! sizes from 1. Must not know the tools that read them.

mod image;
mod text;

use crate::rng::Rng;
use image::{Image, Range, Storage};
use text::Writer;

/// Rows and columns of the largest image.
pub(crate) const LARGEST: i64 = 20;

/// A random program: it prints a line for each size of its images.
pub fn program(seed: u64) -> String {
    let mut draft = Draft::new(seed);
    let count = draft.random.between(2, 6);
    for _ in 0..count {
        draft.stage();
    }
    draft.last();
    draft.writer.program()
}

/// How the program under way is written.
struct Draft {
    random: Rng,
    writer: Writer,
    /// What later stages may read.
    images: Vec<Image>,
}

impl Draft {
    fn new(seed: u64) -> Self {
        let mut random = Rng::new(seed);
        let storage = *random.pick(&Storage::ALL);
        let input = Image::new("in".to_string(), storage.of_parameters());
        Draft {
            writer: Writer::new(storage, &mut random),
            random,
            images: vec![input],
        }
    }

    /// One stage of any kind.
    fn stage(&mut self) {
        match self.random.below(12) {
            0 => self.clamped(),
            1 => self.guarded(),
            2 => self.updated(),
            3 => self.recursive(),
            4 => self.bordered(),
            5 => self.half(),
            6 => self.reduced(),
            7 => self.lines(),
            _ => self.stencil(),
        }
    }

    /// A new image of the same resolution as another one.
    fn image(&mut self, like: &Image) -> Image {
        let name = format!("t{}", self.images.len());
        let mut image = Image::new(name, self.writer.storage);
        image.is_half = like.is_half;
        self.writer.declare(&image);
        image
    }

    /// Sometimes the last image, sometimes any.
    fn any(&mut self) -> Image {
        let last = self.images.len() - 1;
        let chosen = match self.random.one_in(3) {
            true => self.random.below(last as u64 + 1) as usize,
            false => last,
        };
        self.images[chosen].clone()
    }

    /// The sum of some elements around the point, and where it is defined. All are of the
    /// resolution of the first one.
    fn sum(&mut self, most: i64) -> (Image, String, Range, Range) {
        let first = self.any();
        let (mut rows, mut columns) = (Range::default(), Range::default());
        let mut terms = Vec::new();
        for number in 0..self.random.between(1, 4) {
            let image = match number {
                0 => first.clone(),
                _ => self.any(),
            };
            if image.is_half != first.is_half {
                continue;
            }
            let (dy, dx) = (self.random.between(-most, most), self.random.between(-1, 1));
            let dx = if most == 0 { 0 } else { dx };
            rows = rows.both(image.rows.seen_from(dy));
            columns = columns.both(image.columns.seen_from(dx));
            let factor = self.random.between(1, 5);
            terms.push(format!(
                "{factor} * {}",
                image.element(("y", dy), ("x", dx))
            ));
        }
        // Sometimes fewer rows than there could be.
        if self.random.one_in(4) {
            rows = rows.less(self.random.between(0, 1), self.random.between(0, 2));
        }
        (first, terms.join(" + "), rows, columns)
    }

    fn stencil(&mut self) {
        let most = self.random.between(0, 2);
        let (like, value, rows, columns) = self.sum(most);
        let image = self.image(&like).of(rows, columns);
        let body = format!("{} = {value};", image.here());
        self.writer.nest(&image, rows, columns, &body);
        self.images.push(image);
    }

    /// Every point, with subscripts that stay inside; only of images that are defined everywhere.
    fn clamped(&mut self) {
        let source = self.any();
        if source.rows != Range::default() || source.columns != Range::default() || source.is_half {
            return self.stencil();
        }
        let image = self.image(&source);
        let above = source.at("above", "x");
        let body = format!(
            "int above = y > 0 ? y - 1 : 0;\nint below = y < h - 1 ? y + 1 : h - 1;\n{} = {above} + 2 * {};",
            image.here(),
            source.at("below", "x")
        );
        self.writer.nest(&image, image.rows, image.columns, &body);
        self.images.push(image);
    }

    /// Every point, another value at the border.
    fn guarded(&mut self) {
        let (like, value, rows, columns) = self.sum(1);
        let image = self.image(&like);
        let end = if like.is_half { "h / 2" } else { "h" };
        let body = format!(
            "if (y >= {} && y < {end} - {} && x >= {} && x < w - {})\n    {here} = {value};\nelse\n    {here} = 9;",
            rows.first,
            rows.less,
            columns.first,
            columns.less,
            here = image.here()
        );
        self.writer.nest(&image, image.rows, image.columns, &body);
        self.images.push(image);
    }

    /// An earlier image again.
    fn updated(&mut self) {
        let (like, value, rows, columns) = self.sum(1);
        let chosen = self.random.below(self.images.len() as u64) as usize;
        let image = self.images[chosen].clone();
        let reads_itself = value.contains(&format!("{}[", image.name));
        if chosen == 0 || reads_itself || image.is_half != like.is_half || image.is_line {
            return self.stencil();
        }
        let (rows, columns) = (rows.both(image.rows), columns.both(image.columns));
        let body = format!("{here} = 3 * {here} + {value};", here = image.here());
        self.writer.nest(&image, rows, columns, &body);
    }

    /// Each row from the one before.
    fn recursive(&mut self) {
        let source = self.any();
        if source.rows.first != 0 || source.is_half {
            return self.stencil();
        }
        let image = self.image(&source).of(source.rows, source.columns);
        let body = format!(
            "{} = (y > 0 ? {} : 1) + 7 * {};",
            image.here(),
            image.element(("y", -1), ("x", 0)),
            source.here()
        );
        self.writer.nest(&image, image.rows, image.columns, &body);
        self.images.push(image);
    }

    /// The inner rows, then the first and the last one in loops of their own.
    fn bordered(&mut self) {
        let (like, value, _, _) = self.sum(0);
        let source = self.any();
        let is_whole = |image: &Image| image.rows == Range::default() && !image.is_half;
        if !is_whole(&source) || !self.images.iter().all(is_whole) || like.is_half {
            return self.stencil();
        }
        let columns = self.images.iter().map(|i| i.columns);
        let columns = columns.fold(Range::default(), Range::both);
        let image = self.image(&source).of(Range::default(), columns);
        let inner = Range { first: 1, less: 1 };
        let body = format!("{} = {value};", image.here());
        self.writer.nest(&image, inner, columns, &body);
        let rows = ["0", "h - 1"].map(|row| {
            let value = if source.is_line {
                "4".to_string()
            } else {
                source.at(row, "x")
            };
            format!("{} = {value};", image.at(row, "x"))
        });
        self.writer.columns(&image, columns, &rows.join("\n"));
        self.images.push(image);
    }

    /// Every second row.
    fn half(&mut self) {
        let source = self.any();
        if source.is_half || source.is_line {
            return self.stencil();
        }
        let mut image = self.image(&source);
        image.is_half = true;
        image.columns = source.columns;
        image.rows = Range {
            first: (source.rows.first + 1) / 2,
            less: (source.rows.less + 1) / 2,
        };
        let body = format!(
            "{} = {} + {};",
            image.here(),
            source.at("2 * y", "x"),
            source.at("2 * y + 1", "x")
        );
        self.writer.nest(&image, image.rows, image.columns, &body);
        self.images.push(image);
    }

    /// A sum over the whole image, which the next stage uses.
    fn reduced(&mut self) {
        let source = self.any();
        let total = format!("total{}", self.images.len());
        let body = format!("{total} = {total} * 5 + {};", source.here());
        self.writer.reduction(&total, &source, &body);
        let image = self.image(&source).of(source.rows, source.columns);
        let body = format!("{} = {} ^ {total};", image.here(), source.here());
        self.writer.nest(&image, image.rows, image.columns, &body);
        self.images.push(image);
    }

    /// One value for each row.
    fn lines(&mut self) {
        let source = self.any();
        if source.is_line || self.writer.storage == Storage::Flat {
            return self.stencil();
        }
        let name = format!("s{}", self.images.len());
        let mut line = Image::new(name, self.writer.storage).of(source.rows, Range::default());
        (line.is_line, line.is_half) = (true, source.is_half);
        self.writer.declare(&line);
        self.writer.line(&line, &source);
        self.images.push(line);
    }

    /// The stage that sets the result: the last image and one more.
    fn last(&mut self) {
        let (like, value, rows, columns) = self.sum(1);
        let mut out = Image::new("out".to_string(), self.writer.storage.of_parameters());
        out.is_half = like.is_half;
        let body = format!("{} = {value};", out.here());
        self.writer.nest(&out, rows, columns, &body);
    }
}
