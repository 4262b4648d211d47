//! Windows that move along with a loop: `t[0]` is the newest element, and at the end of each
//! iteration all move on by one, `t[2] = t[1]; t[1] = t[0];`. Compilers keep them in registers.

/// A window.
pub(crate) struct Window {
    /// The name of the array.
    pub(crate) array: String,
    /// The number of its elements.
    pub(crate) length: i64,
}

impl Window {
    /// The shifts at the end of an iteration, oldest element first.
    pub(crate) fn shifts(&self) -> Vec<String> {
        let array = &self.array;
        let shift = |k: i64| format!("{array}[{k}] = {array}[{}];", k - 1);
        (1..self.length).rev().map(shift).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_move_the_oldest_element_first() {
        let window = Window {
            array: "t".to_string(),
            length: 3,
        };
        assert_eq!(window.shifts(), ["t[2] = t[1];", "t[1] = t[0];"]);
    }
}
