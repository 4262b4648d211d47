//! Writes out invocations in the user's file: the smallest one that contains the edits. Macros
//! inside of it that no edit changes keep their names.

use crate::macros::builtins::{COUNTER, LINE};
use crate::text::edits::Edit;
use crate::text::span::Span;
use crate::twin::body_breaks::breaks;
use crate::twin::print::{Change, print, set_apart};
use crate::twin::site_tokens::{CarryBack, SiteTokens};
use crate::twin::sites::Depth;
use crate::twin::write_out::has_alternative;
use crate::unit::macro_uses::Object;
use crate::unit::token::Token;
use std::ops::Range;

impl CarryBack<'_> {
    pub(super) fn write_out_all(&mut self) -> Result<(), Span> {
        let changed = |k: &usize| self.sites[*k].change.is_some();
        let all: Vec<usize> = (0..self.sites.len()).filter(changed).collect();
        all.into_iter().try_for_each(|site| self.write_out(site))
    }

    /// Whether a token is from an invocation that is written out.
    pub(super) fn is_written_out(&self, token: usize) -> bool {
        let anchor = self.unit.tokens[token].anchor();
        anchor.is_some_and(|anchor| self.is_inside(anchor))
    }

    fn is_inside(&self, anchor: Span) -> bool {
        let from = Span::new(anchor.start, u32::MAX);
        let before = self.written_out.range(..=from).next_back();
        before.is_some_and(|(span, _)| span.contains(anchor))
    }

    /// Writes out the smallest invocation that contains a site and has the same meaning in all its
    /// uses.
    pub(super) fn write_out(&mut self, site: usize) -> Result<(), Span> {
        let SiteTokens {
            replacement, frame, ..
        } = &self.sites[site];
        if self.is_written_out(frame.start) {
            return Ok(());
        }
        let outer = self.twin.replacements[*replacement].from;
        let anchors = self.unit.tokens[frame.clone()]
            .iter()
            .filter_map(|t| t.anchor());
        let whole = anchors.reduce(Span::to).unwrap_or(outer);
        let around = self.unit.uses.around(whole, outer);
        let inner = around.iter().map(|i| i.span).chain([outer]);
        let found = inner
            .into_iter()
            .find(|span| self.can_write_out(*span, *replacement));
        match found {
            Some(span) => {
                let replacement = *replacement;
                self.written_out.retain(|other, _| !span.contains(*other));
                self.written_out.insert(span, replacement);
                Ok(())
            }
            None => Err(self.twin_span(frame.clone())),
        }
    }

    fn can_write_out(&self, span: Span, replacement: usize) -> bool {
        let outer = self.twin.replacements[replacement].from;
        let own = self.unit.uses.around(span, outer);
        let is_system = own.first().is_some_and(|i| i.span == span && i.is_system);
        let runs = self.runs(span, replacement);
        let Some(first) = runs.first() else {
            return false;
        };
        let tokens = &self.unit.tokens[first.clone()];
        let is_balanced = self.unit.is_balanced(first.clone());
        let text = self.text_of_run(first.clone(), span);
        let alike = runs
            .iter()
            .all(|run| self.text_of_run(run.clone(), span) == text);
        let has_alternative = tokens.iter().any(|t| has_alternative(self.unit, t, outer));
        let text = std::str::from_utf8(self.unit.file.bytes_of(span));
        let is_kept = text.is_ok_and(|text| !text.contains("/*") && !text.contains("//"));
        let is_line = |token: &Token| token.builtin == Some(LINE);
        // Compilers do not agree about the line of an invocation that spans several.
        let has_line = !self.is_on_one_line(outer) && tokens.iter().any(is_line);
        let is_exact = !has_line && tokens.iter().all(|token| self.is_exact(token));
        let is_free = !is_system && !has_alternative && is_kept && is_exact;
        alike && is_free && (is_balanced || span == outer)
    }

    fn is_on_one_line(&self, span: Span) -> bool {
        !self.unit.file.bytes_of(span).contains(&b'\n')
    }

    /// Whether the token's text has the very bytes that the compiler sees.
    fn is_exact(&self, token: &Token) -> bool {
        let file = &self.unit.file;
        if token.is_builtin {
            return token.builtin.is_some_and(|name| name != COUNTER);
        }
        match token.spelled() {
            Some(span) => std::str::from_utf8(file.bytes_of(span)).is_ok(),
            None => {
                let text = self.unit.token_text(token);
                !text.contains('\u{FFFD}') && std::str::from_utf8(&file.bytes).is_ok()
            }
        }
    }

    fn replacement_of(&self, token: usize) -> Option<usize> {
        let replacements = &self.twin.replacements;
        let after = replacements.partition_point(|r| r.tokens.start <= token);
        after.checked_sub(1)
    }

    /// The expansions of an invocation: one, or several if it is in an argument.
    fn runs(&self, span: Span, replacement: usize) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for index in self.twin.replacements[replacement].tokens.clone() {
            let anchor = self.unit.tokens[index].anchor();
            if !anchor.is_some_and(|anchor| span.contains(anchor)) {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.end == index => run.end = index + 1,
                _ => runs.push(index..index + 1),
            }
        }
        runs
    }

    /// The new text of an expansion of an invocation.
    fn text_of_run(&self, run: Range<usize>, of: Span) -> String {
        let inside = |c: &&Change| run.start <= c.tokens.start && c.tokens.end <= run.end;
        let sites = self
            .replacement_of(run.start)
            .and_then(|r| self.of_replacement.get(&r));
        let sites = sites.into_iter().flatten().map(|k| &self.sites[*k]);
        let changes = sites.filter_map(|s| s.change.as_ref());
        let mut changes: Vec<Change> = changes.filter(inside).cloned().collect();
        changes.sort_by_key(|c| (c.tokens.start, c.tokens.end));
        changes.dedup();
        let names = self.names(run.clone(), of, &changes);
        changes.extend(names);
        let builtins = self.builtins(run.clone());
        let meets = |b: &Change, c: &Change| c.tokens.contains(&b.tokens.start);
        let builtins = builtins.into_iter();
        let builtins = builtins.filter(|b| !changes.iter().any(|c| meets(b, c)));
        let builtins: Vec<Change> = builtins.collect();
        changes.extend(builtins);
        let cuts = |at: usize, c: &Change| c.tokens.start < at && at < c.tokens.end;
        let breaks = breaks(self.unit, run.clone(), of).into_iter();
        let breaks = breaks.filter(|b| !changes.iter().any(|c| cuts(b.tokens.start, c)));
        let breaks: Vec<Change> = breaks.collect();
        changes.extend(breaks);
        changes.sort_by_key(|c| (c.tokens.start, c.tokens.end));
        print(self.unit, run, &changes)
    }

    /// The names of builtin macros in place of their values: `__FILE__`, `__LINE__`.
    fn builtins(&self, run: Range<usize>) -> Vec<Change> {
        let name = |index: usize| {
            let name = self.unit.tokens[index].builtin?;
            Some(Change {
                tokens: index..index + 1,
                text: name.to_string(),
            })
        };
        run.filter_map(name).collect()
    }

    /// The invocations inside of `of` whose expansions have no changes, as they are written.
    fn names(&self, run: Range<usize>, of: Span, changes: &[Change]) -> Vec<Change> {
        let mut names = Vec::new();
        let mut at = run.start;
        while at < run.end {
            let named = self.named(at, run.end, of).into_iter();
            let untouched = |c: &Change| {
                let meets =
                    |o: &Change| o.tokens.start < c.tokens.end && c.tokens.start < o.tokens.end;
                !changes.iter().any(meets)
            };
            match named.into_iter().find(untouched) {
                Some(name) => {
                    at = name.tokens.end;
                    names.push(name);
                }
                None => at += 1,
            }
        }
        names
    }

    /// The text of the expansions that start at a token, outer ones before inner ones.
    fn named(&self, at: usize, end: usize, of: Span) -> Vec<Change> {
        let tokens = &self.unit.tokens;
        let uses = &self.unit.uses;
        let run = |belongs: &dyn Fn(usize) -> bool| {
            let starts = at == 0 || !belongs(at - 1);
            let last = (at..end).take_while(|k| belongs(*k)).count();
            starts.then_some(at..at + last)
        };
        let anchor = tokens[at].anchor().unwrap_or(of);
        let inner = uses.around(anchor, of).into_iter().rev();
        let inner = inner.filter(|i| i.span != of && self.depth == Depth::Shared);
        let inner = inner.filter_map(|i| {
            let belongs = |k: usize| tokens[k].anchor().is_some_and(|a| i.span.contains(a));
            let text = self.unit.file.slice(i.span).into_owned();
            run(&belongs).map(|tokens| Change { tokens, text })
        });
        let objects: Vec<(u32, &Object)> = uses.objects_from(tokens[at].object).collect();
        let objects = objects.into_iter().rev().filter(|(_, o)| o.at.is_none());
        let objects = objects.filter_map(|(index, object)| {
            let belongs = |k: usize| {
                uses.objects_from(tokens[k].object)
                    .any(|(other, _)| other == index)
            };
            let text = object.name.to_string();
            run(&belongs).map(|tokens| Change { tokens, text })
        });
        inner.chain(objects).collect()
    }

    /// The invocations that are written out, each as one edit.
    pub(super) fn invocation_edits(&self) -> Vec<Edit> {
        let written = self.written_out.iter();
        written
            .filter_map(|(span, replacement)| {
                let run = self.runs(*span, *replacement).into_iter().next()?;
                Some(Edit {
                    span: *span,
                    text: set_apart(&self.unit.file, *span, self.text_of_run(run, *span)),
                })
            })
            .collect()
    }
}
