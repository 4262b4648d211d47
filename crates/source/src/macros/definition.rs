//! Macro definitions and the table of those in force. How macros are expanded is not known here.

use crate::text::span::Span;
use crate::tokens::lexer::{Lexed, TokenKind};
use crate::tokens::symbols::{Symbol, Symbols};
use std::sync::Arc;

/// A preprocessing token during expansion, with its provenance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PpToken {
    pub(crate) symbol: Symbol,
    pub(crate) kind: TokenKind,
    /// Whether white space precedes it, for `#`.
    pub(crate) blank: bool,
    /// Whether it is the name of a macro that must never be expanded again (C11 6.10.3.4p2).
    pub(crate) painted: bool,
    /// Whether it is the name of a kept macro: it stands for the macro's value.
    pub(crate) kept: bool,
    /// Whether only the compiler knows its spelling (`__LINE__` and tokens made of it): it agrees
    /// with any token.
    pub(crate) unknown: bool,
    /// Its own bytes in the main file.
    pub(crate) spelled: Option<Span>,
    /// The innermost invocation in the program's text whose expansion contains it; `None` for
    /// tokens of the text itself.
    pub(crate) made_by: Option<Span>,
    /// The innermost object-like macro whose body contains it, as an index of `Expander::objects`.
    pub(crate) object: Option<u32>,
}

impl PpToken {
    /// A token of the main file.
    pub(crate) fn written(token: &Lexed) -> PpToken {
        PpToken {
            spelled: Some(token.span),
            ..PpToken::foreign(token)
        }
    }

    /// A token from outside of the main file.
    pub(crate) fn foreign(token: &Lexed) -> PpToken {
        PpToken {
            symbol: token.symbol,
            kind: token.kind,
            blank: token.blank,
            painted: false,
            kept: false,
            unknown: false,
            spelled: None,
            made_by: None,
            object: None,
        }
    }
}

/// The origin of a macro's definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DefinedIn {
    MainFile,
    Header,
    CommandLine,
    /// The compiler itself or a system header.
    System,
}

/// An item of a macro's body.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item {
    Token(PpToken),
    /// A parameter by its index, and whether white space precedes it.
    Parameter(usize, bool),
    /// `#` and a parameter by its index, and whether white space precedes it.
    Stringise(usize, bool),
    /// `##`
    Paste,
    /// `__VA_OPT__( ... )`
    VaOpt(Vec<Item>),
}

/// The parameters of a function-like macro.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parameters {
    pub(crate) count: usize,
    /// Whether the last parameter takes all remaining arguments.
    pub(crate) variadic: bool,
}

/// A macro definition.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub(crate) name: Symbol,
    pub(crate) defined_in: DefinedIn,
    /// `None` for object-like macros.
    pub(crate) parameters: Option<Parameters>,
    pub(crate) items: Vec<Item>,
    /// The tokens of the body as they are written.
    pub(crate) body: Arc<[PpToken]>,
}

impl Macro {
    /// Parses a definition from the tokens after `#define`; `written` turns a token of the body
    /// into one of the macro.
    pub(crate) fn parse(
        tokens: &[Lexed],
        defined_in: DefinedIn,
        written: fn(&Lexed) -> PpToken,
        symbols: &Symbols,
    ) -> Option<Macro> {
        let (name, rest) = tokens.split_first()?;
        let text = |token: &Lexed| symbols.text(token.symbol);
        let function = rest
            .first()
            .is_some_and(|t| text(t) == "(" && t.span.start == name.span.end);
        let (names, parameters, body) = match function {
            true => parse_parameters(rest, symbols)?,
            false => (Vec::new(), None, rest),
        };
        let body: Arc<[PpToken]> = body.iter().map(written).collect();
        let parser = BodyParser {
            names: &names,
            function,
            variadic: is_variadic(&parameters),
            symbols,
        };
        Some(Macro {
            name: name.symbol,
            defined_in,
            items: parser.items(&body),
            parameters,
            body,
        })
    }

    /// Whether both definitions mean the same.
    pub(crate) fn same_as(&self, other: &Macro) -> bool {
        let spellings = |m: &Macro| m.body.iter().map(|t| t.symbol).collect::<Vec<_>>();
        self.parameters == other.parameters && spellings(self) == spellings(other)
    }

    /// The index of the parameter that takes all remaining arguments.
    pub(crate) fn rest_parameter(&self) -> Option<usize> {
        self.parameters
            .as_ref()
            .filter(|p| p.variadic)
            .map(|p| p.count - 1)
    }
}

