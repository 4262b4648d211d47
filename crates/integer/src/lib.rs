//! Integer types of C: widths, ranges, conversions. Sizes are those of LP64 (64-bit Unix).
//!
//! Knows neither syntax nor sets, so that both `c` and `scop` speak of the same type.

/// An integer type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntType {
    /// Width in bits, 64 at most.
    pub bits: u8,
    /// Whether it has negative values.
    pub signed: bool,
}

impl IntType {
    /// `int`.
    pub const INT: IntType = IntType {
        bits: 32,
        signed: true,
    };

    /// `long` and `long long`.
    pub const LONG: IntType = IntType {
        bits: 64,
        signed: true,
    };

    /// The integers that a `double` holds without a gap: the values of `floor` and `ceil` of
    /// quotients of small integers. Arithmetic with them is that of `double`.
    pub const IN_DOUBLE: IntType = IntType {
        bits: 54,
        signed: true,
    };

    /// The type of the same width without sign.
    pub fn unsigned(self) -> IntType {
        IntType {
            signed: false,
            ..self
        }
    }

    /// Integer promotion (C11 6.3.1.1).
    pub fn promoted(self) -> IntType {
        if self.bits < 32 { IntType::INT } else { self }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8).
    pub fn common(self, other: IntType) -> IntType {
        if [self, other].contains(&IntType::IN_DOUBLE) {
            return IntType::IN_DOUBLE;
        }
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => IntType {
                bits: a.bits,
                signed: a.signed && b.signed,
            },
        }
    }

    /// The smallest and the largest value.
    pub fn range(self) -> (i128, i128) {
        let half = 1_i128 << (self.bits.clamp(1, 64) - 1);
        match self.signed {
            true => (-half, half - 1),
            false => (0, 2 * half - 1),
        }
    }

    /// The values of an object of the type. Plain `char` may be signed or unsigned, so a type that
    /// looks like signed char may hold the values of both.
    pub fn held(self) -> (i128, i128) {
        match (self.bits, self.signed) {
            (8, true) => (-128, 255),
            _ => self.range(),
        }
    }

    /// The smallest and the largest value that every such object can hold, for types narrower than
    /// 64 bits. Plain `char` may be signed or unsigned, so only the common values count.
    pub fn bounds(self) -> Option<(i64, i64)> {
        if (self.bits, self.signed) == (8, true) {
            return Some((0, 127));
        }
        let half = 1_i64.checked_shl(u32::from(self.bits.min(63)) - 1)?;
        match (self.bits < 64, self.signed) {
            (false, _) => None,
            (true, true) => Some((-half, half - 1)),
            (true, false) => Some((0, 2 * half - 1)),
        }
    }

    /// Whether the type contains a value.
    pub fn holds(self, value: i64) -> bool {
        match (self.signed, self.bits) {
            (true, 64) => true,
            (true, bits) => (-(1i64 << (bits - 1))..1i64 << (bits - 1)).contains(&value),
            (false, 64) => value >= 0,
            (false, bits) => (0..1i64 << bits).contains(&value),
        }
    }
}
