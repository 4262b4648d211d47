//! Pointers, arrays and functions around a name.

use super::specifiers::qualify;
use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::lowerer::values::{Typed, placeless};
use crate::types::{Qualified, Signature, Ty};
use crate::{Value, ValueKind};
use c::syntax::declarators::declared_name;
use lang_c::ast::{
    ArrayDeclarator, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis,
    Expression, FunctionDeclarator, ParameterDeclaration, PointerQualifier, TypeQualifier,
};
use lang_c::span::Node;
use std::rc::Rc;
use std::sync::Arc;

impl Lowerer<'_> {
    /// The declared type: `base` with the pointers, dimensions and parameters of a declarator.
    pub(crate) fn derived(&mut self, base: Qualified, declarator: &Declarator) -> Qualified {
        let mut ty = base;
        for derived in &declarator.derived {
            if let DerivedDeclarator::Pointer(list) | DerivedDeclarator::Block(list) = &derived.node
            {
                ty = pointer(ty, list);
            }
        }
        for suffix in declarator.derived.iter().rev() {
            ty = match &suffix.node {
                DerivedDeclarator::Array(array) => self.array(ty, &array.node),
                DerivedDeclarator::Function(list) => self.signature(ty, &list.node),
                DerivedDeclarator::KRFunction(_) => function(ty.ty, None),
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => ty,
            };
        }
        match &declarator.kind.node {
            DeclaratorKind::Declarator(inner) => self.derived(ty, &inner.node),
            _ => ty,
        }
    }

    fn array(&mut self, element: Qualified, array: &ArrayDeclarator) -> Qualified {
        let length = match &array.size {
            ArraySize::Unknown | ArraySize::VariableUnknown => None,
            ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => self.length(e),
        };
        let mut ty = Ty::Array(Rc::new(element), length.map(|l| Arc::new(placeless(l)))).plain();
        // Other qualifiers in brackets do not matter to what a parameter points to.
        let mut qualifiers = array.qualifiers.iter();
        ty.is_restrict = qualifiers.any(|q| matches!(q.node, TypeQualifier::Restrict));
        ty
    }

    /// The number of elements that an expression gives an array. It is computed here: a length
    /// that later statements may change is kept in an object without a name. Prototypes and members
    /// of records have constant lengths alone.
    pub(crate) fn length(&mut self, e: &Node<Expression>) -> Option<Value> {
        let length = match self.in_prototype {
            true => self.unevaluated(|s| s.value(e)),
            false => self.value(e),
        };
        let length = length.converted(&Ty::SIZE);
        if self.is_constant(&length.value) {
            return Some(length.value);
        }
        if self.in_prototype {
            let what = "an array whose length is not a constant";
            return Some(Typed::unknown(what, length.value.at).value);
        }
        match self.is_stable(&length.value) {
            true => Some(length.value),
            false => Some(self.keep(length).value),
        }
    }

    /// Whether nothing that a value reads changes after its declaration.
    fn is_stable(&self, value: &Value) -> bool {
        match &value.kind {
            ValueKind::Integer(_) | ValueKind::Macro(_) | ValueKind::Unsupported(_) => true,
            ValueKind::Load(crate::Place::Object(id)) => self.is_settled_object(*id),
            ValueKind::Unary(_, a) | ValueKind::Convert(a) => self.is_stable(a),
            ValueKind::Binary(_, a, b) => self.is_stable(a) && self.is_stable(b),
            _ => false,
        }
    }

    /// Whether an object of the function at hand is written by its initialiser alone.
    fn is_settled_object(&self, id: crate::ObjectId) -> bool {
        self.details[id.0 as usize].is_settled
    }

    fn signature(&mut self, returns: Qualified, list: &FunctionDeclarator) -> Qualified {
        let outer = std::mem::replace(&mut self.in_prototype, true);
        self.scopes.enter();
        let parameters = self.prototype(&list.parameters);
        self.scopes.leave();
        self.in_prototype = outer;
        let is_variadic = list.ellipsis == Ellipsis::Some;
        let is_known = !list.parameters.is_empty() || is_variadic;
        function(returns.ty, is_known.then_some(parameters))
    }

    fn prototype(&mut self, parameters: &[Node<ParameterDeclaration>]) -> Vec<Ty> {
        let mut types = Vec::new();
        for parameter in parameters {
            let specified = self.specified(&parameter.node.specifiers);
            let declarator = parameter.node.declarator.as_ref();
            let ty = match declarator {
                Some(d) => self.derived(specified.base, &d.node),
                None => specified.base,
            };
            if let Some(name) = declarator.and_then(declared_name) {
                self.scopes.declare(&name.node.name, Entity::Opaque);
            }
            types.push(adjusted(ty).ty);
        }
        if let [Ty::Void] = types[..] {
            types.clear();
        }
        types
    }
}

/// The type of a parameter: arrays and functions become pointers.
pub(crate) fn adjusted(declared: Qualified) -> Qualified {
    match declared.ty {
        Ty::Array(element, _) => Qualified {
            is_restrict: declared.is_restrict,
            ..Ty::Pointer(element).plain()
        },
        Ty::Function(_) => declared.ty.pointer_to().plain(),
        _ => declared,
    }
}

fn pointer(to: Qualified, qualifiers: &[Node<PointerQualifier>]) -> Qualified {
    let mut pointer = Ty::Pointer(Rc::new(to)).plain();
    for item in qualifiers {
        if let PointerQualifier::TypeQualifier(q) = &item.node {
            qualify(&mut pointer, &q.node);
        }
    }
    pointer
}

fn function(returns: Ty, parameters: Option<Vec<Ty>>) -> Qualified {
    Ty::Function(Rc::new(Signature {
        returns,
        parameters,
    }))
    .plain()
}
