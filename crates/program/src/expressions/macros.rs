//! Names that denote values, not places: enumeration constants, functions, macros.

use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::lowerer::values::Typed;
use crate::macros::{constant_value, named};
use crate::types::{Signature, Ty};
use crate::{Macro, MacroId, Value, ValueKind};
use c::syntax::parser::expression;
use integer::IntType;
use lang_c::ast::Expression;
use lang_c::span::Node;
use std::rc::Rc;

impl Lowerer<'_> {
    /// The value of a name that is no object.
    pub(super) fn named_value(&mut self, e: &Node<Expression>) -> Option<Typed> {
        let Expression::Identifier(name) = &e.node else {
            return None;
        };
        let at = self.span(e.span);
        let name = name.node.name.as_str();
        match self.scopes.find(name) {
            Some(Entity::Object(_)) => None,
            Some(Entity::Constant(value, ty)) => Some(Typed::new(
                ValueKind::Integer(*value),
                &Ty::Integer(*ty),
                at,
            )),
            Some(Entity::Function(_)) => self.function_named(e),
            Some(_) => Some(Typed::unknown(&self.undeclared(name), at)),
            None => {
                let found = self.kept_macro(name).or_else(|| self.own_name(name));
                found.map(|value| value.at(at))
            }
        }
    }

    /// A function that an expression names.
    pub(super) fn function_named(&mut self, e: &Node<Expression>) -> Option<Typed> {
        let Expression::Identifier(name) = &e.node else {
            return None;
        };
        let signature = self.signature_of(&name.node.name)?;
        let at = self.span(e.span);
        let spelled = self.spelled(&name.node.name);
        let ty = Ty::Function(signature).pointer_to();
        Some(Typed::new(ValueKind::Function(spelled), &ty, at))
    }

    /// The type of a function that is declared here.
    pub(super) fn signature_of(&self, name: &str) -> Option<Rc<Signature>> {
        match self.scopes.find(name) {
            Some(Entity::Function(signature)) => Some(signature.clone()),
            _ => None,
        }
    }

    /// `__func__`
    fn own_name(&mut self, name: &str) -> Option<Typed> {
        let is_own = matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__");
        let current = self.current.as_ref().filter(|_| is_own)?;
        let mut bytes = current.name.clone().into_bytes();
        bytes.push(0);
        Some(self.text(bytes, self.here))
    }

    /// The value of an integer macro that keeps its name.
    pub(crate) fn kept_macro(&mut self, name: &str) -> Option<Typed> {
        if let Some(known) = self.macros.get(name) {
            return Some(known.clone());
        }
        let spelled = self.spelled(name);
        let definition = self.contents.unit.macros.get(&spelled)?;
        let (ty, body) = self.read_body(&definition.body, definition.value);
        let id = MacroId(self.program.macros.len() as u32);
        self.program.macros.push(Macro {
            name: definition.name.clone(),
            value: definition.value,
            body,
            is_fixed: false,
        });
        let value = Typed::new(ValueKind::Macro(id), &Ty::Integer(ty), self.here);
        self.macros.insert(name.to_string(), value.clone());
        Some(value)
    }

    /// The type of a macro's body, and its value if it names other macros. A body that calls other
    /// macros has the type of its value.
    fn read_body(&mut self, body: &[String], value: i64) -> (IntType, Option<Value>) {
        let calls = body.windows(2).any(|pair| {
            pair[1] == "(" && pair[0].starts_with(|c: char| c.is_alphabetic() || c == '_')
        });
        let parsed = expression(&body.join(" ")).filter(|_| !calls);
        let base = std::mem::take(&mut self.base);
        let found = parsed.map(|e| self.unevaluated(|s| s.value(&e)));
        self.base = base;
        let ty = match &found {
            Some(Typed {
                ty: Ty::Integer(ty),
                ..
            }) if ty.holds(value) => *ty,
            _ if IntType::INT.holds(value) => IntType::INT,
            _ => IntType::LONG,
        };
        let depends = |found: &Typed| !named(&found.value).is_empty();
        let is_right = |found: &Typed| {
            constant_value(&found.value, &self.program.macros) == Some(i128::from(value))
        };
        let body = found.filter(depends).filter(is_right);
        (ty, body.map(|found| found.value))
    }
}
