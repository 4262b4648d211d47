//! Shapes that typedefs name, written out where they are used:
//!
//! ```c
//! typedef double Field[NY][NX];
//! static Field psi, rows[3];         static double psi[NY][NX], rows[3][NY][NX];
//! Field *u = malloc(sizeof(Field));  double (*u)[NY][NX] = malloc(sizeof(double[NY][NX]));
//! ```
//!
//! Assumes: a shape is that of a typedef at file scope, and no function gives a name in it another
//! meaning. So both texts declare the same types.

use c::Contents;
use c::syntax::base::Base;
use c::syntax::declarators::declared_name;
use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Enumerator,
    FunctionDefinition, ParameterDeclaration, SpecifierQualifier, StorageClassSpecifier,
    StructField, StructType, TypeName, TypeSpecifier,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Edit, Origin, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// A declaration, parameter, member or type name with the shape that its typedef names.
pub struct Spelled {
    /// The edits that write it out.
    pub edits: Vec<Edit>,
    /// The name of the typedef.
    pub name: Span,
    /// The declarators.
    pub declarators: Vec<Span>,
    /// Whether more declarators may follow.
    pub is_list: bool,
}

/// The edits that write out the shapes of typedefs, for each place that names one.
pub fn shapes_spelled(contents: &Contents<'_>) -> Vec<Spelled> {
    let own = || contents.file.pieces.iter().filter(|p| p.in_main_file);
    if own().any(|piece| !piece.unread.is_empty()) {
        return Vec::new();
    }
    let mut finder = Finder {
        unit: contents.unit,
        base: Base::default(),
        is_inside: false,
        shapes: BTreeMap::new(),
        inner: BTreeSet::new(),
        found: Vec::new(),
    };
    for piece in contents.file.pieces {
        finder.base = piece.base;
        for item in piece.items.iter() {
            finder.visit_external_declaration(&item.node, &item.span);
        }
    }
    let Finder { inner, found, .. } = finder;
    let is_plain = |(name, shape): &(String, Shape)| {
        !inner.contains(name) && shape.names().all(|name| !inner.contains(name))
    };
    let found = found.into_iter().filter(|(of, _)| is_plain(of));
    found.map(|(_, spelled)| spelled).collect()
}

/// What a typedef of an array stands for.
#[derive(Clone)]
struct Shape {
    /// The type of its elements: `unsigned char`.
    element: String,
    /// `[NY][NX]`
    sizes: String,
}

impl Shape {
    /// The names in it.
    fn names(&self) -> impl Iterator<Item = &str> {
        let words = |text| str::split(text, |c: char| !c.is_alphanumeric() && c != '_');
        words(self.element.as_str()).chain(words(self.sizes.as_str()))
    }
}

/// Finds the typedefs of arrays and the places that name them.
struct Finder<'p> {
    unit: &'p Unit,
    base: Base,
    /// Whether it is in a function.
    is_inside: bool,
    shapes: BTreeMap<String, Shape>,
    /// The names that functions declare.
    inner: BTreeSet<String>,
    /// The typedef of each place.
    found: Vec<((String, Shape), Spelled)>,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_function_definition(&mut self, own: &'a FunctionDefinition, span: &'a Offsets) {
        self.is_inside = true;
        visit::visit_function_definition(self, own, span);
        self.is_inside = false;
    }

    fn visit_declaration(&mut self, own: &'a Declaration, span: &'a Offsets) {
        let declarators = own.declarators.iter().map(|d| &d.node.declarator);
        let is_typedef = own.specifiers.iter().any(|s| {
            matches!(&s.node, DeclarationSpecifier::StorageClass(class)
                if class.node == StorageClassSpecifier::Typedef)
        });
        for declarator in declarators.clone() {
            self.declare(declarator);
            if is_typedef && !self.is_inside {
                self.define(&own.specifiers, declarator);
            }
        }
        if !is_typedef {
            self.spell(true, types(&own.specifiers), declarators);
        }
        visit::visit_declaration(self, own, span);
    }

    fn visit_parameter_declaration(&mut self, own: &'a ParameterDeclaration, span: &'a Offsets) {
        own.declarator.iter().for_each(|d| self.declare(d));
        self.spell(false, types(&own.specifiers), own.declarator.iter());
        visit::visit_parameter_declaration(self, own, span);
    }

    fn visit_struct_field(&mut self, own: &'a StructField, span: &'a Offsets) {
        let declarators = own.declarators.iter();
        let declarators = declarators.filter_map(|d| d.node.declarator.as_ref());
        self.spell(true, listed(&own.specifiers), declarators);
        visit::visit_struct_field(self, own, span);
    }

    fn visit_type_name(&mut self, own: &'a TypeName, span: &'a Offsets) {
        self.spell(false, listed(&own.specifiers), own.declarator.iter());
        visit::visit_type_name(self, own, span);
    }

    fn visit_struct_type(&mut self, own: &'a StructType, span: &'a Offsets) {
        if let Some(tag) = own.identifier.iter().find(|_| self.is_inside) {
            self.inner.insert(tag.node.name.clone());
        }
        visit::visit_struct_type(self, own, span);
    }

    fn visit_enumerator(&mut self, own: &'a Enumerator, span: &'a Offsets) {
        if self.is_inside {
            self.inner.insert(own.identifier.node.name.clone());
        }
        visit::visit_enumerator(self, own, span);
    }
}

