//! Calls of functions that another file defines.

use super::super::LARGEST;
use super::super::image::{Image, Range, Storage};
use super::Scene;
use super::plan::Shape;

impl Scene {
    /// The second file changes a variable, perhaps again in a later call without its address.
    pub(super) fn opaque_scalar(&mut self) {
        let name = self.name("level");
        self.variable(&name, &format!("int {name} = 3;"));
        let keeps = self.random.one_in(2);
        match keeps {
            true => {
                self.beside_once("static int *kept_level;\n\n");
                self.opaque(
                    "void keep_level(int *level)",
                    "    kept_level = level;\n    *level = 1;\n",
                );
                self.opaque("void raise_level(void)", "    *kept_level += 2;\n");
                self.lines(&format!("keep_level(&{name});"));
                self.line("raise_level();");
            }
            false => {
                self.opaque(
                    "void adjust(int *level)",
                    "    *level = *level % 50 * 2 + 1;\n",
                );
                self.lines(&format!("adjust(&{name});"));
            }
        }
        match self.random.below(3) {
            0 => self.line(&format!("printf(\"level %d\\n\", {name});")),
            1 => self.line(&format!("puts({name} > 2 ? \"high\" : \"low\");")),
            _ => {
                let source = self.draft.any();
                let element = self.element();
                let value = format!("{} + ({element}){name}", source.here());
                self.draft.uses(&source, &value);
                if keeps {
                    self.lines("raise_level();");
                }
            }
        }
    }

    /// The second file fills an array that is no image.
    pub(super) fn opaque_array(&mut self) {
        let (table, element) = (self.name("table"), self.element());
        self.opaque(
            &format!("void fill_table({element} *table, int count)"),
            "    for (int i = 0; i < count; i++)\n        table[i] = i * i % 11;\n",
        );
        self.variable(&table, &format!("{element} {table}[8];"));
        self.lines(&format!("fill_table({table}, 8);"));
        let source = self.draft.any();
        let index = self.random.pick::<&str>(&["3", "y % 8", "7"]);
        let value = format!("{} + {table}[{index}]", source.here());
        self.draft.uses(&source, &value);
    }

    /// The second file gets an image.
    pub(super) fn opaque_image(&mut self) {
        let element = self.element();
        let kind = self.random.below(4);
        if kind == 0 {
            let whole = self.draft.whole();
            let (pointer, count) = run_of(&whole);
            self.opaque(
                &format!("unsigned checksum(const {element} *from, size_t count)"),
                "    const unsigned char *bytes = (const unsigned char *)from;\n    unsigned sum = 0;\n\n    \
                 for (size_t i = 0; i < count * sizeof *from; i++)\n        \
                 sum = sum * 31 + bytes[i];\n    return sum;\n",
            );
            return self.lines(&format!(
                "printf(\"checksum %u\\n\", checksum({pointer}, {count}));"
            ));
        }
        let Some(image) = self.own() else {
            return self.opaque_array();
        };
        let (pointer, count) = run_of(&image);
        if kind == 1 {
            self.poke();
            self.lines(&format!("keep_image({pointer});"));
            if self.random.one_in(2) {
                self.draft.stage();
            }
            // A loop over steps may have exchanged pointers: the kept one is still allocated.
            self.lines("poke_image();");
            return self.lines("keep_image(NULL);");
        }
        self.opaque(
            &format!("void scramble({element} *image, size_t count)"),
            "    for (size_t i = 0; i < count; i++)\n        image[i] = i * 37 % 101;\n",
        );
        self.lines(&format!("scramble({pointer}, {count});"));
        let is_whole = !matches!(image.storage, Storage::Rows | Storage::Static) && !image.is_line;
        if is_whole {
            let (rows, columns) = (Range::default(), Range::default());
            let images = self.draft.images.iter_mut();
            images
                .filter(|known| known.name == image.name)
                .for_each(|known| (known.rows, known.columns) = (rows, columns));
        }
    }

    /// Functions of the second file that keep the address of an image and change its first element.
    pub(super) fn poke(&mut self) {
        let element = self.element();
        self.beside_once(&format!("static {element} *kept_image;\n\n"));
        self.opaque(
            &format!("void keep_image({element} *image)"),
            "    kept_image = image;\n",
        );
        self.opaque(
            "void poke_image(void)",
            "    if (kept_image)\n        *kept_image = 7;\n",
        );
    }

