//! Declarations of arrays at file scope, and of functions that use them, as `static` ones, and
//! back.

use c::Contents;
use c::names::file::Function;
use c::names::library::is_known;
use c::names::symbols::{Global, Origin};
use c::names::types::{Storage, Type};
use c::syntax::base::Base;
use c::syntax::declarators::declared_name;
use lang_c::ast::{DeclarationSpecifier, Declarator, ExternalDeclaration, StorageClassSpecifier};
use lang_c::span::{Node, Span as Offsets};
use source::{Edit, Origin as TokenOrigin, Span};

/// A declaration without a storage class.
pub struct LinkedArrays {
    /// Its objects, one of which is an array.
    pub names: Vec<String>,
    /// The edit that makes it `static`.
    pub edit: Edit,
}

/// Whether a file is a program by itself: it has `main`, no headers of the user, and the definition
/// of each function that it calls and that neither headers nor the library have.
pub fn is_program(contents: &Contents<'_>) -> bool {
    let (unit, file) = (contents.unit, &contents.file);
    let of_headers = || unit.declarations.iter().filter(|d| !d.in_main_file);
    let is_of_system = |d: &source::Declaration| unit.included_at(d.at.start).is_none();
    let calls = file.functions.iter().flat_map(|f| &f.symbols.calls);
    let mut called = calls.filter_map(|call| call.name.as_deref());
    let is_foreign = |name: &str| {
        let mut tokens = unit.tokens.iter();
        tokens.any(|t| t.origin == TokenOrigin::Foreign && unit.token_text(t) == name)
    };
    let is_here = |name: &str| file.definition(name).is_some() || is_known(name);
    file.definition("main").is_some()
        && of_headers().all(is_of_system)
        && called.all(|name| is_here(name) || is_foreign(name))
}

/// The declarations in the main file of arrays that nothing else declares, that other files may
/// use, and of which no pragma says more.
pub fn linked_arrays(contents: &Contents<'_>) -> Vec<LinkedArrays> {
    let all = &contents.file.globals;
    let temporaries = &contents.facts.temporaries;
    let promised = (0..all.len()).filter(|at| temporaries.is_promised(*at));
    let promised: Vec<&str> = promised.map(|at| all[at].name.as_str()).collect();
    let is_own = |global: &Global<'_>| {
        let mut same = all.iter().filter(|g| g.name == global.name);
        let is_once = same.next().is_some() && same.next().is_none();
        let is_free = is_once && !promised.contains(&global.name.as_str());
        global.in_main_file && global.storage == Storage::Automatic && is_free
    };
    let is_array =
        |global: &Global<'_>| matches!(global.ty, Type::Array(_)) && !global.qualifiers.constant;
    let is_one = |a: &Global<'_>, b: &Global<'_>| std::ptr::eq(a.declaration, b.declaration);
    let linked = |own: &[Global<'_>]| -> Option<LinkedArrays> {
        let (first, declaration) = (own.first()?, own.first()?.declaration);
        let is_fit = own.len() == declaration.declarators.len()
            && own.iter().all(is_own)
            && own.iter().any(is_array);
        is_fit.then_some(())?;
        Some(LinkedArrays {
            names: own.iter().map(|global| global.name.clone()).collect(),
            edit: with_static(contents, first.base, &declaration.specifiers)?,
        })
    };
    all.chunk_by(is_one).filter_map(linked).collect()
}

/// The edit that makes a declaration `static` whose specifiers are a type.
fn with_static(
    contents: &Contents<'_>,
    base: Base,
    specifiers: &[Node<DeclarationSpecifier>],
) -> Option<Edit> {
    let is_type = |specifier: &Node<DeclarationSpecifier>| {
        matches!(
            specifier.node,
            DeclarationSpecifier::TypeSpecifier(_) | DeclarationSpecifier::TypeQualifier(_)
        )
    };
    specifiers.iter().all(is_type).then_some(())?;
    Some(Edit {
        span: Span::at(start(contents, base, specifiers.first()?.span)?),
        text: "static ".to_string(),
    })
}

