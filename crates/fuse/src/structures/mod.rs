//! Members of structures as objects of their own:
//!
//! ```c
//! Image t = { in->w, in->h, malloc(n) };      const int in_w = in->w;
//!                                             float *t_px = malloc(n);
//! t.px[y * t.w + x] = in->px[y * in->w + x];  t_px[y * in_w + x] = in_px[y * in_w + x];
//! ```
//!
//! Works on tokens: of a structure's type only the text of its definition counts.
//!
//! Assumes: nothing here is trusted. The caller proves the new text against the original.

mod allocation;
mod beside;
mod columns;
mod commas;
mod constructors;
mod copies;
mod declarators;
mod definition;
mod heap;
mod lasting;
mod late_tests;
mod lists;
mod locals;
mod macros;
mod names;
mod parameters;
mod passed;
mod plainly;
mod rows;
mod sets;
mod turns;
mod unnamed;
mod uses;
mod wholes;

pub use columns::columns_as_arrays;
pub use commas::commas_apart;
pub use constructors::constructors_inlined;
pub use copies::copies_removed;
pub use heap::structures_as_locals;
pub use lasting::pointers_as_locals;
pub use late_tests::tests_at_once;
pub use lists::lists_apart;
pub use macros::macros_written_out;
pub use plainly::written_plainly;
pub use rows::tables_as_arrays;
pub use sets::structures_set_apart;
pub use turns::sizes_of_turns;
pub use unnamed::unnamed_members_removed;
pub use wholes::wholes_as_rows;

use crate::inline::{Inlined, declared_apart};
use crate::inner::{inner, is_loop};
use c::Contents;
use c::names::file::Function;
use c::names::types::Type;
use lang_c::ast::Statement;
use lang_c::span::Node;
use names::NewNames;
use source::{Edit, Edits};

/// The edits that give structures declarations of their own in one function, if their members may
/// become objects: `T a, b;`. Tables that are allocated where others are declared get one, too:
/// `float **t = malloc(n), s = 0;`
pub fn structures_apart(contents: &Contents<'_>, function: &str) -> Inlined {
    let index = contents.file.definition(function);
    let function = index.map(|index| &contents.file.functions[index]);
    let is_fit = |f: &&Function<'_>| has_loop(&f.definition.statement);
    let Some(function) = function.filter(is_fit) else {
        return Inlined::default();
    };
    let has_members = |name: &str| {
        let body = uses::body(contents.unit, function);
        let uses = uses::uses(contents.unit, body, name).unwrap_or_default();
        let (members, whole): (Vec<_>, Vec<_>) = uses.iter().partition(|u| u.member.is_some());
        // The declaration names the whole.
        !members.is_empty() && whole.len() == 1
    };
    declared_apart(contents, function, &|declarator| {
        let declared = function.declared(&declarator.declarator);
        let variable = declared.map(|id| function.symbols.variable(id));
        variable.is_some_and(|v| match v.declared_type {
            Type::Record(_) => has_members(&v.name),
            _ => declarator.initializer.is_some() && rows::is_table(v),
        })
    })
}

/// The edits that give the members of structures names of their own in one function.
pub fn members_as_objects(contents: &Contents<'_>, function: &str) -> Inlined {
    renamed(contents, function).unwrap_or_default()
}

fn renamed(contents: &Contents<'_>, function: &str) -> Option<Inlined> {
    let index = contents.file.definition(function)?;
    let function = &contents.file.functions[index];
    let may_declare = contents.unit.dialect.is_c99();
    if !may_declare || !has_loop(&function.definition.statement) {
        return None;
    }
    let mut names = NewNames::of(contents.unit);
    let parameters = parameters::renamed(contents, function, &mut names);
    let locals = locals::renamed(contents.unit, function, &parameters, &mut names);
    let beside = beside::renamed(contents, function, &mut names);
    let mut edits = Edits::default();
    let is_replaced = |edit: &Edit| {
        let replaced = locals.edits.iter().map(|edit| edit.span);
        let mut replaced = replaced.chain(locals.gone.iter().copied());
        !edit.span.is_empty() && replaced.any(|span| span.contains(edit.span))
    };
    let mut kept = parameters.edits();
    kept.retain(|edit| !is_replaced(edit));
    kept.extend(locals.edits.iter().cloned());
    kept.extend(beside.edits);
    let removed = locals.gone.iter().map(|span| Edit {
        span: *span,
        text: String::new(),
    });
    let mut all = kept.into_iter().chain(removed);
    all.all(|edit| edits.insert(edit).is_ok()).then(|| Inlined {
        edits,
        names: names.given,
        ..Inlined::default()
    })
}

/// Whether a statement has a loop.
fn has_loop(statement: &Node<Statement>) -> bool {
    is_loop(&statement.node) || inner(statement).into_iter().any(has_loop)
}