impl Finder<'_> {
    fn declare(&mut self, declarator: &Node<Declarator>) {
        if let Some(name) = declared_name(declarator).filter(|_| self.is_inside) {
            self.inner.insert(name.node.name.clone());
        }
    }

    /// Notes the shape that a typedef names, if it is the whole of its declarator.
    fn define(&mut self, of: &[Node<DeclarationSpecifier>], declarator: &Node<Declarator>) {
        let DeclaratorKind::Identifier(name) = &declarator.node.kind.node else {
            return;
        };
        if let Some(shape) = self.shape(of, &declarator.node) {
            self.shapes.insert(name.node.name.clone(), shape);
        }
    }

    fn shape(
        &self,
        specifiers: &[Node<DeclarationSpecifier>],
        declarator: &Declarator,
    ) -> Option<Shape> {
        let is_array = |d: &Node<DerivedDeclarator>| match &d.node {
            DerivedDeclarator::Array(array) => array.node.qualifiers.is_empty(),
            _ => false,
        };
        let derived = &declarator.derived;
        let is_plain = derived.iter().all(is_array) && declarator.extensions.is_empty();
        // Qualifiers and attributes belong to the typedef.
        let is_known = types(specifiers).count() + 1 == specifiers.len();
        let (first, last) = (derived.first()?, derived.last()?);
        let sizes = self.text(first.span.start, last.span.end)?;
        let of = types(specifiers).collect::<Vec<_>>();
        let named = self.named(of.iter().copied());
        if let Some((
            _,
            Shape {
                element,
                sizes: own,
            },
        )) = named.filter(|_| is_plain && is_known)
        {
            let sizes = sizes + &own;
            return Some(Shape { element, sizes });
        }
        let element = self.text(of.first()?.span.start, of.last()?.span.end)?;
        let is_short = !element.contains(['{', '(']) && !element.contains("typedef");
        (is_plain && is_known && is_short).then_some(Shape { element, sizes })
    }

    /// The text between two offsets of the tree, as it is written if that is on one line.
    fn text(&self, start: usize, end: usize) -> Option<String> {
        let tokens = self
            .unit
            .tokens_in(self.base.range(Offsets::span(start, end)));
        let words = self.unit.tokens.get(tokens)?;
        let read: String = words.iter().map(|t| self.unit.token_text(t)).collect();
        let written = self.span(start, end);
        let written = written.map(|span| self.unit.file.slice(span).into_owned());
        let visible = |text: &str| text.split_whitespace().collect::<String>();
        Some(match written {
            Some(text) if visible(&text) == read && !text.contains('\n') => text,
            _ => {
                let words = words.iter().map(|t| self.unit.token_text(t));
                let text = words.collect::<Vec<_>>().join(" ");
                text.replace("[ ", "[")
                    .replace(" ]", "]")
                    .replace("] [", "][")
            }
        })
    }

    /// The bytes between two offsets of the tree, if no macro writes their ends.
    fn span(&self, start: usize, end: usize) -> Option<Span> {
        let tokens = self
            .unit
            .tokens_in(self.base.range(Offsets::span(start, end)));
        let written = |index: usize| match self.unit.tokens.get(index)?.origin {
            Origin::Written(span) => Some(span),
            _ => None,
        };
        Some(written(tokens.start)?.to(written(tokens.end.checked_sub(1)?)?))
    }

    /// The typedef of an array that specifiers name, and its shape.
    fn named<'t>(
        &self,
        mut types: impl Iterator<Item = &'t Node<TypeSpecifier>>,
    ) -> Option<(&'t Node<TypeSpecifier>, Shape)> {
        let only = types.next()?;
        match (&only.node, types.next()) {
            (TypeSpecifier::TypedefName(name), None) => {
                let shape = self.shapes.get(&name.node.name)?;
                Some((only, shape.clone()))
            }
            _ => None,
        }
    }

    /// Notes declarators after specifiers that name a shape, if all can be edited.
    fn spell<'t>(
        &mut self,
        is_list: bool,
        types: impl Iterator<Item = &'t Node<TypeSpecifier>>,
        declarators: impl Iterator<Item = &'t Node<Declarator>>,
    ) {
        if let Some((of, spelled)) = self.spelled(types, declarators) {
            self.found.push((of, Spelled { is_list, ..spelled }));
        }
    }

    fn spelled<'t>(
        &self,
        types: impl Iterator<Item = &'t Node<TypeSpecifier>>,
        declarators: impl Iterator<Item = &'t Node<Declarator>>,
    ) -> Option<((String, Shape), Spelled)> {
        let (name, shape) = self.named(types)?;
        let name = self.span(name.span.start, name.span.end)?;
        let mut spelled = Spelled {
            edits: Vec::new(),
            name,
            declarators: Vec::new(),
            is_list: false,
        };
        for declarator in declarators {
            let at = self.span(declarator.span.start, declarator.span.end)?;
            let edits = with_sizes(&declarator.node, at, &shape.sizes)?;
            spelled.edits.extend(edits);
            spelled.declarators.push(at);
        }
        let sizes = match spelled.declarators.is_empty() {
            true => shape.sizes.as_str(),
            false => "",
        };
        let text = format!("{}{sizes}", shape.element);
        spelled.edits.push(Edit { span: name, text });
        let of = self.unit.file.slice(name).into_owned();
        Some(((of, shape), spelled))
    }
}

