//! Members of structures that became objects with names of their own, and locals of stages that got
//! other names, in the user's spelling.

use std::collections::BTreeMap;

/// The user's names: `tmp.px` for `tmp_px`.
#[derive(Clone, Debug, Default)]
pub(super) struct UserNames(BTreeMap<String, String>);

impl UserNames {
    /// Adds a new name with the user's. A name that means several members keeps its new form.
    pub(super) fn add(&mut self, (new, users): (String, String)) {
        let users = self.in_text(&users);
        let known = self.0.entry(new.clone()).or_insert_with(|| users.clone());
        if *known != users {
            *known = new;
        }
    }

    /// A text for people with the user's names. The new names are in no other text of the file.
    pub(super) fn in_text(&self, text: &str) -> String {
        let is_part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
        let mut result = String::with_capacity(text.len());
        let mut left = text;
        while let Some(at) = left.find(is_part) {
            let word = &left[at..];
            let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            result.push_str(&left[..at]);
            result.push_str(self.0.get(word).map_or(word, String::as_str));
            left = after;
        }
        result + left
    }
}

#[cfg(test)]
mod tests {
    use super::UserNames;

    #[test]
    fn whole_words_are_replaced() {
        let mut names = UserNames::default();
        let pairs = [
            ("t_px", "t.px"),
            ("in_w", "in->w"),
            ("a_b", "a.b"),
            ("a_b", "a->b"),
        ];
        for (new, users) in pairs {
            names.add((new.to_string(), users.to_string()));
        }
        let text = "`t_px`: 3 rows of in_w - 1, not t_px2 or \u{e9}t_px; a_b";
        let want = "`t.px`: 3 rows of in->w - 1, not t_px2 or \u{e9}t_px; a_b";
        assert_eq!(names.in_text(text), want);
        assert_eq!(names.in_text(""), "");
    }
}
