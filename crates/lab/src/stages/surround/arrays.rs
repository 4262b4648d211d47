//! Declarations, allocations and ends of images.

use super::super::image::{Image, Storage};
use super::super::text::FAIL;
use super::Scene;
use super::plan::{Allocation, Fail, Tested};

/// How an image comes and goes.
pub(super) struct Made {
    pub(super) name: String,
    /// `unsigned *t1`; none for a member
    declaration: Option<String>,
    /// What a declaration without a value is set to.
    empty: &'static str,
    /// `t1 = malloc(..);`, perhaps with more statements
    assignment: String,
    /// What is null if it fails; none if that cannot be
    pointer: Option<String>,
    /// Sets its first values.
    zeros: String,
    pub(super) free: String,
}

impl Scene {
    /// How an image is made.
    pub(super) fn made(&mut self, image: &Image) -> Made {
        let element = self.element();
        let name = &image.name;
        let base = image.base();
        let is_rows = image.storage == Storage::Rows && !image.is_line;
        let mut made = Made {
            name: name.clone(),
            declaration: Some(match image.storage {
                Storage::Heap => format!("{element} (*{name})[w]"),
                Storage::Value => format!("struct image {name}"),
                Storage::Pointed => format!("struct image *{name}"),
                Storage::Rows if is_rows => format!("{element} **{name}"),
                _ => format!("{element} *{name}"),
            })
            .filter(|_| image.storage != Storage::Member),
            empty: if image.storage == Storage::Value {
                "{0}"
            } else {
                "NULL"
            },
            assignment: String::new(),
            pointer: Some(base.clone()),
            zeros: String::new(),
            free: format!("free({base});\n"),
        };
        match image.storage {
            Storage::Value => self.structure(image, &mut made),
            Storage::Pointed => self.pointed(image, &mut made),
            Storage::Rows if is_rows => self.rows(image, &mut made),
            _ => made.assignment = self.plane(image, &base),
        }
        if matches!(self.plan.allocation, Allocation::Wrapper | Allocation::Pool) {
            made.pointer = None;
        }
        let is_part = matches!(self.plan.allocation, Allocation::Pool | Allocation::Block);
        if is_part && !is_rows && image.storage != Storage::Pointed {
            made.free.clear();
        }
        if image.is_set && !is_rows {
            made.zeros = format!("memset({base}, 0, sizeof({element}) * {});\n", count(image));
        }
        made
    }

    /// Sets a pointer to elements.
    fn plane(&mut self, image: &Image, to: &str) -> String {
        let element = self.element();
        if self.plan.allocation == Allocation::Out && image.storage != Storage::Heap {
            let (rows, columns) = sides(image);
            self.helper(&self.make_plane());
            return format!("make_plane(&{to}, {rows}, {columns});\n");
        }
        let value = self.value(element, &count(image), Some(image));
        format!("{to} = {value};\n")
    }

    /// Some elements from the allocator of the plan.
    fn value(&mut self, element: &str, count: &str, image: Option<&Image>) -> String {
        let bytes = format!("sizeof({element}) * {count}");
        match (self.plan.allocation, image) {
            (Allocation::Calloc, _) => format!("calloc({count}, sizeof({element}))"),
            (Allocation::Aligned, _) => format!("aligned_alloc(64, ({bytes} + 63) / 64 * 64)"),
            (Allocation::Wrapper, _) => {
                self.helper(XMALLOC);
                format!("xmalloc({bytes})")
            }
            (Allocation::Pool, _) => {
                self.helper(POOL);
                format!("pool_get(&pool, {bytes})")
            }
            (Allocation::Block, Some(image)) => {
                let cast = if image.storage == Storage::Heap {
                    "(void *)"
                } else {
                    ""
                };
                let before = self.parts;
                self.parts += 1;
                format!("{cast}(block + {before} * (h + 1) * w)")
            }
            (Allocation::Returned, Some(image)) => {
                self.helper(&self.new_plane());
                let cast = if image.storage == Storage::Heap {
                    "(void *)"
                } else {
                    ""
                };
                let (rows, columns) = sides(image);
                format!("{cast}new_plane({rows}, {columns})")
            }
            _ => format!("malloc({bytes})"),
        }
    }

