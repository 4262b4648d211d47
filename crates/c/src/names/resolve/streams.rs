//! The streams that calls of the library read and write.

use super::resolver::{Resolver, Streams};
use crate::names::library;
use crate::names::library::{Effect, OPENERS, STREAMS};
use crate::names::scopes::Entity;
use crate::names::symbols::{Origin, Stream, VarId};
use crate::names::types::Storage;
use crate::syntax::expressions::without_casts;
use lang_c::ast::{BinaryOperator, CallExpression, Expression, Initializer};

impl Resolver<'_, '_> {
    /// The stream of a call that is about to be added to the calls.
    pub(super) fn stream(&mut self, name: &str, call: &CallExpression) -> Stream {
        let Some(Effect::Stream(position)) = library::effect(name) else {
            return Stream::None;
        };
        let argument = call.arguments.get(position);
        let Some(Expression::Identifier(stream)) = argument.map(|a| without_casts(&a.node)) else {
            return Stream::Unknown;
        };
        let stream = &stream.node.name;
        match self.scopes.find(stream) {
            Some(Entity::Local(id)) => {
                let handed = (self.symbols.calls.len(), *id);
                self.streams.handed.push(handed);
                Stream::Unknown
            }
            _ if STREAMS.contains(&stream.as_str()) => Stream::Standard,
            _ => Stream::Unknown,
        }
    }

    /// Records the effect of an assignment on streams.
    pub(super) fn stream_set(
        &mut self,
        operator: &BinaryOperator,
        to: &Expression,
        value: &Expression,
    ) {
        let Expression::Identifier(name) = to else {
            return;
        };
        match self.scopes.find(&name.node.name) {
            Some(Entity::Local(id)) => {
                let id = *id;
                if *operator == BinaryOperator::Assign && self.is_file(value) {
                    *self.streams.opened.entry(id).or_default() += 1;
                }
            }
            _ => self.stream_changed(to),
        }
    }

    /// `stdout = f`, `&stdout`
    pub(super) fn stream_changed(&mut self, operand: &Expression) {
        let Expression::Identifier(name) = operand else {
            return;
        };
        let name = &name.node.name;
        let is_local = matches!(self.scopes.find(name), Some(Entity::Local(_)));
        self.symbols.changes_streams |= !is_local && STREAMS.contains(&name.as_str());
    }

    /// Records the effect of an initialiser on streams.
    pub(super) fn stream_initialised(&mut self, id: VarId, initializer: &Initializer) {
        if let Initializer::Expression(value) = initializer
            && self.is_file(&value.node)
        {
            *self.streams.opened.entry(id).or_default() += 1;
        }
    }

    /// Whether an expression is a stream of a file, or none.
    fn is_file(&self, expression: &Expression) -> bool {
        match without_casts(expression) {
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(name) => {
                    let name = name.node.name.as_str();
                    OPENERS.contains(&name) && self.scopes.find(name).is_none()
                }
                _ => false,
            },
            Expression::Conditional(conditional) => {
                self.is_file(&conditional.node.then_expression.node)
                    && self.is_file(&conditional.node.else_expression.node)
            }
            other => crate::syntax::constant::evaluate(other, &mut |_| None) == Some(0),
        }
    }

    /// Determines the streams of calls once the whole function is read.
    pub(super) fn settle_streams(&mut self) {
        let Streams { handed, opened } = std::mem::take(&mut self.streams);
        for (call, id) in handed {
            let variable = self.symbols.variable(id);
            let is_own = variable.origin == Origin::Local
                && variable.storage == Storage::Automatic
                && !variable.address_taken;
            let writes = variable.writes.len();
            if is_own && writes > 0 && opened.get(&id) == Some(&writes) {
                self.symbols.calls[call].stream = Stream::File;
            }
        }
    }
}
