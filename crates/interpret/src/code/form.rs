//! The prepared form. No algorithms.

use crate::arithmetic::{ComplexMath, Math, Scalar};
use integer::IntType;
use program::{BinaryOp, ObjectId, Program, Type, UnaryOp};
use source::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// Index of a node in [`Code::nodes`].
pub(crate) type NodeId = u32;

/// A prepared program.
#[derive(Debug)]
pub(crate) struct Code<'p> {
    /// What it was made from.
    pub(crate) program: &'p Program,
    /// All values.
    pub(crate) nodes: Vec<Node>,
    /// Their places in the text.
    pub(crate) spans: Vec<Span>,
    /// The functions with bodies.
    pub(crate) functions: Vec<Function>,
    /// Their indices by name.
    pub(crate) by_name: HashMap<String, usize>,
    /// Objects that live during the whole program.
    pub(crate) globals: Vec<Global>,
    /// String literals, without the final zero.
    pub(crate) texts: Vec<Vec<u8>>,
    /// Functions whose addresses are taken.
    pub(crate) names: Vec<Arc<str>>,
    /// Constructs that cannot be executed.
    pub(crate) unsupported: Vec<String>,
    /// Whether directives for threads were ignored.
    pub(crate) has_directives: bool,
}

/// An object that lives during the whole program.
#[derive(Debug)]
pub(crate) struct Global {
    /// Its declaration.
    pub(crate) object: ObjectId,
    /// Its size.
    pub(crate) bytes: Option<NodeId>,
    /// Its initial values: places and values; `None` if they are unknown.
    pub(crate) initial: Option<Vec<(u64, NodeId, Scalar)>>,
}

/// A prepared function.
#[derive(Debug)]
pub(crate) struct Function {
    /// Its parameters.
    pub(crate) parameters: Vec<Parameter>,
    /// The number of its slots; those of the parameters come first.
    pub(crate) slots: u32,
    /// Slots that hold the addresses of local objects in memory.
    pub(crate) locals: Vec<u32>,
    /// Objects in memory that exist from the beginning: slot, object, size.
    pub(crate) temporaries: Vec<(u32, ObjectId, NodeId)>,
    /// Its body.
    pub(crate) body: Vec<Step>,
    /// For each parameter that points to arrays, by its number: their lengths, outermost first.
    pub(crate) rows: Vec<(usize, Vec<NodeId>)>,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Parameter {
    /// Its declaration.
    pub(crate) object: ObjectId,
    /// How it is passed.
    pub(crate) passing: Passing,
}

/// How a parameter gets its argument. The slot has the index of the parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passing {
    /// The slot contains the value.
    Slot,
    /// The slot contains the address of an object with the value.
    Memory(Scalar),
    /// The slot contains the address of a copy of a record or complex number of this size.
    Record(u64),
    /// A type that cannot be passed.
    Unknown,
}

/// A value. Operands are indices of nodes.
#[derive(Debug)]
pub(crate) enum Node {
    /// A number.
    Number(u64),
    /// A macro, by its index, in a type.
    Macro(u32, IntType),
    /// The address of a string literal.
    Text(u32),
    /// The address of a function.
    Function(u32),
    /// A local scalar, or the address of a local object.
    Slot(u32),
    /// The address of a local object.
    Local(u32),
    /// The address of an object that lives during the whole program.
    Global(u32),
    /// The contents of memory.
    Load(NodeId, Scalar),
    /// The contents of a volatile object.
    Volatile(NodeId, Scalar),
    /// An operator on integers.
    Integer(BinaryOp, IntType, NodeId, NodeId),
    /// A comparison of integers.
    Compare(BinaryOp, IntType, NodeId, NodeId),
    /// A comparison of pointers.
    ComparePointers(BinaryOp, NodeId, NodeId),
    /// An operator on floats.
    Float(BinaryOp, Scalar, NodeId, NodeId),
    /// A comparison of floats.
    CompareFloats(BinaryOp, Scalar, NodeId, NodeId),
    /// An operator with one operand.
    Unary(UnaryOp, Scalar, NodeId),
    /// A conversion.
    Convert(Scalar, Scalar, NodeId),
    /// Condition, value if it is not zero, value otherwise.
    Choose(NodeId, NodeId, NodeId),
    /// Pointer, number of elements, their size.
    Offset(NodeId, NodeId, NodeId),
    /// The same with a constant size.
    OffsetBy(NodeId, NodeId, i64),
    /// An element at a pointer that is read or written: pointer, subscript, constant size.
    AccessBy(NodeId, NodeId, i64),
    /// A subscript of an array: its address, subscript, size of an element, length of the array,
    /// whether the end of the array is allowed.
    Element(NodeId, NodeId, NodeId, NodeId, bool),
    /// The same with constant size and length.
    ElementOf(NodeId, NodeId, i64, u64),
    /// Pointer, number of bytes.
    Member(NodeId, u64),
    /// Pointer, pointer, size of an element.
    Distance(NodeId, NodeId, NodeId),
    /// A library function, its result, operands with their types, hash of its name.
    Pure(Math, Scalar, Vec<(Scalar, NodeId)>, u64),
    /// A complex number: two words.
    Complex(Complex),
    /// A number made of complex numbers.
    FromComplex(FromComplex),
    /// A construct that cannot be executed.
    Unsupported(u32),
}

