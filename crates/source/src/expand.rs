//! Macro expansion with provenance: C11 6.10.3, in the order of gcc and clang. A macro is off
//! while a context of its body is being read; its name met meanwhile is painted for good.

use crate::keep::Keeper;
use crate::lexer::TokenKind;
use crate::macros::{Macro, MacroId, MacroTable, Tok};
use crate::span::Span;
use crate::substitute::Arguments;
use crate::symbols::{Symbol, Symbols};
use std::rc::Rc;

/// Arguments nested deeper than this are left alone: their line is then not editable.
const MAX_DEPTH: u32 = 200;

/// The number of a line.
pub(crate) const LINE: &str = "__LINE__";

/// A number that each use makes larger.
pub(crate) const COUNTER: &str = "__COUNTER__";

/// Macros whose value only the compiler knows.
const BUILTINS: [&str; 9] = [
    LINE,
    "__FILE__",
    COUNTER,
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__INCLUDE_LEVEL__",
    "__BASE_FILE__",
    "__FILE_NAME__",
];

/// The name of that kind that a word is.
pub(crate) fn builtin_named(word: &str) -> Option<&'static str> {
    BUILTINS.into_iter().find(|name| *name == word)
}

/// A token that expansion put out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) tok: Tok,
    /// The outermost invocation it came out of, if any.
    pub(crate) invocation: Option<u32>,
    /// The token of the text that it is or came from.
    pub(crate) from: u32,
}

/// An outermost macro invocation, as indices of tokens of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invocation {
    pub(crate) name: Symbol,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// An expansion of an object-like macro.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub(crate) name: Symbol,
    /// The one in whose body it stands.
    pub(crate) parent: Option<u32>,
    /// Its name, if that stands in the text.
    pub(crate) at: Option<Span>,
}

/// An invocation that stands in the text, or in an argument of one that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) id: MacroId,
    /// From the name to the name or the closing parenthesis.
    pub(crate) span: Span,
}

/// An expanded stretch of text.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) invocations: Vec<Invocation>,
}

/// Tokens being read: a macro's body with its arguments put in, or an argument.
struct Context {
    tokens: Rc<[Tok]>,
    at: usize,
    of: Option<MacroId>,
}

/// What the own tokens of a body carry.
#[derive(Clone, Copy, Default)]
pub(crate) struct Maker {
    pub(crate) made_by: Option<Span>,
    pub(crate) object: Option<u32>,
}

/// What became of a macro's name.
enum Entered {
    /// Its body is being read.
    Body,
    /// It stands for itself.
    Token(Tok),
}

/// The expander: the macros in force and the text being read.
///
/// `floor` is how many contexts belong to somebody further out; 0 reads the text itself.
pub(crate) struct Expander<'a> {
    pub(crate) symbols: &'a mut Symbols,
    pub(crate) table: MacroTable,
    pub(crate) keeper: Keeper,
    pub(crate) words: Words,
    stack: Vec<Context>,
    /// For each macro, how many contexts read its body.
    pub(crate) active: Vec<u32>,
    depth: u32,
    /// Tokens that may still be read or made before expansion gives up.
    budget: u64,
    text: Vec<Tok>,
    at: usize,
    invocations: Vec<Invocation>,
    invocation: Option<usize>,
    /// Every expansion of an object-like macro.
    pub(crate) objects: Vec<Object>,
    /// Every invocation that was written, in arguments too, in the order they were entered.
    pub(crate) written: Vec<Written>,
    /// The names of expanded macros, where they stand in the main file.
    pub(crate) names: Vec<Span>,
    /// Tokens of the main file that `#` or `##` made something else of.
    pub(crate) consumed: Vec<Span>,
}

/// Symbols that expansion looks for.
pub(crate) struct Words {
    pub(crate) open: Symbol,
    pub(crate) close: Symbol,
    pub(crate) comma: Symbol,
    builtins: [Symbol; BUILTINS.len()],
}

impl Words {
    fn new(symbols: &mut Symbols) -> Words {
        Words {
            open: symbols.intern("("),
            close: symbols.intern(")"),
            comma: symbols.intern(","),
            builtins: BUILTINS.map(|name| symbols.intern(name)),
        }
    }
}