    /// The second file names an array of this one, or changes a size.
    pub(super) fn opaque_global(&mut self) {
        let size = self.draft.writer.style.size();
        if self.plan.shape == Shape::Globals && self.random.one_in(2) {
            self.opaque("void shrink(void)", "    if (h > 2)\n        h--;\n");
            self.beside_once(&format!("extern {size} h;\n\n"));
            return self.lines("shrink();");
        }
        let Some(image) = self.own().filter(|image| image.storage == Storage::Static) else {
            return self.opaque_number();
        };
        let (element, name) = (self.element(), &image.name);
        self.beside_once(&format!(
            "extern {element} {name}[{LARGEST}][{LARGEST}];\n\n"
        ));
        self.shared.insert(name.clone());
        match self.random.one_in(2) {
            true => {
                self.opaque(
                    &format!("void mark_{name}(void)"),
                    &format!("    {name}[1][0] = 5;\n"),
                );
                self.lines(&format!("mark_{name}();"));
            }
            false => {
                let head = format!("{element} peek_{name}(void)");
                self.opaque(&head, &format!("    return {name}[0][0];\n"));
                let hash = self.draft.writer.hashed(&format!("peek_{name}()"));
                self.lines(&format!("printf(\"peek %u\\n\", {hash} & 255u);"));
            }
        }
    }

    /// The second file calls a function of this one, which changes an array of the file.
    pub(super) fn call_back(&mut self) {
        let image = self.own().filter(|image| image.storage == Storage::Static);
        let name = self.name("on_row");
        let body = match image {
            Some(image) => format!("    {} += 1;\n", image.at("y", "0")),
            None => {
                let sums = self.name("sums");
                self.draft.writer.statics += &format!("static int {sums}[{LARGEST}];\n");
                format!("    {sums}[y] += y;\n    if ({sums}[y] > 40)\n        puts(\"many\");\n")
            }
        };
        self.draft.writer.functions += &format!("static void {name}(int y)\n{{\n{body}}}\n\n");
        self.opaque(
            "void for_rows(int count, void (*call)(int))",
            "    for (int y = 0; y < count; y++)\n        call(y);\n",
        );
        self.lines(&format!("for_rows((int)h, {name});"));
    }

    /// A number of the second file bounds a loop, or the size of an array.
    pub(super) fn opaque_number(&mut self) {
        self.opaque("int limit_of(int n)", "    return n > 2 ? n - 1 : n;\n");
        let name = self.name("limit");
        let (size, element) = (self.draft.writer.style.size(), self.element());
        self.variable(&name, &format!("{size} {name} = ({size})limit_of((int)h);"));
        let own = self
            .own()
            .filter(|image| image.rows.less == 0 && image.columns == Range::default());
        match own {
            Some(image) if self.random.one_in(2) => {
                let first = image.rows.first;
                let here = image.here();
                self.lines(&format!(
                    "for ({size} y = {first}; y < {name}; y++)\n    \
                     for ({size} x = 0; x < w; x++)\n        {here} += 2;"
                ));
            }
            _ => {
                let (table, whole) = (self.name("line"), self.draft.whole());
                self.variable(
                    &table,
                    &format!("{element} *{table} = calloc((size_t){name} + 1, sizeof({element}));"),
                );
                let hash = self.draft.writer.hashed(&format!("{table}[{name} - 1]"));
                self.lines(&format!(
                    "for ({size} y = 0; y < {name}; y++)\n    {table}[y] = {};\n\
                     printf(\"line %u\\n\", (unsigned){hash});",
                    whole.at("y", "0")
                ));
            }
        }
    }

    /// A copy of an image by the library.
    pub(super) fn copied(&mut self) {
        let element = self.element();
        let source = self.draft.whole();
        let style = self.draft.writer.style;
        let may_copy = |storage: Storage| storage.is_flat() || storage == Storage::Heap;
        if !may_copy(source.storage) || !may_copy(style.usual) {
            return self.printf();
        }
        let image = Image::new(self.draft.name("t"), style.usual);
        let image = self.draft.declared(image);
        let (to, from) = (image.base(), source.base());
        self.lines(&format!("memcpy({to}, {from}, sizeof({element}) * h * w);"));
        self.draft.images.push(image);
    }

    /// A second pointer to an image, which stages use like an image of its own.
    pub(super) fn second_name(&mut self) {
        let element = self.element();
        let Some(image) = self.own().filter(|i| i.storage.is_flat()) else {
            return self.printf();
        };
        if self.draft.writer.style.threads {
            return self.printf();
        }
        let mut other = image.clone();
        (other.name, other.storage) = (self.name("view"), Storage::Flat);
        self.lines(&format!("{element} *{} = {};", other.name, image.base()));
        self.draft.writer.know(&other);
        self.draft.images.push(other);
    }

    /// Adds a text to the second file, once.
    pub(super) fn beside_once(&mut self, text: &str) {
        if !self.beside.contains(text) {
            self.beside.insert_str(0, text);
        }
    }
}

/// A pointer to elements of an image that follow each other, and their number.
fn run_of(image: &Image) -> (String, &'static str) {
    let base = image.base();
    match image.storage {
        _ if image.is_line => (base, "h"),
        Storage::Rows | Storage::Static => (format!("{base}[0]"), "w"),
        _ if image.storage.is_flat() => (base, "h * w"),
        _ => (format!("&{base}[0][0]"), "h * w"),
    }
}
