//! Images and where they are defined.

use super::LARGEST;

/// Where an image is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// `unsigned t[h][w];`
    Local,
    /// `unsigned (*t)[w] = malloc(..);`
    Heap,
    /// `unsigned *t = malloc(..);`
    Flat,
    /// `static unsigned t[20][20];`
    Static,
    /// `struct image t;` with a flat array as a member
    Value,
    /// `struct image *t;`
    Pointed,
    /// `unsigned **t;`, a pointer for each row
    Rows,
    /// `unsigned *t;` in the structure that `c` points to
    Member,
}

impl Storage {
    pub(crate) const ALL: [Storage; 4] = [
        Storage::Local,
        Storage::Heap,
        Storage::Flat,
        Storage::Static,
    ];

    /// Whether an element has one subscript.
    pub(crate) fn is_flat(self) -> bool {
        use Storage::{Flat, Member, Pointed, Value};
        matches!(self, Flat | Value | Pointed | Member)
    }
}

/// From `first` to before `size - less`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) first: i64,
    pub(crate) less: i64,
}

impl Range {
    pub(crate) fn new(first: i64, less: i64) -> Self {
        Range { first, less }
    }

    pub(crate) fn both(self, other: Range) -> Range {
        Range {
            first: self.first.max(other.first),
            less: self.less.max(other.less),
        }
    }

    pub(crate) fn less(self, first: i64, less: i64) -> Range {
        Range {
            first: self.first + first,
            less: self.less + less,
        }
    }

    /// Where the element at this distance is inside.
    pub(crate) fn seen_from(self, distance: i64) -> Range {
        Range {
            first: (self.first - distance).max(0),
            less: (self.less + distance).max(0),
        }
    }
}

/// An image, or a line with a value for each row.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub(crate) name: String,
    pub(crate) rows: Range,
    pub(crate) columns: Range,
    /// Half as many rows.
    pub(crate) is_half: bool,
    pub(crate) is_line: bool,
    /// It has values before the first stage: zeros, or those of an earlier call.
    pub(crate) is_set: bool,
    pub(crate) storage: Storage,
}

impl Image {
    /// Defined everywhere.
    pub(crate) fn new(name: String, storage: Storage) -> Self {
        Image {
            name,
            rows: Range::default(),
            columns: Range::default(),
            is_half: false,
            is_line: false,
            is_set: false,
            storage,
        }
    }

    /// Defined there at least.
    pub(crate) fn of(self, rows: Range, columns: Range) -> Self {
        match self.is_set {
            true => self,
            false => Image {
                rows,
                columns,
                ..self
            },
        }
    }

    /// Whether all of a whole image is defined.
    pub(crate) fn is_whole(&self) -> bool {
        let all = Range::default();
        (self.rows, self.columns, self.is_half) == (all, all, false)
    }

    /// Whether the heap has it.
    pub(crate) fn is_allocated(&self) -> bool {
        match self.storage {
            Storage::Local | Storage::Static => false,
            Storage::Heap => !self.is_line,
            _ => true,
        }
    }

    /// Before which row it ends.
    pub(crate) fn end(&self) -> &'static str {
        match self.is_half {
            true => "h / 2",
            false => "h",
        }
    }

    /// The number of rows that it has room for; never zero.
    pub(crate) fn room(&self) -> &'static str {
        match self.is_half {
            true => "h / 2 + 1",
            false => "h",
        }
    }

    /// The element of the iteration.
    pub(crate) fn here(&self) -> String {
        self.at("y", "x")
    }

    /// The element at distances from two counters.
    pub(crate) fn element(&self, dy: i64, dx: i64) -> String {
        self.at(&moved("y", dy), &moved("x", dx))
    }

    /// The array without a subscript.
    pub(crate) fn base(&self) -> String {
        let name = &self.name;
        match self.storage {
            Storage::Value => format!("{name}.data"),
            Storage::Pointed => format!("{name}->data"),
            Storage::Member => format!("c->{name}"),
            _ => name.clone(),
        }
    }

    pub(crate) fn at(&self, y: &str, x: &str) -> String {
        let name = self.base();
        let is_word = y.chars().all(|c| c.is_alphanumeric());
        match self.storage.is_flat() {
            _ if self.is_line => format!("{name}[{y}]"),
            true if is_word => format!("{name}[{y} * w + {x}]"),
            true => format!("{name}[({y}) * w + {x}]"),
            false => format!("{name}[{y}][{x}]"),
        }
    }

    /// A pointer to the start of a row.
    pub(crate) fn row(&self, y: &str) -> String {
        match self.storage.is_flat() {
            true => format!("{} + {y} * w", self.base()),
            false => format!("{}[{y}]", self.name),
        }
    }

    /// Its declaration as a parameter; none for an object of the file, or a member.
    pub(crate) fn parameter(&self, element: &str) -> Option<String> {
        let name = &self.name;
        match self.storage {
            Storage::Static | Storage::Member => None,
            Storage::Value => Some(format!("struct image {name}")),
            Storage::Pointed => Some(format!("struct image *{name}")),
            Storage::Rows if !self.is_line => Some(format!("{element} **{name}")),
            Storage::Flat => Some(format!("{element} *{name}")),
            _ if self.is_line => Some(format!("{element} *{name}")),
            _ => Some(format!("{element} {name}[{}][w]", self.room())),
        }
    }

    /// Its declaration in the file.
    pub(crate) fn at_file_scope(&self, element: &str) -> String {
        let columns = if self.is_line {
            String::new()
        } else {
            format!("[{LARGEST}]")
        };
        format!("static {element} {}[{LARGEST}]{columns};\n", self.name)
    }
}

/// `y - 1`
pub(crate) fn moved(counter: &str, distance: i64) -> String {
    match distance {
        0 => counter.to_string(),
        1.. => format!("{counter} + {distance}"),
        _ => format!("{counter} - {}", -distance),
    }
}