    /// A structure with a flat array.
    fn structure(&mut self, image: &Image, made: &mut Made) {
        let (rows, columns) = sides(image);
        let name = &image.name;
        let size = self.draft.writer.style.size();
        self.helper(&self.image_type());
        made.assignment = match self.plan.allocation {
            Allocation::Returned => {
                let data = self.data();
                self.helper(&format!(
                    "static struct image image_new({size} h, {size} w)\n{{\n    struct image image;\n\n    \
                     image.h = h;\n    image.w = w;\n    image.data = {data};\n    return image;\n}}\n"
                ));
                format!("{name} = image_new({rows}, {columns});\n")
            }
            Allocation::Out => {
                let data = self.data();
                self.helper(&format!(
                    "static void image_init(struct image *image, {size} h, {size} w)\n{{\n    \
                     image->h = h;\n    image->w = w;\n    image->data = {data};\n}}\n"
                ));
                format!("image_init(&{name}, {rows}, {columns});\n")
            }
            _ => {
                let plane = self.plane(image, &image.base());
                format!("{name}.h = {rows};\n{name}.w = {columns};\n{plane}")
            }
        };
        if self.plan.allocation == Allocation::Returned && self.random.one_in(2) {
            self.helper(
                "static void image_free(struct image *image)\n{\n    free(image->data);\n    \
                 image->data = NULL;\n    image->h = image->w = 0;\n}\n",
            );
            made.free = format!("image_free(&{name});\n");
        }
    }

    /// A pointer to such a structure.
    fn pointed(&mut self, image: &Image, made: &mut Made) {
        let (rows, columns) = sides(image);
        let name = &image.name;
        let size = self.draft.writer.style.size();
        self.helper(&self.image_type());
        let data = self.data();
        self.helper(&format!(
            "static struct image *image_create({size} h, {size} w)\n{{\n    \
             struct image *image = malloc(sizeof *image);\n\n    if (!image)\n        return NULL;\n    \
             image->h = h;\n    image->w = w;\n    image->data = {data};\n    \
             if (!image->data) {{\n        free(image);\n        return NULL;\n    }}\n    return image;\n}}\n"
        ));
        self.helper(
            "static void image_destroy(struct image *image)\n{\n    if (image)\n        \
             free(image->data);\n    free(image);\n}\n",
        );
        made.assignment = format!("{name} = image_create({rows}, {columns});\n");
        made.pointer = Some(name.clone());
        made.free = format!("image_destroy({name});\n");
    }

    /// A pointer for each row.
    fn rows(&mut self, image: &Image, made: &mut Made) {
        let (rows, columns) = sides(image);
        let (name, element) = (&image.name, self.element());
        let size = self.draft.writer.style.size();
        match self.plan.allocation {
            Allocation::Returned | Allocation::Block => {
                self.helper(&format!(
                    "static {element} **rows_new({size} h, {size} w)\n{{\n    \
                     {element} **rows = malloc(sizeof *rows * h);\n\n    if (!rows)\n        return NULL;\n    \
                     rows[0] = malloc(sizeof **rows * h * w);\n    if (!rows[0])\n        exit(1);\n    \
                     for ({size} y = 1; y < h; y++)\n        rows[y] = rows[0] + y * w;\n    return rows;\n}}\n"
                ));
                self.helper(&format!(
                    "static void rows_free({element} **rows)\n{{\n    if (!rows)\n        return;\n    \
                     free(rows[0]);\n    free(rows);\n}}\n"
                ));
                made.assignment = format!("{name} = rows_new({rows}, {columns});\n");
                made.free = format!("rows_free({name});\n");
            }
            Allocation::Out => {
                self.helper(&format!(
                    "static void rows_make({element} ***to, {size} h, {size} w)\n{{\n    \
                     *to = malloc(sizeof **to * h);\n    for ({size} y = 0; *to && y < h; y++)\n        \
                     (*to)[y] = malloc(sizeof ***to * w);\n}}\n"
                ));
                made.assignment = format!("rows_make(&{name}, {rows}, {columns});\n");
                made.free = rows_end(name, size, rows);
            }
            _ => {
                let outer = self.value(&format!("{element} *"), rows, None);
                let inner = self.value(element, columns, None);
                made.assignment = format!(
                    "{name} = {outer};\nfor ({size} y = 0; y < {rows}; y++)\n    {name}[y] = {inner};\n"
                );
                made.free = match self.plan.allocation {
                    Allocation::Pool => String::new(),
                    _ => rows_end(name, size, rows),
                };
            }
        }
    }

    fn image_type(&self) -> String {
        let (size, element) = (self.draft.writer.style.size(), self.element());
        format!("struct image {{\n    {size} h, w;\n    {element} *data;\n}};\n")
    }

    /// The data of a structure in its helper.
    fn data(&mut self) -> String {
        let element = self.element();
        match self.plan.allocation {
            Allocation::Pool | Allocation::Block | Allocation::Returned | Allocation::Out => {
                format!("malloc(sizeof({element}) * h * w)")
            }
            _ => self.value(element, "h * w", None),
        }
    }

    fn new_plane(&self) -> String {
        let (size, element) = (self.draft.writer.style.size(), self.element());
        format!(
            "static {element} *new_plane({size} h, {size} w)\n{{\n    \
             {element} *plane = malloc(sizeof *plane * h * w);\n\n    return plane;\n}}\n"
        )
    }

    fn make_plane(&self) -> String {
        let (size, element) = (self.draft.writer.style.size(), self.element());
        format!(
            "static void make_plane({element} **to, {size} h, {size} w)\n{{\n    \
             *to = malloc(sizeof **to * h * w);\n}}\n"
        )
    }

