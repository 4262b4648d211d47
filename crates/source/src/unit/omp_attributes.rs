//! OpenMP directives that are written as attributes become the pragmas that they stand for:
//! `[[omp::directive(parallel for)]]`, `[[omp::sequence(directive(parallel), directive(for))]]`.

use crate::tokens::lexer::TokenKind;
use crate::unit::{Pragma, Unit};
use std::ops::Range;

/// Adds the directives of a unit to its pragmas. Pragmas before an attribute list apply to the text
/// after the list.
pub(crate) fn attach(unit: &mut Unit) {
    let lists = Lists { unit }.all();
    if lists.is_empty() {
        return;
    }
    let mut pragmas = std::mem::take(&mut unit.pragmas);
    for list in lists {
        let moved = pragmas.iter_mut().filter(|p| p.at == list.at.start);
        moved.for_each(|p| p.at = list.at.end);
        pragmas.extend(list.directives);
    }
    pragmas.sort_by_key(|p| (p.at, p.span.start));
    unit.pragmas = pragmas;
}

/// An attribute list.
struct List {
    /// From its first token to the token after it, in the unit's text.
    at: Range<u32>,
    directives: Vec<Pragma>,
}

struct Lists<'u> {
    unit: &'u Unit,
}

impl Lists<'_> {
    fn all(&self) -> Vec<List> {
        let starts =
            (0..self.unit.tokens.len()).filter(|k| self.word(*k) == "[" && self.word(k + 1) == "[");
        starts.filter_map(|k| self.list(k)).collect()
    }

    fn word(&self, index: usize) -> &str {
        self.unit.word(&self.unit.tokens, index)
    }

    fn list(&self, start: usize) -> Option<List> {
        let close = self.unit.closing(&self.unit.tokens, start)?;
        let first = self.unit.tokens[start].at.start;
        let end = self.unit.text.len() as u32;
        let after = self.unit.tokens.get(close + 1).map_or(end, |t| t.at.start);
        let mut texts = Vec::new();
        let mut next = start + 2;
        while next < close {
            let is_directive = self.word(next).trim_matches('_') == "omp";
            let read = is_directive.then(|| self.read(next, &mut texts)).flatten();
            next = read.unwrap_or(next + 1);
        }
        let range = first as usize..self.unit.tokens[close].at.end as usize;
        let span = self.unit.nearest_span(range);
        let directives = texts.into_iter().filter_map(|text| {
            let span = span?;
            Some(Pragma {
                text,
                at: after,
                span,
            })
        });
        Some(List {
            at: first..after,
            directives: directives.collect(),
        })
    }

    /// Parses `omp::directive(...)`, `directive(...)` or a sequence of them. Returns the index of
    /// the token after it.
    fn read(&self, index: usize, texts: &mut Vec<String>) -> Option<usize> {
        let name = match self.word(index + 1) {
            "::" => index + 2,
            _ => index,
        };
        let open = name + 1;
        let close = self
            .unit
            .closing(&self.unit.tokens, open)
            .filter(|_| self.word(open) == "(")?;
        match self.word(name).trim_matches('_') {
            "sequence" => {
                let mut next = open + 1;
                while next < close {
                    next = self.read(next, texts)? + 1;
                }
            }
            _ => texts.push(self.text(open + 1..close)),
        }
        Some(close + 1)
    }

    /// A directive as a pragma spells it: clauses without commas between them.
    fn text(&self, tokens: Range<usize>) -> String {
        let mut text = "omp".to_string();
        let mut depth = 0_usize;
        let mut ended = true;
        for index in tokens {
            let word = self.word(index);
            let is_word = self.unit.tokens[index].kind != TokenKind::Punctuator;
            if word == "," && depth == 0 {
                ended = true;
                continue;
            }
            if ended && is_word {
                text.push(' ');
            }
            text.push_str(word);
            match word {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            ended = is_word || matches!(word, ")" | ",");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::{Flags, SourceFile, preprocess};

    fn check(text: &str, wanted: &[&str]) {
        let text = format!("void f(void) {{\n{text}\nnext: ;\n}}\n");
        let unit = preprocess(SourceFile::new("a.c", text.clone()), &Flags::default()).unwrap();
        let next = unit.text.find("next").unwrap() as u32;
        let found: Vec<&str> = unit.pragmas.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(found, wanted, "{text}");
        assert!(unit.pragmas.iter().all(|p| p.at == next), "{text}");
    }

    #[test]
    fn attributes_are_pragmas() {
        check(
            "[[omp::directive(parallel for, schedule(static, 4) private(a, b))]]",
            &["omp parallel for schedule(static, 4) private(a, b)"],
        );
        check(
            "[[omp::sequence(directive(parallel), omp::directive(for, nowait))]]",
            &["omp parallel", "omp for nowait"],
        );
        check(
            "#pragma omp parallel\n[[gnu::hot]] [[omp::directive(single)]]",
            &["omp parallel", "omp single"],
        );
        check(
            "[[omp::directive(parallel)]] [[omp::directive(single)]] [[gnu::hot]]",
            &["omp parallel", "omp single"],
        );
        check(
            "[[omp::sequence(sequence(directive(parallel), directive(single)), directive(task))]]",
            &["omp parallel", "omp single", "omp task"],
        );
    }
}
