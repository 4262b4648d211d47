//! The form itself: objects, types, values, places, statements. No algorithms.

use integer::IntType;
use source::Span;
use std::sync::Arc;

/// Index of an object in [`Program::objects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// Index of a macro in [`Program::macros`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MacroId(pub u32);

/// The functions that a file defines, and their objects.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The functions of the main file in textual order.
    pub functions: Vec<Function>,
    /// All objects: those at file scope, parameters, locals.
    pub objects: Vec<Object>,
    /// Integer macros that keep their names.
    pub macros: Vec<Macro>,
}

/// An integer macro that keeps its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Macro {
    /// Its name.
    pub name: String,
    /// Its present value.
    pub value: i64,
    /// Its value in terms of macros before it, if its body names some.
    pub body: Option<Value>,
    /// Whether its present value has become a number of the program: an enumeration constant, the
    /// size of a record, a label of a `switch`.
    pub is_fixed: bool,
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters, in order.
    pub parameters: Vec<ObjectId>,
    /// For each parameter that is declared as an array, `float a[n][m]`: the outermost length, in
    /// `size_t`. Its type is a pointer.
    pub lengths: Vec<Option<Value>>,
    /// Whether more arguments may follow.
    pub is_variadic: bool,
    /// Whether its arguments are promoted, not converted: a definition in the old style.
    pub takes_promoted: bool,
    /// The type of its result.
    pub returns: Type,
    /// Its body.
    pub body: Vec<Statement>,
    /// Whether only this file can call it by its name.
    pub is_static: bool,
    /// Whether code that is not seen may call it. Where `main` makes no call of other files, none
    /// does.
    pub is_open: bool,
    /// From its declarator to the end of its body.
    pub at: Span,
}

/// When an object exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// A parameter of a function.
    Parameter,
    /// From its [`StatementKind::Declare`] to the end of the block.
    Automatic,
    /// During the whole program, visible in one function: `static` in a block.
    Static,
    /// During the whole program, visible in this file only.
    File,
    /// During the whole program, visible in other files; `extern` declarations included.
    Linked,
    /// A value that the lowering names: set and used within one statement of C, or the length of a
    /// variable-length array. It is not declared, and nothing points to it unless it is an array or
    /// a record.
    Temporary,
}

impl Lifetime {
    /// Whether it is the whole program.
    pub fn lasts(self) -> bool {
        matches!(self, Lifetime::Static | Lifetime::File | Lifetime::Linked)
    }
}

/// An object that a declaration names.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its own id.
    pub id: ObjectId,
    /// Its name in C. Temporaries have none.
    pub name: String,
    /// Its type. The lengths of variable-length arrays are values at its declaration.
    pub ty: Type,
    /// When it exists.
    pub lifetime: Lifetime,
    /// The initial values of an object with static lifetime, by byte offset: the others are zero.
    /// `None` if they are unknown (`extern`, or an initialiser that is not understood).
    pub initial: Option<Vec<(u64, Value)>>,
    /// Whether it is `volatile` or `_Atomic`.
    pub is_volatile: bool,
    /// Whether it is `const`.
    pub is_constant: bool,
    /// Whether it is a `restrict` pointer.
    pub is_restrict: bool,
    /// Its name in its declaration.
    pub at: Span,
}

/// A type with everything that execution needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `void`.
    Void,
    /// Integers, enumerations; `_Bool` has one bit and occupies a byte.
    Integer(IntType),
    /// `float`, `double`, `long double`, by size in bytes.
    Floating(u8),
    /// `float complex` and its relatives, by the size of a part in bytes: two floating numbers, the
    /// real one first.
    Complex(u8),
    /// A pointer.
    Pointer(Arc<Type>),
    /// An array; its length is missing in `extern` declarations and parameters.
    Array {
        /// Type of an element.
        element: Arc<Type>,
        /// Number of elements, in `size_t`. Its places are empty, so equal types are equal.
        length: Option<Arc<Value>>,
    },
    /// A structure or union.
    Record(Arc<Record>),
    /// A function.
    Function,
    /// Anything else: complex integers, vectors, incomplete types.
    Unknown,
}

/// A structure or union with its layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its tag; may be empty.
    pub tag: String,
    /// Members in order.
    pub members: Vec<Member>,
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Whether its members share their storage.
    pub is_union: bool,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its distance from the start of the record in bytes.
    pub offset: u64,
}

/// A value: an expression without effects.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// How it is computed.
    pub kind: ValueKind,
    /// Its place in the user's file.
    pub at: Span,
}

