//! Named reasons for keeping an array as it is. The passes contain no prose.

use source::Span;
use std::collections::BTreeSet;

/// An array that is no candidate, with its reason.
#[derive(Debug, Clone)]
pub struct KeptArray {
    /// Its name.
    pub name: String,
    /// The function that declares it; `None` at file scope.
    pub function: Option<String>,
    /// The name in its declarator, if that is in the user's file as it is.
    pub declared: Option<Span>,
    /// The sizes of its declarator as written: `N`, `M + 1`; empty if it has no declarator.
    pub shape: Vec<String>,
    /// The reason.
    pub reason: Refusal,
    /// The place that the reason refers to.
    pub at: Option<Span>,
    /// Its storage is the function's own, and the function writes and reads its elements.
    pub is_temporary: bool,
}

/// Ways in which an array's address leaves the places that are analysed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Escape {
    /// `f(a)`.
    #[error("it is passed to `{0}`")]
    PassedTo(String),
    /// `&a[i]`, `&a`.
    #[error("its address is taken with `&`")]
    AddressOf,
    /// `sizeof a`.
    #[error("its size is asked for with `sizeof`")]
    SizeOf,
    /// `sizeof *a[i]` of an array of pointers.
    #[error("it holds pointers, and the size of their targets is asked for with `sizeof`")]
    SizeOfTarget,
    /// `a[i]` of a two-dimensional `a`.
    #[error("it is used with fewer subscripts than dimensions")]
    PartialSubscript,
    /// `*a`, `a + 1`, `p = a`, `return a`.
    #[error("it is used as a pointer")]
    Pointer,
}

impl Escape {
    /// A further form that can be rewritten, if it is similar.
    fn rows(&self) -> &'static str {
        if *self == Escape::PartialSubscript {
            ", and pointers declared as `T *row = a[c ? i : j];`,"
        } else {
            ""
        }
    }
}

/// Why a parameter of a `static` function is no temporary of that function.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Needed {
    /// No stores to it, or only with `+=` and its relatives.
    #[error("the function reads elements that it does not set: it needs the caller's values")]
    Input,
    /// Its elements are never read.
    #[error("the function never reads its elements: it sets them for others")]
    Output,
    /// `p = f`, or a use of the name in code that was not read.
    #[error("the function's name is used other than in calls, so not all callers are known")]
    NotOnlyCalled,
    /// No call at all.
    #[error("the function is never called in this file, so its callers are not known")]
    NeverCalled,
    /// `f(a + 1)`, `f(p->a)`.
    #[error("a call passes something other than an array or allocation of the caller as a whole")]
    Argument,
    /// `f(a, a)`.
    #[error("a call passes the same array twice")]
    PassedTwice,
    /// The pointer may point to anything.
    #[error("the pointer that a call passes is not set by `malloc` or its relatives alone")]
    NotFresh,
    /// The caller reads an element of its array.
    #[error("`{0}` reads elements of the array that it passes: they are a result")]
    ReadBy(String),
    /// The array is also passed to another function of the file.
    #[error("the same array is passed to `{0}`, which may read what it finds in it")]
    AlsoPassedTo(String),
    /// The array belongs to a caller of the caller.
    #[error("a call passes on a parameter of `{0}`, which other files may call")]
    OuterParameter(String),
    /// The array is passed to a function that is not in the file.
    #[error("the same array is passed to `{0}`, which is not in this file")]
    PassedOut(String),
    /// An unknown use of the caller's array.
    #[error("`{0}` uses the address of the array that it passes in another way")]
    AddressUsed(String),
    /// The function also uses the array by its own name.
    #[error("the array that a call passes, `{0}`, is also used by its name")]
    ByName(String),
}

/// Why a pointer does not count as a heap array of its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PointerProblem {
    /// `p = a + 1`, `p = f()`.
    #[error(
        "it is a pointer that is not set to what `malloc`, `calloc` or `aligned_alloc` returns"
    )]
    NotAllocated,
    /// Set more than once.
    #[error("it is a pointer that is set more than once, or in the middle of an expression")]
    Reassigned,
    /// `static double *p`, `&p`.
    #[error("it is a pointer that outlives the function or whose own address is taken")]
    NotLocal,
    /// Allocated in a block that does not contain all its uses.
    #[error("it is allocated in another block than it is used in")]
    OtherBlock,
    /// `row (*a)`, with dimensions in a typedef.
    #[error("the dimensions of its rows come out of a typedef")]
    TypedefRow,
    /// `aligned_alloc(a, ...)` with an `a` that is not a number.
    #[error("the alignment of its allocation is not a constant")]
    Alignment,
}

