//! A chunk of the main file, the lines between two directives: expanded, compared with the listing
//! line by line, and written with the origins that the comparison proves.

use crate::align::builder::{Builder, NewToken};
use crate::align::walk::Builtins;
use crate::compiler::listing::Listed;
use crate::lines::numbering::{Number, Numbering};
use crate::macros::builtins::{LINE, builtin_named};
use crate::macros::definition::PpToken;
use crate::macros::expander::{ExpandedToken, Expander, Expansion};
use crate::text::span::Span;
use crate::tokens::layout::Layout;
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::Symbol;
use crate::unit::Note;
use crate::unit::token::Origin;
use std::ops::Range;
use std::sync::Arc;

/// A `#pragma` line of the main file.
pub(super) struct PragmaLine {
    pub(super) text: String,
    pub(super) span: Span,
    pub(super) line: u32,
}

/// The tokens and pragma lines of a chunk.
#[derive(Default)]
pub(super) struct Chunk {
    tokens: Vec<PpToken>,
    places: Vec<TextToken>,
    pub(super) pragmas: Vec<PragmaLine>,
    numbering: Arc<Numbering>,
}

/// The place of a token of the chunk.
#[derive(Clone, Copy)]
struct TextToken {
    span: Span,
    line: u32,
    /// The number of its logical line.
    logical: u32,
    starts_line: bool,
}

/// Logical lines that are expanded together: one, or those that an invocation spans.
struct LineGroup {
    tokens: Range<usize>,
    expanded: Range<usize>,
    listed: Range<usize>,
}

/// The meaning of tokens of the listing.
enum Match {
    /// The expanded token of the first index, printed from the listing's token of the second index
    /// on.
    Token(usize, usize),
    /// A `_Pragma` operator that starts with the expanded token of this index.
    Pragma(usize),
}

impl Chunk {
    /// An empty chunk of a file with these line numbers.
    pub(super) fn new(numbering: Arc<Numbering>) -> Chunk {
        Chunk {
            numbering,
            ..Chunk::default()
        }
    }

    /// Adds a line of text.
    pub(super) fn add_line(&mut self, layout: &Layout, line: usize) {
        let logical = layout.lexing.lines[line].number;
        for (index, token) in layout.tokens(line).iter().enumerate() {
            self.tokens.push(PpToken::written(token));
            let starts_line = index == 0;
            self.places.push(TextToken {
                span: token.span,
                line: token.line,
                logical,
                starts_line,
            });
        }
    }

    /// Writes the tokens that the compiler printed for the chunk.
    pub(super) fn emit(
        mut self,
        listed: &[Listed],
        expander: &mut Expander<'_>,
        builder: &mut Builder,
    ) {
        let expansion = expander.expand_text(std::mem::take(&mut self.tokens));
        let groups = self.groups(&expansion, listed);
        let before = groups
            .first()
            .map_or(listed.len(), |group| group.listed.start);
        let mut writer = Writer {
            chunk: &self,
            expansion: &expansion,
            listed,
            expander,
            builder,
            pragmas: 0,
            matches: Vec::new(),
        };
        let start = groups
            .first()
            .map_or(Span::at(0), |group| self.span(&group.tokens));
        writer.foreign(0..before, start);
        let mut failed: Vec<&LineGroup> = Vec::new();
        for group in &groups {
            if !writer.agrees(group) {
                failed.push(group);
                continue;
            }
            if !failed.is_empty() {
                writer.write_together(&failed);
                writer.agrees(group);
                failed.clear();
            }
            writer.write(group);
        }
        writer.write_together(&failed);
        writer.pragmas_before(u32::MAX);
    }