/// How a value is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// An integer constant.
    Integer(i128),
    /// A floating constant.
    Real(f64),
    /// A complex number by its real and its imaginary part, which have its floating type.
    Complex(Box<Value>, Box<Value>),
    /// A string literal: the address of its first byte.
    Text(Vec<u8>),
    /// An integer macro that keeps its name.
    Macro(MacroId),
    /// The contents of a place.
    Load(Place),
    /// The address of a place.
    Address(Place),
    /// The address of a function.
    Function(String),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Value>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Value>, Box<Value>),
    /// The operand, converted to the type of this value.
    Convert(Box<Value>),
    /// One of two values; only the chosen one is computed. `a && b` is `a ? b != 0 : 0`.
    Choose {
        /// Any scalar but a complex number: true if it is not zero.
        condition: Box<Value>,
        /// The value if it is true.
        then: Box<Value>,
        /// The value if it is false.
        other: Box<Value>,
    },
    /// A pointer moved by a number of elements, which may be negative.
    Offset {
        /// The pointer.
        pointer: Box<Value>,
        /// The number of elements.
        by: Box<Value>,
    },
    /// The number of elements from the second pointer to the first.
    Distance(Box<Value>, Box<Value>),
    /// A call of a library function without effects (`sqrt`, `fabsf`, `abs`). The parts of a
    /// complex number are `creal` and `cimag` of it.
    Pure {
        /// The function.
        function: String,
        /// Its arguments, converted to the types of its parameters.
        arguments: Vec<Value>,
    },
    /// A value that has no form here.
    Unsupported(Unsupported),
}

/// A part of memory.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A whole object.
    Object(ObjectId),
    /// The target of a pointer.
    At(Box<Value>),
    /// An element of an array.
    Element {
        /// The array.
        array: Box<Place>,
        /// The type of the array.
        ty: Type,
        /// The subscript.
        index: Box<Value>,
    },
    /// A member of a record.
    Member {
        /// The record.
        record: Box<Place>,
        /// The type of the record.
        ty: Arc<Record>,
        /// The index of the member.
        member: usize,
    },
    /// A place that is read or written as `volatile`, where the object does not say so. It is
    /// neither inside of another place nor an operand of [`ValueKind::Address`].
    Volatile(Box<Place>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`
    Negate,
    /// `~x`
    Complement,
    /// `!x`, an `int`; not of a complex number
    Not,
}

/// Operators with two operands. Comparisons have type `int`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl BinaryOp {
    /// Whether it compares.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(
            self,
            BinaryOp::Less
                | BinaryOp::LessOrEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterOrEqual
                | BinaryOp::Equal
                | BinaryOp::NotEqual
        )
    }

    /// Its spelling in C.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Less => "<",
            BinaryOp::LessOrEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterOrEqual => ">=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
        }
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Its place in the user's file.
    pub at: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// An automatic object starts to exist: its contents are indeterminate, the lengths in its type
    /// are computed now. A static object: nothing happens.
    Declare(ObjectId),
    /// Stores a scalar or a record.
    Assign {
        /// Where.
        place: Place,
        /// The value.
        value: Value,
    },
    /// Calls a function that may have effects.
    Call {
        /// Where its result is stored, if it is used.
        result: Option<Place>,
        /// The function.
        callee: Callee,
        /// Its arguments, converted to the types of its parameters where these are known.
        arguments: Vec<Value>,
    },
    /// A branch.
    If {
        /// Any scalar but a complex number.
        condition: Value,
        /// Executed if it is not zero.
        then: Vec<Statement>,
        /// Executed if it is zero.
        other: Vec<Statement>,
    },
    /// A loop.
    Loop(Loop),
    /// `switch`. Control continues with the next arm where an arm does not leave.
    Switch {
        /// An integer.
        value: Value,
        /// The arms in textual order.
        arms: Vec<Arm>,
    },
    /// A block of its own.
    Block(Vec<Statement>),
    /// A statement that is no loop, under directives of OpenMP or OpenACC. A directive that stands
    /// alone (`barrier`) has no statement.
    Pragma {
        /// The directives, without `#pragma`.
        texts: Vec<String>,
        /// The statement below them.
        body: Vec<Statement>,
    },
    /// Leaves the innermost loop or `switch`.
    Break,
    /// Continues with the step of the innermost loop.
    Continue,
    /// Leaves the function.
    Return(Option<Value>),
    /// A statement that has no form here: `goto`, `asm`, constructs that are not understood.
    Unsupported(Unsupported),
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Evaluated before each iteration; before each but the first if `body_first`. `None` if it is
    /// always true.
    pub condition: Option<Value>,
    /// `do .. while`.
    pub body_first: bool,
    /// The body.
    pub body: Vec<Statement>,
    /// Executed after each iteration and after `continue`.
    pub step: Vec<Statement>,
    /// The pragmas directly before it, without `#pragma`.
    pub pragmas: Vec<String>,
}

/// An arm of a `switch`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its labels.
    pub labels: Vec<i128>,
    /// Whether it is the default.
    pub is_default: bool,
    /// Its statements.
    pub body: Vec<Statement>,
}

/// The function that a call enters.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function by its name.
    Named(String),
    /// A function by its address.
    Pointer(Value),
}

/// Code that has no form here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The construct, as a noun phrase: "`goto`", "inline assembly".
    pub what: String,
}
