//! The syntax of random kernels: small enough to be executed, printed and reduced.

/// Integer variables in indices: iterators by depth, the two sizes, and the object that bounds some
/// loops.
pub(super) const SLOTS: usize = 7;
/// The first slot of the sizes.
pub(super) const SIZES: usize = 4;
/// The slot of the object that bounds some loops.
pub(super) const BOUND: usize = 6;

/// `c + sum of coefficients * variables`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Affine {
    pub(super) terms: [i64; SLOTS],
    pub(super) constant: i64,
}

impl Affine {
    pub(super) fn number(constant: i64) -> Self {
        Affine {
            constant,
            ..Affine::default()
        }
    }

    pub(super) fn var(slot: usize) -> Self {
        let mut affine = Affine::default();
        affine.terms[slot] = 1;
        affine
    }

    pub(super) fn plus(mut self, other: Affine) -> Self {
        for (mine, theirs) in self.terms.iter_mut().zip(other.terms) {
            *mine += theirs;
        }
        self.constant += other.constant;
        self
    }

    pub(super) fn times(mut self, factor: i64) -> Self {
        self.terms.iter_mut().for_each(|c| *c *= factor);
        self.constant *= factor;
        self
    }

    pub(super) fn add(mut self, number: i64) -> Self {
        self.constant += number;
        self
    }

    /// Replaces a variable by an expression.
    pub(super) fn replace(mut self, slot: usize, by: Affine) -> Self {
        let factor = std::mem::take(&mut self.terms[slot]);
        self.plus(by.times(factor))
    }

    pub(super) fn value(&self, slots: &[i64; SLOTS]) -> i64 {
        let terms = self.terms.iter().zip(slots);
        self.constant + terms.map(|(c, v)| c * v).sum::<i64>()
    }
}

/// An index expression, with the division of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Index {
    Affine(Affine),
    /// `a % b`
    Modulo(Affine, Affine),
    /// `a / k`
    Quotient(Affine, i64),
    /// `a < b ? a : b`
    Least(Affine, Affine),
    /// `a > b ? a : b`
    Greatest(Affine, Affine),
}

impl Index {
    pub(super) fn value(&self, slots: &[i64; SLOTS]) -> Option<i64> {
        let at = |a: &Affine| a.value(slots);
        match self {
            Index::Affine(a) => Some(at(a)),
            Index::Modulo(a, b) => at(a).checked_rem(at(b)),
            Index::Quotient(a, k) => at(a).checked_div(*k),
            Index::Least(a, b) => Some(at(a).min(at(b))),
            Index::Greatest(a, b) => Some(at(a).max(at(b))),
        }
    }

    /// All affine expressions in it.
    pub(super) fn parts(&mut self) -> Vec<&mut Affine> {
        match self {
            Index::Affine(a) | Index::Quotient(a, _) => vec![a],
            Index::Modulo(a, b) | Index::Least(a, b) | Index::Greatest(a, b) => vec![a, b],
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Different,
}

impl Relation {
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
            Relation::Greater => a > b,
            Relation::AtLeast => a >= b,
            Relation::Equal => a == b,
            Relation::Different => a != b,
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
            Relation::Equal => "==",
            Relation::Different => "!=",
        }
    }
}

#[expect(
    clippy::large_enum_variant,
    reason = "almost all of them are comparisons"
)]
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Compare(Index, Relation, Index),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
    /// A bit of a value, which depends on data.
    Bit(Box<Value>, u32),
}

/// An access to an array.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// Its number, unique in the kernel.
    pub(super) id: usize,
    pub(super) array: usize,
    pub(super) subscripts: Vec<Index>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Xor,
}

impl Operator {
    pub(super) const ALL: [Operator; 4] = [
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::Xor,
    ];

    pub(super) fn apply(self, a: u32, b: u32) -> u32 {
        match self {
            Operator::Add => a.wrapping_add(b),
            Operator::Subtract => a.wrapping_sub(b),
            Operator::Multiply => a.wrapping_mul(b),
            Operator::Xor => a ^ b,
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Xor => "^",
        }
    }
}

