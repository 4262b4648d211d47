//! Enumerations: their constants, and their type as gcc and clang choose it.

use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::types::Ty;
use integer::IntType;
use lang_c::ast::EnumType;

impl Lowerer<'_> {
    /// The type of an enumeration: `unsigned` unless an enumerator is negative, and wider only if
    /// a value needs it. Declares its constants.
    pub(super) fn enumeration(&mut self, enumeration: &EnumType) -> Ty {
        let tag = enumeration.identifier.as_ref();
        let tag = tag.map(|name| format!("enum {}", name.node.name));
        if enumeration.enumerators.is_empty() {
            return match tag.and_then(|tag| self.scopes.find(&tag).cloned()) {
                Some(Entity::Type(ty)) => ty.ty,
                _ => Ty::unknown("an incomplete type"),
            };
        }
        let ty = self.enumerators(enumeration);
        if let Some(tag) = tag {
            self.scopes.declare(&tag, Entity::Type(ty.clone().plain()));
        }
        ty
    }

    fn enumerators(&mut self, enumeration: &EnumType) -> Ty {
        let (mut least, mut most) = (0, 0);
        let mut next = Some(0_i128);
        for item in &enumeration.enumerators {
            let value = match &item.node.expression {
                Some(e) => {
                    let value = self.unevaluated(|s| s.value(e));
                    self.constant(&value.value)
                }
                None => next,
            };
            let entity = match value {
                Some(value) => Entity::Constant(value, constant_type(value)),
                None => Entity::Opaque,
            };
            self.scopes.declare(&item.node.identifier.node.name, entity);
            let Some(value) = value else {
                return Ty::unknown("an enumeration whose values are not understood");
            };
            (least, most) = (value.min(least), value.max(most));
            next = Some(value + 1);
        }
        Ty::Integer(narrowest(least, most))
    }
}

fn constant_type(value: i128) -> IntType {
    let (least, most) = IntType::INT.range();
    match (least..=most).contains(&value) {
        true => IntType::INT,
        false => narrowest(value.min(0), value.max(0)),
    }
}

fn narrowest(least: i128, most: i128) -> IntType {
    let narrow = match least < 0 {
        true => IntType::INT,
        false => IntType::INT.unsigned(),
    };
    let fits = narrow.range().0 <= least && most <= narrow.range().1;
    match fits {
        true => narrow,
        false => IntType { bits: 64, ..narrow },
    }
}