    /// Writes the expanded tokens, without the compiler. `None` if only the compiler knows one.
    pub(super) fn emit_expanded(
        mut self,
        builtins: &Builtins,
        expander: &mut Expander<'_>,
        builder: &mut Builder,
    ) -> Option<()> {
        let expansion = expander.expand_text(std::mem::take(&mut self.tokens));
        if expander.is_spent() {
            return None;
        }
        let groups = self.groups(&expansion, &[]);
        let mut writer = Writer {
            chunk: &self,
            expansion: &expansion,
            listed: &[],
            expander,
            builder,
            pragmas: 0,
            matches: Vec::new(),
        };
        for group in &groups {
            writer.write_expanded(group, builtins)?;
        }
        writer.pragmas_before(u32::MAX);
        Some(())
    }

    fn groups(&self, expansion: &Expansion, listed: &[Listed]) -> Vec<LineGroup> {
        let mut groups = self.lines(expansion);
        let (mut ours, mut theirs) = (0, 0);
        for index in 0..groups.len() {
            let next = groups.get(index + 1).map(|group| group.tokens.start);
            let is_inside = |p: &ExpandedToken| next.is_none_or(|next| (p.from as usize) < next);
            let rest = &expansion.tokens[ours..];
            groups[index].expanded = ours..ours + rest.iter().take_while(|p| is_inside(p)).count();
            ours = groups[index].expanded.end;

            let line = next.map(|next| self.places[next].logical);
            let first = self.places[groups[index].tokens.start].logical;
            if index == 0 {
                theirs = listed.iter().take_while(|t| t.line < first).count();
            }
            let is_inside = |t: &Listed| line.is_none_or(|line| t.line < line);
            groups[index].listed =
                theirs..theirs + listed[theirs..].iter().take_while(|t| is_inside(t)).count();
            theirs = groups[index].listed.end;
        }
        groups
    }

    /// The logical lines, joined where an invocation spans several.
    fn lines(&self, expansion: &Expansion) -> Vec<LineGroup> {
        let mut groups: Vec<LineGroup> = Vec::new();
        let mut invocations = expansion.invocations.iter().peekable();
        let mut joined_to = 0;
        for (index, place) in self.places.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if !place.starts_line || index <= joined_to => {
                    group.tokens.end = index + 1
                }
                _ => groups.push(LineGroup {
                    tokens: index..index + 1,
                    expanded: 0..0,
                    listed: 0..0,
                }),
            }
            while let Some(invocation) = invocations.next_if(|invocation| invocation.first <= index)
            {
                joined_to = joined_to.max(invocation.last);
            }
        }
        groups
    }

    /// The bytes of a range of tokens.
    fn span(&self, tokens: &Range<usize>) -> Span {
        self.places[tokens.start]
            .span
            .to(self.places[tokens.end - 1].span)
    }
}

struct Writer<'a, 'b> {
    chunk: &'a Chunk,
    expansion: &'a Expansion,
    listed: &'a [Listed],
    expander: &'a mut Expander<'b>,
    builder: &'a mut Builder,
    /// The number of the chunk's pragma lines that are written.
    pragmas: usize,
    /// The matches of the last group that was compared.
    matches: Vec<Match>,
}

impl Writer<'_, '_> {
    /// Whether a group's expanded tokens agree with those listed; `matches` says how.
    fn agrees(&mut self, group: &LineGroup) -> bool {
        let mut matches = std::mem::take(&mut self.matches);
        matches.clear();
        let agrees = self.find_matches(group, &mut matches).is_some();
        self.matches = matches;
        agrees
    }

    fn find_matches(&self, group: &LineGroup, matches: &mut Vec<Match>) -> Option<()> {
        let LineGroup {
            expanded, listed, ..
        } = group;
        let (mut ours, mut theirs) = (expanded.start, listed.start);
        while theirs < listed.end {
            if ours >= expanded.end {
                return None;
            }
            if self.listed[theirs].pragma {
                self.is_pragma_operator(ours..expanded.end)?;
                matches.push(Match::Pragma(ours));
                (ours, theirs) = (ours + 4, theirs + 1);
            } else {
                matches.push(Match::Token(ours, theirs));
                theirs += self.printed_as(ours, theirs..listed.end)?;
                ours += 1;
            }
        }
        (ours == expanded.end).then_some(())
    }

