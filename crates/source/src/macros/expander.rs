//! The state of an expansion: the macros in force, the text being read, and the uses of macros
//! found. The rules of expansion are in `expand`, `substitute` and `integer_macros`.

use crate::macros::builtins::BUILTINS;
use crate::macros::definition::{MacroId, MacroTable, PpToken};
use crate::macros::kept_macros::KeptMacros;
use crate::text::span::Span;
use crate::tokens::symbols::{Symbol, Symbols};
use std::sync::Arc;

/// A token of an expanded text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpandedToken {
    pub(crate) tok: PpToken,
    /// The outermost invocation that it comes from.
    pub(crate) invocation: Option<u32>,
    /// The token of the text that it is, or that it comes from.
    pub(crate) from: u32,
}

/// An outermost macro invocation, as indices of tokens of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OuterInvocation {
    pub(crate) name: Symbol,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// An expansion of an object-like macro.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectExpansion {
    pub(crate) name: Symbol,
    /// The expansion whose body contains its name.
    pub(crate) parent: Option<u32>,
    /// Its name, if it is in the program's text.
    pub(crate) at: Option<Span>,
}

/// An invocation in the program's text, or in an argument of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenInvocation {
    pub(crate) id: MacroId,
    /// From the name to the closing parenthesis, if there is one.
    pub(crate) span: Span,
}

/// An expanded chunk of text.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    pub(crate) tokens: Vec<ExpandedToken>,
    pub(crate) invocations: Vec<OuterInvocation>,
}

/// Tokens being read: a macro's body with its arguments inserted, or an argument.
pub(crate) struct Context {
    pub(crate) tokens: Arc<[PpToken]>,
    pub(super) at: usize,
    pub(crate) of: Option<MacroId>,
}

/// The provenance of the tokens that a body adds.
#[derive(Clone, Copy, Default)]
pub(crate) struct Provenance {
    pub(crate) made_by: Option<Span>,
    pub(crate) object: Option<u32>,
}

/// The macros in force, the text being read, and the uses of macros found so far.
///
/// A `floor` is the number of contexts that belong to an enclosing expansion; 0 reads the text
/// itself.
pub(crate) struct Expander<'a> {
    pub(crate) symbols: &'a mut Symbols,
    pub(crate) table: MacroTable,
    pub(crate) kept_macros: KeptMacros,
    pub(super) known: KnownSymbols,
    pub(super) stack: Vec<Context>,
    /// For each macro, the number of contexts that read its body.
    pub(super) active: Vec<u32>,
    pub(super) depth: u32,
    /// The number of tokens that may still be read or made before expansion stops.
    pub(super) budget: u64,
    pub(super) text: Vec<PpToken>,
    pub(super) at: usize,
    pub(super) invocations: Vec<OuterInvocation>,
    pub(super) invocation: Option<usize>,
    /// All expansions of object-like macros.
    pub(crate) objects: Vec<ObjectExpansion>,
    /// All invocations in the text and in arguments, in the order in which they were entered.
    pub(crate) written: Vec<WrittenInvocation>,
    /// The names of expanded macros, by their bytes in the main file.
    pub(crate) names: Vec<Span>,
    /// Tokens of the main file that `#` or `##` turned into other tokens.
    pub(crate) consumed: Vec<Span>,
}

/// The symbols that expansion compares with.
pub(crate) struct KnownSymbols {
    pub(crate) open: Symbol,
    pub(crate) close: Symbol,
    pub(crate) comma: Symbol,
    pub(crate) builtins: [Symbol; BUILTINS.len()],
}

impl KnownSymbols {
    fn new(symbols: &mut Symbols) -> KnownSymbols {
        KnownSymbols {
            open: symbols.intern("("),
            close: symbols.intern(")"),
            comma: symbols.intern(","),
            builtins: BUILTINS.map(|name| symbols.intern(name)),
        }
    }
}

impl<'a> Expander<'a> {
    /// An expander without macros, limited to `budget` steps.
    pub(crate) fn new(
        symbols: &'a mut Symbols,
        kept_macros: KeptMacros,
        budget: u64,
    ) -> Expander<'a> {
        Expander {
            known: KnownSymbols::new(symbols),
            symbols,
            table: MacroTable::default(),
            kept_macros,
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

    pub(crate) fn is_active(&self, id: MacroId) -> bool {
        self.active.get(id.index()).is_some_and(|&count| count > 0)
    }

    /// Removes the contexts that are read to their end; their macros may be expanded again.
    pub(crate) fn drop_spent(&mut self, floor: usize) {
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

    /// The spelling of the token that `read` returns next, if no context is read to its end.
    pub(crate) fn upcoming(&self, floor: usize) -> Option<Symbol> {
        match self.stack.last() {
            Some(top) => top.tokens.get(top.at).map(|tok| tok.symbol),
            None if floor == 0 => self.text.get(self.at).map(|tok| tok.symbol),
            None => None,
        }
    }

    pub(crate) fn read(&mut self, floor: usize) -> Option<PpToken> {
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

    /// Whether expansion has stopped before the end.
    pub(crate) fn is_spent(&self) -> bool {
        self.budget == 0
    }

    /// Takes `steps` from the budget. Returns whether any are left.
    pub(crate) fn spend(&mut self, steps: u64) -> bool {
        self.budget = self.budget.saturating_sub(steps);
        self.budget > 0
    }
}
