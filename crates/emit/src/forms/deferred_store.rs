//! Stores that are moved to the end of an iteration:
//!
//! ```c
//! const double value = ...;
//! out[x] = value + t[at2 + x];
//! t[at + x] = value;
//! ```

/// A value that is stored last.
pub(crate) struct DeferredStore {
    /// The type of the element: `double`.
    pub(crate) ty: String,
    /// The name of the value.
    pub(crate) name: String,
    /// The element that it is stored to: `t[at + x]`.
    pub(crate) element: String,
}

impl DeferredStore {
    /// The text that replaces the element on the left of its assignment: `const double value`.
    pub(crate) fn declarator(&self) -> String {
        format!("const {} {}", self.ty, self.name)
    }

    /// The statement at the end of the iteration: `t[at + x] = value;`.
    pub(crate) fn statement(&self) -> String {
        format!("{} = {};", self.element, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_a_constant_and_a_statement() {
        let store = DeferredStore {
            ty: "double".to_string(),
            name: "value".to_string(),
            element: "t[at + x]".to_string(),
        };
        assert_eq!(store.declarator(), "const double value");
        assert_eq!(store.statement(), "t[at + x] = value;");
    }
}
