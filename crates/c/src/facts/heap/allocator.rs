//! Functions that return fresh storage, and the calls of them. Knows the library's by name.

use crate::names::symbols::Symbol;
use crate::syntax::base::Base;
use crate::syntax::expressions::without_casts;
use lang_c::ast::{Expression, TypeName};
use lang_c::span::Node;
use std::collections::{BTreeMap, HashMap};

/// The meaning of an allocating function's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    /// The arguments whose product is the number of bytes, or of elements.
    pub size: Vec<usize>,
    /// The bytes of an element, if elements are counted.
    pub element: Option<u64>,
    /// The argument that the number of bytes must be a multiple of.
    pub alignment: Option<usize>,
    /// Whether the storage is all zero.
    pub zeroed: bool,
}

impl Signature {
    fn of_library(name: &str) -> Option<Self> {
        let (size, alignment) = match name {
            "malloc" | "alloca" | "__builtin_malloc" | "__builtin_alloca" | "valloc" => {
                (vec![0], None)
            }
            "calloc" | "__builtin_calloc" => (vec![0, 1], None),
            "aligned_alloc" => (vec![1], Some(0)),
            "memalign" => (vec![1], None),
            _ => return None,
        };
        Some(Signature {
            size,
            element: None,
            alignment,
            zeroed: name.ends_with("calloc"),
        })
    }
}

/// A call that allocates, without the destination of its result.
pub(crate) struct AllocatorCall<'a> {
    /// The types that the result is cast to.
    pub casts: Vec<&'a Node<TypeName>>,
    /// Expressions whose product is the number of bytes, or of elements.
    pub size: Vec<&'a Node<Expression>>,
    /// The bytes of an element, if elements are counted.
    pub element: Option<u64>,
    /// The expression that the number of bytes must be a multiple of.
    pub alignment: Option<&'a Node<Expression>>,
    /// Whether the storage is all zero.
    pub zeroed: bool,
}

/// What a function of the file returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Returned {
    /// Fresh storage.
    Fresh(Signature),
    /// The pointer that it is passed at this place, which it only tests: `must(malloc(n))`.
    Passed(usize),
}

/// How large the storage is that a function allocates.
pub struct Sizes {
    /// The arguments whose product is the size.
    pub factors: Vec<usize>,
    /// Whether they count elements of a size of the function's own, not bytes.
    pub is_counted: bool,
    /// Whether the storage is all zero.
    pub is_zero: bool,
}

/// The allocating functions of a file.
#[derive(Debug, Default)]
pub struct Allocators {
    /// Functions that the file defines; `None` if they are no allocators.
    own: BTreeMap<String, Option<Returned>>,
}

impl Allocators {
    /// The library's allocators, in a file that defines the functions `own`.
    pub(crate) fn of_library<'n>(own: impl Iterator<Item = &'n str>) -> Self {
        Allocators {
            own: own.map(|name| (name.to_string(), None)).collect(),
        }
    }

    /// Sets what a function of the file returns; `None` if it is no allocator.
    pub(crate) fn set(&mut self, function: &str, returned: Option<Returned>) {
        self.own.insert(function.to_string(), returned);
    }

    /// Whether a function of the file only returns storage that is allocated, and tests it.
    pub fn is_wrapper(&self, function: &str) -> bool {
        matches!(self.own.get(function), Some(Some(_)))
    }

    /// What the arguments of an allocating function say of the size.
    pub fn sizes(&self, function: &str) -> Option<Sizes> {
        match self.returned(function)? {
            Returned::Fresh(own) if own.alignment.is_none() => Some(Sizes {
                factors: own.size,
                is_counted: own.element.is_some(),
                is_zero: own.zeroed,
            }),
            _ => None,
        }
    }

    /// Whether the file defines a function of this name.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.own.contains_key(name)
    }

    fn returned(&self, name: &str) -> Option<Returned> {
        match self.own.get(name) {
            Some(own) => own.clone(),
            None => Signature::of_library(name).map(Returned::Fresh),
        }
    }

    /// The allocation in an expression, which may be under casts.
    pub(crate) fn allocation<'a>(
        &self,
        value: &'a Node<Expression>,
        mentions: &HashMap<usize, Symbol>,
        base: Base,
    ) -> Option<AllocatorCall<'a>> {
        let mut casts = Vec::new();
        let mut inner = value;
        let (signature, arguments) = loop {
            while let Expression::Cast(cast) = &inner.node {
                casts.push(&cast.node.type_name);
                inner = &cast.node.expression;
            }
            let Expression::Call(call) = &inner.node else {
                return None;
            };
            let Expression::Identifier(name) = &call.node.callee.node else {
                return None;
            };
            if mentions.contains_key(&base.range(name.span).start) {
                return None;
            }
            let arguments = &call.node.arguments;
            match self.returned(&name.node.name)? {
                Returned::Fresh(signature) => break (signature, arguments),
                Returned::Passed(at) => inner = arguments.get(at)?,
            }
        };
        let size = signature.size.iter().map(|at| arguments.get(*at));
        Some(AllocatorCall {
            casts,
            size: size.collect::<Option<Vec<_>>>()?,
            alignment: match signature.alignment {
                Some(at) => Some(arguments.get(at)?),
                None => None,
            },
            element: signature.element,
            zeroed: signature.zeroed,
        })
    }
}

/// Whether an expression, which may be under casts, calls an allocating function of the library.
pub fn is_library_allocation(value: &Expression) -> bool {
    let Expression::Call(call) = without_casts(value) else {
        return false;
    };
    match &call.node.callee.node {
        Expression::Identifier(name) => Signature::of_library(&name.node.name).is_some(),
        _ => false,
    }
}
