//! Structures and unions, and what attributes and pragmas do to their layout.

use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::types::{Body, MemberTy, Qualified, RecordTy, Ty, layout};
use c::facts::pragmas::concern::{Concern, in_force, inside};
use c::syntax::declarators::declared_name;
use lang_c::ast::{StructDeclaration, StructDeclarator, StructField, StructKind, StructType};
use lang_c::span::Node;
use std::sync::Arc;

impl Lowerer<'_> {
    /// The type of a record. Declares its tag.
    pub(super) fn record(&mut self, node: &Node<StructType>) -> Ty {
        let record = &node.node;
        let tag = record.identifier.as_ref().map_or("", |n| &n.node.name);
        let is_union = record.kind.node == StructKind::Union;
        let Some(declarations) = &record.declarations else {
            return self.tagged(tag, is_union);
        };
        let ty = self.new_record(tag, is_union);
        let Ty::Record(own) = &ty else { return ty };
        let mut members = Vec::new();
        let outer = std::mem::replace(&mut self.in_prototype, true);
        for declaration in declarations {
            if let StructDeclaration::Field(field) = &declaration.node {
                self.field(&field.node, &mut members);
            }
        }
        self.in_prototype = outer;
        let layout = match self.odd_layout(node) {
            Some(what) => Err(what.into()),
            None => {
                members
                    .iter()
                    .for_each(|member| self.fix_size(&member.ty.ty));
                let macros = &self.program.macros;
                layout::record((tag, is_union), &members, None, macros).map(Arc::new)
            }
        };
        let _ = own.body.set(Body {
            members,
            record: layout,
        });
        ty
    }

    /// The record of a tag, which may be completed later.
    fn tagged(&mut self, tag: &str, is_union: bool) -> Ty {
        match self.scopes.find(&spelled(tag)) {
            Some(Entity::Type(ty)) => ty.ty.clone(),
            _ => self.declared_tag(tag, is_union),
        }
    }

    /// The record that a definition completes.
    fn new_record(&mut self, tag: &str, is_union: bool) -> Ty {
        let open = self.scopes.innermost(&spelled(tag));
        match open {
            Some(Entity::Type(Qualified {
                ty: Ty::Record(open),
                ..
            })) if open.body.get().is_none() && !tag.is_empty() => Ty::Record(open.clone()),
            _ => self.declared_tag(tag, is_union),
        }
    }

    fn declared_tag(&mut self, tag: &str, is_union: bool) -> Ty {
        let ty = Ty::Record(RecordTy::new(is_union));
        if !tag.is_empty() {
            let entity = Entity::Type(ty.clone().plain());
            self.scopes.declare(&spelled(tag), entity);
        }
        ty
    }

    fn field(&mut self, field: &StructField, members: &mut Vec<MemberTy>) {
        let base = self.listed(&field.specifiers);
        if field.declarators.is_empty() {
            members.push(MemberTy {
                name: String::new(),
                ty: base,
                bits: None,
                align: None,
            });
            return;
        }
        for item in &field.declarators {
            let member = self.member(base.clone(), &item.node);
            members.push(member);
        }
    }

    fn member(&mut self, base: Qualified, item: &StructDeclarator) -> MemberTy {
        let mut ty = match &item.declarator {
            Some(declarator) => self.derived(base, &declarator.node),
            None => base,
        };
        let bits = item.bit_width.as_ref().map(|width| {
            let width = self.unevaluated(|s| s.value(width));
            self.constant(&width.value)
                .and_then(|w| u64::try_from(w).ok())
        });
        if bits == Some(None) {
            ty = Ty::unknown("a bit-field whose width is not understood").plain();
        }
        let name = item.declarator.as_ref().and_then(declared_name);
        MemberTy {
            name: name.map_or(String::new(), |n| n.node.name.clone()),
            ty,
            bits: bits.flatten(),
            align: None,
        }
    }

    /// What changes the layout of a record in a way that is not followed.
    fn odd_layout(&self, node: &Node<StructType>) -> Option<&'static str> {
        let unit = self.contents.unit;
        let range = self.base.range(node.span);
        let around = unit.declaration_at(range.start).is_some_and(|d| {
            let around = d.at.start as usize..d.at.end as usize;
            let mut within = inside(unit, around.clone(), Concern::Layout);
            within.next().is_some() || !in_force(unit, around, &[Concern::Layout]).is_empty()
        });
        if around {
            return Some("a structure under `#pragma pack`");
        }
        let tokens = unit.tokens_in(range);
        let behind = self.attributes_behind(tokens.end);
        let mut words = unit.tokens[tokens.start..behind]
            .iter()
            .map(|t| unit.token_text(t));
        let found = words.any(|word| {
            let word = word.trim_matches('_').to_ascii_lowercase();
            matches!(
                word.as_str(),
                "packed" | "aligned" | "alignas" | "ms_struct" | "scalar_storage_order"
            )
        });
        found.then_some("a structure whose attributes change its layout")
    }

    /// The index of the token behind the attributes that start at a token.
    fn attributes_behind(&self, start: usize) -> usize {
        let unit = self.contents.unit;
        let mut end = start;
        while unit.word(&unit.tokens, end).trim_matches('_') == "attribute" {
            let Some(closing) = unit.closing(&unit.tokens, end + 1) else {
                break;
            };
            end = closing + 1;
        }
        end.min(unit.tokens.len())
    }
}

/// The key of a tag. Structures and unions share it: a tag has one meaning.
fn spelled(tag: &str) -> String {
    format!("struct {tag}")
}