/// Why the elements of a member of a structure are not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MemberOf {
    /// An array of a structure of the function.
    #[error("it is a member of a structure")]
    Own,
    /// A pointer of a structure of the function.
    #[error(
        "it is a pointer in a structure; such a pointer is followed where the structure is declared \
         without an initialiser and used member by member"
    )]
    Pointer,
    /// A pointer of a structure that a pointer of the function leads to.
    #[error(
        "it is a pointer in the structure that `{0}` points to; such a pointer is followed where the \
         structure is declared in the function and used member by member"
    )]
    Target(String),
    /// The same, with elements that are used by the value of the pointer.
    #[error(
        "it is a pointer in a structure, and its value is used here, so elements may be used by \
         another name"
    )]
    AsPointer,
    /// The same, with elements that other functions use.
    #[error(
        "it is a pointer in a structure, and `{0}` uses its elements; such a pointer is followed \
         where one function has all uses of it"
    )]
    PassedTo(String),
    /// A pointer of a structure of the caller.
    #[error(
        "it is a pointer in the structure that `{0}` points to, where the caller may read its \
         elements; if nobody needs them, allocate an array of this function"
    )]
    CallerPointer(String),
    /// An array of a structure of the file.
    #[error(
        "it is a member of a structure at file scope; if no other call needs its elements, declare \
         an array of this function"
    )]
    Static,
    /// An array of a structure of the caller.
    #[error(
        "it is part of the structure that `{0}` points to, where the caller may read it; if nobody \
         needs its elements, declare it as an array of this function"
    )]
    Caller(String),
}

impl PointerProblem {
    /// A stable name for tools and documents.
    pub fn code(self) -> &'static str {
        match self {
            PointerProblem::NotAllocated => "pointer-not-allocated",
            PointerProblem::Reassigned => "pointer-reassigned",
            PointerProblem::NotLocal => "pointer-not-local",
            PointerProblem::OtherBlock => "heap-other-block",
            PointerProblem::TypedefRow => "typedef-shape",
            PointerProblem::Alignment => "heap-alignment",
        }
    }
}