    /// The statements that make all images at once, with tests.
    pub(super) fn all_made(&mut self, all: &[Made]) -> String {
        let is_apart = self.plan.fail == Fail::Goto;
        let mut text = String::new();
        if self.parts > 0 {
            let element = self.element();
            let bytes = format!("sizeof({element}) * {} * (h + 1) * w", self.parts);
            text += &format!("{element} *block = malloc({bytes});\n");
        }
        if is_apart {
            all.iter().for_each(|made| text += &made.declared());
        }
        for made in all {
            let is_one = made.assignment.starts_with(&format!("{} = ", made.name));
            match &made.declaration {
                Some(declaration) if !is_apart && is_one => {
                    let value = &made.assignment[made.name.len()..];
                    text += &format!("{declaration}{value}");
                }
                Some(_) if !is_apart => text += &(made.declared() + &made.assignment),
                _ => text += &made.assignment,
            }
            if self.plan.tested == Tested::Each {
                text += &made.tested("if (!", &format!(")\n    {FAIL}\n"));
            }
        }
        text += &self.tests(all);
        all.iter().for_each(|made| text += &made.zeros);
        text
    }

    /// The tests behind all allocations.
    fn tests(&mut self, all: &[Made]) -> String {
        let pointers: Vec<&str> = all.iter().filter_map(|m| m.pointer.as_deref()).collect();
        if pointers.is_empty() || self.plan.tested == Tested::Never {
            return String::new();
        }
        let chain = |before: &str, after: &str| {
            let parts: Vec<String> = pointers
                .iter()
                .map(|p| format!("{before}{p}{after}"))
                .collect();
            parts.join(" || ")
        };
        let each = |text: &dyn Fn(&str) -> String| -> String {
            pointers.iter().map(|p| text(p)).collect()
        };
        self.kinds.insert(self.plan.tested.kind());
        match self.plan.tested {
            Tested::Never | Tested::Each => String::new(),
            Tested::Chain => format!("if ({})\n    {FAIL}\n", chain("!", "")),
            Tested::Null => format!("if ({})\n    {FAIL}\n", chain("", " == NULL")),
            Tested::Asserted => each(&|p| format!("assert({p});\n")),
            Tested::Exit => each(&|p| {
                format!("if (!{p}) {{\n    fprintf(stderr, \"no memory\\n\");\n    exit(1);\n}}\n")
            }),
        }
    }
}

impl Made {
    /// The declaration of an image that is made later.
    pub(super) fn declared(&self) -> String {
        let declaration = self.declaration.as_ref();
        declaration.map_or(String::new(), |text| format!("{text} = {};\n", self.empty))
    }

    /// The allocation directly before the first use.
    pub(super) fn late(&self) -> String {
        let test = self.tested("if (!", &format!(")\n    {FAIL}\n"));
        format!("{}{test}{}", self.assignment, self.zeros)
    }

    fn tested(&self, before: &str, after: &str) -> String {
        let pointer = self.pointer.as_ref();
        pointer.map_or(String::new(), |p| format!("{before}{p}{after}"))
    }
}

impl Tested {
    fn kind(self) -> &'static str {
        match self {
            Tested::Never => "",
            Tested::Each => "each tested",
            Tested::Chain => "chain tested",
            Tested::Null => "null tested",
            Tested::Asserted => "asserted",
            Tested::Exit => "exit tested",
        }
    }
}

const XMALLOC: &str = "static void *xmalloc(size_t size)\n{\n    void *p = malloc(size);\n\n    \
                       if (!p) {\n        fprintf(stderr, \"out of memory\\n\");\n        exit(1);\n    }\n    \
                       return p;\n}\n";

const POOL: &str = "struct pool {\n    unsigned char *base;\n    size_t used, size;\n};\n\n\
                    static _Alignas(16) unsigned char arena[1 << 18];\n\
                    static struct pool pool = {arena, 0, sizeof arena};\n\n\
                    static void *pool_get(struct pool *p, size_t size)\n{\n    void *at = p->base + p->used;\n\n    \
                    size = (size + 15) / 16 * 16;\n    if (p->size - p->used < size)\n        exit(1);\n    \
                    p->used += size;\n    return at;\n}\n";

/// Frees rows one by one.
fn rows_end(name: &str, size: &str, rows: &str) -> String {
    format!(
        "if ({name})\n    for ({size} y = 0; y < {rows}; y++)\n        free({name}[y]);\nfree({name});\n"
    )
}

/// Rows and columns.
fn sides(image: &Image) -> (&'static str, &'static str) {
    let columns = if image.is_line { "1" } else { "w" };
    (image.room(), columns)
}

/// The number of elements, as a factor.
fn count(image: &Image) -> String {
    let rows = if image.is_half { "(h / 2 + 1)" } else { "h" };
    let columns = if image.is_line { "" } else { " * w" };
    format!("{rows}{columns}")
}
