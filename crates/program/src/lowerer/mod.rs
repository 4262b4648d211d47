//! The state of the lowering: names in scope, objects, the statements so far. The rooms above add
//! the constructs of C to it.

pub(crate) mod jumps;
pub(crate) mod order;
pub(crate) mod scopes;
pub(crate) mod values;

use crate::macros::{named, with_causes};
use crate::types::arithmetic::constant;
use crate::types::layout::size_and_align;
use crate::types::{Qualified, Ty};
use crate::{
    Lifetime, MacroId, Object, ObjectId, Place, Program, Statement, StatementKind, Unsupported,
    Value, ValueKind,
};
use c::names::symbols::{Symbols, Variable};
use c::syntax::base::Base;
use c::{Contents, names::file::Function};
use integer::IntType;
use jumps::Jumps;
use lang_c::span::Span as Offsets;
use scopes::Scopes;
use source::Span;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use values::{Lvalue, Typed};

/// The state of the lowering.
pub(crate) struct Lowerer<'a> {
    pub(crate) contents: &'a Contents<'a>,
    /// The offsets of the declaration at hand.
    pub(crate) base: Base,
    pub(crate) scopes: Scopes,
    pub(crate) program: Program,
    /// What the program does not tell of its objects, by id.
    pub(crate) details: Vec<Detail>,
    /// Macros by name, with their types.
    pub(crate) macros: HashMap<String, Typed>,
    /// Macros whose values have become numbers.
    fixed: RefCell<BTreeSet<MacroId>>,
    /// The statements of the list at hand.
    pub(crate) out: Vec<Statement>,
    /// The nearest place in the user's file.
    pub(crate) here: Span,
    /// The function at hand.
    pub(crate) current: Option<Current<'a>>,
    /// The texts of pragmas by the offset of the token that follows.
    pub(crate) pragmas: BTreeMap<usize, Vec<String>>,
    /// The offsets of the pragmas that belong to a statement.
    pub(crate) placed: BTreeSet<usize>,
    /// Whether sizes of arrays may be those of a prototype: only constants are kept.
    pub(crate) in_prototype: bool,
    /// The jumps that are open.
    pub(crate) jumps: Jumps,
}

/// The function at hand.
#[derive(Clone)]
pub(crate) struct Current<'a> {
    pub(crate) symbols: &'a Symbols<'a>,
    pub(crate) returns: Ty,
    pub(crate) name: String,
}

/// An object as C sees it.
#[derive(Clone, Debug)]
pub(crate) struct Detail {
    pub(crate) ty: Qualified,
    /// Whether a pointer to it may exist.
    pub(crate) is_pointed_to: bool,
    /// Whether nothing but its initialiser, or the caller, writes it.
    pub(crate) is_settled: bool,
}

impl<'a> Lowerer<'a> {
    pub(crate) fn new(contents: &'a Contents<'a>) -> Self {
        let mut pragmas: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for pragma in &contents.unit.pragmas {
            let here = pragmas.entry(pragma.at as usize).or_default();
            here.push(pragma.text.clone());
        }
        Lowerer {
            contents,
            base: Base::default(),
            scopes: Scopes::default(),
            program: Program::default(),
            details: Vec::new(),
            macros: HashMap::new(),
            fixed: RefCell::default(),
            out: Vec::new(),
            here: Span::at(0),
            current: None,
            pragmas,
            placed: BTreeSet::new(),
            in_prototype: false,
            jumps: Jumps::default(),
        }
    }

    /// The place of a node in the user's file, or the nearest place before it.
    pub(crate) fn span(&self, offsets: Offsets) -> Span {
        let range = self.base.range(offsets);
        self.contents.unit.nearest_span(range).unwrap_or(self.here)
    }

    /// The type of plain `char`.
    pub(crate) fn plain_char(&self) -> IntType {
        IntType {
            bits: 8,
            signed: !self.contents.unit.dialect.has_unsigned_char,
        }
    }

    /// The user's spelling of a name.
    pub(crate) fn spelled(&self, name: &str) -> String {
        self.contents.file.aliases.name(name).to_string()
    }

    /// The function of the file with this name.
    pub(crate) fn defined(&self, name: &str) -> Option<&'a Function<'a>> {
        let file = &self.contents.file;
        file.definition(name).map(|index| &file.functions[index])
    }

    /// The facts about an object of the function at hand, by the offset of its name in the tree.
    pub(crate) fn facts(&self, name: Offsets) -> Option<&'a Variable<'a>> {
        let symbols = self.current.as_ref()?.symbols;
        let id = symbols.declared_at(self.base.range(name).start)?;
        Some(symbols.variable(id))
    }