/// Why an array stays as it is. The message states the problem and the user's options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// An unknown access may reach its elements.
    #[error("{0}; only full subscripts such as `a[i][j]`{rows} can be rewritten", rows = .0.rows())]
    AddressEscapes(Escape),
    /// Used before or after the region.
    #[error("it is also used outside the `#pragma scop` region")]
    UsedOutsideRegion,
    /// Used in no region at all.
    #[error("it is not used in a `#pragma scop` region")]
    NotInRegion,
    /// Used in code that is not analysed.
    #[error("it is used in {0}, which is not analysed")]
    UsedInUnanalysedCode(String),
    /// Text that must be edited comes out of a macro that can neither be edited nor written out.
    #[error(
        "a piece of `{array}` to be edited comes out of {}, which can neither be edited for all its \
         uses nor written out here (pragmas, comments, `__COUNTER__` and other configurations must \
         stay)",
        named(macro_name)
    )]
    InMacro {
        /// The array.
        array: String,
        /// The macro; `None` for tokens that are not of the file itself.
        macro_name: Option<String>,
    },
    /// Text that must be edited is in another file.
    #[error("it is used in an included file, and only the file itself is changed")]
    InIncludedFile,
    /// The declaration is in another file.
    #[error("it is declared in `{0}`, and only the file itself is changed")]
    DeclaredInHeader(String),
    /// The main file is read a second time as an included file.
    #[error("the file includes itself: a change to it would change both readings")]
    IncludesItself,
    /// Bytes that represent other bytes: `<:`, `??(`, `\u00e9`, a backslash and a line break.
    #[error(
        "its name or a bracket of it is spelled with a digraph, a trigraph, a `\\u` escape or a line \
         break"
    )]
    UnusualSpelling,
    /// Any caller may see it.
    #[error("it is a parameter of a function that other files may call")]
    FunctionParameter,
    /// A caller may need its elements.
    #[error("{0}")]
    NotTemporary(Needed),
    /// Any file may see it.
    #[error("it is declared at file scope and other files may use it")]
    FileScope,
    /// A function may leave values for another one.
    #[error("{0} use it; only an array that one function uses is folded")]
    SharedByFunctions(String),
    /// Declared again, or used in code that was not read.
    #[error("it is also named outside the functions that were read")]
    NamedElsewhere,
    /// A pointer that does not count as a heap array.
    #[error(transparent)]
    Pointer(PointerProblem),
    /// The size of a heap array.
    #[error("the size of its allocation is not a product of element counts and one `sizeof`")]
    HeapSize,
    /// Initial values in the source.
    #[error("its initialiser computes values, or gives other values than zero in a loop")]
    InitialiserNotZero,
    /// A member that is not a plain value.
    #[error(
        "member `{0}` of its elements is not a number or pointer; only structures of those are followed"
    )]
    StructElement(String),
    /// An array inside a structure.
    #[error("{0}")]
    StructMember(MemberOf),
    /// Neither numbers, pointers nor structures.
    #[error(
        "the type of its elements is not known here: it is neither a number, a pointer nor a structure of them"
    )]
    UnknownElement,
    /// Every access counts.
    #[error("it is `volatile`: every access must stay")]
    Volatile,
    /// Visible to other threads.
    #[error("it is `_Atomic`: other threads may see its elements")]
    Atomic,
    /// Storage that is not the function's own.
    #[error("it is declared `{0}`; only automatic and static arrays are folded")]
    StorageClass(&'static str),
    /// The shape is written elsewhere.
    #[error("its shape comes out of a typedef")]
    TypedefShape,
    /// `(a[N])[M]`.
    #[error("parentheses stand between the brackets of its declaration")]
    Parenthesised,
    /// An extent that is not affine in integers that keep their values.
    #[error("its size is not a sum of macros and integers that stay the same")]
    UnknownShape,
    /// A subscript that the analysis does not understand.
    #[error(
        "subscript `{text}` is not a sum of multiples of loop counters and of integers that stay the same, so it may mean any element"
    )]
    SubscriptNotAffine {
        /// The subscript.
        text: String,
        /// An element of an array or the result of a call is part of it.
        is_data: bool,
    },
    /// A subscript with a row and a column only if sizes are in a relation that nothing states.
    #[error("{cause}, so `{subscript}` may mean any element; `{facts}` would exclude that")]
    MissingFact {
        /// The subscript.
        subscript: String,
        /// What may be the case.
        cause: String,
        /// The missing facts, in C.
        facts: String,
    },
    /// A bound, size or stride that is no object of the function.
    #[error(
        "line {line} may change {}, on which its use depends; before that, copy {} to a variable of \
         the function, and use the variable instead",
        listed(values), if values.len() == 1 { "it" } else { "each" }
    )]
    MayChange {
        /// The values: `p->w`.
        values: Vec<String>,
        /// The line of the store or call.
        line: u32,
    },
    /// `row[x]` of `float *row = t[y];`, with an `x` that may be too large.
    #[error("`{0}` is not shown to stay in the row that the pointer was set to")]
    LeavesRow(String),
    /// `t[0][i]` with an `i` that is certainly too large at some time.
    #[error(
        "`{access}` goes beyond a declared dimension{}, which C does not define", unless.as_ref().map_or_else(String::new, |c| format!(" unless {c}"))
    )]
    LeavesDimension {
        /// The access.
        access: String,
        /// Where it stays in bounds: `n <= 8`, if that can be said.
        unless: Option<String>,
    },
    /// A subscript with `++` or an assignment.
    #[error("subscript `{0}` changes an object")]
    SubscriptSteps(String),
    /// Jumps that are not analysed.
    #[error("the function uses `{0}`, which may repeat any part of it")]
    Setjmp(String),
    /// A static array that a call may reach by entering the function again.
    #[error("it is static and `{0}` may enter the function again")]
    Reentrant(String),
    /// No access at all.
    #[error("it is never used")]
    Unused,
    /// A pragma names it.
    #[error("`#pragma {0}` names it")]
    NamedInPragma(String),
    /// A clause of OpenMP gives it values.
    #[error("`{0}({1})` lets threads have it in a way that is not followed")]
    NamedInClause(&'static str, String),
    /// Several threads may use it at once.
    #[error("several threads may execute this code at once and share it")]
    SharedByThreads,
    /// Each thread has its own copy for more than one parallel loop.
    #[error("each thread keeps its own from one parallel loop to the next")]
    KeptByThreads,
    /// A parameter cannot be written where the array is used.
    #[error("`{0}` means something else where the array is used")]
    HiddenName(String),
    /// An `#if` or another directive inside text that must be edited.
    #[error("a preprocessor directive stands inside one of its uses or its declaration")]
    AcrossDirective,
    /// Lines that the present configuration leaves out may use it.
    #[error("line {0} names it, which `#if` leaves out in this configuration")]
    InSkippedLines(u32),
    /// An argument that the present configuration drops may use it.
    #[error(
        "line {0} names it in an argument that a macro drops; another configuration may use it"
    )]
    InDroppedArgument(u32),
    /// Lines that the present configuration leaves out define a macro differently.
    #[error("the macro `{0}`, defined in lines that `#if` leaves out, names it")]
    InSkippedMacro(String),
    /// Lines that are left out contain another definition of a macro.
    #[error(
        "the macro `{0}` stands between its first and last use, and lines that `#if` leaves out \
         define it otherwise"
    )]
    OtherMacro(String),
    /// A macro above the code has another definition in lines that `#if` leaves out.
    #[error(
        "the macro `{0}` above the code that uses it may become a pragma or the start of a statement in another \
         configuration"
    )]
    OtherMacroAbove(String),
    /// Another configuration would execute other code between its uses.
    #[error(
        "the code under `#if` from line {0} on {1}; between its first and last use, such code must be \
         whole statements that neither name it nor jump nor change a counter or size"
    )]
    DependsOnConfiguration(u32, String),
    /// The set computations took too long.
    #[error("the set computations for its region exceeded their budget")]
    AnalysisBudget,
    /// The set computations failed.
    #[error("the set computations for its region failed: {0}")]
    AnalysisFailed(String),
}

