//! Images and where they are defined.

/// Where the temporary images are.
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
}

impl Storage {
    pub(crate) const ALL: [Storage; 4] = [
        Storage::Local,
        Storage::Heap,
        Storage::Flat,
        Storage::Static,
    ];

    /// How parameters look beside such temporaries.
    pub(crate) fn of_parameters(self) -> Storage {
        match self {
            Storage::Flat => Storage::Flat,
            _ => Storage::Local,
        }
    }
}

/// From `first` to before `size - less`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) first: i64,
    pub(crate) less: i64,
}

impl Range {
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
            storage,
        }
    }

    /// Defined there.
    pub(crate) fn of(self, rows: Range, columns: Range) -> Self {
        Image {
            rows,
            columns,
            ..self
        }
    }

    /// The element of the iteration.
    pub(crate) fn here(&self) -> String {
        self.at("y", "x")
    }

    /// The element at distances from two counters.
    pub(crate) fn element(&self, y: (&str, i64), x: (&str, i64)) -> String {
        let text = |(name, distance): (&str, i64)| match distance {
            0 => name.to_string(),
            1.. => format!("{name} + {distance}"),
            _ => format!("{name} - {}", -distance),
        };
        self.at(&text(y), &text(x))
    }

    pub(crate) fn at(&self, y: &str, x: &str) -> String {
        let name = &self.name;
        match self.storage {
            _ if self.is_line => format!("{name}[{y}]"),
            Storage::Flat if y == "y" => format!("{name}[y * w + {x}]"),
            Storage::Flat => format!("{name}[({y}) * w + {x}]"),
            _ => format!("{name}[{y}][{x}]"),
        }
    }
}
