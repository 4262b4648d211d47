//! The executions in which storage must be valid, and the order that all of them keep.

/// The executions in which storage must be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Executions {
    /// The dimensions of time, from the outside inwards.
    Bands(Vec<Band>),
    /// All executions that keep the dependences.
    Any,
}

/// Neighbouring dimensions of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// This many loops, which may be tiled together, by any sizes. A single loop is sequential.
    Loops(usize),
    /// The position of a statement in the body of a loop. The instances of one statement have the
    /// same position, so an array that the statement writes has no dimension for it.
    Position,
}

impl Band {
    /// The number of dimensions of time.
    pub fn width(self) -> usize {
        match self {
            Band::Loops(width) => width,
            Band::Position => 1,
        }
    }
}

impl Executions {
    /// The loops as written.
    pub fn sequential(dims: usize) -> Self {
        Executions::Bands(vec![Band::Loops(1); dims])
    }

    /// One band of all loops.
    pub fn tilable(dims: usize) -> Self {
        Executions::Bands(vec![Band::Loops(dims)])
    }

    /// The entries of a vector in time that are dimensions of the array.
    pub fn in_array(&self, vector: &[i64]) -> Vec<i64> {
        let Executions::Bands(bands) = self else {
            return vector.to_vec();
        };
        let positions = bands.iter().flat_map(|band| {
            let is_position = *band == Band::Position;
            std::iter::repeat_n(is_position, band.width())
        });
        let entries = vector.iter().zip(positions);
        entries.filter(|(_, p)| !p).map(|(x, _)| *x).collect()
    }

    /// Whether each vector leads to an instance that is executed later, in every execution.
    pub(super) fn keep(&self, vectors: &[Vec<i64>]) -> bool {
        let Executions::Bands(bands) = self else {
            return true;
        };
        let dims: usize = bands.iter().map(|band| band.width()).sum();
        let covers = |v: &Vec<i64>| v.len() == dims && is_after(v, bands);
        !bands.contains(&Band::Loops(0)) && vectors.iter().all(covers)
    }
}

/// Whether an instance at this distance is the same or executed later, in every tiling of the
/// bands.
pub(super) fn is_after(distance: &[i64], bands: &[Band]) -> bool {
    let mut rest = distance;
    for band in bands {
        let (part, inner) = rest.split_at(band.width());
        if part.iter().any(|x| *x != 0) {
            return part.iter().all(|x| *x >= 0);
        }
        rest = inner;
    }
    true
}
