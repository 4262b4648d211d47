//! Subscripts in the order that a unit of Z/b gives: `((long long)N * y + x) % (2 * N + 1)`.

/// The subscript `(by * row + column) % modulus`.
pub(crate) struct RingSubscript {
    /// The unit, in a type that holds the product: `(long long)N`.
    pub(crate) by: String,
    /// The factor of the unit, one operand.
    pub(crate) row: String,
    /// The rest with its sign, ` + x`; empty for 0.
    pub(crate) column: String,
    /// The modulus, one operand.
    pub(crate) modulus: String,
}

impl RingSubscript {
    /// The subscript.
    pub(crate) fn text(&self) -> String {
        let RingSubscript {
            by,
            row,
            column,
            modulus,
        } = self;
        format!("({by} * {row}{column}) % {modulus}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscript_is_one_remainder() {
        let check = |column: &str, expected: &str| {
            let subscript = RingSubscript {
                by: "(long long)N".to_string(),
                row: "y".to_string(),
                column: column.to_string(),
                modulus: "(2 * N + 1)".to_string(),
            };
            assert_eq!(subscript.text(), expected);
        };
        check(" + x", "((long long)N * y + x) % (2 * N + 1)");
        check("", "((long long)N * y) % (2 * N + 1)");
    }
}
