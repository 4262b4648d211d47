//! Stages as one loop over all points of flat images.

use super::super::draft::Draft;
use super::super::image::Image;
use super::super::style::Counters;
use super::super::text::block;

impl Draft {
    /// All points of images that are flat and whole.
    pub(super) fn flat(&mut self) {
        let is_flat = |i: &&Image| i.storage.is_flat() && i.is_whole() && !i.is_line;
        let sources: Vec<Image> = self.images.iter().filter(is_flat).cloned().collect();
        let Some(last) = sources.last() else {
            return self.stencil();
        };
        let other = self.random.pick(&sources).clone();
        let image = Image::new(self.name("t"), last.storage);
        let image = self.declared(image);
        let ty = match self.writer.style.counters {
            Counters::Inside => "int ",
            Counters::Before => "",
            Counters::Unsigned => "size_t ",
        };
        let header = format!("for ({ty}i = 0; i < w * h; i++)\n");
        let body = format!(
            "{}[i] = 2 * {}[i] + {}[i];",
            image.base(),
            last.base(),
            other.base()
        );
        self.writer.put(&(header + &block(&body)));
        self.images.push(image);
    }
}
