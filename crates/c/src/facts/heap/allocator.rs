//! Functions that return fresh storage: those of the library, and functions of the file that only pass
//! their result on.

use super::scan::{Found, scan};
use crate::facts::calls::Calls;
use crate::names::file::Function;
use crate::names::symbols::{Origin, Symbol, VarId, Variable};
use crate::names::types::Type;
use crate::syntax::parse::Base;
use lang_c::ast::{BinaryOperator, Expression, Statement, TypeName};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, HashMap};

/// What the arguments of an allocating function mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The arguments whose product is the number of bytes.
    pub size: Vec<usize>,
    /// The argument of which that has to be a multiple.
    pub alignment: Option<usize>,
    /// The storage is all zero.
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
            alignment,
            zeroed: name.ends_with("calloc"),
        })
    }
}

/// A call that allocates, without where its result goes.
pub struct Call<'a> {
    /// The types that the result is cast to.
    pub casts: Vec<&'a Node<TypeName>>,
    /// Expressions whose product is the number of bytes.
    pub size: Vec<&'a Node<Expression>>,
    /// The expression of which that has to be a multiple.
    pub alignment: Option<&'a Node<Expression>>,
    /// The storage is all zero.
    pub zeroed: bool,
}

/// The allocating functions of a file.
#[derive(Debug, Default)]
pub struct Allocators {
    /// Functions that the file defines; `None` for those that are no allocators.
    own: BTreeMap<String, Option<Signature>>,
}

impl Allocators {
    /// Those that these functions are, and the library's.
    pub fn of(functions: &[Function<'_>], calls: &Calls) -> Self {
        let names = functions.iter().map(|f| (f.name.clone(), None));
        let mut all = Allocators {
            own: names.collect(),
        };
        for function in functions.iter().filter(|f| !calls.is_replaceable(&f.name)) {
            let signature = wrapper(function, &all);
            all.own.insert(function.name.clone(), signature);
        }
        all
    }

    /// Whether the file defines a function of this name.
    pub fn is_own(&self, name: &str) -> bool {
        self.own.contains_key(name)
    }

    fn signature(&self, name: &str) -> Option<Signature> {
        match self.own.get(name) {
            Some(own) => own.clone(),
            None => Signature::of_library(name),
        }
    }

    /// The allocation that an expression is, seen through casts.
    pub fn allocation<'a>(
        &self,
        value: &'a Node<Expression>,
        mentions: &HashMap<usize, Symbol>,
        base: Base,
    ) -> Option<Call<'a>> {
        let mut casts = Vec::new();
        let mut inner = value;
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
        let signature = self.signature(&name.node.name)?;
        let arguments = &call.node.arguments;
        let size = signature.size.iter().map(|at| arguments.get(*at));
        Some(Call {
            casts,
            size: size.collect::<Option<Vec<_>>>()?,
            alignment: match signature.alignment {
                Some(at) => Some(arguments.get(at)?),
                None => None,
            },
            zeroed: signature.zeroed,
        })
    }
}

/// Whether an expression calls an allocating function of the library, seen through casts.
pub fn is_library_allocation(mut value: &Expression) -> bool {
    while let Expression::Cast(cast) = value {
        value = &cast.node.expression.node;
    }
    let Expression::Call(call) = value else {
        return false;
    };
    match &call.node.callee.node {
        Expression::Identifier(name) => Signature::of_library(&name.node.name).is_some(),
        _ => false,
    }
}

/// What a function allocates, if all it does with the storage is to test and return it.
///
/// `void *xmalloc(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }`
fn wrapper(function: &Function<'_>, known: &Allocators) -> Option<Signature> {
    let symbols = &function.symbols;
    let mut returns = Returns::default();
    let body = &function.definition.statement;
    returns.visit_statement(&body.node, &body.span);
    let mut found = scan(function, known);
    let mut signatures = Vec::new();
    for value in &returns.values {
        let call = match known.allocation(value, &symbols.mentions, function.base) {
            Some(call) => call,
            None => returned(function, value, &mut found)?,
        };
        signatures.push(of_parameters(function, &call)?);
    }
    let kept = |(id, f): (&VarId, &Found<'_>)| {
        let variable = symbols.variable(*id);
        f.allocations.is_empty() || variable.mentions.iter().all(|at| f.setup.contains(at))
    };
    let first = signatures.first()?.clone();
    let agree = signatures.iter().all(|s| *s == first);
    (agree && !returns.nothing && found.iter().all(kept)).then_some(first)
}

/// The allocation of a pointer that is returned, if it is set in the function's own block, once.
fn returned<'a>(
    function: &Function<'a>,
    value: &Node<Expression>,
    found: &mut BTreeMap<VarId, Found<'a>>,
) -> Option<Call<'a>> {
    let Expression::Identifier(name) = &value.node else {
        return None;
    };
    let at = function.base.range(name.span).start;
    let id = function.symbols.variable_at(at)?;
    let storage = found.get_mut(&id)?;
    storage.setup.insert(at);
    let variable = function.symbols.variable(id);
    let [allocation] = storage.allocations.as_slice() else {
        return None;
    };
    let only_set_once = variable.writes.len() == 1 && !variable.address_taken;
    let is_body = allocation.block == function.base.range(function.definition.statement.span);
    let reached = allocation.at.end..allocation.block.end;
    (only_set_once && is_body && reached.contains(&at)).then(|| Call {
        casts: Vec::new(),
        size: allocation.size.clone(),
        alignment: allocation.alignment,
        zeroed: allocation.zeroed,
    })
}

/// The size as a product of parameters that keep their values.
fn of_parameters(function: &Function<'_>, call: &Call<'_>) -> Option<Signature> {
    if call.alignment.is_some() {
        return None;
    }
    let mut factors = Vec::new();
    for factor in &call.size {
        product(function, factor, &mut factors)?;
    }
    Some(Signature {
        size: factors,
        alignment: None,
        zeroed: call.zeroed,
    })
}

fn product(
    function: &Function<'_>,
    expression: &Node<Expression>,
    factors: &mut Vec<usize>,
) -> Option<()> {
    match &expression.node {
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Multiply => {
            product(function, &b.node.lhs, factors)?;
            product(function, &b.node.rhs, factors)
        }
        Expression::Identifier(name) => {
            let at = function.base.range(name.span).start;
            let id = function.symbols.variable_at(at)?;
            let is_parameter = |v: &&Variable<'_>| v.origin == Origin::Parameter;
            let mut parameters = function.symbols.variables.iter().filter(is_parameter);
            let variable = function.symbols.variable(id);
            let wide = matches!(variable.declared_type, Type::Integer(i) if i.bits >= 32);
            let unchanged = variable.writes.is_empty() && !variable.address_taken;
            let place = parameters.position(|v| v.at == variable.at)?;
            (wide && unchanged).then(|| factors.push(place))
        }
        _ => None,
    }
}

/// The values that a function returns.
#[derive(Default)]
struct Returns<'a> {
    values: Vec<&'a Node<Expression>>,
    nothing: bool,
}

impl<'a> Visit<'a> for Returns<'a> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Return(Some(value)) => {
                let mut inner = &**value;
                while let Expression::Cast(cast) = &inner.node {
                    inner = &cast.node.expression;
                }
                self.values.push(inner);
            }
            Statement::Return(None) => self.nothing = true,
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }
}
