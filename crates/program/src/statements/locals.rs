//! Declarations in blocks.

use crate::declarations::{Specified, Storage};
use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::lowerer::values::Lvalue;
use crate::types::{Qualified, Ty};
use crate::{Lifetime, ObjectId, Place, StatementKind};
use c::syntax::declarators::declared_name;
use lang_c::ast::{Declaration, Identifier, InitDeclarator, Initializer};
use lang_c::span::Node;

impl Lowerer<'_> {
    /// Declares the names of a declaration in a block, and initialises its objects.
    pub(super) fn local(&mut self, declaration: &Declaration) {
        let specified = self.specified(&declaration.specifiers);
        for item in &declaration.declarators {
            self.here = self.span(item.span);
            self.local_item(&specified, &item.node);
        }
    }

    fn local_item(&mut self, specified: &Specified, item: &InitDeclarator) {
        let Some(name) = declared_name(&item.declarator) else {
            return;
        };
        let initializer = item.initializer.as_ref();
        if specified.is_deduced {
            return self.deduced(specified, name, initializer);
        }
        let ty = self.derived(specified.base.clone(), &item.declarator.node);
        let spelled = &name.node.name;
        match (specified.storage, &ty.ty) {
            (Storage::Typedef, _) => self.scopes.declare(spelled, Entity::Type(ty)),
            (_, Ty::Function(signature)) => {
                let entity = Entity::Function(signature.clone());
                self.scopes.declare(spelled, entity);
            }
            (Storage::Extern, _) => {
                let at = self.span(name.span);
                let id = self.file_object(spelled, ty, specified, at);
                self.scopes.declare(spelled, Entity::Object(id));
            }
            (Storage::Static, _) => {
                let id = self.new_local(name, ty, Lifetime::Static);
                self.mark_thread_local(id, specified);
                self.emit(StatementKind::Declare(id), self.here);
                self.initialise_static(id, initializer);
            }
            (Storage::Plain, _) => self.automatic(name, ty, initializer),
        }
    }

    /// `auto x = e;`
    fn deduced(
        &mut self,
        specified: &Specified,
        name: &Node<Identifier>,
        initializer: Option<&Node<Initializer>>,
    ) {
        let Some(Initializer::Expression(e)) = initializer.map(|i| &i.node) else {
            return self.emit_unsupported("a declaration without a type", self.here);
        };
        let value = self.value(e);
        let ty = value.ty.clone().plain().and(&specified.base);
        let id = self.new_local(name, ty.clone(), Lifetime::Automatic);
        let at = self.here;
        self.emit(StatementKind::Declare(id), at);
        self.store(&Lvalue::new(Place::Object(id), ty, at), value, at);
    }

    fn automatic(
        &mut self,
        name: &Node<Identifier>,
        ty: Qualified,
        initializer: Option<&Node<Initializer>>,
    ) {
        let id = self.new_local(name, ty, Lifetime::Automatic);
        if let Some(initializer) = initializer {
            self.complete_array(id, initializer);
        }
        let at = self.here;
        if let Some(problem) = self.details[id.0 as usize].ty.ty.problem() {
            self.emit_unsupported(&problem, at);
        }
        self.emit(StatementKind::Declare(id), at);
        self.parts(&name.node.name, id, at);
        if let Some(initializer) = initializer {
            let ty = self.details[id.0 as usize].ty.clone();
            let place = Lvalue::new(Place::Object(id), ty, at);
            self.initialise(&place, initializer);
        }
    }

    /// Declares the members of a structure that are objects of their own.
    fn parts(&mut self, object: &str, whole: ObjectId, at: source::Span) {
        let aliases = &self.contents.file.aliases;
        let aliases: Vec<(&str, &str)> = aliases.members(object).collect();
        let ty = self.details[whole.0 as usize].ty.clone();
        for (member, alias) in aliases {
            let found = match &ty.ty {
                Ty::Record(record) if !record.is_union => record.body.get().and_then(|body| {
                    let members = body.members.iter();
                    let mut plain = members.filter(|m| m.bits.is_none());
                    plain.find(|m| m.name == member)
                }),
                _ => None,
            };
            let Some(found) = found else {
                self.scopes.declare(alias, Entity::Opaque);
                continue;
            };
            let id = self.object(alias, found.ty.clone(), Lifetime::Automatic, at);
            self.details[id.0 as usize].is_pointed_to = true;
            self.scopes.declare(alias, Entity::Object(id));
            self.emit(StatementKind::Declare(id), at);
        }
    }

    fn new_local(
        &mut self,
        name: &Node<Identifier>,
        ty: Qualified,
        lifetime: Lifetime,
    ) -> ObjectId {
        let at = self.span(name.span);
        let id = self.object(&name.node.name, ty, lifetime, at);
        self.note_facts(id, name);
        self.scopes.declare(&name.node.name, Entity::Object(id));
        id
    }

    /// Takes over what is known of an object's uses.
    pub(crate) fn note_facts(&mut self, id: ObjectId, name: &Node<Identifier>) {
        let facts = self.facts(name.span);
        let detail = &mut self.details[id.0 as usize];
        match facts {
            None => detail.is_pointed_to = true,
            Some(facts) => {
                detail.is_pointed_to |= facts.address_taken;
                let start = facts.at.start;
                detail.is_settled = !facts.address_taken
                    && !detail.ty.is_volatile
                    && facts.writes.iter().all(|at| *at == start);
            }
        }
    }
}