    /// The number of listed tokens that an expanded token was printed as.
    fn printed_as(&self, index: usize, listed: Range<usize>) -> Option<usize> {
        let tok = &self.expansion.tokens[index].tok;
        let same = |tok: &PpToken, token: &Listed| {
            !token.pragma && (tok.unknown || tok.symbol == token.symbol)
        };
        if let Some(value) = self
            .expander
            .kept_macros
            .value_tokens(tok, &self.expander.table)
        {
            let printed = self.listed[listed].get(..value.len())?;
            let all = value
                .iter()
                .zip(printed)
                .all(|(tok, token)| same(tok, token));
            return all.then_some(value.len());
        }
        same(tok, &self.listed[listed.start]).then_some(1)
    }

    /// `_Pragma ( "..." )`
    fn is_pragma_operator(&self, tokens: Range<usize>) -> Option<()> {
        let operator = self.expansion.tokens[tokens].get(..4)?;
        let text = |index: usize| self.expander.symbols.text(operator[index].tok.symbol);
        let string = operator[2].tok.kind == TokenKind::String;
        (text(0) == "_Pragma" && text(1) == "(" && string && text(3) == ")").then_some(())
    }

    /// Writes groups of which none agrees alone; they may agree together.
    fn write_together(&mut self, failed: &[&LineGroup]) {
        let (Some(first), Some(last)) = (failed.first(), failed.last()) else {
            return;
        };
        let all = LineGroup {
            tokens: first.tokens.start..last.tokens.end,
            expanded: first.expanded.start..last.expanded.end,
            listed: first.listed.start..last.listed.end,
        };
        match self.agrees(&all) {
            true => self.write(&all),
            false => self.write_differing(failed),
        }
    }

    fn write_differing(&mut self, failed: &[&LineGroup]) {
        for group in failed {
            let span = self.chunk.span(&group.tokens);
            self.pragmas_before(self.chunk.places[group.tokens.start].line);
            self.builder.note(Note::Differs(span));
            self.foreign(group.listed.clone(), span);
        }
    }

    /// Writes listed tokens that agree with none of the file's; `span` is the place of their
    /// pragmas.
    fn foreign(&mut self, listed: Range<usize>, span: Span) {
        for token in &self.listed[listed] {
            if token.pragma {
                let text = self.expander.symbols.text(token.symbol).to_owned();
                self.builder.pragma(text, span);
            } else {
                self.builder.foreign(token, self.expander.symbols);
            }
        }
    }

    /// Writes a group that agrees, by its `matches`.
    fn write(&mut self, group: &LineGroup) {
        self.pragmas_before(self.chunk.places[group.tokens.start].line);
        let matches = std::mem::take(&mut self.matches);
        for found in &matches {
            match *found {
                Match::Token(ours, theirs) => self.write_token(ours, &self.listed[theirs]),
                Match::Pragma(ours) => self.write_operator(ours),
            }
        }
        self.matches = matches;
    }

    /// Writes the expanded tokens of a group.
    fn write_expanded(&mut self, group: &LineGroup, builtins: &Builtins) -> Option<()> {
        self.pragmas_before(self.chunk.places[group.tokens.start].line);
        let mut at = group.expanded.start;
        while at < group.expanded.end {
            if self.is_pragma_operator(at..group.expanded.end).is_some() {
                self.write_operator(at);
                at += 4;
                continue;
            }
            let printed = self.printed(at, at == group.expanded.start, builtins)?;
            self.write_token(at, &printed);
            at += 1;
        }
        Some(())
    }

