//! The kinds of small changes. Knows no text.

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A modulus or mask less one.
    Modulus,
    /// A modulus or mask removed.
    Wrap,
    /// A coefficient in a subscript.
    Coefficient,
    /// A subscript of a folded array, one more or less.
    Offset,
    /// A subscript of another array, one more or less.
    OtherSubscript,
    /// The bound or the start of a loop, one more or less.
    Bound,
    /// The condition of a branch: `<` becomes `<=`.
    Guard,
    /// The step of a loop.
    Step,
    /// Two adjacent statements in the other order.
    Swap,
    /// A statement removed.
    Drop,
    /// The name of a sibling row or buffer in place of another: `prev` in place of `cur`.
    StaleRow,
    /// A value that is not handed on from one place of a window to the next.
    Window,
    /// A rotation of pointers or indices with another direction.
    Rotation,
    /// The first position in a ring.
    RingStart,
    /// A declared or allocated size less one.
    Size,
    /// Another operator in a value.
    Operator,
    /// Another constant in a value.
    Constant,
}

impl Kind {
    /// All of them, in the order of tables.
    pub const ALL: [Kind; 17] = [
        Kind::Modulus,
        Kind::Wrap,
        Kind::Coefficient,
        Kind::Offset,
        Kind::OtherSubscript,
        Kind::Bound,
        Kind::Guard,
        Kind::Step,
        Kind::Swap,
        Kind::Drop,
        Kind::StaleRow,
        Kind::Window,
        Kind::Rotation,
        Kind::RingStart,
        Kind::Size,
        Kind::Operator,
        Kind::Constant,
    ];

    /// Its name on command lines and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Modulus => "modulus",
            Kind::Wrap => "wrap",
            Kind::Coefficient => "coefficient",
            Kind::Offset => "offset",
            Kind::OtherSubscript => "other-subscript",
            Kind::Bound => "bound",
            Kind::Guard => "guard",
            Kind::Step => "step",
            Kind::Swap => "swap",
            Kind::Drop => "drop",
            Kind::StaleRow => "stale-row",
            Kind::Window => "window",
            Kind::Rotation => "rotation",
            Kind::RingStart => "ring-start",
            Kind::Size => "size",
            Kind::Operator => "operator",
            Kind::Constant => "constant",
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
