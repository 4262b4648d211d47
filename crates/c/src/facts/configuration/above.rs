//! Code that another configuration would insert before the statements around an array's uses:
//! pragmas, the head of a statement, or a brace that is still open there.

use super::{Extent, Subject, is_binding, net_depth, without_directives};
use crate::facts::refusal::Refusal;
use crate::names::file::Function;
use crate::syntax::base::Base;
use lang_c::ast::Statement;
use lang_c::span::Span as Offsets;
use lang_c::visit::{self, Visit};
use source::{Conditional, MacroText, Span, Word};
use std::ops::Range;

/// Words that begin a statement which does not end with the macro.
const HEADS: [&str; 6] = ["if", "for", "while", "switch", "do", "else"];

/// An `#if` with its `#elif` and `#else`.
type Chain<'c> = Vec<&'c Conditional>;

impl Subject<'_> {
    /// Whether a group ends directly before one of the statements.
    pub(super) fn is_above(&self, group: &Conditional, extent: &Extent) -> bool {
        let (_, after) = self.around(group.span);
        let next = after.and_then(|token| token.invocation().map(|(s, _)| s).or(token.spelled()));
        let starts = |head: &usize| {
            let place = self.unit.nearest_span(*head..head + 1);
            place.is_some_and(|place| group.span.end <= place.start && next == Some(place))
        };
        extent.heads.iter().any(starts)
    }

    /// A macro directly above one of the statements that another configuration may define as a
    /// pragma or the head of a statement.
    pub(super) fn macro_above(&self, extent: &Extent) -> Option<Refusal> {
        let matters = |m: &&MacroText| match self.is_open(m) {
            true => self.binds_below(m),
            false => self.is_empty_in_header(m),
        };
        let mut above = extent.heads.iter().filter_map(|head| self.above(*head));
        let found = above.find_map(|span| {
            let macros = self.definitions(&self.unit.words(span));
            macros.into_iter().find(matters).map(|m| m.name.clone())
        });
        found.map(Refusal::OtherMacroAbove)
    }

    /// The text between a statement and the token before it, including the macro that the statement
    /// begins in.
    fn above(&self, head: usize) -> Option<Span> {
        let tokens = &self.unit.tokens;
        let index = self.unit.tokens_in(head..head + 1).start;
        let own = self.unit.nearest_span(head..head + 1)?;
        let before = tokens.get(index.checked_sub(1)?)?.at.clone();
        let before = self
            .unit
            .nearest_span(before.start as usize..before.end as usize);
        let from = before.map_or(own.start, |before| before.end);
        Some(Span::new(from.min(own.start), own.end))
    }

    /// Whether a definition contains a pragma or an unfinished statement.
    fn binds_below(&self, definition: &MacroText) -> bool {
        let body = &definition.body;
        let is_unfinished = || {
            let has_head = body.iter().any(|word| HEADS.contains(&word.as_str()));
            let ends = body.last().is_none_or(|w| matches!(w.as_str(), ";" | "}"));
            (has_head && !ends) || net_depth(body.iter()) > 0
        };
        body.iter().any(|word| is_binding(word)) || is_unfinished()
    }

    /// Whether the only definition is an empty one of an included file. The definitions of that
    /// file in other configurations are unknown, and a macro that is always empty is unlikely.
    fn is_empty_in_header(&self, definition: &MacroText) -> bool {
        let body = definition.body.as_slice();
        let is_empty = match body {
            [open, .., close] if open == "(" && close == ")" => {
                body.iter().filter(|word| *word == "(").count() == 1
            }
            _ => body.is_empty(),
        };
        definition.in_header && is_empty
    }

    /// A brace before the statements that only other configurations open, or open below a pragma.
    pub(super) fn opened_before(&self, extent: &Extent) -> Option<Refusal> {
        let (mut open, mut first) = (0, None);
        for chain in self.chains_before(extent.span) {
            let (seen, others): (Chain<'_>, Chain<'_>) = chain.iter().partition(|g| g.is_seen);
            let own: i64 = seen.iter().map(|group| self.depth_of(group)).sum();
            let depths = others.iter().map(|group| self.depth_of(group));
            let is_team = own > 0 && self.has_pragma(&others);
            let more = depths.map(|depth| depth - own).sum::<i64>() + i64::from(is_team);
            open += more;
            first = first.or((more > 0).then(|| chain[0].span));
        }
        let line = self
            .unit
            .file
            .line_col(first.filter(|_| open > 0)?.start)
            .line;
        let what = "opens a block".to_string();
        Some(Refusal::DependsOnConfiguration(line, what))
    }

    /// The undecided conditionals of the function before a place, without nested ones.
    fn chains_before(&self, place: Span) -> Vec<Chain<'_>> {
        let is_before = |g: &&Conditional| !g.is_decided && g.span.end <= place.start;
        let mut groups: Chain<'_> = self.groups().filter(is_before).collect();
        groups.sort_by_key(|group| (group.span.start, std::cmp::Reverse(group.span.end)));
        let mut chains: Vec<Chain<'_>> = Vec::new();
        for group in groups {
            match chains.last_mut() {
                Some(chain) if chain.iter().any(|g| g.span.contains(group.span)) => {}
                Some(chain) if self.goes_on(chain, group) => chain.push(group),
                _ => chains.push(vec![group]),
            }
        }
        chains
    }

    /// Whether only `#else` or `#elif` separates a group from the last one of a conditional.
    fn goes_on(&self, chain: &Chain<'_>, group: &Conditional) -> bool {
        let Some(last) = chain.last().filter(|g| g.span.end <= group.span.start) else {
            return false;
        };
        let between = self.unit.words(Span::new(last.span.end, group.span.start));
        let mut words = between.iter().map(|word| word.text.as_str());
        let is_branch =
            words.next() == Some("#") && words.next().is_some_and(|word| word.starts_with("el"));
        is_branch && !words.any(|word| word == "#")
    }

    fn depth_of(&self, group: &Conditional) -> i64 {
        let code = without_directives(&self.unit.file, &self.unit.words(group.span));
        net_depth(code.iter().map(|word| &word.text))
    }

    fn has_pragma(&self, groups: &Chain<'_>) -> bool {
        let mut words = groups.iter().flat_map(|group| self.unit.words(group.span));
        words.any(|word| is_binding(&word.text))
    }

    /// A macro before the statements that opens a block in other configurations only.
    pub(super) fn macro_opened_before(&self, extent: &Extent) -> Option<Refusal> {
        self.open_macros().next()?;
        let words = self
            .unit
            .words(Span::new(self.function.start, extent.span.start));
        let (mut open, mut first) = (0, None);
        for word in &words {
            let more = self.opens_more(word);
            open += more;
            first = first.or((more > 0).then(|| word.text.clone()));
        }
        first.filter(|_| open > 0).map(Refusal::OtherMacroAbove)
    }

    /// The number of additional braces that a macro opens in other configurations.
    fn opens_more(&self, word: &Word) -> i64 {
        let named = self.unit.macro_texts.iter().filter(|m| m.name == word.text);
        let depths = |seen: bool| {
            let of = named.clone().filter(move |m| m.is_seen == seen);
            of.map(|m| net_depth(m.body.iter()))
        };
        let own = depths(true).next_back().unwrap_or(0);
        depths(false).map(|depth| depth - own).sum()
    }
}

/// The start of a range of a function's text, and the statements around it, outermost first.
pub fn heads(function: &Function<'_>, piece: &Range<usize>) -> Vec<usize> {
    let mut finder = StatementsAround {
        base: function.base,
        piece,
        heads: Vec::new(),
    };
    if let Statement::Compound(items) = &function.definition.statement.node {
        let items = items.iter();
        items.for_each(|item| finder.visit_block_item(&item.node, &item.span));
    }
    finder.heads.push(piece.start);
    finder.heads.dedup();
    finder.heads
}

/// Finds the statements around a range of the text.
struct StatementsAround<'f> {
    base: Base,
    piece: &'f Range<usize>,
    heads: Vec<usize>,
}

impl<'a> Visit<'a> for StatementsAround<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let range = self.base.range(*span);
        if range.start <= self.piece.start && self.piece.end <= range.end {
            self.heads.push(range.start);
            visit::visit_statement(self, statement, span);
        }
    }
}
