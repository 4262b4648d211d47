//! Statements that set a whole structure as those that set its members:
//!
//! ```c
//! memset(t, 0, sizeof *t);                t->w = 0;
//!                                         t->px = 0;
//! *t = (Image) { .w = w, .px = p };       t->w = w;
//!                                         t->px = p;
//! ```

use crate::inline::Inlined;
use crate::memory::zeroed;
use c::Contents;
use c::names::file::Function;
use c::names::types::{Record, Type};
use c::syntax::expressions::{sides, without_casts};
use lang_c::ast::{
    BinaryOperator, BlockItem, CallExpression, CompoundLiteral, Designator, Expression,
    Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::Sheet;
use source::{Edit, Unit};
use std::collections::BTreeSet;

/// Structures with more members stay.
const MOST: usize = 32;

/// The edits that set members in one function.
pub fn structures_set_apart(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let mut finder = Finder {
        contents,
        function,
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    for edit in finder.found {
        let _ = inlined.edits.insert(edit);
    }
    inlined
}

struct Finder<'f, 'p> {
    contents: &'f Contents<'p>,
    function: &'f Function<'p>,
    found: Vec<Edit>,
}

/// A structure that a statement sets.
struct Target<'t> {
    /// The name of the object, or of the pointer to it.
    name: String,
    /// What is between that and the name of a member.
    access: &'static str,
    record: &'t Record,
}

impl Finder<'_, '_> {
    fn unit(&self) -> &Unit {
        self.contents.unit
    }

    fn text(&self, at: Offsets) -> Option<String> {
        let span = self.unit().span_of(self.function.base.range(at)).ok()?;
        Some(self.unit().file.slice(span).into_owned())
    }

    /// The edit of a statement that sets a whole structure, before others.
    fn edit(&self, statement: &Node<Statement>, after: &[Node<BlockItem>]) -> Option<Edit> {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return None;
        };
        let sets = match &expression.node {
            Expression::Call(call) => self.zeros(&call.node, after)?,
            Expression::BinaryOperator(_) => {
                let (to, value) = sides(expression, &BinaryOperator::Assign)?;
                let Expression::CompoundLiteral(value) = &value.node else {
                    return None;
                };
                self.values(&self.target(&to.node, false)?, &value.node)?
            }
            _ => return None,
        };
        let span = self.function.base.range(statement.span);
        let span = self.unit().span_of(span).ok()?;
        let line = Sheet::at(&self.unit().file, span).line();
        let text = sets.join(&line);
        Some(Edit { span, text })
    }

    /// The structure that `*p` or `t` is; as an argument, that `p` or `&t` leads to.
    fn target(&self, expression: &Expression, is_address: bool) -> Option<Target<'_>> {
        let symbols = &self.function.symbols;
        let object = |e: &Expression| Some(symbols.variable(self.function.object(e)?));
        let (variable, is_pointer) = match without_casts(expression) {
            Expression::UnaryOperator(u) => {
                let expected = match is_address {
                    true => UnaryOperator::Address,
                    false => UnaryOperator::Indirection,
                };
                (u.node.operator.node == expected).then_some(())?;
                (object(&u.node.operand.node)?, !is_address)
            }
            other => (object(other)?, is_address),
        };
        let ty = match is_pointer {
            true => variable.declared_type.target()?,
            false => &variable.declared_type,
        };
        let Type::Record(record) = ty else {
            return None;
        };
        let is_number =
            |ty: &Type| matches!(ty, Type::Integer(_) | Type::Floating(_) | Type::Pointer(_));
        let is_plain = !record.is_union
            && record.is_fixed
            && record.bit_fields.is_empty()
            && record.members.len() <= MOST
            && record.members.iter().all(|(_, ty)| is_number(ty));
        is_plain.then(|| Target {
            name: variable.name.clone(),
            access: if is_pointer { "->" } else { "." },
            record,
        })
    }

    /// `memset(p, 0, sizeof *p)`
    fn zeros(&self, call: &CallExpression, after: &[Node<BlockItem>]) -> Option<Vec<String>> {
        let (to, bytes) = zeroed(call)?;
        self.contents
            .facts
            .calls
            .is_library("memset")
            .then_some(())?;
        let target = self.target(&to.node, true)?;
        let is_whole = match &bytes.node {
            Expression::SizeOfVal(size) => {
                let own = self.target(&size.node.0.node, false)?;
                own.name == target.name && own.access == target.access
            }
            // The proof tells whether it is another type.
            Expression::SizeOfTy(_) => true,
            _ => false,
        };
        is_whole.then_some(())?;
        let again = self.set_first(&target.name, after);
        let members = target.record.members.iter().map(|(member, _)| member);
        let members = members.filter(|member| !again.contains(member.as_str()));
        Some(members.map(|member| target.set(member, "0")).collect())
    }

    /// The members of an object that statements set before they do anything else.
    fn set_first<'e>(&self, name: &str, items: &'e [Node<BlockItem>]) -> BTreeSet<&'e str> {
        let mut found = BTreeSet::new();
        for item in items {
            let BlockItem::Statement(statement) = &item.node else {
                break;
            };
            let Statement::Expression(Some(expression)) = &statement.node else {
                break;
            };
            let all = match &expression.node {
                Expression::Comma(all) => all.as_slice(),
                _ => std::slice::from_ref(&**expression),
            };
            for one in all {
                let Some((to, value)) = sides(one, &BinaryOperator::Assign) else {
                    return found;
                };
                let Expression::Member(member) = &to.node else {
                    return found;
                };
                let object = self.text(member.node.expression.span);
                let value = self.text(value.span).unwrap_or_default();
                if object.as_deref() != Some(name) || source::has_name(&value, name) {
                    return found;
                }
                found.insert(member.node.identifier.node.name.as_str());
            }
        }
        found
    }

    /// The members by the values in a compound literal; the others are zero.
    fn values(&self, target: &Target<'_>, value: &CompoundLiteral) -> Option<Vec<String>> {
        let members = &target.record.members;
        let mut values = vec!["0".to_string(); members.len()];
        for (at, item) in value.initializer_list.iter().enumerate() {
            let at = match item.node.designation.as_slice() {
                [] => at,
                [only] => match &only.node {
                    Designator::Member(name) => {
                        members.iter().position(|(own, _)| *own == name.node.name)?
                    }
                    _ => return None,
                },
                _ => return None,
            };
            let Initializer::Expression(value) = &item.node.initializer.node else {
                return None;
            };
            let text = self.text(value.span)?;
            (!source::has_name(&text, &target.name)).then_some(())?;
            *values.get_mut(at)? = text;
        }
        let pairs = members.iter().zip(&values);
        Some(
            pairs
                .map(|((name, _), value)| target.set(name, value))
                .collect(),
        )
    }
}

impl Target<'_> {
    fn set(&self, member: &str, value: &str) -> String {
        format!("{}{}{member} = {value};", self.name, self.access)
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            let statements = items
                .iter()
                .enumerate()
                .filter_map(|(at, item)| match &item.node {
                    BlockItem::Statement(inner) => self.edit(inner, &items[at + 1..]),
                    _ => None,
                });
            let edits: Vec<Edit> = statements.collect();
            self.found.extend(edits);
        }
        visit::visit_statement(self, statement, span);
    }
}
