//! Integer members of structures as parameters: `p.n`, `image->width`.

use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use crate::values::params::Member;
use crate::values::value::Value;
use c::names::symbols::Call;
use c::names::types::{Type, member_type};
use lang_c::ast::{MemberExpression, MemberOperator};

/// Library functions that store through their arguments.
const WRITERS: [&str; 23] = [
    "fclose",
    "fdopen",
    "pclose",
    "popen",
    "tmpfile",
    "fopen",
    "frexp",
    "fscanf",
    "memcpy",
    "memmove",
    "memset",
    "modf",
    "modff",
    "scanf",
    "snprintf",
    "sprintf",
    "sscanf",
    "clock_gettime",
    "frexpf",
    "frexpl",
    "modfl",
    "__builtin_memcpy",
    "__builtin_memset",
];

impl Evaluator<'_> {
    /// The value of a member that stays the same to the end of the region.
    pub(super) fn member_value(
        &mut self,
        member: &MemberExpression,
        mode: Mode<'_>,
    ) -> Option<Value> {
        let id = mode.variable_named(&member.expression)?;
        if mode.is_in_macro() || mode.arguments.is_some() {
            return None;
        }
        let at = mode.base.range(member.expression.span).start;
        let variable = self.symbols.variable(id);
        let indirect = member.operator.node == MemberOperator::Indirect;
        let record = match (self.facts.type_of(variable.id), indirect) {
            (Type::Pointer(to), true) => to,
            (record @ Type::Record(_), false) => record,
            _ => return None,
        };
        let name = &member.identifier.node.name;
        let Type::Integer(ty) = member_type(record, name) else {
            return None;
        };
        let stays = !self.facts.is_tracked(variable.id) && (!indirect || self.keeps_memory());
        if ty.bits < 32 || !stays || !self.is_settled(id, at) {
            return None;
        }
        let member = Member {
            var: id,
            indirect,
            name: name.clone(),
        };
        Some(Value::exact(self.member_param(member, ty), ty))
    }

    /// The C spelling of the member, if the object's name means it at `at`.
    pub fn member_spelling(&self, member: &Member, at: usize) -> Option<String> {
        let object = &self.symbols.variable(member.var).name;
        let operator = if member.indirect { "->" } else { "." };
        let visible = self.symbols.visible(object, at) == Some(member.var);
        visible.then(|| format!("{object}{operator}{}", member.name))
    }

    /// Whether nothing in the region stores an integer or a structure through a pointer.
    fn keeps_memory(&self) -> bool {
        let within = &self.source.region;
        let harmless = |ty: &Type| matches!(ty, Type::Floating(_) | Type::Pointer(_));
        let mut stores = self.symbols.stores.iter();
        let mut calls = self.symbols.calls.iter();
        stores.all(|s| !within.contains(&s.at) || harmless(&s.ty))
            && calls.all(|c| !within.contains(&c.at) || self.only_reads(c))
    }

    fn only_reads(&self, call: &Call) -> bool {
        let Some(name) = call.name.as_deref() else {
            return false;
        };
        let calls_nothing = |f: &c::names::file::Function<'_>| f.symbols.calls.is_empty();
        self.source.file_facts.calls.is_harmless(call)
            && !WRITERS.contains(&name)
            && self
                .source
                .file_facts
                .callee(self.source.file, name)
                .is_none_or(|(callee, _)| calls_nothing(callee))
    }
}