impl<'a> Expander<'a> {
    /// An expander without macros that may do `budget` steps.
    pub(crate) fn new(symbols: &'a mut Symbols, keeper: Keeper, budget: u64) -> Expander<'a> {
        Expander {
            words: Words::new(symbols),
            symbols,
            table: MacroTable::default(),
            keeper,
            stack: Vec::new(),
            active: Vec::new(),
            depth: 0,
            budget,
            text: Vec::new(),
            at: 0,
            invocations: Vec::new(),
            invocation: None,
            objects: Vec::new(),
            written: Vec::new(),
            names: Vec::new(),
            consumed: Vec::new(),
        }
    }

    /// Expands a stretch of the program's text.
    pub(crate) fn expand_text(&mut self, text: Vec<Tok>) -> Expansion {
        self.stack.clear();
        self.active.fill(0);
        (self.text, self.at) = (text, 0);
        let mut pieces = Vec::with_capacity(self.text.len());
        while let Some(tok) = self.next(0) {
            let invocation = self.invocation;
            let from = invocation.map_or(self.at.saturating_sub(1), |i| self.invocations[i].first);
            pieces.push(Piece {
                tok,
                invocation: invocation.map(|i| i as u32),
                from: from as u32,
            });
        }
        Expansion {
            pieces,
            invocations: std::mem::take(&mut self.invocations),
        }
    }

    /// Expands tokens as if nothing followed them.
    pub(crate) fn expand_alone(&mut self, tokens: Rc<[Tok]>) -> Vec<Tok> {
        if self.depth >= MAX_DEPTH {
            return tokens.to_vec();
        }
        self.depth += 1;
        self.stack.push(Context {
            tokens,
            at: 0,
            of: None,
        });
        let floor = self.stack.len();
        let mut expanded = Vec::new();
        while let Some(tok) = self.next(floor) {
            expanded.push(tok);
        }
        self.stack.truncate(floor - 1);
        self.depth -= 1;
        expanded
    }

    /// The next token that is not to be expanded further.
    fn next(&mut self, floor: usize) -> Option<Tok> {
        loop {
            self.drop_spent(floor);
            if self.stack.is_empty() {
                self.invocation = None;
            }
            let tok = self.read(floor)?;
            if tok.kind != TokenKind::Identifier || tok.painted || tok.kept {
                return Some(tok);
            }
            match self.table.lookup(tok.symbol) {
                None => return Some(self.builtin(tok)),
                Some(id) if self.is_active(id) => {
                    return Some(Tok {
                        painted: true,
                        ..tok
                    });
                }
                Some(id) => {
                    if let Entered::Token(tok) = self.enter(id, tok, floor) {
                        return Some(tok);
                    }
                }
            }
        }
    }

    fn builtin(&mut self, tok: Tok) -> Tok {
        if !self.words.builtins.contains(&tok.symbol) {
            return tok;
        }
        self.begin_invocation(tok.symbol, self.at);
        Tok {
            unknown: true,
            spelled: None,
            kind: TokenKind::Other,
            ..tok
        }
    }

    fn enter(&mut self, id: MacroId, name: Tok, floor: usize) -> Entered {
        let definition = self.table.get(id).clone();
        if definition.parameters.is_some() {
            return self.enter_function(id, &definition, name, floor);
        }
        if self.kept(id).is_some() {
            return Entered::Token(Tok { kept: true, ..name });
        }
        self.begin_invocation(name.symbol, self.at);
        let maker = self.maker(id, &name, None);
        let body = self.substitute(&definition, &mut Arguments::default(), &name, maker);
        self.push_body(id, body.into());
        Entered::Body
    }

    fn enter_function(
        &mut self,
        id: MacroId,
        definition: &Macro,
        name: Tok,
        floor: usize,
    ) -> Entered {
        let (from_text, start) = (self.stack.is_empty(), self.at);
        self.drop_spent(floor);
        if self.upcoming(floor) != Some(self.words.open) {
            return Entered::Token(name);
        }
        self.read(floor);
        let Some((mut arguments, close)) = self.collect_arguments(definition, floor) else {
            if from_text {
                self.at = start;
            }
            return Entered::Token(name);
        };
        if from_text {
            self.begin_invocation(name.symbol, start);
        }
        self.extend_invocation(floor);
        let maker = self.maker(id, &name, Some(&close));
        let body = self.substitute(definition, &mut arguments, &name, maker);
        self.push_body(id, body.into());
        Entered::Body
    }

    /// What the tokens of a body are made by, and the object-like macro they come out of.
    fn maker(&mut self, id: MacroId, name: &Tok, close: Option<&Tok>) -> Maker {
        let in_text = |tok: &Tok| tok.spelled.filter(|_| tok.made_by.is_none());
        let end = close.map_or(in_text(name), in_text);
        let span = in_text(name).and_then(|name| Some(Span::new(name.start, end?.end)));
        let span = span.filter(|span| !span.is_empty());
        if !self.keeper.is_evaluating() {
            self.written.extend(span.map(|span| Written { id, span }));
            self.names.extend(name.spelled);
        }
        Maker {
            made_by: name.made_by.or(span).or(name.spelled),
            object: self.object(id, name),
        }
    }

    fn object(&mut self, id: MacroId, name: &Tok) -> Option<u32> {
        let definition = self.table.get(id);
        if definition.parameters.is_some() || self.keeper.is_evaluating() {
            return name.object;
        }
        self.objects.push(Object {
            name: definition.name,
            parent: name.object,
            at: name.spelled.filter(|_| name.made_by.is_none()),
        });
        Some(self.objects.len() as u32 - 1)
    }

    fn push_body(&mut self, id: MacroId, tokens: Rc<[Tok]>) {
        self.spend(tokens.len() as u64 + 1);
        self.keeper.entered(id, &self.table);
        if self.active.len() <= id.index() {
            self.active.resize(id.index() + 1, 0);
        }
        self.active[id.index()] += 1;
        self.stack.push(Context {
            tokens,
            at: 0,
            of: Some(id),
        });
    }

    /// Notes that the token in front of `behind` starts an outermost invocation, if it stands in
    /// the text and none goes on.
    fn begin_invocation(&mut self, name: Symbol, behind: usize) {
        if self.stack.is_empty() && self.invocation.is_none() {
            let first = behind - 1;
            self.invocation = Some(self.invocations.len());
            self.invocations.push(Invocation {
                name,
                first,
                last: first,
            });
        }
    }

    fn extend_invocation(&mut self, floor: usize) {
        if let (0, Some(invocation)) = (floor, self.invocation) {
            self.invocations[invocation].last = self.at - 1;
        }
    }

    /// Reads arguments behind `(`, and the `)`; `None` if they do not fit the macro or do not end.
    fn collect_arguments(&mut self, definition: &Macro, floor: usize) -> Option<(Arguments, Tok)> {
        let parameters = definition.parameters.as_ref()?;
        let mut raw: Vec<Vec<Tok>> = vec![Vec::new()];
        let mut depth = 0u32;
        let close = loop {
            let mut tok = self.read(floor)?;
            if tok.symbol == self.words.close && depth == 0 {
                break tok;
            }
            let rest = parameters.variadic && raw.len() == parameters.count;
            if tok.symbol == self.words.comma && depth == 0 && !rest {
                raw.push(Vec::new());
                continue;
            }
            depth += u32::from(tok.symbol == self.words.open);
            depth -= u32::from(tok.symbol == self.words.close);
            tok.painted |= self
                .table
                .lookup(tok.symbol)
                .is_some_and(|id| self.is_active(id));
            raw.last_mut()?.push(tok);
        };
        if parameters.count == 0 && raw.len() == 1 && raw[0].is_empty() {
            raw.clear();
        }
        if parameters.variadic && raw.len() + 1 == parameters.count {
            raw.push(Vec::new());
        }
        (raw.len() == parameters.count).then(|| (Arguments::new(raw), close))
    }

    fn is_active(&self, id: MacroId) -> bool {
        self.active.get(id.index()).is_some_and(|&count| count > 0)
    }

    /// Ends the contexts that have been read to their end; their macros are on again.
    fn drop_spent(&mut self, floor: usize) {
        while self.stack.len() > floor
            && let Some(top) = self.stack.last()
            && top.at >= top.tokens.len()
        {
            if let Some(id) = top.of {
                self.active[id.index()] -= 1;
            }
            self.stack.pop();
        }
    }

    /// The spelling of the token that `read` gives next, spent contexts dropped.
    fn upcoming(&self, floor: usize) -> Option<Symbol> {
        match self.stack.last() {
            Some(top) => top.tokens.get(top.at).map(|tok| tok.symbol),
            None if floor == 0 => self.text.get(self.at).map(|tok| tok.symbol),
            None => None,
        }
    }

    fn read(&mut self, floor: usize) -> Option<Tok> {
        self.drop_spent(floor);
        if !self.spend(1) {
            return None;
        }
        let (tokens, at) = match self.stack.last_mut() {
            Some(top) => (&top.tokens[..], &mut top.at),
            None => (&self.text[..], &mut self.at),
        };
        let tok = tokens.get(*at).copied()?;
        *at += 1;
        Some(tok)
    }

    /// Takes `steps` from the budget; false when there are none left.
    pub(crate) fn spend(&mut self, steps: u64) -> bool {
        self.budget = self.budget.saturating_sub(steps);
        self.budget > 0
    }
}