/// The functions of the file that other files may call and that use some objects at file scope,
/// each with the edits that make it `static`.
pub fn linked_functions(contents: &Contents<'_>, objects: &[String]) -> Vec<(String, Vec<Edit>)> {
    let functions = contents.file.functions.iter();
    let open = functions.filter(|f| !f.is_static && f.name != "main");
    let open = open.filter(|f| uses(contents, f, objects) && is_of_this_file(contents, &f.name));
    let edits = |function: &Function<'_>| {
        let edit = |own: Own<'_>| {
            let edit = with_static(contents, own.base, own.specifiers)?;
            own.is_single.then_some(edit)
        };
        let own = declarations(contents, &function.name);
        let edits: Option<Vec<Edit>> = own.into_iter().map(edit).collect();
        Some((function.name.clone(), edits?))
    };
    open.filter_map(edits).collect()
}

/// Whether a function uses some objects at file scope.
pub fn uses(contents: &Contents<'_>, function: &Function<'_>, objects: &[String]) -> bool {
    function.symbols.variables.iter().any(|variable| {
        let Origin::Global(index) = variable.origin else {
            return false;
        };
        objects.contains(&contents.file.globals[index].name) && !variable.mentions.is_empty()
    })
}

/// Whether only declarations at file scope of the main file declare a function.
fn is_of_this_file(contents: &Contents<'_>, name: &str) -> bool {
    let unit = contents.unit;
    let mut tokens = unit.tokens.iter().filter(|t| unit.token_text(t) == name);
    let mut functions = contents.file.functions.iter();
    tokens.all(|token| token.origin != TokenOrigin::Foreign)
        && functions.all(|f| f.symbols.prototypes.iter().all(|own| own != name))
}

/// A declaration of a function, or its definition.
struct Own<'p> {
    base: Base,
    specifiers: &'p [Node<DeclarationSpecifier>],
    /// The declarator.
    at: Offsets,
    /// Whether nothing else is declared with it.
    is_single: bool,
}

/// The declarations of a function.
fn declarations<'p>(contents: &Contents<'p>, name: &str) -> Vec<Own<'p>> {
    let is_own = |declarator: &Node<Declarator>| {
        declared_name(declarator).is_some_and(|own| own.node.name == name)
    };
    let mut found = Vec::new();
    for piece in contents.file.pieces {
        for item in piece.items.iter() {
            match &item.node {
                ExternalDeclaration::Declaration(all) => {
                    let declarators = &all.node.declarators;
                    let own = declarators.iter().find(|d| is_own(&d.node.declarator));
                    found.extend(own.map(|own| Own {
                        base: piece.base,
                        specifiers: &all.node.specifiers,
                        at: own.span,
                        is_single: declarators.len() == 1,
                    }));
                }
                ExternalDeclaration::FunctionDefinition(own) if is_own(&own.node.declarator) => {
                    found.push(Own {
                        base: piece.base,
                        specifiers: &own.node.specifiers,
                        at: own.node.declarator.span,
                        is_single: true,
                    });
                }
                _ => {}
            }
        }
    }
    found
}

/// The edits that remove `static` from the declarations of a function.
pub fn not_static_function(contents: &Contents<'_>, name: &str) -> Option<Vec<Edit>> {
    let own = declarations(contents, name).into_iter();
    let edits = own.map(|own| {
        let next = own.specifiers.get(1).map_or(own.at, |second| second.span);
        without_static(contents, own.base, own.specifiers, next)
    });
    edits.collect()
}

/// The edit that removes `static` from the declaration of some objects.
pub fn not_static(contents: &Contents<'_>, objects: &[String]) -> Option<Edit> {
    let mut globals = contents.file.globals.iter();
    let global = globals.find(|global| objects.contains(&global.name))?;
    let specifiers = &global.declaration.specifiers;
    let next = specifiers.get(1)?.span;
    without_static(contents, global.base, specifiers, next)
}

/// The edit that removes `static` before what follows it.
fn without_static(
    contents: &Contents<'_>,
    base: Base,
    specifiers: &[Node<DeclarationSpecifier>],
    next: Offsets,
) -> Option<Edit> {
    let first = specifiers.first()?;
    let is_static = matches!(&first.node, DeclarationSpecifier::StorageClass(class)
        if class.node == StorageClassSpecifier::Static);
    let place = |at| start(contents, base, at);
    let span = Span::new(place(first.span)?, place(next)?);
    is_static.then(|| Edit {
        span,
        text: String::new(),
    })
}

/// Where a part of the text starts.
fn start(contents: &Contents<'_>, base: Base, at: Offsets) -> Option<u32> {
    let span = contents.unit.span_of(base.range(at)).ok()?;
    Some(span.start)
}
