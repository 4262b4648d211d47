//! The mode in which an expression is read: its names, the depth, and the macros that the reader
//! may ask for. Passed by value; holds nothing of the place.

use crate::values::formula::Condition;
use crate::values::loops::counter::Counter;
use crate::values::value::Arguments;
use c::facts::function::FunctionFacts;
use c::names::symbols::{Symbols, VarId};
use c::syntax::base::Base;
use lang_c::ast::Expression;
use lang_c::span::Node;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Initialisers, calls and macro bodies are followed no deeper than this.
const DEEPEST: u32 = 40;

/// Loops inside a loop are searched for the increments of an object down to this depth.
const DEEPEST_LOOP: u32 = 2;

/// Macros that would make an expression affine if they were taken at their value.
pub(crate) type Wanted = RefCell<BTreeSet<String>>;

/// The mode in which an expression is read.
#[derive(Clone, Copy)]
pub(crate) struct Mode<'m> {
    /// The names of the function whose text is read.
    pub symbols: &'m Symbols<'m>,
    /// The facts about that function.
    pub facts: &'m FunctionFacts<'m>,
    /// The start of the offsets of the syntax tree that is read.
    pub base: Base,
    /// Values may be products of unknowns, and names are followed to the sums and products that
    /// they stand for.
    pub multiplies: bool,
    /// The values of the parameters, while the body of a called function is read.
    pub arguments: Option<&'m Arguments>,
    /// The counter that the condition at hand steps itself.
    pub tested: Option<&'m Counter>,
    /// The chosen operands of conditional expressions.
    pub choices: Option<&'m Choices>,
    wanted: Option<&'m Wanted>,
    macro_depth: u32,
    depth: u32,
    loop_depth: u32,
}

impl<'m> Mode<'m> {
    /// Reads text of a function for its affine value, and asks for nothing.
    pub(crate) fn plain(
        (symbols, facts): (&'m Symbols<'m>, &'m FunctionFacts<'m>),
        base: Base,
    ) -> Self {
        Mode {
            symbols,
            facts,
            base,
            multiplies: false,
            arguments: None,
            tested: None,
            choices: None,
            wanted: None,
            macro_depth: 0,
            depth: 0,
            loop_depth: 0,
        }
    }

    /// Collects the macros that would make the value affine.
    pub(crate) fn asking<'w>(self, wanted: &'w Wanted) -> Mode<'w>
    where
        'm: 'w,
    {
        let wanted = Some(wanted);
        Mode { wanted, ..self }
    }

    /// Asks for no macros.
    pub(crate) fn quiet(self) -> Self {
        Mode {
            wanted: None,
            ..self
        }
    }

    /// Reads products of unknowns too. Asks for no macros, as none of them is needed.
    pub(crate) fn multiplying(self) -> Self {
        Mode {
            multiplies: true,
            ..self.quiet()
        }
    }

    /// Reads affine values only.
    pub(crate) fn affine(self) -> Self {
        Mode {
            multiplies: false,
            ..self
        }
    }

    /// Reads another declaration's syntax tree.
    pub(crate) fn at_base(self, base: Base) -> Self {
        Mode { base, ..self }
    }

    /// Reads the condition of a loop that steps its counter itself.
    pub(crate) fn testing<'c>(self, counter: &'c Counter) -> Mode<'c>
    where
        'm: 'c,
    {
        let tested = Some(counter);
        Mode { tested, ..self }
    }

    /// Takes the chosen operands of conditional expressions.
    pub(crate) fn choosing<'c>(self, choices: &'c Choices) -> Mode<'c>
    where
        'm: 'c,
    {
        let choices = Some(choices);
        Mode { choices, ..self }
    }

    /// Reads the body of a macro, where names are names of macros; `None` if macros are nested too
    /// deep.
    pub(crate) fn inside_macro(self) -> Option<Self> {
        (self.macro_depth < DEEPEST).then(|| Mode {
            macro_depth: self.macro_depth + 1,
            ..self
        })
    }

    /// Reads an initialiser or a called function; `None` if these are nested too deep.
    pub(crate) fn deeper(self) -> Option<Self> {
        (self.depth <= DEEPEST).then(|| Mode {
            depth: self.depth + 1,
            ..self
        })
    }

    /// Reads the body of a called function.
    pub(crate) fn following<'a>(
        self,
        (symbols, facts): (&'a Symbols<'a>, &'a FunctionFacts<'a>),
        base: Base,
        arguments: &'a Arguments,
    ) -> Mode<'a>
    where
        'm: 'a,
    {
        Mode {
            symbols,
            facts,
            base,
            arguments: Some(arguments),
            ..self
        }
    }

    /// Reads a loop inside the loop at hand; `None` if loops are nested too deep.
    pub(crate) fn inside_loop(self) -> Option<Self> {
        (self.loop_depth < DEEPEST_LOOP).then(|| Mode {
            loop_depth: self.loop_depth + 1,
            ..self
        })
    }

    /// Whether the body of a macro is read.
    pub(crate) fn is_in_macro(self) -> bool {
        self.macro_depth > 0
    }

    /// Whether the text is at the place itself, not in an initialiser or a called function.
    pub(crate) fn is_at_place(self) -> bool {
        self.depth == 0
    }

    /// Asks for macros to be taken at their value, if it may.
    pub(crate) fn ask(self, macros: impl IntoIterator<Item = String>) {
        if let Some(wanted) = self.wanted {
            wanted.borrow_mut().extend(macros);
        }
    }

    /// Whether it may ask for macros to be taken at their value.
    pub(crate) fn may_ask(self) -> bool {
        self.wanted.is_some()
    }

    /// The object that an expression names.
    pub(crate) fn variable_named(self, expression: &Node<Expression>) -> Option<VarId> {
        match &expression.node {
            Expression::Identifier(name) if !self.is_in_macro() => {
                self.symbols.variable_at(self.base.range(name.span).start)
            }
            _ => None,
        }
    }
}

/// Operands that are chosen of conditional expressions, and the first expression without a choice.
#[derive(Default)]
pub(crate) struct Choices {
    /// Whether the second operand is taken, by the offset of the expression.
    taken: BTreeMap<usize, bool>,
    open: OnceCell<OpenChoice>,
}

/// A conditional expression without a choice.
#[derive(Clone, Debug)]
pub(crate) struct OpenChoice {
    /// Its offset in its syntax tree.
    pub offset: usize,
    /// Its condition.
    pub condition: Condition,
}

impl Choices {
    /// The same choices and one more; no expression is open.
    pub(crate) fn with(&self, offset: usize, second: bool) -> Self {
        let mut taken = self.taken.clone();
        taken.insert(offset, second);
        let open = OnceCell::new();
        Choices { taken, open }
    }

    /// Whether the second operand of the expression at an offset is taken, if that is chosen.
    pub(crate) fn taken(&self, offset: usize) -> Option<bool> {
        self.taken.get(&offset).copied()
    }

    /// Notes an expression without a choice, if it is the first.
    pub(crate) fn note_open(&self, choice: OpenChoice) {
        self.open.get_or_init(|| choice);
    }

    /// The first expression that was met without a choice.
    pub(crate) fn open(&self) -> Option<&OpenChoice> {
        self.open.get()
    }
}