/// An unsigned value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(u32),
    Read(Access),
    /// `in[index]`
    Input(Index),
    Integer(Index),
    Scalar(usize),
    Binary(Operator, Box<Value>, Box<Value>),
    Select(Box<Condition>, Box<Value>, Box<Value>),
    /// The same value in one of the texts of `gnu::WRAPS`.
    Wrapped(usize, Box<Value>),
}

impl Value {
    pub(super) fn binary(op: Operator, a: Value, b: Value) -> Value {
        Value::Binary(op, Box::new(a), Box::new(b))
    }
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    Array(Access),
    /// `out[index]`
    Output(Index),
    Scalar(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) slot: usize,
    pub(super) from: Index,
    pub(super) relation: Relation,
    pub(super) to: Index,
    pub(super) step: i64,
    pub(super) spelling: Spelling,
    /// Whether its iterations may run at the same time; then it is written as `for`.
    pub(super) parallel: bool,
    /// The directives around it, in `directives::STACKS`; the first means none for a loop that is
    /// not parallel.
    pub(super) directive: usize,
    pub(super) body: Vec<Statement>,
}

/// The form of a loop in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    For,
    /// `while (i < n) { ... i++; }`
    While,
    /// `while (++i < n) { ... }`
    StepFirst,
    /// `if (i < n) do { ... } while (++i < n);`
    Do,
    /// `for (;; i++) { if (!(i < n)) break; ... }`
    Break,
    /// A part that is executed again by a function of `twice::RETURNING`; its iterator is hidden,
    /// and the array elements written by one execution are lost for the next.
    Again(usize),
}

/// How a loop or the kernel ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Continue,
    Break,
    Return,
    /// `goto` the end of the kernel.
    Goto,
}

#[derive(Clone, Debug)]
pub(super) enum Statement {
    /// With an operator, as a compound assignment.
    Assign(Target, Option<Operator>, Value),
    Loop(Loop),
    If(Condition, Vec<Statement>, Vec<Statement>),
    Block(Block),
    /// The declaration of an array of this block.
    Declare(usize),
    /// Sets the object that bounds some loops.
    Bound(Affine),
    Exit(Exit),
    /// A call that changes nothing.
    Hook,
}

/// Where an array is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// In the function's outermost block.
    Local,
    /// In an inner block, at [`Statement::Declare`].
    Block,
    Static,
    File,
    /// `T *a = malloc(...)`, with one subscript.
    Flat,
    /// `T (*a)[m] = malloc(...)`
    Rows,
    /// `T *a = malloc(4 * n * m)`, a product of `int`s, with one subscript.
    Product,
    /// In the only caller, passed as a parameter.
    Passed,
}

impl Home {
    /// Whether elements have one subscript in C.
    pub(super) fn is_flat(self) -> bool {
        matches!(self, Home::Flat | Home::Product)
    }
}

/// A temporary.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) home: Home,
    pub(super) extents: Vec<Affine>,
}

/// The body of a block, statement by statement.
pub(super) type Block = Vec<Statement>;

impl Statement {
    /// The blocks in it.
    pub(super) fn blocks(&self) -> Vec<&Block> {
        match self {
            Statement::Loop(l) => vec![&l.body],
            Statement::Block(inner) => vec![inner],
            Statement::If(_, yes, no) => vec![yes, no],
            _ => Vec::new(),
        }
    }

    /// The blocks in it.
    pub(super) fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Statement::Loop(l) => vec![&mut l.body],
            Statement::Block(inner) => vec![inner],
            Statement::If(_, yes, no) => vec![yes, no],
            _ => Vec::new(),
        }
    }
}

/// How often a block declares an array.
pub(super) fn declarations(block: &Block, array: usize) -> usize {
    let of = |s: &Statement| match s {
        Statement::Declare(declared) => usize::from(*declared == array),
        _ => s.blocks().into_iter().map(|b| declarations(b, array)).sum(),
    };
    block.iter().map(of).sum()
}

/// Whether a block calls a function.
pub(super) fn calls(block: &Block) -> bool {
    block.iter().any(|s| {
        let own = matches!(s, Statement::Hook);
        own || s.blocks().into_iter().any(calls)
    })
}