fn is_variadic(parameters: &Option<Parameters>) -> bool {
    parameters.as_ref().is_some_and(|p| p.variadic)
}

type Parsed<'a> = (Vec<Symbol>, Option<Parameters>, &'a [Lexed]);

/// Parses `(a, b, ...)`; the rest is the body.
fn parse_parameters<'a>(tokens: &'a [Lexed], symbols: &Symbols) -> Option<Parsed<'a>> {
    let close = tokens.iter().position(|t| symbols.text(t.symbol) == ")")?;
    let mut names = Vec::new();
    let mut variadic = false;
    for part in tokens[1..close].split(|t| symbols.text(t.symbol) == ",") {
        let last = part.last().map(|t| symbols.text(t.symbol));
        variadic |= last == Some("...");
        match part.first() {
            Some(name) => names.push(name.symbol),
            None if close == 1 => {}
            None => return None,
        }
    }
    let parameters = Parameters {
        count: names.len(),
        variadic,
    };
    Some((names, Some(parameters), &tokens[close + 1..]))
}

struct BodyParser<'a> {
    /// Parameter names; `...` stands for `__VA_ARGS__`.
    names: &'a [Symbol],
    function: bool,
    variadic: bool,
    symbols: &'a Symbols,
}

impl BodyParser<'_> {
    fn items(&self, body: &[PpToken]) -> Vec<Item> {
        let mut items = Vec::with_capacity(body.len());
        let mut at = 0;
        while at < body.len() {
            let (item, next) = self.item(body, at);
            items.push(item);
            at = next;
        }
        items
    }

    fn item(&self, body: &[PpToken], at: usize) -> (Item, usize) {
        let token = body[at];
        let text = self.symbols.text(token.symbol);
        let next_parameter = body.get(at + 1).and_then(|t| self.parameter(t));
        match (text, next_parameter) {
            ("##" | "%:%:", _) => (Item::Paste, at + 1),
            ("#" | "%:", Some(index)) if self.function => {
                (Item::Stringise(index, token.blank), at + 2)
            }
            ("__VA_OPT__", _) if self.variadic => self.va_opt(body, at),
            _ => match self.parameter(&token) {
                Some(index) => (Item::Parameter(index, token.blank), at + 1),
                None => (Item::Token(token), at + 1),
            },
        }
    }

    fn va_opt(&self, body: &[PpToken], at: usize) -> (Item, usize) {
        let mut depth = 0;
        for (index, token) in body.iter().enumerate().skip(at + 1) {
            match self.symbols.text(token.symbol) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inside = &body[(at + 2).min(index)..index];
                return (Item::VaOpt(self.items(inside)), index + 1);
            }
        }
        (Item::Token(body[at]), at + 1)
    }

    fn parameter(&self, token: &PpToken) -> Option<usize> {
        let rest = |name: &Symbol| {
            self.symbols.text(*name) == "..." && self.symbols.text(token.symbol) == "__VA_ARGS__"
        };
        self.names
            .iter()
            .position(|name| *name == token.symbol || rest(name))
    }
}

/// The number of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MacroId(u32);

impl MacroId {
    pub(crate) fn at(index: usize) -> MacroId {
        MacroId(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All definitions so far, and those in force.
#[derive(Default)]
pub(crate) struct MacroTable {
    all: Vec<Arc<Macro>>,
    in_force: Vec<Option<MacroId>>,
}

impl MacroTable {
    pub(crate) fn get(&self, id: MacroId) -> &Arc<Macro> {
        &self.all[id.index()]
    }

    /// All definitions, by number.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<Macro>> {
        self.all.iter()
    }

    pub(crate) fn lookup(&self, name: Symbol) -> Option<MacroId> {
        self.in_force.get(name.index()).copied().flatten()
    }

    /// Puts a definition in force; repeating the one in force changes nothing.
    pub(crate) fn define(&mut self, definition: Arc<Macro>) {
        let name = definition.name;
        if self
            .lookup(name)
            .is_some_and(|old| self.get(old).same_as(&definition))
        {
            return;
        }
        let id = MacroId(self.all.len() as u32);
        self.all.push(definition);
        self.set(name, Some(id));
    }

    pub(crate) fn undefine(&mut self, name: Symbol) {
        self.set(name, None);
    }

    fn set(&mut self, name: Symbol, id: Option<MacroId>) {
        if self.in_force.len() <= name.index() {
            self.in_force.resize(name.index() + 1, None);
        }
        self.in_force[name.index()] = id;
    }
}
