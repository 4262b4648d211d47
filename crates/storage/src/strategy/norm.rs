//! Norms of integer vectors, as conditions on the coordinates.

/// The Manhattan norm has two half-spaces per axis in every combination.
pub(super) const MOST_DIMS_FOR_MANHATTAN: usize = 6;

/// How the length of a vector is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Norm {
    Max,
    Manhattan,
}

/// The points whose norm is at most `limit`.
pub(super) fn ball(norm: Norm, dims: usize, limit: &str) -> String {
    let conditions: Vec<String> = match norm {
        Norm::Max => (0..dims)
            .map(|d| format!("d{d}' <= {limit} and d{d}' >= -{limit}"))
            .collect(),
        Norm::Manhattan => (0..1_u32 << dims)
            .map(|signs| {
                let sign = |d: usize| if signs >> d & 1 == 1 { "-" } else { "+" };
                let sum: String = (0..dims).map(|d| format!(" {} d{d}'", sign(d))).collect();
                format!("0{sum} <= {limit}")
            })
            .collect(),
    };
    conditions.join(" and ")
}