impl Refusal {
    /// Used in a construct that the parser does not know.
    pub fn unread(construct: &str) -> Self {
        Refusal::UsedInUnanalysedCode(format!("`{construct}`"))
    }

    /// One reason for the values of two that may change.
    pub fn changes(first: Option<Refusal>, second: Option<Refusal>) -> Option<Refusal> {
        let all = match (&first, &second) {
            (
                Some(Refusal::MayChange { values, line }),
                Some(Refusal::MayChange { values: more, .. }),
            ) => {
                let all: BTreeSet<&String> = values.iter().chain(more).collect();
                Some(Refusal::MayChange {
                    values: all.into_iter().cloned().collect(),
                    line: *line,
                })
            }
            _ => None,
        };
        all.or(first).or(second)
    }

    /// A stable name for tools and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::AddressEscapes(_) => "address-escapes",
            Refusal::UsedOutsideRegion => "used-outside-region",
            Refusal::NotInRegion => "not-in-region",
            Refusal::UsedInUnanalysedCode(_) => "used-in-unanalysed-code",
            Refusal::InMacro { .. } => "in-macro",
            Refusal::InIncludedFile | Refusal::DeclaredInHeader(_) => "in-included-file",
            Refusal::IncludesItself => "includes-itself",
            Refusal::UnusualSpelling => "unusual-spelling",
            Refusal::FunctionParameter => "function-parameter",
            Refusal::NotTemporary(_) => "not-temporary",
            Refusal::FileScope => "file-scope",
            Refusal::SharedByFunctions(_) => "shared-by-functions",
            Refusal::NamedElsewhere => "named-elsewhere",
            Refusal::Pointer(problem) => problem.code(),
            Refusal::HeapSize => "heap-size",
            Refusal::InitialiserNotZero => "initialiser-not-zero",
            Refusal::StructElement(_) => "struct-element",
            Refusal::StructMember(_) => "struct-member",
            Refusal::UnknownElement => "unknown-element",
            Refusal::Volatile => "volatile",
            Refusal::Atomic => "atomic",
            Refusal::StorageClass(_) => "storage-class",
            Refusal::TypedefShape => "typedef-shape",
            Refusal::Parenthesised => "parenthesised",
            Refusal::UnknownShape => "unknown-shape",
            Refusal::SubscriptNotAffine { .. } => "subscript-not-affine",
            Refusal::MissingFact { .. } => "missing-fact",
            Refusal::MayChange { .. } => "may-change",
            Refusal::LeavesRow(_) => "leaves-row",
            Refusal::LeavesDimension { .. } => "leaves-dimension",
            Refusal::SubscriptSteps(_) => "subscript-steps",
            Refusal::Setjmp(_) => "setjmp",
            Refusal::Reentrant(_) => "reentrant",
            Refusal::Unused => "unused",
            Refusal::NamedInPragma(_) => "named-in-pragma",
            Refusal::NamedInClause(..) => "named-in-clause",
            Refusal::SharedByThreads => "shared-by-threads",
            Refusal::KeptByThreads => "kept-by-threads",
            Refusal::HiddenName(_) => "hidden-name",
            Refusal::AcrossDirective => "across-directive",
            Refusal::InSkippedLines(_)
            | Refusal::InDroppedArgument(_)
            | Refusal::InSkippedMacro(_) => "in-skipped-lines",
            Refusal::DependsOnConfiguration(..) => "depends-on-configuration",
            Refusal::OtherMacro(_) | Refusal::OtherMacroAbove(_) => "other-macro",
            Refusal::AnalysisBudget => "analysis-budget",
            Refusal::AnalysisFailed(_) => "analysis-failed",
        }
    }
}

fn named(macro_name: &Option<String>) -> String {
    let name = macro_name.as_ref();
    name.map_or_else(
        || "another file".to_string(),
        |name| format!("the macro `{name}`"),
    )
}

/// `a`, `b` and `c`
fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