    /// Adds an object.
    pub(crate) fn object(
        &mut self,
        name: &str,
        ty: Qualified,
        lifetime: Lifetime,
        at: Span,
    ) -> ObjectId {
        let id = ObjectId(self.program.objects.len() as u32);
        let is_static = matches!(
            lifetime,
            Lifetime::Static | Lifetime::File | Lifetime::Linked
        );
        let holds_parts = matches!(ty.ty, Ty::Array(..) | Ty::Record(_));
        self.program.objects.push(Object {
            id,
            name: self.spelled(name),
            ty: ty.ty.ir(),
            lifetime,
            initial: None,
            is_volatile: ty.holds_volatile(),
            is_constant: ty.holds_constant(),
            is_restrict: ty.is_restrict,
            at,
        });
        self.details.push(Detail {
            ty,
            is_pointed_to: is_static || holds_parts,
            is_settled: lifetime == Lifetime::Temporary,
        });
        id
    }

    /// Gives an object another type: the declaration is complete now.
    pub(crate) fn retype(&mut self, id: ObjectId, ty: Qualified) {
        self.program.objects[id.0 as usize].ty = ty.ty.ir();
        self.details[id.0 as usize].ty = ty;
    }

    /// A new object without a name.
    pub(crate) fn temporary(&mut self, ty: &Ty, at: Span) -> Lvalue {
        let ty = ty.clone().plain();
        let id = self.object("", ty.clone(), Lifetime::Temporary, at);
        Lvalue::new(Place::Object(id), ty, at)
    }

    pub(crate) fn emit(&mut self, kind: StatementKind, at: Span) {
        self.out.push(Statement { kind, at });
    }

    pub(crate) fn emit_unsupported(&mut self, what: &str, at: Span) {
        let what = what.to_string();
        self.emit(StatementKind::Unsupported(Unsupported { what }), at);
    }

    /// Stores a value of the place's type.
    pub(crate) fn store(&mut self, to: &Lvalue, value: Typed, at: Span) {
        if let Some(problem) = to.problem().or_else(|| value.ty.problem()) {
            let what = value
                .unsupported()
                .map_or(problem.to_string(), str::to_string);
            return self.emit_unsupported(&what, at);
        }
        let place = to.place.clone();
        let value = value.value;
        self.emit(StatementKind::Assign { place, value }, at);
    }

    /// A new object without a name that holds a value.
    pub(crate) fn keep(&mut self, value: Typed) -> Typed {
        if value.ty.is_void() || value.unsupported().is_some() {
            return value;
        }
        let at = value.value.at;
        let to = self.temporary(&value.ty, at);
        self.store(&to, value, at);
        to.load()
    }

    /// The statements that `inside` adds, apart.
    pub(crate) fn apart<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Statement>) {
        let outer = std::mem::take(&mut self.out);
        let result = inside(self);
        (result, std::mem::replace(&mut self.out, outer))
    }

    /// What `inside` finds, without its effects: an operand that is not evaluated.
    pub(crate) fn unevaluated<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.apart(inside).0
    }

    /// The statements of a block of its own.
    pub(crate) fn scoped(&mut self, inside: impl FnOnce(&mut Self)) -> Vec<Statement> {
        self.scopes.enter();
        let ((), statements) = self.apart(inside);
        self.scopes.leave();
        statements
    }

    /// The value of an integer constant expression, which becomes a number of the program.
    pub(crate) fn constant(&self, value: &Value) -> Option<i128> {
        let found = constant(value, &self.program.macros)?;
        self.fixed.borrow_mut().extend(named(value));
        Some(found)
    }

    /// Whether a value is an integer constant expression.
    pub(crate) fn is_constant(&self, value: &Value) -> bool {
        constant(value, &self.program.macros).is_some()
    }

    /// The size of a type becomes a number of the program.
    pub(crate) fn fix_size(&self, mut ty: &Ty) {
        while let Ty::Array(element, length) = ty {
            let macros = length.iter().flat_map(|length| named(length));
            self.fixed.borrow_mut().extend(macros);
            ty = &element.ty;
        }
    }

    /// The program, with the macros marked whose values have become numbers.
    pub(crate) fn finish(mut self) -> Program {
        let fixed = with_causes(self.fixed.take(), &self.program.macros);
        for id in fixed {
            self.program.macros[id.0 as usize].is_fixed = true;
        }
        self.program
    }

    /// The size of a type in bytes if it is a constant.
    pub(crate) fn constant_size(&self, ty: &Ty) -> Option<u64> {
        size_and_align(ty, &self.program.macros).map(|(size, _)| size)
    }

    /// The number of elements of an array if it is a constant.
    pub(crate) fn constant_length(&self, length: &Option<std::sync::Arc<Value>>) -> Option<u64> {
        let value = self.constant(length.as_deref()?)?;
        u64::try_from(value).ok()
    }

    /// A constant of type `size_t`.
    pub(crate) fn size(&self, bytes: u64, at: Span) -> Typed {
        Typed::new(ValueKind::Integer(i128::from(bytes)), &Ty::SIZE, at)
    }
}