    /// An expanded token as the compiler would print it.
    fn printed(&mut self, at: usize, starts_line: bool, builtins: &Builtins) -> Option<Listed> {
        let ExpandedToken { tok, .. } = self.expansion.tokens[at];
        let name = builtin_named(self.expander.symbols.text(tok.symbol));
        let (symbol, kind) = match name.filter(|_| tok.unknown) {
            Some(LINE) => {
                let line = self.origin(at).1.to_string();
                (self.expander.symbols.intern(&line), TokenKind::Number)
            }
            Some(name) => *builtins.get(name)?,
            None if tok.unknown => return None,
            None => (tok.symbol, tok.kind),
        };
        Some(Listed {
            symbol,
            kind,
            line: 0,
            starts_line,
            pragma: false,
            header: None,
        })
    }

    fn write_token(&mut self, ours: usize, listed: &Listed) {
        let ExpandedToken { tok, .. } = self.expansion.tokens[ours];
        let (origin, line) = self.origin(ours);
        let text = self.expander.symbols.text(tok.symbol);
        let builtin = builtin_named(text).filter(|_| tok.unknown);
        let (symbol, kind) = match builtin {
            Some(LINE) => self.line_number(listed),
            _ if tok.unknown => (listed.symbol, listed.kind),
            _ => (tok.symbol, tok.kind),
        };
        let starts_line = listed.starts_line;
        let new = NewToken {
            symbol,
            kind,
            origin,
            line,
            starts_line,
            kept: tok.kept,
            blank: tok.blank || starts_line,
            is_builtin: tok.unknown,
            builtin,
            object: tok.object,
        };
        self.builder.token(new, self.expander.symbols);
    }

    /// The value of a `__LINE__`, which the compiler printed without the `#line`s of the file.
    fn line_number(&mut self, listed: &Listed) -> (Symbol, TokenKind) {
        let symbols = &mut *self.expander.symbols;
        let line = symbols.text(listed.symbol).parse().ok();
        let number = line.and_then(|line| self.chunk.numbering.number(line));
        match number {
            None => (listed.symbol, listed.kind),
            Some(Number::Known(number)) => (symbols.intern(&number.to_string()), listed.kind),
            Some(Number::Unknown(name)) => (symbols.intern(&name), TokenKind::Identifier),
        }
    }

    fn origin(&self, index: usize) -> (Origin, u32) {
        let ExpandedToken {
            tok,
            invocation,
            from,
        } = self.expansion.tokens[index];
        let place = self.chunk.places[from as usize];
        let origin = match invocation {
            None => Origin::Written(place.span),
            Some(index) => {
                let invocation = self.expansion.invocations[index as usize];
                let tokens = invocation.first..invocation.last + 1;
                let whole = self.chunk.span(&tokens);
                Origin::Expanded {
                    invocation: whole,
                    anchor: tok.made_by.or(tok.spelled).unwrap_or(whole),
                    macro_name: self.expander.symbols.shared(invocation.name),
                    spelled: tok.spelled,
                }
            }
        };
        (origin, place.line)
    }

    fn write_operator(&mut self, first: usize) {
        let place = |index: usize| match self.origin(index).0 {
            Origin::Written(span) => span,
            Origin::Expanded { invocation, .. } => invocation,
            Origin::Foreign => Span::at(0),
        };
        let span = place(first).to(place(first + 3));
        let string = self.expansion.tokens[first + 2].tok.symbol;
        let text = unquoted(self.expander.symbols.text(string));
        self.builder.pragma(text, span);
    }

    /// Writes the pragma lines before a line.
    fn pragmas_before(&mut self, line: u32) {
        while let Some(pragma) = self
            .chunk
            .pragmas
            .get(self.pragmas)
            .filter(|p| p.line < line)
        {
            self.builder.pragma(pragma.text.clone(), pragma.span);
            self.pragmas += 1;
        }
    }
}

/// The text of a string literal (C11 6.10.9), with single blanks.
fn unquoted(literal: &str) -> String {
    let inside = literal
        .trim_start_matches(['L', 'u', 'U', '8'])
        .trim_matches('"');
    let text = inside.replace("\\\"", "\"").replace("\\\\", "\\");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