/// The edits that add sizes to a declarator.
fn with_sizes(declarator: &Declarator, at: Span, sizes: &str) -> Option<Vec<Edit>> {
    let is_pointer = |d: &Node<DerivedDeclarator>| match d.node {
        DerivedDeclarator::Pointer(_) => Some(true),
        DerivedDeclarator::Array(_) => Some(false),
        _ => None,
    };
    let derived = declarator.derived.iter();
    let pointers = derived.map(is_pointer).collect::<Option<Vec<_>>>()?;
    declarator.extensions.is_empty().then_some(())?;
    let insertion = |at, text: String| Edit {
        span: Span::at(at),
        text,
    };
    Some(match pointers.contains(&true) {
        true => vec![
            insertion(at.start, "(".to_string()),
            insertion(at.end, format!("){sizes}")),
        ],
        false => vec![insertion(at.end, sizes.to_string())],
    })
}

/// The types among the specifiers of a declaration.
fn types(
    specifiers: &[Node<DeclarationSpecifier>],
) -> impl Iterator<Item = &Node<TypeSpecifier>> + Clone {
    specifiers.iter().filter_map(|s| match &s.node {
        DeclarationSpecifier::TypeSpecifier(ty) => Some(ty),
        _ => None,
    })
}

/// The types among the specifiers of a member or a type name.
fn listed(specifiers: &[Node<SpecifierQualifier>]) -> impl Iterator<Item = &Node<TypeSpecifier>> {
    specifiers.iter().filter_map(|s| match &s.node {
        SpecifierQualifier::TypeSpecifier(ty) => Some(ty),
        _ => None,
    })
}