/// A complex number. Each type is that of a part.
#[derive(Debug)]
pub(crate) enum Complex {
    /// Its parts.
    Parts(NodeId, NodeId),
    /// The contents of memory, and whether the access is volatile.
    Load(NodeId, Scalar, bool),
    /// An operator.
    Binary(BinaryOp, Scalar, Operand, Operand),
    /// `-z`
    Negate(Scalar, NodeId),
    /// A conversion of the parts.
    Convert(Scalar, Scalar, NodeId),
    /// A library function, its operands, hash of its name.
    Pure(ComplexMath, Scalar, Vec<NodeId>, u64),
}

/// An operand of an operator on complex numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    /// A floating number.
    Real(NodeId),
    /// A complex number.
    Complex(NodeId),
}

/// A number made of complex numbers.
#[derive(Debug)]
pub(crate) enum FromComplex {
    /// The real part.
    Real(NodeId),
    /// The imaginary part.
    Imaginary(NodeId),
    /// `==` or `!=`
    Compare(BinaryOp, Scalar, NodeId, NodeId),
    /// A library function of the two parts, its operand, hash of its name.
    Pure(Math, Scalar, NodeId, u64),
}

/// A statement.
#[derive(Debug)]
pub(crate) struct Step {
    /// What it does.
    pub(crate) kind: StepKind,
    /// Its place in the text.
    pub(crate) at: Span,
    /// How many operations it counts.
    pub(crate) weight: u32,
}

/// What a statement does.
#[derive(Debug)]
pub(crate) enum StepKind {
    /// A local scalar becomes indeterminate.
    Forget(u32),
    /// A local object starts to exist: slot, declaration, size.
    Declare(u32, ObjectId, NodeId),
    /// A local scalar gets a value: slot, declaration, value.
    Set(u32, ObjectId, NodeId),
    /// Memory gets a value: address, type, value.
    Store(NodeId, Scalar, NodeId),
    /// The same in a volatile object.
    StoreVolatile(NodeId, Scalar, NodeId),
    /// Memory gets a complex number: address, type of a part, value, whether the access is
    /// volatile.
    StoreComplex(NodeId, Scalar, NodeId, bool),
    /// A record is copied: to, from, size.
    Copy(NodeId, NodeId, NodeId),
    /// A call.
    Call {
        /// Where its result is stored.
        result: Result,
        /// The function.
        callee: Callee,
        /// Its arguments.
        arguments: Vec<Argument>,
    },
    /// A branch.
    If(NodeId, Vec<Step>, Vec<Step>),
    /// A loop.
    Loop(Box<Loop>),
    /// Value, arms: labels, whether it is the default, statements.
    Switch(NodeId, Vec<(Vec<u64>, bool, Vec<Step>)>),
    /// A block.
    Block(Vec<Step>),
    /// Leaves the innermost loop or `switch`.
    Break,
    /// Continues with the step of the innermost loop.
    Continue,
    /// Leaves the function. A record is returned by its address and size.
    Return(Option<NodeId>, Option<NodeId>),
    /// Leaves the function with a complex number, which is returned as a record is.
    ReturnComplex(NodeId, Scalar),
    /// Cannot be executed.
    Unsupported(String),
}

/// A loop.
#[derive(Debug)]
pub(crate) struct Loop {
    /// Evaluated before each iteration.
    pub(crate) condition: Option<NodeId>,
    /// Whether the first iteration is not preceded by the condition.
    pub(crate) body_first: bool,
    /// The body.
    pub(crate) body: Vec<Step>,
    /// Executed after each iteration.
    pub(crate) step: Vec<Step>,
    /// The integer objects that it steps, with nodes that read them.
    pub(crate) counters: Vec<(ObjectId, NodeId)>,
    /// A directive states that no iteration needs another one.
    pub(crate) is_simd: bool,
    /// Its place in the text.
    pub(crate) at: Span,
}

/// Where the result of a call goes.
#[derive(Debug)]
pub(crate) enum Result {
    /// Nowhere; the type it would have.
    Unused,
    /// A local scalar.
    Slot(u32, ObjectId, Type),
    /// Memory.
    Memory(NodeId, Type),
}

/// A function that is called.
#[derive(Debug)]
pub(crate) enum Callee {
    /// A function of the program, by its index.
    Defined(usize),
    /// Another function, by its name.
    External(Arc<str>),
    /// A function by its address.
    Pointer(NodeId),
}

/// An argument: a scalar, the address of a record, or a complex number.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// Its value.
    pub(crate) node: NodeId,
    /// Its type; `None` for records and complex numbers.
    pub(crate) ty: Option<Scalar>,
    /// The type of a part of a complex number.
    pub(crate) part: Option<Scalar>,
    /// The type that a pointer points to.
    pub(crate) pointee: Option<Arc<Type>>,
    /// Its place in the text.
    pub(crate) at: Span,
}
