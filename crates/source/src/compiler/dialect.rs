//! The version of C that a unit is compiled as, and its wide types, as the compiler's own macros
//! say.

use crate::compiler::listing::{Directive, Listing};
use crate::macros::constant::evaluate;
use crate::tokens::symbols::Symbols;

/// `__STDC_VERSION__` of C99, the first version with `long long`, `//` and declarations among
/// statements.
const C99: i64 = 199_901;
/// `__STDC_VERSION__` of C11, the first version with `_Static_assert`.
const C11: i64 = 201_112;

/// The version of C and the width of its types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// `__STDC_VERSION__`; 0 for C90.
    pub version: i64,
    /// Whether a `long` has 64 bits.
    pub has_wide_long: bool,
    /// Whether plain `char` has no sign.
    pub has_unsigned_char: bool,
    /// Whether `long` and pointers have 64 bits, and `long double` occupies 16 bytes.
    pub is_lp64: bool,
}

impl Dialect {
    /// Reads the last definitions of the macros that tell; C99 if the compiler shows none of its
    /// own.
    pub(crate) fn of(listing: &Listing, symbols: &Symbols) -> Dialect {
        let value = |wanted: &str| {
            let defined = listing
                .events
                .iter()
                .filter_map(|event| match &event.directive {
                    Directive::Define(definition) => Some(definition),
                    Directive::Undefine(_) | Directive::Include => None,
                });
            let mut same = defined.filter(|m| symbols.text(m.name) == wanted);
            evaluate(&same.next_back()?.body, symbols)
        };
        let is_shown = value("__STDC__").is_some();
        let is = |wanted: &str, size: i64| value(wanted).unwrap_or(size) == size;
        Dialect {
            version: value("__STDC_VERSION__").unwrap_or(if is_shown { 0 } else { C99 }),
            has_wide_long: value("__LONG_MAX__").is_some_and(|most| most > i64::from(i32::MAX)),
            has_unsigned_char: value("__CHAR_UNSIGNED__").is_some(),
            is_lp64: is("__SIZEOF_LONG__", 8)
                && is("__SIZEOF_POINTER__", 8)
                && is("__SIZEOF_LONG_DOUBLE__", 16),
        }
    }

    /// Whether it is C99 or later.
    pub fn is_c99(self) -> bool {
        self.version >= C99
    }

    /// Whether it is C11 or later.
    pub fn is_c11(self) -> bool {
        self.version >= C11
    }

    /// A signed type of 64 bits that every compiler of this version accepts, if there is one.
    pub fn wide_type(self) -> Option<&'static str> {
        match (self.is_c99(), self.has_wide_long) {
            (true, _) => Some("long long"),
            (false, true) => Some("long"),
            (false, false) => None,
        }
    }
}
