//! Interned spellings: two tokens have the same spelling if and only if their symbols are equal.

use std::collections::HashMap;
use std::sync::Arc;

/// An interned spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Symbol(u32);

impl Symbol {
    /// The position among all symbols, for tables indexed by symbol.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All spellings seen so far.
#[derive(Clone, Default)]
pub(crate) struct Symbols {
    numbers: HashMap<Arc<str>, Symbol>,
    spellings: Vec<Arc<str>>,
}

impl Symbols {
    /// The symbol of `text`.
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let symbol = Symbol(self.spellings.len() as u32);
        let spelling: Arc<str> = text.into();
        self.spellings.push(spelling.clone());
        self.numbers.insert(spelling, symbol);
        symbol
    }

    /// The spelling of `symbol`.
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        &self.spellings[symbol.index()]
    }

    /// The spelling of `symbol`, shared.
    pub(crate) fn shared(&self, symbol: Symbol) -> Arc<str> {
        self.spellings[symbol.index()].clone()
    }
}
