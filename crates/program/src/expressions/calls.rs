//! Calls: of functions by name, through pointers, of library functions without effects.

use super::pure;
use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::lowerer::values::{Lvalue, Typed};
use crate::types::arithmetic::promoted_argument;
use crate::types::{MemberTy, Qualified, Signature, Ty};
use crate::{Callee, Place, StatementKind, ValueKind};
use c::syntax::constant::is_zero;
use c::syntax::expressions::listed;
use lang_c::ast::{CallExpression, Expression, UnaryOperator};
use lang_c::span::Node;
use source::Span;
use std::rc::Rc;

/// The name that GNU C gives functions of the compiler.
const BUILTIN: &str = "__builtin_";

impl Lowerer<'_> {
    /// A call and its result.
    pub(super) fn call(&mut self, call: &CallExpression, at: Span, is_used: bool) -> Typed {
        let callee = called(&call.callee);
        let Some(name) = self.called_name(callee) else {
            return self.call_through(call, at, is_used);
        };
        if self.contents.file.attributes.returns_twice(&name) {
            return self.refused(&format!("`{}`", self.spelled(&name)), at);
        }
        if matches!(name.as_str(), "asm" | "__asm" | "__asm__") {
            return self.refused("inline assembly", at);
        }
        if name == "__assert_fail" {
            return self.failed_assertion(at);
        }
        let is_declared = self.scopes.find(&name).is_some();
        let builtin = name.strip_prefix(BUILTIN).filter(|_| !is_declared);
        if let Some(builtin) = builtin
            && let Some(value) = self.builtin(builtin, &call.arguments, at)
        {
            return value;
        }
        let stem = builtin.unwrap_or(&name);
        if stem == "memset"
            && !is_used
            && self.defined(stem).is_none()
            && let Some(value) = self.zeroed_record(&call.arguments, at)
        {
            return value;
        }
        if let Some(signature) = self.pure_signature(stem, builtin.is_some()) {
            return self.pure_call(stem, &signature, &call.arguments, at);
        }
        let Some(signature) = self.callee_signature(stem, builtin.is_some()) else {
            return self.refused(&format!("`{name}`"), at);
        };
        // The user may have a function of the stem's name.
        let callee = match matches!(stem, "trap" | "unreachable") && builtin.is_some() {
            true => name.clone(),
            false => self.spelled(stem),
        };
        let callee = Callee::Named(callee);
        self.called_with(callee, &signature, &call.arguments, is_used, at)
    }

    /// `memset(p, 0, sizeof *p)` for a structure of numbers and pointers as `*p = (T) { 0 }`.
    fn zeroed_record(&mut self, arguments: &[Node<Expression>], at: Span) -> Option<Typed> {
        let [to, value, bytes] = arguments else {
            return None;
        };
        // Nothing else may come of what is computed here.
        let is_name = |e: &Expression| matches!(e, Expression::Identifier(_));
        let is_plain = match &to.node {
            Expression::UnaryOperator(u) => {
                u.node.operator.node == UnaryOperator::Address && is_name(&u.node.operand.node)
            }
            other => is_name(other),
        };
        let is_size = matches!(
            bytes.node,
            Expression::SizeOfVal(_) | Expression::SizeOfTy(_)
        );
        (is_plain && is_size && is_zero(&value.node)).then_some(())?;
        let pointer = self.value(to);
        let target = Qualified::clone(pointer.target()?);
        let Ty::Record(record) = &target.ty else {
            return None;
        };
        let body = record.body.get()?;
        let is_number = |ty: &Ty| matches!(ty, Ty::Integer(_) | Ty::Floating(_) | Ty::Pointer(_));
        let is_fit = |m: &MemberTy| m.bits.is_none() && !m.ty.is_volatile && is_number(&m.ty.ty);
        let size = body.record.as_ref().ok()?.bytes;
        let is_whole = matches!(self.value(bytes).value.kind, ValueKind::Integer(n)
            if u64::try_from(n) == Ok(size));
        (!record.is_union && body.members.iter().all(is_fit) && is_whole).then_some(())?;
        let zero = self.literal_object(target.clone(), &[], at);
        let zero = self.load(&zero);
        let to = Lvalue::new(Place::At(Box::new(pointer.value)), target, at);
        Some(self.set(&to, zero, false, at))
    }

    /// A call that has no form. Its arguments are not lost: nothing is known of them.
    fn refused(&mut self, what: &str, at: Span) -> Typed {
        self.emit_unsupported(what, at);
        Typed::unknown(what, at)
    }

    /// The call in `assert`. Its arguments are the text and the place of the assertion, which are
    /// left out.
    fn failed_assertion(&mut self, at: Span) -> Typed {
        let kind = StatementKind::Call {
            result: None,
            callee: Callee::Named("__assert_fail".to_string()),
            arguments: Vec::new(),
        };
        self.emit(kind, at);
        Typed::void(at)
    }

    /// The name of the function that an expression names.
    fn called_name(&self, callee: &Node<Expression>) -> Option<String> {
        let Expression::Identifier(name) = &callee.node else {
            return None;
        };
        match self.scopes.find(&name.node.name) {
            None | Some(Entity::Function(_)) => Some(name.node.name.clone()),
            _ => None,
        }
    }

    /// The types of a library function without effects that a call of this name executes.
    fn pure_signature(&self, name: &str, is_builtin: bool) -> Option<Rc<Signature>> {
        let known = pure::pure(name, is_builtin)?;
        if self.defined(name).is_some() && !is_builtin {
            return None;
        }
        let agrees = match self.signature_of(name) {
            Some(declared) => pure::agrees(&declared, &known),
            None => self.scopes.find(name).is_none(),
        };
        agrees.then(|| Rc::new(known))
    }

    /// The types of a function that is called by name.
    fn callee_signature(&self, name: &str, is_builtin: bool) -> Option<Rc<Signature>> {
        let known = || pure::known(name).map(Rc::new);
        match is_builtin {
            true => known(),
            false => self
                .signature_of(name)
                .or_else(known)
                .or_else(|| Some(implicit())),
        }
    }

    fn pure_call(
        &mut self,
        function: &str,
        signature: &Signature,
        arguments: &[Node<Expression>],
        at: Span,
    ) -> Typed {
        let count = signature.parameters.as_ref().map_or(0, Vec::len);
        if arguments.len() != count {
            return self.refused(&format!("a call of `{function}` with other arguments"), at);
        }
        match self.arguments(signature, arguments) {
            Err(what) => Typed::unknown(&what, at),
            Ok(arguments) => {
                let kind = ValueKind::Pure {
                    function: function.to_string(),
                    arguments: arguments.into_iter().map(|a| a.value).collect(),
                };
                Typed::new(kind, &signature.returns, at)
            }
        }
    }

    fn call_through(&mut self, call: &CallExpression, at: Span, is_used: bool) -> Typed {
        let mut pointer = self.value(&call.callee);
        if let Some(what) = pointer.unsupported() {
            let what = what.to_string();
            return self.refused(&what, at);
        }
        let signature = match pointer.target().map(|to| &to.ty) {
            Some(Ty::Function(signature)) => signature.clone(),
            _ => return self.refused("a call of something that is no function", at),
        };
        let mark = self.out.len();
        let arguments = self.arguments(&signature, &call.arguments);
        self.settle(mark, &mut pointer);
        self.emit_call(
            Callee::Pointer(pointer.value),
            &signature,
            arguments,
            is_used,
            at,
        )
    }

    fn called_with(
        &mut self,
        callee: Callee,
        signature: &Signature,
        arguments: &[Node<Expression>],
        is_used: bool,
        at: Span,
    ) -> Typed {
        let arguments = self.arguments(signature, arguments);
        self.emit_call(callee, signature, arguments, is_used, at)
    }

    fn emit_call(
        &mut self,
        callee: Callee,
        signature: &Signature,
        arguments: Result<Vec<Typed>, String>,
        is_used: bool,
        at: Span,
    ) -> Typed {
        let arguments = match arguments {
            Ok(arguments) => arguments,
            Err(what) => return self.refused(&what, at),
        };
        let returns = &signature.returns;
        let is_used = is_used && !returns.is_void();
        if let Some(problem) = returns.problem().filter(|_| is_used) {
            return self.refused(&problem, at);
        }
        let result = is_used.then(|| self.temporary(returns, at));
        let kind = StatementKind::Call {
            result: result.as_ref().map(|r| r.place.clone()),
            callee,
            arguments: arguments.into_iter().map(|a| a.value).collect(),
        };
        self.emit(kind, at);
        result.map_or_else(|| Typed::void(at), |r| r.load())
    }

    /// The arguments, converted to the types of the parameters, from left to right; or why they
    /// have no form.
    fn arguments(
        &mut self,
        signature: &Signature,
        arguments: &[Node<Expression>],
    ) -> Result<Vec<Typed>, String> {
        let parameters = signature.parameters.as_deref().unwrap_or_default();
        let mut values = Vec::new();
        let mut marks = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            let ty = match parameters.get(index) {
                Some(ty) => ty.clone(),
                None => promoted_argument(&value.ty),
            };
            values.push(value.converted(&ty));
            marks.push(self.out.len());
        }
        for (value, mark) in values.iter_mut().zip(&marks).rev() {
            self.settle(*mark, value);
        }
        match values.iter().find_map(Typed::unsupported) {
            Some(what) => Err(what.to_string()),
            None => Ok(values),
        }
    }
}

/// The type of a function that no declaration names.
fn implicit() -> Rc<Signature> {
    Rc::new(Signature {
        returns: Ty::INT,
        parameters: None,
    })
}

/// The function in `(f)`, `*f`, `&f`.
fn called(mut callee: &Node<Expression>) -> &Node<Expression> {
    loop {
        callee = match &callee.node {
            Expression::UnaryOperator(u)
                if matches!(
                    u.node.operator.node,
                    UnaryOperator::Indirection | UnaryOperator::Address
                ) =>
            {
                &u.node.operand
            }
            Expression::Comma(_) => match listed(callee)[..] {
                [only] => only,
                _ => return callee,
            },
            _ => return callee,
        };
    }
}
